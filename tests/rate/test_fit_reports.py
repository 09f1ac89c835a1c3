"""Reports of all fits: they name the values they used, and include the depth model."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz.core import Decision, InputError, Unit
from kibitz.core.decision import format_decision
from kibitz.core.ids import ChoiceIndex
from kibitz.core.work import WorkContext
from kibitz.rate import Sample, fit
from kibitz.rate.depth_model.depth_sample import depth_model_probabilities, simulate_at_skill
from kibitz.rate.depth_model.parameters import DepthParameters
from kibitz.rate.fitting.projections import project, project_chances
from kibitz.rate.model.moments import probabilities
from kibitz.rate.questions import FitsRequest

SHAPE = DepthParameters(-1.5, 1.2, 1.5, 0.3, 0.5, 0.8, -2.9, -0.5, (1, 2, 3), 0.3)


def players_records(n: int) -> list[Decision]:
    """Decisions with values at three depths and perceived ones, chosen by a player of the depth model."""
    rng = np.random.default_rng(2)
    last = np.round(-np.cumsum(rng.gamma(0.6, 0.5, (n, 5)), axis=1), 3)
    by_depth = np.round(last[:, None, :] + rng.normal(0, 1, (n, 3, 5)) * np.array([0.8, 0.4, 0.0])[:, None], 3)
    sample = Sample.from_arrays(last, np.zeros(n, dtype=int), by_depth=by_depth, unit=Unit.PAWNS)
    chosen = simulate_at_skill(sample, SHAPE, 0.0, rng)
    picks = chosen.order[np.arange(n), chosen.chosen]
    return [
        Decision(
            utilities=tuple(last[i].tolist()),
            chosen=ChoiceIndex(int(picks[i])),
            unit=Unit.PAWNS,
            event=f"game {i // 20}",
            perceived=tuple(by_depth[i].mean(axis=0).tolist()),
            by_depth=tuple(tuple(row) for row in by_depth[i].tolist()),
        )
        for i in range(n)
    ]


def ask_fits(records: list[Decision], **options: object):
    from kibitz.core.document import Document

    text = "".join(format_decision(record) + "\n" for record in records)
    return FitsRequest(file=Document(name="a.jsonl", text=text), **options).answer(WorkContext())


@pytest.fixture(scope="module")
def records() -> list[Decision]:
    return players_records(400)


def test_fits_use_the_values_of_ratings_unless_told_otherwise_and_say_so(records):
    sample = Sample.from_decisions(records)
    last, perceived = ask_fits(records), ask_fits(records, values="perceived")
    assert "final values" in last.explain().headline
    assert "perceived values" in perceived.explain().headline
    assert last.fits[0].s == pytest.approx(fit(sample.drop_perceived()).s)
    assert perceived.fits[0].s == pytest.approx(fit(sample).s)
    with pytest.raises(InputError, match="values: these decisions have no perceived values"):
        ask_fits([replace(record, perceived=None) for record in records], values="perceived")


def test_the_depth_model_is_a_row_and_predicts_its_own_player_best(records):
    answer = ask_fits(records, hold_out=True)
    row = answer.fits[-1]
    assert row.method == "depths"
    assert row.hold_out < min(other.hold_out for other in answer.fits[:-1])
    few = ask_fits(records[:100])
    assert "at least 200 decisions" in few.failed["depths"]


def test_a_projection_of_chances_is_that_of_the_model_they_come_from(records):
    sample = Sample.from_decisions(records).drop_perceived()
    plain, by_chances = project(sample, 0.2, 0.5), project_chances(sample, probabilities(sample, 0.2, 0.5))
    for name in ("best_rate", "best_rate_se", "error", "error_se", "raw_error", "orf", "z_best", "z_error"):
        assert getattr(by_chances, name) == pytest.approx(getattr(plain, name))
    deep = project_chances(sample, depth_model_probabilities(sample, SHAPE, 0.0), "first")
    assert abs(deep.z_best) < 3
    assert abs(deep.z_error) < 3
