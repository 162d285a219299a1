"""Controls: what they keep, what they take away, and that they do it the same way twice."""

import numpy as np
import pytest

from lexdecay.engine.controls import CONTROLS, controlled
from lexdecay.engine.curves import measuring, recurrence, total_information
from lexdecay.engine.trials import stream_of
from lexdecay.errors import UnknownNameError, UsageError
from lexdecay.records import TokenStream
from lexdecay.synth import generate, make_law

STARTS = np.array([0, 0, 5_000, 12_000, 12_000, 30_000])


def corpus():
    ids, _ = generate(make_law("copy", {"vocabulary": 300}), 40_000, 0)
    plain = stream_of(ids, STARTS)
    tags = (plain.ids % 7).astype(np.uint8)
    return TokenStream(
        plain.ids, STARTS, plain.vocabulary, tags, np.arange(0, len(plain), 20), tuple("abcdefg")
    )


def curves(stream):
    ready = measuring(stream, vocabulary=60, max_offset=200, seed=0, jobs=1)
    return total_information(ready), recurrence(ready)


def test_no_control_is_the_text_itself():
    stream = corpus()
    assert controlled(stream, None, 0) is stream


@pytest.mark.parametrize("name", list(CONTROLS))
def test_every_control_keeps_the_words_their_counts_and_their_tags(name):
    stream, changed = corpus(), controlled(corpus(), name, 3)
    assert np.array_equal(np.bincount(changed.ids), np.bincount(stream.ids))
    assert np.array_equal(changed.tags, changed.ids % 7)
    assert changed.vocabulary.words == stream.vocabulary.words
    assert changed.tag_names == stream.tag_names
    assert not np.array_equal(changed.ids, stream.ids)


def test_the_seed_decides_a_shuffle():
    one, same, other = (controlled(corpus(), "shuffle", seed).ids for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_a_shuffle_leaves_no_usable_offset():
    assert all(curve.usable.any() for curve in curves(corpus()))
    assert not any(curve.usable.any() for curve in curves(controlled(corpus(), "shuffle", 0)))


def test_a_shuffle_within_documents_keeps_the_words_of_each():
    stream, changed = corpus(), controlled(corpus(), "within-document", 0)
    assert np.array_equal(changed.starts, stream.starts)
    for piece in (slice(0, 5_000), slice(5_000, 12_000), slice(30_000, None)):
        assert np.array_equal(np.sort(changed.ids[piece]), np.sort(stream.ids[piece]))


def test_reversing_exchanges_left_and_right_and_keeps_the_raw_curves():
    stream, back = corpus(), controlled(corpus(), "reverse", 0)
    assert back.starts.tolist() == [0, len(stream) - 30_000, len(stream) - 12_000, len(stream) - 12_000,
                                    len(stream) - 5_000, len(stream)]  # fmt: skip
    for forwards, backwards in zip(curves(stream), curves(back), strict=True):
        assert backwards.raw == pytest.approx(forwards.raw, abs=1e-12)


def test_reversing_turns_sentences_with_the_text():
    back = controlled(corpus(), "reverse", 0)
    assert back.sentences.tolist() == list(range(0, len(back), 20))


def test_sentences_change_places_within_their_document_and_stay_whole():
    stream, changed = corpus(), controlled(corpus(), "sentence-order", 0)
    assert np.array_equal(changed.starts, stream.starts)
    for first, last in ((0, 5_000), (5_000, 12_000), (30_000, len(stream))):
        before, after = (
            sorted(s.ids[t : t + 20].tolist() for t in range(first, last, 20)) for s in (stream, changed)
        )
        assert before == after
    assert changed.sentences.tolist() == stream.sentences.tolist()


def test_sentences_of_different_length_keep_their_words():
    ids = np.array([0, 1, 1, 2, 2, 2, 3, 3, 3, 3])
    words = stream_of(ids, np.array([0])).vocabulary
    stream = TokenStream(ids.astype(np.uint32), np.array([0]), words, None, np.array([0, 1, 3, 6]))
    seen = set()
    for seed in range(20):
        changed = controlled(stream, "sentence-order", seed)
        pieces = np.split(changed.ids, changed.sentences[1:])
        assert sorted(piece.tolist() for piece in pieces) == [[0], [1, 1], [2, 2, 2], [3, 3, 3, 3]]
        seen.add(tuple(changed.ids.tolist()))
    assert len(seen) > 10


def test_text_without_sentences_cannot_change_their_order():
    plain = stream_of(np.arange(50) % 7, np.array([0]))
    with pytest.raises(
        UsageError, match="--control sentence-order needs sentences, and this text has none"
    ) as raised:
        controlled(plain, "sentence-order", 0)
    assert "--model en_core_web_sm" in raised.value.hint


def test_an_unknown_control_is_listed():
    with pytest.raises(UnknownNameError, match="no control is named 'shufle'") as raised:
        controlled(corpus(), "shufle", 0)
    assert "did you mean 'shuffle'?" in raised.value.hint
