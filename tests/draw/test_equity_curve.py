"""The equity curve as SVG: well-formed, inside its frame, every mark named."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import (
    Advice,
    ChoiceGrid,
    ChoiceList,
    Equities,
    Explanation,
    InputError,
    PlayerId,
    Provenance,
    Unit,
    recommend,
)
from kibitz.draw.axes import round_ticks
from kibitz.draw.curve import Curve, CurveMark, recommendation_curve
from kibitz.draw.curve_plot import STANDALONE, curve_svg

SVG = "{http://www.w3.org/2000/svg}"


def curve(
    values: list[float], title: str, marks: tuple[CurveMark, ...] = (), step: int = 100, footnote: str = ""
) -> Curve:
    grid = ChoiceGrid(0, step * (len(values) - 1), step)
    advice = Advice(Equities(grid, np.array(values), Unit.WIN, PlayerId("me"), Provenance("exact")), 0.001)
    counsel = recommend("game", "position", advice, Explanation("bet"))
    return recommendation_curve(counsel, title, "wager", "chance to win", marks, Unit.DOLLARS, footnote)


def texts(drawn: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(drawn).iter(f"{SVG}text"))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40), st.text(max_size=10))
def test_any_curve_is_well_formed_and_stays_inside_its_frame(values: list[float], title: str) -> None:
    title = "".join(character for character in title if character.isprintable())
    drawn = curve_svg(curve(values, title, (CurveMark(0, "nothing <&>"),)))
    root = ElementTree.fromstring(drawn)
    line = root.find(f"{SVG}polyline")
    assert line is not None
    for point in line.attrib["points"].split():
        x, y = map(float, point.split(","))
        assert STANDALONE.left - 1 <= x <= STANDALONE.width - STANDALONE.right + 1
        assert STANDALONE.top - 1 <= y <= STANDALONE.height - STANDALONE.bottom + 1
    assert "$0 nothing <&>" in [text.text for text in root.iter(f"{SVG}text")]


def test_a_fine_grid_is_drawn_with_few_points_and_none_of_its_peaks_is_lost() -> None:
    values = np.full(20_001, 0.5)
    values[12_345] = 0.9
    drawn = curve_svg(curve(values.tolist(), "peak"))
    points = ElementTree.fromstring(drawn).find(f"{SVG}polyline").attrib["points"].split()  # type: ignore[union-attr]
    assert len(points) < 4 * STANDALONE.width
    assert min(float(point.split(",")[1]) for point in points) < STANDALONE.height / 2


def test_many_marks_in_one_place_do_not_cover_each_other() -> None:
    marks = tuple(CurveMark(500, f"wager number {i}") for i in range(8))
    root = ElementTree.fromstring(curve_svg(curve([0.2, 0.4, 0.3, 0.1, 0.2, 0.3, 0.4], "crowd", marks)))
    lines = [float(text.attrib["y"]) for text in root.iter(f"{SVG}text") if "number" in (text.text or "")]
    assert len(lines) == 8
    assert min(np.diff(sorted(lines))) >= 14


def test_named_options_have_no_curve() -> None:
    equities = Equities(ChoiceList(("a", "b")), np.zeros(2), Unit.WIN, PlayerId("me"), Provenance("exact"))
    counsel = recommend("game", "position", Advice(equities), Explanation("a"))
    with pytest.raises(InputError, match="whole numbers"):
        recommendation_curve(counsel, "none", "choice", "worth")


@pytest.mark.parametrize(("n", "step"), [(2, 1), (5, 1), (21, 1000), (146, 100), (201, 100), (1000, 100)])
def test_both_axes_are_labelled_and_no_number_is_cut_at_the_edge(n: int, step: int) -> None:
    values = [0.2 + 0.6 * i / n for i in range(n)]
    title = "A title as long as those of Daily Doubles with three scores: what should $7,100 bet?"
    drawn = texts(curve_svg(curve(values, title, step=step, footnote="people of 2015")))
    words = [text.text for text in drawn]
    assert {"wager", "chance to win", "people of 2015"} <= set(words)
    for text in drawn:
        width = 0.58 * float(text.attrib["font-size"]) * len(text.text or "")
        x = float(text.attrib["x"])
        right = {"start": x + width, "middle": x + width / 2, "end": x}[text.attrib["text-anchor"]]
        assert right <= STANDALONE.width + 1, text.text


def test_choices_that_never_come_into_question_are_not_drawn() -> None:
    result = curve([-np.inf, 0.3, 0.4], "some")
    assert result.choices == (100, 200)
    assert "$0" not in [text.text for text in texts(curve_svg(result))]


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6))
def test_round_numbers_cover_their_range(low: float, span: float) -> None:
    ticks = round_ticks(low, low + span)
    assert 2 <= len(ticks) <= 10
    step = ticks[1] - ticks[0]
    assert ticks[0] <= low + 1e-6 * step + 1e-6
    assert ticks[-1] >= low + span - 1e-6 * step - 1e-6


def test_a_curve_without_choices_shades_nothing_and_draws_its_intervals_inside_the_frame() -> None:
    plain = Curve(
        "Rating",
        "year",
        "Elo",
        (2001, 2004),
        (2100.0, 2200.0),
        Unit.POINTS,
        None,
        names=("2001", "2004"),
        low=(1900.0, 2000.0),
        high=(2300.0, 2450.0),
    )
    drawn = ElementTree.fromstring(curve_svg(plain))
    assert not [part for part in drawn.iter(f"{SVG}rect") if part.get("class") == "plateau"]
    assert {"2001", "2004", "2600"} <= {part.text for part in drawn.iter(f"{SVG}text")}
    bars = [part.get("d") for part in drawn.iter(f"{SVG}path") if "V" in (part.get("d") or "")]
    assert len(bars) == 2
    for bar in bars:
        low, high = (float(number) for number in (bar.split(" ")[1].split("V")))
        assert STANDALONE.top <= high < low <= STANDALONE.height - STANDALONE.bottom
    assert plain.format_choice(2004) == "2004"
    assert plain.format_choice(2002) == "2,002"


def test_choices_that_lose_at_most_a_point_are_shaded_around_the_best_ones() -> None:
    worth = (0.30, 0.395, 0.40, 0.40, 0.391, 0.38, 0.395)
    curve = Curve("t", "wager", "to win", tuple(range(0, 700, 100)), worth, Unit.WIN, (200, 300), best=200)
    drawn = ElementTree.fromstring(curve_svg(curve))
    places = {part.get("class"): part for part in drawn.iter(f"{SVG}rect") if part.get("class") in ("near", "plateau")}
    step = (STANDALONE.width - STANDALONE.right - STANDALONE.left) / 6
    begin, wide = (float(places["near"].get(name) or 0) for name in ("x", "width"))
    # From 100 to 400, half a step around each dot: 600 is as near, but not beside the best.
    assert begin == pytest.approx(STANDALONE.left + step / 2, abs=0.1)
    assert wide == pytest.approx(4 * step, abs=0.1)
    assert float(places["plateau"].get("width") or 0) == pytest.approx(2 * step, abs=0.1)
    level = Curve("t", "wager", "to win", (0, 1), (0.4, 0.4), Unit.WIN, (0, 1), best=0)
    assert 'class="near"' not in curve_svg(level)
