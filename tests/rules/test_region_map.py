"""Maps of lists: the letters and the picture say which line fires."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import numpy as np
import pytest

from kibitz import ask
from kibitz.core import InputError
from kibitz.games.parlour import final, weakest_link
from kibitz.rules.cards.region_map import COLUMNS, NO_RULE_SIGN, ROWS, RULE_LETTERS, region_map

F = Fraction


def test_every_letter_is_the_line_that_fires_in_the_middle_of_its_cell() -> None:
    game = final.game(5, 3)
    (decisions,) = game.lists()["corrected"]
    made = region_map(game, decisions, {})
    lines = [line[3:-1] for line in made.text().splitlines() if line.startswith("  |")]
    assert len(lines) == ROWS
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            p1, p2 = F(2 * column + 1, 2 * COLUMNS), F(2 * (ROWS - row) - 1, 2 * ROWS)
            assert letter == RULE_LETTERS[decisions.fired_rule({"p1": p1, "p2": p2})]
    assert made.text().splitlines()[-1].strip().startswith("b  else")


def test_the_picture_is_one_svg_with_a_rectangle_for_every_run_of_cells() -> None:
    game = final.game(5, 3)
    root = ElementTree.fromstring(region_map(game, game.lists()["corrected"][0], {}).svg())
    assert root.tag.endswith("svg")
    rectangles = [each for each in root.iter() if each.tag.endswith("rect") and each.get("fill") != "none"]
    area = sum(float(each.get("width", 0)) for each in rectangles)
    assert area == pytest.approx(160 * 320, rel=1e-6), "the whole square is covered, row by row"


def test_other_parameters_are_fixed_and_points_outside_the_domain_left_out() -> None:
    game = weakest_link.game()
    (decisions,) = game.lists()["corrected"]
    made = region_map(game, decisions, {"y1": F(1, 4), "y2": F(1, 2)})
    fired = made.fired_rules(10, 10)
    assert (fired == -1).any()
    for row, column in zip(*np.nonzero(fired == -1), strict=True):
        assert column <= 9 - row, "p1 > p2 only below the diagonal"
    assert NO_RULE_SIGN in made.text()
    assert "y1 = 1/4" in made.caption
    with pytest.raises(InputError, match="y2 must be from 0 to 1"):
        region_map(game, decisions, {"y1": F(1, 4), "y2": F(2)})


def test_a_map_of_a_game_without_known_lists_is_of_lists_learnt() -> None:
    result = ask("rules.map", game="hawk-dove")
    assert result.edition == "learnt"
    assert result.maps[0].list.roles == ("row", "column")
    assert result.file("out").data.startswith(b"<svg")
