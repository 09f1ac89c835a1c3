"""Full games between seats with named strategy modules, with the same statistics as all simulated games.

Win rates are means of the exact chances in Final; final scores come from simulated Finals.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import replace
from functools import partial

import numpy as np

from kibitz.core import InputError
from kibitz.games.jeopardy.final.outcomes import TRIPLES
from kibitz.games.jeopardy.final.people_wagers import sample_wagers
from kibitz.games.jeopardy.final.simulation import FinalResults
from kibitz.games.jeopardy.play.simulator import SimulatedGames
from kibitz.games.jeopardy.play.statistics import GAMES_PER_TASK, GameTally, tally_tasks
from kibitz.games.jeopardy.rollout.endgame_buzzing import play_with_buzzing
from kibitz.games.jeopardy.rollout.endgame_wagers import play_with_exact_wagers
from kibitz.games.jeopardy.rollout.final_chances import chances_with_wagers, final_chances, prescribed_wagers
from kibitz.games.jeopardy.rollout.rollout import GameBatch, IntArray
from kibitz.games.jeopardy.rollout.seating import FinalRule, Seating, WagerRule
from kibitz.games.jeopardy.rollout.state_rows import opening_row
from kibitz.games.jeopardy.show import SEATS, Ties
from kibitz.simulate.executors import OnPartial, Progress, ignore_partial, no_progress


def play_full_games(
    seating: Seating, n: int, seed: int, first: int = 0, start: IntArray | None = None
) -> SimulatedGames:
    """``n`` full games numbered from ``first``, from the opening (who picks first by lot) or another state."""
    begin = opening_row() if start is None else start
    exact = any(seat.bet is WagerRule.ENDGAME for seat in seating.seats)
    played = (play_with_exact_wagers if exact else play_with_buzzing)(seating, begin, n, seed, first)
    return SimulatedGames(
        types=played.types,
        first_round=played.first_round,
        scores=played.scores,
        picks=played.picks,
        found=played.found,
        wagers=played.wagers,
        right=played.right,
        finals=_finals(seating, played, np.random.default_rng([seed, first])),
        chances=final_chances(seating, played.scores, played.types),
    )


def _finals(seating: Seating, played: GameBatch, rng: np.random.Generator) -> FinalResults:
    """Simulated Final: people's bets are sampled, the others' come from their module."""
    scores, types = played.scores, played.types
    order = np.argsort(-scores, axis=1, kind="stable")
    bets = sample_wagers(rng, np.maximum(np.take_along_axis(scores, order, axis=1), 0), seating.rules.era)
    wagers = np.empty_like(scores)
    np.put_along_axis(wagers, order, bets, axis=1)
    for seat in range(SEATS):
        module = seating.seats[seat].final
        if module is FinalRule.BEST:
            wagers[:, seat] = best_wagers(seating, seat, scores, types)
        elif module is not FinalRule.PEOPLE:
            wagers[:, seat] = prescribed_wagers(scores, seat, module, seating.rules.ties)
    triples = seating.tables.triples[types[:, 0], types[:, 1], types[:, 2]]
    right = TRIPLES[(triples <= rng.random((len(scores), 1))).sum(axis=1)]
    playing = scores > 0
    final = np.where(playing, scores + np.where(right, wagers, -wagers), scores)
    eligible = np.where(playing, final, np.iinfo(np.int64).min)
    winners = playing & (eligible == eligible.max(axis=1, keepdims=True))
    if seating.rules.ties is Ties.TIEBREAKER:
        chosen = np.where(winners, rng.random((len(scores), SEATS)), -1.0).argmax(axis=1)
        winners &= chosen[:, None] == np.arange(SEATS)
    return FinalResults(wagers, right, final, winners)


def best_wagers(seating: Seating, seat: int, scores: IntArray, types: IntArray) -> IntArray:
    """The best wager of a seat in each game, against people's bets."""
    wagers = np.full(len(scores), -1, dtype=np.int64)
    chances_with_wagers(seating, seat, scores, types, wagers)
    return wagers


def _task(task: tuple[int, int], seating: Seating, seed: int, start: IntArray | None) -> GameTally:
    first, n = task
    tally = GameTally()
    tally.add(play_full_games(seating, n, seed, first, start))
    return tally


def simulate_full_games(
    seating: Seating,
    n: int,
    seed: int,
    executor: Executor | None = None,
    progress: Progress = no_progress,
    start: IntArray | None = None,
    on_partial: OnPartial[GameTally] = ignore_partial,
) -> GameTally:
    """Sums over ``n`` full games; the same seed gives the same games with any number of workers."""
    if n < 1:
        raise InputError(f"games: must be at least 1, not {n}")
    tasks = [(first, min(GAMES_PER_TASK, n - first)) for first in range(0, n, GAMES_PER_TASK)]
    return tally_tasks(partial(_task, seating=seating, seed=seed, start=start), tasks, executor, progress, on_partial)


def with_final_rule(seating: Seating, seat: int, module: FinalRule) -> Seating:
    """The same seating with another module for one seat's Final."""
    seats = tuple(replace(each, final=module) if i == seat else each for i, each in enumerate(seating.seats))
    return replace(seating, seats=seats)
