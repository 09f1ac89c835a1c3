"""The board with its wager, and clues left as a small board, in a real browser: figures are the command's."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

Visit = Callable[..., Page]
pytestmark = pytest.mark.needs("chromium")
STATE = "13000_9800_6200.1.2.345-5-0-345-45-5.c3r4"
NAMES = "Rivers,Opera,Five letters,Space,Crowned heads,Bakery"
RECORDS = "+-,++-+,+-++,+-,++-,-++-"
BOARD = f"/jeopardy/board?state={STATE}&categories={quote(NAMES)}&records={quote(RECORDS)}"
LATE = "/jeopardy/daily-double?scores=13000,9800,6200&me=1&left=800,2000"


def command(*words: str) -> Any:
    """What a command says, as JSON."""
    run = subprocess.run([sys.executable, "-m", "kibitz", *words, "--json"], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def edges(page: Page, name: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what has this selector."""
    box = page.locator(name).first.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def test_the_wager_stands_beside_the_board_with_the_figures_of_the_command(visit: Visit) -> None:
    page = visit(f"{BOARD}&wager=3000")
    told = command("jeopardy", "board", STATE, "--categories", NAMES, "--records", RECORDS, "--wager", "3000")
    double = command("jeopardy", "daily-double", "--state", STATE, "--wager", "3000")
    assert told["schema"] == "jeopardy.board/4"
    assert {**told["double"], "state": "", "counsel": 0} == {**double, "state": "", "counsel": 0}
    counsel = page.get_by_role("region", name="Recommendation")
    expect(counsel.locator(".eyebrow").first).to_have_text("Advice · the Daily Double in Five letters")
    expect(counsel.locator("h2")).to_have_text(f"Wager ${double['wager']:,}")
    expect(counsel.locator(".worth")).to_have_text(f"{100 * double['counsel']['worth']:.1f}%")
    expect(counsel.locator(".pill")).to_have_text(re.compile(double["counsel"]["judgement"]["grade"].capitalize()))
    expect(page.locator(".warm .column")).to_have_text([re.compile(name) for name in NAMES.split(",")])
    assert page.locator(".warm .record [aria-hidden]").first.inner_text() == "✓ ✗"
    ends = page.locator(".plot .wide svg text")
    for name in ("if right", "if wrong", f"at {100 * double['confidence']:.1f} %"):
        assert name in ends.all_text_contents()
    board, form, curve, right = (edges(page, name) for name in (".heated", ".ask", ".under", ".at-right"))
    assert board[3] <= form[1] + 1 <= form[3] <= curve[1] + 1
    assert right[0] >= board[2]


@pytest.mark.slow
def test_the_slider_in_the_counsel_is_dragged_through_its_answers_and_a_reload_keeps_it(visit: Visit) -> None:
    page = visit(BOARD)
    slider, field = page.get_by_role("slider"), page.get_by_label("How sure are you in Five letters?", exact=True)
    usual = command("jeopardy", "daily-double", "--state", STATE)["usual"]
    assert field.input_value() == ""
    assert float(slider.input_value()) == round(usual, 2)
    mark = float((page.locator(".dial-mark line").get_attribute("x1") or "").rstrip("%"))
    assert mark == pytest.approx(100 * usual, abs=0.05)
    slider.focus()
    for _ in range(3):
        with page.expect_response("**/jeopardy/board?**"):
            slider.press("ArrowLeft")
    assert field.input_value() == f"{round(usual, 2) - 0.03:g}"
    assert page.evaluate("document.activeElement.type") == "range"  # it was not taken away by its answer
    double = command("jeopardy", "daily-double", "--state", STATE, "--confidence", field.input_value())
    worth = page.locator(".counsel .worth").last
    expect(worth).to_have_text(f"{100 * double['counsel']['worth']:.1f}%")
    page.get_by_label("Your own wager").fill("13000")
    expect(page.locator(".counsel .pill")).to_be_visible()
    expect(page).to_have_url(re.compile(re.escape(f"confidence={round(usual, 2) - 0.03:g}&wager=13000")))
    page.reload()
    expect(worth).to_have_text(f"{100 * double['counsel']['worth']:.1f}%")
    expect(page.get_by_label("Your own wager")).to_have_value("$13,000")


def test_a_square_pressed_keeps_what_was_set_and_a_wager_out_of_range_is_a_sentence(visit: Visit) -> None:
    page = visit(f"{BOARD}&confidence=0.4")
    page.get_by_role("link", name="Rivers, row 4: open").click()
    expect(page.get_by_role("link", name="Rivers, row 4: played")).to_be_visible()
    double = command("jeopardy", "daily-double", "--state", STATE.replace(".345-5", ".35-5"), "--confidence", "0.4")
    expect(page.locator(".counsel .worth").last).to_have_text(f"{100 * double['counsel']['worth']:.1f}%")
    page.get_by_label("Your own wager").fill("20000")
    expect(page.locator(".wrong")).to_contain_text("Your own wager: must be from $5 to $13,000")
    page.get_by_label("Your own wager").fill("")
    expect(page.locator(".wrong")).to_have_count(0)
    page.get_by_role("link", name="Five letters, row 4: played, DD").click()  # put back: there is nothing to bet on
    expect(page.get_by_role("slider")).to_have_count(0)
    expect(page.locator(".under")).to_have_count(0)


@pytest.mark.slow
def test_without_scripts_the_fields_in_the_counsel_are_sent_with_the_form(browser: Browser, workbench: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{workbench}/jeopardy/board?state={STATE}")
    page.get_by_label("How sure are you?", exact=True).fill("0.4")
    page.get_by_role("button", name="Answer", exact=True).click()
    page.wait_for_url("**confidence=0.4**")
    double = command("jeopardy", "daily-double", "--state", STATE, "--confidence", "0.4")
    expect(page.locator(".counsel .worth").last).to_have_text(f"{100 * double['counsel']['worth']:.1f}%")
    context.close()


@pytest.mark.slow
def test_clues_left_are_pressed_on_a_small_board_and_stand_in_the_field(visit: Visit) -> None:
    page = visit(LATE)
    squares, field = page.locator(".clues button"), page.get_by_role("textbox", name="Clues left")
    expect(squares).to_have_count(30)
    assert [each for each in squares.all_inner_texts() if each != "–"] == ["$800", "$2,000"]
    expect(page.locator("[data-clues-told]")).to_have_text("2 left, $2,800")
    with page.expect_response("**/jeopardy/daily-double?**"):
        page.get_by_role("button", name="$1,600, column 3: played").click()
    expect(field).to_have_value("800, 1600, 2000")
    expect(page).to_have_url(re.compile("left=800,1600,2000"))
    double = command("jeopardy", "daily-double", "13000", "9800", "6200", "--me", "1", "--left", "800,1600,2000")
    expect(page.locator(".counsel .worth")).to_have_text(f"{100 * double['counsel']['worth']:.1f}%")
    pressed = page.get_by_role("button", name="$1,600, column 3: left")
    pressed.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "$2,000, column 3: played"
    page.keyboard.press("Enter")
    expect(field).to_have_value("800, 1600, 2000, 2000")
    expect(page).to_have_url(re.compile("left=800,1600,2000,2000"))
    page.reload()
    expect(page.locator("[data-clues-told]")).to_have_text("4 left, $6,400")
    field.fill("400, 700")
    expect(page.locator(".wrong")).to_contain_text("not 700")
    assert [each for each in squares.all_inner_texts() if each != "–"] == ["$400"]
    page.get_by_role("button", name="$400, column 1: left").click()
    expect(field).to_have_value("700")  # what no square has stays in the field
    field.fill("")
    expect(page.locator(".wrong")).to_have_count(0)
    expect(page.locator("[data-clues-told]")).to_have_text("none, this is the last clue")


def test_the_small_board_of_a_buzz_has_the_values_of_its_round(visit: Visit) -> None:
    page = visit("/jeopardy/buzz?scores=21200,12400,7600&me=2&value=800&round=1&rollouts=0&left=1000")
    assert [each for each in page.locator(".clues button").all_inner_texts() if each != "–"] == ["$1,000"]
    page.get_by_role("button", name="$200, column 6: played").click()
    expect(page.locator("#f-left")).to_have_value("200, 1000")
    expect(page).to_have_url(re.compile("left=200,1000"))
    expect(page.locator(".counsel h2").first).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_overflows_and_squares_are_named(visit: Visit, width: int) -> None:
    for path in (
        BOARD,
        LATE,
        f"/jeopardy/daily-double?state={STATE}",
        "/jeopardy/buzz?scores=21200,12400,7600&me=2&value=2000",
    ):
        page = visit(path, width, dark=True)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.locator("button:not([aria-label]):empty").count() == 0


@pytest.mark.slow
@pytest.mark.needs("axe-core")
def test_axe_finds_no_violation_on_boards_with_wagers_and_clues_left(accessible: Callable[[str], None]) -> None:
    for path in (f"{BOARD}&wager=3000", LATE, "/jeopardy/buzz?scores=21200,12400,7600&me=2&value=2000&left=400"):
        accessible(path)
