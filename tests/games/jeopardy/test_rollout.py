"""Games played on from any state: luck by counter, kernel against reference, and what must hold of every game."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.games.jeopardy.board import ALL_SQUARES, iter_squares
from kibitz.games.jeopardy.people.contestant import contestant
from kibitz.games.jeopardy.people.population import fixed_seat, population_seats
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.play.placement import load_placement
from kibitz.games.jeopardy.position import parse_position
from kibitz.games.jeopardy.rollout.ability_posterior import type_posterior
from kibitz.games.jeopardy.rollout.category_learning import (
    CATEGORY_RECORDS,
    CategoryModel,
    control_chances,
    outcomes_by_record,
)
from kibitz.games.jeopardy.rollout.final_chances import final_chances
from kibitz.games.jeopardy.rollout.random_streams import game_key, uniform_number
from kibitz.games.jeopardy.rollout.reference import ReferenceRollout, hidden_places
from kibitz.games.jeopardy.rollout.rollout import KEEP_DOUBLES, KEEP_STATES, play_from
from kibitz.games.jeopardy.rollout.seating import (
    FinalRule,
    LateSelectRule,
    Seating,
    SelectRule,
    WagerRule,
    seating,
    usual_seat,
)
from kibitz.games.jeopardy.rollout.state_rows import opening_row, position_of_row, remaining_after, row_of_position
from kibitz.games.jeopardy.show import LEFT_PODIUM, Era, Rules, rules_of
from kibitz.games.jeopardy.train.training_states import random_states
from kibitz.games.jeopardy.value.features import N_INPUTS
from kibitz.learn.network import random_network

MACHINE = fixed_seat(load_machine().contestant)
GRAND = fixed_seat(contestant("grand-champion"))
AVERAGE = fixed_seat(contestant("average"))
MIDDLE = "6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4"


def _seatings() -> dict[str, Seating]:
    machine = usual_seat(MACHINE, FinalRule.BEST)
    bold = usual_seat(GRAND)
    model = CategoryModel(0.7225)
    drawn = tuple(usual_seat(each) for each in population_seats(Era.RECENT, champion=LEFT_PODIUM))
    return {
        "machine and champions": seating((machine, bold, bold)),
        "drawn people of 2015": seating((drawn[0], drawn[1], drawn[2]), rules_of(Era.RECENT), spread=0.0),
        "learning against anti-learning": seating(
            (
                replace(machine, select=SelectRule.CONTROL, after=LateSelectRule.LEARN, bet=WagerRule.SAFE),
                replace(bold, after=LateSelectRule.ANTI),
                replace(usual_seat(AVERAGE), select=SelectRule.LRTB, after=LateSelectRule.LRTB),
            ),
            category=model,
        ),
    }


STARTS = {
    "the opening": opening_row(),
    "the middle of round 2": row_of_position(parse_position(MIDDLE)),
}


@given(st.integers(0, 2**63), st.integers(0, 10**9), st.integers(0, 15), st.integers(0, 1), st.integers(0, 63))
def test_every_number_lies_from_0_to_1_and_belongs_to_its_place(
    seed: int, game: int, purpose: int, round_: int, place: int
) -> None:
    key = game_key(seed, game)
    u = uniform_number(key, purpose, round_, place)
    assert 0 <= u < 1
    assert u == uniform_number(key, purpose, round_, place)
    assert u != uniform_number(key, purpose, round_, place + 1)


def test_numbers_are_uniform_and_neighbours_uncorrelated() -> None:
    numbers = np.array([[uniform_number(game_key(1, g), 7, 1, p) for p in range(30)] for g in range(2000)])
    assert abs(numbers.mean() - 0.5) < 4 * (1 / 12 / numbers.size) ** 0.5
    counts = np.histogram(numbers, bins=20, range=(0, 1))[0]
    assert ((counts - 3000) ** 2 / 3000).sum() < 50
    together = np.corrcoef(numbers.T)[np.triu_indices(30, 1)]
    assert abs(together).max() < 0.1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["machine and champions", "drawn people of 2015", "learning against anti-learning"])
@pytest.mark.parametrize("start", STARTS)
def test_kernel_and_reference_play_the_same_games(name: str, start: str) -> None:
    place = _seatings()[name]
    played, _ = play_from(place, STARTS[start][None], 60, 5)
    for i in range(60):
        game = ReferenceRollout(place, STARTS[start], 5, i)
        end = game.play(1000)
        np.testing.assert_array_equal(played.ends[i], end, err_msg=f"game {i}")
        assert played.picks[i].tolist() == game.picks
        assert played.wagers[i].tolist() == game.wagers
        assert played.right[i].tolist() == game.right
        assert played.types[i].tolist() == game.types


@pytest.mark.slow
def test_kernel_and_reference_bet_alike_by_network() -> None:
    network = random_network((N_INPUTS, 6, 3), np.random.default_rng(3))
    mine = replace(usual_seat(MACHINE), bet=WagerRule.LIVE, network=network)
    place = seating((mine, usual_seat(GRAND), usual_seat(GRAND)), risk=(0.1, 0.3))
    played, _ = play_from(place, opening_row()[None], 40, 8)
    same = [played.wagers[i].tolist() == _finished(place, 8, i).wagers for i in range(40)]
    assert np.mean(same) > 0.9  # single precision may turn a near tie


def _finished(place: Seating, seed: int, i: int) -> ReferenceRollout:
    game = ReferenceRollout(place, opening_row(), seed, i)
    game.play(1000)
    return game


@pytest.mark.slow
def test_a_game_stopped_and_continued_ends_like_one_that_was_not() -> None:
    place = _seatings()["machine and champions"]
    whole, _ = play_from(place, opening_row()[None], 50, 3)
    stopped, _ = play_from(place, opening_row()[None], 50, 3, clues=1)
    assert (stopped.picks.sum(axis=1) == 1).all()
    assert (whole.picks.sum(axis=1) > 40).all()
    # What is hidden is drawn anew from the open squares, so games go on alike only where nothing is hidden.
    end = row_of_position(parse_position("9000_8000_7000.1.2.45-45-5-0-5-0.c4r4c6r4"))
    a, _ = play_from(place, end[None], 50, 4)
    b, _ = play_from(place, end[None], 50, 4, clues=2)
    assert (b.picks.sum(axis=1) <= 2).all()
    assert (a.picks.sum(axis=1) >= b.picks.sum(axis=1)).all()


@pytest.mark.slow
def test_two_policies_share_the_luck_of_every_clue_so_that_paired_errors_are_smaller() -> None:
    bold, machine = usual_seat(GRAND), usual_seat(MACHINE, FinalRule.BEST)
    values = []
    for bet in (WagerRule.SAFE, WagerRule.CALIBRATED):
        place = seating((replace(machine, bet=bet), bold, bold))
        played, _ = play_from(place, opening_row()[None], 4000, 6)
        values.append(final_chances(place, played.scores, played.types)[:, 0])
    apart = np.sqrt(values[0].var() + values[1].var())
    assert (values[1] - values[0]).std() < 0.7 * apart


@pytest.mark.slow
def test_kept_states_are_states_of_their_games_and_daily_doubles_belong_to_the_player() -> None:
    place = _seatings()["machine and champions"]
    played, stored = play_from(place, opening_row()[None], 200, 3, keep=0.5, kind=KEEP_STATES)
    assert len(stored.rows) > 4000
    last = stored.rows[stored.games == 0][-1]
    assert played.picks[0].sum() <= 60
    assert remaining_after(last).clues[0] == 0
    _, doubles = play_from(place, opening_row()[None], 200, 3, keep=1.0, kind=KEEP_DOUBLES)
    assert len(doubles.rows) == played.found[:, 0].sum()
    assert (doubles.rows[:, 3] == 0).all()


@pytest.mark.slow
def test_exact_finals_agree_with_sampled_ones_in_whole_games() -> None:
    from kibitz.games.jeopardy.play.game_tables import game_tables
    from kibitz.games.jeopardy.play.statistics import simulate_games

    champion = fixed_seat(contestant("champion"))
    place = seating((usual_seat(champion), usual_seat(champion), usual_seat(champion)), spread=0.0)
    played, _ = play_from(place, opening_row(0)[None], 20_000, 2)
    values = final_chances(place, played.scores, played.types)
    tally = simulate_games(game_tables((champion, champion, champion)), 20_000, 3, Rules())
    for seat, other in enumerate(tally.estimates("win_rates")):
        error = (other.se**2 + values[:, seat].var() / len(values)) ** 0.5
        assert abs(values[:, seat].mean() - other.mean) < 4 * error
    for seat, other in enumerate(tally.estimates("scores_entering_final")):
        error = (other.se**2 + played.scores[:, seat].var() / len(values)) ** 0.5
        assert abs(played.scores[:, seat].mean() - other.mean) < 4 * error


@given(st.integers(1, ALL_SQUARES), st.integers(0, 10**6))
def test_hidden_daily_doubles_are_drawn_from_the_open_squares_and_never_twice_in_a_column(mask: int, game: int) -> None:
    row = opening_row(0)
    row[4] = 1
    for column in range(6):
        row[6 + column] = sum(1 << r for r in range(5) if mask >> (6 * r + column) & 1)
    places = hidden_places(ReferenceRollout(SIMPLE, row, 1, game), 1)
    assert set(places) <= set(iter_squares(mask))
    assert len({place % 6 for place in places}) == len(places)


SIMPLE = seating((usual_seat(AVERAGE), usual_seat(AVERAGE), usual_seat(AVERAGE)))


def test_hidden_daily_doubles_have_the_chances_of_the_placement() -> None:
    row = row_of_position(parse_position("0_0_0.1.2.345-2345-45-12345-5-0"))
    position = parse_position("0_0_0.1.2.345-2345-45-12345-5-0")
    counts = np.zeros(30)
    n = 3000
    for game in range(n):
        for place in hidden_places(ReferenceRollout(SIMPLE, row, 2, game), 1):
            counts[place] += 1
    expected = load_placement(Era.PAPER).chances(2, position.open_squares)
    error = np.sqrt(np.maximum(expected * (1 - expected), 1e-4) / n)
    assert (abs(counts / n - expected) < 4.5 * error).all()


def test_a_position_becomes_a_row_and_back() -> None:
    position = parse_position(MIDDLE)
    row = row_of_position(position, 1)
    again = position_of_row(row, position.decider)
    assert again.scores == position.scores
    assert again.open_squares == position.open_squares
    assert (again.control, again.round_) == (position.control, position.round_)
    assert remaining_after(row).doubles == (0, 1)


def test_a_good_record_in_the_category_means_more_attempts_right_answers_and_control() -> None:
    players = (MACHINE.contestants[0], GRAND.contestants[0], GRAND.contestants[0])
    chances = outcomes_by_record(players, 0, CategoryModel(0.7225))
    np.testing.assert_allclose(chances.sum(axis=-1), 1.0)
    keeps = control_chances(chances, 0)
    assert (keeps[CATEGORY_RECORDS.index((4, 4))] > keeps[CATEGORY_RECORDS.index((4, 2))]).all()
    assert (keeps[CATEGORY_RECORDS.index((4, 2))] > keeps[CATEGORY_RECORDS.index((4, 0))]).all()


@pytest.mark.slow
def test_whoever_leads_is_probably_better_and_the_champion_is_before_the_first_clue() -> None:
    first, second, third = (usual_seat(model) for model in population_seats(Era.RECENT, champion=LEFT_PODIUM))
    place = seating((first, second, third), rules_of(Era.RECENT), spread=0.0)
    types = np.arange(place.tables.seat_types.shape[1])
    before = type_posterior(place, opening_row(0), 4_000)
    np.testing.assert_allclose(before.sum(axis=1), 1)
    assert before[0] @ types > before[1] @ types
    np.testing.assert_allclose(before[1], before[2])
    row = opening_row(0)
    row[4], row[:3] = 1, (1_000, 9_000, 3_000)
    later = type_posterior(place, row, 4_000)
    np.testing.assert_allclose(later.sum(axis=1), 1)
    assert later[1] @ types > before[1] @ types + 0.3
    assert later[0] @ types < before[0] @ types


def test_scattered_states_are_boards_that_a_game_can_have() -> None:
    rows = random_states(400, np.random.default_rng(1))
    assert set(rows[:, 4].tolist()) == {0, 1}
    assert ((rows[:, 12] >= 0) & (rows[:, 12] <= 1 + rows[:, 4])).all()
    for row in rows:
        assert all(int(mask) in (31, 30, 28, 24, 16, 0) for mask in row[6:12])
        assert (row[12] > 0) == (row[13] >= 0)
        position = position_of_row(row)
        assert position.n_open == sum(int(mask).bit_count() for mask in row[6:12])
    assert rows[:, :3].min() < 0
    assert 15_000 < rows[:, :3].max() < 40_000
