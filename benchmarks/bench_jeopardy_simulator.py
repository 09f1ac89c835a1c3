"""Simulated games of Jeopardy! per second on one core, compared with random numbers alone and the plain reference.

Run ``python benchmarks/bench_jeopardy_simulator.py [--short]``. Times are processor time of one thread, the best of
several runs in one process; only the ratios count.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from benchmark_table import Line, least, run

from kibitz.games.jeopardy.people.contestant import AVERAGE, CHAMPION, contestant
from kibitz.games.jeopardy.people.population import fixed_seat, population_seats
from kibitz.games.jeopardy.play import kernels
from kibitz.games.jeopardy.play.game_tables import DRAWS_PER_GAME, GameTables, game_tables
from kibitz.games.jeopardy.play.machine import (
    WATSON_RESULTS,
    load_machine,
    sparring_statistics,
    sparring_tables,
    standardised_distances,
)
from kibitz.games.jeopardy.play.simulator import play_games, play_reference
from kibitz.games.jeopardy.play.statistics import simulate_games
from kibitz.games.jeopardy.show import LEFT_PODIUM

BAR = 40_000
"""Bar: games of Average contestants per second on one core."""
GAMES = 40_000
FEW = 200
REPEAT = 5
SPARRING = 100_000


def numbers_alone(rng: np.random.Generator, games: int) -> None:
    """Draw the random numbers of all games and do nothing with them."""
    tape = np.empty((kernels.GAMES_PER_BLOCK, DRAWS_PER_GAME))
    for _ in range(games // kernels.GAMES_PER_BLOCK):
        rng.random(out=tape)


def matches() -> dict[str, GameTables]:
    """The match-ups that are timed."""
    average, champion = fixed_seat(contestant(AVERAGE)), fixed_seat(contestant(CHAMPION))
    return {
        "three Average contestants, abilities drawn": game_tables(population_seats(champion=LEFT_PODIUM)),
        "three Average contestants, equal abilities": game_tables((average, average, average)),
        "three Champions": game_tables((champion, champion, champion)),
        "the machine and two Champions": sparring_tables(load_machine()),
    }


def lines(short: bool) -> Iterator[Line]:
    """Games per second of four match-ups, compared with random numbers alone and the plain reference; Table 2."""
    games, repeat = (kernels.GAMES_PER_BLOCK * 4, 2) if short else (GAMES, REPEAT)
    rng = np.random.default_rng(1)
    few = 20 if short else FEW
    floor = games / least(lambda: numbers_alone(rng, games), repeat)
    for name, tables in matches().items():
        play_games(rng, tables, kernels.GAMES_PER_BLOCK)
        rate = games / least(lambda tables=tables: play_games(rng, tables, games), repeat)
        slow = few / least(lambda tables=tables: play_games(rng, tables, few, player=play_reference), 1 if short else 2)
        bar = BAR if "Average" in name else None
        if bar is not None:
            yield Line(f"{name}: whole games", rate, "per second", "at least", bar, 1, more=True)
        yield Line(f"{name}: whole games", rate, "per second", "the plain reference", slow, more=True)
        yield Line(f"{name}: whole games", rate, "per second", "random numbers alone", floor, more=True)
    sparring = simulate_games(sparring_tables(load_machine()), SPARRING // 10 if short else SPARRING, seed=2)
    near = sum(abs(apart) <= 1 for apart in standardised_distances(sparring_statistics(sparring)).values())
    yield Line(
        f"Table 2: statistics within one standard error, of {len(WATSON_RESULTS)}",
        near,
        "",
        "at least",
        6,
        1,
        more=True,
    )


if __name__ == "__main__":
    run(lines)
