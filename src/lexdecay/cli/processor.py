"""What a command settles before numpy is loaded: the fast sort, one thread a product, memory that is kept.

On AMD's Zen 4 compressed stores to memory are microcoded, and numpy's AVX-512 sort is made of them:
37 ns a 32-bit key against 5.7 with AVX2 (docs/decisions/0006-sorting.md). numpy looks at the
environment once, when it is imported, so this belongs to the start of a command and not to a room.

glibc hands every large array back to the kernel as soon as it is freed, and the next one is a page fault
for every 4 kB: a tokenizer that knows all words of a text spent half of its time so
(docs/decisions/0011-kept-memory.md).
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

VARIABLE = "NPY_DISABLE_CPU_FEATURES"
THREADS = "OPENBLAS_NUM_THREADS"
# The names of numpy 2.4 and of earlier versions; each ignores those it does not know.
FEATURES = "X86_V4 AVX512_SKX AVX512_ICL"
CPUINFO = Path("/proc/cpuinfo")
# Of glibc's mallopt(3), by the variable that says the same to the processes this one starts.
KEPT = {
    "MALLOC_MMAP_THRESHOLD_": (-3, 32 << 20),  # bytes; arrays up to this size are made of kept memory
    "MALLOC_TRIM_THRESHOLD_": (-1, 64 << 20),  # how much of it may lie unused
    "MALLOC_TOP_PAD_": (-2, 4 << 20),  # and how much is asked for at a time
}
FIRST_PROCESSOR = 4096  # bytes: its vendor and flags; a large machine lists hundreds more


def prepare() -> None:
    """Settle all of it, but for what the user has settled; for commands that sort pairs."""
    prefer_fast_sort()
    one_thread_a_product()
    keep_memory()


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


def keep_memory() -> None:
    """Have the allocator keep the memory of freed arrays for the next ones, where it is glibc's."""
    if any(name in os.environ for name in (*KEPT, "GLIBC_TUNABLES")):
        return
    try:
        settle = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # another C library
        return
    for name, (option, size) in KEPT.items():
        settle(option, size)
        os.environ[name] = str(size)


def _sorts_slowly(described: str) -> bool:
    return "AuthenticAMD" in described and "avx512f" in described


def _first_processor() -> str:
    try:
        with CPUINFO.open(encoding="ascii", errors="replace") as file:
            return file.read(FIRST_PROCESSOR)
    except OSError:  # not Linux: whatever the processor, numpy decides
        return ""
