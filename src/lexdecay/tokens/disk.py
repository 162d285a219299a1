"""The token store on disk: one file per column, and a manifest that is written last.

A folder is a store when it holds a complete manifest, which carries the checksums of the columns and its
own. A new store takes its name in one step. Column files carry a part of their checksum in their name,
so that a new store can be put into the folder of an old one and takes over at the moment its manifest
replaces the old: a reader sees one or the other, an interrupted build leaves what was there.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lexdecay.errors import FormatError, OutputError, UsageError
from lexdecay.records import Source
from lexdecay.scratch import locked, scratch_folder
from lexdecay.tokens.annotations import joined
from lexdecay.tokens.consistency import inconsistency
from lexdecay.tokens.english import language_doubts
from lexdecay.tokens.settings import Identity
from lexdecay.tokens.store import FORMAT, Manifest, TokenStore, notices_of

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    import numpy.typing as npt

    from lexdecay.records import Ints

MANIFEST = "manifest.json"
KIND = "lexdecay.tokens"
# Little-endian whatever the machine; a reader takes the columns it knows, so that more can be added.
REQUIRED = {"ids": "<u4", "starts": "<i8", "counts": "<i8", "words": "|u1", "word_ends": "<i8"}
OPTIONAL = {"sentences": "<i8", "tags": "|u1", "lemmas": "<u4", "lemma_words": "|u1", "lemma_ends": "<i8"}
COLUMNS = REQUIRED | OPTIONAL
_AGAIN = "run `decay index` on the text again"


class ColumnWriter:
    """One column on its way to disk, hashed as it passes."""

    def __init__(self, path: Path, place: Path) -> None:
        self._path, self._place = path, place
        try:
            self._file = path.open("wb")
        except OSError as error:
            raise _cannot_write(place, error) from error
        self._hash = hashlib.sha256()
        self._size = 0

    def write(self, data: bytes, /) -> int:
        """Append bytes; raises OutputError when the disk refuses."""
        try:
            self._file.write(data)
        except OSError as error:
            raise _cannot_write(self._place, error) from error
        self._hash.update(data)
        self._size += len(data)
        return len(data)

    def close(self) -> None:
        """Release the file whatever state it is in; one that is finished is closed already."""
        with contextlib.suppress(OSError):  # what does not reach the disk now is thrown away with the file
            self._file.close()

    def finish(self, name: str) -> dict[str, Any]:
        """Flush to the disk and take the final name; returns the manifest's entry."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        digest = self._hash.hexdigest()
        final = f"{name}-{digest[:12]}.bin"
        self._path.rename(self._path.with_name(final))
        return {"file": final, "dtype": COLUMNS[name], "bytes": self._size, "sha256": digest}


class StoreWriter:
    """Builds a store beside its place and moves it there when it is complete.

    Parameters
    ----------
    directory
        The place: absent, empty, or an older store.

    Raises
    ------
    UsageError
        When the place holds anything else.
    OutputError
        When it cannot be written.
    """

    def __init__(self, directory: Path) -> None:
        self._named = directory  # as typed, for messages
        self._place = Path(os.path.realpath(directory))
        self._columns: dict[str, ColumnWriter] = {}
        self._leaving = contextlib.ExitStack()

    def __enter__(self) -> Self:
        """Make a folder beside the place."""
        _refuse_foreign(self._named)
        try:
            self._place.parent.mkdir(parents=True, exist_ok=True)
            self._work = self._leaving.enter_context(scratch_folder(self._place.parent, self._place.name))
        except OSError as error:
            raise _cannot_write(self._named, error) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave nothing behind but what was committed."""
        for column in self._columns.values():
            column.close()
        self._leaving.close()

    def column(self, name: str) -> ColumnWriter:
        """Open a column for writing."""
        self._columns[name] = ColumnWriter(self._work / name, self._named)
        return self._columns[name]

    def discard(self, name: str) -> None:
        """Take back a column that was opened."""
        self._columns.pop(name).close()
        (self._work / name).unlink()

    def commit(
        self, manifest: Manifest, words: tuple[str, ...], counts: Ints, lemmas: tuple[str, ...] = ()
    ) -> None:
        """Write the vocabulary and the manifest, and put the store in its place."""
        self._write_words("word", words)
        if lemmas:
            self._write_words("lemma", lemmas)
        self.column("counts").write(counts.astype("<i8").tobytes())
        try:
            self._publish(manifest)
        except OSError as error:
            raise _cannot_write(self._named, error) from error

    def _write_words(self, kind: str, words: tuple[str, ...]) -> None:
        blob, ends = joined(words)
        self.column("words" if kind == "word" else "lemma_words").write(blob)
        self.column(f"{kind}_ends").write(ends)

    def _publish(self, manifest: Manifest) -> None:
        columns = {name: writer.finish(name) for name, writer in self._columns.items()}
        document = {"kind": KIND, **asdict(manifest), "columns": columns}
        with (self._work / MANIFEST).open("w", encoding="utf-8") as file:
            json.dump(document | {"checksum": _checksum(document)}, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        if not _renamed(self._work, self._place):
            with locked(self._place):  # of two builds at once the later one's files stay
                for column in columns.values():
                    (self._work / column["file"]).replace(self._place / column["file"])
                (self._work / MANIFEST).replace(self._place / MANIFEST)
                _remove_stale(self._place, {column["file"] for column in columns.values()})


def _renamed(folder: Path, place: Path) -> bool:
    """Whether a folder took its place; False when the place holds files."""
    try:
        folder.rename(place)
    except OSError as error:
        if error.errno not in {errno.ENOTEMPTY, errno.EEXIST}:
            raise
        return False
    return True


def _checksum(document: dict[str, Any]) -> str:
    """Of the values, however they are laid out."""
    written = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


def _remove_stale(place: Path, current: set[str]) -> None:
    for name in COLUMNS:
        for path in place.glob(f"{name}-*.bin"):
            if path.name not in current:
                path.unlink(missing_ok=True)


def _refuse_foreign(place: Path) -> None:
    if place.is_dir() and (is_store(place) or _is_remnant(place)):
        return
    if place.exists():
        raise UsageError(
            f"'{place}' exists and is not a token store; nothing was written",
            hint="name a new folder, or an existing store to replace",
        )


def _is_remnant(place: Path) -> bool:
    """Whether a folder is empty or holds only columns that never got their manifest."""
    return all(path.suffix == ".bin" and path.name.split("-")[0] in COLUMNS for path in place.iterdir())


def _cannot_write(place: Path, error: OSError) -> OutputError:
    return OutputError(
        f"cannot write the token store '{place}': {error.strerror or error}",
        hint="choose another place with -o, or free space on the disk",
    )


def is_store(path: Path) -> bool:
    """Whether a path is a token store's folder, whole or damaged."""
    try:
        with (path / MANIFEST).open("rb") as file:
            named = KIND.encode() in file.read(200)
        return named or any(path.glob("ids-*.bin"))
    except OSError:
        return False


def inputs_of(directory: Path) -> tuple[str, ...]:
    """Paths of a store's inputs, also of one that this version cannot read; none where there is no store."""
    try:
        document = json.loads((directory / MANIFEST).read_bytes())
        return tuple(source["path"] for source in document["sources"])
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return ()


def open_store(directory: Path, *, verify: bool = True) -> TokenStore:
    """Open a store; its ids are memory-mapped.

    Parameters
    ----------
    directory
        The store's folder.
    verify
        Compare every column with its checksum, which reads all of it once.

    Raises
    ------
    FormatError
        When it is no store, of another version, truncated or damaged.
    """
    while True:
        document = _read_manifest(directory)
        try:
            return _opened(directory, document, verify=verify)
        except FormatError:
            # Unless the store was replaced meanwhile, and the columns of the old manifest with it.
            if _read_manifest(directory) == document:
                raise


def _opened(directory: Path, document: dict[str, Any], *, verify: bool) -> TokenStore:
    try:
        columns = {
            name: _column(directory, document["columns"][name], np.dtype(dtype), verify=verify)
            for name, dtype in COLUMNS.items()
            if name in REQUIRED or name in document["columns"]
        }
        manifest = _manifest_from(document)
        words = _words(columns.pop("words"), columns.pop("word_ends"))
        lemmas = _words(columns.pop("lemma_words"), columns.pop("lemma_ends")) if "lemmas" in columns else ()
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FormatError(f"'{directory / MANIFEST}' is damaged: {error!r}", hint=_AGAIN) from error
    store = TokenStore(manifest, words=words, lemma_words=lemmas, **columns)
    if verify and (found := inconsistency(store)):
        raise FormatError(f"'{directory}' contradicts itself ({found})", hint=_AGAIN)
    doubts = language_doubts(manifest.tokenizer, words, store.counts)
    return replace(store, notices=(*notices_of(manifest), *doubts))


def _read_manifest(directory: Path) -> dict[str, Any]:
    path = directory / MANIFEST
    try:
        document = json.loads(path.read_bytes())
    except OSError as error:
        raise FormatError(f"'{directory}' is no token store: {error.strerror}", hint=_AGAIN) from error
    except (ValueError, RecursionError) as error:
        raise FormatError(f"'{path}' is damaged: {error}", hint=_AGAIN) from error
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise FormatError(f"'{path}' is not the manifest of a token store", hint=_AGAIN)
    checksum = document.pop("checksum", None)
    if (found := document.get("format")) != FORMAT:
        made = f"made by lexdecay {document.get('lexdecay')}, "
        raise FormatError(
            f"'{directory}' has store format {found} ({made}this version reads {FORMAT})", hint=_AGAIN
        )
    if checksum != _checksum(document):
        raise FormatError(f"'{path}' is damaged: its checksum differs", hint=_AGAIN)
    return document


def _manifest_from(document: dict[str, Any]) -> Manifest:
    fields = {key: document[key] for key in Manifest.__dataclass_fields__}
    fields["tag_names"] = tuple(document["tag_names"])
    fields["tokenizer"] = Identity(**document["tokenizer"])
    fields["sources"] = tuple(Source(**source) for source in document["sources"])
    return Manifest(**fields)


def _column(directory: Path, entry: dict[str, Any], dtype: np.dtype[Any], *, verify: bool) -> Any:
    path = directory / Path(entry["file"]).name
    try:
        size = path.stat().st_size
        if size != entry["bytes"]:
            raise FormatError(f"'{path}' has {size} bytes instead of {entry['bytes']}", hint=_AGAIN)
        if verify and _sha256(path) != entry["sha256"]:
            raise FormatError(f"'{path}' is damaged: its checksum differs", hint=_AGAIN)
        return np.memmap(path, dtype, mode="r") if size else np.empty(0, dtype)
    except OSError as error:
        raise FormatError(f"'{path}' cannot be read: {error.strerror}", hint=_AGAIN) from error


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _words(column: npt.NDArray[np.uint8], ends: Ints) -> tuple[str, ...]:
    blob = column.tobytes()
    if ends.size and (ends[-1] != len(blob) or ends[0] < 0 or (np.diff(ends) < 0).any()):
        raise ValueError("the ends of words do not fit their bytes")
    return tuple(blob[start:end].decode() for start, end in pairwise([0, *ends.tolist()]))
