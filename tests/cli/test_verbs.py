"""Help pages and the verbs that need no corpus."""

import json
from dataclasses import fields

import click
import jsonschema
import pytest

from lexdecay.cli.decay import decay
from lexdecay.cli.reference import schema_names, schema_text
from lexdecay.cli.synth import LAWS, PARAMETERS

VERBS = list(decay.commands)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_says_what_it_does_after_examples_that_name_it(run, verb):
    ran = run(verb, "-h")
    assert ran.code == 0
    assert ran.out == run(verb, "--help").out
    assert f"Examples:\n  {'eval' if verb == 'completion' else f'decay {verb}'}" in ran.out
    assert decay.commands[verb].help


def arguments_of(example):
    """Return what the decay command of an example line is given, up to a pipe or redirection."""
    import shlex

    words = shlex.split(example, comments=True)
    stop = next((at for at, word in enumerate(words) if word in {"|", ">"}), len(words))
    return words[1:stop]


@pytest.mark.parametrize("verb", VERBS)
def test_every_example_parses(verb):
    for example in decay.commands[verb].examples:
        if example.startswith(f"decay {verb}"):
            context = decay.commands[verb].make_context(verb, arguments_of(example)[1:])
            assert isinstance(context, click.Context)


def test_every_option_has_a_help_text():
    for verb in decay.commands.values():
        for parameter in verb.params:
            assert isinstance(parameter, click.Argument) or parameter.help, (verb.name, parameter.opts)


def test_alone_it_prints_its_help_on_stderr_and_is_exit_2(run):
    ran = run()
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Usage: decay")
    assert "Exit codes:" in ran.err


def test_the_version_is_that_of_the_package(run):
    from lexdecay import __version__

    assert run("--version").out == f"decay {__version__}\n"


def test_schemas_are_listed_and_printed(run):
    assert run("schema").out.split() == schema_names("decay")
    for name in schema_names("decay"):
        assert run("schema", name).out == schema_text(name, "decay")
        assert json.loads(schema_text(name, "decay"))["properties"]["schema"] == {"const": name}


def test_an_unknown_schema_is_guessed(run):
    ran = run("schema", "decay.fit/2")
    assert ran.code == 2
    assert ran.err.startswith("error: no schema is named 'decay.fit/2'\nhint: did you mean 'decay.fit/1'?")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_ask_this_command(run, shell):
    assert "_DECAY_COMPLETE" in run("completion", shell).out


def test_models_are_listed_in_every_format(run):
    assert "f(d) = A d^-α" in run("models").out
    document = json.loads(run("models", "power_law", "--json").out)
    assert [model["name"] for model in document["models"]] == ["power_law"]
    jsonschema.validate(document, json.loads(schema_text("decay.models/1", "decay")))
    assert run("models", "--format", "csv").out.startswith("model,formula,parameter,symbol")


def test_an_unknown_model_is_guessed(run):
    ran = run("models", "powerlaw")
    assert ran.code == 2
    assert "no decay model is named 'powerlaw'" in ran.err
    assert "did you mean 'power_law'?" in ran.err


def test_the_options_of_synth_are_the_parameters_of_the_laws():
    from lexdecay.synth import LAWS as LAW_CLASSES

    assert list(LAWS) == list(LAW_CLASSES)
    of_laws = {(f.name, f.type) for law in LAW_CLASSES.values() for f in fields(law)}
    assert {(name, kind.__name__) for name, kind, _ in PARAMETERS} == of_laws


def test_synth_writes_a_corpus_and_its_truth(run, tmp_path):
    corpus, truth = tmp_path / "c.jsonl", tmp_path / "c.json"
    ran = run(
        "synth", "copy", "--tokens", "500", "--vocabulary", "50", "--longest-lag", "20", "--max-offset", "30",
        "--cap", "10", "--cap", "50", "-o", str(corpus), "--truth", str(truth),
    )  # fmt: skip
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert len(json.loads(corpus.read_text().splitlines()[0])["text"].split()) == 500
    document = json.loads(truth.read_text())
    jsonschema.validate(document, json.loads(schema_text("decay.truth/1", "decay")))
    assert document["parameters"]["longest_lag"] == 20
    assert list(document["bits"]) == ["10", "50"]
    assert document["offsets"][-1] == 30


def test_synth_without_a_file_writes_to_stdout_and_the_seed_decides(run):
    first, again, other = (run("synth", "iid", "--tokens", "50", "--seed", s).out for s in "112")
    assert first == again != other
    assert json.loads(first)["text"].split()[0].startswith("w")


def test_the_truth_of_a_tree_ends_where_its_documents_do(run, tmp_path):
    truth = tmp_path / "t.json"
    run("synth", "tree", "--tokens", "100", "--depth", "3", "-o", str(tmp_path / "t"), "--truth", str(truth))
    assert json.loads(truth.read_text())["offsets"][-1] == 26


def test_a_parameter_of_another_law_is_refused(run):
    ran = run("synth", "iid", "--stay", "0.5")
    assert ran.code == 2
    assert ran.err == (
        "error: no parameter of the law 'iid' is named 'stay'\nhint: known: vocabulary, zipf\n"
    )
