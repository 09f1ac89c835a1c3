"""In-category confidence: the chance to be right on a Daily Double given the player's record in its category.

A player's accuracy differs from category to category like a Beta variable. The paper's two numbers, about 45 % after
0 of 4 and 75 % after 4 of 4 known (sections 3.1, 3.1.1), fix its concentration: 4 / (a + b + 4) = 0.30.

That holds for a player whose answer to every clue is known, as the machine's was. Of people only the answers that they
gave are recorded, mostly right ones, since they buzz when they know; on 387 recorded Daily Doubles of 2018-19 these
tell nothing (the likelihood is largest for an infinite concentration). So a person's record is not used.
"""

from __future__ import annotations

from kibitz.core import InputError

PRIOR_CLUES = 9.33
"""a + b: how many clues of a category weigh as much as all that is known beforehand."""


def live_confidence(accuracy: float, right: int, seen: int, spread: float = PRIOR_CLUES) -> float:
    """Chance to be right: ``accuracy`` before anything is seen, ``right`` of ``seen`` clues of the category known."""
    if not (0 <= right <= seen and 0 <= accuracy <= 1 and spread > 0):
        raise InputError(f"record: must be 0 to {seen} right of {seen} clues seen, not {right}")
    return (accuracy * spread + right) / (spread + seen)
