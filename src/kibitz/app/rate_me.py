"""Rate me: an adaptive test of decisions, with the estimate and its interval after each answer.

The next position is the one whose answer is expected to say most about you (`kibitz.rate.adaptive_test`). The question
of the drill judges each answer, so a test is as exact as the drill. Chess positions carry the values of their engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta, Struct

from kibitz.app.position_pools import CHESS, load_pool, load_test
from kibitz.core.controls import ActionButton, ActionPanel, ActionRow
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Table
from kibitz.core.exhibits.replay import BoardDiagram
from kibitz.core.exhibits.summaries import AnswerSummary, Fact, ReadingGuide
from kibitz.core.explanation import Explanation
from kibitz.core.grades import GradeWord
from kibitz.core.question import POSITIONAL_ARGUMENT, Answer, File
from kibitz.core.session import SessionRequest, SessionState
from kibitz.core.units import Unit, format_chance, format_count, format_loss
from kibitz.core.work import WorkContext
from kibitz.draw.forest_plot import ForestPlot, ForestRow

if TYPE_CHECKING:
    from kibitz.app.drills import Drill
    from kibitz.app.position_pools import PoolPosition
    from kibitz.core import FloatArray
    from kibitz.core.decision import Decision
    from kibitz.rate.adaptive_test import AdaptiveTest

LOSS_SCALE, ELO_SCALE = "expected loss", "Elo"
QUIT_WORDS = ("quit", "exit", "q")
MAX_CHOICE_CHARACTERS = 100
N_TO_PRACTISE = 3
"""Costliest answers that are listed for practice."""
MAX_PLOTTED = 6
"""Latest estimates that the page of a running test draws."""


class TestAnswer(Struct, frozen=True, kw_only=True):
    """One answer: the position (row of the pool), its question, the choice and the best one, the loss in the unit of
    the game, and the decision record.

    ``bits`` is the expected information of the question, ``best_chance`` the chance that players of the estimate make
    a best choice. ``estimate``, ``low`` and ``high`` include this answer.
    """

    __test__: ClassVar[bool] = False

    row: int
    words: str
    choice: str
    best: str
    loss: float
    grade: GradeWord
    bits: float
    best_chance: float
    estimate: float
    low: float
    high: float
    decision: str = ""


class _Memory(Struct, frozen=True, forbid_unknown_fields=True):
    """The answers so far, the position that is asked, and whether the user left."""

    answers: tuple[TestAnswer, ...] = ()
    row: int = 0
    left: bool = False


class RateMeAnswer(Answer, frozen=True, kw_only=True, tag="rate.me/1"):
    """The result of an adaptive test: a rating on ``scale``, or the expected loss per decision of a random position of
    the drill in ``unit``; with 95 % interval.

    ``percentile`` is the share of simulated agents that lose more, for a loss. ``random_bits`` is the mean expected
    information of a random position, to compare ``bits`` with. ``stopped`` says why the test ended.
    """

    files: ClassVar = {"decisions": "Write the answers as decisions (JSON lines)."}

    test: str
    title: str
    unit: Unit
    scale: str
    answers: tuple[TestAnswer, ...]
    estimate: float
    low: float
    high: float
    percentile: float | None
    random_bits: float
    stopped: Literal["questions", "width", "left"]
    notes: tuple[str, ...] = ()

    def explain(self) -> Explanation:
        name = "Elo" if self.scale == ELO_SCALE else "You lose"
        per = "" if self.scale == ELO_SCALE else " per decision"
        middle = _format_level(self.estimate, self.unit, self.scale)
        ends = _format_ends(self.low, self.high, self.unit, self.scale)
        headline = f"{name} {middle}{per} ({ends}), {format_count(len(self.answers), 'answer')}."
        return Explanation(headline, tuple(self._reasons()))

    def _reasons(self) -> Iterator[str]:
        if self.answers:
            found = sum(answer.grade == "best" for answer in self.answers)
            expected = sum(answer.bits for answer in self.answers) / len(self.answers)
            yield f"{found} of {len(self.answers)} choices were best"
            yield (
                f"a question was expected to say {expected:.2f} bits about you, and a random position "
                f"{self.random_bits:.2f}"
            )
        if self.percentile is not None:
            yield f"{self.percentile:.0f} % of simulated agents lose more"
        errors = self.to_practise()
        if errors:
            yield f"practise positions like: {errors[0].words} Best: {errors[0].best}"
        yield from self.notes

    def to_practise(self) -> tuple[TestAnswer, ...]:
        """The costliest answers, worst first."""
        errors = [answer for answer in self.answers if answer.loss > 0 and answer.grade != "best"]
        return tuple(sorted(errors, key=lambda answer: -answer.loss)[:N_TO_PRACTISE])

    def exhibits(self) -> Iterator[Exhibit]:
        explanation = self.explain()
        middle, elo = _format_level(self.estimate, self.unit, self.scale), self.scale == ELO_SCALE
        facts = [Fact("answers", f"{len(self.answers)}", STOP_TEXT[self.stopped])]
        if self.percentile is not None:
            facts.append(Fact("percentile", f"{self.percentile:.0f}", "of simulated agents lose more"))
        yield AnswerSummary(
            answer=f"Elo {middle}" if elo else f"{middle} lost per decision",
            figure=_format_ends(self.low, self.high, self.unit, self.scale),
            figure_name="95 % interval",
            eyebrow=f"Your rating · {self.title}",
            speaks=False,
            facts=tuple(facts),
            text="\n".join((explanation.headline, *(f"· {_sentence(reason)}" for reason in explanation.reasons))),
        )
        if self.answers:
            yield estimate_plot(self.answers, self.unit, self.scale)
        errors = self.to_practise()
        if errors:
            yield Table(
                ("position", "you", "best", "loss"),
                tuple((each.words, each.choice, each.best, format_loss(each.loss, self.unit)) for each in errors),
                "What to practise",
                left=(0, 1, 2),
            )
        if self.answers:
            yield Table(
                ("", "your choice", "best", "loss", "bits", "players like you find it"),
                tuple(
                    (
                        str(number),
                        each.choice,
                        each.best,
                        format_loss(each.loss, self.unit),
                        f"{each.bits:.2f}",
                        format_chance(each.best_chance),
                    )
                    for number, each in enumerate(self.answers, 1)
                ),
                "Answers",
                left=(1, 2),
                grades=tuple(each.grade for each in self.answers),
            )
        yield ReadingGuide("How to read this", tuple(Fact("", main, more) for main, more in READING))

    def file(self, kind: str) -> File:
        lines = "".join(f"{answer.decision}\n" for answer in self.answers)
        return File("decisions.jsonl", "application/x-ndjson", lines.encode())


STOP_TEXT = {
    "questions": "all questions answered",
    "width": "the interval is narrow enough",
    "left": "you left the test",
}
READING = (
    ("Each question", "is the one whose answer is expected to say most about you, given your answers."),
    ("The interval", "holds your true value in 95 of 100 tests, if you choose as players of the model do."),
    ("A loss", "is what your choice gives up on average, in a random position of this drill. 0 is perfect."),
)


def _format_level(value: float, unit: Unit, scale: str) -> str:
    return f"{value:.0f}" if scale == ELO_SCALE else format_loss(value, unit)


def _format_ends(low: float, high: float, unit: Unit, scale: str) -> str:
    """Both ends of an interval with the unit once."""
    first, last = _format_level(low, unit, scale), _format_level(high, unit, scale)
    return f"{first.removesuffix(' points') if last.endswith(' points') else first} to {last}"


def _sentence(text: str) -> str:
    """A clause as a sentence; what ends like one stays."""
    return text if text.endswith((".", "?", "!")) else f"{text}."


def estimate_plot(answers: tuple[TestAnswer, ...], unit: Unit, scale: str) -> ForestPlot:
    """The latest estimates with their intervals, newest first; the table has all."""
    factor = 100.0 if unit is Unit.WIN and scale != ELO_SCALE else 1.0
    digits = 0 if scale == ELO_SCALE else 1 if unit in (Unit.WIN, Unit.POINTS) else 3
    numbered = list(enumerate(answers, 1))[::-1]
    measured = "Elo" if scale == ELO_SCALE else "Loss per decision, smaller is better"
    ends = {number: _format_ends(answer.low, answer.high, unit, scale) for number, answer in numbered}
    table = Table(
        ("after", "estimate", "95 %", "choice"),
        tuple((str(n), _format_level(a.estimate, unit, scale), ends[n], a.grade) for n, a in numbered),
        measured,
        left=(3,),
    )
    rows = tuple(
        ForestRow(f"after {n}", factor * a.estimate, factor * a.low, factor * a.high, a.grade, (ends[n],))
        for n, a in numbered[:MAX_PLOTTED]
    )
    return ForestPlot(measured, rows, ("95 %",), 0, digits, listing=table)


class RateMeSession(SessionRequest, frozen=True, kw_only=True):
    """Rate your own decisions in a short adaptive test. Type your choice, or quit.

    Each question is the one that says most about you, and the estimate with its interval follows each answer. Chess
    gets an Elo rating and needs no engine. Other games get the expected loss per decision.
    """

    page_help: ClassVar[str] = (
        "A short test that finds how well you decide. Each question is the one that says most about you. Chess gets an "
        "Elo rating, and other games the expected loss per decision."
    )

    test: Annotated[
        Literal["final", "daily-double", "buzz", "square", "checker-play", "cube", "bid", "vote", "chess"],
        Meta(description="Kind of decisions.", extra=POSITIONAL_ARGUMENT | {"label": "Decisions"}),
    ] = "final"
    questions: Annotated[int, Meta(ge=1, le=100, description="Most questions.")] = 20
    width: (
        Annotated[
            float,
            Meta(
                gt=0,
                le=10_000,
                description="Stop when the 95 % interval is this narrow: Elo points for chess, otherwise the ratio "
                "of its ends.",
                examples=[2.0],
                extra={"label": "Stop at width"},
            ),
        ]
        | None
    ) = None
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1, description="Random seed of the first question.")] = 1

    def begin(self, work: WorkContext) -> SessionState:
        test = _RunningTest.resume(self, _Memory())
        title = f"{test.title}: at most {format_count(self.questions, 'question')}. Type your choice, or quit."
        return test.ask((), [title])

    def step(self, state: SessionState, order: str, work: WorkContext) -> SessionState:
        test, word = _RunningTest.resume(self, _memory(state)), order.strip()[:MAX_CHOICE_CHARACTERS]
        if not word:
            return state
        if word.lower() in QUIT_WORDS:
            memory = msgspec.structs.replace(test.memory, left=True)
            return SessionState(orders=state.orders, memory=_pack(memory), said=("You left the test.",), over=True)
        answer = test.judge(word)
        memory = msgspec.structs.replace(test.memory, answers=(*test.memory.answers, answer))
        return _RunningTest.resume(self, memory).ask((*state.orders, word), [test.describe(answer)])

    def exhibits(self, state: SessionState) -> Iterator[Exhibit]:
        test = _RunningTest.resume(self, _memory(state))
        if not state.over:
            board = test.board(test.memory.row)
            if board is not None:
                yield board
            buttons = test.buttons(test.memory.row)
            if buttons:
                yield ActionPanel("Your choice", (ActionRow(buttons),), complete=True)
        if test.memory.answers:
            yield estimate_plot(test.memory.answers, test.unit, test.scale)

    def finish(self, state: SessionState, work: WorkContext) -> RateMeAnswer:
        return _RunningTest.resume(self, _memory(state)).result()


def _memory(state: SessionState) -> _Memory:
    try:
        return msgspec.json.decode(state.memory, type=_Memory)
    except msgspec.DecodeError:
        raise InputError("state: must come from this session") from None


def _pack(memory: _Memory) -> str:
    return msgspec.json.encode(memory).decode()


@dataclass(frozen=True, slots=True)
class _RunningTest:
    """A test with the answers so far and the posterior that they give."""

    request: RateMeSession
    memory: _Memory
    test: AdaptiveTest
    positions: tuple[PoolPosition, ...]
    unit: Unit
    drill: Drill | None

    @classmethod
    def resume(cls, request: RateMeSession, memory: _Memory) -> _RunningTest:
        """The test from its memory; rows beyond the pool are refused."""
        from kibitz.app.drills import DRILLS

        pool = load_pool(request.test)
        rows = [*(answer.row for answer in memory.answers), memory.row]
        if not all(0 <= row < len(pool.positions) for row in rows):
            raise InputError("state: must come from this session")
        drill = None if request.test == CHESS else DRILLS[request.test]
        return cls(request, memory, load_test(request.test), pool.positions, Unit(pool.unit), drill)

    @property
    def title(self) -> str:
        return "Chess" if self.drill is None else self.drill.title

    @property
    def scale(self) -> str:
        return ELO_SCALE if self.drill is None else LOSS_SCALE

    def posterior(self, *more: tuple[int, float]) -> FloatArray:
        """Weights of the levels after the answers, and after ``more`` pairs of position and loss."""
        pairs = [*((answer.row, answer.loss) for answer in self.memory.answers), *more]
        return self.test.posterior([self.test.likelihood_of_loss(row, loss) for row, loss in pairs])

    def ask(self, orders: tuple[str, ...], lines: list[str]) -> SessionState:
        """The state with the next question, or at the end of the test."""
        import numpy as np

        answers, posterior = self.memory.answers, self.posterior()
        if self._is_done():
            return SessionState(orders=orders, memory=_pack(self.memory), said=tuple(lines), over=True)
        used = [answer.row for answer in answers]
        row = self.test.next_position(posterior, used, np.random.default_rng(self.request.seed))
        bits = self.test.information(posterior)
        typical = float(bits[: self.test.reference].mean())
        likely = format_chance(self.test.best_chance(row, posterior))
        lines += [
            f"Question {len(answers) + 1}. Expected to say {bits[row]:.2f} bits about you (a random position "
            f"{typical:.2f}). Players of your estimate find a best choice in {likely}.",
            *filter(None, [self._drawing(row)]),
            self.words(row),
        ]
        memory = msgspec.structs.replace(self.memory, row=row)
        prompt = "Your move" if self.drill is None else self.drill.wanted
        return SessionState(orders=orders, memory=_pack(memory), said=tuple(lines), prompt=prompt)

    def _is_done(self) -> bool:
        answers = self.memory.answers
        limit = min(self.request.questions, len(self.positions))
        return self.memory.left or len(answers) >= limit or self._is_narrow()

    def _is_narrow(self) -> bool:
        if self.request.width is None or not self.memory.answers:
            return False
        last = self.memory.answers[-1]
        width = last.high - last.low if self.scale == ELO_SCALE else last.high / last.low
        return width <= self.request.width

    def words(self, row: int) -> str:
        """The question in words."""
        position = self.positions[row]
        if self.drill is not None:
            return self.drill.words(position.request)
        side = "Black" if position.fen.split()[1] == "b" else "White"
        return f"What do you play as {side}? (Nf3 or g1f3)"

    def board(self, row: int) -> BoardDiagram | None:
        """The board of a position, if its game has one."""
        from kibitz.app.boards import question_board

        position = self.positions[row]
        if self.drill is None:
            return BoardDiagram("chess", position.fen, flipped=position.fen.split()[1] == "b")
        return question_board(self.drill.path, position.request)

    def _drawing(self, row: int) -> str:
        """The board as text, for a terminal."""
        from kibitz.app.boards import board_text

        board = self.board(row)
        return "" if board is None else board_text(board)

    def buttons(self, row: int) -> tuple[ActionButton, ...]:
        """The choices as buttons, if they are few."""
        words = () if self.drill is None else self.drill.choice_buttons(self.positions[row].request)
        return tuple(ActionButton(word, word) for word in words)

    def judge(self, word: str) -> TestAnswer:
        """The answer to the question that is asked; raises for a choice that the position does not have."""
        row = self.memory.row
        before = self.posterior()
        choice, best, loss, grade, decision = self._judge_move(word) if self.drill is None else self._judge_drill(word)
        after = self.test.estimate(self.posterior((row, loss)))
        return TestAnswer(
            row=row,
            words=self.words(row),
            choice=choice,
            best=best,
            loss=loss,
            grade=grade,
            bits=float(self.test.information(before)[row]),
            best_chance=self.test.best_chance(row, before),
            estimate=after.value,
            low=after.low,
            high=after.high,
            decision=decision,
        )

    def _judge_drill(self, word: str) -> tuple[str, str, float, GradeWord, str]:
        """Choice, best choice, loss, grade and decision record, by the question of the drill."""
        from kibitz.app.catalogue import request_type
        from kibitz.app.drills import grade_answer
        from kibitz.app.request_parsing import parse_request

        assert self.drill is not None
        values = {**self.positions[self.memory.row].request, self.drill.own: word}
        answer = parse_request(request_type(self.drill.path), values).answer(WorkContext())
        result = grade_answer(self.drill, answer)
        recommendation = answer.counsel  # type: ignore[attr-defined]
        label = recommendation.label
        return label(result.choice), label(recommendation.choice), result.loss, result.grade, result.decision

    def _judge_move(self, word: str) -> tuple[str, str, float, GradeWord, str]:
        """The same for a chess move, by the values of its engine and the win chance that it loses."""
        import numpy as np

        from kibitz.core.decision import format_decision
        from kibitz.core.judgement import THRESHOLDS
        from kibitz.games.chess.review import win_chance

        position = self.positions[self.memory.row]
        plain = word.rstrip("+#!?")
        names = [name.rstrip("+#") for name in position.san]
        if word.lower() in position.moves:
            index = position.moves.index(word.lower())
        elif plain in names:
            index = names.index(plain)
        else:
            raise InputError(f"{word!r} is not a legal move here; type a move such as Nf3 or g1f3")
        worth = [float(each or 0.0) for each in position.worth]
        best = max(range(len(worth)), key=lambda i: worth[i])
        chances = win_chance(np.array(worth))
        lost = float(chances[best] - chances[index])
        loss = worth[best] - worth[index]
        grade: GradeWord = "best" if loss == 0 else THRESHOLDS[Unit.WIN].grade(lost).word
        return position.san[index], position.san[best], loss, grade, format_decision(self._chess_decision(index))

    def _chess_decision(self, index: int) -> Decision:
        from kibitz.core.choices import ChoiceList
        from kibitz.core.decision import Decision
        from kibitz.core.ids import ChoiceIndex, GameId
        from kibitz.core.provenance import Provenance

        pool, position = load_pool(CHESS), self.positions[self.memory.row]
        return Decision(
            utilities=tuple(float(each or 0.0) for each in position.worth),
            chosen=ChoiceIndex(index),
            unit=self.unit,
            game=GameId(pool.game),
            position=position.fen,
            choices=ChoiceList(position.moves),
            provenance=Provenance.from_json(pool.provenance),
            by_depth=tuple(tuple(None if x is None else x / 100 for x in row) for row in position.by_depth),
        )

    def describe(self, answer: TestAnswer) -> str:
        """An answer in words: its grade and loss, then the estimate."""
        lost = "" if answer.grade == "best" else f", loses {format_loss(answer.loss, self.unit)}. Best: {answer.best}"
        middle = _format_level(answer.estimate, self.unit, self.scale)
        ends = _format_ends(answer.low, answer.high, self.unit, self.scale)
        name = "Elo" if self.scale == ELO_SCALE else "expected loss per decision"
        return f"{answer.choice}: {answer.grade}{lost}. Your {name}: {middle} ({ends})."

    def result(self) -> RateMeAnswer:
        """The answer of the test as it stands."""
        estimate, answers = self.test.estimate(self.posterior()), self.memory.answers
        elo = self.scale == ELO_SCALE
        narrow = self._is_narrow()
        return RateMeAnswer(
            test=self.request.test,
            title=self.title,
            unit=self.unit,
            scale=self.scale,
            answers=answers,
            estimate=estimate.value,
            low=estimate.low,
            high=estimate.high,
            percentile=None if elo else 100 * estimate.share_below,
            random_bits=float(self.test.information(self.test.prior)[: self.test.reference].mean()),
            stopped="width" if narrow else "questions" if len(answers) >= self.request.questions else "left",
            notes=(ELO_NOTE if elo else LOSS_NOTE,),
        )


ELO_NOTE = (
    "the prior is Elo 1900 ± 450, choices follow the depth model, and ratings below 1400 or above 2800 are extrapolated"
)
LOSS_NOTE = (
    "the prior spreads players evenly from 1 % to 90 % of a random chooser's loss, a convention, and choices follow "
    "the model of the paper"
)
