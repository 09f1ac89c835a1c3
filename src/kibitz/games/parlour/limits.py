"""Bounds of the parlour games that positions and questions share; loads nothing."""

from __future__ import annotations

from typing import Literal, TypeAlias

MAX_SCORE = 200
"""Payoff matrices are scores x scores; dollars are divided by a common unit first."""

MIN_CARDS, MAX_CARDS = 3, 1_000

History: TypeAlias = Literal["start", "bet", "check", "check-bet"]
HISTORIES: tuple[History, ...] = ("start", "bet", "check", "check-bet")
"""What has happened in a hand of Kuhn poker when somebody must act."""

TIES = ("random", "you", "P1", "P2")
"""Who decides where each of three at the Weakest Link has one vote: chance, or the strongest link."""
