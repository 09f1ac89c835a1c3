"""Files as people give them: read whole and bounded, written so that nobody ever sees half of one."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from kibitz.core.errors import InputError

MAX_FILE_BYTES = 64_000_000
"""Bytes read from a file of input; larger ones are refused."""


def cache_folder() -> Path:
    """The user's folder for what can be computed again; it may not exist yet."""
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "kibitz"


def data_folder() -> Path:
    """The user's folder for what cannot be computed again: the library; it may not exist yet."""
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "kibitz"


class FileCheckpointStore:
    """Checkpoints by name in the user's cache folder (a `kibitz.core.work.CheckpointStore`), so that long work can go
    on later.

    A folder that cannot be written to is no error: the work is then done again.
    """

    KEPT = 200
    """Files kept; those written longest ago go first."""

    def _path(self, name: str) -> Path:
        return cache_folder() / "checkpoints" / sha256(name.encode()).hexdigest()[:40]

    def load(self, name: str) -> bytes | None:
        """The bytes saved under a name, or ``None`` if there are none that are whole."""
        try:
            head, _, data = self._path(name).read_bytes().partition(b"\n")
        except OSError:
            return None
        return data if head == sha256(name.encode() + data).hexdigest().encode() else None

    def save(self, name: str, data: bytes) -> None:
        """Keep bytes under a name, whole or not at all."""
        path = self._path(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, sha256(name.encode() + data).hexdigest().encode() + b"\n" + data)
            for old in sorted(path.parent.iterdir(), key=lambda file: file.stat().st_mtime)[: -self.KEPT]:
                old.unlink(missing_ok=True)
        except (OSError, InputError):
            return

    def drop(self, name: str) -> None:
        """Forget what was saved under a name, if anything was."""
        with suppress(OSError):
            self._path(name).unlink(missing_ok=True)


def read_text(path: str) -> str:
    """The text of a file, or of standard input for ``-``; bounded, UTF-8."""
    data = read_bytes(path, MAX_FILE_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text file in UTF-8") from None


def read_bytes(path: str | Path, limit: int) -> bytes:
    """The bytes of a file, or of standard input for ``-``; more than ``limit`` of them are refused."""
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


def write_text(path: str | Path, text: str) -> None:
    """Write a file in UTF-8, whole or not at all; what cannot be written is wrong input."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write a file so that readers see the old one or the new one; what cannot be written is wrong input."""
    try:
        target = Path(path)
        draft = target.with_name(f".{target.name}.{os.getpid()}")
        if target.exists() and not target.is_file():  # a terminal, a pipe: there is nothing to replace
            target.write_bytes(data)
            return
        try:
            with draft.open("wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be written ({getattr(error, 'strerror', None) or error})") from None
