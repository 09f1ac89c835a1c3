"""A game against a level, as a session: a state, and one step for each thing that a person says; with a tutor.

`Session.step(order)` takes ``roll``, ``double``, ``take``, ``pass``, or a play such as ``8/5 6/5``; it returns what
happened, line by line. Before a play that costs more than the tutor's limit it warns once; the same play again is
made.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from kibitz.core.errors import InputError
from kibitz.core.units import Unit, format_loss
from kibitz.games.backgammon.advice import move_advice, position_value
from kibitz.games.backgammon.board.position import START, Position
from kibitz.games.backgammon.cube.state import MONEY, CubeState
from kibitz.games.backgammon.moves.dice import Dice, format_dice, roll_dice
from kibitz.games.backgammon.moves.legal import legal_plays
from kibitz.games.backgammon.notation.play import format_play, parse_play
from kibitz.games.backgammon.play.levels import FalliblePlayer

TUTOR = 0.08
"""Equity that a play must give up before the tutor speaks."""


@dataclass(slots=True)
class Session:
    """A money game with the cube; the person is asked whenever it is his turn to decide."""

    opponent: FalliblePlayer
    rng: np.random.Generator
    tutor: float | None = TUTOR
    position: Position = START
    state: CubeState = MONEY
    dice: Dice | None = None
    asked: str = "roll"
    points: int = 0
    over: bool = False
    _warned: str = ""
    log: list[str] = field(default_factory=list)

    def step(self, order: str) -> list[str]:
        """Do what a person says; wrong orders are refused and change nothing."""
        if self.over:
            raise InputError("the game is over")
        word = order.strip()
        said = self._decide(word)
        self.log += said
        return said

    def _decide(self, word: str) -> list[str]:
        lower = word.lower()
        if self.asked == "answer":
            if lower == "take":
                self.state = self.state.swapped().doubled().swapped()  # the opponent doubled: we own the cube now
                self.asked = "roll"
                return ["You take.", *self._opponent_rolls()]
            if lower == "pass":
                return self._finish(-self.state.cube)
            raise InputError("answer the double with take or pass")
        if self.asked == "roll":
            if lower == "double":
                return self._double()
            if lower != "roll":
                raise InputError("roll or double is accepted now")
            self.dice = roll_dice(self.rng)
            said = [f"You roll {format_dice(self.dice)}."]
            plays = legal_plays(self.position, self.dice)
            if plays[0].steps:
                self.asked = "play"
                return said
            self.position, self.dice = plays[0].after, None
            return [*said, "You cannot move.", *self._opponent_turn()]
        assert self.dice is not None
        played = parse_play(word, self.position, self.dice)
        if warning := self._warning(word, played.after):
            return [warning]
        self.position, self.dice, self._warned = played.after, None, ""
        if self.position.winner_points:
            return self._finish(-self.position.winner_points * self.state.cube)
        return self._opponent_turn()

    def _warning(self, word: str, after: Position) -> str:
        if self.tutor is None or self._warned == word:
            return ""
        assert self.dice is not None
        advice = move_advice(self.opponent.searcher, self.position, self.dice, self.state)
        loss = next(line.loss for line in advice.moves if line.play.after == after)
        if loss < self.tutor:
            return ""
        self._warned = word
        return f"That costs {format_loss(loss, Unit.EQUITY)}; think again, or say it once more."

    def _double(self) -> list[str]:
        if not self.state.may_double:
            raise InputError("you may not double now")
        if not self.opponent.takes(self.position.to_array(), self.state, self.rng):
            return ["The opponent passes.", *self._finish(self.state.cube)]
        self.state = self.state.doubled()
        return [f"The opponent takes; the cube is at {self.state.cube}."]

    def _opponent_turn(self) -> list[str]:
        """The opponent decides whether to double, then rolls; ``state`` stays as we see it."""
        theirs = self.state.swapped()
        if theirs.may_double and self.opponent.doubles(self.position.to_array(), theirs, self.rng):
            self.asked = "answer"
            return [f"The opponent doubles to {2 * self.state.cube}. Take or pass?"]
        return self._opponent_rolls()

    def _opponent_rolls(self) -> list[str]:
        dice = roll_dice(self.rng)
        plays = legal_plays(self.position, dice)
        results = np.stack([play.after.to_array() for play in plays])
        pick = 0
        if len(plays) > 1:
            pick = self.opponent.choose(self.position.to_array(), results, self.state.swapped(), self.rng)
        self.position, self.asked = plays[pick].after, "roll"
        said = [f"The opponent rolls {format_dice(dice)}: {format_play(plays[pick].steps)}."]
        if self.position.winner_points:
            return said + self._finish(self.position.winner_points * self.state.cube)
        return said

    def _finish(self, points: int) -> list[str]:
        self.points, self.over = points, True
        return [f"You {'win' if points > 0 else 'lose'} {abs(points)} point{'s' * (abs(points) != 1)}."]

    def hint(self) -> str:
        """The best play or cube action now."""
        searcher = self.opponent.searcher
        if self.dice is not None:
            return move_advice(searcher, self.position, self.dice, self.state).best.notation
        if self.asked == "answer":
            decision = position_value(searcher, self.position, self.state.swapped()).cube
            return "take" if decision.should_take else "pass"
        return "double" if position_value(searcher, self.position, self.state).cube.should_double else "roll"
