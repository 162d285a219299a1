"""CSV and TSV: the column that holds the text, and what is wrong with a table."""

import pytest

from lexdecay.errors import FormatError


def test_a_column_named_text_is_read_without_being_asked(read, file):
    reading = read(file("a.csv", "id,text\n1,one two\n2,three\n"))
    assert [document.rstrip("\n") for document in reading.documents] == ["one two", "three"]


def test_a_column_is_named_or_numbered(read, file):
    path = file("a.tsv", "id\tbody\n1\tone two\n")
    assert read(path, field="body").documents == ["one two"]
    reading = read(path, field="2")
    assert reading.documents == ["body\n", "one two"]
    (notice,) = reading.notices
    assert (notice.code, notice.hint) == ("header_as_text", "if it is a header: --field body")


def test_quoted_cells_hold_delimiters_line_ends_and_quotes(read, file):
    data = 'text;n\r\n"a; ""b""\r\nc";1\r\n\r\nd;2\r\n'
    assert read(file("a.csv", data)).documents == ['a; "b"\nc\n', "d"]


def test_quotes_in_tsv_are_characters(read, file):
    assert read(file("a.tsv", 'text\tn\n"Hi" she said\t1\n')).documents == ['"Hi" she said']


def test_the_line_that_tells_excel_the_delimiter_is_no_row(read, file):
    assert read(file("a.csv", "sep=;\r\nn;text\r\n1;one, two\r\n")).documents == ["one, two"]
    with pytest.raises(FormatError, match="line 3: 3 cells where the first row has 2"):
        read(file("a.csv", "sep=;\nn;text\n1;one;two\n"))


def test_rows_can_be_one_document(read, file):
    assert read(file("a.csv", "text,n\none,1\ntwo,2\n"), documents="file").documents == ["one\ntwo\n"]


def test_one_column_alone_is_the_text(read, file):
    assert read(file("a.csv", "a quiet morning\nand a long day\n")).documents == [
        "a quiet morning\n",
        "and a long day",
    ]


@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_a_table_with_no_rows_is_an_empty_corpus(read, file, name):
    assert read(file(name, "")).documents == []


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.csv", "text,n\na,1\nb,2,3\n", "line 3: 3 cells where the first row has 2"),
        ("a.tsv", "text\tn\n\nb\n", "line 3: 1 cells where the first row has 2"),
        ("a.csv", 'text,n\na,1\n"b,2\nc,3\n', "line 3: not CSV: unexpected end of data"),
        ("a.csv", 'text,n\n"a"b,1\n', "line 2: not CSV: ',' expected after '\"'"),
    ],
)
def test_a_row_of_another_form_is_an_error_with_its_line(read, file, name, data, message):
    with pytest.raises(FormatError) as caught:
        read(file(name, data))
    assert message in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(
    ("name", "data", "options", "message", "hint"),
    [
        (
            "a.tsv",
            "This feels like home.\t27\tedg\nNo, you are right.\t4,27\tee8\n",
            {},
            "a table of 3 columns, none of which is named 'text'; the first row: 1 (This feels like home.)",
            "--field 1",
        ),
        (
            "a.csv",
            "label,review\n1,a long way home\n0,so it is\n",
            {},
            "a table of 2 columns",
            "--field review",
        ),
        ("a.csv", "a,b\nx y,1\n", {"field": "c"}, "no column 'c' among 2", "--field a"),
        ("a.csv", "a,a\nx y,1\n", {"field": "a"}, "2 columns are named 'a'", "--field 1"),
        ("a.csv", "a,b\nx y,1\n", {"field": "3"}, "no column '3' among 2", "--field a"),
        ("a.csv", "m,Vm\n1,20\n2,4\n", {}, "a table of 2 columns", "--spectrum"),
        ("a.csv", "word,count\nthe,20\nof,4\n", {}, "a table of 2 columns", "zipf report --counts"),
    ],
)
def test_a_column_that_is_not_known_is_asked_for(read, file, name, data, options, message, hint):
    with pytest.raises(FormatError) as caught:
        read(file(name, data), **options)
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_a_table_without_a_name_is_read_as_one_when_asked(read):
    assert read("-", stdin=b"text,n\none,1\n", input_format="csv").documents == ["one"]


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        ("id,comment\n1,foo bar baz\n2,more of it\n", "--input-format csv --field comment;"),
        ("id;text\n1;foo bar\n2;more\n", "--input-format csv; --input-format text"),
        (
            'id\ttext\r\n1\t"foo\r\n2\tmore\r\n',
            "--input-format tsv; a word a line with its tag: --input-format",
        ),
        ("1,a b,x\n" * 5, "--input-format csv --field 2"),
        ('n,said\n1,"two\nlines, and a comma"\n2,no\n', "--input-format csv --field said;"),
    ],
)
def test_a_table_without_a_name_is_not_read_as_running_text_unless_asked(read, data, hint):
    with pytest.raises(FormatError, match=r"a table of [23] columns, not running text") as caught:
        read("-", stdin=data.encode())
    assert hint in caught.value.hint
    assert read("-", stdin=data.encode(), input_format="text").documents == [data.replace("\r", "")]


@pytest.mark.parametrize(
    "text",
    [
        "Roses are red, violets are blue\nSugar is sweet, and so are you\n" * 9,
        "Roses,violets\nSugar is sweet\nand so, are you\n",
        "one,two\nthree,four\n",
        "yes, no\nred, blue\nup, down\n",
        "|a|b|\n" * 3,
        'he said "\nand then, "\n' * 5,
        "a,b\rc,d",
    ],
)
def test_prose_and_verse_with_commas_are_no_table(read, text):
    assert read("-", stdin=text.encode()).documents == [text.replace("\r", "\n")]


def test_a_table_longer_than_the_look_ahead_is_known_by_its_beginning(read):
    rows = "".join(f'{n},"{"word " * 900}\nline"\n' for n in range(40))
    with pytest.raises(FormatError, match="a table of 2 columns"):
        read("-", stdin=f"n,said\n{rows}".encode())
