"""File access: read whole files up to a limit, and write files atomically."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import TextIO

from kibitz.core.errors import InputError

MAX_FILE_BYTES = 64_000_000
"""Largest input file in bytes."""


CACHE_LIMITS_BYTES = {
    "checkpoints": 2_000_000_000,
    "chess.sqlite": 2_000_000_000,
    "sevens": 2_400_000_000,
    "backgammon": 100_000_000,
}
"""Most bytes of each part of the cache folder. Above it the oldest files, or some of the analyses, are deleted."""


def cache_folder() -> Path:
    """The user's cache folder; it may not exist yet."""
    return user_folder("cache", "XDG_CACHE_HOME", "~/.cache")


def data_folder() -> Path:
    """The user's data folder with the library; it may not exist yet."""
    return user_folder("data", "XDG_DATA_HOME", "~/.local/share")


def user_folder(kind: str, variable: str, usual: str) -> Path:
    """A folder of the user's, by the rules of the system: platformdirs has those of Windows and macOS.

    On other systems it is the one that a variable names, or the usual one. These are the rules of platformdirs too,
    whose import would take longer than all else before an answer.
    """
    if sys.platform in ("win32", "darwin"):
        import platformdirs

        return Path(getattr(platformdirs, f"user_{kind}_path")("kibitz", appauthor=False))
    return Path(os.environ.get(variable) or usual).expanduser() / "kibitz"


class FileCheckpointStore:
    """Checkpoints by name in the user's cache folder (a `kibitz.core.work.CheckpointStore`), so that jobs can continue
    later.

    A folder that cannot be written is not an error: the job then starts from the beginning.
    """

    KEPT = 200
    """Most checkpoint files; the oldest are deleted first."""

    def _path(self, name: str) -> Path:
        return cache_folder() / "checkpoints" / sha256(name.encode()).hexdigest()[:40]

    def load(self, name: str) -> bytes | None:
        """The bytes saved under a name, or ``None`` if there are none or they are damaged."""
        try:
            head, _, data = self._path(name).read_bytes().partition(b"\n")
        except OSError:
            return None
        return data if head == sha256(name.encode() + data).hexdigest().encode() else None

    def save(self, name: str, data: bytes) -> None:
        """Save bytes under a name atomically."""
        path = self._path(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, sha256(name.encode() + data).hexdigest().encode() + b"\n" + data)
            remove_oldest(path.parent, self.KEPT, CACHE_LIMITS_BYTES["checkpoints"])
        except (OSError, InputError):
            return

    def drop(self, name: str) -> None:
        """Delete the checkpoint of a name, if there is one."""
        with suppress(OSError):
            self._path(name).unlink(missing_ok=True)


class FileBytes(bytes):
    """Stands for the bytes of a local file of any size in a `Document`, whose reader opens it and reads it in parts.

    Only a command or a Python program makes one: a request from elsewhere holds its bytes.
    """

    path: str

    def __new__(cls, path: str) -> FileBytes:
        stands = super().__new__(cls)
        stands.path = path
        return stands

    def __reduce__(self) -> tuple[type[FileBytes], tuple[str]]:
        return FileBytes, (self.path,)

    def read(self) -> bytes:
        """All bytes of the file, up to `MAX_FILE_BYTES`."""
        return read_bytes(self.path, MAX_FILE_BYTES)


def remove_oldest(folder: Path, most_files: int, most_bytes: int) -> None:
    """Delete the oldest files of a folder until it has at most so many files and bytes. The newest file stays."""
    facts = sorted(((file.stat().st_mtime, file.stat().st_size, file) for file in folder.iterdir()), reverse=True)
    total = 0
    for number, (_, size, file) in enumerate(facts):
        total += size
        if number and (number >= most_files or total > most_bytes):
            file.unlink(missing_ok=True)


def read_text(path: str) -> str:
    """The UTF-8 text of a file, or of standard input for ``-``, of at most `MAX_FILE_BYTES`."""
    data = read_bytes(path, MAX_FILE_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text file in UTF-8") from None


def read_bytes(path: str | Path, limit: int) -> bytes:
    """The bytes of a file, or of standard input for ``-``; raises `InputError` beyond ``limit``."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(limit + 1)
        else:
            with Path(path).open("rb") as stream:
                data = stream.read(limit + 1)
    except (OSError, ValueError) as error:  # a ValueError for a name with a NUL byte
        raise InputError(f"{path}: cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if len(data) > limit:
        raise InputError(f"{path}: the file is too large; at most {limit // 1_000_000} MB")
    return data


def limit_lines(stream: TextIO, name: str, most: int, longest: int = 1_000_000) -> Iterator[str]:
    """The lines of a text that is being unpacked, of at most ``most`` characters together and ``longest`` each: a small
    packed file may hold a line without end."""
    total = 0
    while line := stream.readline(longest + 1):
        total += len(line)
        if len(line) > longest or total > most:
            raise InputError(f"{name}: must have at most {most // 1_000_000} MB, and {longest:,} characters in a line")
        yield line


def write_text(path: str | Path, text: str) -> None:
    """Write a UTF-8 file atomically; raises `InputError` if it cannot be written."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write a file atomically: readers see the old or the new one. Raises `InputError` if it cannot be written."""
    _write(path, [data])


def write_lines(path: str | Path, lines: Iterable[str]) -> int:
    """Write lines of text atomically to a file that only the user can read, and return their number."""
    count = 0

    def encode_lines() -> Iterator[bytes]:
        nonlocal count
        for line in lines:
            count += 1
            yield f"{line}\n".encode()

    _write(path, encode_lines(), mode=0o600)
    return count


def _write(path: str | Path, parts: Iterable[bytes], mode: int = 0o666) -> None:
    """Write the parts to a draft, which then takes the place of the file; both reach the disk."""
    try:
        target = Path(path)
        draft = target.with_name(f".{target.name}.{os.getpid()}.{token_hex(4)}")
        if target.exists() and not target.is_file():  # a terminal, a pipe: there is nothing to replace
            with target.open("wb") as stream:
                stream.writelines(parts)
            return
        try:
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as stream:
                stream.writelines(parts)
                stream.flush()
                os.fsync(stream.fileno())
            draft.replace(target)
            _sync_folder(target.parent)
        finally:
            draft.unlink(missing_ok=True)
    except InputError:  # from the parts
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be written ({getattr(error, 'strerror', None) or error})") from None


def _sync_folder(folder: Path) -> None:
    """Let the new name of a file reach the disk, where folders can be synchronised."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
