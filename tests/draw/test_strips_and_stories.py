"""Pictures of a reviewed game and of thresholds: everything inside the picture, nothing that a page's policy blocks."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core.exhibits import Flag, Line, Story, Strip, Strips, Zone
from kibitz.core.exhibits.tabled import strips_table
from kibitz.draw.curve import APART, names_apart
from kibitz.draw.story import DESK, PHONE, story_svg
from kibitz.draw.strips import strips_svg

CHANCES = st.floats(0, 1)
STORY = Story(
    "Chance to win",
    (Line("Ann", (0.4, 0.6, 1.0)), Line("Ben", (0.3, 0.3, 0.0)), Line("Cy <b>", (0.3, 0.1, 0.0))),
    ((0, "Jeopardy"), (1, "Double Jeopardy")),
    (Flag(1, 0, "mistake", "Ann: $5"), Flag(1, 1, "blunder", "Ben: $6")),
    "clue",
)


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("sheet", [DESK, PHONE])
def test_a_story_is_sound_xml_with_its_names_inside_and_no_style_attribute(alone: bool, sheet) -> None:  # type: ignore[no-untyped-def]
    svg = story_svg(STORY, alone, sheet)
    ElementTree.fromstring(svg)
    assert "style=" not in svg
    assert "Cy &lt;b&gt;" in svg
    assert svg.count('class="flag"') == 2
    heights = [float(y) for y in re.findall(r'<text x="[\d.]+" y="([\d.]+)" font-size="13"', svg)]
    assert len(heights) == 3
    assert max(heights) <= sheet.height


@given(st.lists(st.floats(26, 272), min_size=1, max_size=3))
def test_names_at_the_ends_of_lines_never_cover_each_other_and_stay_in_the_plot(places: list[float]) -> None:
    found = names_apart(sorted(places), 272)
    assert all(low - high >= APART - 1e-9 for high, low in pairwise(found))
    assert max(found) <= 272


@given(CHANCES, CHANCES, st.booleans())
def test_the_zones_of_a_strip_fill_it_once_from_end_to_end(edge: float, at: float, narrow: bool) -> None:
    strip = Strip("First", (Zone(edge, "wait"), Zone(1.0, "buzz", acts=True)), "wait")
    for strips, wide in (((strip,), 712), ((strip, strip), 2 * 480)):
        svg = strips_svg(Strips("Thresholds", strips, at, "you"), narrow)
        ElementTree.fromstring(svg)
        widths = [float(w) for w in re.findall(r'class="zone[^"]*" x="[\d.]+" y="\d+" width="([\d.]+)"', svg)]
        assert sum(widths) == pytest.approx(350 * len(strips) if narrow else wide, abs=2.4)


def test_what_does_not_fit_into_a_zone_of_a_single_strip_stands_under_it() -> None:
    zones = (Zone(0.64, "no double"), Zone(0.70, "double, take", acts=True), Zone(1.0, "pass", acts=True))
    svg = strips_svg(Strips("Cube", (Strip("Chance to win", zones, "no double"),), 0.52, "you, 52 %"))
    assert 'class="under best"' in svg
    assert re.findall('class="(zone[^"]*)"', svg) == ["zone", "zone acts", "zone acts second"]
    assert all(f">{words}<" in svg for words in ("no double", "double, take", "pass", "you, 52 %"))
    assert "now-head" in svg


def test_errors_of_two_who_share_a_line_stand_above_it_and_below_it_with_their_signs() -> None:
    flags = (Flag(1, 0, "blunder", "ann", 1), Flag(1, 0, "mistake", "bob", 2), Flag(2, 0, "inaccuracy", "bob", 2))
    story = Story("Match", (Line("ann wins", (0.5, 0.5, 0.5, 1.0)),), ((0, "game 1"),), flags, "move")
    svg = story_svg(story, False)
    line = 300 - 28 - 0.5 * (300 - 26 - 28)
    heights = [float(y) for y in re.findall(r'<rect x="[\d.]+" y="([\d.]+)" width="22"', svg)]
    assert [y + 9 < line for y in heights] == [True, False, False]
    assert svg.count("<circle") == 1
    assert "even" in svg
    assert story_svg(story, False, PHONE).count('class="flag"') == 2  # inaccuracies are left out on phones


def test_a_terminal_shows_a_strip_as_a_bar_with_the_mark_in_it() -> None:
    strip = Strip("First", (Zone(0.5, "wait"), Zone(1.0, "buzz", acts=True)), "buzz")
    table = strips_table(Strips("Thresholds", (strip,), 0.75, "you, 75 % sure"))
    name, bar, verdict = table.rows[0]
    assert (name, verdict) == ("First", "buzz")
    assert bar == "░" * 20 + "█" * 10 + "│" + "█" * 9
