"""A decision is one JSON line; what is written is read back, what is wrong is refused by name."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import (
    ChoiceGrid,
    ChoiceIndex,
    ChoiceList,
    Decision,
    DecisionId,
    EventId,
    GameId,
    InputError,
    PlayerId,
    Provenance,
    Unit,
    format_decision,
    parse_decision,
    read_decisions,
)

number = st.floats(allow_nan=False, allow_infinity=False, width=64)


@st.composite
def decisions(draw: st.DrawFn) -> Decision:
    n = draw(st.integers(1, 6))
    finite = draw(st.integers(0, n - 1))

    def values() -> tuple[float, ...]:
        drawn = draw(st.lists(st.one_of(number, st.just(-math.inf)), min_size=n, max_size=n))
        drawn[finite] = draw(number)
        return tuple(drawn)

    text = st.text(max_size=10)
    settings = draw(st.dictionaries(text, text, max_size=3))
    return Decision(
        utilities=values(),
        chosen=ChoiceIndex(draw(st.integers(0, n - 1))),
        unit=draw(st.sampled_from(Unit)),
        id=DecisionId(draw(text)),
        game=GameId(draw(text)),
        player=PlayerId(draw(text)),
        event=EventId(draw(text)),
        position=draw(text),
        choices=draw(st.sampled_from([None, ChoiceGrid(5, 5 + n - 1), ChoiceList(tuple("abcdef"[:n]))])),
        perceived=values() if draw(st.booleans()) else None,
        rating=draw(st.none() | number),
        weight=draw(st.floats(0, 1e6)),
        provenance=draw(
            st.none()
            | st.builds(
                Provenance, text, text, text, text, st.none() | st.integers(), st.just(tuple(sorted(settings.items())))
            )
        ),
    )


@given(decisions())
def test_what_is_written_is_read_back(decision: Decision) -> None:
    line = format_decision(decision)
    assert "\n" not in line
    assert parse_decision(line) == decision
    assert hash(parse_decision(line)) == hash(decision)


@given(decisions())
def test_the_loss_is_never_negative(decision: Decision) -> None:
    assert decision.loss >= 0


@given(
    st.text(max_size=60) | st.recursive(st.none() | st.floats() | st.text(max_size=5), lambda s: st.lists(s)).map(repr)
)
def test_any_line_is_read_or_refused_in_words(line: str) -> None:
    with pytest.raises(InputError):
        parse_decision(line)


def test_utilities_and_chosen_are_enough() -> None:
    decision = parse_decision('{"utilities": [0.2, "-inf", 1], "chosen": 0, "colour": "ignored"}')
    assert decision.loss == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ('{"chosen": 0}', "utilities"),
        ('{"utilities": [1]}', "chosen"),
        ('{"utilities": [], "chosen": 0}', "utilities"),
        ('{"utilities": [1, NaN], "chosen": 0}', "utilities"),
        ('{"utilities": [1, Infinity], "chosen": 0}', "utilities"),
        ('{"utilities": ["-inf"], "chosen": 0}', "utilities"),
        ('{"utilities": "12", "chosen": 0}', "utilities"),
        ('{"utilities": [1, true], "chosen": 0}', "utilities"),
        ('{"utilities": [1, 2], "chosen": 2}', "chosen"),
        ('{"utilities": [1, 2], "chosen": -1}', "chosen"),
        ('{"utilities": [1, 2], "chosen": true}', "chosen"),
        ('{"utilities": [1, 2], "chosen": 1.5}', "chosen"),
        ('{"utilities": [1, 2], "chosen": 1, "unit": "miles"}', "unit"),
        ('{"utilities": [1, 2], "chosen": 1, "weight": -1}', "weight"),
        ('{"utilities": [1, 2], "chosen": 1, "rating": "high"}', "rating"),
        ('{"utilities": [1, 2], "chosen": 1, "player": 7}', "player"),
        ('{"utilities": [1, 2], "chosen": 1, "choices": "a|b|c"}', "choices"),
        ('{"utilities": [1, 2], "chosen": 1, "perceived": [1]}', "perceived"),
        ('{"utilities": [1, 2], "chosen": 1, "provenance": []}', "provenance"),
        ('{"utilities": [1' + "0" * 400 + '], "chosen": 0}', "utilities"),
        ("[" * 100_000, "not a JSON object"),
    ],
)
def test_a_wrong_field_is_named(line: str, names: str) -> None:
    with pytest.raises(InputError, match=names):
        parse_decision(line)


def test_an_error_in_a_file_names_its_line() -> None:
    lines = ['{"utilities": [1], "chosen": 0}', "", "oops"]
    with pytest.raises(InputError, match="line 3"):
        list(read_decisions(lines))


def test_an_index_of_thousands_of_digits_is_refused_in_words() -> None:
    with pytest.raises(InputError, match="must be an index from 0 to 1"):
        Decision((0.1, 0.2), ChoiceIndex(10**5_000))
