"""Boards as pictures: the only place where the name of a board finds the game that reads its notation."""

from __future__ import annotations

from html import escape

from kibitz.core.exhibits import Board
from kibitz.core.exhibits.figures import Side


def board_svg(board: Board) -> str:
    """The picture of a board; one that nobody draws is its notation."""
    if board.name == "backgammon":
        from kibitz.draw.backgammon import backgammon_svg
        from kibitz.games.backgammon.picture import picture

        return backgammon_svg(picture(board))
    if board.name == "chess":
        from kibitz.draw.chess import chess_svg

        return chess_svg(board.state, board.play, flipped=board.flipped, other=board.other)
    return f"<code>{escape(board.state)}</code>"


def board_sides(board: Board) -> tuple[Side, Side] | None:
    """Who sits above a board and below it; none where nobody is known to."""
    if board.name == "backgammon":
        from kibitz.games.backgammon.picture import sides

        return sides(board)
    if board.name == "chess":
        from kibitz.games.chess.people.steps import sides as players

        return players(board)
    return None
