"""Recorded Final wagers as decisions: the same equities as the advice, and ratings with intervals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import Decision, InputError, Unit
from kibitz.core.decision import format_decision, parse_decision
from kibitz.games.jeopardy.datasets.final_decisions import (
    ASSUMED_CONFIDENCE,
    MAX_OPTIONS,
    candidate_wagers,
    final_decision,
    recorded_decisions,
)
from kibitz.games.jeopardy.datasets.final_replacement import best_response, replace_wagers
from kibitz.games.jeopardy.datasets.finals import RecordedFinals, recorded_finals
from kibitz.games.jeopardy.datasets.games import DatasetFolder
from kibitz.games.jeopardy.final.equities import NEAR_BEST_LOSS, FinalPosition, final_advice, final_model
from kibitz.games.jeopardy.final.people_wagers import ROLES, ScoreGroup, score_groups
from kibitz.games.jeopardy.show import Era, Ties
from kibitz.rate import Sample, fit, hold_out_nats, mean_loss
from kibitz.rate.ratings.resampling import event_counts, refit_draws


def finals(*games: tuple[tuple[int, int, int], tuple[int, int, int]]) -> RecordedFinals:
    """Hand-made games: scores and wagers of A, B and C."""
    scores, wagers = (np.array(part, dtype=np.int64) for part in zip(*games, strict=True))
    return RecordedFinals(scores, wagers, np.ones_like(scores), scores, tuple(f"day {i}" for i in range(len(games))))


OPEN = ((20_000, 14_300, 8_400), (8_601, 14_300, 1_234))


def test_utilities_and_perceived_values_are_those_of_the_advice() -> None:
    for role, decision in enumerate(recorded_decisions(finals(OPEN), Era.RECENT)):
        position = FinalPosition(OPEN[0], role, Ties.TIEBREAKER)
        wagers = [int(label) for label in decision.choices or ()]
        curve = final_advice(position, final_model(role, era=Era.RECENT)).equities.values
        sure = final_advice(position, final_model(role, era=Era.RECENT, confidence=ASSUMED_CONFIDENCE)).equities.values
        assert decision.utilities == pytest.approx(curve[wagers], abs=1e-12)
        assert decision.perceived == pytest.approx(sure[wagers], abs=1e-12)
        assert wagers[decision.chosen] == OPEN[1][role]
        assert (decision.player, decision.event, decision.unit) == (ROLES[role], "day 0", Unit.WIN)
        assert parse_decision(format_decision(decision)) == decision


@given(
    st.lists(st.integers(1, 60_000), min_size=3, max_size=3).map(lambda s: tuple(sorted(s, reverse=True))),
    st.integers(0, 2),
    st.floats(0, 1),
    st.sampled_from(Era),
)
def test_losses_are_never_negative_and_lists_are_short(
    scores: tuple[int, int, int], role: int, share: float, era: Era
) -> None:
    wager = int(share * scores[role])
    decision = final_decision(FinalPosition(scores, role, era.ties), wager, final_model(role, era=era))
    assert decision.loss >= 0
    assert len(decision.utilities) <= MAX_OPTIONS
    listed = candidate_wagers(scores, role, era.ties)
    assert {0, scores[role]} <= set(listed) <= set(range(scores[role] + 1))
    assert list(listed) == sorted(set(listed))


def test_locked_games_and_lock_ties_and_players_without_money_give_no_decision() -> None:
    locked = ((20_000, 9_000, 4_000), (0, 9_000, 0))
    lock_tie = ((20_000, 10_000, 4_000), (0, 10_000, 0))
    two_players = ((20_000, 14_000, -400), (8_000, 0, -1))
    result = list(recorded_decisions(finals(locked, lock_tie, two_players), Era.PAPER))
    assert [(d.event, d.player) for d in result] == [("day 2", "A"), ("day 2", "B")]


def test_a_limit_spreads_the_games_over_the_record() -> None:
    some = list(recorded_decisions(finals(*[OPEN] * 9), Era.PAPER, games=3))
    assert sorted({d.event for d in some}) == ["day 0", "day 4", "day 8"]


def test_impossible_wagers_limits_and_chances_are_refused() -> None:
    position, model = FinalPosition(OPEN[0], 0), final_model(0)
    with pytest.raises(InputError, match="wager"):
        final_decision(position, 20_001, model)
    with pytest.raises(InputError, match="assumed-confidence"):
        final_decision(position, 0, model, sure=1.5)
    with pytest.raises(InputError, match="games"):
        list(recorded_decisions(finals(OPEN), Era.PAPER, games=0))


GAMES = 120


def by_standing(decisions: list[Decision]) -> dict[str, Sample]:
    return Sample.from_decisions(decisions, tie_tolerance=NEAR_BEST_LOSS).by_player()


@pytest.mark.slow
@pytest.mark.needs("shared data")
def test_recorded_wagers_are_rated_with_intervals_and_second_place_loses_most(shared_data: Path) -> None:
    """B has the most to decide and loses most, in line with Table 4 of the paper, where B gains most by betting well.

    Being fitted by likelihood, the model need not meet the average loss exactly, but must be near it.
    """
    recorded = recorded_finals(DatasetFolder.at(shared_data / "jeopardy"), Era.PAPER)
    groups_ = by_standing(list(recorded_decisions(recorded, Era.PAPER, GAMES)))
    reference = Sample.union(list(groups_.values()))
    rng = np.random.default_rng(4)
    for sample in groups_.values():
        result = fit(sample, "ml-lapse")
        again = refit_draws(sample, result, reference, event_counts(sample.n_events, 5, rng))
        low, high = again.expected_loss.min(), again.expected_loss.max()
        assert 0 < low < high
        assert result.projection.error == pytest.approx(float(sample.losses.mean()), rel=0.4)
        assert mean_loss(reference, result.s, result.c, result.lapse) > 0
    losses = {role: float(sample.raw_losses.mean()) for role, sample in groups_.items()}
    assert losses["B"] > max(losses["A"], losses["C"])


@pytest.mark.slow
@pytest.mark.needs("shared data")
@pytest.mark.parametrize("role", range(3))
def test_losses_agree_with_wins_gained_in_the_recorded_games_themselves(shared_data: Path, role: int) -> None:
    """Two ways to one figure: loss by the model's chances, and wins added by the best wager at recorded answers."""
    recorded = recorded_finals(DatasetFolder.at(shared_data / "jeopardy"), Era.PAPER)
    rows = np.flatnonzero(score_groups(recorded.scores) < ScoreGroup.LOCK_TIE)[::6]
    some = RecordedFinals(recorded.scores[rows], recorded.wagers[rows], recorded.right[rows], recorded.after[rows])
    lost = np.array([d.loss for d in recorded_decisions(some, Era.PAPER, sure=None) if d.player == ROLES[role]])
    gained = replace_wagers(some, role, best_response(final_model(role)))
    # Those without money gain nothing and take no decision.
    by_model = float(lost.sum()) / len(rows)
    assert abs(by_model - (gained.rates[1] - gained.rates[0])) < 3 * gained.gain_se
    assert by_model > 0.01


@pytest.mark.slow
@pytest.mark.needs("shared data")
def test_people_bet_as_if_nearly_sure_to_be_right(shared_data: Path) -> None:
    """Over the three standings together; each wager is predicted both ways, so that differences have little noise."""
    recorded = recorded_finals(DatasetFolder.at(shared_data / "jeopardy"), Era.RECENT)
    sure, plain = (
        by_standing(list(recorded_decisions(recorded, Era.RECENT, GAMES, chance)))
        for chance in (ASSUMED_CONFIDENCE, None)
    )
    gains = np.concatenate(
        [hold_out_nats(plain[role], folds=3).each - hold_out_nats(sure[role], folds=3).each for role in ROLES]
    )
    assert gains.mean() > 3 * gains.std(ddof=1) / np.sqrt(len(gains))
