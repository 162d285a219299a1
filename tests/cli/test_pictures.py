"""``--figure``, ``--report`` and ``decay report``: what is written, and what is refused before any work."""

import importlib.util
import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from lexdecay.cli.boundary import run as run_command
from lexdecay.cli.zipf import zipf

ENGLISH = Path(__file__).parents[2] / "sample_corpora" / "english.txt"


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text(ENGLISH.read_text("utf-8")[:20_000], "utf-8")
    return str(path)


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("name", "beginning"), [("f.svg", b"<?xml"), ("f.PNG", b"\x89PNG"), ("f.pdf", b"%PDF")]
)
def test_a_figure_is_written_beside_the_table(run, tmp_path, name, beginning):
    file = tmp_path / name
    ran = run("measure", "book.txt", "--figure", str(file))
    assert ran.code == 0, ran.err
    assert file.read_bytes().startswith(beginning)
    assert ran.out.startswith("corpus/whale.txt")  # the table is where it was


@pytest.mark.usefixtures("library")
def test_a_page_is_written_beside_the_json(run, tmp_path):
    file = tmp_path / "page.html"
    ran = run("fit", "book.txt", "--json", "--report", str(file))
    assert ran.code == 0, ran.err
    assert ran.out.startswith("{")
    assert file.read_text("utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("option", "file", "said"),
    [
        ("--figure", "f.gif", "--figure: 'f.gif' does not end in .svg, .png or .pdf"),
        ("--figure", "figure", "hint: such as figure.svg"),
        ("--report", "page.txt", "--report: 'page.txt' does not end in .html or .htm"),
        ("--figure", "nowhere/f.svg", "could not write output: there is no folder nowhere"),
    ],
)
def test_a_file_that_cannot_be_is_refused_before_any_work(run, library, option, file, said):
    ran = run("fit", "book.txt", option, file)
    assert ran.code in {1, 2}
    assert said in ran.err
    assert library == []


@pytest.mark.parametrize("option", [("--figure", "f.svg"), ("--report", "f.html")])
def test_without_matplotlib_the_extra_is_named_before_any_work(run, library, monkeypatch, option):
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "matplotlib" else real(name)
    )
    ran = run("fit", "book.txt", *option)
    assert ran.code == 2
    assert f"{option[0]} needs a package that is not installed" in ran.err
    assert "pip install 'lexdecay[figures]'" in ran.err
    assert library == []


@pytest.mark.usefixtures("library")
def test_a_result_without_anything_to_draw_says_so(run, monkeypatch, tmp_path, fit_result):
    from dataclasses import replace

    from lexdecay import analysis

    monkeypatch.setattr(analysis, "fit", lambda *_, **__: replace(fit_result, curves=()))
    file = tmp_path / "f.svg"
    ran = run("fit", "book.txt", "--figure", str(file))
    assert f"note: there is nothing to draw: {file} was not written" in ran.err
    assert not file.exists()


def test_decay_report_puts_curves_pairs_and_words_on_one_page(run, text, tmp_path):
    file = tmp_path / "page.html"
    ran = run("report", text, "--word", "the", "--max-offset", "30", "--no-cache", "-o", str(file))
    assert ran.code == 0, ran.err
    assert ran.out == ""
    page = file.read_text("utf-8")
    for words in (
        "How far does a word reach?",
        "What stands around &#39;the&#39;",
        "Which pairs of words carry it",
    ):
        assert words in page
    assert f"{text}: 3," in page  # its own name, not that of a copy


def test_decay_report_reads_standard_input_once(run, text, monkeypatch):
    stdin = SimpleNamespace(buffer=io.BytesIO(Path(text).read_bytes()), isatty=lambda: False)
    monkeypatch.setattr(sys, "stdin", stdin)
    ran = run("report", "--max-offset", "30", "--no-cache")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("<!DOCTYPE html>")
    assert "standard input: 3," in ran.out


def test_decay_report_does_not_fill_a_terminal(run, text, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    ran = run("report", text)
    assert ran.code == 2
    assert "hint: add -o report.html" in ran.err


def test_too_little_text_still_makes_a_page(run, tmp_path):
    (tmp_path / "short.txt").write_text("one word", "utf-8")
    file = tmp_path / "page.html"
    ran = run("report", str(tmp_path / "short.txt"), "--no-cache", "-o", str(file))
    assert ran.code == 3
    assert "too little text" in ran.err
    assert file.read_text("utf-8").endswith("</html>\n")


def test_zipf_report_makes_figures_and_pages(capsys, text, tmp_path):
    files = [tmp_path / "f.svg", tmp_path / "f.html"]
    options = ["--bootstrap", "0", "--no-cache", "--figure", str(files[0]), "--report", str(files[1])]
    assert run_command(zipf, "zipf", ["report", text, *options]) == 0
    capsys.readouterr()
    assert "Types that occur at least k times" in files[0].read_text("utf-8")
    assert "Frequency spectrum" in files[1].read_text("utf-8")


def test_a_picture_shows_one_report(capsys, tmp_path):
    assert run_command(zipf, "zipf", ["report", str(tmp_path), "--each", "--figure", "f.svg"]) == 2
    assert "--figure and --report show one report" in capsys.readouterr().err


def test_arithmetic_without_a_text_has_a_figure_and_a_page(run, tmp_path):
    files = [tmp_path / "f.svg", tmp_path / "f.html"]
    ran = run("dilute", "--gap", "8", "--figure", str(files[0]), "--report", str(files[1]))
    assert ran.code == 0, ran.err
    assert "a needle 8 nats above the rest" in files[0].read_text("utf-8")
    assert "arithmetic: no text was read" in files[1].read_text("utf-8")


def test_aligned_texts_have_a_figure_and_a_page(run, tmp_path):
    files = [tmp_path / "f.svg", tmp_path / "f.html"]
    texts = [str(ENGLISH.parent / f"parallel_{name}.txt") for name in ("english", "german")]
    ran = run("cross", *texts, "--query", "dog", "--figure", str(files[0]), "--report", str(files[1]), "-q")
    assert ran.code == 0, ran.err
    assert "What a word of A tells of B" in files[0].read_text("utf-8")
    assert "Words of B around &#39;dog&#39;" in files[1].read_text("utf-8")
