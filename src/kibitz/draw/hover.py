"""Data of a curve for scripts: the numbers under the pointer, and the named choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.exhibits import format_option_loss
from kibitz.core.units import format_amount
from kibitz.draw.curve import Curve

if TYPE_CHECKING:
    from kibitz.draw.curve_plot import CurvePlot

HOVER_STEP = 4
"""Pixels between two points with numbers."""


def named_choice_list(curve: Curve) -> str:
    """The named choices and the best one, in rising order."""
    named = {mark.choice for mark in curve.marks} | ({curve.best} if curve.best is not None else set())
    return " ".join(map(str, sorted(named)))


def hover_points(plot: CurvePlot) -> list[list[object]]:
    """Points for the pointer: x, y, the choice, its label, its value and its loss."""
    best = float(plot.values.max())
    places = np.arange(plot.frame.left, plot.right + 1, HOVER_STEP)
    first, last = int(plot.choices[0]), int(plot.choices[-1])
    raw = first + (places - plot.frame.left) / (plot.right - plot.frame.left) * (last - first)
    near = np.unique(np.clip(np.searchsorted(plot.choices, np.round(raw)), 0, len(plot.choices) - 1))
    choices, values, unit, words = plot.choices[near], plot.values[near], plot.curve.unit, plot.curve.format_choice
    across, up = (np.round(drawn, 1).tolist() for drawn in (plot.x(choices.astype(float)), plot.y(values)))
    return [
        [x, y, choice, words(choice), format_amount(value, unit), format_option_loss(best - value, unit)]
        for x, y, choice, value in zip(across, up, choices.tolist(), values.tolist(), strict=True)
    ]
