"""Engine values that the chess benchmarks stand on, made in the background; stopped at any time, it goes on later.

nice -n 12 python benchmarks/make_chess_analyses.py [STAGE ...]

Stages in order: ``outer`` and ``main`` are players of Elo marks, all their moves at all depths; ``pairs`` are the best
move and the one played, each searched by itself, of many more positions (some ten times cheaper); ``rapid`` such pairs
of rapid tiebreaks and of the matches about them; ``matches`` and ``later`` are world championship matches of 1972 to
2010 and of 2013 to 2021. Analyses are kept in ``chess.sqlite`` in the folder that the variable KIBITZ_ANALYSES names.
"""

from __future__ import annotations

import lzma
import os
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice, zip_longest
from pathlib import Path

from chess_pilot import FOLDER

from kibitz.core import Document
from kibitz.games.chess.calibration import CalibrationPlan, candidates
from kibitz.games.chess.decisions import analyse_turns
from kibitz.games.chess.engine import EngineSettings
from kibitz.games.chess.pgn import Game, load_collection
from kibitz.games.chess.positions import Turn, turns
from kibitz.games.chess.survey import EngineSpec, engine_spec, survey
from kibitz.games.chess.survey import Request as Asked

FILE = Path(os.environ.get("KIBITZ_ANALYSES", FOLDER.parents[2] / "cache" / "chess")) / "chess.sqlite"
LISTED, PAIR = EngineSettings(depth=11, multipv=50), EngineSettings(depth=11, multipv=1)
MARKS = (1400, 1500, 1600, 1700, 1800, 1900, 2100, 2300, 2500, 2700, 2800)
MAIN = (1900, 2100, 2300, 2500, 2700)
TIEBREAKS = ("2006", "2016", "2018")
SEED = 2
"""Another draw than that of the first five marks (seed 1), so that the two add up."""
PER_GAME, CHUNK = 6, 60


def plan(marks: tuple[int, ...] = MARKS) -> CalibrationPlan:
    """How positions are drawn: both players within 25 points, six positions a game, in the order of the seed."""
    return CalibrationPlan(marks=marks, within=25, per_game=PER_GAME, seed=SEED)


def games_of(*patterns: str) -> list[Game]:
    """The games of files in the folder of development data."""
    paths = [path for pattern in patterns for path in sorted((FOLDER / "pgn").glob(pattern))]
    return list(load_collection(tuple(Document(name=path.name, data=path.read_bytes()) for path in paths)).games)


def drawn(mark: int, most: int) -> list[Turn]:
    """The first so many candidates of a mark."""
    return list(islice(candidates(games_of(f"elo{mark}_*.pgn"), mark, plan()), most))


def interleaved(marks: tuple[int, ...], most: int) -> Iterator[Turn]:
    """Candidates of several marks, in turn."""
    for together in zip_longest(*(drawn(mark, most) for mark in marks)):
        yield from (turn for turn in together if turn is not None)


def listed(name: str, source: Iterator[Turn], spec: EngineSpec) -> None:
    """Value all moves of the turns that may count."""
    start, done = time.time(), 0
    while chunk := list(islice(source, CHUNK)):
        found = analyse_turns(chunk, spec, FILE)
        done += found.searched
        print(f"{time.strftime('%H:%M')} {name}: {done} searched, {time.time() - start:.0f} s", flush=True)


def pairs(name: str, source: Iterator[Turn], spec: EngineSpec) -> None:
    """Value the best move and the one played."""
    start, done = time.time(), 0
    while chunk := list(islice(source, 5 * CHUNK)):
        found = survey([Asked(turn.position) for turn in chunk], spec, FILE, screen=False)
        beside = [Asked(turn.position, turn.played) for turn in chunk
                  if (known := found.analyses.get(Asked(turn.position))) is not None and turn.played not in known.moves
                  and abs(known.best) <= 3]  # fmt: skip
        second = survey(beside, spec, FILE, screen=False)
        done += found.searched + second.searched
        print(f"{time.strftime('%H:%M')} {name}: {done} searched, {time.time() - start:.0f} s", flush=True)


def of_games(*patterns: str, years: tuple[str, ...] = ()) -> Iterator[Turn]:
    """The turns of whole games that may count, game by game, of all years or of those given."""
    for game in games_of(*patterns):
        if not years or game.date[:4] in years:
            yield from (turn for turn in turns(game) if turn.skip is None)


def main(stages: list[str]) -> None:
    if not FILE.exists():
        FILE.parent.mkdir(parents=True, exist_ok=True)
        FILE.write_bytes(lzma.decompress((FOLDER / "wch_analyses.sqlite.xz").read_bytes()))
    full, short = (engine_spec("stockfish", 60, settings) for settings in (LISTED, PAIR))
    outer = tuple(mark for mark in MARKS if mark not in MAIN)
    work: dict[str, Callable[[str], None]] = {
        "pairs": lambda name: pairs(name, interleaved(MAIN, 800), short),
        "rapid": lambda name: pairs(name, of_games("wch_rapid_*.pgn", "wch_matches_*.pgn", years=TIEBREAKS), short),
        "outer pairs": lambda name: pairs(name, interleaved(outer, 400), short),
        "outer": lambda name: listed(name, interleaved(outer, 60), full),
        "main": lambda name: listed(name, interleaved(MAIN, 80), full),
        "matches": lambda name: listed(name, of_games("wch_matches_1972*.pgn"), full),
        "later": lambda name: listed(name, of_games("wch_matches_2013*.pgn"), full),
        "more pairs": lambda name: pairs(name, interleaved(MARKS, 4_000), short),
        "more": lambda name: listed(name, interleaved(MARKS, 1_300), full),
    }
    for stage in stages or list(work):
        work[stage](stage)


if __name__ == "__main__":
    main(sys.argv[1:])
