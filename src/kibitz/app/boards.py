"""Boards as pictures: the only place where the name of a board finds the game that reads its notation."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from random import Random
from urllib.parse import parse_qsl, urlencode

from kibitz.core.exhibits import Board
from kibitz.core.exhibits.figures import Side

ROLLED = ("plies", "cubeful", "jacoby", "beavers")
"""Settings of a question about a position that stay when it is rolled for."""
ONCE = ("position", "dice", "play", "choice")
"""What belongs to one position and one side alone."""


def posed(fields: Mapping[str, object]) -> Board | None:
    """The board of a position that is asked about, with the roll if there is one; none for other questions."""
    if "state" in fields:
        return Board("jeopardy", str(fields["state"]))
    if "position" not in fields:
        return None
    from kibitz.games.backgammon.answers.positions import rolled

    position, dice = str(fields["position"]), str(fields.get("dice") or "")
    return Board("backgammon", rolled(position, dice) if dice else position)


def board_svg(board: Board) -> str:
    """The picture of a board; one that nobody draws is its notation."""
    if board.name == "backgammon":
        from kibitz.draw.backgammon import backgammon_svg
        from kibitz.games.backgammon.picture import picture

        return backgammon_svg(picture(board))
    if board.name == "chess":
        from kibitz.draw.chess import chess_svg

        return chess_svg(board.state, board.play, flipped=board.flipped, other=board.other)
    if board.name == "jeopardy":
        from kibitz.draw.heat import clues_svg
        from kibitz.games.jeopardy.answers.pictures.pressed import board_of

        heat = board_of(board.state)
        squares = [
            ["" if share is None else value for share in row] for value, row in zip(heat.rows, heat.shares, strict=True)
        ]
        return clues_svg(squares, heat.title)
    return f"<code>{escape(board.state)}</code>"


def letter_points() -> dict[str, int]:
    """What each letter scores in Sevens, as it stands on the tiles of a rack."""
    from kibitz.games.sevens.words.tiles import LETTERS, SCRABBLE

    return {letter: SCRABBLE.worth(letter) for letter in LETTERS}


def board_sides(board: Board) -> tuple[Side, Side] | None:
    """Who sits above a board and below it; none where nobody is known to."""
    if board.name == "backgammon":
        from kibitz.games.backgammon.picture import sides

        return sides(board)
    if board.name == "chess":
        from kibitz.games.chess.people.steps import sides as players

        return players(board)
    return None


def board_links(board: Board, path: str, query: str, chance: Random | None = None) -> tuple[tuple[str, str], ...]:
    """What can be done with the board of a question, as words and links: roll the dice, take the other side.

    ``query`` is the link of the question at ``path``, whose settings stay; dice fall by ``chance``.
    """
    if board.name != "backgammon" or not path.startswith("backgammon."):
        return ()
    from kibitz.games.backgammon.picture import flipped, rolled

    held = dict(parse_qsl(query))
    if "position" not in held:
        return ()
    roll = {**{name: held[name] for name in ROLLED if name in held}, **rolled(board.state, chance or Random())}
    turned = {**{name: value for name, value in held.items() if name not in ONCE}, **flipped(board.state)}
    if "dice" not in held:
        turned.pop("dice", None)
    page = path.replace(".", "/")
    return (("Roll", f"/backgammon/move?{_link(roll)}"), ("Flip", f"/{page}?{_link(turned)}"))


def _link(fields: dict[str, str]) -> str:
    return urlencode(fields, safe=":/")
