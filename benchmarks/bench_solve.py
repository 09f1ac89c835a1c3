"""Zero-sum 6 x 4 games in batches of 1,000, compared with quantecon's ``minmax`` and nashpy's linear program.

Run it with ``python benchmarks/bench_solve.py [--short]``. Both programs are compiled and warm before the clock starts.
Each time is the best of several repeats in one run, so that the ratios are valid on a busy machine too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product

import numpy as np
from benchmark_table import Line, least, peer, run

from kibitz.core import FloatArray
from kibitz.solve import solve_zero_sum, solve_zero_sum_batch

nashpy, quantecon = peer("nashpy"), peer("quantecon.optimize")

N_GAMES = 1_000
N_NASHPY = 50
"""nashpy takes milliseconds per game, so it solves fewer of the same games."""

REPEATS = 7
MAX_QUANTECON_RATIO = 2.0
MIN_NASHPY_RATIO = 100.0
MAX_GAP = 1e-9

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
    assert quantecon is not None
    return [quantecon.minmax(game)[1:] for game in games]


def by_nashpy(games: FloatArray) -> list[tuple[FloatArray, FloatArray]]:
    assert nashpy is not None
    return [nashpy.Game(game).linear_program() for game in games]


def largest_gap(solver: Solver, games: FloatArray) -> float:
    pairs = zip(games, solver(games), strict=True)
    return max(float((game @ column).max() - (row @ game).min()) for game, (row, column) in pairs)


def lines(short: bool) -> Iterator[Line]:
    """Processor seconds per game, for each kind of game."""
    rng = np.random.default_rng(2024)
    repeats = 2 if short else REPEATS
    for title, games in (("random 6 x 4", random_games(rng)), ("Final, 5 against 3", final_games(rng))):

        def a_game(solver: Solver, count: int, games: FloatArray = games) -> float:
            solver(games[:2])
            return least(lambda: solver(games[:count]), repeats) / count

        ours = a_game(by_kibitz, N_GAMES)
        theirs = a_game(by_quantecon, N_GAMES) if quantecon else None
        yield Line(
            f"{title}: one game in a batch of {N_GAMES:,}",
            ours,
            "s",
            "quantecon minmax",
            theirs,
            1 / MAX_QUANTECON_RATIO,
        )
        count = 10 if short else N_NASHPY
        theirs = a_game(by_nashpy, count) if nashpy else None
        yield Line(f"{title}: one game", ours, "s", "nashpy linear_program", theirs, MIN_NASHPY_RATIO)
        yield Line(f"{title}: one game in plain Python", a_game(by_kibitz_one_by_one, count), "s", "the batch", ours)
        yield Line(f"{title}: largest duality gap", largest_gap(by_kibitz, games), "", "at most", MAX_GAP, 1)


if __name__ == "__main__":
    run(lines)
