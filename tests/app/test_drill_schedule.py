"""The schedule of drills: FSRS from the history of answers, days in a row, and reminders for a calendar."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.app.drill_schedule import (
    DAY_S,
    MAX_INTERVAL_DAYS,
    Review,
    count_days_in_row,
    count_known,
    make_calendar,
    next_due,
)
from kibitz.app.drills import DRILLS

START = datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()


def known_when_due(count: int) -> list[float]:
    """Intervals in days of a position that is known each time it is due."""
    reviews, at, result = [], START, []
    for _ in range(count):
        reviews.append(Review(at, "best"))
        due = next_due(reviews)
        result.append((due - at) / DAY_S)
        at = due
    return result


def test_intervals_grow_up_to_a_year_while_a_position_is_known() -> None:
    intervals = known_when_due(8)
    assert intervals == sorted(intervals)
    assert intervals[0] == pytest.approx(2, abs=1)
    assert intervals[-1] == MAX_INTERVAL_DAYS


def test_intervals_are_those_that_fsrs_publishes_for_its_default_parameters() -> None:
    """py-fsrs 6 with its default weights: Good at every due date gives 2 and 11 days first."""
    assert known_when_due(2) == pytest.approx([2, 11])


def test_a_miss_returns_in_ten_minutes_and_shortens_the_next_interval() -> None:
    good = [Review(START, "best"), Review(START + 2 * DAY_S, "fine")]
    missed = [*good, Review(START + 13 * DAY_S, "mistake")]
    assert next_due(missed) - missed[-1].at == 600
    again = [*missed, Review(missed[-1].at + 600, "best")]
    assert next_due(again) - again[-1].at < next_due(good) - good[-1].at
    assert (count_known(good), count_known(missed), count_known(again)) == (2, 0, 1)


@given(st.lists(st.tuples(st.floats(0, 4e8), st.sampled_from(["best", "fine", "inaccuracy", "blunder"])), min_size=1))
def test_a_position_is_due_after_its_last_answer_whatever_the_order_of_rows(rows: list[tuple[float, str]]) -> None:
    reviews = [Review(START + at, grade) for at, grade in rows]
    due = next_due(reviews)
    assert max(each.at for each in reviews) < due <= max(each.at for each in reviews) + (MAX_INTERVAL_DAYS + 1) * DAY_S


def test_days_in_a_row_end_today_or_yesterday() -> None:
    noon = time.mktime((2026, 3, 10, 12, 0, 0, 0, 0, -1))
    days = [noon - n * DAY_S for n in range(3)]
    assert count_days_in_row(days, noon) == 3
    assert count_days_in_row(days, noon + DAY_S) == 3
    assert count_days_in_row(days, noon + 2 * DAY_S) == 0
    assert count_days_in_row([], noon) == 0
    assert count_days_in_row([days[0], days[2]], noon) == 1


def test_a_calendar_has_a_reminder_for_each_day_with_what_was_due_before_today() -> None:
    due = [("Final Jeopardy", START - 9 * DAY_S), ("Cube action", START), ("Final Jeopardy", START + 3 * DAY_S)]
    text = make_calendar(due, START, "http://127.0.0.1:8642/drill")
    lines = text.split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    assert [line for line in lines if line.startswith("SUMMARY")] == [
        "SUMMARY:kibitz: 2 positions due",
        "SUMMARY:kibitz: 1 position due",
    ]
    assert "DESCRIPTION:Cube action 1\\, Final Jeopardy 1" in lines
    assert all(len(line.encode()) <= 75 for line in lines)
    assert make_calendar([], START, "x").count("BEGIN:VEVENT") == 0


def test_choices_are_named_as_on_the_board_and_as_money() -> None:
    assert DRILLS["final"].name_choice("5000") == "$5,000"
    assert DRILLS["daily-double"].name_choice("5000") == "$5,000"
    assert DRILLS["square"].name_choice("c2r4") == "column 2, row 4"
    assert DRILLS["vote"].name_choice("P1") == "P1"


def test_the_squares_of_a_drill_are_those_that_may_be_chosen() -> None:
    from random import Random

    drill = DRILLS["square"]
    held = drill.draw(Random(5))
    assert drill.board is not None
    pressed = [each.order for row in drill.board(held).rows for each in row if each.order]
    assert sorted(pressed) == sorted(drill.choice_buttons(held))
    assert "pips" in DRILLS["cube"].words({"position": "4HPwATDgc/ABMA"})
