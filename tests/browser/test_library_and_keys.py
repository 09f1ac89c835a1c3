"""The library in a browser: files dropped on any page, work chosen; and keys that go through choices and bets."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kibitz import ask
from kibitz.core.units import Unit, format_loss
from kibitz.games.backgammon.questions.matches import SHORT_MATCH

Visit = Callable[..., Page]
FINAL = "/jeopardy/final?scores=18400,14600,9000&me=2"


def carried(page: Page, *files: tuple[str, str], by: tuple[str, ...] = ("dragenter", "dragover", "drop")) -> None:
    """Carry files over a page and drop them, as a person does from another window; or only the steps named."""
    page.evaluate(
        """([files, steps]) => {
            const dataTransfer = new DataTransfer(), how = { dataTransfer, bubbles: true, cancelable: true };
            for (const [name, text] of files) dataTransfer.items.add(new File([text], name));
            for (const step of steps) document.body.dispatchEvent(new DragEvent(step, how));
        }""",
        [[list(file) for file in files], list(by)],
    )


@pytest.mark.slow
def test_files_dropped_on_any_page_are_told_and_reviewed_by_a_button(visit: Visit) -> None:
    page = visit("/")
    carried(page, ("friday.mat", SHORT_MATCH), ("notes.docx", "PK\x03\x04"))
    page.wait_for_url("**/library")
    expect(page.locator(".brought li").first).to_contain_text("friday.mat match to 3, 2 games")
    expect(page.locator(".brought li").nth(1)).to_contain_text("not a supported file")
    page.reload()  # nothing is sent twice
    row = page.locator(".works tr", has_text="friday.mat")
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Review match").click()
    page.wait_for_url("**/items/**")
    expect(page.locator(".counsel h2").first).to_be_visible()
    page.get_by_role("button", name="Delete from library").click()


@pytest.mark.slow
def test_a_file_dropped_where_one_is_wanted_is_asked_about_there(visit: Visit) -> None:
    page = visit("/backgammon/review")
    carried(page, ("friday.mat", SHORT_MATCH))
    page.wait_for_url("**/items/**")
    expect(page.locator(".counsel h2").first).to_be_visible()
    page.get_by_role("button", name="Delete from library").click()


@pytest.mark.slow
def test_what_is_held_over_a_page_shows_where_it_goes_and_leaves_no_trace(visit: Visit) -> None:
    page = visit("/jeopardy/final")
    carried(page, ("x", "x"), by=("dragenter",))
    expect(page.get_by_text("Drop to import")).to_be_visible()
    carried(page, ("x", "x"), by=("dragleave",))
    expect(page.get_by_text("Drop to import")).to_be_hidden()


@pytest.mark.slow
def test_chosen_work_is_compared_side_by_side(visit: Visit, sound: Callable[[Page, int], None]) -> None:
    page = visit(FINAL)
    root = page.url.split("/jeopardy")[0]
    links = []
    for chance in ("0.2", "0.9"):
        page.goto(f"{root}{FINAL}&confidence={chance}")
        page.get_by_role("button", name="Save", exact=True).click()
        page.wait_for_url("**/items/**")
        expect(page.locator(".counsel h2").first).to_be_visible()
        links.append(page.url.rpartition("/")[2])
    page.goto(f"{root}/library")
    for link in links:
        page.locator(f"input[form=chosen][value='{link}']").check()
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("region", name="Different settings", exact=True)).to_contain_text("How sure you are")
    expect(page.locator(".counsel h2")).to_have_count(2)
    assert len(set(page.locator(".counsel h2").all_inner_texts())) == 2
    heights = page.locator(".narrow .chart").evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)")
    assert len(heights) == 2
    assert heights[0] == heights[1], "side by side"
    sound(page, 1280)
    page.set_viewport_size({"width": 390, "height": 900})
    sound(page, 390)


@pytest.mark.slow
def test_all_work_is_chosen_at_once_and_none_by_escape(visit: Visit) -> None:
    page = visit(f"{FINAL}&wager=9000")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/items/**")
    expect(page.locator(".counsel h2").first).to_be_visible()
    page.goto(page.url.split("/items/")[0] + "/library")
    expect(page.locator(".works tr", has_text="18,400 · 14,600 · 9,000, me 2, wager 9000").first).to_contain_text(
        "Final"
    )
    expect(page.locator(".chosen-bar")).to_be_hidden()
    page.locator("[data-all]").check()
    count = page.locator("tbody .pick input").count()
    expect(page.locator(".chosen-bar")).to_contain_text(f"{count} selected")
    page.keyboard.press("Escape")
    expect(page.locator(".chosen-bar")).to_be_hidden()


def test_the_arrow_keys_go_down_the_ranked_plays_and_the_board_shows_each(visit: Visit) -> None:
    page = visit("/backgammon/move?position=4HPwATDgc/ABMA&dice=31")
    result = ask("backgammon.move", position="4HPwATDgc/ABMA", dice="31")
    moves = [(each.notation, each.loss) for each in result.moves]  # type: ignore[attr-defined]
    page.keyboard.press("ArrowDown")
    expect(page.locator("tr.chosen").first).to_contain_text(moves[0][0])
    page.keyboard.press("ArrowDown")
    expect(page.locator("tr.chosen").first).to_contain_text(moves[1][0])
    expect(page.locator(".counsel .facts")).to_contain_text(format_loss(moves[1][1], Unit.EQUITY))
    assert "play=24" in page.url
    page.keyboard.press("ArrowUp")
    expect(page.locator("tr.chosen").first).to_contain_text(moves[0][0])


def test_brackets_go_from_named_bet_to_named_bet_and_w_asks_why_not_ones_own(visit: Visit) -> None:
    page = visit(FINAL)
    page.keyboard.press("]")
    field = page.locator("[name=wager]")
    expect(page).to_have_url(re.compile("wager="))
    expect(field).to_have_value(re.compile(r"^\$"))
    seen = [field.input_value()]
    for _ in range(2):
        page.keyboard.press("]")
        expect(field).not_to_have_value(seen[-1])
        expect(field).to_have_value(re.compile(r"^\$"))  # written as money once the answer is there
        seen.append(field.input_value())
    amounts = [int(each.replace("$", "").replace(",", "")) for each in seen]
    assert amounts == sorted(set(amounts))
    page.keyboard.press("[")
    expect(field).to_have_value(seen[-2])
    page.keyboard.press("w")
    expect(field).to_be_focused()
    page.keyboard.type("]")  # in a field it is a sign like any other
    expect(field).to_have_value("]")


@pytest.mark.slow
def test_without_scripts_a_row_of_choices_leads_to_its_page(browser, workbench: str) -> None:  # type: ignore[no-untyped-def]
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{workbench}/backgammon/move?position=4HPwATDgc/ABMA&dice=31")
    page.locator(".answers tbody a").nth(1).click()
    expect(page.locator(".counsel .facts")).to_contain_text("Blunder")
    context.close()
