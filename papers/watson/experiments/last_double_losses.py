"""Losses on the last Daily Double of recorded games: the bounds of section 3.1.4, Table 3.

The lower bound replaces each bet by the advised one and keeps the answer that was given: advice that knows nothing of
the player's confidence can only be too poor. The upper bound ignores the answer and takes the row's mean accuracy for
the player's confidence, which blames every bet that rested on better knowledge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kibitz.games.jeopardy.archive.game import RecordedGame, ReplayedState, replay
from kibitz.games.jeopardy.board import row_of
from kibitz.games.jeopardy.people.contestant import Level, contestant
from kibitz.games.jeopardy.review.wagers import reviewed_players
from kibitz.games.jeopardy.rollout.state_rows import SURE, row_of_position
from kibitz.games.jeopardy.show import DAILY_DOUBLES, Rules
from kibitz.games.jeopardy.value.state_value import legal_wagers, wager_curve


@dataclass(frozen=True, slots=True)
class LastDoubleLoss:
    """The last Daily Double of a game: the bet and the advised one in today's dollars, and what the bet lost in chance
    to win, given the answer (``given``) and at the row's mean accuracy (``mean``)."""

    player: str
    leader: bool
    wager: int
    advised: int
    right: bool
    given: float
    mean: float


@dataclass(frozen=True, slots=True)
class Bounds:
    """Means over bets with their standard errors: lower and upper bound of the loss, bet made and bet advised."""

    n: int
    lower: tuple[float, float]
    upper: tuple[float, float]
    wager: tuple[float, float]
    advised: tuple[float, float]
    right: float


def last_double_losses(
    games: Sequence[RecordedGame], progress: Callable[[int, int], None] | None = None
) -> list[LastDoubleLoss]:
    """The last Daily Double of each game in which both of round 2 were found."""
    result = []
    for done, game in enumerate(games):
        if progress is not None:
            progress(done, len(games))
        steps = [(before, now) for before, now in pairwise(replay(game)) if _counts(now)]
        if len(steps) == DAILY_DOUBLES[2]:
            judged = _review_last_double(game, steps[-1][1], game.rules)
            result += [] if judged is None else [judged]
    return result


def _counts(now: ReplayedState) -> bool:
    return now.wagering is not None and now.wagering.round_ == len(DAILY_DOUBLES)


def _review_last_double(game: RecordedGame, now: ReplayedState, rules: Rules) -> LastDoubleLoss | None:
    position, clue = now.wagering, now.move
    assert position is not None
    assert clue is not None
    assert clue.wager is not None
    assert now.placed is not None
    seat, wager = clue.finder, clue.wager * game.scale
    row = row_of_position(position, seat)
    row[SURE] = 0
    least, most = legal_wagers(row, seat)
    if not least <= wager <= most:
        return None
    players = reviewed_players(position, seat, rules, game.champion)
    curve, _ = wager_curve(row, players, seat, (wager,))
    accuracy = contestant(Level.AVERAGE, rules.era).daily_double_accuracy(2, row_of(now.placed))
    values = curve.equities(accuracy)
    best, made = int(values.argmax()), int(np.searchsorted(curve.wagers, wager))
    after = curve.right if clue.right is not None else curve.wrong
    return LastDoubleLoss(
        player=game.players[seat],
        leader=position.scores[seat] >= max(position.scores),
        wager=wager,
        advised=int(curve.wagers[best]),
        right=clue.right is not None,
        given=float(after[best] - after[made]),
        mean=float(values[best] - values[made]),
    )


def loss_bounds(doubles: Iterable[LastDoubleLoss]) -> Bounds:
    """A row of table 3."""
    bets = list(doubles)

    def mean(values: list[float]) -> tuple[float, float]:
        error = float(np.std(values, ddof=1) / np.sqrt(len(values))) if len(values) > 1 else float("inf")
        return float(np.mean(values)), error

    return Bounds(
        len(bets),
        mean([bet.given for bet in bets]),
        mean([bet.mean for bet in bets]),
        mean([float(bet.wager) for bet in bets]),
        mean([float(bet.advised) for bet in bets]),
        float(np.mean([bet.right for bet in bets])),
    )
