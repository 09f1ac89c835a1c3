"""Six users and their first task, with counts of clicks and keys. No task has a dead end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from kibitz.app.catalogue import request_type
from kibitz.app.request_parsing import example_arguments

Visit = Callable[..., Page]
pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]
PATIENT = 600_000
"""Milliseconds for jobs on a busy machine."""


class Hand:
    """Counts what a user does: clicks, chosen files among them, and keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = self.keys = 0

    def click(self, name: str, role: str = "link", within: str = "body", exact: bool = True) -> None:
        self.press(self.page.locator(within).get_by_role(role, name=name, exact=exact).first)  # type: ignore[arg-type]

    def press(self, target: Locator) -> None:
        target.click(timeout=PATIENT)
        self.clicks += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += len(text)

    def key(self, name: str) -> None:
        self.page.keyboard.press(name)
        self.keys += 1

    def choose(self, field: str, path: Path) -> None:
        self.page.set_input_files(field, path)
        self.clicks += 1


def sample(path: str, folder: Path) -> Path:
    """The sample file of a question, as a file."""
    for value in example_arguments(request_type(path)).values():
        first = value[0] if isinstance(value, list | tuple) and value else value
        if isinstance(first, dict) and "text" in first:
            target = folder / str(first["name"])
            target.write_text(str(first["text"]), "utf-8")
            return target
    raise AssertionError(path)


def test_a_contestant_gets_a_bet_from_three_scores(visit: Visit) -> None:
    hand = Hand(visit("/"))
    hand.key("/")
    hand.type("18400 14600 9000 me 2")
    expect(hand.page.locator("#big-found")).to_contain_text("$14,600 (you)")
    hand.key("Enter")
    expect(hand.page.locator(".counsel h2")).to_contain_text("Bet $3,801")
    assert (hand.clicks, hand.keys) == (0, 23)  # before: 18 keys and a click for the podium


def test_a_club_player_reviews_a_match(visit: Visit, tmp_path: Path) -> None:
    hand = Hand(visit("/"))
    hand.click("Backgammon", within="#games")
    hand.click("Review", within=".tabs")
    hand.choose("#f-match", sample("backgammon.review", tmp_path))
    hand.click("Start", "button")
    expect(hand.page.locator("svg.chart").first).to_be_visible(timeout=PATIENT)
    assert hand.clicks == 4
    hand.page.get_by_role("link", name="Save as HTML").wait_for(timeout=PATIENT)
    with hand.page.expect_download() as saved:
        hand.click("Save as HTML")
    text = Path(saved.value.path()).read_text("utf-8")
    assert "<svg" in text
    assert "<script" not in text


def test_a_coach_reviews_analysed_games_without_an_engine(visit: Visit, tmp_path: Path) -> None:
    hand = Hand(visit("/"))
    hand.click("Chess", within="#games")
    hand.choose("#f-games", sample("chess.review", tmp_path))
    hand.click("Start", "button")
    expect(hand.page.locator("#figures")).to_contain_text("ccuracy", timeout=PATIENT)
    assert hand.clicks == 3


def test_a_lecturer_solves_a_classic_by_its_name_and_a_matrix_of_a_textbook(visit: Visit) -> None:
    hand = Hand(visit("/"))
    hand.key("/")
    hand.type("prisoner's dilemma")
    expect(hand.page.locator("#big-found")).to_contain_text("Prisoner's dilemma")
    hand.key("Enter")
    expect(hand.page.locator("#answer")).to_contain_text("defect")
    assert (hand.clicks, hand.keys) == (0, 20)
    again = Hand(visit("/find?q=3,3+0,5;+5,0+1,1"))
    again.click("Matrix game", exact=False)
    expect(again.page.locator("#answer")).to_contain_text("1")
    assert again.page.locator(".wrong").count() == 0


@pytest.mark.needs("scowl")
def test_an_evening_of_sevens_begins_with_a_bid(visit: Visit) -> None:
    hand = Hand(visit("/"))
    hand.click("Sevens", within="#games")
    hand.click("Play", within=".tabs")
    hand.click("Start", "button")
    hand.page.wait_for_url("**/play/**", timeout=PATIENT)
    expect(hand.page.locator(".letter-table")).to_be_visible(timeout=PATIENT)
    assert hand.clicks == 3


def test_a_researcher_finds_the_api_with_a_link_to_try(visit: Visit) -> None:
    hand = Hand(visit("/"))
    hand.click("API", within="footer")
    link = hand.page.get_by_role("link", name="Try it").first.get_attribute("href")
    assert link is not None
    reply = hand.page.request.get(hand.page.url.split("/api")[0] + link)
    assert "schema" in reply.json()
    assert hand.clicks == 1


def test_a_chess_page_that_lacks_its_engine_leads_on(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.app.missing_programs import MissingProgram

    lacking = [MissingProgram("Stockfish", "values the moves.", "sudo apt-get install stockfish")]
    monkeypatch.setattr("kibitz.app.missing_programs._engine", lambda: lacking)
    hand = Hand(visit("/chess/play"))
    expect(hand.page.locator("main")).to_contain_text("sudo apt-get install stockfish")
    monkeypatch.setattr("kibitz.app.missing_programs._engine", list)
    hand.click("Check again")
    expect(hand.page.get_by_role("button", name="Start", exact=True)).to_be_visible()
    assert hand.clicks == 1
