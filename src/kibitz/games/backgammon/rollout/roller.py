"""Roller: rolls out the candidates of one decision against each other, plays or cube actions, at any score.

Trials are truncated, the cube is alive in them, all candidates see the same dice, and each trial is luck-adjusted. A
candidate that is worse than the best by 2.33 standard errors of the paired difference is rolled out no further. The
roller stops when one is left, when all errors of differences are small enough, or at the limit of trials.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray
from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import Boards, Position
from kibitz.games.backgammon.cube.cube_arrays import CubeArrays, cube_arrays, state_index
from kibitz.games.backgammon.cube.outcome_weights import outcome_weights, play_weights
from kibitz.games.backgammon.cube.state import MAX_CUBE, CubeState, Owner
from kibitz.games.backgammon.moves.dice import Dice
from kibitz.games.backgammon.nets.probabilities import opponent_weights
from kibitz.games.backgammon.nets.weights import Weights
from kibitz.games.backgammon.rollout.rollout import TRIALS_PER_TASK, block_dice
from kibitz.games.backgammon.search.cube_search import search_cube_decision, single_game_worths
from kibitz.games.backgammon.search.engine_arrays import EngineArrays, SearchWorkspace, build_engine, new_workspace
from kibitz.simulate.executors import Progress, no_progress, run_all, spawn_seeds

if TYPE_CHECKING:
    from kibitz.games.backgammon.cube.match_equity import MatchEquities
    from kibitz.games.backgammon.search.searcher import Searcher

BLOCKS_PER_ROUND = 4
"""Blocks of 36 trials that each candidate gets between two looks at the errors."""
BEST_BY_ERRORS = 2.33
"""Standard errors of a paired difference from which a candidate counts as worse: one-sided 1 %."""


@dataclass(frozen=True, slots=True)
class RollerSettings:
    """Turns before a trial is cut off, limit of trials per candidate, target error of differences, candidates, seed."""

    turns: int = 7
    max_trials: int = 1296
    target_se: float = 0.003
    candidates: int = 5
    within: float = 0.12
    plies: int = 2
    seed: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.turns <= 200:
            raise InputError(f"turns: must be from 1 to 200, not {self.turns}")
        if self.max_trials < BLOCKS_PER_ROUND * TRIALS_PER_TASK:
            raise InputError(f"trials: must be at least {BLOCKS_PER_ROUND * TRIALS_PER_TASK}, not {self.max_trials}")


@dataclass(frozen=True, slots=True)
class RolledChoice:
    """One candidate: equity per unit of cube for the player who decides, its error, and the trials it got.

    ``behind`` is what it loses against the best, with the error of that paired difference.
    """

    name: str
    equity: float
    se: float
    trials: int
    behind: float = 0.0
    behind_se: float = 0.0
    after: Position | None = None


@dataclass(frozen=True, slots=True)
class RollerResult:
    """The candidates, and why the roller stopped; plays come best first, cube actions as no double, take, pass."""

    choices: tuple[RolledChoice, ...]
    stopped: str


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """Where the trials of a candidate start: board, side on roll, cube state, and whether that side may double."""

    name: str
    board: Boards
    side: int
    state: int
    decides: bool
    after: Position | None = None


OnRound = Callable[[RollerResult], None]


def roll_plays(
    searcher: Searcher,
    position: Position,
    dice: Dice,
    state: CubeState,
    settings: RollerSettings = RollerSettings(),  # noqa: B008 - a frozen value
    executor: Executor | None = None,
    progress: Progress = no_progress,
    on_round: OnRound | None = None,
) -> RollerResult:
    """Roll out the best plays of a roll by the search; equities are for the mover, per unit of cube."""
    from kibitz.games.backgammon.moves.legal import legal_plays
    from kibitz.games.backgammon.notation.play import format_play

    plays = {play.after: format_play(play.steps) for play in legal_plays(position, dice)}
    boards = np.stack([after.to_array() for after in plays])
    ranked = searcher.rank(position, dice, settings.plies, play_weights(state, searcher.table), boards, state)
    chosen = [r for r in ranked if r.worth >= ranked[0].worth - settings.within][: settings.candidates]
    candidates = [
        _Candidate(plays[r.after], r.after.to_array(), 1, state_index(state.owner), True, r.after) for r in chosen
    ]
    return _roll(searcher, candidates, state, settings, executor, progress, on_round)


def roll_cube(
    searcher: Searcher,
    position: Position,
    state: CubeState,
    settings: RollerSettings = RollerSettings(),  # noqa: B008 - a frozen value
    executor: Executor | None = None,
    progress: Progress = no_progress,
    on_round: OnRound | None = None,
) -> RollerResult:
    """Roll out no double and double/take; double/pass is exact. ``behind``: what each loses with the best answer."""
    if not state.may_double:
        raise InputError("cube: the player on roll cannot double here; give a position with a cube decision")
    board = position.to_array()
    candidates = [
        _Candidate("no double", board, 0, state_index(state.owner), False),
        _Candidate("double, take", board, 0, state_index(Owner.OPPONENT, 1), False),
    ]
    result = _roll(searcher, candidates, state, settings, executor, progress, on_round, cube=True)
    exact = search_cube_decision(searcher, position, state, 0)
    drop = RolledChoice("double, pass", exact.double_pass, 0.0, 0)
    return replace(result, choices=(*result.choices, drop))


def _roll(
    searcher: Searcher,
    candidates: Sequence[_Candidate],
    state: CubeState,
    settings: RollerSettings,
    executor: Executor | None,
    progress: Progress,
    on_round: OnRound | None,
    cube: bool = False,
) -> RollerResult:
    table = searcher.table
    arrays = cube_arrays(state, table)
    readings = _level_readings(state, len(arrays.won), table)
    lost, won = single_game_worths(state, table)
    play = partial(_play_block, weights=searcher.weights, readings=readings, cube=arrays)
    limit = settings.max_trials // TRIALS_PER_TASK
    seeds = spawn_seeds(settings.seed, limit)
    trials: list[FloatArray] = [np.empty(0) for _ in candidates]
    alive = list(range(len(candidates)))
    result = RollerResult((), "trials")
    for start in range(0, limit, BLOCKS_PER_ROUND):
        blocks = [block_dice(np.random.default_rng(seed), settings.turns) for seed in seeds[start:][:BLOCKS_PER_ROUND]]
        tasks = [(candidates[i], dice) for i in alive for dice in blocks]
        worths = run_all(play, tasks, executor)
        for place, i in enumerate(alive):
            rows = np.concatenate(worths[place * len(blocks) : (place + 1) * len(blocks)])
            trials[i] = np.append(trials[i], (2 * rows - won - lost) / (won - lost))
        result, alive = _summarise(candidates, trials, alive, settings, cube)
        progress(limit if result.stopped else min(start + BLOCKS_PER_ROUND, limit), limit)
        if on_round is not None:
            on_round(result)
        if result.stopped:
            return result
    return replace(result, stopped="trials")


def _summarise(
    candidates: Sequence[_Candidate],
    trials: list[FloatArray],
    alive: list[int],
    settings: RollerSettings,
    cube: bool,
) -> tuple[RollerResult, list[int]]:
    """The result up to now, and the candidates to roll out further; an empty reason to stop means to go on.

    Errors come from single trials. That the first rolls of a block are spread evenly makes the true ones smaller.
    """
    best = max(alive, key=lambda i: float(trials[i].mean()))
    choices, still, errors = [], [best], []
    for i, candidate in enumerate(candidates):
        n = len(trials[i])
        gap, se = _mean_and_error(trials[best][:n] - trials[i])
        equity, own = _mean_and_error(trials[i])
        choices.append(RolledChoice(candidate.name, equity, own, n, gap, se, candidate.after))
        if i != best and i in alive and gap < BEST_BY_ERRORS * se:
            still.append(i)
            errors.append(se)
    if cube:
        return _summarise_cube(choices, trials, settings), alive
    stopped = "target error" if max(errors, default=0.0) <= settings.target_se else ""
    if len(still) == 1:
        stopped = f"best by {BEST_BY_ERRORS} standard errors"
    choices.sort(key=lambda choice: -choice.equity)
    return RollerResult(tuple(choices), stopped), sorted(still)


def _summarise_cube(choices: list[RolledChoice], trials: list[FloatArray], settings: RollerSettings) -> RollerResult:
    """Both decisions must be clear: to double, compared with the better answer, and to take, compared with 1."""
    none, take = choices
    gap, se = _mean_and_error((1.0 if take.equity > 1 else trials[1]) - trials[0])
    stopped = "target error" if max(se, take.se) <= settings.target_se else ""
    if abs(gap) >= BEST_BY_ERRORS * se and abs(take.equity - 1) >= BEST_BY_ERRORS * take.se:
        stopped = f"best by {BEST_BY_ERRORS} standard errors"
    no_double = replace(none, behind=max(0.0, gap), behind_se=se)
    return RollerResult((no_double, replace(take, behind=max(0.0, -gap), behind_se=se)), stopped)


def _mean_and_error(values: FloatArray) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values)))


def _level_readings(state: CubeState, levels: int, table: MatchEquities | None) -> NDArray[np.float32]:
    """Outcome weights of both sides by level of the cube, ``(levels, 2, 6)``."""
    rows = [play_weights(state, table)]
    for level in range(1, levels):
        cube = min(state.cube << level, MAX_CUBE)
        rows.append(outcome_weights(replace(state, cube=cube, owner=Owner.OWN, jacoby=False), table))
    return np.array([[row, opponent_weights(row)] for row in rows], dtype=np.float32)


@lru_cache(maxsize=1)
def _engine(weights: Weights) -> tuple[EngineArrays, SearchWorkspace]:
    return build_engine(weights), new_workspace()


def _play_block(
    task: tuple[_Candidate, NDArray[np.int8]], weights: Weights, readings: NDArray[np.float32], cube: CubeArrays
) -> FloatArray:
    from kibitz.games.backgammon.rollout.kernels import cubeful_block

    start, dice = task
    engine, room = _engine(weights)
    result: FloatArray = cubeful_block(
        start.board, start.side, start.state, start.decides, dice, engine, room, readings, 8, cube
    )
    return result
