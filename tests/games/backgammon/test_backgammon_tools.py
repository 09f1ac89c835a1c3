"""Race counts, the cube at all scores, and the 21 rolls, as questions."""

from __future__ import annotations

import pytest

from kibitz import ask
from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import Position
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.notation.position_id import format_position_id
from kibitz.games.backgammon.notation.situation import Situation, format_situation, parse_situation

HOLDING = "sGfwgAPbuIEDIA"


def home(*men: int) -> tuple[int, ...]:
    return men + (0,) * (25 - len(men))


def test_a_race_has_exact_effective_pips_and_the_verdict_of_every_count() -> None:
    answer = ask("backgammon.race", position=format_position_id(Position(home(1), home(5, 0, 0, 0, 0, 1))))
    assert answer.own.effective == pytest.approx(49 / 6)
    assert answer.own.wastage == pytest.approx(49 / 6 - 1)
    assert answer.exact
    assert answer.cube.win == pytest.approx(1)
    assert [count.method for count in answer.counts] == ["Thorp", "Keith", "Kleinman", "Trice"]
    assert all(count.double and count.redouble and not count.take for count in answer.counts[1:3])


def test_a_race_with_a_checker_outside_home_has_pips_but_no_effective_pips() -> None:
    answer = ask("backgammon.race", position="bO81AADs3hsAAA")
    assert answer.own.effective is None
    assert not answer.exact
    with pytest.raises(InputError, match="without contact"):
        ask("backgammon.race", position=HOLDING)


def test_every_score_has_the_cube_action_of_a_question_at_that_score() -> None:
    answer = ask("backgammon.scores", position=HOLDING, away=4)
    assert len(answer.cubes) == 16
    assert answer.money == ask("backgammon.cube", position=HOLDING).action
    position = parse_situation(HOLDING).position
    for cube in answer.cubes:
        state = CubeState(4, 4 - cube.own_away, 4 - cube.opponent_away)
        single = ask("backgammon.cube", position=format_situation(Situation(position, state)))
        assert (cube.action, cube.no_double) == (single.action, pytest.approx(single.no_double))
        if cube.action != "no cube":
            losses = {option.choice: option.loss for option in single.counsel.best}
            assert cube.loss == pytest.approx(max(losses.values()), abs=1e-6)
    by_score = {(cube.own_away, cube.opponent_away): cube for cube in answer.cubes}
    assert by_score[2, 1].gammon_value == pytest.approx(1, abs=0.01), "after Crawford a gammon wins the match"
    assert by_score[1, 4].gammon_value == 0


def test_a_matrix_of_scores_is_for_a_player_who_may_double() -> None:
    owned = format_situation(Situation(parse_situation(HOLDING).position, CubeState(cube=2).after_double()))
    with pytest.raises(InputError, match="opponent owns the cube"):
        ask("backgammon.scores", position=owned)


def test_rolls_are_ranked_and_tell_when_the_market_is_lost() -> None:
    answer = ask("backgammon.rolls", position=format_position_id(Position(home(3), home(2))))
    assert len(answer.rolls) == 21
    doubles = [value for value in answer.rolls if value.roll[0] == value.roll[1]]
    assert all(value.equity == pytest.approx(1) and value.market_lost == 1 for value in doubles)
    others = [value for value in answer.rolls if value.roll[0] != value.roll[1]]
    assert all(value.equity == pytest.approx(-1) and value.market_lost == 0 for value in others)
    assert answer.market_lost == pytest.approx(1 / 6)
    assert answer.mean == pytest.approx(-2 / 3)
    assert answer.rolls == tuple(sorted(answer.rolls, key=lambda value: -value.equity))


def test_every_roll_has_the_best_play_of_a_question_with_that_roll() -> None:
    answer = ask("backgammon.rolls", position=HOLDING)
    for value in answer.rolls[::5]:
        single = ask("backgammon.move", position=HOLDING, dice=value.roll, cubeful=True)
        assert single.best == value.play
        assert single.moves[0].equity == pytest.approx(value.equity, abs=1e-5)


def test_a_race_says_that_counts_do_not_use_a_score_or_an_owned_cube() -> None:
    money = ask("backgammon.race", position="bO81AADs3hsAAA")
    match = ask("backgammon.race", position="bO81AADs3hsAAA:MAHgADAAKAAE")
    assert not money.explain().reasons
    assert "do not use the score" in match.explain().reasons[0]
    assert (match.counts, match.cube) == (money.counts, money.cube)
