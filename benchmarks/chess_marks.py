"""Errors and decisions of players, from the file of analyses that `make_chess_analyses` fills."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from make_chess_analyses import LISTED, PAIR, ready

from kibitz.core import FloatArray
from kibitz.games.chess.analysis import CAP_PAWNS
from kibitz.games.chess.cache import AnalysisCache
from kibitz.games.chess.decisions import AnalysedTurn, AnalysedTurns
from kibitz.games.chess.engine import DECIDED_PAWNS, EngineId, EngineSettings
from kibitz.games.chess.pgn import ChessGame
from kibitz.games.chess.turns import Turn, game_turns, skip_reason
from kibitz.rate.model.scaling import PAWNS

ENGINE = EngineId("Stockfish", "15.1")


@dataclass(frozen=True, slots=True)
class PairErrors:
    """Turns whose best move and played move were each searched alone, with their scaled errors."""

    turns: tuple[Turn, ...]
    errors: FloatArray

    @property
    def events(self) -> list[str]:
        return [turn.game.id for turn in self.turns]


def pair_errors(wanted: list[Turn], stored: AnalysisCache) -> PairErrors:
    """Errors of the analysed turns; decided positions are skipped."""
    result, errors = [], []
    for turn in wanted:
        best = stored.get(turn.position, "", ENGINE, PAIR)
        if best is None or abs(best.best) > DECIDED_PAWNS:
            continue
        worth = best.best
        if turn.played not in best.moves:
            alone = stored.get(turn.position, turn.played, ENGINE, PAIR)
            if alone is None:
                continue
            worth = min(alone.best, best.best)
        ends = PAWNS.apply(np.clip(np.array([best.best, worth]), -CAP_PAWNS, CAP_PAWNS))
        result.append(turn)
        errors.append(float(ends[0] - ends[1]))
    return PairErrors(tuple(result), np.array(errors))


def listed_turns(wanted: list[Turn], stored: AnalysisCache, settings: EngineSettings = LISTED) -> AnalysedTurns:
    """The turns that have values of all moves at all depths."""
    result = []
    for turn in wanted:
        analysis = stored.get(turn.position, "", ENGINE, settings)
        if analysis is None:
            continue
        if turn.played not in analysis.moves and skip_reason(turn, analysis) is None:
            alone = stored.get(turn.position, turn.played, ENGINE, settings)
            if alone is None:
                continue
            analysis = analysis.with_move(turn.played, alone)
        result.append(AnalysedTurn(turn, analysis, skip_reason(turn, analysis)))
    return AnalysedTurns(tuple(result), ENGINE, settings, 0, {})


@cache
def analyses() -> AnalysisCache:
    """The cache in the file of analyses."""
    return AnalysisCache(ready())


def of_games(games: list[ChessGame]) -> tuple[AnalysedTurns, PairErrors]:
    """Analysed turns and pair errors of whole games."""
    wanted = [turn for game in games for turn in game_turns(game) if turn.skip is None]
    return listed_turns(wanted, analyses()), pair_errors(wanted, analyses())
