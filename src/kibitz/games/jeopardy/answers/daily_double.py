"""Answer on a Daily Double wager."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct, structs

from kibitz.core.choices import parse_choices
from kibitz.core.controls import FormHints, SliderTick
from kibitz.core.errors import InputError
from kibitz.core.exhibits import MAX_SHOWN_CHOICES, Exhibit, Note, Table
from kibitz.core.exhibits.advice import AdviceExhibit, Slider
from kibitz.core.explanation import Explanation
from kibitz.core.ids import ChoiceIndex
from kibitz.core.question import Answer, File
from kibitz.core.recommendation import Recommendation, recommend
from kibitz.core.units import MINUS, Unit, format_amount, format_chance, format_count, format_loss, format_money
from kibitz.core.work import WorkContext
from kibitz.draw.curve import Curve, CurveMark, Series, recommendation_curve
from kibitz.games.jeopardy.answers.chances import describe_abilities
from kibitz.games.jeopardy.answers.exhibits.clickable_board import clickable_board
from kibitz.games.jeopardy.answers.match_context import MatchSummary, PayoffSummary
from kibitz.games.jeopardy.answers.payoff import grades_of, payoff_of
from kibitz.games.jeopardy.fields import (
    GAME,
    ReturningChampion,
    check_answer_counts,
    check_names,
    pad_to_three,
    resolve_era,
    seat_name,
)
from kibitz.games.jeopardy.show import Era, Ties

if TYPE_CHECKING:
    from kibitz.core.equities import FloatArray
    from kibitz.games.jeopardy.categories import Category
    from kibitz.games.jeopardy.endgame.daily_double import IntArray, LastDailyDouble, WagerCurve
    from kibitz.games.jeopardy.final.payoffs import Payoff
    from kibitz.games.jeopardy.people.contestant import Contestant
    from kibitz.games.jeopardy.questions import daily_double as questions


class RolloutCheck(Struct, frozen=True):
    """Check of the wager by rollouts: win chance at the given confidence, with its standard error."""

    games: int
    wins: float
    se: float


class RiskControlledWager(Struct, frozen=True):
    """Wager with risk controls: what caution costs in win chance, and what it saves after a wrong answer."""

    penalty: float
    limit: float | None
    wager: int
    right: float
    wrong: float
    cost: float
    saves: float
    ratio: float | None
    """Points saved when wrong for each point that caution costs; none where caution costs nothing."""


class DailyDoubleAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.daily-double/7"):
    """A Daily Double wager; ``right`` and ``wrong`` are the chances to win after it, and columns of the curve.

    ``usual`` is the confidence where none is given. ``risk`` is how much more a wrong answer costs than one at the
    smallest bet, in win chance.
    """

    files: ClassVar = {"chart": "Also draw the curve to this SVG file."}

    scores: tuple[int, ...]
    me: int
    left: tuple[int, ...]
    era: Era
    ties: Ties
    confidence: float
    usual: float
    opponents: str
    wager: int
    right: float
    wrong: float
    counsel: Recommendation
    abilities: str = "equal"
    machine: bool = False
    names: tuple[str, ...] = ()
    played_out: RolloutCheck | None = None
    state: str | None = None
    method: str = "exact"
    risk: float = 0.0
    caution: RiskControlledWager | None = None
    tradeoff: tuple[RiskControlledWager, ...] = ()
    """Wagers at rising penalties, where the request has risk controls (the trade-off of section 3.1.1)."""
    payoff: PayoffSummary | None = None
    """What the values are, where something else than winning counts."""
    match: MatchSummary | None = None
    """In a match all chances are match equities."""
    champion: ReturningChampion | None = None
    """The returning champion of the prior; none where abilities come from no prior."""

    def exhibits(self) -> Iterator[Exhibit]:
        yield from self.wager_exhibits()
        if self.state is not None:
            yield clickable_board(self.state)

    @property
    def worth_name(self) -> str:
        """What values are called, where they are not chances to win."""
        if self.payoff is not None:
            return self.payoff.verb
        return "" if self.match is None else "match equity"

    def wager_exhibits(self, category: Category | None = None) -> Iterator[Exhibit]:
        """The exhibits without the board; ``category`` is that of the Daily Double, where it is known."""
        slider = None if self.state is None else self.confidence_slider(category)
        yield AdviceExhibit(self.counsel, slider=slider, worth_name=self.worth_name)
        if self.payoff is not None:
            yield Note(self.payoff.description, "quiet")
        if self.state is None:
            yield FormHints(ticks=(SliderTick("confidence", 1, self.usual, "average in this row"),))
        if self.counsel.curve is None:
            yield Note(self._describe_assumptions(), "quiet")
            return
        wagers = [int(choice) for choice in parse_choices(self.counsel.curve.choices)]
        worth = [float(value) for value in self.counsel.curve.worth]
        right, wrong = (self.counsel.curve.more[column] for column in ("right", "wrong"))
        best = wagers.index(self.wager)
        shown = sorted(
            {round(k * (len(wagers) - 1) / (MAX_SHOWN_CHOICES - 1)) for k in range(MAX_SHOWN_CHOICES)} | {best}
        )
        rows = tuple(
            (
                format_money(wagers[i]),
                *(self._amount(column[i]) for column in (right, wrong, worth)),
                self._loss(0.0 if i == best else max(self.counsel.worth - worth[i], 0.0)),
            )
            for i in shown
        )
        columns = ("wager", "right", "wrong", f"at {format_chance(self.confidence)}", "loss")
        yield Table(columns, rows, left=(), strong=(shown.index(best),))
        if self.match is not None:
            yield from self.match.exhibits()
        yield from self.risk_exhibits()
        if self.played_out is not None:
            wins = f"{format_chance(self.played_out.wins)} ± {format_chance(self.played_out.se, 2)}"
            yield Note(f"Check by {self.played_out.games:,} rollouts: {wins} to win with {format_money(self.wager)}.")
        yield self.chart()

    def _amount(self, value: float) -> str:
        """A value in the unit of the answer, dollars without cents."""
        unit = self.counsel.unit
        return format_amount(round(value) if unit is Unit.DOLLARS else value, unit)

    def _loss(self, loss: float) -> str:
        unit = self.counsel.unit
        return format_loss(round(loss) if unit is Unit.DOLLARS else loss, unit)

    def risk_exhibits(self) -> Iterator[Exhibit]:
        """Cost of a wrong answer, and the wager with risk controls."""
        if self.counsel.unit is Unit.DOLLARS:
            return
        wrong = f"A wrong answer costs {_points(self.risk)} more than one at the smallest wager."
        if self.caution is None:
            yield Note(wrong, "quiet")
            return
        cautious = self.caution
        ratio = "" if cautious.ratio is None else f", {cautious.ratio:.0f} for each point it costs"
        yield Note(
            f"{wrong} The cautious wager is {format_money(cautious.wager)}. It costs {_points(cautious.cost, 2)} and "
            f"saves {_points(cautious.saves)} if you are wrong{ratio}."
        )
        rows = tuple(
            (f"{each.penalty:g}", format_money(each.wager), _points(each.cost, 2), _points(each.saves))
            for each in self.tradeoff
        )
        yield Table(("penalty", "wager", "costs", "saves if wrong"), rows, left=())

    def _describe_assumptions(self) -> str:
        """The assumptions as a sentence."""
        mine = f"your confidence {format_chance(self.confidence)}{', like a machine' if self.machine else ''}"
        abilities = describe_abilities(self.abilities, self.champion, self.names)
        others = f"opponents {self.opponents}, {abilities}, ties {self.ties.value}"
        return f"Assumes shows {self.era.words}, {mine}, {others}."

    def confidence_slider(self, category: Category | None = None) -> Slider:
        """Slider for the confidence, with the usual one marked and the record in the category where it is known.

        A machine's record changes its chance. People's records carry no information (`value.confidence`).
        """
        usual, name = format_chance(self.usual), "" if category is None else category.name
        note = f"Usual in this row: {usual}"
        if category is not None and category.record:
            who = "a machine with that record gets" if self.machine else "people with any record get"
            called = category.display_name[0].upper() + category.display_name[1:]
            note = f"{called}, your record {category.record_signs}: {who} {usual} right here"
        return Slider(
            field="confidence",
            words=f"How sure are you in {name}?" if name else "How sure are you?",
            value=self.confidence,
            mark=self.usual,
            note=note,
            own="wager",
            own_words="Your own wager",
            about="the Daily Double" if category is None else f"the Daily Double in {category.display_name}",
        )

    def chart(self) -> Curve:
        """The chance to win over all wagers at the confidence given."""
        scores = " \N{EN DASH} ".join(format_money(score) for score in self.scores)
        mine = format_money(self.scores[self.me - 1])
        clues = "no clue" if not self.left else format_count(len(self.left), "clue")
        title = f"Daily Double, {clues} left, {scores}: what should {mine} bet?"
        note = self._describe_assumptions()
        worth = self.payoff.title if self.payoff is not None else self.worth_name or "chance to win"
        curve = recommendation_curve(
            self.counsel, title, "wager", worth, (CurveMark(self.wager, "best"),), Unit.DOLLARS, note
        )
        more = {} if self.counsel.curve is None else self.counsel.curve.more
        known = [name for name in ("right", "wrong") if len(more.get(name, ())) == len(curve.worth)]
        lines = tuple(Series(f"if {name}", more[name]) for name in known)
        named = tuple(CurveMark(wager, words) for wager, words in self.landmarks() if wager in set(curve.choices))
        name = f"at {format_chance(self.confidence).replace('.0 ', ' ')}"
        return structs.replace(curve, beside=lines, marks=(*curve.marks, *named), name=name)

    def landmarks(self) -> Iterator[tuple[int, str]]:
        """Wagers after which a wrong answer leaves you level with another player, or with half of the leader."""
        own = self.scores[self.me - 1]
        others = [(score, seat_name(self.names, seat)) for seat, score in enumerate(self.scores) if seat != self.me - 1]
        levels = [(score, f"wrong: level with {name}") for score, name in others if score > 0]
        leader = max(score for score, _ in others)
        if leader > 0 and leader % 2 == 0:
            levels.append((leader // 2, "wrong: half the leader's score"))
        yield from ((own - level, words) for level, words in levels if own - level > 0 and own - level != self.wager)

    def file(self, kind: str) -> File:
        from kibitz.draw.curve_plot import curve_svg

        return File("daily-double.svg", "image/svg+xml", curve_svg(self.chart()).encode())


def answer_daily_double(request: questions.DailyDoubleRequest, work: WorkContext) -> DailyDoubleAnswer:
    """Answer to `questions.DailyDoubleRequest`."""
    if request.state is not None:
        from kibitz.games.jeopardy.answers.daily_double_in_state import answer_any_double

        return answer_any_double(request, work)
    assert request.me is not None
    from kibitz.games.jeopardy.endgame.before_final import FinalSetup, OwnFinalRule
    from kibitz.games.jeopardy.endgame.daily_double import LastDailyDouble, format_daily_double, wager_curve
    from kibitz.games.jeopardy.endgame.explain import explain_wager
    from kibitz.games.jeopardy.final.equities import final_model
    from kibitz.games.jeopardy.people.contestant import contestant, independent
    from kibitz.games.jeopardy.people.profile import own_profile
    from kibitz.games.jeopardy.play.placement import usual_confidence

    era, ties = resolve_era(request)
    names = check_names(request.names, request.scores)
    position = LastDailyDouble(pad_to_three(request.scores), request.me - 1, request.left, ties)
    mine = contestant(request.level, era) if request.you is None else own_profile(request.you).contestant(era)
    players = _last_double_players(request, position, era, mine)
    payoff = daily_double_payoff(request, position.me, era)
    model = final_model(position.me, request.opponents, era, request.final_confidence)
    if request.final_confidence is None:
        model = model.with_accuracy(position.me, mine.final)
    if request.machine:
        players = tuple(independent(p) if seat == position.me else p for seat, p in enumerate(players))
        model = model.without_correlation(position.me)
    usual = usual_confidence(mine, request.row, era)
    confidence = usual if request.confidence is None else request.confidence
    standing = FinalSetup(model, position.me, ties, OwnFinalRule(request.own_final), payoff)
    also = () if request.wager is None else (request.wager,)
    curve = wager_curve(position, players, standing, request.step, also, work.progress_with_note("my scores"))
    advice = curve.advice(confidence)
    top, choices = int(advice.best), advice.equities.choices
    caution = risk_controlled_wager(
        curve.wagers, curve.right, curve.wrong, confidence, top, request.risk, request.limit
    )
    best = top if caution is None else choices.index(str(caution.wager))
    explanation = explain_wager(curve, advice, confidence, names)
    right, wrong = curve.values(curve.right), curve.values(curve.wrong)
    if best != top:
        explanation = _cautious_explanation(curve, best, top, confidence)
    played_out = None
    if request.check:
        import numpy as np

        from kibitz.games.jeopardy.endgame.rollout import win_rate

        rng = np.random.default_rng(request.seed)
        own, bet = position.scores[position.me], int(curve.wagers[best])
        games = max(request.check // 2, 2)
        (if_right, right_se), (if_wrong, wrong_se) = (
            win_rate(rng, position, players, standing, mine, games) for mine in (own + bet, own - bet)
        )
        p = confidence
        error = ((p * right_se) ** 2 + ((1 - p) * wrong_se) ** 2) ** 0.5
        played_out = RolloutCheck(2 * games, p * if_right + (1 - p) * if_wrong, error)
    return DailyDoubleAnswer(
        scores=pad_to_three(request.scores),
        me=request.me,
        left=position.left,
        era=era,
        ties=ties,
        confidence=confidence,
        usual=usual,
        opponents=standing.model.name,
        wager=int(curve.wagers[best]),
        right=float(right[best]),
        wrong=float(wrong[best]),
        counsel=recommend(
            GAME,
            format_daily_double(position),
            advice,
            explanation,
            choice_unit=Unit.DOLLARS,
            choice=ChoiceIndex(best),
            thresholds=grades_of(payoff),
            chosen=None if request.wager is None else choices.index(str(request.wager)),
            more={"right": tuple(right.tolist()), "wrong": tuple(wrong.tolist())},
        ),
        payoff=None if payoff is None else PayoffSummary(payoff.description, payoff.verb),
        abilities=request.abilities,
        champion=request.prior_champion,
        machine=request.machine,
        names=names,
        played_out=played_out,
        risk=float(wrong[0] - wrong[best]),
        caution=caution,
        tradeoff=risk_tradeoff(curve.wagers, curve.right, curve.wrong, confidence, top) if caution else (),
    )


def daily_double_payoff(request: questions.DailyDoubleRequest, me: int, era: Era) -> Payoff | None:
    """What you play for; risk controls and checks by rollouts belong to the win chance."""
    in_match = request.game is not None or request.totals is not None
    payoff = payoff_of(request, me, era, in_match=in_match)
    if payoff is not None and (request.risk or request.limit is not None):
        raise InputError("risk: leave risk and limit out where something else than winning counts; give aversion")
    if payoff is not None and request.check:
        raise InputError("check: use it only where winning alone counts")
    return payoff


def _last_double_players(
    request: questions.DailyDoubleRequest, position: LastDailyDouble, era: Era, mine: Contestant
) -> tuple[Contestant, ...]:
    """The three players of the clues left, ``mine`` in my seat unless the scores or answers move it."""
    from kibitz.games.jeopardy.people.posterior import late_record, line_up, posterior_contestants
    from kibitz.games.jeopardy.people.profile import two_profiles

    others = iter(two_profiles(request.opponents))
    if request.abilities == "equal":
        return tuple(mine if seat == position.me else next(others).contestant(era) for seat in range(3))
    own = request.level if request.you is None else mine
    levels = [own if seat == position.me else next(others).entry(era) for seat in range(3)]
    right, wrong = check_answer_counts(request.right, request.wrong)
    record = replace(late_record(position.scores, request.left), right=right, wrong=wrong)
    return posterior_contestants(record, era, line_up(levels, request.champion.seat))


def describe_caution(wager: int, risk_neutral: int) -> tuple[str, ...]:
    """A sentence where risk controls changed the wager."""
    if wager == risk_neutral:
        return ()
    return (f"Without your limits on risk the best wager would be {format_money(risk_neutral)}.",)


def _cautious_explanation(curve: WagerCurve, best: int, top: int, confidence: float) -> Explanation:
    """The wager with risk controls, where it differs from the best one."""
    wager, right, wrong = int(curve.wagers[best]), float(curve.right[best]), float(curve.wrong[best])
    worth = format_chance(confidence * right + (1 - confidence) * wrong)
    return Explanation(
        f"Wager {format_money(wager)}: {worth} to win.",
        (
            f"Right ({format_chance(confidence)}): {format_chance(right)} to win.",
            f"Wrong ({format_chance(1 - confidence)}): {format_chance(wrong)} to win.",
            *describe_caution(wager, int(curve.wagers[top])),
        ),
    )


def _points(chance: float, digits: int = 1) -> str:
    """A difference of win chances: ``1.3 points``."""
    return f"{100 * chance:.{digits}f} points".replace("-", MINUS)


PENALTIES = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3)


def risk_tradeoff(
    wagers: IntArray, right: FloatArray, wrong: FloatArray, confidence: float, best: int
) -> tuple[RiskControlledWager, ...]:
    """What rising penalties on volatility cost and save."""
    result = (risk_controlled_wager(wagers, right, wrong, confidence, best, penalty, None) for penalty in PENALTIES)
    return tuple(each for each in result if each is not None)


def risk_controlled_wager(
    wagers: IntArray,
    right: FloatArray,
    wrong: FloatArray,
    confidence: float,
    best: int,
    penalty: float,
    limit: float | None,
) -> RiskControlledWager | None:
    """The wager with a penalty on volatility and a limit on downside risk (section 3.1); none where neither is."""
    if not penalty and limit is None:
        return None
    from kibitz.games.jeopardy.value.wagers import Risk
    from kibitz.games.jeopardy.value.wagers import WagerOutcomes as Wagers

    curve = Wagers(wagers, right, wrong)
    worth = curve.equities(confidence)
    chosen = int(curve.risk_adjusted(confidence, Risk(penalty, limit)).argmax())
    cost, saves = float(worth[best] - worth[chosen]), float(wrong[chosen] - wrong[best])
    return RiskControlledWager(
        penalty,
        limit,
        int(wagers[chosen]),
        float(right[chosen]),
        float(wrong[chosen]),
        cost,
        saves,
        saves / cost if cost > 1e-9 else None,
    )
