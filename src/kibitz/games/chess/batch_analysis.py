"""Analysis of many positions: cached ones are not searched again, the others are spread over engines, one per worker.

A failed engine is restarted and the position tried once more, then skipped and counted. Finished analyses are on disk,
so a killed run continues where it stopped. Workers may run on other machines: they must have the same engine under the
same path, which every task checks, and send back analyses that are saved on the machine of the request.
"""

from __future__ import annotations

import atexit
import functools
import math
import multiprocessing
import multiprocessing.connection
import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path

from kibitz.core import InputError
from kibitz.core.units import format_count
from kibitz.games.chess.analysis import Analysis, analysis_from_lines
from kibitz.games.chess.cache import AnalysisCache
from kibitz.games.chess.engine import (
    SCREEN_DEPTH,
    SCREEN_PAWNS,
    EngineError,
    EngineId,
    EngineSettings,
    EngineTimeouts,
    UciEngine,
    find_engine,
)
from kibitz.simulate.executors import Progress, WorkersLostError, iter_results, no_progress, runs_in_other_processes

MAX_ATTEMPTS = 2
MAX_FAILURES_IN_A_ROW = 5
"""Failures in a row after which the run stops, because the engine would fail on all positions."""


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """A position to analyse (a FEN by `cache_position`), or one move of it searched ``alone``."""

    position: str
    alone: str = ""
    legal: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class BatchAnalysis:
    """The analyses, how many were searched now, and why some positions have none."""

    engine: EngineId
    settings: EngineSettings
    analyses: dict[AnalysisRequest, Analysis]
    searched: int = 0
    failures: dict[AnalysisRequest, str] = field(default_factory=dict)


SECONDS_AT_DEPTH_11, TIME_PER_DEPTH, FULL_LINES, NODES_PER_SECOND = 1.0, 1.75, 30, 600_000
"""Time of one search of a position on one core: 0.6 to 1.3 s at depth 11, with 30 lines or more."""


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """Everything a worker needs to start its engine."""

    path: str
    settings: EngineSettings
    patience: EngineTimeouts = field(default_factory=EngineTimeouts)


def engine_spec(engine: str, patience: float, settings: EngineSettings) -> EngineSpec:
    """The engine of that name or path, restarted after ``patience`` seconds without output."""
    waits = EngineTimeouts(silence=patience, answer=max(900.0, patience), greeting=max(5.0, min(15.0, patience)))
    return EngineSpec(find_engine(engine), settings, waits)


def engine_hours(positions: int, settings: EngineSettings) -> float:
    """About how many hours one processor core searches: measured with Stockfish 15.1, and 1.75 times as long per depth.

    Half or double of it is usual, since engines and processors differ.
    """
    if settings.nodes is not None:
        return positions * settings.nodes / NODES_PER_SECOND / 3600
    lines = min(settings.multipv, FULL_LINES) / FULL_LINES
    seconds = SECONDS_AT_DEPTH_11 * TIME_PER_DEPTH ** ((settings.depth or 11) - 11)
    return positions * seconds * lines / 3600


def describe_engine_time(positions: int, settings: EngineSettings) -> str:
    """How long the engine will take, for the start of a run: ``about 1.3 engine hours for 4,000 positions``."""
    hours = engine_hours(positions, settings)
    minutes = max(math.ceil(60 * hours), 1)
    time = f"{hours:.1f} engine hours" if hours >= 1 else format_count(minutes, "engine minute")
    return f"about {time} for {format_count(positions, 'position')}"


class WrongEngineError(InputError):
    """A worker has another engine than this machine, so its values would be saved under the wrong name."""


@dataclass(frozen=True, slots=True)
class SearchTask:
    """One request together with its engine, wherever the task runs."""

    request: AnalysisRequest
    spec: EngineSpec
    engine: EngineId
    screen: bool


_RUNNING: dict[EngineSpec, UciEngine] = {}
"""The engines of this process, reused between tasks because starting one takes longer than many searches."""


def running_engine(spec: EngineSpec) -> UciEngine:
    """This process's engine with that specification, started on first use."""
    if spec not in _RUNNING:
        _follow_parent()
        _RUNNING[spec] = UciEngine(spec.path, spec.settings, spec.patience)
    return _RUNNING[spec]


def close_engine(spec: EngineSpec) -> None:
    """Stop this process's engine with that specification, if it runs."""
    engine = _RUNNING.pop(spec, None)
    if engine is not None:
        engine.close()


@atexit.register
def _close_all() -> None:
    for spec in list(_RUNNING):
        close_engine(spec)


@functools.cache
def _follow_parent() -> None:
    """In a worker of a process pool, end when the parent is gone: a killed run leaves no engine behind."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def run_search(task: SearchTask) -> tuple[Analysis | None, str]:
    """The analysis a task asks for, or ``None`` and the reason after `MAX_ATTEMPTS` failures."""
    reason = ""
    for _ in range(MAX_ATTEMPTS):
        try:
            engine = running_engine(task.spec)
            if engine.id != task.engine:
                raise WrongEngineError(
                    f"engine: {task.spec.path} is {task.engine} here and {engine.id} on a worker; install the same "
                    "version everywhere (finished analyses are saved)"
                )
            lines = engine.search(task.request.position, task.request.alone, task.screen)
            analysis = analysis_from_lines(task.request.position, lines)
            _check(task, analysis)
            return analysis, ""
        except WrongEngineError:
            close_engine(task.spec)
            raise
        except (EngineError, InputError) as failure:
            reason = str(failure)
            close_engine(task.spec)
    return None, reason


def analyse_batch(
    requests: Iterable[AnalysisRequest],
    spec: EngineSpec,
    cache_path: Path | str,
    executor: Executor | None = None,
    progress: Progress = no_progress,
    screen: bool = True,
    announce: Callable[[int], None] = lambda positions: None,
) -> BatchAnalysis:
    """Analyses of all requests, from the cache or searched now.

    With ``screen`` the search of a decided position is broken off early (see `kibitz.games.chess.engine`). Before the
    first search ``announce`` is told how many positions have to be searched.
    """
    engine = running_engine(spec).id
    if runs_in_other_processes(executor):
        close_engine(spec)  # Only its name was needed; the workers have their own engines.
    wanted = list(dict.fromkeys(requests))
    result: dict[AnalysisRequest, Analysis] = {}
    failures: dict[AnalysisRequest, str] = {}
    try:
        with AnalysisCache(cache_path) as cache:
            missing = []
            for request in wanted:
                known = cache.get(request.position, request.alone, engine, spec.settings)
                if known is not None and (not _cut_short(known, spec.settings) or (screen and known.broken_off)):
                    result[request] = known
                else:
                    missing.append(request)
            tasks = [SearchTask(request, spec, engine, screen) for request in missing]
            announce(len(tasks))
            progress(0, len(tasks))
            in_a_row = done = 0
            answers = iter_results(run_search, tasks, executor, lambda: progress(done, len(tasks)))
            for done, (number, (analysis, reason)) in enumerate(answers, start=1):
                task = tasks[number]
                if analysis is None:
                    failures[task.request] = reason
                    in_a_row += 1
                    if in_a_row >= MAX_FAILURES_IN_A_ROW or (not result and in_a_row == len(tasks)):
                        raise InputError(
                            f"engine: {spec.path} failed on {in_a_row} positions in a row ({reason}); "
                            "finished analyses are saved"
                        )
                else:
                    in_a_row = 0
                    cache.put(analysis, task.request.alone, engine, spec.settings)
                    result[task.request] = analysis
                progress(done, len(tasks))
    except WorkersLostError as lost:
        raise WorkersLostError(f"{lost}; finished analyses are saved") from None
    finally:
        close_engine(spec)
    return BatchAnalysis(engine, spec.settings, result, len(missing) - len(failures), failures)


def _cut_short(analysis: Analysis, settings: EngineSettings) -> bool:
    """Whether a search ended early; older versions did so without a deeper search."""
    shallow = analysis.depths[-1] == SCREEN_DEPTH and settings.depth != SCREEN_DEPTH
    return analysis.broken_off or (shallow and abs(analysis.best) > SCREEN_PAWNS and analysis.mate(0) is None)


def _check(task: SearchTask, analysis: Analysis) -> None:
    """Raise `EngineError` for an answer that is not an analysis of the requested position."""
    legal, request = task.request.legal, task.request
    if request.alone:
        if analysis.moves != (request.alone,):
            raise EngineError(f"it analysed {' '.join(analysis.moves[:3])} instead of {request.alone}")
    elif legal:
        if not set(analysis.moves) <= set(legal):
            raise EngineError("it returned an illegal move")
        expected = min(len(legal), task.spec.settings.multipv)
        if len(analysis.moves) < expected and not (task.screen and analysis.broken_off):
            raise EngineError(f"it analysed only {len(analysis.moves)} of {expected} moves")
    if task.spec.settings.depth is not None and analysis.depths[-1] < task.spec.settings.depth:
        mated = analysis.mate(0) is not None
        if not (mated or (task.screen and analysis.broken_off)):
            raise EngineError(f"it stopped at depth {analysis.depths[-1]}")
