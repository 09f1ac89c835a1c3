"""The roller: its trials against a readable one, when it stops, and what it decides."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz import ask
from kibitz.core.errors import InputError
from kibitz.core.question import Answer
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.answers.positions import CubeAnswer
from kibitz.games.backgammon.bearoff.index import men_index
from kibitz.games.backgammon.bearoff.no_double import no_double_equities
from kibitz.games.backgammon.board.position import START, Position
from kibitz.games.backgammon.cube.cube_arrays import cube_arrays, state_index
from kibitz.games.backgammon.cube.state import MONEY, CubeState, Owner
from kibitz.games.backgammon.notation.situation import parse_situation
from kibitz.games.backgammon.questions.positions import CubeRequest
from kibitz.games.backgammon.rollout import roller
from kibitz.games.backgammon.rollout.kernels import cubeful_block
from kibitz.games.backgammon.rollout.reference import reference_cubeful_trial
from kibitz.games.backgammon.rollout.roller import RollerResult, RollerSettings, roll_cube, roll_plays
from kibitz.games.backgammon.rollout.rollout import block_dice
from kibitz.games.backgammon.search.searcher import shipped_searcher

SEARCHER = shipped_searcher()
SHORT = RollerSettings(turns=4, max_trials=144, plies=0)


@pytest.mark.slow
@pytest.mark.parametrize("state", [MONEY, CubeState(cube=2, owner=Owner.OWN), CubeState(cube=4, owner=Owner.OPPONENT)])
def test_a_trial_with_the_cube_is_the_readable_one(state: CubeState) -> None:
    position = parse_situation("sGfwgAPbuIEDIA").position
    dice = block_dice(np.random.default_rng(3), 3)[[2, 17]]
    engine, room = SEARCHER.engine()
    cube = cube_arrays(state)
    readings = roller._level_readings(state, len(cube.won), None)
    board = position.to_array()
    worths = cubeful_block(board, 0, state_index(state.owner), False, dice, engine, room, readings, 0, cube)
    expected = [reference_cubeful_trial(position, rolls, SEARCHER.weights, state) for rolls in dice]
    assert worths == pytest.approx(expected, abs=2e-4)


def test_a_bearoff_rolled_to_its_end_has_the_equity_of_the_table() -> None:
    own, other = (1, 1, 0, 1, 1, 0), (2, 0, 1, 0, 1, 0)
    position = Position(own + (0,) * 19, other + (0,) * 19)
    exact = no_double_equities(men_index(own), men_index(other))
    settings = RollerSettings(turns=60, max_trials=1296, target_se=0.0)
    none, take, drop = roll_cube(SEARCHER, position, MONEY, settings).choices
    assert none.equity == pytest.approx(exact[1], abs=4 * none.se + 0.01)
    assert take.equity == pytest.approx(2 * exact[2], abs=4 * take.se + 0.01)
    assert drop.equity == 1


@pytest.mark.slow
def test_candidates_that_are_clearly_worse_get_no_more_trials() -> None:
    rounds: list[RollerResult] = []
    settings = RollerSettings(turns=4, max_trials=432, plies=0, target_se=0.0, within=0.3)
    result = roll_plays(SEARCHER, START, (3, 1), MONEY, settings, on_round=rounds.append)
    assert result.choices[0].name == "8/5 6/5"
    assert result.stopped == "best by 2.33 standard errors"
    assert all(choice.behind >= 2.33 * choice.behind_se for choice in result.choices[1:])
    assert rounds[-1] == result
    assert roll_plays(SEARCHER, START, (3, 1), MONEY, settings) == result, "the same seed gives the same result"


@pytest.mark.slow
def test_the_roller_stops_at_a_target_error_or_at_its_limit() -> None:
    loose = roll_plays(SEARCHER, START, (6, 4), MONEY, replace(SHORT, target_se=1.0))
    tight = roll_plays(SEARCHER, START, (6, 4), MONEY, replace(SHORT, target_se=0.0))
    assert loose.stopped in ("target error", "best by 2.33 standard errors")
    assert tight.stopped in ("trials", "best by 2.33 standard errors")
    assert tight.choices[0].trials == 144
    with pytest.raises(InputError, match="trials"):
        RollerSettings(max_trials=36)
    with pytest.raises(InputError, match="cannot double"):
        roll_cube(SEARCHER, START, CubeState(cube=2, owner=Owner.OPPONENT))


@pytest.mark.slow
def test_a_pass_that_the_search_blames_is_right_by_the_roller() -> None:
    """GNU Backgammon's rollout has the take at +1.05 cubeless; at this score a double is a pass."""
    situation = parse_situation("hrcHA0Da7goADA:MAGgAaAAEAAE")
    _, take, drop = roll_cube(SEARCHER, situation.position, situation.state, RollerSettings(max_trials=432)).choices
    assert take.equity > drop.equity == 1


def test_move_by_the_roller_ranks_plays_by_its_equities_and_shows_their_errors() -> None:
    answer = ask("backgammon.move", position="4HPwATDgc/ABMA", dice="53", roller=True, seed=3, play="13/5")
    assert answer.rolled is not None
    first, second = answer.rolled.options[:2]
    assert answer.best == first.choice
    assert [move.notation for move in answer.moves[:2]] == [first.choice, second.choice]
    assert answer.moves[1].loss == pytest.approx(second.loss)
    assert min(option.equity_se for option in answer.rolled.options) > 0
    assert sum(option.trials for option in answer.rolled.options) >= 288
    assert all(move.loss >= answer.moves[1].loss for move in answer.moves[1:])
    assert answer.counsel.judgement is not None
    assert answer.counsel.judgement.choice == "13/5"


def test_cube_by_the_roller_decides_by_its_equities_and_reports_them_on_the_way() -> None:
    partial: list[Answer] = []
    work = WorkContext(on_partial=lambda after, made: partial.append(made()))
    after_crawford = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:5:6:0:7:10"
    answer = CubeRequest(position=after_crawford, roller=True).answer(work)
    assert answer.rolled is not None
    none, take, drop = answer.rolled.options
    assert (answer.no_double, answer.double_take) == pytest.approx((none.equity, take.equity))
    assert answer.action == "double, pass"
    assert drop.trials == 0
    assert isinstance(partial[-1], CubeAnswer)
    assert partial[-1].no_double == answer.no_double
