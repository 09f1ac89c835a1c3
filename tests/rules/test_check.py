"""Checks: worst and mean loss where they can be worked out by hand, and what is left unsaid is counted."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kibitz.core import InputError
from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.domain import parse_domain
from kibitz.rules.language.expression import parse_expression
from kibitz.rules.language.notation import parse_list
from kibitz.rules.losses import LossCheck, MeasuredOn, check_exactly, check_on_grid, check_on_sample, default_grid

UMBRELLA = PolynomialGame(
    "umbrella",
    "Take an umbrella?",
    ("walker",),
    parse_domain("rain in [0, 1]"),
    Objective.PAYOFF,
    ("take", "leave"),
    ("weather",),
    ((parse_expression("-1/4"),), (parse_expression("-rain"),)),
)
RIGHT = parse_list("for: walker\nif rain >= 1/4: take\nelse: leave")
NEVER = parse_list("for: walker\nelse: leave")
UNDEFINED = parse_list("for: walker\nif 1/(rain - 1) > 0: take\nelse: leave")


def test_a_list_that_is_right_everywhere_loses_nothing() -> None:
    for check in (check_on_grid(UMBRELLA, [RIGHT]), check_on_sample(UMBRELLA, [RIGHT], seed=1)):
        loss = check.for_role("walker")
        assert (loss.worst, loss.mean, loss.p95, loss.undefined) == (0, 0, 0, 0)
        assert loss.worst_point == ()


def test_worst_and_mean_loss_are_found_where_they_can_be_worked_out() -> None:
    # Never taking it loses max(rain - 1/4, 0): worst 3/4 at certain rain, mean 9/32, squares' mean 9/64.
    grid = check_on_grid(UMBRELLA, [NEVER], k=1_001).for_role("walker")
    assert grid.worst == pytest.approx(0.75)
    assert dict(grid.worst_point) == {"rain": 1.0}
    assert grid.mean == pytest.approx(9 / 32, abs=1e-3)
    assert grid.mean_se is None
    sample = check_on_sample(UMBRELLA, [NEVER], seed=3, n=40_000).for_role("walker")
    assert sample.mean_se == pytest.approx(((9 / 64 - (9 / 32) ** 2) / 40_000) ** 0.5, rel=0.02)
    assert abs(sample.mean - 9 / 32) < 4 * sample.mean_se
    assert sample.p95 == pytest.approx(0.70, abs=0.01)


def test_exact_points_give_exact_losses() -> None:
    check = check_exactly(UMBRELLA, [NEVER], UMBRELLA.domain.exact_grid(5))
    loss = check.for_role("walker")
    assert check.how is MeasuredOn.POINTS
    assert (loss.worst, loss.mean) == (Fraction(3, 4), Fraction(3, 10))
    assert dict(loss.worst_point) == {"rain": 1}


def test_points_without_an_answer_are_counted_and_shown() -> None:
    loss = check_on_grid(UMBRELLA, [UNDEFINED], k=11).for_role("walker")
    assert loss.undefined == 1
    assert dict(loss.undefined_point) == {"rain": 1.0}
    assert loss.worst == pytest.approx(0.65)
    assert check_exactly(UMBRELLA, [UNDEFINED], UMBRELLA.domain.exact_grid(11)).for_role("walker").undefined == 1
    assert dict(loss.undefined_point) == {"rain": 1.0}


def test_a_list_without_any_answer_is_refused() -> None:
    nowhere = parse_list("for: walker\nelse: take with 2, otherwise leave")
    for check in (
        lambda: check_on_grid(UMBRELLA, [nowhere], 5),
        lambda: check_exactly(UMBRELLA, [nowhere], UMBRELLA.domain.exact_grid(5)),
    ):
        with pytest.raises(InputError, match="walker: the list has an answer at none of the 5 points"):
            check()


def test_the_same_seed_gives_the_same_check() -> None:
    assert check_on_sample(UMBRELLA, [NEVER], 7, 500) == check_on_sample(UMBRELLA, [NEVER], 7, 500)
    assert check_on_sample(UMBRELLA, [NEVER], 7, 500) != check_on_sample(UMBRELLA, [NEVER], 8, 500)


def test_a_check_in_many_chunks_is_the_check_of_all_points(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = check_on_sample(UMBRELLA, [NEVER], 7, 1_000)
    monkeypatch.setattr("kibitz.rules.losses.POINTS_PER_CHUNK", 7)
    assert check_on_sample(UMBRELLA, [NEVER], 7, 1_000) == whole


def test_a_proved_bound_is_carried_and_a_refuted_one_is_an_error() -> None:
    check: LossCheck = check_on_grid(UMBRELLA, [NEVER], 101)
    assert check.with_bounds({"walker": Fraction(3, 4)}).for_role("walker").certified == Fraction(3, 4)
    assert check.with_bounds({"walker": Fraction(3, 4)}).losses[0].certified == 0.75
    with pytest.raises(ArithmeticError, match="above the proved bound"):
        check.with_bounds({"walker": Fraction(1, 2)})


def test_the_usual_grid_has_about_fifty_thousand_points_whatever_the_dimension() -> None:
    for d in (1, 2, 3, 5, 8):
        domain = parse_domain(", ".join(f"p{i} in [0, 1]" for i in range(d)))
        assert 10_000 <= default_grid(domain) ** d <= 100_000


def test_roles_that_were_not_checked_are_named() -> None:
    with pytest.raises(InputError, match="role 'runner' was not checked, only walker"):
        check_on_grid(UMBRELLA, [RIGHT], 5).for_role("runner")
    with pytest.raises(InputError, match="from 2 up"):
        check_on_sample(UMBRELLA, [RIGHT], 1, 1)
