"""Tesauro et al. (2013): buzzing in endgames (3.4.1, figure 8, 4.4), early thresholds (4.3, Table 6), appendix B.

Published figures stand here only; everything they are compared with is computed. The machine is the calibrated one in
Watson's place, opponents are Champions of 1996, ties are shared.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.buzz.copula import PAPER_ANSWERS, PAPER_CONFIDENCE, copula_joint
from kibitz.games.jeopardy.buzz.densities import ConfidenceDensity, fit_confidence_density
from kibitz.games.jeopardy.buzz.ending import end_equities, row_of
from kibitz.games.jeopardy.buzz.final_prices import FinalAssumption, final_price, with_all_in_bets
from kibitz.games.jeopardy.buzz.max_delta import MAX_DELTA, MaxDelta
from kibitz.games.jeopardy.buzz.player import Buzzer
from kibitz.games.jeopardy.buzz.thresholds import LiveStateValues, buzz_curves, live_states
from kibitz.games.jeopardy.buzz.tree import WRONG, clue_tree
from kibitz.games.jeopardy.endgame.before_final import FinalSetup
from kibitz.games.jeopardy.final.equities import final_model
from kibitz.games.jeopardy.final.people_wagers import wager_distribution
from kibitz.games.jeopardy.people.contestant import contestant
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.show import Era, Ties

MACHINE, CHAMPION = load_machine().contestant, contestant("champion")
BOTH = [FinalAssumption.ALL_IN, FinalAssumption.PEOPLE]
FIRST, AFTER_ONE, AFTER_TWO, AFTER_BOTH = range(4)
Scores = tuple[int, int, int]


class Solved:
    """One clue in play, solved."""

    def __init__(
        self, scores: Scores, me: int, value: int, finals: FinalAssumption, left: tuple[int, ...] = ()
    ) -> None:
        seats = tuple(MACHINE if seat == me else CHAMPION for seat in range(3))
        self.buzzer = Buzzer((seats[0], seats[1], seats[2]), me, machine=True)
        model = final_model(me, "champion", Era.PAPER).with_accuracy(me, MACHINE.final).without_correlation(me)
        model = replace(with_all_in_bets(model) if finals is FinalAssumption.ALL_IN else model, sure=(me,))
        self.row = row_of(value)
        price = final_price(FinalSetup(model, me, Ties.SHARED))
        self.equities: FloatArray = end_equities(scores, self.buzzer, value, left, price)
        self.tree, self.joint = self.buzzer.tree(2, self.row), self.buzzer.joint(2, self.row)
        self.curves = buzz_curves(self.tree, self.joint, self.equities)
        self.thresholds = self.curves.thresholds()

    def never(self, live: int) -> bool:
        """A threshold of at least .99, or a gain under 0.1 points at any confidence."""
        return self.thresholds[live] >= 0.99 or float(self.curves.gains()[live].max()) < 0.001

    def states(self, confidence: float = 0.5) -> tuple[LiveStateValues, ...]:
        return live_states(self.tree, self.joint, self.equities, confidence)


def first(score: int, finals: FinalAssumption = FinalAssumption.ALL_IN) -> float:
    """Figure 8: the first threshold on the last clue, $2,000, against 13,000 and 6,600."""
    return Solved((score, 13000, 6600), 0, 2000, finals).thresholds[FIRST]


def test_a_free_shot_at_the_lockout_drops_the_threshold_to_zero() -> None:
    assert Solved((28000, 13500, 12800), 0, 800, FinalAssumption.ALL_IN).thresholds[FIRST] == 0


def test_two_clues_from_the_end_both_may_be_tried_at_any_confidence() -> None:
    assert Solved((31600, 13000, 6600), 0, 1200, FinalAssumption.ALL_IN, (2000,)).thresholds[FIRST] == 0
    assert Solved((30400, 14200, 6600), 0, 2000, FinalAssumption.ALL_IN).thresholds[FIRST] == 0


def test_against_people_who_do_not_all_bet_everything_the_free_shots_cost_a_little() -> None:
    for solved in (
        Solved((28000, 13500, 12800), 0, 800, FinalAssumption.PEOPLE),
        Solved((31600, 13000, 6600), 0, 1200, FinalAssumption.PEOPLE, (2000,)),
        Solved((30400, 14200, 6600), 0, 2000, FinalAssumption.PEOPLE),
    ):
        assert 0 < solved.thresholds[FIRST] <= 0.11


def test_figure_8_near_second_place() -> None:
    assert first(12800) <= 0.2
    assert first(12900) <= 0.2
    assert all(first(score) >= 0.55 for score in (13100, 13200, 13400))


def test_figure_8_near_the_lockout() -> None:
    assert Solved((23000, 13000, 6600), 0, 2000, FinalAssumption.ALL_IN).never(FIRST)
    assert first(25000) == 0
    assert 0.3 < first(27000) < 0.9
    assert first(29000) == 0


@pytest.mark.parametrize("score", [6400, 10400])
def test_figure_8_dips_where_a_wrong_answer_leaves_the_leader_with_b_plus_c(score: int) -> None:
    """At 6,400 once A is wrong too, at 10,400 once A is right: a leader with A = B + C may offer both others a tie."""
    assert first(score) < min(first(score - 200), first(score + 200)) - 0.02


def test_figure_8_has_a_bump_where_a_wager_below_two_thirds_covers_c() -> None:
    assert first(10800) > max(first(10600), first(11000)) + 0.2


def test_leaders_cover_by_a_dollar_and_some_exactly_where_they_have_b_plus_c() -> None:
    covers = with_all_in_bets(final_model(0, "champion", Era.PAPER)).mixtures[0]
    result = {c: wager_distribution(0, (15000, 8400, c), mixture=covers) for c in (6599, 6600, 6601)}
    assert [list(wagers) for wagers, _ in result.values()] == [[1801], [1800, 1801], [1801]]
    assert result[6600][1] == pytest.approx([1 / 3, 2 / 3])


def test_figure_8_against_people() -> None:
    assert first(12800, FinalAssumption.PEOPLE) <= 0.2
    assert all(first(score, FinalAssumption.PEOPLE) >= 0.55 for score in (13100, 13200, 13400))
    assert first(23000, FinalAssumption.PEOPLE) >= 0.7
    assert first(25000, FinalAssumption.PEOPLE) <= 0.17
    assert first(29000, FinalAssumption.PEOPLE) <= 0.17


@pytest.mark.parametrize("finals", BOTH)
def test_second_place_never_answers_once_the_leader_was_wrong(finals: FinalAssumption) -> None:
    """A had 25,200 and is wrong: right wins no more than silence, wrong is locked out."""
    solved = Solved((25200, 12800, 2600), 1, 2000, finals)
    state = solved.states()[AFTER_ONE]
    assert solved.never(AFTER_ONE)
    assert state.right == pytest.approx(state.silent, abs=1e-4)
    assert state.wrong < 0.01
    assert solved.thresholds[FIRST] < 0.7


@pytest.mark.parametrize("finals", BOTH)
def test_a_wrong_answer_on_purpose_is_worth_more_than_a_right_one(finals: FinalAssumption) -> None:
    """Section 4.4: A = 2B - V. Right lets go of the lock-tie, wrong reaches it."""
    solved = Solved((18800, 10000, 7600), 1, 1200, finals)
    assert solved.never(FIRST)
    state = solved.states()[AFTER_ONE]
    assert state.wrong > 0.45
    assert state.right < 0.27
    assert state.silent < 0.28


@pytest.mark.parametrize("finals", BOTH)
def test_desperation_buzzes_at_any_confidence(finals: FinalAssumption) -> None:
    assert Solved((4000, 10000, 2000), 0, 1200, finals).thresholds[FIRST] < 0.02


def test_eighty_percent_sure_falls_to_fifty_after_two_wrong_opponents() -> None:
    """Appendix B.2, with its Beta(0.69, 0.40) and threshold 0.572, which give b = 0.61 and p = 0.87."""
    player = ConfidenceDensity(0.69, 0.40, 0.572)
    assert (player.attempt, player.precision) == pytest.approx((0.61, 0.87), abs=0.002)
    cases = copula_joint(player, player, player, PAPER_CONFIDENCE, PAPER_ANSWERS)(np.array([0.8]))
    wrong = cases.reshape(3, 3, 2)[WRONG, WRONG]
    assert wrong[1] / wrong.sum() == pytest.approx(0.50, abs=0.01)


TABLE_6 = {
    (5, True): (0.44, 0.67, 0.68, 0.78),
    (5, False): (0.44, 0.49, 0.50, 0.53),
    (1, True): (0.42, 0.69, 0.68, 0.83),
    (1, False): (0.42, 0.47, 0.48, 0.54),
}
"""Thresholds by row of round 1 and correlation."""
REFINED = {1: (0.797, 0.927), 5: (0.517, 0.826)}
"""b and p of the paper's window with its correlations held at 0.2, by row of round 1."""


@pytest.mark.parametrize(("row", "correlated"), TABLE_6)
def test_table_6_by_max_delta(row: int, correlated: bool) -> None:
    """Early clues are worth 2x - y - z; the state of Table 6 played out is in benchmarks/bench_jeopardy_buzz.py."""
    player = fit_confidence_density(*REFINED[row])
    rho, answers = (PAPER_CONFIDENCE, PAPER_ANSWERS) if correlated else (0.0, 0.0)
    joint = copula_joint(player, player, player, rho, answers)
    result = buzz_curves(clue_tree((1.0, 1.0, 1.0)), joint, MAX_DELTA).thresholds()
    assert result == pytest.approx(TABLE_6[row, correlated], abs=0.04 if correlated else 0.05)


def test_max_delta_closed_forms_as_printed_and_exact() -> None:
    rule = MaxDelta(0.61, 0.87)
    assert rule.rebound_as_published() == pytest.approx(0.478, abs=5e-4)
    assert rule.first_as_published() == pytest.approx(0.434, abs=5e-4)
    assert rule.first_as_published(printed=False) == pytest.approx(0.4264, abs=5e-5)
    assert rule.first() == pytest.approx(0.4401, abs=5e-5)
    assert rule.rebound(buzzed=False) == pytest.approx(0.4753, abs=5e-5)
    assert rule.rebound(buzzed=True) == pytest.approx(0.4702, abs=5e-5)
