"""Kept figures of buzzing against the bars that they must reach; benchmarks/bench_jeopardy_buzz.py measures them."""

from __future__ import annotations

from typing import Any

import pytest
from results import load_result


def figures(name: str) -> dict[str, Any]:
    stored: dict[str, Any] = load_result(f"jeopardy_buzz_{name}")["figures"]
    return stored


def test_eight_clues_left_take_a_machine_one_and_a_half_seconds_and_a_person_four() -> None:
    assert figures("speed")["machine"] < 1.5
    assert figures("speed")["person"] < 4


@pytest.mark.parametrize(
    ("clue", "printed", "bar"),
    [
        ("$1000 correlated", (0.44, 0.67, 0.68, 0.78), 0.04),
        ("$1000 uncorrelated", (0.44, 0.49, 0.50, 0.53), 0.05),
        ("$200 correlated", (0.42, 0.69, 0.68, 0.83), 0.04),
        ("$200 uncorrelated", (0.42, 0.47, 0.48, 0.54), 0.05),
    ],
)
def test_table_6_played_out(clue: str, printed: tuple[float, ...], bar: float) -> None:
    assert figures("early")["games"] >= 40_000
    assert figures("early")[clue]["thresholds"] == pytest.approx(printed, abs=bar)


def test_section_4_3_gives_the_paper_s_thresholds() -> None:
    for clue, printed in (("$1000 correlated", 0.442), ("$1000 uncorrelated", 0.436)):
        stored = figures("early")[clue]
        assert stored["N"] < 0 < stored["G"]
        assert stored["G / (2G - N)"] == pytest.approx(printed, abs=0.01)
        assert stored["G / (2G - N)"] == pytest.approx(stored["thresholds"][0], abs=0.02)


def test_one_exact_step_is_within_five_hundredths_of_the_exact_thresholds_in_nine_states_of_ten() -> None:
    for side in figures("near").values():
        assert side["habit on the clues left"]["within 0.05"] >= 0.9
        assert side["habit on the clues left"]["states"] >= 20


def test_tip_off_raises_first_thresholds() -> None:
    stored = figures("tip_off")
    for who in ("machine", "person"):
        first = [stored[f"{who} {tip}"][0] for tip in (0.0, 0.1, 0.2, 0.4)]
        assert first == sorted(first)
        assert first[-1] > first[0]


def test_max_delta_thresholds_on_all_clues_add_half_a_point_and_more() -> None:
    for gain, error, games in figures("everywhere").values():
        assert games >= 60_000
        assert gain - 2 * error > 0.5


def test_buzzing_the_last_clues_well_adds_something_that_grows_with_their_number() -> None:
    stored = figures("worth")
    for side in ("machine v champion", "machine v grand-champion", "average v average"):
        one, three, eight = (stored[f"{side}, last {n}"] for n in (1, 3, 8))
        assert one[0] > 0
        assert three[0] > one[0] - 2 * three[1]
        assert eight[0] > 2 * eight[1]


def test_the_paper_s_anchors_are_kept_for_both_levels_and_eras() -> None:
    stored = figures("anchors")
    assert len(stored) == 8
    assert stored["1996 champion all-in"]["28000 v 13500, 12800, $800"]["thresholds"][0] == 0
