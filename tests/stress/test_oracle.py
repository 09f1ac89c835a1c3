"""Right or refused: legal requests with the smallest and the largest of every field give answers that keep the laws of
their kind, or one sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import oracle
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.app.ask import answer_question
from kibitz.app.catalogue import ENTRIES, request_type
from kibitz.app.request_parsing import example_arguments, parse_request, to_json
from kibitz.core.errors import InputError
from kibitz.core.question import Cost

PATHS = [entry.path for entry in ENTRIES]
CHANCE = st.integers(0, 20).map(lambda k: f"{k}/20")


def is_instant(path: str) -> bool:
    kind = request_type(path)
    return parse_request(kind, example_arguments(kind)).cost() is Cost.INSTANT


@pytest.mark.parametrize("path", [path for path in PATHS if is_instant(path)])
def test_some_extreme_requests_are_answered_by_the_laws_or_refused(path: str) -> None:
    outcomes, problems = oracle.examine(path, 0, 0.1)
    assert problems == []
    assert outcomes["answered"]


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in PATHS if is_instant(path)])
def test_more_extreme_requests_are_answered_by_the_laws_or_refused(path: str) -> None:
    assert oracle.examine(path, 20, 1.0)[1] == []


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"a": [{"win_chance": 1.5}]}, "no chance"),
        ({"p_win": float("nan")}, "is nan"),
        (
            {
                "choice": "a",
                "worth": 0.5,
                "unit": "win",
                "options": 2,
                "best": [{"worth": 0.5, "loss": 0.0}, {"worth": 0.6, "loss": -0.1}],
            },
            "losses",
        ),
    ],
)
def test_the_oracle_notices_a_broken_law(value: object, said: str) -> None:
    assert said in " ".join(oracle.broken_laws(value))


@settings(max_examples=8)
@given(CHANCE, CHANCE, CHANCE, CHANCE)
def test_a_vote_with_both_players_exchanged_is_the_other_vote(p1: str, p2: str, y1: str, y2: str) -> None:
    one = answer_question("parlour.vote", {"p1": p1, "p2": p2, "y1": y1, "y2": y2})
    two = answer_question("parlour.vote", {"p1": p2, "p2": p1, "y1": y2, "y2": y1})
    assert one.payoffs["P1"] == pytest.approx(two.payoffs["P2"])  # type: ignore[attr-defined]
    assert one.payoffs["P2"] == pytest.approx(two.payoffs["P1"])  # type: ignore[attr-defined]


@settings(max_examples=8)
@given(st.integers(0, 8), st.integers(0, 8), CHANCE, CHANCE)
def test_the_two_seats_of_a_small_final_share_one_win(first: int, second: int, p: str, q: str) -> None:
    one = answer_question("parlour.final", {"scores": [first, second], "p": [p, q], "me": 1})
    two = answer_question("parlour.final", {"scores": [second, first], "p": [q, p], "me": 2})
    assert one.win_chance + two.win_chance == pytest.approx(1, abs=1e-9)  # type: ignore[attr-defined]


@settings(max_examples=5)
@given(st.lists(st.integers(0, 30), min_size=3, max_size=3), st.floats(0, 1), st.floats(0, 1))
def test_more_confidence_and_exchanged_rivals_change_a_final_as_they_must(
    hundreds: list[int], low: float, high: float
) -> None:
    scores = [100 * each for each in hundreds]
    low, high = sorted((round(low, 3), round(high, 3)))
    try:
        values = [
            answer_question("jeopardy.final", {"scores": s, "me": 1, "confidence": c}).counsel.worth  # type: ignore[attr-defined]
            for s, c in ((scores, low), (scores, high), ([scores[0], scores[2], scores[1]], low))
        ]
    except InputError:
        return
    assert values[0] <= values[1] + 1e-9
    assert values[0] == pytest.approx(values[2], abs=1e-9)


@settings(max_examples=8)
@given(st.lists(st.lists(st.integers(-9, 9), min_size=2, max_size=2), min_size=2, max_size=3))
def test_the_value_of_a_game_lies_between_its_payoffs_and_changes_its_sign_with_the_seats(
    rows: list[list[int]],
) -> None:
    def value(table: list[list[int]]) -> float:
        return float(answer_question("theory.solve", {"text": str(table)}).value)  # type: ignore[attr-defined]

    there = value(rows)
    assert min(map(min, rows)) - 1e-9 <= there <= max(map(max, rows)) + 1e-9
    assert value([[-row[k] for row in rows] for k in range(2)]) == pytest.approx(-there, abs=1e-9)


def test_a_position_of_backgammon_seen_from_the_other_side_has_the_same_chances() -> None:
    board = "-a-B--C-dE---d-e----A----B-"[:26]
    figures = [
        list(numbers(json.loads(to_json(answer_question("backgammon.evaluate", {"position": position}), whole=True))))
        for position in (f"XGID={board}:0:0:1:00:0:0:0:0:10", f"XGID={board[::-1].swapcase()}:0:0:-1:00:0:0:0:0:10")
    ]
    assert figures[0] == figures[1] != []


def numbers(value: Any) -> Iterator[float]:
    """All fractions in an answer."""
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from numbers(each)
