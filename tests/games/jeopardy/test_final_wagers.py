"""People's Final wagers: legal, whole dollars, chances that sum to 1, sampler and distribution in step."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.jeopardy.datasets.finals import recorded_finals
from kibitz.games.jeopardy.datasets.games import DatasetFolder
from kibitz.games.jeopardy.final.people_wagers import (
    ScoreGroup,
    dollar_chances,
    is_open_game,
    people_mixtures,
    sample_wagers,
    score_groups,
    wager_distribution,
)
from kibitz.games.jeopardy.fit.final_wagers import fit_final_wagers
from kibitz.games.jeopardy.people.contestant import load_table
from kibitz.games.jeopardy.show import Era

scores = st.lists(st.integers(0, 40_000), min_size=3, max_size=3).map(lambda s: tuple(sorted(s, reverse=True)))


@given(scores, st.integers(0, 2), st.sampled_from(Era))
def test_wagers_are_legal_and_their_chances_sum_to_one(ranked: tuple[int, int, int], role: int, era: Era) -> None:
    wagers, chances = wager_distribution(role, ranked, era)
    assert chances.sum() == pytest.approx(1)
    assert (chances > 0).all()
    assert wagers.min() >= 0
    assert wagers.max() <= ranked[role]


@given(scores, st.integers(0, 2))
def test_right_and_wrong_answers_average_to_the_plain_distribution(ranked: tuple[int, int, int], role: int) -> None:
    mixture = people_mixtures(Era.PAPER)[role]
    table = np.array([ranked])
    bets = mixture.bets(table, role)
    right = (bets.chance * mixture.right[score_groups(table)]).sum()
    mixed = right * bets.if_right + (1 - right) * bets.if_wrong
    assert np.allclose(mixed, bets.chance)


def test_the_sampler_draws_from_the_distribution() -> None:
    ranked, n = (20_000, 14_200, 8_400), 40_000
    drawn = sample_wagers(np.random.default_rng(1), np.tile(np.array(ranked), (n, 1)))
    for role in range(3):
        wagers, chances = wager_distribution(role, ranked)
        likely = np.flatnonzero(chances > 0.02)
        observed = np.array([(drawn[:, role] == wager).mean() for wager in wagers[likely]])
        error = np.sqrt(chances[likely] * (1 - chances[likely]) / n)
        assert (np.abs(observed - chances[likely]) < 4.5 * error).all()
        spread = np.sqrt((chances * wagers.astype(float) ** 2).sum() - (chances @ wagers) ** 2)
        assert abs(drawn[:, role].mean() - chances @ wagers) < 4.5 * spread / np.sqrt(n)


def test_leaders_and_thirds_who_will_be_right_bet_more() -> None:
    ranked = np.tile(np.array([20_000, 16_000, 9_000]), (40_000, 1))
    right = np.zeros(ranked.shape, dtype=bool)
    wrong_bets = sample_wagers(np.random.default_rng(1), ranked, right=right)
    right_bets = sample_wagers(np.random.default_rng(1), ranked, right=~right)
    assert (right_bets.mean(axis=0) > wrong_bets.mean(axis=0))[[0, 2]].all()


def test_groups_split_at_two_thirds_three_quarters_half_and_double() -> None:
    rows = np.array(
        [
            [300, 199, 100],
            [300, 199, 99],
            [300, 200, 101],
            [300, 200, 100],
            [400, 300, 151],
            [400, 300, 150],
            [400, 200, 100],
            [401, 200, 100],
            [400, 300, -500],
            [400, 400, 100],
            [400, 400, 400],
            [0, 0, 0],
        ]
    )
    expected = [
        ScoreGroup.BELOW_TWO_THIRDS_CHASED,
        ScoreGroup.BELOW_TWO_THIRDS,
        ScoreGroup.TWO_THIRDS_CHASED,
        ScoreGroup.TWO_THIRDS,
        ScoreGroup.THREE_QUARTERS_CHASED,
        ScoreGroup.THREE_QUARTERS,
        ScoreGroup.LOCK_TIE,
        ScoreGroup.LOCKED,
        ScoreGroup.THREE_QUARTERS,
        ScoreGroup.TIED,
        ScoreGroup.TIED,
        ScoreGroup.LOCK_TIE,
    ]
    assert score_groups(rows).tolist() == expected
    assert is_open_game(rows).tolist() == [group not in (ScoreGroup.LOCK_TIE, ScoreGroup.LOCKED) for group in expected]


@pytest.mark.parametrize("era", list(Era))
@pytest.mark.parametrize("third", [3_000, 9_000])
def test_tied_leaders_bet_alike_and_mostly_everything(era: Era, third: int) -> None:
    scores = (12_000, 12_000, third)
    first, second = (wager_distribution(role, scores, era) for role in (0, 1))
    np.testing.assert_array_equal(first[0], second[0])
    np.testing.assert_allclose(first[1], second[1])
    nearly = first[1][first[0] >= 0.95 * 12_000].sum()
    assert nearly == pytest.approx(0.71, abs=0.08)


def test_leaders_mostly_cover_and_bet_nothing_in_a_lock_tie() -> None:
    wagers, chances = wager_distribution(0, (20_000, 14_000, 4_000))
    assert 0.9 < chances[wagers >= 8_000].sum() < 1
    wagers, chances = wager_distribution(0, (20_000, 10_000, 4_000))
    assert chances[wagers == 0].sum() > 0.8


def test_wagers_of_unordered_scores_or_a_fourth_player_are_refused() -> None:
    with pytest.raises(InputError, match="in this order"):
        wager_distribution(0, (100, 200, 300))
    with pytest.raises(InputError, match="role"):
        wager_distribution(3, (300, 200, 100))


def test_whole_dollar_chances_add_up_over_ranges_with_steps() -> None:
    bets = people_mixtures(Era.PAPER)[2].bets(np.array([[30_000, 20_000, 777]]), 2)
    chances = dollar_chances(bets, 0, 777, bets.chance)
    assert chances.sum() == pytest.approx(1)
    brute = np.zeros(778)
    for k in range(bets.low.shape[1]):
        wagers = [w for w in range(778) if bets.low[0, k] <= w <= bets.high[0, k] and w % bets.step[0, k] == 0]
        for wager in wagers:
            brute[wager] += bets.chance[0, k] / len(wagers)
    assert np.allclose(chances, brute)


@pytest.mark.needs("shared data")
def test_the_shipped_table_is_what_the_fit_gives(shared_data: Path) -> None:
    fitted = fit_final_wagers(DatasetFolder.at(shared_data / "jeopardy"))
    assert fitted["eras"] == load_table("final_wagers")["eras"]


@pytest.mark.needs("shared data")
def test_the_mixtures_meet_the_recorded_shares_of_wagers(shared_data: Path) -> None:
    """Share of leaders who cover, of seconds and thirds who bet nearly everything, by group, within 5 points."""
    for era in Era:
        finals = recorded_finals(DatasetFolder.at(shared_data / "jeopardy"), era)
        group = score_groups(finals.scores)
        for role in range(3):
            a, b = np.maximum(finals.scores[:, 0], 0), np.maximum(finals.scores[:, 1], 0)
            line = 2 * b - a if role == 0 else 0.95 * finals.scores[:, role]
            for g in list(ScoreGroup)[:6]:
                chosen = np.flatnonzero((group == g) & (finals.wagers[:, role] >= 0))
                recorded = (finals.wagers[chosen, role] >= line[chosen]).mean()
                model = 0.0
                for game in chosen[:60]:
                    ranked = tuple(int(max(x, 0)) for x in finals.scores[game])
                    wagers, chances = wager_distribution(role, ranked, era)
                    model += chances[wagers >= line[game]].sum() / len(chosen[:60])
                assert abs(model - recorded) < 0.05, (era, role, g)
