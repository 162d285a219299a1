"""What reading changed in the text, counted, so that nothing changes silently."""

from __future__ import annotations

from lexdecay.records import Notice, counted

# code -> (what one is or does, what several are or do, the rest of the sentence, what to do about it)
_WORDING = {
    "nul_dropped": ("NUL character", "NUL characters", " dropped", None),
    "bom_dropped": (
        "byte-order mark (U+FEFF)",
        "byte-order marks (U+FEFF)",
        " inside the text dropped",
        None,
    ),
    "surrogate_replaced": (
        "lone surrogate",
        "lone surrogates",
        " replaced by U+FFFD",
        "the program that wrote the JSON cut an emoji in two",
    ),
    "unknown_tags": (
        "token counts as untagged: its tag is",
        "tokens count as untagged: their tags are",
        " neither universal nor of the Penn Treebank",
        "map the tags to universal ones before",
    ),
    "long_runs_split": (
        "cut",
        "cuts",
        " made in text that runs for a mebibyte without white space",
        "words at the cuts may be halved; give text with line ends if there is any",
    ),
    "gutenberg_header": (
        "input begins",
        "inputs begin",
        " with Project Gutenberg's header, whose words and licence are counted too",
        "--strip gutenberg leaves them out",
    ),
    "gutenberg_not_found": (
        "text has",
        "texts have",
        " no Project Gutenberg header or licence to strip",
        None,
    ),
    "gutenberg_no_end": (
        "text has",
        "texts have",
        " a Project Gutenberg header but no line that ends the book",
        "a licence at the end would be counted: look at the last lines",
    ),
    "gutenberg_end_only": (
        "text has",
        "texts have",
        " Project Gutenberg's licence at the end, which was stripped, but no header at the beginning",
        None,
    ),
    "aozora_marks": (
        "input holds",
        "inputs hold",
        " Aozora Bunko's readings and notes, which are counted as text",
        "--strip aozora leaves them out",
    ),
    "null_text": (
        "row without a text (null) counts as an empty document",
        "rows without a text (null) count as empty documents",
        "",
        None,
    ),
    "header_as_text": (
        "table whose",
        "tables whose",
        " first row, '{detail}' in the column of the text, is read as text",
        "if it is a header: --field {detail}",
    ),
    "encoding_detected": (
        "input read as {detail}, which its bytes suggest",
        "inputs read as {detail}, which their bytes suggest",
        "",
        "if that is wrong, declare the encoding with --encoding",
    ),
    "bom_overrides_encoding": (
        "input read by its byte-order mark",
        "inputs read by their byte-order marks",
        " and not by --encoding",
        None,
    ),
    "suffix_disagrees": (
        "input whose name promises another compression than its bytes show",
        "inputs whose names promise another compression than their bytes show",
        "; the bytes decide",
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
        one, many, rest, hint = _WORDING[code]
        told = (counted(count, one, many) + rest).format(detail=detail)
        advice = hint and hint.format(detail=detail)
        return Notice(code, f"{told} (first in {self._first[code, detail]})", advice)
