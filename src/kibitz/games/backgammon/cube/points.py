"""The thresholds of the winning chance at which cube decisions change."""

from __future__ import annotations

from msgspec import Struct


class CubePoints(Struct, frozen=True):
    """Winning chances of the player on roll at which decisions change, gammon rates held fixed.

    ``take``: from here the player takes a double (the opponent's own take point is 1 - ``cash``); ``double``: from here
    doubling is right; ``cash``: from here the opponent should pass; ``too_good``: from here playing on is better than
    cashing. ``None`` where there is no such point.
    """

    take: float
    double: float | None
    cash: float | None
    too_good: float | None
