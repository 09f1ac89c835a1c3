"""The library: jobs, sessions, uploads and drill answers in one SQLite file. Several processes may use it at once.

Each row of ``items`` is one library item: a job with its progress and result, a session, or an upload. ``drills`` has
one row for each drill answer. The schema has a number (``user_version``); opening an old file updates it.
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from kibitz.app.catalogue import BY_PATH, FORMER_PATHS
from kibitz.app.sessions import BY_PATH as SESSIONS
from kibitz.core import session
from kibitz.core.errors import InputError
from kibitz.core.grades import GradeWord

ItemState = Literal["ready", "waiting", "running", "done", "wrong", "cancelled", "interrupted", "playing"]
"""State of an item; ``ready`` is an upload that was not used yet."""
MIGRATIONS = (
    """
    CREATE TABLE items (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, path TEXT NOT NULL, title TEXT NOT NULL, request TEXT NOT NULL,
        state TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0, total INTEGER NOT NULL DEFAULT 0,
        note TEXT NOT NULL DEFAULT '', headline TEXT NOT NULL DEFAULT '', grade TEXT NOT NULL DEFAULT '',
        result BLOB, shown BLOB, began REAL NOT NULL, ended REAL
    );
    CREATE INDEX items_began ON items (began DESC);
    CREATE TABLE drills (
        id INTEGER PRIMARY KEY, drill TEXT NOT NULL, request TEXT NOT NULL, choice TEXT NOT NULL, grade TEXT NOT NULL,
        loss REAL NOT NULL, decision TEXT NOT NULL, at REAL NOT NULL
    );
    CREATE INDEX drills_at ON drills (drill, at);
    CREATE TABLE due (drill TEXT NOT NULL, request TEXT NOT NULL, box INTEGER NOT NULL, at REAL NOT NULL,
        PRIMARY KEY (drill, request));
    """,
    "ALTER TABLE items ADD COLUMN deleted REAL",
    """
    UPDATE items SET shown = NULL;
    ALTER TABLE items ADD COLUMN answer BLOB;
    ALTER TABLE items ADD COLUMN partial TEXT NOT NULL DEFAULT '';
    UPDATE items SET path = 'theory.solve' WHERE path = 'parlour.solve';
    UPDATE items SET path = 'theory.' || substr(path, 7) WHERE path LIKE 'rules.%';
    """,
)
"""SQL scripts that update a file from each version of the schema to the next."""
MAX_IMPORT_LINES = 20_000
"""Most lines of an import."""
DELETED_RETENTION_S = 30 * 24 * 3600.0
"""Time during which deleted items can be restored, in seconds."""


Count = Annotated[int, Meta(ge=0, le=2**53)]


class LibraryItem(Struct, frozen=True, kw_only=True):
    """One library item; times are seconds since 1970, ``request`` has the arguments as JSON."""

    id: str
    kind: str
    path: str
    title: str
    request: str
    state: ItemState
    done: Count = 0
    total: Count = 0
    note: str = ""
    headline: str = ""
    grade: str = ""
    result: bytes | None = None
    """The answer of a job as JSON, or the state of a session."""
    answer: bytes | None = None
    """The answer of a finished session as JSON."""
    partial: str = ""
    """What a partial result is based on: ``3 deals of 12``."""
    began: float
    ended: float | None = None


class DrillAnswer(Struct, frozen=True, kw_only=True):
    """One drill answer: the request of the position as JSON, the choice, its grade, its loss, and its decision
    record."""

    drill: str
    request: str
    choice: str
    grade: GradeWord
    loss: float
    decision: str
    at: float


class _Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of an export: an item or a drill answer."""

    item: LibraryItem | None = None
    drill: DrillAnswer | None = None


_COLUMNS = LibraryItem.__struct_fields__
_LIST_COLUMNS = tuple(name if name not in ("result", "answer") else f"NULL AS {name}" for name in _COLUMNS)


class Library:
    """The library file. Every method is one transaction."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{path}: the library cannot be opened ({error.strerror})") from None
        with self._open() as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("BEGIN IMMEDIATE")  # another process may be opening a new library at the same moment
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if version > len(MIGRATIONS):
                raise InputError(f"{path}: written by a newer kibitz (schema {version}); update kibitz to open it")
            for script in MIGRATIONS[version:]:
                for statement in script.split(";"):
                    db.execute(statement)
            db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
            db.execute("COMMIT")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            db = sqlite3.connect(self.path, timeout=10, isolation_level=None)
        except sqlite3.Error as error:
            raise InputError(f"{self.path}: the library cannot be opened ({error})") from None
        try:
            yield db
        except sqlite3.DatabaseError as error:
            raise InputError(f"{self.path}: the library cannot be used ({error})") from None
        finally:
            db.close()

    def add(self, item: LibraryItem) -> None:
        """Add a new item."""
        with self._open() as db:
            marks = ",".join("?" * len(_COLUMNS))
            db.execute(
                f"INSERT INTO items ({','.join(_COLUMNS)}) VALUES ({marks})", [getattr(item, name) for name in _COLUMNS]
            )

    def add_upload(self, item: LibraryItem) -> None:
        """Add an upload. One that exists stays unchanged; a deleted one is restored."""
        marks = ",".join("?" * len(_COLUMNS))
        with self._open() as db:
            db.execute("BEGIN IMMEDIATE")
            db.execute(
                f"INSERT OR IGNORE INTO items ({','.join(_COLUMNS)}) VALUES ({marks})",
                [getattr(item, name) for name in _COLUMNS],
            )
            db.execute("UPDATE items SET deleted = NULL WHERE id = ?", [item.id])
            db.execute("COMMIT")

    def update(self, id: str, **columns: object) -> None:
        """Set columns of one item."""
        unknown = set(columns) - set(_COLUMNS)
        if unknown:
            raise ValueError(f"no such columns: {unknown}")
        with self._open() as db:
            sets = ",".join(f"{name} = ?" for name in columns)
            db.execute(f"UPDATE items SET {sets} WHERE id = ?", [*columns.values(), id])

    def item(self, id: str) -> LibraryItem | None:
        """One item with its result."""
        with self._open() as db:
            there = f"SELECT {','.join(_COLUMNS)} FROM items WHERE id = ? AND deleted IS NULL"
            row = db.execute(there, [id]).fetchone()
        return None if row is None else LibraryItem(**dict(zip(_COLUMNS, row, strict=True)))

    def items(self, group: str = "", words: str = "", most: int = 200) -> list[LibraryItem]:
        """Items without their results, newest first."""
        with self._open() as db:
            rows = db.execute(
                f"SELECT {','.join(_LIST_COLUMNS)} FROM items WHERE path LIKE ? AND (title || headline || path) LIKE ? "
                "AND deleted IS NULL ORDER BY began DESC LIMIT ?",
                [f"{group}.%" if group else "%", f"%{words}%", most],
            ).fetchall()
        return [LibraryItem(**dict(zip(_COLUMNS, row, strict=True))) for row in rows]

    def counts(self) -> dict[str, int]:
        """The number of items of each group."""
        with self._open() as db:
            group = "substr(path, 1, instr(path, '.') - 1)"
            return dict(db.execute(f"SELECT {group}, count(*) FROM items WHERE deleted IS NULL GROUP BY 1"))

    def delete(self, ids: Sequence[str], now: float | None = None) -> int:
        """Delete items and return their number. Items deleted more than `DELETED_RETENTION_S` ago are removed for
        good."""
        now = time.time() if now is None else now
        with self._open() as db:
            db.execute("BEGIN IMMEDIATE")
            db.execute("DELETE FROM items WHERE deleted < ?", [now - DELETED_RETENTION_S])
            these = f"id IN ({','.join('?' * len(ids))}) AND deleted IS NULL"
            result = db.execute(f"UPDATE items SET deleted = ? WHERE {these}", [now, *ids])
            db.execute("COMMIT")
            return result.rowcount

    def recently_deleted(self, now: float | None = None) -> list[LibraryItem]:
        """The items deleted last that can be restored, newest first, without results."""
        since = (time.time() if now is None else now) - DELETED_RETENTION_S
        last = "deleted = (SELECT max(deleted) FROM items WHERE deleted >= ?)"
        with self._open() as db:
            result = f"SELECT {','.join(_LIST_COLUMNS)} FROM items WHERE {last} ORDER BY began DESC"
            rows = db.execute(result, [since]).fetchall()
        return [LibraryItem(**dict(zip(_COLUMNS, row, strict=True))) for row in rows]

    def restore(self, ids: Sequence[str]) -> int:
        """Restore deleted items and return their number."""
        with self._open() as db:
            these = f"id IN ({','.join('?' * len(ids))}) AND deleted IS NOT NULL"
            return db.execute(f"UPDATE items SET deleted = NULL WHERE {these}", list(ids)).rowcount

    def mark_interrupted(self) -> int:
        """Mark unfinished jobs as interrupted; called when a server starts."""
        with self._open() as db:
            under_way = "UPDATE items SET state = 'interrupted', ended = ? WHERE state IN ('running', 'waiting')"
            result = db.execute(under_way, [time.time()])
            return result.rowcount

    def record_drill_answer(self, answer: DrillAnswer, box: int, due: float) -> None:
        """Save a drill answer and the time when its position is due again."""
        with self._open() as db:
            db.execute("BEGIN IMMEDIATE")
            names = DrillAnswer.__struct_fields__
            db.execute(
                f"INSERT INTO drills ({','.join(names)}) VALUES ({','.join('?' * len(names))})",
                [getattr(answer, name) for name in names],
            )
            db.execute(
                "INSERT INTO due VALUES (?, ?, ?, ?) ON CONFLICT (drill, request) DO UPDATE SET box = "
                "excluded.box, at = excluded.at",
                [answer.drill, answer.request, box, due],
            )
            db.execute("COMMIT")

    def schedule_now(self, drill: str, requests: Iterable[str], now: float) -> int:
        """Make positions of a drill due now and return their number."""
        rows = [[drill, request, now] for request in requests]
        with self._open() as db:
            db.execute("BEGIN IMMEDIATE")
            db.executemany(
                "INSERT INTO due VALUES (?, ?, 0, ?) ON CONFLICT (drill, request) DO UPDATE SET "
                "at = min(at, excluded.at)",
                rows,
            )
            db.execute("COMMIT")
        return len(rows)

    def size(self) -> int:
        """Size of the file in bytes."""
        return self.path.stat().st_size

    def leitner_box(self, drill: str, request: str) -> int:
        """The Leitner box of a position: how often in a row it was answered well."""
        with self._open() as db:
            row = db.execute("SELECT box FROM due WHERE drill = ? AND request = ?", [drill, request]).fetchone()
        return 0 if row is None else int(row[0])

    def due_requests(self, drill: str, now: float) -> list[str]:
        """Requests of positions that are due, the longest overdue first."""
        with self._open() as db:
            rows = db.execute(
                "SELECT request FROM due WHERE drill = ? AND at <= ? ORDER BY at LIMIT 1000", [drill, now]
            ).fetchall()
        return [row[0] for row in rows]

    def drill_answers(self, drill: str = "", most: int = 5_000) -> list[DrillAnswer]:
        """Drill answers, newest first."""
        with self._open() as db:
            names = DrillAnswer.__struct_fields__
            rows = db.execute(
                f"SELECT {','.join(names)} FROM drills WHERE drill LIKE ? ORDER BY at DESC LIMIT ?",
                [drill or "%", most],
            ).fetchall()
        return [DrillAnswer(**dict(zip(names, row, strict=True))) for row in rows]

    def export_lines(self, ids: Sequence[str] = ()) -> Iterator[str]:
        """The library as JSON lines: items, then drill answers, oldest first; or only the items with these ids."""
        for light in reversed(self.items(most=MAX_IMPORT_LINES)):
            item = self.item(light.id) if not ids or light.id in ids else None
            if item is not None:
                yield json.dumps({"item": msgspec.to_builtins(item)}, ensure_ascii=False)
        if ids:
            return
        for drill in reversed(self.drill_answers(most=MAX_IMPORT_LINES)):
            yield json.dumps({"drill": msgspec.to_builtins(drill)}, ensure_ascii=False)

    def import_lines(self, lines: Iterable[str]) -> int:
        """Import lines of an export, all or none, and return the number of new rows. Existing rows stay unchanged
        unless they were deleted."""
        items, drills = [], []
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            if number > MAX_IMPORT_LINES:
                raise InputError(f"line {number}: a library may have at most {MAX_IMPORT_LINES:,} lines")
            try:
                row = msgspec.json.decode(line.encode(), type=_Row)
                if (row.item is None) == (row.drill is None):
                    raise ValueError
                if row.item is not None:
                    items.append(_sanitise_import(row.item))
                if row.drill is not None:
                    drills.append(row.drill)
            except (ValueError, RecursionError, msgspec.DecodeError):
                raise InputError(f"line {number}: not a line of an exported library") from None
        with self._open() as db:
            db.execute("BEGIN IMMEDIATE")
            db.executemany("DELETE FROM items WHERE id = ? AND deleted IS NOT NULL", [[item.id] for item in items])
            before = db.total_changes
            db.executemany(
                f"INSERT OR IGNORE INTO items ({','.join(_COLUMNS)}) VALUES ({','.join('?' * len(_COLUMNS))})",
                [[getattr(item, name) for name in _COLUMNS] for item in items],
            )
            names = DrillAnswer.__struct_fields__
            db.executemany(
                f"INSERT INTO drills ({','.join(names)}) SELECT {','.join('?' * len(names))} WHERE NOT EXISTS "
                "(SELECT 1 FROM drills WHERE drill = ? AND request = ? AND at = ?)",
                [[*(getattr(each, name) for name in names), each.drill, each.request, each.at] for each in drills],
            )
            added = db.total_changes - before
            db.execute("COMMIT")
        return added


def _sanitise_import(item: LibraryItem) -> LibraryItem:
    """An item of another library, as far as it is trusted: a known question with its arguments and result. Jobs that
    were running there are not running here."""
    known = SESSIONS if item.kind == "play" else BY_PATH
    if item.kind not in ("job", "play") or item.path not in known or not re.fullmatch("[0-9a-f]{16}", item.id):
        raise ValueError
    if not isinstance(json.loads(item.request), dict):
        raise ValueError
    if item.kind == "play":
        msgspec.json.decode(item.result or b"", type=session.SessionState)
    state = "interrupted" if item.state in ("waiting", "running") else item.state
    return msgspec.structs.replace(item, state=state, path=FORMER_PATHS.get(item.path, item.path))


def new_id() -> str:
    """A random id for an item that cannot be guessed."""
    return token_hex(8)
