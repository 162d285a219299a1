from __future__ import annotations

import numpy as np
import pytest

from lexdecay.errors import UnknownNameError, UsageError
from lexdecay.records import TokenStream, Vocabulary
from lexdecay.zipf_inputs import only_tag


def tagged_stream(*, tags=True):
    """Documents "a/N b/V c/N" and "c/N a/V": among nouns c occurs twice, a once."""
    return TokenStream(
        np.array([0, 1, 2, 2, 0], np.uint32),
        np.array([0, 3]),
        Vocabulary(("a", "b", "c"), np.array([2, 1, 2])),
        tags=np.array([0, 1, 0, 0, 1], np.uint8) if tags else None,
        tag_names=("NOUN", "VERB") if tags else (),
    )


def test_tokens_of_one_tag_keep_their_order_and_documents():
    kept = only_tag(tagged_stream(), "NOUN")
    assert kept.vocabulary.words == ("c", "a")
    assert kept.vocabulary.counts.tolist() == [2, 1]
    assert kept.ids.tolist() == [1, 0, 0]
    assert kept.starts.tolist() == [0, 2]


def test_a_tag_that_the_text_does_not_have_is_refused():
    with pytest.raises(UnknownNameError, match="no tag is named 'ADJ'"):
        only_tag(tagged_stream(), "ADJ")


def test_text_without_tags_is_refused_with_the_way_out():
    with pytest.raises(UsageError, match="has no tags") as refused:
        only_tag(tagged_stream(tags=False), "NOUN")
    assert refused.value.hint == "add --model NAME"
