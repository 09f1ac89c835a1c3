"""Rule maps: a decision list with its formulas, and where each line fires. `kibitz.draw.rule_map_plot` draws them."""

from __future__ import annotations

import re

from msgspec import Struct

from kibitz.core.exhibits import Room, Tone
from kibitz.draw.chart import Chart

SUBSCRIPT_DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class ActionWeight(Struct, frozen=True):
    """One action of a formula: its probability as a fraction (or without a denominator), and its value here."""

    action: str
    top: str
    foot: str = ""
    here: str = ""


class RoleStrategy(Struct, frozen=True):
    """What one role plays (``seat`` from 1): actions with their formulas, and the remaining action."""

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
    """What every role plays, if formulas are shown."""
    short: str = ""
    """What it plays in two or three words, for the map."""


class Contour(Struct, frozen=True):
    """A line of equal probability on a map, from left to right, with its label."""

    words: str
    points: tuple[tuple[float, float], ...]


class RuleMap(Chart, frozen=True):
    """The line of a list that fires, over two parameters: ``cells`` from the top, -1 where none does. ``here`` is the
    user's point and ``fires`` the line that fires there; ``text`` is the map in characters for a terminal."""

    title: str
    across: tuple[str, float, float]
    up: tuple[str, float, float]
    cells: tuple[tuple[int, ...], ...]
    regions: tuple[RuleRegion, ...]
    text: str = ""
    here: tuple[float, float] | None = None
    fires: int | None = None
    names: tuple[str, str] = ("", "")
    """The meaning of the parameters if they are chances; they are then written in per cent."""
    contours: tuple[Contour, ...] = ()
    size: str = ""
    cost: str = ""
    """The size of the list, and its loss if proved."""

    def svg(self, narrow: bool = False) -> str:
        from kibitz.draw.rule_map_plot import rule_map_svg

        return rule_map_svg(self)

    def sentence(self) -> str:
        return self.text

    @property
    def style(self) -> Tone:
        return "fixed"

    @property
    def room(self) -> Room:
        return "half"

    @property
    def has_formulas(self) -> bool:
        """Whether the lines of the list show formulas."""
        return any(region.each for region in self.regions)


def with_subscripts(text: str) -> str:
    """A formula with subscripts: ``p₁·p₂``."""
    return re.sub(r"\b([a-z])(\d+)\b", lambda result: result[1] + result[2].translate(SUBSCRIPT_DIGITS), text)
