"""Answer on when to buzz: four thresholds, the value of every outcome of the clue, and the reasons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.exhibits.grids import ChoiceBar, ChoiceFrequencies
from kibitz.core.explanation import Explanation
from kibitz.core.grades import GLYPHS
from kibitz.core.question import Answer, File
from kibitz.core.recommendation import Recommendation, recommend
from kibitz.core.units import Unit, format_amount, format_chance, format_money
from kibitz.core.work import WorkContext
from kibitz.draw.curve import Curve, CurveMark, OwnChoice
from kibitz.draw.threshold_bars import ThresholdBar, ThresholdBars, ThresholdZone
from kibitz.games.jeopardy.answers.chances import describe_abilities
from kibitz.games.jeopardy.answers.exhibits.buzz_charts import buzz_or_wait_chart, score_after_clue_chart
from kibitz.games.jeopardy.answers.match_context import MatchSummary, PayoffSummary
from kibitz.games.jeopardy.answers.payoff import grades_of, payoff_of, values_of
from kibitz.games.jeopardy.fields import (
    GAME,
    ReturningChampion,
    check_champion,
    check_names,
    pad_to_three,
    resolve_era,
    seat_name,
)
from kibitz.games.jeopardy.show import Era, Ties

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import buzz as questions
    from kibitz.games.jeopardy.value.players import Players

NEVER_THRESHOLD = 0.99
"""Threshold from which on a player never buzzes."""
METHODS = {
    "exact": "exact: every course of the clue, best buzzing on the clues left, then Final",
    "network": "one exact clue, then the network",
    "rollout": "one exact clue, then rollouts",
}


class LiveState(Struct, frozen=True):
    """One moment at which to buzz or not: the threshold, and my chance to win when right, when wrong, and in silence.

    ``wrong_after`` are the players who were wrong before; ``reached`` is the chance that the clue reaches this moment.
    """

    wrong_after: tuple[int, ...]
    threshold: float
    right: float
    wrong: float
    silent: float
    reached: float


class ClueEnd(Struct, frozen=True):
    """One end of the clue: changes of the three scores, left to right, as -1, 0 or 1 clue values, and what I win."""

    changes: tuple[int, ...]
    worth: float


class BuzzAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.buzz/4"):
    """``thresholds`` are the confidence from which on to buzz first, after the first, after the second of the others
    and after both were wrong: 0 always, 1 never. ``gains`` is what buzzing first adds at 0, 1, ... 100 % sure."""

    files: ClassVar = {"chart": "Also draw the gain of buzzing over confidence to this SVG file."}

    scores: tuple[int, ...]
    me: int
    value: int
    left: tuple[int, ...]
    round: int
    era: Era
    ties: Ties
    finals: str
    opponents: str
    abilities: str
    machine: bool
    confidence: float
    thresholds: tuple[float, float, float, float]
    live: tuple[LiveState, ...]
    ends: tuple[ClueEnd, ...]
    lockout: bool
    """Whether silence keeps a lock game that a wrong answer would lose."""
    usual: float
    """The usual threshold of such a player."""
    gains: tuple[float, ...]
    silent: tuple[float, ...]
    """The chance to win without buzzing first, at 0, 1, ... 100 % sure."""
    method: str
    games: int
    counsel: Recommendation
    names: tuple[str, ...] = ()
    state: str | None = None
    payoff: PayoffSummary | None = None
    """What the values are, where something else than winning counts."""
    match: MatchSummary | None = None
    """In a match all chances are match equities."""
    champion: ReturningChampion | None = None
    """The returning champion of the prior; none where abilities come from no prior."""

    def exhibits(self) -> Iterator[Exhibit]:
        yield AdviceExhibit(self.buzz_recommendation(), worth_name=self.worth_name)
        if self.payoff is not None:
            yield Note(self.payoff.description, "quiet")
        if self.match is not None:
            yield from self.match.exhibits()
        rows = tuple(
            (
                self.describe_moment(state),
                format_threshold(state.threshold),
                *(self.amount(value) for value in (state.right, state.wrong, state.silent)),
                format_chance(state.reached),
            )
            for state in self.live
        )
        yield self.threshold_bars()
        if self.match is None and self.payoff is None and (spans := score_after_clue_chart(self)) is not None:
            yield spans
        if self.counsel.unit is Unit.WIN:
            yield self.end_values()
            yield buzz_or_wait_chart(self)
        yield Table(("moment", "buzz", "right", "wrong", "silent", "chance of it"), rows, strong=(0,))
        assumptions = f"Assumes shows {self.era.words}, ties {self.ties.value}, opponents {self.opponents}, "
        assumptions += f"{describe_abilities(self.abilities, self.champion, self.names)}, bets in Final {self.finals}. "
        games = f" ({self.games:,} games)" if self.games else ""
        yield Note(f"{assumptions}{METHODS[self.method][0].upper()}{METHODS[self.method][1:]}{games}.", "quiet")

    @property
    def worth_name(self) -> str:
        """What values are called, where they are not chances to win."""
        if self.payoff is not None:
            return self.payoff.verb
        return "" if self.match is None else "match equity"

    def amount(self, value: float) -> str:
        """A value in the unit of the answer, dollars without cents."""
        unit = self.counsel.unit
        return format_amount(round(value) if unit is Unit.DOLLARS else value, unit)

    def threshold_bars(self) -> ThresholdBars:
        """The four thresholds, with my confidence."""
        rows = []
        for state in self.live:
            edge = 1.0 if state.threshold >= NEVER_THRESHOLD else max(state.threshold, 0.0)
            zones = (ThresholdZone(edge, "wait"), ThresholdZone(1.0, format_threshold(state.threshold), acts=True))
            miss = state.silent - state.wrong
            amount = format_money(round(miss)) if self.counsel.unit is Unit.DOLLARS else f"{100 * miss:.1f} points"
            cost = f"a miss costs {amount}"
            act = "buzz" if self.confidence >= edge and edge < 1 else "wait"
            moment = "after both" if len(state.wrong_after) == 2 else self.describe_moment(state)
            rows.append(
                ThresholdBar(moment[0].upper() + moment[1:], zones, act, cost if state.silent > state.wrong else "")
            )
        return ThresholdBars(
            "Buzz thresholds", tuple(rows), self.confidence, f"you, {format_chance(self.confidence, 0)} sure"
        )

    def buzz_recommendation(self) -> Recommendation:
        """The recommendation with the threshold first, and being locked out before other reasons."""
        explanation, first = self.counsel.explanation, self.thresholds[0]
        rule = {"never": "Stay silent", "always": "Buzz at any confidence"}.get(format_threshold(first))
        act = f"{self.counsel.choice} at {format_chance(self.confidence, 0)} sure"
        rule = rule or f"Buzz from {format_chance(first, 0)} sure"
        unit = "of match equity" if self.match is not None else self.worth_name or "to win"
        headline = f"{rule}; {act}: {self.amount(self.counsel.worth)} {unit}."
        locked = [reason for reason in explanation.reasons if reason.startswith("Wrong") and "locked out" in reason]
        reasons = [f"A miss locks you out: {reason.partition(': ')[2]}" for reason in locked]
        rest = (reason for reason in explanation.reasons if reason not in locked)
        return replace(self.counsel, explanation=Explanation(headline, (*reasons, *rest), explanation.rule))

    def end_values(self) -> ChoiceFrequencies:
        """My win chance after each outcome of the clue, best first; where two answer, only those with me right."""
        outcomes = [
            end
            for end in self.ends
            if sum(map(bool, end.changes)) < 2 or (end.changes[self.me - 1] > 0 and sum(map(bool, end.changes)) == 2)
        ]
        outcomes.sort(key=lambda end: -end.worth)
        bars = tuple(ChoiceBar(self._end(end), end.worth) for end in outcomes)
        rows = tuple((bar.name, format_chance(bar.chance)) for bar in bars)
        worth = self.worth_name or "you win"
        return ChoiceFrequencies(
            "Value of each outcome", bars, Table(("who answers", worth), rows, "Value of each outcome")
        )

    def _end(self, end: ClueEnd) -> str:
        order = sorted(enumerate(end.changes, start=1), key=lambda each: each[1])
        answers = [
            f"{'you' if seat == self.me else seat_name(self.names, seat - 1)} {'right' if change > 0 else 'wrong'}"
            for seat, change in order
            if change
        ]
        return ", ".join(answers) or "no one"

    def describe_moment(self, state: LiveState) -> str:
        """The moment of a live state as text."""
        if not state.wrong_after:
            return "first"
        return f"after {' and '.join(seat_name(self.names, seat - 1) for seat in state.wrong_after)}"

    def chart(self) -> Curve:
        """Gain of buzzing first over confidence, in win chance."""
        right = [i for i, gain in enumerate(self.gains) if i >= 100 * self.thresholds[0] - 1e-9]
        plateau = (right[0], right[-1]) if right else (100, 100)
        mine = self.counsel.judgement
        percent = round(100 * self.confidence)
        own = None if mine is None or mine.choice != "buzz" else OwnChoice(percent, mine.grade, GLYPHS[mine.grade])
        scores = " \N{EN DASH} ".join(format_money(score) for score in self.scores)
        return Curve(
            f"{format_money(self.value)} clue, {scores}: how sure must player {self.me} be?",
            "confidence in percent",
            "gain of buzzing first",
            tuple(range(101)),
            self.gains,
            self.counsel.unit,
            plateau,
            (CurveMark(percent, "you"),),
            best=plateau[0],
            own=own,
            names=tuple(f"{p} %" for p in range(101)),
            note=f"opponents {self.opponents}",
        )

    def file(self, kind: str) -> File:
        from kibitz.draw.curve_plot import curve_svg

        return File("buzz.svg", "image/svg+xml", curve_svg(self.chart()).encode())


def format_threshold(threshold: float) -> str:
    """A threshold as text: ``never``, ``always`` or ``from 57 %``."""
    if threshold >= NEVER_THRESHOLD:
        return "never"
    return "always" if threshold <= 0 else f"from {format_chance(threshold, 0)}"


def _network(players: Players, game: int | None) -> str:
    """The network that priced the ends."""
    from kibitz.games.jeopardy.match.value import evaluator_of

    return players.evaluator.id if game is None else evaluator_of(players, game).id


def answer_buzz(request: questions.BuzzRequest, work: WorkContext) -> BuzzAnswer:
    """Answer to `questions.BuzzRequest`."""
    import dataclasses

    import numpy as np

    from kibitz.core import Advice, ChoiceList, Equities, PlayerId, Provenance
    from kibitz.core.ids import ChoiceIndex
    from kibitz.games.jeopardy.buzz.clue_in_play import clue_in_play, solve_clue
    from kibitz.games.jeopardy.buzz.explain import MATCH_WORDS, WIN_WORDS, ValueWords, explain_buzz
    from kibitz.games.jeopardy.buzz.final_prices import seats_from_me
    from kibitz.games.jeopardy.buzz.tree import POLICIES
    from kibitz.games.jeopardy.play.clue import CHANGES
    from kibitz.games.jeopardy.position import format_position

    era, ties = resolve_era(request)
    scores = None if request.state is not None else pad_to_three(request.scores)
    clue = clue_in_play(
        request.state,
        scores,
        None if request.me is None else request.me - 1,
        request.value,
        request.left,
        request.round,
        request.game,
        request.totals,
    )
    names = check_names(request.names, clue.position.scores)
    check_champion(request.champion, len(request.scores) or 3)
    payoff = payoff_of(request, clue.me, era, in_match=clue.game is not None)
    if clue.game is not None:
        words = MATCH_WORDS
    else:
        words = WIN_WORDS if payoff is None else ValueWords(payoff.unit, payoff.verb)
    players = dataclasses.replace(request.players(clue.position, clue.me), payoff=payoff)
    result = solve_clue(
        clue, players, request.final_bets, request.tip_off, request.rollouts, request.seed, work, request.second
    )
    c = request.confidence
    thresholds = result.curves.thresholds()
    one, over = result.at_confidences(np.array([c])), result.at_confidences(np.linspace(0, 1, 101))
    first = np.array([policy[0] for policy in POLICIES], dtype=bool)
    order = np.where(first, 1.0, 0.0)
    picks = [int(np.where(order == buzz, one.values[:, 0], -1.0).argmax()) for buzz in (1.0, 0.0)]
    worth = values_of(payoff, np.array([one.values[pick, 0] for pick in picks]))
    errors = None if payoff is not None and payoff.money is not None else result.standard_errors(np.array([c]), picks)
    equities = Equities(
        ChoiceList(("buzz", "wait")),
        worth,
        words.unit,
        PlayerId(str(clue.me + 1)),
        Provenance(
            result.method,
            weights=_network(players, clue.game) if result.method == "network" else "",
            opponents=players.name,
            seed=request.seed if result.method == "rollout" else None,
            settings=(("confidence", f"{c:g}"), ("finals", request.final_bets), ("ties", ties.value)),
        ),
        errors,
    )
    advice = Advice(equities)
    live = [
        dataclasses.replace(
            state,
            **{name: float(values_of(payoff, getattr(state, name))) for name in ("right", "wrong", "silent")},
        )
        for state in result.live_states(c)
    ]
    silent = values_of(payoff, over.values[~first].max(axis=0))
    gains = values_of(payoff, over.values[first].max(axis=0)) - silent
    ends = values_of(payoff, result.equities)
    _, other, third = seats_from_me(clue.me)
    before: tuple[tuple[int, ...], ...] = ((), (other + 1,), (third + 1,), (other + 1, third + 1))
    seats = np.empty_like(CHANGES)
    seats[:, seats_from_me(clue.me)] = CHANGES
    chosen = None if request.choice is None else ChoiceIndex(("buzz", "wait").index(request.choice))
    return BuzzAnswer(
        scores=clue.position.scores,
        me=clue.me + 1,
        value=request.value,
        left=clue.values_left,
        round=clue.round_,
        era=era,
        ties=ties,
        finals=request.final_bets,
        opponents=players.name,
        abilities=request.abilities,
        machine=request.machine,
        confidence=c,
        thresholds=thresholds,
        live=tuple(
            LiveState(seat, threshold, state.right, state.wrong, state.silent, state.reached)
            for seat, threshold, state in zip(before, thresholds, live, strict=True)
        ),
        ends=tuple(ClueEnd(tuple(change), float(e)) for change, e in zip(seats.tolist(), ends, strict=True)),
        lockout=clue.keeps_lockout,
        usual=result.usual,
        gains=tuple(float(gain) for gain in gains),
        silent=tuple(float(chance) for chance in silent),
        method=result.method,
        games=result.games,
        counsel=recommend(
            GAME,
            f"{format_position(clue.position)}.{request.value}",
            advice,
            explain_buzz(clue, thresholds, live, worth.tolist(), c, names, words),
            choice=ChoiceIndex(0) if worth[0] >= worth[1] - 2e-5 else None,
            chosen=chosen,
            thresholds=grades_of(payoff),
        ),
        names=names,
        payoff=None if payoff is None else PayoffSummary(payoff.description, payoff.verb),
        champion=request.prior_champion,
        state=None if request.state is None else format_position(clue.position),
        match=None if clue.game is None else MatchSummary(clue.game, clue.position.totals, request.second),
    )
