"""From equities to advice to judgement."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import (
    Advice,
    ChoiceGrid,
    ChoiceIndex,
    ChoiceList,
    Equities,
    Grade,
    InputError,
    PlayerId,
    Provenance,
    Thresholds,
    Unit,
    judge,
)

EXACT = Provenance("exact")
ME = PlayerId("me")

values = st.lists(st.floats(-10, 10, allow_nan=False), min_size=1, max_size=30)


def equities(numbers: list[float], unit: Unit = Unit.WIN, errors: list[float] | None = None) -> Equities:
    choices = ChoiceGrid(0, len(numbers) - 1)
    return Equities(choices, np.array(numbers), unit, ME, EXACT, None if errors is None else np.array(errors))


@given(values)
def test_losses_are_never_negative_and_the_best_loses_nothing(numbers: list[float]) -> None:
    advice = Advice(equities(numbers))
    assert (advice.losses >= 0).all()
    assert advice.losses[advice.best] == 0
    assert list(np.diff(advice.losses[advice.ranking]) >= 0) == [True] * (len(numbers) - 1)


@given(values, st.floats(0, 3))
def test_the_plateau_is_an_unbroken_run_of_good_choices_around_the_best(numbers: list[float], tolerance: float) -> None:
    advice = Advice(equities(numbers), tolerance)
    first, last = advice.plateau
    assert first <= advice.best <= last
    assert advice.good[first : last + 1].all()
    assert first == 0 or not advice.good[first - 1]
    assert last == len(numbers) - 1 or not advice.good[last + 1]


@given(values)
def test_equal_equities_are_equal_and_hash_alike(numbers: list[float]) -> None:
    assert equities(numbers) == equities(list(numbers))
    assert hash(equities(numbers)) == hash(equities(list(numbers)))
    assert equities(numbers) != equities([number + 1 for number in numbers])


def test_equities_keep_a_copy_that_nobody_can_change() -> None:
    source = np.array([0.1, 0.2])
    stored = Equities(ChoiceGrid(0, 1), source, Unit.WIN, ME, EXACT)
    source[0] = 9
    assert stored["0"] == 0.1
    with pytest.raises(ValueError, match="read-only"):
        stored.values[0] = 9


@pytest.mark.parametrize(
    ("numbers", "errors"),
    [([float("nan"), 1], None), ([float("inf"), 1], None), ([-np.inf, -np.inf], None), ([1, 2], [0.1]), ([1], [-0.1])],
)
def test_equities_that_make_no_sense_are_refused(numbers: list[float], errors: list[float] | None) -> None:
    with pytest.raises(InputError, match=r"equities:"):
        equities(numbers, errors=errors)


def test_as_many_values_as_choices_are_needed() -> None:
    with pytest.raises(InputError, match="2 choices but 3 values"):
        Equities(ChoiceGrid(0, 1), np.array([1.0, 2, 3]), Unit.WIN, ME, EXACT)


def test_sampled_equities_within_their_error_bars_count_as_good() -> None:
    exact = Advice(equities([0.50, 0.49]))
    sampled = Advice(equities([0.50, 0.49], errors=[0.01, 0.01]))
    assert exact.good.tolist() == [True, False]
    assert sampled.good.tolist() == [True, True]


def test_a_choice_inside_the_mix_is_best_whatever_its_equity() -> None:
    advice = Advice(equities([0.3, 0.5, 0.5]), mix=np.array([0.2, 0.8, 0.0]))
    assert advice.best == 1
    assert judge(advice, ChoiceIndex(0)).grade is Grade.BEST


@pytest.mark.parametrize("mix", [[0.5, 0.6], [-0.1, 1.1], [1.0]])
def test_a_mix_that_is_no_distribution_is_refused(mix: list[float]) -> None:
    with pytest.raises(InputError, match="mix"):
        Advice(equities([0.1, 0.2]), mix=np.array(mix))


@pytest.mark.parametrize(
    ("loss", "grade"),
    [(0.0, Grade.BEST), (0.049, Grade.FINE), (0.05, Grade.INACCURACY), (0.1, Grade.MISTAKE), (0.15, Grade.BLUNDER)],
)
def test_grades_follow_the_win_chance_given_up(loss: float, grade: Grade) -> None:
    advice = Advice(equities([0.0, -loss]))
    assert judge(advice, ChoiceIndex(1)).grade is grade


def test_an_unplayable_choice_is_a_blunder() -> None:
    assert judge(Advice(equities([0.0, -np.inf])), ChoiceIndex(1)).grade is Grade.BLUNDER


def test_a_unit_without_conventions_needs_thresholds() -> None:
    advice = Advice(equities([1.0, 0.0], unit=Unit.POINTS))
    with pytest.raises(InputError, match="thresholds: there are none"):
        judge(advice, ChoiceIndex(1))
    assert judge(advice, ChoiceIndex(1), Thresholds(0.5, 2, 4)).grade is Grade.INACCURACY
    assert str(judge(advice, ChoiceIndex(1), Thresholds(0.5, 2, 4))) == "inaccuracy ?! (costs 1.0 points)"


def test_advice_as_json_ranks_the_choices() -> None:
    choices = ChoiceList(("hit", "stand"))
    advice = Advice(Equities(choices, np.array([-np.inf, 0.25]), Unit.WIN, ME, EXACT))
    record = advice.to_json()
    assert record["best"] == "stand"
    assert [row["choice"] for row in record["ranked"]] == ["stand", "hit"]
    assert record["ranked"][1]["equity"] is None


@pytest.mark.parametrize(("errors", "good"), [(1.5, True), (1.99, True), (2.01, False), (3.0, False)])
def test_sampled_choices_are_equal_up_to_two_standard_errors_of_their_difference(errors: float, good: bool) -> None:
    """Standard errors 0.03 and 0.04 give 0.05 for the difference."""
    advice = Advice(equities([0.50, 0.50 - 0.05 * errors], errors=[0.03, 0.04]))
    assert advice.good.tolist() == [True, good]
