"""A large corpus with a natural growth of types, made of paragraphs of real texts.

    python benchmarks/large_corpus.py TEXT... --words 100000000 -o big.txt

Round after round, 400 paragraphs are drawn from the texts, and four fifths of the longer capitalised words
(names, mostly) get an ending that belongs to the round; so names go on appearing, as they do from book to
book, while common words stay what they are. Texts that are not UTF-8 are left out. The same texts, words
and seed give the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
from pathlib import Path

PARAGRAPHS = 400  # of a round: some 30,000 words, half a short novel
LEAST_LETTERS = 40  # of a paragraph that is worth drawing
CONSONANTS, VOWELS = "bcdfghklmnprstv", "aeiou"
NAME = re.compile(r"\b[A-Z][a-z]{4,}\b")


def paragraphs(paths: list[Path]) -> list[str]:
    found: list[str] = []
    for path in paths:
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            print(f"left out, not UTF-8: {path.name}")
            continue
        found += [" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if len(part) > LEAST_LETTERS]
    return found


def renamed(text: str, turn: int, ending: str) -> str:
    def name(match: re.Match[str]) -> str:
        digest = hashlib.blake2b(f"{turn} {match[0]}".encode(), digest_size=2).digest()
        return match[0] if digest[0] % 5 == 0 else match[0] + ending[: 2 + digest[1] % 6]

    return NAME.sub(name, text)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("texts", nargs="+", type=Path)
    parser.add_argument("--words", type=int, default=100_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    source, words, turn = paragraphs(options.texts), 0, 0
    with options.output.open("w", encoding="utf-8") as file:
        while words < options.words:
            rng = random.Random(f"{options.seed} {turn}")  # noqa: S311  # a draw of paragraphs
            drawn = rng.choices(source, k=PARAGRAPHS)
            ending = "".join(rng.choice(CONSONANTS) + rng.choice(VOWELS) for _ in range(4))
            text = renamed("\n".join(drawn), turn, ending)
            file.write(f"{text}\n\n")
            words += len(text.split())
            turn += 1
    print(f"{words:,} words, {options.output.stat().st_size:,} bytes, {turn:,} rounds")


if __name__ == "__main__":
    main()
