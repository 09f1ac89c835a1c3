"""Boards as pictures: the only module that maps the name of a board to the game that reads its notation."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from random import Random
from urllib.parse import parse_qsl, urlencode

from kibitz.core.exhibits.replay import BoardDiagram, Side

FIELDS_KEPT_ON_ROLL = ("plies", "cubeful", "jacoby", "beavers")
"""Settings of a position that stay after a roll."""
POSITION_FIELDS = ("position", "dice", "play", "choice")
"""Settings that belong to one position and side."""


def question_board(path: str, fields: Mapping[str, object]) -> BoardDiagram | None:
    """The board of a question about a position, with the roll if there is one; ``None`` for other questions."""
    group = path.partition(".")[0]
    if group == "jeopardy" and "state" in fields:
        return BoardDiagram("jeopardy", str(fields["state"]))
    if group != "backgammon" or "position" not in fields:
        return None
    from kibitz.games.backgammon.answers.positions import position_with_roll

    position, dice = str(fields["position"]), str(fields.get("dice") or "")
    return BoardDiagram("backgammon", position_with_roll(position, dice) if dice else position)


def board_svg(board: BoardDiagram) -> str:
    """The board as SVG, or its notation if no game draws it."""
    if board.name == "backgammon":
        from kibitz.draw.backgammon import backgammon_svg
        from kibitz.games.backgammon.board_diagram import board_diagram

        return backgammon_svg(board_diagram(board))
    if board.name == "chess":
        from kibitz.draw.chess import chess_svg

        return chess_svg(board.state, board.play, flipped=board.flipped, other=board.other)
    if board.name == "jeopardy":
        from kibitz.draw.heat_map import clue_board_svg
        from kibitz.games.jeopardy.answers.exhibits.clickable_board import clickable_board

        heat = clickable_board(board.state)
        squares = [
            ["" if share is None else value for share in row] for value, row in zip(heat.rows, heat.shares, strict=True)
        ]
        return clue_board_svg(squares, heat.title)
    return f"<code>{escape(board.state)}</code>"


def board_text(board: BoardDiagram) -> str:
    """The board as lines of text for a terminal; empty if no game draws it."""
    if board.name == "backgammon":
        from kibitz.games.backgammon.board.text_board import text_board as backgammon_text
        from kibitz.games.backgammon.notation.situation import parse_situation

        return "\n".join(backgammon_text(parse_situation(board.state).position).splitlines())
    if board.name == "chess":
        from kibitz.games.chess.people.position_answer import text_board as chess_text

        return chess_text(board.state)
    return ""


def letter_points() -> dict[str, int]:
    """The points of each letter in sevens."""
    from kibitz.games.sevens.words.tiles import LETTERS, SCRABBLE

    return {letter: SCRABBLE.worth(letter) for letter in LETTERS}


def board_sides(board: BoardDiagram) -> tuple[Side, Side] | None:
    """The players above and below a board; empty if unknown."""
    if board.name == "backgammon":
        from kibitz.games.backgammon.board_diagram import side_labels

        return side_labels(board)
    if board.name == "chess":
        from kibitz.games.chess.people.replay import side_labels as players

        return players(board)
    return None


def board_links(
    board: BoardDiagram, path: str, query: str, chance: Random | None = None
) -> tuple[tuple[str, str], ...]:
    """Actions on the board of a question as labels and links: roll the dice, switch sides. ``query`` is the link of the
    question at ``path``, whose settings stay; ``chance`` rolls the dice."""
    if board.name != "backgammon" or not path.startswith("backgammon."):
        return ()
    from kibitz.games.backgammon.board_diagram import fields_after_roll, fields_after_swap

    held = dict(parse_qsl(query))
    if "position" not in held:
        return ()
    roll = {
        **{name: held[name] for name in FIELDS_KEPT_ON_ROLL if name in held},
        **fields_after_roll(board.state, chance or Random()),
    }
    turned = {
        **{name: value for name, value in held.items() if name not in POSITION_FIELDS},
        **fields_after_swap(board.state),
    }
    if "dice" not in held:
        turned.pop("dice", None)
    page = path.replace(".", "/")
    return (("Roll", f"/backgammon/move?{_link(roll)}"), ("Flip", f"/{page}?{_link(turned)}"))


def _link(fields: dict[str, str]) -> str:
    return urlencode(fields, safe=":/")
