"""The six phases of a game, one network each: a partition of all positions by the task of the player on roll.

The paper's Table 1 names five and leaves the sixth unnamed. Here it is the race, positions without contact that are not
yet a bearoff. The first that fits decides:

1. bearoff: all own checkers are home;
2. race: no contact is left;
3. opponent's bearoff: all of the opponent's checkers are home;
4. bearin: all own checkers are within 12 points of the end;
5. opponent's bearin: all of the opponent's checkers are;
6. other.
"""

from __future__ import annotations

from enum import Enum

from kibitz.games.backgammon.board.position import HOME, Position

NEAR = 12


class Phase(Enum):
    """A phase, seen by the player on roll before the move."""

    BEAROFF = "bearoff"
    RACE = "race"
    OPPONENT_BEAROFF = "opp. bearoff"
    BEARIN = "bearin"
    OPPONENT_BEARIN = "opp. bearin"
    OTHER = "other"


def phase_of(position: Position) -> Phase:
    """The phase of a position before the move."""
    if not any(position.own[HOME:]):
        return Phase.BEAROFF
    if not position.has_contact:
        return Phase.RACE
    if not any(position.opponent[HOME:]):
        return Phase.OPPONENT_BEAROFF
    if not any(position.own[NEAR:]):
        return Phase.BEARIN
    if not any(position.opponent[NEAR:]):
        return Phase.OPPONENT_BEARIN
    return Phase.OTHER
