"""Progress on standard error, for anything that takes more than a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rich.console import RenderableType

    from kibitz.core.question import Answer


class TerminalProgress(NamedTuple):
    """What a terminal does for long work: ``report`` draws how far it is, ``look`` what it knows so far."""

    on_progress: Callable[[int, int, str], None]
    on_partial: Callable[[str, Callable[[], Answer]], None]


@contextmanager
def show_progress() -> Iterator[TerminalProgress]:
    """A bar for long work with the time left, and under it what is known so far; nothing is left behind when done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    from kibitz.core.work import PartialThrottle

    class Bar(Progress):
        known = ""

        def get_renderables(self) -> Iterator[RenderableType]:
            yield from super().get_renderables()
            if self.known:
                yield Text(self.known, "dim")

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console, pace = Console(stderr=True), PartialThrottle()
    # Into a file or a pipe nothing is drawn, not even the empty line that a closed bar would leave there.
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("working (the first time, parts are compiled)", total=None)

        def report(done: int, total: int, note: str) -> None:
            bar.update(task, completed=done, total=total or None, description=note or "working")

        def look(after: str, made: Callable[[], Answer]) -> None:
            if console.is_terminal and pace.due:
                with pace.measure():
                    bar.known = f"So far, {after}: {made().explain().headline}"

        yield TerminalProgress(report, look)
