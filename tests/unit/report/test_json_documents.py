import json
from dataclasses import replace
from importlib import resources

import jsonschema
import numpy as np
import pytest

from lexdecay.errors import FormatError
from lexdecay.report.from_json import is_result, measure_from_json
from lexdecay.report.json_text import json_text
from lexdecay.report.model_list import models_json
from lexdecay.report.to_json import fit_json, measure_json

SCHEMA_FILES = sorted(resources.files("lexdecay.report").joinpath("schema").iterdir(), key=str)


def schema(name):
    file = resources.files("lexdecay.report").joinpath("schema", f"{name.replace('/', '.')}.json")
    return json.loads(file.read_text("utf-8"))


def valid(document):
    document = json.loads(json_text(document))
    jsonschema.validate(document, schema(document["schema"]), cls=jsonschema.Draft202012Validator)
    return document


def test_the_curve_document_is_valid(measure_result):
    assert valid(measure_json(measure_result))["schema"] == "decay.curve/1"


def test_the_fit_document_is_valid_with_absent_values_everywhere(fit_result):
    document = valid(fit_json(fit_result))
    fits = document["curves"][0]["fits"]
    assert fits[2]["chi2"] is None
    assert fits[0]["parameters"][1]["ci95"] == [3.0, None]
    assert document["curves"][1]["verdict"]["range"] == [None, None]
    assert document["curves"][0]["points"][-1]["local_slope"] is None
    assert document["curves"][1]["points"][4]["value"] is None


def test_a_result_without_curves_is_valid(fit_result, measure_result):
    valid(fit_json(replace(fit_result, curves=())))
    valid(measure_json(replace(measure_result, curves=())))


def test_the_list_of_models_is_valid():
    from lexdecay.fit.models import MODELS

    assert len(valid(models_json(MODELS.values()))["models"]) == len(MODELS)


@pytest.mark.parametrize("file", SCHEMA_FILES, ids=lambda file: file.name)
def test_every_schema_is_one_is_closed_and_requires_every_key(file):
    document = json.loads(file.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(document)
    assert file.name == document["properties"]["schema"]["const"].replace("/", ".") + ".json"
    assert all(
        node["additionalProperties"] is False and set(node["required"]) == set(node["properties"])
        for node in objects(document)
    )


def objects(node):
    """Yield every object of a schema that lists its properties."""
    if isinstance(node, dict):
        if "properties" in node and node.get("type") == "object":
            yield node
        for member in node.values():
            yield from objects(member)
    elif isinstance(node, list):
        for member in node:
            yield from objects(member)


def test_a_missing_or_an_additional_key_is_noticed_by_the_schema(measure_result):
    document = measure_json(measure_result)
    del document["corpus"]["types"]
    with pytest.raises(jsonschema.ValidationError, match="'types' is a required property"):
        valid(document)
    document = {**measure_json(measure_result), "extra": 1}
    with pytest.raises(jsonschema.ValidationError, match="extra"):
        valid(document)


def test_warnings_of_corpus_and_measurement_are_listed_once(measure_result):
    twice = replace(measure_result, notices=measure_result.corpus.notices + measure_result.notices)
    assert [w["code"] for w in measure_json(twice)["warnings"]] == ["long-runs-split", "short"]


def test_a_path_that_is_not_utf8_is_given_as_bytes_too(measure_result):
    source = replace(measure_result.corpus.sources[0], path="caf\udce9.txt")
    result = replace(measure_result, corpus=replace(measure_result.corpus, sources=(source,)))
    document = valid(measure_json(result))
    assert document["inputs"][0]["path"] == "caf\ufffd.txt"
    assert document["inputs"][0]["path_base64"] == "Y2Fm6S50eHQ="
    assert measure_from_json(json_text(document), "x").corpus.sources[0].path == "caf\udce9.txt"


def test_a_curve_read_back_is_the_curve_that_was_written(measure_result):
    text = json_text(measure_json(measure_result))
    read = measure_from_json(text, "x")
    assert json_text(measure_json(read)) == text
    for before, after in zip(measure_result.curves, read.curves, strict=True):
        np.testing.assert_array_equal(after.covariance, before.covariance)
        np.testing.assert_array_equal(after.value, before.value)
        np.testing.assert_array_equal(after.usable, before.usable)


def with_halves(result):
    one, two = result.curves
    return replace(result, curves=(replace(one, halves=(one, replace(one, value=one.value / 2))), two))


def test_the_halves_of_a_curve_are_written_and_read_back(measure_result):
    document = valid(measure_json(with_halves(measure_result)))
    assert [curve["halves"] is None for curve in document["curves"]] == [False, True]
    read = measure_from_json(json_text(document), "x")
    assert measure_json(read) == document
    np.testing.assert_array_equal(read.curves[0].halves[1].value, measure_result.curves[0].value / 2)


def test_a_curve_written_before_there_were_halves_has_none(measure_result):
    document = measure_json(measure_result)
    for curve in document["curves"]:
        del curve["halves"], curve["far"]
    assert [c.halves for c in measure_from_json(json_text(document), "x").curves] == [None, None]


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("halves",), [], "x: curves[0]: key 'halves' should be 2 curves, 0 were found"),
        (("halves",), 2, "x: curves[0]: key 'halves' should be a list, a whole number was found"),
        (("halves", 1, "points"), KeyError, "x: curves[0]: halves[1]: key 'points' is missing"),
        (("halves", 0, "covariance"), [], "x: curves[0]: halves[0]: key 'covariance' should be 7 lists"),
    ],
)
def test_damaged_halves_are_refused_with_their_place(measure_result, path, value, message):
    with pytest.raises(FormatError) as caught:
        measure_from_json(damaged(with_halves(measure_result), ("curves", 0, *path), value), "x")
    assert message in caught.value.message


def test_the_order_of_keys_does_not_matter(measure_result):
    text = json_text(measure_json(measure_result))
    sorted_text = json.dumps(json.loads(text), sort_keys=True, indent=2)
    assert is_result(sorted_text[:64].encode())
    assert measure_json(measure_from_json(sorted_text, "x")) == json.loads(text)


def damaged(measure_result, path, value):
    document = json.loads(json_text(measure_json(measure_result)))
    *way, last = path
    holder = document
    for key in way:
        holder = holder[key]
    if value is KeyError:
        del holder[last]
    else:
        holder[last] = value
    return json.dumps(document)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("curves",), KeyError, "x: key 'curves' is missing"),
        (("corpus", "tokens"), "12", "x: corpus: key 'tokens' should be a whole number, a string was found"),
        (
            ("corpus", "tokens"),
            True,
            "x: corpus: key 'tokens' should be a whole number, true or false was found",
        ),
        (("curves", 0), 7, "x: curves[0] should be an object, a whole number was found"),
        (("curves", 1, "points", 2, "se"), KeyError, "x: curves[1]: points[2]: key 'se' is missing"),
        (
            ("curves", 0, "points", 0, "usable"),
            1,
            "key 'usable' should be true or false, a whole number was found",
        ),
        (("curves", 0, "covariance", 3), [1.0], "key 'covariance' should be 7 lists of 7 numbers"),
        (("curves", 0, "covariance", 0, 0), "a", "key 'covariance' should be 7 lists of 7 numbers"),
        (("curves", 0, "covariance", 0, 0), -1.0, "key 'covariance' has a negative variance"),
        (("curves", 0, "points", 0, "value"), None, "the point is usable, but one of its numbers is null"),
        (("curves", 0, "estimand"), "partial", "key 'estimand' is 'partial', not total or within_document"),
        (("curves", 0, "points", 0, "offset"), 0, "offsets should be 1 or more and rise from point to point"),
        (("curves", 0, "points", 1, "offset"), 1, "offsets should be 1 or more and rise from point to point"),
        (("curves", 0, "points", 1, "pairs"), 10**400, "key 'pairs' should be a whole number"),
        (("curves", 0, "far"), "1", "x: curves[0]: key 'far' should be a number, a string was found"),
        (("inputs", 0, "bytes"), None, "x: inputs[0]: key 'bytes' should be a whole number, null was found"),
        (("settings", "measuring"), [], "x: settings: key 'measuring' should be an object, a list was found"),
    ],
)
def test_a_damaged_curve_is_refused_with_the_name_of_the_key(measure_result, path, value, message):
    with pytest.raises(FormatError) as caught:
        measure_from_json(damaged(measure_result, path, value), "x")
    assert message in caught.value.message
    assert "decay measure CORPUS --json" in caught.value.hint


@pytest.mark.parametrize(
    ("number", "message"), [("NaN", "NaN is no number of JSON"), ("1e400", "key 'value'")]
)
def test_a_value_that_is_no_number_is_refused(measure_result, number, message):
    document = measure_json(measure_result)
    document["curves"][0]["points"][0]["value"] = "here"
    with pytest.raises(FormatError) as caught:
        measure_from_json(json.dumps(document).replace('"here"', number), "x")
    assert message in caught.value.message


def test_a_curve_of_a_later_form_asks_for_an_update(measure_result):
    with pytest.raises(
        FormatError, match=r"form decay\.curve/2, this version reads decay\.curve/1"
    ) as caught:
        measure_from_json(damaged(measure_result, ("schema",), "decay.curve/2"), "x")
    assert caught.value.hint.startswith("update lexdecay")


def test_a_result_that_is_no_curve_is_named(measure_result):
    with pytest.raises(FormatError, match=r"a result of form 'decay\.fit/1'"):
        measure_from_json(damaged(measure_result, ("schema",), "decay.fit/1"), "x")


@pytest.mark.parametrize("text", ['{"schema": "decay.curve/1"', b'{"schema": "\xff"}'])
def test_a_torn_document_is_refused(text):
    with pytest.raises(FormatError, match="not a whole JSON document"):
        measure_from_json(text, "x")


def test_a_list_is_refused():
    with pytest.raises(FormatError, match="a JSON object was expected, a list was found"):
        measure_from_json("[]", "x")


@pytest.mark.parametrize(
    ("beginning", "answer"),
    [
        (b'{\n  "schema": "decay.curve/1",', True),
        (b'\xef\xbb\xbf{"schema":"zipf.report/1"', True),
        (b'{\n  "corpus": {\n    "documents": 1,', True),
        (b'{"text": "Call me Ishmael."}', False),
        (b"Call me Ishmael.", False),
        (b"", False),
    ],
)
def test_a_result_is_told_from_a_text_by_its_beginning(beginning, answer):
    assert is_result(beginning) is answer
