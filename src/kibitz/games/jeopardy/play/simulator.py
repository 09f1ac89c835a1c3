"""Whole games between any three contestants, many at a time, and what they add up to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.games.jeopardy.final.simulation import FinalResults, play_finals
from kibitz.games.jeopardy.people.contestant import Wagering
from kibitz.games.jeopardy.play.game_tables import WAGERINGS, GameTables
from kibitz.games.jeopardy.show import Rules

IntArray = NDArray[np.int64]

MAX_GAMES = 100_000_000


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedGames:
    """What happened in many games, by seat (games x 3)."""

    types: IntArray
    """Which of the seat's possible contestants played."""
    first_round: IntArray
    """Scores after round 1."""
    scores: IntArray
    """Scores entering Final Jeopardy."""
    picks: IntArray
    """Squares picked."""
    found: IntArray
    """Daily Doubles found."""
    wagers: IntArray
    """Bets on the Daily Double of round 1 and the two of round 2 in the order found; 0 if not found."""
    right: IntArray
    """Whether those were right."""
    finals: FinalResults
    chances: NDArray[np.float64] | None = None
    """Exact chances to win Final from the scores, where they were computed."""

    def __len__(self) -> int:
        return len(self.scores)


PlayGames = Callable[[np.random.Generator, GameTables, int], dict[str, IntArray]]


def play_compiled(rng: np.random.Generator, tables: GameTables, n: int) -> dict[str, IntArray]:
    """``n`` games up to Final Jeopardy by the kernel."""
    from kibitz.games.jeopardy.play import kernels

    return kernels.run_games(rng, tables, n)


def play_reference(rng: np.random.Generator, tables: GameTables, n: int) -> dict[str, IntArray]:
    """``n`` games up to Final Jeopardy by the reference: the same games for the same seed."""
    from kibitz.games.jeopardy.play.reference import play_game

    games = [play_game(rng, tables) for _ in range(n)]
    names = ("types", "first_round", "scores", "picks", "found", "wagers", "right")
    return {name: np.array([getattr(game, name) for game in games], dtype=np.int64).reshape(n, 3) for name in names}


def play_games(
    rng: np.random.Generator, tables: GameTables, n: int, rules: Rules | None = None, player: PlayGames = play_compiled
) -> SimulatedGames:
    """``n`` whole games; era and tie rule of ``rules`` decide how people bet in Final and who wins."""
    if not 1 <= n <= MAX_GAMES:
        raise InputError(f"games: must be from 1 to {MAX_GAMES:,}, not {n}")
    rounds = player(rng, tables, n)
    machine = tables.wagering == WAGERINGS.index(Wagering.MACHINE)
    types = rounds["types"]
    triples = tables.triples[types[:, 0], types[:, 1], types[:, 2]]
    finals = play_finals(rng, rounds["scores"], triples, machine, rules or Rules())
    return SimulatedGames(chances=None, finals=finals, **rounds)
