"""Indexes of word lists on disk, in the user's cache folder, by digest of what they were built from.

Written whole or not at all, read with their checksums; one that is damaged, or of another version, is built anew. A
folder that cannot be written to is no error: the index is then built in every process.
"""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from dataclasses import fields
from pathlib import Path

import numpy as np

from kibitz.core import InputError
from kibitz.files import cache_folder, write_bytes
from kibitz.games.sevens.words.lattice import Lattice
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import TileSet

VERSION = 1
"""Raised whenever an index is built in another way."""
MAX_BYTES = 200_000_000
"""Larger indexes are not kept: they come from lists of a million words and more."""
KEPT = 8
"""Indexes kept on disk; those used longest ago go first."""

_ARRAYS = ("keys", "spelt", "starts", "points")
_LATTICE = tuple(field.name for field in fields(Lattice))


def index_path(key: str) -> Path:
    """Where the index of this key is kept."""
    return cache_folder() / "sevens" / f"index-{VERSION}-{key[:32]}.npz"


def load_index(key: str, tiles: TileSet, bonus: int) -> Lexicon | None:
    """The index of this key, or ``None`` if there is none that is whole."""
    path = index_path(key)
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as held:
            if str(held["key"]) != key:
                return None
            lattice = Lattice(**{name: held[f"lattice_{name}"] for name in _LATTICE})
            own = {name: held[name] for name in _ARRAYS}
            found = Lexicon(str(held["source"]), str(held["digest"]), tiles, lattice=lattice, bonus=bonus, **own)
        os.utime(path)
    except (OSError, EOFError, ValueError, KeyError, TypeError, IndexError, zipfile.BadZipFile, zlib.error,
            NotImplementedError, MemoryError):  # fmt: skip
        return None
    return found


def save_index(key: str, lexicon: Lexicon) -> None:
    """Keep an index, as far as the folder allows."""
    held = {name: getattr(lexicon, name) for name in _ARRAYS}
    held |= {f"lattice_{name}": getattr(lexicon.lattice, name) for name in _LATTICE}
    if sum(array.nbytes for array in held.values()) > MAX_BYTES:
        return
    stream = io.BytesIO()
    np.savez(stream, key=key, source=lexicon.source, digest=lexicon.digest, **held)
    path = index_path(key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(path, stream.getvalue())
        by_use = sorted(path.parent.glob("index-*.npz"), key=lambda file: file.stat().st_mtime)
        for old in by_use[:-KEPT]:
            old.unlink(missing_ok=True)
    except (OSError, InputError):
        return
