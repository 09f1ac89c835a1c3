"""Why a play is best: what it makes, hits and leaves, and what it changes in wins and gammons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kibitz.core import Explanation, Unit
from kibitz.core.units import format_chance, format_loss
from kibitz.games.backgammon.advice import MoveAdvice, MoveLine
from kibitz.games.backgammon.board.position import HOME, POINTS, Position
from kibitz.games.backgammon.nets.inputs import shot_inputs

if TYPE_CHECKING:
    from kibitz.games.backgammon.cube.decision import CubeDecision


@dataclass(frozen=True, slots=True)
class PositionFeatures:
    """Features of a side's position after a play: points made, blots, longest prime, checkers on the bar, pips, off."""

    points: frozenset[int]
    blots: frozenset[int]
    prime: int
    on_bar: int
    pips: int
    off: int

    @classmethod
    def of(cls, after: Position) -> PositionFeatures:
        """Seen by the side that has just moved (``after`` has the opponent on roll)."""
        own, other = after.opponent, after.own
        points = frozenset(s + 1 for s in range(POINTS) if own[s] >= 2)
        run = best = 0
        for s in range(POINTS):
            run = run + 1 if own[s] >= 2 else 0
            best = max(best, run)
        blots = frozenset(s + 1 for s in range(POINTS) if own[s] == 1)
        return cls(points, blots, best, other[24], after.pips[1], 15 - sum(own))


def count_shots(afters: list[Position]) -> list[int]:
    """Number of the 36 rolls that hit in each position. Blots in the opponent's home board have little to lose and do
    not count."""
    own = [[n if s < POINTS - HOME or n > 1 else 0 for s, n in enumerate(after.opponent)] for after in afters]
    hits = shot_inputs(np.array(own), np.array([after.own for after in afters]))[:, 0]
    return [round(float(hit) * 36) for hit in hits]


def describe_play(before: Position, line: MoveLine) -> list[str]:
    """Phrases that describe a play: what it hits, makes, gives up."""
    if not line.play.steps:
        return ["moves nothing"]
    then = PositionFeatures.of(line.play.after)
    now = PositionFeatures.of(before.swap_sides())
    phrases = []
    hits = sum(step.hit for step in line.play.steps)
    if hits:
        phrases.append("hits" if hits == 1 else f"hits {hits} blots")
    made = sorted(then.points - now.points, reverse=True)
    for point in made:
        phrases.append(f"makes the {_point(point)}")
    gone = sorted(now.points - then.points, reverse=True)
    back = sum(1 for step in line.play.steps if step.source >= POINTS - HOME and step.target < POINTS - HOME)
    for point in gone:
        split = point > POINTS - HOME and any(blot > POINTS - HOME for blot in then.blots)
        if not split:
            phrases.append(f"gives up the {_point(point)}")
        elif not back:
            phrases.append("splits the back checkers")
    borne = then.off - now.off
    if borne:
        phrases.append(f"bears off {borne} {'checker' if borne == 1 else 'checkers'}")
    if then.prime >= 4 and then.prime > now.prime:
        phrases.append(f"builds a {then.prime}-point prime")
    if back and not hits:
        phrases.append("brings a back checker out" if back == 1 else "brings back checkers out")
    return phrases or ["moves without making or breaking a point"]


def _point(point: int) -> str:
    if point > POINTS - HOME:
        return f"{point}-point anchor"
    if point in (7, 18):
        return "bar-point" if point == 7 else "opponent's bar-point"
    return f"{point}-point"


def describe_risk(line: MoveLine, shots: int) -> str:
    """The risk that a play leaves, where ``shots`` of 36 rolls hit."""
    features = PositionFeatures.of(line.play.after)
    if line.play.after.winner_points or not line.play.after.has_contact:
        return "leaves no contact"
    if not features.blots:
        return "leaves no blot"
    if shots == 0:
        return "leaves no shot"
    return f"leaves {shots} of 36 rolls that hit"


def play_reason(advice: MoveAdvice) -> str:
    """What the best play does and leaves, in one phrase."""
    best = advice.best
    return f"{_join(describe_play(advice.position, best))} and {describe_risk(best, count_shots([best.play.after])[0])}"


def explain_move(advice: MoveAdvice) -> Explanation:
    """Why the best play is best, compared with the second."""
    best = advice.best
    headline = f"Play {best.notation}: it {_join(describe_play(advice.position, best))}."
    if not best.play.steps:
        headline = "You cannot move."
    shots = count_shots([line.play.after for line in advice.moves[:2]])
    reasons = [f"It {describe_risk(best, shots[0])}."]
    if len(advice.moves) > 1:
        second = advice.moves[1]
        reasons.append(
            f"{second.notation} {_join(describe_play(advice.position, second))} and {describe_risk(second, shots[1])}. "
            f"It costs {format_loss(second.loss, Unit.EQUITY)}."
        )
        reasons.append(_contrast(best, second))
    return Explanation(headline, tuple(reasons))


def _contrast(best: MoveLine, other: MoveLine) -> str:
    p, q = best.probabilities, other.probabilities
    gains = (
        ("wins", p.win - q.win),
        ("gammons won", p.win_g - q.win_g),
        ("gammons lost", p.lose_g - q.lose_g),
    )
    parts = [
        f"{format_loss(abs(gain), Unit.WIN)} {'more' if gain > 0 else 'fewer'} {name}"
        for name, gain in gains
        if abs(gain) >= 0.001
    ]
    return f"Compared with {other.notation}: {', '.join(parts)}." if parts else f"{other.notation} is equally good."


def explain_cube(decision: CubeDecision) -> Explanation:
    """The right cube action, and the win chances at which it changes."""
    from kibitz.games.backgammon.cube.decision import CubeAction

    p, points = decision.probabilities, decision.points
    headline = {
        CubeAction.NO_DOUBLE: "Do not double. The opponent would take",
        CubeAction.DOUBLE_TAKE: "Double. The opponent should take",
        CubeAction.DOUBLE_PASS: "Double. The opponent should pass",
        CubeAction.TOO_GOOD: "Play on for the gammon. You are too good to double",
        CubeAction.NO_DOUBLE_BEAVER: "Do not double. The opponent would beaver",
        CubeAction.DOUBLE_BEAVER: "Double. The opponent should beaver",
        CubeAction.NOT_ALLOWED: "You cannot double here",
    }[decision.action]
    reasons = [
        f"You win {format_chance(p.win)}, {format_chance(p.win_g)} with a gammon, "
        f"and lose {format_chance(p.lose_g)} with a gammon."
    ]
    if points.cash is not None:
        window = f"double from {format_chance(points.double)}; " if points.double is not None else ""
        reasons.append(f"At these gammon rates, {window}the opponent takes up to {format_chance(points.cash)}.")
        if points.too_good is not None:
            reasons.append(f"From {format_chance(points.too_good)}, playing on is worth more than cashing.")
    return Explanation(headline + ".", tuple(reasons))


def _join(phrases: list[str]) -> str:
    return phrases[0] if len(phrases) == 1 else ", ".join(phrases[:-1]) + " and " + phrases[-1]
