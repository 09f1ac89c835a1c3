"""Answer on a Final wager: recommendation, named bets, robustness, and an equilibrium."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.controls import FormHints, SliderTick
from kibitz.core.errors import InputError
from kibitz.core.exhibits import MAX_SHOWN_CHOICES, Exhibit, Note, Table
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.exhibits.grids import OutcomeBreakdown, OutcomeComparison, OutcomeDifference
from kibitz.core.grades import GLYPHS
from kibitz.core.question import Answer, File
from kibitz.core.recommendation import Recommendation, recommend
from kibitz.core.units import Unit, format_amount, format_chance, format_loss, format_money
from kibitz.core.work import WorkContext
from kibitz.draw.curve import Curve, CurveMark, recommendation_curve
from kibitz.games.jeopardy.answers.exhibits.final_exhibits import (
    CardRule,
    LadderRung,
    OpponentWagers,
    card_rule,
    curve_break_note,
    describe_ladder,
    describe_others,
    ladder_table,
    opponent_strip,
)
from kibitz.games.jeopardy.answers.match_context import MatchSummary, PayoffSummary
from kibitz.games.jeopardy.fields import GAME, check_names, match_game, pad_to_three, resolve_era, seat_name
from kibitz.games.jeopardy.show import Era, Ties

MAX_SHOWN_OUTCOMES = 4
"""Outcomes shown one by one; the rest is added up."""
MAX_CONTRASTS = 3
"""Named wagers that the best one is compared with."""

if TYPE_CHECKING:
    from kibitz.core.equities import FloatArray
    from kibitz.games.jeopardy.final.equities import FinalModel, FinalPosition, FinalTables
    from kibitz.games.jeopardy.final.explain import WagerExplanation as Explained
    from kibitz.games.jeopardy.questions import final as questions


class NamedBet(Struct, frozen=True):
    """A wager that has a name; worth and loss are null where it is ruled out."""

    name: str
    wager: int
    meaning: str
    worth: float | None
    loss: float | None


class NearBestBets(Struct, frozen=True):
    """All bets that lose at most ``tolerance`` (win chance), as ranges, and their mean win chance."""

    tolerance: float
    ranges: tuple[tuple[int, int], ...]
    worth: float


class BestBet(Struct, frozen=True):
    """How often a wager was best among the draws."""

    wager: int
    share: float


class Sensitivity(Struct, frozen=True):
    """Robustness of the wager over draws of the model parameters from their uncertainty."""

    draws: int
    seed: int
    interval: tuple[float, float]
    holds: float
    mean_loss: float
    best_wagers: tuple[BestBet, ...]


class MixedWagers(Struct, frozen=True):
    """One player's mixed wagers in an equilibrium; ``gain`` is what the best other bet would add in win chance."""

    player: int
    win_chance: float
    gain: float
    mix: dict[str, float]


class Equilibrium(Struct, frozen=True):
    """Mixed wagers where no player can gain more than ``exploitability`` in win chance."""

    players: tuple[MixedWagers, ...]
    exploitability: float


class OutcomeGain(Struct, frozen=True):
    """An outcome by who is right in it (A, B, C, or ``me``), and what the wager gains there, chance to win."""

    right: dict[str, bool]
    gain: float


class WagerContrast(Struct, frozen=True):
    """Gains of the wager over another one by outcome; they add up to the difference in win chance."""

    name: str
    wager: int
    outcomes: tuple[OutcomeGain, ...]

    def comparison(self) -> OutcomeComparison:
        """The largest gains and losses, and the rest together."""
        ranked = sorted(self.outcomes, key=lambda each: -abs(each.gain))
        rows = [
            OutcomeDifference(
                tuple(("You" if who == "me" else who, right) for who, right in each.right.items()), each.gain
            )
            for each in ranked[:MAX_SHOWN_OUTCOMES]
        ]
        if rest := ranked[MAX_SHOWN_OUTCOMES:]:
            rows.append(OutcomeDifference(None, sum(each.gain for each in rest)))
        return OutcomeComparison(f"{self.name} ({format_money(self.wager)})", tuple(rows), self.name)


PLACES = {"A": "first", "B": "second", "C": "third"}


class FinalAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.final/8"):
    """A Final wager; ``wager`` is the recommended one in dollars, ``role`` the standing (A first). ``confidence`` is
    your assumed chance to be right, ``usual`` the average in your place; ``players`` are names where given."""

    files: ClassVar = {
        "chart": "Also draw the curve to this SVG file.",
        "take_along": "Also write a calculator for any Final to this HTML file. It works without kibitz.",
    }

    scores: tuple[int, ...]
    me: int
    role: Literal["A", "B", "C"]
    era: Era
    ties: Ties
    confidence: float
    usual: float | None = None
    opponents: str
    wager: int
    counsel: Recommendation
    names: tuple[NamedBet, ...]
    players: tuple[str, ...] = ()
    prizes: tuple[int, int] | None = None
    payoff: PayoffSummary | None = None
    """What the values are, where something else than winning counts."""
    randomised: NearBestBets | None = None
    sensitivity: Sensitivity | None = None
    equilibrium: Equilibrium | None = None
    against: tuple[WagerContrast, ...] = ()
    """Outcome by outcome against the best other named wagers, and against your own."""
    card: CardRule | None = None
    """The rule of the card that fires, where only winning counts."""
    others: tuple[OpponentWagers, ...] = ()
    """Likely wagers of the opponents in a single game, the leader first."""
    ladder: tuple[LadderRung, ...] = ()
    """Scores, covers and rational ranges of A, B and C in a single game."""
    match: MatchSummary | None = None
    """In a match, where values are match equities; its places are those of your wager."""

    def exhibits(self) -> Iterator[Exhibit]:
        name = "" if self.payoff is None else self.payoff.verb
        name = name if self.match is None else "match equity"
        yield AdviceExhibit(self.counsel, None if self.card is None else self.card.rule_of_thumb(), worth_name=name)
        if self.match is not None:
            yield from self.match.exhibits()
        if self.players:
            yield Note(f"{self._seats()}.")
        if self.counsel.curve is None:
            yield Note(self._describe_assumptions(), "quiet")
        if self.payoff is not None:
            yield Note(self.payoff.description, "quiet")
        named = sorted((n.loss, n.wager, n.name, n.worth) for n in self.names if n.loss is not None)
        unit = self.counsel.unit
        rows = tuple(
            (
                format_money(wager),
                name,
                format_amount(_whole(worth or 0.0, unit), unit),
                format_loss(_whole(loss, unit), unit),
                *([_sign(loss)] if unit is Unit.WIN else []),
            )
            for loss, wager, name, worth in named[:MAX_SHOWN_CHOICES]
        )
        strong = tuple(row for row, (loss, *_) in enumerate(named[:MAX_SHOWN_CHOICES]) if loss == named[0][0])[:1]
        worth = "to win" if self.payoff is None else self.payoff.verb
        worth = worth if self.match is None else "match equity"
        columns = ("wager", "", worth, "loss", *([""] if unit is Unit.WIN else []))
        yield Table(columns, rows, "Named wagers", (1,), strong, remark=f"opponents {self.opponents}")
        if self.counsel.curve is not None:
            yield self.chart()
        if self.others:
            yield opponent_strip(self.others, self.players)
        if self.ladder:
            yield ladder_table(self.ladder)
        if self.against:
            yield OutcomeBreakdown("Where it gains and loses", tuple(each.comparison() for each in self.against))
        if self.sensitivity is not None:
            low, high = (format_chance(x) for x in self.sensitivity.interval)
            yield Note(f"Over {self.sensitivity.draws} draws of the model parameters: {low} to {high} to win.")
            share = format_chance(self.sensitivity.holds, 0)
            yield Note(f"In {share} of the draws the wager is within 0.5 points of the best.")
        if self.equilibrium is not None:
            yield from _equilibrium_notes(self.equilibrium)
        if self.usual is not None:
            yield FormHints(ticks=(SliderTick("confidence", 1, self.usual, f"average in {PLACES[self.role]} place"),))
        if self.randomised is not None:
            ranges = ", ".join(_range(a, b) for a, b in self.randomised.ranges)
            worth = format_chance(self.randomised.worth)
            yield Note(f"To be unpredictable, choose any bet of {ranges}: {worth} to win on average.")

    def _describe_assumptions(self) -> str:
        """The assumptions as a sentence."""
        mine = f"your confidence {format_chance(self.confidence)}"
        return f"Assumes shows {self.era.words}, {mine}, opponents {self.opponents}, ties {self.ties.value}."

    def _seats(self) -> str:
        """Who is A, B and C."""
        order = sorted(range(len(self.scores)), key=lambda seat: (-self.scores[seat], seat != self.me - 1))
        return "; ".join(
            f"{role} is {seat_name(self.players, seat)} with {format_money(self.scores[seat])}"
            for role, seat in zip("ABC", order, strict=False)
            if seat < len(self.players)
        )

    def chart(self) -> Curve:
        """What all wagers are worth, with the named ones marked."""
        marks = {n.wager: CurveMark(n.wager, n.name) for n in reversed(self.names)}
        scores = " \N{EN DASH} ".join(format_money(score) for score in self.scores)
        title = f"Final Jeopardy! {scores}: what should {format_money(self.scores[self.me - 1])} bet?"
        worth = "chance to win" if self.payoff is None else self.payoff.title
        worth = worth if self.match is None else "match equity"
        curve = recommendation_curve(
            self.counsel, title, "wager", worth, tuple(marks.values()), Unit.DOLLARS, self._describe_assumptions()
        )
        if self.counsel.curve is None or self.payoff is not None or self.match is not None:
            return curve
        named = [(name.wager, name.name) for name in self.names]
        return replace(curve, remarks=curve_break_note(self.counsel.curve.worth, named))

    def file(self, kind: str) -> File:
        if kind == "take_along":
            return self._calculator()
        from kibitz.draw.curve_plot import curve_svg

        return File("final.svg", "image/svg+xml", curve_svg(self.chart()).encode())

    def _calculator(self) -> File:
        """The calculator for any Final, opened at this position."""
        from kibitz.games.jeopardy.final.take_along import FILE_NAME, calculator_page
        from kibitz.games.jeopardy.people.contestant import Level

        level = self.opponents.split(" of ")[0]
        confidence = None if self.confidence == self.usual else self.confidence
        known = level if level in list(Level) else Level.AVERAGE
        page = calculator_page(self.scores, self.me - 1, self.era, self.ties, confidence, known)
        return File(FILE_NAME, "text/html", page.encode())


def _whole(amount: float, unit: Unit) -> float:
    """Dollars without cents."""
    return round(amount) if unit is Unit.DOLLARS else amount


def _sign(loss: float) -> str:
    """The sign of the grade of a bet that loses this much."""
    from kibitz.games.jeopardy.final.equities import FINAL_GRADES, NEAR_BEST_LOSS

    return GLYPHS["best" if loss <= NEAR_BEST_LOSS else FINAL_GRADES.grade(loss).word]


def _range(first: int, last: int) -> str:
    return f"{format_money(first)} to {format_money(last)}" if first < last else format_money(first)


def _equilibrium_notes(result: Equilibrium) -> Iterator[Note]:
    for player in result.players:
        bets = sorted(player.mix.items(), key=lambda item: -item[1])[:MAX_SHOWN_CHOICES]
        mix = " + ".join(f"{format_chance(chance)} {format_money(int(wager))}" for wager, chance in bets)
        yield Note(f"Equilibrium, player {player.player} ({format_chance(player.win_chance)} to win): {mix}")
    yield Note(f"No player gains more than {100 * result.exploitability:.2f} points with another bet.")


def finite_or_none(value: float) -> float | None:
    return value if abs(value) < float("inf") else None


def check_own_wager(wager: int, score: int) -> int:
    if wager > score:
        raise InputError(f"wager: must be from $0 to {format_money(score)}, not {format_money(wager)}")
    return wager


def near_best_bets(counsel: Recommendation, tolerance: float) -> NearBestBets:
    """The bets that lose at most the tolerance, as unbroken runs of whole dollars."""
    assert counsel.curve is not None
    worth = [-1.0 if isinstance(value, str) else value for value in counsel.curve.worth]
    least = max(worth) - tolerance - 1e-12
    played = [wager for wager, value in enumerate(worth) if value >= least]
    starts = [wager for i, wager in enumerate(played) if i == 0 or played[i - 1] < wager - 1]
    ends = [wager for i, wager in enumerate(played) if i == len(played) - 1 or played[i + 1] > wager + 1]
    mean = sum(worth[wager] for wager in played) / len(played)
    return NearBestBets(tolerance, tuple(zip(starts, ends, strict=True)), mean)


def sensitivity(position: FinalPosition, model: FinalModel, wager: int, draws: int, seed: int) -> Sensitivity:
    from collections import Counter

    import numpy as np

    from kibitz.games.jeopardy.final.sensitivity import sensitivity

    result = sensitivity(np.random.default_rng(seed), position, model, wager, draws)
    often = sorted(((times, best) for best, times in Counter(map(int, result.best)).items()), reverse=True)[
        :MAX_SHOWN_CHOICES
    ]
    low, high = result.interval
    best = tuple(BestBet(wager, times / draws) for times, wager in often)
    return Sensitivity(draws, seed, (low, high), result.holds, float(result.losses.mean()), best)


def equilibrium(position: FinalPosition, model: FinalModel) -> Equilibrium:
    from kibitz.games.jeopardy.final.equilibrium import equilibrium

    result = equilibrium(
        position.scores, model.accuracies_at(position.scores), model.correlations[position.me], position.ties
    )
    players = (
        MixedWagers(
            seat + 1,
            result.win_chances[seat],
            result.gains[seat],
            {str(w): round(float(p), 6) for w, p in zip(wagers, mix, strict=True) if p > 0},
        )
        for seat, (wagers, mix) in enumerate(zip(result.wagers, result.mixes, strict=True))
    )
    return Equilibrium(tuple(players), result.exploitability)


def answer_final(request: questions.FinalRequest, work: WorkContext) -> FinalAnswer:
    """Answer to `questions.FinalRequest`."""
    game = match_game(request.game, request.totals)
    if game is not None:
        from kibitz.games.jeopardy.answers.match_final import answer_match_final

        return answer_match_final(request, game)
    if request.free_pass:
        raise InputError("free-pass: use it only in game 2 of a match")
    from kibitz.games.jeopardy.final.equities import (
        FINAL_GRADES,
        FinalPosition,
        advice_from_tables,
        compiled_advice,
        final_model,
        final_tables,
        format_final,
    )
    from kibitz.games.jeopardy.final.explain import explain_final_wager, name_final_wager

    era, ties = resolve_era(request)
    position = FinalPosition(pad_to_three(request.scores), request.me - 1, ties)
    names = check_names(request.names, request.scores)
    if request.cover and position.role != 0:
        raise InputError("cover: use it only for the player in first place")
    payoff = None
    if (request.places or request.wild_card or request.series or request.prizes) or (
        request.comeback is not None or request.aversion
    ):
        from kibitz.games.jeopardy.answers.payoff import payoff_of

        payoff = payoff_of(request, position.me, era)
    if payoff is not None and request.cover:
        raise InputError("cover: use it only where winning alone counts")
    if request.cover_unless is not None and (position.role != 0 or payoff is not None):
        raise InputError("cover-unless: use it only for the player in first place, and where winning alone counts")
    if request.leader_covers and position.role == 0:
        raise InputError("leader-covers: use it only for second and third place; the leader has cover")
    confidence = own_confidence(request, era)
    model = final_model(position.me, request.opponents, era, confidence)
    if request.leader_covers:
        model = model.with_leader_covering(ties)
    sure = model.accuracies_at(position.scores)[position.me]
    cover = request.cover or (request.cover_unless is not None and sure >= request.cover_unless)
    values_only = work.values_only and payoff is None and request.randomise is None
    tables = None if values_only else final_tables(position, model)
    places: tuple[float, ...] = ()
    if tables is None:
        advice, grades = compiled_advice(position, model, cover=cover), FINAL_GRADES
        result = name_final_wager(position, advice)
    elif payoff is None:
        by_outcome = tables.by_outcome()
        advice, grades = advice_from_tables(tables, model.name, cover=cover, by_outcome=by_outcome), FINAL_GRADES
        result = explain_final_wager(tables, advice, by_outcome)
    else:
        from kibitz.games.jeopardy.final.payoff_explanation import explain_payoff_wager, payoff_grades, place_chances
        from kibitz.games.jeopardy.final.payoffs import payoff_advice, payoff_by_outcome

        by_outcome = payoff_by_outcome(tables, model, payoff)
        advice, grades = payoff_advice(tables, model.name, payoff, by_outcome), payoff_grades(payoff)
        result = explain_payoff_wager(tables, advice, payoff, by_outcome)
        places = place_chances(tables, result.wager)
    choices = advice.equities.choices
    chosen = None if request.wager is None else check_own_wager(request.wager, len(choices) - 1)
    counsel = recommend(
        GAME,
        format_final(position),
        advice,
        result.explanation,
        choice_unit=Unit.DOLLARS,
        choice=choices.index(str(result.wager)),
        chosen=None if chosen is None else choices.index(str(chosen)),
        thresholds=grades,
        values_only=values_only,
    )
    average = model if confidence is None else final_model(position.me, request.opponents, era)
    return FinalAnswer(
        scores=pad_to_three(request.scores),
        me=request.me,
        role=("A", "B", "C")[position.role],
        era=era,
        ties=position.ties,
        confidence=sure,
        usual=average.accuracies_at(position.scores)[position.me],
        opponents=model.name,
        wager=result.wager,
        counsel=counsel,
        names=tuple(
            NamedBet(n.name, n.wager, n.meaning, finite_or_none(n.equity), finite_or_none(n.loss)) for n in result.names
        ),
        players=names,
        prizes=request.prizes,
        randomised=None if request.randomise is None else near_best_bets(counsel, request.randomise / 100),
        sensitivity=None
        if request.draws is None
        else sensitivity(position, model, result.wager, request.draws, request.seed),
        equilibrium=equilibrium(position, model) if request.equilibrium else None,
        payoff=None if payoff is None else PayoffSummary(payoff.description, payoff.verb, places),
        against=()
        if tables is None or request.prizes is not None
        else _contrasts(tables, result, request.wager, by_outcome),
        card=None if tables is None or payoff is not None else card_rule(position, advice, era),
        others=() if tables is None else describe_others(position, model),
        ladder=() if tables is None else describe_ladder(position),
    )


def own_confidence(request: questions.FinalRequest, era: Era) -> float | None:
    """The stated chance to be right, or that of the stated profile."""
    if request.confidence is not None or request.you is None:
        return request.confidence
    from kibitz.games.jeopardy.people.profile import own_profile

    return own_profile(request.you).contestant(era).final


def _contrasts(
    tables: FinalTables, result: Explained, own: int | None, by_outcome: FloatArray
) -> tuple[WagerContrast, ...]:
    """Sources of the wager's lead over the best other named ones, and over your own where it differs."""
    from kibitz.games.jeopardy.final.explain import CLEARLY_WORSE, outcome_gains

    position = tables.position
    seats = [seat for seat in position.order if position.scores[seat] > 0]
    names = ["me" if seat == position.me else "ABC"[position.order.index(seat)] for seat in seats]
    rivals = sorted((n.loss, n.wager, n.name) for n in result.names if CLEARLY_WORSE <= n.loss < float("inf"))
    names_of = {wager: name for _, wager, name in reversed(rivals)}
    others = [
        (names_of[wager], wager) for wager in list(dict.fromkeys(wager for _, wager, _ in rivals))[:MAX_CONTRASTS]
    ]
    if own is not None and own not in (result.wager, *(wager for _, wager in others)):
        others.append(("yours", own))
    return tuple(
        WagerContrast(
            name,
            wager,
            tuple(
                OutcomeGain(dict(zip(names, right, strict=True)), gain)
                for right, gain in outcome_gains(tables, result.wager, wager, by_outcome).items()
            ),
        )
        for name, wager in others
    )
