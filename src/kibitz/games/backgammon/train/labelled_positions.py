"""Files of labelled positions, as training data of networks.

A file is an .npz of arrays with one row per position before the roll: ``key`` uint8 (n, 10),
the bytes of the Position ID; ``p0``, and optionally ``p1`` and ``p2``, uint16 (n, 5), ``round(65535 p)`` of win,
win_g, win_bg, lose_g, lose_bg at 0, 1 and 2 plies, for the player on roll (win_g includes backgammons); ``group``
integers, equal for results of one roll from one position.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import InputError
from kibitz.files import read_bytes
from kibitz.games.backgammon.board.position import Boards
from kibitz.games.backgammon.notation.position_id import KEY_BYTES, boards_from_keys
from kibitz.learn.checkpoint import unpack_npz
from kibitz.learn.network import Floats
from kibitz.learn.supervised import Examples

OUTCOME_WEIGHTS = np.array([2, 1, 1, -1, -1], dtype=np.float32)
"""Cubeless equity = outputs @ OUTCOME_WEIGHTS - 1."""
MAX_STACK = 8
"""Outside home, stacks this high make labels unreliable (plies disagree by points)."""
MAX_SWING = 0.4
"""Rows whose 0- and 1-ply equities differ by more are skipped for the same reason."""
NEGLIGIBLE_CHANCE = 1e-4
"""Chances below this count as 0."""
MAX_BYTES = 200_000_000
HELD_OUT_STRIDE = 20
"""One group in this many is held out for validation."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPositions:
    """Positions with target probabilities ``(n, 5)`` and groups."""

    boards: Boards
    targets: Floats
    groups: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.boards)

    def select(self, mask: NDArray[np.bool_]) -> LabelledPositions:
        """Only the rows of a mask."""
        return LabelledPositions(self.boards[mask], self.targets[mask], self.groups[mask])

    def split(self) -> tuple[LabelledPositions, LabelledPositions]:
        """Rows to train on, and rows held out by group."""
        apart = self.groups % HELD_OUT_STRIDE == 0
        return self.select(~apart), self.select(apart)

    def examples(self, raw: bool = False) -> Examples:
        """As examples with all inputs, or the raw ones alone."""
        from kibitz.games.backgammon.nets.inputs import N_INPUTS, raw_inputs
        from kibitz.games.backgammon.nets.kernels import all_inputs

        def inputs(rows: NDArray[np.int64]) -> Floats:
            if raw:
                return raw_inputs(self.boards[rows])
            x = np.empty((len(rows), N_INPUTS), dtype=np.float32)
            all_inputs(self.boards[rows], x)
            return x

        return Examples(inputs, self.targets, self.groups)


def load_labelled(path: str | Path, mix: tuple[float, ...] = (1.0,)) -> LabelledPositions:
    """Read a file; the target is the mixture ``mix`` of the labels at 0, 1, 2 plies; doubtful rows are dropped."""
    return read_labelled(read_bytes(path, MAX_BYTES), str(path), mix)


def read_labelled(data: bytes, name: str, mix: tuple[float, ...] = (1.0,)) -> LabelledPositions:
    """The same from the bytes of a file; ``name`` is the name in error messages.

    One ply favours the side on roll. A mixture is corrected for the mean of that, so that it is as fair as the 0-ply
    labels.
    """
    try:
        file = unpack_npz(data)
        keys, groups = np.asarray(file["key"], np.uint8), np.asarray(file["group"]).astype(np.int64)
        plies = [np.asarray(file[f"p{ply}"], np.uint16) for ply in range(len(mix))]
    except (ValueError, KeyError, TypeError, OverflowError):
        needed = ", ".join(f"p{ply}" for ply in range(len(mix)))
        raise InputError(f"{name}: must be an .npz file with the arrays key, group, {needed}") from None
    if keys.ndim != 2 or keys.shape[1] != KEY_BYTES or any(p.shape != (len(keys), 5) for p in plies):
        raise InputError(f"{name}: key must be (n, 10) and labels (n, 5)")
    if not len(keys) or groups.shape != (len(keys),):
        raise InputError(f"{name}: must have at least one row, and a group for each")
    targets = np.zeros((len(keys), 5), dtype=np.float32)
    for share, p in zip(mix, plies, strict=True):
        targets += np.float32(share / 65535) * p
    boards = np.concatenate([boards_from_keys(part) for part in np.array_split(keys, -(-len(keys) // 100_000))])
    sound = ~(boards[:, :, 6:24].max(axis=(1, 2)) >= MAX_STACK)
    if len(mix) > 1:
        swing = (plies[1].astype(np.float32) - plies[0].astype(np.float32)) @ OUTCOME_WEIGHTS / 65535
        sound &= np.abs(swing) <= MAX_SWING
    order = np.argsort(groups, kind="stable")
    rows = order[sound[order]]
    result = LabelledPositions(boards[rows], targets[rows], groups[rows])
    return result if len(mix) == 1 else _remove_ply_bias(result, plies[0][rows])


def _remove_ply_bias(data: LabelledPositions, static: NDArray[np.uint16]) -> LabelledPositions:
    """Targets less their mean difference from the 0-ply labels in contact; certain outcomes stay certain."""
    contact = contact_mask(data.boards)
    if not contact.any():
        return data
    shift = (data.targets[contact] - static[contact] / np.float32(65535)).mean(axis=0)
    moved = np.clip(data.targets - shift, 0, 1).astype(np.float32)
    certain = (data.targets < NEGLIGIBLE_CHANCE) | ~contact[:, None]
    return LabelledPositions(data.boards, np.where(certain, data.targets, moved), data.groups)


def contact_mask(boards: Boards) -> NDArray[np.bool_]:
    """Which positions still have contact."""
    rears = np.where(boards.any(axis=2), 24 - np.argmax(boards[:, :, ::-1] > 0, axis=2), -1)
    return np.asarray((rears.min(axis=1) >= 0) & (rears.sum(axis=1) >= 24))


def home_mask(boards: Boards) -> NDArray[np.bool_]:
    """Which positions have all checkers of both sides home."""
    return np.asarray(~boards[:, :, 6:].any(axis=(1, 2)))
