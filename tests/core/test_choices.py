"""Choice sets are sequences of labels with a notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import ChoiceGrid, ChoiceList, InputError, format_choices, parse_choices

labels = st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=8, unique=True).map(tuple)
grids = st.builds(
    lambda first, steps, step: ChoiceGrid(first, first + steps * step, step),
    st.integers(-50_000, 50_000),
    st.integers(0, 400),
    st.integers(1, 500),
)


@given(st.one_of(labels.map(ChoiceList), grids))
def test_what_is_formatted_is_read_back(choices: ChoiceList | ChoiceGrid) -> None:
    assert parse_choices(format_choices(choices)) == choices


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    try:
        choices = parse_choices(text)
    except InputError:
        return
    assert parse_choices(format_choices(choices)) == choices


@given(st.one_of(labels.map(ChoiceList), grids))
def test_every_label_is_found_where_it_stands(choices: ChoiceList | ChoiceGrid) -> None:
    assert len(list(choices)) == len(choices)
    assert all(choices.index(label) == i and choices[i] == label for i, label in enumerate(choices))


def test_an_option_that_looks_like_a_grid_stays_an_option() -> None:
    assert parse_choices(format_choices(ChoiceList(("0..5",)))) == ChoiceList(("0..5",))


@pytest.mark.parametrize(
    "text", ["", "|", "a|a", "5..3", "0..10/3", "0..99999999999", "a||b"], ids=lambda text: text or "empty"
)
def test_choices_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_choices(text)


def test_a_wager_off_the_grid_is_named_in_the_error() -> None:
    with pytest.raises(InputError, match="150 is not one of the 11 numbers"):
        ChoiceGrid(0, 1000, 100).index(150)
