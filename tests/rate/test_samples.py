"""Decisions as arrays: order, ties, minus infinity, perceived values, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.core import ChoiceIndex, Decision, EventId, InputError, PlayerId, Provenance, Unit
from kibitz.rate import Sample, Scaling, ScalingLaw, default_scaling, probabilities
from kibitz.rate.model.scaling import format_scaling, parse_scaling

VALUES = st.lists(
    st.one_of(st.floats(-50, 50).map(lambda x: round(x, 9)), st.just(-np.inf)), min_size=1, max_size=6
).filter(lambda values: any(np.isfinite(values)))


@st.composite
def decisions(draw):
    values = draw(VALUES)
    chosen = draw(st.sampled_from([i for i, value in enumerate(values) if np.isfinite(value)]))
    return Decision(tuple(values), ChoiceIndex(chosen), unit=Unit.PAWNS)


@given(st.lists(decisions(), min_size=1, max_size=8))
def test_a_sample_says_the_same_as_its_decisions(records):
    sample = Sample.from_decisions(records, Scaling(ScalingLaw.LINEAR))
    assert len(sample) == len(records)
    for row, record in enumerate(records):
        assert sample.raw_losses[row] == pytest.approx(record.loss)
        assert sample.counts[row] == np.isfinite(record.utilities).sum()
        assert sample.order[row, sample.chosen[row]] == record.chosen
        assert sample.n_tied_best[row] == sum(value == max(record.utilities) for value in record.utilities)
        finite = sample.deltas[row, : sample.counts[row]]
        assert finite[0] == 0
        assert (np.diff(finite) >= 0).all()
        assert np.isinf(sample.deltas[row, sample.counts[row] :]).all()


def test_equal_options_keep_the_order_of_the_list():
    sample = Sample.from_arrays([[1.0, 3.0, 3.0, 3.0]], [2])
    assert sample.order[0].tolist() == [1, 2, 3, 0]
    assert sample.chosen[0] == 1


def test_options_within_the_tolerance_count_as_ties():
    sample = Sample.from_arrays([[1.0, 0.995, 0.9]], [1], tie_tolerance=0.01)
    assert sample.n_tied_best[0] == 2
    assert sample.losses[0] == 0


def test_a_choice_of_minus_infinite_value_is_refused():
    with pytest.raises(InputError, match=r"decision 2.*-inf"):
        Sample.from_arrays([[1.0, 0.0], [1.0, -np.inf]], [0, 1])


@pytest.mark.parametrize(
    ("values", "chosen", "word"),
    [([[np.nan, 1.0]], [0], "numbers"), ([[1.0, 2.0]], [2], "chosen"), ([[1.0]], [0, 0], "matrix"), ([], [], "matrix")],
)
def test_wrong_arrays_are_refused(values, chosen, word):
    with pytest.raises(InputError, match=word):
        Sample.from_arrays(values, chosen)


def test_no_decisions_are_refused():
    with pytest.raises(InputError, match="at least one"):
        Sample.from_decisions([])


def test_units_and_engines_are_not_mixed():
    pawns, dollars = (Decision((1.0, 0.0), ChoiceIndex(0), unit=unit) for unit in (Unit.PAWNS, Unit.DOLLARS))
    with pytest.raises(InputError, match="dollars and pawns"):
        Sample.from_decisions([pawns, dollars])
    engines = [Provenance("stockfish", "15.1", settings=(("depth", depth),)) for depth in ("11", "13")]
    with pytest.raises(InputError, match=r"depth 11.*depth 13"):
        Sample.from_decisions([Decision((1.0, 0.0), ChoiceIndex(0), provenance=engine) for engine in engines])
    samples = [Sample.from_arrays([[1.0, 0.0]], [0], provenance=engine) for engine in engines]
    with pytest.raises(InputError, match=r"depth 11.*depth 13"):
        Sample.union(samples)


def test_decisions_without_an_event_are_independent_and_others_are_not():
    records = [Decision((1.0, 0.0), ChoiceIndex(0), event=EventId(name)) for name in ("", "", "a", "a")]
    assert Sample.from_decisions(records).n_events == 3


def test_perceived_values_explain_the_choice_and_utilities_count_the_loss():
    """The option that looks best is chosen most, whatever it is worth."""
    sample = Sample.from_arrays([[1.0, 0.0, -1.0]], [1], perceived=[[0.0, 1.0, -1.0]], scaling=Scaling())
    p = probabilities(sample, 0.1, 0.5)[0]
    assert p.argmax() == 1
    assert sample.losses[0] == 1.0
    alone = probabilities(sample.drop_perceived(), 0.1, 0.5)[0]
    assert alone.argmax() == 0
    np.testing.assert_allclose(np.sort(p), np.sort(alone))


def test_a_part_and_the_union_of_parts_keep_every_decision(positions):
    first, second = positions.take(np.arange(400)), positions.take(np.arange(400, 1000))
    both = Sample.union([first, second])
    assert len(both) == len(positions)
    np.testing.assert_array_equal(both.losses, positions.losses)
    assert both.n_events == positions.n_events
    np.testing.assert_allclose(probabilities(both, 0.1, 0.5)[:400, :5], probabilities(first, 0.1, 0.5)[:, :5])


def test_players_are_told_apart():
    records = [Decision((1.0, 0.0), ChoiceIndex(i % 2), player=PlayerId("ab"[i % 2])) for i in range(5)]
    groups = Sample.from_decisions(records).by_player()
    assert {name: len(group) for name, group in groups.items()} == {"a": 3, "b": 2}
    with pytest.raises(InputError, match="at least one"):
        Sample.from_decisions(records).take(np.zeros(5, dtype=bool))


SCALINGS = st.builds(Scaling, st.sampled_from(ScalingLaw), st.floats(1e-3, 1e4), st.none() | st.floats(1e-3, 1e6))


@given(SCALINGS)
def test_a_scaling_survives_its_notation(scaling):
    assert parse_scaling(format_scaling(scaling)) == scaling
    assert Scaling.from_json(scaling.to_json()) == scaling


@given(SCALINGS, st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=5))
def test_scalings_rise_and_turn_back(scaling, values):
    values = np.sort(values)
    scaled = scaling.apply(values)
    assert (np.diff(scaled) >= 0).all()
    inside = np.abs(values) <= (np.inf if scaling.cap is None else scaling.cap)
    if scaling.law is ScalingLaw.WIN:
        inside &= np.abs(values / scaling.unit) < 15
    back = scaling.invert(scaled)
    np.testing.assert_allclose(back[inside], values[inside], rtol=1e-6, atol=1e-6 * scaling.unit)


def test_the_papers_scaling_is_the_integral_of_its_equation():
    """Equation 6: the difference is the integral of 1/(1+|z|), also across zero."""
    grid = np.linspace(-1.5, 2.5, 400_001)
    integral = np.trapezoid(1 / (1 + np.abs(grid)), grid)
    scaled = Scaling(ScalingLaw.LOG).apply([2.5, -1.5])
    assert scaled[0] - scaled[1] == pytest.approx(integral, rel=1e-8)


def test_mate_scores_are_capped_in_pawns_and_every_unit_has_a_scaling():
    scaling = default_scaling(Unit.PAWNS)
    assert scaling.apply([99.9])[0] == scaling.apply([10.0])[0]
    assert all(isinstance(default_scaling(unit), Scaling) for unit in Unit)


@pytest.mark.parametrize("text", ["", "cubic", "log:0", "log:-1", "log:x", "log:1:2:3", "linear:1:0", "log:nan"])
def test_wrong_scalings_are_refused(text):
    with pytest.raises(InputError, match="scaling"):
        parse_scaling(text)
