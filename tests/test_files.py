"""Files are read whole and bounded, and written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kibitz.core import InputError
from kibitz.files import CACHE_LIMITS_BYTES, FileCheckpointStore, read_text, remove_oldest, write_bytes, write_text


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


def test_the_oldest_files_of_a_cache_are_deleted_by_number_and_by_size(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / str(number)).write_bytes(b"x" * 100)
        os.utime(tmp_path / str(number), (number, number))
    remove_oldest(tmp_path, most_files=5, most_bytes=10**6)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "2", "3", "4", "5"]
    remove_oldest(tmp_path, most_files=5, most_bytes=250)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["4", "5"]
    remove_oldest(tmp_path, most_files=5, most_bytes=1)
    assert [path.name for path in tmp_path.iterdir()] == ["5"], "what was saved just now stays"


def test_every_part_of_the_cache_has_a_limit_that_its_owner_keeps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kibitz.cli.main import run
    from kibitz.games.chess import cache
    from kibitz.games.sevens.words import index_cache

    assert CACHE_LIMITS_BYTES["sevens"] == index_cache.MAX_BYTES * index_cache.MAX_CACHED_FILES
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setitem(CACHE_LIMITS_BYTES, "chess.sqlite", 1_000_000)
    for path in (cache.default_cache(), tmp_path / "own.sqlite"):
        with cache.AnalysisCache(path) as analyses:
            rows = ((f"{n}", "", "e", "1", "depth 5", 1, 16, "x" * 4_000) for n in range(1_000))
            analyses._connection.executemany("INSERT INTO analyses VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        with cache.AnalysisCache(path) as analyses:
            assert len(analyses) == 1_000 if path.name == "own.sqlite" else 0 < len(analyses) < 250
    assert cache.default_cache().stat().st_size < 1_100_000
    assert run(["cache"]) == 0
    assert "MB of at most 1.0 MB" in capsys.readouterr().out
