"""Independent pieces of work over processes, results in order: for work that holds the interpreter lock.

A bootstrap works on arrays too small for threads to help. The pieces carry their own seeds and are folded in
their order, so the result does not depend on how many processes there are.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import tempfile
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

from lexdecay.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

_LONGEST_FOLDER = 70  # bytes: of a socket's 107 less /pymp-xxxxxxxx/listener-xxxxxxxx


@contextlib.contextmanager
def process_map(jobs: int) -> Iterator[Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]]:
    """Yield a ``map`` over at most ``jobs`` processes; the built-in one for a single job.

    Processes start when the first piece arrives, and end with the context, or with this process however
    it ends.

    Raises
    ------
    ResourceError
        When a process was killed from outside, as a system does that runs out of memory.
    """
    if jobs <= 1:
        yield map
        return
    # A worker computes with one thread: numpy looks at this when it is loaded there.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    pool = ProcessPoolExecutor(jobs, mp_context=_context(), initializer=_end_with_parent)
    # When a worker is killed while work for it is on its way, the thread that writes to the workers' pipe can
    # be left writing to nobody (python/cpython#94777), and Python waits for that thread before it ends.
    # Nobody needs to: workers have ended, or their work is lost.
    pool._call_queue.cancel_join_thread()  # type: ignore[attr-defined]  # noqa: SLF001
    try:
        with _stopping_workers():
            yield partial(_map, pool)
    except BrokenProcessPool as error:
        raise ResourceError(
            "a worker process was killed; the system may have run out of memory", hint="--jobs 1"
        ) from error
    finally:
        pool.shutdown()


def _map(
    pool: ProcessPoolExecutor, work: Callable[[Any], Any], pieces: Iterable[Any], *, chunksize: int = 1
) -> Iterator[Any]:
    """Results in the order of the pieces, which are handed over at once, ``chunksize`` of them together.

    `ProcessPoolExecutor.map` cancels what is left when a worker was killed, while the pool is telling the
    same futures so; the pool's own thread then dies, and with it the end of the other workers.
    """
    given = iter(pieces)
    futures = [
        pool.submit(_several, work, chunk) for chunk in iter(lambda: list(islice(given, chunksize)), [])
    ]
    return _results(futures)


def _results(futures: list[Future[list[Any]]]) -> Iterator[Any]:
    try:
        for future in futures:
            yield from future.result()
    except BrokenProcessPool:
        wait_for(futures)
        raise


def _several(work: Callable[[Any], Any], pieces: list[Any]) -> list[Any]:
    return [work(piece) for piece in pieces]


@contextlib.contextmanager
def _stopping_workers() -> Iterator[None]:
    """Stop the workers when the work is interrupted: what they are at would be waited for otherwise."""
    try:
        yield
    except BaseException:
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise


def _end_with_parent() -> None:
    """Let a worker end when its parent is gone: it waits for work on a pipe whose other end it holds too.

    Ctrl-C reaches every process of a terminal; the parent alone answers it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_after, args=(parent.sentinel,), daemon=True).start()


def _exit_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)


def _can_listen() -> bool:
    try:
        return len(os.fsencode(tempfile.gettempdir())) <= _LONGEST_FOLDER
    except FileNotFoundError:  # no temporary folder at all; who needs one for its files will say so
        return False


def _context() -> multiprocessing.context.BaseContext:
    """Start workers from a clean process: forking one that has threads may hang."""
    methods = multiprocessing.get_all_start_methods()
    # The server listens on a socket in the temporary folder, whose name may be too long for one.
    served = "forkserver" in methods and _can_listen()
    context = multiprocessing.get_context("forkserver" if served else "spawn")
    if hasattr(context, "set_forkserver_preload"):
        context.set_forkserver_preload(["lexdecay.zipf.analyse", "scipy.special"])
    return context
