"""Dice and legal plays: a plain generator, and a compiled one that tests compare with it."""

from kibitz.games.backgammon.moves.dice import ROLL_CHANCES, ROLLS, Dice, format_dice, parse_dice
from kibitz.games.backgammon.moves.legal import CheckerMove, Play, apply_play, legal_plays, resulting_positions

__all__ = [
    "ROLLS",
    "ROLL_CHANCES",
    "CheckerMove",
    "Dice",
    "Play",
    "apply_play",
    "format_dice",
    "legal_plays",
    "parse_dice",
    "resulting_positions",
]
