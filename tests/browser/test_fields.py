"""Fields under a finger: a press selects, forms of numbers are read, and an error stands at its field."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kibitz import ask

Visit = Callable[..., Page]
pytestmark = pytest.mark.needs("chromium")
FINAL = "/jeopardy/final?scores=18400,14600,9000&me=2"
PASTE = """(field, text) => {
  const data = new DataTransfer();
  data.setData("text", text);
  field.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
}"""


def test_a_press_on_a_score_replaces_it_and_three_pasted_scores_fill_three(visit: Visit) -> None:
    page = visit(FINAL, 390)
    scores = page.locator("[name=scores]")
    scores.nth(0).click()
    page.keyboard.type("20.000")
    scores.nth(1).click()
    expect(scores.nth(0)).to_have_value("$20,000")
    page.keyboard.type("15k")
    scores.nth(2).click()
    expect(scores.nth(1)).to_have_value("$15,000")
    page.wait_for_url("**scores=20000,15000,9000**")
    worth = ask("jeopardy.final", scores=(20000, 15000, 9000), me=2).counsel.worth  # type: ignore[attr-defined]
    expect(page.locator(".counsel .worth")).to_have_text(f"{100 * worth:.1f}%")
    for text in ("18,400 14,600 9,000", "$18.400; $14.600; $9.000", "18400, 14600, 9000", "18400,14600,9000"):
        scores.nth(1).evaluate(PASTE, text)
        for field, shown in zip(scores.all(), ("$18,400", "$14,600", "$9,000"), strict=True):
            expect(field).to_have_value(shown)
        page.wait_for_url("**scores=18400,14600,9000**")
        scores.nth(0).fill("1")


def test_every_form_of_a_chance_is_read_and_shown(visit: Visit) -> None:
    page = visit(FINAL)
    worth = ask("jeopardy.final", scores=(18400, 14600, 9000), me=2, confidence=0.7).counsel.worth  # type: ignore[attr-defined]
    field = page.locator("#f-confidence")
    for text in ("70", "70 %", ".7", "7/10", "0,7"):
        field.fill("0.2")
        page.wait_for_url("**confidence=0.2**")
        field.fill(text)
        page.wait_for_url("**confidence=0.7**")
        expect(page.locator("[data-percent=f-confidence]")).to_have_text("70 %")
        expect(page.locator(".counsel .worth")).to_have_text(f"{100 * worth:.1f}%")
        assert page.locator("[data-for=f-confidence]").input_value() == "0.7"


def test_an_error_stands_at_its_field_in_the_words_of_the_page_and_on_the_screen(visit: Visit) -> None:
    page = visit(FINAL, 390)
    field = page.locator("#f-confidence")
    field.fill("170")
    error = page.locator(".field-error")
    expect(error).to_have_text("How sure you are: must be a number from 0 to 1, such as 0.7 or 70 %, not '170'")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert field.get_attribute("aria-describedby") == error.get_attribute("id")
    box = error.bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= 900 - box["height"]
    expect(page.locator("[data-percent=f-confidence]")).to_have_text("")
    field.fill("")  # an empty field is absent
    expect(error).to_have_count(0)
    assert field.get_attribute("aria-invalid") is None
    page.locator("[name=scores]").nth(2).fill("many")
    expect(error).to_contain_text("Scores: must be")
    assert [each.get_attribute("aria-invalid") for each in page.locator("[name=scores]").all()] == [None, None, "true"]


def test_an_error_in_a_fold_opens_it_also_when_the_page_is_loaded_with_it(visit: Visit) -> None:
    page = visit(f"{FINAL}&draws=x", 390, expect=422)
    expect(page.locator(".field-error")).to_be_visible()
    expect(page.locator("#f-draws")).to_have_attribute("aria-invalid", "true")


def test_a_rack_takes_blanks_and_commas_and_dice_may_stand_in_the_position(visit: Visit) -> None:
    for rack in ("E+S+T", "E,S,T"):
        page = visit(f"/sevens/bid?rack={rack}&tile=R&players=6&left=30")
        assert page.locator(".wrong").count() == 0
    page = visit("/backgammon/move?position=XGID%3D-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10&dice=")
    expect(page.locator("#answer")).to_contain_text("8/5 6/5")
