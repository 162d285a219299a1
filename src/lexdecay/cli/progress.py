"""How far a run is, on stderr: a bar where a terminal shows it, a line a phase with ``--verbose``."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Protocol

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress as RichProgress

    from lexdecay.cli.options import Output


class Progress(Protocol):
    """What a running analysis calls: the phase, how much of it is done, and of how much if that is known.

    ``done`` and ``total`` count bytes of text in the phases that read and steps in the others.
    """

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        """Take note; cheap enough to be called once a megabyte."""


@contextlib.contextmanager
def shown_progress(output: Output) -> Iterator[Progress | None]:
    """Yield what to call while a verb works, None when nobody is to be told."""
    if not output.quiet and sys.stderr is not None and sys.stderr.isatty():
        with _bar() as bar:
            yield BarProgress(bar)
    else:
        yield PhaseLines() if output.verbose and not output.quiet else None


class PhaseLines:
    """One line on stderr when a phase begins."""

    def __init__(self) -> None:
        self._phase: str | None = None

    def __call__(self, phase: str, done: int, total: int | None) -> None:  # noqa: ARG002  the protocol's
        """Say the phase when it is a new one."""
        if phase != self._phase:
            self._phase = phase
            click.echo(f"{phase} ...", err=True)


class BarProgress:
    """One bar a phase; a finished phase leaves its bar until the end."""

    def __init__(self, bar: RichProgress) -> None:
        self._bar = bar
        self._task: int | None = None
        self._phase: str | None = None

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        """Move the bar of ``phase``, made when it is first heard of."""
        if phase != self._phase or self._task is None:
            self._phase = phase
            self._task = self._bar.add_task(phase, total=total)
        self._bar.update(self._task, completed=done, total=total)  # type: ignore[arg-type]  # rich's TaskID is int


def _bar() -> RichProgress:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True, markup=False, emoji=False),
        transient=True,
    )
