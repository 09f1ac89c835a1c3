"""The last vote at the Weakest Link: the rule against every combination of votes."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.parlour import weakest_link
from kibitz.games.parlour.position import VotePosition
from kibitz.rules.cards.card import card_text, game_card
from kibitz.rules.language.expression import evaluate, parse_expression
from kibitz.rules.language.notation import parse_list
from kibitz.rules.proof.search import certify
from kibitz.rules.proof.verification import verify_proof

F = Fraction
CORRECTED = parse_list(weakest_link.CORRECTED_LIST)
PRINTED = parse_list(weakest_link.PUBLISHED_LIST)
chances = st.fractions(0, 1, max_denominator=20)


def test_the_rule_agrees_with_enumeration_on_a_million_random_parameters() -> None:
    points = weakest_link.game().domain.sample(np.random.default_rng(20221), 1_000_000)
    assert len(points) == 1_000_000
    columns = weakest_link.game().domain.columns(points)
    first, second = (np.asarray(weakest_link.enumerated_payoff(vote, **columns)) for vote in ("P1", "P2"))
    (votes,) = CORRECTED.apply_many(columns, [("P1", "P2")])
    # In floating point a tie can fall either way; beyond rounding the vote must be the better one.
    clear = np.abs(first - second) > 1e-15
    assert clear.sum() > 999_990
    assert (votes[clear, 0] == (first > second)[clear]).all()
    chosen = np.where(votes[:, 0] == 1, first, second)
    assert (np.maximum(first, second) - chosen).max() <= 1e-15


@given(chances, chances, chances, chances)
def test_on_fractions_the_rule_votes_p1_exactly_when_that_is_at_least_as_good(p1: F, p2: F, y1: F, y2: F) -> None:
    point = {"p1": p1, "p2": p2, "y1": y1, "y2": y2}
    first, second = (weakest_link.enumerated_payoff(vote, **point) for vote in ("P1", "P2"))
    (mix,) = CORRECTED.apply(point)
    assert (mix == {"P1": 1}) == (first >= second)


def test_ties_are_ties() -> None:
    """p1 = p2 makes both opponents alike; then only who votes for whom matters, and at y1 = y2 not even that."""
    point = {"p1": F(1, 2), "p2": F(1, 2), "y1": F(1, 3), "y2": F(1, 3)}
    assert weakest_link.enumerated_payoff("P1", **point) == weakest_link.enumerated_payoff("P2", **point)
    assert CORRECTED.apply(point) == ({"P1": 1},)


@given(chances, chances, chances, chances)
def test_the_payoff_formulas_are_those_of_the_enumeration(p1: F, p2: F, y1: F, y2: F) -> None:
    point = {"p1": p1, "p2": p2, "y1": y1, "y2": y2}
    for vote, formula in zip(("P1", "P2"), weakest_link.PAYOFFS, strict=True):
        assert evaluate(parse_expression(formula), point) == weakest_link.enumerated_payoff(vote, **point)


@given(chances, chances, chances, chances)
def test_exchanging_the_opponents_exchanges_the_payoffs(p1: F, p2: F, y1: F, y2: F) -> None:
    there = weakest_link.enumerated_payoff("P1", p1, p2, y1, y2)
    assert there == weakest_link.enumerated_payoff("P2", p2, p1, y2, y1)


def test_the_three_way_tie_is_shared() -> None:
    """P1 votes for you, P2 for P1, you for P2: each leaves with chance 1/3."""
    payoff = weakest_link.enumerated_payoff("P2", F(3, 5), F(2, 5), F(1), F(0))
    assert payoff == (F(3, 5) + F(2, 5)) / 3


@given(chances, chances, chances, chances)
def test_against_a_much_stronger_opponent_one_always_votes_for_him(p1: F, p2: F, y1: F, y2: F) -> None:
    point = {"p1": max(p1, p2), "p2": max(p1, p2) * p2 / 2, "y1": y1, "y2": y2}
    first, second = (weakest_link.enumerated_payoff(vote, **point) for vote in ("P1", "P2"))
    assert second >= first


def test_the_depth_counts_the_else() -> None:
    assert (CORRECTED.depth, CORRECTED.width) == (2, 1)
    assert (PRINTED.depth, PRINTED.width) == (2, 1)


def test_the_stronger_opponent_becomes_the_second() -> None:
    position = VotePosition(F(2, 5), F(3, 5), F(1, 10), F(9, 10))
    assert weakest_link.order_by_strength(position) == (VotePosition(F(3, 5), F(2, 5), F(9, 10), F(1, 10)), True)
    assert weakest_link.order_by_strength(weakest_link.order_by_strength(position)[0])[1] is False


def test_the_rule_is_certified_to_lose_nothing() -> None:
    game = weakest_link.game()
    proof = certify(game, CORRECTED, epsilon=0, max_cells=20)
    assert proof is not None
    verified = verify_proof(proof, game, CORRECTED)
    assert (verified.epsilon, verified.undefined) == (0, ())


def test_the_card_says_that_a_much_weaker_opponent_stays() -> None:
    text = card_text(game_card(weakest_link.game(), [CORRECTED], None))
    assert "if p2 ≤ p1/2: always P2, whatever the others do" in text
    rest = "\n".join(weakest_link.CORRECTED_LIST.splitlines()[2:])
    first = parse_list(f"for: you\nif 2*p2 <= p1: P2\nelse {rest}\n")
    proof = certify(weakest_link.game(), first, epsilon=0, max_cells=40)
    assert proof is not None
    assert verify_proof(proof, weakest_link.game(), first).epsilon == 0
