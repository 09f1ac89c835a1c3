"""The grades of choices in words and signs, for those who judge and those who show; loads nothing."""

from __future__ import annotations

from typing import Literal, TypeAlias

GradeWord: TypeAlias = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[GradeWord, ...] = ("best", "fine", "inaccuracy", "mistake", "blunder")
"""From best to worst."""
GOOD_GRADES: tuple[GradeWord, ...] = GRADES[:2]
ERROR_GRADES: tuple[GradeWord, ...] = GRADES[2:]
GLYPHS: dict[str, str] = dict(zip(GRADES, ("✓", "○", "?!", "?", "??"), strict=True))
"""The signs of grades, beside their colours and words."""
