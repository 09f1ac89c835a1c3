"""The simulator: kernel and reference play the same games, and what they count is conserved."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.games.jeopardy.people.contestant import AVERAGE, CHAMPION, GRAND_CHAMPION, Contestant, contestant
from kibitz.games.jeopardy.people.population import fixed_seat, population_seats
from kibitz.games.jeopardy.play.game_tables import GameTables, game_tables
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.play.simulator import SimulatedGames, play_games, play_reference
from kibitz.games.jeopardy.play.statistics import GameTally, simulate_games
from kibitz.games.jeopardy.show import LEFT_PODIUM, Era, Rules, Ties, rules_of
from kibitz.simulate.executors import process_pool


def _tables(*players: Contestant) -> GameTables:
    first, second, third = (fixed_seat(player) for player in players)
    return game_tables((first, second, third), machine=load_machine().bets)


MATCHES = {
    "equal contestants": lambda: _tables(*[contestant(AVERAGE)] * 3),
    "a drawn population": lambda: game_tables(population_seats(champion=LEFT_PODIUM)),
    "a drawn population of 2015": lambda: game_tables(
        population_seats(Era.RECENT, champion=LEFT_PODIUM), rules_of(Era.RECENT)
    ),
    "a machine and two champions": lambda: _tables(load_machine().contestant, *[contestant(CHAMPION)] * 2),
    "all styles": lambda: _tables(contestant(GRAND_CHAMPION), load_machine().contestant, contestant(AVERAGE)),
}


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("ties", list(Ties))
def test_kernel_and_reference_play_the_same_games_for_the_same_seed(match: str, ties: Ties) -> None:
    tables = MATCHES[match]()
    fast = play_games(np.random.default_rng(11), tables, 250, Rules(ties=ties))
    slow = play_games(np.random.default_rng(11), tables, 250, Rules(ties=ties), player=play_reference)
    for name in ("types", "first_round", "scores", "picks", "found", "wagers", "right"):
        np.testing.assert_array_equal(getattr(fast, name), getattr(slow, name), err_msg=name)
    np.testing.assert_array_equal(fast.finals.scores, slow.finals.scores)
    np.testing.assert_array_equal(fast.finals.winners, slow.finals.winners)


@pytest.fixture(scope="module")
def games() -> SimulatedGames:
    return play_games(np.random.default_rng(5), game_tables(population_seats(champion=LEFT_PODIUM)), 20_000)


def test_every_game_plays_at_most_thirty_clues_a_round_and_three_daily_doubles(games: SimulatedGames) -> None:
    assert games.picks.sum(axis=1).max() <= 60
    assert games.found.sum(axis=1).max() <= 3
    np.testing.assert_array_equal(games.found.sum(axis=1), (games.wagers > 0).sum(axis=1))


def test_scores_are_on_the_lattice_of_the_dollar_values_apart_from_smallest_bets(games: SimulatedGames) -> None:
    ordinary = (games.wagers != 5).all(axis=1)
    assert (games.scores[ordinary] % 100 == 0).all()


def test_nobody_wagers_more_than_they_have_in_final(games: SimulatedGames) -> None:
    assert (games.finals.wagers >= 0).all()
    assert (games.finals.wagers <= np.maximum(games.scores, 0)).all()
    assert (games.finals.scores[games.scores > 0] >= 0).all()


def test_players_without_money_take_no_part_in_final(games: SimulatedGames) -> None:
    broke = games.scores <= 0
    assert broke.any()
    np.testing.assert_array_equal(games.finals.scores[broke], games.scores[broke])
    assert not games.finals.winners[broke].any()


def test_with_a_tiebreaker_exactly_one_wins_unless_nobody_has_money() -> None:
    games = play_games(
        np.random.default_rng(5),
        game_tables(population_seats(champion=LEFT_PODIUM)),
        20_000,
        Rules(ties=Ties.TIEBREAKER),
    )
    winners = games.finals.winners.sum(axis=1)
    assert (winners[(games.scores > 0).any(axis=1)] == 1).all()


def test_equal_contestants_win_alike_apart_from_the_first_pick() -> None:
    tally = simulate_games(_tables(*[contestant(AVERAGE)] * 3), 60_000, seed=8)
    rates = tally.estimates("win_rates")
    assert max(rate.mean for rate in rates) - min(rate.mean for rate in rates) < 6 * rates[0].se


def test_a_better_buzzer_wins_more() -> None:
    me = contestant(AVERAGE)
    tally = simulate_games(_tables(replace(me, buzzability=2.0), me, me), 20_000, seed=8)
    assert tally.estimates("win_rates")[0].mean > tally.estimates("win_rates")[1].mean + 0.1
    assert tally.estimates("board_control")[0].mean > 0.36


def test_shares_of_daily_doubles_and_of_control_sum_to_one() -> None:
    tally = simulate_games(game_tables(population_seats(champion=LEFT_PODIUM)), 5_000, seed=2)
    for name in ("daily_doubles_found", "board_control"):
        assert sum(estimate.mean for estimate in tally.estimates(name)) == pytest.approx(1)


@pytest.mark.slow
def test_one_process_and_a_pool_count_the_same_games() -> None:
    tables = game_tables(population_seats(champion=LEFT_PODIUM))
    alone = simulate_games(tables, 45_000, seed=3)
    with process_pool(2) as pool:
        together = simulate_games(tables, 45_000, seed=3, executor=pool)
    assert alone.n == together.n == 45_000
    for name in ("win_rates", "mean_scores", "board_control"):
        assert alone.estimates(name) == together.estimates(name)


def test_standard_errors_match_the_spread_of_repeated_runs() -> None:
    tables = _tables(*[contestant(AVERAGE)] * 3)
    runs = [simulate_games(tables, 1_000, seed=seed) for seed in range(60)]
    for name in ("win_rates", "mean_scores", "board_control", "daily_doubles_found", "lockouts"):
        means = np.array([run.estimates(name)[0].mean for run in runs])
        claimed = np.mean([run.estimates(name)[0].se for run in runs])
        assert claimed == pytest.approx(means.std(ddof=1), rel=0.4), name


@pytest.mark.parametrize("n", [0, -1, 10**9])
def test_a_number_of_games_out_of_range_is_refused(n: int) -> None:
    tables = _tables(*[contestant(AVERAGE)] * 3)
    with pytest.raises(InputError, match="games"):
        play_games(np.random.default_rng(1), tables, n)
    with pytest.raises(InputError, match="games"):
        simulate_games(tables, n, seed=1)


def test_four_seats_are_refused() -> None:
    with pytest.raises(InputError, match="three players"):
        game_tables((fixed_seat(contestant(AVERAGE)),) * 4)


def test_an_empty_tally_has_no_estimates() -> None:
    with pytest.raises(InputError, match="at least one game"):
        GameTally().estimates("win_rates")


RECORDED = {
    Era.PAPER: ((17_301, 10_610, 5_493), (5_757, 3_698, 3_539), 0.266, 0.060, 0.461),
    Era.RECENT: ((19_002, 10_747, 5_436), (7_773, 3_874, 3_579), 0.315, 0.060, 0.548),
}
"""Of 2,638 and 1,970 recorded games: means and standard deviations of first, second and third before Final, locked
games, games with somebody at or below zero, wins of the returning champion."""


@pytest.mark.parametrize("era", list(Era))
def test_drawn_games_have_the_means_the_tails_and_the_lockouts_of_recorded_ones(era: Era) -> None:
    rules = rules_of(era)
    games = play_games(
        np.random.default_rng(21), game_tables(population_seats(era, champion=LEFT_PODIUM), rules), 25_000, rules
    )
    means, deviations, locked, broke, champion = RECORDED[era]
    ranked = -np.sort(-games.scores, axis=1)
    np.testing.assert_allclose(ranked.mean(axis=0), means, rtol=0.04)
    assert ranked.sum(axis=1).mean() == pytest.approx(sum(means), rel=0.02)
    np.testing.assert_allclose(ranked.std(axis=0), deviations, rtol=0.08)
    assert (ranked[:, 0] > 2 * np.maximum(ranked[:, 1], 0)).mean() == pytest.approx(locked, abs=0.02)
    assert (ranked[:, 2] <= 0).mean() == pytest.approx(broke, abs=0.01)
    assert games.finals.winners[:, 0].mean() == pytest.approx(champion, abs=0.02)


@pytest.mark.parametrize("era", list(Era))
def test_people_find_both_daily_doubles_of_round_2_in_97_games_of_100(era: Era) -> None:
    tables = game_tables(population_seats(era, champion=LEFT_PODIUM), rules_of(era))
    games = play_games(np.random.default_rng(4), tables, 12_000)
    assert (games.wagers[:, 1:] > 0).all(axis=1).mean() == pytest.approx(0.97, abs=0.01)
    calm = play_games(np.random.default_rng(4), tables._replace(hunt=np.array([30, 30])), 4_000)
    assert (calm.wagers[:, 1:] > 0).all(axis=1).mean() < 0.94


def test_a_hard_board_stays_hard_for_the_whole_round() -> None:
    tables = _tables(*[contestant(AVERAGE)] * 3)
    hard, easy = (
        play_games(np.random.default_rng(6), tables._replace(board_steps=np.array(steps)), 4_000)
        for steps in ([1.0, 1.0, 1.0], [0.0, 0.0, 1.0])
    )
    mixed = play_games(np.random.default_rng(6), tables, 4_000)
    assert hard.scores.sum() < mixed.scores.sum() < easy.scores.sum()
    alike = play_games(np.random.default_rng(6), tables._replace(board_steps=np.array([0.0, 1.0, 1.0])), 4_000)
    assert mixed.scores.sum(axis=1).std() > alike.scores.sum(axis=1).std()
