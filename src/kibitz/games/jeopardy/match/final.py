"""Finals of matches, many at a time: game 1 against match equity, game 2 as the best response to people (3.2)."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final.outcomes import TRIPLES, final_triples
from kibitz.games.jeopardy.people.contestant import Contestant
from kibitz.games.jeopardy.rollout.seating import nets_of
from kibitz.games.jeopardy.show import SEATS
from kibitz.learn.network import Network

IntArray = NDArray[np.int64]
Weights = tuple[float, float]

MATCH_EQUITY: Weights = (1.0, 0.5)
"""What first and second place are worth (section 3.1.5)."""
UNSURE_BELOW = 0.4
"""Confidence in Final's category below which A may bet less than it takes to cover (section 3.2)."""


class MatchFinalRule(StrEnum):
    """How Finals of a match are bet."""

    PEOPLE = "people"
    """As champions do (section 2.6)."""
    BEST = "best"
    """Game 1: best against match equity; game 2: best response."""
    RULES = "rules"
    """The best response within the rules of section 3.2: A covers unless unsure, B passes A only if it costs nothing
    against C."""
    COVER = "cover"
    """Game 1 like people; game 2: cover in the lead, all-in behind."""


RULE_CODES = {MatchFinalRule.PEOPLE: 0, MatchFinalRule.BEST: 1, MatchFinalRule.RULES: 2, MatchFinalRule.COVER: 3}


@cache
def triples_of(players: tuple[Contestant, Contestant, Contestant]) -> FloatArray:
    """Chances of the eight answers in Final."""
    return final_triples([p.final for p in players], [p.correlations.final for p in players])


def game_2_final(
    scores: IntArray,
    totals: IntArray,
    triples: FloatArray,
    styles: tuple[MatchFinalRule, ...],
    *,
    weights: Weights = MATCH_EQUITY,
    unsure: tuple[bool, ...] = (False,) * SEATS,
    which: IntArray | None = None,
) -> tuple[FloatArray, IntArray]:
    """Chances of each seat to finish first and second (n x 3 x 2) from scores before Final of game 2 and totals of game
    1, and the bets of seats that decide (-1 for people). ``triples`` is one set of chances, or a row for each
    ``which``."""
    from kibitz.games.jeopardy.match import kernels

    n = len(scores)
    result, wagers = np.zeros((n, SEATS, 2)), np.full((n, SEATS), -1, dtype=np.int64)
    kernels.final_rows(
        np.ascontiguousarray(scores),
        np.ascontiguousarray(totals),
        np.array([RULE_CODES[style] for style in styles]),
        np.array(weights),
        np.array(unsure),
        np.atleast_2d(triples),
        np.zeros(n, dtype=np.int64) if which is None else which,
        wagers,
        result,
    )
    return result, wagers


def game_2_final_curve(scores: tuple[int, int, int], totals: tuple[int, int, int], me: int) -> FloatArray:
    """First, second, ahead of one and of the other opponent (by seat) after every bet of mine in Final of game 2, for
    each of the eight answers (8 x bets x 4)."""
    from kibitz.games.jeopardy.match import kernels

    result = np.zeros((len(TRIPLES), max(scores[me], 0) + 1, 4))
    for outcome, only in zip(result, np.eye(len(TRIPLES)), strict=True):
        kernels.bet_curve(np.array(scores), np.array(totals), me, only, outcome)
    return result


def game_1_final(
    scores: IntArray,
    styles: tuple[MatchFinalRule, ...],
    networks: tuple[Network | None, ...],
    triples: FloatArray,
    *,
    abilities: FloatArray | None = None,
    known: FloatArray | None = None,
    weights: Weights = MATCH_EQUITY,
    which: IntArray | None = None,
) -> tuple[IntArray, FloatArray]:
    """Bets of all seats (n x 3) in Final of game 1, and the match equity of each deciding seat (n x 3, else NaN).

    A seat that decides has the game-2 network among ``networks``; ``known`` (3 x 3) are the knowledge inputs of each.
    """
    from kibitz.games.jeopardy.match import game_1_kernels

    n = len(scores)
    people = np.zeros((n, SEATS), dtype=np.int64)
    worth = np.full((n, SEATS), np.nan)
    game_1_kernels.people_rows(np.ascontiguousarray(scores), people)
    result = people.copy()
    nets = nets_of(networks)
    for seat in range(SEATS):
        if styles[seat] in (MatchFinalRule.BEST, MatchFinalRule.RULES) and networks[seat] is not None:
            wagers, value = people.copy(), np.zeros(n)
            game_1_kernels.best_rows(
                np.ascontiguousarray(scores),
                seat,
                wagers,
                np.atleast_2d(triples),
                np.zeros(n, dtype=np.int64) if which is None else which,
                nets,
                np.zeros((n, SEATS)) if abilities is None else abilities,
                (np.tile([0.0, 0.0, -1.0], (SEATS, 1)) if known is None else known)[seat],
                np.array(weights),
                value,
            )
            result[:, seat], worth[:, seat] = wagers[:, seat], value
    return result, worth


def totals_after(scores: IntArray, wagers: IntArray, right: NDArray[np.bool_]) -> IntArray:
    """Totals after Final of game 1; a score below zero counts as nothing."""
    return np.asarray(np.maximum(scores, 0) + np.where(right, wagers, -wagers))
