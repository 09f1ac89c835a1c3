"""Why a play is best, in a player's words: what it makes, hits, leaves, and what it changes in wins and gammons."""

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
    """What a side's position shows after a play: points made, blots, longest prime, anchors."""

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
    """Rolls of 36 that hit in each position; blots in the opponent's home board, with little to lose, do not count."""
    own = [[n if s < POINTS - HOME or n > 1 else 0 for s, n in enumerate(after.opponent)] for after in afters]
    hits = shot_inputs(np.array(own), np.array([after.own for after in afters]))[:, 0]
    return [round(float(hit) * 36) for hit in hits]


def describe_play(before: Position, line: MoveLine) -> list[str]:
    """What a play does, phrase by phrase."""
    if not line.play.steps:
        return ["nothing can be played"]
    then = PositionFeatures.of(line.play.after)
    now = PositionFeatures.of(before.swap_sides())
    words = []
    hits = sum(step.hit for step in line.play.steps)
    if hits:
        words.append("hits" if hits == 1 else f"hits {hits} blots")
    made = sorted(then.points - now.points, reverse=True)
    for point in made:
        words.append(f"makes the {_point(point)}")
    gone = sorted(now.points - then.points, reverse=True)
    back = sum(1 for step in line.play.steps if step.source >= POINTS - HOME and step.target < POINTS - HOME)
    for point in gone:
        split = point > POINTS - HOME and any(blot > POINTS - HOME for blot in then.blots)
        if not split:
            words.append(f"gives up the {_point(point)}")
        elif not back:
            words.append("splits the back men")
    borne = then.off - now.off
    if borne:
        words.append(f"bears off {borne} {'man' if borne == 1 else 'men'}")
    if then.prime >= 4 and then.prime > now.prime:
        words.append(f"builds a {then.prime}-point prime")
    if back and not hits:
        words.append("brings a back man out" if back == 1 else "brings back men out")
    return words or ["moves without making or breaking a point"]


def _point(point: int) -> str:
    if point > POINTS - HOME:
        return f"{point}-point anchor"
    if point in (7, 18):
        return "bar-point" if point == 7 else "opponent's bar-point"
    return f"{point}-point"


def describe_risk(line: MoveLine, shots: int) -> str:
    """What a play leaves to the opponent's dice, of which ``shots`` rolls of 36 hit."""
    look = PositionFeatures.of(line.play.after)
    if line.play.after.winner_points or not line.play.after.has_contact:
        return "leaves no contact"
    if not look.blots:
        return "leaves no blot"
    if shots == 0:
        return "leaves no shot"
    return f"leaves a shot for {shots} rolls of 36"


def play_reason(advice: MoveAdvice) -> str:
    """What the best play does and leaves, in one phrase."""
    best = advice.best
    return f"{_join(describe_play(advice.position, best))} and {describe_risk(best, count_shots([best.play.after])[0])}"


def explain_move(advice: MoveAdvice) -> Explanation:
    """Why the best play is best, set against the second."""
    best = advice.best
    headline = f"Play {best.notation}: it {_join(describe_play(advice.position, best))}."
    shots = count_shots([line.play.after for line in advice.moves[:2]])
    reasons = [f"It {describe_risk(best, shots[0])}."]
    if len(advice.moves) > 1:
        second = advice.moves[1]
        reasons.append(
            f"{second.notation} {_join(describe_play(advice.position, second))} and {describe_risk(second, shots[1])}; "
            f"it costs {format_loss(second.loss, Unit.EQUITY)}."
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
        f"{format_chance(abs(gain))} {'more' if gain > 0 else 'fewer'} {name}"
        for name, gain in gains
        if abs(gain) >= 0.001
    ]
    return f"Against {other.notation}: {', '.join(parts)}." if parts else f"{other.notation} is as good."


def explain_cube(decision: CubeDecision) -> Explanation:
    """What to do with the cube and where that changes."""
    from kibitz.games.backgammon.cube.decision import CubeAction

    p, points = decision.probabilities, decision.points
    said = {
        CubeAction.NO_DOUBLE: "Do not double; a double would be taken",
        CubeAction.DOUBLE_TAKE: "Double; the opponent should take",
        CubeAction.DOUBLE_PASS: "Double; the opponent should pass",
        CubeAction.TOO_GOOD: "Play on for the gammon; you are too good to double",
        CubeAction.NO_DOUBLE_BEAVER: "Do not double; a double would be beavered",
        CubeAction.DOUBLE_BEAVER: "Double; the opponent should beaver",
        CubeAction.NOT_ALLOWED: "There is no cube to turn",
    }[decision.action]
    reasons = [
        f"You win {format_chance(p.win)}, {format_chance(p.win_g)} with a gammon; "
        f"gammons lost {format_chance(p.lose_g)}."
    ]
    if points.cash is not None:
        window = f"doubling starts at {format_chance(points.double)}, " if points.double is not None else ""
        reasons.append(f"With these gammons {window}the opponent takes up to {format_chance(points.cash)}.")
        if points.too_good is not None:
            reasons.append(f"From {format_chance(points.too_good)} playing on is worth more than cashing.")
    return Explanation(said + ".", tuple(reasons))


def _join(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
