"""A fallible opponent (section VIII): the engine's values, a person's errors."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core import ChoiceList, Equities, InputError, PlayerId, Unit
from kibitz.games.chess.analysis import analysed_position, analysis_from_lines
from kibitz.games.chess.decisions import provenance
from kibitz.games.chess.elo import no_scale
from kibitz.games.chess.engine import EngineError
from kibitz.games.chess.survey import ATTEMPTS, EngineSpec, close_engine, running_engine
from kibitz.rate import FallibleAgent, Scale
from kibitz.rate.records.sample import engine_key


@dataclass(frozen=True, slots=True)
class EngineEvaluator:
    """An evaluator of chess positions (FEN): the engine's value of every move, in pawns, for the side to move."""

    spec: EngineSpec

    def equities(self, position: str) -> Equities:
        """Values of all moves up to the cap on MultiPV; an engine that fails is restarted once."""
        reason = ""
        for _ in range(ATTEMPTS):
            try:
                engine = running_engine(self.spec)
                where = analysed_position(position)
                analysis = analysis_from_lines(where, engine.search(where))
                return Equities(ChoiceList(analysis.moves), analysis.values, Unit.PAWNS, PlayerId(""),
                                provenance(engine.id, self.spec.settings))  # fmt: skip
            except EngineError as failure:
                reason = str(failure)
                close_engine(self.spec)
        raise InputError(f"engine: {self.spec.path} failed on a position ({reason})")


def opponent(elo: float, scale: Scale, spec: EngineSpec) -> FallibleAgent[str]:
    """An agent that errs like a typical player of that Elo; the engine must be the one of the scale."""
    s, c = scale.agent(elo)
    found = provenance(running_engine(spec).id, spec.settings)
    known = scale.reference.provenance
    if known is None or engine_key(known) != engine_key(found):
        close_engine(spec)
        raise InputError(no_scale(found))
    return FallibleAgent(s, c, EngineEvaluator(spec), scaling=scale.reference.scaling, lapse=scale.lapse)
