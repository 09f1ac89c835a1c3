"""Progress bars on standard error, for anything that takes more than a second."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.simulate.executors import Progress


@contextmanager
def progress_bar(description: str) -> Iterator[Progress]:
    """A callback for long jobs that draws a bar with the time left; it leaves nothing behind when done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    # Into a file or a pipe nothing is drawn, not even the empty line that a closed bar would leave there.
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(description, total=None)

        def update(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield update
