"""Independent pieces of work over threads of one process, results in order.

The work is numpy sorts and gathers, which release the interpreter lock; threads share the corpus
without a copy. Results do not depend on the number of threads, since each piece is computed alone
and they are folded in their order.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Item = TypeVar("Item")
Result = TypeVar("Result")


# Bytes a token of the corpus itself (ids and symbols), and a pair of each offset in work (a key, its
# runs); measured on a corpus of 1e8 tokens, with what the interpreter and its libraries take.
PER_TOKEN, PER_PAIR, INTERPRETER = 6, 6, 150 << 20


def jobs_within(memory: int | None, tokens: int, jobs: int) -> int:
    """How many offsets may be in work at once to stay under ``memory`` bytes; 0 when not even one."""
    if memory is None:
        return jobs
    left = memory - INTERPRETER - PER_TOKEN * tokens
    return int(min(jobs, max(0, left // max(1, PER_PAIR * tokens))))


# The ids of a corpus; and the least share of --memory that counting buffers get, so that counting goes on in
# small pieces where the corpus alone takes it.
PER_ID, LEAST_SHARE = 4, 0.25


def pair_buffers(memory: int, tokens: int) -> int:
    """Bytes that the buffers of pair counting may take for the process to stay under ``memory`` bytes."""
    return max(memory - INTERPRETER - PER_ID * tokens, int(LEAST_SHARE * memory))


def map_in_order(work: Callable[[Item], Result], items: Iterable[Item], jobs: int) -> Iterator[Result]:
    """Yield ``work(item)`` in the order of ``items``, at most ``jobs`` at a time."""
    if jobs <= 1:
        yield from map(work, items)
        return
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(work, items)
