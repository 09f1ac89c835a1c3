"""The kept figures of learning: what must be shown of every game."""

from __future__ import annotations

import pytest
from results import load_result

FIGURES = load_result("rules_learning")["figures"]
MOST = {
    "two-by-two": (5, 2),
    "two-by-two-zero-sum": (5, 2),
    "penalty": (5, 2),
    "diagonal": (3, 1),
    "hawk-dove": (2, 1),
    "battle-of-the-sexes": (3, 1),
    "inspection": (3, 1),
    "tullock": (3, 1),
    "relance-4": (4, 1),
    "relance-5": (4, 1),
    "relance-6": (5, 1),
    "final-5-3": (2, 1),
    "final-7-4": (1, 0),
    "final-10-6": (1, 0),
    "final-5-4": (1, 0),
    "final-4-3": (3, 1),
    "weakest-link": (2, 1),
    "weakest-link-p1-bank": (2, 1),
}


@pytest.mark.parametrize("name", MOST)
def test_the_lists_learnt_lose_nothing_and_are_as_short_as_they_must_be(name: str) -> None:
    result = FIGURES[name]
    assert set(result["epsilons"]) == {0.0}
    assert max(result["depths"]) <= MOST[name][0]
    assert max(result["widths"]) <= MOST[name][1]
    assert result["seconds_a_role"] < 120


def test_kuhn_lists_are_learnt_without_a_gap_and_proved_for_every_deck() -> None:
    assert FIGURES["kuhn"]["worst_gap"] == 0
    assert FIGURES["kuhn"]["proved_for_every_deck"] == 0
    assert FIGURES["kuhn"]["depths"] == [5, 3, 3, 5]
