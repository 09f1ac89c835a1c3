"""The last Daily Double: the chance to win after every legal wager, right and wrong (sections 3.1.2, 4.2, 4.4).

After the Daily Double only regular clues are left before Final Jeopardy. Their score changes are a distribution on a
lattice (`lattice`), Final Jeopardy is priced for every score on it (`standings`), and the sum over the lattice for
all wagers at once is a matrix product and sums along its diagonals.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kibitz.core import (
    Advice,
    ChoiceNumbers,
    Equities,
    InputError,
    PlayerId,
    Provenance,
    Unit,
    format_chance,
    format_money,
)
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.endgame.before_final import FinalSetup, reference_win_table, win_table
from kibitz.games.jeopardy.endgame.lattice import ScoreChanges, check_clues, score_changes
from kibitz.games.jeopardy.people.contestant import Contestant
from kibitz.games.jeopardy.show import SEATS, SMALLEST_WAGER, Rules, Ties, check_scores
from kibitz.simulate.executors import Progress, no_progress

if TYPE_CHECKING:
    from kibitz.games.jeopardy.final.payoffs import Payoff

IntArray = NDArray[np.int64]

NEGLIGIBLE = 1e-6
"""The rarest pairs of the opponents' score changes are left out as long as all of them together are less likely."""
ROWS_AT_ONCE = 64
"""Scores of mine priced at once, which bounds the memory whatever the number of clues."""
MAX_SCORES_WITHOUT_COMPILED = 500
"""Up to this many scores the plain version is quicker than loading the compiled one."""
MAX_PRICED = 400_000_000
"""Scores priced in one curve; finer steps with many clues left are refused before they take all day."""
NEAR_BEST_LOSS = 1e-3
MAX_TEXT = 400
_NOTATION = re.compile(
    r"(?P<scores>-?\d{1,7}(?:_-?\d{1,7}){2})\.(?P<me>[1-3])\.(?P<left>\d{1,7}(?:_\d{1,7})*)\.(?P<ties>\w+)"
)


@dataclass(frozen=True, slots=True)
class LastDailyDouble:
    """Scores by seat when seat ``me`` finds the last Daily Double, the clues left after it, and the tie rule."""

    scores: tuple[int, int, int]
    me: int
    left: tuple[int, ...]
    ties: Ties = Ties.SHARED

    def __post_init__(self) -> None:
        check_scores(self.scores)
        check_clues(self.left)
        if self.me not in range(SEATS):
            raise InputError(f"me: must be player 1, 2 or 3, not {self.me + 1}")
        if len(self.left) > 29:
            raise InputError(f"left: give at most 29 clues after the Daily Double, not {len(self.left)}")

    @property
    def most(self) -> int:
        """The largest legal wager: the whole score, or the round's top value if that is more."""
        return Rules().largest_wager(2, self.scores[self.me])

    @property
    def dollars_left(self) -> int:
        """Value of all clues left."""
        return sum(self.left)

    def wagers(self, step: int = 100, also: Sequence[int] = ()) -> IntArray:
        """Legal wagers that are multiples of a step, with the smallest, the largest and some more."""
        if step < 1:
            raise InputError(f"step: must be at least 1 dollar, not {step}")
        for wager in also:
            if not SMALLEST_WAGER <= wager <= self.most:
                least, most = format_money(SMALLEST_WAGER), format_money(self.most)
                raise InputError(f"wager: must be from {least} to {most}, not {format_money(wager)}")
        steps = range(-(-SMALLEST_WAGER // step) * step, self.most + 1, step)
        return np.array(sorted({SMALLEST_WAGER, self.most, *steps, *also}), dtype=np.int64)


def format_daily_double(position: LastDailyDouble) -> str:
    """``7100_9000_1000.1.400_800.shared``: scores by seat, the player who bets, values left (0 for none), tie rule."""
    scores, left = ("_".join(map(str, numbers)) for numbers in (position.scores, position.left or (0,)))
    return f"{scores}.{position.me + 1}.{left}.{position.ties.value}"


def parse_daily_double(text: str) -> LastDailyDouble:
    """Read what `format_daily_double` writes."""
    match = _NOTATION.fullmatch(text) if len(text) <= MAX_TEXT else None
    if match is None or match["ties"] not in list(Ties):
        raise InputError(f"daily double: write a position such as 7100_9000_1000.1.400_800.shared, not {text[:40]!r}")
    left = () if match["left"] == "0" else tuple(int(value) for value in match["left"].split("_"))
    scores = check_scores(tuple(int(score) for score in match["scores"].split("_")))
    return LastDailyDouble(scores, int(match["me"]) - 1, left, Ties(match["ties"]))


@dataclass(frozen=True, slots=True, eq=False)
class WagerCurve:
    """My chance to win after each wager, when I am right and when I am wrong."""

    position: LastDailyDouble
    wagers: IntArray
    right: FloatArray
    wrong: FloatArray
    model: str
    payoff: Payoff | None = None
    """What I play for; ``right`` and ``wrong`` are then utilities."""

    def equities(self, confidence: float) -> FloatArray:
        """Chance to win, or the utility, with each wager at a confidence (equation 1)."""
        return np.asarray(confidence * self.right + (1 - confidence) * self.wrong)

    def values(self, utilities: FloatArray) -> FloatArray:
        """Values as shown: chances, or dollars."""
        return utilities if self.payoff is None else self.payoff.values(utilities)

    def describe(self, value: float) -> str:
        """A value with its words: ``43.1 % to win``."""
        return f"{format_chance(value)} to win" if self.payoff is None else self.payoff.describe(value)

    def advice(self, confidence: float) -> Advice:
        """The ranked wagers at a confidence."""
        if not 0 <= confidence <= 1:
            raise InputError(f"confidence: must be a number from 0 to 1, not {confidence}")
        settings = (("confidence", f"{confidence:g}"), ("ties", self.position.ties.value))
        provenance = Provenance("exact", opponents=self.model, settings=settings)
        choices = ChoiceNumbers(tuple(self.wagers.tolist()))
        player = PlayerId(str(self.position.me + 1))
        unit, tolerance = Unit.WIN, NEAR_BEST_LOSS
        if self.payoff is not None:
            unit, tolerance = self.payoff.unit, self.payoff.tolerance
        values = self.values(self.equities(confidence))
        return Advice(Equities(choices, values, unit, player, provenance), tolerance)


def wager_curve(
    position: LastDailyDouble,
    contestants: tuple[Contestant, ...],
    standing: FinalSetup,
    step: int = 100,
    also: Sequence[int] = (),
    progress: Progress = no_progress,
) -> WagerCurve:
    """Chances to win after all legal wagers (multiples of ``step``), right and wrong."""
    wagers = position.wagers(step, also)
    changes = score_changes(contestants, position.left)
    own = position.scores[position.me]
    after = np.concatenate([own + wagers, own - wagers])
    values = win_chances_before_clues(after, position.scores, changes, standing, progress)
    return WagerCurve(
        position, wagers, values[: len(wagers)], values[len(wagers) :], standing.model.name, standing.payoff
    )


def win_chances_before_clues(
    mine: IntArray,
    scores: tuple[int, int, int],
    changes: ScoreChanges,
    standing: FinalSetup,
    progress: Progress = no_progress,
) -> FloatArray:
    """My chance to win for each score of mine before the clues of ``changes``; the others have their ``scores``."""
    first, second = standing.opponents
    joint = np.moveaxis(changes.chances, standing.me, 0)
    joint = joint.reshape(joint.shape[0], -1)
    chances = joint.sum(axis=0)
    rarest = np.argsort(chances, kind="stable")
    likely = np.sort(rarest[np.cumsum(chances[rarest]) > NEGLIGIBLE])
    joint = np.ascontiguousarray(joint[:, likely].T)
    steps = changes.steps
    others = np.stack(np.meshgrid(steps, steps, indexing="ij"), axis=-1).reshape(-1, 2)[likely]
    reached = np.unique(mine[:, None] + steps[None, :])
    if reached.size * len(likely) > MAX_PRICED:
        raise InputError("step: too small for this number of clues left; give a larger one")
    plain = standing.payoff is None and reached.size * len(likely) <= MAX_SCORES_WITHOUT_COMPILED
    price = reference_win_table if plain else win_table
    sums = np.zeros((len(reached), len(steps)))
    for row in range(0, len(reached), ROWS_AT_ONCE):
        block = reached[row : row + ROWS_AT_ONCE]
        won = price(block, scores[first] + others[:, 0], scores[second] + others[:, 1], standing)
        sums[row : row + ROWS_AT_ONCE] = won @ joint
        progress(min(row + ROWS_AT_ONCE, len(reached)), len(reached))
    place = np.searchsorted(reached, mine[:, None] + steps[None, :])
    return np.asarray(sums[place, np.arange(len(steps))].sum(axis=1))
