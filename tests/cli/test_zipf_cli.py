"""Every verb of ``zipf`` as a person runs it: output, exit code, errors, JSON against its schema."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from lexdecay.cli.reference import schema_names, schema_text
from lexdecay.corpus import CorpusOptions, load_corpus, load_counts

WORDS = [f"w{rank}" for rank in range(1, 1201)]


def text_of(seed=1, tokens=6000, exponent=1.1):
    p = (np.arange(1, 1201) + 1.5) ** -exponent
    drawn = np.random.default_rng(seed).choice(1200, tokens, p=p / p.sum())
    return "\n".join(" ".join(WORDS[i] for i in line) for line in np.array_split(drawn, 400)) + "\n"


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "book.txt"
    path.write_text(text_of())
    return str(path)


@pytest.fixture
def zipf(capsys, monkeypatch, tmp_path):
    """Run ``zipf`` in this process without a cache: exit code, stdout, stderr."""
    from lexdecay.cli.boundary import run
    from lexdecay.cli.zipf import zipf as command

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("_ZIPF_COMPLETE", raising=False)

    def runner(*arguments):
        code = run(command, "zipf", arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return runner


FAST = ("--bootstrap", "20", "--jobs", "1")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the report of the book, made once: what other ways to the same counts must reproduce."""
    from lexdecay.cli.boundary import run
    from lexdecay.cli.zipf import zipf as command

    path = tmp_path_factory.mktemp("whole") / "book.txt"
    path.write_text(text_of())
    written = io.BytesIO()
    with contextlib.redirect_stdout(io.TextIOWrapper(written, encoding="utf-8")) as out:
        assert run(command, "zipf", ("report", str(path), *FAST, "--json", "--no-cache")) == 0
        out.flush()
    return json.loads(written.getvalue())


def valid(document):
    jsonschema.validate(document, json.loads(schema_text(document["schema"], "zipf")))
    return document


def test_a_report_ends_with_an_answer_and_what_it_does_not_mean(zipf, book):
    code, out, err = zipf("report", book, *FAST)
    assert (code, err) == (0, "")
    assert "Zipf's law: " in out
    assert "It does not mean that a mechanism has been found" in " ".join(out.split())
    assert "(least squares; shown, never used)" in out
    assert out.index("Full range") < out.index("Tail") < out.index("Zipf's law: ")


def test_a_report_as_json_keeps_to_its_schema_and_has_no_nan(zipf, book):
    code, out, _ = zipf("report", book, *FAST, "--csn2009", "--json")
    found = valid(json.loads(out, parse_constant=pytest.fail))
    assert code == 0
    assert found["corpus"]["tokens"] == 6000
    assert len(found["full_range"]) == 10
    assert found["tail"]["p"] > 0
    assert found["csn2009"]["tail"]["alpha"] == pytest.approx(round(found["csn2009"]["tail"]["alpha"], 2))
    assert found["growth"]["points"][-1]["observed"] == found["corpus"]["types"]
    assert found["verdict"]["meaning"]


def test_the_same_bytes_for_any_number_of_jobs(zipf, book):
    """Thirty replicates make two shares of unequal size."""
    one, two, three = (
        zipf("report", book, "--bootstrap", "30", "--json", "--jobs", jobs) for jobs in ("1", "2", "3")
    )
    assert one[0] == 0
    assert one == two == three


def test_another_seed_gives_another_p(zipf, book, whole):
    other = json.loads(zipf("report", book, *FAST, "--json", "--seed", "2")[1])
    assert other["spectrum"] == whole["spectrum"]
    assert [fit["p"] for fit in other["full_range"]] != [fit["p"] for fit in whole["full_range"]]


def test_without_bootstrap_no_p_is_given_and_none_is_claimed(zipf, book):
    code, out, _ = zipf("report", book, "--bootstrap", "0", "--json")
    found = valid(json.loads(out))
    assert code == 0
    assert found["tail"]["p"] is None
    assert {fit["p"] for fit in found["full_range"]} == {None}
    assert found["verdict"]["answer"] == "undecided"
    assert "--bootstrap" in found["verdict"]["reason"]


@pytest.mark.parametrize("form", ["csv", "tsv", "json", "ndjson", "parquet"])
def test_counts_written_by_count_are_read_back_word_for_word(zipf, book, tmp_path, form):
    """Equal counts of equal words: all that follows is a function of them."""
    table = tmp_path / f"counts.{form}"
    assert zipf("count", book, "--format", form, "-o", str(table))[0] == 0
    code, out, _ = zipf("count", str(table), "--counts", "--json")
    found, text = valid(json.loads(out)), json.loads(zipf("count", book, "--json")[1])
    assert code == 0
    assert found["words"] == text["words"]
    assert found["corpus"]["tokens"] == 6000
    assert found["corpus"]["hapaxes"] == text["corpus"]["hapaxes"]


def test_counts_written_by_count_give_the_report_of_the_text(zipf, book, whole, tmp_path):
    table = tmp_path / "counts.csv"
    assert zipf("count", book, "--format", "csv", "-o", str(table))[0] == 0
    code, out, _ = zipf("report", str(table), "--counts", *FAST, "--json")
    found = valid(json.loads(out))
    assert code == 0
    assert found["tail"] == whole["tail"]
    assert found["full_range"] == whole["full_range"]
    assert found["dependence"]["status"] == "not_run"


def test_a_spectrum_gives_the_report_of_its_text(zipf, whole, tmp_path):
    spectrum = tmp_path / "book.spc.csv"
    rows = [f"{row['m']},{row['Vm']}" for row in whole["spectrum"]]
    spectrum.write_text("\n".join(["m,Vm", *rows]) + "\n")
    found = json.loads(zipf("report", str(spectrum), "--spectrum", *FAST, "--json")[1])
    assert found["tail"] == whole["tail"]


def test_standard_input_is_read_when_no_corpus_is_named(book):
    with Path(book).open("rb") as text:
        done = subprocess.run(
            [Path(sys.executable).with_name("zipf"), "report", "--bootstrap", "0", "--no-cache", "--json"],
            stdin=text,
            capture_output=True,
            check=True,
        )
    assert json.loads(done.stdout)["corpus"]["tokens"] == 6000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("one two three four five\n", "5 types; at least 50 are needed"),
        ("word\n", "1 type; at least 50 are needed"),
        ("", "0 types; at least 50 are needed"),
        (" ".join(WORDS), "1200 types have only 1 distinct frequencies"),
        ("a b c d e f g a a b\n", "7 types; at least 50 are needed"),
    ],
)
def test_too_few_words_end_with_three_and_the_result_is_still_printed(zipf, tmp_path, text, said):
    path = tmp_path / "few.txt"
    path.write_text(text)
    code, out, err = zipf("report", str(path), "--json", *FAST)
    found = valid(json.loads(out))
    assert code == 3
    assert found["verdict"]["answer"] == "too_little_data"
    assert found["tail"]["alpha"] is None
    assert found["full_range"] == []
    assert said in err
    assert "hint: give more text" in err
    assert zipf("report", str(path), *FAST)[0] == 3


def test_counting_is_exact_and_ties_stand_in_code_point_order(zipf, tmp_path):
    path = tmp_path / "ties.txt"
    path.write_text("b a c B é e the the the zebra\n", encoding="utf-8")
    code, out, _ = zipf("count", str(path), "--format", "csv")
    rows = list(csv.reader(io.StringIO(out)))
    assert code == 0
    assert rows == [
        ["word", "count"],
        ["the", "3"],
        ["b", "2"],
        *[[word, "1"] for word in ("a", "c", "e", "zebra", "é")],
    ]


def test_top_lists_the_commonest_and_counts_all(zipf, book):
    found = valid(json.loads(zipf("count", book, "--top", "3", "--json")[1]))
    assert [row["word"] for row in found["words"]] == ["w1", "w2", "w3"]
    assert found["corpus"]["tokens"] == 6000


def test_growth_shows_expectation_band_and_the_own_order(zipf, book):
    code, out, _ = zipf("growth", book, "--plot")
    assert code == 0
    assert "95 % of shuffles" in out
    assert "types against tokens" in out
    points = valid(json.loads(zipf("growth", book, "--points", "12", "--json")[1]))["growth"]["points"]
    assert len(points) == 12
    assert all(point["lo"] <= point["types"] <= point["hi"] for point in points)


def test_growth_of_nothing_ends_with_three(zipf, tmp_path):
    path = tmp_path / "empty.txt"
    path.write_text("")
    code, out, err = zipf("growth", str(path), "--json")
    assert (code, json.loads(out)["growth"]) == (3, None)
    assert "there is no word in the input" in err


def test_two_texts_of_one_law_do_not_differ(zipf, book, tmp_path):
    other = tmp_path / "other.txt"
    other.write_text(text_of(seed=7, tokens=9000))
    code, out, _ = zipf("compare", book, str(other), "--json")
    found = valid(json.loads(out))
    assert code == 0
    assert found["comparison"]["tokens"] == 6000
    assert "no parameter of the two spectra differs" in found["comparison"]["sentence"]
    assert "difference" in zipf("compare", book, str(other))[1]


def test_too_few_words_cannot_be_compared(zipf, book, tmp_path):
    few = tmp_path / "few.txt"
    few.write_text("one two\n")
    code, out, err = zipf("compare", book, str(few), "--json")
    assert code == 3
    assert json.loads(out)["comparison"]["status"] == "too_few_types"
    assert "too few words to compare: 2 types" in err


def test_many_books_give_a_row_each_and_the_unreadable_one_a_note(zipf, tmp_path):
    folder = tmp_path / "books"
    folder.mkdir()
    for seed in (1, 2):
        (folder / f"{seed}.txt").write_text(text_of(seed))
    (folder / "bad.txt").write_bytes(b"caf\xe9 au lait\n")
    (folder / "few.txt").write_text("too few words\n")
    code, out, err = zipf("report", str(folder), "--each", *FAST, "--json")
    found = valid(json.loads(out))
    assert code == 0
    assert [book["name"].rsplit("/", 1)[-1] for book in found["books"]] == ["1.txt", "2.txt", "few.txt"]
    assert (found["tally"]["books"], found["tally"]["tested"]) == (3, 2)
    assert "left out" in err
    assert "bad.txt" in err
    page = zipf("report", str(folder), "--each", *FAST)[1]
    assert "Of 2 texts tested on all types" in page
    assert "false discovery rate" in page


def test_a_folder_without_a_readable_book_is_an_error(zipf, tmp_path):
    (tmp_path / "bad.txt").write_bytes(b"caf\xe9\n")
    code, _, err = zipf("report", str(tmp_path / "bad.txt"), "--each", *FAST)
    assert code == 1
    assert "not utf-8" in err.lower()


def test_token_rules_are_compared_and_the_answer_is_said(zipf, book):
    code, out, _ = zipf("report", book, "--sensitivity", *FAST, "--json")
    found = valid(json.loads(out))
    assert code == 0
    assert [rule["name"] for rule in found["rules"]][:2] == ["as asked", "case kept"]
    assert {"letters only", "between blanks"} <= {rule["name"] for rule in found["rules"]}
    answers = {rule["verdict"]["answer"] for rule in found["rules"]}
    assert found["flips"] is (len(answers) > 1)
    assert "token rule" in zipf("report", book, "--sensitivity", *FAST)[1]


def test_characters_have_no_word_rules_but_can_be_tested(zipf, tmp_path):
    path = tmp_path / "chars.txt"
    rng = np.random.default_rng(1)
    p = 1 / np.arange(1, 401)
    path.write_text("".join(chr(0x4E00 + i) for i in rng.choice(400, 8000, p=p / p.sum())), encoding="utf-8")
    code, out, _ = zipf("report", str(path), "--unit", "char", *FAST, "--json")
    assert code == 0
    assert valid(json.loads(out))["corpus"]["tokens"] == 8000


@pytest.mark.parametrize(
    ("arguments", "message", "code"),
    [
        (("report", "BOOK", "--counts", "--spectrum"), "--counts and --spectrum exclude each other", 2),
        (("report", "BOOK", "--each", "--sensitivity"), "--each and --sensitivity exclude each other", 2),
        (("report", "nowhere.txt"), "nowhere.txt: No such file", 1),
        (("report", "BOOK", "--counts"), "where a count stands", 1),
        (("report", "BOOK", "--counts", "--sensitivity"), "cannot be cut into words anew", 2),
        (("report", "-", "--sensitivity"), "--sensitivity reads its input several times", 2),
        (("report", "-", "--each"), "--each tests files one by one", 2),
        (("count", "BOOK", "--spectrum"), "a frequency spectrum holds no words to list", 2),
        (("compare", "-", "-"), "both corpora are standard input", 2),
        (("models", "f4"), "no law is named 'f4'", 2),
        (("schema", "zipf.report/9"), "no schema is named 'zipf.report/9'", 2),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line_with_a_way_out(
    zipf, book, monkeypatch, arguments, message, code
):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    found, out, err = zipf(*(book if a == "BOOK" else a for a in arguments))
    assert (found, out) == (code, "")
    assert message in err
    assert "\nhint: " in err
    assert "Traceback" not in err


def test_models_list_formula_parameters_and_source(zipf):
    code, out, _ = zipf("models", "f2", "gigp")
    assert code == 0
    assert "P(X >= k) = (k / x_min)^-(b-1)" in out
    assert "Sichel 1975" in out
    assert len(valid(json.loads(zipf("models", "--json")[1]))["models"]) == 13
    assert zipf("models", "--format", "csv")[1].startswith("model,kind,formula,parameter")


def test_every_schema_is_listed_and_valid(zipf):
    listed = zipf("schema")[1].split()
    assert listed == schema_names("zipf")
    assert "zipf.report/1" in listed
    for name in listed:
        jsonschema.Draft202012Validator.check_schema(json.loads(zipf("schema", name)[1]))


@pytest.mark.parametrize("form", ["csv", "tsv", "ndjson", "parquet"])
def test_a_report_as_a_table_has_a_row_for_every_parameter(zipf, book, tmp_path, form):
    path = tmp_path / f"report.{form}"
    assert zipf("report", book, *FAST, "-o", str(path))[0] == 0
    import polars as pl

    reader = {"parquet": pl.read_parquet, "ndjson": pl.read_ndjson}.get(form)
    frame = reader(path) if reader else pl.read_csv(path, separator="," if form == "csv" else "\t")
    assert {"full_range", "tail", "alternative", "population"} <= set(frame["part"])
    assert frame.filter(pl.col("part") == "tail")["parameter"].to_list() == ["exponent", "x_min"]


def test_help_loads_click_alone():
    code = (
        "import sys; from lexdecay.cli.zipf import zipf; from lexdecay.cli.boundary import run; "
        "run(zipf, 'zipf', ['report', '--help']); "
        "heavy = {'numpy', 'scipy', 'polars', 'rich', 'spacy'} & set(sys.modules); "
        "sys.exit(repr(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "zipf report book.txt --plot" in done.stdout


def test_the_page_fits_a_narrow_ascii_terminal(zipf, book, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "dumb")
    out = zipf("report", book, *FAST, "--plot")[1]
    assert max(len(line) for line in out.splitlines()) <= 60


def test_a_store_gives_the_report_of_its_text_and_is_one_book(zipf, book, whole, tmp_path):
    from lexdecay import analysis
    from lexdecay.corpus import CorpusOptions

    store = str(tmp_path / "book.store")
    analysis.index([book], CorpusOptions(cache=False), store)
    stored = json.loads(zipf("report", store, *FAST, "--json")[1])
    assert stored["tail"] == whole["tail"]
    assert stored["dependence"] == whole["dependence"]
    many = valid(json.loads(zipf("report", store, "--each", *FAST, "--json")[1]))
    assert [found["name"] for found in many["books"]] == [store]


def test_rules_that_cut_anew_are_left_out_for_a_store(zipf, book, tmp_path):
    from lexdecay import analysis
    from lexdecay.corpus import CorpusOptions

    store = str(tmp_path / "book.store")
    analysis.index([book], CorpusOptions(cache=False), store)
    found = json.loads(zipf("report", store, "--sensitivity", *FAST, "--json")[1])
    assert [rule["name"] for rule in found["rules"]] == ["as asked", "case kept", "punctuation kept"]


def test_one_part_of_speech_is_counted_by_itself(zipf, tmp_path):
    rows = [
        ("the", "DET"),
        ("whale", "NOUN"),
        ("sees", "VERB"),
        ("the", "DET"),
        ("sea", "NOUN"),
        ("whale", "NOUN"),
    ]
    tagged = "\n".join(
        f"{at}\t{word}\t{word}\t{tag}\t_\t_\t0\troot\t_\t_" for at, (word, tag) in enumerate(rows, start=1)
    )
    path = tmp_path / "tagged.conllu"
    path.write_text(tagged + "\n\n")
    code, out, _ = zipf("count", str(path), "--tag", "NOUN", "--format", "csv")
    assert (code, out) == (0, "word,count\nwhale,2\nsea,1\n")
    code, _, err = zipf("count", str(path), "--tag", "NUON")
    assert code == 2
    assert "no tag is named 'NUON'" in err
    assert "did you mean 'NOUN'?" in err


def test_a_table_has_no_tags(zipf, tmp_path):
    (tmp_path / "c.csv").write_text("a,1\n")
    code, _, err = zipf("report", str(tmp_path / "c.csv"), "--counts", "--tag", "NOUN")
    assert code == 2
    assert "a table of counts has no tags" in err


def test_counting_alone_says_what_the_report_of_the_whole_stream_does(tmp_path):
    for name, text in (("a.txt", "The cat, the dog.\n"), ("b.txt", "A cat! \n\n cat - the"), ("c.txt", "..")):
        (tmp_path / name).write_text(text)
    paths = [str(tmp_path / name) for name in ("a.txt", "b.txt", "c.txt")]
    options = CorpusOptions(cache=False)
    about, words = load_counts(paths, options)
    described, stream = load_corpus(paths, options)
    assert about.sources == described.sources
    assert [source.tokens for source in about.sources] == [4, 4, 0]
    assert about.notices == described.notices
    assert (about.documents, about.tokens, about.types) == (3, 8, 4)
    assert words.words == stream.vocabulary.words
    assert words.counts.tolist() == stream.vocabulary.counts.tolist()
