"""Abilities given the scores up to now, for rollouts from a state.

Leaders are probably better. Many games are played from the opening to about the same clue; those that came to
similar scores (a normal kernel in each seat's score) give the chances of each seat's types of contestant. Each game
counts in every order of the seats that have the same prior, so that players who differ in nothing get the same chances.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.play.game_tables import cumulative
from kibitz.games.jeopardy.rollout.rollout import IntArray, play_from
from kibitz.games.jeopardy.rollout.seating import Seating
from kibitz.games.jeopardy.rollout.state_rows import BOARD, CONTROL, ROUND, opening_row
from kibitz.games.jeopardy.show import SEATS, SQUARES

GAMES = 20_000
KERNEL_SD = 0.35
"""Standard deviation of the kernel, in standard deviations of a seat's score at this stage."""


def type_posterior(seating: Seating, row: IntArray, games: int = GAMES, seed: int = 11) -> FloatArray:
    """Chances of the types of each seat (3 x most types) in a state; before the first clue those of the population."""
    prior = np.diff(seating.tables.seat_types, axis=1, prepend=0.0)
    played = SQUARES - sum(int(mask).bit_count() for mask in row[BOARD]) + (SQUARES if row[ROUND] else 0)
    if played == 0 or prior.shape[1] == 1:
        return prior
    there, _ = play_from(seating, opening_row()[None], games, seed, clues=played)
    spread = np.maximum(there.scores.std(axis=0), 1.0) * KERNEL_SD
    orders = _seat_orders(prior)
    # Seats that may be exchanged share their spread.
    spread = np.mean([spread[list(order)] for order in orders], axis=0)
    apart = np.stack([(((there.scores[:, list(order)] - row[:SEATS]) / spread) ** 2).sum(axis=1) for order in orders])
    weights = np.exp(-0.5 * (apart - apart.min()))
    chances = np.zeros_like(prior)
    for order, each in zip(orders, weights, strict=True):
        for seat in range(SEATS):
            np.add.at(chances[seat], there.types[:, order[seat]], each)
    # A little of the population keeps types possible that the sample missed.
    return np.asarray(0.98 * chances / chances.sum(axis=1, keepdims=True) + 0.02 * prior)


def _seat_orders(prior: FloatArray) -> list[tuple[int, ...]]:
    """All orders of the seats in which each has the prior of the seat that it takes."""
    return [
        order
        for order in permutations(range(SEATS))
        if all(np.array_equal(prior[seat], prior[order[seat]]) for seat in range(SEATS))
    ]


def condition_on_scores(seating: Seating, row: IntArray) -> Seating:
    """The same seats with their contestants' chances given the scores of a state."""
    if max(seating.tables.outcomes.shape[:SEATS]) == 1 or row[CONTROL] < 0:
        return seating
    steps = np.ascontiguousarray(cumulative(type_posterior(seating, row)))
    return replace(seating, tables=seating.tables._replace(seat_types=steps))
