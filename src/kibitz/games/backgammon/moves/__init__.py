"""Dice and legal plays: a plain generator, and a compiled one that tests compare with it."""

from kibitz.games.backgammon.moves.dice import ROLLS, WEIGHTS, Dice, format_dice, parse_dice
from kibitz.games.backgammon.moves.legal import Play, Step, apply_play, legal_plays, results

__all__ = [
    "ROLLS",
    "WEIGHTS",
    "Dice",
    "Play",
    "Step",
    "apply_play",
    "format_dice",
    "legal_plays",
    "parse_dice",
    "results",
]
