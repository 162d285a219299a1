"""The page of ``decay word`` at any width: whole numbers, every offset that was asked for."""

import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from lexdecay.records import Corpus, Curve, FittedCurve, Source, Verdict
from lexdecay.report.column_widths import columns_width, divided
from lexdecay.report.word_lists import _lift, offset_ranges
from lexdecay.report.word_screen import word_screen
from lexdecay.word_records import HalfLife, WordProfile, WordResult, WordShare

OFFSETS = np.array([1, 2, 4, 1000])
VALUE = np.array([1.1134, 0.1281, -0.0567, -0.1163])
SE = np.array([0.2184, 0.0781, 0.0612, 0.0451])
PAIRS = np.array([123_456, 23_456, 3_456, 456])
SHARES = {"antidisestablishmentarian": (0.1743, 1_234.4), "already": (0.0094, 40.2), "her": (0.0412, 2.34)}
LISTED = ("17.4 %", "0.9 %", "4.1 %", "×1,234", "×40", "×2.3")


def fitted(*, usable=True):
    curve = Curve(
        "pull", "total", "bits", 218, OFFSETS, PAIRS, VALUE + 0.5, np.full(4, 0.5), VALUE, SE,
        np.full(4, 0.05), (VALUE > 0.2) & usable, np.diag(SE**2),
    )  # fmt: skip
    verdict = Verdict("no_dependence", None, 1, 1, None, "nothing stands out")
    return FittedCurve(curve, np.array([], np.int64), (), verdict, np.full(4, np.nan))


def listed(offset, q=0.5):
    words = tuple(
        WordShare(word, 9, p, 0.001, lift, 0.3, p / 2, 2 * p, q) for word, (p, lift) in SHARES.items()
    )
    return WordProfile(offset, 123_456, 0.1, 0.05, 0.5, usable=True, reason=None, words=words)


def page(width, offsets, *, profiles=None, right=..., left=None, **options):
    result = WordResult(
        corpus=Corpus((Source("a.txt", 1, "0" * 64, "utf-8", 1, 120_000),), {}, 1, 120_000, 17_144),
        settings={"by": "bits"},
        query="sister",
        tag=None,
        types=("sister",),
        occurrences=218,
        right=fitted() if right is ... else right,
        left=left,
        profiles=profiles or tuple(map(listed, offsets)),
        half_life=HalfLife(1.5, 1.4, 1.6, None),
    )
    return word_screen(result, width=width, color=False, **options)


def parts_of(text):
    """Shares and lifts as they are printed, whatever stands between them."""
    lists, _, pull = text.partition("Pull to the right")
    found = re.findall(r"\S+\s+%|×\S+", lists.partition("divergent")[2])
    return Counter(" ".join(part.split()) for part in found if part.split()[0] != "95"), pull


@pytest.mark.parametrize("width", [*range(30, 101), 140, 200])
@pytest.mark.parametrize("offsets", [(1,), (1, 9), (1, 2, 4, 9)])
def test_every_number_is_whole_at_every_width(width, offsets):
    text = page(width, offsets)
    found, _ = parts_of(text)
    assert found == Counter(dict.fromkeys(LISTED, len(offsets)))
    assert text.count("n 123,456") == len(offsets)
    assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize("width", [20, 25, 40, 60, 80, 100])
def test_the_pull_gives_columns_up_and_no_digit(width):
    cells = {"1.1134", "0.1281", "-0.0567", "-0.1163", "0.2184", "0.0781", "0.0612", "0.0451", "0.5000"}
    cells |= {"1", "2", "4", "1,000", "123,456", "23,456", "3,456", "456"}
    _, pull = parts_of(page(width, (1,)))
    table = re.split(r"\n─+\n", pull)[1].partition("\n\n")[0]
    rows = [[cell for cell in row.split() if cell[-1].isdigit()] for row in table.splitlines()]
    cells_three = {f"{float(number):.3f}" for number in cells if "." in number and "," not in number}
    assert len(rows) == 4
    assert {cell for row in rows for cell in row} <= cells | cells_three
    assert len({len(row) for row in rows}) == 1


@pytest.mark.parametrize("width", [20, 40, 80, 100])
@pytest.mark.parametrize("offsets", [(1, 2, 4), (-3, -2, -1, 1, 2, 3), (1, 2, 4, 9)])
def test_every_offset_that_was_asked_for_is_listed(width, offsets):
    text = page(width, offsets)
    assert {int(found) for found in re.findall(r"offset (-?\d+), n", text)} == set(offsets)
    assert "Not shown" not in text


def test_of_many_offsets_the_nearest_and_farthest_are_listed_and_the_others_named():
    text = page(100, tuple(d for d in range(-5, 6) if d))
    assert re.findall(r"offset (-?\d+), n", text) == ["1", "-1", "5", "-5"]
    assert "Not shown: offsets -4..-2, 2..4. --json and --format csv hold all that were asked for." in text


def test_an_offset_without_words_says_why():
    empty = WordProfile(5000, 0, None, None, None, usable=False, reason="0 words stand there", words=())
    result = WordResult(
        corpus=Corpus((), {}, 1, 9, 9), settings={"by": "bits"}, query="a", tag=None, types=("a",),
        occurrences=60, right=fitted(), left=None, profiles=(empty,),
        half_life=HalfLife(None, None, None, "none"),
    )  # fmt: skip
    assert "No word to list at offset 5000: 0 words stand there." in word_screen(
        result, width=80, color=False
    )


def test_bars_shrink_before_lists_are_stacked():
    side_by_side, stacked = page(90, (1, 9)), page(60, (1, 9))
    assert "offset 1, n 123,456" in side_by_side
    assert any(row.count("offset") == 2 for row in side_by_side.splitlines())
    assert not any(row.count("offset") == 2 for row in stacked.splitlines())
    assert max(row.count("█") for row in stacked.splitlines()) > 6


def test_offsets_are_named_as_they_are_typed():
    assert offset_ranges([9, -1, -2, -3, 1]) == "-3..-1, 1, 9"


def test_columns_of_a_plain_table_stand_two_cells_apart():
    assert [columns_width(widths) for widths in ([], [5], [5, 3], [5, 3, 1])] == [0, 5, 10, 13]


@pytest.mark.parametrize(
    ("first", "second", "room", "given"),
    [(3, 4, 10, (3, 4)), (3, 20, 10, (3, 7)), (20, 3, 10, (7, 3)), (20, 20, 11, (6, 5))],
)
def test_a_text_gets_half_of_the_room_and_what_the_other_spares(first, second, room, given):
    assert divided(first, second, room) == given


@pytest.mark.parametrize(
    ("lift", "shown"),
    [
        *((1234.4, "×1,234"), (40.2, "×40"), (9.96, "×10"), (9.94, "×9.9"), (2.34, "×2.3"), (1.0, "×1.0")),
        *((0.513, "×0.51"), (0.0437, "×0.044"), (0.00512, "×0.0051")),
    ],
)
def test_a_lift_has_two_digits_that_say_something(lift, shown):
    assert _lift(lift, ascii_only=False) == shown


def test_a_list_that_chance_would_make_is_called_that():
    lost = replace(listed(4), usable=False)
    said = " ".join(page(100, [1], profiles=(listed(1), lost)).split())
    assert "At offset 4 the pull as a whole is not above chance" in said
    assert "No word listed at offset 4 is above chance." in said
    assert "above chance" not in page(100, [1])


def test_words_above_chance_are_named_where_the_pull_as_a_whole_is_not():
    lost = replace(listed(4, q=0.001), usable=False)
    rare = replace(listed(6, q=0.001), usable=False, pull=None, n=25)
    said = " ".join(page(100, [1], profiles=(listed(1), lost, rare)).split())
    assert (
        f"Above chance by themselves at offset 4, of the words listed: {', '.join(SHARES)} (q < 5 %" in said
    )
    assert "Above chance by themselves at offset 6" in said
    assert "No word listed" not in said
    assert "At offset 4 the pull as a whole" in said


def test_a_side_without_pull_is_named_where_the_other_has_one():
    nothing = fitted(usable=False)
    assert "at any offset to the right: cannot tell." in " ".join(page(100, [1], right=nothing).split())
    either = " ".join(page(100, [1], right=nothing, left=nothing).split())
    assert "at any offset on either side: cannot tell." in either
    one = " ".join(page(100, [1], right=nothing, left=fitted()).split())
    assert "at any offset to the right: cannot tell. To the left it stands out up to offset -" in one
    assert "at any offset to the left: cannot tell." in " ".join(
        page(100, [-1], right=None, left=nothing).split()
    )
