"""The gestures of a hand: a phone of 390 x 844 with touch. No keyboard opens by itself, boards stay in view."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.needs("chromium")
WIDTH, HEIGHT = 390, 844


@pytest.fixture
def phone(browser: Browser, workbench: str) -> Iterator[Callable[[str], Page]]:
    """Open a page on a phone with touch; complaints of scripts fail the test."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, is_mobile=True)

    def opened(path: str) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(workbench + path)
        return page

    yield opened
    context.close()
    assert complaints == []


def on_screen(page: Page, selector: str) -> bool:
    """Whether an element is on the screen from top to bottom."""
    box = page.locator(selector).first.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT


@pytest.mark.parametrize(
    "path",
    [
        "/backgammon/play",
        pytest.param("/chess/play", marks=[pytest.mark.slow, pytest.mark.needs("stockfish")]),
    ],
)
def test_the_board_stays_on_the_screen_no_keyboard_opens_and_back_leaves_in_one_press(
    phone: Callable[[str], Page], path: str
) -> None:
    page = phone(path)
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/play/**")
    before = page.evaluate("history.length")
    said = page.locator(".said").inner_text()
    for text in ("hint", "roll" if "backgammon" in path else "e4"):
        page.locator("#order").evaluate("(field, text) => { field.value = text; field.form.requestSubmit(); }", text)
        expect(page.locator(".said")).not_to_have_text(said, use_inner_text=True)
        said = page.locator(".said").inner_text()
        assert on_screen(page, "svg[data-board]")
        assert page.evaluate("document.activeElement.tagName") == "BODY"
    assert page.evaluate("history.length") == before
    page.go_back()
    page.wait_for_url(f"**{path}")


def test_a_refused_action_is_said_in_place_and_a_double_press_is_one_action(phone: Callable[[str], Page]) -> None:
    page = phone("/jeopardy/live")
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/play/**")
    before = page.evaluate("history.length")
    page.locator("#order").fill("c9r9 1+")
    page.get_by_role("button", name="Go").tap()
    expect(page.locator(".wrong")).to_contain_text("is unknown")
    page.locator("#order").fill("c4r3 1+")
    page.locator("#order").evaluate("field => { field.form.requestSubmit(); field.form.requestSubmit(); }")
    expect(page.locator(".stand b").first).to_have_text("$600")
    expect(page.locator(".wrong")).to_have_count(0)
    assert page.evaluate("history.length") == before


def test_the_recommendation_stands_above_the_form_until_it_is_on_the_screen(phone: Callable[[str], Page]) -> None:
    page = phone("/jeopardy/final?scores=18400,14600,9000&me=2")
    bar = page.locator(".answer-bar")
    expect(bar).to_contain_text("Bet $3,801")
    assert on_screen(page, ".answer-bar")
    page.locator("[name=scores]").nth(0).fill("30000")
    expect(bar).not_to_contain_text("Bet $3,801")
    page.locator(".counsel h2").scroll_into_view_if_needed()
    expect(bar).to_have_class("answer-bar away")


def test_a_square_is_chosen_by_pressing_it_on_the_board(phone: Callable[[str], Page]) -> None:
    page = phone("/drill/square")
    squares = page.locator(".jboard button[name=choice]")
    box = squares.first.bounding_box()
    assert box is not None
    assert box["height"] >= 40
    name = squares.first.get_attribute("aria-label") or ""
    squares.first.tap()
    expect(page.locator(".verdict .pill")).to_be_visible()
    column = name.split(",")[0]
    expect(page.locator(".verdict")).to_contain_text(f"You chose {column}, row ")
