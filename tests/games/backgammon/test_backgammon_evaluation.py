"""Evaluation: compiled code against NumPy, look-ahead against plain recursion, symmetry, and the shipped weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.backgammon.board import START, Boards, Position
from kibitz.games.backgammon.moves.sampling import random_position, random_reachable_position
from kibitz.games.backgammon.nets.inputs import N_INPUTS, position_inputs, shot_inputs
from kibitz.games.backgammon.nets.kernels import all_inputs
from kibitz.games.backgammon.nets.probabilities import (
    MONEY_WEIGHTS,
    Probabilities,
    opponent_weights,
    swap_sides,
    weighted_value,
)
from kibitz.games.backgammon.nets.static_evaluation import static_probabilities
from kibitz.games.backgammon.nets.weights import load_shipped_weights, load_weights, save_weights
from kibitz.games.backgammon.notation.xgid import Xgid, format_xgid, parse_xgid
from kibitz.games.backgammon.search.reference import look_ahead_reference
from kibitz.games.backgammon.search.searcher import PLY_BLEND, Searcher, shipped_searcher


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return shipped_searcher()


def sample(seed: int, n: int) -> Boards:
    rng = np.random.default_rng(seed)
    result = [random_reachable_position(rng, int(rng.integers(0, 60))) for _ in range(n // 6)]
    result += [random_position(rng) for _ in range(n - len(result))]
    return np.stack([position.to_array() for position in result])


def men(**points: int) -> tuple[int, ...]:
    counts = [0] * 25
    for name, n in points.items():
        counts[24 if name == "bar" else int(name[1:]) - 1] = n
    return tuple(counts)


def test_compiled_inputs_are_those_of_numpy() -> None:
    boards = sample(1, 300)
    x = np.empty((len(boards), N_INPUTS), dtype=np.float32)
    all_inputs(boards, x)
    assert np.abs(x - position_inputs(boards)).max() < 1e-5


def test_compiled_evaluation_is_that_of_numpy(searcher: Searcher) -> None:
    boards = sample(2, 300)
    assert np.abs(searcher.static(boards) - static_probabilities(boards, searcher.weights)).max() < 1e-5


def test_a_direct_six_away_shot_is_hit_by_seventeen_rolls() -> None:
    # A blot 6 pips ahead of one enemy man, nothing between: 11 with a six, 5-1, 4-2 (4 more), 3-3 and 2-2.
    own, other = np.array([men(p12=1)]), np.array([men(p19=1)])
    assert shot_inputs(own, other)[0, 0] * 36 == pytest.approx(17)
    # From the bar, 12 pips away, only 6-6, 4-4 and 3-3 reach it.
    assert shot_inputs(np.array([men(p12=1)]), np.array([men(bar=1)]))[0, 0] * 36 == pytest.approx(3)


def test_probabilities_are_possible_ones(searcher: Searcher) -> None:
    p = searcher.static(sample(3, 400))
    assert ((p >= 0) & (p <= 1)).all()
    assert (p[:, 1] <= p[:, 0] + 1e-6).all()
    assert (p[:, 2] <= p[:, 1]).all()
    assert (p[:, 3] <= 1 - p[:, 0] + 1e-6).all()
    assert (p[:, 4] <= p[:, 3]).all()


def test_finished_games_are_worth_what_they_paid(searcher: Searcher) -> None:
    none = (0,) * 25
    cases = {
        -1: Position(men(p1=3), none),
        -2: Position(men(p6=15), none),
        -3: Position(men(p6=14, p20=1), none),
        1: Position(none, men(p1=3)),
        3: Position(none, men(bar=1, p6=14)),
    }
    for points, position in cases.items():
        assert position.winner_points == points
        p = searcher.static(position.to_array()[None])[0]
        assert weighted_value(p) == pytest.approx(points)


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_swapping_the_colours_changes_the_sign_of_every_equity(seed: int) -> None:
    # The paper's section 5: exchange the sides and who is to move, and the score S becomes -S.
    position = random_position(np.random.default_rng(seed))
    weights = load_shipped_weights()

    def for_the_lower_player(text: str) -> float:
        xgid = parse_xgid(text)
        equity = Probabilities.from_array(static_probabilities(xgid.position.to_array()[None], weights)[0]).equity
        return equity * xgid.turn

    lower = for_the_lower_player(format_xgid(Xgid(position, turn=1)))
    upper = for_the_lower_player(format_xgid(Xgid(position, turn=-1)))
    assert lower == pytest.approx(-upper, abs=1e-6)


def test_readings_of_the_two_sides_add_up_to_nothing() -> None:
    p = np.array([[0.6, 0.2, 0.01, 0.15, 0.02]])
    for reading in (MONEY_WEIGHTS, np.array([2, 0.3, 0.1, -0.8, 0, -1])):
        assert weighted_value(p, reading) == pytest.approx(-weighted_value(swap_sides(p), opponent_weights(reading)))


@pytest.mark.slow
def test_one_ply_and_two_plies_are_those_of_plain_recursion(searcher: Searcher) -> None:
    full = Searcher(searcher.weights, keep=0)
    position = Position(men(p1=2, p6=1, p23=1), men(p1=2, p5=2, p21=1))
    board = position.to_array()[None]
    one = PLY_BLEND[0] * full.static(board)[0] + PLY_BLEND[1] * look_ahead_reference(position, 1, full.weights)
    assert full.probabilities(board, 1)[0] == pytest.approx(one, abs=1e-5)
    race = Position(men(p2=1, p1=1), men(p3=2))
    assert full.probabilities(race.to_array()[None], 2)[0] == pytest.approx(
        look_ahead_reference(race, 2, full.weights), abs=1e-5
    )


@pytest.mark.slow
def test_look_ahead_changes_nothing_where_the_table_is_exact(searcher: Searcher) -> None:
    board = Position(men(p3=2, p5=1), men(p4=2, p2=1)).to_array()[None]
    exact = searcher.static(board)
    assert searcher.probabilities(board, 2) == pytest.approx(exact, abs=1e-5)
    assert searcher.probabilities(board, 3) == pytest.approx(exact, abs=1e-5)


@pytest.mark.parametrize("plies", [0, *(pytest.param(plies, marks=pytest.mark.slow) for plies in (1, 2))])
def test_three_one_is_played_by_making_the_five_point_at_every_depth(searcher: Searcher, plies: int) -> None:
    ranked = searcher.rank(START, (3, 1), plies)
    assert ranked[0].after.opponent[4] == 2
    worths = [r.worth for r in ranked if r.plies == ranked[0].plies]
    assert worths == sorted(worths, reverse=True)
    assert len(ranked) == 16


def test_the_numpy_path_ranks_like_the_compiled_one(searcher: Searcher) -> None:
    plain = Searcher(searcher.weights, compiled=False)
    here, there = plain.rank(START, (4, 2)), searcher.rank(START, (4, 2))
    assert [r.after for r in here[:5]] == [r.after for r in there[:5]]
    assert [r.worth for r in here] == pytest.approx([r.worth for r in there], abs=1e-5)
    with pytest.raises(InputError, match="compiled"):
        plain.rank(START, (4, 2), plies=1)


def test_depths_beyond_three_are_refused(searcher: Searcher) -> None:
    with pytest.raises(InputError, match="plies"):
        searcher.rank(START, (3, 1), 4)


def test_weights_are_read_back_and_other_files_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    weights = load_shipped_weights()
    save_weights(path, weights)
    again = load_weights(path)
    boards = sample(5, 20)
    assert static_probabilities(boards, again) == pytest.approx(static_probabilities(boards, weights))
    path.write_bytes(b"nothing")
    with pytest.raises(InputError, match="must be a file of networks"):
        load_weights(path)
