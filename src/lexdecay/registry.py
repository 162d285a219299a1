"""A registry is a dict with a good error: names never change meaning, duplicates are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from lexdecay.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")


class Registry(Generic[T]):
    """Named members of one kind (decay models, measures, readers, tokenizers).

    Parameters
    ----------
    kind
        What a member is called in an error message, such as ``"decay model"``.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._members: dict[str, T] = {}

    def add(self, name: str, member: T) -> T:
        """Enter ``member`` under ``name``; raises ValueError when the name is taken."""
        if name in self._members:
            raise ValueError(f"{self.kind} '{name}' is registered twice")
        self._members[name] = member
        return member

    def __getitem__(self, name: str) -> T:
        """Return the member; raises UnknownNameError that lists the names there are."""
        try:
            return self._members[name]
        except KeyError:
            raise UnknownNameError(self.kind, name, self._members) from None

    def __contains__(self, name: object) -> bool:
        return name in self._members

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def values(self) -> list[T]:
        """Return the members in the order they were entered."""
        return list(self._members.values())
