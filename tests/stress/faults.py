"""Run by test_faults.py under its shim: every write, synchronisation and rename fails in turn.

After each failure the store is opened again without faults. It must be in the state before or after the change.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np

from kibitz.app.library import MIGRATIONS, DrillAnswer, Library, LibraryItem
from kibitz.core.errors import InputError
from kibitz.files import FileCheckpointStore, write_lines
from kibitz.games.chess.analysis import Analysis
from kibitz.games.chess.cache import AnalysisCache
from kibitz.games.chess.engine import EngineId, EngineSettings
from kibitz.games.sevens.words import index_cache

SHIM = ctypes.CDLL(None)
OFF = -1
ITEM = LibraryItem(
    id="00112233445566aa", kind="job", path="parlour.vote", title="t", request="{}", state="done", began=1.0
)
OTHER = LibraryItem(
    id="00112233445566bb", kind="job", path="parlour.vote", title="o" * 9000, request="{}", state="done", began=2.0
)
ENGINE, SETTINGS = EngineId("e", "1"), EngineSettings(depth=1, multipv=1)
ANSWER = DrillAnswer(drill="vote", request="{}", choice="1", grade="best", loss=0.0, decision="{}", at=1.0)


def read_library(folder: Path) -> object:
    library = Library(folder / "l.sqlite")
    assert library.check().is_whole
    return list(library.export_lines()), [item.id for item in library.recently_deleted(now=10.0)]


def restore(folder: Path) -> None:
    Library(folder / "l.sqlite").import_lines((folder / "other.jsonl").read_text().split("\n"))


def read_checkpoint(folder: Path) -> object:
    return FileCheckpointStore().load("name")


def read_file(folder: Path) -> object:
    assert not list(folder.glob(".file*")), "no draft stays"
    return (folder / "file").read_bytes()


def read_analyses(folder: Path) -> object:
    with AnalysisCache(folder / "chess.sqlite") as cache:
        stored = [cache.get(name, "", ENGINE, SETTINGS) for name in "ab"]
        return [analysis and analysis.to_text() for analysis in stored]


def save_analysis(folder: Path, name: str = "b") -> None:
    with AnalysisCache(folder / "chess.sqlite") as cache:
        cache.put(Analysis(name, ("e2e4",), (1,), np.array([[30]])), "", ENGINE, SETTINGS)


def read_index(folder: Path) -> object:
    result = index_cache.load_arrays("key", ("a",))
    return None if result is None else result["a"].tolist()


def old_library(folder: Path) -> None:
    """A library of the first schema."""
    with closing(sqlite3.connect(folder / "old.sqlite")) as db:
        db.executescript(MIGRATIONS[0] + "PRAGMA user_version = 1;")
        columns = "id, kind, path, title, request, state, began"
        db.execute(
            f"INSERT INTO items ({columns}) VALUES ('{ITEM.id}', 'job', 'rules.learn', 't', '{{}}', 'done', 1.0)"
        )
        db.commit()


def read_old(folder: Path) -> object:
    """The version of the file, and its rows as today's kibitz sees them."""
    with closing(sqlite3.connect(folder / "old.sqlite")) as db:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        assert version in (1, len(MIGRATIONS)), "never in between"
        return version, db.execute("SELECT id, path FROM items").fetchall()


CHANGES: dict[str, tuple[Callable[[Path], object], Callable[[Path], object]]] = {
    "add": (lambda folder: Library(folder / "l.sqlite").add(OTHER), read_library),
    "update": (lambda folder: Library(folder / "l.sqlite").update(ITEM.id, state="wrong", note="n"), read_library),
    "drill": (lambda folder: Library(folder / "l.sqlite").record_drill_answer(ANSWER, 2, 9.0), read_library),
    "delete": (lambda folder: Library(folder / "l.sqlite").delete([ITEM.id], now=5.0), read_library),
    "restore": (restore, read_library),
    "backup": (lambda folder: write_lines(folder / "file", ["x" * 100_000] * 3), read_file),
    "upgrade": (lambda folder: Library(folder / "old.sqlite"), read_old),
    "analysis": (save_analysis, read_analyses),
    "index": (lambda folder: index_cache.save_arrays("key", {"a": np.arange(3_000)}), read_index),
    "checkpoint": (lambda folder: FileCheckpointStore().save("name", b"new" * 5000), read_checkpoint),
}


OTHER_STORES: dict[str, Callable[[Path], object]] = {
    "upgrade": old_library,
    "analysis": lambda folder: save_analysis(folder, "a"),
    "index": lambda folder: index_cache.save_arrays("key", {"a": np.arange(2)}),
}
"""What makes the stores that are neither library nor file."""


def prepare(folder: Path, name: str) -> None:
    """A library, a file and a checkpoint before the change, or the store that alone is changed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ["XDG_CACHE_HOME"] = str(folder)
    if name in OTHER_STORES:
        OTHER_STORES[name](folder)
        return
    other = Library(folder / "other.sqlite")
    other.add(OTHER)
    write_lines(folder / "other.jsonl", other.export_lines())
    Library(folder / "l.sqlite").add(ITEM)
    (folder / "file").write_bytes(b"old")
    FileCheckpointStore().save("name", b"old")


def main(root: Path) -> None:
    total = 0
    for name, (change, read) in CHANGES.items():
        folder = root / name
        SHIM.fault_at(OFF, 0)
        prepare(folder, name)
        before = read(folder)
        change(folder)
        after = read(folder)
        assert before != after, name
        for error in (errno.EIO, errno.ENOSPC):
            number, calls = 0, 1
            while number < calls:
                number += 1
                SHIM.fault_at(OFF, 0)
                prepare(folder, name)
                SHIM.fault_at(number, error)
                try:
                    change(folder)
                    said = True
                except InputError:
                    said = False
                calls = max(calls, SHIM.fault_calls() if said else number + 1)
                failed = SHIM.fault_calls() >= number
                SHIM.fault_at(OFF, 0)
                state = read(folder)
                assert state in (before, after), (name, number, error)
                assert not said or name in ("checkpoint", "index") or state == after, (
                    name,
                    number,
                    error,
                    "said to be saved",
                )
                if not failed:
                    break
                total += 1
        print(name, total, file=sys.stderr, flush=True)
    print(total)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
