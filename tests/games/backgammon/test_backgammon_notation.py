"""Positions and matches as players write them."""

from __future__ import annotations

import tarfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.games.backgammon.board import START, Position
from kibitz.games.backgammon.cube.state import MONEY, CubeState, Owner
from kibitz.games.backgammon.match.record import Event, MatchAction, MatchRecord, RecordedGame, is_crawford_game, replay
from kibitz.games.backgammon.moves import ROLLS, legal_plays
from kibitz.games.backgammon.moves.dice import roll_dice
from kibitz.games.backgammon.moves.sampling import random_position, random_reachable_position
from kibitz.games.backgammon.notation.mat import format_mat, parse_mat
from kibitz.games.backgammon.notation.match_id import MatchId, format_match_id, parse_match_id
from kibitz.games.backgammon.notation.play import format_play
from kibitz.games.backgammon.notation.position_id import (
    boards_from_keys,
    format_position_id,
    keys_from_boards,
    parse_position_id,
    position_key,
)
from kibitz.games.backgammon.notation.situation import Situation, format_situation, parse_situation
from kibitz.games.backgammon.notation.xgid import Xgid, format_xgid, parse_xgid


@st.composite
def positions(draw: st.DrawFn) -> Position:
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    return random_position(rng) if draw(st.booleans()) else random_reachable_position(rng, draw(st.integers(0, 25)))


@st.composite
def states(draw: st.DrawFn) -> CubeState:
    cube = 1 << draw(st.integers(0, 6))
    owner = draw(st.sampled_from(list(Owner))) if cube > 1 else Owner.CENTRED
    if draw(st.booleans()):
        return CubeState(cube=cube, owner=owner, jacoby=draw(st.booleans()), beavers=draw(st.booleans()))
    length = draw(st.integers(1, 25))
    own, other = draw(st.integers(0, length - 1)), draw(st.integers(0, length - 1))
    crawford = length - 1 in (own, other) and draw(st.booleans())
    return CubeState(length, own, other, cube, owner, crawford)


def test_the_start_has_the_id_that_everybody_knows() -> None:
    assert format_position_id(START) == "4HPwATDgc/ABMA"
    assert START.pips == (167, 167)
    assert START.has_contact


@settings(max_examples=40)
@given(positions())
def test_position_ids_are_read_back(position: Position) -> None:
    assert parse_position_id(format_position_id(position)) == position


@settings(max_examples=40)
@given(positions())
def test_keys_in_bulk_are_those_of_single_positions(position: Position) -> None:
    board = position.to_array()[None]
    key = keys_from_boards(board)
    assert key[0].tobytes() == position_key(position)
    assert (boards_from_keys(key) == board).all()


@settings(max_examples=40)
@given(positions(), states(), st.one_of(st.none(), st.sampled_from(ROLLS)), st.sampled_from([1, -1]))
def test_xgids_are_read_back(position: Position, state: CubeState, dice: tuple[int, int] | None, turn: int) -> None:
    xgid = Xgid(position, state, dice, turn)
    assert parse_xgid(format_xgid(xgid)) == xgid


def test_the_xgid_of_the_start_is_the_one_in_every_forum() -> None:
    text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    assert parse_xgid(text) == Xgid(START)
    assert format_xgid(Xgid(START)) == text


@settings(max_examples=40)
@given(positions(), states(), st.one_of(st.none(), st.sampled_from(ROLLS)))
def test_situations_are_read_back(position: Position, state: CubeState, dice: tuple[int, int] | None) -> None:
    plain = CubeState(
        state.length, state.own_score, state.opponent_score, state.cube, state.owner, state.crawford, state.jacoby
    )
    situation = Situation(position, plain, dice)
    assert parse_situation(format_situation(situation)) == situation


@given(
    st.builds(
        MatchId,
        st.integers(0, 15),
        st.sampled_from([0, 1, 3]),
        st.integers(0, 1),
        st.integers(0, 1),
        st.integers(0, 7),
        st.integers(0, 1),
        st.integers(0, 1),
        st.integers(0, 3),
        st.integers(1, 6),
        st.integers(1, 6),
        st.integers(0, 32767),
        st.integers(0, 32767),
        st.integers(0, 32767),
        st.integers(0, 1),
    )
)
def test_match_ids_are_read_back(match_id: MatchId) -> None:
    assert parse_match_id(format_match_id(match_id)) == match_id


def test_a_match_id_known_from_the_manual_is_understood() -> None:
    # 2-4 in a match to 9, cube at 2 owned by player 0, roll 5-2.
    match_id = parse_match_id("QYkqASAAIAAA")
    assert (match_id.length, match_id.score_0, match_id.score_1) == (9, 2, 4)
    assert (match_id.log_cube, match_id.owner, match_id.dice) == (1, 0, (5, 2))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4HPwATDgc/ABM", "14 characters"),
        ("4HPwATDgc/ABM!", "base64"),
        ("AAAAAAAAAAAAAA", "both sides"),
        ("////////AAAAAA", "at most 15"),
        ("4HPwATDgc/ABMB", "beyond"),
        ("4HPwATDgc/ABMA:QYkqASAAIA", "12 base64"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0", "nine fields"),
        ("XGID=-b----F-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "not 16"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:2:00:0:0:0:0:10", "turn"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:9:0:0:7:10", "over"),
        ("XGID=-b----?-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "number of checkers"),
    ],
)
def test_impossible_positions_are_refused_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as error:
        parse_situation(text)
    assert "\n" not in str(error.value)


def test_states_that_cannot_be_are_refused() -> None:
    for wrong in ({"cube": 3}, {"length": 5, "own_score": 5}, {"owner": Owner.OWN}, {"crawford": True}):
        with pytest.raises(InputError):
            CubeState(**wrong)  # type: ignore[arg-type]
    assert MONEY.may_double
    assert not CubeState(3, 2, 0, crawford=True).may_double
    assert not CubeState(3, 1, 0, cube=2, owner=Owner.OWN).may_double, "a cube of 2 wins the match already"


MATCH = """; [Player 1 "anna"]

3 point match


 Game 1
 anna : 0                               bert : 0
  1) 31: 8/5 6/5                        52: 13/8 24/22
  2) 64: 24/14                          65: 22/11*
  3) 43: bar/22 13/9                     Doubles => 2
  4)  Drops                              Wins 1 point
"""


def test_a_match_is_read_replayed_and_written() -> None:
    match = parse_mat(MATCH)
    moments = list(replay(match))
    assert match.players == ("anna", "bert")
    assert [m.event.act for m in moments[-2:]] == [MatchAction.DOUBLE, MatchAction.DROP]
    assert match.games[0].winner == 1
    assert parse_mat(format_mat(match)) == match
    assert moments[4].position.own[24] == 1, "the hit man is on the bar"


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_any_match_of_random_plays_is_written_and_read_back(seed: int) -> None:
    rng = np.random.default_rng(seed)
    position, player, events = START, int(rng.integers(2)), []
    for _ in range(int(rng.integers(1, 25))):
        dice = roll_dice(rng)
        plays = legal_plays(position, dice)
        play = plays[int(rng.integers(len(plays)))]
        events.append(Event(player, MatchAction.PLAY, dice, format_play(play.steps)))
        position, player = play.after, 1 - player
        if position.winner_points:
            break
    match = MatchRecord(7, ("a b", "c"), (RecordedGame((0, 2), tuple(events)),), (("Site", "here"),))
    assert parse_mat(format_mat(match)) == match
    assert len(list(replay(match))) == len(events)


def test_the_crawford_game_is_the_first_one_at_match_point() -> None:
    games = tuple(RecordedGame(scores, ()) for scores in ((0, 0), (2, 0), (2, 1), (2, 2)))
    match = MatchRecord(3, ("a", "b"), games)
    assert [is_crawford_game(match, i) for i in range(4)] == [False, True, False, False]


@pytest.mark.parametrize("text", ["", "hello", "7 point match\n Game 1\n a : 0   b : 0\n 1) 31: 8/3\n nonsense"])
def test_a_file_that_is_no_match_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="match file"):
        parse_mat(text)


@pytest.mark.needs("shared data")
def test_recorded_matches_are_read_replayed_and_written_back(shared_data: Path) -> None:
    n_matches = n_plays = 0
    with tarfile.open(shared_data / "backgammon" / "bglab_llabba_raw_matches.tar.gz") as archive:
        for member in archive.getmembers()[:4]:
            file = archive.extractfile(member)
            if file is None:
                continue
            match = parse_mat(file.read().decode("utf-8-sig"))
            assert parse_mat(format_mat(match)) == match
            n_plays += sum(moment.event.act is MatchAction.PLAY for moment in replay(match))
            n_matches += 1
            for before, after in zip(match.games, match.games[1:], strict=False):
                scores = list(before.scores)
                scores[before.winner] += before.points
                assert tuple(scores) == after.scores
    assert n_matches >= 3
    assert n_plays > 500
