"""Positions in any common notation: Position ID, Position ID:Match ID, or XGID; each parser is loaded on need."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import Position
from kibitz.games.backgammon.cube.state import MONEY, CubeState
from kibitz.games.backgammon.moves.dice import Dice
from kibitz.games.backgammon.notation.position_id import format_position_id, parse_position_id


@dataclass(frozen=True, slots=True)
class Situation:
    """A position with cube and score, and the roll if there is one, seen by the player on roll."""

    position: Position
    state: CubeState = MONEY
    dice: Dice | None = None


def parse_situation(text: str) -> Situation:
    """Read a Position ID, ``PositionID:MatchID``, or an XGID."""
    word = text.strip()
    if word.upper().startswith("XGID=") or word.count(":") == 9:
        from kibitz.games.backgammon.notation.xgid import parse_xgid

        xgid = parse_xgid(word)
        return Situation(xgid.position, xgid.state, xgid.dice)
    if word.count(":") == 1:
        from kibitz.games.backgammon.notation.match_id import parse_match_id

        board, match = word.split(":")
        match_id = parse_match_id(match)
        return Situation(parse_position_id(board), match_id.cube_state(), match_id.dice)
    if ":" in word:
        raise InputError("position: give a Position ID, PositionID:MatchID or an XGID")
    return Situation(parse_position_id(word))


def format_situation(situation: Situation) -> str:
    """A Position ID, with a Match ID unless it is plain money play before the roll; `parse_situation` reads it back.

    Beavers need an XGID, the only notation that has a place for them.
    """
    if situation.state.beavers and not situation.state.length:
        from kibitz.games.backgammon.notation.xgid import Xgid, format_xgid

        return format_xgid(Xgid(situation.position, situation.state, situation.dice))
    board = format_position_id(situation.position)
    if situation.state == MONEY and situation.dice is None:
        return board
    from kibitz.games.backgammon.notation.match_id import format_match_id, match_id_of

    return f"{board}:{format_match_id(match_id_of(situation.state, situation.dice))}"
