"""Cubeful values by Janowski's model: between a dead cube and a fully live one, by the cube's life x.

With p the chance to win, W and L the mean value of a win and a loss, a dead cube is worth pW + (1 - p)L. A live one
lies on straight lines between losing, the opponent's cash point, the player's cash point and winning. In money play
the centred cube follows Janowski's refined line 4/(4 - x) (pS - L - x/4), S = W + L + x/2, inside the doubling window.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

from kibitz.core import FloatArray
from kibitz.games.backgammon.cube.life import FREE_LIFE
from kibitz.games.backgammon.cube.match_equity import MatchEquities
from kibitz.games.backgammon.cube.stakes import Stakes
from kibitz.games.backgammon.cube.state import CubeState, Owner

Line: TypeAlias = tuple[tuple[float, float], ...]
"""Corners (p, value) of a function of the winning chance that is straight between them, from 0 to 1."""


def cubeful_chance(p: FloatArray, state: CubeState, life: float, table: MatchEquities | None) -> float:
    """The value of not doubling now for the player on roll: match winning chance, or points times the cube."""
    return value_at(cubeful_line(Stakes.of(p, state, table), state.cube, state.owner, life), float(p[0]))


def cubeful_line(stakes: Stakes, cube: int, owner: Owner, life: float) -> Line:
    """The value by winning chance with this cube and owner, ``life`` from 0 (dead) to 1 (live)."""
    plain = stakes.jacoby and owner is Owner.CENTRED
    win, lose = stakes.win(cube, plain), stakes.lose(cube, plain)
    mine = owner is not Owner.OPPONENT and not stakes.dead_for(True, cube)
    his = owner is not Owner.OWN and not stakes.dead_for(False, cube)
    if not (mine or his):
        return (0.0, lose), (1.0, win)
    if life == 0:
        return (0.0, lose), (1.0, win)
    if stakes.table is None and mine and his:
        return _money_centred(win / cube, -lose / cube, life, plain, stakes, cube)
    corners = [(0.0, lose)]
    if his:
        corners.append((stakes.take_point(True, cube), stakes.points(-cube)))
    if mine:
        corners.append((1 - stakes.take_point(False, cube), stakes.points(cube)))
    corners.append((1.0, win))

    def mix(x: float) -> Line:  # a mixture of a straight line and a broken one has the corners of the broken one
        return tuple((p, (1 - x) * (p * win + (1 - p) * lose) + x * live) for p, live in corners)

    line, free = mix(life), mix(max(life, FREE_LIFE))
    if his and stakes.dead_for(True, cube):
        return _negate(_free_double(_negate(line), _negate(free)))
    if mine and stakes.dead_for(False, cube):
        return _free_double(line, free)
    return line


def _negate(line: Line) -> Line:
    """The same value seen by the other side, up to a constant."""
    return tuple((1 - p, -value) for p, value in reversed(line))


def _free_double(line: Line, live: Line) -> Line:
    """The value of a cube that its side turns at no risk: nearly live up to the cash point, then flat until playing on
    for a gammon is worth more by the ordinary line."""
    (cash, held), (_, won) = live[-2:]
    ordinary = line[-2][1]
    meet = cash + (1 - cash) * (held - ordinary) / (won - ordinary) if won > ordinary else 1.0
    return (*live[:-1], (min(1.0, max(cash, meet)), held), (1.0, max(held, won)))


def _money_centred(w: float, loss: float, x: float, plain: bool, stakes: Stakes, cube: int) -> Line:
    """Janowski's centred cube, bent at the take and cash points towards certain loss and win."""
    s = w + loss + x / 2
    low, high = (loss - 0.5) / s, (loss + 0.5 + x / 2) / s
    if plain:  # with the Jacoby rule the answer to a double weighs gammons again
        real_w, real_loss = float(stakes.wins @ (1, 2, 3)), float(stakes.losses @ (1, 2, 3))
        real = real_w + real_loss + x / 2
        low, high = (real_loss - 0.5) / real, (real_loss + 0.5 + x / 2) / real

    def line(q: float) -> float:
        return 4 / (4 - x) * (q * s - loss - x / 4)

    corners = ((0.0, -loss), (low, line(low)), (high, line(high)), (1.0, w))
    return tuple((p, cube * value) for p, value in corners)


def value_at(line: Line, p: float) -> float:
    """The value at winning chance p."""
    for (a, u), (b, v) in pairwise(line):
        if p <= b:
            return u if b <= a else u + (v - u) * (p - a) / (b - a)
    return line[-1][1]


def first_crossing(upper: Line, lower: Line, start: float = 0.0) -> float | None:
    """The smallest winning chance from ``start`` at which one line rises above another; ``None`` if it never does."""
    corners = sorted({start, 1.0, *(p for p, _ in upper + lower if p > start)})
    gaps = [value_at(upper, p) - value_at(lower, p) for p in corners]
    for (a, u), (b, v) in pairwise(zip(corners, gaps, strict=True)):
        if v > 1e-12:
            return a if u >= 0 else a + (b - a) * -u / (v - u)
    return None
