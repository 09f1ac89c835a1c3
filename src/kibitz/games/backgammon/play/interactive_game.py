"""A game or match of a person against a level, with a tutor who warns before costly decisions.

`InteractiveGame.step(order)` takes ``roll``, ``double``, ``take``, ``pass``, ``beaver``, ``resign`` or a play such as
``8/5 6/5``, and returns what happened, line by line. Before a decision that costs more than the tutor's limit it warns
once; repeating the action carries it out. Dice and the opponent's errors depend only on the seed and the number of
earlier draws, so a game can be saved anywhere and continued.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from kibitz.core.errors import InputError
from kibitz.core.units import Unit, format_count, format_loss
from kibitz.games.backgammon.advice import cube_advice, move_advice, position_value, take_advice
from kibitz.games.backgammon.board.position import START, Position
from kibitz.games.backgammon.cube.state import MONEY, CubeState, Owner
from kibitz.games.backgammon.match.record import NOT_PLAYED, Event, MatchAction, MatchRecord, RecordedGame
from kibitz.games.backgammon.moves.dice import Dice, format_dice, roll_dice
from kibitz.games.backgammon.moves.legal import legal_plays
from kibitz.games.backgammon.notation.play import format_play, parse_play
from kibitz.games.backgammon.play.players import Player
from kibitz.games.backgammon.search.cube_search import points_worth, single_game_worths
from kibitz.games.backgammon.search.searcher import Searcher

TUTOR_WARNING_EQUITY = 0.08
"""Equity that a decision must cost before the tutor warns."""
RESIGNATION_TOLERANCE = 0.001
"""Equity that the opponent gives up to accept a resignation at once."""
PromptKind: TypeAlias = Literal["roll", "play", "answer", "over"]
YOU, OPPONENT = 0, 1
RESIGNATIONS = {"resign": 1, "resign single": 1, "resign gammon": 2, "resign backgammon": 3}
"""Points that a resignation gives, in units of the cube."""


@dataclass(slots=True)
class InteractiveGame:
    """A game in progress; ``position`` is seen by the side on roll, ``state`` always by the user (player 0).

    ``searcher`` is the tutor's, whoever the opponent is.
    """

    opponent: Player
    searcher: Searcher
    seed: int
    tutor: float | None = TUTOR_WARNING_EQUITY
    state: CubeState = MONEY
    position: Position = START
    dice: Dice | None = None
    asked: PromptKind = "roll"
    drawn: int = 0
    warned: str = ""
    events: tuple[Event, ...] = ()
    games: tuple[RecordedGame, ...] = ()
    session_length: int = 1
    """Money games to play, one after the other."""

    @property
    def over(self) -> bool:
        """Whether the game, or the match, is finished."""
        return self.asked == "over"

    @property
    def match(self) -> MatchRecord:
        """The match up to now, the unfinished game included."""
        under_way = (RecordedGame(self._scores, self.events),) if self.events else ()
        return MatchRecord(self.state.length, ("You", self.opponent.name), (*self.games, *under_way))

    @property
    def _scores(self) -> tuple[int, int]:
        """The score of the match; in money play the points won so far."""
        if self.state.length:
            return self.state.own_score, self.state.opponent_score
        own, other = (sum(game.points for game in self.games if game.winner == who) for who in (YOU, OPPONENT))
        return own, other

    def start(self) -> list[str]:
        """Set up a game: each side rolls one die, the higher begins with both."""
        self.position, self.dice, self.warned, self.events = START, None, "", ()
        mine, his = (int(die) for die in self._chance().permutation(6)[:2] + 1)
        dice = (max(mine, his), min(mine, his))
        if mine > his:
            return [f"You win the opening roll, {format_dice(dice)}.", *self._play_roll(dice)]
        return ["The opponent wins the opening roll.", *self._opponent_rolls(dice)]

    def step(self, order: str) -> list[str]:
        """Carry out an action of the user; a wrong one raises `InputError` and changes nothing."""
        word = " ".join(order.lower().split())
        if self.asked == "over":
            raise InputError("the game is over; start a new one")
        if self.asked == "answer":
            return self._answer(word)
        if word in RESIGNATIONS:
            return self._resign(RESIGNATIONS[word])
        if self.asked == "roll":
            return self._before_the_roll(word)
        assert self.dice is not None
        played = parse_play(word, self.position, self.dice)
        if warning := self._play_warning(word, played.after):
            return [warning]
        self.events += (Event(YOU, MatchAction.PLAY, self.dice, format_play(played.steps)),)
        self.position, self.dice = played.after, None
        if self.position.winner_points:
            return self._finish(YOU, self._points_paid(-self.position.winner_points))
        return self._opponent_turn()

    def hint(self) -> str:
        """The best play or cube action now."""
        searcher = self.searcher
        if self.dice is not None:
            return move_advice(searcher, self.position, self.dice, self.state).best.notation
        if self.asked == "answer":
            advice = take_advice(position_value(searcher, self.position, self.state.swap_sides()).cube, searcher)
            return str(advice.equities.choices[advice.best])
        return "double" if position_value(searcher, self.position, self.state).cube.should_double else "roll"

    def _before_the_roll(self, word: str) -> list[str]:
        if word not in ("roll", "r", "double"):
            raise InputError("it is your turn: roll or double" if self.state.may_double else "it is your turn: roll")
        if word == "double" and not self.state.may_double:
            raise InputError("you cannot double now: roll")
        if self.state.may_double and (warning := self._cube_warning(word, word == "double")):
            return [warning]
        return self._double() if word == "double" else self._play_roll(roll_dice(self._chance()))

    def _play_roll(self, dice: Dice) -> list[str]:
        plays = legal_plays(self.position, dice)
        lines = [f"You roll {format_dice(dice)}."]
        self.warned = ""
        if plays[0].steps:
            self.dice, self.asked = dice, "play"
            return lines
        self.events += (Event(YOU, MatchAction.PLAY, dice, format_play(())),)
        self.position = plays[0].after
        return [*lines, "You cannot move.", *self._opponent_turn()]

    def _resign(self, points: int) -> list[str]:
        """Give up the game for a single game, gammon or backgammon, unless the opponent expects more by playing on."""
        searcher, state = self.searcher, self.state
        if self.dice is None:
            expected = position_value(searcher, self.position, state).cubeful
        else:
            expected = move_advice(searcher, self.position, self.dice, state).best.equity
        paid = self._points_paid(points)
        lost, won = single_game_worths(state)
        if (2 * points_worth(state, -paid) - won - lost) / (won - lost) > expected + RESIGNATION_TOLERANCE:
            offer = next((word for word, more in RESIGNATIONS.items() if more == points + 1), "")
            return [f"The opponent plays on. {f'Type {offer} to offer more, or play on' if offer else 'Play on'}."]
        if self.dice is not None:
            self.events += (Event(YOU, MatchAction.PLAY, self.dice, NOT_PLAYED),)
        return ["You resign.", *self._finish(OPPONENT, paid)]

    def _answer(self, word: str) -> list[str]:
        allowed = ("take", "pass", "beaver") if self._may_beaver else ("take", "pass")
        if word not in allowed:
            raise InputError(f"answer the double with {' or '.join(allowed)}")
        if warning := self._answer_warning(word):
            return [warning]
        if word == "pass":
            self.events += (Event(YOU, MatchAction.DROP),)
            return self._finish(OPPONENT, self.state.cube)
        self._record_take(YOU, beaver=word == "beaver")
        return [f"You {word}. The cube is at {self.state.cube}.", *self._opponent_rolls(roll_dice(self._chance()))]

    @property
    def _may_beaver(self) -> bool:
        return self.state.beavers and not self.state.length

    def _record_take(self, taker: int, beaver: bool) -> None:
        cube = self.state.cube * (4 if beaver else 2)
        self.events += (Event(taker, MatchAction.BEAVER, cube=cube) if beaver else Event(taker, MatchAction.TAKE),)
        self.state = replace(self.state, cube=cube, owner=Owner.OWN if taker == YOU else Owner.OPPONENT)

    def _double(self) -> list[str]:
        self.events += (Event(YOU, MatchAction.DOUBLE, cube=2 * self.state.cube),)
        if not self.opponent.takes(self.position.to_array(), self.state, self._chance()):
            self.events += (Event(OPPONENT, MatchAction.DROP),)
            return ["You double. The opponent passes.", *self._finish(YOU, self.state.cube)]
        beaver = self._may_beaver and position_value(self.searcher, self.position, self.state).cube.should_beaver
        self._record_take(OPPONENT, beaver)
        act = "beavers" if beaver else "takes"
        line = f"You double. The opponent {act}. The cube is at {self.state.cube}."
        return [line, *self._play_roll(roll_dice(self._chance()))]

    def _opponent_turn(self) -> list[str]:
        self.asked, self.warned = "roll", ""
        theirs = self.state.swap_sides()
        if theirs.may_double and self.opponent.doubles(self.position.to_array(), theirs, self._chance()):
            self.asked = "answer"
            self.events += (Event(OPPONENT, MatchAction.DOUBLE, cube=2 * self.state.cube),)
            return [f"The opponent doubles to {2 * self.state.cube}."]
        return self._opponent_rolls(roll_dice(self._chance()))

    def _opponent_rolls(self, dice: Dice) -> list[str]:
        plays = legal_plays(self.position, dice)
        pick = 0
        if len(plays) > 1:
            results = np.stack([play.after.to_array() for play in plays])
            pick = self.opponent.choose(self.position.to_array(), results, self.state.swap_sides(), self._chance())
        text = format_play(plays[pick].steps)
        self.events += (Event(OPPONENT, MatchAction.PLAY, dice, text),)
        self.position, self.asked, self.warned = plays[pick].after, "roll", ""
        lines = [f"The opponent rolls {format_dice(dice)}: {text if plays[pick].steps else 'cannot move'}."]
        if self.position.winner_points:
            return lines + self._finish(OPPONENT, self._points_paid(-self.position.winner_points))
        return lines

    def _points_paid(self, points: int) -> int:
        """Points of a game played to the end. With the Jacoby rule a gammon counts only after a double."""
        plain = self.state.jacoby and self.state.owner is Owner.CENTRED and not self.state.length
        return self.state.cube * (1 if plain else points)

    def _finish(self, winner: int, points: int) -> list[str]:
        """Finish the game; in a match start the next one until somebody has won. No more points count than needed."""
        state = self.state
        points = min(points, state.length - self._scores[winner]) if state.length else points
        self.games += (RecordedGame(self._scores, self.events, winner, points),)
        self.dice, self.asked, self.events = None, "over", ()
        lines = [f"You {('win', 'lose')[winner]} {points} point{'s' * (points != 1)}."]
        if not state.length:
            if len(self.games) >= self.session_length:
                return lines
            self.state = replace(state, cube=1, owner=Owner.CENTRED)
            own, other = self._scores
            count = format_count(len(self.games), "game")
            return [*lines, f"After {count} the points are {own}-{other}.", *self.start()]
        scores = [score + points * (winner == who) for who, score in enumerate(self._scores)]
        if max(scores) >= state.length:
            return [*lines, f"You {('win', 'lose')[winner]} the match, {scores[0]}-{scores[1]}."]
        played = any(state.length - 1 in game.scores for game in self.games)
        crawford = state.length - 1 in scores and not played
        self.state = CubeState(state.length, scores[0], scores[1], crawford=crawford)
        note = " This is the Crawford game: no doubling." if crawford else ""
        return [*lines, f"The score is {scores[0]}-{scores[1]} to {state.length}.{note}", *self.start()]

    def _play_warning(self, word: str, after: Position) -> str:
        if self.tutor is None or self.warned == word:
            return ""
        assert self.dice is not None
        advice = move_advice(self.searcher, self.position, self.dice, self.state)
        return self._warning(word, next(line.loss for line in advice.moves if line.play.after == after))

    def _cube_warning(self, word: str, doubles: bool) -> str:
        if self.tutor is None or self.warned == word:
            return ""
        searcher = self.searcher
        advice = cube_advice(position_value(searcher, self.position, self.state).cube, searcher)
        return self._warning(word, float(advice.losses[int(doubles)]))

    def _answer_warning(self, word: str) -> str:
        if self.tutor is None or self.warned == word:
            return ""
        searcher = self.searcher
        advice = take_advice(position_value(searcher, self.position, self.state.swap_sides()).cube, searcher)
        return self._warning(word, float(advice.losses[advice.equities.choices.index(word)]))

    def _warning(self, word: str, loss: float) -> str:
        if self.tutor is None or loss < self.tutor:
            return ""
        self.warned = word
        return f"That costs {format_loss(loss, Unit.EQUITY)}. Choose again, or repeat it to go ahead."

    def _chance(self) -> np.random.Generator:
        self.drawn += 1
        return np.random.default_rng([self.seed, self.drawn])
