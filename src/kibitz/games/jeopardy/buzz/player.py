"""Who buzzes against whom: the tree, the opponents' chances and the density of confidence for any clue."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.buzz.copula import answer_correlation, copula_joint
from kibitz.games.jeopardy.buzz.densities import (
    MACHINE_THRESHOLD,
    PEOPLE_THRESHOLD,
    ConfidenceDensity,
    fit_confidence_density,
)
from kibitz.games.jeopardy.buzz.final_prices import seats_from_me
from kibitz.games.jeopardy.buzz.opponent_chances import Joint, independent_joint, opponents_chances
from kibitz.games.jeopardy.buzz.tree import ClueTree, EndStateChances, clue_tree
from kibitz.games.jeopardy.people.contestant import MAX_CORRELATION, Contestant
from kibitz.games.jeopardy.people.latent import pattern_chances
from kibitz.games.jeopardy.show import SEATS


@dataclass(frozen=True)
class Buzzer:
    """Seat ``me`` decides when to buzz; the two others buzz by habit.

    A machine's confidence tells nothing of theirs; a person's goes with it. ``tip_off`` is the part of the fitted
    correlation of answers that wrong answers heard take away: what people know correlates by so much more (sections
    2.4, 4.3: 0.1, so that knowledge correlates by 0.3).
    """

    contestants: tuple[Contestant, Contestant, Contestant]
    me: int
    machine: bool = False
    tip_off: float = 0.0
    answers: float | None = None
    """Correlation of the uniform numbers behind a person's answers; found from the contestants' where none is given."""

    def __post_init__(self) -> None:
        if self.me not in range(SEATS):
            raise InputError(f"me: must be player 1, 2 or 3, not {self.me + 1}")
        most = max(player.correlations.precision for player in self.opponents)
        if not 0 <= self.tip_off <= MAX_CORRELATION - most:
            raise InputError(f"tip-off: must be from 0 to {MAX_CORRELATION - most:.2f}, not {self.tip_off}")

    @property
    def mine(self) -> Contestant:
        """The player who decides."""
        return self.contestants[self.me]

    @property
    def opponents(self) -> tuple[Contestant, Contestant]:
        """The other two, left to right."""
        _, first, second = seats_from_me(self.me)
        return self.contestants[first], self.contestants[second]

    def tip(self, round_: int, row: int) -> float:
        """Chance that a wrong answer tells the right one to a player who would have been wrong.

        With it, people whose knowledge correlates by ``tip_off`` more are right on the rebound as often as recorded.
        """
        if self.tip_off == 0:
            return 0.0
        first, second = self.opponents
        chances = first.precision_rate(round_, row), second.precision_rate(round_, row)
        wrong = [
            pattern_chances((0.0, *chances), (0.0, *(p.correlations.precision + more for p in (first, second))))[0]
            for more in (0.0, self.tip_off)
        ]
        return float(1 - wrong[0] / wrong[1])

    def tree(self, round_: int, row: int) -> ClueTree:
        """The tree of a clue of this round and row."""
        first, second = self.opponents
        weights = (self.mine.buzzability, first.buzzability, second.buzzability)
        return clue_tree(weights, self.tip(round_, row), not self.machine)

    def confidence(self, round_: int, row: int, seat: int | None = None) -> ConfidenceDensity:
        """How sure a seat, by default my own, is of the answer to such a clue."""
        own = seat is None or seat == self.me
        player = self.mine if seat is None else self.contestants[seat]
        threshold = MACHINE_THRESHOLD if own and self.machine else PEOPLE_THRESHOLD
        return fit_confidence_density(player.attempt_rate(round_, row), player.precision_rate(round_, row), threshold)

    def joint(self, round_: int, row: int) -> Joint:
        """What the opponents do on such a clue given my confidence."""
        first, second = self.opponents
        if self.machine:
            return independent_joint(opponents_chances(first, second, round_, row, self.tip_off))
        _, left, right = seats_from_me(self.me)
        them = self.confidence(round_, row, left), self.confidence(round_, row, right)
        # One correlation serves all three: the opponents', who are the ones that were recorded.
        together = float(np.sqrt(first.correlations.attempt * second.correlations.attempt))
        answers = self.answers
        if answers is None:
            target = float(np.sqrt(first.correlations.precision * second.correlations.precision)) + self.tip_off
            precisions = first.precision_rate(round_, row), second.precision_rate(round_, row)
            answers = answer_correlation(*them, together, precisions, target)
        return copula_joint(self.confidence(round_, row), *them, together, answers)

    def end_state_chances(self, round_: int, row: int) -> tuple[EndStateChances, FloatArray]:
        """Chances of the end states at the cells of my confidence, and the chance of each cell."""
        confidences, masses = self.confidence(round_, row).cells()
        return self.tree(round_, row).end_state_chances(self.joint(round_, row)(confidences)), masses

    @cached_property
    def name(self) -> str:
        """The opponents' names."""
        return " and ".join(dict.fromkeys(player.name for player in self.opponents))
