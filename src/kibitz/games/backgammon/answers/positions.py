"""Typed answers about one position: its worth, plays, the cube, rollouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.counsel import Counsel, counsel_on
from kibitz.core.errors import InputError
from kibitz.core.exhibits import SHOWN, Board, Exhibit, Note, Table, loss_words
from kibitz.core.exhibits.figures import Ends
from kibitz.core.exhibits.findings import Fact, Verdict
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import Unit, format_amount, format_chance, format_count
from kibitz.core.work import Work
from kibitz.games.backgammon.answers.cubes import CubeBefore, CubePoint, before_roll, grade_of

if TYPE_CHECKING:
    from kibitz.core.advice import Advice
    from kibitz.games.backgammon.nets.probabilities import Probabilities
    from kibitz.games.backgammon.notation.anything import Situation
    from kibitz.games.backgammon.questions import positions as questions
    from kibitz.games.backgammon.search.searcher import Searcher


class Chances(Struct, frozen=True):
    """Chances of the player on roll; wins include gammons, those include backgammons."""

    win: float
    win_g: float
    win_bg: float
    lose_g: float
    lose_bg: float

    def words(self) -> tuple[str, ...]:
        """The five as people read them."""
        return tuple(format_chance(x) for x in (self.win, self.win_g, self.win_bg, self.lose_g, self.lose_bg))

    def ends(self, title: str) -> Ends:
        """How the game ends: plainly, with a gammon, with a backgammon, won and lost."""
        return Ends(
            title,
            (self.win - self.win_g, self.win_g - self.win_bg, self.win_bg),
            (1 - self.win - self.lose_g, self.lose_g - self.lose_bg, self.lose_bg),
        )


HEADINGS = ("win", "gammon", "backgammon", "lose gammon", "lose bg")


class EvaluateAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.evaluate/1"):
    """A position before the roll: chances and equities of the player on roll, in points a unit of cube."""

    position: str
    plies: int
    win: float
    win_g: float
    win_bg: float
    lose_g: float
    lose_bg: float
    equity: float
    cubeful: float
    action: str

    def chances(self) -> Chances:
        """The five chances."""
        return Chances(self.win, self.win_g, self.win_bg, self.lose_g, self.lose_bg)

    def told(self) -> Explanation:
        worth = format_amount(self.equity, Unit.EQUITY)
        return Explanation(
            f"The player on roll wins {format_chance(self.win)}: {worth} without the cube, "
            f"{format_amount(self.cubeful, Unit.EQUITY)} with it.",
            (f"the cube: {self.action}",),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Board("backgammon", self.position)
        yield Note(self.told().headline, "strong")
        yield Verdict(
            answer=f"You win {format_chance(self.win)}",
            figure=format_amount(self.cubeful, Unit.EQUITY),
            figure_name="equity",
            speaks=False,
            limits=("backgammon network", f"plies {self.plies}"),
            facts=(Fact("Without the cube", format_amount(self.equity, Unit.EQUITY)), Fact("The cube", self.action)),
        )
        yield self.chances().ends("How the game ends")
        yield Table(HEADINGS, (self.chances().words(),), left=())
        yield Note(f"The cube: {self.action}.")


class Move(Struct, frozen=True):
    """One play: the mover's equity and loss, his chances, and the Position ID after it with the opponent on roll.

    ``equity`` ranks the plays: with the cube where the answer says ``cubeful``; ``cubeless`` leaves it out.
    """

    notation: str
    equity: float
    loss: float
    probabilities: Chances
    position_id: str
    plies: int
    cubeless: float


class MoveAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.move/3"):
    """All plays of a roll, best first; ``cube`` is the decision before it, where the rules allow a double."""

    position: str
    dice: str
    best: str
    cubeful: bool
    counsel: Counsel
    moves: tuple[Move, ...]
    cube: CubeBefore | None = None

    def exhibits(self) -> Iterator[Exhibit]:
        mine = self.counsel.judgement
        other = "" if mine is None or mine.grade == "best" else f"{mine.choice} {mine.grade}"
        yield Board("backgammon", rolled(self.position, self.dice), play=self.best, other=other)
        yield self.counsel
        shown = self.moves[:SHOWN]
        rows = tuple(
            (
                move.notation,
                format_amount(move.equity, Unit.EQUITY),
                loss_words(move.loss, Unit.EQUITY),
                *move.probabilities.words(),
                str(move.plies),
            )
            for move in shown
        )
        yield Table(
            ("play", "equity", "loss", *HEADINGS, "plies"),
            rows,
            "Ranked plays",
            strong=(0,),
            grades=tuple(grade_of(move.loss) for move in shown),
            few=(0, 1, 2, 3),
            remark=f"{len(shown)} of {format_count(len(self.moves), 'play')}",
            asks="play",
        )
        yield self.moves[0].probabilities.ends(f"How the game ends after {self.best}")
        if self.cube is not None:
            yield from self.cube.exhibits("Cube, before the roll")


def rolled(position: str, dice: str) -> str:
    """The notation of a position with a roll."""
    from dataclasses import replace

    from kibitz.games.backgammon.moves.dice import parse_dice
    from kibitz.games.backgammon.notation.anything import format_situation, parse_situation

    return format_situation(replace(parse_situation(position), dice=parse_dice(dice)))


class CubeAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.cube/1"):
    """The doubling decision, equities a unit of cube for the player on roll; ``take`` counsels the player doubled."""

    position: str
    plies: int
    action: str
    no_double: float
    double_take: float
    double_pass: float
    probabilities: Chances
    points: CubePoint
    counsel: Counsel
    take: Counsel

    def exhibits(self) -> Iterator[Exhibit]:
        yield Board("backgammon", self.position)
        yield self.counsel
        before = CubeBefore(
            self.action, self.no_double, self.double_take, self.double_pass, self.probabilities.win, self.points
        )
        yield from before.exhibits("The doubling window")
        yield self.probabilities.ends("How the game ends")
        yield Table(HEADINGS, (self.probabilities.words(),), left=())
        known = {
            "take": self.points.take,
            "double": self.points.double,
            "cash": self.points.cash,
            "too good": self.points.too_good,
        }
        words = ", ".join(f"{name} from {format_chance(p)}" for name, p in known.items() if p is not None)
        yield Note(f"Points: {words}.", "quiet")


class RolloutAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.rollout/1"):
    """A position played out: mean chances and worth of the player on roll, with standard errors."""

    position: str
    trials: int
    seed: int
    probabilities: Chances
    errors: Chances
    worth: float
    worth_se: float

    def told(self) -> Explanation:
        worth = format_amount(self.worth, Unit.EQUITY)
        return Explanation(f"{worth} ± {self.worth_se:.3f} over {format_count(self.trials, 'game')}, luck taken off.")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Board("backgammon", self.position)
        yield Note(self.told().headline, "strong")
        yield Verdict(
            answer=f"You win {format_chance(self.probabilities.win)}",
            figure=format_amount(self.worth, Unit.EQUITY),
            figure_name="equity",
            between=f"± {self.worth_se:.3f}",
            speaks=False,
            limits=("sampled", format_count(self.trials, "game"), "luck taken off", f"seed {self.seed}"),
        )
        yield self.probabilities.ends("How the game ends")
        pairs = zip(self.probabilities.words(), self.errors.words(), strict=True)
        yield Table(HEADINGS, (tuple(f"{mean} ± {error}" for mean, error in pairs),), left=())


GAME = "backgammon"


def _chances(p: Probabilities) -> Chances:
    return Chances(p.win, p.win_g, p.win_bg, p.lose_g, p.lose_bg)


def _searcher(plies: int, work: Work) -> Searcher:
    """The shipped network; without look-ahead it needs no compiled code, so a cold answer is quick."""
    from kibitz.games.backgammon.search.searcher import shipped_searcher

    return shipped_searcher(compiled=plies > 0, progress=work.noting("tables"))


def _situation(asked: questions.Evaluate | questions.BestMove | questions.Cube) -> Situation:
    """The position asked about; the rules of money play are those of the options and of the position together."""
    from dataclasses import replace

    from kibitz.games.backgammon.notation.anything import parse_situation

    found = parse_situation(asked.position)
    state = found.state
    if state.length and (asked.jacoby or asked.beavers):
        raise InputError("jacoby, beavers: these rules belong to money play, and the position is one of a match")
    state = replace(state, jacoby=state.jacoby or asked.jacoby, beavers=state.beavers or asked.beavers)
    return replace(found, state=state)


def answer_evaluate(asked: questions.Evaluate, work: Work) -> EvaluateAnswer:
    """The answer to `questions.Evaluate`."""
    from kibitz.games.backgammon.advice import position_value
    from kibitz.games.backgammon.notation.anything import format_situation

    found = _situation(asked)
    value = position_value(_searcher(asked.plies, work), found.position, found.state, asked.plies)
    p = value.probabilities
    return EvaluateAnswer(
        position=format_situation(found),
        plies=asked.plies,
        win=p.win,
        win_g=p.win_g,
        win_bg=p.win_bg,
        lose_g=p.lose_g,
        lose_bg=p.lose_bg,
        equity=value.equity,
        cubeful=value.cubeful,
        action=value.cube.action.value,
    )


def answer_best_move(asked: questions.BestMove, work: Work) -> MoveAnswer:
    """The answer to `questions.BestMove`."""
    from dataclasses import replace

    from kibitz.games.backgammon.advice import move_advice, position_value
    from kibitz.games.backgammon.explain import explain_move
    from kibitz.games.backgammon.maxims import maxim
    from kibitz.games.backgammon.moves.dice import format_dice, parse_dice
    from kibitz.games.backgammon.notation.anything import format_situation
    from kibitz.games.backgammon.notation.play import parse_play

    found = _situation(asked)
    dice = parse_dice(asked.dice) if asked.dice else found.dice
    if dice is None:
        raise InputError("dice: a roll such as 31 is needed, since the position holds none")
    searcher = _searcher(asked.plies, work)
    advice = move_advice(searcher, found.position, dice, found.state, asked.plies, asked.cubeful)
    before = position_value(searcher, found.position, found.state, asked.plies).cube if found.state.may_double else None
    chosen = None
    if asked.play is not None:
        after = parse_play(asked.play, found.position, dice).after
        chosen = next(i for i, line in enumerate(advice.moves) if line.play.after == after)
    choices = advice.advice.equities.choices
    return MoveAnswer(
        position=format_situation(found),
        dice=format_dice(dice),
        best=advice.best.notation,
        cubeful=advice.cubeful,
        counsel=counsel_on(
            GAME,
            f"{format_situation(found)} {format_dice(dice)}",
            advice.advice,
            replace(explain_move(advice), rule=maxim(advice)),
            chosen=None if chosen is None else choices.index(choices[chosen]),
        ),
        moves=tuple(
            Move(m.notation, m.equity, m.loss, _chances(m.probabilities), m.position_id, m.plies, m.cubeless)
            for m in advice.moves
        ),
        cube=None if before is None else before_roll(before),
    )


def answer_cube(asked: questions.Cube, work: Work) -> CubeAnswer:
    """The answer to `questions.Cube`."""
    from kibitz.games.backgammon.advice import cube_advice, position_value, take_advice
    from kibitz.games.backgammon.explain import explain_cube
    from kibitz.games.backgammon.notation.anything import format_situation

    found = _situation(asked)
    searcher = _searcher(asked.plies, work)
    decision = position_value(searcher, found.position, found.state, asked.plies).cube
    told, where, points = explain_cube(decision), format_situation(found), decision.points
    return CubeAnswer(
        position=where,
        plies=asked.plies,
        action=decision.action.value,
        no_double=decision.no_double,
        double_take=decision.double_take,
        double_pass=decision.double_pass,
        probabilities=_chances(decision.probabilities),
        points=CubePoint(points.take, points.double, points.cash, points.too_good),
        counsel=_judging(where, cube_advice(decision, searcher, asked.plies), told, asked.choice),
        take=_judging(where, take_advice(decision, searcher, asked.plies), told, asked.choice),
    )


def _judging(where: str, advice: Advice, told: Explanation, choice: str | None) -> Counsel:
    """A counsel that judges a choice of one's own, where it is among its choices."""
    labels = list(advice.equities.choices)
    chosen = advice.equities.choices.index(choice) if choice in labels and choice is not None else None
    return counsel_on(GAME, where, advice, told, chosen=chosen)


def answer_rollout(asked: questions.Rollout, work: Work) -> RolloutAnswer:
    """The answer to `questions.Rollout`."""
    from kibitz.games.backgammon.cube.reading import move_reading
    from kibitz.games.backgammon.nets.weights import shipped_weights
    from kibitz.games.backgammon.notation.anything import format_situation, parse_situation
    from kibitz.games.backgammon.rollout.rollout import Rollout, RolloutSettings, rollout
    from kibitz.simulate.executors import workers_of

    found = parse_situation(asked.position)
    settings = RolloutSettings(asked.trials, asked.turns, asked.seed)

    def answered(result: Rollout) -> RolloutAnswer:
        return RolloutAnswer(
            position=format_situation(found),
            trials=result.trials,
            seed=asked.seed,
            probabilities=_chances(result.probabilities),
            errors=_chances(result.errors),
            worth=result.worth,
            worth_se=result.worth_se,
        )

    def so_far(trials: int, result: Callable[[], Rollout]) -> None:
        work.so_far(f"{format_count(trials, 'game')} of {asked.trials:,}", lambda: answered(result()))

    reading, note = move_reading(found.state), work.noting("rolling out")
    with workers_of(work) as pool:
        return answered(rollout(found.position, shipped_weights(), settings, reading, pool, note, so_far))
