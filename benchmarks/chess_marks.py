"""What players did in games, from the file of analyses that `make_chess_analyses` fills."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from make_chess_analyses import LISTED, PAIR, ready

from kibitz.core import FloatArray
from kibitz.games.chess.analysis import CAP
from kibitz.games.chess.cache import AnalysisCache
from kibitz.games.chess.decisions import AnalysedTurn, AnalysedTurns
from kibitz.games.chess.engine import DECIDED, EngineId, EngineSettings
from kibitz.games.chess.pgn import Game
from kibitz.games.chess.positions import Turn, skip_reason, turns
from kibitz.rate.model.law import PAWNS

ENGINE = EngineId("Stockfish", "15.1")


@dataclass(frozen=True, slots=True)
class PairErrors:
    """Scaled errors of turns whose best and played move were searched by themselves, with the turns."""

    turns: tuple[Turn, ...]
    errors: FloatArray

    @property
    def events(self) -> list[str]:
        return [turn.game.id for turn in self.turns]


def pair_errors(wanted: list[Turn], kept: AnalysisCache) -> PairErrors:
    """Errors of the turns that are known; decided positions are left out."""
    found, errors = [], []
    for turn in wanted:
        best = kept.get(turn.position, "", ENGINE, PAIR)
        if best is None or abs(best.best) > DECIDED:
            continue
        worth = best.best
        if turn.played not in best.moves:
            alone = kept.get(turn.position, turn.played, ENGINE, PAIR)
            if alone is None:
                continue
            worth = min(alone.best, best.best)
        ends = PAWNS.scaled(np.clip(np.array([best.best, worth]), -CAP, CAP))
        found.append(turn)
        errors.append(float(ends[0] - ends[1]))
    return PairErrors(tuple(found), np.array(errors))


def listed_turns(wanted: list[Turn], kept: AnalysisCache, settings: EngineSettings = LISTED) -> AnalysedTurns:
    """The turns whose moves are all valued, at all depths."""
    found = []
    for turn in wanted:
        analysis = kept.get(turn.position, "", ENGINE, settings)
        if analysis is None:
            continue
        if turn.played not in analysis.moves and skip_reason(turn, analysis) is None:
            alone = kept.get(turn.position, turn.played, ENGINE, settings)
            if alone is None:
                continue
            analysis = analysis.with_move(turn.played, alone)
        found.append(AnalysedTurn(turn, analysis, skip_reason(turn, analysis)))
    return AnalysedTurns(tuple(found), ENGINE, settings, 0, {})


@cache
def analyses() -> AnalysisCache:
    """The file of analyses."""
    return AnalysisCache(ready())


def of_games(games: list[Game]) -> tuple[AnalysedTurns, PairErrors]:
    """What is known of whole games."""
    wanted = [turn for game in games for turn in turns(game) if turn.skip is None]
    return listed_turns(wanted, analyses()), pair_errors(wanted, analyses())
