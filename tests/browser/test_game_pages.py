"""Pages of games on a board, their reviews, racks and tournaments: every figure on them is the command's."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kibitz import ask
from kibitz.games.backgammon.questions.matches import SHORT_MATCH
from kibitz.games.sevens.words.tiles import SCRABBLE

Visit = Callable[..., Page]
Command = Callable[..., Any]
Sound = Callable[[Page, int], None]
MOVE = "/backgammon/move?position=4HPwATDgc/ABMA&dice=31"
pytestmark = pytest.mark.needs("chromium")
PATIENT = 600_000
"""Milliseconds for work and for what may have to be compiled first."""


def test_a_board_lies_between_its_players_with_the_roll_and_the_pips(visit: Visit) -> None:
    page = visit(MOVE)
    sides = page.locator(".board-side")
    expect(sides).to_have_count(2)
    assert sides.nth(0).inner_text().split() == ["Opponent", "167", "pips"]
    assert sides.nth(1).inner_text().split() == ["You", "to", "play", "3-1", "167", "pips"]
    assert page.locator("svg.board rect[width='46']").count() == 2  # the dice
    board, above = page.locator("svg.board").bounding_box(), sides.nth(0).bounding_box()
    assert board is not None
    assert above is not None
    assert above["y"] + above["height"] <= board["y"] + 1


def test_ranked_plays_have_their_grades_and_the_figures_of_the_command(visit: Visit, command: Command) -> None:
    page = visit(MOVE)
    told = command("backgammon", "move", "4HPwATDgc/ABMA", "31")
    rows = page.locator("section[aria-label='Ranked plays'] .scroll").first.locator("tbody tr")
    assert rows.count() == 6
    for number, move in enumerate(told["moves"][:6]):
        cells = [cell.strip() for cell in rows.nth(number).locator("td").all_inner_texts()]
        assert cells[0] == move["notation"]
        assert cells[1] == f"{move['equity']:+.3f}".replace("-", "−")
        assert cells[4] == f"{100 * move['probabilities']['win']:.1f} %"
    assert rows.nth(0).locator(".glyph.best").count() == 1
    assert rows.nth(1).locator(".glyph.blunder .hidden").inner_text() == "blunder"
    page.get_by_text("All columns").click()
    expect(page.locator("section[aria-label='Ranked plays'] details tbody tr")).to_have_count(12)


@pytest.mark.slow
def test_how_the_game_ends_and_the_cube_before_the_roll_are_the_commands(visit: Visit, command: Command) -> None:
    page = visit(MOVE)
    told = command("backgammon", "move", "4HPwATDgc/ABMA", "31")
    best, cube = told["moves"][0]["probabilities"], told["cube"]
    ends = page.locator("svg.ends")
    expect(ends).to_contain_text(f"you win {100 * best['win']:.1f} %")
    expect(ends).to_contain_text(f"gammon {100 * best['win_g']:.1f}")
    expect(ends).to_contain_text(f"gammon {100 * best['lose_g']:.1f}")
    strip = page.locator("section[aria-label='Cube, before the roll']")
    expect(strip.locator(".wide svg.strips")).to_contain_text(f"you, {100 * cube['win']:.1f} % before the roll")
    equities = [cube["no_double"], cube["double_take"], cube["double_pass"]]
    said = [cells.locator("td").nth(1).inner_text() for cells in strip.locator("tbody tr").all()]
    assert said == [f"{equity:+.3f}".replace("-", "−") for equity in equities]
    assert strip.locator("tbody tr").nth(0).locator(".glyph.best").count() == 1
    request = ask("backgammon.cube", position="4HPwATDgc/ABMA")
    assert equities == [request.no_double, request.double_take, request.double_pass]  # type: ignore[attr-defined]


def test_a_play_of_ones_own_is_drawn_in_the_colour_of_its_grade(visit: Visit) -> None:
    page = visit(f"{MOVE}&play=24/20")
    expect(page.locator(".facts .pill").last).to_contain_text("Blunder")
    assert page.locator("svg.board path.arrow[stroke='#AE1238']").count() == 1
    assert page.locator("svg.board path.arrow[stroke='#0B6B50']").count() == 2
    told = ask("backgammon.move", position="4HPwATDgc/ABMA", dice="31")
    second, rule = told.moves[1], told.counsel.explanation.rule.split("; ")  # type: ignore[attr-defined]
    expect(page.locator(".facts > div", has_text="Next best")).to_contain_text(f"{second.notation} ")
    expect(page.locator(".facts > div", has_text="Rule of thumb").locator("dd")).to_have_text(rule)
    page.get_by_role("link", name="Roll", exact=True).click()
    dice = re.search(r"dice=([1-6])([1-6])", page.url)
    assert dice is not None
    expect(page.locator(".task")).to_have_text(f"to play {dice[1]}-{dice[2]}")
    page.get_by_role("link", name="Flip").click()
    expect(page.locator(".task")).to_have_text(f"to play {dice[1]}-{dice[2]}")


def test_on_a_phone_the_board_runs_to_both_edges_and_counsel_comes_before_the_form(visit: Visit) -> None:
    page = visit(MOVE, width=390)
    boxes = [page.locator(each).first.bounding_box() for each in ("svg.board", ".counsel", ".ask", "svg.ends")]
    assert all(boxes)
    board, counsel, form, ends = (box or {} for box in boxes)
    assert board["x"] == 0
    assert board["width"] == 390
    assert board["y"] < counsel["y"] < form["y"] < ends["y"]


@pytest.mark.slow
def test_set_up_still_presses_points_and_wrong_input_says_so_above_the_board(visit: Visit) -> None:
    page = visit(MOVE)
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("button", name="Remove").click()
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    scale = box["width"] / 790
    page.mouse.click(box["x"] + (14 + 53 * 6 + 48 + 53 * 0.5) * scale, box["y"] + 560 * scale)  # the six-point
    expect(page.locator("#f-position")).not_to_have_value("4HPwATDgc/ABMA")
    page.locator("#f-dice").fill("nine")
    expect(page.locator(".wrong")).to_contain_text("Dice:")
    wrong, board = page.locator(".wrong").bounding_box(), page.locator("svg.board").bounding_box()
    assert wrong is not None
    assert board is not None
    assert wrong["y"] < board["y"]


@pytest.mark.slow
def test_a_reviewed_match_has_its_story_its_errors_and_luck_and_skill_apart(
    visit: Visit, tmp_path: Path, command: Command, sound: Sound
) -> None:
    page = visit("/backgammon/review")
    page.get_by_role("button", name="Try the sample").click()
    page.wait_for_url("**/items/**")
    expect(page.locator(".counsel h2").first).to_contain_text("played better", timeout=PATIENT)
    (tmp_path / "match.mat").write_text(SHORT_MATCH)
    told = command("backgammon", "review", str(tmp_path / "match.mat"))
    errors = [d for d in told["decisions"] if d["grade"] in ("inaccuracy", "mistake", "blunder")]
    assert errors
    expect(page.locator(".wide svg.chart").first.locator(".flag")).to_have_count(len(errors))
    expect(page.locator(".wide svg.chart").first).to_contain_text("game 2, 0–1")
    expect(page.locator(".error-head")).to_contain_text(f"Error 1 of {len(errors)}")  # it opens there
    expect(page.locator(".wide svg.chart .pointer")).to_have_count(1)
    shown = page.locator("section[aria-label='Costliest errors'] tbody tr:visible")
    for name in ("ann", "bob"):
        page.locator(".only label", has_text=name).click()
        expect(shown).to_have_count(sum(d["player"] == name for d in errors))
    page.reload()
    expect(shown).to_have_count(sum(d["player"] == "bob" for d in errors))
    page.locator(".only label", has_text="Both").click()
    stairs = page.locator("svg.staircase")
    costs = [sum(d["cost"] for d in told["decisions"] if d["player"] == name) for name in ("ann", "bob")]
    luck = told["end"] - told["start"] + costs[0] - costs[1]
    for figure in (-costs[0], costs[1], luck):
        expect(stairs).to_contain_text(f"{100 * figure:+.1f}".replace("-", "−"))
    expect(stairs.locator("rect.stair")).to_have_count(5)
    for player in told["players"]:
        expect(page.locator(".narrow svg.whiskers")).to_contain_text(f"{player['pr']:.1f}")
    worst = max(errors, key=lambda each: each["loss"])
    listed = page.locator("section[aria-label='Costliest errors'] tbody tr").first
    expect(listed).to_contain_text(worst["chosen"])
    expect(listed.locator(f".glyph.{worst['grade']}")).to_have_count(1)
    listed.locator("a").click()
    expect(page.locator(".steps .facts dt").first).to_contain_text(worst["chosen"])
    expect(page.locator(".steps .facts .num").first).to_have_text(f"{worst['loss']:.3f}")
    page.goto(f"{page.url.partition('?')[0]}?at={told['decisions'].index(errors[0]) + 1}")
    expect(page.locator(".error-head")).to_contain_text(f"Error 1 of {len(errors)}")
    expect(page.locator(".steps .counsel h2")).to_have_text(errors[0]["best"])
    expect(page.locator(".steps .counsel .worth")).to_have_text(f"{errors[0]['equity']:+.3f}".replace("-", "−"))
    expect(page.locator(".steps .facts")).to_contain_text(f"{100 * errors[0]['cost']:.1f} points of match win chance")
    choices = page.locator("section[aria-label='Ranked choices'] tbody tr")
    expect(choices.first).to_contain_text(errors[0]["best"])
    expect(choices.filter(has_text="(played)")).to_have_count(1)
    page.keyboard.press("n")
    expect(page.locator(".error-head")).to_contain_text(f"Error 2 of {len(errors)}")
    for width, dark in ((1280, False), (390, True)):
        sound(visit(re.sub(r"^https?://[^/]+", "", page.url), width, dark), width)


@pytest.mark.slow
@pytest.mark.needs("scowl")
def test_a_bid_has_its_rack_on_a_shelf_dots_for_bids_and_words_in_tiles(
    visit: Visit, command: Command, sound: Sound
) -> None:
    page = visit("/sevens/bid?rack=EST&tile=R&players=6&left=30")
    expect(page.locator(".counsel h2")).to_contain_text("Bid", timeout=PATIENT)
    told = command("sevens", "bid", "--rack", "EST", "--tile", "R", "--players", "6", "--left", "30")
    assert page.inner_text(".counsel h2") == f"Bid {told['bid']}"
    rows = page.locator("table.tiled tbody tr")
    expect(rows).to_have_count(6)
    for row, word in zip(rows.all(), told["words"], strict=False):
        assert row.locator(".hidden").inner_text() == word["word"]
        assert row.locator(".tile.offer").all_inner_texts() == ["R"]
        assert sorted(row.locator(".tile.missing").all_inner_texts()) == sorted(word["missing"])
        assert row.locator("td").first.inner_text() == f"{100 * word['chance']:.1f} %"
    expect(page.locator(".wide svg.chart circle.dot")).to_have_count(10)
    shelf = page.locator(".shelf-of .tile:not(.none)")
    assert shelf.all_inner_texts() == ["E", "S", "T"]
    page.locator("#f-rack").fill("ESTA")
    assert shelf.all_inner_texts() == ["E", "S", "T", "A"]
    page.locator("#f-rack").fill("QXA")
    expect(shelf).to_have_text(["Q", "X", "A"])
    assert [tile.get_attribute("data-worth") for tile in shelf.all()] == [str(SCRABBLE.worth(each)) for each in "QXA"]
    for width, dark in ((1280, True), (390, False)):
        view = visit("/sevens/bid?rack=EST&tile=R&players=6&left=30", width, dark)
        expect(view.locator(".counsel h2")).to_contain_text("Bid", timeout=PATIENT)
        sound(view, width)


@pytest.mark.slow
@pytest.mark.needs("scowl")
def test_a_tournament_names_its_leader_what_is_settled_and_the_price_of_letters(
    visit: Visit, command: Command, sound: Sound
) -> None:
    page = visit("/sevens/tournament?players=g1,loss,g3")
    page.locator("#f-rounds").fill("3")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/items/**")
    expect(page.locator(".counsel h2")).to_contain_text("leads", timeout=PATIENT)
    told = command("sevens", "tournament", "--players", "g1,loss,g3", "--rounds", "3")
    first = told["standings"][0]
    assert page.inner_text(".counsel h2") == f"{first['player']} leads"
    expect(page.locator(".counsel .worth")).to_contain_text(f"{first['gain']:.1f}")
    expect(page.locator(".between")).to_have_text(
        f"{first['gain_low']:.1f} to {first['gain_high']:.1f}".replace("-", "−")
    )
    bought = {letter for row in told["letters"] for letter in row["price"]}
    expect(page.locator(".wide svg.letters .tile")).to_have_count(len(bought))
    assert page.locator(".heat-scale").count() >= 1
    for width, dark in ((1280, False), (390, True)):
        sound(visit(re.sub(r"^https?://[^/]+", "", page.url), width, dark), width)


def test_payoffs_are_typed_into_a_grid_and_a_classic_game_is_picked(visit: Visit) -> None:
    page = visit("/theory/solve")
    page.get_by_label("Classic games").select_option(label="Prisoner's dilemma")
    expect(page.locator("#answer")).to_contain_text("row: defect; column: defect")
    expect(page.get_by_label("Name of row 1")).to_have_value("cooperate")
    page.get_by_label("Payoff in row 1, column 1").fill("6,6")
    expect(page.locator("#answer")).to_contain_text("2 more extreme equilibria")
    expect(page.locator("#answer svg.responses circle.best")).to_have_count(3)
    page.get_by_role("button", name="Add row").click()
    expect(page.locator(".payoff-grid tbody tr")).to_have_count(3)
    expect(page.locator("#answer")).to_contain_text("3 x 2")
