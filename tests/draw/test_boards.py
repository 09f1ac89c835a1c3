"""Boards as pictures: well-formed, every man where the position has it."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.app.boards import board_sides, board_svg
from kibitz.core.errors import InputError
from kibitz.core.exhibits.replay import BoardDiagram, Side
from kibitz.draw.backgammon import MEN, RADIUS
from kibitz.draw.chess import chess_svg
from kibitz.draw.heat_map import CIVIDIS, heat_colour, heat_map_svg
from kibitz.draw.rule_map import RuleMap, RuleRegion
from kibitz.draw.rule_map_plot import rule_map_card_svg
from kibitz.draw.thumbnails import interval_svg, tiles_svg
from kibitz.games.backgammon.answers.positions import position_with_roll

OPENING = "4HPwATDgc/ABMA"


def circles(drawn: str, fill: str) -> list[tuple[float, float]]:
    root = ElementTree.fromstring(drawn)
    result = [each for each in root.iter("circle") if each.get("fill") == fill and float(each.get("r", 0)) == RADIUS]
    return [(float(each.get("cx", 0)), float(each.get("cy", 0))) for each in result]


def test_the_opening_has_fifteen_men_a_side_and_the_mover_at_the_bottom_right() -> None:
    drawn = board_svg(BoardDiagram("backgammon", OPENING))
    white, black = circles(drawn, MEN["white"][0]), circles(drawn, MEN["black"][0])
    assert len(white) == len(black) == 15
    assert len(set(white) | set(black)) == 30
    lower_right = [place for place in white if place[0] > 395 and place[1] > 312]
    assert len(lower_right) == 5  # the six-point
    assert "167 pips" in drawn


def test_a_play_is_drawn_as_one_arrow_a_man() -> None:
    plain, played = (board_svg(BoardDiagram("backgammon", OPENING, play=play)) for play in ("", "8/5 6/5"))
    assert played.count("stroke-dasharray") - plain.count("stroke-dasharray") == 2
    assert "Best play: 8/5 6/5" in played


def test_the_roll_lies_on_the_board_and_is_said() -> None:
    drawn = board_svg(BoardDiagram("backgammon", position_with_roll(OPENING, "31")))
    pips = [each for each in ElementTree.fromstring(drawn).iter("circle") if each.get("r") == "4.2"]
    assert len(pips) == 4
    assert "Rolled: 3-1" in drawn
    assert "Rolled" not in board_svg(BoardDiagram("backgammon", OPENING))


def test_the_play_that_was_made_is_drawn_in_the_colour_of_its_grade_with_its_sign() -> None:
    drawn = board_svg(BoardDiagram("backgammon", OPENING, play="8/5 6/5", other="24/20 blunder"))
    assert drawn.count('class="arrow"') == 3
    assert 'stroke="#AE1238" stroke-width="6"' in drawn
    assert ">??<" in drawn
    assert "Played: 24/20, blunder" in drawn


def test_who_sits_where_has_roll_needs_and_pips() -> None:
    above, below = board_sides(BoardDiagram("backgammon", position_with_roll(OPENING, "31"), names=("ann", "bob"))) or (
        None,
        None,
    )
    assert above == Side("black", "bob", count="167 pips")
    assert below == Side("white", "ann", "to play 3-1", count="167 pips")
    above, below = board_sides(BoardDiagram("chess", "8/8/8/8/8/8/8/8 b - - 0 12")) or (None, None)
    assert above == Side("black", "Black", "12. … to move", count="")
    assert below == Side("white", "White", count="")
    assert board_sides(BoardDiagram("draughts", "")) is None


@pytest.mark.parametrize("play", ["24/14", "13/7*(2)", "bar/20", "6/off(2)", "8/7*/5"])
def test_any_written_play_can_be_drawn(play: str) -> None:
    ElementTree.fromstring(board_svg(BoardDiagram("backgammon", OPENING, play=play)))


@given(st.lists(st.lists(st.none() | st.floats(0, 1), min_size=6, max_size=6), min_size=1, max_size=5))
def test_a_heat_map_has_a_figure_in_every_square_that_is_not_open(rows: list[list[float | None]]) -> None:
    root = ElementTree.fromstring(heat_map_svg(rows, "words <&>", (0, 0)))
    assert len(list(root.iter("text"))) == sum(value is not None for row in rows for value in row)


def test_the_ink_on_every_heat_colour_can_be_read() -> None:
    def light(code: str) -> float:
        parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for place in range(len(CIVIDIS)):
        ground, ink = heat_colour((place + 0.5) / len(CIVIDIS))
        assert ground == CIVIDIS[place]
        low, high = sorted((light(ground), light(ink)))
        assert (high + 0.05) / (low + 0.05) >= 4.5


def test_small_pictures_are_well_formed() -> None:
    tiles = tiles_svg("EST", "R", {"E": 1}, ["RESTED"])
    assert "with R: RESTED" in tiles
    for drawn in (interval_svg(2035.0, 2413.0, 2689.0), tiles):
        ElementTree.fromstring(drawn)


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_a_chess_board_has_every_piece_on_its_square_and_a_move_as_an_arrow() -> None:
    drawn = board_svg(BoardDiagram("chess", START, play="e2e4"))
    root = ElementTree.fromstring(drawn)
    titles = [each.text for each in root.iter("title")]
    assert len(titles) == 32
    assert {"white king, e1", "black queen, d8", "white pawn, a2", "black knight, g8"} <= set(titles)
    assert drawn.count('class="arrow"') == 1
    white_king = next(g for g in root.iter("g") if "white king" in (g.findtext("title") or ""))
    assert white_king.get("transform", "").startswith("translate(240 420)")
    turned = ElementTree.fromstring(chess_svg(START, flipped=True))
    king = next(g for g in turned.iter("g") if "white king" in (g.findtext("title") or ""))
    assert king.get("transform", "").startswith("translate(180 0)")


@given(st.text(max_size=80))
def test_what_is_no_chess_position_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(InputError, match="Forsyth"):
        chess_svg(text.replace("/", ""))


@given(st.floats(0, 1), st.floats(0, 1))
def test_the_part_of_a_map_on_a_card_holds_ones_own_point(right: float, up: float) -> None:
    regions = RuleMap(
        "map",
        ("p1", 0.0, 1.0),
        ("p2", 0.0, 1.0),
        ((0, 0), (1, 1)),
        (RuleRegion("a", "0"), RuleRegion("b", "1")),
        here=(right, up),
    )
    drawn = rule_map_card_svg(regions)
    box = re.search(r'viewBox="([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)"', drawn)
    dot = re.search(r'<circle class="best" cx="([\d.]+)" cy="([\d.]+)"', drawn)
    assert box is not None
    assert dot is not None
    left, top, wide, tall = map(float, box.groups())
    x, y = map(float, dot.groups())
    assert left - 0.1 <= x <= left + wide + 0.1
    assert top - 0.1 <= y <= top + tall + 0.1
