"""`kibitz.ask_many` against a loop of `kibitz.ask`, on Finals drawn at random.

    python benchmarks/bench_ask_many.py [--short]

Processor seconds of this process per row for the loop and for `ask_many` with one worker, and wall-clock seconds of
both and of two workers, with the start of the workers. Every row must have the same choice both ways. The full size is
10,000 rows; it saves results/ask_many.json. Bars: at most 1/2.5 of the loop's processor time, and 4 times faster with
two workers. The second needs two free cores; ``speed_up_by_cpu`` is what they would give, from half
the processor time of the workers with their start.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from results import save_result

import kibitz

ROWS, SHORT_ROWS = 10_000, 300
WORKERS = 2
MAX_CPU_SHARE, MIN_SPEED_UP = 1 / 2.5, 4.0


def draw_rows(n: int) -> list[dict[str, object]]:
    """Scores of three players in steps of $200, and the seat that decides."""
    rng = np.random.default_rng(1)
    scores, seats = rng.integers(1, 125, (n, 3)) * 200, rng.integers(1, 4, n)
    return [{"scores": tuple(map(int, row)), "me": int(seat)} for row, seat in zip(scores, seats, strict=True)]


@contextmanager
def timed(name: str, figures: dict[str, float]) -> Iterator[None]:
    """Add processor and wall-clock seconds of a block to the figures."""
    cpu, wall = time.process_time(), time.perf_counter()
    yield
    figures[f"{name}_cpu_s"] = round(time.process_time() - cpu, 3)
    figures[f"{name}_wall_s"] = round(time.perf_counter() - wall, 3)


def measure(n: int) -> dict[str, float]:
    """The figures for ``n`` rows."""
    rows = draw_rows(n)
    kibitz.ask("jeopardy.final", None, **rows[0])
    kibitz.ask_many("jeopardy.final", rows[:2])  # loads the compiled kernel
    figures: dict[str, float] = {"rows": n}
    with timed("loop", figures):
        choices = [kibitz.ask("jeopardy.final", None, **row).counsel.choice for row in rows]
    with timed("one_worker", figures):
        many = kibitz.ask_many("jeopardy.final", rows)
    assert list(many["choice"]) == choices
    before = os.times()
    with timed("two_workers", figures):
        kibitz.ask_many("jeopardy.final", rows, workers=WORKERS)
    after = os.times()
    figures["workers_cpu_s"] = round(sum(after[2:4]) - sum(before[2:4]), 3)
    free_cores = figures["two_workers_cpu_s"] + figures["workers_cpu_s"] / WORKERS
    figures["speed_up_by_cpu"] = round(figures["loop_cpu_s"] / free_cores, 2)
    figures["cpu_share"] = round(figures["one_worker_cpu_s"] / figures["loop_cpu_s"], 3)
    figures["speed_up"] = round(figures["loop_wall_s"] / figures["two_workers_wall_s"], 2)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description="Time kibitz.ask_many.")
    parser.add_argument("--short", action="store_true")
    short = parser.parse_args().short
    figures = measure(SHORT_ROWS if short else ROWS)
    for name, value in figures.items():
        print(f"{name:20} {value:,}")
    print(f"processor time per row at most 1/2.5 of the loop's: {figures['cpu_share'] <= MAX_CPU_SHARE}")
    print(f"four times faster with two workers: {figures['speed_up'] >= MIN_SPEED_UP}")
    if not short:
        save_result("ask_many", dict(figures))


if __name__ == "__main__":
    main()
