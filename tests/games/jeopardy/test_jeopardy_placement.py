"""Where Daily Doubles hide: fitted frequencies, and Bayes as squares open."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.jeopardy.board import ALL_SQUARES, Square, column_of, square
from kibitz.games.jeopardy.play.placement import load_placement
from kibitz.games.jeopardy.show import Era


@pytest.mark.parametrize("era", list(Era))
def test_chances_before_anything_is_known_sum_to_the_number_hidden(era: Era) -> None:
    for round_ in (1, 2):
        assert load_placement(era).chances(round_).sum() == pytest.approx(round_)
    np.testing.assert_allclose(np.diag(load_placement(era).pairs), 0)


@given(st.integers(1, ALL_SQUARES), st.sampled_from(list(Era)), st.sampled_from([1, 2]))
def test_played_squares_are_ruled_out_and_the_rest_still_sum_up(mask: int, era: Era, round_: int) -> None:
    chances = load_placement(era).chances(round_, mask)
    closed = [i for i in range(30) if not mask >> i & 1]
    assert (chances[closed] == 0).all()
    assert chances.sum() == pytest.approx(round_) or chances.sum() == 0
    assert (chances <= 1 + 1e-9).all() or round_ == 2


def test_after_one_is_found_its_column_is_safe() -> None:
    result = square(4, 3)
    chances = load_placement().chances(2, ALL_SQUARES & ~(1 << result), (result,))
    assert chances.sum() == pytest.approx(1)
    assert all(chances[place] == 0 for place in range(30) if column_of(Square(place)) == 3)


def test_the_posterior_agrees_with_counting_sampled_boards() -> None:
    model, rng = load_placement(Era.PAPER), np.random.default_rng(3)
    boards = model.sample(rng, 2, 400_000)
    assert (boards[:, 0] % 6 != boards[:, 1] % 6).all()
    closed = [0, 1, 2, 3, 4, 5, 18, 19, 24, 22]
    mask = ALL_SQUARES & ~sum(1 << place for place in closed)
    fits = ~np.isin(boards, closed).any(axis=1)
    counted = np.bincount(boards[fits].ravel(), minlength=30) / fits.sum()
    np.testing.assert_allclose(model.chances(2, mask), counted, atol=5 * np.sqrt(0.1 / fits.sum()))


def test_the_one_of_round_1_follows_its_frequencies() -> None:
    model = load_placement()
    boards = model.sample(np.random.default_rng(4), 1, 100_000)
    counted = np.bincount(boards.ravel(), minlength=30) / len(boards)
    np.testing.assert_allclose(model.chances(1), counted, atol=0.005)


def test_nothing_hides_once_all_are_found() -> None:
    assert load_placement().chances(1, 1, (square(4, 1),)).sum() == 0


def test_impossible_questions_are_refused() -> None:
    with pytest.raises(InputError, match="has 1"):
        load_placement().chances(1, ALL_SQUARES, (square(1, 1), square(1, 2)))
    with pytest.raises(InputError, match="30 squares"):
        load_placement().chances(1, ALL_SQUARES + 1)
