"""Trials: a simulated player is rated like anybody, and intervals hold the truth as often as they say."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.games.chess.demo_rating import MOVES_PER_GAME, REPEATS, rate_simulated_player
from kibitz.games.chess.elo_scales import load_shipped_scale
from kibitz.rate.ratings.resampling import mean_loss


def test_a_simulated_player_is_rated_by_the_default_method_in_games():
    answer = rate_simulated_player(2300, 300)
    assert answer.rated.method in ("adjusted", "combined")
    assert answer.rated.events == 300 / MOVES_PER_GAME
    assert len(answer.repeats) == REPEATS
    assert f"for {answer.intervals_that_hold}" in answer.explain().reasons[-1]


@pytest.mark.slow
def test_intervals_of_simulated_players_hold_their_rating_in_at_least_nine_of_ten():
    held, off = 0, []
    for elo in (1600, 2300, 2700):
        for seed in (1, 2):
            answer = rate_simulated_player(elo, 300, seed)
            held += answer.intervals_that_hold
            off += [rating - elo for rating in answer.repeats if rating is not None]
    assert held >= 0.9 * 6 * REPEATS
    assert abs(np.mean(off)) < 60


@pytest.mark.parametrize("elo", [1405, 1600, 2077, 2555, 2790, 2950, 3150])
def test_the_agent_of_a_rating_has_its_expected_loss_inside_and_outside_the_table(elo):
    scale = load_shipped_scale()
    s, c = scale.agent(elo)
    assert scale.rating(mean_loss(scale.reference, s, c, scale.lapse)) == pytest.approx(elo, abs=0.01)
