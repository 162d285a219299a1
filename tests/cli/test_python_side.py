"""``import lexdecay``: every kind of corpus, every form of a result, and the same answers as the commands."""

import dataclasses
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import lexdecay as ld
from lexdecay.analysis import MeasureOptions
from lexdecay.corpus import CorpusOptions
from lexdecay.errors import UsageError
from lexdecay.pair_analysis import PairOptions
from lexdecay.tag_analysis import TagOptions
from lexdecay.word_analysis import WordOptions
from lexdecay.zipf_analysis import ZipfOptions

SENTENCES = [
    "the cat sat on the mat and the dog ran after it",
    "a dog may bark at the cat but the cat does not care",
    "rain fell on the town and the river rose by the mill",
]
TEXTS = SENTENCES * 40
TOKENS = [text.split() for text in TEXTS]
QUICK = {"max_offset": 4, "jobs": 1}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("python") / "lines.txt"
    path.write_text("".join(f"{text}\n" for text in TEXTS))
    return path


def numbers(result):
    found = result.to_dict()
    return found["curves"], found["corpus"]


def test_a_path_gives_the_json_of_the_command(run, file):
    asked = run("fit", str(file), "--max-offset", "4", "--jobs", "1", "--json", "-q").out
    assert ld.fit(str(file), **QUICK).to_json() == asked
    assert ld.fit(file, **QUICK).to_json() == asked
    assert ld.fit([file], **QUICK).to_json() == asked


@pytest.mark.parametrize(
    ("verb", "function"),
    [
        (("measure",), lambda path: ld.measure(path, **QUICK)),
        (("word", "cat"), lambda path: ld.word(path, "cat", jobs=1)),
        (("pairs",), lambda path: ld.pairs(path, jobs=1)),
        (("tags",), lambda path: ld.tags(path, jobs=1)),
        (("compare",), lambda path: ld.compare(path, control="shuffle", **QUICK)),
    ],
)
def test_every_function_is_its_command(run, file, verb, function):
    name, *rest = verb
    more = {"compare": ("--control", "shuffle", "--max-offset", "4"), "measure": ("--max-offset", "4")}
    asked = run(name, str(file), *rest, *more.get(name, ()), "--jobs", "1", "--json", "-q")
    assert function(str(file)).to_json() == asked.out


class Column:
    """What `datasets` gives for a column: an iterable that is no list."""

    def __init__(self, values):
        self._values = values

    def __iter__(self):
        return iter(self._values)


class Arrow(Column):
    """What Arrow gives for a column: its items are no strings until asked."""

    def __iter__(self):
        return map(object, self._values)

    def to_pylist(self):
        return list(self._values)


@pytest.mark.parametrize(
    "corpus",
    [
        pytest.param(lambda: pl.Series(TEXTS), id="polars"),
        pytest.param(lambda: Arrow(TEXTS), id="arrow"),
        pytest.param(lambda: Column(TEXTS), id="datasets"),
        pytest.param(lambda: ld.texts(TEXTS), id="texts"),
        pytest.param(lambda: ld.texts(text for text in TEXTS), id="generator"),
    ],
)
def test_columns_of_texts_are_documents(file, corpus):
    assert numbers(ld.measure(corpus(), **QUICK)) == numbers(ld.measure(file, documents="line", **QUICK))


@pytest.mark.parametrize(
    "corpus",
    [
        pytest.param(lambda: TOKENS, id="lists"),
        pytest.param(lambda: pl.Series(TOKENS), id="polars"),
        pytest.param(lambda: Column(TOKENS), id="datasets"),
        pytest.param(lambda: ld.documents(tuple(words) for words in TOKENS), id="generator"),
        pytest.param(lambda: [np.array(words) for words in TOKENS], id="numpy"),
    ],
)
def test_documents_of_tokens_are_taken_as_they_are(file, corpus):
    assert numbers(ld.measure(corpus(), **QUICK)) == numbers(ld.measure(file, documents="line", **QUICK))


def test_a_list_of_tokens_is_one_document(file):
    words = [word for words in TOKENS for word in words]
    assert numbers(ld.measure(words, **QUICK)) == numbers(ld.measure(file, **QUICK))
    assert numbers(ld.measure(np.array(words), **QUICK)) == numbers(ld.measure(file, **QUICK))


def test_pandas_columns_too():
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    assert numbers(ld.measure(pandas.Series(TEXTS), **QUICK)) == numbers(ld.measure(ld.texts(TEXTS), **QUICK))


def test_docs_of_spacy_bring_tags_and_sentences():
    import spacy
    from spacy.tokens import Doc

    vocabulary = spacy.blank("en").vocab
    words = ["The", "old", "dog", "ran", ".", " ", "It", "barked", "."]
    tags = ["DET", "ADJ", "NOUN", "VERB", "PUNCT", "SPACE", "PRON", "VERB", "PUNCT"]
    starts = [True, False, False, False, False, False, True, False, False]
    docs = [Doc(vocabulary, words, pos=tags, sent_starts=starts) for _ in range(60)]
    found = ld.tags(docs, jobs=1).value
    assert found.corpus.documents == 60
    assert found.corpus.tokens == 6 * 60
    one = ld.measure(docs[0], **QUICK).value
    assert one.corpus.tokens == 6


def test_a_result_can_be_printed_framed_drawn_and_kept(tmp_path, file):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    result = ld.fit(file, **QUICK)
    assert "Mutual information" in str(result)
    assert "<pre" in result._repr_html_()
    assert "FitResult" in repr(result)
    frame = result.to_polars()
    assert frame["offset"].to_list()[:4] == [1, 2, 3, 4]
    figure = result.plot(tmp_path / "curve.svg")
    assert figure.axes
    assert (tmp_path / "curve.svg").read_text().startswith("<?xml")
    assert result.to_html().startswith("<!doctype html>") or result.to_html().startswith("<!DOCTYPE html>")


def test_what_a_notebook_shows_is_inert():
    shown = ld.word([["<script>alert(1)</script>", "x"] * 100], "x", jobs=1)._repr_html_()
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown


@pytest.mark.parametrize(
    ("corpus", "message"),
    [
        (42, "int '42' is no corpus"),
        ({"text": "a b"}, "dict \"{'text': 'a b'}\" is no corpus"),
        ([1, 2], "int '1' is no corpus"),
        (["the cat", "sat"], "a list of strings is one document of tokens, and 'the cat' holds white space"),
        ([["a", None]], "document 1 holds None where a token, a string, is needed"),
        (ld.texts(["a", None]), "text 2 is None, not a string"),
    ],
)
def test_what_is_no_corpus_is_refused(corpus, message):
    with pytest.raises(UsageError) as refused:
        ld.measure(corpus)
    assert refused.value.message == message


def test_an_option_that_does_not_exist_is_named():
    with pytest.raises(UsageError) as refused:
        ld.fit(["a", "b"], ofsets=3)
    assert refused.value.message == "no option is called 'ofsets'"
    assert "max_offset" in str(refused.value.hint)


REFUSED = [
    (
        {"vocabulary": -5},
        "vocabulary=-5 is not allowed: '-5' is neither a number of types, such as 1000, nor ",
    ),
    ({"max_offset": 0}, "max_offset=0 is no whole number in the range x>=1"),
    ({"max_offset": 2.5}, "max_offset=2.5 is no whole number in the range x>=1"),
    ({"max_offset": True}, "max_offset=True is nothing that could be typed as this option's value"),
    ({"memory": "1 G of it"}, "memory='1 G of it' is not allowed: '1 G of it' is not a size; write a number"),
    ({"memory": -1}, "memory=-1 is not allowed: '-1' is not a size; write a number"),
    ({"jobs": 0}, "jobs=0 is no whole number in the range x>=1"),
    ({"jobs": None}, "jobs=None is nothing that could be typed as this option's value"),
    ({"estimand": "foo"}, "estimand='foo' is not one of 'total', 'within-document', 'both'"),
    ({"sample": float("nan")}, "sample=nan is no number in the range 0<x<=1"),
    ({"strip": ["foo"]}, "strip=['foo'] is not one of 'gutenberg', 'aozora', 'invisible'"),
    ({"cache": "no"}, "cache='no' is neither True nor False"),
    ({"left": "a"}, "right is missing"),
    ({"cache": True, "no_cache": True}, "'no_cache' says again what 'cache' is"),
    ({"engine": "spark"}, "no option is called 'engine'"),
]


@pytest.mark.parametrize(("options", "message"), REFUSED)
def test_a_value_that_the_option_does_not_allow_is_refused_by_its_name(options, message):
    with pytest.raises(UsageError) as refused:
        ld.fit("absent.txt", **options)
    assert refused.value.message.startswith(message)


FUNCTIONS = {
    "fit": MeasureOptions,
    "measure": MeasureOptions,
    "word": WordOptions,
    "pairs": PairOptions,
    "tags": TagOptions,
    "compare": MeasureOptions,
    "zipf": ZipfOptions,
    "growth": ZipfOptions,
}


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_option_of_every_function_is_checked(function):
    """No option of any kind allows this object, and those of a field that no option fills do not exist."""
    kind = FUNCTIONS[function]
    query = ("q",) if function == "word" else ()
    for name in {field.name for one in (CorpusOptions, kind) for field in dataclasses.fields(one)}:
        with pytest.raises(UsageError, match=rf"^({name}=|no option is called '{name}')"):
            getattr(ld, function)("absent.txt", *query, **{name: object()})


def test_options_are_called_as_the_command_calls_them_and_take_what_it_takes(file):
    asked = ld.word(file, "cat", offsets=(1, 2, 3), cache=False).to_json()
    for options in ({"offset": "1..3", "no_cache": True}, {"offsets": range(1, 4), "cache": np.False_}):
        assert ld.word(file, "cat", **options).to_json() == asked
    found = ld.measure(file, max_offset=np.int64(4), memory="1G", exclude="*.md").value
    assert found.settings["max_offset"] == 4


def test_what_keeps_a_text_from_an_answer_is_printed_with_the_result():
    shown = str(ld.fit(["a", "b", "c"]))
    assert shown.endswith(
        "note: 3 tokens are too few to measure anything: 400 is the least\nhint: give more text\n"
    )


def test_a_query_that_is_no_string_is_refused():
    with pytest.raises(UsageError, match="the query 3 is no string"):
        ld.word("absent.txt", 3)


def test_a_construction_is_measured_as_by_the_command(run, tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("the old dog saw a cat and the dog ran " * 200)
    asked = run("measure", str(path), "--left", "the", "--right", "dog", "--max-offset", "4", "--json", "-q")
    assert ld.measure(path, left="the", right="dog", max_offset=4).to_json() == asked.out


def test_functions_with_the_name_of_a_room_stay_functions():
    code = (
        "import lexdecay.fit, lexdecay.zipf, lexdecay.measure; from lexdecay.fit import fit_curve;"
        "import lexdecay as ld; assert all(map(callable, (ld.fit, ld.zipf, ld.measure, fit_curve)))"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_importing_the_package_loads_nothing():
    code = "import sys, lexdecay; assert not {'numpy', 'polars', 'spacy', 'lexdecay.api'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert {"fit", "texts"} <= set(dir(ld))


def test_zipf_is_that_of_the_command(file):
    asked = subprocess.run(
        [Path(sys.executable).with_name("zipf"), "report", str(file), "--bootstrap", "0", "--json", "-q"],
        check=False,  # 3: too few words for a verdict
        capture_output=True,
        text=True,
    ).stdout
    assert json.loads(ld.zipf(file, bootstrap=0).to_json()) == json.loads(asked)
    assert ld.growth(file).to_dict()["schema"].startswith("zipf.growth/")
