"""``decay map`` as JSON and as rows, and what it found in words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from lexdecay.report.json_text import finite
from lexdecay.report.rows import Rows
from lexdecay.report.screen import significant
from lexdecay.report.to_json import frame_json, notice_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lexdecay.position.config import ModelConfig
    from lexdecay.position.kernels import Exponent, Kernel
    from lexdecay.position.mapped import Mapped, MapResult, Parameter, RotaryView
    from lexdecay.records import Notice

MAP_SCHEMA = "decay.map/1"
NOT_SAID = (
    "No encoding's base, context length or number of heads follows from a text, and a kernel of a text is "
    "not the attention of a model trained on it."
)
FEW = 2  # free parameters of the encodings that have one formula for all distances


def map_json(result: MapResult) -> dict[str, Any]:
    """Return the document ``decay.map/1``."""
    kind = result.kind
    return {
        **frame_json(MAP_SCHEMA, result),
        "model": model_json(result.settings, result),
        "kernel": {
            "name": kind.name,
            "formula": kind.formula,
            "measure": kind.measure,
            "meaning": kind.meaning,
            "exact_when": kind.exact_when,
            "source": kind.source,
            "estimand": result.estimand,
            "vocabulary": result.vocabulary,
            **_measured(result.kernel),
            "exponents": [exponent_json(one) for one in result.exponents],
        },
        "encodings": [_encoding(one) for one in result.mapped],
        "rotary": _rotary(result.rotary) if result.rotary else None,
        "found": found(result),
        "warnings": [notice_json(notice) for notice in map_notices(result)],
    }


def map_rows(result: MapResult) -> Rows:
    """Return every distance of the kernel with every encoding beside it, in nats."""
    columns = ("encoding", "title", "distance", "unit", "log_kernel", "se", "log_encoding", "error")
    kernel = result.kernel
    if kernel is None:
        return Rows(columns, [])
    points = list(zip(kernel.distance.tolist(), kernel.log_value.tolist(), kernel.se.tolist(), strict=True))
    return Rows(
        columns,
        [
            (one.encoding, one.title, distance, kernel.unit, value, se, bias, bias - value)
            for one in result.mapped
            for (distance, value, se), bias in zip(points, one.bias.tolist(), strict=True)
        ],
    )


def map_notices(result: MapResult) -> list[Notice]:
    """Return the notices of the corpus and of the map, each once."""
    return list(dict.fromkeys((*result.corpus.notices, *result.notices)))


def found(result: MapResult) -> list[str]:
    """Return what the map says, and what it does not say, in sentences."""
    kernel = result.kernel
    if kernel is None:
        return ["No distance stands out of the noise: there is nothing to map."]
    return [*_shape(result.exponents, kernel), *_interval(result), *_closest(result, kernel), NOT_SAID]


def exponent_json(one: Exponent) -> dict[str, Any]:
    """Return an exponent with its range and error."""
    return {"low": one.low, "high": one.high, "value": finite(one.value), "se": finite(one.se)}


def model_json(settings: dict[str, Any], result: MapResult) -> dict[str, Any]:
    """Return the sizes the map is made for."""
    names = ("heads", "length", "head_dimension", "width", "base", "tokens_per_unit")
    return {**{name: settings.get(name) for name in names}, "config": config_json(result.config)}


def config_json(config: ModelConfig | None) -> dict[str, Any] | None:
    """Return what was read from a config.json."""
    if config is None:
        return None
    rotary = config.rotary
    return {
        "path": config.path,
        "model": config.model,
        "heads": config.heads,
        "head_dimension": config.head_dimension,
        "context": config.context,
        "alibi": config.alibi,
        "rotary": None
        if rotary is None
        else {"dimension": rotary.dimension, "base": rotary.base, "scaling": rotary.kind},
    }


def _measured(kernel: Kernel | None) -> dict[str, Any]:
    if kernel is None:
        return {"unit": None, "low": None, "high": None, "shift": None, "noise": None, "points": []}
    rows = zip(*(column.tolist() for column in (kernel.distance, kernel.log_value, kernel.se)), strict=True)
    points = [{"distance": d, "log_value": finite(v), "se": finite(se)} for d, v, se in rows]
    return {
        "unit": kernel.unit,
        "low": kernel.low,
        "high": kernel.high,
        "shift": kernel.shift,
        "noise": finite(kernel.noise),
        "points": points,
    }


def _encoding(one: Mapped) -> dict[str, Any]:
    return {
        "encoding": one.encoding,
        "title": one.title,
        "formula": one.formula,
        "implied": one.implied.replace(" ", "_"),
        "free_parameters": one.free,
        "parameters": [_parameter(parameter) for parameter in one.parameters],
        "heads": [{"slope": slope, "share": finite(share)} for slope, share in one.heads],
        "rms": finite(one.rms),
        "max_error": finite(one.max_error),
        "max_at": one.max_at,
        "log_values": [finite(value) for value in one.bias.tolist()],
        "told": list(one.told),
    }


def _parameter(one: Parameter) -> dict[str, Any]:
    return {
        "name": one.name,
        "symbol": one.symbol,
        "unit": one.unit,
        "value": finite(one.value),
        "se": finite(one.se),
        "at_bound": one.at_bound,
    }


def _rotary(view: RotaryView) -> dict[str, Any]:
    return {
        "scaling": view.title,
        "dimension": view.dimension,
        "base": view.base,
        "pairs": view.coverage.pairs,
        "turning": view.coverage.turning,
        "shortest_wavelength": view.coverage.shortest,
        "longest_wavelength": view.coverage.longest,
        "ripple": finite(view.ripple),
        "cos_sin_factor": view.factor,
        "mean_kernel": [
            {"distance": d, "g": finite(g), "logarithmic_law": finite(law)} for d, g, law in view.values
        ],
    }


def _shape(exponents: tuple[Exponent, ...], kernel: Kernel) -> Iterator[str]:
    if len(exponents) < 2:
        return
    parts = [
        f"{significant(one.value, 2)} ± {significant(one.se, 1)} at {one.low:,.0f} to {one.high:,.0f}"
        for one in exponents[1:]
    ]
    yield f"The kernel falls as d^-α with α = {', '.join(parts)} {kernel.unit}."


def _interval(result: MapResult) -> Iterator[str]:
    if result.kind.name == "direct" or not result.exponents:
        return
    whole = result.exponents[0].value * (2 if result.kind.name == "corr" else 1)
    yield (
        f"Over all of it α = {significant(whole / 2, 2)} if dependence is weak and {significant(whole, 2)} "
        "if it is sparse: mutual information leaves that open."
    )


def _closest(result: MapResult, kernel: Kernel) -> Iterator[str]:
    groups = {"yes": "Biases the text can set", "needs weights": "Cosines, given a factor from the weights"}
    for implied, name in groups.items():
        members = [one for one in result.mapped if one.implied == implied]
        if members:
            best = min(members, key=lambda one: (one.free > FEW, one.rms))
            closer = _closer(best, members, kernel.distance.size)
            yield f"{name}: {_off(best)} ({best.title}){closer}."
    yield f"Sampling noise alone would leave {significant(kernel.noise, 2)} nats."


def _off(one: Mapped) -> str:
    factor = significant(math.exp(one.rms), 2)
    count = f"{one.free} free parameter{'' if one.free == 1 else 's'}"
    return f"with {count} {significant(one.rms, 2)} nats rms off, a factor of {factor} in attention"


def _closer(best: Mapped, members: Sequence[Mapped], distances: int) -> str:
    # More parameters come closer, whatever they are; nearly as many as distances copy the kernel.
    closer = [one for one in members if FEW < one.free <= distances / 2 and one.rms < best.rms]
    if not closer:
        return ""
    one = min(closer, key=lambda one: one.rms)
    return f"; with {one.free}, {significant(one.rms, 2)} ({one.title})"
