"""A game against a level: orders, the tutor, the cube, matches, and a state that any process can go on from."""

from __future__ import annotations

import json

import msgspec
import pytest

from kibitz.core import InputError
from kibitz.core.session import SessionState
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.board import START, Position
from kibitz.games.backgammon.board.text_board import text_board
from kibitz.games.backgammon.cube.state import CubeState, Owner
from kibitz.games.backgammon.match.record import MatchAction, replay
from kibitz.games.backgammon.notation.mat import parse_mat
from kibitz.games.backgammon.play.interactive_game import InteractiveGame
from kibitz.games.backgammon.play.levels import LEVELS, level_player
from kibitz.games.backgammon.search.searcher import shipped_searcher
from kibitz.games.backgammon.session import PlaySession

SEARCHER = shipped_searcher(compiled=False)


def session(seed: int, tutor: float | None = None, state: CubeState | None = None) -> InteractiveGame:
    game = InteractiveGame(level_player(SEARCHER, LEVELS[-1]), seed, tutor, state or CubeState())
    game.start()
    return game


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_played_by_hints_comes_to_an_end(seed: int) -> None:
    game = session(seed)
    for _ in range(400):
        if game.over:
            break
        assert game.step(game.hint())
    assert game.over
    assert game.games[-1].points >= 1
    with pytest.raises(InputError, match="over"):
        game.step("roll")


def rolled_31(tutor: float | None) -> InteractiveGame:
    """A game whose opening roll is 31 and ours."""
    for seed in range(400):
        game = session(seed, tutor)
        if game.dice == (3, 1) and game.position == START:
            return game
    raise AssertionError("no seed rolled 31")


def test_the_tutor_warns_before_a_costly_play_and_gives_way_when_it_is_repeated() -> None:
    game = rolled_31(0.05)
    (warning,) = game.step("13/10 6/5")
    assert "costs" in warning
    assert game.position == START
    game.step("13/10  6/5")
    assert game.position != START
    silent = rolled_31(None)
    silent.step("13/10 6/5")
    assert silent.position != START


def test_the_tutor_warns_of_cube_errors_too() -> None:
    game = session(1, tutor=0.05)
    game.position, game.dice, game.asked = START, None, "roll"
    assert "costs" in game.step("double")[0]
    assert game.state.cube == 1
    game.asked = "answer"
    assert "costs" in game.step("pass")[0]
    assert not game.over


def test_orders_out_of_turn_are_refused_and_change_nothing() -> None:
    game = rolled_31(None)
    before = game.drawn
    for wrong in ("roll", "take", "nonsense", "24/1", ""):
        with pytest.raises(InputError):
            game.step(wrong)
    assert (game.asked, game.position, game.drawn) == ("play", START, before)


def test_a_beaver_doubles_at_once_and_keeps_the_cube() -> None:
    game = session(3, state=CubeState(beavers=True))
    game.position, game.dice, game.asked, game.events = START, None, "answer", ()
    said = game.step("beaver")
    assert said[0] == "You beaver. The cube is at 4."
    assert game.state.owner is Owner.OWN
    assert game.events[0].act is MatchAction.BEAVER
    plain = session(3)
    plain.position, plain.dice, plain.asked = START, None, "answer"
    with pytest.raises(InputError, match="take or pass"):
        plain.step("beaver")


def test_gammons_count_with_the_jacoby_rule_only_after_a_double() -> None:
    gammon = CubeState(jacoby=True)
    assert session(1, state=gammon)._points_paid(2) == 1
    assert session(1, state=CubeState())._points_paid(2) == 2
    assert session(1, state=CubeState(cube=2, owner=Owner.OWN, jacoby=True))._points_paid(2) == 4


def left_match(play: PlaySession, orders: int) -> SessionState:
    state = play.begin(WorkContext())
    for _ in range(orders):
        if state.over:
            break
        hint = play.step(state, "hint", WorkContext()).said[-1].removeprefix("The tutor would ").removesuffix(".")
        state = play.step(state, hint.removeprefix("play "), WorkContext())
    return state


def test_a_session_is_its_state_and_what_was_played_is_a_match_file_that_replays() -> None:
    """Every step makes the game anew from the state alone, so this also says that any process can go on."""
    play = PlaySession(level="novice", match=3, seed=5)
    state = left_match(play, 14)
    memory = json.loads(state.memory)
    match = parse_mat(memory["record"])
    moments = list(replay(match))
    assert len(moments) > 10
    if not state.over:
        assert state.prompt
    answer = play.finish(state, WorkContext())
    assert answer.mat == memory["record"]
    assert answer.file("mat").data.decode() == answer.mat
    assert answer.explain().headline


def test_words_that_only_look_leave_the_state_as_it_was() -> None:
    play = PlaySession(seed=4)
    state = play.begin(WorkContext())
    for word in ("help", "board", "hint"):
        assert play.step(state, word, WorkContext()).memory == state.memory
    with pytest.raises(InputError):
        play.step(state, "plays" if state.prompt != "your play" else "roll", WorkContext())
    left = play.step(state, "quit", WorkContext())
    assert left.over
    assert not play.finish(left, WorkContext()).over
    with pytest.raises(InputError, match="left"):
        play.step(left, "roll", WorkContext())


def test_a_state_of_something_else_and_rules_of_money_in_a_match_are_refused() -> None:
    with pytest.raises(InputError, match="must come"):
        PlaySession().step(SessionState(memory='{"x": 1}'), "roll", WorkContext())
    with pytest.raises(InputError, match="money play"):
        PlaySession(match=3, beavers=True).begin(WorkContext())


def test_the_board_is_drawn_from_one_side_with_every_man() -> None:
    lines = text_board(START).splitlines()
    assert lines[0].split() == ["13", "14", "15", "16", "17", "18|", "|", "19", "20", "21", "22", "23", "24"]
    drawing = "\n".join(lines[1:-2])
    assert drawing.count("X") == drawing.count("O") == 15
    assert lines[-1] == "X 167 pips, 0 off; O 167 pips, 0 off"
    own, other = [0] * 25, [0] * 25
    own[5], own[24], other[0] = 13, 2, 1
    stacked = text_board(Position(tuple(own), tuple(other)))
    assert "13" in stacked.splitlines()[7], "a high stack is a number"
    assert sum("| X |" in line for line in stacked.splitlines()) == 2, "men on the bar stand between the halves"
    assert stacked.splitlines()[1].rstrip().endswith("O")


def test_a_session_survives_json() -> None:
    state = PlaySession(seed=2).begin(WorkContext())
    assert msgspec.json.decode(msgspec.json.encode(state), type=SessionState) == state
