"""People's checker plays (development data): three groups of known error rate, rated in the right order."""

from __future__ import annotations

import csv
import gzip

import numpy as np
import pytest

from kibitz.core import Unit
from kibitz.rate import Sample, Scaling, ScalingLaw, fit, hold_out_nats, intrinsic_rating, loss_scale

pytestmark = pytest.mark.needs("shared data")


def groups_of(shared_data, scaling: Scaling) -> dict[str, Sample]:
    rows: dict[str, list[dict[str, str]]] = {}
    with gzip.open(shared_data / "backgammon" / "bglab_checker_4ply.csv.gz", "rt", encoding="utf-8") as stream:
        for row in csv.DictReader(stream):
            if row["game"][0] in "01":
                rows.setdefault(row["side"], []).append(row)
    result = {}
    for side, own in rows.items():
        values = np.full((len(own), 5), -np.inf)
        for i, row in enumerate(own):
            equities = [float(candidate.split("|")[2]) for candidate in row["candidates"].split(";")]
            values[i, : len(equities)] = equities
        result[side] = Sample.from_arrays(
            values,
            [int(row["played"]) for row in own],
            unit=Unit.EQUITY,
            scaling=scaling,
            events=[row["game"] for row in own],
        )
    return result


@pytest.fixture(scope="module")
def groups(shared_data):
    return groups_of(shared_data, Scaling())


@pytest.mark.slow
def test_groups_are_rated_in_the_order_of_their_known_error_rates(groups):
    """5.8, 9.2 and 15.3 thousandths of a point per decision, by the analyst's own count of all their games."""
    scale = loss_scale(Sample.union(list(groups.values())))
    ratings = {side: intrinsic_rating(sample, scale, draws=200) for side, sample in groups.items()}
    assert ratings["P"].value < ratings["L"].value < ratings["O"].value
    assert ratings["P"].high < ratings["L"].low
    assert ratings["L"].high < ratings["O"].low
    for side, known in (("P", 0.0058), ("L", 0.0092), ("O", 0.0153)):
        assert ratings[side].low < known < ratings[side].high
        assert ratings[side].n == len(groups[side])


@pytest.mark.slow
def test_linear_differences_predict_better_than_logarithmic_ones(groups, shared_data):
    bent = groups_of(shared_data, Scaling(ScalingLaw.LOG))
    for side in ("L", "O"):
        linear, log = hold_out_nats(groups[side], "ml-lapse"), hold_out_nats(bent[side], "ml-lapse")
        assert linear.nats < log.nats
    assert hold_out_nats(groups["L"], "ml-lapse").nats < hold_out_nats(groups["L"], "logit").nats


def test_first_choice_and_falloff_meets_both_averages(groups):
    for sample in groups.values():
        result = fit(sample, "ff").projection
        assert result.error == pytest.approx(result.error_observed, abs=1e-10)
        assert result.best_rate == pytest.approx(result.best_rate_observed, abs=1e-10)
