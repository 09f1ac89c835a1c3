"""Evaluators on disk: one small network for each match-up, 16-bit, with what it was made from."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
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

OUTPUTS = 2
IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class StateEvaluator:
    """Chances of a player to finish first and second, from any state; the two others may be exchanged."""

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

    def places(self, rows: Sequence[IntArray] | IntArray, known: KnownAbilities = NOTHING_KNOWN) -> FloatArray:
        """Chances of the three seats to finish first, second and third in states (n x 3 x 3).

        The network looks from each seat. Each place sums to one; the player who bets well keeps its own chances as far
        as that allows.
        """
        inputs = [
            features(tuple(row[:SEATS].tolist()), seat, int(row[3]), remaining_after(row), known)
            for row in rows
            for seat in range(SEATS)
        ]
        looks = self.network.outputs(np.stack(inputs)).astype(np.float64).reshape(-1, SEATS, OUTPUTS)
        first = _to_one(looks[:, :, 0], known.expert)
        second = _to_one(np.minimum(looks[:, :, 1], 1 - first), known.expert)
        second = np.minimum(second, 1 - first)
        return np.stack([first, second, 1 - first - second], axis=2)

    def chances(self, row: IntArray, known: KnownAbilities = NOTHING_KNOWN) -> tuple[float, float, float]:
        """Win chances of the three seats in a state; they sum to one."""
        a, b, c = self.places([row], known)[0, :, 0].tolist()
        return a, b, c

    def own_chances(self, rows: IntArray, me: int, known: KnownAbilities = NOTHING_KNOWN) -> FloatArray:
        """Win chance of seat ``me`` in each of many states."""
        left = [remaining_after(row) for row in rows]
        x = np.stack(
            [
                features(tuple(row[:3].tolist()), me, int(row[3]), rest, known)
                for row, rest in zip(rows, left, strict=True)
            ]
        )
        return self.network.outputs(x)[:, 0].astype(np.float64)


def _to_one(looks: FloatArray, kept: int | None) -> FloatArray:
    """Chances of the seats (n x 3) scaled to sum to one; seat ``kept`` keeps its own."""
    if kept is None:
        return np.asarray(looks / np.maximum(looks.sum(axis=1, keepdims=True), 1e-9))
    result, others = looks.copy(), [seat for seat in range(SEATS) if seat != kept]
    rest = np.maximum(looks[:, others].sum(axis=1, keepdims=True), 1e-9)
    result[:, others] *= (1 - looks[:, [kept]]) / rest
    return result


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
