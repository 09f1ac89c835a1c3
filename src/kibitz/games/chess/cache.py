"""Analyses on disk: a SQLite file keyed by position, engine, version, budget and MultiPV; nothing is done twice, and a
deeper search answers for a shallower one.

Each analysis is committed by itself in write-ahead mode, so a killed run loses at most the position it was at, and
several runs may share one file.
"""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from kibitz.core import InputError
from kibitz.games.chess.analysis import Analysis, parse_analysis
from kibitz.games.chess.engine import EngineId, EngineSettings

_TABLE = """
CREATE TABLE IF NOT EXISTS analyses (
    position TEXT NOT NULL, alone TEXT NOT NULL, engine TEXT NOT NULL, version TEXT NOT NULL,
    budget TEXT NOT NULL, multipv INTEGER NOT NULL, hash_mb INTEGER NOT NULL, analysis TEXT NOT NULL,
    PRIMARY KEY (position, alone, engine, version, budget, multipv, hash_mb)
) WITHOUT ROWID
"""
_KEY = "position = ? AND alone = ? AND engine = ? AND version = ? AND budget = ? AND multipv = ? AND hash_mb = ?"

_DEEPER = (
    "position = ? AND alone = ? AND engine = ? AND version = ? AND budget LIKE 'depth %' AND multipv = ? "
    "AND hash_mb = ? AND CAST(substr(budget, 7) AS INTEGER) > ?"
)


def default_cache() -> Path:
    """Where analyses are kept unless told otherwise: the user's cache folder."""
    root = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(root).expanduser() / "kibitz" / "chess.sqlite"


@dataclass(slots=True)
class AnalysisCache:
    """The analyses of one file; use it as a context manager. ``:memory:`` keeps nothing."""

    path: Path | str
    _connection: sqlite3.Connection = field(init=False, repr=False)

    def __post_init__(self) -> None:
        try:
            if str(self.path) != ":memory:":
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(str(self.path), timeout=60, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"cache: {self.path} cannot be opened ({error})") from None
        try:
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.execute(_TABLE)
        except sqlite3.Error as error:
            self._connection.close()
            wrong = "cannot be written" if isinstance(error, sqlite3.OperationalError) else "is no file of analyses"
            raise InputError(f"cache: {self.path} {wrong} ({error})") from None

    def __enter__(self) -> AnalysisCache:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __len__(self) -> int:
        return int(self._connection.execute("SELECT count(*) FROM analyses").fetchone()[0])

    def get(self, position: str, alone: str, engine: EngineId, settings: EngineSettings) -> Analysis | None:
        """The analysis kept for this key, if any, or what a deeper one said at this depth.

        A record that cannot be read counts as none.
        """
        result = self._connection.execute(
            f"SELECT analysis FROM analyses WHERE {_KEY}", _key(position, alone, engine, settings)
        ).fetchall()
        if not result and settings.depth is not None:
            *before, _, multipv, hash_mb = _key(position, alone, engine, settings)
            result = self._connection.execute(
                f"SELECT analysis FROM analyses WHERE {_DEEPER}", (*before, multipv, hash_mb, settings.depth)
            ).fetchall()
        for (text,) in result:
            try:
                analysis = parse_analysis(position, text)
            except InputError:
                continue
            if settings.depth is None or analysis.depths[-1] <= settings.depth:
                return analysis
            if (cut := analysis.at_depth(settings.depth)) is not None:
                return cut
        return None

    def put(self, analysis: Analysis, alone: str, engine: EngineId, settings: EngineSettings) -> None:
        """Keep an analysis, in place of an older one; it is on disk when this returns."""
        try:
            self._connection.execute(
                "INSERT OR REPLACE INTO analyses VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*_key(analysis.position, alone, engine, settings), analysis.to_text()),
            )
        except sqlite3.Error as error:
            raise InputError(f"cache: {self.path} cannot be written ({error})") from None

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def _key(position: str, alone: str, engine: EngineId, settings: EngineSettings) -> tuple[str | int, ...]:
    return (position, alone, engine.name, engine.version, settings.budget, settings.multipv, settings.hash_mb)
