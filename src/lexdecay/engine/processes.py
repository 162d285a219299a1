"""Independent pieces of work over processes, results in order: for work that holds the interpreter lock.

A bootstrap works on arrays too small for threads to help. The pieces carry their own seeds and are folded in
their order, so the result does not depend on how many processes there are.
"""

from __future__ import annotations

import contextlib
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


@contextlib.contextmanager
def process_map(jobs: int) -> Iterator[Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]]:
    """Yield a ``map`` over at most ``jobs`` processes; the built-in one for a single job.

    Processes start when the first piece arrives, and end with the context.
    """
    if jobs <= 1:
        yield map
        return
    pool = ProcessPoolExecutor(jobs, mp_context=_context())
    try:
        yield pool.map
    finally:
        pool.shutdown(cancel_futures=True)


def _context() -> multiprocessing.context.BaseContext:
    """Start workers from a clean process: forking one that has threads may hang."""
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    if hasattr(context, "set_forkserver_preload"):
        context.set_forkserver_preload(["lexdecay.zipf.analyse", "scipy.special"])
    return context
