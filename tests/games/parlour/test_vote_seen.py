"""Votes seen, banks and strongest links: against brute force and with proofs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import ask
from kibitz.app.rule_questions.game_families import find_game
from kibitz.core import InputError
from kibitz.games.parlour import weakest_link
from kibitz.rules.learning.lists import learn
from kibitz.rules.proof.bounds import find_proofs
from kibitz.rules.proof.verification import verify_proof

F = Fraction
shares = st.integers(0, 8).map(lambda k: F(k, 8))


@given(st.sampled_from(sorted(weakest_link.TIES)), shares, shares, shares, shares)
@settings(max_examples=60)
def test_the_payoff_formulas_are_those_of_the_enumeration_for_every_way_to_break_a_tie(
    tie: str, p1: F, p2: F, y1: F, y2: F
) -> None:
    game = weakest_link.game(tie)
    point = {"p1": max(p1, p2) + F(1, 100), "p2": min(p1, p2), "y1": y1, "y2": y2}
    point["p1"] = min(point["p1"], F(1))
    if point["p1"] > point["p2"]:
        worth = game.instance(point).payoffs[0]
        assert list(worth) == [weakest_link.enumerated_payoff(vote, **point, tie=tie) for vote in ("P1", "P2")]


@pytest.mark.parametrize("name", ["weakest-link-you", "weakest-link-p2", "weakest-link-p1-bank"])
def test_the_lists_of_a_strongest_link_are_learnt_and_proved_exact(name: str) -> None:
    game = find_game(name)
    (proof,) = find_proofs(game, game.lists()["corrected"])
    assert verify_proof(proof, game, game.lists()["corrected"][0]).epsilon == 0
    learnt = learn(game, samples=100, seed=1).roles[0]
    assert learnt.is_exact
    assert learnt.decision_list.rules == game.lists()["corrected"][0].rules


def test_a_posterior_best_response_is_best_on_average_over_the_posterior() -> None:
    """Brute force: payoffs of both votes averaged over a fine grid of the two Beta posteriors."""
    result = ask("parlour.vote", p1="0.6", p2="0.5", seen1=[3, 4], seen2=[1, 5], prior=[2, 1])
    grid = (np.arange(400) + 0.5) / 400
    weights = [grid ** (2 + k - 1) * (1 - grid) ** (1 + n - k - 1) for k, n in ((3, 4), (1, 5))]
    y1, y2 = np.meshgrid(grid, grid, indexing="ij")
    both = np.outer(weights[0] / weights[0].sum(), weights[1] / weights[1].sum())
    for vote in ("P1", "P2"):
        mean = (both * weakest_link.enumerated_payoff(vote, 0.6, 0.5, y1, y2)).sum()
        assert result.payoffs[vote] == pytest.approx(mean, abs=1e-4)
    assert result.vote == max(result.payoffs, key=lambda vote: result.payoffs[vote])
    assert result.seen is not None
    assert result.seen.gain >= 0
    losses = []
    for corner in product((0, 1), repeat=2):
        worth = {vote: weakest_link.enumerated_payoff(vote, F(3, 5), F(1, 2), *map(F, corner)) for vote in ("P1", "P2")}
        losses.append(max(worth.values()) - worth[result.vote])
    assert result.seen.exposed == pytest.approx(float(max(losses)))


def test_votes_that_change_the_decision_gain_by_it() -> None:
    result = ask("parlour.vote", p1="0.6", p2="0.5", seen1=[20, 20], seen2=[0, 20])
    assert (result.vote, result.seen.before) == ("P1", "P2")
    assert result.seen.gain == pytest.approx(result.payoffs["P1"] - result.payoffs["P2"])
    assert result.seen.gain > 0


def test_a_bank_gives_money_and_a_strongest_link_its_own_rule() -> None:
    result = ask("parlour.vote", p1="0.7", p2="0.5", y1="0.3", y2="0.1", bank=12_400, tie="strongest:P1")
    assert result.money == {vote: pytest.approx(12_400 * worth) for vote, worth in result.payoffs.items()}
    assert result.printed is None
    assert result.counsel.position == "vote:0.7,1/2:0.3,0.1:P1"
    turned = ask("parlour.vote", p1="0.5", p2="0.7", y1="0.1", y2="0.3", tie="strongest:P2")
    assert {"P1": "P2", "P2": "P1"}[turned.vote] == result.vote
    assert turned.payoffs["P2"] == pytest.approx(result.payoffs["P1"])


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"y1": None}, "y1: give either"),
        ({"seen1": [1, 2]}, "y1: give either"),
        ({"y1": None, "seen1": [3, 2]}, "observed1: votes for you must be at most the 2 observed votes"),
        ({"y1": None, "seen1": [1, 2], "prior": [0, 0]}, "prior: must be two numbers"),
    ],
)
def test_wrong_votes_are_refused(changes: dict[str, object], complaint: str) -> None:
    given = {"p1": "0.7", "p2": "0.5", "y1": "0.3", "y2": "0.1"} | changes
    with pytest.raises(InputError, match=complaint):
        ask("parlour.vote", **{name: value for name, value in given.items() if value is not None})
