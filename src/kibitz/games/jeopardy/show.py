"""Rules of the show: dollar values, ties, eras, and legal Daily Double wagers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from typing import NewType

from kibitz.core import InputError

Seat = NewType("Seat", int)
"""A podium from 0 to 2, left to right as the audience sees them. Who the returning champion is, is said apart."""
LEFT_PODIUM = Seat(0)
"""Where the returning champion stands in recorded games."""

SEATS = 3
ROUNDS = (1, 2)
ROWS = 5
COLUMNS = 6
SQUARES = ROWS * COLUMNS
MAX_SCORE = 1_000_000
"""Dollars, either side of zero; no game comes near it."""
SMALLEST_WAGER = 5
"""Dollars that a Daily Double wager must reach."""
DAILY_DOUBLES = {1: 1, 2: 2}
"""How many Daily Doubles a round hides."""


class Standing(IntEnum):
    """Place by score before Final Jeopardy."""

    LEADER = 0
    SECOND = 1
    THIRD = 2

    @property
    def letter(self) -> str:
        """A, B or C."""
        return "ABC"[self]


class Ties(StrEnum):
    """What happens when players finish level in first place."""

    SHARED = "shared"
    """All of them win, as on the show until November 2014."""
    TIEBREAKER = "tiebreaker"
    """One more clue decides, as on the show since then."""


class Era(IntEnum):
    """Window of recorded games that the models were fitted to; the show changed much between the two."""

    PAPER = 1996
    """September 1996 to February 2011, the window of the paper."""
    RECENT = 2015
    """January 2015 on."""

    @property
    def words(self) -> str:
        """The era as text: ``1996 to 2011`` or ``since 2015``."""
        return "1996 to 2011" if self is Era.PAPER else "since 2015"

    @property
    def window(self) -> tuple[str, str]:
        """First and last air date, as ISO dates."""
        return ("1996-09-01", "2011-02-28") if self is Era.PAPER else ("2015-01-01", "2025-12-31")

    @property
    def ties(self) -> Ties:
        """The tie rule in force for (nearly) all of the era."""
        return Ties.SHARED if self is Era.PAPER else Ties.TIEBREAKER


class Dollars(Enum):
    """Dollar value of the top row by round; a clue in row r is worth r times as much."""

    SINCE_2001 = (200, 400)
    BEFORE_2001 = (100, 200)
    """Until 25 November 2001."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One version of the show's rules; ``Rules()`` is a regular game of the paper's window."""

    era: Era = Era.PAPER
    ties: Ties = Ties.SHARED
    dollars: Dollars = Dollars.SINCE_2001

    def values(self, round_: int) -> tuple[int, ...]:
        """Dollar values of the five rows of round 1 or 2, top to bottom."""
        check_round(round_)
        return tuple(self.dollars.value[round_ - 1] * row for row in range(1, ROWS + 1))

    def value(self, round_: int, row: int) -> int:
        """Dollar value of a clue; rows count from 1 at the top."""
        check_row(row)
        return self.values(round_)[row - 1]

    def largest_wager(self, round_: int, score: int) -> int:
        """Largest legal Daily Double wager in dollars: the whole score, or the round's top value if that is more."""
        return max(check_score(score), self.values(round_)[-1])


def rules_of(era: Era, ties: Ties | None = None) -> Rules:
    """Rules of regular games in an era, with its tie rule unless ``ties`` names another."""
    return Rules(era=era, ties=era.ties if ties is None else ties)


FIRST_YEAR, LAST_YEAR = 1984, 2100
"""Years of the show."""


def era_of(year: int) -> Era:
    """The era of a year of the show: 1996 for all years to 2014, when ties were still shared, 2015 for those since."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise InputError(f"era: must be a year from {FIRST_YEAR} on, not {year}")
    return Era.RECENT if year >= Era.RECENT else Era.PAPER


def check_round(round_: int) -> int:
    """``round_``, if it is 1 or 2."""
    if round_ not in ROUNDS:
        raise InputError(f"round: must be 1 or 2, not {round_}")
    return round_


def check_row(row: int) -> int:
    """``row``, if it is 1 to 5."""
    if not 1 <= row <= ROWS:
        raise InputError(f"row: must be 1 (top) to {ROWS}, not {row}")
    return row


def check_score(score: int) -> int:
    """``score``, if it is a whole number of dollars that a game can reach."""
    if isinstance(score, bool) or not isinstance(score, int):
        raise InputError(f"score: must be in whole dollars, not {score!r}")
    if abs(score) > MAX_SCORE:
        raise InputError(f"score: must be from -${MAX_SCORE:,} to ${MAX_SCORE:,}, not {score:,}")
    return score


def check_scores(scores: tuple[int, ...]) -> tuple[int, int, int]:
    """``scores``, if they are three."""
    if len(scores) != SEATS:
        raise InputError(f"scores: give three players, not {len(scores)}")
    a, b, c = (check_score(score) for score in scores)
    return a, b, c
