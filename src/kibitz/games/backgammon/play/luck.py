"""Luck: how much better each roll was than the mean roll, by an evaluator; zero on average whatever the evaluator."""

from __future__ import annotations

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.backgammon.board.position import Boards
from kibitz.games.backgammon.moves.dice import ROLL_CHANCES, ROLLS, Dice
from kibitz.games.backgammon.nets.probabilities import MONEY_WEIGHTS, opponent_weights
from kibitz.games.backgammon.play.game import FinishedGame
from kibitz.games.backgammon.search.searcher import Searcher

_INDEX = {roll: i for i, roll in enumerate(ROLLS)}
OPENING_WEIGHTS: FloatArray = np.array([0.0 if high == low else 1 / 15 for high, low in ROLLS])
"""Chances of the first roll of a game, which is never a double."""
OPENING_WEIGHTS.setflags(write=False)


def roll_luck(
    searcher: Searcher, board: Boards, dice: Dice, opening: bool = False, reading: FloatArray = MONEY_WEIGHTS
) -> float:
    """Equity of a roll minus that of the mean roll for the side on roll, by static evaluation of the best plays."""
    from kibitz.games.backgammon.rollout.kernels import roll_worths

    engine, room = searcher.engine()
    readings = np.stack([reading, opponent_weights(reading)]).astype(np.float32)
    worths = roll_worths(np.ascontiguousarray(board), engine, room, readings, searcher.keep)
    weights = OPENING_WEIGHTS if opening else ROLL_CHANCES
    return float(worths[_INDEX[max(dice), min(dice)]] - weights @ worths)


def game_luck(searcher: Searcher, played: FinishedGame) -> float:
    """Luck of player 0 minus that of player 1 in a money game without a cube, in points."""
    total = 0.0
    for number, turn in enumerate(played.turns):
        luck = roll_luck(searcher, turn.board, turn.dice, opening=number == 0)
        total += luck if turn.player == 0 else -luck
    return total
