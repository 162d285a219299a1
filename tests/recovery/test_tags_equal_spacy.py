"""The array runner against spaCy, on networks of random weights: any difference would show as another tag."""

import numpy as np
import pytest
import spacy
from spacy.util import fix_random_seed

from lexdecay.records import TextBlock
from lexdecay.tokens import TokenizerSettings, build_store
from lexdecay.tokens.checked_model import PROBE_BYTES, CheckedTokenizer, model_tokenizer
from lexdecay.tokens.fast_model import FastTokenizer, runs_fast
from lexdecay.tokens.model_pipe import PipeTokenizer
from lexdecay.tokens.spacy_model import load_model

TEXT = """\
"Don't go," she said... We'll can't won't; he's (in the U.K.) at 5p.m. :-) http://example.com/x?y=1 a.b@c.de!
It cost $5.50/kg — 3½ “times” more. And then? He laughed!! 'Tis naïve. 中文 and 😀 too
on a second line.

A new paragraph. With  double   blanks\tand a tab.
"""
LABELS = ("A", "B", "C", "D", "E", "F", "G")
TAGS = ("NOUN", "VERB", "ADJ", "ADV", "DET", "PRON", "PUNCT")


def tagger_config(attributes, depth, window, pieces, *, own=True):
    size = {"width": 8, "depth": depth, "window_size": window, "maxout_pieces": pieces}
    vectors = {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": "spacy.MultiHashEmbed.v2",
            "width": 8,
            "attrs": list(attributes),
            "rows": [50] * len(attributes),
            "include_static_vectors": False,
        },
        "encode": {"@architectures": "spacy.MaxoutWindowEncoder.v2", **size},
    }
    if not own:
        return vectors
    return {"model": {"@architectures": "spacy.Tagger.v2", "tok2vec": vectors}}


@pytest.fixture
def saved(tmp_path):
    """Initialise a pipeline, give every weight a random value, and load it as `--model` does."""

    def loaded(nlp, rules=()):
        fix_random_seed(7)
        nlp.initialize()
        for pattern, tag in rules:  # only now: initialising forgets them
            nlp.get_pipe("attribute_ruler").add([pattern], {"POS": tag}, index=len(pattern) - 1)
        draw = np.random.default_rng(7)
        for _, component in nlp.pipeline:
            for node in component.model.walk() if hasattr(component, "model") else ():
                for name in node.param_names:
                    shape = node.get_param(name).shape
                    spread = 1 if len(shape) > 1 else 0.1  # small biases: the words decide
                    value = draw.normal(1 if name == "G" else 0, spread, shape)
                    node.set_param(name, value.astype(np.float32))
        nlp.to_disk(tmp_path / "m")
        return load_model(str(tmp_path / "m"), lemmas=False)

    return loaded


def with_tagger(language, config, labels=LABELS, kind="tagger"):
    nlp = spacy.blank(language)
    tagger = nlp.add_pipe(kind, config=config)
    for label in labels:
        tagger.add_label(label)
    return nlp


def blocks():
    data = (TEXT * 3).encode()
    return [TextBlock(data, np.array([0, len(TEXT.encode())])), TextBlock(b"one more.\n", np.array([0]))]


def told(tokenizer):
    found = [tokenizer.encode(block) for block in blocks()]
    words = tokenizer.words()
    return [
        (
            [words[index] for index in one.types.tolist()],
            one.tags.tolist(),
            one.starts.tolist(),
            None if one.sentences is None else one.sentences.tolist(),
        )
        for one in found
    ]


def assert_equal(model, *, tags=5):
    assert runs_fast(model)
    fast, slow = told(FastTokenizer(model)), told(PipeTokenizer(model))
    assert fast == slow
    assert len(set(fast[0][1])) >= tags  # not one tag for everything


@pytest.mark.parametrize("depth", [1, 3])
def test_types_whose_products_are_not_kept_and_blocks_of_any_size_change_nothing(saved, monkeypatch, depth):
    for name, size in (("KEPT", 9), ("SECTION", 13), ("BLOCK", 5), ("EMBEDDED", 4)):
        monkeypatch.setattr(f"lexdecay.tokens.convolution.{name}", size)
    labels = [f"{label}|{tag}" for label, tag in zip(LABELS, TAGS, strict=True)]
    assert_equal(saved(with_tagger("en", tagger_config(("LOWER", "SUFFIX"), depth, 2, 2), labels)))


@pytest.mark.parametrize(
    ("attributes", "depth", "window", "pieces"),
    [
        (("LOWER", "PREFIX", "SUFFIX", "SHAPE"), 1, 2, 2),
        (("NORM", "PREFIX", "SUFFIX", "SHAPE", "SPACY", "IS_SPACE"), 4, 1, 3),
        (("NORM",), 2, 1, 1),
    ],
)
def test_labels_that_carry_the_tag_are_those_of_spacy(saved, attributes, depth, window, pieces):
    labels = [f"{label}|{tag}" for label, tag in zip(LABELS, TAGS, strict=True)]
    nlp = with_tagger("en", tagger_config(attributes, depth, window, pieces), labels)
    nlp.add_pipe("sentencizer")
    assert_equal(saved(nlp))


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_tags_by_an_attribute_ruler_and_sentences_by_a_network_are_those_of_spacy(saved, language):
    nlp = spacy.blank(language)
    nlp.add_pipe("tok2vec", config={"model": tagger_config(("NORM", "SPACY"), 2, 1, 2, own=False)})
    listener = {"@architectures": "spacy.Tok2VecListener.v1", "width": 8, "upstream": "tok2vec"}
    tagger = nlp.add_pipe(
        "tagger", config={"model": {"@architectures": "spacy.Tagger.v2", "tok2vec": listener}}
    )
    for label in LABELS:
        tagger.add_label(label)
    nlp.add_pipe("senter", config=tagger_config(("NORM", "SHAPE"), 2, 1, 2))
    nlp.add_pipe("attribute_ruler")
    rules = [([{"TAG": label}], tag) for label, tag in zip(LABELS, TAGS, strict=True)]
    rules.append(([{"TAG": {"IN": list(LABELS)}, "LOWER": "and"}], "CCONJ"))
    rules.append(([{"DEP": "x"}, {"LOWER": "is"}], "VERB"))
    assert_equal(saved(nlp, rules))


def test_a_morphologizers_tags_are_those_of_spacy(saved):
    labels = [f"POS={tag}|Number=Sing" for tag in TAGS]
    nlp = with_tagger("fr", tagger_config(("NORM", "SHAPE"), 2, 1, 2), labels, "morphologizer")
    assert_equal(saved(nlp))


def test_pipelines_with_other_parts_are_left_to_spacy(saved):
    nlp = with_tagger("en", tagger_config(("NORM",), 1, 1, 2))
    nlp.add_pipe("attribute_ruler")
    model = saved(nlp, [([{"TAG": "A"}, {"TAG": "B"}], "VERB")])
    assert not runs_fast(model)
    assert isinstance(model_tokenizer(model, None), PipeTokenizer)


def test_networks_that_look_at_more_of_a_token_are_left_to_spacy(saved):
    assert not runs_fast(saved(with_tagger("en", tagger_config(("NORM", "ORTH"), 1, 1, 2))))


def test_a_runner_that_agrees_is_used(saved):
    model = saved(with_tagger("en", tagger_config(("NORM",), 1, 1, 2), ("A|NOUN", "B|VERB")))
    checked = model_tokenizer(model, None)
    assert isinstance(checked, CheckedTokenizer)
    assert told(checked) == told(PipeTokenizer(model))
    assert isinstance(checked._chosen, FastTokenizer)
    assert checked.close() == ()


def test_a_runner_that_disagrees_is_left_with_a_notice(saved, tmp_path, monkeypatch):
    model = saved(with_tagger("en", tagger_config(("NORM",), 1, 1, 2), ("A|NOUN", "B|VERB")))
    encode = FastTokenizer.encode

    def other(self, block):
        encoded = encode(self, block)
        encoded.tags[:1] += 1
        return encoded

    monkeypatch.setattr(FastTokenizer, "encode", other)
    store = build_store(blocks(), TokenizerSettings(model=str(tmp_path / "m")))
    monkeypatch.undo()
    assert [notice.code for notice in store.notices] == ["slow-tagger"]
    assert "spaCy tagged the text itself" in store.notices[0].message
    pipe = told(PipeTokenizer(model))
    assert store.tags.tolist() == pipe[0][1] + pipe[1][1]


def test_the_probe_ends_at_a_line_or_a_blank():
    from lexdecay.tokens.checked_model import _beginning

    assert _beginning(b"a b\n") == b"a b\n"
    assert _beginning(b"word \n" * PROBE_BYTES).endswith(b"\n")
    assert _beginning(b"word " * PROBE_BYTES).endswith(b"word ")
