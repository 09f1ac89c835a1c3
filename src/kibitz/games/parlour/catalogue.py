"""The parlour games by the names that ``kibitz rules`` takes: ``final-5-3``, ``kuhn``, ``weakest-link`` and so on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from kibitz.core import InputError
from kibitz.games.parlour import final, two_by_two, weakest_link
from kibitz.games.parlour.kuhn_game import KuhnGame
from kibitz.rules.games.game import ParametrizedGame

FINAL = "final-X-Y"
"""Stands for any scores, such as ``final-5-3``."""

GAMES: Mapping[str, Callable[[], ParametrizedGame]] = {
    "two-by-two": two_by_two.game,
    "two-by-two-zero-sum": two_by_two.zero_sum_game,
    "kuhn": KuhnGame,
    "weakest-link": weakest_link.game,
}
"""Every game but Final, and what builds it."""

NAMES = (FINAL, *GAMES)


def find_game(name: str) -> ParametrizedGame:
    """The parametrized game of this name; an `InputError` lists the names."""
    if match := re.fullmatch(r"final-(\d{1,9})-(\d{1,9})", name):
        return final.game(int(match[1]), int(match[2]))
    if name not in GAMES:
        raise InputError(f"game: one of {', '.join(NAMES)} (X and Y are scores) is accepted, not {name[:40]!r}")
    return GAMES[name]()
