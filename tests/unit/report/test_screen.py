import pytest

from lexdecay.report.screen import (
    cut,
    cut_left,
    decimals_for,
    line,
    plain_table,
    probability,
    screen_text,
    screen_width,
    significant,
    size_in_words,
    wants_ascii,
    wants_color,
)

HOSTILE = "[/x][b]bold[/b] :x: \x1b[31m \u202e"


def test_markup_emoji_codes_and_escapes_in_a_token_are_printed_as_they_are():
    text = screen_text([line(HOSTILE)], width=80, color=False)
    assert text == "[/x][b]bold[/b] :x: \\x1b[31m \\u202e\n"


def test_colour_is_the_only_source_of_escape_sequences():
    assert "\x1b" in screen_text([line("x", "bold")], width=80, color=True)
    assert "\x1b" not in screen_text([line("x", "bold")], width=80, color=False)


@pytest.mark.parametrize("width", [20, 40, 80, 160, 500])
def test_no_line_is_wider_than_the_width(width):
    table = plain_table()
    table.add_column("word")
    table.add_column("count")
    table.add_row(line("春天" * 40), line("12"))
    text = screen_text([line("word " * 60), table], width=width, color=False)
    from rich.cells import cell_len

    assert max(cell_len(row) for row in text.splitlines()) <= width


def test_long_words_are_cut_by_the_cells_they_take():
    assert cut("short", 10) == "short"
    assert cut("abcdefghij", 6) == "abcde…"
    assert cut("春天春天春天", 6) == "春天…"


def test_a_long_path_keeps_its_end():
    assert cut_left("corpora/en/whale.txt", 10) == "…whale.txt"
    assert cut_left("春天春天", 5) == "…春天"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.123456, "0.123"),
        (12.3456, "12.3"),
        (1234.5, "1,230"),
        (0.0, "0"),
        (0.09999, "0.100"),
        (999.7, "1,000"),
        (1e-9, "1.00e-09"),
        (2.5e7, "2.50e+07"),
        (-0.5, "-0.500"),
        (None, "-"),
        (float("nan"), "-"),
    ],
)
def test_numbers_show_three_digits_that_count(value, shown):
    assert significant(value) == shown


def test_a_p_value_is_never_zero():
    assert probability(1e-20) == "< 0.001"
    assert probability(0.0423) == "0.042"
    assert probability(None) == "-"


def test_decimals_show_two_digits_of_the_smallest_error():
    assert decimals_for([0.012, 0.5]) == 3
    assert decimals_for([0.0, float("nan")]) == 4


def test_sizes_are_said_as_people_say_them():
    assert [size_in_words(n) for n in (999, 1_234_567, 5 * 10**12)] == ["999 bytes", "1.2 MB", "5.0 TB"]


def test_colour_follows_the_option_then_the_environment_then_the_terminal(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_color("auto", is_terminal=True)
    assert not wants_color("auto", is_terminal=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert wants_color("auto", is_terminal=False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_color("auto", is_terminal=True)
    assert wants_color("always", is_terminal=False)
    assert not wants_color("never", is_terminal=True)


def test_a_dumb_terminal_has_no_colour_and_plain_lines(monkeypatch):
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_color("auto", is_terminal=True)
    assert wants_ascii("utf-8")


def test_lines_are_plain_where_the_encoding_has_no_others(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    assert wants_ascii("latin-1")
    assert not wants_ascii("UTF-8")


def test_the_width_is_what_columns_says_but_never_below_twenty(monkeypatch):
    monkeypatch.setenv("COLUMNS", "77")
    assert screen_width() == 77
    monkeypatch.setenv("COLUMNS", "5")
    assert screen_width() == 20
