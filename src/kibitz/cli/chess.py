"""``kibitz chess``: analyse games with a UCI engine, rate players, calibrate the scale, go through a game, play."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.answers import Answer, answers, seed_option

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from rich.console import Console

    from kibitz.games.chess.survey import EngineSpec


@click.group(name="chess")
def chess() -> None:
    """Games of chess: how hard each move was, what it cost, and how well it was played.

    Games come as PGN files, values from any UCI engine (Debian: apt-get install stockfish).
    """


def engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say which engine values the moves, how deep, and where analyses are kept."""
    for option in reversed(
        [
            click.option("--engine", default="stockfish", show_default=True, help="UCI engine, by name or path."),
            click.option("--depth", type=click.IntRange(1, 60), help="Depth of each search.  [default: 11]"),
            click.option("--nodes", type=click.IntRange(1_000, 10**12), help="Nodes of each search, instead of --depth."),
            click.option("--multipv", type=click.IntRange(1, 218), default=50, show_default=True,
                         help="Moves valued in a position, at most."),
            click.option("--timeout", type=click.FloatRange(1, 86_400), default=60.0, show_default=True,
                         help="Seconds of silence after which the engine is restarted."),
            click.option("--cache", type=click.Path(dir_okay=False, path_type=Path),
                         help="File of finished analyses.  [default: in your cache folder]"),
            click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True,
                         help="Engines at work at the same time."),
        ]
    ):  # fmt: skip
        command = option(command)
    return command


def engine_spec(engine: str, depth: int | None, nodes: int | None, multipv: int, timeout: float) -> EngineSpec:
    """The engine that the options ask for."""
    from kibitz.games.chess.engine import EngineSettings, Patience, find_engine
    from kibitz.games.chess.survey import EngineSpec

    settings = EngineSettings(depth=11 if depth is None and nodes is None else depth, nodes=nodes, multipv=multipv)
    patience = Patience(silence=timeout, answer=max(900.0, timeout), greeting=min(15.0, timeout))
    return EngineSpec(find_engine(engine), settings, patience)


def engine_pool(workers: int) -> AbstractContextManager[Executor | None]:
    """Where engines run: in this process for one worker, else on a pool of processes with one engine each."""
    if workers == 1:
        return nullcontext()
    from kibitz.simulate.executors import process_pool

    return process_pool(workers)


@chess.command("calibrate")
@click.argument("games", type=click.Path(exists=True, path_type=Path), nargs=-1, required=True)
@click.option("--marks", default="1900,2100,2300,2500,2700", show_default=True, help="Elo marks, with commas.")
@click.option("--within", type=int, default=25, show_default=True, help="Points both players may be off a mark.")
@click.option("--positions", type=int, default=1_100, show_default=True, help="Positions a mark.")
@click.option("--per-game", type=int, default=12, show_default=True, help="Positions a game, at most.")
@seed_option
@engine_options
@answers(lambda answer, console: console.print(answer))
def calibrate(
    games: tuple[Path, ...], marks: str, within: int, positions: int, per_game: int, seed: int, **engine: Any
) -> Answer:
    """Fit the rating scale of an engine from games (PGN files or folders) of players of known rating."""
    from kibitz.cli.progress import progress_bar
    from kibitz.games.chess.cache import default_cache
    from kibitz.games.chess.calibration import CalibrationPlan, collect_samples
    from kibitz.games.chess.pgn import load_collection

    cache, workers = engine.pop("cache") or default_cache(), engine.pop("workers")
    plan = CalibrationPlan(tuple(int(mark) for mark in marks.split(",")), within, positions, per_game, seed)
    spec = engine_spec(**engine)
    collection = load_collection(list(games))
    with progress_bar("analysing") as progress, engine_pool(workers) as executor:
        samples = collect_samples(collection.games, plan, spec, cache, executor, progress)
    return {m.mark: len(m.decisions) for m in samples.marks}
