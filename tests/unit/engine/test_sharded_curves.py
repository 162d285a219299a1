"""A corpus in shards gives the bytes of the same corpus in one piece, wherever it is cut."""

import dataclasses

import numpy as np
import pytest

from lexdecay.engine import curves, reading, sharded
from lexdecay.engine.shards import Cutting
from lexdecay.records import TextBlock
from lexdecay.tokens import TokenizerSettings, build_store

WHITESPACE = TokenizerSettings("whitespace")


def words(seed, tokens):
    rng = np.random.default_rng(seed)
    fresh = rng.zipf(1.3, tokens).clip(1, 400)
    last = np.maximum.accumulate(np.where(rng.random(tokens) < 0.5, 0, np.arange(tokens)))
    return [f"w{n}" if n % 7 else "—" for n in fresh[last]]  # a dash holds no position


def documents(seed, lengths):
    made = iter(words(seed, sum(lengths)))
    return [" ".join(next(made) for _ in range(length)) for length in lengths]


@pytest.fixture
def store(tmp_path):
    """Documents long and short, an empty one and one without a word among them."""
    texts = documents(0, [900, 2, 4000, 700, 30, 1500])
    texts[2:2] = ["", "— —"]
    data = "\n".join(texts).encode()
    starts = np.append(0, np.cumsum([len(text.encode()) + 1 for text in texts])[:-1])
    return build_store([TextBlock(data, starts)], WHITESPACE, directory=tmp_path / "store")


def in_shards(engine, tmp_path, tokens, halo, whole=False):
    cutting = Cutting("lower", "drop", halo, tokens, whole)
    return reading.load_store(engine, tmp_path / "store", cutting)


def same(one, other):
    return all(
        getattr(one, field.name).tobytes() == getattr(other, field.name).tobytes()
        if isinstance(getattr(one, field.name), np.ndarray)
        else getattr(one, field.name) == getattr(other, field.name)
        for field in dataclasses.fields(one)
    )


@pytest.mark.parametrize("tokens", [300, 9000])
def test_curves_of_shards_have_the_bytes_of_the_whole(engine, store, tmp_path, tokens):
    stream = store.stream()
    whole = curves.measuring(stream, vocabulary=30, max_offset=60, seed=3, jobs=1)
    loaded = in_shards(engine, tmp_path, tokens, halo=60)
    parts = sharded.measuring(engine, loaded.shards, loaded.outline, vocabulary=30, max_offset=60, seed=3)
    assert loaded.outline.stream.vocabulary.words == stream.vocabulary.words
    assert loaded.outline.stream.starts.tolist() == stream.starts.tolist()
    for one, other in zip(
        [
            *curves.total_information_of(whole, curves.AND_HALVES),
            curves.recurrence(whole),
            *curves.recurrence_of_halves(whole),
        ],
        [
            *sharded.total_information(parts, curves.AND_HALVES),
            sharded.recurrence(parts),
            *sharded.recurrence_of_halves(parts),
        ],
        strict=True,
    ):
        assert same(one, other)


def test_shuffled_documents_are_the_same_in_shards_of_whole_documents(engine, store, tmp_path):
    whole = curves.measuring(store.stream(), vocabulary=30, max_offset=60, seed=3, jobs=1)
    loaded = in_shards(engine, tmp_path, 500, halo=60, whole=True)
    assert len(loaded.outline.bounds) > 3
    parts = sharded.measuring(engine, loaded.shards, loaded.outline, vocabulary=30, max_offset=60, seed=3)
    for one, other in zip(
        curves.within_document_information_of(whole, curves.AND_HALVES),
        sharded.within_document_information(parts, curves.AND_HALVES),
        strict=True,
    ):
        assert same(one, other)
