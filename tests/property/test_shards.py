"""Wherever a corpus is cut, its shards' blocks add up to its own tables, near and far."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdecay.count.blocks import block_edges, cap_vocabulary, pairs_in, ranks_of, sorted_keys
from lexdecay.count.runs import Run
from lexdecay.engine.packing import pack, pack_run, unpack, unpack_run
from lexdecay.engine.sharded_counts import Design, Pairing, pair_blocks, received, sent, summed
from lexdecay.engine.shards import Cutting, cut, merge_counts, numbered, outline, vocabulary_of
from lexdecay.records import TextBlock
from lexdecay.tokens import TokenizerSettings, build_store

BLOCKS = 5
WORDS = st.sampled_from(["a", "b", "c", "d", "A", "—", "e"])  # a dash holds no position
DOCUMENTS = st.lists(st.lists(WORDS, max_size=25), min_size=1, max_size=6)


def stored(documents):
    texts = [" ".join(words).encode() for words in documents]
    starts = np.append(0, np.cumsum([len(text) + 1 for text in texts])[:-1]).astype(np.int64)
    return build_store([TextBlock(b"\n".join(texts), starts)], TokenizerSettings("whitespace"))


def in_shards(store, cutting):
    local = list(cut(store, cutting, ()))
    counts = {}
    for shard in local:
        counts = merge_counts(counts, dict(zip(shard.words, shard.counts.tolist(), strict=True)))
    vocabulary = vocabulary_of(counts)
    whole = outline([(shard.own, shard.starts) for shard in local], vocabulary)
    ids = {word: n for n, word in enumerate(vocabulary.words)}
    return [numbered(shard, n, int(whole.bounds[n]), ids) for n, shard in enumerate(local)], whole


def table(blocks):
    """Keys and counts of all blocks together, which must be those of one table."""
    runs = [run for _, run in summed(sorted(blocks, key=lambda block: block[0]))]
    keys = [run.keys for run in runs] or [np.empty(0)]
    counts = [run.counts for run in runs] or [np.empty(0)]
    return np.concatenate(keys).tolist(), np.concatenate(counts).tolist()


@settings(max_examples=60, deadline=None)
@given(DOCUMENTS, st.integers(2, 40), st.integers(1, 9), st.integers(0, 4), st.floats(0.25, 0.75))
def test_blocks_of_shards_add_up_to_the_table_of_the_whole(documents, tokens, offset, cap, far):
    store = stored(documents)
    stream = store.stream()
    shards, whole = in_shards(store, Cutting("lower", "drop", 9, tokens))
    assert whole.stream.starts.tolist() == stream.starts.tolist()
    assert whole.stream.vocabulary.words == stream.vocabulary.words
    edges, pairs = block_edges(stream, BLOCKS), pairs_in(stream, offset)
    design = Design(0, len(stream), cap, np.array([offset]), edges, np.array([1, 2][:cap]))
    symbols = cap_vocabulary(stream, cap)

    near = [block for shard in shards for block in pair_blocks(shard, design)]
    keys, counts = np.unique(sorted_keys(symbols, stream, offset, edges, cap), return_counts=True)
    assert table(near) == (keys.tolist(), counts.tolist())

    shift = Pairing(0, offset, int(far * pairs), ranks_of(whole.stream, offset, whole.bounds))
    messages = sorted((item for shard in shards for item in sent(shard, design, [shift])), key=lambda m: m[0])
    keys, counts = np.unique(sorted_keys(symbols, stream, offset, edges, cap, far), return_counts=True)
    assert table(received(iter(messages), design, [shift])) == (keys.tolist(), counts.tolist())


@given(st.lists(st.integers(0, 2**63 - 1)))
def test_integers_come_out_of_their_bytes_as_they_went_in(values):
    assert unpack(pack(np.array(values, np.uint64))).tolist() == values
    keys = np.unique(np.array(values, np.uint64))
    run = unpack_run(pack_run(Run(keys, np.arange(1, keys.size + 1))))
    assert run.keys.tolist() == keys.tolist()
    assert run.counts.tolist() == list(range(1, keys.size + 1))
