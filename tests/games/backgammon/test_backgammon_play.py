"""Games, duels, levels, rollouts, reviews and reasons."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.core import InputError, Unit, format_decision, parse_decision
from kibitz.core.units import format_loss
from kibitz.games.backgammon.advice import move_advice, position_value
from kibitz.games.backgammon.board import START, Position
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.explain import PositionFeatures, describe_play, explain_cube, explain_move
from kibitz.games.backgammon.match.record import replay
from kibitz.games.backgammon.match.review import review_match
from kibitz.games.backgammon.maxims import find_maxim
from kibitz.games.backgammon.moves import ROLL_CHANCES, ROLLS, legal_plays
from kibitz.games.backgammon.notation.mat import format_mat, parse_mat
from kibitz.games.backgammon.notation.situation import Situation
from kibitz.games.backgammon.play.conventional import HandPlayer, LinearPlayer, linear_inputs, race_chance
from kibitz.games.backgammon.play.duel import duel, match_duel
from kibitz.games.backgammon.play.game import dice_stream, play_game
from kibitz.games.backgammon.play.levels import (
    LEVELS,
    calibrate_sensitivity,
    choice_chances,
    expected_error,
    find_level,
)
from kibitz.games.backgammon.play.luck import OPENING_WEIGHTS, game_luck, roll_luck
from kibitz.games.backgammon.play.players import NetPlayer
from kibitz.games.backgammon.policy import BestPolicy, PlayEvaluator
from kibitz.games.backgammon.rollout import RolloutSettings, rollout
from kibitz.games.backgammon.rollout.kernels import rollout_block
from kibitz.games.backgammon.rollout.reference import reference_trial
from kibitz.games.backgammon.search.engine_arrays import new_workspace
from kibitz.games.backgammon.search.searcher import Searcher, shipped_searcher


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return shipped_searcher()


def men(**points: int) -> tuple[int, ...]:
    counts = [0] * 25
    for name, n in points.items():
        counts[24 if name == "bar" else int(name[1:]) - 1] = n
    return tuple(counts)


ENDING = Position(men(p2=2, p4=1), men(p1=3))


@pytest.mark.slow
def test_a_game_is_played_by_the_rules_and_its_luck_explains_no_less_than_chance(searcher: Searcher) -> None:
    players = (NetPlayer(searcher), HandPlayer())
    rng = np.random.default_rng(3)
    played = play_game(players, 0, dice_stream(rng), rng, new_workspace(16))
    assert played.points != 0
    assert played.turns[0].dice[0] != played.turns[0].dice[1]
    for turn in played.turns[:12]:
        after = {play.after for play in legal_plays(Position.from_array(turn.board), turn.dice)}
        assert Position.from_array(turn.after) in after
    assert abs(played.points - game_luck(searcher, played)) < abs(played.points) + 1.5


@pytest.mark.slow
def test_luck_has_mean_zero_over_the_rolls(searcher: Searcher) -> None:
    board = START.to_array()
    assert sum(w * roll_luck(searcher, board, r) for r, w in zip(ROLLS, ROLL_CHANCES, strict=True)) == pytest.approx(
        0, abs=1e-6
    )
    opening = sum(w * roll_luck(searcher, board, r, True) for r, w in zip(ROLLS, OPENING_WEIGHTS, strict=True))
    assert opening == pytest.approx(0, abs=1e-6)


def test_a_player_against_itself_breaks_even_in_every_pair_of_games(searcher: Searcher) -> None:
    result = duel(lambda: (NetPlayer(searcher), NetPlayer(searcher, name="twin")), 4, seed=2, adjust=False)
    assert result.raw.value == pytest.approx(0)
    assert result.games == 4


@pytest.mark.slow
def test_one_task_and_many_give_the_same_duel(searcher: Searcher) -> None:
    def make() -> tuple[NetPlayer, HandPlayer]:
        return NetPlayer(searcher), HandPlayer()

    first, again = duel(make, 8, seed=5), duel(make, 8, seed=5)
    assert first == again
    assert first.adjusted is not None
    assert first.adjusted.se < first.raw.se, "luck adjustment makes the error smaller"


def test_a_match_is_recorded_so_that_it_can_be_replayed(searcher: Searcher) -> None:
    result = match_duel(lambda: (NetPlayer(searcher), HandPlayer()), 3, 4, seed=1)
    assert len(result.matches) == 4
    for match in result.matches:
        list(replay(match))
        assert parse_mat(format_mat(match)) == match
        scores = [0, 0]
        for game in match.games:
            assert game.scores == (scores[0], scores[1])
            scores[game.winner] += game.points
        assert max(scores) >= 3
    with pytest.raises(InputError):
        match_duel(lambda: (NetPlayer(searcher), HandPlayer()), 0, 4)


def test_a_review_finds_no_fault_with_its_own_evaluator_and_some_with_others(searcher: Searcher) -> None:
    result = match_duel(lambda: (NetPlayer(searcher), HandPlayer()), 1, 4, seed=9)
    review = review_match(result.matches[0], searcher)
    own, other = (
        [d.judgement.loss for d in review.decisions if d.player == seat and d.kind == "play"]
        for seat in sorted((0, 1), key=lambda seat: result.matches[0].players[seat] != "kibitz")
    )
    assert own == pytest.approx([0] * len(own), abs=1e-6)
    assert np.mean(other) > 0.005
    for judged in review.decisions[:5]:
        assert parse_decision(format_decision(judged.record)) == judged.record
        assert judged.record.loss == pytest.approx(judged.judgement.loss)


@pytest.mark.slow
def test_rollouts_agree_with_plain_play_trial_by_trial(searcher: Searcher) -> None:
    engine, room = searcher.engine()
    readings = np.array([[2, 1, 1, -1, -1, -1]] * 2, dtype=np.float32)
    dice = np.random.default_rng(1).integers(0, 21, size=(2, 3), dtype=np.int8)
    position = Position(men(p6=2, p8=1, p13=1), men(p5=2, p7=1, p20=1))
    for reduce in (True, False):
        result = rollout_block(position.to_array(), dice, engine, room, readings, 0, reduce)
        for row, rolls in zip(result, dice, strict=True):
            assert row == pytest.approx(reference_trial(position, rolls, searcher.weights, reduce), abs=2e-5)


@pytest.mark.slow
def test_a_rollout_of_a_known_bearoff_has_no_error_left(searcher: Searcher) -> None:
    exact = searcher.evaluate([ENDING])[0]
    result = rollout(ENDING, searcher.weights, RolloutSettings(72, turns=0, seed=3))
    assert result.probabilities.win == pytest.approx(exact.win, abs=1e-4)
    raw = rollout(ENDING, searcher.weights, RolloutSettings(144, turns=0, seed=3, reduce=False))
    assert raw.worth_se > result.worth_se
    assert abs(raw.worth - exact.equity) < 4 * raw.worth_se + 1e-3
    with pytest.raises(InputError, match="over"):
        rollout(Position((0,) * 25, men(p1=1)), searcher.weights)


def test_levels_err_as_much_as_their_sensitivity_says() -> None:
    rng = np.random.default_rng(0)
    samples = [-np.sort(rng.exponential(0.05, size=int(rng.integers(2, 20)))) for _ in range(30)]
    for rate in (8, 30):
        s = calibrate_sensitivity(samples, rate)
        assert expected_error(samples, s) == pytest.approx(rate, rel=0.02)
    chances = choice_chances(np.array([0.1, 0.3, 0.0]), 0.05)
    assert chances.sum() == pytest.approx(1)
    assert np.argmax(chances) == 1
    assert [level.error_rate for level in LEVELS] == sorted(level.error_rate for level in LEVELS)
    assert find_level("Expert").error_rate == 8
    with pytest.raises(InputError, match="level"):
        find_level("god")


def test_the_linear_inputs_are_those_of_the_public_evaluator() -> None:
    x = linear_inputs(START.to_array()[None])[0]  # as if the start were a result
    assert x.sum() == pytest.approx(1 * 4 + 1 * 1 + 2 * 1.0), "four points held, one of three men, two of five"
    player = LinearPlayer(np.ones(122), np.zeros(122))
    assert player.choose(START.to_array(), START.to_array()[None], CubeState(), np.random.default_rng(0)) == 0


def test_the_race_estimate_is_even_a_few_pips_behind_and_certain_far_ahead() -> None:
    assert race_chance(104, 100) == pytest.approx(0.5)
    assert race_chance(60, 100) > 0.98
    assert race_chance(100, 100) > 0.5


def test_advice_names_the_best_play_and_the_seams_choose_it(searcher: Searcher) -> None:
    advice = move_advice(searcher, START, (3, 1))
    assert advice.best.notation == "8/5 6/5"
    assert advice.moves[0].loss == 0
    assert advice.advice.best == 0
    evaluator = PlayEvaluator(searcher)
    situation = Situation(START, dice=(3, 1))
    chosen = BestPolicy(evaluator).choose(situation, np.random.default_rng(0))
    assert evaluator.equities(situation).choices[chosen] == "8/5 6/5"
    with pytest.raises(InputError, match="dice"):
        evaluator.equities(Situation(START))


def test_reasons_speak_of_points_shots_and_gammons(searcher: Searcher) -> None:
    words = str(explain_move(move_advice(searcher, START, (3, 1))))
    assert "makes the 5-point" in words
    assert "leaves no blot" in words
    hit = Position(men(p24=2, p13=5, p8=3, p6=5), men(p24=1, p21=1, p13=5, p8=3, p6=5))
    lines = move_advice(searcher, hit, (3, 1)).moves
    assert any("hits" in word for line in lines for word in describe_play(hit, line))
    assert PositionFeatures.of(START).prime == 1
    cube = explain_cube(position_value(searcher, START).cube)
    assert "Do not double" in cube.headline


def test_the_rule_to_remember_is_the_one_whose_breach_costs_most_here(searcher: Searcher) -> None:
    advice = move_advice(searcher, START, (3, 1))
    rest = next(line for line in advice.moves if not any("makes the" in word for word in describe_play(START, line)))
    assert find_maxim(advice) == (
        "Make a good point when the roll makes one; breaking this rule costs at least "
        f"{format_loss(rest.loss, Unit.EQUITY)} here"
    )
    blot = Position(men(p24=2, p13=5, p8=3, p6=5), men(p24=2, p20=1, p13=5, p8=2, p6=5))
    result = move_advice(searcher, blot, (4, 1))
    assert any(step.hit for step in result.best.play.steps)
    assert find_maxim(result).startswith("When in doubt, hit; ")
    two = Position(men(p24=2, p13=5, p8=3, p6=5), men(p24=1, p20=1, p13=5, p8=3, p6=5))
    for dice, words in (((1, 1), "When in doubt, hit"), ((5, 5), "Make a good point when the roll makes one")):
        assert find_maxim(move_advice(searcher, two, dice)).partition(";")[0] == words  # the best play does both
    dance = Position(men(bar=1, p6=5), men(p6=2, p5=2, p4=2, p3=2, p2=2, p1=2))
    assert find_maxim(move_advice(searcher, dance, (6, 6))) == ""  # nothing to choose


def test_a_finished_game_cannot_be_evaluated(searcher: Searcher) -> None:
    with pytest.raises(InputError, match="over"):
        position_value(searcher, Position((0,) * 25, men(p1=1)))
