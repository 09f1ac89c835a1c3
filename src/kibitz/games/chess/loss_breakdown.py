"""Where a player loses win percentage: by phase of the game and by time left, from evaluations and clocks alone.

Moves are not replayed, so phases go by move number. Time trouble is a share of the base time left before the move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.chess.accuracy import win_drops, win_percentages
from kibitz.games.chess.annotated_games import AnnotatedGame

OPENING_MOVES, MIDDLE_GAME_MOVES = 12, 30
"""Last move number of the opening and of the middle game."""
TROUBLE_SHARE, TROUBLE_INCREMENTS = 0.1, 5.0
"""Time trouble: less than this share of the base time left, and less than so many increments on top."""
DECIDED_WIN_PERCENT = 95.0
"""A position in which a side wins with more than this chance is decided and does not count."""
PHASES = ("opening", "middle game", "endgame")
TIMES = ("time left", "time trouble")


@dataclass(frozen=True, slots=True)
class LossGroup:
    """Moves of one kind: how many, in how many games, the mean fall of the win percentage, and its standard error with
    games as units (``None`` with fewer than two games)."""

    name: str
    n_moves: int
    n_games: int
    mean_drop: float
    standard_error: float | None


@dataclass(frozen=True, slots=True, eq=False)
class _Moves:
    drops: FloatArray
    phases: FloatArray
    in_trouble: FloatArray


def break_down_losses(games: Iterable[tuple[AnnotatedGame, bool]]) -> tuple[LossGroup, ...]:
    """Losses of one player by phase and by time left; each game comes with whether the player was White."""
    parts = [_side_moves(game, white) for game, white in games]
    return tuple(_groups(parts))


def _side_moves(game: AnnotatedGame, white: bool) -> _Moves:
    n = game.n_evaluated
    plies = np.arange(n)
    wins = win_percentages(np.concatenate([[15.0], game.centipawns[:n]]))[:-1]
    own = ((plies % 2 == 0) == game.white_starts) == white
    own &= np.maximum(wins, 100 - wins) <= DECIDED_WIN_PERCENT
    number = plies // 2 + 1
    phase = np.where(number <= OPENING_MOVES, 0, np.where(number <= MIDDLE_GAME_MOVES, 1, 2))
    control = game.time_control
    before = np.concatenate([[np.nan, np.nan], game.clocks[: max(n - 2, 0)]])[:n]
    trouble = np.full(n, np.nan)
    if control is not None:
        limit = TROUBLE_SHARE * control[0] + TROUBLE_INCREMENTS * control[1]
        trouble = np.where(np.isnan(before), np.nan, before < limit)
    drops = np.maximum(win_drops(game.centipawns[:n], game.white_starts), 0)
    return _Moves(drops[own], phase[own], trouble[own])


def _groups(parts: list[_Moves]) -> Iterator[LossGroup]:
    for names, field in ((PHASES, "phases"), (TIMES, "in_trouble")):
        for value, name in enumerate(names):
            chosen = [part.drops[getattr(part, field) == value] for part in parts]
            known = [drops for drops in chosen if len(drops)]
            n = sum(map(len, known))
            if not n:
                continue
            mean = sum(float(drops.sum()) for drops in known) / n
            off = np.array([float((drops - mean).sum()) for drops in known])
            m = len(known)
            error = float(np.sqrt((off**2).sum() * m / (m - 1)) / n) if m > 1 else None
            yield LossGroup(name, n, m, mean, error)
