"""Positions at random: reached by random play, or scattered without regard to how they could come about."""

from __future__ import annotations

import numpy as np

from kibitz.games.backgammon.board.position import BAR, MEN, POINTS, START, Position
from kibitz.games.backgammon.moves.dice import roll_dice
from kibitz.games.backgammon.moves.legal import legal_plays


def random_reachable_position(rng: np.random.Generator, plies: int) -> Position:
    """The position after this number of random plays from the start, or before the play that would end the game."""
    position = START
    for _ in range(plies):
        plays = legal_plays(position, roll_dice(rng))
        after = plays[int(rng.integers(len(plays)))].after
        if after.winner_points:
            break
        position = after
    return position


def random_position(rng: np.random.Generator) -> Position:
    """Checkers of both sides on random places, some on the bar, some off; each side has at least one left."""
    owners = rng.integers(0, 2, size=POINTS)
    sides = []
    for side in range(2):
        places = [slot if side == 0 else POINTS - 1 - slot for slot in range(POINTS) if owners[slot] == side]
        men = [0] * (BAR + 1)
        for _ in range(int(rng.integers(1, MEN + 1))):
            men[BAR if not places or rng.random() < 0.03 else places[int(rng.integers(len(places)))]] += 1
        sides.append(tuple(men))
    return Position(sides[0], sides[1])
