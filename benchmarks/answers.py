"""How long whole commands take to answer from a store: wall time, processor time and memory.

    python benchmarks/answers.py STORE... [--word whale] [--repeats 5] [--bootstrap] [--json]

Each command runs in a process of its own, from the start of the interpreter to its end, with the defaults of
the command line, the commands in turn; the best of the repeats is told, and the largest memory. Bytecode is
compiled beforehand, as it is after an installation. `zipf report` is timed without its bootstrap, whose
samples are work and not an answer from a store; with --bootstrap, that is timed too. Processor time is that
of the command itself, without its workers.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ALONE = ["decay --help", "decay explain", "decay explain recurrence", "zipf --help"]
OF_A_STORE = [
    "decay fit {}",
    "decay measure {}",
    "decay word {} {word}",
    "decay pairs {}",
    "decay map {}",
    "decay plan {}",
    "zipf report {} --bootstrap 0",
]
BOOTSTRAP = "zipf report {}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("stores", nargs="+")
    parser.add_argument("--word", default="whale")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--bootstrap", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    forms = [*OF_A_STORE, *([BOOTSTRAP] if options.bootstrap else [])]
    commands = [*ALONE, *(form.format(s, word=options.word) for s in options.stores for form in forms)]
    with tempfile.TemporaryDirectory() as bytecode:
        rows = list(measured(commands, options.repeats, bytecode))
    if options.json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        print(f"{row['seconds']:7.2f} s  {row['cpu']:7.2f} s CPU  {row['MB']:5.0f} MB  {row['command']}")


def measured(commands: list[str], repeats: int, bytecode: str) -> Iterator[dict[str, Any]]:
    """Run every command once to compile it, then all of them in turn."""
    runs = [[run(command, bytecode) for command in commands] for _ in range(repeats + 1)][1:]
    for command, *of_one in zip(commands, *runs, strict=True):
        seconds, cpu, memory = zip(*of_one, strict=True)
        yield {"command": command, "seconds": min(seconds), "cpu": min(cpu), "MB": max(memory)}


def run(command: str, bytecode: str) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds and peak memory in MB of one command."""
    tool, *arguments = command.split()
    code = f"from lexdecay.cli.{tool} import main; main()"
    environment = os.environ | {"PYTHONPYCACHEPREFIX": bytecode}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begun = time.monotonic()
    process = os.posix_spawn(
        sys.executable,
        [sys.executable, "-c", code, *arguments],
        environment,
        file_actions=[(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)],
    )
    _, status, used = os.wait4(process, 0)
    if status:
        raise SystemExit(f"{command} ended with {os.waitstatus_to_exitcode(status)}")
    return time.monotonic() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6


if __name__ == "__main__":
    main()
