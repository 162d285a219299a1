"""Failures of other libraries that mean one thing: the process may have no more memory or threads.

Only numpy and Python itself say MemoryError. The loader of shared libraries says ImportError, which Polars
keeps to itself: it warns that its binary is missing, and fails later. Its Rust panics when it can start no
thread.
"""

from __future__ import annotations

import re
import sys
import warnings
from typing import TYPE_CHECKING

from lexdecay.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

# Of dlopen (glibc's elf/dl-load.c), of the system's ENOMEM and EAGAIN, and of Python's threading.
_SAYINGS = re.compile(
    r"failed to map segment|cannot create shared object descriptor|can't start new thread"
    r"|could not find Polars' Rust module|cannot allocate memory|resource temporarily unavailable"
    r"|\(os error (?:11|12)\)",
    re.IGNORECASE,
)
# Named as text: PanicException is Polars' own, and made anew in each of its libraries.
_KINDS = {"ImportError", "PanicException", "RuntimeError", "UserWarning", "BlockingIOError"}

# Bytes. Where scipy's OpenBLAS finds no 32 MB for itself it asks again for ever, deaf to signals: seen under
# 140, 160 and 170 thousand kilobytes, never from 180 thousand on. No verb ends well with less.
LEAST_ADDRESS_SPACE = 192 << 20


def refuse_too_small_a_process() -> None:
    """Raise ResourceError when the process may have too little memory to load its libraries."""
    if sys.platform == "win32":
        return
    import resource

    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    if allowed != resource.RLIM_INFINITY and allowed < LEAST_ADDRESS_SPACE:
        raise ResourceError(
            f"the process may have {allowed >> 20} MiB of memory, and needs {LEAST_ADDRESS_SPACE >> 20} MiB "
            "before it begins",
            hint=f"ulimit -v {LEAST_ADDRESS_SPACE >> 10}, or more; what a run takes: --plan",
        )


def refuse_half_a_library() -> None:
    """Have Polars fail where its binary cannot be loaded, and not at its first use with a NameError."""
    warnings.filterwarnings("error", message="Polars binary is missing")


def shortage(problem: BaseException) -> str | None:
    """What could not be had, in the words of the library that asked for it; None when it was no shortage."""
    said = [said for each in _chain(problem) if (said := _said(each))]
    return said[-1] if said else None  # the first failure: what followed only adds advice


def _chain(problem: BaseException | None) -> Iterator[BaseException]:
    while problem is not None:
        yield problem
        problem = problem.__cause__ or problem.__context__


def _said(problem: BaseException) -> str | None:
    text = str(problem)
    return text if type(problem).__name__ in _KINDS and _SAYINGS.search(text) else None
