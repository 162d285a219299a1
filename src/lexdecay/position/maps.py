"""Attention maps in .npz and .safetensors files, head by head; what is no map is refused."""

from __future__ import annotations

import hashlib
import json
import math
import re
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from lexdecay.errors import FormatError, InputError, MissingExtraError, UsageError
from lexdecay.position.attention_records import HeadMap
from lexdecay.records import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lexdecay.position.attention_records import Geometry
    from lexdecay.records import Flags, Floats

# A row's weights must sum to 1 within the rounding of their type: of half precision 11 bits, of bfloat16 8.
TOLERANCE = {"float64": 1e-3, "float32": 1e-3, "float16": 0.02, "bfloat16": 0.02}
FUTURE = 1e-4  # weight of a row on keys that come after its query which is no rounding
EXPORT = "save the softmax weights as arrays (heads, queries, keys): np.savez('maps.npz', layer0=...)"
# RuntimeError is what zipfile raises for encryption and for methods it does not know.
UNREADABLE = (OSError, ValueError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error)
# An array that grows this much from its file, and to this size, was made to fill the memory: random digits of
# weights and sums shrink a few times at most, and only zeros as far as this.
MOST_GROWTH, HARMLESS = 200, 1 << 30
ARCHIVE = b"PK\x03\x04"  # what a .npz begins with
PICKLED = {".pt", ".pth", ".bin", ".pkl", ".pickle"}


@dataclass(frozen=True, slots=True)
class MapOptions:
    """How a file of maps is to be understood."""

    geometry: Geometry = "causal"
    scores: bool = False  # arrays hold logits before the softmax
    first_axis: str | None = None  # "batch" or "layer" for four axes; None: `first_axis`
    array: str | None = None  # regular expression of the arrays to take


@dataclass(frozen=True, slots=True, eq=False)
class Array:
    """One array of a file, not read yet."""

    name: str
    shape: tuple[int, ...]
    kind: str  # "float32"
    read: Callable[[], Any]


def head_maps(path: str, options: MapOptions) -> Iterator[HeadMap]:
    """Yield every head of a file, layer by layer; one array is in memory at a time.

    Raises
    ------
    FormatError
        Arrays of the wrong shape, NaN, negative weights, rows that do not sum to 1, weight on the future.
    InputError
        A file that cannot be opened.
    MissingExtraError
        A .safetensors file without the safetensors package.
    """
    arrays = _chosen(_arrays(path), options.array, path)
    axis = options.first_axis or first_axis(arrays)
    for number, array in _layers(arrays):
        five = _five_axes(array, axis, path)
        for at, layer in enumerate(five):
            for head in range(layer.shape[1]):
                where = f"{path}: {array.name}" + (f"[{at}]" if five.shape[0] > 1 else "") + f", head {head}"
                yield _checked(layer[:, head], number + at, head, where, array.kind, options)


def source_of(path: str) -> Source:
    """Describe a file of maps; raises InputError when it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as problem:
        raise InputError(f"{path}: cannot be read: {problem.strerror}", hint="give another file") from problem
    return Source(path, Path(path).stat().st_size, digest, "binary", 1)


def first_axis(arrays: list[Array]) -> str:
    """Return what the first of four axes is: layers where one array not named after one holds all."""
    return "layer" if len(arrays) == 1 and "layer" not in arrays[0].name.lower() else "batch"


def _arrays(path: str) -> list[Array]:
    suffix = Path(path).suffix.lower()
    if suffix in PICKLED:
        raise FormatError(f"{path}: a pickle may run any code when it is opened, and is refused", hint=EXPORT)
    if not Path(path).is_file():
        said = "this is a folder" if Path(path).is_dir() else "there is no such file"
        raise InputError(f"{path}: {said}", hint="give the path of a .npz or .safetensors file")
    return _safetensors(path) if suffix == ".safetensors" else _npz(path)


def _npz(path: str) -> list[Array]:
    try:
        if not zipfile.is_zipfile(path):
            _refuse_beginning(path)
            return [_plain(path)]
        return archived(path)
    except UNREADABLE as problem:
        raise FormatError(f"{path}: neither .npz nor .safetensors: {problem}", hint=EXPORT) from problem


def _refuse_beginning(path: str) -> None:
    """Raise FormatError for an archive without its end, where the list of its arrays stands."""
    with Path(path).open("rb") as file:
        if file.read(len(ARCHIVE)) == ARCHIVE:
            raise FormatError(
                f"{path}: cut short: it begins as .npz does, and the end is missing",
                hint="copy it again, or save it again",
            )


def archived(path: str) -> list[Array]:
    """Describe the arrays of an .npz by their headers; raises FormatError for a header that lies."""
    with zipfile.ZipFile(path) as archive:
        members = [member for member in archive.infolist() if member.filename.endswith(".npy")]
        return [_member(archive, member, path) for member in members]


def _plain(path: str) -> Array:
    """Describe a file of one array, .npy."""
    with Path(path).open("rb") as file:
        shape, kind, size = _header(file)
    _require_size(size, Path(path).stat().st_size, f"{path}: the array")
    return Array(Path(path).stem, shape, kind, lambda: np.load(path, allow_pickle=False))


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: str) -> Array:
    name = member.filename.removesuffix(".npy")
    with archive.open(member) as file:
        shape, kind, size = _header(file)
    _require_size(size, member.file_size, f"{path}: the array '{name}'")
    if member.file_size > max(HARMLESS, MOST_GROWTH * member.compress_size):
        said = f"{path}: the array '{name}' would grow from {member.compress_size:,} to {member.file_size:,}"
        raise FormatError(f"{said} bytes, as no weights do", hint="numpy.savez in place of savez_compressed")
    return Array(name, shape, kind, lambda: _loaded(path, name))


def _require_size(announced: int, held: int, what: str) -> None:
    if announced > held:
        raise FormatError(f"{what} announces {announced:,} bytes and holds {held:,}", hint=EXPORT)


def _header(file: IO[bytes]) -> tuple[tuple[int, ...], str, int]:
    """Return shape, type and bytes of an array as its header announces them."""
    version = np.lib.format.read_magic(file)
    first = version == (1, 0)
    read = np.lib.format.read_array_header_1_0 if first else np.lib.format.read_array_header_2_0
    shape, _, kind = read(file)
    # Pickled objects take what they take: they are refused by their type.
    return shape, str(kind), 0 if kind.hasobject else math.prod(shape) * kind.itemsize


def _loaded(path: str, name: str) -> Any:
    try:
        with np.load(path, allow_pickle=False) as file:
            return file[name]
    except UNREADABLE as problem:
        raise FormatError(f"{path}: the array '{name}' cannot be read: {problem}", hint=EXPORT) from problem


def _safetensors(path: str) -> list[Array]:
    try:
        import safetensors
    except ImportError as problem:
        raise MissingExtraError("reading .safetensors", "lexdecay[attn]") from problem
    try:
        file: Any = safetensors.safe_open(path, framework="numpy")
        return [_tensor(path, file, name) for name in file.keys()]  # noqa: SIM118  not a mapping
    except safetensors.SafetensorError as problem:
        raise FormatError(f"{path}: not a whole .safetensors file: {problem}", hint=EXPORT) from problem


def _tensor(path: str, file: Any, name: str) -> Array:
    about = file.get_slice(name)
    kinds = {"F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16"}
    kind = kinds.get(about.get_dtype(), about.get_dtype())
    read = (lambda: _bfloat16(path, name)) if kind == "bfloat16" else (lambda: file.get_tensor(name))
    return Array(name, tuple(about.get_shape()), kind, read)


def _bfloat16(path: str, name: str) -> Floats:
    """Read a tensor of a type numpy has not: the upper half of a float32."""
    with Path(path).open("rb") as file:
        header = int.from_bytes(file.read(8), "little")
        held = json.loads(file.read(header))[name]
        begin, end = held["data_offsets"]
        file.seek(8 + header + begin)
        upper = np.frombuffer(file.read(end - begin), "<u2").astype(np.uint32)
    return (upper << 16).view(np.float32).reshape(held["shape"]).astype(np.float64)


def _chosen(arrays: list[Array], pattern: str | None, path: str) -> list[Array]:
    try:
        wanted = re.compile(pattern or "")
    except re.error as problem:
        raise UsageError(
            f"--array '{pattern}' is no regular expression: {problem}", hint="--array 'layer'"
        ) from None
    found = [array for array in arrays if wanted.search(array.name)]
    if not found:
        names = ", ".join(array.name for array in arrays[:5])
        said = f"{path}: no array is named like '{pattern}'" if arrays else f"{path}: there is no array in it"
        raise FormatError(said, hint=f"it holds: {names}" if arrays else EXPORT)
    for array in found:
        if array.kind not in TOLERANCE:
            raise FormatError(
                f"{path}: {array.name} holds {array.kind}, not floats", hint="--array REGEX picks the maps"
            )
        if len(array.shape) not in {2, 3, 4, 5} or 0 in array.shape:
            shape = "x".join(map(str, array.shape)) or "()"
            raise FormatError(
                f"{path}: {array.name} has the shape {shape}; (heads, queries, keys) was expected",
                hint=EXPORT,
            )
    return found


def _layers(arrays: list[Array]) -> list[tuple[int, Array]]:
    """Number arrays by the last number in their names where that tells them apart, else as they come."""
    last = [re.findall(r"\d+", array.name) for array in arrays]
    numbers = [int(digits[-1]) for digits in last if digits]
    if first_axis(arrays) == "batch" and len(set(numbers)) == len(arrays):
        return sorted(zip(numbers, arrays, strict=True), key=lambda pair: pair[0])
    return list(enumerate(arrays))


def _five_axes(array: Array, axis: str, path: str) -> Any:
    """Return (layers, sequences, heads, queries, keys)."""
    data = array.read()
    if data.ndim == 4:
        return data[:, None] if axis == "layer" else data[None]
    try:
        return data.reshape((1,) * (5 - data.ndim) + data.shape)
    except ValueError as problem:
        raise FormatError(f"{path}: {array.name}: {problem}", hint=EXPORT) from problem


def _checked(data: Any, layer: int, head: int, where: str, kind: str, options: MapOptions) -> HeadMap:
    values = np.asarray(data, np.float64)
    if np.isnan(values).any():
        raise FormatError(
            f"{where}, query {_first(np.isnan(values))}: a weight is NaN", hint="leave out padded rows"
        )
    scores = _visible_scores(values, options.geometry) if options.scores else None
    weights, masked = _softmax(scores) if scores is not None else _weights(values, where, kind)
    if options.geometry == "causal":
        _refuse_future(weights, where)
    return HeadMap(layer, head, weights, scores, masked, where)


def _weights(values: Floats, where: str, kind: str) -> tuple[Floats, Flags]:
    bad = (values < 0) | ~np.isfinite(values)
    if bad.any():
        found = values[bad][0]
        raise FormatError(f"{where}, query {_first(bad)}: a weight is {found:g}", hint="--scores for logits")
    total = values.sum(-1)
    masked = total == 0
    off = ~masked & (np.abs(total - 1) > TOLERANCE[kind])
    if off.any():
        raise FormatError(
            f"{where}, query {_first(off[..., None])}: the weights sum to {total[off][0]:.4g}, not 1",
            hint="give softmax weights, or --scores for logits before the softmax",
        )
    return values / np.where(masked, 1, total)[..., None], masked


def _visible_scores(values: Floats, geometry: Geometry) -> Floats:
    """Hide what a causal query cannot see; other masks are -inf or the huge negative numbers models use."""
    scores = np.where(values < -1e4, -np.inf, values)
    if geometry == "causal":
        queries, keys = scores.shape[-2:]
        hidden = np.arange(keys) > np.arange(queries)[:, None] + keys - queries
        scores = np.where(hidden, -np.inf, scores)
    return scores


def _softmax(scores: Floats) -> tuple[Floats, Flags]:
    highest = scores.max(-1, keepdims=True)
    masked = ~np.isfinite(highest[..., 0])
    weights = np.exp(scores - np.where(np.isfinite(highest), highest, 0))
    return weights / np.maximum(weights.sum(-1, keepdims=True), np.finfo(float).tiny), masked


def _refuse_future(weights: Floats, where: str) -> None:
    queries, keys = weights.shape[-2:]
    if queries > keys:
        raise FormatError(
            f"{where}: {queries} queries on {keys} keys cannot be causal",
            hint="--attention cross for two sequences",
        )
    later = np.arange(keys) > np.arange(queries)[:, None] + keys - queries
    mass = np.where(later, weights, 0).sum(-1)
    if (mass > FUTURE).any():
        query = _first((mass > FUTURE)[..., None])
        raise FormatError(
            f"{where}, query {query}: {100 * mass.max():.3g} % of the weight lies on later keys",
            hint="--attention bidirectional for an encoder, --attention cross for two sequences",
        )


def _first(bad: Flags) -> str:
    """Say where the first bad row is: ``17`` or ``17 of sequence 2``."""
    sequence, query = np.argwhere(bad)[0][:2]
    return f"{query}" + (f" of sequence {sequence}" if bad.shape[0] > 1 else "")
