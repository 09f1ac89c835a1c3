"""Ratings from little: one game, two games, one decision, errors that no player of the model makes."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from kibitz.cli.main import run
from kibitz.core import ChoiceIndex, Decision, EventId, InputError, PlayerId, Unit, format_decision
from kibitz.rate import Sample, compare, fit, intrinsic_rating, loss_scale, mean_loss, simulate_choices
from kibitz.rate.fitting.bounds import blind_loss, worst_loss
from kibitz.rate.fitting.projections import ERROR_WIDENING
from kibitz.rate.ratings.resampling import FEW_EVENTS, event_counts, one_event_per_decision, refit_draws
from kibitz.rate.ratings.result import student_95
from kibitz.rate.records.simulated import simulated_positions


def session(n: int, events: int, seed: int, s: float = 0.2) -> Sample:
    rng = np.random.default_rng(seed)
    return simulate_choices(simulated_positions(n, 10, rng, events=events), s, 0.5, rng)


def blind_errors(n: int, seed: int, share: float = 0.1) -> Sample:
    """A player who is perfect but for a blind choice now and then."""
    rng = np.random.default_rng(seed)
    positions = simulated_positions(n, 8, rng, events=30)
    blind = rng.random(n) < share
    return positions.with_choices(np.where(blind, (rng.random(n) * positions.counts).astype(int), 0))


def records(sample: Sample, player: str = "ann") -> str:
    return "\n".join(
        format_decision(
            Decision(
                tuple(float(v) for v in sample.values[i, : sample.counts[i]]),
                ChoiceIndex(int(sample.chosen[i])),
                unit=Unit.PAWNS,
                player=PlayerId(player),
                event=EventId(str(sample.events[i])),
            )
        )
        for i in range(len(sample))
    )


@pytest.mark.parametrize("events", [1, 2])
@pytest.mark.parametrize("interval", ["bootstrap", "robust", "formula"])
def test_one_game_of_thirty_decisions_is_rated_with_a_wide_interval(events, interval):
    for seed in range(6):
        sample = session(30, events, seed)
        scale = loss_scale(sample)
        rating = intrinsic_rating(sample, scale, interval=interval, draws=60)
        assert rating.value is not None
        assert rating.loss_high / rating.loss_low > 2
        assert rating.loss_low < rating.expected_loss < rating.loss_high <= blind_loss(sample)


@pytest.mark.parametrize(("n", "events"), [(1, 1), (2, 1), (5, 2), (19, 1)])
def test_too_few_decisions_are_refused_with_how_many_there_are_and_are_needed(n, events):
    rating = intrinsic_rating(session(n, min(events, n), 3), loss_scale(session(40, 2, 4)))
    assert rating.value is None
    word = "decision is" if n == 1 else "decisions are"
    assert rating.note == f"{n} {word} too few for a rating, which needs at least 20"
    assert math.isfinite(rating.best_rate)
    assert math.isfinite(rating.average_error)


@pytest.mark.parametrize("lines", [1, 2, 12, 30])
def test_the_commands_end_in_an_answer_or_a_sentence(lines, tmp_path, capsys):
    for name, seed in (("a", 5), ("b", 6)):
        (tmp_path / f"{name}.jsonl").write_text(records(session(lines, 1, seed)))
    a, b = str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")
    assert run(["rate", a, "--draws", "30", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["players"]
    assert (row["rating"] is None) == (lines < 20)
    assert run(["rate", "compare", a, b, "--draws", "30"]) == (2 if lines < 20 else 0)
    assert "needs at least" in capsys.readouterr().err or lines >= 20


def test_resampled_decisions_of_one_game_scatter_as_direct_fits_do():
    sample = session(60, 1, 7)
    result, parts = fit(sample), one_event_per_decision(sample)
    counts = event_counts(60, 20, np.random.default_rng(1))
    again = refit_draws(parts, result, sample, counts)
    for b in range(20):
        drawn = replace(parts, weights=counts[b]).take(counts[b] > 0)
        try:
            by_hand = fit(drawn)
        except InputError:
            assert math.isnan(again.expected_loss[b])
        else:
            assert again.expected_loss[b] == pytest.approx(mean_loss(sample, by_hand.s, by_hand.c), rel=5e-3)


@pytest.mark.slow
def test_an_interval_never_goes_beyond_a_blind_chooser():
    for seed in range(8):
        sample = session(20, 1, seed, s=0.6)
        rating = intrinsic_rating(sample, loss_scale(sample), draws=40)
        most = blind_loss(sample) if (rating.expected_loss or 0) <= blind_loss(sample) else worst_loss(sample)
        assert rating.value is None or rating.loss_high <= most


def test_few_events_widen_the_interval_as_promised():
    """The same decisions, in events of their own and in a few: the promised factor lies between the two."""
    sample = session(120, 4, 11)
    scale = loss_scale(sample)
    few, many = (intrinsic_rating(each, scale, draws=300, seed=2) for each in (sample, one_event_per_decision(sample)))
    assert sample.n_events < FEW_EVENTS
    assert few.standard_error == pytest.approx(ERROR_WIDENING * many.standard_error, rel=1e-9)
    assert math.log(few.loss_high / few.expected_loss) == pytest.approx(
        student_95(119) * few.standard_error / few.expected_loss, rel=1e-9
    )
    assert f"widened the interval by {ERROR_WIDENING}" in few.note
    assert "widened" not in many.note


def test_few_events_widen_the_interval_of_a_rating_with_lapses_too():
    sample = blind_errors(200, 51)
    few = replace(sample, events=sample.events % 4)
    wide, narrow = (intrinsic_rating(each, loss_scale(sample)) for each in (few, one_event_per_decision(sample)))
    assert (wide.fit.method, narrow.fit.method) == ("ml-lapse", "ml-lapse")
    assert wide.standard_error == pytest.approx(ERROR_WIDENING * narrow.standard_error, rel=1e-9)


@pytest.mark.slow
def test_few_events_widen_a_comparison_as_promised():
    a, b = session(120, 4, 12), session(120, 4, 13, s=0.3)
    scale = loss_scale(Sample.union([a, b]))
    few, many = (
        compare(*pair, scale, draws=200) for pair in ((a, b), (one_event_per_decision(a), one_event_per_decision(b)))
    )
    wide, narrow = few.high - few.low, many.high - many.low
    assert wide == pytest.approx(ERROR_WIDENING * narrow, rel=0.15)


@pytest.mark.parametrize("n", [100, 300, 2000])
def test_errors_that_no_player_of_the_model_makes_are_rated_with_lapses(n):
    sample = blind_errors(n, 50)
    scale = loss_scale(sample)
    rating = intrinsic_rating(sample, scale)
    observed = float(sample.losses.mean())
    assert rating.fit.method == "ml-lapse"
    assert rating.loss_low < observed < rating.loss_high
    assert "that loss is too large" in rating.note
    assert "more decisions" not in rating.note
    assert rating.average_error == pytest.approx(observed)
    assert rating.best_rate == pytest.approx(float((sample.losses == 0).mean()))
    with pytest.raises(InputError, match="no player of the model"):
        fit(sample, "ff")


@pytest.mark.slow
def test_every_blind_player_gets_a_rating_whose_interval_holds_the_truth():
    """Ratings of 20 samples of 100 decisions; the truth is 10 % of a blind chooser's loss."""
    reference = simulated_positions(2000, 8, np.random.default_rng(9), events=30)
    scale, truth = loss_scale(reference), 0.1 * blind_loss(reference)
    ratings = [intrinsic_rating(blind_errors(100, 100 + seed), scale, draws=60) for seed in range(20)]
    assert all(rating.value is not None for rating in ratings)
    assert sum(rating.loss_low < truth < rating.loss_high for rating in ratings) >= 17
