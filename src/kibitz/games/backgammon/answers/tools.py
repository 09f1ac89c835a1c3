"""Typed answers about a position from many sides: race counts, the cube at all scores, the 21 rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.exhibits.grids import Matrix
from kibitz.core.exhibits.replay import BoardDiagram
from kibitz.core.exhibits.summaries import AnswerSummary, Fact
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import MINUS, Unit, format_amount, format_chance
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.answers.cubes import CubeSummary, to_cube_summary
from kibitz.games.backgammon.race_verdict import RaceVerdict

if TYPE_CHECKING:
    from kibitz.games.backgammon.board.position import Position
    from kibitz.games.backgammon.cube.decision import CubeDecision
    from kibitz.games.backgammon.cube.state import CubeState
    from kibitz.games.backgammon.questions import tools as questions
    from kibitz.games.backgammon.search.searcher import Searcher

RACE_PLIES = 2


class SidePips(Struct, frozen=True):
    """Pips of one side; effective pips and wastage are exact, or None while a checker is outside the home board."""

    pips: int
    effective: float | None
    wastage: float | None


class RaceAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.race/1"):
    """The race counts of the player on roll and the opponent, beside the cube action in money play.

    ``exact``: the action comes from the two-sided table; else from a search of two plies. ``state_unused``: the
    position came with a score or a cube that is not centred, which race counts cannot use.
    """

    position: str
    own: SidePips
    opponent: SidePips
    counts: tuple[RaceVerdict, ...]
    cube: CubeSummary
    exact: bool
    state_unused: bool = False

    def explain(self) -> Explanation:
        lead = self.opponent.pips - self.own.pips
        place = "level in pips" if not lead else f"{abs(lead)} pips {'ahead' if lead > 0 else 'behind'}"
        source = "exact" if self.exact else f"{RACE_PLIES} plies"
        unused = "Race counts are for money with a centred cube. They do not use the score and cube of the position."
        headline = f"You are {place} before the roll. Money cube action: {self.cube.action} ({source})."
        return Explanation(headline, (unused,) if self.state_unused else ())

    def exhibits(self) -> Iterator[Exhibit]:
        yield BoardDiagram("backgammon", self.position)
        yield AnswerSummary(
            answer=self.cube.action[0].upper() + self.cube.action[1:],
            figure=format_chance(self.cube.win),
            figure_name="win chance",
            speaks=False,
            facts=(Fact("Your pips", str(self.own.pips)), Fact("Opponent's pips", str(self.opponent.pips))),
            text=self.explain().headline,
        )
        yield from (Note(reason) for reason in self.explain().reasons)
        sides = (("you", self.own), ("opponent", self.opponent))
        pips = tuple((name, str(side.pips), _one(side.effective), _one(side.wastage)) for name, side in sides)
        yield Table(("", "pips", "effective pips", "wastage"), pips, "Pips")
        rows = tuple(
            (
                count.method,
                f"{count.own:g}",
                f"{count.opponent:g}",
                *map(_yes, (count.double, count.redouble, count.take)),
            )
            for count in self.counts
        )
        yield Table(("count", "you", "opponent", "double", "redouble", "take"), rows, "Counts and what they advise")
        yield self.cube.chart("The doubling window")


def _yes(answer: bool) -> str:
    return "yes" if answer else "no"


def _one(value: float | None) -> str:
    return "not all home" if value is None else f"{value:.1f}"


SHORT_ACTIONS = {
    "no cube": "–",
    "no double, take": "ND",
    "double, take": "D/T",
    "double, pass": "D/P",
    "too good to double, pass": "TG",
}
"""Cube actions as the cells of a matrix write them, from the worst position of the player on roll to the best."""


class ScoreCube(Struct, frozen=True):
    """The cube at one score, points that both players need: action, loss of the other action, and thresholds.

    ``loss`` is that of doubling where that is wrong, and of not doubling where doubling is right. ``gammon_value`` is
    what a gammon gains over a single game, as a share of the difference between winning and losing one (money: 0.5).
    """

    own_away: int
    opponent_away: int
    action: str
    no_double: float
    double_take: float
    loss: float
    take_point: float
    gammon_value: float


_Value = Callable[[ScoreCube], float]
_Text = Callable[[ScoreCube], str]


class ScoresAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.scores/1"):
    """The cube action at every score from 1-away (after Crawford) on; rows are the player on roll, who may double."""

    position: str
    plies: int
    away: int
    money: str
    cubes: tuple[ScoreCube, ...]

    def explain(self) -> Explanation:
        doubles = sum(cube.action.startswith("double") for cube in self.cubes)
        passes = sum(cube.action == "double, pass" for cube in self.cubes)
        return Explanation(
            f"Money: {self.money}. Of {len(self.cubes)} scores it is a double at {doubles} and a pass at {passes}."
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield BoardDiagram("backgammon", self.position)
        yield AnswerSummary(
            answer=f"Money: {self.money}",
            speaks=False,
            limits=("backgammon network", f"plies {self.plies}"),
            text=self.explain().headline,
        )
        names = list(SHORT_ACTIONS)
        yield self._matrix(
            "Cube action by score",
            lambda cube: float(names.index(cube.action)),
            lambda cube: f"{SHORT_ACTIONS[cube.action]} {cube.loss:.3f}" if cube.action != "no cube" else "–",
            "ND no double, D/T double and take, D/P double and pass, TG too good, with the loss of the other action. "
            "1-away is after the Crawford game.",
        )
        yield self._matrix(
            "Take point by score", lambda cube: cube.take_point, lambda cube: format_chance(cube.take_point), ""
        )
        yield self._matrix(
            "Gammon value by score", lambda cube: cube.gammon_value, lambda cube: f"{cube.gammon_value:.2f}", ""
        )

    def _matrix(self, title: str, value: _Value, text: _Text, note: str) -> Matrix:
        """One value and text of each score as a matrix."""
        span = range(self.away)
        rows = [self.cubes[row * self.away : (row + 1) * self.away] for row in span]
        names = tuple(f"{n + 1}-away" for n in span)
        cells = tuple(tuple(text(cube) for cube in row) for row in rows)
        listing = Table(("you / opponent", *names), tuple((n, *r) for n, r in zip(names, cells, strict=True)), title)
        values = tuple(tuple(value(cube) for cube in row) for row in rows)
        return Matrix(title, names, names, values, cells, listing, corner="you / opponent", note=note)


class RollValue(Struct, frozen=True):
    """One roll: the best play, the equity after it, and the share of replies after which a double would be passed."""

    roll: str
    play: str
    equity: float
    market_lost: float


class RollsAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.rolls/1"):
    """The 21 rolls of the player on roll, best first; ``mean`` and ``spread`` of the equity weigh them by chance."""

    position: str
    mean: float
    spread: float
    market_lost: float
    rolls: tuple[RollValue, ...]

    def explain(self) -> Explanation:
        best, worst = self.rolls[0], self.rolls[-1]
        return Explanation(
            f"Best roll {best.roll} ({format_amount(best.equity, Unit.EQUITY)}), worst {worst.roll} "
            f"({format_amount(worst.equity, Unit.EQUITY)}). Mean {format_amount(self.mean, Unit.EQUITY)}, "
            f"standard deviation {self.spread:.3f}.",
            (f"In {format_chance(self.market_lost)} of the next exchanges you lose your market.",),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield BoardDiagram("backgammon", self.position)
        said = self.explain()
        yield AnswerSummary(
            answer=f"Mean {format_amount(self.mean, Unit.EQUITY)}",
            figure=f"{self.spread:.3f}",
            figure_name="standard deviation",
            speaks=False,
            facts=(
                Fact("Best roll", self.rolls[0].roll),
                Fact("Worst roll", self.rolls[-1].roll),
                Fact("Market lost", format_chance(self.market_lost)),
            ),
            text="\n".join((said.headline, *said.reasons)),
        )
        by_roll = {value.roll: value for value in self.rolls}
        faces = range(1, 7)
        square = [[by_roll[f"{max(a, b)}{min(a, b)}"] for b in faces] for a in faces]
        names = tuple(str(face) for face in faces)
        yield Matrix(
            "Equity after each roll",
            names,
            names,
            tuple(tuple(value.equity for value in row) for row in square),
            tuple(tuple(f"{value.equity:+.2f}".replace("-", MINUS) for value in row) for row in square),
            corner="dice",
        )
        rows = tuple(
            (
                v.roll,
                v.play,
                *(format_amount(value, Unit.EQUITY) for value in (v.equity, v.equity - self.mean)),
                format_chance(v.market_lost),
            )
            for v in self.rolls
        )
        yield Table(
            ("roll", "best play", "equity", "luck", "market lost"), rows, "The 21 rolls", left=(0, 1), few=(0, 1, 2, 4)
        )


def _decide(searcher: Searcher, position: Position, state: CubeState, plies: int) -> CubeDecision:
    from kibitz.games.backgammon.advice import position_value

    return position_value(searcher, position, state, plies).cube


def answer_race(request: questions.RaceRequest, work: WorkContext) -> RaceAnswer:
    """The answer to `questions.RaceRequest`."""
    from kibitz.games.backgammon.board.position import HOME
    from kibitz.games.backgammon.cube.decision import exact_worths
    from kibitz.games.backgammon.cube.state import MONEY
    from kibitz.games.backgammon.notation.position_id import format_position_id
    from kibitz.games.backgammon.notation.situation import parse_situation
    from kibitz.games.backgammon.race import effective_pips, race_verdicts
    from kibitz.games.backgammon.search.searcher import shipped_searcher

    situation = parse_situation(request.position)
    position = situation.position

    def pips(men: tuple[int, ...], count: int) -> SidePips:
        if any(men[HOME:]):
            return SidePips(count, None, None)
        effective = effective_pips(men)
        return SidePips(count, effective.epc, effective.wastage)

    searcher = shipped_searcher(progress=work.progress_with_note("tables"))
    return RaceAnswer(
        position=format_position_id(position),
        own=pips(position.own, position.pips[0]),
        opponent=pips(position.opponent, position.pips[1]),
        counts=race_verdicts(position),
        cube=to_cube_summary(_decide(searcher, position, MONEY, RACE_PLIES)),
        exact=exact_worths(position, MONEY) is not None,
        state_unused=bool(situation.state.length) or situation.state.owner is not MONEY.owner,
    )


def answer_scores(request: questions.ScoresRequest, work: WorkContext) -> ScoresAnswer:
    """The answer to `questions.ScoresRequest`."""
    from dataclasses import replace

    from kibitz.games.backgammon.cube.state import CubeState, Owner
    from kibitz.games.backgammon.notation.situation import format_situation, parse_situation
    from kibitz.games.backgammon.search.searcher import shipped_searcher

    situation = parse_situation(request.position)
    cube, owner = situation.state.cube, situation.state.owner
    if owner is Owner.OPPONENT:
        raise InputError("position: the opponent owns the cube; give a position in which the player on roll may double")
    searcher = shipped_searcher(request.plies > 0, progress=work.progress_with_note("tables"))
    money = CubeState(cube=cube, owner=owner)
    cubes = []
    for own in range(1, request.away + 1):
        work.progress(own - 1, request.away, "scores")
        for opponent in range(1, request.away + 1):
            length = max(own, opponent)
            state = CubeState(length, length - own, length - opponent, cube, owner)
            cubes.append(_score_cube(own, opponent, _decide(searcher, situation.position, state, request.plies)))
    return ScoresAnswer(
        position=format_situation(replace(situation, state=money, dice=None)),
        plies=request.plies,
        away=request.away,
        money=_decide(searcher, situation.position, money, request.plies).action.value,
        cubes=tuple(cubes),
    )


def _score_cube(own: int, opponent: int, decision: CubeDecision) -> ScoreCube:
    from kibitz.games.backgammon.cube.decision import CubeAction

    cube, points = decision.stakes.state.cube, decision.stakes.points
    lost, won, gammon = points(-cube), points(cube), points(2 * cube)
    allowed = decision.action is not CubeAction.NOT_ALLOWED
    return ScoreCube(
        own,
        opponent,
        decision.action.value,
        decision.no_double,
        decision.double_take,
        abs(decision.no_double - decision.double_equity) if allowed else 0.0,
        decision.points.take,
        (gammon - won) / (won - lost) if won > lost else 0.0,
    )


def answer_rolls(request: questions.RollsRequest, work: WorkContext) -> RollsAnswer:
    """The answer to `questions.RollsRequest`."""
    from kibitz.games.backgammon.advice import move_advice
    from kibitz.games.backgammon.moves.dice import ROLL_CHANCES, ROLLS, format_dice
    from kibitz.games.backgammon.notation.situation import format_situation, parse_situation
    from kibitz.games.backgammon.search.searcher import shipped_searcher

    situation = parse_situation(request.position)
    position, state = situation.position, situation.state
    if position.winner_points:
        raise InputError("position: the game is over; give one that is still in play")
    searcher = shipped_searcher(progress=work.progress_with_note("tables"))
    values = []
    for number, roll in enumerate(ROLLS):
        work.progress(number, len(ROLLS), "rolls")
        best = move_advice(searcher, position, roll, state, cubeful=True).best
        lost = _market_lost(searcher, best.play.after, state) if state.may_double else 0.0
        values.append(RollValue(format_dice(roll), best.notation, best.equity, lost))
    mean = float(sum(p * v.equity for p, v in zip(ROLL_CHANCES, values, strict=True)))
    variance = sum(p * (v.equity - mean) ** 2 for p, v in zip(ROLL_CHANCES, values, strict=True))
    return RollsAnswer(
        position=format_situation(situation),
        mean=mean,
        spread=float(variance) ** 0.5,
        market_lost=float(sum(p * v.market_lost for p, v in zip(ROLL_CHANCES, values, strict=True))),
        rolls=tuple(sorted(values, key=lambda value: -value.equity)),
    )


def _market_lost(searcher: Searcher, after: Position, state: CubeState) -> float:
    """The chance that the opponent's reply leaves a position in which the player's double would be passed.

    A game that the player has won by then counts; one that the opponent has won does not.
    """
    from kibitz.games.backgammon.moves.dice import ROLL_CHANCES, ROLLS

    if after.winner_points:
        return 1.0
    lost = 0.0
    for chance, reply in zip(ROLL_CHANCES, ROLLS, strict=True):
        then = searcher.rank(after, reply, state=state.swap_sides())[0].after
        if not then.winner_points:
            lost += float(chance) * (not _decide(searcher, then, state, 0).should_take)
    return lost
