"""Predicted chances, simulated choices, and comparisons where the paper's fit has no solution."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from kibitz import ask
from kibitz.core import InputError
from kibitz.rate import NoSolutionError, Sample, compare, fit
from kibitz.rate.questions import ANN_EXAMPLE, BOB_EXAMPLE
from kibitz.rate.records.simulated import simulated_positions


def test_predicted_chances_sum_to_one_and_means_are_those_of_the_decisions():
    answer = ask("rate.predict", file=ANN_EXAMPLE, s=0.05, c=0.5)
    assert answer.n == len(answer.decisions) == 40
    for row in answer.decisions:
        assert sum(row.chances) == pytest.approx(1)
        assert row.best_rate == row.chances[0] == max(row.chances)
    assert answer.expected_loss == pytest.approx(np.mean([row.expected_loss for row in answer.decisions]))
    made = [np.log(row.chances[row.chosen]) for row in answer.decisions]
    assert answer.nats == pytest.approx(-np.mean(made))
    rows = list(csv.DictReader(io.StringIO(answer.file("out").data.decode())))
    assert len(rows) == 40
    assert sum(map(float, rows[0]["chances"].split())) == pytest.approx(1, abs=1e-4)


def test_chances_stand_in_the_order_of_the_file_whatever_it_is():
    text = "utilities,chosen,unit\n" + "0.4 0.6 0.55,1,win\n" * 3
    answer = ask("rate.predict", file={"name": "a.csv", "text": text}, s=0.05, c=0.5)
    low, best, middle = answer.decisions[0].chances
    assert best > middle > low
    assert answer.decisions[0].chosen == 1


def test_standard_errors_are_the_scatter_of_simulated_choices():
    predicted = ask("rate.predict", file=ANN_EXAMPLE, s=0.08, c=0.6)
    drawn = [ask("rate.simulate", file=ANN_EXAMPLE, s=0.08, c=0.6, seed=seed) for seed in range(150)]
    for name, mean, error in (
        ("best_rate", predicted.best_rate, predicted.best_rate_se),
        ("average_error", predicted.expected_loss, predicted.expected_loss_se),
    ):
        values = np.array([getattr(each, name) for each in drawn])
        assert values.mean() == pytest.approx(mean, abs=4 * error / np.sqrt(150))
        assert values.std() == pytest.approx(error, rel=0.25)


def test_simulated_decisions_are_those_of_the_file_with_choices_of_the_agent():
    answer = ask("rate.simulate", file=ANN_EXAMPLE, like="ann", seed=3)
    lines = [json.loads(line) for line in answer.file("out").data.decode().splitlines()]
    assert len(lines) == 40
    assert {line["player"] for line in lines} == {"ann"}
    assert all(line["utilities"] == [0.6, 0.55, 0.4] for line in lines)
    again = ask("rate.simulate", file=ANN_EXAMPLE, like="ann", seed=3)
    assert again.file("out").data == answer.file("out").data


def test_an_agent_of_a_rating_comes_from_a_calibrated_scale():
    made = ask("rate.calibrate", decisions=[ANN_EXAMPLE, BOB_EXAMPLE], step=100)
    scale = {"name": "scale.json", "text": made.document.read_text()}
    strong, weak = (ask("rate.predict", file=ANN_EXAMPLE, rating=r, scale=scale) for r in (2400, 2000))
    assert strong.expected_loss < weak.expected_loss
    assert strong.skill == pytest.approx(1.0)
    by_loss = ask("rate.predict", file=ANN_EXAMPLE, rating=2200, scale=scale, errs="loss")
    assert by_loss.s is not None
    with pytest.raises(InputError, match="one of --rating"):
        ask("rate.predict", file=ANN_EXAMPLE)
    with pytest.raises(InputError, match="also give its --scale"):
        ask("rate.predict", file=ANN_EXAMPLE, rating=2000)
    with pytest.raises(InputError, match="not in the file"):
        ask("rate.predict", file=ANN_EXAMPLE, like="zoe")


def lapsing(seed: int, blunders: int) -> Sample:
    """Somebody who is perfect but for a worst choice now and then: the paper's fit has no solution."""
    positions = simulated_positions(60, 6, np.random.default_rng(seed), events=12, fewest=3)
    chosen = np.zeros(60, dtype=np.intp)
    rows = np.arange(0, 60, 60 // blunders)
    chosen[rows] = positions.counts[rows] - 1
    return positions.with_choices(chosen)


def test_players_without_a_solution_of_ff_are_compared_by_the_model_with_lapses():
    a, b = lapsing(1, 3), lapsing(2, 15)
    with pytest.raises(NoSolutionError):
        fit(b)
    result = compare(a, b, draws=30)
    assert result.difference < 0
    assert result.low < result.difference < result.high
    assert result.a_better > 0.8
