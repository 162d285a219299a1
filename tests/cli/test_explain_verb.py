"""``decay explain``: terms are found however they are written, and each says something of its own."""

import json

import jsonschema
import pytest

from lexdecay.cli.reference import schema_text
from lexdecay.report.terms import TERMS, find_term
from lexdecay.report.words import ANSWERS


def test_a_term_is_a_paragraph_with_its_formula_and_source(run):
    said = run("explain", "g2").out
    assert said.startswith("g2\nLog-likelihood ratio of a pair of words")
    assert "  G2 = 2 sum O ln(O / E)\n  Dunning 1993, Computational Linguistics 19:61\n" in said


@pytest.mark.parametrize("written", ["Half-Life", "half_life", " half  life "])
def test_case_hyphens_and_underscores_do_not_matter(written):
    assert find_term(written).name == "half-life"


def test_an_alias_finds_its_term_once(run):
    assert run("explain", "KL", "divergence").out == run("explain", "pull").out


def test_without_a_term_all_are_explained(run):
    document = json.loads(run("explain", "--json").out)
    jsonschema.validate(document, json.loads(schema_text("decay.explain/1", "decay")))
    assert [term["name"] for term in document["terms"]] == [term.name for term in TERMS]
    assert run("explain", "--format", "csv").out.startswith("name,meaning,formula,source\noffset,")


def test_an_unknown_term_is_guessed(run):
    ran = run("explain", "half-live")
    assert ran.code == 2
    assert "error: no term is named 'half-live'\nhint: did you mean 'half-life'? known: " in ran.err


def test_no_two_terms_share_a_name():
    names = [name.casefold() for term in TERMS for name in (term.name, *term.aliases)]
    assert len(names) == len(set(names))


def test_every_answer_of_a_verdict_and_every_heading_has_a_term():
    for name in (*ANSWERS, "lift", "pull", "floor", "usable", "q", "share", "G²", "PMI", "± se".strip("± ")):
        assert find_term(name).meaning


HEADINGS = (
    "offset", "pairs", "± se", "raw", "floor", "slope", "usable", "χ²/dof", "p", "ΔBIC", "K", "ρ", "n",
    "share", "95 %", "lift", "pull", "expected", "G²", "PMI", "q", "reach", "across / within",
    "ends moved", "A - B", "differ", "ΔAIC", "rejected from", "D", "α", "types", "log ratio", "z",
    "population", "half → whole", "tokens", "any order", "this order", "local slope", "free", "rms",
    "max", "distance", "all rows", "uniform", "logit", "kind", "sink", "near", "bits", "even", "ratio",
    "nats", "keys", "effective", "needle", "within", "scale", "chunk", "overlap", "pairs turning",
    "base", "hapaxes", "spectrum", "x_min", "f1", "f2", "f3", "at bound", "no convergence",
)  # fmt: skip


@pytest.mark.parametrize("heading", HEADINGS)
def test_what_stands_over_a_column_is_explained(heading):
    assert find_term(heading).meaning
