"""The model on Stockfish values of 3,385 positions from rated games (development data), at 1900, 2300 and 2700."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz.core import Unit
from kibitz.rate import METHODS, Sample, Scaling, ScalingLaw, calibrate, fit, hold_out_nats, mean_loss, perceived_values
from kibitz.rate.model.scaling import PAWNS

pytestmark = pytest.mark.needs("shared data")

MARKS = (1900, 2300, 2700)
LOG = Scaling(ScalingLaw.LOG)


def samples(shared_data, scaling: Scaling, depths: bool = False) -> dict[float, Sample]:
    parquet = pytest.importorskip("pyarrow.parquet")
    folder = shared_data / "chess"
    rows = [
        row
        for row in parquet.read_table(folder / "pilot_sf151_d11_mpv30.parquet").to_pylist()
        if row["in_range"] and not row["rep_before"] and not row["rep_after"]
    ]
    by_depth = {}
    if depths:
        table = parquet.read_table(folder / "by_depth_sf151_d1-11.parquet").to_pylist()
        by_depth = {(row["game"], row["ply"]): row for row in table}
    result = {}
    for mark in MARKS:
        group = [row for row in rows if row["elo_mark"] == mark]
        width = max(len(row["cp"]) for row in group)
        values, seen = np.full((len(group), width), -np.inf), np.full((len(group), width), -np.inf)
        for i, row in enumerate(group):
            n = len(row["cp"])
            values[i, :n] = np.array(row["cp"]) / 100
            if depths:
                deep = by_depth[row["game"], row["ply"]]
                blend = perceived_values(np.array(deep["cp_by_depth"], dtype=float) / 100, scaling)
                place = {move: k for k, move in enumerate(deep["moves"])}
                seen[i, :n] = [blend[place[move]] for move in row["moves"]]
        result[float(mark)] = Sample.from_arrays(
            values,
            [row["played_idx"] for row in group],
            perceived=seen if depths else None,
            unit=Unit.PAWNS,
            scaling=scaling,
            events=[row["game"] for row in group],
        )
    return result


@pytest.fixture(scope="module")
def pilot(shared_data):
    return samples(shared_data, LOG)


@pytest.fixture(scope="module")
def by_depth(shared_data):
    return samples(shared_data, LOG, depths=True)


def held_out(groups: dict[float, Sample], method: str) -> float:
    return float(np.concatenate([hold_out_nats(sample, method).each for sample in groups.values()]).mean())


@pytest.mark.slow
def test_held_out_moves_cost_at_most_1_63_nats(pilot):
    lapse, logit = held_out(pilot, "ml-lapse"), held_out(pilot, "logit")
    assert lapse <= 1.63
    assert lapse < logit - 0.05


@pytest.mark.slow
def test_values_by_depth_bring_held_out_moves_to_at_most_1_50_nats(by_depth):
    assert held_out(by_depth, "ml-lapse") <= 1.50


def test_the_rank_error_of_first_choice_and_falloff_is_at_most_5_at_each_mark(pilot):
    for sample in pilot.values():
        for best in ("first", "any"):
            assert fit(sample, "ff", best=best).orf <= 5


@pytest.mark.parametrize("method", METHODS)
def test_the_marks_are_ordered_under_every_fit(pilot, method):
    everyone = Sample.union(list(pilot.values()))
    fits = [fit(pilot[float(mark)], method, best="first") for mark in MARKS]
    losses = [mean_loss(everyone, result.s, result.c) for result in fits]
    assert losses[0] > losses[1] > losses[2]


def test_first_choice_and_falloff_meets_both_averages_and_the_line_is_straight(pilot):
    scale = calibrate(pilot, best="first")
    for sample in pilot.values():
        result = fit(sample, "ff", best="first").projection
        assert result.best_rate == pytest.approx(result.best_rate_observed, abs=1e-9)
        assert result.error == pytest.approx(result.error_observed, abs=1e-9)
    assert scale.r_squared > 0.99
    assert scale.intercept == pytest.approx(3288, abs=1)
    assert scale.slope == pytest.approx(-8459, abs=2)


def test_errors_on_the_deepest_values_still_give_a_line_when_choices_follow_perceived_ones(by_depth):
    assert calibrate(by_depth, best="first").r_squared > 0.98


def test_capped_mate_scores_leave_the_line_nearly_alone(shared_data):
    scale = calibrate(samples(shared_data, PAWNS), best="first")
    assert scale.intercept == pytest.approx(3299, abs=1)
    assert scale.slope == pytest.approx(-8651, abs=2)


def test_the_model_solves_every_position_of_another_engine(shared_data):
    """62,060 positions, depth 15: probabilities sum to 1 everywhere, at ordinary and at extreme parameters."""
    parquet = pytest.importorskip("pyarrow.parquet")
    file = shared_data / "chess" / "thirdparty_zaf_sf_d15_mpv20_2006-2009.parquet"
    rows = parquet.read_table(file, columns=["cp"]).to_pydict()["cp"][::10]
    values = np.full((len(rows), max(map(len, rows))), -np.inf)
    for i, row in enumerate(rows):
        values[i, : len(row)] = np.array(row) / 100
    sample = Sample.from_arrays(values, values.argmax(axis=1), unit=Unit.PAWNS)
    from kibitz.rate import probabilities

    for s, c in ((0.1, 0.5), (1e-4, 1.0), (5.0, 0.3)):
        np.testing.assert_allclose(probabilities(sample, s, c).sum(axis=1), 1, atol=1e-12)
