"""A long run whose results are looked at while it goes on: `run_all`, and what it has found so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from typing import TypeAlias, TypeVar

from kibitz.simulate.executors import Crew, Lost, Progress, finished, no_progress
from kibitz.simulate.kept import Kept

Task = TypeVar("Task")
Result = TypeVar("Result")

SoFar: TypeAlias = Callable[[int, Callable[[], Result]], None]
"""Gets how much of a run is done (deals, games, trials) and what makes its result so far; that is called at once or
never."""


def unseen(count: int, made: Callable[[], object]) -> None:
    """Look at nothing."""


def run_watched(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    executor: Executor | None = None,
    progress: Progress = no_progress,
    seen: Callable[[Sequence[Result]], None] = lambda found: None,
) -> list[Result]:
    """What `run_all` returns; meanwhile ``seen`` gets the results from the first task on, as far as all are there.

    Results behind a gap wait until it is filled: what comes first of many workers is what was quickly done, and
    figures of that alone would lean. So one worker and eight show the same figures on their way to the same end.
    """
    items = list(tasks)
    total = len(items)
    kept = Kept.of(executor.store if isinstance(executor, Crew) else None, function, items)
    missing = [number for number in range(total) if number not in kept.results]
    leading: list[Result] = []

    def told() -> None:
        before = len(leading)
        while len(leading) in kept.results:
            leading.append(kept.results[len(leading)])
        progress(len(kept.results), total)
        if before < len(leading) < total:
            seen(leading)

    try:
        told()
        rest = [items[number] for number in missing]
        for number, result in finished(function, rest, executor, lambda: progress(len(kept.results), total)):
            kept.add(missing[number], result)
            told()
    except BaseException as ending:
        kept.save()
        if not isinstance(ending, Lost):
            raise
        done = f"{len(kept.results)} of {total} tasks are done and kept"
        raise Lost(f"{ending}; {done}, so that the same question goes on from there") from None
    return kept.finish()
