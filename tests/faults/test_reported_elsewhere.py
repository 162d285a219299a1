"""Reports of bugs in other programs, made into tests of ours: the report, its input, the right output.

nltk/nltk#403, text2vec#313, quanteda#2458, quanteda#220 and GloVe#193 are in tests/unit/count.
"""

import time

import pytest

WORDS = ("--tokenizer", "whitespace", "--no-cache")


def test_the_exponent_of_a_small_table_is_the_likeliest_one(here, place):
    """powerlaw-devs/powerlaw#61: the default discrete fit chose x_min 6 and alpha 3.81."""
    spectrum = {1: 233, 2: 33, 3: 13, 4: 10, 5: 2, 6: 3, 7: 2, 8: 2, 9: 1, 11: 1, 15: 1, 18: 1}
    counts = [size for size, types in spectrum.items() for _ in range(types)]
    (place / "a.csv").write_text("word,count\n" + "".join(f"w{i},{n}\n" for i, n in enumerate(counts)))
    ran = here("zipf", "report", "a.csv", "--counts", "--json", "--bootstrap", "0", "-q")
    (zeta,) = [fit for fit in ran.document["full_range"] if fit["model"] == "f1"]
    (exponent,) = [parameter["value"] for parameter in zeta["parameters"]]
    assert exponent == pytest.approx(2.5950, abs=0.0005)


def test_a_long_run_of_signs_takes_no_quadratic_time(count):
    """explosion/spaCy#4362: a URL and 13,200 snowmen took 35 hours."""
    begun = time.process_time()
    ran = count("http://a.example/" + "☃" * 13_200 + " the end", "--punctuation", "keep", "--no-cache")
    assert ran.code == 0
    assert time.process_time() - begun < 20  # seconds of processor time; a few on any machine
    assert any(warning["code"] == "long-runs-split" for warning in ran.document["warnings"])


def test_fresh_numbers_without_end_take_no_memory_beyond_the_types(bash):
    """explosion/spaCy#5083: every new string stayed in the pipeline for ever."""
    line = (
        "python3 -c 'import random; random.seed(1);"
        ' print(*(f"{random.random():.6f}" for _ in range(60000)))\' > n.txt;'
        'zipf count n.txt --json -q | python3 -c "import json, sys; d = json.load(sys.stdin); '
        "print(d['corpus']['tokens'], d['corpus']['types'])\"; sort -u <(tr ' ' '\\n' < n.txt) | wc -l"
    )
    tokens, types, right = bash(line).out.split()
    assert (tokens, types) == ("60000", right)


@pytest.mark.parametrize("verb", ["zipf report t.txt --bootstrap 20", "decay measure t.txt --max-offset 5"])
def test_two_workers_end_on_text_without_any_break(bash, verb):
    """explosion/spaCy#7934: with two processes a too long text hung for ever."""
    ran = bash(
        f'python3 -c \'print("a bc def " * 150000, end="")\' > t.txt; {verb} --jobs 2 -q --json --no-cache'
    )
    assert ran.code in {0, 3}, ran.err
    assert ran.document["corpus"]["tokens"] == 450_000


def test_a_small_temporary_disk_is_refused_or_fails_cleanly(bash, left_over):
    """kpu/kenlm#104: hours of work were lost when the temporary disk filled up."""
    ran = bash(
        "python3 -c 'import random as r; r.seed(2); print(*(r.randrange(9999) for _ in range(60000)))'"
        "> t.txt;"
        "ulimit -f 100; trap '' XFSZ;"
        "decay count t.txt -o out --memory 4M --max-offset 2 --tokenizer whitespace --no-cache -q"
    )
    assert ran.code == 1
    assert "temporary counts" in ran.err or "cannot write out" in ran.err
    assert "hint: " in ran.err
    assert left_over("t.txt") == set()


def test_a_pipe_that_is_read_and_left_early_is_silent(bash):
    """pallets/click#712: tracebacks when output went to head."""
    ran = bash(
        "seq -f w%.0f 1 100000 | zipf count --format ndjson --tokenizer whitespace --no-cache -q - | head -2"
    )
    assert ran.err == ""
    assert len(ran.out.splitlines()) == 2


def test_text_after_a_late_nul_is_counted(count):
    """BurntSushi/ripgrep#306: the search stopped silently at a late NUL."""
    ran = count("word " * 200_000 + "\0 after after\n", *WORDS)
    assert ran.code == 0
    assert (ran.counts["after"], ran.counts["word"]) == (2, 200_000)
    assert any("NUL" in warning["message"] for warning in ran.document["warnings"])


def test_square_brackets_are_no_markup(count, here):
    """docarray/docarray#733: tokens such as [/model/2013.jpg] crashed the table."""
    count("[/x] [red] :smile: [/model/2013.jpg]", *WORDS)
    ran = here("zipf", "count", "a.txt", "--punctuation", "keep", *WORDS)
    assert ran.code == 0
    for word in ("[/x]", "[red]", ":smile:", "[/model/2013.jpg]"):
        assert word in ran.out


@pytest.mark.usefixtures("text")
def test_processes_and_hash_seeds_change_no_byte(bash):
    """quanteda/quanteda#2100: the order of features changed with threads."""
    options = "--tokenizer whitespace --no-cache --json -q"
    for jobs, verb in (("1 2 8", "decay measure --max-offset 8"), ("1 2", "zipf report --bootstrap 10")):
        command = f"{verb} text.txt --jobs $jobs {options}"
        ran = bash(f"for jobs in {jobs}; do PYTHONHASHSEED=$jobs {command} | md5sum; done")
        assert len(set(ran.out.splitlines())) == 1


def test_utf_8_is_read_in_the_locale_c(bash, place):
    """SamHames/hyperreal#8: 'charmap' and 'ascii' codecs could not read a UTF-8 corpus."""
    (place / "a.txt").write_text("naïve 中文 café naïve", "utf-8")
    bare = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    options = "--json -q --no-cache --tokenizer whitespace"
    assert bash(f"zipf count a.txt {options}", env=bare) == bash(f"zipf count a.txt {options}")
