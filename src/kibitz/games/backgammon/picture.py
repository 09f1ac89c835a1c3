"""What the picture of a position shows, from its notation and the play to draw on it."""

from __future__ import annotations

from kibitz.draw.backgammon import BackgammonPicture
from kibitz.games.backgammon.board.position import BAR
from kibitz.games.backgammon.cube.state import Owner
from kibitz.games.backgammon.notation.anything import parse_situation
from kibitz.games.backgammon.notation.play import trips

OWNERS = {Owner.CENTRED: 0, Owner.OWN: 1, Owner.OPPONENT: -1}


def picture(notation: str, play: str = "") -> BackgammonPicture:
    """The picture of a position in any notation, seen by the player on roll, with the men that a play moves."""
    situation = parse_situation(notation)
    position, state = situation.position, situation.state
    own = (position.own[BAR], *position.own[:BAR], position.off[0])
    other = (position.opponent[BAR], *reversed(position.opponent[:BAR]), position.off[1])
    pips = position.pips
    words = f"Backgammon position: you need {pips[0]} pips, they need {pips[1]}."
    moved = tuple((trip[0] + 1, trip[-1] + 1) for trip in trips(play)) if play else ()
    if play:
        words += f" Best play: {play}."
    return BackgammonPicture(own, other, situation.dice and (situation.dice[0], situation.dice[1]), state.cube,
                             OWNERS[state.owner], moved, words)  # fmt: skip
