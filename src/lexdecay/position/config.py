"""What a model's config.json says about positions: heads, context, rotary settings, T5's buckets.

The keys are those of Hugging Face transformers, old (``rope_theta``, ``rope_scaling``) and new
(``rope_parameters``); a multimodal model's are read from its ``text_config``.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lexdecay.errors import FormatError, InputError
from lexdecay.position.mapped import Setting
from lexdecay.position.scalings import SCALINGS, Rotary

OLD_DEFAULT_BASE: Final = 10_000.0  # of a config.json that has rotary settings but no rope_theta
LARGEST_BASE: Final = 1e12  # wavelengths beyond are longer than any text by far
LARGEST_FILE: Final = 1 << 24  # bytes; a config.json has some thousand, and weights are no config.json
# Sizes beyond are no model's, and arrays of them would fill the memory.
MOST_HEADS: Final = 1024
MOST_DIMENSIONS: Final = 4096  # rotated ones of a head
MOST_WIDTH: Final = 1 << 20
MOST_BUCKETS: Final = 4096
# What is no scaling at all, or would leave no number of it.
RANGES: Final = {
    "factor": (1.0, 1e6),
    "original_max_position_embeddings": (1.0, 1e12),
    "beta_fast": (1e-3, 1e6),
    "beta_slow": (1e-3, 1e6),
    "low_freq_factor": (1e-3, 1e6),
    "high_freq_factor": (1e-3, 1e6),
    "attention_factor": (1e-3, 1e3),
    "mscale": (0.0, 1e3),
    "mscale_all_dim": (0.0, 1e3),
}
_HINT: Final = "give the config.json of a transformers model, or --head-dim and --base"


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """What was found; None for what a model does not have or the file does not say."""

    path: str
    model: str | None  # model_type
    heads: int | None
    head_dimension: int | None
    width: int | None  # hidden_size
    context: int | None  # max_position_embeddings
    rotary: Rotary | None
    buckets: int | None  # relative_attention_num_buckets
    bucket_distance: int | None  # relative_attention_max_distance
    alibi: bool


def read_config(path: str) -> ModelConfig:
    """Read a config.json; raises InputError for a file that cannot be read, FormatError for what it says."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise FormatError(f"{path}: more than 16 MB is no config.json", hint=_HINT)
        document = json.loads(content)
    except OSError as problem:
        raise InputError(f"could not read {path}: {problem.strerror}", hint=_HINT) from problem
    except (ValueError, RecursionError) as problem:
        raise FormatError(f"{path}: not a JSON document: {problem}", hint=_HINT) from problem
    if not isinstance(document, dict):
        raise FormatError(f"{path}: a JSON object was expected", hint=_HINT)
    return config_from(document, path)


def config_from(document: dict[str, Any], path: str) -> ModelConfig:
    """Return the settings of a parsed config.json; raises FormatError that names the key at fault."""
    inner = document.get("text_config")
    keys = inner if isinstance(inner, dict) else document
    heads = _whole(keys, path, "num_attention_heads", "n_head", "num_heads", "n_heads", most=MOST_HEADS)
    width = _whole(keys, path, "hidden_size", "n_embd", "d_model", most=MOST_WIDTH)
    size = _whole(keys, path, "head_dim", "d_kv")
    if size is None and width is not None and heads:
        size = width // heads
    context = _whole(keys, path, "max_position_embeddings", "n_positions", "seq_length", "max_seq_len")
    return ModelConfig(
        path,
        keys.get("model_type") if isinstance(keys.get("model_type"), str) else None,
        heads,
        size,
        width,
        context,
        _rotary(keys, size, context, path),
        *_buckets(keys, path),
        _has_alibi(keys),
    )


def _buckets(keys: dict[str, Any], path: str) -> tuple[int | None, int | None]:
    """Return T5's number of buckets and its largest distance, which lies beyond the exact half of them."""
    number = _whole(keys, path, "relative_attention_num_buckets", least=2, most=MOST_BUCKETS)
    distance = _whole(keys, path, "relative_attention_max_distance")
    exact, longest = (number or Setting().buckets) // 2, distance or Setting().bucket_distance
    if longest <= exact:
        raise FormatError(
            f"{path}: {exact} buckets of one distance each leave none up to distance {longest}",
            hint=f'"relative_attention_max_distance": {4 * exact}',
        )
    return number, distance


def _rotary(keys: dict[str, Any], size: int | None, context: int | None, path: str) -> Rotary | None:
    settings = _settings(keys, path)
    base = _number(keys, path, "rope_theta", "rotary_emb_base", "rope_base")
    base = base if base is not None else _number(settings, path, "rope_theta")
    if base is None and not settings and "rotary_pct" not in keys:
        return None
    share = _number(keys, path, "partial_rotary_factor", "rotary_pct")
    share = share if share is not None else _number(settings, path, "partial_rotary_factor")
    if share is not None and not 0 < share <= 1:
        raise FormatError(
            f"{path}: {share:g} of a head's dimensions cannot be rotated", hint='"partial_rotary_factor": 0.5'
        )
    # Attention with a latent of its own rotates a part of the head that the file names.
    rotated = _whole(keys, path, "qk_rope_head_dim", "rotary_dim") or (
        int(size * (1.0 if share is None else share)) if size else None
    )
    if not rotated or not 4 <= rotated <= MOST_DIMENSIONS or rotated % 2:
        said = f"{path}: {rotated or 'no'} rotated dimensions of a head"
        raise FormatError(
            f"{said}; an even number from 4 to {MOST_DIMENSIONS} was expected", hint='"head_dim": 128'
        )
    base = OLD_DEFAULT_BASE if base is None else base
    if not 1 < base <= LARGEST_BASE:
        raise FormatError(
            f"{path}: key 'rope_theta' is {base:g}; a base is above 1, at most 1e12", hint=_HINT
        )
    return Rotary(rotated, base, context, *_scaling(settings, path))


def _settings(keys: dict[str, Any], path: str) -> dict[str, Any]:
    for name in ("rope_parameters", "rope_scaling"):
        found = keys.get(name)
        if found is None:
            continue
        if not isinstance(found, dict):
            raise FormatError(f"{path}: key '{name}' should be an object or null", hint=_HINT)
        # One set of rotary settings for each kind of layer: the one that sees the whole context.
        nested = found.get("full_attention")
        return nested if isinstance(nested, dict) else found
    return {}


def _scaling(settings: dict[str, Any], path: str) -> tuple[str, dict[str, float]]:
    kind = settings.get("rope_type", settings.get("type")) or "default"
    if kind == "mrope":  # several positions a token, the frequencies as trained
        kind = "default"
    if not isinstance(kind, str) or kind not in SCALINGS:
        raise FormatError(
            f"{path}: rope scaling '{kind}' is not known", hint=f"known: {', '.join(sorted(SCALINGS))}"
        )
    numbers = {key: found for key, value in settings.items() if (found := _finite(value)) is not None}
    if kind != "default":
        _require_ranges(numbers, path)
    if kind == "llama3" and numbers.get("low_freq_factor", 1) >= numbers.get("high_freq_factor", 4):
        raise FormatError(f"{path}: 'low_freq_factor' should be below 'high_freq_factor'", hint=_HINT)
    return kind, numbers


def _require_ranges(numbers: dict[str, float], path: str) -> None:
    for key, (low, high) in RANGES.items():
        found = numbers.get(key, low)
        if not low <= found <= high:
            said = f"{path}: key '{key}' of the rope scaling is {found:g}, not within {low:g} to {high:g}"
            raise FormatError(said, hint=_HINT)


def _has_alibi(keys: dict[str, Any]) -> bool:
    attention = keys.get("attn_config")
    named = attention.get("alibi") if isinstance(attention, dict) else None
    return bool(keys.get("alibi") or named or keys.get("model_type") == "bloom")


def _whole(keys: dict[str, Any], path: str, *names: str, least: int = 1, most: int = 1 << 60) -> int | None:
    value = _number(keys, path, *names)
    if value is None:
        return None
    if value != int(value) or not least <= value <= most:
        name = next(name for name in names if keys.get(name) is not None)
        said = f"{path}: key '{name}' is {value:g}"
        expected = f"a whole number from {least}" + (f" to {most:,}" if most < 1 << 60 else " on")
        raise FormatError(f"{said}; {expected} was expected", hint=_HINT)
    return int(value)


def _number(keys: dict[str, Any], path: str, *names: str) -> float | None:
    for name in names:
        value = keys.get(name)
        if value is None:
            continue
        found = None if isinstance(value, bool) else _finite(value)
        if found is None:
            raise FormatError(f"{path}: key '{name}' should be a number", hint=_HINT)
        return found
    return None


def _finite(value: object) -> float | None:
    """Return a number of JSON, None for anything else, NaN, infinity, or more digits than a float holds."""
    if not isinstance(value, int | float):
        return None
    try:
        found = float(value)
    except OverflowError:
        return None
    return found if math.isfinite(found) else None
