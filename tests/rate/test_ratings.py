"""Scales, intrinsic ratings, intervals, bounds, comparison, trend, screening and storage."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
from dataclasses import replace

import msgspec
import numpy as np
import pytest

from kibitz.core import Document, InputError, Provenance
from kibitz.rate import (
    Sample,
    Scaling,
    calibrate,
    compare,
    fit,
    format_scale,
    hold_out_nats,
    intrinsic_rating,
    load_scale,
    loss_scale,
    mean_loss,
    screen,
    screen_against,
    simulate_choices,
    simulated_population,
    split_into_periods,
    trend,
)
from kibitz.rate.fitting.bounds import blind_loss, sensitivity_bounds
from kibitz.rate.ratings.resampling import event_counts, one_event_per_decision, refit_draws
from kibitz.rate.ratings.result import student_95
from kibitz.rate.records.simulated import simulated_positions
from kibitz.rate.report.ratings import format_rating, to_player_rating, to_screening_summary

ENGINE = Provenance("engine", "1.0", settings=(("depth", "11"), ("multipv", "30")))
SKILLS = {1800.0: 0.30, 2000.0: 0.22, 2200.0: 0.15, 2400.0: 0.09}


def games(n: int, seed: int, s: float, c: float = 0.5, events: int = 30) -> Sample:
    rng = np.random.default_rng(seed)
    sample = simulate_choices(simulated_positions(n, 12, rng, events=events), s, c, rng)
    return replace(sample, provenance=ENGINE)


@pytest.fixture(scope="module")
def groups() -> dict[float, Sample]:
    return {rating: games(600, i, s) for i, (rating, s) in enumerate(SKILLS.items())}


@pytest.fixture(scope="module")
def scale(groups):
    return calibrate(groups)


def test_a_scale_orders_the_marks_and_runs_downwards(scale):
    assert scale.slope < 0
    assert scale.r_squared > 0.95
    losses = [mark.expected_loss for mark in scale.marks]
    assert losses == sorted(losses, reverse=True)
    assert len(scale.reference) == 2400
    np.testing.assert_allclose(scale.residuals.sum(), 0, atol=1e-6)


def test_a_player_is_rated_near_the_own_mark_with_an_interval_and_n(scale):
    rating = intrinsic_rating(games(800, 77, SKILLS[2200.0]), scale, draws=60)
    assert rating.low < rating.value < rating.high
    assert rating.low < 2200 < rating.high
    assert rating.n == 800
    assert rating.n_events == 30
    assert not rating.extrapolated
    assert to_player_rating("x", rating).fit.method == "ff"


def test_ratings_beyond_the_marks_are_called_extrapolated(scale):
    assert intrinsic_rating(games(800, 78, 0.02), scale, interval="formula").extrapolated


def test_the_three_intervals_are_of_the_same_size_for_independent_decisions(scale):
    sample = one_event_per_decision(games(800, 79, 0.2))
    errors = {
        kind: intrinsic_rating(sample, scale, interval=kind, draws=60).standard_error
        for kind in ("bootstrap", "robust", "formula")
    }
    assert errors["bootstrap"] == pytest.approx(errors["robust"], rel=0.2)
    assert 1.0 < errors["formula"] / errors["robust"] <= 1.41  # the multiplier is 1.4


def test_few_events_are_resampled_by_decision_and_widened(scale):
    rating = intrinsic_rating(games(400, 80, 0.2, events=3), scale, draws=60)
    assert "only 3 events" in rating.note


@pytest.mark.parametrize("method", ["ff", "ml"])
def test_resampling_on_the_surface_is_resampling_by_refitting(method):
    sample = games(500, 81, 0.2)
    result = fit(sample, method)
    counts = event_counts(sample.n_events, 12, np.random.default_rng(5))
    quick = refit_draws(sample, result, sample, counts)
    for b, draw in enumerate(counts):
        again = fit(replace(sample, weights=draw[sample.events]).take(draw[sample.events] > 0), method)
        np.testing.assert_allclose(quick.theta[b], again.theta, atol=1e-3)
        assert quick.expected_loss[b] == pytest.approx(mean_loss(sample, again.s, again.c), rel=2e-3)


def test_resampling_other_methods_refits_them():
    sample = games(120, 82, 0.2, events=10)
    result = fit(sample, "or")
    draws = refit_draws(sample, result, sample, event_counts(10, 3, np.random.default_rng(1)))
    assert np.isfinite(draws.theta).all()
    assert draws.n_failed == 0


def coverage(repetitions: int, n: int, draws: int) -> dict[str, float]:
    """How often 95 % intervals hold the truth: s and c by FF and ML, expected loss by resampling events."""
    rng = np.random.default_rng(6)
    reference = simulated_positions(150, 12, rng)
    scale = loss_scale(reference)
    pairs = [(s, c) for s in (0.05, 0.1, 0.15, 0.2, 0.3) for c in (0.35, 0.45, 0.5, 0.6, 0.75)]
    hits = dict.fromkeys(("ff s", "ff c", "ml s", "ml c", "loss"), 0)
    for k in range(repetitions):
        s, c = pairs[k % len(pairs)]
        sample = simulate_choices(simulated_positions(n, 12, rng, events=40), s, c, rng)
        for method in ("ff", "ml"):
            result = fit(sample, method)
            for name, parameter, truth in (("s", 0, s), ("c", 1, c)):
                low, high = result.interval(parameter)
                hits[f"{method} {name}"] += low <= truth <= high
        rating = intrinsic_rating(sample, scale, draws=draws)
        hits["loss"] += rating.low <= mean_loss(reference, s, c) <= rating.high
    return {name: hit / repetitions for name, hit in hits.items()}


@pytest.mark.slow
def test_intervals_cover_the_truth():
    """A quick look: of 25, all but four at most (95 % intervals; chance of five misses by luck: 0.7 %)."""
    assert all(share >= 21 / 25 for share in coverage(25, 400, 50).values())


@pytest.mark.slow
def test_intervals_cover_the_truth_in_90_to_98_of_100():
    shares = coverage(200, 1000, 200)
    assert all(0.90 <= share <= 0.98 for share in shares.values()), shares


def test_a_player_who_never_errs_gets_bounds_that_tighten_with_n(scale):
    perfect = replace(simulated_positions(400, 12, np.random.default_rng(3), events=10), provenance=ENGINE)
    many, few = intrinsic_rating(perfect, scale), intrinsic_rating(perfect.take(np.arange(40)), scale)
    assert many.value is None
    assert "all 400 choices were best" in many.note
    assert many.loss_low == 0
    assert many.high == pytest.approx(scale.intercept)
    assert few.low < many.low < many.high
    assert msgspec.json.decode(msgspec.json.encode(to_player_rating("x", many)))["expected_loss_low"] == 0


def test_bounds_hold_in_a_game_of_chance():
    """With c known, players at the bound of s choose best everywhere with the chance that the bound promises."""
    perfect = simulated_positions(60, 12, np.random.default_rng(8))
    low, high = sensitivity_bounds(perfect, 0.5)
    assert low == 0
    rng = np.random.default_rng(9)
    p_best = np.exp(-1.92)
    wins = np.mean([(simulate_choices(perfect, high, 0.5, rng).losses == 0).all() for _ in range(600)])
    assert wins == pytest.approx(p_best, rel=0.35)


def test_a_blind_chooser_is_not_bounded_above():
    rng = np.random.default_rng(10)
    sample = simulate_choices(simulated_positions(60, 12, rng), 0.1, 0.5, rng, lapse=1.0)
    assert np.isinf(sensitivity_bounds(sample)[1])


def test_other_engines_depths_scalings_and_units_are_refused(scale):
    sample = games(100, 83, 0.2)
    deeper = replace(sample, provenance=Provenance("engine", "1.0", settings=(("depth", "13"), ("multipv", "30"))))
    with pytest.raises(InputError, match=r"depth 13.*depth 11"):
        intrinsic_rating(deeper, scale)
    raw = Sample.from_arrays(sample.values, sample.chosen, unit=sample.unit, scaling=Scaling())
    with pytest.raises(InputError, match="scaling"):
        intrinsic_rating(raw, scale)
    with pytest.raises(InputError, match="interval"):
        intrinsic_rating(sample, scale, interval="guess")


def test_groups_that_do_not_improve_give_no_scale(groups):
    with pytest.raises(InputError, match="do not lose less"):
        calibrate({1000.0: groups[2400.0], 2000.0: groups[1800.0]})
    with pytest.raises(InputError, match="at least two"):
        calibrate({1000.0: groups[2400.0]})


def test_the_agent_of_a_rating_has_that_rating(scale):
    for rating in (1900.0, 2300.0):
        s, c = scale.agent(rating)
        assert scale.rating(mean_loss(scale.reference, s, c)) == pytest.approx(rating, abs=0.01)
    with pytest.raises(InputError, match="outside the scale"):
        scale.agent(9000)


def test_a_scale_is_one_readable_document_and_reads_back_the_same(scale):
    again = load_scale(format_scale(scale))
    assert (again.name, again.intercept, again.slope, again.marks) == (
        scale.name,
        scale.intercept,
        scale.slope,
        scale.marks,
    )
    np.testing.assert_array_equal(again.reference.deltas, scale.reference.deltas)
    assert again.reference.provenance == ENGINE
    sample = games(300, 84, 0.2)
    ours, theirs = (intrinsic_rating(sample, x, interval="robust").value for x in (scale, again))
    assert ours == pytest.approx(theirs, rel=1e-12)
    record = json.loads(format_scale(scale).text)
    assert (record["format"], record["slope"]) == ("kibitz scale 2", scale.slope)


def test_a_saved_scale_keeps_perceived_values():
    sample = games(200, 85, 0.2)
    perceived = sample.values + np.random.default_rng(1).normal(0, 0.1, sample.values.shape)
    seen = Sample.from_arrays(sample.values, sample.chosen, unit=sample.unit, perceived=perceived)
    again = load_scale(format_scale(loss_scale(seen)))
    assert mean_loss(again.reference, 0.2, 0.5) == pytest.approx(mean_loss(seen, 0.2, 0.5), rel=1e-12)


def test_a_damaged_scale_and_anything_else_is_refused(scale):
    record = json.loads(format_scale(scale).text)
    record["reference"]["npz"] = base64.b64encode(b"something else").decode()
    with pytest.raises(InputError, match=r"a\.json: its reference set is damaged"):
        load_scale(Document(name="a.json", text=json.dumps(record)))
    for text in ("", "{}", "[1]", '{"format": "kibitz scale 2"}', "not JSON"):
        with pytest.raises(InputError, match=r"b\.json: not a scale"):
            load_scale(Document(name="b.json", text=text))


def with_reference(scale, data):
    record = json.loads(format_scale(scale).text)
    record["reference"] |= {"npz": base64.b64encode(data).decode(), "sha256": hashlib.sha256(data).hexdigest()}
    return Document(name="a.json", text=json.dumps(record))


def test_every_way_to_damage_a_reference_set_is_one_sentence(scale):
    """Bytes cut off, turned around and overwritten, with a hash that fits: no error of the archive comes through."""
    data = base64.b64decode(json.loads(format_scale(scale).text)["reference"]["npz"])
    rng = np.random.default_rng(5)
    survived = 0  # the damage hit a time stamp or the like
    for case in range(400):
        damaged = bytearray(data if case % 4 else data[: int(rng.integers(0, len(data)))])
        for _ in range(int(rng.integers(1, 30))):
            if damaged:
                # Most of an archive's fields lie at its beginning and end.
                at = int(rng.integers(0, min(len(damaged), 120))) * (1 if case % 2 else -1)
                damaged[at] = int(rng.integers(0, 256))
        with contextlib.suppress(InputError):  # any other error fails the test
            load_scale(with_reference(scale, bytes(damaged)))
            survived += 1
    assert survived < 100


@pytest.mark.parametrize(
    ("key", "value"), [("slope", float("nan")), ("slope", 0.0), ("intercept", float("inf")), ("lapse", 2)]
)
def test_a_scale_whose_line_is_none_is_refused(scale, key, value):
    record = json.loads(format_scale(scale).text) | {key: value}
    with pytest.raises(InputError, match="not a scale"):
        load_scale(Document(name="a.json", text=json.dumps(record)))


def test_a_sample_is_made_to_conform_to_what_its_scale_was_calibrated_on(scale):
    sample = games(200, 85, 0.2)
    noise = np.random.default_rng(1).normal(0, 0.1, sample.values.shape)
    seen = replace(sample, perceived=np.where(sample.mask, np.abs(sample.deltas + noise), np.inf))
    ours, theirs = (intrinsic_rating(each, scale, interval="formula") for each in (sample, seen))
    assert ours.value == theirs.value
    assert screen(seen, scale, 2000.0).z_best == screen(sample, scale, 2000.0).z_best
    of_seen = replace(scale, reference=seen)
    with pytest.raises(InputError, match="perceived: the scale was calibrated with perceived values"):
        intrinsic_rating(sample, of_seen)


def test_one_event_is_neither_cut_into_periods_nor_held_out(scale):
    one, three = games(60, 3, 0.2, events=1), games(60, 3, 0.2, events=3)
    with pytest.raises(InputError, match="give at least two events"):
        split_into_periods(one)
    with pytest.raises(InputError, match="give at least two events"):
        hold_out_nats(one, "uniform")
    assert len(split_into_periods(three)) == 3
    assert len(split_into_periods(games(45, 3, 0.2, events=30))) == 2
    assert len(split_into_periods(games(90, 3, 0.2, events=30))) == 4
    assert hold_out_nats(three, "uniform").nats > 0


@pytest.mark.parametrize(
    ("value", "scale_name", "words"),
    [
        (5.1234, "error rate", "5.123"),
        (51.234, "error rate", "51.23"),
        (512.34, "points", "512.3"),
        (2512.34, "FIDE", "2512"),
        (35.4, "Elo", "35"),
        (0.01234, "expected loss", "0.0123"),
        (None, "Elo", "-"),
    ],
)
def test_only_elo_is_rounded_to_whole_points(value, scale_name, words):
    assert format_rating(value, scale_name) == words


def test_the_better_of_two_players_is_found_whatever_their_positions(scale):
    strong, weak = games(600, 86, 0.1), games(600, 87, 0.25)
    result = compare(strong, weak, scale, draws=60)
    assert result.low > 0
    assert result.a_better > 0.99
    assert compare(weak, strong, scale, draws=60).difference == pytest.approx(-result.difference)


def test_equal_players_are_not_told_apart():
    result = compare(games(500, 88, 0.2), games(500, 89, 0.2), draws=60)
    assert result.low < 0 < result.high
    assert result.scale == "expected loss"


def test_shared_events_are_resampled_together():
    rng = np.random.default_rng(12)
    positions = simulated_positions(600, 12, rng, events=30)
    a, b = simulate_choices(positions, 0.2, 0.5, rng), simulate_choices(positions, 0.25, 0.5, rng)
    result = compare(a, b, draws=50)
    assert (result.shared_events, result.resampled_together) == (30, True)
    few = [replace(each, events=each.events % 2) for each in (a, b)]
    assert not compare(*few, draws=20).resampled_together


def test_decisions_without_an_event_are_shared_by_nobody():
    records = {"a": games(300, 60, 0.2, events=0), "b": games(300, 61, 0.25, events=0)}
    result = compare(records["a"], records["b"], draws=50)
    assert (result.shared_events, result.resampled_together) == (0, False)
    named = [
        replace(each, event_names=tuple(f"{x[1:]} of {who}" for x in each.event_names)) for who, each in records.items()
    ]
    apart = compare(*named, draws=50)
    assert (result.low, result.high) == pytest.approx((apart.low, apart.high))
    assert Sample.union(list(records.values())).n_events == 600


def test_a_player_compared_with_himself_does_not_differ():
    sample = games(400, 90, 0.2)
    result = compare(sample, sample, draws=50)
    assert result.difference == 0
    assert result.low == pytest.approx(0, abs=1e-9)
    assert result.high == pytest.approx(0, abs=1e-9)


def test_a_player_who_improves_shows_a_trend(scale):
    periods = {str(k): games(500, 91 + k, s) for k, s in enumerate((0.3, 0.22, 0.15, 0.09))}
    result = trend(periods, scale, draws=60)
    assert result.slope - 2 * result.slope_se > 0
    assert result.chi_square > 20
    with pytest.raises(InputError, match="at least two"):
        trend({"1": periods["0"]}, scale)


def test_periods_are_whole_events_in_order_of_appearance():
    sample = games(400, 95, 0.2, events=10)
    parts = split_into_periods(sample, 3)
    assert sum(len(part) for part in parts.values()) == 400
    assert all(set(parts["1"].events).isdisjoint(part.events) for name, part in parts.items() if name != "1")
    with pytest.raises(InputError, match="periods"):
        split_into_periods(sample, 11)


@pytest.mark.slow
def test_honest_players_of_the_claimed_rating_have_small_z_scores(scale):
    s, c = scale.agent(2100.0)
    scores = []
    for seed in range(20):
        result = screen(games(500, 200 + seed, s, c), scale, 2100.0)
        scores.append((result.z_best, result.z_error))
    spread = np.std(scores, axis=0)
    assert np.abs(np.mean(scores, axis=0)).max() < 0.5
    assert 0.5 < spread[0] * 1.15 < 1.5  # undone, the widening leaves unit variance
    assert 0.5 < spread[1] * 1.4 < 1.5


def test_play_far_above_the_claim_stands_out_and_the_number_of_looks_counts(scale):
    result = screen(games(800, 240, 0.05), scale, 1900.0, looks=1000)
    assert result.z_best > 4
    assert result.z_error < -2
    assert result.p_error_looks > result.p_error
    assert result.p_error_looks == pytest.approx(1 - (1 - result.p_error) ** 1000, rel=1e-6)
    text = " ".join(result.reading)
    assert "not a verdict" in text
    assert "1,000" in text
    assert "Infinity" not in json.dumps(msgspec.to_builtins(to_screening_summary(result)), allow_nan=False)


def test_screening_needs_marks_or_parameters(groups):
    with pytest.raises(InputError, match="known rating"):
        screen(groups[2000.0], loss_scale(groups[2000.0]), 0.1)
    assert abs(screen_against(groups[2000.0], 0.22, 0.5).z_best) < 4
    with pytest.raises(InputError, match="looks"):
        screen_against(groups[2000.0], 0.22, 0.5, looks=0)


def test_percentiles_run_from_the_weakest_to_the_strongest_agent(positions):
    population = simulated_population(positions, np.random.default_rng(1), agents=40)
    losses = [mean_loss(positions, s, 0.5) for s in (0.001, 0.1, 0.5, 5.0)]
    percentiles = [population.percentile(loss) for loss in losses]
    assert percentiles == sorted(percentiles, reverse=True)
    assert population.percentile(0.0) == 100
    assert population.percentile(blind_loss(positions)) == 0
    with pytest.raises(InputError, match="agents"):
        simulated_population(positions, np.random.default_rng(1), agents=0)


def test_students_factor_is_scipys():
    from scipy.stats import t

    for degrees in (4, 7, 20, 40, 1000):
        assert student_95(degrees) == pytest.approx(t.ppf(0.975, degrees), rel=0.01)
