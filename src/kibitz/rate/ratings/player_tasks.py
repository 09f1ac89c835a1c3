"""The task of a worker: rate some players of a field."""

from __future__ import annotations

from typing import cast

from kibitz.rate.ratings.field_rating import FieldTask
from kibitz.rate.ratings.intrinsic import IntervalMethod, RatingMethod, intrinsic_rating
from kibitz.rate.ratings.result import Rating


def rate_players(task: FieldTask) -> list[tuple[str, Rating]]:
    """Name and rating of each player of a task, by each of its methods."""
    interval, draws, seed = task.settings
    return [
        (
            name,
            intrinsic_rating(
                own,
                task.scale,
                interval=cast(IntervalMethod, interval),
                draws=draws,
                seed=seed,
                method=cast("RatingMethod | None", method),
                known=task.fits.get(name),
                table=task.table,
            ),
        )
        for name, own in task.groups.items()
        for method in task.methods
    ]
