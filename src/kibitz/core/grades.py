"""The grades of choices as words and glyphs. This module imports nothing heavy."""

from __future__ import annotations

from typing import Literal, TypeAlias

GradeWord: TypeAlias = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[GradeWord, ...] = ("best", "fine", "inaccuracy", "mistake", "blunder")
"""From best to worst."""
GOOD_GRADES: tuple[GradeWord, ...] = GRADES[:2]
ERROR_GRADES: tuple[GradeWord, ...] = GRADES[2:]
GLYPHS: dict[str, str] = dict(zip(GRADES, ("✓", "○", "?!", "?", "??"), strict=True))
"""The glyph of each grade."""
