"""Decision records from analysed turns, for any rating: utilities in pawns, best first, for the mover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz.core import ChoiceIndex, ChoiceList, Decision, DecisionId, EventId, GameId, PlayerId, Provenance, Unit
from kibitz.games.chess.analysis import CAP_PAWNS, UNSEEN, Analysis
from kibitz.games.chess.batch_analysis import AnalysisRequest, BatchAnalysis, EngineSpec, analyse_batch
from kibitz.games.chess.engine import EngineId, EngineSettings
from kibitz.games.chess.turns import SkipReason, Turn, skip_reason
from kibitz.simulate.executors import Progress, no_progress

GAME = GameId("chess")


@dataclass(frozen=True, slots=True)
class AnalysedTurn:
    """A turn with its engine analysis; ``skip`` says why it does not count, ``None`` that it does."""

    turn: Turn
    analysis: Analysis | None
    skip: SkipReason | None

    @property
    def chosen_index(self) -> int | None:
        """Index of the played move among the analysed ones."""
        if self.analysis is None or self.turn.played not in self.analysis.moves:
            return None
        return self.analysis.moves.index(self.turn.played)


@dataclass(frozen=True, slots=True)
class AnalysedTurns:
    """Turns in order, the engine that valued them, how many positions were searched now and how many failed."""

    turns: tuple[AnalysedTurn, ...]
    engine: EngineId
    settings: EngineSettings
    searched: int
    failures: dict[str, int]

    @property
    def skip_counts(self) -> dict[str, int]:
        """Number of skipped turns, by reason."""
        return dict(Counter(turn.skip.value for turn in self.turns if turn.skip is not None))

    def decisions(self) -> list[Decision]:
        """Records of the turns that count."""
        origin = provenance(self.engine, self.settings)
        return [_decision(turn, origin) for turn in self.turns if turn.skip is None]


def provenance(engine: EngineId, settings: EngineSettings) -> Provenance:
    """Provenance of the values: engine, version, budget, MultiPV, hash and cap. Mix values only if all agree."""
    kind, amount = settings.budget.split()
    pairs = {kind: amount, "multipv": str(settings.multipv), "hash": str(settings.hash_mb), "cap": f"{CAP_PAWNS:g}"}
    return Provenance(engine.name, engine.version, settings=tuple(sorted(pairs.items())))


def analyse_turns(
    turns: Iterable[Turn],
    spec: EngineSpec,
    cache: Path | str,
    executor: Executor | None = None,
    progress: Progress = no_progress,
    everything: bool = False,
    announce: Callable[[int], None] = lambda positions: None,
) -> AnalysedTurns:
    """Analyse the turns that may count; with ``everything`` also repeated and decided ones, for display.

    A played move beyond the MultiPV cap is searched alone. ``announce`` is told how many positions are searched.
    """
    listed = list(turns)
    shown = {None, SkipReason.REPETITION} if everything else {None}
    wanted = [turn for turn in listed if turn.skip in shown]
    first = analyse_batch(
        (turn.analysis_request for turn in wanted),
        spec,
        cache,
        executor,
        progress,
        screen=not everything,
        announce=announce,
    )
    beyond = [_alone(turn) for turn in wanted if _is_unlisted(turn, first)]
    second = analyse_batch(beyond, spec, cache, executor, no_progress, screen=False) if beyond else None
    result = []
    for turn in listed:
        analysis = first.analyses.get(turn.analysis_request)
        if analysis is not None and _is_unlisted(turn, first):
            alone = second.analyses.get(_alone(turn)) if second is not None else None
            analysis = None if alone is None else analysis.with_move(turn.played, alone)
        result.append(AnalysedTurn(turn, analysis, skip_reason(turn, analysis)))
    failures = Counter([*first.failures.values(), *(second.failures.values() if second is not None else ())])
    searched = first.searched + (second.searched if second is not None else 0)
    return AnalysedTurns(tuple(result), first.engine, spec.settings, searched, dict(failures))


def _is_unlisted(turn: Turn, result: BatchAnalysis) -> bool:
    analysis = result.analyses.get(turn.analysis_request)
    return analysis is not None and turn.played not in analysis.moves and skip_reason(turn, analysis) is None


def _alone(turn: Turn) -> AnalysisRequest:
    return AnalysisRequest(turn.position, turn.played)


def _decision(analysed: AnalysedTurn, origin: Provenance) -> Decision:
    turn, analysis, chosen = analysed.turn, analysed.analysis, analysed.chosen_index
    assert analysis is not None
    assert chosen is not None
    return Decision(
        utilities=tuple(analysis.values.tolist()),
        chosen=ChoiceIndex(chosen),
        unit=Unit.PAWNS,
        id=DecisionId(f"{turn.game.id}:{turn.ply + 1}"),
        game=GAME,
        player=PlayerId(turn.player),
        event=EventId(turn.game.id),
        position=turn.position,
        choices=ChoiceList(analysis.moves),
        perceived=tuple(analysis.perceived.tolist()),
        rating=float(turn.elo) if turn.elo is not None else None,
        provenance=origin,
        by_depth=_by_depth(analysis),
    )


def _by_depth(analysis: Analysis) -> tuple[tuple[float | None, ...], ...]:
    """Capped pawns at each depth, ``None`` where a move was not seen."""
    seen = analysis.centipawns != UNSEEN
    pawns = np.clip(np.where(seen, analysis.centipawns, 0) / 100, -CAP_PAWNS, CAP_PAWNS)
    return tuple(
        tuple(v if known else None for v, known in zip(row, there, strict=True))
        for row, there in zip(pawns.tolist(), seen.tolist(), strict=True)
    )
