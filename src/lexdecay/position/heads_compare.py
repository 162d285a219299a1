"""A head's kernel beside that of a corpus, and the weight at a distance beside what context there is worth.

Neither comparison says why: two curves that fall with distance always correlate.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.errors import FormatError
from lexdecay.position.attention_records import CurveMatch, Perturbed
from lexdecay.position.heads import _line, estimate_of, jackknife_error
from lexdecay.position.kernels import make_kernel
from lexdecay.position.maps import UNREADABLE, archived

if TYPE_CHECKING:
    from lexdecay.position.attention_records import HeadFound
    from lexdecay.position.heads import Sums
    from lexdecay.position.kernels import Kernel
    from lexdecay.records import Floats, Ints

LEAST_COMMON = 4  # distances
BLOCKS = 40  # of tokens, as for every curve of the house
LOGPROBS = "np.savez(FILE, context=lengths, logprob=array of (tokens, lengths)), natural logarithms"
# Ranks that agree less than this, or shares that are farther apart, are worth a warning. Kendall's tau of
# 0.5 is three pairs of distances in four in the same order; a quarter of the weight elsewhere is no matter
# of rounding.
LEAST_TAU, MOST_APART = 0.5, 0.25


def read_kernel(path: str) -> Kernel:
    """Read a table of ``offset,value`` (CSV with these names) as a kernel without errors.

    Raises FormatError where a row is no positive pair of numbers.
    """
    try:
        rows = list(csv.DictReader(io.StringIO(Path(path).read_text("utf-8-sig"))))
        pairs = sorted((float(row["offset"]), float(row["value"])) for row in rows)
    except (KeyError, TypeError, ValueError) as problem:
        raise FormatError(
            f"{path}: neither a curve nor a table of offset,value: {problem}",
            hint="decay measure CORPUS --json -o curve.json",
        ) from problem
    distance, value = np.array(pairs).reshape(-1, 2).T
    if not np.isfinite([distance, value]).all() or (np.diff(distance) == 0).any():
        raise FormatError(
            f"{path}: an offset is there twice, or a number is not finite", hint="one row for each offset"
        )
    kept = (value > 0) & (distance >= 1)
    if kept.sum() < LEAST_COMMON:
        raise FormatError(
            f"{path}: {int(kept.sum())} offsets with a value above 0, too few", hint="give 4 or more"
        )
    size = int(kept.sum())
    return make_kernel("given", distance[kept], np.log(value[kept]), np.zeros((size, size)), "tokens")


def match_kernel(found: HeadFound, sums: Sums, kernel: Kernel) -> CurveMatch | None:
    """Compare on the distances both have; None for fewer than four.

    ``ratio`` is the slope of the head's logit on ln K, in which no constant has a part.
    """
    known = {int(d): at for at, d in enumerate(kernel.distance) if d == int(d)}
    both = [at for at, d in enumerate(found.distance.tolist()) if d in known and found.usable[at]]
    if len(both) < LEAST_COMMON:
        return None
    distance: Ints = found.distance[both]
    target = kernel.log_value[[known[d] for d in distance.tolist()]]
    totals = [values[:, both] for values in (sums.log_sum, sums.positive)]
    logs, cells = (np.concatenate([v.sum(0)[None], v.sum(0) - v]) for v in totals)
    logits = logs / np.maximum(cells, 1)
    weight = np.full(len(both), 1 / len(both))
    slopes, _ = _line(logits, target, weight)
    difference = logits[0] - target
    ratio = estimate_of("ratio", "r", "1", float(slopes[0]), jackknife_error(slopes), len(sums.log_sum))
    return CurveMatch(distance, float(difference.std()), ratio, _spearman(logits[0], target))


def _spearman(a: Floats, b: Floats) -> float:
    first, second = (np.argsort(np.argsort(values)).astype(float) for values in (a, b))
    return float(np.corrcoef(first, second)[0, 1])


def read_logprobs(path: str) -> tuple[Ints, Floats]:
    """Read context lengths, int[C], and log-probabilities, [tokens, C], nats; raises FormatError."""
    try:
        archived(path)
        with np.load(path, allow_pickle=False) as file:
            context, logprob = file["context"], np.asarray(file["logprob"], np.float64)
    except (*UNREADABLE, AttributeError, TypeError) as problem:
        raise FormatError(
            f"{path}: no log-probabilities by context length: {problem}", hint=LOGPROBS
        ) from problem
    if logprob.ndim != 2 or context.shape != logprob.shape[1:] or not len(logprob):
        raise FormatError(
            f"{path}: logprob has the shape {logprob.shape}, context {context.shape}", hint=LOGPROBS
        )
    if not np.isfinite(logprob).all() or (logprob > 1e-3).any():
        raise FormatError(f"{path}: log-probabilities must be finite and not above 0", hint=LOGPROBS)
    if context.size < 3 or (np.diff(context) <= 0).any() or context[0] < 1:
        raise FormatError(
            f"{path}: three or more context lengths in ascending order are needed", hint=LOGPROBS
        )
    return context.astype(np.int64), logprob


def perturbed(context: Ints, logprob: Floats, distance: Ints, mass: Floats) -> Perturbed:
    """Set the gain of each stretch of context beside the weight at its distances.

    Tokens context[i] + 1 .. context[i + 1] before the predicted one are added at each step, so ``distance``
    has to be counted from the predicted token. What the first ``context[0]`` tokens give is known to
    neither side.
    """
    steps = np.diff(logprob, axis=1)
    blocks = np.array([part.mean(0) for part in np.array_split(steps, min(BLOCKS, len(steps)))])
    gain = steps.mean(0)
    se = blocks.std(0, ddof=1) / np.sqrt(len(blocks)) if len(blocks) > 1 else np.full(gain.size, np.nan)
    low, high = context[:-1] + 1, context[1:]
    seen = high <= distance.max()
    low, high, gain, se = low[seen], high[seen], gain[seen], se[seen]
    weight = np.array([mass[(distance >= a) & (distance <= b)].sum() for a, b in zip(low, high, strict=True)])
    shares = [np.maximum(part, 0) / max(np.maximum(part, 0).sum(), 1e-300) for part in (gain, weight)]
    width = high - low + 1.0
    tau = _kendall(gain / width, weight / width)
    apart = float(np.abs(shares[0] - shares[1]).sum() / 2)
    agrees = tau is not None and tau >= LEAST_TAU and apart <= MOST_APART
    return Perturbed(low, high, gain, se, shares[0], shares[1], tau, apart, len(logprob), agrees)


def _kendall(a: Floats, b: Floats) -> float | None:
    """Kendall's tau-b over all pairs of stretches; None for fewer than three."""
    if a.size < 3:
        return None
    upper = np.triu_indices(a.size, 1)
    signs = [np.sign(values[:, None] - values)[upper] for values in (a, b)]
    norm = np.sqrt((signs[0] ** 2).sum() * (signs[1] ** 2).sum())
    return float((signs[0] * signs[1]).sum() / norm) if norm else None
