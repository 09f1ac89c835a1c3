"""What each pick is worth: the four factors of section 3.3, and the chance to win one step ahead.

While a Daily Double is hidden the paper's rule picks the square with the highest p_DD + alpha p_RC. One step ahead,
a pick is worth its chance of a Daily Double times what betting on it is worth, and else the mean over the 20 outcomes
of a regular clue of what the network makes of the state after it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.board import Square, iter_squares
from kibitz.games.jeopardy.play.clue import CHANGES, CONTROL, clue_outcomes
from kibitz.games.jeopardy.play.placement import load_placement
from kibitz.games.jeopardy.position import Position
from kibitz.games.jeopardy.rollout.category_learning import CategoryModel, control_chances
from kibitz.games.jeopardy.rollout.seating import CONTROL_WEIGHT
from kibitz.games.jeopardy.rollout.state_rows import row_of_position
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, SEATS, Rules
from kibitz.games.jeopardy.squares.joint import joint_placement
from kibitz.games.jeopardy.value.confidence import live_confidence
from kibitz.games.jeopardy.value.players import Players, known_record
from kibitz.games.jeopardy.value.state_value import legal_wagers
from kibitz.games.jeopardy.value.wagers import after_wagers

IntArray = NDArray[np.int64]
Worth = Callable[[IntArray], FloatArray]
"""What rows of states are worth to the player in control."""

MAX_WAGERS_TRIED = 40
"""Wagers tried on a Daily Double one step ahead."""


@dataclass(frozen=True, slots=True)
class SquareValue:
    """One open square: chance of a Daily Double, of keeping control on a regular clue, dollars expected for me,
    how much there is to learn in its category, the value of the rule, and the win chance one step ahead."""

    square: Square
    double: float
    control: float
    dollars: float
    learning: int
    rule: float
    worth: float


def evaluate_squares(
    position: Position, players: Players, me: int, alpha: float = CONTROL_WEIGHT, worth_of: Worth | None = None
) -> list[SquareValue]:
    """All open squares in order, for seat ``me`` in control; ``worth_of`` values states in place of the chance to win
    a single game."""
    found_doubles, round_ = position.daily_doubles, position.round_
    hidden = len(found_doubles) < DAILY_DOUBLES[round_]
    doubles = joint_placement(load_placement(players.era), round_, position.open_squares, found_doubles).chances
    open_squares = list(iter_squares(position.open_squares))
    values = Rules().values(round_)
    in_column = [[p for p in open_squares if p % COLUMNS == c] for c in range(COLUMNS)]
    regular: dict[tuple[int, tuple[int, int]], tuple[float, float, float]] = {}
    bets: dict[tuple[int, tuple[int, int]], float] = {}
    result = []
    for place in open_squares:
        row, column = divmod(int(place), COLUMNS)
        key = (row, position.results[column][me])
        if key not in regular:
            regular[key] = _regular(position, players, me, place, worth_of)
            bets[key] = _double(position, players, me, place, worth_of) if hidden else 0.0
        worth, keeps, dollars = regular[key]
        p = float(doubles[place]) if hidden else 0.0
        rest = in_column[column]
        learning = (len(rest) - 1) * sum(values[q // COLUMNS] for q in rest)
        result.append(
            SquareValue(place, p, keeps, dollars, learning, p + alpha * keeps, p * bets[key] + (1 - p) * worth)
        )
    return result


def pick_by_rule(options: list[SquareValue]) -> SquareValue:
    """The paper's rule: the best p_DD + alpha p_RC, or without a hidden Daily Double the cheapest square of the
    category with the most to learn."""
    if any(option.double > 0 for option in options):
        return max(options, key=lambda option: option.rule)
    return max(options, key=lambda option: (option.learning, -(option.square // COLUMNS)))


def _regular(
    position: Position, players: Players, me: int, place: Square, worth_of: Worth | None
) -> tuple[float, float, float]:
    """Chance to win, of keeping control, and dollars of mine after a regular clue in this square."""
    row = int(place) // COLUMNS
    contestants = list(players.contestants)
    right, seen = known_record(position, players, me, place)
    if seen:
        accuracy = contestants[me].daily_double_accuracy(position.round_, row + 1)
        contestants[me] = CategoryModel(accuracy, growth=0.0).player(contestants[me], seen, right)
    outcomes = clue_outcomes(tuple(contestants), position.round_, row + 1)
    state = row_of_position(position, me)
    state[6 + int(place) % COLUMNS] &= ~(1 << row)
    after_rows = np.tile(state, (len(CHANGES), 1))
    after_rows[:, :SEATS] += outcomes.dollars
    after_rows[:, 3] = np.where(CONTROL >= 0, CONTROL, state[3])
    worth = players.evaluator.own_chances(after_rows, me, players.known) if worth_of is None else worth_of(after_rows)
    chances: FloatArray = outcomes.probabilities
    keeps = float(control_chances(chances, int(state[3])))
    return float(chances @ worth), keeps, float(chances @ outcomes.dollars[:, me])


def _double(position: Position, players: Players, me: int, place: Square, worth_of: Worth | None) -> float:
    """Chance to win if this square holds a Daily Double, bet well."""
    row = int(place) // COLUMNS
    state = row_of_position(position, me)
    state[6 + int(place) % COLUMNS] &= ~(1 << row)
    state[12] += 1
    state[13] = int(place) % COLUMNS
    least, most = legal_wagers(state, me)
    wagers = np.unique(np.linspace(least, most, MAX_WAGERS_TRIED).astype(np.int64))
    if worth_of is None:
        right, wrong = after_wagers(players.evaluator, state, me, players.known, wagers)
    else:
        rows = np.tile(state, (2 * len(wagers), 1))
        rows[:, me] += np.concatenate([wagers, -wagers])
        right, wrong = np.split(worth_of(rows), 2)
    knew, seen = known_record(position, players, me, place)
    p = live_confidence(players.contestants[me].daily_double_accuracy(position.round_, row + 1), knew, seen)
    return float((p * right + (1 - p) * wrong).max())
