"""The tournament on a game that is all arithmetic, so that every figure is known."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import FloatArray, InputError
from kibitz.simulate.tournament import (
    Contest,
    LineUp,
    Match,
    Results,
    head_to_head,
    invasion,
    one_of_each,
    play_tournament,
)

SKILL = {"a": 3.0, "b": 1.0, "c": 0.0}


@dataclass(frozen=True)
class Arithmetic:
    """Each seat earns its skill, the luck of the deal, and a bonus for sitting early."""

    stretches: int = 2
    seat_bonus: float = 10.0

    @property
    def measures(self) -> tuple[str, ...]:
        return ("points", "games")

    def play(self, line_up: LineUp, seed: np.random.SeedSequence) -> FloatArray:
        rng = np.random.default_rng(seed)
        luck = rng.normal(0, 50, size=(self.stretches, 1))
        seats = len(line_up.seats)
        skill = np.array([SKILL[name] for name in line_up.seats])
        points = skill + luck - self.seat_bonus * np.arange(seats) + rng.normal(0, 1, (self.stretches, seats))
        return np.stack([points, np.ones_like(points)], axis=-1)


def played(line_up: LineUp, deals: int = 20, **options) -> Results:  # type: ignore[no-untyped-def]
    contest: Contest = Arithmetic()
    return play_tournament([Match("m", contest, line_up, deals)], seed=7, **options)


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=8))
def test_over_all_rotations_every_copy_sits_everywhere_equally_often(names: list[str]) -> None:
    rotations = LineUp(tuple(names)).rotations()
    assert len(names) % len(rotations) == 0
    for entrant in set(names):
        by_seat = [sum(turned.seats[seat] == entrant for turned in rotations) for seat in range(len(names))]
        assert len(set(by_seat)) == 1


def test_line_ups_are_those_of_the_report() -> None:
    assert one_of_each(["a", "b", "c"], 2).seats == ("a", "b", "c", "a", "b", "c")
    assert head_to_head("a", "b", 5).seats == ("a", "b") * 5
    assert invasion("a", "b", 5).seats == ("a", *"bbbbb")
    assert len(one_of_each(["a"], 6).rotations()) == 1
    assert one_of_each(["a", "b"]).entrants == ("a", "b")


def test_duplicate_deals_and_rotation_leave_only_skill() -> None:
    results = played(one_of_each("abc"))
    difference, p, blocks = results.compare("a", "b", "points")
    assert blocks == 40
    assert difference.value == pytest.approx(2, abs=4 * difference.se + 1e-9)
    assert difference.se < 0.4  # the luck of the deal, 50 points, and the seats are gone
    assert p < 0.001
    assert results.estimate("a", "points").se > 3


def test_totals_and_ratios_are_those_of_the_games() -> None:
    results = played(one_of_each("abc"), deals=3)
    assert results.total("a", "games") == 3 * 2 * 3
    assert results.column("seats").sum() == 3 * 2 * 9
    assert results.estimate("b", "games").value == 1
    mean = results.total("c", "points") / results.total("c", "games")
    assert results.estimate("c", "points", per="games").value == pytest.approx(mean)


def test_every_executor_gives_the_same_results() -> None:
    here = played(one_of_each("abc"), deals=4)
    with ThreadPoolExecutor(3) as threads:
        assert np.array_equal(here.totals, played(one_of_each("abc"), 4, executor=threads).totals)
    with ThreadPoolExecutor(1) as single:
        elsewhere = played(one_of_each("abc"), 4, executor=single)
    assert np.array_equal(here.totals, elsewhere.totals)
    assert here.comparisons("points") == elsewhere.comparisons("points")


def test_comparisons_are_corrected_and_cover_those_who_met() -> None:
    matches = [
        Match("ab", Arithmetic(), head_to_head("a", "b"), 5),
        Match("bc", Arithmetic(), head_to_head("b", "c"), 5),
    ]
    results = play_tournament(matches, seed=1)
    pairs = {(c.left, c.right) for c in results.comparisons("points")}
    assert pairs == {("a", "b"), ("b", "c")}
    assert all(c.p_holm >= c.p for c in results.comparisons("points"))
    assert results.only("ab").entrants == ("a", "b")
    assert results.only("ab").compare("a", "b", "points")[2] == 10
    with pytest.raises(InputError, match="match"):
        results.only("ac")


def test_results_are_frozen_and_wrong_questions_are_refused() -> None:
    results = played(one_of_each("ab"), deals=2)
    with pytest.raises(ValueError, match="read-only"):
        results.totals[0] = 0
    with pytest.raises(InputError, match="measure"):
        results.estimate("a", "beauty")
    with pytest.raises(InputError, match="entrant"):
        results.estimate("z", "points")


def test_wrong_tournaments_are_refused() -> None:
    with pytest.raises(InputError, match="deals"):
        Match("m", Arithmetic(), one_of_each("ab"), 0)
    with pytest.raises(InputError, match="line-up"):
        LineUp(())
    with pytest.raises(InputError, match="matches"):
        play_tournament([], seed=1)


def test_a_contest_that_returns_the_wrong_shape_is_reported() -> None:
    class Crooked(Arithmetic):
        def play(self, line_up: LineUp, seed: np.random.SeedSequence) -> FloatArray:
            return np.zeros((2, 1, 2))

    with pytest.raises(ValueError, match="stretches by seats by measures"):
        play_tournament([Match("m", Crooked(), one_of_each("ab"))], seed=1)
