"""One small real result of each kind, made once: pictures and pages are drawn from them."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from lexdecay.analysis import MeasureOptions, fit, measure
from lexdecay.arcs_analysis import arcs
from lexdecay.attn_analysis import attn
from lexdecay.compare_analysis import compare
from lexdecay.corpus import CorpusOptions
from lexdecay.cross_analysis import CrossOptions, cross
from lexdecay.dilute_analysis import DiluteOptions, dilute
from lexdecay.map_analysis import MapOptions, map_corpus
from lexdecay.pair_analysis import PairOptions, pairs
from lexdecay.plan_analysis import PlanOptions, plan_corpus
from lexdecay.tag_analysis import TagOptions, tags
from lexdecay.word_analysis import WordOptions, word
from lexdecay.zipf_analysis import ZipfOptions, growth, report

ENGLISH = Path(__file__).parents[3] / "sample_corpora" / "english.txt"
PARALLEL = tuple(str(ENGLISH.parent / f"parallel_{name}.txt") for name in ("english", "german"))
HEADS = str(ENGLISH.parent / "attention" / "english.npz")
# What a stranger's file may hold to break out of a page, a picture or a terminal.
HOSTILE = (
    "<script>document.title='owned'</script>", "</script><img/src=x/onerror=alert(1)>", '"onload="x',
    "{{7*7}}", "]]>", "&lt;", "[b]bold[/b]", "\x1b[31mred", "\u202eevil", "$x^2$", "=1+1", "中文", "🙂",
)  # fmt: skip
QUICK = CorpusOptions(cache=False)
SHORT = MeasureOptions(max_offset=40)


@pytest.fixture(scope="session")
def english(tmp_path_factory):
    """The beginning of the English sample: enough for every result, and quick."""
    path = tmp_path_factory.mktemp("english") / "english.txt"
    path.write_text(ENGLISH.read_text("utf-8")[:20_000], "utf-8")
    return str(path)


@pytest.fixture(scope="session")
def treebank(tmp_path_factory):
    """Sentences in which an adjective stands before its noun and a verb follows."""
    rows = (("The", "DET", 3), ("old", "ADJ", 3), ("man", "NOUN", 4), ("sails", "VERB", 0))
    pick = random.Random(1)  # noqa: S311  no secret
    sentences = []
    for _ in range(250):
        kept = rows if pick.random() < 0.7 else (("A", "DET", 2), ("ship", "NOUN", 3), ("sinks", "VERB", 0))
        lines = (
            f"{i}\t{form}\t{form.lower()}\t{tag}\t_\t_\t{head}\tdep\t_\t_"
            for i, (form, tag, head) in enumerate(kept, 1)
        )
        sentences.append("\n".join(lines))
    path = tmp_path_factory.mktemp("trees") / "trees.conllu"
    path.write_text("\n\n".join(sentences) + "\n\n", "utf-8")
    return str(path)


@pytest.fixture(scope="session")
def hostile_text(tmp_path_factory):
    """A text half of whose words are made to break out of a page."""
    pick = random.Random(1)  # noqa: S311  no secret
    plain = ["the", "whale", "and", "a", "sea", "of", "the", "ship"]
    words = ["the"]
    for _ in range(3000):  # they keep company, so that each of them attracts the others
        hostile = pick.random() < (0.8 if words[-1] in HOSTILE else 0.15)
        words.append(pick.choice(HOSTILE if hostile else plain))
    path = tmp_path_factory.mktemp("hostile") / "<b>hostile.txt"
    path.write_text(" ".join(words), "utf-8")
    return str(path)


@pytest.fixture(scope="session")
def results(english, treebank):
    """Name -> a result of every kind that can be drawn or has a page."""
    counts = ZipfOptions(bootstrap=0)
    return {
        "fit": fit([english], QUICK, SHORT),
        "measure": measure([english], QUICK, SHORT),
        "word": word([english], "the", QUICK, WordOptions(offsets=(-2, -1, 1, 2), max_offset=40)),
        "pairs": pairs([english], QUICK, PairOptions(offsets=(1, 3), top=4, kwic=2)),
        "tags": tags([treebank], QUICK, TagOptions(offsets=(1, 2), max_offset=3)),
        "arcs": arcs([treebank]),
        "compare": compare([english], [treebank], QUICK, SHORT),
        "zipf": report([english], QUICK, counts),
        "map": map_corpus([english], QUICK, SHORT, MapOptions()),
        "plan": plan_corpus([english], QUICK, SHORT, PlanOptions()),
        "attn": attn([HEADS]),
        "cross": cross(*PARALLEL, QUICK, CrossOptions(query="dog", max_offset=6)),
        "dilute": dilute([], DiluteOptions(gaps=(4.0,), exponents=(1.0,))),
        "growth": growth([english], QUICK, counts),
    }


@pytest.fixture(scope="session")
def hostile_results(hostile_text):
    """Results whose every word may be hostile."""
    reading = replace(QUICK, tokenizer="whitespace")
    asked = WordOptions(offsets=(-1, 1), max_offset=20)
    return [
        fit([hostile_text], reading, MeasureOptions(max_offset=20)),
        word([hostile_text], HOSTILE[0], reading, asked),
        pairs([hostile_text], reading, PairOptions(offsets=(1, 2), top=30, kwic=1, min_count=1)),
    ]
