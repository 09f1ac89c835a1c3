"""All legal plays of a roll, by plain recursion: both dice if possible, else the larger one that can be played.

The compiled generator in `kernels` gives the same results many times faster; tests compare the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import BAR, HOME, POINTS, Position
from kibitz.games.backgammon.moves.dice import Dice

Men: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True, order=True)
class CheckerMove:
    """One checker moved: from slot to slot (-1 is off), and whether it hits there."""

    source: int
    target: int
    hit: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """One legal play: its steps in order, and the position after it with the opponent on roll."""

    steps: tuple[CheckerMove, ...]
    after: Position


def legal_checker_moves(own: Men, opponent: Men, die: int) -> list[CheckerMove]:
    """The steps that a die allows, rearmost checker first."""
    sources = [BAR] if own[BAR] else [slot for slot in range(POINTS - 1, -1, -1) if own[slot]]
    home = not any(own[HOME:])
    result = []
    for source in sources:
        target = source - die
        if target >= 0:
            if opponent[POINTS - 1 - target] < 2:
                result.append(CheckerMove(source, target, opponent[POINTS - 1 - target] == 1))
        elif home and (target == -1 or not any(own[source + 1 :])):
            result.append(CheckerMove(source, -1))
    return result


def after_step(own: Men, opponent: Men, step: CheckerMove) -> tuple[Men, Men]:
    """Both sides' checkers after one step."""
    mine, his = list(own), list(opponent)
    mine[step.source] -= 1
    if step.target >= 0:
        mine[step.target] += 1
        if step.hit:
            his[POINTS - 1 - step.target] -= 1
            his[BAR] += 1
    return tuple(mine), tuple(his)


def legal_plays(position: Position, dice: Dice) -> list[Play]:
    """Every distinct resulting position once, with one way to reach it; never empty: a roll that cannot be played
    gives one play without steps. From a finished game there is nothing to play."""
    if position.winner_points:
        raise InputError("position: the game is over; give one with a move to play")
    high, low = max(dice), min(dice)
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    # Result -> steps, by how many dice were played and, for a single one, which.
    result: dict[tuple[int, int], dict[tuple[Men, Men], tuple[CheckerMove, ...]]] = {}

    def search(own: Men, opponent: Men, order: tuple[int, ...], steps: tuple[CheckerMove, ...]) -> None:
        options = legal_checker_moves(own, opponent, order[len(steps)]) if len(steps) < len(order) else []
        if high == low and steps:
            # With a double the order of steps never matters, so only falling sources are tried.
            options = [step for step in options if step.source <= steps[-1].source]
        for step in options:
            search(*after_step(own, opponent, step), order, (*steps, step))
        if not options:
            ways = result.setdefault((len(steps), order[0] if len(steps) == 1 else 0), {})
            old = ways.get((own, opponent))
            if old is None or _tidiness(steps) < _tidiness(old):
                ways[own, opponent] = steps

    for order in orders:
        search(position.own, position.opponent, order, ())
    return [Play(steps, Position(his, mine)) for (mine, his), steps in result[max(result)].items()]


def _tidiness(steps: tuple[CheckerMove, ...]) -> tuple[int, tuple[int, ...]]:
    """Order among ways to the same position: fewest hits on the way, then rear checkers first."""
    return sum(step.hit for step in steps), tuple(-step.source for step in steps)


def resulting_positions(position: Position, dice: Dice) -> set[Position]:
    """The positions after all legal plays, the opponent on roll; empty if nothing can be played."""
    return {play.after for play in legal_plays(position, dice) if play.steps}


def apply_play(position: Position, steps: tuple[CheckerMove, ...]) -> Position:
    """The position after the steps, opponent on roll; the steps are not checked against dice."""
    own, opponent = position.own, position.opponent
    for step in steps:
        if own[step.source] == 0:
            raise InputError(f"play: you have no checker on point {step.source + 1}")
        if step.target >= 0 and opponent[POINTS - 1 - step.target] > 1:
            raise InputError(f"play: point {step.target + 1} is held by the opponent")
        hit = step.target >= 0 and opponent[POINTS - 1 - step.target] == 1
        own, opponent = after_step(own, opponent, CheckerMove(step.source, step.target, hit))
    return Position(opponent, own)
