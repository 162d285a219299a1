"""Whether the columns of a store belong together: what a checksum made by somebody else does not say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from lexdecay.records import Ints
    from lexdecay.tokens.store import TokenStore


def inconsistency(store: TokenStore) -> str | None:
    """Return the first thing that contradicts the rest of a store, None when nothing does."""
    manifest, tokens, types = store.manifest, store.ids.size, len(store.words)
    told = {
        "tokens": (manifest.tokens, tokens),
        "types": (manifest.types, types),
        "documents": (manifest.documents, store.starts.size),
        "counts": (store.counts.size, types),
        "sum of counts": (int(store.counts.sum()), tokens),
    }
    for name, (said, found) in told.items():
        if said != found:
            return f"{name}: {said} and {found}"
    return _first_wrong(store, tokens, types)


def _first_wrong(store: TokenStore, tokens: int, types: int) -> str | None:
    checks = {
        "ids": _below(store.ids, types),
        "starts": _ascending(store.starts, tokens),
        "sentences": store.sentences is None or _ascending(store.sentences, tokens),
        "tags": _parallel(store.tags, tokens, len(store.manifest.tag_names)),
        "lemmas": _parallel(store.lemmas, tokens, len(store.lemma_words)),
    }
    return next((f"{name} out of range" for name, right in checks.items() if not right), None)


def _below(values: Any, limit: int) -> bool:
    return not values.size or int(values.max()) < limit


def _parallel(values: Any, tokens: int, limit: int) -> bool:
    return values is None or (values.size == tokens and _below(values, limit))


def _ascending(positions: Ints, tokens: int) -> bool:
    if not positions.size:
        return True
    return bool(positions[0] >= 0 and positions[-1] <= tokens and (np.diff(positions) >= 0).all())
