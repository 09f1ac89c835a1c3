"""The library: jobs, sessions, uploads and drill answers in one SQLite file. Several processes may use it at once.

Each row of ``items`` is one library item: a job with its progress and result, a session, or an upload. ``drills`` has
one row for each drill answer, ``due`` the schedule of positions. The schema has a number (``user_version``); opening an
old file updates it.

Every row has a checksum (`Library.check`), because SQLite would not notice a flipped bit. A job that waits or runs has
an owner, the server in whose process it is. A server that stops or whose heartbeat fails loses its jobs, and only the
owner may change them (`Library.update_own`). So a job never runs twice.
"""

from __future__ import annotations

import os
import socket
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_hex
from typing import TypeVar

from msgspec import Struct, ValidationError, convert

from kibitz.app.library_rows import (
    ROW_TYPES,
    ItemState,
    Row,
    ScheduledDrill,
    as_interrupted,
    format_counts,
    format_header,
    format_line,
    parse_lines,
    row_checksum,
)
from kibitz.app.library_rows import DrillAnswer as DrillAnswer
from kibitz.app.library_rows import LibraryItem as LibraryItem
from kibitz.core.errors import InputError

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
    """,
    """
    UPDATE items SET path = 'theory.solve' WHERE path = 'parlour.solve';
    UPDATE items SET path = 'theory.' || substr(path, 7) WHERE path LIKE 'rules.%';
    ALTER TABLE items ADD COLUMN owner TEXT NOT NULL DEFAULT '';
    ALTER TABLE items ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
    ALTER TABLE drills ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
    ALTER TABLE due ADD COLUMN checksum TEXT NOT NULL DEFAULT '';
    CREATE TABLE servers (id TEXT PRIMARY KEY, host TEXT NOT NULL, pid INTEGER NOT NULL, seen REAL NOT NULL);
    CREATE INDEX items_owner ON items (owner) WHERE owner != '';
    CREATE INDEX items_unsealed ON items (checksum) WHERE checksum = '';
    CREATE INDEX due_unsealed ON due (checksum) WHERE checksum = '';
    CREATE INDEX drills_checksum ON drills (checksum);
    UPDATE items SET checksum = row_checksum(id, kind, path, title, request, state, done, total, note, headline, grade,
        result, answer, partial, began, ended, deleted, owner);
    UPDATE drills SET checksum = row_checksum(drill, request, choice, grade, loss, decision, at);
    UPDATE due SET checksum = row_checksum(drill, request, box, at)
    """,
)
"""SQL scripts that update a file from each version of the schema to the next."""
DELETED_RETENTION_S = 30 * 24 * 3600.0
"""Time during which deleted items can be restored, in seconds."""
HEARTBEAT_INTERVAL_S = 5.0
"""Time between two heartbeats of a server, in seconds."""
HEARTBEAT_TIMEOUT_S = 30.0
"""A server without a heartbeat for so many seconds has stopped; its jobs are interrupted."""

RowT = TypeVar("RowT", LibraryItem, DrillAnswer)
_COLUMNS = LibraryItem.__struct_fields__
_LIST_COLUMNS = tuple(name if name not in ("result", "answer") else f"NULL AS {name}" for name in _COLUMNS)
_TABLES = {"item": "items", "drill": "drills", "due": "due"}
"""The table of each kind of row."""
_SEALED = {
    "item": (*_COLUMNS, "deleted", "owner"),
    "drill": DrillAnswer.__struct_fields__,
    "due": ScheduledDrill.__struct_fields__,
}
"""The columns that the checksum of a row covers."""
_CHECKSUM = {kind: f"row_checksum({','.join(columns)})" for kind, columns in _SEALED.items()}
_MARK_ROW = f"checksum = CASE checksum WHEN {_CHECKSUM['item']} THEN '' ELSE checksum END"
"""Part of an update: take the checksum off a row that has the right one. A damaged row keeps its wrong one, so that no
later change hides the damage."""
_SEAL_ROWS = f"UPDATE items SET checksum = {_CHECKSUM['item']} WHERE checksum = ''"
_ORDER = {"item": "began, id", "drill": "at, id", "due": "drill, request"}
"""The order of rows in an export; an import keeps it."""


class DamagedRow(Struct, frozen=True):
    """A row that is not as it was saved: its kind, and the id of the item or the name of the drill."""

    kind: str
    name: str
    title: str = ""


class LibraryCheck(Struct, frozen=True):
    """The result of a check: how many rows, which are damaged, and what SQLite says about the file."""

    rows: int
    damaged: tuple[DamagedRow, ...]
    problems: tuple[str, ...]

    @property
    def is_whole(self) -> bool:
        """Whether nothing is damaged."""
        return not self.damaged and not self.problems


class Library:
    """The library file. Every method is one transaction."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Only the user may read the library. SQLite gives its other files the same rights.
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            if path.stat().st_mode & 0o077:
                path.chmod(0o600)
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
    def _open(self, any_thread: bool = False) -> Iterator[sqlite3.Connection]:
        try:
            db = sqlite3.connect(self.path, timeout=10, isolation_level=None, check_same_thread=not any_thread)
            db.text_factory = lambda data: data.decode("utf-8", "replace")  # damage stays in its row
            db.create_function("row_checksum", -1, row_checksum, deterministic=True)
        except sqlite3.Error as error:
            raise InputError(f"{self.path}: the library cannot be opened ({error})") from None
        try:
            yield db
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # the message may quote damaged text
            reason = error if isinstance(error, sqlite3.DatabaseError) else "damaged"
            raise InputError(f"{self.path}: the library cannot be used ({reason})") from None
        finally:
            db.close()

    def add(self, item: LibraryItem, owner: str = "") -> None:
        """Add a new item; a job that a server queues has that server as its owner."""
        with self._open() as db:
            marks = ",".join("?" * (len(_COLUMNS) + 1))
            db.execute("BEGIN IMMEDIATE")
            db.execute(
                f"INSERT INTO items ({','.join(_COLUMNS)},owner) VALUES ({marks})",
                [*(getattr(item, name) for name in _COLUMNS), owner],
            )
            db.execute(_SEAL_ROWS)
            db.execute("COMMIT")

    def add_upload(self, item: LibraryItem) -> None:
        """Add an upload. One that exists stays unchanged; a deleted one is restored."""
        marks = ",".join("?" * len(_COLUMNS))
        with self._open() as db:
            db.execute("BEGIN IMMEDIATE")
            db.execute(
                f"INSERT OR IGNORE INTO items ({','.join(_COLUMNS)}) VALUES ({marks})",
                [getattr(item, name) for name in _COLUMNS],
            )
            db.execute(_SEAL_ROWS)
            db.execute(f"UPDATE items SET {_MARK_ROW}, deleted = NULL WHERE id = ?", [item.id])
            db.execute(_SEAL_ROWS)
            db.execute("COMMIT")

    def update(self, id: str, **columns: object) -> None:
        """Set columns of one item."""
        self._set(columns, "id = ?", [id])

    def update_own(self, id: str, server: str, **columns: object) -> bool:
        """Set columns of a job of this server; return whether it still is its owner."""
        return self._set(columns, "id = ? AND owner = ?", [id, server]) > 0

    def claim(self, id: str, owner: str, before: ItemState, **columns: object) -> bool:
        """Make a server the owner of a job that is in this state and that no other server has; return whether it is
        the owner now. Of two servers that try at once, one succeeds."""
        return self._set({**columns, "owner": owner}, "id = ? AND state = ? AND owner = ''", [id, before]) > 0

    def cancel(self, id: str) -> bool:
        """Cancel a job that waits or runs on any server; its owner notices that it lost the job and stops it. Return
        whether there was one."""
        changes: dict[str, object] = {"state": "cancelled", "ended": time.time(), "owner": ""}
        return self._set(changes, "id = ? AND state IN ('waiting', 'running')", [id]) > 0

    def _set(self, columns: dict[str, object], where: str, arguments: Sequence[object]) -> int:
        unknown = set(columns) - {*_COLUMNS, "owner", "deleted"}
        if unknown:
            raise ValueError(f"no such columns: {unknown}")
        with self._open() as db:
            sets = ",".join(f"{name} = ?" for name in columns)
            db.execute("BEGIN IMMEDIATE")
            result = db.execute(f"UPDATE items SET {_MARK_ROW}, {sets} WHERE {where}", [*columns.values(), *arguments])
            db.execute(_SEAL_ROWS)
            db.execute("COMMIT")
            return result.rowcount

    def item(self, id: str) -> LibraryItem | None:
        """One item with its result; a damaged one raises `InputError`."""
        with self._open() as db:
            columns = ",".join(_SEALED["item"])
            there = f"SELECT {columns}, checksum FROM items WHERE id = ? AND deleted IS NULL"
            row = db.execute(there, [id]).fetchone()
        if row is None:
            return None
        if row_checksum(*row[:-1]) != row[-1]:
            raise InputError(f"item {id}: damaged since it was saved; delete it and restore it from a backup")
        return LibraryItem(**dict(zip(_COLUMNS, row, strict=False)))

    def items(self, group: str = "", words: str = "", most: int = 200) -> list[LibraryItem]:
        """Items without their results, newest first. A row that cannot be one is listed as damaged."""
        with self._open() as db:
            rows = db.execute(
                f"SELECT {','.join(_LIST_COLUMNS)} FROM items WHERE path LIKE ? AND (title || headline || path) LIKE ? "
                "AND deleted IS NULL ORDER BY began DESC LIMIT ?",
                [f"{group}.%" if group else "%", f"%{words}%", most],
            ).fetchall()
        return [_listed_item(row) for row in rows]

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
            result = db.execute(f"UPDATE items SET {_MARK_ROW}, deleted = ? WHERE {these}", [now, *ids])
            db.execute(_SEAL_ROWS)
            db.execute("COMMIT")
            return result.rowcount

    def recently_deleted(self, now: float | None = None) -> list[LibraryItem]:
        """The items deleted last that can be restored, newest first, without results."""
        since = (time.time() if now is None else now) - DELETED_RETENTION_S
        last = "deleted = (SELECT max(deleted) FROM items WHERE deleted >= ?)"
        with self._open() as db:
            result = f"SELECT {','.join(_LIST_COLUMNS)} FROM items WHERE {last} ORDER BY began DESC"
            rows = db.execute(result, [since]).fetchall()
        return [_listed_item(row) for row in rows]

    def restore(self, ids: Sequence[str]) -> int:
        """Restore deleted items and return their number."""
        these = f"id IN ({','.join('?' * len(ids))}) AND deleted IS NOT NULL"
        return self._set({"deleted": None}, these, ids)

    def record_heartbeat(self, server: str, now: float | None = None) -> int:
        """Note that a server runs, and interrupt the jobs of servers that do not; return the number of these jobs."""
        now = time.time() if now is None else now
        with self._open() as db:
            db.execute("BEGIN IMMEDIATE")
            own = [server, socket.gethostname(), os.getpid(), now]
            db.execute("INSERT OR REPLACE INTO servers VALUES (?, ?, ?, ?)", own)
            known = db.execute("SELECT id, host, pid, seen FROM servers").fetchall()
            gone = [id for id, host, pid, seen in known if not _is_alive(host, pid, seen, now)]
            db.executemany("DELETE FROM servers WHERE id = ?", [[id] for id in gone])
            result = _interrupt(db, "owner NOT IN (SELECT id FROM servers)", [], now)
            db.execute("COMMIT")
            return result

    def remove_server(self, server: str) -> int:
        """Note that a server has stopped: its jobs become interrupted; return their number."""
        with self._open() as db:
            db.execute("BEGIN IMMEDIATE")
            db.execute("DELETE FROM servers WHERE id = ?", [server])
            result = _interrupt(db, "owner = ?", [server], time.time())
            db.execute("COMMIT")
            return result

    def owned_ids(self, server: str) -> set[str]:
        """The ids of the jobs that a server owns."""
        with self._open() as db:
            return {row[0] for row in db.execute("SELECT id FROM items WHERE owner = ? AND owner != ''", [server])}

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
                "INSERT INTO due (drill, request, box, at) VALUES (?, ?, ?, ?) ON CONFLICT (drill, request) DO UPDATE "
                "SET box = excluded.box, at = excluded.at, checksum = ''",
                [answer.drill, answer.request, box, due],
            )
            _seal_drills(db)
            db.execute("COMMIT")

    def schedule_now(self, drill: str, requests: Iterable[str], now: float) -> int:
        """Make positions of a drill due now and return their number."""
        rows = [[drill, request, now] for request in requests]
        with self._open() as db:
            db.execute("BEGIN IMMEDIATE")
            db.executemany(
                "INSERT INTO due (drill, request, box, at) VALUES (?, ?, 0, ?) ON CONFLICT (drill, request) DO UPDATE "
                "SET at = min(at, excluded.at), checksum = ''",
                rows,
            )
            _seal_drills(db)
            db.execute("COMMIT")
        return len(rows)

    def remove_from_schedule(self, drill: str, request: str) -> None:
        """Take a position out of the schedule."""
        with self._open() as db:
            db.execute("DELETE FROM due WHERE drill = ? AND request = ?", [drill, request])

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

    def drill_schedule(self) -> list[tuple[str, float]]:
        """When positions are due: the drill and the time, soonest first."""
        with self._open() as db:
            return [(str(row[0]), float(row[1])) for row in db.execute("SELECT drill, at FROM due ORDER BY at")]

    def drill_answers(self, drill: str = "", most: int = 5_000) -> list[DrillAnswer]:
        """Drill answers, newest first, without damaged ones."""
        with self._open() as db:
            names = DrillAnswer.__struct_fields__
            rows = db.execute(
                f"SELECT {','.join(names)} FROM drills WHERE drill LIKE ? ORDER BY at DESC LIMIT ?",
                [drill or "%", most],
            ).fetchall()
        answers = (_checked(DrillAnswer, dict(zip(names, row, strict=True))) for row in rows)
        return [answer for answer in answers if answer is not None]

    def export_lines(self, ids: Sequence[str] = (), skip: Callable[[str], None] | None = None) -> Iterator[str]:
        """The library as JSON lines, or only the items with these ids: one moment of it, whatever others write
        meanwhile. A damaged row raises `InputError`; with ``skip`` it is reported there and left out."""
        wanted = set(ids)
        counts = dict.fromkeys(ROW_TYPES, 0)
        yield format_header()
        with self._open(any_thread=True) as db:
            db.execute("BEGIN")
            for kind, row in self._rows(db, skip, ("item",) if wanted else tuple(ROW_TYPES)):
                if isinstance(row, LibraryItem):
                    if wanted and row.id not in wanted:
                        continue
                    row = as_interrupted(row)
                counts[kind] += 1
                yield format_line(kind, row)
        yield format_counts(counts)

    def _rows(
        self, db: sqlite3.Connection, skip: Callable[[str], None] | None, kinds: Sequence[str]
    ) -> Iterator[tuple[str, Row]]:
        """All rows that are not deleted, with their kinds."""
        for kind in kinds:
            columns = _SEALED[kind]
            where = "WHERE deleted IS NULL" if kind == "item" else ""
            select = f"SELECT {','.join(columns)}, checksum FROM {_TABLES[kind]} {where} ORDER BY {_ORDER[kind]}"
            names = ROW_TYPES[kind].__struct_fields__
            for row in db.execute(select):
                values, checksum = row[:-1], row[-1]
                if row_checksum(*values) == checksum:
                    yield kind, ROW_TYPES[kind](**dict(zip(names, values, strict=False)))
                    continue
                problem = f"{kind} {values[0]}: damaged since it was saved"
                if skip is None:
                    raise InputError(f"{problem}; kibitz library check lists all damage")
                skip(problem)

    def import_lines(self, lines: Iterable[str], skip: Callable[[str], None] | None = None) -> int:
        """Import lines of an export, all or none, and return the number of new rows. Existing rows stay unchanged
        unless they were deleted. With ``skip``, wrong lines are reported there and left out.

        The lines are checked into a temporary database first, so memory and the time of the transaction stay small.
        """
        with closing(sqlite3.connect("", isolation_level=None)) as draft:
            draft.execute("BEGIN")
            for kind, columns in _SEALED.items():
                draft.execute(f"CREATE TABLE {_TABLES[kind]} ({','.join(columns)}, checksum)")
            try:
                for kind, row in parse_lines(lines, skip):
                    values = [getattr(row, name) for name in ROW_TYPES[kind].__struct_fields__]
                    values += [None, ""] if kind == "item" else []
                    marks = ",".join("?" * (len(values) + 1))
                    draft.execute(f"INSERT INTO {_TABLES[kind]} VALUES ({marks})", [*values, row_checksum(*values)])
            except sqlite3.Error as error:
                raise InputError(f"the lines cannot be stored ({error})") from None
            with self._open() as db:
                db.execute("BEGIN IMMEDIATE")
                added = _merge(draft, db)
                db.execute("COMMIT")
        return added

    def check(self) -> LibraryCheck:
        """Look at every row and at the structure of the file; damaged rows are named."""
        damaged, rows = [], 0
        with self._open() as db:
            problems = [str(row[0]) for row in db.execute("PRAGMA integrity_check") if row[0] != "ok"]
            db.text_factory = lambda data: ("text", data)
            for kind, columns in _SEALED.items():
                names = ",".join(columns)
                for row in db.execute(f"SELECT {names}, checksum FROM {_TABLES[kind]}"):
                    rows += 1
                    if row_checksum(*row[:-1]) != _plain_text(row[-1]):
                        title = _plain_text(row[columns.index("title")]) if kind == "item" else ""
                        damaged.append(DamagedRow(kind, _plain_text(row[0]), title))
        return LibraryCheck(rows, tuple(damaged), tuple(problems))


def _seal_drills(db: sqlite3.Connection) -> None:
    """Give new and changed rows of drills their checksums."""
    for kind in ("drill", "due"):
        db.execute(f"UPDATE {_TABLES[kind]} SET checksum = {_CHECKSUM[kind]} WHERE checksum = ''")


def _interrupt(db: sqlite3.Connection, where: str, arguments: Sequence[object], now: float) -> int:
    """Mark unfinished jobs as interrupted, without an owner."""
    under_way = f"state IN ('running', 'waiting') AND {where}"
    change = f"UPDATE items SET {_MARK_ROW}, state = 'interrupted', ended = ?, owner = '' WHERE {under_way}"
    result = db.execute(change, [now, *arguments])
    db.execute(_SEAL_ROWS)
    return result.rowcount


def _merge(draft: sqlite3.Connection, db: sqlite3.Connection) -> int:
    """Add the rows of a draft to a library and return how many were new."""
    for (id,) in draft.execute("SELECT id FROM items"):
        db.execute("DELETE FROM items WHERE id = ? AND deleted IS NOT NULL", [id])
    before = db.total_changes
    for kind in ("item", "due"):
        columns = (*_SEALED[kind], "checksum")
        db.executemany(
            f"INSERT OR IGNORE INTO {_TABLES[kind]} ({','.join(columns)}) VALUES ({','.join('?' * len(columns))})",
            draft.execute(f"SELECT {','.join(columns)} FROM {_TABLES[kind]} ORDER BY rowid"),
        )
    # The same answer may have been given twice at the same time: there are as many of it as in either library.
    columns = (*_SEALED["drill"], "checksum")
    copies = "row_number() OVER (PARTITION BY checksum ORDER BY rowid)"
    db.executemany(
        f"INSERT INTO drills ({','.join(columns)}) SELECT {','.join(f'?{n + 1}' for n in range(len(columns)))} "
        f"WHERE (SELECT count(*) FROM drills WHERE checksum = ?{len(columns)}) < ?{len(columns) + 1}",
        draft.execute(f"SELECT {','.join(columns)}, {copies} FROM drills ORDER BY rowid"),
    )
    return db.total_changes - before


def _listed_item(row: Sequence[object]) -> LibraryItem:
    """A row for a list. One with values that no item can have is listed as damaged, so that lists still open and it
    can be chosen there and deleted."""
    values = dict(zip(_COLUMNS, row, strict=True))
    item = _checked(LibraryItem, values)
    if item is not None and "." in item.path:
        return item
    return LibraryItem(
        id=_plain_text(values["id"]),
        kind="job",
        path="library.damaged",
        title="Damaged item",
        request="{}",
        state="wrong",
        note="damaged since it was saved; delete it and restore it from a backup",
        began=0.0,
    )


def _checked(kind: type[RowT], values: dict[str, object]) -> RowT | None:
    """A row of this type, or ``None`` if the values are damaged. Lists read no results, so they cannot compare
    checksums."""
    try:
        return convert(values, kind)
    except ValidationError:
        return None


def _plain_text(value: object) -> str:
    """A value of a row as text, whatever is stored there."""
    data = value[1] if isinstance(value, tuple) else value
    return data.decode("utf-8", "replace") if isinstance(data, bytes) else str(data)


def _is_alive(host: str, pid: int, seen: float, now: float) -> bool:
    """Whether a server runs: its heartbeat is recent and, on this computer, its process exists."""
    if now - seen > HEARTBEAT_TIMEOUT_S:
        return False
    if host != socket.gethostname():
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def new_id() -> str:
    """A random id for an item that cannot be guessed."""
    return token_hex(8)
