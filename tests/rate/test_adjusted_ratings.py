"""Ratings by adjusted error: recovery, few decisions, transport, flags, storage, and never on the wrong line."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from results import load_result

from kibitz.core import Document, InputError
from kibitz.rate import Scale, calibrate, format_scale, intrinsic_rating, load_scale, loss_scale, simulate_choices
from kibitz.rate.agents import agent_of_rating
from kibitz.rate.depth_model.adjusted_error import sharpness, sharpness_cuts
from kibitz.rate.depth_model.depth_sample import depth_model_probabilities, simulate_at_skill
from kibitz.rate.depth_model.parameters import DepthParameters
from kibitz.rate.ratings.adjusted import (
    LAST_DEPTH_NOTE,
    MISFIT_NOTE,
    is_misfit,
    with_adjusted_line,
    with_adjusted_line_if_possible,
)
from kibitz.rate.ratings.result import Adjustment
from kibitz.rate.records.sample import Sample
from kibitz.rate.records.simulated import simulated_positions

SHAPE = DepthParameters(1.0, 0.0, 0.0, 0.25, 0.6, 1.0, -3.4, -0.4)
MARKS = {1900.0: -1.0, 2300.0: 0.0, 2700.0: 1.0}


@pytest.fixture(scope="module")
def scale() -> Scale:
    """Three marks of players of one shape, a known truth."""
    rng = np.random.default_rng(21)
    groups = {
        rating: simulate_at_skill(simulated_positions(1200, 10, rng, events=25), SHAPE, theta, rng)
        for rating, theta in MARKS.items()
    }
    return with_adjusted_line(calibrate(groups), groups)


def decisions(n: int, seed: int, theta: float, events: int = 20) -> Sample:
    rng = np.random.default_rng(seed)
    return simulate_at_skill(simulated_positions(n, 10, rng, events=events), SHAPE, theta, rng)


def test_the_line_goes_through_the_marks_and_skill_is_zero_in_the_middle(scale):
    line = scale.adjusted
    assert (line.zero, line.unit) == (2300, 400)
    assert np.abs(line.residuals).max() < 100
    assert line.residuals.sum() == pytest.approx(0, abs=1e-6)
    assert list(line.errors) == sorted(line.errors, reverse=True)
    assert line.prior_mean == pytest.approx(2300)
    assert line.prior_sd == pytest.approx(math.sqrt(2 / 3) * 400)


def test_players_of_known_rating_are_found_within_their_intervals(scale):
    inside = 0
    for seed, rating in enumerate((1900, 2100, 2300, 2500, 2700) * 4):
        result = intrinsic_rating(decisions(400, seed, (rating - 2300) / 400), scale, draws=100)
        assert result.method == "adjusted"
        assert result.low < result.value < result.high
        inside += result.low <= rating <= result.high
    assert inside >= 17


def test_one_game_gets_a_posterior_with_its_prior_named_and_no_error_at_all_a_rating_too(scale):
    result = intrinsic_rating(decisions(30, 3, 0.0, events=1), scale)
    assert result.method == "posterior"
    assert "prior 2300 ± 327" in result.note
    assert 350 < (result.high - result.low) / 2 < 600
    one = decisions(1, 4, 0.0, events=1)
    assert intrinsic_rating(one, scale).value == pytest.approx(2300, abs=150)
    perfect = decisions(300, 5, 0.0)
    best = intrinsic_rating(perfect.with_choices(np.zeros(300, dtype=np.intp)), scale)
    assert best.method == "posterior"
    assert best.value > 2600
    assert math.isfinite(best.high)


def test_more_decisions_make_the_interval_narrower_and_few_events_say_so(scale):
    widths = [(r := intrinsic_rating(decisions(n, 6, 0.0), scale, draws=100)).high - r.low for n in (30, 300, 3000)]
    assert widths == sorted(widths, reverse=True)
    assert "only 3 events" in intrinsic_rating(decisions(300, 7, 0.0, events=3), scale).note


def test_quiet_positions_are_named_and_widen_the_interval(scale):
    many = decisions(2000, 8, 0.0)
    cuts = sharpness_cuts(scale.reference)
    quiet = many.take(np.flatnonzero(sharpness(many) <= cuts[0])[:400])
    usual = many.take(np.arange(400))
    on_quiet, on_usual = (intrinsic_rating(some, scale, draws=100) for some in (quiet, usual))
    assert "% easier than the reference set" in on_quiet.note
    assert on_quiet.adjustment.difficulty < 0.9 < on_usual.adjustment.difficulty
    assert on_quiet.loss_high / on_quiet.loss_low > on_usual.loss_high / on_usual.loss_low
    carried = 0.5 * abs(math.log(on_quiet.adjustment.difficulty))
    assert math.log(on_quiet.loss_high / on_quiet.expected_loss) > 1.96 * math.hypot(1.5 / math.sqrt(400), carried)
    assert on_quiet.low < 2300 < on_quiet.high


def test_a_player_who_errs_where_people_do_not_is_flagged_and_people_are_not(scale):
    rng = np.random.default_rng(9)
    positions = simulated_positions(1500, 10, rng, events=30)
    p = np.where(positions.mask, np.exp(-np.where(positions.mask, positions.deltas, 0) / 0.15), 0.0)
    edges = np.cumsum(p / p.sum(axis=1, keepdims=True), axis=1)
    softmax = positions.with_choices(np.minimum((edges <= rng.random((1500, 1))).sum(axis=1), positions.counts - 1))
    assert MISFIT_NOTE in intrinsic_rating(softmax, scale, draws=100).note
    assert MISFIT_NOTE not in intrinsic_rating(decisions(500, 10, 0.0), scale, draws=100).note
    assert not is_misfit(Adjustment(0.0, 0.1, 1.0, 0.0, None, None))
    assert not is_misfit(Adjustment(0.0, 0.1, 1.0, 0.0, 1.5, 0.6))
    assert is_misfit(Adjustment(0.0, 0.1, 1.0, 0.0, 1.5, 0.2))


def test_ff_stays_as_it_is_and_no_method_is_put_on_the_line_of_the_other(scale):
    some = decisions(300, 11, 0.3)
    plain = replace(scale, adjusted=None)
    by_ff = intrinsic_rating(some, scale, method="ff", draws=50)
    assert by_ff.value == intrinsic_rating(some, plain, draws=50).value == scale.rating(by_ff.expected_loss)
    by_error = intrinsic_rating(some, scale, draws=50)
    assert by_error.value == scale.adjusted.rating(by_error.expected_loss)
    assert intrinsic_rating(some, scale, interval="formula").method == "ff"
    for other in (plain, loss_scale(some)):
        with pytest.raises(InputError, match="no line for adjusted errors"):
            intrinsic_rating(some, other, method="adjusted")


def test_a_scale_that_needs_depths_rates_records_without_them_by_ff_and_says_so(scale):
    line = replace(scale.adjusted, shape=replace(SHAPE, depths=(1, 2, 3)))
    result = intrinsic_rating(decisions(300, 12, 0.0), replace(scale, adjusted=line), draws=50)
    assert result.method == "ff"
    assert "values at 3 depths" in result.note


def with_depths(sample: Sample, seed: int) -> Sample:
    """The same decisions with values at three depths, the last of them as they are."""
    noise = np.random.default_rng(seed).normal(0, 0.1, (len(sample), 3, sample.deltas.shape[1]))
    noise[:, -1] = 0
    return replace(sample, by_depth=np.where(sample.mask[:, None, :], np.abs(sample.deltas[:, None, :] + noise), 0.0))


def test_a_scale_of_several_depths_rates_records_without_them_by_a_line_of_their_own():
    rng = np.random.default_rng(22)
    groups = {
        rating: with_depths(simulate_at_skill(simulated_positions(600, 10, rng, events=25), SHAPE, theta, rng), 5)
        for rating, theta in MARKS.items()
    }
    scale = with_adjusted_line(calibrate(groups), groups)
    assert (scale.adjusted.shape.depths, scale.at_last.shape.depths) == ((1, 2, 3), (1,))
    assert scale.adjusted.slope != scale.at_last.slope
    plain = {rating: replace(group, by_depth=None) for rating, group in groups.items()}
    alone = with_adjusted_line(calibrate(plain), plain)
    assert alone.at_last is None
    assert scale.at_last.slope == pytest.approx(alone.adjusted.slope, rel=1e-6)
    again = load_scale(format_scale(scale))
    for stored in (scale, again):
        some = decisions(300, 17, 0.4)
        deep = with_depths(some, 6)
        assert stored.line_for(deep) is stored.adjusted
        assert stored.line_for(some) is stored.at_last
        by_last, by_all = (intrinsic_rating(each, stored, draws=50) for each in (some, deep))
        assert by_last.method == by_all.method == "adjusted"
        assert by_last.value == pytest.approx(stored.at_last.rating(by_last.expected_loss))
        assert by_all.value == pytest.approx(stored.adjusted.rating(by_all.expected_loss))
        assert len(agent_of_rating(some, stored, 2300).shape.depths) == 1
        assert len(agent_of_rating(deep, stored, 2300).shape.depths) == 3


def test_a_line_is_read_back_as_it_was_written_and_a_damaged_one_is_refused(scale):
    document = format_scale(scale)
    again = load_scale(document)
    some = decisions(300, 13, 0.0)
    assert intrinsic_rating(some, again, draws=50).value == intrinsic_rating(some, scale, draws=50).value
    record = json.loads(document.read_text())
    for name, wrong in (
        ("slope", 5.0),
        ("expected", [0.1]),
        ("shape", {}),
        ("skills", [0, 1, 2]),
        ("errors", [0.1]),
        ("unit", 0),
        ("cuts", [0.1]),
    ):
        damaged = record | {"adjusted": record["adjusted"] | {name: wrong}}
        with pytest.raises(InputError, match=r"scale\.json: not a scale|shape"):
            load_scale(Document(name="scale.json", text=json.dumps(damaged)))


def test_marks_that_do_not_err_less_leave_the_scale_without_a_line(scale):
    groups = {1900.0: decisions(300, 14, 1.0), 2300.0: decisions(300, 15, -1.0)}
    assert with_adjusted_line_if_possible(replace(scale, adjusted=None), groups).adjusted is None


def test_an_agent_of_a_rating_comes_back_within_its_interval(scale):
    rng = np.random.default_rng(16)
    positions = simulated_positions(600, 10, rng, events=25)
    for rating in (2000.0, 2600.0):
        agent = agent_of_rating(positions, scale, rating, "loss")
        played = simulate_choices(positions, agent.s, agent.c, rng)
        result = intrinsic_rating(played, scale, draws=100)
        assert result.low < rating < result.high
        people = agent_of_rating(positions, scale, rating)
        line = scale.line_for(positions)
        assert line is not None
        at_rating = depth_model_probabilities(scale.reference, line.shape, people.skill)
        loss = (at_rating * np.where(scale.reference.mask, scale.reference.deltas, 0.0)).sum(axis=1).mean()
        assert line.rating(float(loss)) == pytest.approx(rating, abs=5)
    with pytest.raises(InputError, match=r"must be from .* on this scale"):
        agent_of_rating(positions, scale, 9000.0)


def test_adjusted_ratings_of_chess_players_reach_their_bars():
    stored = load_result("chess_adjusted")["figures"]["depths"]
    assert stored["3 games"]["rms"] <= 200
    assert stored["9 games"]["rms"] <= 145
    for games in ("3 games", "9 games"):
        assert stored[games]["rms_same_splits"] < stored[games]["rms_ff"]
    for games in ("1 games", "3 games", "9 games"):
        assert 0.93 <= stored[games]["cover"] <= 0.98
    assert max(map(abs, stored["residuals"])) <= 30
    assert stored["adjusted_errors"] == sorted(stored["adjusted_errors"], reverse=True)


def test_ratings_of_chess_players_carry_over_and_programs_are_flagged():
    """Simulated people of either model keep their rating in quiet and sharp positions."""
    for setting in ("depths", "one_depth"):
        stored = load_result("chess_adjusted")["figures"][setting]
        like = [row for row in stored["players"].values() if row["people_like"]]
        assert len(like) == 6
        for row in like:
            assert max(abs(row[kind]["bias"]) for kind in ("quiet", "sharp")) <= 0.15
        assert sum(row[kind]["cover"] for row in like for kind in ("quiet", "sharp")) >= 0.9 * 20 * 2 * len(like)
        for row in stored["players"].values():
            if not row["people_like"]:
                assert row["normal"]["flagged"] >= 18
        assert max(stored["people"]["flagged_of_200"].values()) <= 8


@pytest.mark.slow
@pytest.mark.needs("shared data")
@pytest.mark.parametrize(("s", "c"), [(0.18, 0.54), (0.08, 0.5)])
def test_a_player_of_the_choice_model_is_rated_alike_on_quiet_and_sharp_positions(s, c):
    from chess_pilot import pilot

    from kibitz.games.chess.elo_scales import OTHER_SCALE_FILES, load_shipped_scale

    sample, scale = pilot(), load_shipped_scale(OTHER_SCALE_FILES[0])  # both with 30 lines of the engine
    played = simulate_choices(sample, s, c, np.random.default_rng(4))
    sharp, cuts = sharpness(sample), sharpness_cuts(sample)
    usual = intrinsic_rating(played, scale, draws=50)
    for rows in (sharp <= cuts[0], sharp > cuts[1]):
        some = intrinsic_rating(played.take(rows), scale, draws=50)
        assert abs(math.log(some.expected_loss / usual.expected_loss)) < 0.25
        assert LAST_DEPTH_NOTE in some.note
    assert LAST_DEPTH_NOTE not in intrinsic_rating(sample.take(sample.ratings == 2300), scale, draws=50).note
