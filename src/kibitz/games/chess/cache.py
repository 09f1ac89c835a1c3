"""Cache of analyses: a SQLite file keyed by position, engine, version, budget and MultiPV. Nothing is searched twice.
A deeper search also answers for a shallower one.

Each analysis is committed by itself in write-ahead mode, so a killed run loses at most its current position, and
several runs may share one file.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from pathlib import Path

from kibitz import files
from kibitz.core import InputError
from kibitz.files import CACHE_LIMITS_BYTES
from kibitz.games.chess.analysis import Analysis, parse_analysis
from kibitz.games.chess.engine import EngineId, EngineSettings

_KEY_COLUMNS = {
    "position": "TEXT",
    "alone": "TEXT",
    "engine": "TEXT",
    "version": "TEXT",
    "budget": "TEXT",
    "multipv": "INTEGER",
    "hash_mb": "INTEGER",
}
_COLUMNS = ", ".join(f"{name} {kind} NOT NULL" for name, kind in (*_KEY_COLUMNS.items(), ("analysis", "TEXT")))
_TABLE = f"CREATE TABLE IF NOT EXISTS analyses ({_COLUMNS}, PRIMARY KEY ({', '.join(_KEY_COLUMNS)})) WITHOUT ROWID"
_KEY = " AND ".join(f"{name} = ?" for name in _KEY_COLUMNS)

_SIZE = ("page_count", "page_size")
EVICTION_MARGIN = 0.1
"""Share of the analyses that is deleted beyond the excess, so that it does not happen at every start."""
_DEEPER = (
    "position = ? AND alone = ? AND engine = ? AND version = ? AND budget LIKE 'depth %' AND multipv = ? "
    "AND hash_mb = ? AND CAST(substr(budget, 7) AS INTEGER) > ?"
)


def default_cache() -> Path:
    """The default place of the cache: the user's cache folder."""
    return files.cache_folder() / "chess.sqlite"


@dataclass(slots=True)
class AnalysisCache:
    """The analyses of one file; use it as a context manager. ``:memory:`` saves nothing."""

    path: Path | str
    _connection: sqlite3.Connection = field(init=False, repr=False)

    def __post_init__(self) -> None:
        try:
            if str(self.path) != ":memory:":
                Path(self.path).parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(str(self.path), timeout=60, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"cache: cannot open {self.path} ({error})") from None
        try:
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.execute(_TABLE)
            if self.path == default_cache():
                self._evict(CACHE_LIMITS_BYTES["chess.sqlite"])
        except sqlite3.Error as error:
            self._connection.close()
            problem = (
                "cannot be written" if isinstance(error, sqlite3.OperationalError) else "is not a cache of analyses"
            )
            raise InputError(f"cache: {self.path} {problem} ({error})") from None

    def _evict(self, most_bytes: int) -> None:
        """Delete analyses at random until the rest fits; a file that somebody chose is never shortened. Which analysis
        was used last is not known."""
        (pages,), (page_bytes,) = (self._connection.execute(f"PRAGMA {name}").fetchone() for name in _SIZE)
        excess = 1 - most_bytes / max(1, pages * page_bytes)
        if excess > 0:
            share = min(1.0, excess + EVICTION_MARGIN)
            self._connection.execute("DELETE FROM analyses WHERE abs(random() % 1000000) < ?", [share * 1_000_000])
            self._connection.execute("VACUUM")

    def __enter__(self) -> AnalysisCache:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __len__(self) -> int:
        return int(self._connection.execute("SELECT count(*) FROM analyses").fetchone()[0])

    def get(self, position: str, alone: str, engine: EngineId, settings: EngineSettings) -> Analysis | None:
        """The analysis saved for this key, if any, or a deeper one cut to this depth.

        A record that cannot be read is ignored.
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
        """Save an analysis, replacing an older one; it is on disk when this returns."""
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
