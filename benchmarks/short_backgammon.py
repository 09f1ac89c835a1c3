"""Short figures of backgammon: a few positions, a few games, tiny trainings. `short_figures` compares them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from bench_neurogammon_paradigms import RelativePlayer, errors
from calibrate_backgammon_levels import decisions

from kibitz.core.work import WorkContext
from kibitz.games.backgammon.advice import position_value
from kibitz.games.backgammon.board.position import Position
from kibitz.games.backgammon.cube.decision import position_cube_decision
from kibitz.games.backgammon.cube.state import CubeState
from kibitz.games.backgammon.moves.dice import ROLLS
from kibitz.games.backgammon.moves.kernels import MAX_RESULTS, count_results
from kibitz.games.backgammon.moves.sampling import random_reachable_position
from kibitz.games.backgammon.nets.probabilities import Probabilities, weighted_value
from kibitz.games.backgammon.nets.weights import unpack_weights
from kibitz.games.backgammon.neurogammon.doubling import doubling_category
from kibitz.games.backgammon.neurogammon.expert import ExpertPlay
from kibitz.games.backgammon.neurogammon.inputs import cube_inputs
from kibitz.games.backgammon.neurogammon.phases import Phase, phase_of
from kibitz.games.backgammon.neurogammon.program import load_shipped_neurogammon
from kibitz.games.backgammon.neurogammon.training import train_doubling, train_phase
from kibitz.games.backgammon.play.duel import duel
from kibitz.games.backgammon.play.entrants import Entrant
from kibitz.games.backgammon.play.levels import LEVELS
from kibitz.games.backgammon.play.players import NetPlayer, Player
from kibitz.games.backgammon.questions.training import TrainRequest
from kibitz.games.backgammon.search.searcher import Searcher, shipped_searcher
from kibitz.learn.comparison import ComparisonPlan
from kibitz.learn.supervised import TrainingPlan

Short = dict[str, float]


@cache
def positions() -> tuple[Position, ...]:
    """Twenty positions after 4 to 61 random plays from the start."""
    rng = np.random.default_rng(7)
    return tuple(random_reachable_position(rng, 4 + 3 * k) for k in range(20))


def spread(name: str, values: Any) -> Short:
    """The mean and the standard deviation of some values."""
    return {f"{name}, mean": float(np.mean(values)), f"{name}, sd": float(np.std(values))}


def network_decisions() -> Short:
    """Equities of twenty positions and of their best plays at 0 and 1 ply, and the cube."""
    searcher = shipped_searcher()
    chances = searcher.static(np.stack([position.to_array() for position in positions()]))
    figures = spread("static equity", weighted_value(chances))
    for plies in (0, 1):
        best = [searcher.rank(position, ROLLS[k], plies)[0] for k, position in enumerate(positions())]
        figures |= spread(f"best play at {plies} plies", [each.worth for each in best])
    cube = [
        position_cube_decision(position, Probabilities.from_array(p), CubeState())
        for position, p in zip(positions(), chances, strict=True)
    ]
    return figures | {
        "doubles": float(sum(each.should_double for each in cube)),
        "takes": float(sum(each.should_take for each in cube)),
    }


def match_cubes() -> Short:
    """Equities of cube actions at 1 ply in twenty positions, at scores before and after Crawford."""
    states = (CubeState(), CubeState(7, 5, 6), CubeState(7, 3, 5), CubeState(9, 4, 4))
    figures: Short = {}
    for state in states:
        made = [position_value(shipped_searcher(), position, state, 1).cube for position in positions()]
        name = "-".join(map(str, state.away)) if state.length else "money"
        figures |= spread(f"no double {name}", [each.no_double for each in made])
        figures |= spread(f"double, take {name}", [each.double_take for each in made])
    return figures


def duel_games() -> Short:
    """Points a game of the shipped program in ten games with Neurogammon, raw and luck-adjusted."""
    ours, old = NetPlayer(shipped_searcher()), load_shipped_neurogammon()
    result = duel(lambda: (ours, old), 10, 1)
    assert result.adjusted is not None
    return {"raw": result.raw.value, "luck-adjusted": result.adjusted.value, "its error": result.adjusted.se}


def level_errors() -> Short:
    """Mean loss of two levels in one game each, in thousandths."""
    return {each.name: float(decisions(shipped_searcher(), each, 1, 77)[1].mean()) for each in (LEVELS[0], LEVELS[-1])}


def generated_moves() -> Short:
    """Number of legal results of all rolls in twenty positions."""
    boards = np.repeat(np.stack([position.to_array() for position in positions()]), 21, axis=0)
    rolls = np.tile(np.array(ROLLS, dtype=np.int8), (len(positions()), 1))
    out, hashes = np.zeros((MAX_RESULTS, 2, 25), dtype=np.int8), np.zeros(MAX_RESULTS, dtype=np.int64)
    return network_decisions() | {"legal results": float(np.sum(count_results(boards, rolls, out, hashes)))}


@cache
def referee_table() -> list[Any]:
    """Decisions in the twenty positions, with the loss of each result by the shipped network, in thousandths."""
    table = []
    for k, position in enumerate(positions()):
        results = shipped_searcher().results(position, ROLLS[k])
        values = -weighted_value(shipped_searcher().static(results))
        losses = {Position.from_array(b): 1000 * float(values.max() - v) for b, v in zip(results, values, strict=True)}
        table.append((position, ROLLS[k], losses))
    return table


def phase_errors() -> Short:
    """Mean loss of two older players in twenty decisions, by the shipped network."""
    players: tuple[Player, ...] = (Entrant("hand-written").player(), load_shipped_neurogammon())
    return {player.name: float(errors(player, referee_table()).mean()) for player in players}


def old_cube() -> Short:
    """Neurogammon's doubles and takes in twenty positions, by network, by race and by the blend."""
    figures: Short = {}
    for cube in ("network", "race", "blend"):
        program = replace(load_shipped_neurogammon(), cube=cube)
        made = [program.decision(position.to_array(), CubeState()) for position in positions()]
        figures[f"doubles by {cube}"] = float(sum(each.should_double for each in made))
        figures[f"takes by {cube}"] = float(sum(each.should_take for each in made))
    return figures


@cache
def expert_plays() -> list[ExpertPlay]:
    """Plays of the shipped program in 60 positions, in the form of human plays."""
    rng, searcher, plays = np.random.default_rng(8), shipped_searcher(), list[ExpertPlay]()
    while len(plays) < 60:
        position, dice = random_reachable_position(rng, int(rng.integers(3, 30))), ROLLS[int(rng.integers(21))]
        results = searcher.results(position, dice)
        if len(results) < 2 or phase_of(position) is not Phase.OTHER:
            continue
        values = -weighted_value(searcher.static(results))
        listed = np.argsort(-values)[:4].astype(np.int64)
        game = f"{len(plays) % 8:x}"
        seen = np.ascontiguousarray(results[:, ::-1])
        plays.append(
            ExpertPlay(game, "P", Phase.OTHER, position.to_array(), seen, int(listed[0]), listed, values[listed])
        )
    return plays


def comparison_training() -> Short:
    """Agreement and losses of networks trained on 60 plays by comparison and by relative scores."""
    result = train_phase(Phase.OTHER, expert_plays(), ComparisonPlan(epochs=1, seed=1))
    assert result.relative is not None
    trained = replace(load_shipped_neurogammon(), moves=dict.fromkeys(Phase, result.comparison))
    relative = RelativePlayer(dict.fromkeys(Phase, result.relative))
    return {
        "agreement by comparison": float(result.agree_comparison.mean()),
        "agreement by relative scores": float(result.agree_relative.mean()),
        "loss by comparison": float(errors(trained, referee_table()).mean()),
        "loss by relative scores": float(errors(relative, referee_table()).mean()),
    }


def doubling_training() -> Short:
    """What a doubling network trained on twenty positions makes of them."""
    boards = np.stack([position.to_array() for position in positions()])
    equities = weighted_value(shipped_searcher().static(boards))
    held_out = (np.arange(len(boards)) % 5 == 0).astype(float)
    doubling = train_doubling(boards, doubling_category(equities), held_out, TrainingPlan(2, 3e-3, 1e-5, 8))
    return spread("doubling network", doubling.outputs(cube_inputs(boards)))


def td_training() -> Short:
    """Losses of a network of 8 hidden units after 100 games of self-play and a round of 50 labelled decisions."""
    answer = TrainRequest(stage="scratch", games=100, decisions=50, rounds=1, epochs=1, hidden=8).answer(WorkContext())
    assert answer.weights is not None
    player = NetPlayer(Searcher(unpack_weights(answer.weights.content, "weights")))
    return {"loss": float(errors(player, referee_table()).mean())}
