"""A game against a level: orders, the tutor, the cube, matches, and a state that any process can go on from."""

from __future__ import annotations

import json

import msgspec
import pytest

from kibitz.app.drill_sources import _decisions_with_errors
from kibitz.core import InputError
from kibitz.core.exhibits.replay import BoardDiagram, GameReplay
from kibitz.core.session import SessionState
from kibitz.core.work import WorkContext
from kibitz.draw.backgammon import backgammon_svg
from kibitz.games.backgammon.board import START, Position
from kibitz.games.backgammon.board.text_board import text_board
from kibitz.games.backgammon.board_diagram import board_diagram
from kibitz.games.backgammon.cube.state import CubeState, Owner
from kibitz.games.backgammon.match.record import MatchAction, replay
from kibitz.games.backgammon.notation.mat import parse_mat
from kibitz.games.backgammon.play.interactive_game import InteractiveGame
from kibitz.games.backgammon.play.levels import LEVELS, level_player
from kibitz.games.backgammon.search.searcher import shipped_searcher
from kibitz.games.backgammon.session import PlaySession

SEARCHER = shipped_searcher(compiled=False)


def session(seed: int, tutor: float | None = None, state: CubeState | None = None) -> InteractiveGame:
    game = InteractiveGame(level_player(SEARCHER, LEVELS[-1]), SEARCHER, seed, tutor, state or CubeState())
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


def other_word(state: SessionState) -> str:
    """The action that a hint names."""
    hint = PlaySession(level="novice", seed=9).step(state, "hint", WorkContext()).said[-1]
    return hint.removeprefix("The tutor would ").removesuffix(".").removeprefix("play ")


def test_undo_takes_back_turn_after_turn_and_the_dice_stay_the_same() -> None:
    play = PlaySession(level="novice", seed=9, tutor=0)
    state = play.begin(WorkContext())
    with pytest.raises(InputError, match="nothing to take back"):
        play.step(state, "undo", WorkContext())
    before, after = [], []
    while len(before) < 3:
        word = other_word(state)
        moved = play.step(state, word, WorkContext())
        if state.prompt in ("your play", "take or pass"):
            before.append(state)
            after.append((word, moved))
        state = moved
    looked = play.step(state, "board", WorkContext())
    for earlier, (word, moved) in zip(reversed(before), reversed(after), strict=True):
        looked = play.step(looked, "undo", WorkContext())
        assert looked.memory == earlier.memory
        again = play.step(looked, word, WorkContext())
        assert again.memory == moved.memory, "the same play meets the same dice"


def test_a_resignation_is_accepted_only_if_the_opponent_expects_no_more() -> None:
    game = session(2)
    game.position, game.dice, game.asked, game.events = START, None, "roll", ()
    game.step("resign")
    assert game.games[-1].points == 1
    lost = session(2, state=CubeState(cube=2, owner=Owner.OPPONENT))
    own, other = [0] * 25, [0] * 25
    own[22], other[0] = 15, 2  # nothing borne off, the opponent has two checkers left
    lost.position, lost.dice, lost.asked, lost.events = Position(tuple(own), tuple(other)), (2, 1), "play", ()
    assert lost.step("resign") == ["The opponent plays on. Type resign gammon to offer more, or play on."]
    assert lost.step("resign gammon") == ["The opponent plays on. Type resign backgammon to offer more, or play on."]
    assert lost.step("resign backgammon")[0] == "You resign."
    assert (lost.over, lost.games[-1].winner, lost.games[-1].points) == (True, 1, 6)
    answer = session(3)
    answer.position, answer.dice, answer.asked = START, None, "answer"
    with pytest.raises(InputError, match="answer the double"):
        answer.step("resign")


def test_a_resigned_game_is_a_match_file_that_replays() -> None:
    play = PlaySession(level="novice", match=1, seed=5, tutor=0)
    state = left_match(play, 4)
    state = play.step(state, "resign backgammon", WorkContext())
    assert state.over
    answer = play.finish(state, WorkContext())
    assert (answer.points, answer.over) == (-1, True)
    assert len(list(replay(parse_mat(answer.mat)))) >= 4


def test_a_money_session_plays_so_many_games_and_adds_their_points() -> None:
    play = PlaySession(level="novice", games=2, seed=5, tutor=0)
    state = play.begin(WorkContext())
    for _ in range(40):
        if state.over:
            break
        game_over = state.prompt in ("roll", "roll or double", "your play")
        state = play.step(state, "resign backgammon" if game_over else "pass", WorkContext())
    assert state.over
    match = parse_mat(json.loads(state.memory)["record"])
    assert [game.winner for game in match.games] == [1, 1]
    assert match.games[1].scores == (0, match.games[0].points)
    assert play.finish(state, WorkContext()).games == 2


def test_the_last_play_of_the_opponent_is_drawn_from_where_it_came() -> None:
    play = PlaySession(level="novice", seed=9, tutor=0)
    state = left_match(play, 3)
    board = next(each for each in play.exhibits(state) if isinstance(each, BoardDiagram))
    last = [e for e in parse_mat(json.loads(state.memory)["record"]).games[-1].events if e.act is MatchAction.PLAY][-1]
    assert last.player == 1
    assert board.reply == last.play
    picture = board_diagram(board)
    for source, target in picture.reply:
        assert target == 0 or picture.opponent[25 - target] > 0, "its checkers stand where the arrows end"
        assert source > target
    assert backgammon_svg(picture).count('class="arrow"') == len(picture.reply)
    assert f"Their last play: {last.play}." in picture.words


@pytest.mark.parametrize("level", ["neurogammon", "hand-written"])
def test_programs_of_1989_play_and_the_tutor_is_kibitz(level: str) -> None:
    play = PlaySession(level=level, match=3, seed=3)  # type: ignore[arg-type]
    state = left_match(play, 6)
    answer = play.finish(state, WorkContext())
    assert "Neurogammon 1.0" in (text := answer.explain().headline) or "hand-written program" in text
    assert answer.mat.count("\n") > 4


def test_a_game_ends_with_its_review_and_your_errors_can_be_drilled() -> None:
    play = PlaySession(level="novice", match=1, seed=5, tutor=0)
    state = play.begin(WorkContext())
    for number in range(4):  # the last of the legal plays, which is seldom good
        word = play.step(state, "plays", WorkContext()).said[-1] if state.prompt == "your play" else "roll"
        state = play.step(state, word, WorkContext())
        assert number < 4
    answer = play.finish(play.step(state, "quit", WorkContext()), WorkContext())
    assert answer.review is not None
    you = answer.review.players[0]
    assert {d.player for d in answer.decisions} == {you.name}
    assert len(answer.decisions) == you.decisions
    assert f"Your PR is {you.pr:.1f}" in answer.explain().headline
    assert any(isinstance(each, GameReplay) for each in answer.exhibits())
    stored = msgspec.json.encode(answer)
    errors = [d for d in answer.decisions if d.grade in ("inaccuracy", "mistake", "blunder")]
    assert len(_decisions_with_errors(stored)) == len(errors) > 0
