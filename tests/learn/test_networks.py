"""Networks that know no game: forward, slopes, training that resumes, comparison, temporal differences."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.core import InputError
from kibitz.learn.adam import Adam, LearningRateSchedule
from kibitz.learn.checkpoint import load_arrays, network_arrays, network_from_arrays, save_arrays
from kibitz.learn.comparison import ComparisonData, ComparisonPlan, agreement, comparison_slope, train_by_comparison
from kibitz.learn.gradients import gradients
from kibitz.learn.kernels import fast_sigmoid, forward, row_gradient_steps
from kibitz.learn.losses import ValueLoss
from kibitz.learn.network import Floats, Network, random_network, sigmoid
from kibitz.learn.score_regression import train_on_scores
from kibitz.learn.supervised import Examples, TrainingPlan, TrainingState, shuffle_by_group, train
from kibitz.learn.td_lambda import gradient_steps, lambda_returns
from papers.neurogammon.experiments.shared_weights import random_shared_network

READING = np.array([1.0, -1.0], dtype=np.float32)


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_compiled_forward_is_that_of_numpy() -> None:
    network = random_network((30, 17, 4), rng())
    x = rng(2).standard_normal((50, 30)).astype(np.float32)
    x[rng(3).random(x.shape) < 0.6] = 0
    result = forward(
        x, network.weights[0], network.biases[0], np.ascontiguousarray(network.weights[1].T), network.biases[1]
    )
    assert np.abs(result - network.outputs(x)).max() < 1e-6


@given(st.floats(-200, 200))
def test_the_fast_logistic_function_is_close_to_the_true_one(v: float) -> None:
    assert float(fast_sigmoid(np.float32(v))) == pytest.approx(
        float(sigmoid(np.array([v], dtype=np.float32))[0]), abs=3e-7
    )


@settings(max_examples=20)
@given(st.integers(0, 1000), st.booleans())
def test_slopes_are_those_of_small_differences(seed: int, pairs: bool) -> None:
    network = random_network((6, 5, 3, 2), rng(seed))
    x = rng(seed + 1).standard_normal((7, 6)).astype(np.float32)
    t = rng(seed + 2).random((7, 2)).astype(np.float32)
    groups = np.array([0, 0, 1, 1, 1, 2, 3])
    loss = ValueLoss(READING, 1.5, 4.0 if pairs else 0.0)
    layers = network.activations(x)
    slopes = gradients(network, layers, loss.slope(layers[-1], t, groups))
    for parameter, slope in zip(network.parameters(), slopes, strict=True):
        place = tuple(int(rng(seed + 3).integers(n)) for n in parameter.shape)
        old, step = parameter[place], np.float32(2e-2)
        values = []
        for sign in (1, -1):
            parameter[place] = old + sign * step
            values.append(loss.value(network.outputs(x), t, groups))
        parameter[place] = old
        assert slope[place] == pytest.approx((values[0] - values[1]) / (2 * step), abs=3e-3)


def test_adam_and_its_course_reach_the_bottom_of_a_bowl() -> None:
    p = [np.array([5.0, -3.0], dtype=np.float32)]
    adam, course = Adam.for_parameters(p), LearningRateSchedule(0.3, 0.001, 300, warm_up=10)
    assert course.rate(0) < course.rate(9) == course.first
    for step in range(300):
        adam.step(p, [2 * p[0]], course.rate(step))
    assert np.abs(p[0]).max() < 1e-2
    with pytest.raises(InputError):
        LearningRateSchedule(0.1, 0.2, 10)


def examples(n: int, seed: int) -> Examples:
    x = rng(seed).standard_normal((n, 8)).astype(np.float32)
    t = sigmoid(x[:, :2] * 2)
    return Examples(lambda rows: x[rows], t, np.arange(n, dtype=np.int64) // 2)


def test_training_learns_and_a_stopped_run_continues_to_the_same_weights(tmp_path: Path) -> None:
    learn, apart, loss = examples(600, 1), examples(100, 2), ValueLoss(READING)
    plan = TrainingPlan(epochs=6, first_rate=1e-2, batch=32, warm_up=5)
    start = random_network((8, 12, 2), rng())
    whole = train(TrainingState.start(start), learn, apart, loss, plan)
    assert whole.curve[-1].fit.loss < whole.curve[0].fit.loss
    assert whole.curve[-1].fit.value_rmse < 0.15
    file = tmp_path / "training.npz"
    stopped = TrainingState.start(start)

    def stop(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(stopped, learn, apart, loss, plan, file, {"why": "test"}, stop)
    resumed = train(TrainingState.load(file), learn, apart, loss, plan)
    for a, b in zip(whole.network.parameters(), resumed.network.parameters(), strict=True):
        assert (a == b).all()
    assert resumed.curve == whole.curve


def test_rows_of_a_group_stay_together_when_shuffled() -> None:
    groups = np.array([3, 3, 3, 5, 8, 8, 9])
    rows = shuffle_by_group(groups, rng())
    assert sorted(rows) == list(range(7))
    shuffled = groups[rows]
    assert sum(shuffled[1:] != shuffled[:-1]) == 3


def test_files_of_networks_are_read_back_and_others_refused(tmp_path: Path) -> None:
    network = random_network((4, 3, 2), rng())
    file = tmp_path / "net.npz"
    save_arrays(file, network_arrays("a", network), {"teacher": "nobody"})
    arrays, about = load_arrays(file)
    assert about["teacher"] == "nobody"
    assert (network_from_arrays("a", arrays).weights[0] == network.weights[0]).all()
    with pytest.raises(InputError, match="no network"):
        network_from_arrays("b", arrays)
    file.write_bytes(b"PK nothing")
    with pytest.raises(InputError, match="must be a file"):
        load_arrays(file)


def test_a_network_whose_layers_do_not_fit_is_refused() -> None:
    w = np.zeros((3, 2), dtype=np.float32)
    with pytest.raises(InputError, match="does not fit"):
        Network((w, w), (np.zeros(2, dtype=np.float32),) * 2)
    with pytest.raises(InputError, match="biases"):
        Network((w,), (np.zeros(3, dtype=np.float32),))


def linear_choices(n: int, seed: int) -> ComparisonData:
    """Decisions of an expert who takes the largest first input."""
    source = rng(seed)
    sizes = source.integers(2, 6, size=n)
    starts = np.r_[0, np.cumsum(sizes)]
    x = source.standard_normal((starts[-1], 5)).astype(np.float32)
    chosen = np.array([int(np.argmax(x[a:b, 0])) for a, b in itertools.pairwise(starts)])
    return ComparisonData(x, starts, chosen)


def test_comparison_training_learns_what_the_expert_goes_by() -> None:
    learn, stop = linear_choices(300, 1), linear_choices(100, 2)
    start = random_network((5, 6, 1), rng(), linear=True)
    network, curve = train_by_comparison(start, learn, stop, ComparisonPlan(epochs=15, first_rate=2e-2))
    assert agreement(network, stop) > 0.9 > agreement(start, stop)
    assert agreement(network, stop) == max(curve)


def test_comparisons_are_antisymmetric_and_transitive_by_construction() -> None:
    network = random_network((5, 6, 1), rng(), linear=True)
    f = network.outputs(rng(3).standard_normal((30, 5)).astype(np.float32))[:, 0].astype(np.float64)
    margin = f[:, None] - f[None, :]
    assert (margin == -margin.T).all()
    assert np.allclose(margin[:, :, None] + margin[None, :, :], margin[:, None, :])


def test_the_comparison_slope_is_that_of_small_differences() -> None:
    scores = np.array([0.3, -0.2, 0.5, 1.0, 0.1], dtype=np.float64)
    decision, chosen = np.array([0, 0, 0, 1, 1]), np.array([1, 3])

    def loss(s: np.ndarray) -> float:
        gaps = [s[i] - s[chosen[decision[i]]] for i in range(5) if i not in chosen]
        return float(np.mean(np.log1p(np.exp(gaps))))

    slope = comparison_slope(scores.astype(np.float32), decision, chosen)
    for i in range(5):
        up, down = scores.copy(), scores.copy()
        up[i] += 1e-4
        down[i] -= 1e-4
        assert slope[i] == pytest.approx((loss(up) - loss(down)) / 2e-4, abs=1e-4)


def test_a_shared_network_has_the_slopes_of_small_differences_and_learns_by_comparison() -> None:
    windows = np.array([[-1, 0, 1], [0, 1, 2], [1, 2, 3], [2, 3, -1]])
    network = random_shared_network(windows, 5, 3, rng())
    x = rng(2).standard_normal((6, 5)).astype(np.float32)
    _, slopes = network.backward(x)
    result = slopes(np.ones((6, 1), dtype=np.float32))
    for parameter, slope in zip(network.parameters(), result, strict=True):
        place = tuple(int(rng(4).integers(n)) for n in parameter.shape)
        old, sums = parameter[place], []
        for step in (0.02, -0.02):
            parameter[place] = old + np.float32(step)
            sums.append(float(network.outputs(x).sum()))
        parameter[place] = old
        assert slope[place] == pytest.approx((sums[0] - sums[1]) / 0.04, abs=3e-3)
    learn, stop = linear_choices(300, 1), linear_choices(100, 2)
    trained, _ = train_by_comparison(network, learn, stop, ComparisonPlan(epochs=12, first_rate=2e-2))
    assert agreement(trained, stop) > 0.9


def test_scores_of_single_options_can_be_learnt_too() -> None:
    learn, stop = linear_choices(300, 1), linear_choices(100, 2)
    start = random_network((5, 6, 1), rng(), linear=True)
    scores = np.tanh(learn.inputs[:, 0])
    network, _ = train_on_scores(
        start, learn.inputs, scores, stop, ComparisonPlan(epochs=15, batch=64, first_rate=2e-2)
    )
    assert agreement(network, stop) > 0.8


def flip(v: Floats) -> Floats:
    return np.asarray(1 - v, dtype=np.float32)


def test_with_lambda_one_every_target_is_the_outcome_and_with_zero_the_next_prediction() -> None:
    p = np.array([[0.6], [0.3], [0.8]], dtype=np.float32)
    outcome = np.array([1.0], dtype=np.float32)
    assert lambda_returns(p, outcome, 1.0, flip)[:, 0] == pytest.approx([0, 1, 0])
    assert lambda_returns(p, outcome, 0.0, flip)[:, 0] == pytest.approx([1 - 0.3, 1 - 0.8, 0])
    with pytest.raises(InputError):
        lambda_returns(p, outcome, 1.5, flip)


def test_compiled_descent_is_that_of_numpy() -> None:
    network = random_network((9, 6, 3), rng())
    x = rng(1).standard_normal((20, 9)).astype(np.float32)
    t = rng(2).random((20, 3)).astype(np.float32)
    w1, b1 = network.weights[0].copy(), network.biases[0].copy()
    w2, b2 = np.ascontiguousarray(network.weights[1].T), network.biases[1].copy()
    row_gradient_steps(x, t, w1, b1, w2, b2, 0.05)
    gradient_steps(network, x, t, 0.05)
    for a, b in zip((w1, b1, w2.T, b2), network.parameters(), strict=True):
        assert np.abs(a - b).max() < 1e-5


def test_temporal_differences_learn_the_chances_of_a_random_walk() -> None:
    # Sutton's walk (1988): five places, right end pays 1; true chances are k/6.
    network = random_network((5, 8, 1), rng())
    source = rng(5)
    places = np.eye(5, dtype=np.float32)
    for walk in range(1500):
        at, path = 2, []
        while 0 <= at < 5:
            path.append(at)
            at += 1 if source.random() < 0.5 else -1
        x = places[path]
        outcome = np.array([float(at == 5)], dtype=np.float32)
        targets = lambda_returns(network.outputs(x), outcome, 0.5, lambda v: v)
        gradient_steps(network, x, targets, 0.5 * 0.02 ** (walk / 1500))
    assert network.outputs(places)[:, 0] == pytest.approx(np.arange(1, 6) / 6, abs=0.09)
