"""Texts of strangers, named and nothing else typed: a right result, or the option that gives it."""

from pathlib import Path

import pytest

from lexdecay.errors import LexdecayError
from lexdecay.read import CorpusReader, ReadOptions
from lexdecay.records import TokenBlock

CORPORA = Path(__file__).parents[4] / "shared/corpora"
pytestmark = pytest.mark.skipif(not CORPORA.exists(), reason="the shared corpora are not here")

# Sentences and words that the makers or GOLD.md state, where they do.
READ = {
    "en/alice.txt": 1,
    "en/dracula.txt": 1,
    "en/great_expectations.txt": 1,
    "en/huckleberry_finn.txt": 1,
    "en/kjv.parquet": 31_102,
    "en/kjv.txt.gz": 1,
    "en/moby_dick.txt": 1,
    "en/moby_dick_pg2701.txt.gz": 1,
    "en/pride_and_prejudice.txt": 1,
    "en/state_union.jsonl.gz": 65,
    "en/ubuntu_irc_dev.txt": 1,
    "en/ulysses.txt.gz": 1,
    "en/war_and_peace.txt": 1,
    "en/wikitext2_test.txt": 1,
    "en/wikitext2_valid.txt.gz": 1,
    "de/buddenbrooks.txt": 1,
    "es/don_quijote.txt": 1,
    "fi/kalevala.txt": 1,
    "fr/madame_bovary.txt": 1,
    "hu/egri_csillagok.txt": 1,
    "ja/kokoro.txt": 1,
    "reference/genesis_kjv_nltk.txt": 1,
    "reference/inaugural_nltk.txt.gz": 1,
    "reference/spgc_pg2701_tokens.txt.gz": 1,
    "ru/idiot.txt": 1,
    "zh/hongloumeng_trad.txt": 1,
    "zh/sanguo_simp.txt.gz": 1,
    "zh/sanguo_trad.txt": 1,
}
TREEBANKS = {
    "ud/de_gsd-ud-test.conllu": 16_225,
    "ud/en_ewt-ud-dev.conllu.gz": 24_787,
    "ud/fr_gsd-ud-test.conllu": 9_738,
    "ud/tr_boun-ud-test.conllu.gz": 12_015,
    "ud/zh_gsd-ud-test.conllu": 12_010,
}
HINTED = {  # file -> what the hint says, and the options that it leads to
    "de/effi_briest_latin1.txt": ("--encoding latin-1", {"encoding": "latin-1"}),
    "en/goemotions_dev.tsv": ("--field 1", {"field": "1"}),
    "en/gsm8k_train.jsonl": ("--field question", {"field": "question"}),
    "en/middlemarch.txt.gz": ("--encoding latin-1", {"encoding": "latin-1"}),
    "fr/trois_mousquetaires_latin1.txt": ("--encoding latin-1", {"encoding": "latin-1"}),
    "ja/kokoro_sjis_ruby.txt": ("--encoding shift_jis", {"encoding": "shift_jis"}),
    "zh/xiyouji_gbk.txt": ("--encoding gb18030", {"encoding": "gb18030"}),
    "reference/clauset_words.txt": ("zipf report --counts", None),
    "reference/spectra/Baayen2001_bnc.csv": ("--spectrum", None),
    "reference/spectra/Brown.emp.vgc.csv": ("--spectrum", None),
    "reference/spectra/Brown.spc.csv": ("--spectrum", None),
    "reference/spectra/DickensOliverTwist.spc.csv": ("--spectrum", None),
    "reference/spectra/ItaRi.spc.csv": ("--spectrum", None),
}
NOTED = {  # what the text is counted with, and the option that leaves it out
    "en/great_expectations.txt": "--strip gutenberg leaves them out",
    "en/moby_dick_pg2701.txt.gz": "--strip gutenberg leaves them out",
    "en/ulysses.txt.gz": "--strip gutenberg leaves them out",
}


def reader(name, **options):
    return CorpusReader([str(CORPORA / name)], ReadOptions(**options))


@pytest.mark.parametrize("name", READ)
def test_a_file_is_read_as_what_it_is(name):
    reading = reader(name)
    assert sum(len(block.data) for block in reading) > 0
    assert (reading.sources[0].documents, reading.sources[0].encoding) == (READ[name], "utf-8")
    hints = [notice.hint for notice in reading.notices if notice.code.startswith(("gutenberg", "aozora"))]
    assert hints == ([NOTED[name]] if name in NOTED else [])


@pytest.mark.parametrize("name", TREEBANKS)
def test_a_treebank_has_the_surface_tokens_that_its_makers_count(name):
    blocks = list(reader(name))
    assert all(isinstance(block, TokenBlock) for block in blocks)
    assert sum(len(block.words) for block in blocks) == TREEBANKS[name]


@pytest.mark.parametrize("name", HINTED)
def test_a_file_that_needs_an_option_gets_it_named_and_it_works(name):
    hint, options = HINTED[name]
    with pytest.raises(LexdecayError) as caught:
        list(reader(name))
    assert hint in caught.value.hint
    if options is not None:
        assert sum(len(block.data) for block in reader(name, **options)) > 0


@pytest.mark.parametrize("name", [name for name, (hint, _) in HINTED.items() if "--encoding" in hint])
def test_detecting_the_encoding_gives_the_text_of_declaring_it(name):
    declared = b"".join(block.data for block in reader(name, **HINTED[name][1]))
    assert b"".join(block.data for block in reader(name, encoding="auto")) == declared


def test_every_file_of_the_folder_is_in_a_table():
    names = {str(path.relative_to(CORPORA)) for path in CORPORA.rglob("*") if path.is_file()}
    untold = {name for name in names if not name.endswith(".md") and not name.startswith("ud/")}
    assert untold <= {*READ, *HINTED}
