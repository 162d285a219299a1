"""Pair counts of a corpus in shards: the files of `decay count`, byte for byte."""

import numpy as np
import pytest

from lexdecay.count import DEFAULT_MEMORY, write_pair_counts
from lexdecay.engine import reading, sharded
from lexdecay.engine.sharded_pairs import write_sharded_counts
from lexdecay.engine.shards import Cutting
from lexdecay.errors import EngineError
from lexdecay.records import TextBlock
from lexdecay.tokens import TokenizerSettings, build_store


@pytest.fixture
def store(tmp_path):
    rng = np.random.default_rng(0)
    data = " ".join(f"w{n}" for n in rng.zipf(1.4, 6000).clip(1, 900)).encode()
    starts = np.array([0, data.index(b" ", 5000) + 1, data.index(b" ", 9000) + 1])
    return build_store(
        [TextBlock(data, starts)], TokenizerSettings("whitespace"), directory=tmp_path / "store"
    )


def written(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def count(engine, tmp_path, **options):
    loaded = reading.load_store(engine, tmp_path / "store", Cutting("lower", "drop", 5, 700))
    chosen = {"max_offset": 5, "min_count": 1, "memory_bytes": DEFAULT_MEMORY, **options}
    return write_sharded_counts(engine, loaded.shards, loaded.outline, tmp_path / "shards", **chosen)


@pytest.mark.parametrize("min_count", [1, 3])
def test_files_of_shards_are_those_of_the_whole(engine, store, tmp_path, monkeypatch, min_count):
    monkeypatch.setattr(sharded, "SHARD_TOKENS", 100)  # several ranges of left words
    write_pair_counts(store.stream(), tmp_path / "whole", offsets=5, min_count=min_count)
    table = count(engine, tmp_path, min_count=min_count)
    assert written(tmp_path / "shards") == written(tmp_path / "whole")
    assert table.pairs > 0


@pytest.mark.usefixtures("store")
def test_lost_pairs_are_an_error_and_leave_nothing(engine, tmp_path, monkeypatch):
    from lexdecay.engine import sharded_pairs

    whole = sharded_pairs.word_pair_blocks

    def leaky(shard, *rest):
        return whole(shard, *rest) if shard.number else ()

    monkeypatch.setattr(sharded_pairs, "word_pair_blocks", leaky)
    with pytest.raises(EngineError, match=r"lost pairs: 5,\d\d\d of 5,997 came back at offset 1"):
        count(engine, tmp_path)
    assert not (tmp_path / "shards").exists()
