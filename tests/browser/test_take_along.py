"""The Final calculator that works without kibitz, in a real browser and compared with kibitz itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz.games.jeopardy.final.card_rules import fired_rule
from kibitz.games.jeopardy.final.equities import FinalPosition, advice_from_tables, final_model, final_tables
from kibitz.games.jeopardy.final.explain import choose_wager, price_wagers
from kibitz.games.jeopardy.final.named_wagers import named_wagers
from kibitz.games.jeopardy.final.take_along import calculator_page
from kibitz.games.jeopardy.show import Era, Ties

pytestmark = pytest.mark.needs("chromium")
POSITIONS = 1_000
ASK = """positions => positions.map(p => {
  const values = winChances(p), order = placesOf(p), ranked = order.map(s => Math.max(p.scores[s], 0));
  return {values: p.bets.map(bet => values[bet]), length: values.length, sum: values.reduce((a, b) => a + b),
          named: namedBets(p), best: bestBet(p, values), rule: firedRule(p.era, order.indexOf(p.me), ranked)};
})"""


@pytest.fixture
def open_calculator(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Open the calculator from a file; any request, error or warning fails the test."""
    complaints: list[str] = []
    path = tmp_path / "final.html"
    path.write_text(calculator_page((18400, 14600, 9000), 1, Era.RECENT, Ties.TIEBREAKER), "utf-8")
    contexts = []

    def open_page(width: int = 1280, dark: bool = False) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 844}, color_scheme="dark" if dark else "light", offline=True
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: None if request.url == path.as_uri() else complaints.append(request.url))
        page.goto(path.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def draw_position(rng: random.Random, number: int) -> dict[str, Any]:
    """A position: small and large scores, equal ones, zeros and negative ones, round and odd ones."""
    size = rng.choice((60, 900, 12_000, 40_000)) if number % 25 else 90_000
    scores = [rng.randint(1, size) if rng.random() < 0.5 else 100 * rng.randint(1, max(size // 100, 2)) for _ in "ABC"]
    me, seats = rng.randrange(3), [0, 1, 2]
    if rng.random() < 0.2:
        scores[rng.randrange(3)] = scores[rng.randrange(3)]
    if rng.random() < 0.1:
        scores = [scores[me]] * 3
    if rng.random() < 0.15:
        scores[rng.choice([seat for seat in seats if seat != me])] = rng.choice((0, 0, -400))
    if rng.random() < 0.15:
        other = rng.choice([seat for seat in seats if seat != me])
        scores[other] = max(scores[me] * rng.choice((1, 2, 3, 4)) // rng.choice((1, 2, 3, 4)) + rng.randint(-1, 1), 0)
    own = scores[me]
    bets = sorted({0, own, *(rng.randint(0, own) for _ in range(60))}) if own > 900 else list(range(own + 1))
    return {
        "scores": scores,
        "me": me,
        "confidence": rng.choice((None, None, 0.0, 1.0, rng.random(), rng.random(), rng.random(), 1e-7)),
        "era": rng.choice(("1996", "2015")),
        "ties": rng.choice(("shared", "tiebreaker")),
        "levels": [rng.choice(("average", "champion", "grand-champion")) for _ in "ab"],
        "bets": bets,
    }


@pytest.mark.slow
def test_the_calculator_equals_kibitz_in_a_thousand_random_positions(open_calculator: Callable[..., Page]) -> None:
    rng = random.Random(34)
    positions = [draw_position(rng, number) for number in range(POSITIONS)]
    page = open_calculator()
    results = [each for start in range(0, POSITIONS, 50) for each in page.evaluate(ASK, positions[start : start + 50])]
    largest = 0.0
    for asked, told in zip(positions, results, strict=True):
        first, second, third = asked["scores"]
        era, ties, me = Era(int(asked["era"])), Ties(asked["ties"]), asked["me"]
        position = FinalPosition((first, second, third), me, ties)
        tables = final_tables(position, final_model(me, asked["levels"], era, asked["confidence"]))
        values = tables.win_chances()
        assert told["length"] == len(values)
        largest = max(largest, float(np.abs(values[asked["bets"]] - told["values"]).max()))
        assert abs(values.sum() - told["sum"]) < 1e-9 * len(values), asked
        named = named_wagers(position.ranked_scores, position.role, ties)
        assert [tuple(each) for each in told["named"]] == [(each.name, each.wager) for each in named], asked
        advice = advice_from_tables(tables, "")
        # Of two bets that are equally good up to rounding either may be named.
        best = choose_wager(advice, price_wagers(advice, named))
        assert best == told["best"]["bet"] or abs(values[best] - values[told["best"]["bet"]]) < 1e-12, asked
        a, b, _ = position.ranked_scores
        if a > 2 * b:
            assert told["rule"] == {"line": 0, "bet": None}
        else:
            index, rule = fired_rule(era, position.role, position.ranked_scores)
            assert told["rule"] == {"line": index + 1, "bet": rule.wager(position.ranked_scores, position.role)}
    assert largest < 1e-9


def test_the_calculator_reads_money_and_chances_and_marks_what_it_cannot_read(
    open_calculator: Callable[..., Page],
) -> None:
    page = open_calculator(390)
    for text in ("18.400", "18,400", "18.4k", "$18,400", "18 400"):
        assert page.evaluate("text => readMoney(text)", text) == 18_400
    assert page.evaluate("['−$200', '18k', 'x', '', '1.5', '18,40'].map(readMoney)") == [-200, 18000] + [None] * 4
    for text in ("70", "70 %", "70%", ".7", "0,7", "7/10"):
        assert page.evaluate("text => readChance(text)", text) == pytest.approx(0.7)
    assert page.evaluate("['170', '7/0', '-1', 'x', '8/7', '1', '0'].map(readChance)") == [None] * 5 + [1, 0]
    page.locator("#confidence").fill("170")
    assert page.locator("#confidence").get_attribute("aria-invalid") == "true"
    expect(page.locator("#confidence-error")).to_contain_text("70 %")
    page.locator("#confidence").fill("7/10")
    assert page.locator("#confidence").get_attribute("aria-invalid") is None
    expect(page.locator("#read")).to_have_text("read as 70.0 %")
    page.locator("#score-0").click()  # a click selects, so that typing replaces
    page.keyboard.type("20000")
    page.locator("#more > summary").click()
    page.locator("#own").fill("15000")
    assert page.locator("#score-0").input_value() == "$20,000"
    expect(page.locator("#own-error")).to_have_text("Write a bet from $0 to $14,600.")
    page.evaluate("""() => {
      const data = new DataTransfer();
      data.setData("text", "17,000 9,000 8,600");
      const paste = new ClipboardEvent("paste", {clipboardData: data, bubbles: true});
      document.getElementById("score-1").dispatchEvent(paste);
    }""")
    assert [page.locator(f"#score-{seat}").input_value() for seat in range(3)] == ["$17,000", "$9,000", "$8,600"]


def test_the_calculator_is_accessible_and_fits_a_phone(
    open_calculator: Callable[..., Page], sound: Callable[[Page, int], None]
) -> None:
    for width, dark in ((1280, False), (390, True)):
        page = open_calculator(width, dark)
        page.locator("#cards summary").nth(4).click()
        assert page.locator("#cards details[open]").count() == 2
        assert page.locator("li.fires").count() == 1
        sound(page, width)


def test_the_page_of_a_final_hands_out_the_calculator(visit: Callable[..., Page], tmp_path: Path) -> None:
    page = visit("/jeopardy/final?scores=18400,14600,9000&me=2&confidence=0.8")
    with page.expect_download() as download:
        page.get_by_role("link", name="Take along").click()
    assert download.value.suggested_filename == "final-jeopardy.html"
    download.value.save_as(tmp_path / "saved.html")
    assert '"confidence":0.8' in (tmp_path / "saved.html").read_text("utf-8")
