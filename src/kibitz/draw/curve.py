"""Curves: the value of every wager, bid or threshold, or a value over time. `kibitz.draw.curve_plot` draws them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import cast

from msgspec import Struct

from kibitz.core.choices import ChoiceList, parse_choices
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Table, format_option_loss
from kibitz.core.grades import GLYPHS
from kibitz.core.recommendation import Recommendation
from kibitz.core.units import Unit, format_amount
from kibitz.draw.chart import Chart

TABLE_POINTS = 20
"""About how many points of a long curve its table on a page has."""


class Series(Struct, frozen=True):
    """A named line with a value at each point: a player's chances, or another curve."""

    name: str
    values: tuple[float, ...]


class CurveMark(Struct, frozen=True):
    """A named choice on a curve."""

    choice: int
    label: str


class OwnChoice(Struct, frozen=True):
    """The user's own choice on a curve, with its grade and glyph."""

    choice: int
    grade: str
    glyph: str


class CurveNote(Struct, frozen=True):
    """A note of two short lines at a break of a curve after this choice; the curve ``falls`` or rises there."""

    choice: int
    words: str
    falls: bool = True


class Curve(Chart, frozen=True):
    """Values over whole numbers with the plateau, the best choice, the user's own choice and named marks.

    ``names`` are the labels of the choices if numbers say nothing; ``low`` and ``high`` the ends of the intervals, one
    per choice, or empty. A curve over something else, such as a rating over time, has no plateau.
    """

    title: str
    choice_axis: str
    worth_axis: str
    choices: tuple[int, ...]
    worth: tuple[float, ...]
    unit: Unit
    plateau: tuple[int, int] | None
    marks: tuple[CurveMark, ...] = ()
    choice_unit: Unit | None = None
    best: int | None = None
    own: OwnChoice | None = None
    names: tuple[str, ...] = ()
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    beside: tuple[Series, ...] = ()
    """Other curves over the same choices, named at their ends, such as the chance if right and if wrong."""
    remarks: tuple[CurveNote, ...] = ()
    name: str = ""
    """Its name at its end next to those; by default the name of its axis."""

    def svg(self, narrow: bool = False) -> str:
        from kibitz.draw.curve_plot import NARROW, WIDE, curve_svg

        return curve_svg(self, NARROW if narrow else WIDE)

    def format_choice(self, choice: float) -> str:
        """The label of a choice: its name, its amount, or its number."""
        if self.names and choice in self.choices:
            return self.names[self.choices.index(int(choice))]
        return format_amount(choice, self.choice_unit) if self.choice_unit is not None else f"{choice:,.0f}"

    @property
    def heading(self) -> str:
        """The title of its panel on a page: ``Chance to win by wager``."""
        text = f"{self.worth_axis} by {self.choice_axis}"
        return text[0].upper() + text[1:]

    def near_best_range(self) -> tuple[int, int] | None:
        """The first and last choice that lose at most one point of win chance; None if that is the plateau."""
        from kibitz.draw.curve_plot import near_best_range

        return near_best_range(self)

    def points(self) -> Table:
        """The named choices, the best one and points between them, for "Show as table" on a page."""
        best = max(self.worth)
        names = {self.best: ""} | {mark.choice: mark.label for mark in self.marks}
        step = max(1, len(self.choices) // TABLE_POINTS)
        shown = {
            *range(0, len(self.choices), step),
            *(bisect_left(self.choices, choice) for choice in names if choice is not None),
        }
        rows = tuple(
            (
                f"{self.format_choice(choice)} {names.get(choice, '')}".strip(),
                format_amount(worth, self.unit),
                format_option_loss(best - worth, self.unit),
            )
            for choice, worth in ((self.choices[i], self.worth[i]) for i in sorted(shown))
        )
        return Table(("choice", "value", "loss"), rows)


class TimeCurve(Curve, frozen=True):
    """A curve over time, such as ratings by period."""


def recommendation_curve(
    counsel: Recommendation,
    title: str,
    choice_axis: str,
    worth_axis: str,
    marks: Sequence[CurveMark] = (),
    choice_unit: Unit | None = None,
    note: str = "",
) -> Curve:
    """The curve of a recommendation over numbers, without choices that are ruled out."""
    if counsel.curve is None or counsel.plateau is None:
        raise InputError("a curve needs choices that are whole numbers, and the worth of every one")
    choices = parse_choices(counsel.curve.choices)
    numbers = tuple(map(int, choices) if isinstance(choices, ChoiceList) else choices.numbers)
    worth = counsel.curve.worth
    some = str in set(map(type, worth))  # all are numbers as a rule, and there may be 20,000 of them
    values = tuple(v for v in worth if not isinstance(v, str)) if some else cast(tuple[float, ...], worth)
    if len(values) < len(numbers):
        numbers = tuple(n for n, value in zip(numbers, counsel.curve.worth, strict=True) if not isinstance(value, str))
    first, last = counsel.plateau
    mine = counsel.judgement
    return Curve(
        title,
        choice_axis,
        worth_axis,
        numbers,
        values,
        counsel.unit,
        (int(first), int(last)),
        tuple(marks),
        choice_unit,
        int(counsel.choice),
        None if mine is None or mine.worth is None else OwnChoice(int(mine.choice), mine.grade, GLYPHS[mine.grade]),
        note=note,
    )
