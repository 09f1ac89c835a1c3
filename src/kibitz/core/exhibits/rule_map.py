"""A decision list with its lines, their formulas, and the map of where each of them fires."""

from __future__ import annotations

import re

from msgspec import Struct

SUBSCRIPT_DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class ActionWeight(Struct, frozen=True):
    """One action of a formula: its chance as a fraction (or without a foot), and what that is here."""

    action: str
    top: str
    foot: str = ""
    here: str = ""


class RoleStrategy(Struct, frozen=True):
    """What one role plays (``seat`` from 1): actions with their formulas, and what is done otherwise."""

    role: str
    seat: int
    weights: tuple[ActionWeight, ...]
    rest: str


class RuleRegion(Struct, frozen=True):
    """One line of a list: when it fires and what it plays."""

    when: str
    plays: str
    here: str = ""
    """Why it fires here or does not."""
    each: tuple[RoleStrategy, ...] = ()
    """What every role plays, where its formulas are told."""
    short: str = ""
    """What it plays in two or three words, to stand on the map."""


class Contour(Struct, frozen=True):
    """A line of equal chance on a map, from left to right, with its words."""

    words: str
    points: tuple[tuple[float, float], ...]


class RuleMap(Struct, frozen=True, tag="regions"):
    """Which line of a list fires where, over two parameters: ``cells`` from the top, -1 where none does.

    ``here`` is a point of one's own and ``fires`` the line that fires at it; ``text`` is the map in letters, where a
    terminal shows it.
    """

    title: str
    across: tuple[str, float, float]
    up: tuple[str, float, float]
    cells: tuple[tuple[int, ...], ...]
    regions: tuple[RuleRegion, ...]
    text: str = ""
    here: tuple[float, float] | None = None
    fires: int | None = None
    names: tuple[str, str] = ("", "")
    """What the parameters mean, where they are chances of somebody; they are then written as per cent."""
    contours: tuple[Contour, ...] = ()
    size: str = ""
    cost: str = ""
    """How large the list is, and what following it costs where that is proved."""


def with_subscripts(text: str) -> str:
    """A formula with its indices set low: ``p₁·p₂``."""
    return re.sub(r"\b([a-z])(\d+)\b", lambda result: result[1] + result[2].translate(SUBSCRIPT_DIGITS), text)
