"""Answers that follow a form are renewed in place: what a person has opened, typed or points at stays."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, expect

Visit = Callable[..., Page]

FINAL = "/jeopardy/final?scores=18400,14600,9000&me=2&wager=9000"
AS_LOADED = """(text) => {
  const plain = (node) => node.nodeType !== 1 ? [node.data] : [
    `<${node.nodeName} ${[...node.attributes].map((each) => `${each.name}=${each.value}`).sort().join(" ")}>`,
    ...[...(node.content ?? node).childNodes].flatMap(plain),
  ];
  const answer = document.getElementById("answer"), renewed = plain(answer);
  answer.innerHTML = text;
  document.dispatchEvent(new Event("answered"));
  return [renewed, plain(answer)];
}"""
"""The answer as it stands there, and as it is where nothing of the answers before is left, node by node."""


def settled(page: Page, link: str) -> None:
    """Wait for the answer whose link holds these words."""
    expect(page).to_have_url(re.compile(link))
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


CHANGES = {
    "/jeopardy/final?scores=18400,14600,9000&me=2": [
        ("[data-for=f-confidence]", "0.31", "confidence=0.31"),
        ("#f-wager", "9000", "wager=9000"),
        ("[data-for=f-confidence]", "0.9", "confidence=0.9"),
        ("#f-wager", "", r"^((?!wager).)*$"),
        ("[name=scores] >> nth=0", "40000", "scores=40000"),
        ("[name=scores] >> nth=0", "15000", "scores=15000"),
    ],
    "/parlour/final?scores=5,3&p=0.7,0.4": [
        ("[data-for=f-p-1]", "0.2", "p=0.2"),
        ("[name=scores] >> nth=0", "9", "scores=9"),
        ("[data-for=f-p-1]", "0.95", "p=0.95"),
    ],
    "/backgammon/move?position=4HPwATDgc%2FABMA&dice=31": [
        ("[name=dice]", "61", "dice=61"),
        ("[name=dice]", "65", "dice=65"),
    ],
    "/parlour/vote?p1=1/2&p2=1/2&y1=1/2&y2=1/2": [
        ("[name=p1]", "9/10", "p1=9"),
        ("[name=y2]", "1/10", "y2=1(%2F|/)10"),
    ],
}


@pytest.mark.parametrize("path", CHANGES)
def test_an_answer_renewed_in_place_is_the_one_that_is_loaded(visit: Visit, path: str) -> None:
    page = visit(path)
    answers: list[Response] = []
    page.on("response", lambda reply: answers.append(reply) if "?" in reply.url else None)
    for field, value, link in CHANGES[path]:
        page.locator(field).fill(value)
        settled(page, link)
    renewed, loaded = page.evaluate(AS_LOADED, answers[-1].text())
    assert renewed == loaded


def test_what_was_opened_stays_open_while_a_slider_moves(visit: Visit) -> None:
    page = visit(FINAL)
    worth, table = page.locator(".counsel .worth"), page.locator(".key table")
    page.get_by_text("All reasons").click()
    page.get_by_text("Show as table").first.click()
    compared = page.locator(".compared input[type=radio]").last
    compared.check(force=True)
    before = worth.inner_text(), table.inner_text()
    page.locator("[data-for=f-confidence]").fill("0.35")
    settled(page, "confidence=0.35")
    assert worth.inner_text() != before[0]
    choice, reason = page.inner_text(".counsel h2"), page.text_content(".counsel .reason")
    assert page.text_content("[aria-live]") == f"{choice}, {worth.inner_text()} to win. {reason}"
    assert table.inner_text() != before[1]
    expect(page.locator("details.why")).to_have_attribute("open", "")
    expect(table).to_be_visible()
    expect(compared).to_be_checked()


def test_the_figure_under_the_pointer_follows_the_answer(visit: Visit) -> None:
    page = visit("/jeopardy/final?scores=18400,14600,9000&me=2&confidence=0.5")
    chart, tip = page.locator(".wide .chart").first, page.locator(".tip")
    frame = chart.bounding_box()
    assert frame is not None
    page.mouse.move(frame["x"] + frame["width"] / 2, frame["y"] + 100)
    before = tip.inner_text()
    page.locator("[data-for=f-confidence]").evaluate(
        "each => { each.value = '0.9'; each.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    settled(page, "confidence=0.9")
    expect(tip).to_have_count(1)
    assert tip.inner_text() != before
    assert tip.inner_text().split(":")[0] == before.split(":")[0], "the same bet, another chance to win"


def test_the_link_follows_a_slider_once_it_rests(visit: Visit) -> None:
    page = visit("/jeopardy/final?scores=18400,14600,9000&me=2")
    page.evaluate("""() => {
      const to = history.replaceState.bind(history);
      window.links = [];
      history.replaceState = (...all) => { window.links.push(all[2]); to(...all); };
    }""")
    slider = page.locator("[data-for=f-confidence]")
    for value in ("0.30", "0.40", "0.50"):
        with page.expect_response(lambda reply: "confidence" in reply.url):
            slider.evaluate(
                "(each, to) => { each.value = to; each.dispatchEvent(new Event('input', { bubbles: true })); }", value
            )
    settled(page, "confidence=0.50?")
    assert page.evaluate("window.links.length") < 3, "each link is a small journey for the browser"


def test_podiums_carry_the_letters_of_the_reasons(visit: Visit) -> None:
    page = visit("/jeopardy/final?scores=9000,14600,18400&me=2")
    letters, words = page.locator(".podium .seat"), page.locator(".podium [data-place]")
    expect(letters).to_have_text(["C", "B", "A"])
    expect(words).to_have_text(["third", "second", "first"])
    expect(page.locator(".counsel .eyebrow").first).to_contain_text("you are B")
    page.locator("[name=scores]").first.fill("14.6k")
    expect(letters).to_have_text(["C", "B", "A"])  # of equals the one who asks stands first
    page.locator("[name=me]").first.check()
    expect(letters).to_have_text(["B", "C", "A"])
    settled(page, "scores=14600,14600,18400.*me=1|me=1.*scores=14600,14600,18400")
    page.reload()
    expect(letters).to_have_text(["B", "C", "A"])  # as the server says it


def test_the_counsel_is_copied_as_text(visit: Visit) -> None:
    page = visit(FINAL)
    page.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }")
    page.get_by_role("button", name="Copy as text").last.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    lines = page.evaluate("window.copied").split("\n")
    worth = page.inner_text(".counsel .worth")
    assert lines[0] == f"{page.inner_text('.counsel h2')}: {worth} to win"
    assert lines[1] == page.text_content(".counsel .reason")
    assert [line for line in lines if line.startswith("- ")]
    assert lines[-3].startswith("✓ Exact, ")
    assert lines[-2] == "kibitz jeopardy final 18400 14600 9000 --me 2 --wager 9000"
    assert lines[-1] == page.url
