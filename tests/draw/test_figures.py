"""How a game ends, luck and skill apart, prices by letter: every part of a picture has the size of its figure."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.draw.forest_plot import ForestPlot, ForestRow
from kibitz.draw.letter_chart import MAX_LETTERS_ON_PHONE, LetterChart
from kibitz.draw.outcome_bar import WIDE, OutcomeBar
from kibitz.draw.waterfall import Waterfall, WaterfallStep

SHARE = st.floats(0, 1)


@given(SHARE, SHARE, SHARE, SHARE, SHARE)
def test_the_bar_of_how_a_game_ends_has_the_length_of_each_chance(
    a: float, b: float, c: float, d: float, e: float
) -> None:
    win, lose = a, 1 - a
    wins = (win * (1 - b), win * b * (1 - c), win * b * c)
    losses = (lose * (1 - d), lose * d * (1 - e), lose * d * e)
    svg = OutcomeBar("How <it> ends", wins, losses).svg()
    ElementTree.fromstring(svg)
    result = {kind: float(wide) for kind, wide in re.findall(r'class="((?:won|lost)-\d)" [^>]*width="([\d.]+)"', svg)}
    for kind, share in zip(("won-1", "won-2", "won-3", "lost-1", "lost-2", "lost-3"), (*wins, *losses), strict=True):
        assert result.get(kind, 0.0) == pytest.approx(max(share * WIDE - 1, 0), abs=1.1)
    assert f"you win {100 * win:.1f} %" in svg


def test_a_staircase_leads_step_by_step_from_the_beginning_to_the_end() -> None:
    stairs = (
        WaterfallStep("own errors", -0.18, "own"),
        WaterfallStep("their errors", 0.30, "other"),
        WaterfallStep("luck", 0.38, "luck"),
    )
    steps = Waterfall("Luck and skill", 0.5, stairs)
    assert steps.levels[-1] == pytest.approx(1.0)
    svg = steps.svg()
    ElementTree.fromstring(svg)
    boxes = [float(tall) for tall in re.findall(r'class="stair [^>]*height="([\d.]+)"', svg)]
    assert len(boxes) == 5
    unit = boxes[4] - boxes[0]  # from half to whole
    assert [tall / unit / 2 for tall in boxes] == pytest.approx([0.5, 0.18, 0.30, 0.38, 1.0], abs=0.01)
    assert all(word in svg for word in ("50.0 %", "−18.0", "+30.0", "+38.0", "100.0 %"))
    assert 'class="stair own"' in svg


def test_a_staircase_of_points_goes_below_zero() -> None:
    steps = (WaterfallStep("a errors", -1.5, "own"), WaterfallStep("luck", -2.5, "luck"))
    svg = Waterfall("Money", 0.0, steps, percent=False).svg()
    heights = [float(y) for y in re.findall(r' y="([\d.]+)"', svg)]
    assert max(heights) <= 250
    assert "−4.00" in svg
    assert not re.search(r">-\d", svg)


@pytest.mark.parametrize("narrow", [True, False])
def test_letters_stand_in_their_order_with_higher_prices_higher(narrow: bool) -> None:
    letters = tuple("SREATNLDICGO")[::-1] + tuple("QXZ")
    values = tuple(float(len(letters) - k) for k in range(len(letters)))
    low, high = (tuple(value + off for value in values) for off in (-0.5, 1.0))
    svg = LetterChart("Price by letter", letters, values, low, high).svg(narrow)
    ElementTree.fromstring(svg)
    shown = re.findall(r'class="on-tile"[^>]*>(.)<', svg)
    assert tuple(shown) == (letters[:MAX_LETTERS_ON_PHONE] if narrow else letters)
    heights = [float(y) for y in re.findall(r'<circle [^>]*cy="([\d.]+)"', svg)]
    assert all(above < below for above, below in pairwise(heights))


def test_cells_beside_whiskers_have_room_for_their_words() -> None:
    row = ForestRow("Ash", 0.1, 0.05, 0.18, "40 decisions", ("65.0 %", "0.0512–0.1802"))
    svg = ForestPlot("Loss", (row,), ("best choices", "95 %"), 0, 4).svg()
    ends = {word: float(x) for x, word in re.findall(r'<text class="name" x="([\d.]+)"[^>]*>([^<]+)<', svg)}
    assert ends["0.0512–0.1802"] - ends["65.0 %"] >= 8 * len("0.0512–0.1802")


def test_estimates_below_zero_have_a_minus_sign_everywhere() -> None:
    svg = ForestPlot("Points", (ForestRow("g1", -1234.5, -2000, -500),), digits=1).svg()
    assert "g1 −1234.5" in svg
    assert ">−1234.5<" in svg
    assert not re.search(r">-\d", svg)
