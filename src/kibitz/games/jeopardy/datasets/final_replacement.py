"""Historical replacement: how often a role would have won recorded games with other bets (Tables 1, 4).

The other two keep their recorded final scores, and the role keeps its recorded right or wrong answer; only its wager
changes. Where the answer was not recorded (nothing was bet), it counts as right with the role's mean chance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.datasets.finals import RecordedFinals
from kibitz.games.jeopardy.final.equities import FinalModel, FinalPosition, final_advice
from kibitz.games.jeopardy.final.people_wagers import IntArray, WagerMixture, dollar_chances
from kibitz.games.jeopardy.show import SEATS, Ties

WagerChances = Callable[[tuple[int, int, int], int], tuple[FloatArray, FloatArray]]
"""Scores of A, B, C and a role give the chances of every wager from $0, if right and if wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class ReplacementResult:
    """Wins of one role in each recorded game: actual (0 or 1) and expected after the replacement."""

    actual: FloatArray
    replaced: FloatArray

    @property
    def rates(self) -> tuple[float, float]:
        """Actual and replaced win rate."""
        return float(self.actual.mean()), float(self.replaced.mean())

    @property
    def gain_se(self) -> float:
        """Standard error of the difference of the two."""
        return float((self.replaced - self.actual).std(ddof=1) / np.sqrt(len(self.actual)))


def unlocked_games(finals: RecordedFinals) -> RecordedFinals:
    """The games in which the leader has at most twice the second."""
    keep = ~finals.is_locked
    dates = tuple(date for date, stored in zip(finals.dates, keep, strict=False) if stored)
    return RecordedFinals(finals.scores[keep], finals.wagers[keep], finals.right[keep], finals.after[keep], dates)


def subsample_games(finals: RecordedFinals, games: int) -> RecordedFinals:
    """At most this many games, spread evenly over the years."""
    rows = np.linspace(0, len(finals.scores) - 1, min(games, len(finals.scores))).round().astype(np.int64)
    dates = tuple(finals.dates[row] for row in rows) if finals.dates else ()
    return RecordedFinals(finals.scores[rows], finals.wagers[rows], finals.right[rows], finals.after[rows], dates)


def replace_wagers(finals: RecordedFinals, role: int, wagers: WagerChances) -> ReplacementResult:
    """Wins of a role (0 to 2) with recorded bets and with those of ``wagers``; shared ties count as wins."""
    playing = finals.scores > 0
    after = np.where(playing, finals.after, -1)
    actual = playing[:, role] & (after[:, role] == after.max(axis=1))
    known = finals.right[:, role][finals.right[:, role] >= 0]
    mean = float(known.mean()) if len(known) else 0.5
    replaced = np.zeros(len(actual))
    for game in np.flatnonzero(playing[:, role]):
        a, b, c = (int(score) for score in finals.scores[game])
        own = (a, b, c)[role]
        to_beat = max((int(after[game, seat]) for seat in range(SEATS) if seat != role), default=-1)
        if_right, if_wrong = wagers((a, b, c), role)
        p = mean if finals.right[game, role] < 0 else float(finals.right[game, role])
        steps = np.arange(own + 1)
        replaced[game] = p * if_right[own + steps >= to_beat].sum() + (1 - p) * if_wrong[own - steps >= to_beat].sum()
    return ReplacementResult(actual.astype(np.float64), replaced)


def people_chances(
    mixtures: tuple[WagerMixture, WagerMixture, WagerMixture], with_confidence: bool = True
) -> WagerChances:
    """Bets of the fitted mixtures; ``with_confidence`` lets those who are right have bet as such people do."""

    def chances(scores: tuple[int, int, int], role: int) -> tuple[FloatArray, FloatArray]:
        ranked: IntArray = np.array([scores])
        bets = mixtures[role].bets(ranked, role)
        right, wrong = (bets.if_right, bets.if_wrong) if with_confidence else (bets.chance, bets.chance)
        own = scores[role]
        return dollar_chances(bets, 0, own, right), dollar_chances(bets, 0, own, wrong)

    return chances


def best_response(model: FinalModel, ties: Ties = Ties.SHARED, cover: bool = False) -> WagerChances:
    """The wager with the best chance to win; ``cover`` keeps A to bets that cover B's double (Table 4)."""

    def chances(scores: tuple[int, int, int], role: int) -> tuple[FloatArray, FloatArray]:
        advice = final_advice(FinalPosition(scores, role, ties), model, cover=cover)
        wager: NDArray[np.float64] = np.zeros(scores[role] + 1)
        wager[advice.best] = 1.0
        return wager, wager

    return chances
