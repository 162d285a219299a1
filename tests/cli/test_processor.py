"""What the start of a command tells numpy."""

import subprocess
import sys

import pytest

from lexdecay.cli import processor


@pytest.fixture
def fresh(monkeypatch, tmp_path):
    """A process that has not loaded numpy, on a processor that ``describe`` makes up."""
    monkeypatch.setenv(processor.VARIABLE, "so that it is put back")
    monkeypatch.delenv(processor.VARIABLE)
    monkeypatch.setenv(processor.THREADS, "so that it is put back")
    monkeypatch.delenv(processor.THREADS)
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


def test_numpy_loads_without_a_word_under_that_choice():
    done = subprocess.run(
        [sys.executable, "-c", "import numpy"],
        env={**processor.os.environ, processor.VARIABLE: processor.FEATURES},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
