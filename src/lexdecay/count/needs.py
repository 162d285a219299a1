"""What counting pairs will take, told from the beginning of a corpus."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lexdecay.count.pairs import count_offset
from lexdecay.count.parquet import COUNT_BYTES, LARGEST_PART, PART_ROW_BYTES, part_frame
from lexdecay.count.runs import ROW

if TYPE_CHECKING:
    from lexdecay.count.runs import Run
    from lexdecay.records import TokenStream

SAMPLE_TOKENS = 500_000  # some tenths of a second


@dataclass(frozen=True, slots=True)
class PairNeeds:
    """Estimates, in rows and bytes."""

    rows: int
    disk_bytes: int
    temporary_bytes: int
    memory_bytes: int  # of buffers; the corpus and the vocabulary come on top


def pair_needs(beginning: TokenStream, tokens: int, max_offset: int, memory_bytes: int) -> PairNeeds:
    """Estimate what `write_pair_counts` will take for a corpus of ``tokens`` that begins so.

    Distinct pairs grow with a power of the tokens, whose exponent is that between the first half of the
    sample and all of it; between the nearest and the farthest offset they are taken to grow evenly.
    """
    sample = _cut(beginning, SAMPLE_TOKENS)
    reached = min(max_offset, tokens - 1)
    if len(sample) < 2 or reached < 1:
        return PairNeeds(0, 0, 0, 0)
    near = count_offset(sample, 1, 0, len(sample))
    far = _grown(sample, min(reached, len(sample) // 2), tokens)
    rows = round(reached * (_grown(sample, 1, tokens) + far) / 2)
    limit = memory_bytes // 2
    spilled = tokens > limit // COUNT_BYTES
    pieces = tokens * COUNT_BYTES / limit
    runs = round(pieces * _grown(sample, 1, limit // COUNT_BYTES)) if spilled else 0
    held = min(limit, COUNT_BYTES * tokens) + min(limit, PART_ROW_BYTES * min(rows, LARGEST_PART))
    return PairNeeds(rows, round(rows * _row_bytes(sample, near)), runs * ROW.itemsize, held)


def _cut(stream: TokenStream, tokens: int) -> TokenStream:
    starts = stream.starts[stream.starts < tokens]
    return replace(stream, ids=stream.ids[:tokens], starts=starts, tags=None, sentences=None)


def _grown(sample: TokenStream, offset: int, tokens: int) -> float:
    """Distinct pairs at one offset among so many tokens."""
    half = count_offset(sample, offset, 0, len(sample) // 2).keys.size
    whole = count_offset(sample, offset, 0, len(sample)).keys.size
    exponent = min(1.0, math.log2(whole / half)) if half else 1.0
    return float(whole * (tokens / len(sample)) ** exponent)


def _row_bytes(sample: TokenStream, run: Run) -> float:
    """Bytes of a row as Parquet compresses it."""
    import polars as pl

    encoded = io.BytesIO()
    part_frame(pl.Series(sample.vocabulary.words, dtype=pl.String), [(1, run)]).write_parquet(encoded)
    return len(encoded.getbuffer()) / max(run.keys.size, 1)
