"""How far a run is, on stderr: a bar where a terminal shows it, a line a phase with ``--verbose``."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Protocol

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    if output.quiet:
        yield None
    elif sys.stderr is not None and sys.stderr.isatty():
        from lexdecay.cli.progress_bar import ProgressBar

        with ProgressBar() as bar:
            yield bar
    else:
        yield PhaseLines() if output.verbose else None


class PhaseLines:
    """One line on stderr when a phase begins."""

    def __init__(self) -> None:
        self._phase: str | None = None

    def __call__(self, phase: str, done: int, total: int | None) -> None:  # noqa: ARG002  the protocol's
        """Say the phase when it is a new one."""
        if phase != self._phase:
            self._phase = phase
            click.echo(f"{phase} ...", err=True)
