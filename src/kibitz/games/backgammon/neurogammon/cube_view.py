"""What Neurogammon's cube decision rests on."""

from __future__ import annotations

from msgspec import Struct


class CubeView(Struct, frozen=True):
    """The nine outputs of the doubling network, both estimates of the winning chance, the contact, and their blend.

    ``p_network`` is a tenth of the sum of the outputs. ``contact`` is its weight, the rest is that of ``p_race``.
    """

    outputs: tuple[float, ...]
    p_network: float
    p_race: float
    contact: float
    chance: float
