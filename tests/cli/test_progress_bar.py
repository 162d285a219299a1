"""What the bar on stderr says."""

import io

import pytest
from rich.console import Console
from rich.progress import Progress

from lexdecay.cli.progress_bar import Amount


@pytest.mark.parametrize(
    ("phase", "done", "total", "said"),
    [
        ("reading", 1_500_000, 3_000_000, "1.5 MB of 3.0 MB"),
        ("reading", 500, None, "500 bytes"),
        ("fitting", 1, 3, "1 of 3"),
        ("fitting", 2, None, "2"),
    ],
)
def test_reading_counts_bytes_and_every_other_phase_its_steps(phase, done, total, said):
    progress = Progress(Amount(), console=Console(file=io.StringIO()))
    task = progress.add_task(phase, total=total, completed=done)
    assert Amount().render(progress.tasks[task]).plain == said
