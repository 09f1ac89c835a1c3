"""From positions to advice: equities, mixes, losses and the rule that fired."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import ChoiceIndex, Evaluator, Policy, Unit, format_decision, judge, parse_decision
from kibitz.games.parlour import weakest_link
from kibitz.games.parlour.advice import advise, grade_thresholds, hand_payoffs, recommend_in_position, vote_by_list
from kibitz.games.parlour.kuhn import lists, strategies
from kibitz.games.parlour.limits import HISTORIES
from kibitz.games.parlour.policy import BestPlay, ExactEvaluator
from kibitz.games.parlour.position import (
    FinalPosition,
    KuhnHand,
    Position,
    TwoByTwoPosition,
    VotePosition,
    parse_position,
)

F = Fraction
chances = st.fractions(0, 1, max_denominator=12)


@pytest.mark.parametrize(
    "text",
    [
        "final:5-3:0.7,0.4:1",
        "final:5-3:0.7,0.4:2",
        "final:3-5:0.4,0.7:1",
        "final:8-6:0.5,0.5:2",
        "kuhn:13:2:start",
        "kuhn:13:6:bet",
        "kuhn:13:2:check",
        "kuhn:13:5:check-bet",
        "vote:0.6,0.4:0.3,0.5",
        "two-by-two:1,-1,-1,1,-1,1,1,-1:row",
        "two-by-two:2,1,0,0,0,0,1,2:column",
    ],
)
def test_what_is_played_is_among_the_best(text: str) -> None:
    advice = advise(parse_position(text)).advice
    assert advice.mix is not None
    assert advice.losses[advice.mix > 0].max() < 1e-12
    assert advice.equities.provenance.evaluator == "exact"


def test_the_rule_that_fired_is_told() -> None:
    told = recommend_in_position(parse_position("final:5-3:0.7,0.6:1")).explanation
    assert told.rule == "if (1 - p1)*(1 - 2*p2) <= 0: 2"
    assert told.headline.startswith("Wager 2")


def test_scores_without_a_list_say_so() -> None:
    told = recommend_in_position(parse_position("final:4-3:0.7,0.4:1")).explanation
    assert told.rule == ""
    assert "no short list is known for 4 v 3" in told.reasons[0]


@settings(max_examples=40)
@given(st.tuples(st.integers(0, 8), st.integers(0, 8)), st.tuples(chances, chances))
def test_the_chances_of_both_players_sum_to_1(scores: tuple[int, int], p: tuple[F, F]) -> None:
    first, second = (advise(FinalPosition(scores, p, player)).advice for player in (1, 2))
    assert first.equities.unit is Unit.WIN
    assert first.equities.values.max() + second.equities.values.max() == pytest.approx(1)


def dealt_payoff(hand: KuhnHand, choice: str, a: strategies.AStrategy, b: strategies.BStrategy) -> F:
    """Winnings of the player who acts, enumerated over the other card, A calling or folding as well as possible."""
    total, weight = F(0), F(0)
    mine = hand.card - 1
    after: dict[str, F] = {"call": F(0), "fold": F(0)}
    for other in range(hand.cards):
        if other == mine:
            continue
        won = 1 if mine > other else -1
        if hand.history == "start":
            weight += 1
            if choice == "bet":
                total += b.call[other] * 2 * won + (1 - b.call[other])
            else:
                total += (1 - b.bet[other]) * won
                after["call"] += b.bet[other] * 2 * won
                after["fold"] -= b.bet[other]
        elif hand.history == "check-bet":
            weight += b.bet[other]
            total += b.bet[other] * (2 * won if choice == "call" else -1)
        elif hand.history == "bet":
            weight += a.bet[other]
            total += a.bet[other] * (2 * won if choice == "call" else -1)
        else:
            reach = 1 - a.bet[other]
            weight += reach
            total += reach * (a.call[other] * 2 * won + (1 - a.call[other]) if choice == "bet" else won)
    return (total + max(after.values())) / weight


@pytest.mark.parametrize("history", HISTORIES)
@pytest.mark.parametrize("cards", [3, 6])
def test_hands_are_worth_what_enumeration_over_the_other_card_says(history: str, cards: int) -> None:
    a, b = lists.strategies(lists.lists()["published"], cards)
    for card in range(1, cards + 1):
        hand = KuhnHand(cards, card, history)
        expected = tuple(dealt_payoff(hand, choice, a, b) for choice in hand.choices)
        assert hand_payoffs(hand, a, b) == expected


@given(chances, chances, chances, chances)
def test_the_vote_is_best_whoever_is_the_stronger(p1: F, p2: F, y1: F, y2: F) -> None:
    position = VotePosition(p1, p2, y1, y2)
    vote = vote_by_list(weakest_link.CORRECTED_LIST, position)
    payoffs = {each: weakest_link.enumerated_payoff(each, p1, p2, y1, y2) for each in ("P1", "P2")}
    assert payoffs[vote] == max(payoffs.values())
    advice = advise(position).advice
    assert advice.equities.choices[advice.best] == vote == recommend_in_position(position).choice
    np.testing.assert_allclose(advice.equities.values, [float(payoffs["P1"]), float(payoffs["P2"])])


def test_a_choice_is_judged_and_recorded_with_core_types() -> None:
    position = parse_position("final:5-3:0.7,0.4:1")
    advice = advise(position).advice
    assert str(judge(advice, ChoiceIndex(1))) == "best"
    assert str(judge(advice, ChoiceIndex(5))) == "mistake ? (costs 11.9 points)"
    record = recommend_in_position(position, "5").to_decision(event="show 1")
    assert record.loss == pytest.approx(0.119, abs=1e-3)
    assert (record.game, record.player, record.event) == ("parlour", "player 1", "show 1")
    assert parse_position(record.position) == position
    assert parse_decision(format_decision(record)) == record


def test_a_hand_of_poker_is_judged_by_shares_of_what_a_hand_can_win_or_lose() -> None:
    folded = recommend_in_position(parse_position("kuhn:3:3:check-bet"), "fold").judgement
    assert folded is not None
    assert (folded.grade, folded.loss) == ("blunder", 3.0)
    limits = grade_thresholds(parse_position("kuhn:13:6:check"))
    assert limits is not None
    assert (limits.inaccuracy, limits.mistake, limits.blunder) == pytest.approx((0.2, 0.4, 0.6))


def test_each_player_of_a_2x2_game_is_judged_by_payoffs_of_her_own() -> None:
    for player, span in (("row", 1), ("column", 100)):
        limits = grade_thresholds(parse_position(f"two-by-two:0,0,1,100,1,50,0,0:{player}"))
        assert limits is not None
        assert limits.blunder == pytest.approx(0.15 * span)


@given(
    st.lists(st.fractions(-9, 9, max_denominator=6), min_size=8, max_size=8),
    st.sampled_from([F(1, 7), F(40)]),
    st.sampled_from([F(-3), F(0), F(100)]),
    st.sampled_from(["row", "column"]),
)
def test_grades_in_a_2x2_game_do_not_depend_on_the_scale_of_its_payoffs(
    payoffs: list[F], factor: F, shift: F, player: Literal["row", "column"]
) -> None:
    plain = TwoByTwoPosition(tuple(payoffs), player)
    scaled = TwoByTwoPosition(tuple(factor * payoff + shift for payoff in payoffs), player)
    for choice in plain.choices:
        first, second = (recommend_in_position(position, choice).judgement for position in (plain, scaled))
        assert first is not None
        assert second is not None
        assert first.grade == second.grade


def test_the_evaluator_and_the_policy_fit_the_seams() -> None:
    evaluator: Evaluator[Position] = ExactEvaluator()
    policy: Policy[Position] = BestPlay()
    position = parse_position("final:5-3:0.7,0.4:1")
    assert evaluator.equities(position) == advise(position).advice.equities
    rng = np.random.default_rng(3)
    chosen = [policy.choose(position, rng) for _ in range(300)]
    assert set(chosen) == {1, 2}
    # 3/29 of the wagers are 1, with a standard error of 1.8 points.
    assert 0.04 < chosen.count(ChoiceIndex(1)) / 300 < 0.17
