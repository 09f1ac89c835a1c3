"""Answer on a Daily Double in any state: equation 1 over every wager, by the lattice or the network."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kibitz.core.errors import InputError
from kibitz.core.explanation import Explanation
from kibitz.core.recommendation import recommend
from kibitz.core.units import Unit, format_chance, format_count, format_money
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.answers.daily_double import (
    DailyDoubleAnswer,
    RolloutCheck,
    daily_double_payoff,
    describe_caution,
    risk_controlled_wager,
    risk_tradeoff,
)
from kibitz.games.jeopardy.answers.match_context import PayoffSummary, position_in_match, to_match_summary
from kibitz.games.jeopardy.answers.payoff import grades_of, values_of
from kibitz.games.jeopardy.fields import GAME, check_answer_counts, resolve_era
from kibitz.games.jeopardy.show import COLUMNS, ROWS, Rules, Ties
from kibitz.games.jeopardy.value.confidence import live_confidence

if TYPE_CHECKING:
    from kibitz.games.jeopardy.buzz.explain import ValueWords
    from kibitz.games.jeopardy.final.payoffs import Payoff
    from kibitz.games.jeopardy.match.value import MatchContext
    from kibitz.games.jeopardy.position import Position
    from kibitz.games.jeopardy.questions import daily_double as questions
    from kibitz.games.jeopardy.value.players import Players
    from kibitz.games.jeopardy.value.state_value import ValueMethod

NEAR_BEST_LOSS = 1e-3
MAX_SHOWN_WAGERS = 400
"""Wagers of the table and the record; between them the curve is almost straight."""


def answer_any_double(request: questions.DailyDoubleRequest, work: WorkContext) -> DailyDoubleAnswer:
    """Answer to `questions.DailyDoubleRequest` with a state."""

    import dataclasses

    from kibitz.core import Advice, ChoiceIndex, ChoiceNumbers, Equities, PlayerId, Provenance
    from kibitz.games.jeopardy.match.value import evaluator_of, match_wager_curve, rollout_wager_in_match
    from kibitz.games.jeopardy.position import format_position
    from kibitz.games.jeopardy.rollout.state_rows import SURE, row_of_position
    from kibitz.games.jeopardy.value.players import game_record_of, players_for_request
    from kibitz.games.jeopardy.value.state_value import rollout_wager, wager_curve

    assert request.state is not None
    position, match = position_in_match(request, request.state)
    _check(position)
    me = position.control
    counts = check_answer_counts(request.right, request.wrong)
    players = players_for_request(
        *resolve_era(request),
        me,
        request.level,
        request.you,
        request.opponents,
        request.machine,
        game_record_of(position, *counts) if request.abilities == "scores" else None,
        request.champion.seat,
    )
    payoff = daily_double_payoff(request, me, players.era)
    players = dataclasses.replace(players, payoff=payoff)
    row = row_of_position(position, me)
    row[SURE] = 0
    usual = _confidence(position, players, me)
    confidence = usual if request.confidence is None else request.confidence
    work.progress(0, 1, "wagers")
    ties = players.ties if match is None else Ties.TIEBREAKER
    also = () if request.wager is None else (request.wager,)
    weights = players.evaluator.id
    if match is None:
        curve, method = wager_curve(row, players, me, also, request.seed)
    else:
        curve, method = match_wager_curve(row, players, me, match, also)
        weights = evaluator_of(players, match.game).id
    values = curve.equities(confidence)
    errors = curve.standard_errors(confidence)
    top = int(values.argmax())
    caution = risk_controlled_wager(
        curve.wagers, curve.right, curve.wrong, confidence, top, request.risk, request.limit
    )
    shown = _thin_wagers(curve.wagers, top, request.wager, None if caution is None else caution.wager)
    equities_unit = Unit.WIN if payoff is None else payoff.unit
    equities = Equities(
        ChoiceNumbers(tuple(curve.wagers[shown].tolist())),
        values_of(payoff, values[shown]),
        equities_unit,
        PlayerId(str(me + 1)),
        Provenance(
            method.value,
            weights=weights,
            opponents=players.name,
            settings=(("confidence", f"{confidence:g}"), ("ties", ties.value)),
        ),
        None if errors is None or equities_unit is not Unit.WIN else errors[shown],
    )
    advice = Advice(equities, NEAR_BEST_LOSS if payoff is None else payoff.tolerance)
    risk_neutral = int(curve.wagers[shown][int(advice.best)])
    wager = risk_neutral if caution is None else caution.wager
    best = equities.choices.index(str(wager))
    if_right, if_wrong = values_of(payoff, curve.right[shown]), values_of(payoff, curve.wrong[shown])
    right, wrong = float(if_right[best]), float(if_wrong[best])
    played_out = None
    if request.check:
        play = rollout_wager if match is None else partial(rollout_wager_in_match, match=match)
        wins, error = play(row, players, me, wager, confidence, max(request.check // 2, 2), request.seed)
        played_out = RolloutCheck(2 * max(request.check // 2, 2), wins, error)
    values_left = Rules().values(position.round_)
    left = tuple(sorted(values_left[r] for mask in row[6:12] for r in range(ROWS) if int(mask) >> r & 1))
    chosen = None if request.wager is None else equities.choices.index(str(request.wager))
    return DailyDoubleAnswer(
        scores=position.scores,
        me=me + 1,
        left=left,
        era=players.era,
        ties=ties,
        confidence=confidence,
        usual=usual,
        opponents=players.name,
        wager=wager,
        right=right,
        wrong=wrong,
        counsel=recommend(
            GAME,
            format_position(position),
            advice,
            _explanation(
                position,
                me,
                wager,
                (float(equities.values[best]), right, wrong),
                confidence,
                _words_of(match, payoff),
                risk_neutral,
            ),
            choice_unit=Unit.DOLLARS,
            thresholds=grades_of(payoff),
            choice=ChoiceIndex(best),
            chosen=chosen,
            more={"right": tuple(if_right.tolist()), "wrong": tuple(if_wrong.tolist())},
        ),
        payoff=None if payoff is None else _payoff_summary(payoff, method),
        played_out=played_out,
        state=format_position(position),
        method=method.value,
        abilities=request.abilities,
        champion=request.prior_champion,
        machine=request.machine,
        risk=float(if_wrong[0] - wrong),
        caution=caution,
        tradeoff=risk_tradeoff(curve.wagers, curve.right, curve.wrong, confidence, top) if caution else (),
        match=None if match is None else to_match_summary(match, position.totals),
    )


def _words_of(match: MatchContext | None, payoff: Payoff | None) -> ValueWords:
    """How values are written."""
    from kibitz.games.jeopardy.buzz.explain import MATCH_WORDS, WIN_WORDS, ValueWords

    if match is not None:
        return MATCH_WORDS
    return WIN_WORDS if payoff is None else ValueWords(payoff.unit, payoff.verb)


def _payoff_summary(payoff: Payoff, method: ValueMethod) -> PayoffSummary:
    """What the values are, and how rollouts count them."""
    from kibitz.games.jeopardy.value.state_value import GAMES_PER_WAGER, ValueMethod

    text = payoff.description
    if method is ValueMethod.ROLLOUT:
        text += (
            f" By {GAMES_PER_WAGER:,} rollouts for each wager, right and wrong. All play the clues to win; what you "
            "play for counts in Final."
        )
    return PayoffSummary(text, payoff.verb)


def _check(position: Position) -> None:
    if not position.daily_doubles:
        raise InputError("state: must contain the Daily Double to bet on, such as ....c6r4")


def _confidence(position: Position, players: Players, me: int) -> float:
    """Chance to be right where none is given: by row, and for the machine by its record in the category."""
    from kibitz.games.jeopardy.value.players import known_record

    place = position.daily_doubles[-1]
    accuracy = players.contestants[me].daily_double_accuracy(position.round_, place // COLUMNS + 1)
    return live_confidence(accuracy, *known_record(position, players, me, place))


def _thin_wagers(wagers: object, best: int, *named: int | None) -> list[int]:
    """Wagers to show: all of a short list, else an even choice with the best, its neighbours and those named."""
    import numpy as np

    listed = np.asarray(wagers)
    if len(listed) <= MAX_SHOWN_WAGERS:
        return list(range(len(listed)))
    step = 100 * -(-len(listed) // (100 * MAX_SHOWN_WAGERS))
    keep = {0, len(listed) - 1, *np.flatnonzero(listed % step == 0).tolist()}
    keep |= {i for i in range(best - 2, best + 3) if 0 <= i < len(listed)}
    keep |= {int(np.searchsorted(listed, wager)) for wager in named if wager is not None}
    return sorted(keep)


def _explanation(
    position: Position,
    me: int,
    wager: int,
    values: tuple[float, float, float],
    confidence: float,
    words: ValueWords,
    risk_neutral: int,
) -> Explanation:
    """Reasons for a wager from its value, and its values if right and if wrong."""
    own = position.scores[me]
    worth, right, wrong = (words.describe(value) for value in values)
    true_double = " (all-in, a true Daily Double)" if wager == own else ""
    hidden = (3 if position.round_ == 1 else 2) - len(position.daily_doubles)
    more = (
        "No other Daily Double is hidden",
        "One more Daily Double is hidden",
        "Two more Daily Doubles are to come",
        "Three more Daily Doubles are to come",
    )[hidden]
    return Explanation(
        f"Wager {format_money(wager)}{true_double}: {worth}.",
        (
            f"Right ({format_chance(confidence)}): {format_money(own + wager)}, {right}.",
            f"Wrong ({format_chance(1 - confidence)}): {format_money(own - wager)}, {wrong}.",
            f"{more}, with {format_count(position.n_open, 'square')} open.",
            *describe_caution(wager, risk_neutral),
        ),
    )
