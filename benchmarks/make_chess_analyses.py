"""Engine analyses for the chess benchmarks, made in the background. A stopped run continues later.

nice -n 12 python benchmarks/make_chess_analyses.py [STAGE ...]

The stages in order: ``matches`` and ``later`` are world championship matches of 1972 to 2010 and of 2013 to 2021;
``outer``, ``inner`` and ``between`` are players of Elo marks. These have all moves at all depths. ``rapid`` searches
the best move and the move played alone, in rapid tiebreaks and in their matches. ``table`` has the players of the
paper's Table I, to depth 9. Analyses are saved in ``chess.sqlite`` in the folder KIBITZ_ANALYSES, which starts with
those of the development data and of ``benchmarks/analyses``. ``pack NAME`` writes new analyses to a file there, so that
they need not be computed again.
"""

from __future__ import annotations

import lzma
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice, zip_longest
from pathlib import Path

from chess_pilot import FOLDER

from kibitz.core import Document
from kibitz.games.chess.batch_analysis import AnalysisRequest as Asked
from kibitz.games.chess.batch_analysis import EngineSpec, analyse_batch, engine_spec
from kibitz.games.chess.cache import AnalysisCache
from kibitz.games.chess.calibration import CalibrationPlan, candidate_turns
from kibitz.games.chess.decisions import analyse_turns
from kibitz.games.chess.engine import EngineSettings
from kibitz.games.chess.pgn import ChessGame, load_collection
from kibitz.games.chess.turns import Turn, game_turns

FILE = Path(os.environ.get("KIBITZ_ANALYSES", FOLDER.parents[2] / "cache" / "chess")) / "chess.sqlite"
GIVEN = FOLDER / "wch_analyses.sqlite.xz"
PACKED = Path(__file__).resolve().parent / "analyses"
LISTED, PAIR, SHALLOW = (EngineSettings(depth=d, multipv=lines) for d, lines in ((11, 50), (11, 1), (9, 50)))
OUTER, INNER = (1400, 1600, 1800, 2800), (1900, 2100, 2300, 2500, 2700)
MAIN = tuple(sorted(OUTER + INNER))
BETWEEN = (1500, 1700, 2000, 2200, 2400, 2600)
MARKS = tuple(sorted(MAIN + BETWEEN))
DRAWING = CalibrationPlan(marks=MARKS, positions=1_000)
"""How positions are drawn, as by `kibitz chess calibrate`, which then finds them in the cache."""
TABLE_I = CalibrationPlan(marks=(2200, 2300, 2400, 2500, 2600, 2700), within=10, positions=600, years=(2006, 2009))
"""The players of the paper's Table I."""
TIEBREAKS = ("2006", "2016", "2018")
CHUNK = 60
"""Number of positions between two reports."""


def games_of(*patterns: str) -> list[ChessGame]:
    """The games of files in the folder of development data."""
    paths = [path for pattern in patterns for path in sorted((FOLDER / "pgn").glob(pattern))]
    return list(load_collection(tuple(Document(name=path.name, data=path.read_bytes()) for path in paths)).games)


def draw(mark: int, drawing: CalibrationPlan) -> list[Turn]:
    """Draw enough candidates of a mark; weak players are in decided positions more often, so they need more."""
    most = round(drawing.positions * (1.32 + 0.0005 * max(1900 - mark, 0)))
    return list(islice(candidate_turns(games_of(f"elo{mark}_*.pgn"), mark, drawing), most))


def interleave(marks: tuple[int, ...], drawing: CalibrationPlan = DRAWING) -> Iterator[Turn]:
    """Candidates of several marks, alternating."""
    for together in zip_longest(*(draw(mark, drawing) for mark in marks)):
        yield from (turn for turn in together if turn is not None)


def analyse_list(name: str, source: Iterator[Turn], spec: EngineSpec) -> None:
    """Analyse all moves of the turns that may count."""
    start, done = time.time(), 0
    while chunk := list(islice(source, CHUNK)):
        result = analyse_turns(chunk, spec, FILE)
        done += result.searched
        print(f"{time.strftime('%H:%M')} {name}: {done} searched, {time.time() - start:.0f} s", flush=True)


def pairs(name: str, source: Iterator[Turn], spec: EngineSpec) -> None:
    """Analyse the best move and the move played."""
    start, done = time.time(), 0
    while chunk := list(islice(source, 5 * CHUNK)):
        result = analyse_batch([Asked(turn.position) for turn in chunk], spec, FILE, screen=False)
        beside = [
            Asked(turn.position, turn.played)
            for turn in chunk
            if (known := result.analyses.get(Asked(turn.position))) is not None
            and turn.played not in known.moves
            and abs(known.best) <= 3
        ]
        second = analyse_batch(beside, spec, FILE, screen=False)
        done += result.searched + second.searched
        print(f"{time.strftime('%H:%M')} {name}: {done} searched, {time.time() - start:.0f} s", flush=True)


def of_games(*patterns: str, years: tuple[str, ...] = ()) -> Iterator[Turn]:
    """The turns that may count, game by game, of all years or of the given ones."""
    for game in games_of(*patterns):
        if not years or game.date[:4] in years:
            yield from (turn for turn in game_turns(game) if turn.skip is None)


def unpack(source: Path, target: Path) -> None:
    """Add the analyses of a packed file to a file of analyses; they replace older ones of the same positions."""
    AnalysisCache(target).close()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "packed.sqlite"
        file.write_bytes(lzma.decompress(source.read_bytes()))
        with closing(sqlite3.connect(target, isolation_level=None)) as stored:
            stored.execute("ATTACH ? AS packed", (str(file),))
            stored.execute("INSERT OR REPLACE INTO analyses SELECT * FROM packed.analyses")


def ready() -> Path:
    """The file of analyses; created from the packed files if it is missing."""
    if not FILE.exists():
        FILE.parent.mkdir(parents=True, exist_ok=True)
        draft = FILE.with_suffix(".draft")
        for source in (GIVEN, *sorted(PACKED.glob("*.sqlite.xz"))):
            if source.exists():
                unpack(source, draft)
        draft.replace(FILE)
    return FILE


def pack(name: str) -> None:
    """Pack the analyses that the development data and the other packed files lack."""
    target = PACKED / f"{name}.sqlite.xz"
    with tempfile.TemporaryDirectory() as folder:
        given, new = Path(folder) / "given.sqlite", Path(folder) / "new.sqlite"
        for source in (GIVEN, *(path for path in PACKED.glob("*.sqlite.xz") if path != target)):
            unpack(source, given)
        AnalysisCache(new).close()
        with closing(sqlite3.connect(new, isolation_level=None)) as stored:
            stored.execute("PRAGMA journal_mode = DELETE")  # one file holds everything
            stored.execute("ATTACH ? AS given", (str(given),))
            stored.execute("ATTACH ? AS found", (str(FILE),))
            stored.execute("INSERT INTO analyses SELECT * FROM found.analyses EXCEPT SELECT * FROM given.analyses")
            print(stored.execute("SELECT count(*) FROM analyses").fetchone()[0], "analyses packed")
        draft = target.with_suffix(".draft")
        draft.write_bytes(lzma.compress(new.read_bytes(), preset=9))
        draft.replace(target)


def main(stages: list[str]) -> None:
    ready()
    if stages[:1] == ["pack"]:
        return pack(*stages[1:])
    full, short, shallow = (engine_spec("stockfish", 60, settings) for settings in (LISTED, PAIR, SHALLOW))
    work: dict[str, Callable[[str], None]] = {
        "matches": lambda name: analyse_list(name, of_games("wch_matches_1972*.pgn"), full),
        "outer": lambda name: analyse_list(name, interleave(OUTER), full),
        "inner": lambda name: analyse_list(name, interleave(INNER), full),
        "later": lambda name: analyse_list(name, of_games("wch_matches_2013*.pgn"), full),
        "rapid": lambda name: pairs(name, of_games("wch_rapid_*.pgn", "wch_matches_*.pgn", years=TIEBREAKS), short),
        "table": lambda name: analyse_list(name, interleave(TABLE_I.marks, TABLE_I), shallow),
        "between": lambda name: analyse_list(name, interleave(BETWEEN), full),
    }
    for stage in stages or list(work):
        work[stage](stage)
    return None


if __name__ == "__main__":
    main(sys.argv[1:])
