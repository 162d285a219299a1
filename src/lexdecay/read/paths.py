"""From what the user typed to the list of inputs: files, folders, globs, pipes, standard input."""

from __future__ import annotations

import glob
import os
import re
import stat
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lexdecay.errors import InputError, UsageError
from lexdecay.records import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

STDIN = "-"
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One input: how to open it, how to show it, and its size when that can be known before reading."""

    path: str
    shown: str
    size: int | None
    identity: tuple[int, int] | None  # device and inode; None for standard input


def shown(path: str) -> str:
    """Return a path that is safe to print and to put into JSON: odd bytes and controls escaped."""
    readable = os.fsencode(path).decode("utf-8", "backslashreplace")
    return _UNPRINTABLE.sub(lambda match: match.group().encode("unicode_escape").decode(), readable)


def resolve(paths: Sequence[str], *, recursive: bool) -> tuple[tuple[Entry, ...], tuple[Notice, ...]]:
    """List the inputs that ``paths`` stand for, in the order given; folders in byte order.

    Raises
    ------
    InputError
        A path does not exist, may not be read, is a dangling link, or an empty folder or glob.
    UsageError
        A folder without ``recursive``; standard input or a pipe named twice; no path at all.
    """
    if not paths:
        raise UsageError("no input is named", hint="name files or folders, or - for standard input")
    notices: list[Notice] = []
    entries = [entry for path in paths for entry in _expand(os.fspath(path), recursive, notices)]
    notices += _repeated(entries)
    return tuple(entries), tuple(notices)


def _expand(path: str, recursive: bool, notices: list[Notice]) -> Iterator[Entry]:
    if path == STDIN:
        yield Entry(STDIN, STDIN, None, None)
    elif path and Path(path).is_dir():
        yield from _folder(path, recursive, notices)
    elif glob.has_magic(path) and not os.path.lexists(path):
        yield from _glob(path, recursive, notices)
    else:
        yield _file(path)


def _file(path: str) -> Entry:
    try:
        status = os.stat(path)  # noqa: PTH116 - Path("") would be the current folder
    except OSError as error:
        raise InputError(_why_not(path, error), hint=_hint_for_missing(path)) from error
    if not os.access(path, os.R_OK):
        raise InputError(
            f"{shown(path)}: may not be read (permission denied)", hint=f"chmod u+r {shown(path)}"
        )
    size = status.st_size if stat.S_ISREG(status.st_mode) else None
    return Entry(path, shown(path), size, (status.st_dev, status.st_ino))


def _why_not(path: str, error: OSError) -> str:
    if Path(path).is_symlink():
        target = shown(str(Path(path).readlink()))
        return f"{shown(path)}: a link to {target}, which cannot be reached ({error.strerror})"
    return f"{shown(path)}: {error.strerror or error}"


def _hint_for_missing(path: str) -> str:
    folder = Path(path).parent
    if folder.is_dir():
        return "check the name; - stands for standard input"
    return f"the folder {shown(str(folder))} does not exist either"


def _glob(pattern: str, recursive: bool, notices: list[Notice]) -> Iterator[Entry]:
    paths = glob.glob(pattern, recursive=True)  # noqa: PTH207 - Path.glob takes no absolute pattern
    found = sorted(paths, key=os.fsencode)
    # `**` matches the folders on its way as well; the files are what was asked for
    matches = [path for path in found if "**" not in pattern or not Path(path).is_dir()]
    if not matches:
        raise InputError(
            f"no file matches {shown(pattern)}",
            hint="check the pattern; ** crosses folders, hidden files do not match",
        )
    for path in matches:
        yield from _folder(path, recursive, notices) if Path(path).is_dir() else [_file(path)]


def _folder(path: str, recursive: bool, notices: list[Notice]) -> list[Entry]:
    if not recursive:
        raise UsageError(
            f"{shown(path)} is a folder",
            hint=f"--recursive reads every file below it, or name them: {shown(path)}/*.txt",
        )
    entries = [_file(name) for name in sorted(_walk(path, notices), key=os.fsencode)]
    if not entries:
        raise InputError(
            f"{shown(path)}: no file in this folder", hint="hidden files and linked folders are not read"
        )
    return entries


def _walk(path: str, notices: list[Notice]) -> Iterator[str]:
    """Yield the visible files below a folder; linked folders are named in a notice, so loops cannot form."""
    try:
        children = list(os.scandir(path))
    except OSError as error:
        raise InputError(f"{shown(path)}: {error.strerror or error}") from error
    for child in children:
        if child.name.startswith("."):
            continue
        if child.is_dir(follow_symlinks=False):
            yield from _walk(child.path, notices)
        elif child.is_dir():
            notices.append(_skipped(child.path, "a linked folder"))
        elif child.is_file() or child.is_symlink():
            yield child.path
        else:
            notices.append(_skipped(child.path, "neither a file nor a folder"))


def _skipped(path: str, what: str) -> Notice:
    return Notice(
        "path_skipped", f"{shown(path)} was not read: {what}", "name it as an input of its own to read it"
    )


def _repeated(entries: Iterable[Entry]) -> list[Notice]:
    entries = list(entries)
    seen = Counter(entry.identity for entry in entries)
    repeated = [entry for entry in dict.fromkeys(entries) if seen[entry.identity] > 1]
    for entry in repeated:
        if entry.size is None:
            raise UsageError(f"{entry.shown} is named twice, but a stream can be read only once")
    if not repeated:
        return []
    names = ", ".join(entry.shown for entry in repeated)
    return [
        Notice("duplicate_input", f"the same file is read more than once: {names}", "name each file once")
    ]
