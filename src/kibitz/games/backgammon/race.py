"""Race tools: effective pip counts from the bearoff table, and the counts that players use, each with its verdict.

All are for positions without contact. A verdict is for money play: whether the player on roll should double or
redouble, and whether the opponent should take.

References: W. Trice, Backgammon Boot Camp (2004), for EPC and the rule of 62; T. Keith, Cube Handling in Noncontact
Positions (2004), for the counts of Keith and Thorp; D. Kleinman, Vision Laughs at Counting (1980).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import HOME, Position
from kibitz.games.backgammon.race_verdict import RaceVerdict

PIPS_PER_ROLL = 49 / 6
"""Mean pips of a roll, doubles counted twice."""
THORP_LONG_RACE = 30
"""Above this Thorp count the player on roll adds a tenth."""
TRICE_LONG_RACE = 62
"""Above this pip count Trice's rule is a tenth of the pips; up to it, a seventh of the pips above 5."""
KLEINMAN_DOUBLE, KLEINMAN_REDOUBLE, KLEINMAN_PASS = 0.679, 0.714, 0.786
"""Chances to double, to redouble and to pass without gammons, by Janowski's model with a cube life of 2/3."""


@dataclass(frozen=True, slots=True)
class EffectivePips:
    """Effective pip count of one side, exact: mean rolls to bear off times 49/6; wastage is what it is above the pips.

    It is that of a side that bears off in the fewest rolls on average, all checkers home.
    """

    pips: int
    rolls: float

    @property
    def epc(self) -> float:
        """Effective pip count."""
        return self.rolls * PIPS_PER_ROLL

    @property
    def wastage(self) -> float:
        """Pips wasted on average: by bearing off with larger numbers than needed, and by gaps."""
        return self.epc - self.pips


def effective_pips(men: tuple[int, ...]) -> EffectivePips:
    """EPC of one side's checkers by own slot; all must be in the home board."""
    if any(men[HOME:]):
        raise InputError("position: all checkers must be in the home board for an exact effective pip count")
    import numpy as np

    from kibitz.games.backgammon.bearoff.index import men_index
    from kibitz.games.backgammon.bearoff.tables import MAX_ROLLS, one_sided_table

    row = one_sided_table().rolls[men_index(men[:HOME])].astype(np.float64)
    return EffectivePips(sum(n * (s + 1) for s, n in enumerate(men)), float(row @ np.arange(MAX_ROLLS)))


def thorp_count(men: tuple[int, ...]) -> int:
    """Pips, plus 2 for each checker on the board, plus 1 for each on the ace point, minus 1 for each home point held.

    A home point counts as held with one checker on it.
    """
    held = sum(1 for n in men[:HOME] if n)
    return sum(n * (s + 1) for s, n in enumerate(men)) + 2 * sum(men) + men[0] - held


def keith_count(men: tuple[int, ...]) -> int:
    """Pips, plus 2 for each checker beyond the first on the ace point, 1 for each beyond the first on the 2-point and
    beyond the third on the 3-point, and 1 for each gap on the 4-, 5- and 6-point."""
    pips = sum(n * (s + 1) for s, n in enumerate(men))
    stacked = 2 * max(0, men[0] - 1) + max(0, men[1] - 1) + max(0, men[2] - 3)
    return pips + stacked + sum(1 for n in men[3:HOME] if not n)


def kleinman_metric(own_pips: int, opponent_pips: int) -> float:
    """(D + 4)^2 / (S - 4) with D the lead and S the sum of the pips; below 0 for a player on roll who is behind."""
    lead, total = opponent_pips - own_pips + 4, own_pips + opponent_pips - 4
    if total <= 0:
        raise InputError("position: Kleinman's metric needs more than 4 pips on both sides together")
    return math.copysign(lead * lead / total, lead)


def kleinman_chance(own_pips: int, opponent_pips: int) -> float:
    """The chance of the player on roll to win, by the normal distribution of Kleinman's metric."""
    metric = kleinman_metric(own_pips, opponent_pips)
    return 0.5 * (1 + math.copysign(math.erf(math.sqrt(abs(metric)) / 2), metric))


def trice_last_take(pips: int) -> int:
    """Pips of the opponent up to which a double of a player on roll with this count is a take."""
    return pips + (pips // 10 + 1 if pips > TRICE_LONG_RACE else max(0, (pips - 5) // 7))


def race_verdicts(position: Position) -> tuple[RaceVerdict, ...]:
    """The verdicts of Thorp, Keith, Kleinman and Trice for the player on roll."""
    if position.has_contact:
        raise InputError("position: the race counts need a position without contact")
    return (_thorp(position), _keith(position), _kleinman(position), _trice(position))


def _thorp(position: Position) -> RaceVerdict:
    own, other = float(thorp_count(position.own)), float(thorp_count(position.opponent))
    own += own / 10 if own > THORP_LONG_RACE else 0.0
    return RaceVerdict("Thorp", own, other, own <= other + 2, own <= other + 1, own >= other - 2)


def _keith(position: Position) -> RaceVerdict:
    own, other = keith_count(position.own), keith_count(position.opponent)
    own += own // 7
    return RaceVerdict("Keith", float(own), float(other), own <= other + 4, own <= other + 3, own >= other + 2)


def _kleinman(position: Position) -> RaceVerdict:
    own, other = position.pips
    chance = kleinman_chance(own, other)
    doubles = chance >= KLEINMAN_DOUBLE, chance >= KLEINMAN_REDOUBLE
    return RaceVerdict("Kleinman", float(own), float(other), *doubles, chance <= KLEINMAN_PASS)


def _trice(position: Position) -> RaceVerdict:
    own, other = position.pips
    last = trice_last_take(own)
    return RaceVerdict("Trice", float(own), float(other), other >= last - 3, other >= last - 2, other <= last)
