"""Many spectra, the same tests: what share of them obeys Zipf's law."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lexdecay.zipf.alternatives import compare_tail
from lexdecay.zipf.full_range import fit_full_range
from lexdecay.zipf.power import detectable
from lexdecay.zipf.results import Survey, Tally
from lexdecay.zipf.spectrum import summarise
from lexdecay.zipf.tail import fit_tail, too_few, with_p
from lexdecay.zipf.verdict import LEVEL_FULL, LEVEL_TAIL, judge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lexdecay.records import Floats
    from lexdecay.zipf.analyse import Plan
    from lexdecay.zipf.records import Spectrum

_RATE = 0.05
_BINS = 10


def survey(name: str, spectrum: Spectrum, plan: Plan) -> Survey:
    """Full range, tail and verdict of one spectrum; no growth, populations or intervals."""
    tail = fit_tail(spectrum, stability=False)
    if too_few(spectrum) is not None:
        return Survey(name, summarise(spectrum), (), tail, judge(spectrum, None, tail, (), ()))
    tail = with_p(spectrum, tail, plan.replicates, plan.seed)
    full = fit_full_range(spectrum, plan.replicates, plan.seed, thorough=False)
    starts = sorted({int(spectrum.frequency[0]), tail.x_min or 1})
    power = [detectable(spectrum, x, plan.replicates, plan.seed) for x in starts]
    verdict = judge(spectrum, full, tail, compare_tail(spectrum, tail), power)
    return Survey(name, summarise(spectrum), full.fits, tail, verdict)


def tally(books: Sequence[Survey]) -> Tally:
    """Count which laws are not rejected, bin the p-values, and control the false discovery rate."""
    p = {name: _p_values(books, name) for name in ("f1", "f2", "tail")}
    tested = ~np.isnan(p["f1"]) & ~np.isnan(p["f2"])
    f1, f2 = p["f1"][tested] >= LEVEL_FULL, p["f2"][tested] >= LEVEL_FULL
    return Tally(
        books=len(books),
        tested=int(tested.sum()),
        f1_only=int((f1 & ~f2).sum()),
        f2_only=int((f2 & ~f1).sum()),
        both=int((f1 & f2).sum()),
        neither=int((~f1 & ~f2).sum()),
        tail=int((p["tail"] >= LEVEL_TAIL).sum()),
        histogram={name: _histogram(values[~np.isnan(values)]) for name, values in p.items()},
        false_discovery={name: rejections(values[~np.isnan(values)]) for name, values in p.items()},
    )


def _p_values(books: Sequence[Survey], name: str) -> Floats:
    found = [book.tail.p if name == "tail" else getattr(book.fit_of(name), "p", None) for book in books]
    return np.array([np.nan if p is None else p for p in found], dtype=float)


def _histogram(values: Floats) -> tuple[int, ...]:
    return tuple(int(n) for n in np.histogram(values, bins=_BINS, range=(0.0, 1.0))[0])


def rejections(p: Floats, rate: float = _RATE) -> int:
    """Hypotheses rejected at a false discovery rate (Benjamini & Hochberg 1995)."""
    below = np.sort(p) <= rate * np.arange(1, p.size + 1) / max(p.size, 1)
    return int(np.flatnonzero(below)[-1]) + 1 if below.any() else 0
