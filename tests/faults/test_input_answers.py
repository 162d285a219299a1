"""Odd inputs through the commands: the right answer, or an error with what, where and what to type."""

import gzip
import io
import json
import random
import resource
import unicodedata

import polars as pl
import pytest

WORDS = ("--tokenizer", "whitespace", "--no-cache")
NOVEL = "Le café de la gare était là, à côté de l'hôtel. "


def test_a_wrong_byte_is_named_with_its_place_and_a_guess(count):
    ran = count(b"good text\nna\xefve caf\xe9 here\n" + b"plain words " * 20, *WORDS)
    assert (ran.code, ran.out) == (1, "")
    assert "a.txt: not utf-8 at byte 12 (line 2): found EF" in ran.err
    assert "hint: " in ran.err
    assert "--encoding" in ran.err


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf" + NOVEL.encode() + b"\xef\xbb\xbf" + NOVEL.encode(),
        (NOVEL + NOVEL).encode("utf-16"),
        b"\xfe\xff" + (NOVEL + NOVEL).encode("utf-16-be"),
        unicodedata.normalize("NFD", NOVEL + NOVEL).encode(),
        (NOVEL + NOVEL).replace(" ", "\r\n").encode(),
        (NOVEL + NOVEL).replace(" ", "\r").encode(),
        (NOVEL + NOVEL).replace(" ", "\u2028").encode(),
        gzip.compress(NOVEL.encode()) + gzip.compress(NOVEL.encode()),
    ],
    ids=["two BOMs", "UTF-16", "UTF-16BE", "NFD", "CRLF", "CR", "U+2028", "two gzip members"],
)
def test_every_spelling_of_one_text_gives_one_count(count, data):
    assert count(data, *WORDS).counts == count((NOVEL + NOVEL).encode(), *WORDS).counts


@pytest.mark.parametrize("encoding", ["gbk", "gb18030", "big5", "shift_jis", "koi8-r", "cp1252"])
def test_an_old_encoding_is_read_when_named_and_guessed_at_when_not(count, encoding):
    text = {"koi8-r": "Всё смешалось в доме ", "cp1252": NOVEL, "shift_jis": "吾輩は猫である "}.get(
        encoding, "天地玄黄宇宙 "
    )
    text = text if encoding != "big5" else "天地玄黃宇宙 "
    assert (
        count((text * 40).encode(encoding), "--encoding", encoding, *WORDS).counts
        == count(text * 40, *WORDS).counts
    )
    ran = count((text * 40).encode(encoding), *WORDS)
    assert ran.code == 1
    assert "--encoding" in ran.err


def test_utf_16_without_a_mark_is_never_counted_as_letters(count):
    ran = count(("plain words " * 50).encode("utf-16-le"), *WORDS)
    assert ran.code == 1
    assert "utf-16" in ran.err.lower()


def test_binary_data_is_refused(count):
    ran = count(bytes(range(256)) * 40, *WORDS)
    assert (ran.code, ran.out) == (1, "")


@pytest.mark.parametrize(
    "data", [b"", b" \n\t\r\n", "\u200b \u200b\n".encode()], ids=["empty", "blank", "U+200B"]
)
@pytest.mark.parametrize("command", [("decay", "fit"), ("zipf", "report")], ids=lambda c: c[1])
def test_nothing_to_count_is_exit_3_and_valid_json(here, place, data, command):
    (place / "a.txt").write_bytes(data)
    ran = here(*command, "a.txt", "--json", "--no-cache", "-q")
    assert ran.code == 3
    assert ran.document["corpus"]["tokens"] == 0
    assert ran.err.startswith("error: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["one"], 3),
        (["same"] * 3000, 0),
        ([f"w{i}" for i in range(3000)], 0),
    ],
    ids=["one word", "one word repeated", "all distinct"],
)
def test_degenerate_texts_have_no_dependence_and_no_nan(here, place, words, said):
    (place / "a.txt").write_text(" ".join(words))
    ran = here("decay", "fit", "a.txt", "--json", "--max-offset", "50", "-q", *WORDS)
    assert ran.code == said
    answers = {curve["verdict"]["answer"] for curve in ran.document["curves"]}
    assert answers <= {"no_dependence", "undecided"}


def test_signs_that_join_letters_stay_inside_words(count):
    ran = count("نمی‌خواهم हिन्दी 👩‍👩‍👧 👍🏽 e\u0301\u0323", "--punctuation", "keep", *WORDS)
    assert len(ran.counts) == 5


@pytest.mark.parametrize("separator", ["\u2028", "\x85", "\x0b", "\x0c", "\x1c"])
def test_odd_separators_end_no_line_of_jsonl_and_no_document(here, place, separator):
    (place / "a.jsonl").write_text(
        json.dumps({"text": f"one{separator}two"}, ensure_ascii=False) + "\n", "utf-8"
    )
    ran = here("zipf", "count", "a.jsonl", "--json", *WORDS)
    assert ran.code == 0
    assert ran.document["corpus"]["documents"] == 1
    assert ran.counts == {"one": 1, "two": 1}


@pytest.mark.parametrize(
    "line",
    ['{"text": 3}', '{"text": null}', '{"other": "x"}', '{"text": "cut', "[1]", '{"text": "a"} junk'],
)
def test_a_line_that_is_no_record_is_named(here, place, line):
    (place / "a.jsonl").write_text('{"text": "fine"}\n' + line + "\n")
    ran = here("zipf", "count", "a.jsonl", "--json", *WORDS)
    assert (ran.code, ran.out) == (1, "")
    assert "line 2" in ran.err


def test_a_lone_surrogate_is_replaced_and_told(here, place):
    (place / "a.jsonl").write_text('{"text": "x\\ud800 y"}\n')
    ran = here("zipf", "count", "a.jsonl", "--json", *WORDS)
    assert ran.code == 0
    assert "x\ufffd" in ran.counts
    assert ran.document["warnings"]


@pytest.mark.parametrize("cut", [30, 200])
def test_a_cut_archive_prints_no_result(count, cut):
    words = " ".join(str(n * n) for n in range(400))
    ran = count(gzip.compress(words.encode())[:cut], *WORDS, name="a.txt.gz")
    assert (ran.code, ran.out) == (1, "")
    assert f"at compressed byte {cut}" in ran.err


@pytest.mark.usefixtures("text")
def test_a_folder_a_dangling_link_and_a_loop_are_explained(here, place):
    ran = here("zipf", "count", ".")
    assert (ran.code, "--recursive" in ran.err) == (2, True)
    (place / "dangling").symlink_to("nowhere")
    ran = here("zipf", "count", "text.txt", "dangling")
    assert ran.code == 1
    assert "which cannot be reached" in ran.err
    (place / "dangling").unlink()
    (place / "loop").symlink_to(".")
    ran = here("zipf", "count", ".", "--recursive", "--json", *WORDS)
    assert ran.document["corpus"]["tokens"] == 4000


@pytest.mark.usefixtures("text")
def test_pipes_are_read_once_and_never_opened_again(bash):
    options = "--json --tokenizer whitespace --no-cache -q"
    ran = bash(
        f"zipf count <(cat text.txt) {options} | tail -n +20 | md5sum;"
        f"cat text.txt | zipf count - {options} | tail -n +20 | md5sum"
    )
    assert len(set(ran.out.splitlines())) == 1
    assert ran.err == ""


def test_a_result_of_our_own_is_recognised(here, place, text):
    (place / "r.json").write_text(here("zipf", "count", text.name, "--json", *WORDS).out)
    ran = here("decay", "measure", "r.json")
    assert ran.code == 1
    assert "hint: " in ran.err


@pytest.mark.parametrize("offset", ["0", "-1", "1.5", "1e3", "x", "9..1"])
@pytest.mark.usefixtures("text")
def test_an_offset_that_is_none_is_a_usage_error(here, offset):
    ran = here("decay", "pairs", "text.txt", f"--offset={offset}", *WORDS)
    assert ran.code == 2
    assert ran.err.startswith("error: ")


@pytest.mark.usefixtures("text")
def test_offsets_beyond_the_text_and_double_ones_are_no_problem(here, place):
    ran = here("decay", "measure", "text.txt", "--max-offset", "1000000000000", "--json", "-q", *WORDS)
    offsets = [point["offset"] for point in ran.document["curves"][0]["points"]]
    assert offsets == sorted(set(offsets))
    assert offsets[-1] < 4000
    (place / "a.txt").write_text("one two three two")
    huge = ("--max-offset", "99999999999999999999", "--json", *WORDS)
    assert here("decay", "count", "a.txt", "-o", "p", *huge).document["rows"] == 6
    double = here("decay", "pairs", "text.txt", "--offset", "2,2,1", "--json", "-q", *WORDS)
    once = here("decay", "pairs", "text.txt", "--offset", "1,2", "--json", "-q", *WORDS)
    assert [len(ran.document["offsets"]) for ran in (double, once)] == [2, 2]


@pytest.mark.parametrize(
    "arguments",
    [
        ("decay", "synth", "iid", "--tokens"),
        ("decay", "selftest", "--tokens"),
        ("decay", "pairs", "text.txt", "--kwic"),
        ("decay", "cross", "text.txt", "text.txt", "--max-offset"),
    ],
    ids=lambda arguments: arguments[1],
)
def test_a_number_of_twenty_digits_is_a_usage_error(here, arguments):
    ran = here(*arguments, "99999999999999999999")
    assert (ran.code, ran.out) == (2, "")
    assert "is not in the range" in ran.err


def test_conllu_words_are_counted_once(here, place):
    rows = ["1-2\tdel\t_", "1\tde\tde", "2\tel\tel", "2.1\tghost\tghost", "3\tgato\tgato"]
    text = "\r\n".join(f"{row}\tNOUN\t_\t_\t0\troot\t_\t_" if row.count("\t") == 2 else row for row in rows)
    (place / "a.conllu").write_text(text)
    surface = here("zipf", "count", "a.conllu", "--json", "--no-cache").counts
    syntactic = here("zipf", "count", "a.conllu", "--json", "--no-cache", "--words", "syntactic").counts
    assert (surface, syntactic) == ({"del": 1, "gato": 1}, {"de": 1, "el": 1, "gato": 1})


def test_a_line_without_an_end_is_the_text_it_holds(count):
    words = " ".join(f"w{i % 997}" for i in range(300_000))
    assert count(words, *WORDS).counts == count(words.replace(" ", "\n") + "\n", *WORDS).counts


@pytest.mark.parametrize("broken", ["NaN", "Infinity", "-1e999", '"x"'])
def test_a_curve_with_a_value_that_is_no_number_is_refused(here, place, text, broken):
    ran = here("decay", "measure", text.name, "--json", "--max-offset", "5", "-q", *WORDS)
    changed = ran.out.replace('"value": ', f'"value": {broken}, "was": ', 1)
    (place / "curve.json").write_text(changed)
    ran = here("decay", "fit", "curve.json")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error: ")
    assert "Traceback" not in ran.err


def test_each_file_of_a_folder_is_read_in_its_own_encoding_and_the_result_says_which(here, place):
    (place / "books").mkdir()
    written = {"a.txt": "utf-8", "b.txt": "cp1252", "c.txt": "utf-16", "d.txt": "koi8-r"}
    for name, encoding in written.items():
        text = "Всё смешалось в доме. " if encoding == "koi8-r" else "Où est le garçon au café là-bas? "
        (place / "books" / name).write_bytes((text * 40).encode(encoding))
    named = here("zipf", "count", "books", "--recursive", "--json", *WORDS)
    assert (named.code, named.out) == (1, "")
    assert "books/b.txt: not utf-8" in named.err
    assert "--encoding auto where inputs differ" in named.err
    ran = here("zipf", "count", "books", "--recursive", "--json", "--encoding", "auto", *WORDS)
    assert ran.code == 0, ran.err
    assert [one["encoding"] for one in ran.document["inputs"]] == ["utf-8", "cp1252", "utf-16-le", "koi8-r"]
    assert (ran.counts["café"], ran.counts["доме."]) == (120, 40)


def test_hyphens_stay_where_they_are_unless_asked(count):
    text = "the un\u00adseen whale-\nboat and the won-\nderful sea\n"
    ran = count(text, *WORDS)
    assert {"un\u00adseen", "won", "derful"} <= set(ran.counts) or "won-" in ran.counts
    assert "--strip invisible" in ran.err
    joined = count(text, "--dehyphenate", *WORDS)
    assert joined.counts == {"the": 2, "unseen": 1, "whaleboat": 1, "and": 1, "wonderful": 1, "sea": 1}


@pytest.mark.parametrize("head", ["id,said\n", "id,text\n", ""])
def test_a_table_on_standard_input_is_not_counted_as_prose(bash, head):
    rows = "".join(f"{n},word {n},x\n" if not head else f"{n},word {n}\n" for n in range(9))
    ran = bash(f"printf '{head}{rows}' | zipf count - --no-cache".replace("\n", "\\n"))
    assert (ran.code, ran.out) == (1, "")
    assert "not running text; the first row: " in ran.err
    assert "hint: --input-format csv" in ran.err


def hostile_parquet():
    """A table of texts, and its bytes with sizes and places that are not there."""
    sink = io.BytesIO()
    pl.DataFrame({"text": [f"the whale {n}" for n in range(300)]}).write_parquet(sink, compression="zstd")
    data, end = sink.getvalue(), len(sink.getvalue())
    footer = end - 8 - int.from_bytes(data[-8:-4], "little")
    yield data[:-8] + b"\xff\xff\xff\x7f" + b"PAR1"  # a footer of 2 GB
    yield data[:footer] + b"\xff" * (end - 8 - footer) + data[-8:]  # no footer
    yield b"PAR1" + data[-8:]
    chance = random.Random(61)  # noqa: S311  places, not secrets
    for _ in range(60):  # huge sizes, numbers of rows and offsets in the footer and in the headers of pages
        at = chance.choice([chance.randrange(footer, end - 10), chance.randrange(4, 60)])
        yield data[:at] + b"\xfe\xff\xff\xff\x0f"[: chance.randrange(1, 6)] + data[at + 5 :]
        yield data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def test_a_parquet_file_with_made_up_sizes_is_an_error_or_the_table_and_takes_no_memory(here, place):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for data in hostile_parquet():
        (place / "a.parquet").write_bytes(data)
        ran = here("zipf", "count", "a.parquet", "--json", "-q", *WORDS)
        if ran.code == 0:
            assert ran.document["corpus"]["documents"] == 300
        else:
            assert (ran.code, ran.out) == (1, "")
            assert "error: a.parquet: a Parquet file that cannot be read" in ran.err or "rows" in ran.err
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000  # KiB
