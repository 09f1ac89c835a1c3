"""Registry of parametrized games by name, for ``kibitz rules``. A new family is one entry in `FAMILIES`."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING

from kibitz.app.entries import GameFamilyEntry
from kibitz.app.plugins import plugin_items
from kibitz.core.errors import InputError

if TYPE_CHECKING:
    from kibitz.rules.games.game import ParametrizedGame


CLASSICS = "kibitz.games.parlour.classics"

FAMILIES: tuple[GameFamilyEntry, ...] = (
    GameFamilyEntry("final-X-Y", r"final-(\d{1,9})-(\d{1,9})", "kibitz.games.parlour.final:game"),
    GameFamilyEntry("two-by-two", "two-by-two", "kibitz.games.parlour.two_by_two:game"),
    GameFamilyEntry("two-by-two-zero-sum", "two-by-two-zero-sum", "kibitz.games.parlour.two_by_two:zero_sum_game"),
    GameFamilyEntry("kuhn", "kuhn", "kibitz.games.parlour.kuhn.family:KuhnGame"),
    GameFamilyEntry(
        "weakest-link(-you|-p1|-p2)(-bank)",
        "weakest-link(?:-(you|p1|p2))?(?:-(bank))?",
        "kibitz.games.parlour.weakest_link:game_variant",
    ),
    GameFamilyEntry("hawk-dove", "hawk-dove", f"{CLASSICS}:hawk_dove"),
    GameFamilyEntry("battle-of-the-sexes", "battle-of-the-sexes", f"{CLASSICS}:battle_of_the_sexes"),
    GameFamilyEntry("inspection", "inspection", f"{CLASSICS}:inspection"),
    GameFamilyEntry("tullock", "tullock", f"{CLASSICS}:tullock"),
    GameFamilyEntry("penalty", "penalty", f"{CLASSICS}:penalty"),
    GameFamilyEntry("diagonal", "diagonal", f"{CLASSICS}:diagonal"),
    GameFamilyEntry("relance-N", r"relance-(\d{1,2})", f"{CLASSICS}:relance"),
    GameFamilyEntry(
        "jeopardy-final-YEAR-ROLE",
        r"jeopardy-final-(\d{4})(?:-([abc]))?",
        "kibitz.games.jeopardy.final.parametrized_game:final_family",
    ),
)
"""Every family, in the order of the error message."""

FAMILIES = (*FAMILIES, *plugin_items(lambda plugin: plugin.families, {family.name for family in FAMILIES}))
NAMES = tuple(family.name for family in FAMILIES)


def find_game(name: str) -> ParametrizedGame:
    """The parametrized game of this name. Raises an `InputError` that lists the names if there is none."""
    for family in FAMILIES:
        if match := re.fullmatch(family.pattern, name):
            module, _, builder = family.where.partition(":")
            parts = (int(part) if part.isdecimal() else part for part in match.groups() if part is not None)
            game: ParametrizedGame = getattr(import_module(module), builder)(*parts)
            return game
    raise InputError(f"game: must be one of {', '.join(NAMES)} (X and Y are scores), not {name[:40]!r}")
