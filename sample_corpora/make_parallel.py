#!/usr/bin/env python3
"""Write a small pair of aligned texts, English and German, for `decay cross` (default: into this folder).

    python sample_corpora/make_parallel.py [FOLDER]

The sentences are built from a few words and three frames in which the German verb stands in its place,
at the end of a clause, or second after an adverb. So a noun stands near the diagonal and a verb does not.
"""

import random
import sys
from pathlib import Path
from typing import Final, NamedTuple

LINES: Final = 600
SEED: Final = 4


class Noun(NamedTuple):
    """A noun in both languages, with its German gender."""

    english: str
    german: str
    gender: str


NOUNS: Final = (
    Noun("man", "Mann", "m"),
    Noun("woman", "Frau", "f"),
    Noun("child", "Kind", "n"),
    Noun("dog", "Hund", "m"),
    Noun("cat", "Katze", "f"),
    Noun("house", "Haus", "n"),
    Noun("garden", "Garten", "m"),
    Noun("street", "Straße", "f"),
    Noun("book", "Buch", "n"),
    Noun("letter", "Brief", "m"),
    Noun("lamp", "Lampe", "f"),
    Noun("boat", "Boot", "n"),
)
ADJECTIVES: Final = (
    ("old", "alt"),
    ("young", "jung"),
    ("small", "klein"),
    ("big", "groß"),
    ("red", "rot"),
    ("new", "neu"),
    ("quiet", "still"),
)
VERBS: Final = (
    ("sees", "sieht"),
    ("buys", "kauft"),
    ("finds", "findet"),
    ("loves", "liebt"),
    ("seeks", "sucht"),
    ("paints", "malt"),
    ("forgets", "vergisst"),
    ("shows", "zeigt"),
)
ADVERBS: Final = (("today", "heute"), ("tomorrow", "morgen"), ("often", "oft"), ("here", "hier"))
ARTICLES: Final = {"nominative": {"m": "der", "f": "die", "n": "das"},
                   "accusative": {"m": "den", "f": "die", "n": "das"}}  # fmt: skip


def phrase(case: str, rng: random.Random) -> tuple[list[str], list[str]]:
    """Return the words of "the (adjective) noun" in English and in German."""
    noun = rng.choice(NOUNS)
    article = ARTICLES[case][noun.gender]
    if rng.random() < 0.4:
        return ["the", noun.english], [article, noun.german]
    english, german = rng.choice(ADJECTIVES)
    ending = "en" if article == "den" else "e"
    return ["the", english, noun.english], [article, german + ending, noun.german]


def sentence(rng: random.Random) -> tuple[str, str]:
    """Return one sentence and its translation."""
    (subject, nominative), (thing, accusative) = phrase("nominative", rng), phrase("accusative", rng)
    verb, german_verb = rng.choice(VERBS)
    frame = rng.choice(("main", "clause", "adverb"))
    if frame == "main":
        english, german = [*subject, verb, *thing], [*nominative, german_verb, *accusative]
    elif frame == "clause":
        english = ["she", "knows", "that", *subject, verb, *thing]
        german = ["sie", "weiß,", "dass", *nominative, *accusative, german_verb]
    else:
        first, german_first = rng.choice(ADVERBS)
        english, german = [first, *subject, verb, *thing], [german_first, german_verb, *nominative, *accusative]
    texts = (" ".join(words) + "." for words in (english, german))
    one, two = (text[0].upper() + text[1:] for text in texts)
    return one, two


def make(folder: Path) -> None:
    """Write both texts, a sentence a line."""
    rng = random.Random(SEED)
    pairs = [sentence(rng) for _ in range(LINES)]
    for name, said in zip(("parallel_english.txt", "parallel_german.txt"), zip(*pairs, strict=True), strict=True):
        (folder / name).write_text("\n".join(said) + "\n", encoding="utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
