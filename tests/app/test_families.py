"""Games with parameters by name, of whatever game they come."""

from __future__ import annotations

import re

import numpy as np
import pytest

from kibitz.app.rule_questions.game_families import FAMILIES, NAMES, find_game
from kibitz.core import InputError
from kibitz.rules.games.game import MeasuredFamily

PARLOUR = (
    "two-by-two",
    "two-by-two-zero-sum",
    "kuhn",
    "weakest-link",
    "final-5-3",
    "final-3-5",
    "final-7-4",
    "final-4-3",
)
WRONG_AS_PRINTED = ("weakest-link", "kuhn")
JEOPARDY = ("jeopardy-final-1996", "jeopardy-final-2015", "jeopardy-final-1996-a", "jeopardy-final-2015-c")


@pytest.mark.parametrize("name", [*PARLOUR, *JEOPARDY])
def test_every_game_answers_to_its_name(name: str) -> None:
    game = find_game(name)
    assert game.name == name
    assert game.title
    assert game.kinds
    assert game.domain.names
    assert isinstance(game, MeasuredFamily) == name.startswith("jeopardy")


def test_no_name_belongs_to_two_families() -> None:
    for name in (*PARLOUR, *JEOPARDY):
        assert sum(bool(re.fullmatch(family.pattern, name)) for family in FAMILIES) == 1


@pytest.mark.parametrize("name", PARLOUR)
def test_corrected_lists_lose_nothing_at_random_points_and_wrong_ones_do(name: str) -> None:
    game = find_game(name)
    points = game.domain.sample(np.random.default_rng(7), 40 if name == "kuhn" else 4_000)
    for edition, lists in game.lists().items():
        losses = game.check_losses(lists, points)
        assert set(losses) == set(game.roles)
        worst = max(column.max() for column in losses.values())
        assert (worst > 1e-9) == (edition == "published" and name in WRONG_AS_PRINTED)


@pytest.mark.parametrize("name", ["", "final", "final-5", "final-5-x", "chess", "x" * 500])
def test_an_unknown_name_is_answered_with_the_names(name: str) -> None:
    with pytest.raises(InputError) as caught:
        find_game(name)
    assert all(known in str(caught.value) for known in NAMES)
    assert len(str(caught.value)) < 300


def test_scores_out_of_range_are_answered_with_the_range() -> None:
    with pytest.raises(InputError, match="scores: must be whole numbers from 0 to 200, not 999"):
        find_game("final-999-3")


def test_a_year_before_the_show_is_refused_and_any_other_picks_its_era() -> None:
    with pytest.raises(InputError, match="a year from 1984 on"):
        find_game("jeopardy-final-1905-a")
    assert find_game("jeopardy-final-2005-a").title == find_game("jeopardy-final-1996-a").title
