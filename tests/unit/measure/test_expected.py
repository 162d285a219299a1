"""Expected information against exact sums and against shuffles."""

import numpy as np
import pytest
from scipy.stats import hypergeom

from lexdecay.measure.expected import expected_information, expected_informations, expected_xlog2x, xlog2x


def exact_cell(pairs, row, column):
    k = np.arange(max(0, row + column - pairs), min(row, column) + 1)
    return float(hypergeom.pmf(k, pairs, row, column) @ xlog2x(k))


@pytest.mark.parametrize(
    ("pairs", "row", "column"),
    [
        (10, 3, 4),
        (10, 9, 8),
        (1000, 1, 1),
        (1000, 30, 400),
        (50_000, 700, 4000),
        (50_000, 9000, 9000),
        (8, 8, 3),
    ],
)
def test_a_cell_equals_its_hypergeometric_sum(pairs, row, column):
    computed = expected_xlog2x(pairs, np.array([float(row)]), np.array([float(column)]))
    assert computed[0] == pytest.approx(exact_cell(pairs, row, column), rel=1e-7, abs=1e-9)


def test_cells_of_the_series_and_of_the_recursion_meet():
    # Means just below and above 64, the change of method; the exact values differ by a smooth step.
    cells = expected_xlog2x(100_000, np.array([2528.0, 2532.0]), np.array([2530.0, 2530.0]))
    exact = [exact_cell(100_000, 2528, 2530), exact_cell(100_000, 2532, 2530)]
    assert cells == pytest.approx(exact, abs=3e-5)


def test_two_by_two_table_worked_by_hand():
    # Margins (1, 1) and (1, 1), n = 2: either pairing is a permutation table with I = 1 bit.
    assert expected_information(np.array([1, 1]), np.array([1, 1])) == pytest.approx(1.0)


def test_it_is_the_mean_over_shuffles():
    rng = np.random.default_rng(0)
    p = 1 / np.arange(1, 41)
    left, right = (rng.choice(40, 4000, p=p / p.sum()) for _ in range(2))
    values = []
    for _ in range(200):
        table = np.histogram2d(left, rng.permutation(right), bins=np.arange(41))[0]
        margins = xlog2x(table.sum(0)).sum() + xlog2x(table.sum(1)).sum()
        values.append(np.log2(4000) + (xlog2x(table).sum() - margins) / 4000)
    expected = expected_information(np.bincount(left, minlength=40), np.bincount(right, minlength=40))
    assert expected == pytest.approx(np.mean(values), abs=4 * np.std(values) / np.sqrt(200))


def test_grouping_nearly_equal_totals_moves_it_by_less_than_a_hundredth_of_the_noise():
    rng = np.random.default_rng(1)
    p = 1 / np.arange(1, 151)
    left, right = rng.multinomial(200_000, p / p.sum(), size=2)
    row, column = (m.ravel().astype(float) for m in np.meshgrid(left, right, indexing="ij"))
    cells = expected_xlog2x(200_000, row, column).sum()
    exact = np.log2(200_000) + (cells - xlog2x(left).sum() - xlog2x(right).sum()) / 200_000
    assert expected_information(left, right) == pytest.approx(exact, abs=1e-5)


def test_no_pairs_carry_no_information():
    assert expected_information(np.zeros(3, int), np.zeros(3, int)) == 0.0


def test_tables_worked_on_together_have_the_expectations_they_have_alone():
    """More tables than go together, an empty one and one of a single pair among them."""
    rng = np.random.default_rng(0)
    chance = 1 / np.arange(1, 40) / np.sum(1 / np.arange(1, 40))
    sizes = (0, 1, 30, 500, 20_000, 7, 0, 3_000, 90, 400, 2)
    margins = [tuple(rng.multinomial(size, chance, 2)) for size in sizes]
    together = expected_informations(margins)
    assert together.tolist() == [expected_information(left, right) for left, right in margins]
    assert together[0] == together[6] == 0
    assert expected_informations([]).shape == (0,)
