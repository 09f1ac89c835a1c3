"""Luck and skill as stairs: every step begins where the last one ended, and no colour speaks alone."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.exhibits.figures import Stair
from kibitz.core.exhibits.findings import Climb
from kibitz.draw.climb import LEFT, RIGHT, WIDTH, climb_svg

CASE = Climb("A & <b>", "won", 1 / 3, (Stair("clues", 0.4), Stair("luck", -0.2), Stair("errors", -0.1, "own")))
SVG = "{http://www.w3.org/2000/svg}"


def bars(svg: str) -> list[tuple[float, float]]:
    return [
        (float(x), float(wide))
        for x, wide in re.findall(r'class="stair \w+" x="([\d.]+)" y="\d+" width="([\d.]+)"', svg)
    ]


def test_each_step_has_its_name_its_figure_with_a_sign_and_begins_where_the_last_ended() -> None:
    svg = climb_svg(CASE)
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
    svg = climb_svg(Climb("A", "", 0.5, tuple(Stair("step", step) for step in steps)))
    ElementTree.fromstring(svg)
    for x, wide in bars(svg):
        assert LEFT - 0.1 <= x <= x + wide <= WIDTH - RIGHT + 1.1
