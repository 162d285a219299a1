"""The bar on stderr; loaded only where a terminal will show it, because it loads rich."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

from lexdecay.report.screen import size_in_words

if TYPE_CHECKING:
    from types import TracebackType

READING = "reading"  # the phase that counts bytes; the others count steps


class Amount(ProgressColumn):
    """What is done: bytes and their speed while text is read, steps after that."""

    def render(self, task: Task) -> Text:
        """Return ``12.1 MB of 40.0 MB, 8.3 MB/s`` or ``2 of 3``."""
        if task.description != READING:
            return Text(f"{task.completed:.0f}" + (f" of {task.total:.0f}" if task.total is not None else ""))
        whole = f" of {size_in_words(int(task.total))}" if task.total is not None else ""
        speed = f", {size_in_words(int(task.speed))}/s" if task.speed else ""
        return Text(f"{size_in_words(int(task.completed))}{whole}{speed}")


class ProgressBar:
    """One bar a phase, gone when the verb is done."""

    def __init__(self) -> None:
        self._bars = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            Amount(),
            TimeRemainingColumn(compact=True),
            console=Console(stderr=True, markup=False, emoji=False, highlight=False),
            transient=True,
        )
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Self:
        """Show the bars."""
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the bars away, also when the run fails."""
        self._bars.stop()

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        """Move the bar of ``phase``, made when it is first heard of."""
        if phase not in self._tasks:
            self._tasks[phase] = self._bars.add_task(phase, total=total)
        self._bars.update(self._tasks[phase], completed=done, total=total)
