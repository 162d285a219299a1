"""Every claim about speed, measured beside its peers in one run, and the table of docs/performance.md.

    pip install --editable . --group bench
    python benchmarks/bench.py CORPORA [--only NAME] [--update]

CORPORA is a folder of texts laid out as the benchmarks name them (en/*.txt, reference/clauset_words.txt and
so on). Each benchmark runs alone, one after another, in its own process; its JSON is kept in
benchmarks/results/. --update writes the table into docs/performance.md from what is kept there. A peer that
cannot be imported, or is no command on the PATH (plfit), has no row.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HERE = Path(__file__).parent
RESULTS = HERE / "results"
PAGE = HERE.parent / "docs" / "performance.md"
BEGIN, END = "<!-- table of benchmarks/bench.py -->", "<!-- end of table -->"

Row: TypeAlias = tuple[str, str, str, str]  # what, ours, peer, ratio


@dataclass(frozen=True, slots=True)
class Bench:
    """A script of this folder, its arguments, and the rows that its JSON holds."""

    script: str
    arguments: Callable[[Path, Path], list[str]]  # corpora, scratch folder
    rows: Callable[[Any], Iterator[Row]]


def large_text(corpora: Path, scratch: Path) -> list[str]:
    """A hundred megabytes made of the English texts."""
    made = scratch / "large.txt"
    texts = [str(path) for path in sorted((corpora / "en").glob("*.txt"))]
    run("large_corpus.py", [*texts, "--words", "20000000", "-o", str(made)])
    return [str(made), "--json"]


def tokenising_rows(result: Any) -> Iterator[Row]:
    names = {
        "cold": "no cache",
        "warm": "with the chunk cache",
        "known": "the tokenizer alone, text seen before",
    }
    for row in result:
        speed, size = row["mb_per_cpu_second"], row["bytes"] / 1e6
        for ours, said in names.items():
            for peer in ("nlp.tokenizer", "nlp.pipe"):
                yield (
                    f"tokenising {size:,.0f} MB, {said}",
                    f"{speed[ours]:.1f} MB/s",
                    f"spaCy {peer} {speed[peer]:.2f} MB/s",
                    f"{row['ratios'][f'{ours}/{peer}']:.0f} x",
                )


def information_rows(result: Any) -> Iterator[Row]:
    rows = result["rows"]
    said = {
        "alike": "I(d) and its expectation",
        "K by default": "I(d), far shifts, 40-block jackknife",
        "full vocabulary": "the same, every type kept apart",
    }
    for peer, theirs in rows.items():
        if peer.startswith("lexdecay"):
            continue
        for name, what in said.items():
            ours = rows[f"lexdecay, {name}"]["seconds per offset"]
            yield (
                f"{what}, {result['tokens']:,} tokens, an offset",
                f"{ours * 1e3:.1f} ms",
                f"{peer} {theirs['seconds per offset']:.2f} s",
                f"{theirs['seconds per offset'] / ours:.0f} x",
            )


def pair_rows(result: Any) -> Iterator[Row]:
    speed = result["million_pairs_per_cpu_second"]
    corpus = f"{result['tokens']:,} tokens"
    yield f"pairs by offset and block, capped vocabulary, {corpus}", f"{speed['capped']:.0f} M/s", "", ""
    for peer in speed:
        if peer not in {"ours", "capped"}:
            yield (
                f"pairs by offset, {result['vocabulary']:,} types, {corpus}",
                f"{speed['ours']:.0f} M/s",
                f"{peer.replace('_', ' ')} {speed[peer]:.2f} M/s",
                f"{speed['ours'] / speed[peer]:.1f} x",
            )


def tagging_rows(result: Any) -> Iterator[Row]:
    for model in ("bundled", "en_core_web_sm"):
        speed = result[model]["words a CPU-second"]
        for ours, said in (("cold", "words never met"), ("known", "words met before")):
            yield (
                f"tagging by {model}, {said}, words a CPU-second",
                f"{speed[ours]:,.0f}",
                f"the same model in spaCy nlp.pipe {speed['same components']:,.0f}",
                f"{speed[ours] / speed['same components']:.1f} x",
            )
    own, theirs = (result[name]["words a CPU-second"] for name in ("bundled", "en_core_web_sm"))
    for ours, said in (("cold", "words never met"), ("known", "words met before")):
        for peer in ("same components", "whole pipeline"):
            yield (
                f"tagging by the bundled model, {said}, words a CPU-second",
                f"{own[ours]:,.0f}",
                f"en_core_web_sm in spaCy nlp.pipe, {peer}: {theirs[peer]:,.0f}",
                f"{own[ours] / theirs[peer]:.0f} x",
            )
    novels = result["bundled, many novels"]
    yield f"the same, five novels, {novels['words']:,.0f} words", f"{novels['cold']:,.0f} cold", "", ""


def zipf_rows(result: Any) -> Iterator[Row]:
    said = {
        "scan": ("scan for x_min", ""),
        "p": (f"scan and {result['replicates']:,} replicates", "'s C code"),
    }
    for peer, theirs in result["peers"].items():
        what, code = said[theirs["work"]]
        ours = result["ours"][theirs["work"]]["seconds"]
        yield (
            f"tail of Zipf's law, {what}, {result['types']:,} types",
            duration(ours),
            f"{peer}{code} {duration(theirs['seconds'])}",
            f"{theirs['seconds'] / ours:.1f} x",
        )
    alone, shared = (result["jobs"][i] for i in (0, -1))
    yield (
        f"the replicates, {shared['jobs']} jobs, busiest process",
        duration(shared["busiest"]),
        f"lexdecay with 1 job {duration(alone['busiest'])}",
        f"{alone['busiest'] / shared['busiest']:.1f} x",
    )


def duration(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"


BENCHES = {
    "tokenising": Bench("tokenising.py", large_text, tokenising_rows),
    "information": Bench("information_peers.py", lambda *_: ["--json"], information_rows),
    "information-10M": Bench(
        "information_peers.py", lambda *_: ["--json", "--tokens", "10000000"], information_rows
    ),
    "pairs": Bench("pair_counting.py", lambda *_: ["--json"], pair_rows),
    "zipf": Bench(
        "zipf_peers.py",
        lambda corpora, _: [str(corpora / "reference" / "clauset_words.txt"), "--json"],
        zipf_rows,
    ),
    "tagging": Bench(
        "tagging.py",
        lambda corpora, _: [
            *(str(corpora), "--json", "--only", "bundled", "--only", "en_core_web_sm"),
            *("--only", "bundled, many novels"),
        ],
        tagging_rows,
    ),
}


def run(script: str, arguments: list[str]) -> str:
    """Standard output of a script of this folder, one thread for every library."""
    alone = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1"}
    command = [sys.executable, str(HERE / script), *arguments]
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, **alone}
    ).stdout


def table() -> str:
    """Markdown of everything that is kept."""
    lines = ["| What | lexdecay | Peer | Ratio |", "|---|---|---|---|"]
    for name, bench in BENCHES.items():
        kept = RESULTS / f"{name}.json"
        if kept.exists():
            lines += [f"| {' | '.join(row)} |" for row in bench.rows(json.loads(kept.read_text()))]
    return "\n".join(lines)


def update(page: Path) -> None:
    """Put the table between its marks."""
    before, rest = page.read_text().split(BEGIN)
    _, after = rest.split(END)
    page.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--only", choices=BENCHES, action="append")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    RESULTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        for name in options.only or BENCHES:
            bench = BENCHES[name]
            print(f"{name} ...", file=sys.stderr, flush=True)
            text = run(bench.script, bench.arguments(options.corpora, Path(scratch)))
            (RESULTS / f"{name}.json").write_text(text)
    print(table())
    if options.update:
        update(PAGE)


if __name__ == "__main__":
    main()
