"""The weights of an evaluator: networks for contact, for races, and a small one that prunes; with their provenance."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from kibitz.core.errors import InputError
from kibitz.games.backgammon.nets.inputs import INPUTS, RAW
from kibitz.learn.checkpoint import file_hash, load_arrays, network_arrays, network_from, save_arrays
from kibitz.learn.network import Network

SHIPPED = "weights.npz"
OUTPUTS = 5
"""Win, win_g, win_bg, lose_g, lose_bg of the player on roll; a gammon counts a backgammon too."""


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The networks of one evaluator, what they were made from, and the hash of their file, if there is one."""

    contact: Network
    race: Network
    pruning: Network
    about: dict[str, Any] = field(default_factory=dict)
    hash: str = ""

    def __post_init__(self) -> None:
        for name, network, inputs in (
            ("contact", self.contact, INPUTS), ("race", self.race, INPUTS), ("pruning", self.pruning, RAW),
        ):  # fmt: skip
            if len(network.weights) != 2 or network.sizes[0] != inputs or network.sizes[-1] != OUTPUTS:
                raise InputError(f"weights: the {name} network must be {inputs}-hidden-{OUTPUTS}, not {network.sizes}")

    @property
    def id(self) -> str:
        """The first letters of the hash, for provenance."""
        return self.hash[:12]


def save_weights(path: str | Path, weights: Weights, half: bool = False) -> None:
    """Write weights with their provenance, whole or not at all."""
    arrays: dict[str, Any] = {}
    for name in ("contact", "race", "pruning"):
        arrays |= network_arrays(name, getattr(weights, name))
    save_arrays(path, arrays, weights.about, half)


def load_weights(path: str | Path) -> Weights:
    """Read what `save_weights` wrote."""
    arrays, about = load_arrays(path)
    contact, race, pruning = (network_from(name, arrays) for name in ("contact", "race", "pruning"))
    return Weights(contact, race, pruning, about, file_hash(path))


@cache
def shipped_weights() -> Weights:
    """The weights that come with the package."""
    with as_file(files("kibitz.games.backgammon") / "data" / SHIPPED) as path:
        return load_weights(path)
