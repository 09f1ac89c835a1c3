"""Advice on plays and cube actions: the equity of every choice as `core` values, from any searcher."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kibitz.core import Advice, ChoiceList, Equities, FloatArray, PlayerId, Provenance, Unit
from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import Position
from kibitz.games.backgammon.cube.outcome_weights import outcome_weights
from kibitz.games.backgammon.cube.state import MONEY, CubeState
from kibitz.games.backgammon.moves.dice import Dice
from kibitz.games.backgammon.moves.legal import Play, legal_plays
from kibitz.games.backgammon.nets.probabilities import Probabilities, weighted_value
from kibitz.games.backgammon.notation.play import format_play
from kibitz.games.backgammon.notation.position_id import format_position_id
from kibitz.games.backgammon.search.searcher import Searcher

if TYPE_CHECKING:
    from kibitz.games.backgammon.cube.decision import CubeDecision

ON_ROLL = PlayerId("player on roll")


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One play: notation, the mover's equity, loss and chances, the Position ID after it, and the depth.

    Plays are ranked by ``equity``; ``cubeless`` ignores the cube.
    """

    notation: str
    equity: float
    loss: float
    probabilities: Probabilities
    position_id: str
    plies: int
    play: Play
    cubeless: float


@dataclass(frozen=True, slots=True, eq=False)
class MoveAdvice:
    """All plays of a roll, best first, and the same as `core` advice in that order."""

    position: Position
    dice: Dice
    state: CubeState
    moves: tuple[MoveLine, ...]
    advice: Advice
    cubeful: bool

    @property
    def best(self) -> MoveLine:
        """The play to make."""
        return self.moves[0]


def provenance(searcher: Searcher, plies: int) -> Provenance:
    """Provenance of the equities: the shipped or given weights, and the depth."""
    return Provenance("backgammon network", weights=searcher.weights.id, settings=(("plies", str(plies)),))


def move_advice(
    searcher: Searcher,
    position: Position,
    dice: Dice,
    state: CubeState = MONEY,
    plies: int = 0,
    cubeful: bool | None = None,
) -> MoveAdvice:
    """Rank every play of a roll for the player on roll.

    Equities are money points, or in a match the chance to win it at this cube scaled so that a single game is 1.
    ``cubeful`` counts what the cube is worth to both sides after the play; by default it does unless ``state`` is plain
    money play. Plays searched deeper come first. One that the move filter left at a lower depth gets at most the equity
    of the worst of them, so that a shallow value cannot win.
    """
    plays = {play.after: play for play in legal_plays(position, dice)}
    with_cube = state != MONEY if cubeful is None else cubeful
    if position.winner_points:
        raise InputError("position: the game is over; give one with a move to play")
    results = np.stack([after.to_array() for after in plays])
    reading = outcome_weights(state, searcher.table)
    ranked = searcher.rank(position, dice, plies, reading, results, state if with_cube else None)
    worths = [r.worth for r in ranked]
    order = sorted(range(len(ranked)), key=lambda i: (-ranked[i].plies, -worths[i]))
    deepest = ranked[order[0]].plies
    floor = min(worth for worth, r in zip(worths, ranked, strict=True) if r.plies == deepest)
    equities = [worths[i] if ranked[i].plies == deepest else min(worths[i], floor) for i in order]
    ranked = [ranked[i] for i in order]
    cubeless = weighted_value(np.stack([r.probabilities.to_array() for r in ranked]), reading)
    lines = tuple(
        MoveLine(
            format_play(plays[r.after].steps),
            equity,
            equities[0] - equity,
            r.probabilities,
            format_position_id(r.after) if not r.after.winner_points else "",
            r.plies,
            plays[r.after],
            float(value),
        )
        for r, equity, value in zip(ranked, equities, cubeless, strict=True)
    )
    labels = distinct_labels([line.notation for line in lines])
    result = Equities(ChoiceList(labels), np.array(equities), Unit.EQUITY, ON_ROLL, provenance(searcher, plies))
    return MoveAdvice(position, dice, state, lines, Advice(result), with_cube)


def distinct_labels(labels: list[str]) -> tuple[str, ...]:
    """Labels with a number added where two plays read alike (they hit different blots on the way)."""
    seen: dict[str, int] = {}
    result = []
    for label in labels:
        seen[label] = seen.get(label, 0) + 1
        result.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return tuple(result)


@dataclass(frozen=True, slots=True)
class PositionValue:
    """A position before the roll: chances of the player on roll, cubeless and cubeful equity."""

    probabilities: Probabilities
    equity: float
    cube: CubeDecision

    @property
    def cubeful(self) -> float:
        """Equity with the cube, per unit of cube, both sides deciding best."""
        return self.cube.cubeful


def position_value(searcher: Searcher, position: Position, state: CubeState = MONEY, plies: int = 0) -> PositionValue:
    """Evaluate a position for the player on roll, who has not rolled."""
    if position.winner_points:
        raise InputError("position: the game is over; give one that is still in play")
    from kibitz.games.backgammon.search.cube_search import search_cube_decision

    decision = search_cube_decision(searcher, position, state, plies)
    return PositionValue(decision.probabilities, decision.probabilities.equity, decision)


CUBE_CHOICES = ("no double", "double")


def cube_advice(decision: CubeDecision, searcher: Searcher, plies: int = 0) -> Advice:
    """The doubling decision as advice over ``no double`` and ``double`` (answered best)."""
    from kibitz.games.backgammon.cube.decision import CubeAction

    values: FloatArray = np.array([decision.no_double, decision.double_equity])
    if decision.action is CubeAction.NOT_ALLOWED:
        values[1] = -np.inf
    result = Equities(ChoiceList(CUBE_CHOICES), values, Unit.EQUITY, ON_ROLL, provenance(searcher, plies))
    return Advice(result)


TAKE_CHOICES = ("pass", "take", "beaver")


def take_advice(decision: CubeDecision, searcher: Searcher, plies: int = 0) -> Advice:
    """The answer to a double as advice for the player who was doubled; a beaver only where the rules allow it."""
    state = decision.stakes.state
    values = [-decision.double_pass, -decision.double_take]
    if state.beavers and not state.length:
        values.append(-2 * decision.double_take)
    result = Equities(
        ChoiceList(TAKE_CHOICES[: len(values)]), np.array(values), Unit.EQUITY, ON_ROLL, provenance(searcher, plies)
    )
    return Advice(result)
