"""The weights of an evaluator: networks for contact, for races, and a small one that prunes; with their provenance."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from kibitz.core.errors import InputError
from kibitz.files import read_bytes, write_bytes
from kibitz.games.backgammon.nets.inputs import N_INPUTS, N_RAW_INPUTS
from kibitz.learn.checkpoint import MAX_BYTES, network_arrays, network_from_arrays, pack_arrays, unpack_arrays
from kibitz.learn.network import Network

SHIPPED_FILE = "weights.npz"
OUTPUTS = 5
"""Win, win_g, win_bg, lose_g, lose_bg of the player on roll; gammons include backgammons."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The networks of one evaluator, their provenance, and the hash of their file, if there is one."""

    contact: Network
    race: Network
    pruning: Network
    about: dict[str, Any] = field(default_factory=dict)
    hash: str = ""

    def __post_init__(self) -> None:
        for name, network, inputs in (
            ("contact", self.contact, N_INPUTS),
            ("race", self.race, N_INPUTS),
            ("pruning", self.pruning, N_RAW_INPUTS),
        ):
            if len(network.weights) != 2 or network.sizes[0] != inputs or network.sizes[-1] != OUTPUTS:
                raise InputError(f"weights: the {name} network must be {inputs}-hidden-{OUTPUTS}, not {network.sizes}")

    @property
    def id(self) -> str:
        """The first letters of the hash, for provenance."""
        return self.hash[:12]


def save_weights(path: str | Path, weights: Weights, half: bool = False) -> None:
    """Write weights with their provenance, atomically."""
    write_bytes(path, pack_weights(weights, half))


def pack_weights(weights: Weights, half: bool = False) -> bytes:
    """The bytes of a weights file."""
    arrays: dict[str, Any] = {}
    for name in ("contact", "race", "pruning"):
        arrays |= network_arrays(name, getattr(weights, name))
    return pack_arrays(arrays, weights.about, half)


def load_weights(path: str | Path) -> Weights:
    """Read what `save_weights` wrote."""
    return unpack_weights(read_bytes(path, MAX_BYTES), str(path))


def unpack_weights(data: bytes, name: str) -> Weights:
    """Weights from the bytes of their file; ``name`` is the name in error messages."""
    arrays, about = unpack_arrays(data, name)
    contact, race, pruning = (network_from_arrays(part, arrays) for part in ("contact", "race", "pruning"))
    return Weights(contact, race, pruning, about, hashlib.sha256(data).hexdigest())


@cache
def load_shipped_weights() -> Weights:
    """The weights that come with the package."""
    return load_weights(Path(__file__).parents[1] / "data" / SHIPPED_FILE)
