"""Networks and training states on disk: one .npz file, written atomically, with its provenance as JSON inside."""

from __future__ import annotations

import hashlib
import io
import json
import warnings
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.errors import InputError
from kibitz.files import read_bytes, write_bytes
from kibitz.learn.network import Floats, Network

MAX_BYTES = 200_000_000
MAX_WEIGHT = 1e6
"""Largest weight of a network; sums of a million of them are finite in single precision."""
MAX_UNPACKED = 2_000_000_000
"""Maximum bytes of all arrays of a file, checked before unpacking, so that a small file cannot fill the memory."""
FORMAT_VERSION = 1
"""Increased when the arrays of a file change their meaning."""


def save_arrays(path: str | Path, arrays: Mapping[str, Any], about: Mapping[str, Any], half: bool = False) -> None:
    """Write named arrays and a JSON object that says where they come from; ``half`` stores floats in 16 bits."""
    write_bytes(path, pack_arrays(arrays, about, half))


def pack_arrays(arrays: Mapping[str, Any], about: Mapping[str, Any], half: bool = False) -> bytes:
    """The bytes that `save_arrays` writes."""
    stream = io.BytesIO()
    stored: dict[str, Any] = {
        name: array.astype(np.float16) if half and array.dtype == np.float32 else array
        for name, array in ((name, np.asarray(array)) for name, array in arrays.items())
    }
    text = json.dumps({"format": FORMAT_VERSION, **about}, sort_keys=True)
    stored["about"] = np.frombuffer(text.encode(), dtype=np.uint8)
    np.savez_compressed(stream, **stored)
    return stream.getvalue()


def load_arrays(path: str | Path) -> tuple[dict[str, np.ndarray[Any, Any]], dict[str, Any]]:
    """Read what `save_arrays` wrote, floats as float32; raises `InputError` for anything else."""
    return unpack_arrays(read_bytes(path, MAX_BYTES), str(path))


def unpack_arrays(data: bytes, name: str) -> tuple[dict[str, np.ndarray[Any, Any]], dict[str, Any]]:
    """Read what `pack_arrays` wrote; ``name`` is the name in error messages."""
    try:
        arrays = unpack_npz(data)
        about = json.loads(arrays.pop("about").tobytes().decode())
    except (ValueError, KeyError, RecursionError):
        raise InputError(f"{name}: must be a file of networks") from None
    if not isinstance(about, dict) or about.get("format") != FORMAT_VERSION:
        raise InputError(f"{name}: must have networks of format {FORMAT_VERSION}")
    return {key: a.astype(np.float32) if a.dtype == np.float16 else a for key, a in arrays.items()}, about


def unpack_npz(data: bytes) -> dict[str, np.ndarray[Any, Any]]:
    """The arrays of an .npz file by name; a `ValueError` for anything else."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(part.file_size for part in archive.infolist()) > MAX_UNPACKED:
                raise ValueError("too large")
        with warnings.catch_warnings(), np.load(io.BytesIO(data), allow_pickle=False) as file:
            warnings.simplefilter("ignore")  # a damaged header is first read as one of an old Python
            return {key: file[key] for key in file.files}
    except Exception as error:  # damaged bytes fail in many ways
        raise ValueError(str(error)) from None


def network_arrays(name: str, network: Network) -> dict[str, Any]:
    """A network's arrays by the names that `network_from_arrays` reads."""
    arrays: dict[str, Any] = {}
    for i, (w, b) in enumerate(zip(network.weights, network.biases, strict=True)):
        arrays[f"{name}_w{i}"] = w
        arrays[f"{name}_b{i}"] = b
    return arrays


def network_from_arrays(name: str, arrays: Mapping[str, Any], linear: bool = False) -> Network:
    """The network stored under a name."""
    weights: list[Floats] = []
    biases: list[Floats] = []
    while f"{name}_w{len(weights)}" in arrays:
        biases.append(_layer_array(arrays, f"{name}_b{len(weights)}"))
        weights.append(_layer_array(arrays, f"{name}_w{len(weights)}"))
    if not weights:
        raise InputError(f"network: the file has no network {name!r}")
    return Network(tuple(weights), tuple(biases), linear)


def _layer_array(arrays: Mapping[str, Any], key: str) -> Floats:
    """An array of a network, as float32."""
    array = arrays.get(key)
    if array is None or array.dtype.kind not in "fiu":
        raise InputError(f"network: {key} must be an array of numbers")
    with np.errstate(over="ignore"):
        result = np.ascontiguousarray(array, dtype=np.float32)
    if not np.isfinite(result).all() or np.abs(result).max(initial=0) > MAX_WEIGHT:
        raise InputError(f"network: {key} must have numbers from -{MAX_WEIGHT:g} to {MAX_WEIGHT:g}")
    return result


def file_hash(path: str | Path) -> str:
    """SHA-256 of a file, which names its contents in results."""
    return hashlib.sha256(read_bytes(path, MAX_BYTES)).hexdigest()
