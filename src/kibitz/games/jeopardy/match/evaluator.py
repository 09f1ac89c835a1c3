"""Evaluators of matches on disk: one network for game 1 and one for game 2 of each match-up, 16-bit."""

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
from kibitz.games.jeopardy.rollout.state_rows import TOTALS, opening_row
from kibitz.games.jeopardy.show import SEATS, Rules
from kibitz.games.jeopardy.value.features import NOTHING_KNOWN, KnownAbilities
from kibitz.games.jeopardy.value.match_features import MATCH_INPUTS
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from kibitz.learn.checkpoint import network_from_arrays, unpack_arrays
from kibitz.learn.network import Network

IntArray = NDArray[np.int64]

OUTPUTS = 6
"""First and second place of me, of the better placed opponent and of the other."""


@dataclass(frozen=True, slots=True, eq=False)
class MatchEvaluator:
    """Chances to finish a match first and second, of one player and of the two others, from any state of one game."""

    network: Network
    about: dict[str, Any]
    hash: str = ""

    def __post_init__(self) -> None:
        sizes = self.network.sizes
        if sizes[0] != MATCH_INPUTS or sizes[-1] != OUTPUTS or len(sizes) != 3:
            raise InputError(f"evaluator: must be a network {MATCH_INPUTS}-hidden-{OUTPUTS}, not {sizes}")

    @property
    def id(self) -> str:
        """Its name in provenance."""
        return self.hash[:12]

    def places(self, rows: IntArray, me: int, known: KnownAbilities = NOTHING_KNOWN) -> FloatArray:
        """Chances of the seats to finish first and second (n x 3 x 2) in states; each place sums to one."""
        abilities = np.array([0.0 if each is None else each for each in known.abilities])
        flags = known_flags(known, me)
        n = len(rows)
        return self.places_of(rows, np.full(n, me), np.tile(abilities, (n, 1)), np.tile(flags, (n, 1)))

    def places_of(self, rows: IntArray, seats: IntArray, abilities: FloatArray, known: FloatArray) -> FloatArray:
        """The same, each state seen by its own seat with its own players."""
        from kibitz.games.jeopardy.value import kernels

        x = np.zeros((len(rows), MATCH_INPUTS), dtype=np.float32)
        values = np.array([Rules().values(1), Rules().values(2)])
        kernels.write_feature_rows(np.ascontiguousarray(rows), seats, abilities, known, values, x)
        parts = np.array_split(x, -(-len(x) // 4096))
        out = np.concatenate([self.network.outputs(part) for part in parts]).astype(np.float64).reshape(-1, SEATS, 2)
        # What is left of each place goes to the opponents in proportion; who looks keeps its own.
        out[:, 0, 1] = np.minimum(out[:, 0, 1], 1 - out[:, 0, 0])
        rest = np.maximum(out[:, 1:].sum(axis=1), 1e-9)
        out[:, 1:] *= ((1 - out[:, 0]) / rest)[:, None, :]
        result = np.empty_like(out)
        n = np.arange(len(rows))
        for place, seat in enumerate(ordered_seats(rows, seats).T):
            result[n, seat] = out[:, place]
        return result

    def of_totals(self, totals: IntArray, me: int, known: KnownAbilities = NOTHING_KNOWN) -> FloatArray:
        """The same at the first state of game 2, for totals of game 1 (n x 3)."""
        rows = np.tile(opening_row(), (len(totals), 1))
        rows[:, TOTALS] = totals
        return self.places(rows, me, known)


def ordered_seats(rows: IntArray, seats: IntArray) -> IntArray:
    """The seat that looks, the better placed opponent by e = G2 + G1 / 2 and the other, of each state (n x 3)."""
    n = np.arange(len(rows))
    first, second = np.where(seats == 0, 1, 0), np.where(seats == 2, 1, 2)
    worth = 2 * rows[:, :SEATS] + rows[:, TOTALS]
    behind = worth[n, second] > worth[n, first]
    high, low = np.where(behind, second, first), np.where(behind, first, second)
    return np.stack([seats, high, low], axis=1)


def known_flags(known: KnownAbilities, me: int) -> FloatArray:
    """Knowledge inputs of a network, in kernel order: own ability known, opponents' known, the champion's seat."""
    others = [ability for seat, ability in enumerate(known.abilities) if seat != me]
    both = all(ability is not None for ability in others)
    champion = -1 if known.champion is None else known.champion
    return np.array([known.abilities[me] is not None, both, champion], dtype=np.float64)


def unpack_match_evaluator(data: bytes, source: str = "evaluator") -> MatchEvaluator:
    """Read what `kibitz.games.jeopardy.value.evaluator.pack_evaluator` made of a network for matches."""
    arrays, about = unpack_arrays(data, source)
    return MatchEvaluator(network_from_arrays("net", arrays), about, hashlib.sha256(data).hexdigest())


@cache
def load_shipped_match_evaluator(matchup: Matchup, game: int) -> MatchEvaluator:
    """The evaluator of game 1 or 2 of a match-up that comes with the package."""
    if matchup.role is EvaluatorRole.PEOPLE:
        raise InputError("me: in a match, say which player you are")
    file = files("kibitz.games.jeopardy") / "data" / "match_nets" / f"{matchup.name}-game{game}.npz"
    return unpack_match_evaluator(file.read_bytes(), file.name)
