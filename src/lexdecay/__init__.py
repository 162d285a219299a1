"""How far does a word reach: dependence between words by distance, and Zipf's law, on your own text."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lexdecay.api import (
        Result,
        compare,
        documents,
        fit,
        growth,
        measure,
        pairs,
        tags,
        texts,
        word,
        zipf,
    )

__version__ = "0.1.0"
__all__ = [
    "Result",
    "__version__",
    "compare",
    "documents",
    "fit",
    "growth",
    "measure",
    "pairs",
    "tags",
    "texts",
    "word",
    "zipf",
]


class _Package(ModuleType):
    """Loads the Python side when it is first used: ``decay --help`` must not wait for numpy.

    Three of its functions have the names of rooms: ``lexdecay.fit`` is the function, while
    ``from lexdecay.fit import fit_curve`` still finds the room. So these are properties, which hold
    whatever the import of a room would put in their place.
    """

    def __getattr__(self, name: str) -> Any:
        if name in __all__:
            return _function(name)
        raise AttributeError(f"module 'lexdecay' has no attribute '{name}'")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *__all__})


def _function(name: str) -> Any:
    return getattr(import_module("lexdecay.api"), name)


def _of_that_name(name: str) -> property:
    def leave(_: ModuleType, room: object) -> None:
        """Take no notice of the room that was imported."""

    return property(lambda _: _function(name), leave)


for _name in ("fit", "measure", "zipf"):
    setattr(_Package, _name, _of_that_name(_name))
sys.modules[__name__].__class__ = _Package
