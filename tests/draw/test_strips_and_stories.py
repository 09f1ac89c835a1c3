"""Pictures of a reviewed game and of thresholds: everything inside the picture, nothing that a page's policy blocks."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.draw.axes import LABEL_GAP_PX, spread_labels
from kibitz.draw.curve import Series
from kibitz.draw.threshold_bars import ThresholdBar, ThresholdBars, ThresholdZone
from kibitz.draw.win_chart import DESKTOP, PHONE, ErrorFlag, WinChart, win_chart_svg

CHANCES = st.floats(0, 1)
STORY = WinChart(
    "Chance to win",
    (Series("Ann", (0.4, 0.6, 1.0)), Series("Ben", (0.3, 0.3, 0.0)), Series("Cy <b>", (0.3, 0.1, 0.0))),
    ((0, "Jeopardy"), (1, "Double Jeopardy")),
    (ErrorFlag(1, 0, "mistake", "Ann: $5"), ErrorFlag(1, 1, "blunder", "Ben: $6")),
    "clue",
)


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("sheet", [DESKTOP, PHONE])
def test_a_story_is_sound_xml_with_its_names_inside_and_no_style_attribute(alone: bool, sheet) -> None:  # type: ignore[no-untyped-def]
    svg = win_chart_svg(STORY, alone, sheet)
    ElementTree.fromstring(svg)
    assert "style=" not in svg
    assert "Cy &lt;b&gt;" in svg
    assert svg.count('class="flag"') == 2
    heights = [float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)" font-size="13"', svg)]
    assert len(heights) == 3
    assert max(heights) <= sheet.height


@given(st.lists(st.floats(26, 272), min_size=1, max_size=3))
def test_names_at_the_ends_of_lines_never_cover_each_other_and_stay_in_the_plot(places: list[float]) -> None:
    result = spread_labels(sorted(places), 272)
    assert all(low - high >= LABEL_GAP_PX - 1e-9 for high, low in pairwise(result))
    assert max(result) <= 272


@given(CHANCES, CHANCES, st.booleans())
def test_the_zones_of_a_strip_fill_it_once_from_end_to_end(edge: float, at: float, narrow: bool) -> None:
    strip = ThresholdBar("First", (ThresholdZone(edge, "wait"), ThresholdZone(1.0, "buzz", acts=True)), "wait")
    for strips, wide in (((strip,), 712), ((strip, strip), 2 * 480)):
        svg = ThresholdBars("Thresholds", strips, at, "you").svg(narrow)
        ElementTree.fromstring(svg)
        widths = [float(w) for w in re.findall(r'class="zone[^"]*" x="[\d.]+" y="\d+" width="([\d.]+)"', svg)]
        assert sum(widths) == pytest.approx(350 * len(strips) if narrow else wide, abs=2.4)


def test_what_does_not_fit_into_a_zone_of_a_single_strip_stands_under_it() -> None:
    zones = (
        ThresholdZone(0.64, "no double"),
        ThresholdZone(0.70, "double, take", acts=True),
        ThresholdZone(1.0, "pass", acts=True),
    )
    bar = ThresholdBar("Chance to win", zones, "no double")
    svg = ThresholdBars("Cube", (bar,), 0.52, "you, 52 %").svg()
    assert 'class="under best"' in svg
    assert re.findall('class="(zone[^"]*)"', svg) == ["zone", "zone acts", "zone acts second"]
    assert all(f">{words}<" in svg for words in ("no double", "double, take", "pass", "you, 52 %"))
    assert "now-head" in svg


def test_errors_of_two_who_share_a_line_stand_above_it_and_below_it_with_their_signs() -> None:
    flags = (
        ErrorFlag(1, 0, "blunder", "ann", 1),
        ErrorFlag(1, 0, "mistake", "bob", 2),
        ErrorFlag(2, 0, "inaccuracy", "bob", 2),
    )
    story = WinChart("Match", (Series("ann wins", (0.5, 0.5, 0.5, 1.0)),), ((0, "game 1"),), flags, "move")
    svg = win_chart_svg(story, False)
    line = 300 - 28 - 0.5 * (300 - 26 - 28)
    heights = [float(y) for y in re.findall(r'<rect x="[\d.]+" y="([\d.]+)" width="22"', svg)]
    assert [y + 9 < line for y in heights] == [True, False, False]
    assert svg.count("<circle") == 1
    assert "even" in svg
    assert win_chart_svg(story, False, PHONE).count('class="flag"') == 2  # inaccuracies are left out on phones


def test_a_terminal_shows_a_strip_as_a_bar_with_the_mark_in_it() -> None:
    strip = ThresholdBar("First", (ThresholdZone(0.5, "wait"), ThresholdZone(1.0, "buzz", acts=True)), "buzz")
    table = ThresholdBars("Thresholds", (strip,), 0.75, "you, 75 % sure").table()
    name, bar, verdict = table.rows[0]
    assert (name, verdict) == ("First", "buzz")
    assert bar == "░" * 20 + "█" * 10 + "│" + "█" * 9


def test_a_chess_game_counts_moves_of_both_sides_and_its_ticks_do_not_touch() -> None:
    story = WinChart("Chance", (Series("White wins", tuple(0.5 for _ in range(81))),), step="move", turns=2)
    ticks = re.findall(r'x="([\d.]+)"[^>]*>(move \d+)<', story.svg())
    assert [words for _, words in ticks] == [f"move {n}" for n in range(5, 40, 5)]
    places = [float(x) for x, _ in ticks]
    assert min(b - a for a, b in pairwise(places)) > 60
    assert [row[0] for row in story.all_steps().rows[:4]] == [
        "start",
        "move 1, White",
        "move 1, Black",
        "move 2, White",
    ]
