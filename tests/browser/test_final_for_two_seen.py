"""Final for two on its page: the opponent's wagers are counted, the answer is the command's, the dot can be dragged."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

Visit = Callable[..., Page]
Command = Callable[..., Any]
Told = Callable[[str], dict[str, float]]
pytestmark = pytest.mark.needs("chromium")
HERE = "/parlour/final?scores=5,3&p=0.7,0.4"
SEEN = f"{HERE}&seen=0:1,3:6"
TITLE = "Against this opponent"


def box(page: Page, what: str, place: int = 0) -> dict[str, float]:
    """Where one of the pieces of a picture lies, measured at once: while an answer comes in, pieces are drawn anew."""
    result: dict[str, float] = page.evaluate(
        "([what, place]) => [...document.querySelectorAll(what)].at(place).getBoundingClientRect().toJSON()",
        [what, place],
    )
    return result


@pytest.fixture
def told(command: Command) -> Callable[[str], dict[str, float]]:
    """What the command says of an opponent seen to wager so."""

    def seen(wagers: str) -> dict[str, float]:
        answer = command("parlour", "final", "--scores", "5", "3", "--p", "0.7", "0.4", "--seen", wagers)
        figures: dict[str, float] = answer["seen"]
        return figures

    return seen


def fact(page: Page) -> Locator:
    return page.locator(".facts > div", has_text="Best response").locator("dd.main")


def test_figures_against_an_opponent_seen_are_the_commands(visit: Visit, told: Told) -> None:
    page = visit(SEEN)
    said = told("0:1,3:6")
    expect(fact(page)).to_have_text(f"{said['wager']} always, {100 * said['win_chance']:.1f} %")
    more = page.locator(".facts > div", has_text="Best response").locator("dd.more")
    expect(more).to_contain_text(f"+{100 * said['gain']:.1f} points; at worst −{100 * said['risk']:.1f}")
    panel = page.get_by_role("region", name=TITLE)
    expect(panel.locator("p")).to_contain_text(f"they wager 0 {100 * said['often']:.0f} % of the time")
    expect(panel.locator("p")).to_contain_text(f"that is {100 * said['holds']:.0f} % likely")
    expect(panel.locator(".limits")).to_have_text(re.compile("≈ Estimated\\s*beta prior, weight 4"))
    panel.get_by_text("Show as table").click()
    first = panel.locator("tbody tr").first.locator("td").all_inner_texts()
    assert first[:2] == ["0", "1"]
    assert first[3] == f"{100 * said['often']:.1f} %"


@pytest.mark.slow
def test_the_picture_has_its_dot_at_the_mean_and_its_whisker_as_wide_as_the_interval(visit: Visit, told: Told) -> None:
    page = visit(SEEN)
    said = told("0:1,3:6")
    axis = box(page, "svg.crossing .axis")
    dot, whisker = box(page, "svg.crossing circle.best", -1), box(page, "svg.crossing .whisker")
    assert (dot["x"] + dot["width"] / 2 - axis["x"]) / axis["width"] == pytest.approx(said["often"], abs=0.01)
    assert (whisker["x"] - axis["x"]) / axis["width"] == pytest.approx(said["low"], abs=0.02)
    assert whisker["width"] / axis["width"] == pytest.approx(said["high"] - said["low"], abs=0.03)
    expect(page.locator("svg.crossing")).to_contain_text("their equilibrium mix, 48 %")


def test_wagers_are_counted_by_steppers_and_the_link_holds_them(visit: Visit, told: Told) -> None:
    page = visit(HERE)
    expect(page.get_by_role("region", name=TITLE)).to_have_count(0)
    expect(page.locator("#f-observed")).to_be_hidden()  # steppers take its place
    for _ in range(2):
        page.get_by_role("button", name="wagered 3, one game more").click()
    expect(fact(page)).to_contain_text("2 always")
    expect(page.locator("#f-observed")).to_have_value("3:2")
    expect(page.locator(".seen-row").last.locator("rect.on")).to_have_count(2)
    expect(page.get_by_role("button", name="wagered 3, one game more")).to_be_focused()
    page.get_by_label("Games in which they wagered 0").fill("9")
    said = told("0:9,3:2")
    expect(fact(page)).to_have_text(f"{said['wager']} always, {100 * said['win_chance']:.1f} %")
    expect(page).to_have_url(re.compile("observed=0%3A9,3%3A2"))
    page.reload()
    expect(page.get_by_label("Games in which they wagered 0")).to_have_value("9")
    expect(fact(page)).to_have_text(f"{said['wager']} always, {100 * said['win_chance']:.1f} %")
    page.get_by_label("Games in which they wagered 0").fill("0")
    page.get_by_label("Games in which they wagered 3").fill("0")
    expect(page.get_by_role("region", name=TITLE)).to_have_count(0)


@pytest.mark.slow
def test_who_one_is_changes_sides_words_and_counsel(visit: Visit, command: Command) -> None:
    page = visit(HERE)
    page.get_by_role("radio", name="opponent").check()
    expect(page.locator(".counsel .eyebrow").first).to_contain_text("you are player 2")
    other = command("parlour", "final", "--scores", "5", "3", "--p", "0.7", "0.4", "--me", "2")
    expect(page.locator(".counsel .worth")).to_have_text(f"{100 * (1 - other['win_chance']):.1f}%")
    expect(page.locator("label[for=f-p-1]")).to_contain_text("They know the answer", use_inner_text=True)
    expect(page.locator("label[for=f-p-2]")).to_contain_text("You know the answer", use_inner_text=True)
    expect(page.locator(".seen-name")).to_have_text(["wagered 1", "wagered 2"])
    expect(page.locator(".slid").last).to_contain_text("rule 1 from 50 %")


@pytest.mark.slow
def test_wagers_typed_as_text_stand_on_the_steppers_and_slips_are_named(visit: Visit) -> None:
    page = visit(HERE)
    page.get_by_text("As text", exact=True).click()
    page.locator("#f-observed").fill("1:4,3:2")
    expect(page.locator(".seen-name")).to_have_text(["wagered 0", "wagered 1, a slip", "wagered 3"])
    expect(page.get_by_label("Games in which they wagered 1")).to_have_value("4")
    expect(page.get_by_role("region", name=TITLE).locator("p")).to_contain_text("4 games counted as slips")
    page.locator("#f-observed").fill("4:1")
    expect(page.locator(".wrong")).to_contain_text(": a wager must be from 0 to their score, 3,")
    page.locator("#f-observed").fill("often")
    expect(page.locator(".wrong")).to_contain_text(": must be wagers with their counts, such as 0:1,3:6,")
    page.locator("#f-observed").fill("3:1")
    expect(page.locator(".wrong")).to_have_count(0)


def test_a_wrong_link_says_what_is_accepted(visit: Visit) -> None:
    page = visit(f"{HERE}&seen=0:x", expect=422)
    expect(page.get_by_role("alert")).to_contain_text(": must be wagers with their counts")
    expect(page.locator("#f-observed")).to_have_value("0:x")


@pytest.mark.slow
def test_without_scripts_the_field_and_the_answer_are_there(visit: Visit) -> None:
    page = visit("/")
    context = page.context.browser.new_context(java_script_enabled=False)  # type: ignore[union-attr]
    plain = context.new_page()
    plain.goto(page.url.rstrip("/") + SEEN)
    expect(plain.locator("#f-observed")).to_be_visible()
    expect(plain.locator("#f-observed")).to_have_value("0:1,3:6")
    expect(plain.get_by_label("Games in which they wagered 0")).to_be_hidden()
    plain.locator("#f-observed").fill("0:6,3:1")
    plain.get_by_role("button", name="Answer", exact=True).click()
    expect(plain.locator(".facts")).to_contain_text("1 always")
    context.close()


@pytest.mark.slow
def test_the_dot_of_the_map_is_dragged_and_the_answer_follows(visit: Visit) -> None:
    page = visit(HERE)
    page.locator(".regions").scroll_into_view_if_needed()
    plot, dot = box(page, ".regions rect.edge"), box(page, ".regions circle.best")
    page.mouse.move(dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2)
    page.mouse.down()
    for share in (0.5, 0.6, 0.8):
        page.mouse.move(plot["x"] + 0.25 * plot["width"], plot["y"] + (1 - share) * plot["height"], steps=3)
    expect(page.locator(".rules .fires")).to_contain_text("if (1 − p₁)")
    after = box(page, ".regions rect.edge")  # what stands above it is shorter now
    assert after["y"] == pytest.approx(plot["y"], abs=2)
    page.mouse.move(after["x"] + 0.25 * after["width"], after["y"] + 0.2 * after["height"])
    page.mouse.up()
    assert float(page.locator("#f-p-1").input_value()) == pytest.approx(0.25, abs=0.01)
    assert float(page.locator("#f-p-2").input_value()) == pytest.approx(0.8, abs=0.01)
    expect(page.locator(".counsel h2")).to_have_text("Wager 2")
    page.mouse.move(plot["x"] + 0.9 * plot["width"], plot["y"] + 0.9 * plot["height"])
    assert float(page.locator("#f-p-1").input_value()) == pytest.approx(0.25, abs=0.01)  # it was let go


def test_the_list_has_its_formulas_and_the_map_lines_of_equal_mix(visit: Visit) -> None:
    page = visit(HERE)
    fires = page.locator(".rules .fires")
    expect(fires.locator(".fraction").first).to_contain_text("1 − p₁ + p₁·p₂")
    expect(fires.locator(".formula").first).to_contain_text("= 3/29")
    expect(page.locator(".rules li").first).to_contain_text("not met, 0.06 > 0")
    expect(page.locator(".regions .contour")).to_have_count(4)
    expect(page.locator(".regions")).to_contain_text("1 with 10 %")


@pytest.mark.slow
@pytest.mark.needs("axe-core")
def test_the_page_is_sound_at_both_widths_and_in_both_themes(accessible: Callable[[str], None]) -> None:
    for path in (SEEN, f"{HERE}&me=2&seen=1:3,2:9,0:2", "/parlour/final?scores=4,3&p=0.7,0.4&seen=0:6"):
        accessible(path)
