"""What a distributed engine has to do for us: keep, map, sort and bring back. Everything else is ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Work: TypeAlias = Callable[[Any], Iterable[Any]]

Key: TypeAlias = tuple[int, ...]  # its first number names the group, the others the order within it


class Dataset(Protocol):
    """Items in pieces on many machines; lazily made, and made again by the engine where they are lost."""

    def flat_map(self, work: Work) -> Dataset:
        """Apply a pure function to every item and lay what it yields one after the other."""

    def sorted_groups(
        self, groups: int, work: Callable[[Iterator[Any]], Iterable[Any]], *, large: bool = False
    ) -> Dataset:
        """Bring (key, value) items together by group, in the order of keys, and hand ``work`` each piece.

        A piece is whole groups, one after the other, and the pieces stand in the order of their groups; a
        single group each where groups are ``large``.
        """

    def kept(self) -> Dataset:
        """Hold the items on the machines' disks from their first use on."""

    def folded(self, merge: Callable[[Any, Any], Any]) -> Any:
        """Merge all items, at least one, by an associative and commutative function."""

    def collected(self) -> Sequence[Any]:
        """Bring all items back, in order."""

    def streamed(self) -> Iterator[Any]:
        """Bring the items back in order, a few pieces at a time; all are made first, and kept."""


class Engine(Protocol):
    """Where datasets live."""

    def dataset(self, items: Sequence[Any]) -> Dataset:
        """Spread items over the machines, a piece each, in order."""

    def shared(self, value: Any) -> Any:
        """Send a value to every machine once; read there as ``.value``."""
