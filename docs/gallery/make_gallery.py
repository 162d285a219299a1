"""Draw the pictures of this folder from sample_corpora: `python docs/gallery/make_gallery.py [FOLDER]`.

Every picture is the output of a command line as a reader would type it; README.md in this folder shows each
below the command. The files come out byte for byte alike each time, so that a change in them is a change in
what the program draws (tests/docs/test_gallery.py compares one).
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ENGLISH, CHINESE, COPY = (f"sample_corpora/{name}" for name in ("english.txt", "chinese.txt", "copy.jsonl"))
PARALLEL = "sample_corpora/parallel_english.txt sample_corpora/parallel_german.txt"


@dataclass(frozen=True, slots=True)
class Picture:
    """A file, the command that makes it, and what to look at."""

    name: str
    command: str
    about: str


PICTURES = (
    Picture(
        "decay_copy.svg",
        f"decay fit {COPY} --max-offset 200",
        "A generated corpus whose dependence at every offset is known. A law is straight on one of the two "
        "pairs of axes. The band is a 95 % interval; the shaded part is what the text can tell; marks at the "
        "lower edge are values for which a logarithmic axis has no place.",
    ),
    Picture(
        "decay_english.svg",
        f"decay fit {ENGLISH}",
        "A short text: few offsets stand out of the noise, and the answer is that it cannot tell.",
    ),
    Picture(
        "word_the.svg",
        f"decay word {ENGLISH} the --offset=-2,-1,1,2",
        "The field of a word: its pull on both sides, and which words it pulls. Bars run from a word's share "
        "in the whole text to its share at this distance.",
    ),
    Picture(
        "pairs_english.svg",
        f"decay pairs {ENGLISH} --offset 1..4",
        "The strongest pairs of each offset: how often they stand there, and how often chance would put them "
        "there.",
    ),
    Picture(
        "tags_english.svg",
        f"decay tags {ENGLISH} --max-offset 50",
        "Parts of speech: observed over expected by offset; a dot is a ratio that cannot be told from 1.",
    ),
    Picture(
        "zipf_english.svg",
        f"zipf report {ENGLISH} --bootstrap 0",
        "Ranks come from one half of the tokens, frequencies from the other; the spectrum, its laws; growth.",
    ),
    Picture(
        "growth_chinese.svg",
        f"zipf growth {CHINESE} --tokenizer jieba",
        "Vocabulary growth: the text's own order against all orders of its words.",
    ),
    Picture(
        "cross_parallel.svg",
        f"decay cross {PARALLEL} --language-b de",
        "Two texts line by line: what a word of one tells of the words of the other, around the place that "
        "is its own.",
    ),
    Picture(
        "attn_plain.svg",
        "decay attn sample_corpora/attention/plain.npz",
        "Attention heads: the exponent with which the weight of each falls, and the weights themselves.",
    ),
    Picture(
        "map_copy.svg",
        f"decay map {COPY} --max-offset 200",
        "Position encodings brought as close as they come to what was measured, up to where it can be told.",
    ),
)


def draw(command: str, picture: Path) -> None:
    """Run ``command`` with the picture as its figure."""
    name, *arguments = command.split()
    program = Path(sys.executable).with_name(name)
    said = [
        str(program),
        *arguments,
        "--figure",
        str(picture),
        "--quiet",
        "-o",
        os.devnull,
        "--format",
        "json",
    ]
    subprocess.run(said, cwd=ROOT, check=True)  # noqa: S603  the commands above


def index() -> str:
    """Return the page that shows every picture below its command."""
    head = "# Gallery\n\nDrawn by `python docs/gallery/make_gallery.py` from `sample_corpora/`.\n"
    shown = (
        f"    {one.command} --figure {one.name}\n\n{one.about}\n\n![{one.about}]({one.name})\n"
        for one in PICTURES
    )
    return "\n".join([head, *shown])


def main() -> None:
    """Draw every picture into the folder that is given, or into this one."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    for one in PICTURES:
        draw(one.command, folder / one.name)
    (folder / "README.md").write_text(index(), "utf-8")


if __name__ == "__main__":
    main()
