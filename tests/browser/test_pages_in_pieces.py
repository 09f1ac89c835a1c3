"""Pieces of pages in a real browser, with the figures of the command: ratings, cards, mixes, bars, works, drills."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kibitz import ask
from kibitz.app.ask import answer_question
from kibitz.app.request_parsing import to_json
from kibitz.core.units import format_chance
from kibitz.games.jeopardy.answers.buzz import BuzzAnswer
from kibitz.games.jeopardy.answers.cards import FinalCardAnswer
from kibitz.games.parlour.answers.final import FinalAnswer
from kibitz.rate.report.ratings import RatingsAnswer

Visit = Callable[..., Page]
pytestmark = pytest.mark.needs("chromium")
BUZZ = "/jeopardy/buzz?scores=21200,12400,7600&me=2&value=2000&confidence=0.55"


def decisions() -> str:
    """Two players: one who mostly finds the best of three choices, one who mostly does not."""
    lines = []
    for player, taken in (("ann", "0010" * 25 + "0002"), ("bob", "2101" * 25)):
        for i, chosen in enumerate(taken):
            worth = [0.6, 0.6 - 0.01 * (i % 9 + 1), 0.4 - 0.01 * (i % 7)]
            lines.append(
                json.dumps(
                    {"utilities": worth, "chosen": int(chosen), "unit": "win", "player": player, "event": f"e{i // 4}"}
                )
            )
    return "\n".join(lines)


def brought(page: Page, path: str, values: dict[str, object]) -> str:
    """Work as another library has it, imported: the link of its page, drawn from its figures alone."""
    result = to_json(answer_question(path, values), whole=True)
    item = {
        "id": "00112233445566ee",
        "kind": "job",
        "path": path,
        "title": "brought",
        "request": json.dumps(values),
        "state": "done",
        "began": 1.0,
        "result": base64.b64encode(result.encode()).decode(),
    }
    root = re.match(r"https?://[^/]+", page.url)
    assert root is not None
    file = {"name": "l.jsonl", "mimeType": "application/x-ndjson", "buffer": json.dumps({"item": item}).encode()}
    reply = page.request.post(f"{root[0]}/library/import", multipart={"file": file}, headers={"Origin": root[0]})  # type: ignore[dict-item]
    assert reply.ok
    return "/items/00112233445566ee"


@pytest.mark.slow
def test_a_rating_is_a_sentence_with_its_interval_opposite_and_says_what_it_means(visit: Visit) -> None:
    values: dict[str, object] = {"file": {"name": "two.jsonl", "text": decisions()}}
    link = brought(visit("/library"), "rate.players", values)
    page = visit(link)
    told = answer_question("rate.players", values)
    assert isinstance(told, RatingsAnswer)
    best = min(told.players, key=lambda row: row.rating or 0.0)
    assert best.rating is not None
    assert best.low is not None
    assert best.high is not None
    expect(page.locator(".counsel h2")).to_have_text(f"{100 * best.rating:.1f} points lost per decision")
    expect(page.locator(".counsel .worth")).to_have_text(f"{100 * best.low:.1f} to {100 * best.high:.1f}")
    expect(page.locator(".counsel .reason")).to_contain_text(
        f"Makes the best choice in {format_chance(best.best_rate)}"
    )
    expect(page.locator(".facts")).to_contain_text("bob")
    expect(page.locator(".wide .whiskers")).to_contain_text(f"{100 * best.rating:.1f}")
    expect(page.locator(".meanings p")).to_have_count(4)
    page.goto(page.url.partition("/items/")[0] + "/library")
    page.get_by_label("Select brought").check()
    expect(page.locator(".chosen-bar")).to_contain_text("1 selected")
    page.keyboard.press("Escape")
    expect(page.locator(".chosen-bar")).to_be_hidden()
    page.get_by_label("Select brought").check()
    page.locator(".chosen-bar summary").click()
    page.get_by_role("button", name="Delete selected").click()
    expect(page.get_by_label("Select brought")).to_have_count(0)


@pytest.mark.slow
def test_final_cards_have_their_rules_their_costs_and_a_map_each_and_print_alone(visit: Visit) -> None:
    page = visit("/jeopardy/final-card")
    told = answer_question("jeopardy.final-card", {"format": "svg"})
    assert isinstance(told, FinalCardAnswer)
    expect(page.locator(".index-card")).to_have_count(3)
    expect(page.locator(".card-desk .regions")).to_have_count(3)
    for card, (role, loss) in zip(page.locator(".index-card").all(), told.losses.items(), strict=True):
        expect(card.locator(".seat-mark")).to_have_text(role)
        expect(card.locator("footer")).to_contain_text(f"{100 * loss.mean:.2f} points")
        assert card.locator("li").count() == len(re.findall("^(if|else)", told.lists[role], re.MULTILINE))
    assert page.locator("#hatch-1-0").count() == 1  # patterns of several maps do not get in each other's way
    second = visit("/jeopardy/final-card?role=B&format=svg")
    expect(second.locator(".index-card")).to_have_count(1)
    page.emulate_media(media="print")
    expect(page.locator(".card-desk .regions").first).to_be_hidden()
    expect(page.locator(".ask")).to_be_hidden()
    expect(page.locator(".index-card").first).to_be_visible()
    printed = page.pdf(prefer_css_page_size=True)
    assert re.findall(rb"/MediaBox\s*\[0 0 (\d+) (\d+)\]", printed) == [(b"360", b"216")] * 3  # 5 x 3 in


@pytest.mark.slow
def test_buzz_says_from_where_on_and_its_bars_are_as_long_as_the_ends_are_worth(visit: Visit) -> None:
    page = visit(BUZZ)
    told = ask("jeopardy.buzz", scores=[21200, 12400, 7600], me=2, value=2000, confidence=0.55)
    assert isinstance(told, BuzzAnswer)
    expect(page.locator(".counsel h2")).to_have_text(f"Buzz from {100 * told.thresholds[0]:.0f} % sure")
    expect(page.locator(".counsel .worth")).to_have_text(f"{100 * told.counsel.worth:.1f}%")
    panel = page.get_by_role("region", name="Value of each outcome")
    right = next(end.worth for end in told.ends if end.changes == (0, 1, 0))
    row = panel.locator("tr").filter(has=page.get_by_text("you right", exact=True))
    expect(row).to_contain_text(format_chance(right))
    bar, ground = (row.locator(f"rect.{name}").bounding_box() for name in ("share", "ground"))
    assert bar is not None
    assert ground is not None
    assert bar["width"] / ground["width"] == pytest.approx(right, abs=0.01)
    left = page.get_by_role("region", name="Why: where the clue can leave you")
    expect(left.locator(".wide")).to_contain_text("half $10,600")
    expect(page.locator("svg.crossing .best").last).to_have_text(f"{100 * told.thresholds[0]:.0f} % buzz")


def test_final_for_two_is_counted_up_and_down_and_its_mix_is_drawn_by_lot(visit: Visit) -> None:
    page = visit("/parlour/final?scores=5,3&p=0.7,0.4")
    told = ask("parlour.final", scores=[5, 3], p=[0.7, 0.4])
    assert isinstance(told, FinalAnswer)
    expect(page.locator(".counsel .reason").first).to_contain_text("Keep them guessing:")
    worth = [f"{100 * (1 - loss - (1 - told.win_chance)):.1f}" for loss in told.losses["row"].values()]
    assert page.locator(".matrix tbody td:last-child").all_inner_texts() == worth
    page.get_by_role("button", name="Draw").first.click()
    expect(page.locator(".facts output").first).to_have_text(re.compile("^[12]$"))
    with page.expect_response("**/parlour/final?**"):
        page.get_by_role("button", name="Player 1, one more").click()
    expect(page.get_by_label("Score, player 1")).to_have_value("6")
    more = ask("parlour.final", scores=[6, 3], p=[0.7, 0.4])
    assert isinstance(more, FinalAnswer)
    expect(page.locator(".counsel .worth").first).to_have_text(f"{100 * more.win_chance:.1f}%")
    theirs = visit("/parlour/final?scores=5,3&p=0.7,0.4&me=2&wager=1")
    expect(theirs.locator(".counsel .eyebrow").first).to_contain_text("player 2")  # one's own counsel comes first


def test_named_wagers_carry_their_grades_and_the_reasons_are_folded(visit: Visit) -> None:
    page = visit("/jeopardy/final?scores=18400,14600,9000&me=2&wager=9000")
    told = ask("jeopardy.final", scores=[18400, 14600, 9000], me=2, wager=9000)
    table = page.get_by_role("region", name=re.compile("^Named wagers")).locator("tbody")
    expect(table.locator("tr.strong")).to_contain_text(f"${told.wager:,}")  # type: ignore[attr-defined]
    expect(table.locator(".glyph.best").first).to_be_visible()
    expect(table.locator(".glyph.blunder").first).to_be_visible()
    expect(page.locator(".why li").first).to_be_hidden()
    page.get_by_text("All reasons").click()
    expect(page.locator(".why li").first).to_be_visible()


def test_on_a_phone_the_model_of_final_is_one_line(visit: Visit) -> None:
    wide = visit("/jeopardy/final")
    expect(wide.locator(".fold").get_by_text("Champion", exact=True)).to_be_visible()
    phone = visit("/jeopardy/final", 390)
    expect(phone.locator(".fold").get_by_text("Champion", exact=True)).to_be_hidden()
    phone.get_by_text("Model: average").click()
    expect(phone.locator(".fold").get_by_text("Champion", exact=True)).to_be_visible()


@pytest.mark.slow
def test_home_has_recent_work_beside_the_drill_and_a_drill_shows_scores_on_podiums(visit: Visit) -> None:
    page = visit("/")
    expect(page.get_by_role("region", name="Recent")).to_be_visible()
    drill = page.get_by_role("region", name="Drill")
    expect(drill).to_contain_text("due")
    drill.get_by_role("link", name="Start drill").click()
    expect(page).to_have_url(re.compile("/drill"))
    final = visit("/drill/final")
    expect(final.locator(".score-row > div")).to_have_count(3)
    mine = final.locator(".score-row .mine b").inner_text()
    expect(final.locator(".posed")).to_contain_text(f"You have {mine}")
    final.locator("#order").fill("0")
    final.get_by_role("button", name="Check answer").click()
    expect(final.locator(".tinted .glyph").last).to_be_visible()
    expect(final.get_by_role("region", name="Due")).to_be_visible()
