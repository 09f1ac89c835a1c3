"""Neurogammon 1.0 as a player: six move networks, the doubling network, and the race."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.files import read_bytes, write_bytes
from kibitz.games.backgammon.board.position import Boards, Position
from kibitz.games.backgammon.cube.decision import CubeDecision, cube_decision
from kibitz.games.backgammon.cube.life import cube_life
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.nets.probabilities import Probabilities
from kibitz.games.backgammon.neurogammon.cube_view import CubeView
from kibitz.games.backgammon.neurogammon.doubling import blended_chance, network_chance
from kibitz.games.backgammon.neurogammon.inputs import (
    CUBE_INPUTS,
    MOVE_INPUTS,
    contact_measure,
    cube_inputs,
    move_inputs,
)
from kibitz.games.backgammon.neurogammon.phases import Phase, phase_of
from kibitz.games.backgammon.play.conventional import race_chance
from kibitz.learn.checkpoint import MAX_BYTES, network_arrays, network_from_arrays, pack_arrays, unpack_arrays
from kibitz.learn.network import Network

SHIPPED_FILE = "neurogammon.npz"


@dataclass(frozen=True, slots=True, eq=False)
class Neurogammon:
    """A player: moves by the network of the phase, cube by the blend of network and race."""

    moves: dict[Phase, Network]
    doubling: Network
    about: dict[str, Any]
    name: str = "Neurogammon 1.0"
    cube: str = "blend"
    """The estimate used for cube actions: network, race or blend."""

    def scores(self, board: Boards, results: Boards) -> FloatArray:
        """The phase network's score of each result (opponent on roll), for the mover; finishing beats all."""
        network = self.moves[phase_of(Position.from_array(board))]
        seen = move_inputs(np.ascontiguousarray(results[:, ::-1]))
        scores = np.asarray(network.outputs(seen)[:, 0], dtype=np.float64)
        scores[~results[:, 1].any(axis=1)] = np.inf
        return scores

    def choose(self, board: Boards, results: Boards, state: CubeState, rng: np.random.Generator) -> int:
        """The result of the highest score."""
        return int(np.argmax(self.scores(board, results)))

    def all_scores(self, results: Boards) -> FloatArray:
        """The scores ``(6, n)`` of results by each of the six networks, in the order of `Phase`."""
        seen = move_inputs(np.ascontiguousarray(results[:, ::-1]))
        return np.stack([np.asarray(self.moves[phase].outputs(seen)[:, 0], dtype=np.float64) for phase in Phase])

    def view(self, board: Boards) -> CubeView:
        """All that its cube decision rests on, before the roll."""
        position = Position.from_array(board)
        outputs = self.doubling.outputs(cube_inputs(board[None]))
        p_network, p_race = float(network_chance(outputs)[0]), race_chance(*position.pips)
        contact = contact_measure(position)
        blend = blended_chance(p_network, p_race, contact)
        chance = {"network": p_network, "race": p_race}.get(self.cube, blend)
        return CubeView(tuple(float(value) for value in outputs[0]), p_network, p_race, contact, chance)

    def chance(self, board: Boards) -> float:
        """The winning chance used for cube actions."""
        return self.view(board).chance

    def decision(self, board: Boards, state: CubeState) -> CubeDecision:
        """The comparison with the doubling point p_0 and the take point of the match score, without gammons."""
        p = Probabilities(self.chance(board), 0, 0, 0, 0)
        return cube_decision(p, state, cube_life(Position.from_array(board)))

    def doubles(self, board: Boards, state: CubeState, rng: np.random.Generator) -> bool:
        """Whether the chance has passed p_0."""
        return self.decision(board, state).should_double

    def takes(self, board: Boards, state: CubeState, rng: np.random.Generator) -> bool:
        """Whether the chance is enough to take."""
        return self.decision(board, state).should_take


def save_neurogammon(path: str | Path, program: Neurogammon) -> None:
    """Write all networks with their provenance."""
    write_bytes(path, pack_neurogammon(program))


def pack_neurogammon(program: Neurogammon) -> bytes:
    """The bytes of its file."""
    arrays = network_arrays("doubling", program.doubling)
    for phase, network in program.moves.items():
        arrays |= network_arrays(phase.name.lower(), network)
    return pack_arrays(arrays, program.about)


def load_neurogammon(path: str | Path) -> Neurogammon:
    """Read what `save_neurogammon` wrote."""
    return unpack_neurogammon(read_bytes(path, MAX_BYTES), str(path))


def unpack_neurogammon(data: bytes, name: str) -> Neurogammon:
    """The program from the bytes of its file; ``name`` is the name in error messages."""
    arrays, about = unpack_arrays(data, name)
    moves = {phase: network_from_arrays(phase.name.lower(), arrays, linear=True) for phase in Phase}
    doubling = network_from_arrays("doubling", arrays)
    for network, inputs in (*((each, MOVE_INPUTS) for each in moves.values()), (doubling, CUBE_INPUTS)):
        if network.sizes[0] != inputs:
            raise InputError(f"{name}: a network must have {inputs} inputs, not {network.sizes[0]}")
    return Neurogammon(moves, doubling, about)


@cache
def load_shipped_neurogammon() -> Neurogammon:
    """The Neurogammon 1.0 that comes with the package."""
    return load_neurogammon(Path(__file__).parents[1] / "data" / SHIPPED_FILE)
