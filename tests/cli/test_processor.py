"""What the start of a command tells numpy."""

import platform
import subprocess
import sys
from types import SimpleNamespace

import pytest

from lexdecay.cli import processor


@pytest.fixture
def fresh(monkeypatch, tmp_path):
    """A process that has not loaded numpy, on a processor that ``describe`` makes up."""
    monkeypatch.setenv(processor.VARIABLE, "so that it is put back")
    monkeypatch.delenv(processor.VARIABLE)
    monkeypatch.setenv(processor.THREADS, "so that it is put back")
    monkeypatch.delenv(processor.THREADS)
    for name in (*processor.KEPT, "GLIBC_TUNABLES"):
        monkeypatch.setenv(name, "so that it is put back")
        monkeypatch.delenv(name)
    monkeypatch.setattr(processor, "CPUINFO", tmp_path / "cpuinfo")
    monkeypatch.delitem(sys.modules, "numpy", raising=False)

    def describe(text):
        (tmp_path / "cpuinfo").write_text(text, "ascii")

    return describe


def chosen():
    return processor.os.environ.get(processor.VARIABLE)


def test_an_amd_processor_with_avx512_sorts_with_avx2(fresh):
    fresh("vendor_id : AuthenticAMD\nflags : sse2 avx2 avx512f avx512dq\n")
    processor.prefer_fast_sort()
    assert chosen() == processor.FEATURES


@pytest.mark.parametrize(
    "described",
    ["vendor_id : GenuineIntel\nflags : avx512f\n", "vendor_id : AuthenticAMD\nflags : avx2\n", ""],
)
def test_other_processors_are_left_alone(fresh, described):
    fresh(described)
    processor.prefer_fast_sort()
    assert chosen() is None


@pytest.mark.usefixtures("fresh")
def test_a_system_without_that_file_is_left_alone():
    processor.prefer_fast_sort()
    assert chosen() is None


def test_the_user_s_own_choice_stands(fresh, monkeypatch):
    fresh("vendor_id : AuthenticAMD\nflags : avx512f\n")
    monkeypatch.setenv(processor.VARIABLE, "")
    processor.prefer_fast_sort()
    assert chosen() == ""


@pytest.mark.usefixtures("fresh")
def test_a_matrix_product_uses_one_thread():
    processor.one_thread_a_product()
    assert processor.os.environ[processor.THREADS] == "1"


@pytest.mark.usefixtures("fresh")
def test_threads_that_the_user_chose_stand(monkeypatch):
    monkeypatch.setenv(processor.THREADS, "4")
    processor.one_thread_a_product()
    assert processor.os.environ[processor.THREADS] == "4"


PAGE_FAULTS = """
import resource, sys
from lexdecay.cli import processor
if sys.argv[1:]:
    processor.keep_memory()
import numpy as np
def arrays():
    return [np.ones(1 << 16) for _ in range(16)]  # 8 MB in all, freed at once
arrays()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(20):
    arrays()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc's allocator is told")
@pytest.mark.usefixtures("fresh")
def test_kept_memory_is_not_faulted_in_again():
    def faults(*arguments):
        command = [sys.executable, "-c", PAGE_FAULTS, *arguments]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    given_back, kept = faults(), faults("keep")
    assert 10 * kept < given_back


@pytest.mark.usefixtures("fresh")
def test_processes_that_a_command_starts_keep_memory_too(monkeypatch):
    monkeypatch.setattr(processor.ctypes, "CDLL", lambda _: SimpleNamespace(mallopt=lambda *_: 1))
    processor.keep_memory()
    assert {name: processor.os.environ.get(name) for name in processor.KEPT} == {
        name: str(size) for name, (_, size) in processor.KEPT.items()
    }


@pytest.mark.usefixtures("fresh")
def test_another_allocator_is_left_alone(monkeypatch):
    monkeypatch.setattr(processor.ctypes, "CDLL", lambda _: SimpleNamespace())
    processor.keep_memory()
    assert not set(processor.KEPT) & set(processor.os.environ)


@pytest.mark.usefixtures("fresh")
def test_an_allocator_that_the_user_has_told_is_left_alone(monkeypatch):
    monkeypatch.setenv("MALLOC_TOP_PAD_", "0")
    processor.keep_memory()
    assert "MALLOC_TRIM_THRESHOLD_" not in processor.os.environ


@pytest.mark.usefixtures("fresh")
def test_a_command_settles_all_three(monkeypatch):
    settled = []
    for name in ("prefer_fast_sort", "one_thread_a_product", "keep_memory"):
        monkeypatch.setattr(processor, name, lambda name=name: settled.append(name))
    processor.prepare()
    assert len(settled) == 3


def test_numpy_loads_without_a_word_under_that_choice():
    done = subprocess.run(
        [sys.executable, "-c", "import numpy"],
        env={**processor.os.environ, processor.VARIABLE: processor.FEATURES},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
