"""Scales, ratings, reviews and the fallible opponent, with a fake engine and with the shipped scale."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import chess
import numpy as np
import pytest

from kibitz.core import Decision, Document, InputError
from kibitz.core.work import WorkContext
from kibitz.games.chess.agent import make_opponent
from kibitz.games.chess.batch_analysis import EngineSpec
from kibitz.games.chess.calibration import (
    CalibrationPlan,
    CalibrationSamples,
    candidate_turns,
    games_near,
    mark_uncertainty,
)
from kibitz.games.chess.decisions import analyse_turns
from kibitz.games.chess.elo_scales import (
    calibration_report,
    describe_scale,
    load_shipped_scale,
    no_scale_message,
    sample_of,
    scale_for,
    settings_of,
)
from kibitz.games.chess.engine import EngineId, EngineSettings
from kibitz.games.chess.pgn import parse_games
from kibitz.games.chess.questions import CalibrateRequest
from kibitz.games.chess.rating import find_player, player_names, rate_players, screen_player
from kibitz.games.chess.review import review_game, win_chance
from kibitz.games.chess.turns import game_turns
from kibitz.rate import (
    Scale,
    fallible_probabilities,
    format_scale,
    intrinsic_rating,
    load_scale,
    mean_loss,
    simulate_choices,
)
from kibitz.rate.ratings.scale import mark_weights, regression

Maker = Callable[..., str]
Calibration = tuple[CalibrationSamples, Scale]


def test_calibration_takes_the_same_positions_first_however_many_are_asked_for(tournament: str) -> None:
    games = parse_games(tournament.encode()).games
    few, many = (
        [(turn.game.id, turn.ply) for turn in candidate_turns(games, 2000, CalibrationPlan((1, 2, 3), positions=n))]
        for n in (20, 2_000)
    )
    assert few == many[: len(few)]
    other = [(turn.game.id, turn.ply) for turn in candidate_turns(games, 2000, CalibrationPlan((1, 2, 3), seed=2))]
    assert other != many


def test_a_mark_with_few_games_takes_more_of_each_once_every_game_gave_its_share(tournament: str) -> None:
    games = parse_games(tournament.encode()).games
    drawn = list(candidate_turns(games, 2000, CalibrationPlan((1, 2, 3), per_game=2)))
    assert len({(turn.game.id, turn.ply) for turn in drawn}) == len(drawn)
    playing = list(dict.fromkeys(turn.game.id for turn in drawn))
    first, then = drawn[: 2 * len(playing)], drawn[2 * len(playing) :]
    assert all(sum(turn.game.id == name for turn in first) == 2 for name in playing)
    assert {turn.game.id for turn in then} <= set(playing)
    everything = [turn for game in games if game.id in playing for turn in game_turns(game) if turn.skip is None]
    assert len(drawn) == len(everything)


def test_only_games_of_the_years_asked_for_are_taken_and_in_the_same_order(tournament: str) -> None:
    games = parse_games(tournament.encode()).games
    dated = [replace(game, date="19??.??.??" if i % 2 else "2007.05.01") for i, game in enumerate(games)]
    plan = CalibrationPlan((1, 2, 3))
    every = [turn.game.id for turn in candidate_turns(dated, 2000, plan)]
    some = [turn.game.id for turn in candidate_turns(dated, 2000, replace(plan, years=(2006, 2009)))]
    wanted = {game.id for game in dated if game.date.startswith("2007")}
    assert some == [label for label in every if label in wanted]
    assert some


def test_both_players_must_be_near_the_mark(tournament: str) -> None:
    games = parse_games(tournament.encode()).games
    assert len(games_near(games, 2000, 5)) == 6
    assert not games_near(games, 2001, 5)
    assert not games_near([replace(games[0], white_elo=None)], 1500, 400)


@pytest.mark.parametrize(
    "wrong", [{"marks": (1, 2)}, {"marks": (1, 1, 2)}, {"within": 0}, {"positions": 3}, {"per_game": 0}]
)
def test_a_plan_out_of_bounds_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError, match=r"give at least 3|must be"):
        CalibrationPlan(**({"marks": (1, 2, 3)} | wrong))


def test_stronger_marks_lose_less_and_the_line_passes_near_them(calibration: Calibration) -> None:
    samples, scale = calibration
    losses = [mark.expected_loss for mark in scale.marks]
    assert losses == sorted(losses, reverse=True)
    assert scale.slope < 0
    report = calibration_report(scale, samples)
    assert [row.mark for row in report.marks] == [1500, 2000, 2500]
    assert all(row.positions == 90 for row in report.marks)
    # The regression and its R squared, once more by hand.
    x, y = np.array(losses), np.array([1500.0, 2000.0, 2500.0])
    weights = mark_weights(y, x, np.full(3, 90.0), {mark: mark_uncertainty(mark) for mark in y.tolist()})
    slope, intercept = np.polyfit(x, y, 1, w=np.sqrt(weights))
    assert (scale.slope, scale.intercept) == pytest.approx((slope, intercept))
    assert scale.slope != pytest.approx(np.polyfit(x, y, 1)[0], rel=1e-3)
    off = y - intercept - slope * x
    assert report.r_squared == pytest.approx(1 - (off**2).sum() / ((y - y.mean()) ** 2).sum())


def test_another_reference_set_moves_the_line_but_not_what_the_marks_did(
    make_engine: Maker, calibration: Calibration, tournament: str, tmp_path: Path
) -> None:
    games = tournament.split("\n\n[Event ")
    own = Document(name="own.pgn", text="\n\n[Event ".join(games[:4]))
    document = Document(name="tournament.pgn", text=tournament)
    work = WorkContext(engine=make_engine("ok"), cache=tmp_path / "cache.sqlite")
    request = CalibrateRequest(
        games=(document,), depth=3, marks=(1500, 2000, 2500), positions=90, per_game=20, reference=(own,)
    )
    answer = request.answer(work)
    scale = load_scale(answer.scale)
    positions = [t for game in parse_games(own.read_text().encode()).games for t in game_turns(game) if t.skip is None]
    assert 0 < answer.reference_positions == len(scale.reference) <= len(positions)
    assert dict(scale.reference.provenance.settings)["reference"] == "4 games of its own"
    samples, usual = calibration
    for mark, group, line in zip(answer.marks, samples.marks, usual.marks, strict=True):
        assert (mark.s, mark.c) == pytest.approx((line.s, line.c), rel=1e-6)
        loss = mean_loss(scale.reference, mark.s, mark.c)
        assert mark.expected_loss == pytest.approx(loss)
        assert mark.expected_loss != line.expected_loss
        assert mark.adjusted_error == pytest.approx(scale.adjusted.errors[[1500, 2000, 2500].index(group.mark)])
    short = Document(name="short.pgn", text="1. e4 e5 *\n")
    empty = CalibrateRequest(
        games=(document,), depth=3, marks=(1500, 2000, 2500), positions=90, per_game=20, reference=(short,)
    )
    with pytest.raises(InputError, match="reference: no turn"):
        empty.answer(work)


def test_a_line_counts_its_points_by_their_weights() -> None:
    x, y = np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 1.0, 2.0, 9.0])
    intercept, slope, _ = regression(x, y, np.array([1.0, 1.0, 1.0, 1e-9]))
    assert (intercept, slope) == pytest.approx((0, 1), abs=1e-6)
    twice = regression(np.array([0.0, 1.0, 2.0, 2.0]), np.array([0.0, 1.0, 5.0, 5.0]))
    weighted = regression(np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 5.0]), np.array([1.0, 1.0, 2.0]))
    assert weighted[:2] == pytest.approx(twice[:2])
    assert regression(x, y, np.full(4, 7.0))[2] == pytest.approx(regression(x, y)[2])


def test_marks_weigh_less_the_fewer_decisions_they_have_the_more_they_err_and_the_more_they_are_doubted() -> None:
    ratings, losses, sizes = np.array([1500.0, 2000.0, 2500.0]), np.array([0.2, 0.15, 0.1]), np.full(3, 1_000.0)
    sure = mark_weights(ratings, losses, sizes, dict.fromkeys(ratings.tolist(), 0.0))
    # 10,000 points of Elo a unit of loss: 2,000, 1,500 and 1,000 times 2.2 over the root of 1,000
    assert sure**-0.5 == pytest.approx([2_000 * 2.2 / 1_000**0.5, 1_500 * 2.2 / 1_000**0.5, 1_000 * 2.2 / 1_000**0.5])
    assert mark_weights(ratings, losses, 4 * sizes, dict.fromkeys(ratings.tolist(), 0.0)) == pytest.approx(4 * sure)
    doubted = mark_weights(ratings, losses, sizes, {1500.0: 100.0, 2000.0: 20.0, 2500.0: 20.0})
    assert 1 / doubted == pytest.approx(1 / sure + np.array([100.0, 20.0, 20.0]) ** 2)
    assert [mark_uncertainty(mark) for mark in (1400, 1900, 2800)] == pytest.approx([120, 20, 20])


def test_the_line_of_adjusted_errors_weighs_its_marks_too(calibration: Calibration) -> None:
    _, scale = calibration
    ratings, errors = np.array([1500.0, 2000.0, 2500.0]), np.array(scale.adjusted.errors)
    weights = mark_weights(
        ratings, errors, np.full(3, 90.0), {mark: mark_uncertainty(mark) for mark in ratings.tolist()}
    )
    assert (scale.adjusted.intercept, scale.adjusted.slope) == pytest.approx(regression(errors, ratings, weights)[:2])


def test_a_scale_keeps_where_it_comes_from_and_reads_back(calibration: Calibration) -> None:
    _, scale = calibration
    again = load_scale(format_scale(scale))
    facts = dict(again.reference.provenance.settings)
    assert facts["games"] == "a made-up tournament"
    assert settings_of(again) == (EngineId("Fakefish", "2.5"), EngineSettings(depth=3))
    assert again.reference.provenance.seed == 1
    decisions = calibration[0].marks[1].decisions
    assert scale_for(decisions[0].provenance, format_scale(scale)).intercept == scale.intercept
    assert scale_for(decisions[0].provenance) is None


def everybody(calibration: Calibration) -> list[Decision]:
    return [decision for mark in calibration[0].marks for decision in mark.decisions]


def test_ratings_have_every_field_and_put_the_players_in_order(calibration: Calibration) -> None:
    decisions = everybody(calibration)
    assert set(player_names(decisions)) == {f"{side}{elo}" for side in "WB" for elo in (1500, 2000, 2500)}
    everything, names = sample_of(decisions), ["W1500", "W2500"]
    adjusted = {row.player: row for row in rate_players(everything, calibration[1], names, draws=50)}
    assert adjusted["W1500"].rating < adjusted["W2500"].rating
    assert all(row.adjustment is not None and "prior" in row.note for row in adjusted.values())
    rows = {row.player: row for row in rate_players(everything, calibration[1], names, draws=50, methods=["ff"])}
    assert rows["W1500"].rating < rows["W2500"].rating
    for row in rows.values():
        assert row.low < row.rating < row.high
        assert row.fit.average_error.projected == pytest.approx(row.fit.average_error.observed, abs=1e-6)
        assert row.fit.best_rate.projected == pytest.approx(row.fit.best_rate.observed, abs=1e-6)
        assert row.n > 20
        assert row.fit.s > 0
        assert row.fit.c > 0
        assert abs(row.known_rating - float(row.player[1:])) == 5


def test_without_a_scale_ratings_are_expected_losses_and_say_how_to_calibrate(calibration: Calibration) -> None:
    decisions = everybody(calibration)
    (row,) = rate_players(sample_of(decisions), None, ["W2000"], draws=50)
    assert row.rating == row.expected_loss
    assert row.expected_loss_low < row.expected_loss < row.expected_loss_high
    assert "kibitz chess calibrate" in no_scale_message(decisions[0].provenance)
    assert "Fakefish 2.5 depth 3" in no_scale_message(decisions[0].provenance)
    assert "give a scale" in no_scale_message(None)


def test_a_handful_of_decisions_gets_no_rating_by_ff_and_else_a_posterior_that_names_its_prior(
    calibration: Calibration,
) -> None:
    few = sample_of(everybody(calibration)[:5])
    by_ff, by_error = rate_players(few, calibration[1], ["W1500"], methods=["ff", "adjusted"])
    assert by_ff.rating is None
    assert "too few" in by_ff.note
    assert by_error.method == "posterior"
    assert "prior 2000 ±" in by_error.note
    assert by_error.high - by_error.low > 1000


def test_players_are_found_by_a_part_of_their_name(calibration: Calibration) -> None:
    decisions = everybody(calibration)
    assert find_player(decisions, "w15") == "W1500"
    with pytest.raises(InputError, match="nobody in these games is called 'Tal'"):
        find_player(decisions, "Tal")
    with pytest.raises(InputError, match="'2000' matches"):
        find_player(decisions, "2000")


def test_screening_gives_scores_and_their_reading(calibration: Calibration) -> None:
    decisions = everybody(calibration)
    result = screen_player(sample_of(decisions), "W2500", calibration[1], claimed=1500, looks=100)
    assert result.best_rate.z > 0 > result.average_error.z
    assert any("not a verdict" in sentence for sentence in result.reading)
    with pytest.raises(InputError, match="calibrate"):
        screen_player(sample_of(decisions), "W2500", None, claimed=1500)


def test_a_review_gives_chance_expected_and_actual_loss_of_each_move(
    make_engine: Maker, calibration: Calibration, short_game: str
) -> None:
    (game,) = parse_games(short_game.encode(), "spring.pgn").games
    spec = EngineSpec(make_engine("ok"), EngineSettings(depth=3))
    result = analyse_turns(game_turns(game), spec, ":memory:", everything=True)
    answer = review_game(game, result, calibration[1], 2000)
    assert (answer.white_elo, answer.black_elo) == (2000, 2000)
    assert [row.skipped for row in answer.moves][:16] == ["book"] * 16
    valued = [row for row in answer.moves if row.value is not None]
    assert len(valued) == 20
    for row in valued:
        assert 0 < row.probability < 1
        assert row.expected_loss > 0
        assert row.loss >= 0
        assert (row.loss == 0) == (row.judgement == "best")
        assert row.swing >= 0
    counted = [row for row in valued if row.skipped is None and row.side == "white"]
    assert answer.summary["white"].n == len(counted)
    assert answer.summary["white"].average_loss == pytest.approx(np.mean([row.loss for row in counted]))
    blank = review_game(game, result, None, None)
    assert all(row.probability is None for row in blank.moves)
    assert "kibitz chess calibrate" in blank.basis


def test_win_chance_is_even_at_equality_and_symmetric() -> None:
    pawns = np.linspace(-10, 10, 21)
    assert win_chance(np.array([0.0]))[0] == 0.5
    assert win_chance(pawns) + win_chance(-pawns) == pytest.approx(np.ones(21))
    # lichess: 50 + 50 (2 / (1 + exp(-0.00368208 cp)) - 1) at 100 centipawns.
    assert 100 * win_chance(np.array([1.0]))[0] == pytest.approx(59.1, abs=0.05)


def test_the_opponent_plays_by_the_probabilities_of_its_rating(make_engine: Maker, calibration: Calibration) -> None:
    _, scale = calibration
    spec = EngineSpec(make_engine("ok"), settings_of(scale)[1])
    for errs in ("loss", "people"):
        agent = make_opponent(2000, scale, spec, errs)
        analysis, p = agent.predict_moves(chess.STARTING_FEN)
        assert len(p) == len(analysis.moves) == 20
        assert p.sum() == pytest.approx(1)
    s, c = scale.agent(2000)
    expected = fallible_probabilities(analysis.values, scale.reference.scaling, s, c)
    by_loss = make_opponent(2000, scale, spec).predict_moves(chess.STARTING_FEN)[1]
    np.testing.assert_allclose(by_loss, expected, atol=1e-9)
    assert np.abs(by_loss - p).max() > 0.001


def test_an_opponent_without_a_fitting_scale_is_refused(make_engine: Maker, calibration: Calibration) -> None:
    _, scale = calibration
    with pytest.raises(InputError, match=r"no Elo scale is known for Fakefish 2\.5 depth 4"):
        make_opponent(2000, scale, EngineSpec(make_engine("ok"), EngineSettings(depth=4)))
    with pytest.raises(InputError, match="outside the scale"):
        make_opponent(-9_000_000, scale, EngineSpec(make_engine("ok"), settings_of(scale)[1]))


def test_an_agent_of_a_rating_is_given_about_that_rating(calibration: Calibration) -> None:
    _, scale = calibration
    s, c = scale.agent(2000)
    played = simulate_choices(scale.reference, s, c, np.random.default_rng(4))
    rating = intrinsic_rating(played, scale, draws=100)
    assert rating.low < 2000 < rating.high


def test_the_shipped_scale_is_a_line_through_marks_from_1400_to_2800() -> None:
    """Players of 1400, mostly young, err less than their rating says: the line hardly listens to them.

    1,000 decisions do not tell 2700 from 2800; the others are in order."""
    scale = load_shipped_scale()
    ratings = [mark.rating for mark in scale.marks]
    losses = [mark.expected_loss for mark in scale.marks]
    assert ratings == [1400, 1600, 1800, 1900, 2100, 2300, 2500, 2700, 2800]
    assert losses[:-1] == sorted(losses[:-1], reverse=True)
    assert losses[-1] < losses[-3]
    weights = mark_weights(
        np.array(ratings), np.array(losses), np.full(9, 1_000.0), {mark: mark_uncertainty(mark) for mark in ratings}
    )
    assert weights[0] < min(weights[3:]) / 2
    assert settings_of(scale) == (EngineId("Stockfish", "15.1"), EngineSettings(depth=11))
    slope, intercept = np.polyfit(losses, ratings, 1, w=np.sqrt(weights))
    assert (scale.slope, scale.intercept) == pytest.approx((slope, intercept))
    assert scale.r_squared >= 0.97
    assert all(mark.n >= 1_000 for mark in scale.marks)
    assert len(scale.reference) == sum(mark.n for mark in scale.marks)
    assert "Stockfish 15.1 depth 11" in describe_scale(scale)


def test_the_shipped_reference_set_gives_the_losses_of_its_marks() -> None:
    scale = load_shipped_scale()
    from kibitz.rate import mean_loss

    for mark in scale.marks:
        assert mean_loss(scale.reference, mark.s, mark.c) == pytest.approx(mark.expected_loss, rel=1e-6)


def test_perceived_values_do_not_enter_ratings(calibration: Calibration) -> None:
    decisions = list(calibration[0].marks[0].decisions)
    plain = [replace(decision, perceived=None) for decision in decisions]
    assert sample_of(decisions).perceived is None
    assert (sample_of(decisions).deltas == sample_of(plain).deltas).all()
