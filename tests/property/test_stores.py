"""Stores that somebody damaged, or made up with checksums that fit: tokens that were written, or an error."""

import hashlib
import json
import shutil
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdecay.errors import FormatError
from lexdecay.records import TextBlock
from lexdecay.tokens import TokenizerSettings, build_store, open_store
from lexdecay.tokens.disk import MANIFEST, _checksum

TEXT = ["the", "whale", "saw", "the", "sea", "and", "the", "sea", "saw", "é", "中", "it"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("store") / "s"
    blocks = [TextBlock((" ".join(TEXT) + "\n").encode(), np.array([0, 20]))]
    build_store(blocks, TokenizerSettings("whitespace"), directory=folder)
    return folder


def spelled(store):
    stream = store.stream("form", "keep")
    return [stream.vocabulary.words[word] for word in stream.ids.tolist()]


def opened(folder):
    """Return the tokens of a store, None when it is refused."""
    try:
        return spelled(open_store(folder))
    except FormatError as error:
        return None if str(folder) in error.message else error.message


def reseal(folder, manifest):
    manifest.pop("checksum", None)
    (folder / MANIFEST).write_text(json.dumps(manifest | {"checksum": _checksum(manifest)}))


FILES = st.sampled_from(["counts", "ids", "starts", "word_ends", "words", "manifest"])


@given(FILES, st.data())
@settings(max_examples=60, deadline=None)
def test_any_change_of_any_file_is_refused_or_changes_no_token(made, name, data):
    with tempfile.TemporaryDirectory() as place:
        folder = shutil.copytree(made, Path(place) / "s")
        (path,) = folder.glob(f"{name}*")
        content = bytearray(path.read_bytes())
        first = data.draw(st.integers(0, len(content)))
        last = data.draw(st.integers(first, min(first + 4, len(content))))
        content[first:last] = data.draw(st.binary(max_size=4))
        path.write_bytes(content)
        assert opened(folder) in (TEXT, None)


@given(st.sampled_from(["counts", "ids", "starts", "word_ends", "words"]), st.binary(max_size=120))
@settings(max_examples=80, deadline=None)
def test_a_column_made_up_with_a_right_checksum_is_tokens_or_an_error(made, name, content):
    with tempfile.TemporaryDirectory() as place:
        folder = shutil.copytree(made, Path(place) / "s")
        manifest = json.loads((folder / MANIFEST).read_text())
        entry = manifest["columns"][name]
        (folder / entry["file"]).write_bytes(content)
        entry |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        reseal(folder, manifest)
        tokens = opened(folder)
        assert tokens is None or len(tokens) == len(TEXT)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_a_manifest_made_up_with_a_right_checksum_is_tokens_or_an_error(made, data):
    with tempfile.TemporaryDirectory() as place:
        folder = shutil.copytree(made, Path(place) / "s")
        manifest = json.loads((folder / MANIFEST).read_text())
        where = data.draw(st.sampled_from([manifest, manifest["columns"], manifest["columns"]["ids"]]))
        where[data.draw(st.sampled_from(sorted(where)))] = data.draw(VALUES)
        reseal(folder, manifest)
        assert opened(folder) in (TEXT, None)
