import subprocess
import sys

import numpy as np
import pytest

from lexdecay.errors import FormatError
from lexdecay.records import TextBlock
from lexdecay.tokens import TOKENIZERS, TokenizerSettings, build_store, chunktable
from lexdecay.tokens.cache import ChunkCache

SPANISH = TokenizerSettings(language="es")
TEXT = "los EE. UU. y «Don Quijote» (1605), hija?'' ''Eso: a las 5p.m. en Pza. Mayor."


def build(text, folder):
    return build_store([TextBlock(text.encode() + b"\n", np.array([0]))], SPANISH, cache=folder)


def forms(store):
    return [store.words[index] for index in store.ids.tolist()]


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("filled")
    assert build(TEXT, folder).notices == ()
    return ChunkCache(folder, "es").path.read_bytes()


@pytest.fixture
def folder(tmp_path, filled):
    ChunkCache(tmp_path, "es").path.write_bytes(filled)
    return tmp_path


def test_a_warm_store_equals_a_cold_one(folder):
    cold, warm = build(TEXT, None), build(TEXT, folder)
    assert warm.manifest == cold.manifest
    assert warm.words == cold.words
    assert warm.ids.tolist() == cold.ids.tolist()
    assert "EE. UU." in warm.words


def test_new_chunks_are_added_to_what_was_known(folder):
    text = TEXT + " Sancho dijo: «¡EE. UU.!»"
    before = ChunkCache(folder, "es").path.stat().st_size
    assert forms(build(text, folder)) == forms(build(text, None))
    assert ChunkCache(folder, "es").path.stat().st_size > before


def test_a_text_of_known_chunks_neither_imports_spacy_nor_writes(folder):
    program = (
        "import sys; from pathlib import Path; import numpy as np\n"
        "from lexdecay.records import TextBlock\n"
        "from lexdecay.tokens import TokenizerSettings, build_store\n"
        "block = TextBlock(sys.argv[2].encode() + b'\\n', np.array([0]))\n"
        "store = build_store([block], TokenizerSettings(language='es'), cache=Path(sys.argv[1]))\n"
        "print('spacy' in sys.modules, store.manifest.tokens)\n"
    )
    before = ChunkCache(folder, "es").path.stat().st_mtime_ns
    command = [sys.executable, "-c", program, str(folder), TEXT]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["False", str(build(TEXT, None).manifest.tokens)]
    assert ChunkCache(folder, "es").path.stat().st_mtime_ns == before


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "text"])
def test_a_damaged_cache_is_noticed_rebuilt_and_changes_nothing(folder, filled, damage):
    middle = len(filled) // 2
    data = {
        "empty": b"",
        "cut": filled[:middle],
        "flipped": filled[:middle] + bytes([filled[middle] ^ 255]) + filled[middle + 1 :],
        "text": b"not a cache",
    }[damage]
    path = ChunkCache(folder, "es").path
    path.write_bytes(data)
    store = build(TEXT, folder)
    assert [notice.code for notice in store.notices] == ["chunk-cache-damaged"]
    assert forms(store) == forms(build(TEXT, None))
    assert path.read_bytes() == filled


@pytest.mark.parametrize("array", ["sizes", "types", "texts", "word_count", "risk_left", "joined_rows"])
def test_arrays_that_do_not_belong_together_are_not_used(folder, array):
    cache = ChunkCache(folder, "es")
    arrays = cache.load()
    arrays[array] = arrays[array] + 100 if array in {"word_count", "joined_rows"} else arrays[array][:5]
    cache.save(arrays)
    store = build(TEXT, folder)
    assert [notice.code for notice in store.notices] == ["chunk-cache-damaged"]
    assert forms(store) == forms(build(TEXT, None))


def test_a_cache_that_cannot_be_written_is_a_notice_and_the_result_is_right(tmp_path):
    (tmp_path / "file").write_text("x")
    store = build(TEXT, tmp_path / "file" / "folder")
    assert [notice.code for notice in store.notices] == ["chunk-cache-damaged", "chunk-cache-unwritable"]
    assert forms(store) == forms(build(TEXT, None))


def test_a_cache_of_other_rules_is_refused_when_spacy_is_needed(folder):
    cache = ChunkCache(folder, "es")
    cache.save(cache.load() | {"rules": np.array("0" * 64)})
    with pytest.raises(FormatError, match="are not those the chunk cache was made with") as error:
        build("palabra nueva", folder)
    assert "delete the chunk cache" in error.value.hint


def test_a_cache_keeps_its_first_rows_when_it_would_grow_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr(chunktable, "MOST_ROWS", 5)
    build(TEXT, tmp_path)
    assert ChunkCache(tmp_path, "es").load()["keys"].size == 5
    assert forms(build(TEXT, tmp_path)) == forms(build(TEXT, None))


def test_languages_do_not_share_a_file(tmp_path):
    assert ChunkCache(tmp_path, "es").path != ChunkCache(tmp_path, "en").path


def test_of_two_runs_at_once_both_are_right_and_the_last_one_is_kept(folder):
    first, second = (TOKENIZERS["spacy"](SPANISH, folder) for _ in range(2))
    blocks = [TextBlock(word.encode() + b"\n", np.array([0])) for word in ("¡hola!", "¡adiós!")]
    assert first.encode(blocks[0]).types.size == second.encode(blocks[1]).types.size == 3
    assert first.close() == second.close() == ()
    texts = ChunkCache(folder, "es").load()["texts"].tobytes().decode().split("\n")
    assert "¡adiós!" in texts
    assert "¡hola!" not in texts
