"""Live scoring of a game: one action per clue, win chances after each, advice at each wager."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, ClassVar, NamedTuple

from msgspec import Meta, Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, Cost
from kibitz.core.session import SessionRequest, SessionState
from kibitz.core.units import format_chance, format_money
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.board import ALL_SQUARES, Square, parse_square, row_of
from kibitz.games.jeopardy.fields import (
    TODAY,
    Champion,
    Me,
    Opponents,
    OwnFigures,
    ReturningChampion,
    WhichEra,
    describe_champion,
)
from kibitz.games.jeopardy.position import DecisionKind, Position, format_position, parse_position
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, MAX_SCORE, SEATS, Rules, era_of

HELP = (
    "c4r3 2+        column 4, row 3: player 2 is right",
    "c4r3 1- 2+     player 1 is wrong, then player 2 is right; c4r3 alone: no answer",
    "dd c4r3 2      player 2 finds a Daily Double there: shows what to wager",
    "dd c4r3 2 3000 +   player 2 wagers $3,000 and is right (-: wrong)",
    "round 2        Double Jeopardy! begins; the player with the lowest score picks",
    "final          shows what each player should wager",
    "final 5000+ 3000- 0-   wagers and answers of all three, left to right",
    "undo, help, q",
)
_CLUE = re.compile(r"(c[1-6]r[1-5])((?: [1-3][+-])*)")
_DOUBLE = re.compile(r"dd (c[1-6]r[1-5]) ([1-3])(?: (\d{1,6}) ?([+-]))?")
_FINAL = re.compile(r"final (\d{1,6})([+-]) (\d{1,6})([+-]) (\d{1,6})([+-])")
_DRAFT_DOUBLE = re.compile(r"(dd c[1-6]r[1-5] [1-3])( shown| guess (\d{1,6}))?")
"""A Daily Double on a page before its wager: the advice may be shown, with a guess or without."""
MAX_ACTIONS = 200


class LiveMoment(Struct, frozen=True):
    """After one action: the scores and all win chances."""

    order: str
    scores: tuple[int, ...]
    chances: tuple[float, ...]


class LiveAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.live/2"):
    """A finished or stopped game: its last state, and a moment for each clue."""

    state: str
    over: bool
    moments: tuple[LiveMoment, ...]
    champion: ReturningChampion = ReturningChampion.NONE

    def explain(self) -> Explanation:
        if not self.moments:
            return Explanation("No clue was played.")
        last = self.moments[-1]
        first = max(range(SEATS), key=lambda seat: (last.chances[seat], last.scores[seat]))
        scores = ", ".join(format_money(score) for score in last.scores)
        won = "won" if self.over else f"has a win chance of {format_chance(last.chances[first])}"
        return Explanation(f"Player {first + 1} {won}. The scores are {scores}.")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        rows = tuple(
            (moment.order, *(format_money(score) for score in moment.scores), *map(format_chance, moment.chances))
            for moment in self.moments
        )
        seats = range(1, SEATS + 1)
        columns = ("clue", *(f"player {seat}" for seat in seats), *(f"{seat} to win" for seat in seats))
        yield Table(columns, rows, f"Clue by clue, {describe_champion(self.champion)}")


def opening_position() -> Position:
    """First state of a game: no clue played, the left podium picks."""
    return Position((0, 0, 0))


def apply_action(position: Position, order: str) -> Position:
    """State after an action; raises `InputError` on an action that is not possible."""
    if match := _CLUE.fullmatch(order):
        return _clue(position, match[1], [(int(word[0]) - 1, word[1] == "+") for word in match[2].split()])
    if match := _DOUBLE.fullmatch(order):
        if match[3] is None:
            return position
        return _double(position, match[1], int(match[2]) - 1, int(match[3]), match[4] == "+")
    if order == "round 2":
        if position.round_ == 2:
            raise InputError("round: Double Jeopardy! has already begun")
        last = min(range(SEATS), key=lambda seat: position.scores[seat])
        return replace(
            position,
            round_=2,
            control=last,
            decider=last,
            open_squares=ALL_SQUARES,
            daily_doubles=(),
            choosing=DecisionKind.SQUARE,
        )
    if match := _FINAL.fullmatch(order):
        return _final(position, [(int(match[i]), match[i + 1] == "+") for i in (1, 3, 5)])
    if order == "final":
        return position
    raise InputError(f"action: {order[:40]!r} is unknown; type help for the list")


class AnswerTally(NamedTuple):
    """Right and wrong answers of the three players on regular clues."""

    right: tuple[int, int, int] = (0, 0, 0)
    wrong: tuple[int, int, int] = (0, 0, 0)

    def after(self, order: str) -> AnswerTally:
        """The tally after an action."""
        match = _CLUE.fullmatch(order)
        if match is None:
            return self
        counts = {"+": list(self.right), "-": list(self.wrong)}
        for word in match[2].split():
            counts[word[1]][int(word[0]) - 1] += 1
        right, wrong = ((each[0], each[1], each[2]) for each in counts.values())
        return AnswerTally(right, wrong)


def tally_answers(orders: Iterable[str]) -> AnswerTally:
    """Right and wrong answers over all actions."""
    tally = AnswerTally()
    for order in orders:
        tally = tally.after(order)
    return tally


def _close_square(position: Position, name: str) -> tuple[Position, Square]:
    square = parse_square(name)
    if not position.open_squares >> square & 1:
        raise InputError(f"{name}: this square was already played")
    left = position.open_squares & ~(1 << square)
    choosing = DecisionKind.SQUARE if left else DecisionKind.NOTHING
    return replace(position, open_squares=left, choosing=choosing), square


def _clue(position: Position, name: str, answers: list[tuple[int, bool]]) -> Position:
    if len({seat for seat, _ in answers}) != len(answers) or any(right for _, right in answers[:-1]):
        raise InputError("answers: each player answers once, and a right answer ends the clue")
    position, square = _close_square(position, name)
    value = Rules().value(position.round_, row_of(square))
    scores, control = list(position.scores), position.control
    for seat, right in answers:
        scores[seat] += value if right else -value
        control = seat if right else control
    return replace(position, scores=_check_scores(scores), control=control, decider=control)


def _double(position: Position, name: str, seat: int, wager: int, right: bool) -> Position:
    largest = Rules().largest_wager(position.round_, position.scores[seat])
    if not 5 <= wager <= largest:
        raise InputError(f"wager: must be from $5 to {format_money(largest)}, not {format_money(wager)}")
    if len(position.daily_doubles) == DAILY_DOUBLES[position.round_]:
        raise InputError("dd: all Daily Doubles of this round were already found")
    position, square = _close_square(position, name)
    scores = list(position.scores)
    scores[seat] += wager if right else -wager
    return replace(
        position,
        scores=_check_scores(scores),
        control=seat,
        decider=seat,
        daily_doubles=(*position.daily_doubles, square),
    )


def _final(position: Position, bets: list[tuple[int, bool]]) -> Position:
    scores = list(position.scores)
    for seat, (wager, right) in enumerate(bets):
        if wager > max(scores[seat], 0):
            largest = format_money(max(scores[seat], 0))
            raise InputError(f"wager: player {seat + 1} may wager up to {largest}, not {format_money(wager)}")
        scores[seat] += wager if right else -wager
    return replace(position, scores=_check_scores(scores), open_squares=0, round_=2, choosing=DecisionKind.NOTHING)


def _check_scores(scores: list[int]) -> tuple[int, int, int]:
    if max(map(abs, scores)) > MAX_SCORE:
        raise InputError(f"score: must be at most {format_money(MAX_SCORE)}")
    return scores[0], scores[1], scores[2]


class LiveSession(SessionRequest, frozen=True, kw_only=True):
    """Keep score of a game while you watch: one action per clue, win chances after each, advice at each wager.

    Players are 1, 2 and 3 from the left. Type help for the list of actions.
    """

    page_help: ClassVar = (
        "Keep score of a game while you watch. See all win chances after each clue, and advice at each wager."
    )

    me: Me | None = None
    you: OwnFigures | None = None
    opponents: Opponents = ("average",)
    champion: Champion = ReturningChampion.NONE
    era: WhichEra = TODAY
    start: Annotated[str, Meta(max_length=400, description="State to start from. Default: a new game.")] = ""
    categories: Annotated[
        tuple[Annotated[str, Meta(max_length=60)], ...],
        Meta(
            max_length=2 * COLUMNS,
            description="Names of the six categories, then of the six of Double Jeopardy!, with commas between them.",
            extra={"label": "Categories", "words": True, "accepts": "up to twelve names with commas between them"},
        ),
    ] = ()
    guess: Annotated[
        bool,
        Meta(
            description="Guess each Daily Double wager before the advice is shown; your guess is judged.",
            extra={"label": "Guess the wager first"},
        ),
    ] = False

    def __post_init__(self) -> None:
        if self.me is None and (self.you is not None or self.opponents != ("average",)):
            raise InputError("me: with your own rates or with opponents, say which player you are")

    def cost(self) -> Cost:
        return Cost.SECONDS

    def opening_position(self) -> Position:
        """The state before the first action."""
        return parse_position(self.start) if self.start else opening_position()

    def begin(self, work: WorkContext) -> SessionState:
        position = self.opening_position()
        return SessionState(
            memory=format_position(position), said=(*HELP, *self._standing_lines(position, (), work)), prompt="clue"
        )

    def step(self, state: SessionState, order: str, work: WorkContext) -> SessionState:
        order = " ".join(order.lower().replace("$", "").replace(",", "").split())
        if order in ("q", "quit"):
            return SessionState(orders=state.orders, memory=state.memory, said=("Session ended.",), over=True)
        if order == "on" or order.startswith("on "):
            return self._start_draft(state, order[2:].strip(), work)
        if order in ("", "help"):
            return SessionState(orders=state.orders, memory=state.memory, said=HELP, prompt="clue")
        if len(state.orders) >= MAX_ACTIONS:
            raise InputError(f"action: a game has at most {MAX_ACTIONS} actions")
        if order == "undo" and state.draft:
            return SessionState(orders=state.orders, memory=state.memory, prompt="clue")
        orders = state.orders[:-1] if order == "undo" else (*state.orders, order)
        position = self._after(orders)
        over = bool(_FINAL.fullmatch(order))
        lines = self._final_lines(position) if over else self._standing_lines(position, orders, work)
        if order != "undo":
            lines = (*self._advice(position, order, orders, work), *lines)
            if position == self._after(state.orders):  # a question that changes nothing
                orders = state.orders
        return SessionState(
            orders=orders, memory=format_position(position), said=lines, prompt="" if over else "clue", over=over
        )

    def _start_draft(self, state: SessionState, draft: str, work: WorkContext) -> SessionState:
        """An unfinished action on a page: a square, who missed it, who found a Daily Double. It changes nothing yet."""
        position = self._after(state.orders)
        lines: tuple[str, ...] = ()
        wager = _DRAFT_DOUBLE.fullmatch(draft)
        if wager and self.guess and not wager[2]:
            lines = ("What should the player wager? Guess first, the advice follows.",)
        elif wager:
            lines = self._advice(position, wager[1], state.orders, work, wager[3])
        elif draft == "final":
            lines = self._advice(position, draft, state.orders, work)
        elif match := re.fullmatch(r"(?:dd )?(c[1-6]r[1-5])(?: [1-3]-){0,2}", draft):
            _close_square(position, match[1])
        elif draft:
            raise InputError(f"action: {draft[:40]!r} is unknown; type help for the list")
        return SessionState(orders=state.orders, memory=state.memory, draft=draft, said=lines, prompt="clue")

    def exhibits(self, state: SessionState) -> Iterator[Exhibit]:
        from kibitz.games.jeopardy.live_view import live_exhibits

        position, moments = self.opening_position(), []
        tally = AnswerTally()
        for order in ("", *state.orders):
            position = apply_action(position, order) if order else position
            over, tally = bool(_FINAL.fullmatch(order)), tally.after(order)
            chances = _result_chances(position) if over else self._cached_chances(position, tally)
            moments.append(LiveMoment(order, position.scores, chances))
        yield from live_exhibits(self.opening_position(), moments, position, state.draft, self)

    def _cached_chances(self, position: Position, tally: AnswerTally) -> tuple[float, ...]:
        return _chances_of(format_position(position), self, tally)

    def _after(self, orders: tuple[str, ...]) -> Position:
        position = self.opening_position()
        for order in orders:
            position = apply_action(position, order)
        return position

    def finish(self, state: SessionState, work: WorkContext) -> LiveAnswer:
        position, moments = self.opening_position(), []
        over, tally = False, AnswerTally()
        for done, order in enumerate(state.orders):
            work.progress(done, len(state.orders), "clues")
            position = apply_action(position, order)
            over, tally = bool(_FINAL.fullmatch(order)), tally.after(order)
            chances = _result_chances(position) if over else self.chances(position, tally, work)
            moments.append(LiveMoment(order, position.scores, chances))
        return LiveAnswer(state=format_position(position), over=over, moments=tuple(moments), champion=self.champion)

    def answer_counts(self, tally: AnswerTally) -> AnswerTally | tuple[None, None]:
        """Answers of the game up to now; unknown where the session did not start with a new game."""
        return (None, None) if self.start else tally

    def chances(self, position: Position, tally: AnswerTally, work: WorkContext) -> tuple[float, ...]:
        """Win chances of all players in a state of the game, abilities by the answers up to now."""
        from kibitz.games.jeopardy.questions.states import WinRequest
        from kibitz.games.jeopardy.value.win_curve import win_curve

        if position.round_ == 1 and not position.open_squares:
            return self.chances(apply_action(position, "round 2"), tally, work)
        if self.me is not None and position.open_squares:
            right, wrong = self.answer_counts(tally)
            request = WinRequest(
                state=format_position(position),
                me=self.me,
                you=self.you,
                opponents=self.opponents,
                era=self.era,
                champion=self.champion,
                right=right,
                wrong=wrong,
            )
            return request.answer(work).chances
        era = era_of(self.era)
        return tuple(win_curve([position], era, era.ties, self.champion.seat)[0].tolist())

    def _standing_lines(self, position: Position, orders: tuple[str, ...], work: WorkContext) -> tuple[str, ...]:
        chances = self.chances(position, tally_answers(orders), work)
        seats = "; ".join(
            f"player {seat + 1}{' (you)' if self.me == seat + 1 else ''} {format_money(position.scores[seat])}, "
            f"{format_chance(chances[seat])} to win"
            for seat in range(SEATS)
        )
        left = "no square left" if not position.open_squares else f"{position.n_open} squares left"
        champion = "" if orders else f" {describe_champion(self.champion).capitalize()}."
        return (f"Round {position.round_}, {left}, player {position.control + 1} picks: {seats}.{champion}",)

    def _final_lines(self, position: Position) -> tuple[str, ...]:
        chances = _result_chances(position)
        names = " and ".join(f"player {seat + 1}" for seat in range(SEATS) if chances[seat])
        return (f"{names[0].upper()}{names[1:]} won with {format_money(max(position.scores))}.",)

    def _players_from(self, seat: int) -> dict[str, Any]:
        """The fields ``you`` and ``opponents`` of a request of a seat: its own are mine only in my own seat."""
        return {"you": self.you, "opponents": self.opponents} if self.me == seat + 1 else {}

    def _advice(
        self, position: Position, order: str, orders: tuple[str, ...], work: WorkContext, guess: str | None = None
    ) -> tuple[str, ...]:
        """Advice on the wager, where a wager is due; ``guess`` is a wager to judge."""
        from kibitz.games.jeopardy.questions.daily_double import DailyDoubleRequest
        from kibitz.games.jeopardy.questions.final import FinalRequest

        match = _DOUBLE.fullmatch(order)
        if match and match[3] is None:
            seat, square = int(match[2]) - 1, parse_square(match[1])
            if not position.open_squares >> square & 1:
                raise InputError(f"{match[1]}: this square was already played")
            about = replace(
                position,
                control=seat,
                decider=seat,
                choosing=DecisionKind.DAILY_DOUBLE,
                daily_doubles=(*position.daily_doubles, square),
            )
            right, wrong = self.answer_counts(tally_answers(orders))
            request = DailyDoubleRequest(
                state=format_position(about),
                **self._players_from(seat),
                era=self.era,
                champion=self.champion,
                right=right,
                wrong=wrong,
                wager=None if guess is None else int(guess),
            )
            answer = request.answer(work)
            explanation, judged = answer.explain(), answer.counsel.judgement
            graded = () if judged is None else (f"Your guess {format_money(int(guess or 0))}: {judged.words}.",)
            return (*graded, explanation.headline, *(f"· {reason}" for reason in explanation.reasons[:2]))
        if order == "final":
            lines = []
            for seat in range(SEATS):
                if position.scores[seat] > 0:
                    final = FinalRequest(scores=position.scores, me=seat + 1, **self._players_from(seat), era=self.era)
                    advice = final.answer(work).explain()
                    lines.append(f"Player {seat + 1}: {advice.headline}")
            return tuple(lines)
        return ()


@lru_cache(maxsize=1_000)
def _chances_of(state: str, session: LiveSession, tally: AnswerTally) -> tuple[float, ...]:
    """Win chances in a state; cached, because a page shows the whole game after each action."""
    return session.chances(parse_position(state), tally, WorkContext())


def _result_chances(position: Position) -> tuple[float, ...]:
    best = max(position.scores)
    leaders = [score == best for score in position.scores]
    return tuple(float(leads) / sum(leaders) for leads in leaders)
