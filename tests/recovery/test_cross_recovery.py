"""``decay cross`` on aligned lines of known law: each word of B copies the word of A a random offset away."""

from pathlib import Path

import numpy as np
import pytest

from lexdecay.corpus import CorpusOptions
from lexdecay.cross_analysis import CrossOptions, cross

TYPES, LINES = 40, 2500
COPIES, RATIO = 0.9, 0.5
READ = CorpusOptions(tokenizer="whitespace", cache=False)


def jitter(offset):
    """Probability that a word of B copies that of A so far before it: geometric to both sides."""
    side = {0: 0.3}.get(offset, 0.35 * (1 - RATIO) * RATIO ** (abs(offset) - 1))
    return COPIES * side


def exact(offset):
    """Information in bits of a uniform word and one that equals it with probability r, or is drawn afresh."""
    r = jitter(offset)
    same, other = r + (1 - r) / TYPES, (1 - r) / TYPES
    return np.log2(TYPES) + same * np.log2(same) + (TYPES - 1) * other * np.log2(other)


def texts(folder, lines=LINES, partner=None):
    rng = np.random.default_rng(7)
    first, second = [], []
    for _ in range(lines):
        n = int(rng.integers(12, 28))
        a, b = rng.integers(0, TYPES, (2, n))
        far = rng.geometric(1 - RATIO, n) * rng.choice([-1, 1], n)
        source = np.arange(n) - np.where(rng.random(n) < 0.3, 0, far)
        copied = (rng.random(n) < COPIES) & (source >= 0) & (source < n)
        b[copied] = a[source[copied]]
        first.append(" ".join(f"a{w}" for w in a))
        second.append(" ".join(f"b{w}" for w in b))
    order = range(lines) if partner is None else partner(lines)
    (folder / "a.txt").write_text("\n".join(first) + "\n", "utf-8")
    (folder / "b.txt").write_text("\n".join(second[i] for i in order) + "\n", "utf-8")
    return str(folder / "a.txt"), str(folder / "b.txt")


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    return cross(*texts(tmp_path_factory.mktemp("cross")), READ, CrossOptions(max_offset=8, query="a3"))


def test_information_at_every_offset_is_the_exact_one(measured):
    before, after = (one.curve for one in measured.sides)
    for curve, sign in ((before, -1), (after, 1)):
        truth = np.array([exact(sign * d) for d in curve.offset])
        assert np.abs(curve.value - truth).max() < 0.02
        assert (np.abs(curve.value - truth) < 4 * curve.se).all()
    assert measured.peak == 0
    assert (measured.low_half, measured.high_half) == (
        pytest.approx(-_half(), abs=0.1),
        pytest.approx(_half(), abs=0.1),
    )


def _half():
    """Where the line from offset 0 to offset 1 of the exact curve crosses half of its start."""
    return (exact(0) / 2) / (exact(0) - exact(1))


def test_offsets_that_carry_something_are_usable_and_no_others(measured):
    for one in measured.sides:
        assert one.curve.usable[one.curve.offset <= 3].all()
        assert not one.curve.usable[one.curve.offset >= 7].any()  # exact(7) is 0.0002 bits


def test_a_word_stands_beside_its_copy_as_often_as_the_law_says(measured):
    rows = {at.offset: at for at in measured.query.offsets}
    for offset in (-2, -1, 0, 1, 2):
        (best, *_) = rows[offset].words
        truth = jitter(offset) + (1 - jitter(offset)) / TYPES
        assert best.word == "b3"
        assert best.low < truth < best.high
        assert rows[offset].usable
    assert not rows[8].usable


def test_lines_that_are_not_aligned_show_nothing(tmp_path):
    shifted = texts(tmp_path, 800, lambda n: np.roll(np.arange(n), 100))
    result = cross(*shifted, READ, CrossOptions(max_offset=8))
    assert result.peak is None
    assert all(one.fitted is None for one in result.sides)


def test_what_every_line_begins_with_is_no_dependence(tmp_path):
    """A begins with q and B with r: the two meet in every line, whatever the alignment."""
    for path, word in zip(texts(tmp_path, 800, lambda n: np.roll(np.arange(n), 100)), "qr", strict=True):
        lines = Path(path).read_text("utf-8").splitlines()
        Path(path).write_text("".join(f"{word} {line}\n" for line in lines), "utf-8")
    result = cross(str(tmp_path / "a.txt"), str(tmp_path / "b.txt"), READ, CrossOptions(max_offset=4))
    assert result.sides[1].curve.raw[0] > 0.2
    assert result.peak is None


def test_a_text_against_itself_is_all_diagonal(tmp_path):
    one, _ = texts(tmp_path, 400)
    result = cross(one, one, READ, CrossOptions(max_offset=4))
    assert result.peak == 0
    curve = result.sides[1].curve
    assert curve.value[0] == pytest.approx(np.log2(TYPES), abs=0.2)
    assert not curve.usable[1:].any()
