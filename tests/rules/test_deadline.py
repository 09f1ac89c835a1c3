"""A search that takes too long ends with what it has."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kibitz.app.rule_questions.game_families import find_game
from kibitz.core import InputError
from kibitz.rules.deadline import Deadline, DeadlineExceeded
from kibitz.rules.learning.lists import learn


def test_a_deadline_passes_and_no_deadline_never_does() -> None:
    Deadline().check()
    Deadline(60).check()
    with pytest.raises(DeadlineExceeded):
        Deadline(1, start=-10).check()


def test_learning_that_runs_out_of_time_says_so_in_words() -> None:
    with pytest.raises(InputError, match=r"no list was found for player 1 in 1e-09 seconds"):
        learn(find_game("final-5-4"), seconds=1e-9)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_limit_that_is_no_time_is_refused(seconds: float) -> None:
    with pytest.raises(InputError, match="seconds"):
        learn(find_game("final-5-3"), seconds=seconds)


def test_what_is_found_in_time_does_not_depend_on_the_limit() -> None:
    game = find_game("weakest-link")
    assert learn(game, seconds=1_000).lists == learn(game).lists
    assert learn(game, seconds=1_000).implementation == (2, 1, Fraction(0))
