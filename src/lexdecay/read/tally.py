"""What reading changed in the text, counted, so that nothing changes silently."""

from __future__ import annotations

from lexdecay.records import Notice

# code -> (what happened to how many, what to do about it)
_WORDING = {
    "nul_dropped": ("{n} NUL characters dropped", None),
    "bom_dropped": ("{n} byte-order marks (U+FEFF) inside the text dropped", None),
    "surrogate_replaced": (
        "{n} lone surrogates replaced by U+FFFD",
        "the program that wrote the JSON cut an emoji in two",
    ),
    "unknown_tags": (
        "{n} tokens whose tag is neither universal nor of the Penn Treebank; they count as untagged",
        "map the tags to universal ones before",
    ),
    "long_runs_split": (
        "{n} cuts made in text that runs for a mebibyte without white space",
        "words at the cuts may be halved; give text with line ends if there is any",
    ),
    "bom_overrides_encoding": ("{n} inputs read by their byte-order mark and not by --encoding", None),
    "suffix_disagrees": (
        "{n} inputs whose name promises another compression than their bytes show; the bytes decide",
        None,
    ),
}


class Tally:
    """Counts by notice code and the input that showed each first."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._first: dict[str, str] = {}

    def add(self, code: str, count: int, where: str) -> None:
        """Count ``count`` more events of a kind, seen in the input shown as ``where``."""
        if count:
            self._counts[code] = self._counts.get(code, 0) + count
            self._first.setdefault(code, where)

    def notices(self) -> tuple[Notice, ...]:
        """Return one notice for each kind that occurred."""
        return tuple(self._notice(code, count) for code, count in self._counts.items())

    def _notice(self, code: str, count: int) -> Notice:
        what, hint = _WORDING[code]
        return Notice(code, f"{what.format(n=f'{count:,}')} (first in {self._first[code]})", hint)
