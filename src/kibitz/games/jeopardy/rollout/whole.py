"""Whole games between seats whose strategy modules are named, counted like all simulated games.

Win rates are means of the exact chances in Final; the final scores are played out beside them.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import replace
from functools import partial

import numpy as np

from kibitz.core import InputError
from kibitz.games.jeopardy.final.outcomes import TRIPLES
from kibitz.games.jeopardy.final.play import Finals
from kibitz.games.jeopardy.final.wagers import sample_wagers
from kibitz.games.jeopardy.play.simulator import Games
from kibitz.games.jeopardy.play.statistics import TASK, Tally, tallied
from kibitz.games.jeopardy.rollout.buzzing import play_buzzing
from kibitz.games.jeopardy.rollout.finals import chances_with, final_chances, prescribed_wagers
from kibitz.games.jeopardy.rollout.last_bets import play_betting
from kibitz.games.jeopardy.rollout.rollout import IntArray, Played
from kibitz.games.jeopardy.rollout.seating import Bet, FinalBet, Seating
from kibitz.games.jeopardy.rollout.starts import opening
from kibitz.games.jeopardy.show import SEATS, Ties
from kibitz.simulate.executors import Progress, SoFar, no_progress, unseen


def play_whole(seating: Seating, n: int, seed: int, first: int = 0, start: IntArray | None = None) -> Games:
    """``n`` whole games numbered from ``first``, from the opening (who picks first by lot) or another state."""
    begin = opening() if start is None else start
    exact = any(seat.bet is Bet.ENDGAME for seat in seating.seats)
    played = (play_betting if exact else play_buzzing)(seating, begin, n, seed, first)
    return Games(
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


def _finals(seating: Seating, played: Played, rng: np.random.Generator) -> Finals:
    """Final played out: people's bets sampled, the others' by their module."""
    scores, types = played.scores, played.types
    order = np.argsort(-scores, axis=1, kind="stable")
    bets = sample_wagers(rng, np.maximum(np.take_along_axis(scores, order, axis=1), 0), seating.rules.era)
    wagers = np.empty_like(scores)
    np.put_along_axis(wagers, order, bets, axis=1)
    for seat in range(SEATS):
        module = seating.seats[seat].final
        if module is FinalBet.BEST:
            wagers[:, seat] = best_wagers(seating, seat, scores, types)
        elif module is not FinalBet.PEOPLE:
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
    return Finals(wagers, right, final, winners)


def best_wagers(seating: Seating, seat: int, scores: IntArray, types: IntArray) -> IntArray:
    """The best wager of a seat in each game, against people's bets."""
    wagers = np.full(len(scores), -1, dtype=np.int64)
    chances_with(seating, seat, scores, types, wagers)
    return wagers


def _task(task: tuple[int, int], seating: Seating, seed: int, start: IntArray | None) -> Tally:
    first, n = task
    tally = Tally()
    tally.add(play_whole(seating, n, seed, first, start))
    return tally


def simulate_modules(
    seating: Seating,
    n: int,
    seed: int,
    executor: Executor | None = None,
    progress: Progress = no_progress,
    start: IntArray | None = None,
    so_far: SoFar[Tally] = unseen,
) -> Tally:
    """The sums over ``n`` whole games; the same seed gives the same games however many workers there are."""
    if n < 1:
        raise InputError(f"games: at least 1 is accepted, not {n}")
    tasks = [(first, min(TASK, n - first)) for first in range(0, n, TASK)]
    return tallied(partial(_task, seating=seating, seed=seed, start=start), tasks, executor, progress, so_far)


def with_final(seating: Seating, seat: int, module: FinalBet) -> Seating:
    """The same seating with another module for one seat's Final."""
    seats = tuple(replace(each, final=module) if i == seat else each for i, each in enumerate(seating.seats))
    return replace(seating, seats=seats)
