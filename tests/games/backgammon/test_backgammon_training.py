"""Training: self-play from nothing, labelled files, own look-ahead labels; all of them stop and go on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from kibitz.core import InputError
from kibitz.core.work import MemoryCheckpointStore
from kibitz.games.backgammon.board import Boards
from kibitz.games.backgammon.moves.sampling import random_position, random_reachable_position
from kibitz.games.backgammon.nets.static_evaluation import static_probabilities
from kibitz.games.backgammon.nets.weights import Weights, load_shipped_weights
from kibitz.games.backgammon.notation.position_id import keys_from_boards
from kibitz.games.backgammon.train.labelled_positions import OUTCOME_WEIGHTS, contact_mask, home_mask, load_labelled
from kibitz.games.backgammon.train.lookahead_labels import label_by_lookahead, self_play_positions
from kibitz.games.backgammon.train.selfplay import SelfPlayPlan, SelfPlayRun, self_play
from kibitz.games.backgammon.train.stages import Sizes, train_on
from kibitz.learn.supervised import TrainingPlan


def boards(n: int, seed: int) -> Boards:
    rng = np.random.default_rng(seed)
    result = [random_reachable_position(rng, int(rng.integers(2, 25))) for _ in range(n // 5)]
    result += [random_position(rng) for _ in range(n - len(result))]
    return np.stack([position.to_array() for position in result])


def label_file(path: Path, n: int = 600) -> None:
    sample = boards(n, 3)
    p = np.rint(65535 * static_probabilities(sample, load_shipped_weights())).astype(np.uint16)
    np.savez(path, key=keys_from_boards(sample), p0=p, p1=p, group=np.arange(n) // 2)


def closeness(weights: Weights, sample: Boards) -> float:
    """Root mean square difference in equity from the shipped weights."""
    gap = (
        static_probabilities(sample, weights) - static_probabilities(sample, load_shipped_weights())
    ) @ OUTCOME_WEIGHTS
    return float(np.sqrt((gap**2).mean()))


@pytest.mark.slow
def test_self_play_learns_from_nothing_and_a_stopped_run_plays_the_same_games() -> None:
    plan = SelfPlayPlan(games=300, hidden=24, race_hidden=8)
    start = SelfPlayRun.start(plan)
    sample = boards(60, 1)
    before = closeness(start.weights, sample)
    whole = self_play(start)
    assert closeness(whole.weights, sample) < 0.8 * before
    assert whole.curve[-1]["games"] == 300
    stored: list[bytes] = []
    stopped = SelfPlayRun.start(plan)

    def stop(done: int, total: int) -> None:
        if done >= 200:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        self_play(stopped, stored.append, progress=stop)
    resumed = self_play(SelfPlayRun.from_bytes(stored[-1], plan))
    assert np.abs(resumed.weights.contact.weights[0] - whole.weights.contact.weights[0]).max() < 1e-6
    assert resumed.games == 300


def test_a_labelled_file_is_learnt_and_an_interrupted_stage_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "labels.npz"
    label_file(file)
    data = load_labelled(file, (0.35, 0.65))
    plan, sizes = TrainingPlan(epochs=4, first_rate=5e-3, batch=32, warm_up=5), Sizes(16, 8, 4)
    whole = train_on(data, plan, sizes=sizes)
    curve = whole.curves["contact"]
    assert curve[-1].fit.loss < curve[0].fit.loss
    assert whole.weights.contact.sizes == (278, 16, 5)

    def stop(name: str, done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    store = MemoryCheckpointStore()
    with pytest.raises(KeyboardInterrupt):
        train_on(data, plan, store=store, key="k", sizes=sizes, report=stop)
    resumed = train_on(data, plan, store=store, key="k", sizes=sizes)
    assert (resumed.weights.contact.weights[0] == whole.weights.contact.weights[0]).all()


def test_mixed_labels_favour_neither_side_more_than_the_plain_ones(tmp_path: Path) -> None:
    """One-ply labels are shifted towards the side on roll; the mixture takes the mean of that off in contact."""
    file = tmp_path / "labels.npz"
    sample = boards(300, 4)
    p = static_probabilities(sample, load_shipped_weights())
    deep = np.clip(p + np.array([0.02, 0.01, 0, -0.01, 0]), 0, 1)
    scaled = {f"p{k}": np.rint(65535 * x).astype(np.uint16) for k, x in enumerate((p, deep))}
    np.savez(file, key=keys_from_boards(sample), group=np.arange(300) // 2, **scaled)
    plain, mixed = load_labelled(file), load_labelled(file, (0.35, 0.65))
    contact = contact_mask(mixed.boards)
    gap = (mixed.targets - plain.targets) @ OUTCOME_WEIGHTS
    assert abs(gap[contact].mean()) < 0.002
    assert gap[~contact].max() > 0.01, "races are labelled as they are"


def test_a_file_without_the_needed_arrays_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "labels.npz"
    label_file(file, 10)
    with pytest.raises(InputError, match="p2"):
        load_labelled(file, (0.2, 0.3, 0.5))
    (tmp_path / "x.npz").write_bytes(b"no")
    with pytest.raises(InputError, match="key"):
        load_labelled(tmp_path / "x.npz")


def test_masks_tell_contact_races_and_bearoffs_apart() -> None:
    sample = boards(80, 5)
    from kibitz.games.backgammon.board import Position

    positions = [Position.from_array(board) for board in sample]
    assert contact_mask(sample).tolist() == [position.has_contact for position in positions]
    assert (home_mask(sample) & ~contact_mask(sample)).tolist() == [position.is_bearoff for position in positions]


@pytest.mark.slow
def test_own_look_ahead_labels_positions_without_a_teacher() -> None:
    sample, groups = self_play_positions(load_shipped_weights(), 6, seed=1)
    assert 6 <= len(sample) == len(groups) <= 12
    targets = label_by_lookahead(load_shipped_weights(), sample)
    assert ((targets >= 0) & (targets <= 1)).all()
    gap = (targets - static_probabilities(sample, load_shipped_weights())) @ OUTCOME_WEIGHTS
    assert 0 < np.abs(gap).mean() < 0.2, "look-ahead moves values, but not far"
    assert abs(gap.mean()) < 0.02, "and favours no side"


def test_own_positions_are_the_same_however_they_are_cut_into_tasks_for_workers() -> None:
    one = self_play_positions(load_shipped_weights(), 4, seed=2)
    with ThreadPoolExecutor(2) as pool:
        two = self_play_positions(load_shipped_weights(), 4, seed=2, executor=pool)
    assert (one[0] == two[0]).all()
    assert (one[1] == two[1]).all()
