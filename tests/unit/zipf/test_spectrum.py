from __future__ import annotations

import numpy as np
import pytest

from lexdecay.errors import FormatError
from lexdecay.zipf.spectrum import expand, from_counts, from_table, summarise, tail_of, thin


def test_a_spectrum_counts_the_types_of_each_frequency():
    spectrum = from_counts([3, 1, 1, 0, 7, 3, 1])
    assert spectrum.frequency.tolist() == [1, 3, 7]
    assert spectrum.types.tolist() == [3, 2, 1]
    assert (spectrum.n_types, spectrum.n_tokens) == (6, 16)
    assert (spectrum.count_of(1), spectrum.count_of(2)) == (3, 0)


def test_a_table_in_any_order_with_repeated_rows_gives_the_same_spectrum():
    spectrum = from_table([7, 1, 3, 1], [1, 2, 2, 1])
    assert expand(spectrum).tolist() == [7, 3, 3, 1, 1, 1]


def test_the_tail_begins_at_the_first_frequency_that_is_not_below():
    assert tail_of(from_counts([1, 1, 4, 9]), 3).frequency.tolist() == [4, 9]


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([3, -1], "a word count must be a whole number from 0 to 2^53, found -1"),
        ([1.5], "a word count must be a whole number from 0 to 2^53, found 1.5"),
        (["many"], "a word count is not a number: 'many'"),
    ],
)
def test_what_is_no_count_is_refused_by_name(counts, message):
    with pytest.raises(FormatError, match="word count") as refused:
        from_counts(np.array(counts))
    assert message in refused.value.message.replace("np.str_('many')", "'many'")


def test_columns_of_different_length_are_refused():
    with pytest.raises(FormatError, match="2 frequencies but 1 numbers of types"):
        from_table([1, 2], [5])


def test_types_that_never_occur_are_refused():
    with pytest.raises(FormatError, match="gives types to frequency 0"):
        from_table([0, 1], [5, 5])


def test_a_summary_by_hand():
    """Counts 4, 2, 1, 1: mean 2, sum of squares 4 + 0 + 1 + 1 = 6, sd sqrt(6 / 3)."""
    found = summarise(from_counts([4, 2, 1, 1]))
    assert (found.tokens, found.types, found.hapaxes, found.dis_legomena) == (8, 4, 2, 1)
    assert (found.mean_frequency, found.sd_frequency) == pytest.approx((2.0, 2.0**0.5))
    assert found.coverage == pytest.approx(0.75)


def test_no_word_is_summarised_as_nothing():
    found = summarise(from_counts([]))
    assert (found.tokens, found.types, found.naive_slope) == (0, 0, None)


def test_the_naive_slope_of_an_exact_law_is_its_exponent():
    counts = 2**20 // np.arange(1, 65)
    assert summarise(from_counts(counts)).naive_slope == pytest.approx(-1.0, abs=1e-4)


def test_thinning_draws_that_many_tokens_and_the_same_with_the_same_seed():
    spectrum = from_counts([50, 30, 10, 5, 1, 1, 1])
    once, again = (thin(spectrum, 40, np.random.default_rng(5)) for _ in range(2))
    assert once.n_tokens == 40
    assert expand(once).tolist() == expand(again).tolist()


def test_a_corpus_of_billions_can_be_thinned_too():
    spectrum = from_counts([2 * 10**9, 10**8, 500, 1])
    half = thin(spectrum, spectrum.n_tokens // 2, np.random.default_rng(1))
    assert half.n_tokens == pytest.approx(spectrum.n_tokens / 2, abs=5 * spectrum.n_tokens**0.5)
