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


@pytest.fixture
def novel(tmp_path):
    file = tmp_path / "novel.txt"
    file.write_text("The whale saw the sea. The sea saw the whale, and the whale sang. " * 40, "utf-8")
    return file


def valid(text):
    document = json.loads(text)
    jsonschema.validate(document, json.loads(schema_text(document["schema"], "decay")))
    return document


def test_index_sums_up_the_store_that_fit_then_takes(run, novel, tmp_path):
    store = str(tmp_path / "store")
    document = valid(run("index", str(novel), "-o", store, "--json", "--no-cache").out)
    assert document["corpus"] == {"documents": 1, "tokens": 680, "types": 9}
    from_store, from_text = (json.loads(run("measure", path, "--json").out) for path in (store, str(novel)))
    assert from_store["curves"] == from_text["curves"]


def test_index_says_in_words_what_to_do_next(run, novel, tmp_path):
    said = run("index", str(novel), "-o", str(tmp_path / "s"), "--no-cache").out.splitlines()
    assert said[0] == "680 tokens (punctuation included), 9 types, 1 document in 1 input"
    assert said[1].startswith("next: decay fit")


def test_what_a_missing_argument_may_be_is_told_on_one_line(run):
    assert run("completion").err == (
        "error: Missing argument '{bash|zsh|fish}'. Choose from: bash, zsh, fish\n"
        "hint: decay completion --help\n"
    )


def test_count_sums_up_the_pairs_it_wrote(run, novel, tmp_path):
    """14 words a sentence pair, 560 in all: 559 pairs at offset 1 and 558 at offset 2."""
    folder = tmp_path / "pairs"
    ran = run("count", str(novel), "-o", str(folder), "--max-offset", "2", "--json", "--no-cache")
    document = valid(ran.out)
    assert document["exposure"] == [559, 558]
    assert document["pairs"] == 559 + 558
    import polars as pl

    frame = pl.read_parquet(folder / "*.parquet")
    assert frame.height == document["rows"]
    assert frame.filter(left="the", right="whale", offset=1)["count"].to_list() == [120]


def test_count_says_in_words_where_the_files_are(run, novel, tmp_path):
    said = run("count", str(novel), "-o", str(tmp_path / "p"), "--max-offset", "1", "--no-cache").out
    assert "(left, right, offset, count) at offset 1: 559 pairs" in said
    assert said.endswith("/p/part-*.parquet\n")


@pytest.mark.parametrize("verb", ["index", "count"])
def test_a_folder_to_write_must_be_named(run, verb):
    ran = run(verb, "a.txt")
    assert ran.code == 2
    assert "Missing option '--output' / '-o'" in ran.err


@pytest.mark.timeout(300)
def test_the_self_test_puts_measured_beside_exact(run):
    ran = run("selftest", "markov", "--tokens", "20000", "--jobs", "1", "--json")
    assert ran.code == 0
    document = valid(ran.out)
    assert [(trial["law"], trial["measure"]) for trial in document["trials"]] == [
        ("markov", "mutual_information"),
        ("markov", "recurrence"),
    ]
    assert all(trial["agreeing"] == trial["usable"] > 0 for trial in document["trials"])


def test_a_self_test_that_disagrees_is_printed_and_is_exit_1(run, monkeypatch, fit_result):
    from lexdecay import analysis
    from lexdecay.engine.trials import Trial

    trial = Trial("copy", 0, fit_result.curves[0], 2 * fit_result.curves[0].curve.value)
    monkeypatch.setattr(analysis, "selftest", lambda *_, **__: (trial,))
    ran = run("selftest", "copy")
    assert ran.code == 1
    assert "copy  Mutual information    0/5" in ran.out
    assert ran.err.startswith("error: 0 of 5 usable values agree with the exact ones")
    assert "--tokens" in ran.err
    rows = run("selftest", "copy", "--format", "csv").out.splitlines()
    assert rows[1] == "copy,0,mutual_information,bits,1000,1,1.6,0.8,0.004,true"


def test_a_parameter_of_another_law_is_refused(run):
    ran = run("synth", "iid", "--stay", "0.5")
    assert ran.code == 2
    assert ran.err == (
        "error: no parameter of the law 'iid' is named 'stay'\nhint: known: vocabulary, zipf\n"
    )
