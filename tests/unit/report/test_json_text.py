import json
import math

import pytest

from lexdecay.report.json_text import finite, finite_list, json_line, json_text


def test_a_flat_record_takes_one_line_and_a_nested_one_is_indented():
    text = json_text({"a": {"x": 1, "y": None}, "rows": [[1, 2], [3, 4]], "none": []})
    assert (
        text
        == '{\n  "a": {"x": 1, "y": null},\n  "rows": [\n    [1, 2],\n    [3, 4]\n  ],\n  "none": []\n}\n'
    )


def test_the_text_reads_back_as_the_same_value():
    value = {"k": [{"z": 0.1, "deep": [{"a": "é\n"}]}, []], "f": 1 / 3}
    assert json.loads(json_text(value)) == value
    assert json.loads(json_line(value)) == value


def test_floats_keep_every_digit():
    assert json_line([0.1 + 0.2, 1e-300]) == "[0.30000000000000004, 1e-300]\n"


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_what_is_not_a_number_is_refused_rather_than_written(bad):
    with pytest.raises(ValueError, match="JSON compliant"):
        json_text({"x": [bad]})


def test_finite_turns_what_is_not_a_number_into_null():
    assert finite_list([1.0, math.nan, math.inf]) == [1.0, None, None]
    assert finite(None) is None
