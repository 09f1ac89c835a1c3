"""What a curve tells a page beyond its picture: the figures under the pointer, and the choices that have names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.core.exhibits import Curve, format_option_loss
from kibitz.core.units import format_amount

if TYPE_CHECKING:
    from kibitz.draw.curve import CurvePlot

HOVER_STEP = 4
"""Pixels between two places at which the page tells figures."""


def named_choice_list(curve: Curve) -> str:
    """The choices that have names, and the best, from the least to the largest."""
    named = {mark.choice for mark in curve.marks} | ({curve.best} if curve.best is not None else set())
    return " ".join(map(str, sorted(named)))


def hover_points(plot: CurvePlot) -> list[list[object]]:
    """What the page tells under the pointer: x, y, the choice as a number, its words, its worth and its loss."""
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
