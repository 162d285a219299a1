from lexdecay.report.to_rows import CURVE_COLUMNS, fit_rows, measure_rows


def test_every_point_of_every_curve_is_a_row(measure_result):
    rows = measure_rows(measure_result)
    assert rows.columns == CURVE_COLUMNS
    assert len(rows.values) == 14
    head = ("mutual_information", "total", "bits", 1000, 1, 119_999)
    assert rows.values[0] == (*head, 0.8 + 0.03, 0.03, 0.8, 0.004, 0.0005, True)


def test_values_that_are_not_numbers_are_absent(measure_result):
    row = dict(zip(CURVE_COLUMNS, measure_rows(measure_result).values[11], strict=True))
    assert row["offset"] == 16
    assert row["value"] is None


def test_fitted_models_have_a_column_each_filled_where_they_were_fitted(fit_result):
    rows = fit_rows(fit_result)
    assert rows.columns[len(CURVE_COLUMNS) :] == (
        "local_slope",
        "expected_exponential",
        "expected_power_law",
        "expected_broken_power_law",
    )
    by_offset = {row[4]: row for row in rows.values[:7]}
    assert by_offset[4][-2:] == (0.2, None)
    assert by_offset[100][-3:] == (None, None, None)
