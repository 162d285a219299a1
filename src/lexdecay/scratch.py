"""Where unfinished files stand: beside their target or in a temporary folder, never under their own name.

A result is written in a scratch folder and takes its name when it is whole. The folder is locked while its
process lives, whatever ends it; what a killed process left is unlocked, and the next run with the same
target removes it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import shutil
import stat
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from lexdecay.errors import ResourceError

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST_NAME = 200  # bytes; file systems allow 255, and a scratch folder adds 15 to its target
_TEMPORARY = "lexdecay"


@contextlib.contextmanager
def scratch_folder(parent: Path, name: str, mode: int = 0o777) -> Iterator[Path]:
    """Give a new hidden folder in ``parent``, removed whatever happens unless it was renamed.

    Parameters
    ----------
    parent
        A folder on the file system of what will be made.
    name
        What will be made; folders that dead processes left for the same name are removed first.
    mode
        Permissions of the folder, before the umask.

    Raises
    ------
    OSError
        When ``parent`` cannot be written to.
    """
    stem = _stem(name)
    _sweep(parent, stem)
    with contextlib.ExitStack() as leaving:
        yield _claimed(parent, stem, mode, leaving)


@contextlib.contextmanager
def temporary_folder(parent: Path | None) -> Iterator[Path]:
    """Give a private folder in ``parent``, or where the system keeps temporary files.

    Raises
    ------
    ResourceError
        When there is no such folder or it cannot be written to.
    """
    with contextlib.ExitStack() as leaving:
        try:
            place = Path(tempfile.gettempdir()) if parent is None else parent
            folder = leaving.enter_context(scratch_folder(place, _TEMPORARY, 0o700))
        except OSError as error:
            shown = f" in {parent}" if parent else ""
            raise ResourceError(
                f"cannot keep temporary files{shown}: {error.strerror or error}",
                hint="name a folder that can be written to with --temp-dir DIR",
            ) from error
        yield folder


def publish(finished: Path, target: Path) -> None:
    """Give a file its name in one step, once its bytes are on the disk; raises OSError.

    An older file of that name is replaced and hands on its mode.
    """
    finished.chmod(_usual_mode(target))
    with finished.open("rb+") as file:
        os.fsync(file.fileno())
    finished.replace(target)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Wait until no other process holds ``folder``, and hold it."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        _lock(descriptor, wait=True)
        yield
    finally:
        os.close(descriptor)


def _stem(name: str) -> str:
    encoded = os.fsencode(name)
    return name if len(encoded) <= _LONGEST_NAME else hashlib.sha256(encoded).hexdigest()[:32]


def _claimed(parent: Path, stem: str, mode: int, leaving: contextlib.ExitStack) -> Path:
    while True:
        folder = parent / f".{stem}.{secrets.token_hex(4)}.part"
        # Before it is made: a signal may arrive between any two lines.
        leaving.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.mkdir(mode)
        # Between these lines another run's sweep may take the unlocked folder for a dead one's.
        try:
            descriptor = os.open(folder, os.O_RDONLY)
        except FileNotFoundError:
            continue
        leaving.callback(os.close, descriptor)
        if _lock(descriptor, wait=False) is not False and folder.exists():
            return folder


def _sweep(parent: Path, stem: str) -> None:
    """Remove the folders of dead processes; where locks are unknown, no process is known to be dead."""
    form = re.compile(rf"\.{re.escape(stem)}\.[0-9a-f]{{8}}\.part")
    with contextlib.suppress(OSError):  # sweeping is a courtesy: making the new folder says what is wrong
        for name in os.listdir(parent):  # noqa: PTH208  names that are no text are compared as they are
            if form.fullmatch(name):
                _remove_if_dead(parent / name)


def _remove_if_dead(folder: Path) -> None:
    with contextlib.suppress(OSError):
        status = folder.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
            return
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            if _lock(descriptor, wait=False):
                shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(descriptor)


def _lock(descriptor: int, *, wait: bool) -> bool | None:
    """Whether the lock was taken; None where the system or the file system has none."""
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _usual_mode(target: Path) -> int:
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
