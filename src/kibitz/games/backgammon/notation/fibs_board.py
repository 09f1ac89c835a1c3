"""The ``board:`` line that FIBS and programs that speak its protocol send: players, score, points, dice and cube."""

from __future__ import annotations

from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import Position
from kibitz.games.backgammon.cube.state import CubeState, Owner
from kibitz.games.backgammon.moves.dice import Dice

MIN_FIELDS = 49
UNLIMITED_LENGTH = 9_999
BOARD, TURN, DICE, CUBE, MAY_DOUBLE, COLOUR, DIRECTION, BAR = 6, 32, 33, 37, 38, 41, 42, 47
"""Places of the fields, with the word ``board`` as 0."""


def parse_fibs_board(text: str) -> tuple[Position, CubeState, Dice | None]:
    """Position, cube and score, and roll of such a line, seen by the player on roll; raises `InputError`."""
    words = text.strip().split(":")
    try:
        numbers = [0, 0, 0, *(int(word[:6]) for word in words[3:])]
    except ValueError:
        numbers = []
    if len(numbers) < MIN_FIELDS or words[0] != "board":
        raise InputError("position: a FIBS line must have 'board', two names and at least 46 numbers, with colons")
    colour, step = numbers[COLOUR], numbers[DIRECTION]
    if colour not in (1, -1) or step not in (1, -1):
        raise InputError("position: colour and direction of a FIBS line must be 1 or -1")
    # Points count up from the home of the side that moves towards 0.
    points = [colour * n for n in numbers[BOARD : BOARD + 26]]
    own = points[1:25] if step < 0 else points[24:0:-1]
    other = [-n for n in reversed(own)]
    bars = numbers[BAR : BAR + 2]
    position = Position((*(max(n, 0) for n in own), bars[0]), (*(max(n, 0) for n in other), bars[1]))
    state = _cube_state(numbers)
    mine = numbers[TURN] == colour
    one, two = numbers[DICE : DICE + 2] if mine else numbers[DICE + 2 : DICE + 4]
    dice = (max(one, two), min(one, two)) if 1 <= min(one, two) <= max(one, two) <= 6 else None
    return (position, state, dice) if mine else (position.swap_sides(), state.swap_sides(), dice)


def _cube_state(numbers: list[int]) -> CubeState:
    """Cube and score; nobody may double in the Crawford game, which the line does not name."""
    length = 0 if numbers[3] >= UNLIMITED_LENGTH else numbers[3]
    own, other = (numbers[4], numbers[5]) if length else (0, 0)
    may, he_may = numbers[MAY_DOUBLE], numbers[MAY_DOUBLE + 1]
    owner = Owner.CENTRED
    if numbers[CUBE] > 1 and bool(may) != bool(he_may):
        owner = Owner.OWN if may else Owner.OPPONENT
    crawford = length > 1 and length - 1 in (own, other) and own != other and not (may or he_may)
    return CubeState(length, own, other, numbers[CUBE], owner, crawford)
