"""SIGKILL at random moments of index, count and fit; then the same command again, to the same bytes.

    python benchmarks/kills.py --kills 200 --megabytes 50 [--corpora ../shared/corpora/en]

Each round starts a command, kills its process at a moment drawn uniformly from the time that the command
takes undisturbed, and looks at what is left: the target is absent, or the whole older one. The command is
then run to its end: its output must be the bytes of an undisturbed run, with no file beside it, in the
temporary folder or in the cache that an undisturbed run does not leave, and no process of the killed run
may be alive.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DECAY = [sys.executable, "-c", "from lexdecay.cli.decay import main; main()"]
TURNS = (0, 1, 0, 1, 2)  # index and count write for most of their time, fit for its last millisecond
ORPHANS_LIVE = 5.0  # seconds a worker may take to notice that its parent is gone


@dataclass
class Command:
    """One command and what it writes."""

    name: str
    arguments: list[str]
    target: Path
    replaces: bool  # whether it may be run over an older result
    seconds: float = 0.0
    digest: str = ""
    kills: int = 0
    early: int = 0  # killed after it had ended
    reached: list[str] = field(default_factory=list)


def corpus(folder: Path, megabytes: float, corpora: Path) -> Path:
    """Write a text of that size from the texts there are, repeated with their number in each round."""
    texts = sorted(path for path in corpora.glob("*.txt*") if path.is_file())
    parts = [gzip.decompress(p.read_bytes()) if p.suffix == ".gz" else p.read_bytes() for p in texts]
    parts = [part.decode("utf-8", "replace") for part in parts]
    path, size, turn = folder / "corpus.txt", 0, 0
    with path.open("w", encoding="utf-8") as file:
        while size < megabytes * 1e6:
            part = f"Turn {turn}.\n{parts[turn % len(parts)]}"[: int(megabytes * 1e6) - size + 1]
            size += len(part.encode())
            turn += 1
            file.write(part)
    return path


def digest(target: Path) -> str:
    """Of a file, or of the names and bytes of a folder."""
    files = sorted(target.rglob("*")) if target.is_dir() else [target]
    total = hashlib.sha256()
    for path in files:
        total.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def start(command: Command, place: Path) -> subprocess.Popen[bytes]:
    environment = os.environ | {
        "TMPDIR": str(place / "tmp"),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
    return subprocess.Popen(
        [*DECAY, *command.arguments],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def finish(command: Command, place: Path) -> None:
    process = start(command, place)
    _, said = process.communicate()
    if process.returncode:
        raise SystemExit(f"{command.name} ended with {process.returncode}: {said.decode()}")


def remove(target: Path) -> None:
    if target.is_dir():
        for path in target.iterdir():
            path.unlink()
        target.rmdir()
    else:
        target.unlink(missing_ok=True)


def listing(place: Path) -> set[str]:
    return {str(path.relative_to(place)) for path in place.rglob("*") if "corpus.txt" not in path.name}


def alive(session: int) -> list[int]:
    """Processes of a session that are not zombies."""
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                status = (path / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(status[3]) == session and status[0] != "Z":
                found.append(int(path.name))
    return found


def killed(command: Command, place: Path, after: float) -> bool:
    """Start, kill at that moment, wait for what it started; whether it was still running."""
    process = start(command, place)
    time.sleep(after)
    running = process.poll() is None
    if running:
        process.kill()
    process.communicate()
    patience = time.monotonic() + ORPHANS_LIVE
    while (left := alive(process.pid)) and time.monotonic() < patience:
        time.sleep(0.05)
    if left:
        raise SystemExit(f"{command.name}: processes {left} outlived their killed parent")
    return running


def one_round(command: Command, place: Path, chance: random.Random, undisturbed: set[str]) -> None:
    old = command.replaces and chance.random() < 0.5
    if not old:
        remove(command.target)
    if chance.random() < 0.3:
        remove(place / "cache")
    running = killed(command, place, chance.uniform(0, command.seconds))
    command.kills += 1
    command.early += not running
    if command.target.exists() and digest(command.target) != command.digest:
        raise SystemExit(f"{command.name}: a partial {command.target.name} stands under its name")
    left = listing(place) - undisturbed
    command.reached.append("scratch" if left else "nothing")
    if not command.replaces:
        remove(command.target)
    finish(command, place)
    if digest(command.target) != command.digest:
        raise SystemExit(f"{command.name}: other bytes after a kill")
    if left := listing(place) - undisturbed:
        raise SystemExit(f"{command.name}: left behind: {sorted(left)}")


def commands(place: Path, text: Path) -> list[Command]:
    cache = ["--cache-dir", str(place / "cache"), "-q"]
    store = place / "out" / "store"
    # Little memory, so that counting goes through sorted runs on disk.
    counting = ["--max-offset", "2", "--memory", "100M", "--temp-dir", str(place / "tmp"), "-q"]
    pairs, curve = place / "out" / "pairs", place / "out" / "fit.json"
    return [
        Command("index", ["index", str(text), "-o", str(store), *cache], store, replaces=True),
        Command("count", ["count", str(store), "-o", str(pairs), *counting], pairs, replaces=False),
        Command(
            "fit", ["fit", str(store), "--max-offset", "8", "-q", "-o", str(curve)], curve, replaces=True
        ),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--megabytes", type=float, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--corpora", type=Path, default=ROOT / "sample_corpora")
    asked = parser.parse_args()
    chance = random.Random(asked.seed)  # noqa: S311  moments, not secrets
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        for folder in ("out", "tmp", "cache"):
            (place / folder).mkdir()
        text = corpus(place, asked.megabytes, asked.corpora)
        chosen = commands(place, text)
        for command in chosen:
            begun = time.monotonic()
            finish(command, place)
            command.seconds = time.monotonic() - begun
            command.digest = digest(command.target)
        undisturbed = listing(place)
        for turn in range(asked.kills):
            one_round(chosen[TURNS[turn % len(TURNS)]], place, chance, undisturbed)
            print(f"{turn + 1} of {asked.kills} kills", file=sys.stderr)
    report = {
        command.name: {
            "undisturbed_seconds": round(command.seconds, 2),
            "kills": command.kills,
            "ended_before_the_kill": command.early,
            "left_scratch_behind_until_the_next_run": command.reached.count("scratch"),
            "same_bytes_after_rerun": command.kills,
        }
        for command in chosen
    }
    print(json.dumps({"megabytes": asked.megabytes, "seed": asked.seed, **report}, indent=1))


if __name__ == "__main__":
    main()
