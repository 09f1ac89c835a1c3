"""The workbench in a real browser: what a person enters, sees, reloads, and mistypes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kibitz import ask

Visit = Callable[..., Page]
PAGES = (
    "/",
    "/jeopardy/final?scores=18400,14600,9000&me=2&wager=9000",
    "/jeopardy/daily-double",
    "/jeopardy/placement",
    "/jeopardy/buzz?scores=21200,12400,7600&me=2&value=2000&confidence=0.55",
    "/jeopardy/review",
    "/jeopardy/match",
    "/jeopardy/final-card",
    "/backgammon/move",
    "/backgammon/cube",
    "/backgammon/review",
    "/sevens/players",
    "/parlour/final",
    "/parlour/kuhn",
    "/parlour/vote",
    "/theory/apply",
    "/rate/players",
    "/chess/rate",
    "/drill",
    "/drill/final",
    "/library",
    "/find?q=18400+14600+9000",
    "/api",
    "/jeopardy/live",
    "/jeopardy/board",
    "/backgammon/play",
    "/sevens/tournament",
    "/theory/card?game=final-5-3&format=svg",
    "/drill/square",
)
"""The pages that are looked at in every width and theme."""
pytestmark = pytest.mark.needs("chromium")
PATIENT = 600_000
"""Milliseconds for work and for what may have to be compiled first."""


def test_final_shows_what_the_command_says_follows_the_slider_and_reloads_from_its_link(visit: Visit) -> None:
    page = visit("/jeopardy/final?scores=18400,14600,9000&me=2")
    told = json.loads(
        subprocess.run(
            [sys.executable, "-m", "kibitz", "jeopardy", "final", "18400", "14600", "9000", "--me", "2", "--json"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    )
    assert page.inner_text(".counsel h2") == f"Bet ${told['wager']:,}"
    assert page.inner_text(".counsel .worth") == f"{100 * told['counsel']['worth']:.1f}%"
    assert page.inner_text(".counsel code") == told["card"]["bet"]
    for other in reversed(told["against"]):  # what it is compared with is pressed, one table is seen
        page.locator(".compared label", has_text=re.compile(f"^{other['name']}$", re.IGNORECASE)).click()
        assert page.locator(".against:visible").inner_text().startswith(f"against {other['name']}")
    page.locator("[data-for=f-confidence]").fill("0.9")
    sure = ask("jeopardy.final", scores=(18400, 14600, 9000), me=2, confidence=0.9)
    worth = f"{100 * sure.counsel.worth:.1f}%"  # type: ignore[attr-defined]
    expect(page.locator(".counsel .worth")).to_have_text(worth)
    expect(page).to_have_url(re.compile("confidence=0.9"))
    page.reload()
    assert page.inner_text(".counsel .worth") == worth
    assert page.locator("#f-confidence").input_value() == "0.9"


def test_a_click_on_the_curve_judges_that_bet_and_the_pointer_tells_figures(visit: Visit) -> None:
    page = visit("/jeopardy/final?scores=18400,14600,9000&me=2")
    curve = page.locator(".wide .chart")
    curve.hover(position={"x": 400, "y": 100})
    assert re.fullmatch(r"\$[\d,]+: \d+\.\d % \(costs \d+\.\d+ points\)|.*as good as the best", page.inner_text(".tip"))
    curve.click(position={"x": 700, "y": 100})
    expect(page.locator(".facts")).to_contain_text("Your $")
    wager = int(re.search(r"wager=(\d+)", page.evaluate("location.href"))[1])  # type: ignore[index]
    judged = ask("jeopardy.final", scores=(18400, 14600, 9000), me=2, wager=wager).counsel.judgement  # type: ignore[attr-defined]
    expect(page.locator(".facts .pill")).to_contain_text(judged.grade.capitalize())


def test_wrong_input_says_what_is_accepted_and_the_last_answer_stays_grey(visit: Visit) -> None:
    page = visit("/jeopardy/final?scores=18400,14600,9000&me=2")
    before = page.inner_text(".counsel h2")
    page.locator("#f-wager").fill("lots")
    expect(page.locator(".wrong")).to_contain_text("wager: must be a whole number")
    assert page.inner_text(".counsel h2") == before
    assert "stale" in (page.locator(".counsel").get_attribute("class") or "")
    page.locator("#f-wager").fill("9000")
    expect(page.locator(".wrong")).to_have_count(0)
    expect(page.locator(".facts .pill")).to_be_visible()


def test_a_backgammon_play_has_arrows_and_the_equity_of_the_command(visit: Visit) -> None:
    page = visit("/backgammon/move?position=4HPwATDgc/ABMA&dice=31")
    told = ask("backgammon.move", position="4HPwATDgc/ABMA", dice="31")
    assert page.inner_text(".counsel h2") == f"Play {told.best}"  # type: ignore[attr-defined]
    assert page.inner_text(".counsel .worth") == f"{told.counsel.worth:+.3f}"  # type: ignore[attr-defined]
    assert page.locator("svg.board circle[stroke-dasharray]").count() == 2


def test_the_find_box_opens_the_page_of_a_notation_from_anywhere(visit: Visit) -> None:
    page = visit("/library")
    page.keyboard.press("/")
    page.keyboard.type("4HPwATDgc/ABMA 31")
    expect(page.locator(".found a").first).to_contain_text("Backgammon play")
    page.keyboard.press("Enter")
    page.wait_for_url("**/backgammon/move?**")
    assert page.inner_text(".counsel h2") == "Play 8/5 6/5"


def test_keys_theme_and_menu_work_and_a_chosen_theme_is_remembered(visit: Visit) -> None:
    page = visit("/", width=390)
    page.locator("#menu").click()
    expect(page.locator("#games a").first).to_be_visible()
    page.keyboard.press("t")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).not_to_be_visible()
    with page.expect_request("**/theory"):
        page.keyboard.press("g")
        page.keyboard.press("t")
    page.wait_for_url("**/theory/**", timeout=PATIENT)


def test_buzz_shows_the_thresholds_of_the_command_under_one_mark_and_reloads(visit: Visit) -> None:
    page = visit("/jeopardy/buzz?scores=21200,12400,7600&me=2&value=2000")
    told = ask("jeopardy.buzz", scores=[21200, 12400, 7600], me=2, value=2000)
    strips = page.locator(".wide .strips")
    for threshold in told.thresholds:  # type: ignore[attr-defined]
        expect(strips).to_contain_text(f"from {100 * threshold:.0f} %" if 0 < threshold < 0.99 else "")
    page.locator("[data-for=f-confidence]").fill("0.2")
    expect(strips).to_contain_text("you, 20 % sure")
    expect(page).to_have_url(re.compile("confidence=0.2"))  # when the slider has come to rest
    page.reload()
    expect(strips).to_contain_text("you, 20 % sure")
    wrong = visit("/jeopardy/buzz?scores=21200,12400,7600&me=9&value=2000", expect=422)
    expect(wrong.locator(".wrong")).to_contain_text("Who you are:")


def taped() -> str:
    """A table of a whole game: everybody right in turn, one Daily Double and then two, and a Final bet too small."""
    lines = ["round,row,column,wager,wrong,right", "players,Ann,Ben,Cy", "date,2016-05-04"]
    for round_, doubles in ((1, {(4, 2): 1000}), (2, {(4, 2): 2000, (5, 5): 5})):
        for place in range(30):
            column, row = place // 5 + 1, place % 5 + 1
            bet = doubles.get((row, column), "")
            lines.append(f"{round_},{row},{column},{bet},,{1 if bet else place % 3 + 1}")
    return "\n".join([*lines, "final,1,0,right", "final,2,100,right", "final,3,100,wrong"]) + "\n"


@pytest.mark.slow
def test_a_taped_game_is_reviewed_with_its_chart_and_its_errors_one_after_the_other(visit: Visit) -> None:
    page = visit("/jeopardy/review")
    file = {"name": "game.csv", "mimeType": "text/csv", "buffer": taped().encode()}
    page.locator("input[type=file]").first.set_input_files(file)
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".story-said")).to_contain_text("won with", timeout=PATIENT)
    expect(page.locator(".wide svg.chart polyline")).to_have_count(3)
    expect(page.get_by_role("heading", name="Decisions by loss")).to_be_visible()
    page.wait_for_load_state()  # keys are heard once scripts have run
    page.keyboard.press("n")
    expect(page.locator(".case-turn")).to_contain_text("2 of ")
    page.goto(page.url)
    expect(page.locator(".story-said")).to_contain_text("won with")


@pytest.mark.slow
def test_a_dropped_file_becomes_work_with_progress_and_ends_in_its_answer(visit: Visit) -> None:
    page = visit("/rate/players")
    line = '{"utilities": [0.6, 0.55, 0.4], "chosen": 0, "unit": "win", "event": "e%d"}\n'
    bad = '{"utilities": [0.6, 0.55, 0.4], "chosen": 2, "unit": "win", "event": "x%d"}\n'
    text = "".join(line % i + bad % i for i in range(20))
    page.locator("input[type=file]").first.set_input_files(
        {"name": "mine.jsonl", "mimeType": "application/x-ndjson", "buffer": text.encode()}
    )
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".counsel .eyebrow").first).to_contain_text("40 decisions", timeout=PATIENT)
    page.goto(page.url)
    expect(page.locator(".counsel .eyebrow").first).to_contain_text("40 decisions")


def test_a_drill_is_answered_and_goes_on(visit: Visit) -> None:
    page = visit("/drill/vote")
    page.get_by_role("button", name="P1").click()
    expect(page.locator(".verdict .pill")).to_be_visible()
    page.get_by_role("link", name="Next position").click()
    expect(page.get_by_role("button", name="P1")).to_be_visible()


def test_forms_work_without_scripts(browser, workbench: str) -> None:  # type: ignore[no-untyped-def]
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENT)
    page = context.new_page()
    page.goto(f"{workbench}/parlour/vote")
    page.locator("#f-p1").fill("0.9")
    page.get_by_role("button", name="Answer").click()
    expect(page).to_have_url(re.compile("p1=0.9"))
    expect(page.locator(".counsel h2")).to_have_text("Vote P2")
    context.close()


@pytest.mark.parametrize("path", [*PAGES[:2], *(pytest.param(path, marks=pytest.mark.slow) for path in PAGES[2:])])
def test_no_page_overflows_at_any_width_or_complains_in_any_theme(
    visit: Visit, path: str, screenshots: Path | None
) -> None:
    for width, dark in ((1280, False), (390, True), *(((1280, True), (390, False)) if screenshots else ())):
        page = visit(path, width, dark)
        if screenshots is not None:
            name = re.sub(r"\W+", "-", path.partition("?")[0]).strip("-") or "home"
            size = "desktop" if width > 760 else "phone"
            page.screenshot(path=screenshots / f"{name}-{size}-{'dark' if dark else 'light'}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == ("rgb(17, 20, 22)" if dark else "rgb(246, 244, 238)")


@pytest.mark.slow
@pytest.mark.needs("axe-core")
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_no_violation_in_any_width_and_theme(accessible: Callable[[str], None], path: str) -> None:
    accessible(path)
