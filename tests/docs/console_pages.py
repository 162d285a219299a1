"""Running what the documentation shows: ``console`` blocks in this process, ``pycon`` blocks as doctests."""

import io
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?")
COMMANDS = ("decay", "zipf")
SAID = {}  # what a command on the sample corpora printed, for pages that show it again


@dataclass
class Shown:
    """One command of a ``console`` block and the lines that stand below it."""

    command: str
    lines: list[str] = field(default_factory=list)


def fences(text, language):
    """Return the insides of a page's blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def unfinished(command):
    """Tell whether a command goes on in the next line: after a backslash, or within quotes."""
    return command.endswith("\\") or command.count("'") % 2 == 1


def shown_commands(block):
    """Return the commands of a block."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(Shown(line[2:]))
        elif found and not found[-1].lines and unfinished(found[-1].command):
            found[-1].command = f"{found[-1].command.removesuffix(chr(92))} {line.strip()}"
        elif found:
            found[-1].lines.append(line)
    return found


def stages(command):
    """Return the words of each part of a pipeline, and the file the last one is sent to, if any."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars="|>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    parts = [[]]
    for word in lexer:
        if word == "|":
            parts.append([])
        else:
            parts[-1].append(word)
    target = parts[-1][-1] if len(parts[-1]) > 2 and parts[-1][-2] == ">" else None
    if target:
        parts[-1] = parts[-1][:-2]
    return parts, target


class Console:
    """A shell of the least kind: pipelines of ``decay``, ``zipf`` and of programs of the system."""

    def __init__(self, monkeypatch):
        self._monkeypatch = monkeypatch
        self._code = 0
        self.missing = set()

    def run(self, command):
        """Return what a terminal would show, or None where a program is not installed."""
        if command == "echo $?":
            return f"{self._code}\n"
        parts, target = stages(command)
        absent = {part[0] for part in parts} - {"decay", "zipf"}
        absent = {name for name in absent if shutil.which(name) is None}
        if absent:
            self.missing |= absent
            return None
        said, data = b"", b""
        for part in parts:
            errors, data = self._stage(part, data)
            said += errors
        if target:
            Path(target).write_bytes(data)
            data = b""
        return (said + data).decode()

    def _stage(self, words, data):
        if words[0] in COMMANDS:
            return self._ours(words, data)
        ran = subprocess.run(words, input=data, capture_output=True, check=False)
        self._code = ran.returncode
        return ran.stderr, ran.stdout

    def _ours(self, words, data):
        if data or any(Path(word).exists() and "sample_corpora" not in word for word in words[1:]):
            return self._printed(words, data)
        if tuple(words) not in SAID or {"-o", "--figure", "--report"} & set(words):
            SAID[tuple(words)] = (*self._printed(words, data), self._code)
        *printed, self._code = SAID[tuple(words)]
        return printed

    def _printed(self, words, data):
        from lexdecay.cli.boundary import run
        from lexdecay.cli.decay import decay
        from lexdecay.cli.zipf import zipf

        held = [io.BytesIO(part) for part in (data, b"", b"")]
        given = io.BufferedReader(held[0])  # as standard input is: one can look ahead
        streams = [io.TextIOWrapper(one, "utf-8", write_through=True) for one in (given, *held[1:])]
        with self._monkeypatch.context() as replaced:
            for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
                replaced.setattr(sys, name, stream)
            self._code = run({"decay": decay, "zipf": zipf}[words[0]], words[0], words[1:])
        return held[2].getvalue(), held[1].getvalue()


def same_line(shown, printed):
    """Tell whether two lines agree, numbers to one in their last digit: machines round differently."""
    if shown.rstrip() == printed.rstrip():
        return True
    if [w.split() for w in NUMBER.split(shown)] != [w.split() for w in NUMBER.split(printed)]:
        return False
    return all(map(_close, NUMBER.findall(shown), NUMBER.findall(printed)))


def _close(shown, printed):
    digit = 10.0 ** -len(shown.split("e")[0].partition(".")[2]) * float(f"1e{shown.partition('e')[2] or 0}")
    one, other = (float(number.replace(",", "")) for number in (shown, printed))
    return abs(one - other) <= 1.01 * digit


def agree(shown, printed):
    """Tell whether lines agree; a shown line of three dots stands for any number of lines."""
    if "..." not in shown:
        return len(shown) == len(printed) and all(map(same_line, shown, printed))
    cut = shown.index("...")
    if not (len(printed) >= cut and all(map(same_line, shown[:cut], printed[:cut]))):
        return False
    rest = shown[cut + 1 :]
    return any(agree(rest, printed[start:]) for start in range(cut, len(printed) + 1))
