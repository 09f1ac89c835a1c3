"""Long work in a real browser: players entered as chips, figures before the end, and what Cancel keeps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
Sound = Callable[[Page, int], None]
PATIENT = 600_000
"""Milliseconds for work and for what may have to be compiled first."""
pytestmark = [pytest.mark.needs("chromium"), pytest.mark.needs("scowl")]
LONG = "/sevens/tournament?players=loss,g1,increment&rounds=4&deals=8000&pairs=true"
"""Takes hours; a deal of it a fraction of a second."""


@pytest.fixture
def running(visit: Visit) -> Iterator[Page]:
    """The page of a tournament that runs and has figures; cancelled and discarded afterwards."""
    page = visit(LONG)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/items/**")
    yield page
    page.mouse.move(0, 0)
    page.goto(page.url)
    if page.get_by_role("button", name="Cancel").count():
        page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Discard")).to_be_visible(timeout=PATIENT)
    page.get_by_role("button", name="Discard").click()
    page.wait_for_url("**/library")


@pytest.mark.slow
def test_figures_come_while_it_runs_hold_still_under_the_pointer_and_stay_when_it_is_cancelled(
    running: Page, visit: Visit, sound: Sound
) -> None:
    page, after = running, running.locator("#after")
    expect(page.locator("#figures .counsel h2")).to_contain_text("leads", timeout=PATIENT)
    expect(after).to_have_text(re.compile(r"^[\d,]+ deals? of 8,000$"), timeout=PATIENT)
    expect(page.locator("#bar")).to_be_visible()
    expect(page.locator("#note")).to_contain_text("Playing ")
    expect(page.locator("#figures .eyebrow").first).to_contain_text("Partial result, ")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_disabled()
    page.locator("#f-seed").fill("2")
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_enabled()

    page.get_by_role("region", name="Standings").hover()
    held = page.locator("#figures").inner_html()
    told = after.inner_text()
    heard = int(page.locator("#work").get_attribute("data-figures") or 0)
    more = "heard => Number(document.getElementById('work').dataset.figures) >= heard + 2"
    page.wait_for_function(more, arg=heard, timeout=PATIENT)  # two sets later: the first would long be there
    assert page.locator("#figures").inner_html() == held, "rows do not change places under the pointer"
    page.mouse.move(5, 5)
    expect(after).not_to_have_text(told, timeout=PATIENT)
    assert page.locator("#figures").inner_html() != held

    link = re.sub(r"^https?://[^/]+", "", page.url)
    for width, dark in ((1280, True), (390, False)):
        sound(visit(link, width, dark), width)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text(re.compile(r"Cancelled after [\d,]+ deals? of 8,000"))).to_be_visible(timeout=PATIENT)
    expect(page.locator("#figures .counsel h2")).to_contain_text("leads")
    page.goto(page.url)
    expect(page.locator("#figures .counsel h2")).to_contain_text("leads")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    sound(visit(link, 390, True), 390)


@pytest.mark.slow
def test_players_are_entered_as_chips_and_meet_as_one_choice(visit: Visit, sound: Sound) -> None:
    page = visit(LONG, 390)
    expect(page.locator("#f-players")).to_be_hidden()
    expect(page.locator(".chip")).to_have_count(3)
    page.get_by_role("button", name="Remove g1").click()
    expect(page.locator("#f-players")).to_have_value("loss,increment")
    page.get_by_text("Add", exact=True).click()
    sound(page, 390)
    page.locator("[data-name=dp]").click()
    page.get_by_text("Add", exact=True).click()
    page.get_by_label("Another name").fill("reserve:5")
    page.get_by_label("Another name").press("Enter")
    expect(page.locator("#f-players")).to_have_value("loss,increment,dp,reserve:5")
    expect(page.locator(".chip")).to_have_count(4)
    expect(page.locator("[data-held]")).to_have_text("4")
    page.get_by_role("radio", name="Self-play").check()
    sent = page.evaluate("Object.fromEntries(new FormData(document.querySelector('.ask form')))")
    assert (sent["pairs"], sent["self-play"], sent["players"]) == ("false", "true", "loss,increment,dp,reserve:5")
    assert not {"they-meet", ""} & set(sent)
    page.get_by_role("radio", name="All at once").check()
    sent = page.evaluate("Object.fromEntries(new FormData(document.querySelector('.ask form')))")
    assert (sent["pairs"], sent["self-play"]) == ("false", "false")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.slow
def test_without_scripts_players_are_typed_and_boxes_say_how_they_meet(browser, workbench: str) -> None:  # type: ignore[no-untyped-def]
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENT)
    page = context.new_page()
    page.goto(f"{workbench}/sevens/tournament?rounds=3&deals=2")
    expect(page.locator(".chips").first).to_be_hidden()
    page.locator("#f-players").fill("loss,nothing")
    page.locator("[type=checkbox][name=pairs]").check()
    page.get_by_role("button", name="Answer").click()
    expect(page).to_have_url(re.compile("players=loss"))
    expect(page.locator(".counsel h2")).to_contain_text("leads", timeout=PATIENT)
    expect(page.get_by_text("loss, nothing: 2 seats")).to_be_visible()
    context.close()
