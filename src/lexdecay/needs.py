"""What a run will take, told from the first megabytes of its text: tokens, disk, memory.

Tokens grow with the bytes, types and distinct pairs with a power of the tokens (Heaps' law), whose exponent
is that between the first half of the sample and all of it.
"""

from __future__ import annotations

import math
import shutil
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from lexdecay.errors import ResourceError, UsageError
from lexdecay.records import TextBlock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lexdecay.corpus import CorpusOptions
    from lexdecay.records import Block, TokenStream
    from lexdecay.tokens import TokenStore

SAMPLE_BYTES = 4 << 20  # of text: three novels, some tenths of a second
# Measured: what the interpreter and its libraries take, and a type with its spelling and the stretches of
# text it came in (docs/reliability.md has the runs).
INTERPRETER, PER_TYPE, PER_TOKEN = 150 << 20, 600, 12
# An estimate may be wrong by a factor; a run is refused only when half of what it seems to need is not there.
SURELY = 0.5
MOST_EXPANSION = 20  # store bytes for a byte of input: compressed text of one-letter words


@dataclass(frozen=True, slots=True)
class Needs:
    """What a run will take; estimates unless ``sampled`` is 1."""

    sampled: float  # share of the text that was looked at
    tokens: int
    types: int
    rows: int  # of pair counts; 0 for a store
    disk_bytes: int  # of the result
    temporary_bytes: int
    memory_bytes: int


def index_needs(paths: Sequence[str], options: CorpusOptions) -> Needs:
    """Estimate what the token store of a text will take; raises what reading it raises."""
    store, share = _sampled(paths, options)
    tokens = round(store.ids.size / share)
    types = _grown(_types(store), share)
    disk = _per_token(store) * tokens + _per_type(store) * types
    memory = INTERPRETER + PER_TYPE * types
    return Needs(share, tokens, types, 0, round(disk), 0, memory)


def count_needs(
    paths: Sequence[str], options: CorpusOptions, max_offset: int, memory: int | None = None
) -> Needs:
    """Estimate what the pair counts of a text or a store will take; raises what reading it raises."""
    from lexdecay.tokens import is_store, open_store

    if len(paths) == 1 and is_store(Path(paths[0])):
        stream = open_store(Path(paths[0]), verify=False).stream(options.unit, options.punctuation)
        return _of_pairs(stream, len(stream), len(stream.vocabulary), max_offset, memory)
    store, share = _sampled(paths, options)
    stream = store.stream(options.unit, options.punctuation)
    types = _grown(_types(store), share)
    return _of_pairs(stream, round(len(stream) / share), types, max_offset, memory)


def require_room(needs: Needs, target: Path, temporary: Path | None = None) -> None:
    """Raise ResourceError when a disk certainly cannot hold what a run will write."""
    _require(needs.disk_bytes, target, "the result", "-o on a disk with more room")
    if needs.temporary_bytes:
        import tempfile

        place = temporary or Path(tempfile.gettempdir())
        _require(needs.temporary_bytes, place, "temporary counts", "--temp-dir DIR on a disk with more room")


def require_room_for_store(paths: Sequence[str], options: CorpusOptions, target: Path) -> None:
    """Raise ResourceError before a text is tokenised whose store certainly will not fit."""
    sizes = [path.stat().st_size for path in map(Path, paths) if path.is_file()]
    # Where there is room for the text many times over, nothing has to be looked at.
    if len(sizes) == len(paths) and sum(sizes) * MOST_EXPANSION > _free(target)[1]:
        require_room(index_needs(paths, options), target)


def _free(place: Path) -> tuple[Path, int]:
    """The folder in which a place is or will be, and the bytes free there."""
    folder = next(p for p in (place.absolute(), *place.absolute().parents) if p.is_dir())
    return folder, shutil.disk_usage(folder).free


def _require(size: int, place: Path, what: str, hint: str) -> None:
    folder, free = _free(place)
    if size * SURELY > free:
        raise ResourceError(
            f"{what} would take about {size / 1e6:,.0f} MB in {folder}, where {free / 1e6:,.0f} MB are free",
            hint=hint,
        )


def _sampled(paths: Sequence[str], options: CorpusOptions) -> tuple[TokenStore, float]:
    """The beginning of a text as a store, and its share of the whole."""
    from lexdecay.corpus import tokenizer_settings
    from lexdecay.read import CorpusReader, ReadOptions
    from lexdecay.tokens import build_store

    read = [0]
    chosen = ReadOptions(**{field.name: getattr(options, field.name) for field in fields(ReadOptions)})
    reader = CorpusReader(paths, chosen, lambda size: read.__setitem__(0, read[0] + size))
    total = reader.total_bytes
    if total is None:
        raise UsageError(
            "what is read from standard input or a pipe has no size before it is read",
            hint="name files to plan for",
        )
    store = build_store(_beginning(reader, SAMPLE_BYTES), tokenizer_settings(options))
    return store, min(1.0, read[0] / total) if total else 1.0


def _beginning(blocks: Iterable[Block], size: int) -> Iterator[Block]:
    for block in blocks:
        yield block
        size -= len(block.data) if isinstance(block, TextBlock) else sum(map(len, block.words))
        if size <= 0:
            return


def _types(store: TokenStore) -> tuple[int, int]:
    """Types in the first half and in all; they are numbered by first appearance."""
    half = store.ids[: store.ids.size // 2]
    return int(half.max()) + 1 if half.size else 0, len(store.words)


def _grown(halves: tuple[int, int], share: float) -> int:
    half, whole = halves
    exponent = min(1.0, math.log2(whole / half)) if half else 1.0
    return round(whole / share**exponent)


def _per_token(store: TokenStore) -> float:
    columns = (store.ids, store.starts, store.sentences, store.tags, store.lemmas)
    return sum(column.nbytes for column in columns if column is not None) / max(store.ids.size, 1)


def _per_type(store: TokenStore) -> float:
    spelled = sum(len(word.encode()) for word in store.words)
    return 16 + spelled / max(len(store.words), 1)  # a count, an end, the bytes


def _of_pairs(stream: TokenStream, tokens: int, types: int, offsets: int, memory: int | None) -> Needs:
    from lexdecay.count import DEFAULT_MEMORY, pair_needs
    from lexdecay.count.needs import SAMPLE_TOKENS
    from lexdecay.engine.local import pair_buffers

    buffers = pair_buffers(memory, tokens) if memory else DEFAULT_MEMORY
    pairs = pair_needs(stream, tokens, offsets, buffers)
    held = INTERPRETER + PER_TOKEN * tokens + PER_TYPE * types + pairs.memory_bytes
    share = min(1.0, min(len(stream), SAMPLE_TOKENS) / max(tokens, 1))
    return Needs(share, tokens, types, pairs.rows, pairs.disk_bytes, pairs.temporary_bytes, held)
