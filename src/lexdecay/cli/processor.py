"""What numpy is told before it is loaded: the sort that is the fast one here, and one thread a product.

On AMD's Zen 4 compressed stores to memory are microcoded, and numpy's AVX-512 sort is made of them:
37 ns a 32-bit key against 5.7 with AVX2 (docs/decisions/0006-sorting.md). numpy looks at the
environment once, when it is imported, so this belongs to the start of a command and not to a room.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

VARIABLE = "NPY_DISABLE_CPU_FEATURES"
THREADS = "OPENBLAS_NUM_THREADS"
# The names of numpy 2.4 and of earlier versions; each ignores those it does not know.
FEATURES = "X86_V4 AVX512_SKX AVX512_ICL"
CPUINFO = Path("/proc/cpuinfo")
FIRST_PROCESSOR = 4096  # bytes: its vendor and flags; a large machine lists hundreds more


def prefer_fast_sort() -> None:
    """Set the variable unless the user has, or numpy is there already, or the processor sorts well."""
    if VARIABLE not in os.environ and "numpy" not in sys.modules and _sorts_slowly(_first_processor()):
        os.environ[VARIABLE] = FEATURES


def one_thread_a_product() -> None:
    """Have each matrix product use one thread, unless the user has chosen or numpy is there already.

    The products here are small: a second thread took 3.7 CPU-seconds where one took 2.0 to tag a novel
    beside other work. What is divided among processors is larger, and --jobs says among how many.
    """
    if THREADS not in os.environ and "numpy" not in sys.modules:
        os.environ[THREADS] = "1"


def _sorts_slowly(described: str) -> bool:
    return "AuthenticAMD" in described and "avx512f" in described


def _first_processor() -> str:
    try:
        with CPUINFO.open(encoding="ascii", errors="replace") as file:
            return file.read(FIRST_PROCESSOR)
    except OSError:  # not Linux: whatever the processor, numpy decides
        return ""
