"""A game against a level: orders, the tutor, the cube, and the end."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.games.backgammon.play.levels import LEVELS, level_player
from kibitz.games.backgammon.play.session import Session
from kibitz.games.backgammon.search.searcher import shipped_searcher


def session(seed: int, tutor: float | None = None) -> Session:
    return Session(level_player(shipped_searcher(), LEVELS[-1]), np.random.default_rng(seed), tutor)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_game_played_by_hints_comes_to_an_end(seed: int) -> None:
    game = session(seed)
    for _ in range(400):
        if game.over:
            break
        assert game.step(game.hint())
    assert game.over
    assert game.points != 0
    with pytest.raises(InputError, match="over"):
        game.step("roll")


def test_the_tutor_warns_before_a_costly_play_and_gives_way_when_it_is_repeated() -> None:
    for seed in range(200):
        game = session(seed, tutor=0.05)
        game.step("roll")
        if game.dice == (3, 1):
            before = game.position
            (warning,) = game.step("13/10 6/5")
            assert "costs" in warning
            assert game.position == before
            game.step("13/10 6/5")
            assert game.position != before
            return
    raise AssertionError("no seed rolled 31")


def test_orders_out_of_turn_are_refused_and_change_nothing() -> None:
    game = session(1)
    for wrong in ("8/5 6/5", "take", "nonsense"):
        with pytest.raises(InputError):
            game.step(wrong)
    assert game.asked == "roll"
    assert game.log == []
