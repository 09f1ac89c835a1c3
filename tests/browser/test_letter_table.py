"""A round of sevens played to its end by pressing: by one person and by two, at both widths and in both themes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

Visit = Callable[..., Page]
pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


def start(visit: Visit, width: int, dark: bool, **fields: str) -> Page:
    page = visit("/sevens/play", width=width, dark=dark)
    page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="reduce")
    for fold in page.locator("#question details:not([open]) > summary").all():
        fold.click()
    for name, value in fields.items():
        page.locator(f"#f-{name}").fill(value)
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/play/**")
    return page


def press_bid(page: Page, bid: str) -> None:
    """Press the button of a bid and wait for the page that follows."""
    with page.expect_navigation():
        page.locator("#now").get_by_role("button", name=bid, exact=True).click()


def play_words(page: Page) -> None:
    while page.get_by_role("button", name="Play the best word").count():
        with page.expect_navigation():
            page.get_by_role("button", name="Play the best word").click()


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True), (1280, True), (390, False)])
def test_a_round_is_played_to_its_end_by_pressing_and_its_errors_go_to_the_drill(
    visit: Visit, sound: Callable[[Page, int], None], width: int, dark: bool
) -> None:
    page = start(visit, width, dark, against="loss,g1", hidden="4")
    assert page.locator("#order").count() == 0  # everything can be pressed
    expect(page.locator(".offered > .tile")).to_be_visible()
    expect(page.locator(".offered .shelf-of .tile:not(.none)")).to_have_count(4)
    expect(page.locator(".letter-seats li")).to_have_count(3)
    page.locator(".rules-of-play summary").click()
    expect(page.locator(".rules-of-play")).to_contain_text("pays the second-highest bid")
    with page.expect_navigation():
        page.get_by_role("button", name="Hint").click()
    expect(page.locator(".said")).to_contain_text(re.compile(r"Hint: bid \d+"))
    page.locator("[name=with]").fill("2")
    with page.expect_navigation():
        page.get_by_role("button", name="Bid", exact=True).click()
    expect(page.locator(".auctions tbody tr")).to_have_count(1)
    sound(page, width)
    sold = 1
    while page.locator("#now").get_by_role("button", name="0", exact=True).count():
        press_bid(page, "30" if sold % 2 else "0")
        sold += 1
    play_words(page)
    expect(page.locator(".counsel h2")).to_contain_text(re.compile("You (won|lost|drew) with"))
    for title in ("Scores", "Your bids", "Words", "All auctions"):
        expect(page.locator("h2, caption").get_by_text(title, exact=True)).to_be_visible()
    sound(page, width)
    page.go_back()  # all bids are one step
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    page.go_forward()
    page.get_by_role("button", name="Drill the errors").click()
    page.wait_for_url("**/drill/bid**")
    expect(page.locator("main")).to_contain_text("What do you bid?")


@pytest.mark.parametrize(("width", "dark"), [(1280, True), (390, False)])
def test_two_people_at_one_screen_bid_in_secret_and_can_undo(visit: Visit, width: int, dark: bool) -> None:
    page = start(visit, width, dark, against="loss", people="2", hidden="5")
    rack = page.locator(".offered .shelf-of")
    expect(rack).to_be_hidden()
    page.get_by_text("Show the rack of player 1").click()
    expect(rack).to_be_visible()
    press_bid(page, "12")
    expect(page.get_by_role("heading", name="Player 2, your bid")).to_be_visible()
    expect(page.locator(".offered .shelf-of")).to_be_hidden()
    expect(page.locator(".letter-seats li").first).to_contain_text("bid is in")
    assert "12" not in " ".join(page.locator(".said, .letter-seats").all_inner_texts())
    expect(page.locator(".auctions")).to_have_count(0)
    with page.expect_navigation():
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Player 1, your bid")).to_be_visible()
    expect(page.locator(".letter-seats li").first).not_to_contain_text("bid is in")
    press_bid(page, "8")
    press_bid(page, "5")
    expect(page.locator(".auctions tbody tr")).to_have_count(1)
    assert page.locator(".auctions tbody td").all_inner_texts()[4:6] == ["8", "5"]
    while page.locator("#now").get_by_role("button", name="0", exact=True).count():
        press_bid(page, "3")
    play_words(page)
    expect(page.locator(".counsel h2")).to_contain_text("won with")
    for title in ("Bids of player 1", "Bids of player 2"):
        expect(page.locator("h2, caption").get_by_text(title, exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
