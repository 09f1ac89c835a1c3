"""The board diagram of a position, from its notation and the plays to draw on it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from kibitz.core.exhibits.replay import BoardDiagram, Side
from kibitz.draw.backgammon import BackgammonPicture
from kibitz.games.backgammon.board.position import BAR
from kibitz.games.backgammon.cube.state import CubeState, Owner
from kibitz.games.backgammon.notation.play import parse_trips
from kibitz.games.backgammon.notation.situation import Situation, format_situation, parse_situation

OWNERS = {Owner.CENTRED: 0, Owner.OWN: 1, Owner.OPPONENT: -1}


def board_diagram(board: BoardDiagram) -> BackgammonPicture:
    """The picture of a position in any notation, seen by the player on roll, with the checkers that plays move."""
    situation = parse_situation(board.state)
    position, state = situation.position, situation.state
    own = (position.own[BAR], *position.own[:BAR], position.off[0])
    other = (position.opponent[BAR], *reversed(position.opponent[:BAR]), position.off[1])
    pips = position.pips
    description = f"Backgammon position: you need {pips[0]} pips, they need {pips[1]}."
    if board.reply:
        description += f" Their last play: {board.reply}."
    if situation.dice is not None:
        description += f" Rolled: {situation.dice[0]}-{situation.dice[1]}."
    if board.play:
        description += f" Best play: {board.play}."
    made, _, grade = board.other.rpartition(" ")
    if made:
        description += f" Played: {made}, {grade}."
    return BackgammonPicture(
        own,
        other,
        situation.dice and (situation.dice[0], situation.dice[1]),
        0 if state.is_cube_dead else state.cube,
        OWNERS[state.owner],
        _moved_men(board.play),
        description,
        _moved_men(made),
        grade,
        _moved_men(board.reply),
    )


def _moved_men(play: str) -> tuple[tuple[int, int], ...]:
    return tuple((trip[0] + 1, trip[-1] + 1) for trip in parse_trips(play)) if "/" in play else ()


def side_labels(board: BoardDiagram) -> tuple[Side, Side]:
    """Labels above and below the board: name, roll, points needed in a match, and pips."""
    situation = parse_situation(board.state)
    own, other = board.names if len(board.names) == 2 else ("You", "Opponent")
    pips, needs = situation.position.pips, _points_needed(situation.state)
    task = "on roll" if situation.dice is None else f"to play {situation.dice[0]}-{situation.dice[1]}"
    return (
        Side("black", other, note=needs[1], count=f"{pips[1]} pips"),
        Side("white", own, task, needs[0], f"{pips[0]} pips"),
    )


def _points_needed(state: CubeState) -> tuple[str, str]:
    """Points that each side needs in a match; empty in money play."""
    own, other = state.away
    return (f"needs {own}", f"needs {other}") if state.length else ("", "")


def fields_after_roll(state: str, chance: Random) -> dict[str, str]:
    """The fields of a question about a position with dice thrown for it."""
    thrown = sorted((chance.randint(1, 6), chance.randint(1, 6)), reverse=True)
    return {"position": format_situation(replace(parse_situation(state), dice=None)), "dice": f"{thrown[0]}{thrown[1]}"}


def fields_after_swap(state: str) -> dict[str, str]:
    """The fields of the same question with the other side on roll; the dice, if any, are the same."""
    result = parse_situation(state)
    turned = format_situation(Situation(result.position.swap_sides(), result.state.swap_sides()))
    return {"position": turned} | ({} if result.dice is None else {"dice": f"{result.dice[0]}{result.dice[1]}"})
