"""A fallible agent (section VIII of the psychometrics paper): the engine's values, a player's errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray, InputError, Provenance, Unit
from kibitz.games.chess.analysis import UNSEEN, Analysis, analysis_from_lines, cache_position
from kibitz.games.chess.batch_analysis import MAX_ATTEMPTS, EngineSpec, close_engine, running_engine
from kibitz.games.chess.decisions import provenance
from kibitz.games.chess.elo_scales import no_scale_message
from kibitz.games.chess.engine import EngineError
from kibitz.rate import Sample, Scale
from kibitz.rate.agents import Agent, ErrorModel, agent_of_rating
from kibitz.rate.records.sample import engine_key


def analyse_position(position: str, spec: EngineSpec) -> Analysis:
    """The engine's values of all moves (up to the cap on MultiPV) of a position; one that fails is restarted once."""
    reason = ""
    for _ in range(MAX_ATTEMPTS):
        try:
            where = cache_position(position)
            return analysis_from_lines(where, running_engine(spec).search(where))
        except EngineError as failure:
            reason = str(failure)
            close_engine(spec)
    raise InputError(f"engine: {spec.path} failed on a position ({reason})")


def position_sample(analysis: Analysis, origin: Provenance, scale: Scale) -> Sample:
    """One position as a sample for a scale, nothing chosen. Depths that the search did not reach repeat its end."""
    seen = np.where(analysis.centipawns == UNSEEN, np.nan, analysis.centipawns / 100)
    deep = len(scale.adjusted.shape.depths) if scale.adjusted is not None else 1
    seen = np.concatenate([seen, np.repeat(seen[-1:], max(deep - len(seen), 0), axis=0)])
    sample = Sample.from_arrays(
        [analysis.values],
        [0],
        by_depth=seen[None, :, :],
        unit=Unit.PAWNS,
        scaling=scale.reference.scaling,
        provenance=origin,
    )
    return scale.conform(sample) if scale.reference.perceived is None else sample


def move_chances(agent: Agent, sample: Sample) -> FloatArray:
    """Chance of each move of one position for an agent, in the order of the analysis."""
    chances = np.zeros(int(sample.counts[0]))
    chances[sample.order[0, : len(chances)]] = agent.chances(sample)[0, : len(chances)]
    return np.asarray(chances / chances.sum())


@dataclass(frozen=True, slots=True)
class Opponent:
    """A simulated player of a scale, and the engine that values the moves."""

    agent: Agent
    scale: Scale
    spec: EngineSpec
    origin: Provenance

    def predict_moves(self, position: str) -> tuple[Analysis, FloatArray]:
        """The values of the moves of a position, and the chance that the opponent plays each."""
        result = analyse_position(position, self.spec)
        return result, move_chances(self.agent, position_sample(result, self.origin, self.scale))


def make_opponent(elo: float, scale: Scale, spec: EngineSpec, errs: ErrorModel = "loss") -> Opponent:
    """An agent that errs like a typical player of that Elo: with the right mean loss, or with real players' choices.

    The engine must be the one of the scale.
    """
    result = provenance(running_engine(spec).id, spec.settings)
    known = scale.reference.provenance
    if known is None or engine_key(known) != engine_key(result):
        close_engine(spec)
        raise InputError(no_scale_message(result))
    deep = 1 if scale.adjusted is None else len(scale.adjusted.shape.depths)
    like = Sample.from_arrays(
        [[0.5, 0.0]], [0], by_depth=np.zeros((1, deep, 2)), unit=Unit.PAWNS, scaling=scale.reference.scaling
    )
    return Opponent(agent_of_rating(like, scale, elo, errs), scale, spec, result)
