"""Training of Neurogammon: one network per phase by comparison and by relative scores, and the doubling network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray
from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import Boards
from kibitz.games.backgammon.neurogammon.doubling import CATEGORIES, category_targets, doubling_category
from kibitz.games.backgammon.neurogammon.expert import (
    ExpertPlay,
    comparison_choices,
    csv_rows,
    relative_scores,
    transition_choices,
)
from kibitz.games.backgammon.neurogammon.inputs import CUBE_INPUTS, MOVE_INPUTS, SCORE_INPUTS, cube_inputs
from kibitz.games.backgammon.neurogammon.phases import Phase
from kibitz.games.backgammon.notation.position_id import parse_position_id
from kibitz.learn.comparison import ComparisonPlan, best_options, train_by_comparison
from kibitz.learn.losses import ValueLoss
from kibitz.learn.network import Network, random_network
from kibitz.learn.score_regression import train_on_scores
from kibitz.learn.supervised import Examples, TrainingPlan, TrainingState, train

HIDDEN = 12
MIN_STEPS = 4000
"""Minimum number of steps of comparison training per phase."""
MAX_EPOCHS = 400
"""Maximum number of passes, for phases with few plays."""
DOUBLING_HIDDEN = 24
OUTCOME_COLUMNS = ("win", "win_g", "win_bg", "lose_g", "lose_bg")


@dataclass(frozen=True, slots=True, eq=False)
class PhaseResult:
    """Both training methods on one phase: networks, and for each test play whether they agree with the expert."""

    phase: Phase
    comparison: Network
    relative: Network | None
    agree_comparison: FloatArray
    agree_relative: FloatArray


def split_by_game(plays: list[ExpertPlay]) -> tuple[list[ExpertPlay], list[ExpertPlay], list[ExpertPlay]]:
    """Plays to train on, to stop by, and to test on, by game: hashes 0 and 1 test, 2 validates."""
    test = [play for play in plays if play.held_out]
    stop = [play for play in plays if play.game[0] == "2"]
    return [play for play in plays if play.game[0] not in "012"], stop, test


def train_phase(
    phase: Phase,
    plays: list[ExpertPlay],
    plan: ComparisonPlan,
    relative: bool = True,
    start: Network | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> PhaseResult:
    """Train one phase's networks, 12 hidden units each, stopped at the best agreement on the validation games."""
    learn, stop, test = split_by_game([play for play in plays if play.phase is phase])
    rng = np.random.default_rng(plan.seed)
    start = start or random_network((MOVE_INPUTS, HIDDEN, 1), rng, linear=True)
    # Phases that are rare get as many steps as the others.
    epochs = max(plan.epochs, min(MAX_EPOCHS, -(-MIN_STEPS * plan.batch // max(1, len(learn)))))
    comparison, _ = train_by_comparison(
        start, comparison_choices(learn), comparison_choices(stop), replace(plan, epochs=epochs), progress
    )
    choices = comparison_choices(test)
    agree = np.asarray(best_options(comparison, choices) == choices.chosen, dtype=np.float64)
    if not relative:
        return PhaseResult(phase, comparison, None, agree, np.zeros(0))
    x, scores = relative_scores(learn)
    start = random_network((SCORE_INPUTS, HIDDEN, 1), rng, linear=True)
    network, _ = train_on_scores(start, x, scores, transition_choices(stop), replace(plan, epochs=epochs))
    transitions = transition_choices(test)
    agree_relative = np.asarray(best_options(network, transitions) == transitions.chosen, dtype=np.float64)
    return PhaseResult(phase, comparison, network, agree, agree_relative)


@dataclass(frozen=True, slots=True, eq=False)
class CubeRows:
    """Positions before the roll with their strength from 1 to 9, and which belong to the test games."""

    boards: Boards
    strength: FloatArray
    test: NDArray[np.bool_]


def cube_rows(data: bytes, name: str) -> CubeRows:
    """Cube decisions from the bytes of a CSV file with columns ``game``, ``position_id`` and the five chances."""
    rows = [row for row in csv_rows(data, name, ("game", "position_id", *OUTCOME_COLUMNS)) if row["win"]]
    if not rows:
        raise InputError(f"{name}: no row has chances; fill the column win")
    try:
        p = np.array([[float(row[chance]) for chance in OUTCOME_COLUMNS] for row in rows])
    except ValueError:
        raise InputError(f"{name}: chances must be numbers from 0 to 1") from None
    if not ((p >= 0) & (p <= 1)).all():
        raise InputError(f"{name}: chances must be numbers from 0 to 1")
    boards = np.stack([parse_position_id(row["position_id"]).to_array() for row in rows])
    test = np.array([row["game"][:1] in ("0", "1") for row in rows])
    return CubeRows(boards, doubling_category(p @ np.array([2, 1, 1, -1, -1]) - 1), test)


def train_doubling(
    boards: Boards,
    categories: FloatArray,
    held_out: FloatArray,
    plan: TrainingPlan,
    start: Network | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Network:
    """The 243-24-9 network on positions before the roll; ``held_out`` marks rows that only validate."""
    x, targets = cube_inputs(boards), category_targets(categories)
    loss = ValueLoss(np.ones(CATEGORIES, dtype=np.float32), 0.0, 0.0)
    mask = np.asarray(held_out, dtype=bool)

    def examples(rows: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Examples:
        chosen = x[rows]
        return Examples(lambda picked: chosen[picked], targets[rows], np.arange(int(rows.sum()), dtype=np.int64))

    start = start or random_network((CUBE_INPUTS, DOUBLING_HIDDEN, CATEGORIES), np.random.default_rng(plan.seed))
    training = train(TrainingState.start(start), examples(~mask), examples(mask), loss, plan, progress=progress)
    return training.network
