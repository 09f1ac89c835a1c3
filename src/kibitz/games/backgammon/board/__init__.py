"""The board: positions as values, batches of them as arrays."""

from kibitz.games.backgammon.board.position import (
    BAR,
    MEN,
    POINTS,
    START,
    Boards,
    Position,
    Result,
    check_boards,
)

__all__ = ["BAR", "MEN", "POINTS", "START", "Boards", "Position", "Result", "check_boards"]
