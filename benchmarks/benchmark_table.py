"""Lines of comparisons: the result of kibitz, that of an anchor in the same run, their ratio, the bar, the verdict.

A benchmark that compares has a function ``lines(short)`` that yields such lines. With ``short`` it runs for a few
seconds, to check that it still works. `benchmarks/all.py` runs them all. An anchor that is not installed gives the
verdict ``missing``, never ``pass``.
"""

from __future__ import annotations

import importlib
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType

Lines = Callable[[bool], Iterator["Line"]]


@dataclass(frozen=True, slots=True)
class Line:
    """``ours`` and ``theirs`` in one unit; ``theirs`` is ``None`` if the anchor is missing, ``bar`` the smallest ratio.

    The ratio says how many times as good kibitz is: ``theirs / ours`` for costs, ``ours / theirs`` for rates
    (``more``). An anchor may be a fixed limit; then the bar is 1. A line without a ``bar`` has no verdict.
    """

    what: str
    ours: float
    unit: str
    anchor: str
    theirs: float | None
    bar: float | None = None
    more: bool = False

    @property
    def ratio(self) -> float | None:
        """How many times as good as the anchor."""
        if self.theirs is None:
            return None
        return self.ours / self.theirs if self.more else self.theirs / max(self.ours, 1e-300)

    @property
    def verdict(self) -> str:
        """``pass``, ``fail``, ``missing`` or, without a bar, nothing."""
        if self.ratio is None:
            return "missing"
        return "" if self.bar is None else "pass" if self.ratio >= self.bar else "fail"

    def cells(self) -> tuple[str, ...]:
        """The cells of the line in a table, in the order of `HEADINGS`."""
        theirs = "missing" if self.theirs is None else amount(self.theirs, self.unit)
        ratio = "" if self.ratio is None else f"{self.ratio:,.3g}" if self.ratio < 1000 else f"{self.ratio:,.0f}"
        bar = "" if self.bar is None else f"{self.bar:g}"
        return (self.what, amount(self.ours, self.unit), f"{self.anchor}: {theirs}", ratio, bar, self.verdict)


HEADINGS = ("measurement", "kibitz", "compared with", "ratio", "bar", "verdict")


def amount(value: float, unit: str) -> str:
    """A number with its unit; seconds become ms or µs where that is shorter."""
    if unit == "s":
        for smallest, name, times in ((1.0, "s", 1.0), (1e-3, "ms", 1e3), (0.0, "µs", 1e6)):
            if value >= smallest:
                return f"{value * times:,.3g} {name}"
    return f"{value:,.0f} {unit}".rstrip() if value >= 1000 else f"{value:,.3g} {unit}".rstrip()


def peer(name: str) -> ModuleType | None:
    """Import another package, or ``None`` if it is not installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return importlib.import_module(name)
        except ImportError:
            return None


def least(
    action: Callable[[], object], repeat: int, calls: int = 1, clock: Callable[[], float] = time.process_time
) -> float:
    """Seconds of one call, the best of ``repeat`` runs of ``calls`` calls, by ``clock`` (processor time by default)."""
    best = float("inf")
    for _ in range(repeat):
        start = clock()
        for _ in range(calls):
            action()
        best = min(best, (clock() - start) / calls)
    return best


def print_lines(rows: Iterable[Line]) -> Iterator[Line]:
    """Print each line as it comes, and yield it."""
    for line in rows:
        what, ours, theirs, ratio, bar, verdict = line.cells()
        print(f"{what:<58} {ours:>16}  {theirs:<44} {ratio:>8} {bar:>5} {verdict}", flush=True)
        yield line


def run(lines: Lines) -> None:
    """Main function of a benchmark: print its lines. Exit status 1 if a bar is missed."""
    raise SystemExit(any(line.verdict == "fail" for line in list(print_lines(lines("--short" in sys.argv)))))
