"""Samples for the calibration of a rating scale: enough positions of players of known rating.

For each Elo mark, games between players near it are drawn in a fixed random order until enough positions count. Each
game gives a few positions, so that no game weighs much. The order depends only on the seed, so a later run with more
positions includes all earlier ones.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import chain, count, islice, zip_longest
from pathlib import Path

import numpy as np

from kibitz.core import Decision, InputError
from kibitz.games.chess.batch_analysis import EngineSpec
from kibitz.games.chess.decisions import AnalysedTurns, analyse_turns
from kibitz.games.chess.engine import EngineId, EngineSettings
from kibitz.games.chess.pgn import ChessGame
from kibitz.games.chess.turns import Turn, game_turns
from kibitz.simulate.executors import Progress, no_progress

MIN_MARKS = 3
"""Minimum number of marks: a line through fewer proves nothing."""

CERTAIN_MARK_ERROR_ELO, CERTAIN_FROM_ELO, UNCERTAINTY_PER_POINT_BELOW = 20.0, 1900, 0.2
"""Points by which the players of a mark, as a group, may be off it where ratings are dependable; the mark from which
they are; and how many more for every point below, where most players are young and better than their rating says."""


def mark_uncertainty(mark: float) -> float:
    """Elo points by which the players of a mark may differ from it: a judgement, not a measurement."""
    return CERTAIN_MARK_ERROR_ELO + UNCERTAINTY_PER_POINT_BELOW * max(CERTAIN_FROM_ELO - mark, 0)


@dataclass(frozen=True, slots=True)
class CalibrationPlan:
    """The marks, the largest distance of both players from them, positions per mark and per game, and the seed.

    ``years`` are the first and last year of the games, ``None`` for games of any time.
    """

    marks: tuple[int, ...]
    within: int = 25
    positions: int = 1_100
    per_game: int = 12
    seed: int = 1
    years: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if len(set(self.marks)) != len(self.marks) or len(self.marks) < MIN_MARKS:
            raise InputError(f"marks: give at least {MIN_MARKS} different ratings")
        for name, value, low, high in (
            ("within", self.within, 1, 400),
            ("positions", self.positions, 20, 1_000_000),
            ("per game", self.per_game, 1, 400),
        ):
            if not low <= value <= high:
                raise InputError(f"{name}: must be a whole number from {low} to {high:,}, not {value}")


@dataclass(frozen=True, slots=True)
class MarkSample:
    """The decisions of players near one mark."""

    mark: int
    decisions: tuple[Decision, ...]
    n_games: int


@dataclass(frozen=True, slots=True)
class CalibrationSamples:
    """The decisions of all marks, and the engine that valued them."""

    marks: tuple[MarkSample, ...]
    engine: EngineId
    settings: EngineSettings
    searched: int
    failures: dict[str, int]


def games_near(games: Sequence[ChessGame], mark: int, within: int) -> list[ChessGame]:
    """Games in which both players are rated at most ``within`` points from a mark."""
    return [
        game
        for game in games
        if game.white_elo is not None
        and game.black_elo is not None
        and max(abs(game.white_elo - mark), abs(game.black_elo - mark)) <= within
    ]


def candidate_turns(games: Sequence[ChessGame], mark: int, plan: CalibrationPlan) -> Iterator[Turn]:
    """Turns of a mark in the order in which they are taken; drawn lazily, always the same for the same seed.

    ``plan.per_game`` of each game, and where there are few games more in further rounds.
    """
    near = games_near(games, mark, plan.within)
    order = [near[int(i)] for i in np.random.default_rng([plan.seed, mark]).permutation(len(near))]
    if plan.years is not None:
        order = [game for game in order if plan.years[0] <= _year(game) <= plan.years[1]]
    for begin in count(0, plan.per_game):
        any_drawn = False
        for game in order:
            drawn = _shuffle_turns(game, plan.seed)[begin : begin + plan.per_game]
            any_drawn |= bool(drawn)
            yield from drawn
        if not any_drawn:
            return


def _shuffle_turns(game: ChessGame, seed: int) -> list[Turn]:
    """The turns of a game that may count, in a random order that depends only on game and seed."""
    usable = [turn for turn in game_turns(game) if turn.skip is None]
    rng = np.random.default_rng([seed, zlib.crc32(game.id.encode())])
    return [usable[int(place)] for place in rng.permutation(len(usable))]


def collect_samples(
    games: Sequence[ChessGame],
    plan: CalibrationPlan,
    spec: EngineSpec,
    cache: Path | str,
    executor: Executor | None = None,
    progress: Progress = no_progress,
) -> CalibrationSamples:
    """The first ``plan.positions`` turns of each mark that count, analysed; marks advance together."""
    source = {mark: candidate_turns(games, mark, plan) for mark in plan.marks}
    known: dict[int, list[Decision]] = {mark: [] for mark in plan.marks}
    searched, failures = 0, dict[str, int]()
    analysed: AnalysedTurns | None = None
    while short := [mark for mark in plan.marks if len(known[mark]) < plan.positions]:
        fresh = {mark: list(islice(source[mark], plan.positions - len(known[mark]))) for mark in short}
        for mark, new in fresh.items():
            if not new:
                raise InputError(
                    f"marks: only {len(known[mark])} of {plan.positions} positions count at {mark}; give more games"
                )
        turns = [turn for turn in chain.from_iterable(zip_longest(*fresh.values())) if turn is not None]
        analysed = analyse_turns(turns, spec, cache, executor, progress)
        searched += analysed.searched
        for reason, times in analysed.failures.items():
            failures[reason] = failures.get(reason, 0) + times
        by_id = {str(decision.id): decision for decision in analysed.decisions()}
        for mark, new in fresh.items():
            known[mark] += [by_id[key] for turn in new if (key := f"{turn.game.id}:{turn.ply + 1}") in by_id]
    assert analysed is not None
    samples = []
    for mark in plan.marks:
        stored = known[mark][: plan.positions]
        samples.append(MarkSample(mark, tuple(stored), len({decision.event for decision in stored})))
    return CalibrationSamples(tuple(samples), analysed.engine, spec.settings, searched, failures)


def _year(game: ChessGame) -> int:
    """The year of a game, 0 where its tag does not say."""
    year = game.date[:4]
    return int(year) if year.isascii() and year.isdigit() else 0
