"""Final Jeopardy as a game with parameters: the same bets and losses as the cards and the wager question give."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.games.jeopardy.final.card import list_wager, load_shipped_list
from kibitz.games.jeopardy.final.card_rules import load_shipped_loss
from kibitz.games.jeopardy.final.equities import FinalPosition, final_advice, final_model
from kibitz.games.jeopardy.final.parametrized_game import final_family
from kibitz.games.jeopardy.show import Era
from kibitz.rules.games.game import strategies_at
from kibitz.rules.language.notation import parse_list

POINT = {"A": Fraction(20_000), "B": Fraction(13_300), "C": Fraction(6_500)}


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_shipped_list_loses_what_the_price_of_its_wager_says(place: int) -> None:
    family = final_family(2015, "abc"[place])
    lists = family.lists()["learnt"]
    values = final_advice(
        FinalPosition((20_000, 13_300, 6_500), place, Era.RECENT.ties), final_model(place, era=Era.RECENT)
    ).equities.values
    expected = values.max() - values[list_wager(load_shipped_list(Era.RECENT, place), (20_000, 13_300, 6_500), place)]
    assert family.losses(strategies_at(lists, POINT), POINT) == pytest.approx({"ABC"[place]: float(expected)})
    points = np.array([[20_000.0, 13_300, 6_500], [15_000, 9_000, 200]])
    assert family.check_losses(lists, points)["ABC"[place]][0] == pytest.approx(float(expected))
    assert family.instance(POINT).payoffs.shape == (1, (20_000, 13_300, 6_500)[place] + 1)


def test_the_card_tells_the_loss_that_ships_with_the_list() -> None:
    family = final_family(2015, "b")
    check = family.card_check()
    known = load_shipped_loss(Era.RECENT, 1)
    assert (check.n, check.for_role("B").worst, check.for_role("B").mean) == (known.n, known.worst, known.mean)
    # The worst position on the card is the one tried here; its loss is told in the status of the cards.
    worst = dict(zip("ABC", map(Fraction, known.worst_scores), strict=True))
    assert family.losses(strategies_at(family.lists()["learnt"], worst), worst)["B"] == pytest.approx(
        known.worst, abs=1e-6
    )
    assert family.card().sections[0].heading.startswith("B")


def test_bets_are_told_in_dollars_and_cut_to_what_is_legal() -> None:
    family = final_family(1996, "c")
    assert family.in_words("C", "everything", POINT) == "everything is $6,500 of C's $6,500"
    assert family.in_words("C", "A - C", POINT) == "A - C is $6,500 of C's $6,500"
    assert family.in_words("C", "C - A", POINT) == "C - A is $0 of C's $6,500"


def test_lists_and_points_that_do_not_fit_are_refused() -> None:
    family = final_family(2015, "b")
    with pytest.raises(InputError, match="A <= 2\\*B"):
        family.losses({"B": {"nothing": Fraction(1)}}, POINT | {"A": Fraction(30_000)})
    with pytest.raises(InputError, match="whole number"):
        family.losses({"B": {"nothing": Fraction(1)}}, POINT | {"A": Fraction(1, 2)})
    with pytest.raises(InputError, match="role 'C'"):
        family.losses({"C": {"nothing": Fraction(1)}}, POINT)
    with pytest.raises(InputError, match="choose one place"):
        final_family(2015).instance(POINT)
    undefined = (parse_list("for: B\nif A/(B - B) > 1: nothing\nelse: everything\n"),)
    assert np.isnan(family.check_losses(undefined, np.array([[20_000.0, 13_300, 6_500]]))["B"]).all()
