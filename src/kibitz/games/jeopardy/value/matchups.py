"""The match-ups that evaluators are learnt for: an era, who I am, and how good the other two are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from kibitz.games.jeopardy.people.contestant import Level
from kibitz.games.jeopardy.show import Era


class EvaluatorRole(StrEnum):
    """Whose chances an evaluator gives first."""

    PEOPLE = "people"
    """Any of three contestants of the show, who all bet like recorded players."""
    PERSON = "person"
    """A contestant of known ability who bets well from here on."""
    MACHINE = "machine"
    """The machine in Watson's place, which bets well and hunts Daily Doubles."""


@dataclass(frozen=True, slots=True)
class Matchup:
    """One evaluator's games."""

    era: Era
    role: EvaluatorRole
    opponents: Level = Level.AVERAGE

    @property
    def name(self) -> str:
        """``1996-machine-champion``."""
        others = () if self.role is EvaluatorRole.PEOPLE else (self.opponents.value,)
        return "-".join([str(int(self.era)), self.role.value, *others])


MATCHUPS = tuple(
    matchup
    for era in Era
    for matchup in (
        Matchup(era, EvaluatorRole.PEOPLE),
        *(Matchup(era, role, level) for role, level in product((EvaluatorRole.PERSON, EvaluatorRole.MACHINE), Level)),
    )
)
"""All that ship: two eras x (people, and a person and a machine against each of three levels)."""
