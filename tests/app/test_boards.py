"""What can be done with the board of a question: the dice rolled, the other side taken."""

from __future__ import annotations

from random import Random
from urllib.parse import parse_qs, urlsplit

from kibitz.app.boards import board_links, board_svg, question_board
from kibitz.core.exhibits.replay import BoardDiagram
from kibitz.games.backgammon.notation.situation import parse_situation

XGID = "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:0:0:5:10"


def test_the_dice_are_rolled_and_the_other_side_taken_with_the_settings_that_were_given() -> None:
    board = BoardDiagram("backgammon", XGID)
    (roll, rolled), (flip, flipped) = board_links(
        board, "backgammon.move", f"position={XGID}&dice=31&plies=1&play=8/5+6/5", Random(4)
    )
    assert (roll, flip) == ("Roll", "Flip")
    request, turned = (parse_qs(urlsplit(link).query) for link in (rolled, flipped))
    assert urlsplit(rolled).path == urlsplit(flipped).path == "/backgammon/move"
    assert request["plies"] == turned["plies"] == ["1"]
    assert "play" not in {**request, **turned}
    before, now, other = (parse_situation(each) for each in (XGID, request["position"][0], turned["position"][0]))
    assert (now.position, now.state) == (before.position, before.state)
    assert now.dice is None
    assert request["dice"][0] in {f"{a}{b}" for a in range(1, 7) for b in range(1, a + 1)}
    assert other.position == before.position.swap_sides()
    assert other.state == before.state.swap_sides()
    assert turned["dice"] == ["31"]
    assert (
        parse_situation(
            parse_qs(
                urlsplit(
                    board_links(
                        BoardDiagram("backgammon", turned["position"][0]), "backgammon.cube", urlsplit(flipped).query
                    )[1][1]
                ).query
            )["position"][0]
        ).position
        == before.position
    )


def test_every_roll_comes_up() -> None:
    rolls = {
        board_links(
            BoardDiagram("backgammon", "4HPwATDgc/ABMA"), "backgammon.cube", "position=4HPwATDgc/ABMA", Random(seed)
        )[0][1].rpartition("=")[2]
        for seed in range(400)
    }
    assert len(rolls) == 21


def test_boards_without_a_question_about_their_position_offer_nothing() -> None:
    assert board_links(BoardDiagram("chess", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"), "chess.position", "fen=8") == ()
    assert board_links(BoardDiagram("backgammon", "4HPwATDgc/ABMA"), "backgammon.review", "plies=1") == ()


def test_a_state_of_jeopardy_is_drawn_with_what_is_left_and_what_was_played() -> None:
    board = question_board("jeopardy.select", {"state": "6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4"})
    assert board is not None
    drawn = board_svg(board)
    left = [drawn.count(f">{value}</text>") for value in ("$400", "$800", "$1,200", "$1,600", "$2,000")]
    assert left == [1, 2, 3, 4, 5]
    assert drawn.count(">\u2013</text>") == 30 - 15
    empty = question_board("jeopardy.select", {"state": "0_0_0.1.1.0-0-0-0-0-1.0"})
    assert empty is not None
    assert board_svg(empty).count("$") == 1
    assert question_board("jeopardy.final", {"scores": [1, 2, 3]}) is None


def test_a_position_of_another_game_has_no_board_of_backgammon() -> None:
    assert question_board("nim.move", {"position": "3,4,5", "state": "3"}) is None
