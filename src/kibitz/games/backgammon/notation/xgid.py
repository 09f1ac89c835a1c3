"""XGIDs: board, cube, score and dice in one line, the notation of eXtreme Gammon.

``XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10``: 26 places (the upper player's bar, points 1 to 24 of the
lower player, the lower player's bar; capital letters are the lower player's checkers), then log2 of the cube, its
owner (1 lower, -1 upper, 0 centred), who is on roll (1 or -1), dice (00 before the roll, D after a double), the scores
of lower and upper player, the Crawford flag (in a match) or 1 for Jacoby plus 2 for beavers (in money play), match
length, and log2 of the largest cube.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import POINTS, Position
from kibitz.games.backgammon.cube.state import MONEY, CubeState, Owner
from kibitz.games.backgammon.moves.dice import Dice, format_dice, parse_dice

PREFIX = "XGID="
MAX_CUBE = 10


@dataclass(frozen=True, slots=True)
class Xgid:
    """The content of an XGID; position and state are seen by the player on roll.

    ``turn`` 1: the lower player is on roll; -1: the upper one. ``doubled``: that player has doubled and waits for an
    answer.
    """

    position: Position
    state: CubeState = MONEY
    dice: Dice | None = None
    turn: int = 1
    doubled: bool = False
    max_cube: int = MAX_CUBE


def format_xgid(xgid: Xgid) -> str:
    """One line; `parse_xgid` reads it back."""
    lower, upper = xgid.position.own, xgid.position.opponent
    state = xgid.state
    if xgid.turn < 0:
        lower, upper, state = upper, lower, state.swap_sides()
    places = [_letter(upper[POINTS], "a")]
    for slot in range(POINTS):
        places.append(_letter(lower[slot], "A") if lower[slot] else _letter(upper[POINTS - 1 - slot], "a"))
    places.append(_letter(lower[POINTS], "A"))
    owner = {Owner.CENTRED: 0, Owner.OWN: 1, Owner.OPPONENT: -1}[state.owner]
    dice = "D" if xgid.doubled else format_dice(xgid.dice) if xgid.dice else "00"
    flag = int(state.crawford) if state.length else int(state.jacoby) + 2 * int(state.beavers)
    fields = (
        state.cube.bit_length() - 1,
        owner,
        xgid.turn,
        dice,
        state.own_score,
        state.opponent_score,
        flag,
        state.length,
        xgid.max_cube,
    )
    return PREFIX + "".join(places) + ":" + ":".join(str(field) for field in fields)


def parse_xgid(text: str) -> Xgid:
    """Read an XGID, with or without ``XGID=``; raises `InputError` for an impossible one."""
    word = text.strip()
    fields = word.removeprefix(PREFIX).split(":")
    if len(fields) != 10 or len(fields[0]) != 26:
        raise InputError("XGID: give 26 places and nine fields, separated by colons")
    lower, upper = [0] * 25, [0] * 25
    for place, letter in enumerate(fields[0]):
        n = _count(letter)
        if n > 0:
            if place == 0:
                raise InputError("XGID: the first place is the upper player's bar and must be a small letter")
            lower[place - 1] = n
        elif n < 0:
            if place == 25:
                raise InputError("XGID: the last place is the lower player's bar and must be a capital letter")
            upper[POINTS - place] = -n
    log_cube, owner, turn, score, other, flag, length, top = (
        _number(fields[i], name)
        for i, name in (
            (1, "cube"),
            (2, "cube owner"),
            (3, "turn"),
            (5, "score"),
            (6, "score"),
            (7, "rules"),
            (8, "length"),
            (9, "largest cube"),
        )
    )
    if turn not in (1, -1) or owner not in (1, 0, -1) or not 0 <= log_cube <= 15 or not 0 <= top <= 15:
        raise InputError("XGID: turn must be 1 or -1, the cube's owner 1, 0 or -1, and the log2 of a cube 0 to 15")
    if not 0 <= flag <= (1 if length else 3):
        raise InputError("XGID: the rules field must be 0 or 1 in a match, 0 to 3 in money play")
    owners = {0: Owner.CENTRED, 1: Owner.OWN, -1: Owner.OPPONENT}
    money = length == 0
    state = CubeState(
        length,
        score,
        other,
        1 << log_cube,
        owners[owner],
        crawford=not money and flag == 1,
        jacoby=money and flag in (1, 3),
        beavers=money and flag >= 2,
    )
    dice = None if fields[4] in ("00", "D") else parse_dice(fields[4])
    position = Position(tuple(lower), tuple(upper))
    if turn < 0:
        position, state = position.swap_sides(), state.swap_sides()
    return Xgid(position, state, dice, turn, fields[4] == "D", top)


def _letter(n: int, one: str) -> str:
    return chr(ord(one) + n - 1) if n else "-"


def _count(letter: str) -> int:
    if letter == "-":
        return 0
    if "A" <= letter <= "P":
        return ord(letter) - ord("A") + 1
    if "a" <= letter <= "p":
        return -(ord(letter) - ord("a") + 1)
    raise InputError(f"XGID: a number of checkers must be a letter from A to O or a to o, not {letter!r}")


def _number(text: str, name: str) -> int:
    try:
        return int(text[:9] if len(text) <= 9 else "too long")
    except ValueError:
        raise InputError(f"XGID: {name} must be a whole number, not {text[:40]!r}") from None
