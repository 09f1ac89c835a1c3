"""Files are read whole and bounded, and written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.core import InputError
from kibitz.files import FileCheckpointStore, read_text, write_bytes, write_text


def test_a_file_that_is_missing_binary_or_endless_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_text(str(tmp_path / "none"))
    with pytest.raises(InputError, match="cannot be read"):
        read_text(str(tmp_path))
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="UTF-8"):
        read_text(str(binary))
    monkeypatch.setattr("kibitz.files.MAX_FILE_BYTES", 10)
    long = tmp_path / "long"
    long.write_text("x" * 11)
    with pytest.raises(InputError, match="at most"):
        read_text(str(long))


def test_what_is_written_is_read_back_and_nothing_else_is_left_behind(tmp_path: Path) -> None:
    target = tmp_path / "card.txt"
    write_text(target, "wager $3,400 − or less\n")
    write_text(target, "wager $3,800\n")
    assert read_text(str(target)) == "wager $3,800\n"
    assert list(tmp_path.iterdir()) == [target]


def test_a_write_that_fails_leaves_the_old_file_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "scale.json"
    write_text(target, "old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(InputError, match="No space left"):
        write_text(target, "new")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        write_bytes(tmp_path / "none" / "file", b"")


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_text("/dev/null", "gone")
    assert Path("/dev/null").is_char_device()


def test_checkpoints_are_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    store = FileCheckpointStore()
    assert store.load("a job, part 1") is None
    store.save("a job, part 1", b"figures\nand more")
    assert FileCheckpointStore().load("a job, part 1") == b"figures\nand more"
    assert store.load("a job, part 2") is None
    (file,) = (tmp_path / "kibitz" / "checkpoints").iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert store.load("a job, part 1") is None
    monkeypatch.setattr(FileCheckpointStore, "KEPT", 3)
    for number in range(6):
        store.save(f"job {number}", b"x")
    assert len(list(file.parent.iterdir())) == 3
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, no folder", encoding="ascii")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    store.save("nowhere", b"x")
    assert store.load("nowhere") is None
