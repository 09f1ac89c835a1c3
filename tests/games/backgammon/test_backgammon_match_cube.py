"""The cube at match scores: after Crawford, carried through the look-ahead, exact in small bearoffs; equity tables."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core.errors import InputError
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.advice import move_advice, position_value
from kibitz.games.backgammon.bearoff.index import men_index
from kibitz.games.backgammon.bearoff.match_cube import match_worths
from kibitz.games.backgammon.bearoff.no_double import no_double_equities
from kibitz.games.backgammon.bearoff.reference import after_roll
from kibitz.games.backgammon.board.position import START, Position
from kibitz.games.backgammon.cube.cube_arrays import cube_arrays, state_index
from kibitz.games.backgammon.cube.cubeful import cubeful_chance
from kibitz.games.backgammon.cube.decision import CubeAction, cube_decision
from kibitz.games.backgammon.cube.kernels import no_double_values
from kibitz.games.backgammon.cube.match_equity import (
    MatchEquities,
    match_equities,
    model_equities,
    parse_match_equities,
)
from kibitz.games.backgammon.cube.outcome_weights import play_weights
from kibitz.games.backgammon.cube.state import MONEY, CubeState, Owner
from kibitz.games.backgammon.explain import explain_cube
from kibitz.games.backgammon.moves.dice import ROLL_CHANCES, ROLLS
from kibitz.games.backgammon.moves.legal import legal_plays
from kibitz.games.backgammon.nets.probabilities import Probabilities
from kibitz.games.backgammon.nets.static_evaluation import static_probabilities
from kibitz.games.backgammon.notation.situation import Situation, format_situation, parse_situation
from kibitz.games.backgammon.play.players import NetPlayer
from kibitz.games.backgammon.questions.positions import CubeRequest
from kibitz.games.backgammon.search.searcher import shipped_searcher

SEARCHER = shipped_searcher()
AFTER_CRAWFORD = (
    "d7cBAwC72wYAAQ:MAGgADAAIAAE",
    "tjnBwQB7bhwAQA:MAGgADAAIAAE",
    "omfwESDgc/AgYA:MAGgADAAIAAE",
    "d0sAANjrAQAAAA:MAGgABAAIAAE",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:5:6:0:7:10",
)
"""The trailer is on roll after the Crawford game; GNU Backgammon doubles in all of them."""


@pytest.mark.parametrize("plies", [0, 1, 2])
@pytest.mark.parametrize("text", AFTER_CRAWFORD)
def test_after_crawford_the_trailer_doubles(text: str, plies: int) -> None:
    situation = parse_situation(text)
    decision = position_value(SEARCHER, situation.position, situation.state, plies).cube
    assert decision.should_double
    said = " ".join((explain_cube(decision).headline, *explain_cube(decision).reasons))
    assert said.startswith("Double.")
    assert "playing on is worth more" not in said or decision.probabilities.win < (decision.points.too_good or 1)


@pytest.mark.parametrize("score", range(6))
def test_after_crawford_the_trailer_doubles_from_the_opening_position_at_every_score(score: int) -> None:
    state = CubeState(7, score, 6)
    player = NetPlayer(SEARCHER)
    assert player.doubles(START.to_array(), state, np.random.default_rng(1))
    for plies in (0, 2):
        assert position_value(SEARCHER, START, state, plies).cube.should_double


@given(st.floats(0.02, 0.45), st.integers(0, 5))
def test_after_crawford_a_double_that_would_be_taken_is_right_at_any_chance(p: float, score: int) -> None:
    decision = cube_decision(Probabilities(p, 0.2 * p, 0, 0.2 * (1 - p), 0), CubeState(7, score, 6), 0.68)
    assert decision.action is CubeAction.DOUBLE_TAKE
    assert decision.points.double == pytest.approx(0, abs=1e-6)


def test_not_doubling_loses_the_points_of_a_game_that_ends_before_the_next_turn() -> None:
    situation = parse_situation(AFTER_CRAWFORD[0])
    decision = position_value(SEARCHER, situation.position, situation.state, 2).cube
    # GNU Backgammon 1.07 at 2 plies: no double +0.615, double, take +0.884.
    assert decision.no_double == pytest.approx(0.615, abs=0.03)
    assert decision.double_take == pytest.approx(0.884, abs=0.03)


def test_the_cube_question_prints_no_window_that_contradicts_its_action() -> None:
    for text in AFTER_CRAWFORD:
        answer = CubeRequest(position=text, plies=2).answer(WorkContext())
        assert answer.action.startswith("double")
        if answer.points.double is not None:
            assert answer.points.double <= answer.probabilities.win


def test_plays_after_crawford_are_chosen_by_the_cube_that_is_turned_at_once() -> None:
    trailer = CubeState(7, 5, 6)
    assert play_weights(trailer)[1] == pytest.approx(0), "at cube 2 the trailer's gammons win nothing more"
    assert play_weights(trailer.swap_sides())[3] == pytest.approx(0)
    assert play_weights(CubeState(7, 5, 6, crawford=True))[1] > 0.9
    assert list(play_weights(MONEY)) == [2, 1, 1, -1, -1, -1]


def test_a_match_of_more_than_64_points_to_go_is_refused_in_a_sentence() -> None:
    with pytest.raises(InputError, match="at most 64 points to go"):
        position_value(SEARCHER, START, CubeState(70, 0, 10), 0)
    with pytest.raises(InputError, match="at most 64 points to go"):
        move_advice(SEARCHER, START, (3, 1), CubeState(70, 0, 10))
    assert position_value(SEARCHER, START, CubeState(70, 6, 10), 0).cube.no_double == pytest.approx(0.1, abs=0.15)


# Match equity tables


def test_the_default_table_is_the_published_one_and_the_model_continues_it() -> None:
    table = match_equities()
    assert table.chance(1, 2, False) == pytest.approx(0.67736)
    assert table.chance(2, 4, False) == pytest.approx(0.66870, abs=5e-5)
    assert 1 - table.chance(1, 2, True) == pytest.approx(0.48803)
    for j in range(1, 64):
        for i in range(1, 64):
            assert table.chance(i, j, False) >= table.chance(i + 1, j, False) - 1e-9
        assert table.chance(1, j + 1, True) >= table.chance(1, j, True) - 0.001


def test_the_model_is_close_to_the_published_table() -> None:
    published, model = match_equities(), model_equities()
    gaps = [abs(published.chance(i, j, False) - model.chance(i, j, False)) for i in range(1, 26) for j in range(1, 26)]
    assert np.mean(gaps) < 0.002
    assert max(gaps) < 0.015


def test_a_table_of_a_file_is_checked() -> None:
    with pytest.raises(InputError, match="explicit values"):
        parse_match_equities("<met></met>", "mine.xml")
    row = "<row><me>0.5</me><me>0.9</me></row><row><me>0.3</me><me>0.5</me></row>"
    with pytest.raises(InputError, match="add up to 1"):
        parse_match_equities(f"{row}<post-crawford-table><row><me>0.5</me><me>0.4</me></row>", "mine.xml")
    good = row.replace("0.9", "0.7")
    table = parse_match_equities(f"{good}<post-crawford-table><row><me>0.5</me><me>0.4</me></row>", "mine.xml")
    assert (table.chance(1, 2, False), table.chance(1, 2, True)) == (0.7, 0.6)


# The compiled values against the readable ones


@settings(max_examples=60)
@given(
    st.floats(0.01, 0.99), st.floats(0, 0.6), st.floats(0, 0.6), st.sampled_from([0.0, 0.6, 0.68, 1.0]),
    st.sampled_from([MONEY, CubeState(jacoby=True), CubeState(cube=2, owner=Owner.OWN), CubeState(7, 5, 6),
                     CubeState(7, 6, 3), CubeState(9, 2, 4), CubeState(9, 2, 4, 2, Owner.OPPONENT),
                     CubeState(5, 3, 2, 2, Owner.OWN), CubeState(64, 0, 0), CubeState(5, 4, 2, crawford=True)]),
)  # fmt: skip
def test_compiled_cube_values_are_those_of_the_readable_lines(
    win: float, gammons: float, lost: float, life: float, state: CubeState
) -> None:
    p = np.array([win, gammons * win, 0.1 * gammons * win, lost * (1 - win), 0.0])
    cube, table = cube_arrays(state), match_equities() if state.length else None
    levels = len(cube.won)
    values = np.empty(1 + 2 * levels)
    no_double_values(p.astype(np.float32), 0, life, cube, levels, np.zeros((4, 40)), values)
    assert values[state_index(state.owner)] == pytest.approx(cubeful_chance(p, state, life, table), abs=2e-6)
    if state.may_double:
        taken = cubeful_chance(p, state.after_double(), life, table)
        assert values[state_index(Owner.OPPONENT, 1)] == pytest.approx(taken, abs=2e-6)
    swapped = np.array([1 - win, p[3], p[4], p[1], p[2]])
    other = np.empty(1 + 2 * levels)
    no_double_values(swapped.astype(np.float32), 1, life, cube, levels, np.zeros((4, 40)), other)
    assert other == pytest.approx(values, abs=2e-6, rel=1e-5), "the same chances told by the other side"


def rolled_worth(
    position: Position, state: CubeState, plies: int, table: MatchEquities | None, root: CubeState
) -> float:
    """Readable search: the worth of not doubling now for the player on roll, the cube decided at every turn.

    Plays are chosen by the weights of ``root``, the state of the decision, seen by the player on roll.
    """
    weights = SEARCHER.weights
    if plies == 0:
        p = static_probabilities(position.to_array()[None], weights)[0]
        decision = cube_decision(Probabilities.from_array(p), state, 0.68)
        return decision.match_chances[0] if decision.match_chances else decision.no_double * state.cube
    theirs, reading = state.swap_sides(), play_weights(root.swap_sides())
    total = 0.0
    for roll, chance in zip(ROLLS, ROLL_CHANCES, strict=True):
        after = [play.after for play in legal_plays(position, roll)]
        p = static_probabilities(np.stack([a.to_array() for a in after]), weights)
        best = after[int(np.argmin(p @ reading[:5] + reading[5]))]
        worth = rolled_worth(best, theirs, plies - 1, table, root.swap_sides())
        if theirs.may_double:
            taken = rolled_worth(best, theirs.after_double(), plies - 1, table, root.swap_sides())
            lost = table.chance(state.away[0], state.away[1] - state.cube, 1 in state.away) if table else -state.cube
            worth = max(worth, min(taken, 1 - lost if table else -lost))
        total += chance * (1 - worth if table else -worth)
    return total


@pytest.mark.parametrize("state", [MONEY, CubeState(5, 3, 1), CubeState(7, 5, 6), CubeState(7, 2, 3, 2, Owner.OWN)])
def test_the_search_with_the_cube_agrees_with_a_readable_one(state: CubeState) -> None:
    position = parse_situation("sGfwgAPbuIEDIA").position
    table = match_equities() if state.length else None
    full = shipped_searcher()
    full.keep = 0
    _, values = full.cube_worths(position.to_array()[None], 1, state)
    static = full.cube_worths(position.to_array()[None], 0, state)[1]
    deep = (values - 0.4 * static) / 0.6
    assert deep[0, 0] == pytest.approx(rolled_worth(position, state, 1, table, state), abs=3e-4)
    assert deep[0, 1] == pytest.approx(rolled_worth(position, state.after_double(), 1, table, state), abs=3e-4)


# Small bearoffs


@cache
def readable_match_worth(own: tuple[int, ...], other: tuple[int, ...], state: CubeState, may: bool) -> float:
    """Match chance of the player on roll by plain recursion; ``may``: before the decision to double."""
    table, (mine, his) = match_equities(), state.away
    over = state.crawford or 1 in state.away
    total = 0.0
    for roll, chance in zip(ROLLS, ROLL_CHANCES, strict=True):
        total += chance * max(
            table.chance(mine - state.cube, his, over) if not any(then)
            else 1 - readable_match_worth(other, then, state.swap_sides(), True)
            for then in after_roll(own, *roll)
        )  # fmt: skip
    if may and state.may_double:
        taken = readable_match_worth(own, other, state.after_double(), False)
        total = max(total, min(taken, table.chance(mine - state.cube, his, over)))
    return total


@pytest.mark.parametrize(
    "state", [CubeState(7, 5, 5), CubeState(7, 2, 4), CubeState(7, 5, 6), CubeState(9, 3, 2, 2, Owner.OWN)]
)
@pytest.mark.parametrize(
    ("own", "other"), [((0, 1, 0, 0, 1, 0), (2, 0, 0, 0, 1, 0)), ((1, 0, 0, 0, 1, 0), (1, 1, 0, 0, 0, 1))]
)
def test_a_small_bearoff_at_a_score_is_exact(own: tuple[int, ...], other: tuple[int, ...], state: CubeState) -> None:
    worths = match_worths(men_index(own), men_index(other), state, match_equities())
    assert worths[0] == pytest.approx(readable_match_worth(own, other, state, False), abs=1e-6)
    assert worths[1] == pytest.approx(readable_match_worth(own, other, state.after_double(), False), abs=1e-6)


def test_last_rolls_at_an_even_score_far_from_the_end_are_those_of_money_play() -> None:
    position = parse_situation("XGID=-A---A-------------a----b-:0:0:1:00:5:5:0:7:10").position
    money = position_value(SEARCHER, position, MONEY).cube
    match = position_value(SEARCHER, position, CubeState(7, 5, 5)).cube
    assert money.no_double == pytest.approx(match.no_double, abs=0.01), "two points decide in both"
    exact = no_double_equities(men_index(position.own[:6]), men_index(position.opponent[:6]))
    assert money.no_double == pytest.approx(exact[1], abs=1e-6)


def test_the_questions_can_use_the_models_table() -> None:
    text = format_situation(Situation(parse_situation("sGfwgAPbuIEDIA").position, CubeState(7, 5, 3)))
    published = CubeRequest(position=text).answer(WorkContext())
    model = CubeRequest(position=text, equities="model").answer(WorkContext())
    assert 0 < abs(published.no_double - model.no_double) < 0.05
    deep = CubeRequest(position=text, equities="model", plies=1).answer(WorkContext())
    assert deep.no_double == pytest.approx(model.no_double, abs=0.2)
