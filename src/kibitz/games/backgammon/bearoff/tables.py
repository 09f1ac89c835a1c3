"""The bearoff tables: computed by `kernels` on first need, saved in the user's cache folder, then read from there.

One-sided: for up to 15 checkers of one side on its six home points, the chances to bear off all of them in k rolls
(played to make the mean smallest) and to bear off the first one. Two-sided: for up to 6 checkers each, the chance to
win and the cubeful money equities, exact.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz import files
from kibitz.core import FloatArray
from kibitz.core.errors import InputError
from kibitz.core.work import Progress, no_progress
from kibitz.files import write_bytes
from kibitz.games.backgammon.bearoff.index import all_men, binomials, men_indices, position_count
from kibitz.games.backgammon.board.position import MEN, Boards
from kibitz.learn.network import Floats

MAX_ROLLS = 32
"""Numbers of rolls in the table, 0 to 31; no bearoff takes longer with a chance above 1e-30."""
MAX_TWO_SIDED_MEN = 6
"""Maximum number of checkers per side in the two-sided table."""
_BLOCKS = 40


@dataclass(frozen=True, slots=True, eq=False)
class OneSidedTable:
    """By number of a side's checkers: chances to finish in k rolls, and to have one off in k, each ``(n, 32)``."""

    rolls: Floats
    first: Floats

    @property
    def means(self) -> FloatArray:
        """Expected rolls to bear off all checkers, by number."""
        return np.asarray(self.rolls.astype(np.float64) @ np.arange(MAX_ROLLS))


@dataclass(frozen=True, slots=True, eq=False)
class TwoSidedTable:
    """By numbers of both sides' checkers, on roll first, ``(n, n, 4)``: chance to win; money equity per unit of cube
    with own cube, centred, opponent's cube, before the decision to double."""

    table: Floats


def cache_folder() -> Path:
    """The folder of the saved tables."""
    return files.cache_folder() / "backgammon"


_in_memory: dict[str, Floats] = {}
"""Tables that this process has read or computed."""


def one_sided_table(progress: Progress = no_progress) -> OneSidedTable:
    """The one-sided table of 54,264 positions; the first call ever takes some seconds."""

    def compute() -> Floats:
        table = compute_one_sided(progress)
        return np.stack([table.rolls, table.first])

    rolls, first = _table("one-sided-v1.npy", (2, position_count(MEN), MAX_ROLLS), compute)
    return OneSidedTable(rolls, first)


def compute_one_sided(progress: Progress = no_progress, men: int = MEN) -> OneSidedTable:
    """The table for up to ``men`` checkers, computed; rows of fewer than 15 have their first checker off already."""
    from kibitz.games.backgammon.bearoff.kernels import one_sided_block

    n = position_count(men)
    rolls, first = np.zeros((n, MAX_ROLLS), dtype=np.float32), np.zeros((n, MAX_ROLLS), dtype=np.float32)
    means = np.zeros((n, 2))
    edges = np.linspace(0, n, _BLOCKS + 1).astype(int)
    for done, (start, stop) in enumerate(itertools.pairwise(edges), start=1):
        one_sided_block(all_men(men), binomials(), int(start), int(stop), rolls, first, means)
        progress(done, _BLOCKS)
    return OneSidedTable(rolls, first)


def two_sided_table(progress: Progress = no_progress) -> TwoSidedTable:
    """The two-sided table of 924 x 924 pairs; the first call ever takes some seconds."""
    n = position_count(MAX_TWO_SIDED_MEN)
    return TwoSidedTable(_table("two-sided-v1.npy", (n, n, 4), lambda: compute_two_sided(progress).table))


def compute_two_sided(progress: Progress = no_progress, men: int = MAX_TWO_SIDED_MEN) -> TwoSidedTable:
    """The table for up to ``men`` checkers a side, computed."""
    from kibitz.games.backgammon.bearoff.kernels import all_successors, two_sided_diagonal

    n = position_count(men)
    links, starts = all_successors(all_men(men), binomials())
    table = np.zeros((n, n, 4), dtype=np.float32)
    table[:, 0] = (0.0, -1.0, -1.0, -1.0)  # the opponent has finished
    table[0, 1:] = 1.0
    for total in range(2, 2 * n - 1):
        two_sided_diagonal(links, starts, total, n, table)
        progress(total - 1, 2 * n - 3)
    return TwoSidedTable(table)


def bearoff_probabilities(boards: Boards, table: OneSidedTable, small: TwoSidedTable | None = None) -> FloatArray:
    """Win, win_g, win_bg, lose_g, lose_bg ``(n, 5)`` for the side on roll; all checkers of both sides must be home."""
    if boards[:, :, 6:].any():
        raise InputError("boards: all checkers of both sides must be in their home boards")
    own, other = men_indices(boards[:, 0, :6]), men_indices(boards[:, 1, :6])
    mine, his = table.rolls[own].astype(np.float64), table.rolls[other].astype(np.float64)
    result = np.zeros((len(boards), 5))
    result[:, 0] = (mine * _at_least(his)).sum(axis=1)
    # The loser of a gammon has not borne off one checker: before our k-th roll he had k - 1, before his k-th we had k.
    result[:, 1] = (mine * _at_least(table.first[other].astype(np.float64))).sum(axis=1)
    result[:, 3] = (his[:, :-1] * _at_least(table.first[own].astype(np.float64))[:, 1:]).sum(axis=1)
    result[:, 1] *= boards[:, 1].sum(axis=1) == MEN
    result[:, 3] *= boards[:, 0].sum(axis=1) == MEN
    if small is not None:
        few = (boards.sum(axis=2) <= MAX_TWO_SIDED_MEN).all(axis=1)
        result[few, 0] = small.table[own[few], other[few], 0]
    # Sums of rounded chances may stray from 0 and 1 in the last place.
    result[:, 0] = np.clip(result[:, 0], 0, 1)
    result[:, 1] = np.clip(result[:, 1], 0, result[:, 0])
    result[:, 3] = np.clip(result[:, 3], 0, 1 - result[:, 0])
    return result


def _at_least(chances: FloatArray) -> FloatArray:
    """Chance that the number of rolls is k or more, by k."""
    return np.asarray(np.cumsum(chances[:, ::-1], axis=1)[:, ::-1])


def _table(name: str, shape: tuple[int, ...], compute: Callable[[], Floats]) -> Floats:
    """A table from memory, else from the cache folder, else computed and saved in both."""
    if name not in _in_memory:
        table = _load_cached(name, shape)
        if table is None:
            table = compute()
            _save_cached(name, table)
        _in_memory[name] = table
    return _in_memory[name]


def _load_cached(name: str, shape: tuple[int, ...]) -> Floats | None:
    """A table from the cache folder; ``None`` if it is missing, damaged or of another shape."""
    try:
        array: NDArray[np.float32] = np.load(cache_folder() / name, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return array if array.shape == shape and array.dtype == np.float32 else None


def _save_cached(name: str, array: Floats) -> None:
    """Write a table atomically; if the folder cannot be written, the next run computes it again."""
    stream = io.BytesIO()
    np.save(stream, array)
    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
        write_bytes(cache_folder() / name, stream.getvalue())
    except (OSError, InputError):
        return
