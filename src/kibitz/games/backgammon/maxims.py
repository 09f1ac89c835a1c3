"""Rules to remember: the old maxims of the game, each with what it costs here not to follow it."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.units import Unit, format_loss
from kibitz.games.backgammon.advice import MoveAdvice, MoveLine
from kibitz.games.backgammon.board.position import HOME, POINTS, Position
from kibitz.games.backgammon.explain import PositionFeatures, count_shots

MIN_MAXIM_COST_EQUITY = 0.02
"""A maxim that costs less than this to break teaches nothing."""
BAR_POINT = 7
PRIME = 4
"""Points in a row that hold men back."""

Follows = Callable[[PositionFeatures, PositionFeatures, MoveLine, int], bool]
"""Whether a play follows a maxim: how its side looked before, how after, the play, and the rolls that hit it."""


def _hits(now: PositionFeatures, then: PositionFeatures, line: MoveLine, shots: int) -> bool:
    return any(step.hit for step in line.play.steps)


def _makes_point(now: PositionFeatures, then: PositionFeatures, line: MoveLine, shots: int) -> bool:
    return any(point <= BAR_POINT for point in then.points - now.points)


def _primes(now: PositionFeatures, then: PositionFeatures, line: MoveLine, shots: int) -> bool:
    return then.prime >= PRIME and then.prime > now.prime


def _anchors(now: PositionFeatures, then: PositionFeatures, line: MoveLine, shots: int) -> bool:
    return any(point > POINTS - HOME for point in then.points)


def _is_safe(now: PositionFeatures, then: PositionFeatures, line: MoveLine, shots: int) -> bool:
    return shots == 0


def _bears_off(now: PositionFeatures, then: PositionFeatures, line: MoveLine, shots: int) -> bool:
    return then.off > now.off


GENERAL_MAXIMS: dict[str, Follows] = {
    "When in doubt, hit": _hits,
    "Make a good point when the roll makes one": _makes_point,
    "Four points in a row hold men back: make the prime": _primes,
    "Take men off before you smooth the rest": _bears_off,
}
MAXIMS_WHEN_AHEAD: dict[str, Follows] = {"Ahead in the race, leave no shot": _is_safe}
MAXIMS_WHEN_BEHIND: dict[str, Follows] = {"Behind in the race, keep an anchor": _anchors}


def find_maxim(advice: MoveAdvice) -> str:
    """The maxim whose breach costs most here, with that cost; empty where the best play follows none that matters."""
    lines = advice.moves
    now = PositionFeatures.of(advice.position.swap_sides())
    shots = count_shots([line.play.after for line in lines])
    looks = [PositionFeatures.of(line.play.after) for line in lines]
    costs = {}
    for words, follows in _maxims(advice.position).items():
        stored = [follows(now, look, line, hit) for look, line, hit in zip(looks, lines, shots, strict=True)]
        if stored[0] and not all(stored):
            costs[words] = lines[stored.index(False)].loss
    words = max(costs, key=lambda each: costs[each], default="")
    if not words or costs[words] < MIN_MAXIM_COST_EQUITY:
        return ""
    return f"{words}; the best play that does not costs {format_loss(costs[words], Unit.EQUITY)} here"


def _maxims(position: Position) -> dict[str, Follows]:
    """Those that apply: some only to who is ahead in the race or behind, and none of contact without it."""
    own, other = position.pips
    if not position.has_contact:
        return {words: follows for words, follows in GENERAL_MAXIMS.items() if follows is _bears_off}
    return GENERAL_MAXIMS | (MAXIMS_WHEN_AHEAD if own < other else MAXIMS_WHEN_BEHIND if own > other else {})
