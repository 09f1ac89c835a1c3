"""Zero-sum 6 x 4 games in batches of 1,000: kibitz beside quantecon's ``minmax`` and nashpy's linear program.

Run it with ``python benchmarks/bench_solve.py``. Both sides are compiled and warm before the clock starts; each figure
is the best of several repeats, all in one run, so that the ratios hold on a noisy machine too.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable, Iterable
from itertools import product

import numpy as np
from rich.console import Console
from rich.table import Table

from kibitz.core import FloatArray
from kibitz.solve import solve_zero_sum, solve_zero_sum_batch

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import nashpy
    from quantecon.optimize import minmax

N_GAMES = 1_000
N_NASHPY = 50
"""nashpy takes milliseconds a game, so fewer of the same games."""

REPEATS = 7
MAX_QUANTECON_RATIO = 2.0
MIN_NASHPY_RATIO = 100.0

Solver = Callable[[FloatArray], Iterable[tuple[FloatArray, FloatArray]]]


def random_games(rng: np.random.Generator) -> FloatArray:
    """Games without ties."""
    return rng.normal(size=(N_GAMES, 6, 4))


def final_games(rng: np.random.Generator) -> FloatArray:
    """Two-player Final with 5 against 3: wagers 0..5 and 0..3, win +1/2, loss -1/2, tie 0; full of ties."""
    p = rng.random((N_GAMES, 2))
    games = np.zeros((N_GAMES, 6, 4))
    for ours, theirs in product(range(6), range(4)):
        for right, other_right in product((1, -1), repeat=2):
            chance = (p[:, 0] if right > 0 else 1 - p[:, 0]) * (p[:, 1] if other_right > 0 else 1 - p[:, 1])
            games[:, ours, theirs] += chance * np.sign(5 + right * ours - 3 - other_right * theirs) / 2
    return games


def by_kibitz(games: FloatArray) -> Iterable[tuple[FloatArray, FloatArray]]:
    _, rows, columns = solve_zero_sum_batch(games)
    return zip(rows, columns, strict=True)


def by_kibitz_one_by_one(games: FloatArray) -> list[tuple[FloatArray, FloatArray]]:
    solutions = [solve_zero_sum(game) for game in games]
    return [(solution.row, solution.column) for solution in solutions]


def by_quantecon(games: FloatArray) -> list[tuple[FloatArray, FloatArray]]:
    return [minmax(game)[1:] for game in games]


def by_nashpy(games: FloatArray) -> list[tuple[FloatArray, FloatArray]]:
    return [nashpy.Game(game).linear_program() for game in games]


def microseconds_a_game(solver: Solver, games: FloatArray) -> float:
    solver(games[:2])
    best = np.inf
    for _ in range(REPEATS):
        start = time.perf_counter()
        solver(games)
        best = min(best, time.perf_counter() - start)
    return best / len(games) * 1e6


def largest_gap(solver: Solver, games: FloatArray) -> float:
    pairs = zip(games, solver(games), strict=True)
    return max(float((game @ column).max() - (row @ game).min()) for game, (row, column) in pairs)


def main() -> int:
    """Print one table a family; 1 if a bar is missed."""
    rng = np.random.default_rng(2024)
    console = Console()
    passed = True
    for title, games in (("random games", random_games(rng)), ("Final, 5 against 3", final_games(rng))):
        solvers: list[tuple[str, Solver, int]] = [
            ("kibitz, batch", by_kibitz, N_GAMES),
            ("kibitz, one by one in plain Python", by_kibitz_one_by_one, N_NASHPY),
            ("quantecon minmax", by_quantecon, N_GAMES),
            ("nashpy linear_program", by_nashpy, N_NASHPY),
        ]
        table = Table(title=f"{title}, 6 x 4, {N_GAMES:,} a batch")
        for heading in ("method", "µs a game", "times kibitz", "largest duality gap"):
            table.add_column(heading, justify="left" if heading == "method" else "right")
        times = {name: microseconds_a_game(solver, games[:count]) for name, solver, count in solvers}
        ours = times["kibitz, batch"]
        for name, solver, count in solvers:
            gap = largest_gap(solver, games[:count])
            table.add_row(name, f"{times[name]:,.2f}", f"{times[name] / ours:,.2f}", f"{gap:.1e}")
        console.print(table)
        against_quantecon = ours / times["quantecon minmax"]
        against_nashpy = times["nashpy linear_program"] / ours
        for line, good in (
            (
                f"kibitz / quantecon = {against_quantecon:.2f} (bar: at most 2)",
                against_quantecon <= MAX_QUANTECON_RATIO,
            ),
            (f"nashpy / kibitz = {against_nashpy:,.0f} (bar: at least 100)", against_nashpy >= MIN_NASHPY_RATIO),
        ):
            console.print(f"{'PASS' if good else 'FAIL'}  {line}")
            passed = passed and good
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
