"""Run by test_faults.py under its shim: every write, synchronisation and rename fails in turn.

After each failure the store is opened again without faults. It must be in the state before or after the change.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from kibitz.app.library import DrillAnswer, Library, LibraryItem
from kibitz.core.errors import InputError
from kibitz.files import FileCheckpointStore, write_lines

SHIM = ctypes.CDLL(None)
OFF = -1
ITEM = LibraryItem(
    id="00112233445566aa", kind="job", path="parlour.vote", title="t", request="{}", state="done", began=1.0
)
OTHER = LibraryItem(
    id="00112233445566bb", kind="job", path="parlour.vote", title="o" * 9000, request="{}", state="done", began=2.0
)
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


CHANGES: dict[str, tuple[Callable[[Path], object], Callable[[Path], object]]] = {
    "add": (lambda folder: Library(folder / "l.sqlite").add(OTHER), read_library),
    "update": (lambda folder: Library(folder / "l.sqlite").update(ITEM.id, state="wrong", note="n"), read_library),
    "drill": (lambda folder: Library(folder / "l.sqlite").record_drill_answer(ANSWER, 2, 9.0), read_library),
    "delete": (lambda folder: Library(folder / "l.sqlite").delete([ITEM.id], now=5.0), read_library),
    "restore": (restore, read_library),
    "backup": (lambda folder: write_lines(folder / "file", ["x" * 100_000] * 3), read_file),
    "checkpoint": (lambda folder: FileCheckpointStore().save("name", b"new" * 5000), read_checkpoint),
}


def prepare(folder: Path) -> None:
    """A library, a file and a checkpoint before the change."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ["XDG_CACHE_HOME"] = str(folder)
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
        prepare(folder)
        before = read(folder)
        change(folder)
        after = read(folder)
        assert before != after, name
        for error in (errno.EIO, errno.ENOSPC):
            number, calls = 0, 1
            while number < calls:
                number += 1
                SHIM.fault_at(OFF, 0)
                prepare(folder)
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
                assert not said or name == "checkpoint" or state == after, (name, number, error, "said to be saved")
                if not failed:
                    break
                total += 1
    print(total)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
