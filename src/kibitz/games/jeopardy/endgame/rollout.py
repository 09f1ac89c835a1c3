"""Rollouts of the last Daily Double: a check of the exact curve, and a way to price other opponents.

Clues are played step by step by the sampler of clues, wagers are drawn from people's mixtures and answers from normal
numbers, so that it shares no arithmetic with the exact computation but the best of my own Final wagers.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from kibitz.games.jeopardy.endgame.before_final import FinalSetup, OwnFinalRule
from kibitz.games.jeopardy.endgame.daily_double import LastDailyDouble
from kibitz.games.jeopardy.final.equities import FinalPosition, final_advice
from kibitz.games.jeopardy.final.outcomes import TRIPLES
from kibitz.games.jeopardy.final.people_wagers import sample_wagers
from kibitz.games.jeopardy.people.contestant import Contestant
from kibitz.games.jeopardy.play.clue import sample_clue
from kibitz.games.jeopardy.show import Rules, Ties

IntArray = NDArray[np.int64]

PlayClue = Callable[[np.random.Generator, IntArray, int, int], IntArray]
"""Scores by seat (games x 3), row and value of a clue give score changes: opponents whose play depends on the score."""


def win_rate(
    rng: np.random.Generator,
    position: LastDailyDouble,
    contestants: tuple[Contestant, ...],
    standing: FinalSetup,
    mine: int,
    games: int,
    play: PlayClue | None = None,
) -> tuple[float, float]:
    """My share of wins, with its standard error, over ``games`` endgames that I enter with ``mine`` dollars.

    ``play`` replaces the contestants' usual play of regular clues.
    """
    scores = np.tile(np.array(position.scores, dtype=np.int64), (games, 1))
    scores[:, position.me] = mine
    rows = {value: row for row, value in enumerate(Rules().values(2), start=1)}
    for value in position.left:
        row = rows[value]
        changes = (
            sample_clue(rng, contestants, 2, row, games) * value if play is None else play(rng, scores, row, value)
        )
        scores = scores + changes
    shares = final_shares(rng, scores, standing)
    return float(shares.mean()), float(shares.std(ddof=1) / np.sqrt(games))


def final_shares(rng: np.random.Generator, scores: IntArray, standing: FinalSetup) -> NDArray[np.float64]:
    """My share of the win in each game, with Final Jeopardy simulated from scores by seat (games x 3)."""
    order = np.argsort(-scores, axis=1, kind="stable")
    right = _answers(rng, scores, standing)
    ranked = np.maximum(np.take_along_axis(scores, order, axis=1), 0)
    bets = sample_wagers(rng, ranked, right=np.take_along_axis(right, order, axis=1), mixtures=standing.model.mixtures)
    wagers = np.empty_like(scores)
    np.put_along_axis(wagers, order, bets, axis=1)
    if standing.own is OwnFinalRule.BEST:
        wagers[:, standing.me] = _best_wagers(scores, standing)
    playing = scores > 0
    final = np.where(playing, scores + np.where(right, wagers, -wagers), -1)
    level = playing & (final == final.max(axis=1, keepdims=True)) & (final > 0)
    share: NDArray[np.float64] = level[:, standing.me].astype(np.float64)
    if standing.ties is Ties.TIEBREAKER:
        share /= np.maximum(level.sum(axis=1), 1)
    return share


def _answers(rng: np.random.Generator, scores: IntArray, standing: FinalSetup) -> NDArray[np.bool_]:
    """Who is right in each game, drawn as their places have it."""
    places = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    different, which = np.unique(places, axis=0, return_inverse=True)
    steps = np.cumsum([standing.model.triples((-place).tolist()) for place in different], axis=1)
    drawn = (steps[which.reshape(-1)] <= rng.random((len(scores), 1))).sum(axis=1)
    return np.asarray(TRIPLES[np.minimum(drawn, len(TRIPLES) - 1)])


def _best_wagers(scores: IntArray, standing: FinalSetup) -> IntArray:
    """The best of all whole-dollar wagers in each game; equal scores are looked up once."""
    wagers = np.zeros(len(scores), dtype=np.int64)
    different, which = np.unique(scores, axis=0, return_inverse=True)
    best = np.zeros(len(different), dtype=np.int64)
    for i, row in enumerate(different.tolist()):
        if row[standing.me] > 0:
            first, second, third = row
            best[i] = final_advice(
                FinalPosition((first, second, third), standing.me, standing.ties), standing.model
            ).best
    wagers[:] = best[which.reshape(-1)]
    return wagers
