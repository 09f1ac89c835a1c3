"""Expected and actual losses side by side, from easy decisions to hard ones."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.rate.report.calibration import calibration_plot, group_by_difficulty


@given(st.lists(st.floats(0, 1), min_size=50, max_size=120), st.integers(0, 1_000))
def test_groups_of_equal_size_go_from_easy_to_hard_and_keep_the_means(expected: list[float], seed: int) -> None:
    lost = np.random.default_rng(seed).random(len(expected)).tolist()
    groups = group_by_difficulty(expected, [0.04] * len(expected), lost)
    sizes = [group.n for group in groups]
    assert sum(sizes) == len(expected)
    assert max(sizes) - min(sizes) <= 1
    assert [group.expected for group in groups] == sorted(group.expected for group in groups)
    assert sum(group.n * group.actual for group in groups) == pytest.approx(sum(lost))
    assert sum(group.n * group.expected for group in groups) == pytest.approx(sum(expected))
    assert all(group.low <= group.actual <= group.high for group in groups)


def test_few_decisions_make_no_groups_and_no_picture() -> None:
    assert group_by_difficulty([0.1] * 49, [0.01] * 49, [0.1] * 49) == ()
    assert calibration_plot((), "Ann", "pawns") is None


def test_a_player_who_errs_as_expected_lies_on_the_line_and_one_who_does_not_is_told() -> None:
    expected = np.repeat([0.1, 0.2, 0.3, 0.4, 0.5], 20)
    spread = np.full(100, 0.02)
    even = calibration_plot(group_by_difficulty(expected, spread, expected), "Ann", "pawns")
    assert even is not None
    assert even.note.startswith("All 5 groups lie on the line")
    wild = calibration_plot(
        group_by_difficulty(expected, spread, expected + 0.3 * (expected > 0.45)), "Ann", "points", 100, 1
    )
    assert wild is not None
    assert wild.note == "1 of 5 groups miss the line: hard decisions cost more than one skill explains."
    assert wild.table().rows[-1][:3] == ("hardest", "50.0", "80.0")
    svg = wild.svg()
    ElementTree.fromstring(svg)
    assert len(re.findall('class="mark"', svg)) == 5
    assert len(re.findall('class="whisker missed"', svg)) == 3  # one whisker with two caps
    assert "whisker missed" not in even.svg()
