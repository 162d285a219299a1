"""The tail of Zipf's law against powerlaw, igraph and plfit, in one run: time by ratio, and their numbers.

    python benchmarks/zipf_peers.py COUNTS [--replicates 1000] [--peer-python PYTHON] [--jobs 2] [--json]

COUNTS holds one word count a line, such as Clauset, Shalizi & Newman's counts of Moby Dick. Peers run where
they can be imported: in the interpreter that ``--peer-python`` names (default: this one), and ``plfit`` as a
command on the PATH. A peer that is not there is named and skipped. CPU seconds of one core, best of several
for the scans; a peer's time is measured in its own process, after its imports. powerlaw approximates the
exponent above x_min = 10 unless told not to; both ways are timed.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from lexdecay.engine.processes import process_map
from lexdecay.zipf.scan import scan
from lexdecay.zipf.spectrum import from_counts
from lexdecay.zipf.tail import fit_tail, goodness_of_fit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lexdecay.zipf.records import Spectrum

Found: TypeAlias = dict[str, Any]  # seconds, alpha, x_min, ks, p; None where it was not asked for

POWERLAW = """
import json, sys, time, warnings
warnings.simplefilter("ignore")
import numpy as np
import powerlaw
counts = np.loadtxt(sys.argv[1])
settings = {"discrete": True, "verbose": False, **json.loads(sys.argv[2])}
powerlaw.Fit(counts[:200], **settings)
best = 1e9
for _ in range(5):
    start = time.process_time()
    fit = powerlaw.Fit(counts, **settings)
    found = {"alpha": float(fit.alpha), "x_min": float(fit.xmin), "ks": float(fit.D), "p": None}
    best = min(best, time.process_time() - start)
print(json.dumps({"seconds": best, **found}))
"""
IGRAPH = """
import json, sys, time
import igraph
counts = [int(float(line)) for line in open(sys.argv[1])]
start = time.process_time()
fit = igraph.power_law_fit(counts, method="discrete", p_precision=float(sys.argv[2]))
out = {"seconds": time.process_time() - start, "alpha": fit.alpha, "x_min": fit.xmin, "ks": fit.D, "p": fit.p}
print(json.dumps(out))
"""


def main() -> int:
    """Run ours and every peer there is; print a table and the ratios, or everything as JSON."""
    options = _options()
    spectrum = from_counts(np.loadtxt(options.counts))
    result = {
        "types": spectrum.n_types,
        "distinct_frequencies": spectrum.frequency.size,
        "replicates": options.replicates,
        "ours": _ours(spectrum, options.replicates),
        "peers": dict(_peers(options)),
        "jobs": list(_jobs(spectrum, options)),
    }
    if options.json:
        print(json.dumps(result, indent=1))
    else:
        _report(result)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("counts")
    parser.add_argument("--replicates", type=int, default=1000)
    parser.add_argument("--peer-python", default=sys.executable)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def _ours(spectrum: Spectrum, replicates: int) -> dict[str, Found]:
    scan_time = _best(lambda: scan(spectrum), 30)
    fit = fit_tail(spectrum, stability=False)
    p_time, p = _bootstrap(spectrum, replicates)
    found = {"alpha": fit.alpha, "x_min": fit.x_min, "ks": fit.ks}
    return {"scan": {"seconds": scan_time, **found, "p": None}, "p": {"seconds": p_time, **found, "p": p}}


def _peers(options: argparse.Namespace) -> Iterator[tuple[str, Found]]:
    """Name and numbers of each peer that is here, and under "work" which of ours does the same."""
    # igraph and plfit make 0.25 / precision^2 replicates
    precision = str((0.25 / options.replicates) ** 0.5)
    for name, settings in (("default", "{}"), ("exact", '{"estimate_discrete": false}')):
        found = _python_peer(options.peer_python, "powerlaw", POWERLAW, options.counts, settings)
        if found:
            yield f"powerlaw, {name}", {"work": "scan", **found}
    found = _python_peer(options.peer_python, "igraph", IGRAPH, options.counts, precision)
    if found:
        yield "igraph", {"work": "p", **found}
    found = _plfit(options.counts, precision)
    if found:
        yield "plfit", {"work": "p", **found}


def _best(work: Callable[[], Any], times: int) -> float:
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return min(taken)


def _bootstrap(spectrum: Spectrum, replicates: int) -> tuple[float, float]:
    """CPU seconds of the fit and its replicates, as the peers do both, and the p value."""
    start = time.process_time()
    fit = fit_tail(spectrum, stability=False)
    p, _ = goodness_of_fit(spectrum, fit, replicates, 1)
    return time.process_time() - start, p


def _python_peer(python: str, name: str, program: str, *arguments: str) -> Found | None:
    done = subprocess.run([python, "-c", program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{name}: skipped ({done.stderr.strip().splitlines()[-1]})", file=sys.stderr)
        return None
    found: Found = json.loads(done.stdout)
    return found


def _plfit(counts: str, precision: str) -> Found | None:
    program = shutil.which("plfit")
    if program is None:
        print("plfit: skipped (no such command on the PATH)", file=sys.stderr)
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    command = [program, "-p", "exact", "-e", precision, counts]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"plfit: skipped ({done.stderr.strip()})", file=sys.stderr)
        return None
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    said = dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
    numbers = {key.strip(): float(value) for key, value in said.items()}
    return {
        "seconds": seconds,
        "alpha": numbers["alpha"],
        "x_min": numbers["xmin"],
        "ks": numbers["D"],
        "p": numbers["p"],
    }


def _report(result: dict[str, Any]) -> None:
    """Print what was found, and the times of the peers as multiples of ours."""
    print(f"{result['types']:,} types, {result['distinct_frequencies']} distinct frequencies")
    _row("lexdecay scan", result["ours"]["scan"])
    _row(f"lexdecay p ({result['replicates']})", result["ours"]["p"])
    for name, found in result["peers"].items():
        ours = result["ours"][found["work"]]["seconds"]
        _row(f"{name}: {found['work']}", found, found["seconds"] / ours)
    alone = result["jobs"][0]["busiest"]
    for row in result["jobs"]:
        print(
            f"{result['replicates']} replicates, {row['jobs']} jobs: busiest process {row['busiest']:.2f} s "
            f"CPU ({alone / row['busiest']:.2f} x), {row['wall']:.2f} s wall with start"
        )


def _row(name: str, found: Found, ratio: float | None = None) -> None:
    shown = [f"{key} {found[key]:.7g}" for key in ("alpha", "x_min", "ks", "p") if found[key] is not None]
    times = "" if ratio is None else f"   {ratio:8.1f} x ours"
    print(f"{name:24s} {found['seconds']:10.4f} s CPU{times}   {', '.join(shown)}")


def _jobs(spectrum: Spectrum, options: argparse.Namespace) -> Iterator[dict[str, float]]:
    """How evenly the same bootstrap falls on processes: the busiest one sets the time on free cores."""
    fit = fit_tail(spectrum, stability=False)
    for jobs in sorted({1, options.jobs}):
        with process_map(jobs) as mapper:
            timed: list[tuple[int, float]] = []

            def measured(function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
                for value, process, seconds in mapper(_timed, [(function, item) for item in items]):
                    timed.append((process, seconds))  # noqa: B023 - used before the next round
                    yield value

            start = time.perf_counter()
            goodness_of_fit(spectrum, fit, options.replicates, 1, mapper=measured)
            wall = time.perf_counter() - start
        busy = max(sum(s for p, s in timed if p == process) for process, _ in timed)
        yield {"jobs": jobs, "busiest": busy, "wall": wall}


def _timed(work: tuple[Callable[[Any], Any], Any]) -> tuple[Any, int, float]:
    function, item = work
    start = time.process_time()
    return function(item), os.getpid(), time.process_time() - start


if __name__ == "__main__":
    sys.exit(main())
