"""Ratings over time as a curve: one point per period, with its interval."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.errors import InputError
from kibitz.core.question import File
from kibitz.core.units import Unit
from kibitz.draw.curve import Curve, TimeCurve
from kibitz.rate.report.ratings import LOSS_SCALE_NAME, PlayerRating


def rating_chart(
    rows: Sequence[PlayerRating], names: Sequence[str], scale: str, title: str, axis: str = "period"
) -> Curve | None:
    """The ratings of successive periods, each with its name; ``None`` where fewer than two have a rating.

    Years are placed to scale; other periods are numbered. A period without a rating leaves a gap. An unbounded end of
    an interval is drawn at the rating.
    """
    places = [int(name) for name in names] if all(name.isdecimal() for name in names) else range(1, len(names) + 1)
    known = [
        (place, name, row.rating, row)
        for place, name, row in zip(places, names, rows, strict=True)
        if row.rating is not None
    ]
    if len(known) < 2:
        return None
    return TimeCurve(
        title=title,
        choice_axis=axis,
        worth_axis="expected loss" if scale == LOSS_SCALE_NAME else scale,
        choices=tuple(place for place, *_ in known),
        worth=tuple(value for *_, value, _ in known),
        unit=Unit.PAYOFF if scale == LOSS_SCALE_NAME else Unit.POINTS,
        plateau=None,
        names=tuple(name for _, name, *_ in known),
        low=tuple(value if row.low is None else row.low for *_, value, row in known),
        high=tuple(value if row.high is None else row.high for *_, value, row in known),
    )


def chart_file(curve: Curve | None, kind: str) -> File:
    """The curve as an SVG file."""
    from kibitz.draw.curve_plot import curve_svg

    if curve is None:
        raise InputError(f"{kind}: the chart needs at least two periods with a rating")
    return File("ratings.svg", "image/svg+xml", curve_svg(curve).encode())
