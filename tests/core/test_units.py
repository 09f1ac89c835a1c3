"""Amounts are written as people of each game write them."""

from __future__ import annotations

import pytest

from kibitz.core import Unit, format_amount, format_chance, format_loss, format_money


@pytest.mark.parametrize(
    ("dollars", "text"), [(12400, "$12,400"), (0, "$0"), (-200, "−$200"), (0.5, "$0.50"), (10**9, "$1,000,000,000")]
)
def test_money_has_thousands_separators_and_a_true_minus(dollars: float, text: str) -> None:
    assert format_money(dollars) == text


def test_chances_are_percentages_with_one_decimal() -> None:
    assert format_chance(0.4361) == "43.6 %"


@pytest.mark.parametrize(
    ("loss", "unit", "text"),
    [
        (0.0, Unit.WIN, "0"),
        (0.0132, Unit.WIN, "1.3 points"),
        (0.0001, Unit.WIN, "0.010 points"),
        (0.00049, Unit.WIN, "0.049 points"),
        (0.0005, Unit.WIN, "0.1 points"),
        (0.00343, Unit.WIN, "0.3 points"),
        (0.004, Unit.WIN, "0.4 points"),
        (0.0213, Unit.EQUITY, "0.021"),
        (1500, Unit.DOLLARS, "$1,500"),
        (0.25, Unit.PAWNS, "0.25"),
        (2.04, Unit.POINTS, "2.0 points"),
        (0.5, Unit.PAYOFF, "0.5000"),
    ],
)
def test_losses_are_never_negative(loss: float, unit: Unit, text: str) -> None:
    assert format_loss(loss, unit) == text


@pytest.mark.parametrize("unit", Unit)
def test_every_unit_can_be_written(unit: Unit) -> None:
    assert format_amount(0.25, unit)
    assert format_amount(float("-inf"), unit) == "never"
    assert "-" not in format_amount(-0.25, unit)
