from __future__ import annotations

import pickle

import pytest

from lexdecay.errors import FormatError, MissingExtraError, UnknownNameError


@pytest.mark.parametrize(
    "error",
    [
        FormatError("row 3 is bad", hint="mend it"),
        UnknownNameError("law", "f4", ["f1", "f2"]),
        MissingExtraError("drawing", "lexdecay[plot]"),
    ],
)
def test_an_error_comes_back_from_another_process_as_it_was(error):
    back = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (type(back), back.message, back.hint, str(back)) == (
        type(error),
        error.message,
        error.hint,
        str(error),
    )
