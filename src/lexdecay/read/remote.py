"""Inputs with an address: https://, s3://, gs:// and whatever else fsspec knows (extra `[remote]`).

Nothing is kept on disk. A transfer that breaks off is an error: where the server tells the size, all of it
has to arrive, and an HTTP client raises for a body that is shorter than announced. Only a server that
announces no length and closes the connection cannot be told from one that has finished.
"""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from lexdecay.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Iterator

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_CREDENTIALS = re.compile(r"(?<=://)[^/@\s]+@")
_WEB = ("http://", "https://")  # where * and ? are characters of an address
_NOT_FOUND = 404
_MAGIC = re.compile(r"[*?\[]")
_EXTRA = "lexdecay[remote]"


def is_address(path: str) -> bool:
    """Whether a path names something that is not in this machine's file system."""
    return _ADDRESS.match(path) is not None


def without_credentials(address: str) -> str:
    """Return an address as it may be shown and stored: no name and password before the host."""
    return _CREDENTIALS.sub("", address)


def addresses(pattern: str, *, recursive: bool) -> list[str]:
    """Return the addresses that a pattern or a folder stands for, in byte order; one alone for itself."""
    if pattern.lower().startswith(_WEB):
        return [pattern]
    with explained(pattern):
        system, path = _file_system(pattern)
        if _MAGIC.search(path):
            found = [name for name in system.glob(path) if not system.isdir(name)]
        elif recursive and system.isdir(path):
            found = system.find(path)
        else:
            return [pattern]
    if not found:
        raise InputError(f"no file matches {without_credentials(pattern)}", hint="check the address")
    return sorted(system.unstrip_protocol(name) for name in found)


def size_of(address: str) -> int | None:
    """Return the size that the other side tells, None when it tells none."""
    with explained(address):
        system, path = _file_system(address)
        size = system.info(path).get("size")
    return None if size is None else int(size)


@contextlib.contextmanager
def opened_remote(address: str) -> Iterator[BinaryIO]:
    """Open a stream of the bytes at an address."""
    with explained(address):
        system, path = _file_system(address)
        stream = system.open(path, "rb")
    try:
        yield cast("BinaryIO", stream)
    finally:
        stream.close()


@contextlib.contextmanager
def explained(address: str) -> Iterator[None]:
    """Turn what a client library raises, of whatever class, into an InputError that names the address."""
    shown = without_credentials(address)
    try:
        yield
    except (InputError, MissingExtraError):
        raise
    except ImportError as error:
        raise MissingExtraError(f"reading {shown}", _EXTRA) from error
    except Exception as error:  # every client has errors of its own
        raise _explanation(shown, error) from error


def _explanation(shown: str, error: Exception) -> InputError:
    # fsspec says "not found" of all that fails before the first byte, and gives the reason as the cause
    reason = error.__cause__ if isinstance(error, FileNotFoundError) else error
    if reason is None or getattr(reason, "status", None) == _NOT_FOUND:
        return InputError(f"{shown}: not found", hint="check the address")
    told = without_credentials(f"{type(reason).__name__}: {reason}".partition("\n")[0])
    return InputError(
        f"{shown}: could not be read ({told})", hint="check the address and the connection, then try again"
    )


def _file_system(address: str) -> tuple[Any, str]:
    import fsspec

    try:
        found: tuple[Any, str] = fsspec.url_to_fs(address)
    except ValueError as error:  # "Protocol not known"
        raise InputError(
            f"{without_credentials(address)}: {error}", hint="for example https://, s3:// or gs://"
        ) from error
    return found
