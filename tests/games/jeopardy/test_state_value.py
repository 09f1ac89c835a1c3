"""States valued: inputs, networks, wagers, endings, and what must hold whatever the weights."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.jeopardy.endgame.equities import endgame_win_chances
from kibitz.games.jeopardy.people.ability import ability_of
from kibitz.games.jeopardy.people.contestant import AVERAGE, CHAMPION, GRAND_CHAMPION, contestant
from kibitz.games.jeopardy.people.population import contestant_from_figures, load_population, of_ability
from kibitz.games.jeopardy.position import parse_position
from kibitz.games.jeopardy.rollout.state_rows import remaining_after, row_of_position
from kibitz.games.jeopardy.show import Era, Ties
from kibitz.games.jeopardy.value.confidence import live_confidence
from kibitz.games.jeopardy.value.endings import clues_to_come, exact_chances, is_ending
from kibitz.games.jeopardy.value.evaluator import (
    StateEvaluator,
    load_shipped_evaluator,
    pack_evaluator,
    unpack_evaluator,
)
from kibitz.games.jeopardy.value.features import N_INPUTS, KnownAbilities, RemainingClues, features, features_at
from kibitz.games.jeopardy.value.matchups import MATCHUPS, EvaluatorRole, Matchup
from kibitz.games.jeopardy.value.players import Players, players_of
from kibitz.games.jeopardy.value.state_value import ValueMethod, evaluate_state, legal_wagers, wager_curve
from kibitz.games.jeopardy.value.wagers import Risk, WagerOutcomes, after_wagers, safe_wager
from kibitz.learn.network import random_network

SCORE = st.integers(-10_000, 60_000)
LEFT = st.builds(
    RemainingClues,
    st.integers(0, 54_000),
    st.tuples(st.integers(0, 30), st.integers(0, 30)),
    st.tuples(st.integers(0, 1), st.integers(0, 2)),
)


@given(st.tuples(SCORE, SCORE, SCORE), st.integers(0, 2), LEFT)
def test_exchanging_the_opponents_changes_nothing(
    scores: tuple[int, int, int], control: int, left: RemainingClues
) -> None:
    me, other, third = scores
    swapped = {0: 0, 1: 2, 2: 1}[control]
    one, two = features((me, other, third), 0, control, left), features((me, third, other), 0, swapped, left)
    np.testing.assert_array_equal(one, two)
    assert np.isfinite(one).all()
    assert abs(one).max() <= 10


@given(st.tuples(SCORE, SCORE, SCORE), st.integers(0, 2), st.integers(0, 2), LEFT)
def test_many_scores_at_once_give_the_same_inputs_as_one_at_a_time(
    scores: tuple[int, int, int], me: int, control: int, left: RemainingClues
) -> None:
    known = KnownAbilities((0.5, None, 1.0), 0)
    own = np.array([scores[me], 0, 40_000])
    rows = features_at(own, scores, me, control, left, known)
    for value, row in zip(own.tolist(), rows, strict=True):
        changed = tuple(value if seat == me else score for seat, score in enumerate(scores))
        np.testing.assert_array_equal(row, features(changed, me, control, left, known))


@pytest.mark.slow
def test_compiled_inputs_equal_the_plain_ones() -> None:
    from kibitz.games.jeopardy.train.training_states import TrainingStates

    rng = np.random.default_rng(2)
    position = parse_position("6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4")
    rows = np.stack([row_of_position(position)] * 50)
    rows[:, :3] = rng.integers(-50, 400, (50, 3)) * 100
    rows[:, 3] = rng.integers(0, 3, 50)
    rows[::2, 4] = 0
    seats, abilities = rng.integers(0, 3, 50), rng.normal(size=(50, 3))
    rows[:20, 1] = rows[:20, 2]
    known = np.stack([*rng.integers(0, 2, (2, 50)), *rng.integers(-1, 3, (2, 50))], axis=1).astype(float)
    values = np.array([[200 * k for k in range(1, 6)], [400 * k for k in range(1, 6)]])
    compiled = TrainingStates(rows, seats, abilities, known, np.zeros((50, 2), dtype=np.float32), values).inputs(
        np.arange(50)
    )
    for i in range(50):
        me = int(seats[i])
        each: list[float | None] = [None] * 3
        for seat in range(3):
            if known[i, 0 if seat == me else 1]:
                each[seat] = float(abilities[i, seat])
        seated = (None if seat < 0 else int(seat) for seat in known[i, 2:])
        who = KnownAbilities((each[0], each[1], each[2]), *seated)
        plain = features(tuple(rows[i, :3].tolist()), me, int(rows[i, 3]), remaining_after(rows[i]), who)
        np.testing.assert_allclose(compiled[i], plain, atol=2e-5)


def test_every_match_up_ships_an_evaluator_with_its_provenance() -> None:
    assert len(MATCHUPS) == 14
    for matchup in MATCHUPS:
        result = load_shipped_evaluator(matchup)
        assert result.about["matchup"] == matchup.name
        assert result.about["curve"][-1]["loss"] < result.about["curve"][0]["loss"]
        assert result.about["seconds"] < 120
        assert len(result.id) == 12


@pytest.mark.parametrize("matchup", MATCHUPS, ids=lambda matchup: matchup.name)
def test_chances_sum_to_one_and_more_dollars_are_never_much_worse(matchup: Matchup) -> None:
    evaluator = load_shipped_evaluator(matchup)
    row = row_of_position(parse_position("6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4"))
    expert = None if matchup.role is EvaluatorRole.PEOPLE else 0
    abilities = (0.0, 0.0, 0.0) if matchup.role is EvaluatorRole.PERSON else (None, None, None)
    known = KnownAbilities(abilities, expert=expert)
    chances = evaluator.chances(row, known)
    assert sum(chances) == pytest.approx(1)
    assert min(chances) > 0
    rows = np.stack([row] * 40)
    rows[:, 0] = np.arange(40) * 500
    mine = evaluator.own_chances(rows, 0, known)
    assert np.diff(mine).min() > -0.01
    assert mine[-1] > mine[0] + 0.2


def test_an_evaluator_survives_its_file_and_other_files_are_refused() -> None:
    network = random_network((N_INPUTS, 5, 2), np.random.default_rng(1))
    again = unpack_evaluator(pack_evaluator(network, {"matchup": "x"}))
    np.testing.assert_allclose(again.network.weights[0], network.weights[0], atol=1e-3)
    assert again.about["matchup"] == "x"
    with pytest.raises(InputError, match="must be a file"):
        unpack_evaluator(b"nonsense")
    with pytest.raises(InputError, match="must "):
        StateEvaluator(random_network((4, 5, 2), np.random.default_rng(1)), {})


@pytest.mark.parametrize(
    ("own", "other", "most", "bet"),
    [
        (10_000, 8_000, 10_000, 2_500),  # the margin, but at least a quarter
        (10_000, 6_000, 10_000, 4_000),  # the margin
        (10_000, 1_000, 10_000, 5_000),  # at most half
        (6_000, 8_000, 6_000, 2_000),  # to level and $1,000 would fall below half: then a third
        (9_000, 10_000, 9_000, 3_000),
        (0, 5_000, 2_000, 600),
    ],
)
def test_the_safe_wager_is_what_the_documentation_says(own: int, other: int, most: int, bet: int) -> None:
    assert safe_wager(own, other, most) == bet


@given(st.floats(0.05, 0.95), st.integers(0, 5), st.integers(0, 5))
def test_live_confidence_lies_between_accuracy_and_record(accuracy: float, right: int, wrong: int) -> None:
    seen = right + wrong
    p = live_confidence(accuracy, right, seen)
    low, high = sorted((accuracy, right / seen if seen else accuracy))
    assert low - 1e-12 <= p <= high + 1e-12


def test_four_of_four_and_none_of_four_lie_thirty_points_apart() -> None:
    assert live_confidence(0.6, 4, 4) - live_confidence(0.6, 0, 4) == pytest.approx(0.30, abs=0.001)
    with pytest.raises(InputError, match="must "):
        live_confidence(0.6, 3, 2)


def _machine(level: str = "grand-champion", me: int = 0) -> Players:
    return players_of(Era.PAPER, Ties.SHARED, me, None, type(GRAND_CHAMPION)(level), machine=True)


ENDING = "16200_14800_3000.2.2.0-0-0-0-0-0.c6r4c1r3"


@pytest.mark.parametrize("ties", list(Ties))
def test_an_ending_with_all_clues_played_agrees_with_the_endgame(ties: Ties) -> None:
    players = players_of(Era.PAPER, ties)
    row = row_of_position(parse_position(ENDING))
    expected = np.array(endgame_win_chances((16200, 14800, 3000), (), players.contestants, Era.PAPER, ties))
    np.testing.assert_allclose(exact_chances(row, players), expected / expected.sum(), atol=1e-9)
    assert evaluate_state(row, players).method is ValueMethod.EXACT


def test_clues_to_come_are_a_distribution_over_what_is_open() -> None:
    board = (0b10000, 0b11000, 0, 0, 0b10000, 0)
    mixture = clues_to_come(board, True, Era.PAPER)
    assert sum(chance for _, chance in mixture) == pytest.approx(1)
    assert max(mixture, key=lambda part: part[1])[0] == (1600, 2000, 2000, 2000)
    assert all(1 <= len(clues) <= 4 for clues, _ in mixture)
    assert any(len(clues) == 0 for clues, _ in clues_to_come(board, False, Era.PAPER))


@pytest.mark.slow
def test_exact_endings_agree_with_playing_them_out() -> None:
    players = _machine(me=1)
    row = row_of_position(parse_position("16200_14800_8000.2.2.5-0-4-0-5-0.c6r4c1r3"), 1)
    assert is_ending(row)
    exact = evaluate_state(row, players).chances
    played = evaluate_state(row, players, games=20_000)
    assert played.errors is not None
    assert abs(exact[1] - played.chances[1]) < 4 * played.errors[1]


def test_wagers_of_every_dollar_are_priced_and_illegal_ones_refused() -> None:
    players = _machine()
    row = row_of_position(parse_position("6200_4800_3000.1.2.345-2345-45-12345-5-0.c6r4.0.1d"))
    curve, method = wager_curve(row, players, 0)
    assert method is ValueMethod.NETWORK
    assert curve.wagers.tolist() == list(range(5, 6201))
    assert curve.wrong[0] > curve.wrong[-1]
    assert curve.right[-1] > curve.right[0]
    with pytest.raises(InputError, match=r"must be from \$5 to \$6,200"):
        wager_curve(row, players, 0, (6201,))
    poor = row_of_position(parse_position("-600_4800_3000.1.1.345-2345-45-12345-5-0.c6r4.0.1d"))
    assert legal_wagers(poor, 0) == (5, 1000)


@given(st.floats(0.05, 0.95), st.floats(0, 1), st.floats(0.01, 1))
def test_caution_never_bets_more_risk_and_never_gains(confidence: float, penalty: float, limit: float) -> None:
    wagers = np.arange(5, 1000, 7)
    x = wagers / 1000
    curve = WagerOutcomes(wagers, 0.5 + 0.4 * x, 0.5 - 0.45 * x - 0.02 * x * x)
    best = int(curve.equities(confidence).argmax())
    chosen = int(curve.risk_adjusted(confidence, Risk(penalty, limit)).argmax())
    assert curve.downside[chosen] <= max(min(limit, curve.downside[best]), 1e-12) + 1e-12
    assert curve.equities(confidence)[chosen] <= curve.equities(confidence)[best]


def test_negative_risk_is_refused() -> None:
    with pytest.raises(InputError, match="must "):
        Risk(-0.1)


def test_a_wager_is_priced_by_the_states_that_it_leads_to() -> None:
    players = _machine()
    row = row_of_position(parse_position("6200_4800_3000.1.2.345-2345-45-12345-5-0.c6r4.0.1d"))
    right, wrong = after_wagers(players.evaluator, row, 0, players.known, np.array([1000]))
    richer, poorer = row.copy(), row.copy()
    richer[0] += 1000
    poorer[0] -= 1000
    np.testing.assert_allclose(
        [right[0], wrong[0]], players.evaluator.own_chances(np.stack([richer, poorer]), 0, players.known), atol=1e-6
    )


@pytest.mark.parametrize("era", list(Era))
def test_ability_finds_the_levels_and_a_players_own_numbers(era: Era) -> None:
    assert ability_of(contestant(AVERAGE, era), era) == pytest.approx(0, abs=1e-9)
    assert ability_of(contestant(CHAMPION, era), era) == pytest.approx(1, abs=1e-9)
    assert 1.2 < ability_of(contestant(GRAND_CHAMPION, era), era) < 1.8
    crowd = load_population(era)
    result = [ability_of(of_ability(ability, era, crowd), era) for ability in (-1.0, 0.0, 1.0, 2.0)]
    assert result == sorted(result)
    assert abs(result[2] - result[1]) > 0.4
    assert ability_of(contestant_from_figures(0.75, 0.9, 0.75, 0.6, era), era) > ability_of(
        contestant_from_figures(0.5, 0.85, 0.6, 0.45, era), era
    )


def test_who_bets_well_must_be_named() -> None:
    other = contestant(AVERAGE)
    with pytest.raises(InputError, match="name a player only"):
        Players(Era.PAPER, Ties.SHARED, (other, other, other), EvaluatorRole.PERSON)
