"""Progress on standard error, for anything that takes more than a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rich.console import RenderableType

    from kibitz.core.question import Answer


class TerminalProgress(NamedTuple):
    """Callbacks of a terminal: one shows progress, the other a partial result."""

    on_progress: Callable[[int, int, str], None]
    on_partial: Callable[[str, Callable[[], Answer]], None]


@contextmanager
def show_progress() -> Iterator[TerminalProgress]:
    """A progress bar with the time left, and below it the partial result; it disappears at the end."""
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
    # Draw nothing into a file or a pipe, not even the empty line of a closed bar.
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("working (the first run compiles some parts)", total=None)

        def report(done: int, total: int, note: str) -> None:
            bar.update(task, completed=done, total=total or None, description=note or "working")

        def show_partial(after: str, make_answer: Callable[[], Answer]) -> None:
            if console.is_terminal and pace.due:
                with pace.measure():
                    bar.known = f"Partial result ({after}): {make_answer().explain().headline}"

        yield TerminalProgress(report, show_partial)
