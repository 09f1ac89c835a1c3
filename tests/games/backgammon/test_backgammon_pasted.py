"""What players paste and bring: labelled positions, match files in old encodings, files with a fault, short matches."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import ask
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits.replay import BoardDiagram
from kibitz.core.work import WorkContext
from kibitz.draw.backgammon import backgammon_svg
from kibitz.games.backgammon.board.position import START
from kibitz.games.backgammon.board_diagram import board_diagram
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.notation.mat import decode_mat, parse_mat
from kibitz.games.backgammon.notation.match_file import load_match
from kibitz.games.backgammon.notation.situation import Situation, find_notation, format_situation, parse_situation
from kibitz.games.backgammon.play.duel import estimate_match_share
from kibitz.games.backgammon.play.interactive_game import InteractiveGame
from kibitz.games.backgammon.play.levels import LEVELS, level_player
from kibitz.games.backgammon.questions.matches import ReviewRequest
from kibitz.games.backgammon.search.searcher import shipped_searcher

XG_TEXT = """XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10

X:Alice   O:Bob
Score is X:2 O:3 7 pt.(s) match.
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X           O    |   | O              X |
X to play 31
"""
MATCH = """ 5 point match

 Game 1
 Jürgen : 0                        Bob : 0
  1) 31: 8/5 6/5                   62: 24/18 13/11
  2)  Doubles => 2                  Drops
      Wins 1 point

 Game 2
 Jürgen : 1                        Bob : 0
  1) 31: 8/5 6/5                   62: 24/18 13/11
  2) 66: 1/2
"""


def test_a_position_is_found_in_pasted_text() -> None:
    plain = parse_situation("4HPwATDgc/ABMA:cAkAAAAAAAAA")
    assert parse_situation("GNUBG ID: 4HPwATDgc/ABMA:cAkAAAAAAAAA") == plain
    assert parse_situation("gnubg id 4HPwATDgc/ABMA:cAkAAAAAAAAA\n") == plain
    lines = " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cAkAAAAAAAAA\n +12-11-10-"
    assert parse_situation(lines) == plain
    assert parse_situation("Position ID: 4HPwATDgc/ABMA Match ID : cAkAAAAAAAAA") == plain
    assert parse_situation("Position ID: 4HPwATDgc/ABMA").position == START


FIBS = (
    "board:You:some one:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:"
    "1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
)


def test_a_fibs_line_gives_board_score_and_roll_for_the_side_on_roll() -> None:
    situation = parse_situation(f"*** {FIBS}\n")
    assert situation == Situation(START, CubeState(3, 0, 1), (6, 2))
    theirs = parse_situation(FIBS.replace(":1:6:2:0:0:", ":-1:0:0:6:2:"))
    assert theirs == Situation(START, CubeState(3, 1, 0), (6, 2))
    hit = FIBS.replace(":0:0:0:0:2:0:0:0", ":0:0:1:0:2:0:0:0").replace(":2:0:1:6:2", ":1:0:1:6:2")
    assert parse_situation(hit).position.own[24] == 1, "one of two back checkers is on the bar"
    owned = parse_situation(FIBS.replace(":0:0:1:1:1:0:", ":0:0:2:0:1:0:")).state
    assert (owned.cube, owned.owner.value) == (2, "opponent")
    with pytest.raises(InputError):
        parse_situation("board:You:Other:1:2")


@given(st.sampled_from([" ", "\n", "  "]), st.sampled_from(["", " ", "-", ","]), st.integers(1, 6), st.integers(1, 6))
def test_a_roll_after_an_id_is_the_roll_to_play(space: str, between: str, one: int, two: int) -> None:
    for word in ("4HPwATDgc/ABMA", "4HPwATDgc / ABMA", "4HPwATDgc/ABMA:cAkAAAAAAAAE"):
        situation = parse_situation(f"{word}{space}{one}{between}{two} ")
        assert situation.position == START
        assert situation.dice == (max(one, two), min(one, two))


def test_the_text_that_xg_copies_gives_board_score_and_roll() -> None:
    situation = parse_situation(XG_TEXT)
    assert situation.position == START
    assert (situation.state.length, situation.state.own_score, situation.state.opponent_score) == (7, 2, 3)
    assert situation.dice == (3, 1)
    assert find_notation("  4HPwATDgc/ABMA ") == "4HPwATDgc/ABMA"


@pytest.mark.parametrize(
    "text",
    [XG_TEXT, "GNUBG ID: 4HPwATDgc/ABMA:cAkAAAAAAAAA", "Position ID: 4HPwATDgc/ABMA", "4HPwATDgc / ABMA 3 1", FIBS],
)
def test_the_questions_accept_pasted_text(text: str) -> None:
    from kibitz import ask

    assert ask("backgammon.evaluate", position=text).win > 0.4


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "latin-1"])
def test_a_match_file_is_read_in_any_common_encoding(encoding: str) -> None:
    text = decode_mat(MATCH.encode(encoding))
    assert parse_mat(text).players == ("Jürgen", "Bob")


def test_the_games_before_an_illegal_play_are_reviewed_and_the_fault_is_named() -> None:
    match, reason = load_match(Document(name="m.mat", data=MATCH.encode()))
    assert len(match.games) == 1
    assert reason.startswith("game 2 at 1-0: event 3")
    answer = ReviewRequest(match=Document(name="m.mat", data=MATCH.encode("cp1252")), plies=0).answer(WorkContext())
    assert answer.unread == reason
    assert any("game 2" in line for line in answer.explain().reasons)
    whole, nothing = load_match(Document(name="m.mat", data=MATCH.replace("  2) 66: 1/2\n", "").encode()))
    assert (len(whole.games), nothing) == (2, "")


def test_the_games_before_an_unreadable_line_are_reviewed() -> None:
    match, reason = load_match(Document(name="m.mat", data=MATCH.replace("  2) 66: 1/2", "  2) what is this").encode()))
    assert len(match.games) == 1
    assert "line 12" in reason
    with pytest.raises(InputError):
        load_match(Document(name="m.mat", data=MATCH.replace("31: 8/5 6/5", "31: 1/2", 1).encode()))


@pytest.mark.parametrize("wins", [[1.0, 1.0], [0.0, 0.0], [1.0, 0.5, 0.5, 1.0], [0.5] * 50])
def test_the_share_of_matches_won_has_an_interval_inside_zero_and_one(wins: list[float]) -> None:
    share = estimate_match_share(np.array(wins))
    assert 0 <= share.low <= share.value <= share.high <= 1
    assert share.se > 0
    assert share.high - share.low < 0.9


def test_no_cube_is_drawn_where_nobody_has_a_use_for_it() -> None:
    assert CubeState(5, 4, 4).is_cube_dead
    assert CubeState(1).is_cube_dead
    assert not CubeState(5, 4, 3).is_cube_dead
    assert not CubeState().is_cube_dead
    at_match_point = format_situation(Situation(START, CubeState(1)))
    assert board_diagram(BoardDiagram("backgammon", at_match_point)).cube == 0
    assert ">64<" not in backgammon_svg(board_diagram(BoardDiagram("backgammon", at_match_point)))


def test_a_one_point_match_ends_one_nil_whatever_the_last_game_won() -> None:
    searcher = shipped_searcher(compiled=False)
    game = InteractiveGame(level_player(searcher, LEVELS[-1]), searcher, 1, None, CubeState(1))
    game.start()
    assert game._finish(1, 2) == ["You lose 1 point.", "You lose the match, 0-1."]
    assert game.games[-1].points == 1


@pytest.mark.parametrize("question", ["cube", "evaluate", "move"])
def test_options_for_the_situation_are_those_of_an_id(question: str) -> None:
    more = {"dice": "31"} if question == "move" else {}
    by_options = ask(f"backgammon.{question}", position="4HPwATDgc/ABMA", score="3-5/7", cube=2, owner="own", **more)
    by_id = ask(f"backgammon.{question}", position=by_options.position, **more)
    assert by_options == by_id
    state = parse_situation(by_options.position).state
    assert (state.own_score, state.opponent_score, state.length) == (3, 5, 7)
    assert (state.cube, state.owner.value) == (2, "own")


def test_options_override_the_score_of_an_id_and_impossible_ones_are_refused() -> None:
    match = "4HPwATDgc/ABMA:MAHgAFAAMAAE"
    assert ask("backgammon.cube", position=match, score="money") == ask("backgammon.cube", position="4HPwATDgc/ABMA")
    assert ask("backgammon.cube", position=match, score="6-2/7", crawford=True).action == "no cube"
    with pytest.raises(InputError, match="exactly one point"):
        ask("backgammon.cube", position=match, score="3-2/7", crawford=True)
    with pytest.raises(InputError, match="score"):
        ask("backgammon.cube", position=match, score="three")
    with pytest.raises(InputError, match="is over"):
        ask("backgammon.cube", position=match, score="7-2/7")
