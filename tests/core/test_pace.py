"""The pace of long work: figures not too often nor at much cost, and the time left as people say it."""

from __future__ import annotations

import pytest

from kibitz.core.work import (
    MAX_PARTIAL_TIME_SHARE,
    MIN_PARTIAL_INTERVAL_S,
    PartialThrottle,
    TimeEstimator,
    format_time_left,
)


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_the_first_figures_are_made_at_once_and_the_next_after_a_while() -> None:
    clock = Clock()
    pace = PartialThrottle(clock)
    assert pace.due
    with pace.measure():
        clock.now += 0.01
    assert not pace.due
    clock.now += MIN_PARTIAL_INTERVAL_S
    assert pace.due


@pytest.mark.parametrize("cost", [0.001, 0.5, 4.0, 60.0])
def test_making_figures_takes_no_more_than_its_share_of_the_time(cost: float) -> None:
    clock = Clock()
    pace, made, spent = PartialThrottle(clock), 0, 0.0
    while clock.now < 1_000 + 2_000 * cost + 200:
        if pace.due:
            with pace.measure():
                clock.now += cost
            made, spent = made + 1, spent + cost
        clock.now += 0.1
    passed = clock.now - 1_000
    assert made > 10
    assert made <= passed / MIN_PARTIAL_INTERVAL_S + 1
    assert spent <= MAX_PARTIAL_TIME_SHARE * passed + cost


def test_the_time_left_follows_the_rate_and_a_new_kind_of_tasks_begins_a_new_count() -> None:
    clock = Clock()
    rate = TimeEstimator(clock)
    rate.report(40, 100)  # a resumed job begins with what was done
    assert rate.seconds_left is None
    clock.now += 10
    rate.report(50, 100)
    assert rate.seconds_left == pytest.approx(50)
    rate.report(0, 7)
    assert rate.seconds_left is None
    clock.now += 4
    rate.report(1, 7)
    assert rate.seconds_left == pytest.approx(24)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, ""),
        (4, "a few seconds left"),
        (38, "about 40 s left"),
        (100, "about 2 min left"),
        (170, "about 3 min left"),
        (4_800, "about 80 min left"),
        (5_399, "about 90 min left"),
        (5_400, "about 2 h left"),
        (7_000, "about 2 h left"),
        (90_000, "about 25 h left"),
    ],
)
def test_the_time_left_is_said_as_people_say_it(seconds: float | None, words: str) -> None:
    assert format_time_left(seconds) == words
