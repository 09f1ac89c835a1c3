"""The parlour games by name."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.games.parlour.catalogue import GAMES, NAMES, find_game

FINALS = ("final-5-3", "final-3-5", "final-7-4", "final-4-3")


@pytest.mark.parametrize("name", [*GAMES, *FINALS])
def test_every_game_answers_to_its_name(name: str) -> None:
    game = find_game(name)
    assert game.name == name
    assert game.title
    assert game.kinds
    assert game.domain.names


@pytest.mark.parametrize("name", [*GAMES, *FINALS])
def test_every_corrected_list_loses_nothing_at_random_points(name: str) -> None:
    game = find_game(name)
    points = game.domain.sample(np.random.default_rng(7), 40 if name == "kuhn" else 4_000)
    for edition, lists in game.lists().items():
        losses = game.check_losses(lists, points)
        assert set(losses) == set(game.roles)
        worst = max(column.max() for column in losses.values())
        assert worst >= 0
        if edition == "corrected":
            assert worst < 1e-9


@pytest.mark.parametrize("name", ["", "final", "final-5", "final-5-x", "chess", "final-999-3", "x" * 500])
def test_an_unknown_name_is_answered_with_the_names(name: str) -> None:
    with pytest.raises(InputError) as caught:
        find_game(name)
    assert "final-X-Y" in str(caught.value) or "scores" in str(caught.value)
    assert len(str(caught.value)) < 300
    assert "final-X-Y" in NAMES
