"""Why a play is best: what it makes, hits and leaves, and what it changes in wins and gammons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kibitz.core import Explanation, Unit
from kibitz.core.units import format_chance, format_count, format_loss
from kibitz.games.backgammon.advice import MoveAdvice, MoveLine
from kibitz.games.backgammon.board.position import BAR, HOME, POINTS, Position
from kibitz.games.backgammon.moves.hits import count_hitting_rolls
from kibitz.games.backgammon.moves.legal import Play
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
    """Number of the 36 rolls that hit a blot in each position, counted as the network's inputs are: fast, and off by a
    roll or two where a hit depends on several checkers."""
    hits = shot_inputs(np.array([after.opponent for after in afters]), np.array([after.own for after in afters]))[:, 0]
    return [round(float(hit) * 36) for hit in hits]


@dataclass(frozen=True, slots=True)
class PlayFacts:
    """What a play did: features of the mover's side before and after it, blots hit, and checkers by own slot."""

    now: PositionFeatures
    then: PositionFeatures
    hits: int
    before: tuple[int, ...]
    after: tuple[int, ...]

    @classmethod
    def of(cls, before: Position, play: Play) -> PlayFacts:
        """The facts of a play from a position."""
        hits = play.after.own[BAR] - before.opponent[BAR]
        now, then = PositionFeatures.of(before.swap_sides()), PositionFeatures.of(play.after)
        return cls(now, then, hits, before.own, play.after.opponent)

    @property
    def n_escaped(self) -> int:
        """Checkers that left the opponent's home board or the bar for good."""
        return sum(self.before[POINTS - HOME :]) - sum(self.after[POINTS - HOME :])

    @property
    def new_points(self) -> list[int]:
        """Points made, the rearmost first."""
        return sorted(self.then.points - self.now.points, reverse=True)

    @property
    def split_anchors(self) -> list[int]:
        """Anchors of two checkers that became two blots in the opponent's home board, none of them on a new anchor."""
        parted = any(self.before[s] == 0 and self.after[s] == 1 for s in range(POINTS - HOME, POINTS))
        if self.n_escaped or not parted or any(point > POINTS - HOME for point in self.new_points):
            return []
        return [p for p in self.now.points if p > POINTS - HOME and self.before[p - 1] == 2 and self.after[p - 1] == 1]

    @property
    def lost_points(self) -> list[int]:
        """Points given up, the rearmost first; neither split anchors nor those that a checker left for good."""
        gone = sorted(self.now.points - self.then.points - set(self.split_anchors), reverse=True)
        return [p for p in gone if p <= POINTS - HOME or not (self.n_escaped and self.after[p - 1] == 1)]

    @property
    def n_borne_off(self) -> int:
        """Checkers borne off."""
        return self.then.off - self.now.off

    @property
    def prime_length(self) -> int:
        """Length of a prime that is new or longer, at least four points; else 0."""
        return self.then.prime if self.then.prime >= PRIME and self.then.prime > self.now.prime else 0


PRIME = 4
"""Points in a row that make a prime."""
PHRASES: tuple[tuple[str, Callable[[PlayFacts], list[object]]], ...] = (
    ("hits", lambda facts: [0] * (facts.hits == 1)),
    ("hits {} blots", lambda facts: [facts.hits] * (facts.hits > 1)),
    ("makes the {}", lambda facts: [_point(point) for point in facts.new_points]),
    ("gives up the {}", lambda facts: [_point(point) for point in facts.lost_points]),
    ("splits the back checkers", lambda facts: [0] * bool(facts.split_anchors)),
    ("bears off {}", lambda facts: [format_count(facts.n_borne_off, "checker")] * bool(facts.n_borne_off)),
    ("builds a {}-point prime", lambda facts: [facts.prime_length] * bool(facts.prime_length)),
    ("brings a back checker out", lambda facts: [0] * (facts.n_escaped == 1 and not facts.hits)),
    ("brings back checkers out", lambda facts: [0] * (facts.n_escaped > 1 and not facts.hits)),
)
"""Words for a play, and the things they are true of: the phrase is said once for each, never where there is none."""


def describe_play(before: Position, line: MoveLine) -> list[str]:
    """Phrases that describe a play: what it hits, makes, gives up."""
    if not line.play.steps:
        return ["moves nothing"]
    facts = PlayFacts.of(before, line.play)
    said = [words.format(thing) for words, holds in PHRASES for thing in holds(facts)]
    return said or ["moves without making or breaking a point"]


def _point(point: int) -> str:
    if point > POINTS - HOME:
        return f"{point}-point anchor"
    if point in (7, 18):
        return "bar-point" if point == 7 else "opponent's bar-point"
    return f"{point}-point"


def describe_risk(line: MoveLine) -> str:
    """The risk that a play leaves: how many of 36 rolls hit, on both sides of the board."""
    after = line.play.after
    if after.winner_points:
        return "ends the game"
    if not after.has_contact:
        return "leaves no contact"
    if not PositionFeatures.of(after).blots:
        return "leaves no blot"
    shots = count_hitting_rolls(after)
    return f"leaves {shots} of 36 rolls that hit" if shots else "leaves no shot"


def play_reason(advice: MoveAdvice) -> str:
    """What the best play does and leaves, in one phrase."""
    best = advice.best
    return f"{_join(describe_play(advice.position, best))} and {describe_risk(best)}"


def explain_move(advice: MoveAdvice) -> Explanation:
    """Why the best play is best, compared with the second."""
    best = advice.best
    headline = f"Play {best.notation}: it {_join(describe_play(advice.position, best))}."
    if not best.play.steps:
        headline = "You cannot move."
    reasons = [f"It {describe_risk(best)}."]
    if len(advice.moves) > 1:
        second = advice.moves[1]
        reasons.append(
            f"{second.notation} {_join(describe_play(advice.position, second))} and {describe_risk(second)}. "
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
