"""What is typed, and what the library is then asked for."""

import io
import json
import sys

import pytest

from lexdecay.analysis import MeasureOptions
from lexdecay.corpus import CorpusOptions
from lexdecay.report.json_text import json_text
from lexdecay.report.to_json import fit_json, measure_json

WORD = r"\w+"


def test_without_options_the_command_line_asks_for_the_defaults_of_the_library(run, library):
    assert run("fit", "a.txt", "--jobs", "1").code == 0
    assert library == [("fit", (("a.txt",), CorpusOptions(), MeasureOptions()), {})]


def test_corpus_options_reach_the_library(run, library):
    run(
        "measure", "a.txt", "b.txt", "--documents", "line", "--field", "body", "--encoding", "cp1252", "-r",
        "--language", "de", "--tokenizer", "pattern", "--token-pattern", WORD, "--unit", "form",
        "--punctuation", "keep", "--no-normalize", "--cache-dir", "kept", "--no-cache", "-j", "1",
    )  # fmt: skip
    name, (paths, corpus, _), _ = library[0]
    assert (name, paths) == ("measure", ("a.txt", "b.txt"))
    assert corpus == CorpusOptions(
        documents="line", field="body", encoding="cp1252", recursive=True, language="de",
        tokenizer="pattern", token_pattern=WORD, unit="form", punctuation="keep", normalize=False,
        cache=False, cache_dir="kept",
    )  # fmt: skip


def test_measuring_options_reach_the_library(run, library):
    run(
        "fit", "a.txt", "--max-offset", "50", "--vocabulary", "all", "--estimand", "both", "--seed", "7",
        "--jobs", "2", "--memory", "1.5G", "--temp-dir", "spill",
    )  # fmt: skip
    assert library[0][1][2] == MeasureOptions(
        max_offset=50, vocabulary="all", estimand="both", seed=7, jobs=2, memory=3 << 29, temp_dir="spill"
    )


@pytest.mark.parametrize(
    ("text", "size"), [("500K", 500 << 10), ("2g", 2 << 30), ("64MiB", 64 << 20), ("1T", 1 << 40), ("77", 77)]
)
def test_sizes_are_read_with_their_suffix(run, library, text, size):
    run("fit", "a.txt", "--memory", text)
    assert library[0][1][2].memory == size


def test_a_vocabulary_size_is_a_number(run, library):
    run("fit", "a.txt", "--vocabulary", "250")
    assert library[0][1][2].vocabulary == 250


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--memory", "2X"), "'2X' is not a size; write a number with K, M or G, such as 500M or 2G"),
        (("--memory", "0"), "'0' is not a size"),
        (("--memory", "-1G"), "'-1G' is not a size"),
        (("--vocabulary", "many"), "'many' is neither a number of types, such as 1000, nor 'all'"),
        (("--vocabulary", "0"), "'0' is neither a number of types"),
        (("--max-offset", "0"), "0 is not in the range x>=1"),
        (("--max-offset", "1.5"), "'1.5' is not a valid integer range"),
        (("--estimand", "part"), "'part' is not one of 'total', 'within-document', 'both'"),
        (("--jobs", "0"), "0 is not in the range x>=1"),
        (("--fromat", "json"), "No such option '--fromat'. (Did you mean one of: '--format'"),
        (("--json", "--format", "csv"), "--json and --format csv contradict each other"),
        (("--json", "--plot"), "--plot draws below a table: leave out --format and --json"),
    ],
)
def test_a_wrong_option_is_explained_and_is_exit_2(run, library, arguments, message):
    ran = run("fit", "a.txt", *arguments)
    assert ran.code == 2
    assert message in ran.err
    assert ran.err.endswith("hint: decay fit --help\n")
    assert not library
    assert not ran.out


def test_a_mistyped_verb_is_guessed(run):
    ran = run("fti")
    assert (ran.code, ran.err) == (
        2,
        "error: No such command 'fti'. Did you mean 'fit'?\nhint: decay --help\n",
    )


def test_no_path_and_a_dash_both_mean_standard_input(run, library, monkeypatch):
    for arguments in (("fit",), ("fit", "-")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(b"some words"))))
        run(*arguments)
    assert [call[1][0] for call in library] == [("-",), ("-",)]


@pytest.mark.usefixtures("library")
def test_the_text_on_standard_input_is_left_whole_for_the_reader(run, monkeypatch):
    stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO(b'{"text": "some words"}')))
    monkeypatch.setattr(sys, "stdin", stdin)
    run("fit")
    assert stdin.buffer.read() == b'{"text": "some words"}'


def test_a_terminal_without_a_path_gets_examples_and_exit_2(run, library, monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    ran = run("fit")
    assert ran.code == 2
    assert "decay fit book.txt --plot" in ran.err
    assert "standard input is a terminal; see decay fit --help." in ran.err
    assert not library


def test_a_curve_in_a_file_is_fitted_without_measuring(run, library, measure_result, tmp_path):
    file = tmp_path / "curve.json"
    file.write_text(json_text(measure_json(measure_result)), "utf-8")
    assert run("fit", str(file)).code == 0
    name, (read,), _ = library[0]
    assert name == "fit_curves"
    assert json_text(measure_json(read)) == json_text(measure_json(measure_result))


def test_a_curve_on_standard_input_is_fitted_without_measuring(run, library, measure_result, monkeypatch):
    content = json_text(measure_json(measure_result)).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(content))))
    run("fit", "-")
    assert library[0][0] == "fit_curves"


def test_a_curve_among_texts_is_refused(run, library, measure_result, tmp_path):
    file = tmp_path / "curve.json"
    file.write_text(json_text(measure_json(measure_result)), "utf-8")
    ran = run("fit", "a.txt", str(file))
    assert ran.code == 2
    assert "holds a curve, and a curve is fitted alone" in ran.err
    assert not library


def test_options_that_cannot_change_a_stored_curve_are_refused(run, library, measure_result, tmp_path):
    file = tmp_path / "curve.json"
    file.write_text(json_text(measure_json(measure_result)), "utf-8")
    ran = run("fit", str(file), "--max-offset", "9", "--unit", "form", "--seed", "1")
    assert ran.code == 2
    assert "error: --unit, --max-offset cannot change a curve that was measured before" in ran.err
    assert not library


def test_a_damaged_curve_is_exit_1_and_names_the_key(run, measure_result, tmp_path):
    document = measure_json(measure_result)
    del document["curves"][0]["points"]
    file = tmp_path / "curve.json"
    file.write_text(json.dumps(document), "utf-8")
    ran = run("fit", str(file))
    assert ran.code == 1
    assert "curve.json: curves[0]: key 'points' is missing" in ran.err
    assert "hint: make the curve again: decay measure CORPUS --json -o curve.json" in ran.err


@pytest.mark.usefixtures("library")
def test_json_on_stdout_is_the_document_and_nothing_else(run, fit_result):
    ran = run("fit", "a.txt", "--json")
    assert ran.out == json_text(fit_json(fit_result))
    assert run("fit", "a.txt", "--format", "json").out == ran.out


@pytest.mark.usefixtures("library")
def test_notes_go_to_stderr_unless_quiet(run):
    assert run("measure", "a.txt").err == (
        "note: 3 long runs were split (look for rulers)\nnote: the text is short\n"
    )
    assert run("measure", "a.txt", "-q").err == ""


def test_verbose_says_each_phase_once(run, monkeypatch, fit_result):
    from lexdecay import analysis

    def slow(*_, progress):
        for phase, done in (("reading", 1), ("reading", 2), ("measuring", 1)):
            if progress is not None:
                progress(phase, done, 2)
        return fit_result

    monkeypatch.setattr(analysis, "fit", slow)
    assert run("fit", "a.txt", "-v").err.startswith("reading ...\nmeasuring ...\n")
    assert "..." not in run("fit", "a.txt", "-v", "-q").err


@pytest.mark.usefixtures("library")
def test_the_plot_stands_between_table_and_verdict(run):
    out = run("fit", "a.txt", "--plot").out
    assert out.index("Fits to 5 offsets") < out.index("bits against offset") < out.index("This does not mean")


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("name", ["json", "ndjson", "csv", "tsv", "parquet"])
def test_the_suffix_of_the_file_chooses_the_format(run, tmp_path, name):
    assert run("fit", "a.txt", "-o", str(tmp_path / f"x.{name}")).out == ""
    run("fit", "a.txt", "--format", name, "-o", str(tmp_path / "explicit"))
    assert (tmp_path / f"x.{name}").read_bytes() == (tmp_path / "explicit").read_bytes()


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("name", ["x.txt", "x"])
def test_a_text_file_and_one_without_a_suffix_get_the_table(run, tmp_path, name):
    run("fit", "a.txt", "-o", str(tmp_path / name))
    assert (tmp_path / name).read_text("utf-8").startswith("corpus/whale.txt")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("x.unknown", "no format is known by the end of"),
        ("x.csv.gz", "ends in .gz, but results are not compressed"),
    ],
)
def test_a_suffix_that_names_no_format_is_refused_before_any_work(run, library, tmp_path, name, said):
    ran = run("fit", "a.txt", "-o", str(tmp_path / name))
    assert ran.code == 2
    assert said in ran.err
    assert "hint: " in ran.err
    assert not library
    assert not list(tmp_path.iterdir())


def test_a_folder_in_place_of_a_file_is_refused_before_any_work(run, library, tmp_path):
    ran = run("fit", "a.txt", "-o", str(tmp_path))
    assert ran.code == 1
    assert ran.err == (
        f"error: could not write output: {tmp_path} is a folder\nhint: -o {tmp_path / 'FILE'}\n"
    )
    assert not library


@pytest.mark.usefixtures("library")
def test_color_always_colours_even_a_file_that_is_no_terminal(run):
    assert "\x1b[1m" in run("fit", "a.txt", "--color", "always").out
    assert "\x1b" not in run("fit", "a.txt").out


def test_too_little_text_is_exit_3_and_the_json_is_still_printed(run, tmp_path):
    file = tmp_path / "few.txt"
    file.write_text("only a few words", "utf-8")
    ran = run("fit", str(file), "--json", "--no-cache")
    assert ran.code == 3
    document = json.loads(ran.out)
    assert document["curves"] == []
    assert document["warnings"][0]["code"] == "too-little-text"
    assert ran.err.startswith("error: 4 tokens are too few to measure anything")
    assert ran.err.count("too few") == 1
