"""Two acts over a chance: lines, the side where the first is better, and what is believed of the chance below them."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.draw.crossover import BELIEF_HEIGHT, LEFT, RIGHT, TALL, WIDE, BeliefDensity, CrossoverChart
from kibitz.games.parlour.observed_wagers import belief_density, credible_interval

END = WIDE - RIGHT


def crossing(a: float, b: float, cross: float | None = 0.48, until: bool = True) -> CrossoverChart:
    """The acts of Final for two over a belief of these weights."""
    places = np.clip(np.linspace(0, 1, 201), 0.0025, 0.9975)
    weights = {0: a, 3: b}
    mean = a / (a + b)
    low, high = credible_interval(weights, 0)
    belief = BeliefDensity(
        tuple(belief_density(weights, 0, places).tolist()), mean, low, high, "7 games seen", 0.48, "best mix, 48 %"
    )
    first, second = (tuple((x + np.linspace(0, 1, 201) * (y - x)).tolist()) for x, y in ((0.88, 0.85), (0.74, 1.0)))
    return CrossoverChart(
        "Against <them>",
        ("wager 2", "wager 1"),
        first,
        second,
        cross,
        at=mean,
        at_words="2: 87.2 %",
        until=until,
        belief=belief,
    )


def place(share: float) -> float:
    return LEFT + share * (END - LEFT)


@given(st.floats(0.01, 400), st.floats(0.01, 400))
def test_a_belief_stays_in_its_picture_whatever_it_is(a: float, b: float) -> None:
    svg = crossing(a, b).svg()
    ElementTree.fromstring(svg)
    assert "nan" not in svg
    assert "inf" not in svg
    shape = re.search(r'class="density" points="([^"]+)"', svg)
    assert shape is not None
    heights = [float(pair.partition(",")[2]) for pair in shape[1].split()]
    assert min(heights) >= TALL - 26
    assert max(heights) == TALL + BELIEF_HEIGHT - 26
    for x, words in re.findall(r'<text class="name[^"]*" x="([\d.]+)"[^>]*>([^<]+)<', svg):
        assert 0 <= float(x) <= WIDE, words


@given(st.floats(1.5, 40), st.floats(1.5, 40))
def test_the_dots_stand_at_the_mean_and_the_whisker_at_the_ends_of_the_interval(a: float, b: float) -> None:
    drawn = crossing(a, b)
    svg = drawn.svg()
    assert drawn.belief is not None
    dots = [float(x) for x in re.findall(r'<circle class="best" cx="([\d.]+)"', svg)]
    assert dots == pytest.approx([place(drawn.belief.mean)] * 2, abs=0.06)
    whisker = re.search(r'class="whisker" d="M([\d.]+) [\d.]+v12M[\d.]+ [\d.]+H([\d.]+)M', svg)
    assert whisker is not None
    ends = [place(drawn.belief.low), place(drawn.belief.high)]
    assert [float(x) for x in whisker.groups()] == pytest.approx(ends, abs=0.06)


@pytest.mark.parametrize(("until", "ends"), [(True, (0.0, 0.48)), (False, (0.48, 1.0))])
def test_the_side_where_the_first_act_is_better_is_shaded(until: bool, ends: tuple[float, float]) -> None:
    shade = re.search(r'class="near" x="([\d.]+)" y="\d+" width="([\d.]+)"', crossing(3, 8, 0.48, until).svg())
    assert shade is not None
    left, wide = map(float, shade.groups())
    assert (left, left + wide) == pytest.approx((place(ends[0]), place(ends[1])), abs=0.2)


def test_without_a_crossing_nothing_is_shaded_and_no_ring_is_drawn() -> None:
    svg = crossing(3, 8, None).svg()
    assert 'class="near"' not in svg
    assert 'circle class="mark"' not in svg
