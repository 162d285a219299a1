"""From what the user typed to the list of inputs: files, folders, globs, pipes, addresses, standard input."""

from __future__ import annotations

import fnmatch
import glob
import os
import re
import stat
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lexdecay.errors import InputError, UsageError
from lexdecay.read.foreign import is_made_here
from lexdecay.read.remote import addresses, is_address, without_credentials
from lexdecay.records import Notice

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

STDIN = "-"
STDIN_SHOWN = "standard input"
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_RESULT_BYTES = 1 << 12  # a result names its schema first
_BACKUP = "~"


@dataclass(frozen=True, slots=True)
class Entry:
    """One input: how to open it, how to show it, and its size when that can be known before reading."""

    path: str
    shown: str
    size: int | None
    identity: tuple[int, int] | None  # device and inode; None for what is no file of this machine
    listed: bool = False  # whether a folder or a pattern brought it in, and not its name

    @property
    def recorded(self) -> str:
        """What a result calls it: the path as it is, an address without its credentials."""
        return self.shown if is_address(self.path) else self.path


def shown(path: str) -> str:
    """Return a path that is safe to print and to put into JSON: odd bytes and controls escaped."""
    readable = os.fsencode(path).decode("utf-8", "backslashreplace")
    return _UNPRINTABLE.sub(lambda match: match.group().encode("unicode_escape").decode(), readable)


def resolve(
    paths: Sequence[str], *, recursive: bool, exclude: Sequence[str] = ()
) -> tuple[tuple[Entry, ...], tuple[Notice, ...]]:
    """List the inputs that ``paths`` stand for, in the order given; folders in byte order.

    ``exclude`` holds patterns of file names, of folder names and of paths below a named folder, as the
    shell writes them; what matches one is not read, also when it is named.

    Raises
    ------
    InputError
        A path does not exist, may not be read, is a dangling link, or an empty folder or glob; or
        nothing is left.
    UsageError
        A folder without ``recursive``; standard input or a pipe named twice; no path at all.
    """
    if not paths:
        raise UsageError("no input is named", hint="name files or folders, or - for standard input")
    notices: list[Notice] = []
    excluded = _Excluded(exclude)
    entries = [
        entry
        for path in paths
        for entry in _expand(os.fspath(path), recursive, excluded, notices)
        if path == STDIN or not excluded(entry.path)
    ]
    notices += excluded.unused()
    if not entries:
        raise InputError("--exclude leaves no file to read", hint=f"leave out {excluded.typed}")
    notices += _repeated(entries)
    return tuple(entries), tuple(notices)


class _Excluded:
    """The patterns of names that are not read, and which of them met something."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._met = dict.fromkeys(patterns, False)

    @property
    def typed(self) -> str:
        """The options as the user typed them."""
        return " ".join(f"--exclude '{shown(pattern)}'" for pattern in self._met)

    def __call__(self, path: str) -> bool:
        """Whether a file or folder matches a pattern by its name or its path."""
        name = os.path.basename(path)  # noqa: PTH119 - also of an address
        for pattern in self._met:
            if fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(path, pattern):
                self._met[pattern] = True
                return True
        return False

    def unused(self) -> Iterator[Notice]:
        for pattern, met in self._met.items():
            if not met:
                yield Notice("exclude_unused", f"--exclude '{shown(pattern)}' matched no file")


def _expand(path: str, recursive: bool, excluded: _Excluded, notices: list[Notice]) -> Iterator[Entry]:
    if path == STDIN:
        yield Entry(STDIN, STDIN_SHOWN, None, None)
    elif is_address(path):
        yield from _remote(path, recursive)
    elif path and Path(path).is_dir():
        yield from _folder(path, recursive, excluded, notices)
    elif glob.has_magic(path) and not os.path.lexists(path):
        yield from _glob(path, recursive, excluded, notices)
    else:
        yield _file(path)


def _remote(pattern: str, recursive: bool) -> Iterator[Entry]:
    for address in addresses(pattern, recursive=recursive):
        yield Entry(address, shown(without_credentials(address)), None, None)


def _file(path: str, *, listed: bool = False) -> Entry:
    try:
        status = os.stat(path)  # noqa: PTH116 - Path("") would be the current folder
    except OSError as error:
        raise InputError(_why_not(path, error), hint=_hint_for_missing(path)) from error
    if not os.access(path, os.R_OK):
        raise InputError(
            f"{shown(path)}: may not be read (permission denied)", hint=f"chmod u+r {shown(path)}"
        )
    size = status.st_size if stat.S_ISREG(status.st_mode) else None
    return Entry(path, shown(path), size, (status.st_dev, status.st_ino), listed)


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


def _glob(pattern: str, recursive: bool, excluded: _Excluded, notices: list[Notice]) -> Iterator[Entry]:
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
        if Path(path).is_dir():
            yield from _folder(path, recursive, excluded, notices)
        else:
            yield _file(path, listed=True)


def _folder(path: str, recursive: bool, excluded: _Excluded, notices: list[Notice]) -> list[Entry]:
    if is_made_here(_beginning(os.path.join(path, "manifest.json"))):  # noqa: PTH118
        raise UsageError(
            f"{shown(path)} is a store or a result of this program, not a folder of texts",
            hint="a token store is given alone, in place of a text: decay fit STORE, zipf report STORE",
        )
    if not recursive:
        raise UsageError(
            f"{shown(path)} is a folder",
            hint=f"--recursive reads every file below it, or name them: {shown(path)}/*.txt",
        )
    names = sorted(_walk(path, path, excluded, notices), key=os.fsencode)
    if not names:
        raise InputError(
            f"{shown(path)}: no file in this folder that could be read",
            hint="hidden files, linked folders, results of this program and --exclude are left out",
        )
    return [_file(name, listed=True) for name in names]


def _walk(path: str, top: str, excluded: _Excluded, notices: list[Notice]) -> Iterator[str]:
    """Yield the visible files below a folder; linked folders are named in a notice, so loops cannot form."""
    try:
        children = list(os.scandir(path))
    except OSError as error:
        raise InputError(f"{shown(path)}: {error.strerror or error}") from error
    for child in children:
        below = os.path.relpath(child.path, top)
        if child.name.startswith(".") or excluded(below):
            continue
        reason = _not_a_text(child)
        if reason is not None:
            notices.append(_skipped(child.path, reason))
        elif child.is_dir(follow_symlinks=False):
            yield from _walk(child.path, top, excluded, notices)
        else:
            yield child.path


def _not_a_text(child: os.DirEntry[str]) -> str | None:
    """Why what lies in a folder is no part of a corpus, None for what may be one."""
    if child.is_dir(follow_symlinks=False):
        made = is_made_here(_beginning(os.path.join(child.path, "manifest.json")))  # noqa: PTH118
        return "a store of this program" if made else None
    if child.is_dir():
        return "a linked folder"
    if not (child.is_file() or child.is_symlink()):
        return "neither a file nor a folder"
    if child.name.endswith(_BACKUP):
        return "a backup copy of an editor"
    made = child.name.endswith(".json") and is_made_here(_beginning(child.path))
    return "a result of this program" if made else None


def _beginning(path: str) -> bytes:
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - the path may hold bytes that Path re-encodes
            return file.read(_RESULT_BYTES)
    except OSError:  # if it is to be read, reading it says why that fails
        return b""


def _skipped(path: str, what: str) -> Notice:
    return Notice(
        "path_skipped", f"{shown(path)} was not read: {what}", "name it as an input of its own to read it"
    )


def _repeated(entries: Iterable[Entry]) -> list[Notice]:
    entries = list(entries)
    seen = Counter(entry.identity or entry.path for entry in entries)
    repeated = [entry for entry in dict.fromkeys(entries) if seen[entry.identity or entry.path] > 1]
    for entry in repeated:
        if entry.size is None:
            if is_address(entry.path):
                continue
            raise UsageError(
                f"{entry.shown} is named twice, but a stream can be read only once",
                hint=f"name {entry.path} once" if entry.path == STDIN else "copy it to a file first",
            )
    if not repeated:
        return []
    names = ", ".join(entry.shown for entry in repeated)
    return [
        Notice("duplicate_input", f"the same file is read more than once: {names}", "name each file once")
    ]
