"""``kibitz chess``: analyse games with a UCI engine, rate players, calibrate the scale, go through a game, play."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli import chess_tables as tables
from kibitz.cli.answers import Answer, answers, finite, seed_option
from kibitz.core.errors import InputError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from kibitz.games.chess.decisions import AnalysedTurns
    from kibitz.games.chess.pgn import Collection
    from kibitz.games.chess.survey import EngineSpec

GAMES = click.argument("games", type=click.Path(exists=True, path_type=Path), nargs=-1, required=True)
RECORDS = {".jsonl", ".csv", ".parquet"}
"""Endings of files with decisions analysed before."""


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
            click.option("--nodes", type=click.IntRange(1_000, 10**12), help="Nodes of each search, not a depth."),
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
    patience = Patience(silence=timeout, answer=max(900.0, timeout), greeting=max(5.0, min(15.0, timeout)))
    return EngineSpec(find_engine(engine), settings, patience)


def engine_pool(workers: int) -> AbstractContextManager[Executor | None]:
    """Where engines run: in this process for one worker, else on a pool of processes with one engine each."""
    if workers == 1:
        return nullcontext()
    from kibitz.simulate.executors import process_pool

    return process_pool(workers)


def analysed(collection: Collection, everything: bool = False, **engine: Any) -> AnalysedTurns:
    """The turns of all games, analysed by the engine of the options, with a progress bar."""
    from kibitz.cli.progress import progress_bar
    from kibitz.games.chess.cache import default_cache
    from kibitz.games.chess.decisions import analyse_turns
    from kibitz.games.chess.positions import turns

    cache, workers = engine.pop("cache") or default_cache(), engine.pop("workers")
    spec = engine_spec(**engine)
    listed = [turn for game in collection.games for turn in turns(game)]
    with progress_bar("analysing") as progress, engine_pool(workers) as executor:
        return analyse_turns(listed, spec, cache, executor, progress, everything)


def input_summary(collection: Collection, found: AnalysedTurns) -> Answer:
    """What was read, analysed and left out."""
    return {
        "games": len(collection.games),
        "games_skipped": [{"id": game.id, "reason": game.reason} for game in collection.skipped],
        "recoded_lines": collection.recoded_lines,
        "turns": len(found.turns),
        "turns_skipped": found.skipped,
        "decisions": sum(turn.skip is None for turn in found.turns),
        "engine": str(found.engine),
        "budget": found.settings.budget,
        "multipv": found.settings.multipv,
        "searched": found.searched,
        "failures": found.failures,
    }


@chess.command("analyse", short_help="Value the moves of games and keep the values.")
@GAMES
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the decisions here, as JSON lines.")
@engine_options
@answers(tables.show_analysis)
def analyse(games: tuple[Path, ...], out: Path | None, **engine: Any) -> Answer:
    """Value the moves of games; what is finished is kept, so that nothing is searched twice."""
    from kibitz.core import format_decision
    from kibitz.files import write_text
    from kibitz.games.chess.pgn import load_collection

    if out is not None and not out.parent.is_dir():
        raise InputError(f"out: a file in a folder that exists is accepted, not {out}")
    collection = load_collection(list(games))
    found = analysed(collection, **engine)
    if out is not None:
        write_text(out, "".join(format_decision(decision) + "\n" for decision in found.decisions()))
    return input_summary(collection, found) | {"out": str(out) if out is not None else None}


@chess.command("rate", short_help="Rate players by their moves, with intervals.")
@GAMES
@click.option("--player", help="Rate this player only; a part of the name will do.")
@click.option("--together", is_flag=True, help="Rate all players together, as if they were one.")
@click.option("--top", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Players rated, at most.")
@click.option("--claimed", type=click.FloatRange(0, 4_000), callback=finite, help="Compare with a claimed Elo rating.")
@click.option(
    "--looks",
    type=click.IntRange(1, 10_000_000),
    default=1,
    show_default=True,
    help="Players that were examined in the same way, for --claimed.",
)
@click.option("--scale", type=click.Path(dir_okay=False, path_type=Path), help="Scale from kibitz chess calibrate.")
@click.option(
    "--draws",
    type=click.IntRange(50, 20_000),
    default=500,
    show_default=True,
    help="Resampled sets of games behind each interval.",
)
@seed_option
@engine_options
@answers(tables.show_ratings)
def rate(
    games: tuple[Path, ...],
    player: str | None,
    together: bool,
    top: int,
    claimed: float | None,
    looks: int,
    scale: Path | None,
    draws: int,
    seed: int,
    **engine: Any,
) -> Answer:
    """Rate players by their moves: s, c and an Elo rating with its interval.

    GAMES are PGN files or folders, or decisions written by kibitz chess analyse --out.
    """
    from dataclasses import replace

    from kibitz.core import PlayerId
    from kibitz.games.chess.elo import describe_scale, scale_for
    from kibitz.games.chess.pgn import load_collection
    from kibitz.games.chess.rating import match_player, players, rate_players, screening
    from kibitz.rate import load_decisions

    source = None
    if all(path.suffix.lower() in RECORDS for path in games):
        decisions = [decision for path in games for decision in load_decisions(path)]
    else:
        collection = load_collection(list(games))
        found = analysed(collection, **engine)
        decisions, source = found.decisions(), input_summary(collection, found)
    if not decisions:
        raise InputError("games: no turn of them counts, so nobody can be rated")
    measure = scale_for(decisions[0].provenance, scale)
    if together:
        decisions = [replace(decision, player=PlayerId("all players")) for decision in decisions]
    names = [match_player(decisions, player)] if player is not None else players(decisions)
    rows = rate_players(decisions, measure, names[:top], draws, seed)
    if claimed is not None:
        for row in rows:
            row["screening"] = screening(decisions, row["player"], measure, claimed, looks)
    answer: Answer = {"players": rows, "more_players": max(len(names) - top, 0), "source": source,
                      "scale": None if measure is None else describe_scale(measure)}  # fmt: skip
    return answer | rows[0] if len(rows) == 1 else answer


@chess.command("calibrate", short_help="Fit the Elo scale of an engine and depth.")
@GAMES
@click.option("--marks", default="1900,2100,2300,2500,2700", show_default=True, help="Elo marks, with commas.")
@click.option("--within", type=int, default=25, show_default=True, help="Points both players may be off a mark.")
@click.option("--positions", type=int, default=1_050, show_default=True, help="Positions a mark.")
@click.option("--years", default="", help="Only games of these years, as 2006-2019.  [default: any]")
@click.option("--per-game", type=int, default=12, show_default=True, help="Positions a game, at most.")
@click.option("--source", default="", help="Where the games come from, to be kept in the scale's file.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="File of the scale, named .json.")
@seed_option
@engine_options
@answers(tables.show_calibration)
def calibrate(
    games: tuple[Path, ...],
    marks: str,
    within: int,
    positions: int,
    years: str,
    per_game: int,
    source: str,
    out: Path | None,
    seed: int,
    **engine: Any,
) -> Answer:
    """Fit the Elo scale of an engine to games (PGN files or folders) of players of known rating.

    The run can be stopped and started again: finished analyses are kept.
    """
    from kibitz.cli.progress import progress_bar
    from kibitz.games.chess.cache import default_cache
    from kibitz.games.chess.calibration import CalibrationPlan, collect_samples
    from kibitz.games.chess.elo import calibrated_scale, calibration_report
    from kibitz.games.chess.pgn import load_collection
    from kibitz.rate import save_scale

    if out is not None and (out.suffix != ".json" or not out.parent.is_dir()):
        raise InputError(f"out: a file named .json in a folder that exists is accepted, not {out}")
    plan = CalibrationPlan(_marks(marks), within, positions, per_game, seed, _years(years))
    cache, workers = engine.pop("cache") or default_cache(), engine.pop("workers")
    spec = engine_spec(**engine)
    collection = load_collection(list(games))
    with progress_bar("analysing") as progress, engine_pool(workers) as executor:
        samples = collect_samples(collection.games, plan, spec, cache, executor, progress)
    scale = calibrated_scale(samples, plan, source)
    if out is None:
        out = Path(f"{samples.engine}-{samples.settings.budget}.json".lower().replace(" ", "-").replace("/", "-"))
    save_scale(scale, out)
    return calibration_report(scale, samples) | {"out": str(out), "games_skipped": len(collection.skipped)}


def _marks(text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) <= 4 for word in words):
        raise InputError(f"marks: ratings with commas between them are accepted, not {text!r}")
    return tuple(int(word) for word in words)


def _years(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    match = re.fullmatch(r"(\d{4})(?:-(\d{4}))?", text, re.ASCII)
    if match is None or int(match[2] or match[1]) < int(match[1]):
        raise InputError(f"years: two years as 2006-2019, or one, are accepted, not {text!r}")
    return int(match[1]), int(match[2] or match[1])


@chess.command("moves", short_help="Go through one game move by move.")
@GAMES
@click.option("--game", "number", type=click.IntRange(1), default=1, show_default=True, help="Which game, from 1.")
@click.option(
    "--elo",
    type=click.FloatRange(0, 4_000),
    callback=finite,
    help="Compare with typical players of this rating.  [default: the players' own]",
)
@click.option("--scale", type=click.Path(dir_okay=False, path_type=Path), help="Scale from kibitz chess calibrate.")
@engine_options
@answers(tables.show_moves)
def moves(games: tuple[Path, ...], number: int, elo: float | None, scale: Path | None, **engine: Any) -> Answer:
    """Go through one game: how likely each move was, what it was expected to cost, and what it cost."""
    from dataclasses import replace

    from kibitz.games.chess.decisions import provenance
    from kibitz.games.chess.elo import scale_for
    from kibitz.games.chess.pgn import load_collection
    from kibitz.games.chess.review import game_review

    collection = load_collection(list(games))
    if number > len(collection.games):
        raise InputError(f"game: a number from 1 to {len(collection.games)} is accepted, not {number}")
    game = collection.games[number - 1]
    found = analysed(replace(collection, games=(game,)), everything=True, **engine)
    measure = scale_for(provenance(found.engine, found.settings), scale)
    return game_review(game, found, measure, elo)


@chess.command("play", short_help="Play an opponent that errs like a person.")
@click.option(
    "--elo",
    type=click.FloatRange(0, 4_000),
    callback=finite,
    default=1900.0,
    show_default=True,
    help="How well the opponent plays.",
)
@click.option("--side", type=click.Choice(["white", "black"]), default="white", show_default=True, help="Your pieces.")
@click.option("--fen", default="", help="Start from this position.")
@click.option("--engine", default="stockfish", show_default=True, help="UCI engine, by name or path.")
@click.option("--scale", type=click.Path(dir_okay=False, path_type=Path), help="Scale from kibitz chess calibrate.")
@click.option("--pgn", type=click.Path(dir_okay=False, path_type=Path), help="Write the game here.")
@seed_option
@answers(tables.show_end)
def play(elo: float, side: str, fen: str, engine: str, scale: Path | None, pgn: Path | None, seed: int) -> Answer:
    """Play a game against an opponent that errs like a person of some Elo.

    Type moves as Nf3 or g1f3; help lists the other words. Moves may also come from a file.
    """
    from kibitz.cli.chess_board import play_game

    return play_game(elo, side == "white", fen, engine, scale, pgn, seed)
