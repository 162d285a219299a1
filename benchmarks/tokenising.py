"""Tokenising against spaCy's own tokenizer: MB per CPU-second, cold and warm, and the ratios.

    python benchmarks/tokenising.py TEXT... [--language en] [--json]

Each TEXT is measured alone and, when there are several, all of them one after another: the more text, the
fewer of its chunks are new. "cold" builds a store without a chunk cache, the rules being loaded anew but
spaCy imported before, on both sides; "warm" builds it again with the cache; "known" is the tokenizer alone
once it has seen the text. spaCy's own speed is that of `nlp.tokenizer` on one document and of `nlp.pipe`
on the lines of at most the first --sample bytes. The process is prepared as the commands prepare theirs.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
import time
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from lexdecay.cli.processor import prepare

prepare()

import numpy as np  # noqa: E402

from lexdecay.records import TextBlock  # noqa: E402
from lexdecay.tokens import TOKENIZERS, TokenizerSettings, build_store  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BLOCK = 1 << 20


def cpu_seconds(job: Callable[[], object], repeat: int = 1) -> float:
    """Least CPU time of some runs."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        job()
        times.append(time.process_time() - start)
    return min(times)


def read(path: Path) -> bytes:
    """Return the text in NFC, as the reader would."""
    data = path.read_bytes()
    data = gzip.decompress(data) if path.suffix == ".gz" else data
    return unicodedata.normalize("NFC", data.decode("utf-8", "replace")).encode() + b"\n"


def blocks(data: bytes) -> Iterator[TextBlock]:
    """Cut at newlines, about a megabyte each."""
    start = 0
    while start < len(data):
        stop = len(data) if start + BLOCK >= len(data) else data.rindex(b"\n", start, start + BLOCK) + 1
        yield TextBlock(data[start:stop], np.array([0] if not start else [], np.int64))
        start = stop


def own_times(data: bytes, settings: TokenizerSettings) -> dict[str, float]:
    """CPU seconds for the whole text: cold, warm, known."""
    tokenizer = TOKENIZERS[settings.name](settings, None)

    def encode() -> None:
        for block in blocks(data):
            tokenizer.encode(block)

    with tempfile.TemporaryDirectory() as folder:
        cold = cpu_seconds(lambda: build_store(blocks(data), settings))
        build_store(blocks(data), settings, cache=Path(folder))
        warm = cpu_seconds(lambda: build_store(blocks(data), settings, cache=Path(folder)), 3)
    encode()
    return {"cold": cold, "warm": warm, "known": cpu_seconds(encode, 3)}


def spacy_times(data: bytes, language: str, sample: int) -> dict[str, float]:
    """CPU seconds that spaCy would need for the whole text, from a sample of it."""
    import spacy

    text = data[:sample].decode("utf-8", "ignore")
    scale = len(data) / len(text.encode())
    once, piped = spacy.blank(language), spacy.blank(language)
    return {
        "nlp.tokenizer": scale * cpu_seconds(lambda: once.tokenizer(text)),
        "nlp.pipe": scale * cpu_seconds(lambda: list(piped.pipe(text.splitlines()))),
    }


def measure(name: str, data: bytes, language: str, sample: int) -> dict[str, object]:
    """One row of the result."""
    own = own_times(data, TokenizerSettings(language=language))
    theirs = spacy_times(data, language, sample)
    speed = {key: len(data) / 1e6 / seconds for key, seconds in {**own, **theirs}.items()}
    ratios = {f"{a}/{b}": theirs[b] / own[a] for a in own for b in theirs}
    return {"text": name, "bytes": len(data), "mb_per_cpu_second": speed, "ratios": ratios}


def main() -> None:
    """Measure, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("texts", nargs="+", type=Path)
    parser.add_argument("--language", default="en")
    parser.add_argument("--sample", type=int, default=2_000_000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    texts = {path.name: read(path) for path in arguments.texts}
    if len(texts) > 1:
        texts["all"] = b"".join(texts.values())
    rows = [measure(name, data, arguments.language, arguments.sample) for name, data in texts.items()]
    if arguments.json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        print(f"{row['text']}: {row['bytes']:,} bytes")
        for title in ("mb_per_cpu_second", "ratios"):
            values = "  ".join(f"{key} {value:.2f}" for key, value in row[title].items())
            print(f"  {title}: {values}")


if __name__ == "__main__":
    main()
