"""The cube action before a roll: its plain values and its exhibits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import ROUNDING_LOSS, Table, format_option_loss
from kibitz.core.units import Unit, format_amount, format_chance
from kibitz.draw.threshold_bars import ThresholdBar, ThresholdBars, ThresholdZone
from kibitz.games.backgammon.cube.points import CubePoints

if TYPE_CHECKING:
    from kibitz.games.backgammon.cube.decision import CubeDecision


class CubeSummary(Struct, frozen=True):
    """The cube action before a roll: equities per unit of cube for the player on roll, and their chance to win."""

    action: str
    no_double: float
    double_take: float
    double_pass: float
    win: float
    points: CubePoints

    def chart(self, title: str) -> ThresholdBars | Table:
        """The win chance among the thresholds of the cube action, with the three equities; these alone without one."""
        double, cash = (1.0 if p is None else p for p in (self.points.double, self.points.cash))
        too_good = 1.0 if self.points.too_good is None else self.points.too_good
        zones = (
            ThresholdZone(min(double, cash), "no double"),
            ThresholdZone(cash, "double, take", acts=True),
            ThresholdZone(too_good, "pass", acts=True),
            ThresholdZone(1.0, "too good"),
        )
        now = f"you, {format_chance(self.win)} before the roll"
        takes = self.double_take <= self.double_pass
        doubled = min(self.double_take, self.double_pass)
        best = self.no_double if self.action == "no cube" else max(self.no_double, doubled)
        lines = (
            ("no double", self.no_double, ""),
            ("double, take", self.double_take, "" if takes else "they pass"),
            ("double, pass", self.double_pass, "they take" if takes else ""),
        )
        rows = tuple(
            (name, format_amount(equity, Unit.EQUITY), reply or format_option_loss(best - equity, Unit.EQUITY))
            for name, equity, reply in lines
        )
        grades = tuple("" if reply else grade_of(best - equity) for _, equity, reply in lines)
        strong = tuple(number for number, grade in enumerate(grades) if grade == "best")[:1]
        equities = Table(("", "equity", "loss"), rows, title, strong=strong, grades=grades)
        if self.points.double is None and self.action.startswith("double"):
            return equities  # the thresholds would contradict the action
        bar = ThresholdBar("Chance to win", zones, self.action)
        return ThresholdBars(title, (bar,), self.win, now, listing=equities)


def grade_of(loss: float) -> str:
    """The grade of a loss in equity."""
    from kibitz.core.judgement import THRESHOLDS

    return "best" if loss < ROUNDING_LOSS else THRESHOLDS[Unit.EQUITY].grade(loss).word


def to_cube_summary(cube: CubeDecision) -> CubeSummary:
    """The decision as plain values."""
    return CubeSummary(
        cube.action.value,
        cube.no_double,
        cube.double_take,
        cube.double_pass,
        cube.probabilities.win,
        cube.points,
    )
