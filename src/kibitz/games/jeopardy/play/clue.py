"""A regular clue: exact chances of its 20 score changes, and a sampler that plays it out (section 2.4).

Who wants to buzz is one correlated triple, who knows the answer another; both are drawn once and persist through the
rebounds. Whoever wins the buzz answers; a wrong answer re-opens the clue to the others who wanted to buzz.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import Contestant
from kibitz.games.jeopardy.people.latent import PATTERNS, normal_quantile, pattern_chances
from kibitz.games.jeopardy.show import SEATS, Rules

IntArray = NDArray[np.int64]

UNCHANGED = -1
"""Board control stays with the player who had it."""


def _changes() -> IntArray:
    rows = []
    for right in (None, 0, 1, 2):
        others = [seat for seat in range(SEATS) if seat != right]
        for mask in range(1 << len(others)):
            change = [0] * SEATS
            for bit, seat in enumerate(others):
                if mask >> bit & 1:
                    change[seat] = -1
            if right is not None:
                change[right] = 1
            rows.append(change)
    return np.array(rows, dtype=np.int64)


CHANGES: IntArray = _changes()
"""The 20 outcomes, as multiples of the clue's value by seat: 8 with nobody right, then 4 for each right seat."""
CHANGES.setflags(write=False)
CONTROL: IntArray = np.where((CHANGES == 1).any(axis=1), CHANGES.argmax(axis=1), UNCHANGED)
"""The seat that picks next after each outcome, or `UNCHANGED`."""
CONTROL.setflags(write=False)
OUTCOMES = len(CHANGES)

SEVEN_OUTCOMES = ("none", "w", "ww", "www", "r", "wr", "wwr")
"""The outcomes of figure 4: nobody tries; one, two, three wrong; right first, after one wrong, after two."""


@dataclass(frozen=True, slots=True, eq=False)
class ClueOutcomes:
    """Exact chances of the 20 outcomes of one clue worth ``value`` dollars."""

    probabilities: FloatArray
    value: int = 1

    @property
    def changes(self) -> IntArray:
        """Score changes by outcome and seat, as -1, 0 or +1 times the value; an array of 20 x 3."""
        return CHANGES

    @property
    def control(self) -> IntArray:
        """The seat that picks next after each outcome, or `UNCHANGED`."""
        return CONTROL

    @property
    def dollars(self) -> IntArray:
        """Score changes in dollars; an array of 20 x 3."""
        return CHANGES * self.value

    @property
    def seven(self) -> FloatArray:
        """Chances of the seven outcomes of figure 4, in the order of `SEVEN_OUTCOMES`."""
        return seven_chances(self.probabilities)


def seven_chances(probabilities: FloatArray) -> FloatArray:
    """Chances of the seven outcomes of figure 4 from the 20 (last axis), in the order of `SEVEN_OUTCOMES`."""
    wrong = (CHANGES == -1).sum(axis=1)
    right = (CHANGES == 1).any(axis=1)
    index = np.where(right, 4 + wrong, wrong)
    membership = (index[:, None] == np.arange(len(SEVEN_OUTCOMES))).astype(np.float64)
    return np.asarray(probabilities @ membership)


def outcome_given_buzzes(buzzabilities: FloatArray) -> FloatArray:
    """Chance of each outcome given who wants to buzz and who knows: ... x 8 x 8 x 20 over `PATTERNS`.

    ``buzzabilities`` is an array of ... x 3. Each buzz is won in proportion to buzzability among those who still
    want it.
    """
    index = {tuple(change): i for i, change in enumerate(CHANGES.tolist())}
    table = np.zeros((*buzzabilities.shape[:-1], 8, 8, OUTCOMES))
    for i, wanting in enumerate(PATTERNS):
        buzzers = [seat for seat in range(SEATS) if wanting[seat]]
        for order in permutations(buzzers):
            chance = np.ones(buzzabilities.shape[:-1])
            for k, seat in enumerate(order):
                chance *= buzzabilities[..., seat] / buzzabilities[..., list(order[k:])].sum(axis=-1)
            for j, knowing in enumerate(PATTERNS):
                table[..., i, j, index[_outcome_of_order(order, knowing)]] += chance
    return table


@lru_cache(maxsize=256)
def _resolution(first: float, second: float, third: float) -> FloatArray:
    return outcome_given_buzzes(np.array([first, second, third]))


def _outcome_of_order(order: tuple[int, ...], knowing: NDArray[np.bool_]) -> tuple[int, ...]:
    """Score changes when the buzzes fall in this order."""
    change = [0] * SEATS
    for seat in order:
        change[seat] = 1 if knowing[seat] else -1
        if knowing[seat]:
            break
    return tuple(change)


def clue_outcomes(contestants: tuple[Contestant, ...], round_: int, row: int, value: int | None = None) -> ClueOutcomes:
    """Exact chances of the 20 score changes when three contestants meet a clue of this round and row.

    ``value`` defaults to the dollar value of the row since 2001.
    """
    if len(contestants) != SEATS:
        raise InputError(f"contestants: give three players, not {len(contestants)}")
    wanting = pattern_chances(
        tuple(player.attempt_rate(round_, row) for player in contestants),
        tuple(player.correlations.attempt for player in contestants),
    )
    knowing = pattern_chances(
        tuple(player.precision_rate(round_, row) for player in contestants),
        tuple(player.correlations.precision for player in contestants),
    )
    race = _resolution(*(player.buzzability for player in contestants))
    probabilities = np.einsum("i,j,ijk->k", wanting, knowing, race)
    probabilities /= probabilities.sum()
    probabilities.setflags(write=False)
    return ClueOutcomes(probabilities, Rules().value(round_, row) if value is None else value)


def sample_clue(
    rng: np.random.Generator, contestants: tuple[Contestant, ...], round_: int, row: int, n: int = 1
) -> IntArray:
    """Score changes, -1, 0 or +1 by seat, of ``n`` clues played out step by step; an array of n x 3.

    It draws the normal numbers, the thresholds and the race for the buzzer one by one and shares nothing with the
    enumeration, so each checks the other.
    """
    if len(contestants) != SEATS:
        raise InputError(f"contestants: give three players, not {len(contestants)}")
    wanting = _sample_patterns(rng, n, [(p.attempt_rate(round_, row), p.correlations.attempt) for p in contestants])
    knowing = _sample_patterns(rng, n, [(p.precision_rate(round_, row), p.correlations.precision) for p in contestants])
    # An exponential race: the smallest of independent waiting times wins in proportion to its rate.
    times = rng.exponential(size=(n, SEATS)) / np.array([player.buzzability for player in contestants])
    changes = np.zeros((n, SEATS), dtype=np.int64)
    going = np.ones(n, dtype=bool)
    waiting = np.where(wanting, times, np.inf)
    for _ in range(SEATS):
        seat = waiting.argmin(axis=1)
        rows = np.flatnonzero(going & np.isfinite(waiting.min(axis=1)))
        right = knowing[rows, seat[rows]]
        changes[rows, seat[rows]] = np.where(right, 1, -1)
        going[rows[right]] = False
        waiting[rows, seat[rows]] = np.inf
    return changes


def _sample_patterns(rng: np.random.Generator, n: int, players: list[tuple[float, float]]) -> NDArray[np.bool_]:
    """Correlated yes/no triples from normal numbers cut at thresholds."""
    thresholds = np.array([normal_quantile(chance) for chance, _ in players])
    loadings = np.sqrt([correlation for _, correlation in players])
    latent = loadings * rng.standard_normal((n, 1)) + np.sqrt(1 - loadings**2) * rng.standard_normal((n, SEATS))
    return np.asarray(latent < thresholds)
