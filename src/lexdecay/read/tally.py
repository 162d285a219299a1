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
    "gutenberg_header": (
        "{n} inputs begin with Project Gutenberg's header, whose words and licence are counted too",
        "--strip gutenberg leaves them out",
    ),
    "gutenberg_not_found": ("{n} texts have no Project Gutenberg header or licence to strip", None),
    "gutenberg_no_end": (
        "{n} texts have a Project Gutenberg header but no line that ends the book",
        "a licence at the end would be counted: look at the last lines",
    ),
    "gutenberg_end_only": (
        "{n} texts end with Project Gutenberg's licence, which was stripped, but begin without a header",
        None,
    ),
    "aozora_marks": (
        "{n} inputs hold Aozora Bunko's readings and notes, which are counted as text",
        "--strip aozora leaves them out",
    ),
    "null_text": ("{n} rows without a text (null) count as empty documents", None),
    "header_as_text": (
        "{n} tables whose first row, '{detail}' in the column of the text, is read as text",
        "if it is a header: --field {detail}",
    ),
    "encoding_detected": (
        "{n} inputs read as {detail}, which their bytes suggest",
        "if that is wrong, declare the encoding with --encoding",
    ),
    "bom_overrides_encoding": ("{n} inputs read by their byte-order mark and not by --encoding", None),
    "suffix_disagrees": (
        "{n} inputs whose name promises another compression than their bytes show; the bytes decide",
        None,
    ),
}


class Tally:
    """Counts by notice code, and by detail where there is one, and the input that showed each first."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], int] = {}
        self._first: dict[tuple[str, str], str] = {}

    def add(self, code: str, count: int, where: str, detail: str = "") -> None:
        """Count ``count`` more events of a kind, seen in the input shown as ``where``."""
        if count:
            kind = code, detail
            self._counts[kind] = self._counts.get(kind, 0) + count
            self._first.setdefault(kind, where)

    def merge(self, other: Tally) -> None:
        """Add what another tally counted of inputs that come after."""
        for (code, detail), count in other._counts.items():
            self.add(code, count, other._first[code, detail], detail)

    def notices(self) -> tuple[Notice, ...]:
        """Return one notice for each kind that occurred."""
        return tuple(self._notice(code, detail, count) for (code, detail), count in self._counts.items())

    def _notice(self, code: str, detail: str, count: int) -> Notice:
        what, hint = _WORDING[code]
        told = what.format(n=f"{count:,}", detail=detail)
        advice = hint and hint.format(detail=detail)
        return Notice(code, f"{told} (first in {self._first[code, detail]})", advice)
