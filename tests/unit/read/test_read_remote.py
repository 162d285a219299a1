"""Addresses: read through fsspec, whole or not at all."""

import http.server
import sys
import threading

import pytest

from lexdecay.errors import InputError, MissingExtraError

TEXT = b"some words over the wire\n" * 2000


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves the text; /cut announces all of it and sends half, without ranges."""

    def do_HEAD(self):
        self._head()

    def do_GET(self):
        self._head()
        if self.path in {"/cut", "/whole.txt"}:
            self.wfile.write(TEXT[: len(TEXT) // 2] if self.path == "/cut" else TEXT)
        self.close_connection = True

    def _head(self):
        known = self.path in {"/cut", "/whole.txt"}
        self.send_response(200 if known else 404)
        self.send_header("Content-Length", str(len(TEXT)) if known else "0")
        self.end_headers()

    def log_message(self, *_arguments):
        pass


@pytest.fixture(scope="module")
def server():
    pytest.importorskip("aiohttp")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        yield f"http://user:secret@127.0.0.1:{running.server_port}"
        running.shutdown()


@pytest.fixture
def memory():
    system = pytest.importorskip("fsspec").filesystem("memory")
    system.store.clear()
    system.pipe({"/corpus/b.txt": b"bee", "/corpus/a.txt": b"ay", "/corpus/deep/c.txt": b"sea"})
    return "memory://corpus"


def test_an_address_is_read_and_its_password_is_not_kept(read, server):
    reading = read(f"{server}/whole.txt")
    assert reading.text.encode() == TEXT
    assert reading.sources[0].bytes == len(TEXT)
    assert "secret" not in reading.sources[0].path
    assert reading.sources[0].path.endswith("/whole.txt")


def test_a_transfer_that_breaks_off_is_an_error(read, server):
    with pytest.raises(InputError, match=r"could not be read|bytes arrived") as caught:
        read(f"{server}/cut")
    assert "secret" not in caught.value.message
    assert "try again" in caught.value.hint


def test_what_is_not_there_and_who_does_not_answer_is_an_error(read, server):
    with pytest.raises(InputError, match="not found"):
        read(f"{server}/nothing")
    with pytest.raises(InputError, match="could not be read"):
        read("http://127.0.0.1:1/a.txt")


def test_patterns_and_folders_of_other_stores_are_listed_in_order(read, memory):
    assert [d.rstrip() for d in read(f"{memory}/*.txt").documents] == ["ay", "bee"]
    assert [d.rstrip() for d in read(memory, recursive=True).documents] == ["ay", "bee", "sea"]
    assert [d.rstrip() for d in read(memory, recursive=True, exclude=("b*",)).documents] == ["ay", "sea"]
    with pytest.raises(InputError, match="no file matches"):
        read(f"{memory}/*.csv")


def test_an_unknown_kind_of_address_is_an_error(read):
    pytest.importorskip("fsspec")
    with pytest.raises(InputError, match="Protocol not known") as caught:
        read("gopher-plus://x/y")
    assert "s3://" in caught.value.hint


def test_without_the_extra_the_line_to_install_it_is_named(read, monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(MissingExtraError, match=r"reading s3://bucket/a\.txt") as caught:
        read("s3://bucket/a.txt")
    assert caught.value.hint == "pip install 'lexdecay[remote]'"
