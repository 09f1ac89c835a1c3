"""Disk cache of word list indexes and tables made from them, in the user's cache folder, by digest of their origin.

Files are written atomically and read with their checksums; a damaged file, or one of another version, is rebuilt. A
folder without write access is no error: each process then builds the index.
"""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.files import cache_folder, write_bytes
from kibitz.games.sevens.words.lattice import Lattice
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import TileSet

INDEX_VERSION = 2
"""Version of the index; increase it when the index changes."""
MAX_BYTES = 200_000_000
"""Largest index that is saved; larger ones come from lists of a million words and more."""
MAX_CACHED_FILES = 12
"""Number of files in the cache; the least recently used ones are deleted first."""

_ARRAYS = ("keys", "spelt", "starts", "points")
_LATTICE = tuple(field.name for field in fields(Lattice))


def index_path(key: str) -> Path:
    """Path of the file with this key."""
    return cache_folder() / "sevens" / f"index-{INDEX_VERSION}-{key[:32]}.npz"


def load_arrays(key: str, names: Iterable[str]) -> dict[str, NDArray[Any]] | None:
    """The arrays saved under this key, or ``None`` if they are missing or damaged."""
    path = index_path(key)
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as held:
            if str(held["key"]) != key:
                return None
            result = {name: held[name] for name in names}
        os.utime(path)
    except (
        OSError,
        EOFError,
        ValueError,
        KeyError,
        TypeError,
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        MemoryError,
    ):
        return None
    return result


def save_arrays(key: str, held: Mapping[str, NDArray[Any]]) -> None:
    """Save arrays under a key, if the folder allows it."""
    if sum(array.nbytes for array in held.values()) > MAX_BYTES:
        return
    stream = io.BytesIO()
    np.savez(stream, allow_pickle=False, key=np.array(key), **held)
    path = index_path(key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, stream.getvalue())
        by_use = sorted(path.parent.glob("index-*.npz"), key=lambda file: file.stat().st_mtime)
        for old in by_use[:-MAX_CACHED_FILES]:
            old.unlink(missing_ok=True)
    except (OSError, InputError):
        return


def load_index(key: str, tiles: TileSet, bonus: int) -> Lexicon | None:
    """The index of this key, or ``None`` if it is missing or damaged."""
    held = load_arrays(key, (*_ARRAYS, "source", "digest", "left_out", *(f"lattice_{name}" for name in _LATTICE)))
    if held is None:
        return None
    lattice = Lattice(**{name: held[f"lattice_{name}"] for name in _LATTICE})
    own = {name: held[name] for name in _ARRAYS}
    note = str(held["left_out"])
    return Lexicon(str(held["source"]), str(held["digest"]), tiles, lattice=lattice, bonus=bonus, left_out=note, **own)


def save_index(key: str, lexicon: Lexicon) -> None:
    """Save an index, if the folder allows it."""
    held = {name: getattr(lexicon, name) for name in _ARRAYS}
    held |= {f"lattice_{name}": getattr(lexicon.lattice, name) for name in _LATTICE}
    texts = {name: np.array(getattr(lexicon, name)) for name in ("source", "digest", "left_out")}
    save_arrays(key, held | texts)
