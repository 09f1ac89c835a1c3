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
    TournamentMatch,
    TournamentResults,
    deal_seeds,
    head_to_head,
    invasion,
    one_of_each,
    play_tournament,
    playing_order,
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


def played(line_up: LineUp, deals: int = 20, **options) -> TournamentResults:  # type: ignore[no-untyped-def]
    contest: Contest = Arithmetic()
    return play_tournament([TournamentMatch("m", contest, line_up, deals)], seed=7, **options)


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
        TournamentMatch("ab", Arithmetic(), head_to_head("a", "b"), 5),
        TournamentMatch("bc", Arithmetic(), head_to_head("b", "c"), 5),
    ]
    results = play_tournament(matches, seed=1)
    pairs = {(c.left, c.right) for c in results.comparisons("points")}
    assert pairs == {("a", "b"), ("b", "c")}
    assert all(c.p_holm >= c.p for c in results.comparisons("points"))
    assert results.for_match("ab").entrants == ("a", "b")
    assert results.for_match("ab").compare("a", "b", "points")[2] == 10
    with pytest.raises(InputError, match="match"):
        results.for_match("ac")


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
        TournamentMatch("m", Arithmetic(), one_of_each("ab"), 0)
    with pytest.raises(InputError, match="line-up"):
        LineUp(())
    with pytest.raises(InputError, match="matches"):
        play_tournament([], seed=1)


def test_a_contest_that_returns_the_wrong_shape_is_reported() -> None:
    class Crooked(Arithmetic):
        def play(self, line_up: LineUp, seed: np.random.SeedSequence) -> FloatArray:
            return np.zeros((2, 1, 2))

    with pytest.raises(ValueError, match="stretches by seats by measures"):
        play_tournament([TournamentMatch("m", Crooked(), one_of_each("ab"))], seed=1)


def uneven(most: int = 9) -> list[TournamentMatch]:
    """Matches with different line-ups and numbers of deals, none with more than ``most``."""
    return [
        TournamentMatch("ab", Arithmetic(), head_to_head("a", "b"), min(most, 3)),
        TournamentMatch("abc", Arithmetic(), one_of_each("abc"), min(most, 5)),
        TournamentMatch("ca", Arithmetic(), head_to_head("c", "a"), min(most, 2)),
    ]


def test_the_order_of_playing_changes_no_bit_of_the_results() -> None:
    """Blocks written out match by match and deal by deal, as they are told."""
    result = play_tournament(uneven(), seed=11)
    blocks = []
    for match, deal in deal_seeds(11, uneven()):
        block = np.zeros((2, 3, 2))
        for turned in match.line_up.rotations():
            who = np.array([[name == entrant for name in turned.seats] for entrant in "abc"], dtype=np.float64)
            block += np.einsum("es,psm->pem", who, match.contest.play(turned, deal))
        blocks.append(block)
    assert result.totals.tobytes() == np.concatenate(blocks).tobytes()
    assert result.labels == ("ab",) * 6 + ("abc",) * 10 + ("ca",) * 4


def test_results_after_some_whole_deals_are_those_of_a_tournament_with_so_many() -> None:
    seen: dict[int, TournamentResults] = {}
    play_tournament(uneven(), seed=11, on_partial=lambda deals, made: seen.update({deals: made()}))
    assert list(seen) == [1, 2, 3, 4]
    for deals, early in seen.items():
        alone = play_tournament(uneven(deals), seed=11)
        assert early.totals.tobytes() == alone.totals.tobytes()
        assert early.seats.tobytes() == alone.seats.tobytes()
        assert (early.entrants, early.labels) == (alone.entrants, alone.labels)


def test_other_workers_show_the_same_figures_on_the_way_and_nobody_who_does_not_look_pays() -> None:
    seen: dict[int, FloatArray] = {}
    with ThreadPoolExecutor(4) as pool:
        play_tournament(uneven(), seed=11, executor=pool, on_partial=lambda n, made: seen.update({n: made().totals}))
    for deals, totals in seen.items():
        assert np.array_equal(totals, play_tournament(uneven(deals), seed=11).totals)
    offered: list[int] = []
    play_tournament(uneven(), seed=11, on_partial=lambda deals, made: offered.append(deals))
    assert offered == [1, 2, 3, 4]


def test_all_matches_play_their_first_deal_before_any_plays_its_second() -> None:
    order = [(match.label, deal) for match, deal in playing_order(uneven())]
    assert order[:8] == [("ab", 1)] * 2 + [("abc", 1)] * 3 + [("ca", 1)] * 2 + [("ab", 2)]
    assert order[-1] == ("abc", 5)
    assert len(order) == 3 * 2 + 5 * 3 + 2 * 2
