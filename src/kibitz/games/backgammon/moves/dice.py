"""The 21 rolls of two dice and their chances."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from kibitz.core import FloatArray, InputError

Dice: TypeAlias = tuple[int, int]
"""Two dice, the larger one first."""

ROLLS: tuple[Dice, ...] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""All 21 different rolls, from 11 to 66."""

ROLL_CHANCES: FloatArray = np.array([(1 if high == low else 2) / 36 for high, low in ROLLS])
"""The chance of each roll in `ROLLS`."""
ROLL_CHANCES.setflags(write=False)


def parse_dice(text: str) -> Dice:
    """Dice as people write them: ``31``, ``3-1``, ``3 1``."""
    digits = [c for c in text if c.isdigit()]
    if len(digits) != 2 or not all("1" <= d <= "6" for d in digits) or set(text) - set("123456-,/ "):
        raise InputError(f"dice: must be two numbers from 1 to 6, such as 31, not {text[:40]!r}")
    low, high = sorted(int(d) for d in digits)
    return high, low


def format_dice(dice: Dice) -> str:
    """Dice as two digits, the larger one first."""
    return f"{max(dice)}{min(dice)}"


def roll_dice(rng: np.random.Generator) -> Dice:
    """One roll of two fair dice."""
    a, b = (int(x) for x in rng.integers(1, 7, size=2))
    return max(a, b), min(a, b)
