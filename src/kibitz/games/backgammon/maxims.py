"""Rules of thumb: the old maxims of the game, each with what it costs to break it here."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.units import Unit, format_loss
from kibitz.games.backgammon.advice import MoveAdvice, MoveLine
from kibitz.games.backgammon.board.position import HOME, POINTS, Position
from kibitz.games.backgammon.explain import PRIME, PositionFeatures, count_shots

MIN_MAXIM_COST_EQUITY = 0.02
"""A maxim that costs less than this to break teaches nothing."""
BAR_POINT = 7

Follows = Callable[[PositionFeatures, PositionFeatures, MoveLine, int], bool]
"""Whether a play follows a maxim, from its side's features before and after, the play, and the rolls that hit it."""


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
    "Four points in a row block the opponent: make the prime": _primes,
    "Bear off checkers before you smooth your distribution": _bears_off,
}
MAXIMS_WHEN_AHEAD: dict[str, Follows] = {"Ahead in the race, leave no shot": _is_safe}
MAXIMS_WHEN_BEHIND: dict[str, Follows] = {"Behind in the race, keep an anchor": _anchors}


def find_maxim(advice: MoveAdvice) -> str:
    """The maxim that is costliest to break here, with its cost; empty if the best play follows none that matters."""
    lines = advice.moves
    now = PositionFeatures.of(advice.position.swap_sides())
    maxims, afters = _maxims(advice.position), [line.play.after for line in lines]
    shots = count_shots(afters) if maxims.keys() & MAXIMS_WHEN_AHEAD.keys() else [0] * len(lines)
    features = [PositionFeatures.of(after) for after in afters]
    costs = {}
    for maxim, follows in maxims.items():
        obeys = [follows(now, then, line, hit) for then, line, hit in zip(features, lines, shots, strict=True)]
        if obeys[0] and not all(obeys):
            costs[maxim] = lines[obeys.index(False)].loss  # plays are ranked, so this is the cheapest breach
    maxim = max(costs, key=lambda each: costs[each], default="")
    if not maxim or costs[maxim] < MIN_MAXIM_COST_EQUITY:
        return ""
    return f"{maxim}; breaking this rule costs at least {format_loss(costs[maxim], Unit.EQUITY)} here"


def _maxims(position: Position) -> dict[str, Follows]:
    """The maxims that apply: some only ahead or behind in the race, and those about contact only with contact."""
    own, other = position.pips
    if not position.has_contact:
        return {maxim: follows for maxim, follows in GENERAL_MAXIMS.items() if follows is _bears_off}
    return GENERAL_MAXIMS | (MAXIMS_WHEN_AHEAD if own < other else MAXIMS_WHEN_BEHIND if own > other else {})
