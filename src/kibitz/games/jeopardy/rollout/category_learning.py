"""Regular clues that depend on the record in the category: ability differs by category, and answers seen teach.

The paper's machine answers better in categories where it was right before, and learns what a category is about from
its clues (section 3.3). Here the record shifts attempt rate and precision on the normal scale as far as it shifts the
expected accuracy, precision grows by some 4 points from the first clue to the last, and a surer player is quicker.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import Contestant
from kibitz.games.jeopardy.people.latent import normal_cdf, normal_quantile
from kibitz.games.jeopardy.people.population import SeatModel, interpolate_rates
from kibitz.games.jeopardy.play.clue import CONTROL
from kibitz.games.jeopardy.play.game_tables import BOARD_CHANCES, OUTCOME_ORDER, cumulative, outcome_chances
from kibitz.games.jeopardy.show import ROWS
from kibitz.games.jeopardy.value.confidence import PRIOR_CLUES, live_confidence

CATEGORY_RECORDS = [(n, k) for n in range(ROWS) for k in range(n + 1)]
"""Clues seen in a category and how many of them the player knew; record (n, k) is number n (n + 1) / 2 + k."""


@dataclass(frozen=True, slots=True)
class CategoryModel:
    """How a record moves the play of regular clues."""

    accuracy: float
    """Expected accuracy before anything is seen."""
    growth: float = 0.01
    """Precision gained with each clue of the category seen."""
    quickness: float = 0.5
    """Growth of the log buzzer weight with the shift on the normal scale."""
    spread: float = PRIOR_CLUES

    def player(self, contestant: Contestant, seen: int, right: int) -> Contestant:
        """The contestant on the next clue of a category with this record."""
        expected = live_confidence(self.accuracy, right, seen, self.spread)
        shift = normal_quantile(expected) - normal_quantile(self.accuracy)
        typical = 0.9
        taught = normal_quantile(min(typical + self.growth * seen, 0.99)) - normal_quantile(typical)
        return replace(
            contestant,
            attempt=_shift_rates(contestant.attempt, shift),
            precision=_shift_rates(contestant.precision, shift + taught),
            buzzability=contestant.buzzability * exp(self.quickness * shift),
        )


def _shift_rates(rates: object, shift: float) -> tuple[tuple[float, ...], tuple[float, ...]] | float:
    if isinstance(rates, tuple):
        return interpolate_rates(rates, rates, 0.0, shift)
    assert isinstance(rates, float)
    return normal_cdf(normal_quantile(rates) + shift)


def outcomes_by_record(players: tuple[Contestant, ...], me: int, model: CategoryModel) -> FloatArray:
    """Chances of the 20 outcomes by record of seat ``me``, board, round and row: 15 x 3 x 2 x 5 x 20."""
    seats = [SeatModel((player,), (1.0,)) for player in players]
    kinds = tuple(model.player(players[me], n, k) for n, k in CATEGORY_RECORDS)
    seats[me] = SeatModel(kinds, (1 / len(kinds),) * len(kinds))
    table = outcome_chances(tuple(seats))
    return np.moveaxis(table, me, 0)[:, 0, 0]


def cumulative_outcomes(chances: FloatArray) -> FloatArray:
    """Cumulative chances of outcomes in the order of the simulator."""
    return np.ascontiguousarray(cumulative(chances[..., OUTCOME_ORDER]))


def control_chances(chances: FloatArray, seat: int) -> FloatArray:
    """p_RC: chance that a seat in control still is after a regular clue, from the chances of the 20 outcomes."""
    return np.asarray(chances[..., (seat == CONTROL) | (CONTROL < 0)].sum(axis=-1))


def mean_over_boards(chances: FloatArray) -> FloatArray:
    """Chances by record, board, round and row as means over the boards: records x 2 x 5."""
    return np.asarray(np.einsum("nbrw,b->nrw", chances, np.array(BOARD_CHANCES)))
