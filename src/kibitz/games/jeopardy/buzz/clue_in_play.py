"""A clue in play, in a standing or a state, solved: exactly on the last clues, by the network or by games before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kibitz.core import InputError, format_money
from kibitz.core.equities import FloatArray
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.board import Square
from kibitz.games.jeopardy.buzz.ending import MAX_CLUES, end_equities
from kibitz.games.jeopardy.buzz.final_prices import FinalAssumption, IntArray, final_price, with_all_in_bets
from kibitz.games.jeopardy.buzz.opponent_chances import Joint
from kibitz.games.jeopardy.buzz.player import Buzzer
from kibitz.games.jeopardy.buzz.thresholds import BuzzCurves, LiveStateValues, buzz_curves, live_states
from kibitz.games.jeopardy.buzz.tree import ClueTree
from kibitz.games.jeopardy.endgame.before_final import FinalSetup
from kibitz.games.jeopardy.fields import match_game
from kibitz.games.jeopardy.position import DecisionKind, Position, parse_position
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROWS, Rules
from kibitz.games.jeopardy.value.matchups import EvaluatorRole
from kibitz.games.jeopardy.value.players import Players
from kibitz.games.jeopardy.value.state_value import ValueMethod


@dataclass(frozen=True, slots=True)
class ClueInPlay:
    """A clue worth ``value`` in play, its square still open in ``position``; seat ``me`` decides whether to buzz."""

    position: Position
    me: int
    value: int
    game: int | None = None
    """Of a match of two; none for a single game."""

    @property
    def round_(self) -> int:
        """Round of the clue."""
        return self.position.round_

    @property
    def row(self) -> int:
        """Row of the clue, 1 at the top."""
        return Rules().values(self.round_).index(self.value) + 1

    @property
    def square(self) -> Square:
        """Its square: the leftmost open one of its row."""
        places = ((self.row - 1) * COLUMNS + column for column in range(COLUMNS))
        return next(Square(place) for place in places if self.position.open_squares >> place & 1)

    @property
    def values_left(self) -> tuple[int, ...]:
        """Dollar values of the clues of the round left after it."""
        values, board = Rules().values(self.round_), self.position.open_squares & ~(1 << self.square)
        return tuple(values[place // COLUMNS] for place in range(ROWS * COLUMNS) if board >> place & 1)

    @property
    def n_hidden_doubles(self) -> int:
        """Daily Doubles of the round not found yet."""
        return DAILY_DOUBLES[self.round_] - len(self.position.daily_doubles)

    @property
    def is_endgame(self) -> bool:
        """Whether the rest of the game can be solved exactly."""
        return self.round_ == 2 and self.n_hidden_doubles == 0 and len(self.values_left) <= MAX_CLUES

    @property
    def keeps_lockout(self) -> bool:
        """The lockout-preserving rule (section 3.4): silence keeps a lock game that a wrong answer would lose.

        A lock game is safe on all clues left, this one included, once nobody can reach half of my score
        (in game 2 of a match: once nobody's total can reach mine).
        """
        if not self.is_endgame or self.game == 1:
            return False
        won, more = self.position.totals or (0, 0, 0), sum(self.values_left) + self.value
        own = self.position.scores[self.me] + won[self.me]
        others = [
            (max(s, 0), w) for i, (s, w) in enumerate(zip(self.position.scores, won, strict=True)) if i != self.me
        ]
        reach = max(total + 2 * (score + more) for score, total in others)
        return own > reach >= own - self.value

    @property
    def state(self) -> IntArray:
        """The row of the state once the clue is over, unanswered."""
        from kibitz.games.jeopardy.rollout.state_rows import SURE, row_of_position

        row = row_of_position(self.position, self.me)
        row[6 + self.square % COLUMNS] &= ~(1 << (self.row - 1))
        row[SURE] = 0
        return row


def clue_in_play(
    state: str | None,
    scores: tuple[int, int, int] | None,
    me: int | None,
    value: int,
    left: Sequence[int],
    round_: int,
    game: int | None = None,
    totals: tuple[int, int, int] | None = None,
) -> ClueInPlay:
    """The clue in play in a state, or in a standing with no Daily Double left in the round."""
    if state is None:
        assert scores is not None
        assert me is not None
        position = standing_position(scores, me, value, left, round_)
    else:
        position = parse_position(state)
        me = position.decider if me is None else me
    values = Rules().values(position.round_)
    if value not in values:
        listed = ", ".join(map(str, values))
        raise InputError(f"value: must be a dollar value of round {position.round_} ({listed}), not {value}")
    row = values.index(value)
    if not position.open_squares >> row * COLUMNS & (1 << COLUMNS) - 1:
        raise InputError(f"value: no clue of {format_money(value)} is open; give the value of an open square")
    position = position if totals is None else replace(position, totals=totals)
    return ClueInPlay(position, me, value, match_game(game, position.totals))


def standing_position(scores: tuple[int, int, int], me: int, value: int, left: Sequence[int], round_: int) -> Position:
    """A position with these scores and clues, with the Daily Doubles of the round found in arbitrary columns."""
    values = Rules().values(round_)
    board = 0
    for clue in (value, *left):
        if clue not in values:
            name = "value" if clue == value else "left"
            listed = ", ".join(map(str, values))
            raise InputError(f"{name}: must be a dollar value of round {round_} ({listed}), not {clue}")
        row = values.index(clue)
        free = [row * COLUMNS + column for column in range(COLUMNS) if not board >> (row * COLUMNS + column) & 1]
        if not free:
            raise InputError(f"left: give at most {COLUMNS} clues of ${clue}")
        board |= 1 << free[0]
    result: list[Square] = []
    for column in reversed(range(COLUMNS)):
        closed = [row * COLUMNS + column for row in range(ROWS) if not board >> (row * COLUMNS + column) & 1]
        if closed and len(result) < DAILY_DOUBLES[round_]:
            result.append(Square(closed[-1]))
    if len(result) < DAILY_DOUBLES[round_]:
        raise InputError("left: give fewer clues, to leave room for the Daily Doubles on the board")
    return Position(scores, me, round_, board, tuple(result), decider=me, choosing=DecisionKind.BUZZ)


@dataclass(frozen=True, slots=True, eq=False)
class SolvedClue:
    """A clue in play with the equities of its 20 end states, mine first (`tree.END_STATES`)."""

    equities: FloatArray
    tree: ClueTree
    joint: Joint
    curves: BuzzCurves
    usual: float
    method: str
    games: int = 0
    covariance: FloatArray | None = None
    """Of the equities, where games were played on."""

    def at_confidences(self, confidences: FloatArray) -> BuzzCurves:
        """The policies at other confidences."""
        return buzz_curves(self.tree, self.joint, self.equities, confidences)

    def live_states(self, confidence: float) -> tuple[LiveStateValues, ...]:
        """The four live states."""
        return live_states(self.tree, self.joint, self.equities, confidence)

    def standard_errors(self, confidence: FloatArray, policies: Sequence[int]) -> FloatArray | None:
        """Standard errors of policies' values at one confidence; none where nothing was played on."""
        if self.covariance is None:
            return None
        ends = self.tree.end_state_chances(self.joint(confidence)).policies()[list(policies), 0]
        return np.asarray(np.sqrt(np.einsum("pk,kl,pl->p", ends, self.covariance, ends)))


def buzzer_of(players: Players, me: int, tip_off: float = 0.0) -> Buzzer:
    """Who buzzes among the players of a question."""
    return Buzzer(players.contestants, me, players.role is EvaluatorRole.MACHINE, tip_off)


def final_setup_for(players: Players, me: int, finals: str) -> FinalSetup:
    """Final as I see it at the leaves."""
    standing = players.final_setup(me)
    return standing if finals == FinalAssumption.PEOPLE else replace(standing, model=with_all_in_bets(standing.model))


def solve_clue(
    clue: ClueInPlay,
    players: Players,
    finals: str = FinalAssumption.PEOPLE,
    tip_off: float = 0.0,
    games: int = 0,
    seed: int = 1,
    work: WorkContext | None = None,
    second: float = 0.5,
) -> SolvedClue:
    """The clue solved: exactly where only last clues are left, else with end states by ``games`` played on, or by the
    network where they are 0. In a match by match equity, ``second`` place counting that much of first."""
    work = work or WorkContext()
    buzzer = buzzer_of(players, clue.me, tip_off)
    tree, joint = buzzer.tree(clue.round_, clue.row), buzzer.joint(clue.round_, clue.row)
    usual = buzzer.confidence(clue.round_, clue.row).threshold
    if clue.game is not None:
        from kibitz.games.jeopardy.buzz.matches import match_equities
        from kibitz.games.jeopardy.match.value import MatchContext

        match = MatchContext(clue.game, (1.0, second))
        ends, method = match_equities(clue, players, match, buzzer, finals, work.progress_with_note("scores"))
        return SolvedClue(ends, tree, joint, buzz_curves(tree, joint, ends), usual, method.value)
    if clue.is_endgame:
        price = final_price(final_setup_for(players, clue.me, finals))
        ends = end_equities(
            clue.position.scores, buzzer, clue.value, clue.values_left, price, work.progress_with_note("scores")
        )
        return SolvedClue(ends, tree, joint, buzz_curves(tree, joint, ends), usual, ValueMethod.EXACT.value)
    if finals != FinalAssumption.PEOPLE:
        raise InputError("final-bets: must be people before the last clues, not all-in")
    from kibitz.games.jeopardy.buzz.one_clue_step import network_equities, rollout_equities

    if players.payoff is not None and not games:
        raise InputError("rollouts: must be above 0 where something else than winning counts; the network has no value")
    if not games:
        ends = network_equities(clue.state, players, clue.me, clue.value)
        return SolvedClue(ends, tree, joint, buzz_curves(tree, joint, ends), usual, ValueMethod.NETWORK.value)
    played = rollout_equities(
        clue.state,
        players.seating,
        clue.me,
        clue.value,
        max(games, 2),
        seed,
        work.progress_with_note("games"),
        None if players.payoff is None else final_price(players.final_setup(clue.me)),
    )
    ends = played.equities
    curves = buzz_curves(tree, joint, ends)
    return SolvedClue(ends, tree, joint, curves, usual, ValueMethod.ROLLOUT.value, played.games, played.covariance)
