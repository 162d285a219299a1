"""``--engine spark`` where it cannot start: one line that says why, one that says what to type."""

import socket
import sys

import pytest


@pytest.fixture
def book(tmp_path):
    (tmp_path / "book.txt").write_text("a few words " * 200, "utf-8")
    return str(tmp_path / "book.txt")


def test_without_pyspark_the_hint_is_what_to_install(run, book, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspark", None)
    ran = run("fit", book, "--engine", "spark")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        "error: --engine spark needs pyspark, which is not installed\nhint: pip install 'lexdecay[spark]'\n"
    )


def test_without_java_the_error_says_where_it_was_looked_for(run, book, monkeypatch, tmp_path):
    pytest.importorskip("pyspark", reason="pyspark is not installed: pip install 'lexdecay[spark]'")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = run("measure", book, "--engine", "spark")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        "error: --engine spark needs Java, and there is none on the PATH\n"
        "hint: install Java 17 or newer, or set JAVA_HOME to its folder\n"
    )
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "java"))
    assert f"there is none in JAVA_HOME ({tmp_path / 'java'})" in run("fit", book, "--engine", "spark").err


def test_a_master_that_does_not_answer_is_named(run, book, tmp_path, monkeypatch):
    pytest.importorskip("pyspark", reason="pyspark is not installed: pip install 'lexdecay[spark]'")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "java").touch(mode=0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # taken, and nobody listens
        port = closed.getsockname()[1]
        for master in (f"spark://127.0.0.1:{port}", "spark://127.0.0.1", "spark://127.0.0.1:99999"):
            ran = run("count", book, "-o", str(tmp_path / "pairs"), "--engine", "spark", "--master", master)
            assert (ran.code, ran.out) == (1, "")
            assert ran.err.splitlines()[0] == f"error: no Spark master answers at {master}"
            assert "--master 'local[2]'" in ran.err.splitlines()[1]
    assert not (tmp_path / "pairs").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ["--master", "local[2]"],
            "error: --master names a master of Spark\nhint: add --engine spark --master local[2]\n",
        ),
        (["--engine", "spark", "--control", "shuffle"], "error: --control does not work with --engine spark"),
        (["--engine", "spark", "--memory", "1G"], "hint: set spark.executor.memory in spark-defaults.conf"),
        (["--engine", "spark", "--temp-dir", "."], "hint: set spark.local.dir in spark-defaults.conf"),
        (
            ["--engine", "spark", "--left", "ADJ", "--right", "NOUN"],
            "error: --engine means nothing for the curve of",
        ),
        (["--engine", "dask"], "'dask' is not one of 'local', 'spark'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_does_not_fit_together_is_refused_before_spark_starts(run, book, options, said):
    ran = run("fit", book, *options)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_standard_input_is_refused(run, monkeypatch, tmp_path):
    with (tmp_path / "text").open("w+") as file:
        monkeypatch.setattr(sys, "stdin", file)
        ran = run("measure", "-", "--engine", "spark")
    assert ran.code == 2
    assert ran.err.startswith("error: standard input: a stream cannot be read by several machines")
