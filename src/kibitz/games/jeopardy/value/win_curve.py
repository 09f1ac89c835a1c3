"""Win chances of all players along a game of three people: the network values many states at once.

States with few clues left and a Daily Double still hidden are valued by rollouts. Before Final the chances are exact,
with abilities estimated from the scores. In every state the three sum to one; shared wins count by their share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.endgame.equities import endgame_win_chances
from kibitz.games.jeopardy.people.posterior import LineUp, late_record, posterior_contestants
from kibitz.games.jeopardy.position import Position
from kibitz.games.jeopardy.rollout.state_rows import row_of_position
from kibitz.games.jeopardy.show import SEATS, Era, Seat, Ties
from kibitz.games.jeopardy.value.players import players_of
from kibitz.games.jeopardy.value.state_value import evaluate_state, has_late_hidden_double

IntArray = NDArray[np.int64]

ROLLOUT_GAMES = 5_000
"""Games from each state with a Daily Double hidden among the last clues: an error of about 0.3 points."""


def win_curve(
    positions: Sequence[Position],
    era: Era,
    ties: Ties,
    champion: Seat | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> FloatArray:
    """Chances of the three seats in each of many states of a game of people: states x 3.

    A state without open squares is one before Final.
    """
    players = players_of(era, ties, champion=champion)
    result = np.zeros((len(positions), SEATS))
    looked: list[tuple[int, IntArray]] = []
    for at, position in enumerate(positions):
        if progress is not None:
            progress(at, len(positions))
        row = row_of_position(position)
        if not position.open_squares:
            result[at] = chances_before_final(position.scores, era, ties, champion)
        elif has_late_hidden_double(row):
            result[at] = evaluate_state(row, players, ROLLOUT_GAMES).chances
        else:
            looked.append((at, row))
    if looked:
        result[[at for at, _ in looked]] = players.evaluator.places([row for _, row in looked], players.known)[:, :, 0]
    return result


def chances_before_final(
    scores: tuple[int, int, int], era: Era, ties: Ties, champion: Seat | None = None
) -> tuple[float, float, float]:
    """Chances when all clues are played, bets in Final being people's; exact."""
    players = posterior_contestants(late_record(scores, ()), era, LineUp(champion=champion))
    raw = endgame_win_chances(scores, (), players, era, ties)
    total = max(sum(raw), 1e-12)
    return raw[0] / total, raw[1] / total, raw[2] / total
