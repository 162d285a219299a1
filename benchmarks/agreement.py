"""Gold against our own: tags of the package's model and trees of a spaCy parser on the text of a treebank.

    python benchmarks/agreement.py TREEBANK.conllu[.gz]... [--tagger NAME] [--parser NAME]

The text of each document is read back from `# text`, cut, tagged and parsed as running text; every number is
then measured twice, from the treebank's annotation and from ours, trees also with the treebank's sentences
kept apart. The tables of docs/methods_words.md come from it. Without --tagger the bundled model tags.
"""

from __future__ import annotations

import argparse
import gzip
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lexdecay.arcs_analysis import arcs
from lexdecay.corpus import CorpusOptions
from lexdecay.tag_analysis import NAMED, TagOptions, tags

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lexdecay.records import Estimate
    from lexdecay.word_records import ArcsResult, TagsResult

OFFSETS = (1, 2, 3, 4, 5, 7, 9)
SHOWN = (1, 2, 3)  # of constructions


def documents(path: Path) -> list[list[str]]:
    """Sentences of each document of a treebank, as text."""
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.startswith("# newdoc"):
            found.append([])
        elif line.startswith("# text = "):
            found[-1].append(line.removeprefix("# text = ").strip())
    return [sentences for sentences in found if sentences]


def tables(treebanks: Sequence[Path], tagger: str | None, parser: str) -> Iterable[str]:
    """The lines of the report."""
    texts = [text for path in treebanks for text in documents(path)]
    names = [str(path) for path in treebanks]
    with tempfile.TemporaryDirectory() as folder:
        lines, paragraphs, apart = (Path(folder) / f"{name}.txt" for name in ("lines", "paragraphs", "apart"))
        lines.write_text("\n".join(map(" ".join, texts)), "utf-8")
        paragraphs.write_text("\n\n".join(map(" ".join, texts)), "utf-8")
        apart.write_text("\n\n".join(map("\n\n".join, texts)), "utf-8")
        options = TagOptions(offsets=OFFSETS, max_offset=100)
        gold = tags(names, CorpusOptions(cache=False), options)
        ours = tags([str(lines)], CorpusOptions(cache=False, documents="line", model=tagger), options)
        yield from _information(gold, ours)
        yield from _constructions(gold, ours)
        parsed = [arcs([str(text)], model=parser) for text in (paragraphs, apart)]
        yield from _arcs([arcs(names), *parsed])


def _information(gold: TagsResult, ours: TagsResult) -> Iterable[str]:
    fitted = [each.information for each in (gold, ours) if each.information is not None]
    one, two = (each.curve for each in fitted)
    yield f"Words: gold {gold.corpus.tokens:,}, ours {ours.corpus.tokens:,}"
    yield ""
    yield "| offset | I of tags, gold (bits) | ours | ours - gold |"
    yield "|---|---|---|---|"
    for offset in OFFSETS:
        i, j = (int(np.flatnonzero(curve.offset == offset)[0]) for curve in (one, two))
        a, b = float(one.value[i]), float(two.value[j])
        cells = f"{a:.3f} ± {one.se[i]:.3f} | {b:.3f} ± {two.se[j]:.3f} | {b - a:+.3f}"
        yield f"| {offset} | {cells} |"
    verdicts = [each.verdict for each in fitted]
    yield ""
    yield "Verdicts: " + ", ".join(f"{v.answer} over {v.low} to {v.high}" for v in verdicts)


def _constructions(gold: TagsResult, ours: TagsResult) -> Iterable[str]:
    yield ""
    heads = [f"O/E at {offset}, gold | ours" for offset in SHOWN]
    yield f"| construction | {' | '.join(heads)} | reach, gold | ours |"
    yield "|---" * (2 * len(SHOWN) + 3) + "|"
    errors = []
    for left, right in NAMED:
        pair = [_ratios(result, left, right) for result in (gold, ours)]
        errors.append(np.log(pair[1] / pair[0]))
        cells = [
            f"{a:.2f} | {b:.2f}" for a, b in zip(*(ratios[: len(SHOWN)] for ratios in pair), strict=True)
        ]
        reaches = [_reach(result, left, right) for result in (gold, ours)]
        yield f"| {left} → {right} | {' | '.join(cells)} | {reaches[0]} | {reaches[1]} |"
    error = np.array(errors)
    spread = np.sqrt((error**2).mean(0))
    yield ""
    yield "Root mean square of ln(ours / gold) by offset: " + ", ".join(
        f"{offset}: {value:.3f}" for offset, value in zip(OFFSETS, spread, strict=True)
    )
    yield f"Largest at offsets {SHOWN}: {np.abs(error[:, : len(SHOWN)]).max():.3f}"


def _ratios(result: TagsResult, left: str, right: str) -> np.ndarray:
    if result.matrix is None:
        raise SystemExit("too little text")
    names = result.matrix.tags
    return result.matrix.ratio[:, names.index(left), names.index(right)]


def _reach(result: TagsResult, left: str, right: str) -> int | None:
    return next(c.reach for c in result.constructions if (c.left, c.right) == (left, right))


def _arcs(results: Sequence[ArcsResult]) -> Iterable[str]:
    yield ""
    yield "| arcs | gold | ours | ours, sentences given |"
    yield "|---|---|---|---|"
    rows = {
        "sentences": [f"{r.arcs.words.size:,}" for r in results],
        "arcs": [f"{r.arcs.length.size:,}" for r in results],
        "mean length": [f"{r.mean:.2f} ± {r.mean_se:.2f}" for r in results],
        "in random order": [f"{r.random_mean:.2f}" for r in results],
        "heads after their dependent": [f"{100 * (r.arcs.length < 0).mean():.0f} %" for r in results],
        "best law": [r.fits[0].model for r in results],
    }
    for at, first in enumerate(results[0].fits[0].parameters):
        rows[first.symbol] = [_estimate(r.fits[0].parameters[at]) for r in results]
    for length in (1, 2, 3, 5, 10, 20):
        shares = [100 * (abs(r.arcs.length) == length).mean() for r in results]
        rows[f"share of length {length}"] = [f"{share:.2f} %" for share in shares]
    for name, cells in rows.items():
        yield f"| {name} | {' | '.join(cells)} |"


def _estimate(found: Estimate) -> str:
    if found.low is None or found.high is None:
        return f"{found.value:g}"
    return f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}]"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("treebanks", nargs="+", type=Path)
    parser.add_argument("--tagger")
    parser.add_argument("--parser", default="en_core_web_sm")
    given = parser.parse_args()
    for line in tables(given.treebanks, given.tagger, given.parser):
        print(line)


if __name__ == "__main__":
    main()
