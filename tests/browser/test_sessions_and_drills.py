"""Sessions, drills and boards in a real browser: what is pressed, what it brings, and what comes back later."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kibitz import ask
from kibitz.app.sessions import BY_PATH
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.work import WorkContext

Visit = Callable[..., Page]
pytestmark = pytest.mark.needs("chromium")
PATIENT = 600_000
"""Milliseconds for work and for what may have to be compiled first."""


def fits(page: Page, width: int) -> bool:
    """Whether nothing stands out of the screen."""
    return bool(page.evaluate("document.documentElement.scrollWidth") <= width)


def test_a_game_is_kept_score_of_by_pressing_squares_with_the_chances_of_the_session(visit: Visit) -> None:
    page = visit("/jeopardy/live", width=390, dark=True)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="column 4, $600").click()
    expect(page.locator(".jboard .chosen")).to_be_visible()
    sheet = page.locator("#now").bounding_box()  # who answered stands at the foot of the screen
    assert sheet is not None
    assert sheet["y"] + sheet["height"] == pytest.approx(900, abs=1)
    page.get_by_role("button", name="✗ Wrong").first.click()
    expect(page.locator("#now")).to_contain_text("left wrong")
    page.get_by_role("button", name="✓ Right").first.click()
    expect(page.locator(".stand b").nth(1)).to_have_text("$600")
    live = BY_PATH["jeopardy.live"].request_type()()
    state = live.step(live.begin(WorkContext()), "c4r3 1- 2+", WorkContext())
    chance = re.search(r"player 2 \$600, ([\d.]+ %)", state.said[0])
    assert chance is not None
    expect(page.locator(".chance-now").nth(1)).to_have_text(chance[1])
    expect(page.get_by_text("column 4, $600: Left ✗, Middle ✓")).to_be_visible()
    assert fits(page, 390)
    page.reload()
    expect(page.locator(".stand b").first).to_have_text("−$600")
    page.keyboard.press("u")
    expect(page.locator(".stand b").nth(1)).to_have_text("$0")
    page.goto(page.url.split("/play/")[0] + "/library")
    expect(page.locator(".works a", has_text="Live").first).to_be_visible()


def test_an_order_that_cannot_be_followed_says_why_and_changes_nothing(visit: Visit) -> None:
    page = visit("/jeopardy/live")
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator("#order").fill("c9r9 1+")
    page.get_by_role("button", name="Go").click()
    expect(page.locator(".wrong")).to_contain_text("is unknown")
    expect(page.locator(".stand b").first).to_have_text("$0")


@pytest.mark.slow
def test_a_daily_double_is_advised_before_its_wager_is_taken(visit: Visit) -> None:
    page = visit("/jeopardy/live")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="column 2, $800").click()
    page.get_by_role("button", name="Daily Double").click()
    page.get_by_role("button", name="found it").first.click()
    expect(page.locator(".said")).to_contain_text("Wager $", timeout=PATIENT)
    page.locator("[name=with]").fill("1000")
    page.get_by_role("button", name="✓ Right").click()
    expect(page.locator(".stand b").first).to_have_text("$1,000")


@pytest.mark.slow
def test_backgammon_is_played_on_the_board_by_pressing_from_and_to(visit: Visit) -> None:
    page = visit("/backgammon/play")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="Roll").click(timeout=PATIENT)
    expect(page.locator("#now")).to_contain_text("Your play", timeout=PATIENT)
    page.wait_for_load_state()  # boards can be pressed once scripts have run
    board = page.locator("svg[data-board]")
    box = board.bounding_box()
    assert box is not None
    scale = box["width"] / 790
    board.click(position={"x": (28 + 48 + 53 * 6.5) * scale, "y": 560 * scale})
    board.click(position={"x": (28 + 48 + 53 * 7.5) * scale, "y": 560 * scale})
    assert page.locator("#order").input_value() == "6/5"
    page.locator("#order").fill("")
    play = page.locator(".order-row.many .button, .order-row .button").last
    before = page.locator(".said").text_content() or ""
    play.click()  # the tutor warns of it, or the opponent answers
    expect(page.locator(".said")).not_to_have_text(before, timeout=PATIENT)


def test_a_backgammon_board_is_set_up_by_pressing_points_and_valued_as_the_command_does(visit: Visit) -> None:
    page = visit("/backgammon/move?position=4HPwATDgc/ABMA&dice=31")
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("button", name="Remove").click()
    box = page.locator("svg[data-board]").bounding_box()
    assert box is not None
    scale = box["width"] / 790
    with page.expect_response("**/backgammon/move?**"):
        page.locator("svg[data-board]").click(position={"x": (28 + 53 * 0.5) * scale, "y": 100 * scale})
    position = page.locator("#f-position").input_value()
    assert position != "4HPwATDgc/ABMA"
    told = ask("backgammon.move", position=position, dice="31")
    expect(page.locator(".counsel .worth")).to_have_text(f"{told.counsel.worth:+.3f}".replace("-", "−"))  # type: ignore[attr-defined]
    expect(page.locator("svg[data-board]")).to_have_attribute("data-own", re.compile(r"^0 0 0 0 0 0 5 0 3 0 0 0 0 4 "))
    page.reload()
    assert page.locator("#f-position").input_value() == position


def test_the_last_daily_double_has_curves_for_right_and_wrong_named_at_their_ends(visit: Visit) -> None:
    page = visit("/jeopardy/daily-double?scores=7100,9000,1000&me=1&confidence=0.65")
    told = ask("jeopardy.daily-double", scores=[7100, 9000, 1000], me=1, confidence=0.65)
    assert page.inner_text(".counsel .worth") == f"{100 * told.counsel.worth:.1f}%"  # type: ignore[attr-defined]
    chart = page.locator(".wide .chart")
    expect(chart).to_contain_text("if right")
    expect(chart).to_contain_text("if wrong")
    expect(chart.locator(".other-line")).to_have_count(2)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["square", "cube"])
def test_drills_with_buttons_judge_what_is_pressed(visit: Visit, name: str) -> None:
    page = visit(f"/drill/{name}", width=390)
    page.locator("form button[name=choice]").first.click(timeout=PATIENT)
    expect(page.locator(".verdict .pill")).to_be_visible(timeout=PATIENT)
    assert fits(page, 390)


@pytest.mark.slow
@pytest.mark.needs("stockfish")
def test_a_chess_game_is_analysed_with_progress_and_gone_through_error_by_error(visit: Visit) -> None:
    page = visit("/chess/moves")
    page.get_by_role("button", name="Try the sample").click()
    expect(page.locator("[data-steps]")).to_be_visible(timeout=PATIENT)
    expect(page.locator(".error-head")).to_contain_text("Error 1 of")
    first = page.locator(".steps .facts dt").inner_text()
    page.wait_for_load_state()  # keys are heard once scripts have run
    page.keyboard.press("n")
    expect(page.locator(".error-head")).to_contain_text("Error 2 of")
    expect(page.locator(".steps .facts dt")).not_to_have_text(first)
    expect(page.locator(".steps table.bars tr").first.locator(".glyph")).to_be_visible()
    expect(page.locator(".wide svg.chart .pointer")).to_have_count(1)
    cost = page.locator(".steps .facts .num").inner_text()
    expect(page.locator(".moves [aria-current] .cost")).to_have_text(cost)
    assert [side.split("\n")[0] for side in page.locator(".board-side b").all_inner_texts()] == [
        "Birch, Bela",
        "Ash, Adam",
    ]
    page.get_by_role("link", name="This position").click()
    expect(page.locator("table.bars").first).to_be_visible(timeout=PATIENT)


@pytest.mark.slow
def test_a_tournament_is_played_as_work_and_shows_standings_and_head_to_head(visit: Visit) -> None:
    page = visit("/sevens/tournament?players=g1,loss")
    page.locator("#f-rounds").fill("5")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".counsel h2")).to_contain_text(re.compile("leads|Nothing decided"), timeout=PATIENT)
    for panel in ("Standings", "Head to head"):
        expect(page.get_by_role("heading", name=panel)).to_be_visible()
    wrong = visit("/sevens/tournament")
    wrong.get_by_text("Add", exact=True).click()
    wrong.get_by_label("Another name").fill("nobody")
    wrong.get_by_label("Another name").press("Enter")
    wrong.get_by_role("button", name="Start", exact=True).click()
    expect(wrong.get_by_text("nobody").first).to_be_visible(timeout=PATIENT)


def test_a_click_on_the_map_of_a_parlour_game_moves_its_sliders_and_the_rule_that_fires(visit: Visit) -> None:
    page = visit("/parlour/final?scores=5,3&p=0.7,0.4")
    expect(page.locator(".rules .fires")).to_contain_text("else")
    page.locator(".regions").click(position={"x": 200, "y": 60})
    expect(page.locator(".rules .fires")).not_to_contain_text("else")
    chances = [page.locator(f"#f-p-{i}").input_value() for i in (1, 2)]
    told = ask("parlour.final", scores=(5, 3), p=tuple(chances))
    worth = next(each.counsel.worth for each in told.exhibits() if isinstance(each, AdviceExhibit))
    expect(page.locator(".counsel .worth").first).to_have_text(f"{100 * worth:.1f}%")


def test_a_card_is_a_picture_to_print_and_the_library_says_when_nothing_matches(visit: Visit) -> None:
    page = visit("/theory/card?game=final-5-3&format=svg")
    expect(page.locator("img.sheet")).to_have_js_property("complete", True)
    assert page.locator("img.sheet").evaluate("image => image.naturalWidth") > 0
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    empty = visit("/library?words=zzzz")
    expect(empty.get_by_text("match “zzzz”")).to_be_visible()


@pytest.mark.slow
@pytest.mark.needs("axe-core")
@pytest.mark.parametrize("path", ["/jeopardy/live", "/backgammon/play"])
def test_axe_finds_no_violation_in_sessions_under_way(
    visit: Visit, accessible: Callable[[str], None], path: str
) -> None:
    page = visit(path)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/play/**", timeout=PATIENT)
    if path == "/jeopardy/live":
        page.get_by_role("button", name="column 4, $600").click()
        page.locator(".jboard .chosen").wait_for()
    accessible("/play/" + page.url.split("#")[0].rpartition("/")[2])
