"""Typed answers about one position: evaluation, plays, cube action, rollouts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import MAX_SHORT_ROWS, MAX_SHOWN_CHOICES, Exhibit, Note, Table, format_option_loss
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.exhibits.replay import BoardDiagram
from kibitz.core.exhibits.summaries import AnswerSummary, Fact
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.recommendation import Recommendation, recommend
from kibitz.core.units import Unit, format_amount, format_chance, format_count
from kibitz.core.work import WorkContext
from kibitz.draw.outcome_bar import OutcomeBar
from kibitz.games.backgammon.answers.cubes import CubeSummary, grade_of, to_cube_summary
from kibitz.games.backgammon.answers.rolled import ROLLER_PLIES, RollerSummary, roll_cube_decision, roll_move
from kibitz.games.backgammon.cube.points import CubePoints

if TYPE_CHECKING:
    from kibitz.core.advice import Advice
    from kibitz.games.backgammon.advice import MoveAdvice
    from kibitz.games.backgammon.cube.decision import CubeDecision
    from kibitz.games.backgammon.cube.state import CubeState
    from kibitz.games.backgammon.nets.probabilities import Probabilities
    from kibitz.games.backgammon.notation.situation import Situation
    from kibitz.games.backgammon.questions import positions as questions
    from kibitz.games.backgammon.search.searcher import Searcher


class OutcomeChances(Struct, frozen=True):
    """Chances of the player on roll; wins include gammons, those include backgammons."""

    win: float
    win_g: float
    win_bg: float
    lose_g: float
    lose_bg: float

    def format_all(self) -> tuple[str, ...]:
        """The five chances in per cent."""
        return tuple(format_chance(x) for x in (self.win, self.win_g, self.win_bg, self.lose_g, self.lose_bg))

    def outcome_bar(self, title: str, cells: tuple[str, ...] = ()) -> OutcomeBar:
        """Shares of single games, gammons and backgammons, won and lost; ``cells`` are the chances as text."""
        return OutcomeBar(
            title,
            (self.win - self.win_g, self.win_g - self.win_bg, self.win_bg),
            (1 - self.win - self.lose_g, self.lose_g - self.lose_bg, self.lose_bg),
            listing=Table(HEADINGS, (cells,), left=()) if cells else None,
        )


HEADINGS = ("win", "gammon", "backgammon", "lose gammon", "lose bg")


class EvaluateAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.evaluate/1"):
    """A position before the roll: chances and equities of the player on roll, in points per unit of cube."""

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

    def chances(self) -> OutcomeChances:
        """The five chances."""
        return OutcomeChances(self.win, self.win_g, self.win_bg, self.lose_g, self.lose_bg)

    def explain(self) -> Explanation:
        cubeless, cubeful = (format_amount(equity, Unit.EQUITY) for equity in (self.equity, self.cubeful))
        return Explanation(
            f"The player on roll wins {format_chance(self.win)}. "
            f"Equity is {cubeless} without the cube, {cubeful} with it.",
            (f"Cube action: {self.action}.",),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield board_exhibit(self.position)
        yield AnswerSummary(
            answer=f"You win {format_chance(self.win)}",
            figure=format_amount(self.cubeful, Unit.EQUITY),
            figure_name="equity",
            speaks=False,
            limits=("backgammon network", f"plies {self.plies}"),
            facts=(Fact("Without the cube", format_amount(self.equity, Unit.EQUITY)), Fact("Cube action", self.action)),
            text=f"{self.explain().headline}\nCube action: {self.action}.",
        )
        yield self.chances().outcome_bar("How the game ends", self.chances().format_all())


class RankedMove(Struct, frozen=True):
    """One play: the mover's equity, loss and chances, and the Position ID after it with the opponent on roll.

    ``equity`` ranks the plays: with the cube where the answer says ``cubeful``; ``cubeless`` leaves it out.
    """

    notation: str
    equity: float
    loss: float
    probabilities: OutcomeChances
    position_id: str
    plies: int
    cubeless: float


class MoveAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.move/4"):
    """All plays of a roll, best first; ``cube`` is the cube action before it, where the rules allow a double."""

    position: str
    dice: str
    best: str
    cubeful: bool
    counsel: Recommendation
    moves: tuple[RankedMove, ...]
    cube: CubeSummary | None = None
    rolled: RollerSummary | None = None

    def exhibits(self) -> Iterator[Exhibit]:
        mine = self.counsel.judgement
        other = "" if mine is None or mine.grade == "best" else f"{mine.choice} {mine.grade}"
        yield board_exhibit(position_with_roll(self.position, self.dice), play=self.best, other=other)
        yield AdviceExhibit(self.counsel)
        shown = self.moves[:MAX_SHOWN_CHOICES]
        short = tuple(
            row
            for row, move in enumerate(shown)
            if row < MAX_SHORT_ROWS or (mine is not None and move.notation == mine.choice)
        )
        rows = tuple(
            (
                move.notation,
                format_amount(move.equity, Unit.EQUITY),
                format_option_loss(move.loss, Unit.EQUITY),
                *move.probabilities.format_all(),
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
            short=short,
            short_remark=f"{len(short)} of {format_count(len(self.moves), 'play')}",
            asks="play",
        )
        if self.rolled is not None:
            yield self.rolled.table("play")
        yield self.moves[0].probabilities.outcome_bar(f"How the game ends after {self.best}")
        if self.cube is not None:
            yield self.cube.chart("Cube, before the roll")


def board_exhibit(state: str, play: str = "", other: str = "") -> BoardDiagram:
    """The board of a position in any notation, as a picture and as text."""
    from kibitz.games.backgammon.board.text_board import text_board
    from kibitz.games.backgammon.notation.situation import parse_situation

    drawing = text_board(parse_situation(state).position)
    return BoardDiagram("backgammon", state, play=play, other=other, drawing=drawing)


def position_with_roll(position: str, dice: str) -> str:
    """The notation of a position with a roll."""
    from dataclasses import replace

    from kibitz.games.backgammon.moves.dice import parse_dice
    from kibitz.games.backgammon.notation.situation import format_situation, parse_situation

    return format_situation(replace(parse_situation(position), dice=parse_dice(dice)))


class CubeAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.cube/2"):
    """The cube action with equities per unit of cube for the player on roll; ``take`` advises the player doubled."""

    position: str
    plies: int
    action: str
    no_double: float
    double_take: float
    double_pass: float
    probabilities: OutcomeChances
    points: CubePoints
    counsel: Recommendation
    take: Recommendation
    rolled: RollerSummary | None = None

    def exhibits(self) -> Iterator[Exhibit]:
        yield board_exhibit(self.position)
        yield AdviceExhibit(self.counsel)
        if self.rolled is not None:
            yield self.rolled.table("action")
        before = CubeSummary(
            self.action, self.no_double, self.double_take, self.double_pass, self.probabilities.win, self.points
        )
        yield before.chart("The doubling window")
        yield self.probabilities.outcome_bar("How the game ends", self.probabilities.format_all())
        thresholds = {
            "take point": self.points.take,
            "doubling point": self.points.double,
            "cash point": self.points.cash,
            "too good from": self.points.too_good,
        }
        text = ", ".join(f"{name} {format_chance(p)}" for name, p in thresholds.items() if p is not None)
        yield Note(f"Thresholds: {text}.", "quiet")


class RolloutAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.rollout/1"):
    """A rollout: mean chances and equity of the player on roll, with standard errors."""

    position: str
    trials: int
    seed: int
    probabilities: OutcomeChances
    errors: OutcomeChances
    worth: float
    worth_se: float

    def explain(self) -> Explanation:
        equity = format_amount(self.worth, Unit.EQUITY)
        return Explanation(
            f"Equity {equity} ± {self.worth_se:.3f} over {format_count(self.trials, 'game')}, luck-adjusted."
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield board_exhibit(self.position)
        yield AnswerSummary(
            answer=f"You win {format_chance(self.probabilities.win)}",
            figure=format_amount(self.worth, Unit.EQUITY),
            figure_name="equity",
            between=f"± {self.worth_se:.3f}",
            speaks=False,
            limits=("sampled", format_count(self.trials, "game"), "luck-adjusted", f"seed {self.seed}"),
            text=self.explain().headline,
        )
        pairs = zip(self.probabilities.format_all(), self.errors.format_all(), strict=True)
        cells = tuple(f"{mean} ± {error}" for mean, error in pairs)
        yield self.probabilities.outcome_bar("How the game ends", cells)


GAME = "backgammon"


def _chances(p: Probabilities) -> OutcomeChances:
    return OutcomeChances(p.win, p.win_g, p.win_bg, p.lose_g, p.lose_bg)


def _searcher(
    request: questions.EvaluateRequest | questions.BestMoveRequest | questions.CubeRequest, work: WorkContext
) -> Searcher:
    """The shipped network; without look-ahead it needs no compiled code, so a cold answer is quick."""
    from kibitz.games.backgammon.search.searcher import shipped_searcher

    compiled = request.plies > 0 or getattr(request, "roller", False)
    searcher = shipped_searcher(compiled=compiled, progress=work.progress_with_note("tables"))
    if request.equities == "model":
        from kibitz.games.backgammon.cube.match_equity import model_equities

        searcher.table = model_equities()
    return searcher


def _situation(request: questions.EvaluateRequest | questions.BestMoveRequest | questions.CubeRequest) -> Situation:
    """The position of a request; a rule of money play holds if the options or the position say so."""
    from dataclasses import replace

    from kibitz.games.backgammon.notation.situation import parse_situation

    result = parse_situation(request.position)
    state = _with_options(result.state, request)
    if state.length and (request.jacoby or request.beavers):
        raise InputError("jacoby, beavers: apply to money play only; turn them off for a position from a match")
    state = replace(state, jacoby=state.jacoby or request.jacoby, beavers=state.beavers or request.beavers)
    return replace(result, state=state)


def _with_options(
    state: CubeState, request: questions.EvaluateRequest | questions.BestMoveRequest | questions.CubeRequest
) -> CubeState:
    """The state with the score, the cube and the Crawford game of the options, where they say something."""
    from dataclasses import replace

    from kibitz.games.backgammon.cube.state import Owner

    changes: dict[str, object] = {}
    if request.score is not None:
        points = [0, 0, 0] if request.score == "money" else [int(n) for n in request.score.replace("/", "-").split("-")]
        changes |= dict(zip(("own_score", "opponent_score", "length"), points, strict=True)) | {"crawford": False}
        changes |= {"jacoby": False, "beavers": False} if points[2] else {}
    if request.crawford is not None:
        changes["crawford"] = request.crawford
    if request.cube is not None:
        if request.cube > 1 and request.owner is None and state.owner is Owner.CENTRED:
            raise InputError(f"owner: say who owns the cube at {request.cube}; use own, opponent or centred")
        changes |= {"cube": request.cube} | ({"owner": Owner.CENTRED} if request.cube == 1 else {})
    if request.owner is not None:
        changes["owner"] = Owner(request.owner)
    return replace(state, **changes)  # type: ignore[arg-type]


def answer_evaluate(request: questions.EvaluateRequest, work: WorkContext) -> EvaluateAnswer:
    """The answer to `questions.EvaluateRequest`."""
    from kibitz.games.backgammon.advice import position_value
    from kibitz.games.backgammon.notation.situation import format_situation

    result = _situation(request)
    value = position_value(_searcher(request, work), result.position, result.state, request.plies)
    p = value.probabilities
    return EvaluateAnswer(
        position=format_situation(result),
        plies=request.plies,
        win=p.win,
        win_g=p.win_g,
        win_bg=p.win_bg,
        lose_g=p.lose_g,
        lose_bg=p.lose_bg,
        equity=value.equity,
        cubeful=value.cubeful,
        action=value.cube.action.value,
    )


def answer_best_move(request: questions.BestMoveRequest, work: WorkContext) -> MoveAnswer:
    """The answer to `questions.BestMoveRequest`."""
    from dataclasses import replace

    from kibitz.games.backgammon.advice import move_advice, position_value
    from kibitz.games.backgammon.explain import explain_move
    from kibitz.games.backgammon.maxims import find_maxim
    from kibitz.games.backgammon.moves.dice import format_dice, parse_dice
    from kibitz.games.backgammon.notation.play import parse_play
    from kibitz.games.backgammon.notation.situation import format_situation

    result = _situation(request)
    dice = parse_dice(request.dice) if request.dice else result.dice
    if dice is None:
        raise InputError("dice: give a roll such as 31, because the position has none")
    searcher = _searcher(request, work)
    plies = max(request.plies, ROLLER_PLIES) if request.roller else request.plies
    advice = move_advice(searcher, result.position, dice, result.state, plies, request.roller or request.cubeful)
    before = position_value(searcher, result.position, result.state, plies).cube if result.state.may_double else None
    after = None if request.play is None else parse_play(request.play, result.position, dice).after

    def make_answer(advice: MoveAdvice, rolled: RollerSummary | None) -> MoveAnswer:
        choices = advice.advice.equities.choices
        chosen = None if after is None else next(i for i, line in enumerate(advice.moves) if line.play.after == after)
        return MoveAnswer(
            position=format_situation(result),
            dice=format_dice(dice),
            best=advice.best.notation,
            cubeful=advice.cubeful,
            counsel=recommend(
                GAME,
                f"{format_situation(result)} {format_dice(dice)}",
                advice.advice,
                replace(explain_move(advice), rule=find_maxim(advice)),
                chosen=None if chosen is None else choices.index(choices[chosen]),
            ),
            moves=tuple(
                RankedMove(m.notation, m.equity, m.loss, _chances(m.probabilities), m.position_id, m.plies, m.cubeless)
                for m in advice.moves
            ),
            cube=None if before is None else to_cube_summary(before),
            rolled=rolled,
        )

    if not request.roller or len(advice.moves) == 1:
        return make_answer(advice, None)

    def on_round(advice: MoveAdvice, rolled: RollerSummary) -> None:
        work.report_partial(rolled.games, lambda: make_answer(advice, rolled))

    return make_answer(*roll_move(searcher, result, advice, request.seed, work, on_round))


def answer_cube(request: questions.CubeRequest, work: WorkContext) -> CubeAnswer:
    """The answer to `questions.CubeRequest`."""
    from kibitz.games.backgammon.advice import cube_advice, position_value, take_advice
    from kibitz.games.backgammon.explain import explain_cube
    from kibitz.games.backgammon.notation.situation import format_situation

    result = _situation(request)
    searcher = _searcher(request, work)
    plies = max(request.plies, ROLLER_PLIES) if request.roller else request.plies
    decision = position_value(searcher, result.position, result.state, plies).cube

    def make_answer(decision: CubeDecision, rolled: RollerSummary | None) -> CubeAnswer:
        explanation, where, points = explain_cube(decision), format_situation(result), decision.points
        doubling, taking = (judge(decision, searcher, plies) for judge in (cube_advice, take_advice))
        return CubeAnswer(
            position=where,
            plies=plies,
            action=decision.action.value,
            no_double=decision.no_double,
            double_take=decision.double_take,
            double_pass=decision.double_pass,
            probabilities=_chances(decision.probabilities),
            points=points,
            counsel=_recommend_and_judge(where, doubling, explanation, request.choice),
            take=_recommend_and_judge(where, taking, explanation, request.choice),
            rolled=rolled,
        )

    if not request.roller:
        return make_answer(decision, None)

    def on_round(decision: CubeDecision, rolled: RollerSummary) -> None:
        work.report_partial(rolled.games, lambda: make_answer(decision, rolled))

    return make_answer(*roll_cube_decision(searcher, result, decision, request.seed, work, on_round))


def _recommend_and_judge(where: str, advice: Advice, explanation: Explanation, choice: str | None) -> Recommendation:
    """A recommendation that judges the user's own choice, where it is among its choices."""
    labels = list(advice.equities.choices)
    chosen = advice.equities.choices.index(choice) if choice in labels and choice is not None else None
    return recommend(GAME, where, advice, explanation, chosen=chosen)


def answer_rollout(request: questions.RolloutRequest, work: WorkContext) -> RolloutAnswer:
    """The answer to `questions.RolloutRequest`."""
    from kibitz.games.backgammon.cube.outcome_weights import outcome_weights
    from kibitz.games.backgammon.nets.weights import load_shipped_weights
    from kibitz.games.backgammon.notation.situation import format_situation, parse_situation
    from kibitz.games.backgammon.rollout.rollout import Rollout, RolloutSettings, rollout
    from kibitz.simulate.executors import open_executor

    situation = parse_situation(request.position)
    settings = RolloutSettings(request.trials, request.turns, request.seed)

    def make_answer(result: Rollout) -> RolloutAnswer:
        return RolloutAnswer(
            position=format_situation(situation),
            trials=result.trials,
            seed=request.seed,
            probabilities=_chances(result.probabilities),
            errors=_chances(result.errors),
            worth=result.worth,
            worth_se=result.worth_se,
        )

    def on_partial(trials: int, result: Callable[[], Rollout]) -> None:
        work.report_partial(f"{format_count(trials, 'game')} of {request.trials:,}", lambda: make_answer(result()))

    weights, note = outcome_weights(situation.state), work.progress_with_note("rolling out")
    with open_executor(work) as pool:
        return make_answer(
            rollout(situation.position, load_shipped_weights(), settings, weights, pool, note, on_partial)
        )
