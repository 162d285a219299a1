"""The words a reader sees for the names that Zipf results carry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lexdecay.zipf.full_range import ZIPF_LAWS
from lexdecay.zipf.replicates import p_text

if TYPE_CHECKING:
    from lexdecay.zipf.records import ZipfVerdict

ANSWERS: Final = {
    "full_range": "holds for all words",
    "tail": "holds for the frequent words only",
    "rejected": "does not hold",
    "undecided": "cannot tell",
    "too_little_data": "too few words to tell",
}
SHORT_ANSWERS: Final = {
    "full_range": "all words",
    "tail": "frequent words",
    "rejected": "no",
    "undecided": "cannot tell",
    "too_little_data": "too few words",
}
TESTS: Final = {"boundary": "edge (½ χ²)", "likelihood_ratio": "χ²", "vuong": "Vuong"}
PREFERENCES: Final = {
    "power_law": "power law is better",
    "alternative": "this law is better",
    "undecided": "cannot tell",
    "collapses": "has become the power law",
}
LAWS: Final = {
    "f1": "f1 zeta",
    "f2": "f2 survival power law",
    "f3": "f3 sampled ranking",
    "yule": "Yule-Simon",
    "waring": "Waring",
    "shifted_zeta": "shifted zeta",
    "lomax": "discrete Lomax",
    "cutoff": "exponential cut-off",
    "lognormal": "lognormal",
    "stretched_exponential": "stretched exponential",
    "exponential": "exponential",
    "poisson": "Poisson",
    "zm": "Zipf-Mandelbrot",
    "fzm": "finite Zipf-Mandelbrot",
    "gigp": "inverse Gauss-Poisson",
}


def is_related(verdict: ZipfVerdict) -> bool:
    """Whether what holds for all words is none of f1, f2, f3 but Yule's or a shifted law."""
    return verdict.answer == "full_range" and verdict.form not in ZIPF_LAWS


def answer_text(verdict: ZipfVerdict) -> str:
    """Return the answer, with the form where it is none of f1, f2, f3."""
    form = f", in a related form ({law_title(verdict.form or '')})" if is_related(verdict) else ""
    return ANSWERS[verdict.answer] + form


def law_title(name: str) -> str:
    """Return the title of a law."""
    return LAWS.get(name, name)


def simulated(p: float | None, replicates: int) -> str:
    """Return a bootstrap's p for a cell: ``0.40``; ``≤ 0.005`` when no replicate was as far off."""
    return "-" if p is None else p_text(p, replicates).removeprefix("= ")
