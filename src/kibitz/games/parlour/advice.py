"""From a position to advice: the value of each choice, the best one, and the rule that applies.

Choices are valued against the opponent's equilibrium strategy, which the provenance names. A vote is valued against the
given chances of the other two players.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core import (
    THRESHOLDS,
    Advice,
    Equities,
    Explanation,
    Provenance,
    Recommendation,
    Thresholds,
    Unit,
    format_amount,
    format_chance,
    format_loss,
    recommend,
)
from kibitz.games.parlour import final, two_by_two, weakest_link
from kibitz.games.parlour.kuhn import lists as kuhn_lists
from kibitz.games.parlour.kuhn import strategies
from kibitz.games.parlour.position import (
    FinalPosition,
    KuhnHand,
    Position,
    TwoByTwoPosition,
    VotePosition,
    format_position,
)
from kibitz.rules.language.condition import format_guard
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.notation import parse_list


class ExplainedAdvice(NamedTuple):
    """Advice on a position with its explanation, from which `recommend` builds a recommendation."""

    advice: Advice
    explanation: Explanation


def recommend_in_position(position: Position, chosen: str | None = None) -> Recommendation:
    """Exact recommendation for any position of the parlour games; grades ``chosen``, the user's own choice."""
    advice, explanation = advise(position)
    index = None if chosen is None else position.choices.index(chosen)
    return recommend(
        "parlour", format_position(position), advice, explanation, chosen=index, thresholds=grade_thresholds(position)
    )


def grade_thresholds(position: Position) -> Thresholds | None:
    """Thresholds for inaccuracy, mistake and blunder, in payoffs; ``None`` if the unit has thresholds already.

    Payoffs have no conventional thresholds, since every game has its own scale. A chance to win spans 1, so kibitz
    takes the same shares, 5, 10 and 15 %, of the span of the player's payoffs. Grades then stay the same if all payoffs
    are scaled or shifted, which does not change the game either.
    """
    match position:
        case KuhnHand():
            span = Fraction(4)  # a hand ends between 2 antes lost and 2 antes won
        case TwoByTwoPosition(payoffs, player):
            own = payoffs[player == "column" :: 2]
            span = max(own) - min(own) or Fraction(1)  # if all payoffs are equal, every choice is best
        case _:
            return None
    shares = THRESHOLDS[Unit.WIN]
    return Thresholds(*(float(span) * share for share in (shares.inaccuracy, shares.mistake, shares.blunder)))


def advise(position: Position) -> ExplainedAdvice:
    """Exact advice for any position of the parlour games."""
    match position:
        case FinalPosition():
            return _final(position)
        case KuhnHand():
            return _hand(position)
        case VotePosition():
            return _vote(position)
        case TwoByTwoPosition():
            return _two_by_two(position)


def _advice(position: Position, values: NDArray[Any], unit: Unit, opponents: str, mix: Any = None) -> Advice:
    provenance = Provenance("exact", opponents=opponents)
    equities = Equities(position.choices, np.asarray(values, np.float64), unit, position.decider, provenance)
    return Advice(equities, mix=None if mix is None else np.asarray(mix, np.float64))


def _worst(advice: Advice, what: str) -> str:
    """The loss of the worst choice, as a reason."""
    worst = int(advice.ranking[-1])
    loss = float(advice.losses[worst])
    if loss < 1e-12:
        return f"every {what} has the same value against best play, but only the rule cannot be exploited"
    which = "other" if len(advice.losses) == 2 else "worst"
    return f"the {which} {what}, {advice.equities.choices[worst]}, costs {format_loss(loss, advice.equities.unit)}"


def describe_mix(advice: Advice) -> str:
    """``2``, or for a mixed strategy ``2 (88.1 %) or 1 (11.9 %)``, likeliest first."""
    choices, mix = advice.equities.choices, advice.mix
    if mix is None or mix.max() == 1:
        return choices[advice.best]
    played = sorted(np.flatnonzero(mix > 1e-12).tolist(), key=lambda i: -float(mix[i]))
    return " or ".join(f"{choices[i]} ({format_chance(float(mix[i]))})" for i in played)


def _final(position: FinalPosition) -> ExplainedAdvice:
    solution = final.solve_position(position)
    if position.player == 1:
        values, mix = solution.matrix @ solution.column, solution.row
    else:
        values, mix = -(solution.row @ solution.matrix), solution.column
    advice = _advice(position, values + Fraction(1, 2), Unit.WIN, "optimal wagers", mix)
    chance = format_chance(float((mix * (values + Fraction(1, 2))).sum()))
    headline = f"Wager {describe_mix(advice)}; this wins {chance} against best play"
    rule, reasons = (
        "",
        [f"no short list is known for {position.scores[0]} v {position.scores[1]}, so kibitz solved the game"],
    )
    if decisions := final.list_for_position(position):
        explained = decisions.explain({"p1": position.p[0], "p2": position.p[1]})
        rule, reasons = explained.rule, list(explained.reasons)
    return ExplainedAdvice(advice, Explanation(headline, (*reasons, _worst(advice, "wager")), rule))


def hand_payoffs(hand: KuhnHand, a: strategies.AStrategy, b: strategies.BStrategy) -> tuple[Any, Any]:
    """Expected winnings, in antes, of the bolder and the tamer action for the player to act against this opponent."""
    i = hand.card - 1
    others = hand.cards - 1
    if hand.history == "start":
        a_options = strategies.a_options(b)
        return a_options.bet[i] / others, a_options.check[i] / others
    if hand.history == "check-bet":
        a_options = strategies.a_options(b)
        bets = b.bet.sum() - b.bet[i]
        return a_options.call[i] / bets, a_options.fold[i] / bets
    b_options = strategies.b_options(a)
    bets = a.bet.sum() - a.bet[i]
    if hand.history == "bet":
        return -b_options.call[i] / bets, -b_options.fold[i] / bets
    return -b_options.bet[i] / (others - bets), -b_options.check[i] / (others - bets)


def _hand(hand: KuhnHand) -> ExplainedAdvice:
    lists = kuhn_lists.lists()["corrected"]
    a, b = kuhn_lists.strategies(lists, hand.cards)
    role = kuhn_lists.ROLES[hand.history]
    decisions = next(each for each in lists if each.roles == (role,))
    point = {"n": Fraction(hand.cards), "x": Fraction(hand.card)}
    (played,) = decisions.apply(point)
    mix = [played.get(choice, 0) for choice in hand.choices]
    values = np.array(hand_payoffs(hand, a, b), dtype=object)
    advice = _advice(hand, values, Unit.PAYOFF, "equilibrium", mix)
    explained = decisions.explain(point)
    value = format_amount(float(max(values)), Unit.PAYOFF)
    headline = f"{describe_mix(advice).capitalize()}; value {value} antes against best play"
    return ExplainedAdvice(
        advice, Explanation(headline, (*explained.reasons, _worst(advice, "action")), explained.rule)
    )


@cache
def _parse_list(text: str) -> DecisionList:
    return parse_list(text)


def vote_by_list(text: str, position: VotePosition) -> str:
    """The vote by a list that assumes P2 is the stronger opponent, in the names of the position."""
    ordered, exchanged = weakest_link.order_by_strength(position)
    (played,) = _parse_list(text).apply(_vote_point(ordered))
    vote = next(choice for choice, chance in played.items() if chance == 1)
    return {"P1": "P2", "P2": "P1"}[vote] if exchanged else vote


def _vote_point(position: VotePosition) -> dict[str, Fraction]:
    return {"p1": position.p1, "p2": position.p2, "y1": position.y1, "y2": position.y2}


def _vote(position: VotePosition) -> ExplainedAdvice:
    point = _vote_point(position)
    tie, rules = position.tie, weakest_link.RULES
    values = np.array([weakest_link.enumerated_payoff(v, **point, tie=tie) for v in position.choices], dtype=object)
    ordered, exchanged = weakest_link.order_by_strength(position)
    text = rules[ordered.tie]
    vote = vote_by_list(text, position)
    advice = _advice(position, values, Unit.WIN, "given chances to vote for you", [vote == c for c in position.choices])
    explained = _parse_list(text).explain(_vote_point(ordered))
    reasons = list(explained.reasons)
    if exchanged:
        reasons.insert(0, "P1 is the stronger opponent here, so the rule applies with P1 and P2 exchanged")
    decisive = (1 - position.y1) * (1 - position.y2)
    reasons.append(f"your vote alone decides with a chance of {format_chance(float(decisive))}")
    values_by_vote = zip(position.choices, advice.equities.values.tolist(), strict=True)
    chances = ", ".join(f"{choice} {format_chance(chance)}" for choice, chance in values_by_vote)
    guards = [format_guard(rule.guard) for rule in _parse_list(text).rules]
    rule = f"P1 if {guards[0]}, otherwise P2" if guards else "always P2, the stronger opponent"
    return ExplainedAdvice(
        advice, Explanation(f"Vote {vote}; chances to win the bank: {chances}", tuple(reasons), rule)
    )


def _two_by_two(position: TwoByTwoPosition) -> ExplainedAdvice:
    a, b, c, d, e, f, g, h = position.payoffs
    point = dict(zip(two_by_two.NAMES, position.payoffs, strict=True))
    decisions = _parse_list(two_by_two.CORRECTED_LIST)
    row, column = (
        np.array([mix.get(label, Fraction(0)) for label in labels], dtype=object)
        for mix, labels in zip(decisions.apply(point), two_by_two.LABELS, strict=True)
    )
    if position.player == "row":
        values, mix = np.array([[a, c], [e, g]], dtype=object) @ column, row
    else:
        values, mix = row @ np.array([[b, d], [f, h]], dtype=object), column
    advice = _advice(position, values, Unit.PAYOFF, "equilibrium", mix)
    explained = decisions.explain(point)
    value = format_amount(float(max(values)), Unit.PAYOFF)
    headline = f"{describe_mix(advice).capitalize()}; value {value} against the equilibrium"
    return ExplainedAdvice(advice, Explanation(headline, explained.reasons, explained.rule))
