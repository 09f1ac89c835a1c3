"""Boards to press and games reviewed, in a real browser: one board, errors one by one, luck and skill as stairs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz import ask
from kibitz.app.ask import answer_question
from kibitz.app.catalogue import request_type
from kibitz.app.request_parsing import example_arguments
from kibitz.core.units import Unit, format_chance, format_loss
from kibitz.games.jeopardy.answers.review import ReviewAnswer

Visit = Callable[..., Page]
pytestmark = pytest.mark.needs("chromium")
PATIENT = 600_000
"""Milliseconds for work and for what may have to be compiled first."""
STATE = "13000_9800_6200.1.2.345-5-0-345-45-5.c3r4"


def command(*words: str) -> dict[str, object]:
    """What the command says, as JSON."""
    run = subprocess.run([sys.executable, "-m", "kibitz", *words, "--json"], capture_output=True, text=True, check=True)
    told = json.loads(run.stdout)
    assert isinstance(told, dict)
    return told


def state_of(page: Page) -> str:
    return page.locator("#f-state").input_value()


def test_the_board_is_one_board_with_the_figures_of_the_command_and_the_best_square_marked(visit: Visit) -> None:
    page = visit(f"/jeopardy/board?state={STATE}")
    assert page.locator(".jboard").count() == 1
    chances = command("jeopardy", "board", STATE)["chances"]
    assert isinstance(chances, list)
    for place, chance in enumerate(chances):
        square = page.locator(".warm > a").nth(place)
        figure = square.locator(".share")
        assert (figure.inner_text() if figure.count() else "") == (f"{100 * chance:.1f}%" if chance else "")
    best = max(range(30), key=chances.__getitem__)
    expect(page.locator(".warm > a").nth(best)).to_have_class(re.compile("best-square"))
    expect(page.locator(".best-tag")).to_have_count(1)
    expect(page.locator(".counsel .worth").first).to_have_text(f"{100 * chances[best]:.1f}%")


def test_a_square_pressed_is_opened_and_undone_and_a_daily_double_found_has_its_wager(visit: Visit) -> None:
    page = visit(f"/jeopardy/board?state={STATE}")
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()
    picked = page.locator(".counsel .worth").first
    before = picked.inner_text()
    page.get_by_role("link", name="column 1, row 4: open").click()
    expect(page.get_by_role("link", name="column 1, row 4: played")).to_be_visible()
    expect(picked).not_to_have_text(before)
    assert state_of(page) == "13000_9800_6200.1.2.35-5-0-345-45-5.c3r4"
    page.keyboard.press("u")
    expect(picked).to_have_text(before)
    assert state_of(page) == STATE
    page.get_by_role("button", name="It is a Daily Double").click()
    page.get_by_role("link", name="column 4, row 4: open").click()
    expect(page.get_by_role("link", name="column 4, row 4: played, DD")).to_be_visible()
    expect(page.locator(".counsel h2").first).to_have_text("No Daily Double is hidden")
    page.reload()
    expect(page.get_by_role("link", name="column 4, row 4: played, DD")).to_be_visible()
    told = ask("jeopardy.daily-double", state=state_of(page))
    expect(page.locator(".counsel h2").last).to_have_text(f"Wager ${told.wager:,}")  # type: ignore[attr-defined]
    expect(page.locator(".counsel .worth").last).to_have_text(f"{100 * told.counsel.worth:.1f}%")  # type: ignore[attr-defined]


@pytest.mark.slow
def test_scores_and_the_round_beside_the_board_change_the_state(visit: Visit) -> None:
    page = visit(f"/jeopardy/select?state={STATE}")
    score = page.get_by_label("Score, left podium")
    expect(score).to_have_value("$13,000")
    with page.expect_response("**/jeopardy/select?**"):
        score.fill("9,000")
        score.blur()
    assert state_of(page).startswith("9000_9800_6200.1.2.")
    expect(score).to_have_value("$9,000")
    told = ask("jeopardy.select", state=state_of(page))
    expect(page.locator(".counsel .worth")).to_have_text(f"{100 * told.counsel.worth:.1f}%")  # type: ignore[attr-defined]
    page.get_by_text("Round, notation").click()
    page.get_by_text("Jeopardy!", exact=True).last.click()
    assert ".1.1.12345-" in state_of(page)


def test_the_board_can_be_pressed_without_scripts(browser: Browser, workbench: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENT)
    page = context.new_page()
    page.goto(f"{workbench}/jeopardy/board?state={STATE}&era=2005")
    page.get_by_role("link", name="column 1, row 3: open").click()
    expect(page.get_by_role("link", name="column 1, row 3: played")).to_be_visible()
    assert "era=1996" in page.url  # settings that were given stay, a year as the first of its era
    assert "345" not in page.url.partition("state=")[2].partition("-")[0]
    context.close()


def reviewed() -> ReviewAnswer:
    answer = answer_question("jeopardy.review", example_arguments(request_type("jeopardy.review")))
    assert isinstance(answer, ReviewAnswer)
    return answer


@pytest.mark.slow
def test_a_review_tells_each_error_at_length_and_luck_and_skill_as_stairs(visit: Visit) -> None:
    page = visit("/jeopardy/review")
    page.get_by_role("button", name="Try the sample").click()
    page.locator(".case h2").wait_for(timeout=PATIENT)
    review = reviewed()
    expect(page.locator(".story-said")).to_have_text(review.explain().headline)
    expect(page.locator(".costs li")).to_have_count(len(review.errors))
    worst, second = review.errors[:2]
    for error, number in ((worst, 1), (second, 2)):
        expect(page.locator(".case h2")).to_have_text(f"Bet ${error.best:,}")
        expect(page.locator(".case .worth")).to_have_text(f"{100 * (error.worth + error.loss):.1f}%")
        fact = page.locator(".case .facts > div").first
        expect(fact).to_contain_text(f"{review.name(error.player)} bet ${error.choice:,}")
        expect(fact).to_contain_text(format_loss(error.loss, Unit.WIN))
        expect(fact).to_contain_text(f"{format_chance(error.worth)} to win")
        expect(page.locator(".case-turn")).to_contain_text(f"{number} of {len(review.errors)}")
        expect(page.locator(".costs [aria-current]")).to_contain_text(format_loss(error.loss, Unit.WIN))
        expect(page.locator(".wide .flag.current")).to_have_count(1)
        expect(page.locator(".wide .chart .pointer")).to_have_count(1)
        page.wait_for_load_state()  # keys are heard once scripts have run
        page.keyboard.press("n")
    expect(page.locator(".case-turn")).to_contain_text("1 of ")
    expect(page.locator("svg.stairs")).to_have_count(3)
    for account, stairs in zip(review.accounts, page.locator("svg.stairs").all(), strict=True):
        said = stairs.get_attribute("aria-label") or ""
        for name, points in (("clues", account.clues), ("Final", account.final), ("own errors", -account.errors)):
            assert f"{name} {100 * points:+.1f}".replace("-", "−") in said
        assert said.endswith(f"end {100 * account.result:.1f}")
    page.get_by_role("link", name="Open this position").click()
    expect(page.locator(".counsel .pill").first).to_have_text(re.compile(worst.grade.capitalize()))


@pytest.mark.slow
@pytest.mark.needs("axe-core")
def test_axe_finds_no_violation_on_a_board_to_press_or_in_a_review(
    visit: Visit, accessible: Callable[[str], None]
) -> None:
    page = visit("/jeopardy/review")
    page.get_by_role("button", name="Try the sample").click()
    page.locator(".case h2").wait_for(timeout=PATIENT)
    work = re.sub(r"^https?://[^/]+", "", page.url)
    for path in (work, f"/jeopardy/board?state={STATE}", f"/jeopardy/daily-double?state={STATE}"):
        accessible(path)


def test_a_state_that_cannot_be_read_is_a_sentence(visit: Visit) -> None:
    wrong = visit("/jeopardy/board?state=nonsense", expect=422)
    expect(wrong.locator(".wrong")).to_contain_text("not 'nonsense'")


@pytest.mark.needs("stockfish")
def test_a_chess_position_is_set_up_on_a_board(visit: Visit) -> None:
    page = visit("/chess/position?fen=4k3/8/8/8/8/8/4P3/4K3+w+-+-+0+1", 390)
    page.get_by_role("button", name="Set up on a board").click()
    board = page.locator(".set-up-squares svg")
    expect(board).to_be_visible()
    size = board.evaluate("board => board.getBoundingClientRect().width") / 8
    page.get_by_role("button", name="White rook").click()
    with page.expect_response("**/board/chess?**"):
        board.click(position={"x": 7.5 * size, "y": 7.5 * size})
    page.get_by_role("button", name="White to move").click()
    expect(board.locator("title", has_text="rook, h1")).to_have_count(1)
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#f-fen")).to_have_value("4k3/8/8/8/8/8/4P3/4K2R b - - 0 1")
    page.wait_for_url("**fen=4k3**4K2R**")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
