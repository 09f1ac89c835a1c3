"""Evaluators on disk: one small network for each match-up, 16-bit, with what it was made from."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.rollout.state_rows import remaining_after
from kibitz.games.jeopardy.show import SEATS
from kibitz.games.jeopardy.value.features import N_INPUTS, NOTHING_KNOWN, KnownAbilities, features
from kibitz.games.jeopardy.value.matchups import Matchup
from kibitz.learn.checkpoint import network_arrays, network_from_arrays, pack_arrays, unpack_arrays
from kibitz.learn.network import Network

OUTPUTS = 3
IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class StateEvaluator:
    """Chances to win of one player and of the two others, in order of their scores, from any state."""

    network: Network
    about: dict[str, Any]
    hash: str = ""

    def __post_init__(self) -> None:
        if self.network.sizes[0] != N_INPUTS or self.network.sizes[-1] != OUTPUTS or len(self.network.weights) != 2:
            raise InputError(f"evaluator: must be a network {N_INPUTS}-hidden-{OUTPUTS}, not {self.network.sizes}")

    @property
    def id(self) -> str:
        """Its name in provenance."""
        return self.hash[:12]

    def chances(self, row: IntArray, me: int, known: KnownAbilities = NOTHING_KNOWN) -> tuple[float, float, float]:
        """Chances of the three seats in a state; they sum to one."""
        out = self.network.outputs(
            features(tuple(row[:3].tolist()), me, int(row[3]), remaining_after(row), known)[None]
        )[0]
        others = sorted((seat for seat in range(SEATS) if seat != me), key=lambda seat: -row[seat])
        values = np.zeros(SEATS)
        values[me] = out[0]
        level = row[others[0]] == row[others[1]] and row[3] == me
        high, low = (out[1:].mean(),) * 2 if level else (out[1], out[2])
        rest = max(float(high + low), 1e-9)
        values[others[0]], values[others[1]] = (1 - out[0]) * high / rest, (1 - out[0]) * low / rest
        a, b, c = values.tolist()
        return a, b, c

    def own_chances(self, rows: IntArray, me: int, known: KnownAbilities = NOTHING_KNOWN) -> FloatArray:
        """Chance of seat ``me`` in each of many states."""
        left = [remaining_after(row) for row in rows]
        x = np.stack(
            [
                features(tuple(row[:3].tolist()), me, int(row[3]), rest, known)
                for row, rest in zip(rows, left, strict=True)
            ]
        )
        return self.network.outputs(x)[:, 0].astype(np.float64)


def pack_evaluator(network: Network, about: dict[str, Any]) -> bytes:
    """An evaluator as the bytes of its file, weights in 16 bits."""
    return pack_arrays(network_arrays("net", network), about, half=True)


def unpack_evaluator(data: bytes, source: str = "evaluator") -> StateEvaluator:
    """Read what `pack_evaluator` made."""
    arrays, about = unpack_arrays(data, source)
    return StateEvaluator(network_from_arrays("net", arrays), about, hashlib.sha256(data).hexdigest())


@cache
def load_shipped_evaluator(matchup: Matchup) -> StateEvaluator:
    """The evaluator of a match-up that comes with the package."""
    file = files("kibitz.games.jeopardy") / "data" / "nets" / f"{matchup.name}.npz"
    return unpack_evaluator(file.read_bytes(), file.name)
