"""Limits of the parlour games that positions and questions share. Imports nothing heavy."""

from __future__ import annotations

from typing import Literal, TypeAlias

MAX_SCORE = 200
"""Payoff matrices have score x score entries, so divide dollars by a common unit first."""

MIN_CARDS, MAX_CARDS = 3, 1_000

History: TypeAlias = Literal["start", "bet", "check", "check-bet"]
HISTORIES: tuple[History, ...] = ("start", "bet", "check", "check-bet")
"""The actions in a hand of Kuhn poker before the player to act."""

TIES = ("random", "you", "P1", "P2")
"""Who breaks a tie of three votes at the Weakest Link: chance, or the strongest link."""
