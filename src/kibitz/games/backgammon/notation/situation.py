"""Positions in any common notation: Position ID, Position ID:Match ID, XGID, or a FIBS line; parsers load on need.

They may stand in pasted text: ``GNUBG ID: ...``, lines ``Position ID: ...`` and ``Match ID: ...``, or the text that
eXtreme Gammon copies, which has a line with an XGID. A roll may follow an ID, such as ``4HPwATDgc/ABMA 31``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

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


_XGID = re.compile(r"XGID\s*=\s*([-A-Pa-p]{26}(?::[-0-9DBR]{1,5}){9})")
_GNUBG_ID = re.compile(r"GNU\s?BG\s*ID\s*[:=]?\s*([A-Za-z0-9+/]{14}(?::[A-Za-z0-9+/]{12})?)", re.IGNORECASE)
_POSITION_ID = re.compile(r"Position\s*ID\s*[:=]?\s*([A-Za-z0-9+/]{14})", re.IGNORECASE)
_FIBS = re.compile(r"\bboard:[^:]{1,60}:[^:]{1,60}(?::-?\d{1,6}){46,52}")
_WITH_ROLL = re.compile(r"(\S+)\s+([1-6])[- ,]?([1-6])")
_MATCH_ID = re.compile(r"Match\s*ID\s*[:=]?\s*([A-Za-z0-9+/]{12})", re.IGNORECASE)


def find_notation(text: str) -> str:
    """The notation inside pasted text; the text itself, without needless space, if nothing in it is labelled."""
    if match := _XGID.search(text):
        return f"XGID={match[1]}"
    if match := _FIBS.search(text):
        return match[0]
    if match := _GNUBG_ID.search(text):
        return match[1]
    if match := _POSITION_ID.search(text):
        score = _MATCH_ID.search(text)
        return f"{match[1]}:{score[1]}" if score else match[1]
    return re.sub(r"\s*([/:])\s*", r"\1", text.strip())


def parse_situation(text: str) -> Situation:
    """Read a Position ID, ``PositionID:MatchID``, an XGID or a FIBS line, alone or in pasted text."""
    word = find_notation(text)
    if word.startswith("board:"):
        from kibitz.games.backgammon.notation.fibs_board import parse_fibs_board

        return Situation(*parse_fibs_board(word))
    if match := _WITH_ROLL.fullmatch(word):
        return replace(_parse_id(match[1]), dice=(max(int(match[2]), int(match[3])), min(int(match[2]), int(match[3]))))
    return _parse_id(word)


def _parse_id(word: str) -> Situation:
    """Read one notation without spaces."""
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
