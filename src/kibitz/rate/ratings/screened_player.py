"""One row of the screening of a field: the record alone, so that reading a stored one loads no NumPy."""

from __future__ import annotations

from msgspec import Struct


class ScreenedPlayer(Struct, frozen=True, kw_only=True):
    """A player's choices against those of typical players of the claimed rating, in the same decisions.

    The ``z_...`` are in standard errors, widened for decisions of one game that depend on each other. Positive
    ``z_best``, ``z_equal`` and ``z_help`` and negative ``z_error`` mean better play than claimed. ``z_best`` counts the
    option the engine lists first, ``z_equal`` every option of equal value. ``share`` is the share of choices that
    follow the engine beyond what the rating explains, with its 95 % interval, and ``z_help`` tests it against 0.
    ``p`` is the chance of such a ``z_help`` by luck, ``q`` the share of false alarms among all players with a ``p`` as
    small (Benjamini and Hochberg). ``power`` is the chance that help in a tenth of these decisions gives a ``p`` of at
    most 1 %.
    """

    player: str
    claimed: float
    n: int
    events: int
    z_best: float
    z_equal: float
    z_error: float
    share: float
    share_low: float
    share_high: float
    z_help: float
    p: float
    q: float
    power: float
    extrapolated: bool


class UnscreenedPlayer(Struct, frozen=True):
    """A player who cannot be screened, and why."""

    player: str
    n: int
    reason: str
