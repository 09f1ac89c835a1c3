"""Luck and skill as stairs: every step begins where the last one ended, and no colour speaks alone."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.draw.player_waterfall import (
    LEFT,
    RIGHT,
    WIDTH,
    PlayerWaterfall,
    player_waterfall_svg,
    player_waterfalls_svg,
)
from kibitz.draw.waterfall import WaterfallStep

CASE = PlayerWaterfall(
    "A & <b>",
    "won",
    1 / 3,
    (WaterfallStep("clues", 0.4), WaterfallStep("luck", -0.2), WaterfallStep("errors", -0.1, "own")),
)
SVG = "{http://www.w3.org/2000/svg}"


def bars(svg: str) -> list[tuple[float, float]]:
    return [
        (float(x), float(wide))
        for x, wide in re.findall(r'class="stair \w+" x="([\d.]+)" y="\d+" width="([\d.]+)"', svg)
    ]


def test_each_step_has_its_name_its_figure_with_a_sign_and_begins_where_the_last_ended() -> None:
    svg = player_waterfall_svg(CASE)
    ElementTree.fromstring(svg)
    assert "<b>" not in svg
    assert "style=" not in svg
    for words in (">clues<", ">+40.0<", ">−20.0<", ">−10.0<", ">start<", ">33.3<", ">end<", ">43.3<"):
        assert words in svg
    up, down, error = bars(svg)
    span = WIDTH - LEFT - RIGHT
    assert up == pytest.approx((LEFT + span / 3, 0.4 * span), abs=0.1)
    assert down[0] + down[1] == pytest.approx(up[0] + up[1], abs=0.2)
    assert error[0] + error[1] == pytest.approx(down[0], abs=0.2)
    assert svg.count('class="stair own"') == 1
    assert 'aria-label="A &amp; &lt;b&gt;: start 33.3, clues +40.0' in svg


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=8))
def test_stairs_stay_between_the_names_and_the_figures(steps: list[float]) -> None:
    svg = player_waterfall_svg(PlayerWaterfall("A", "", 0.5, tuple(WaterfallStep("step", step) for step in steps)))
    ElementTree.fromstring(svg)
    for x, wide in bars(svg):
        assert LEFT - 0.1 <= x <= x + wide <= WIDTH - RIGHT + 1.1


def test_the_stairs_of_several_players_stand_on_one_scale() -> None:
    lucky = PlayerWaterfall("B", "", 1 / 3, (WaterfallStep("Final", 0.9),))
    starts = [re.search(r'class="stair-end" cx="([\d.]+)"', svg) for svg in player_waterfalls_svg((CASE, lucky))]
    assert starts[0] is not None
    assert starts[1] is not None
    assert starts[0][1] == starts[1][1]
    alone = re.search(r'class="stair-end" cx="([\d.]+)"', player_waterfall_svg(CASE))
    assert alone is not None
    assert alone[1] != starts[0][1]
