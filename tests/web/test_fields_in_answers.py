"""Fields of a question that stand in its answer, and squares pressed in place of typing: no browser needed."""

from __future__ import annotations

import re

import pytest

from kibitz.app.ask import answer_question
from kibitz.app.catalogue import request_type
from kibitz.app.request_parsing import parse_request
from kibitz.web.answer_page import answer_page
from kibitz.web.form_layout import layout_for, square_picker_for
from kibitz.web.forms import controls

STATE = "13000_9800_6200.1.2.345-5-0-345-45-5.c3r4"


def drawn(path: str, stored: str = "", **values: object) -> str:
    """An answer as a piece of a page."""
    request = parse_request(request_type(path), values)
    return answer_page(path, request, answer_question(path, values), stored=stored).html


@pytest.mark.parametrize("path", ["jeopardy.board", "jeopardy.daily-double"])
def test_what_stands_in_the_answer_stands_in_no_form_beside_it(path: str) -> None:
    kind = request_type(path)
    form = layout_for(path, {"state": STATE}, controls(kind, {"state": STATE}))
    page = drawn(path, state=STATE, confidence=0.4)
    for name, held in (("confidence", "0.4"), ("wager", "")):
        assert name not in {control.name for control in (*form.first, *form.more)}
        (field,) = re.findall(rf'<input[^>]*name="{name}"[^>]*>', page)
        assert 'form="question"' in field
        assert f'value="{held}"' in field


def test_work_that_is_kept_has_nothing_to_set() -> None:
    page = drawn("jeopardy.board", stored="some-work", state=STATE)
    assert "Wager $" in page
    assert "<input" not in page


def test_the_board_stands_at_the_left_counsels_at_the_right_and_the_curve_below() -> None:
    page = drawn("jeopardy.board", state=STATE, wager=3000)
    order = ["at-left", "jboard", "at-right", 'aria-label="Summary"', 'aria-label="Recommendation"', '"under"', "plot"]
    places = [page.index(part) for part in order]
    assert places == sorted(places)
    assert "<summary>All numbers</summary>" in page  # the table says what the curve says


def test_the_squares_of_a_field_are_those_that_the_game_offers() -> None:
    late = square_picker_for("jeopardy.daily-double", {})
    assert late is not None
    assert (late.field, late.columns, late.now) == ("left", 6, 2)
    assert list(late.rounds[2]) == [400, 800, 1200, 1600, 2000]
    early = square_picker_for("jeopardy.buzz", {"round": 1})
    assert early is not None
    assert early.now == 1
    assert square_picker_for("jeopardy.final", {}) is None
