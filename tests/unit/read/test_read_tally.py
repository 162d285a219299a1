"""What reading says of its changes, in numbers and nouns that agree."""

import pytest

from lexdecay.read.tally import Tally


def said(code, count, detail=""):
    tally = Tally()
    tally.add(code, count, "a.txt", detail)
    (notice,) = tally.notices()
    return notice.message.removesuffix(" (first in a.txt)")


@pytest.mark.parametrize(
    ("code", "one", "many"),
    [
        ("gutenberg_header", "1 input begins with Project", "2,000 inputs begin with Project"),
        ("gutenberg_not_found", "1 text has no Project", "2,000 texts have no Project"),
        ("null_text", "1 row without a text (null) counts as an empty document", "2,000 rows without a text"),
        ("header_as_text", "1 table whose first row, '{x}' in", "2,000 tables whose first row, '{x}' in"),
        ("encoding_detected", "1 input read as {x}, which its", "2,000 inputs read as {x}, which their"),
    ],
)
def test_numbers_and_nouns_of_a_notice_agree(code, one, many):
    assert said(code, 1, "{x}").startswith(one)
    assert said(code, 2000, "{x}").startswith(many)
