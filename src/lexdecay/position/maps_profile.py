"""A profile in a file: kilobytes where the maps are gigabytes; docs/attention.md has its form."""

from __future__ import annotations

import io
import zipfile
from dataclasses import fields
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from lexdecay.errors import FormatError
from lexdecay.position.attention_records import Geometry, Profile
from lexdecay.position.maps import UNREADABLE, archived

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMAT = "lexdecay.profile/1"
AGAIN = "make it again: decay attn MAPS --save-profile FILE, or the exporter of docs/attention.md"
_TEXT = {"geometry"}
_NUMBER = {"queries", "keys", "sinks", "masked_rows"}
_WHOLE = {"layer", "head", "offset"}
_AXES = {
    **dict.fromkeys(("rows", "sink_mass", "entropy", "visible"), "GH"),
    **dict.fromkeys(("cells", "positive", "log_sum", "mass"), "GHD"),
    **dict.fromkeys(("every_row_mass", "every_row_cells", "every_row_uniform"), "HD"),
    "layer": "H",
    "head": "H",
    "offset": "D",
}


def is_profile(path: str) -> bool:
    """Tell whether a file is a profile; what cannot be opened is none."""
    try:
        with zipfile.ZipFile(path) as file:
            return "format.npy" in file.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def profile_bytes(profile: Profile) -> bytes:
    """Return a compressed .npz; sums are float32, of which seven digits are kept."""
    held: dict[str, Any] = {"format": np.array(FORMAT)}
    for field in fields(Profile):
        value = getattr(profile, field.name)
        held[field.name] = (
            np.asarray(value, np.float32)
            if field.name in _AXES and field.name not in _WHOLE
            else np.array(value)
        )
    sink = io.BytesIO()
    np.savez_compressed(sink, **held)
    return sink.getvalue()


def read_profile(path: str) -> Profile:
    """Return the profile in a file; raises FormatError that names the array at fault."""
    try:
        archived(path)
        with np.load(path, allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
    except UNREADABLE as problem:
        raise FormatError(f"{path}: the profile cannot be read: {problem}", hint=AGAIN) from problem
    if str(found.get("format")) != FORMAT:
        raise FormatError(f"{path}: the format is '{found.get('format')}', not '{FORMAT}'", hint=AGAIN)
    names = [field.name for field in fields(Profile)]
    missing = [name for name in names if name not in found]
    if missing:
        raise FormatError(f"{path}: the profile has no array '{missing[0]}'", hint=AGAIN)
    if str(found["geometry"]) not in get_args(Geometry):
        raise FormatError(
            f"{path}: the geometry is '{found['geometry']}'", hint=f"one of {', '.join(get_args(Geometry))}"
        )
    for name, damage in _damage(found):
        raise FormatError(f"{path}: the array '{name}' {damage}", hint=AGAIN)
    return Profile(**{name: _value(name, found[name]) for name in names})


def _damage(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield what no profile holds: the array and what is wrong with it."""
    for name in sorted(_NUMBER):
        if found[name].shape or found[name].dtype.kind not in "iu" or found[name] < 0:
            yield name, "should be a whole number, 0 or more"
    for name in _AXES:
        if found[name].dtype.kind not in ("iu" if name in _WHOLE else "iuf"):
            yield name, f"holds {found[name].dtype}"
    yield from _wrong_sizes(found)
    # An entropy of 0 may be below it by rounding.
    for name in sorted(set(_AXES) - _WHOLE - {"log_sum", "entropy"}):
        if (found[name] < 0).any():
            yield name, "holds a sum below 0"
    offset, last = found["offset"].astype(np.int64), 0 if str(found["geometry"]) == "causal" else 1
    if offset.size and not (offset[0] < 0 and offset[-1] >= last and (np.diff(offset) == 1).all()):
        yield (
            "offset",
            "should rise by 1, from before the query to it, or beyond it where later keys are seen",
        )


def _wrong_sizes(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    first = {"G": "rows", "H": "layer", "D": "offset"}
    sizes = {axis: (*found[name].shape, 0)[0] for axis, name in first.items()}
    for name, letters in _AXES.items():
        expected, values = tuple(sizes[axis] for axis in letters), found[name]
        if values.shape != expected:
            shape, right = ("x".join(map(str, sides)) or "()" for sides in (values.shape, expected))
            yield name, f"has the shape {shape}, not {right}"
        elif not np.isfinite(values).all():
            yield name, "holds NaN"


def _value(name: str, array: Any) -> Any:
    if name in _TEXT:
        return str(array)
    if name in _NUMBER:
        return int(array)
    return array.astype(np.int64 if name in _WHOLE else np.float64)
