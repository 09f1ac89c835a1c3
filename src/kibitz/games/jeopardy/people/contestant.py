"""Who plays: attempt rate, precision, accuracies, buzzer and style of one contestant, and the fitted levels."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from kibitz.core import InputError
from kibitz.games.jeopardy.show import ROUNDS, ROWS, Era, check_round, check_row

Rates: TypeAlias = float | tuple[tuple[float, ...], tuple[float, ...]]
"""One chance for all clues, or five for the rows of each round, top to bottom."""

MAX_CORRELATION = 0.9
"""Largest latent correlation; beyond it the quadrature of `latent` would lose digits."""


class Level(StrEnum):
    """The three models of people of section 2."""

    AVERAGE = "average"
    CHAMPION = "champion"
    GRAND_CHAMPION = "grand-champion"


AVERAGE = Level.AVERAGE
CHAMPION = Level.CHAMPION
GRAND_CHAMPION = Level.GRAND_CHAMPION


class Wagering(StrEnum):
    """How Daily Doubles are bet."""

    PEOPLE = "people"
    """Round numbers, as recorded contestants do, by standing and stage of the game."""
    AGGRESSIVE = "aggressive"
    """Nearly everything, unless a win is nearly certain (section 2.2, Champions)."""
    MACHINE = "machine"
    """A share of the score that shrinks with the lead, calibrated to Watson's results."""


class Selection(StrEnum):
    """How squares are picked."""

    PEOPLE = "people"
    """Stay in the category, top to bottom, for the most part (section 2.5)."""
    SEEKING = "seeking"
    """Look for Daily Doubles by the known row frequencies (section 2.5, Champions)."""
    BAYESIAN = "bayesian"
    """Always the square most likely to hide a Daily Double, given what is open (section 3.3)."""


@dataclass(frozen=True, slots=True)
class Correlations:
    """Latent normal correlations between people: of attempts, of right answers on clues, and in Final Jeopardy.

    Two players with different values correlate by the root of their product (one common factor), so a machine with
    zeros is independent of all others. Why latent and not between 0/1 outcomes: docs/errata.md.
    """

    attempt: float = 0.0
    precision: float = 0.0
    final: float = 0.0

    def __post_init__(self) -> None:
        for name in ("attempt", "precision", "final"):
            value = getattr(self, name)
            if not 0 <= value <= MAX_CORRELATION:
                raise InputError(f"{name} correlation: must be a number from 0 to {MAX_CORRELATION}, not {value}")


PAPER_CORRELATIONS = Correlations(0.2, 0.2, 0.3)
"""Sections 2.3 and 2.4, read as latent."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """One player's chances and style.

    ``attempt`` is b, the chance to try for the buzzer on a clue; ``precision`` is p, the chance to be right when
    answering; ``daily_double`` and ``final`` are accuracies where answering is mandatory. ``buzzability`` is the
    weight in a contested buzz, 1 for people: against two of weight 1, weight w wins w / (w + 2) of the buzzes.
    ``boldness`` multiplies the amount that people bet on Daily Doubles.
    """

    name: str
    attempt: Rates
    precision: Rates
    daily_double: Rates
    final: float
    buzzability: float = 1.0
    boldness: float = 1.0
    wagering: Wagering = Wagering.PEOPLE
    selection: Selection = Selection.PEOPLE
    correlations: Correlations = field(default_factory=Correlations)

    def __post_init__(self) -> None:
        for name in ("attempt", "precision", "daily_double"):
            _check_rates(name, getattr(self, name))
        _check_chance("final", self.final)
        for name in ("buzzability", "boldness"):
            if not 0 < getattr(self, name) <= 1000:
                raise InputError(f"{name}: must be a number above 0 and up to 1000, not {getattr(self, name)}")

    def attempt_rate(self, round_: int, row: int) -> float:
        """Chance to try for the buzzer on a clue of this round and row."""
        return _rate(self.attempt, round_, row)

    def precision_rate(self, round_: int, row: int) -> float:
        """Chance to be right when answering a clue of this round and row."""
        return _rate(self.precision, round_, row)

    def daily_double_accuracy(self, round_: int, row: int) -> float:
        """Chance to be right on a Daily Double in this round and row."""
        return _rate(self.daily_double, round_, row)


def _rate(rates: Rates, round_: int, row: int) -> float:
    check_round(round_)
    check_row(row)
    return rates[round_ - 1][row - 1] if isinstance(rates, tuple) else rates


def _check_chance(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise InputError(f"{name}: must be a number from 0 to 1, not {value}")


def _check_rates(name: str, rates: Rates) -> None:
    if not isinstance(rates, tuple):
        _check_chance(name, rates)
        return
    if len(rates) != len(ROUNDS) or any(len(rows) != ROWS for rows in rates):
        raise InputError(f"{name}: give one chance, or {ROWS} for each of {len(ROUNDS)} rounds")
    for rows in rates:
        for value in rows:
            _check_chance(name, value)


@cache
def load_table(name: str) -> Any:
    """A fitted table shipped with the package, with its provenance under ``provenance``."""
    return json.loads(files("kibitz.games.jeopardy").joinpath("data", f"{name}.json").read_text("utf-8"))


def contestant_level(level: str) -> Level:
    """The level of this name."""
    try:
        return Level(level)
    except ValueError:
        raise InputError(f"contestant: must be one of {', '.join(Level)}, not {level}") from None


@cache
def contestant(level: str, era: Era = Era.PAPER) -> Contestant:
    """The fitted contestant of a level, ``average``, ``champion`` or ``grand-champion``, in an era."""
    known = contestant_level(level)
    table = load_table("contestants")["eras"][str(int(era))]
    entry = table["levels"][known.value]
    average = known is Level.AVERAGE
    return Contestant(
        name=known.value,
        attempt=_rates(entry["attempt"]),
        precision=_rates(entry["precision"]),
        daily_double=_rates(entry["daily_double"]),
        final=entry["final"],
        buzzability=buzzer_weight(known),
        wagering=Wagering.PEOPLE if average else Wagering.AGGRESSIVE,
        selection=Selection.PEOPLE if average else Selection.SEEKING,
        correlations=Correlations(*table["correlations"]),
    )


def independent(player: Contestant) -> Contestant:
    """The same player, whose attempts and answers correlate with nobody's, like a machine's."""
    return replace(player, correlations=Correlations())


def final_standing(era: Era = Era.PAPER) -> tuple[float, float, float]:
    """Steps of Final accuracy in first, second and third place, on the normal scale: who leads is probably better."""
    first, second, third = load_table("contestants")["eras"][str(int(era))]["final_standing"]
    return first, second, third


def buzzer_weight(level: Level) -> float:
    """Buzzer weight of a level, where the Average Contestant has 1, from its share of buzzes against Watson."""
    share = WATSON_BUZZES[level]
    return WATSON_WEIGHT * (1 - share) / (2 * share)


def paper_contestant(level: str) -> Contestant:
    """The contestant as printed in section 2: one attempt rate and precision for all clues, correlations 0.2 / 0.3."""
    known = contestant_level(level)
    b, p, daily_double, final = PAPER_LEVELS[known]
    fitted = contestant(level)
    return replace(
        fitted,
        name=f"{known.value} as printed",
        attempt=b,
        precision=p,
        daily_double=daily_double,
        final=final,
        correlations=PAPER_CORRELATIONS,
    )


PAPER_LEVELS = {
    Level.AVERAGE: (0.61, 0.87, 0.64, 0.50),
    Level.CHAMPION: (0.80, 0.89, 0.75, 0.60),
    Level.GRAND_CHAMPION: (0.855, 0.915, 0.805, 0.66),
}
"""b, p, Daily Double and Final accuracy of sections 2.2 to 2.4."""

WATSON_BUZZES = {Level.AVERAGE: 0.80, Level.CHAMPION: 0.73, Level.GRAND_CHAMPION: 0.70}
"""Share of contested buzzes that Watson won against two contestants of a level (section 3)."""
WATSON_WEIGHT = 2 * WATSON_BUZZES[Level.AVERAGE] / (1 - WATSON_BUZZES[Level.AVERAGE])
"""Its buzzability when the Average Contestant's is 1."""


def _rates(values: list[list[float]]) -> Rates:
    first, second = (tuple(rows) for rows in values)
    return first, second
