"""Progress on standard error, for anything that takes more than a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def reporting() -> Iterator[Callable[[int, int, str], None]]:
    """A callback for long work that draws a bar with the time left; it leaves nothing behind when done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    # Into a file or a pipe nothing is drawn, not even the empty line that a closed bar would leave there.
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("working (the first time, parts are compiled)", total=None)

        def report(done: int, total: int, note: str) -> None:
            bar.update(task, completed=done, total=total or None, description=note or "working")

        yield report
