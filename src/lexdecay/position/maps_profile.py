"""A profile in a file: kilobytes where the maps are gigabytes; docs/attention.md has its form."""

from __future__ import annotations

import io
import zipfile
from dataclasses import fields
from typing import Any, get_args

import numpy as np

from lexdecay.errors import FormatError
from lexdecay.position.attention_records import Geometry, Profile

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
        file = np.load(path, allow_pickle=False)
        found = {name: file[name] for name in file.files}
    except (OSError, ValueError, zipfile.BadZipFile, EOFError) as problem:
        raise FormatError(f"{path}: the profile cannot be read: {problem}", hint=AGAIN) from problem
    if str(found.get("format")) != FORMAT:
        raise FormatError(f"{path}: the format is '{found.get('format')}', not '{FORMAT}'", hint=AGAIN)
    names = [field.name for field in fields(Profile)]
    missing = [name for name in names if name not in found]
    if missing:
        raise FormatError(f"{path}: the profile has no array '{missing[0]}'", hint=AGAIN)
    _check_sizes(found, path)
    return Profile(**{name: _value(name, found[name]) for name in names})


def _check_sizes(found: dict[str, Any], path: str) -> None:
    if str(found["geometry"]) not in get_args(Geometry):
        raise FormatError(
            f"{path}: the geometry is '{found['geometry']}'", hint=f"one of {', '.join(get_args(Geometry))}"
        )
    sizes = {"G": len(found["rows"]), "H": found["layer"].size, "D": found["offset"].size}
    for name, axes in _AXES.items():
        expected = tuple(sizes[axis] for axis in axes)
        values = found[name]
        if values.shape != expected or not np.isfinite(values).all():
            shape = "x".join(map(str, values.shape))
            said = (
                "holds NaN"
                if values.shape == expected
                else f"has the shape {shape}, not {'x'.join(map(str, expected))}"
            )
            raise FormatError(f"{path}: the array '{name}' {said}", hint=AGAIN)


def _value(name: str, array: Any) -> Any:
    if name in _TEXT:
        return str(array)
    if name in _NUMBER:
        return int(array)
    return array.astype(np.int64 if name in _WHOLE else np.float64)
