"""Packed files from a description of their parts: the mutator changes the parts, and the file around them is sound.

Bytes flipped in a packed file are nearly always found by its checksum, so that nothing behind it is reached.
"""

from __future__ import annotations

import io
import json
from functools import cache
from multiprocessing import Pipe
from multiprocessing.connection import Connection

import numpy as np

from fuzz.harness import Parser
from kibitz.core.document import Document
from kibitz.core.errors import InputError

MAX_VALUES = 300_000
"""Most numbers of an array; a larger one would only test NumPy."""
BACKGAMMON = {
    **{f"{name}_w0": ["<f4", [278, 2], 0.5] for name in ("contact", "race")},
    "pruning_w0": ["<f4", [200, 2], 0.5],
    **{f"{name}_b0": ["<f4", [2], 0.1] for name in ("contact", "race", "pruning")},
    **{f"{name}_w1": ["<f2", [2, 5], 0.25] for name in ("contact", "race", "pruning")},
    **{f"{name}_b1": ["<f4", [5], 0] for name in ("contact", "race", "pruning")},
    "about": {"format": 1, "seed": 1},
}
PHASES = ("race", "bearoff", "opponent_bearoff", "bearin", "opponent_bearin", "other")
NEUROGAMMON = {
    **{f"{name}_w0": ["<f4", [289, 2], 0.5] for name in PHASES},
    **{f"{name}_b0": ["<f4", [2], 0.1] for name in PHASES},
    **{f"{name}_w1": ["<f4", [2, 1], 0.25] for name in PHASES},
    **{f"{name}_b1": ["<f4", [1], 0] for name in PHASES},
    "doubling_w0": ["<f4", [243, 2], 0.5],
    "doubling_b0": ["<f4", [2], 0.5],
    "doubling_w1": ["<f4", [2, 9], 0.5],
    "doubling_b1": ["<f4", [9], 0.5],
    "about": {"format": 1},
}
LABELS = {
    "key": ["|u1", [3, 10], [224, 219, 224, 1, 48, 76, 224, 219, 224, 1]],
    "group": ["<i4", [3], 1],
    "p0": ["<u2", [3, 5], 9000],
}
DECISIONS = [
    {"utilities": [0.6, 0.55, 0.4], "chosen": 0, "rating": 2400.0, "unit": "win", "player": "ann"},
    {"utilities": [0.5, 0.25], "chosen": 1, "rating": None, "unit": "win", "player": "bob", "provenance": "{}"},
]
CODECS = ("snappy", "gzip", "zstd", "brotli", "none")


def npz(data: bytes) -> bytes:
    """The file of the arrays that a text describes: type, shape and values of each."""
    try:
        parts = json.loads(data)
        arrays = {}
        for name, part in parts.items():
            if name == "about":
                arrays[name] = np.frombuffer(json.dumps(part).encode(), np.uint8)
                continue
            kind, shape, values = part
            if np.prod(shape, dtype=float) > MAX_VALUES:
                raise ValueError(shape)
            arrays[str(name)] = np.broadcast_to(np.array(values).astype(kind), shape)
        stream = io.BytesIO()
        np.savez(stream, **arrays)
        return stream.getvalue()
    except Exception:  # there is no such file
        raise InputError("no arrays") from None


def player(data: bytes) -> object:
    """The player of a file of weights, and one of its moves."""
    from kibitz.games.backgammon.board.position import START
    from kibitz.games.backgammon.play.entrants import Entrant

    with np.errstate(divide="raise", invalid="raise"):
        result = Entrant("file", 0, Document(name="mine.npz", data=npz(data))).player()
        if hasattr(result, "scores"):
            board = np.asarray(START.to_array())
            assert np.isfinite(result.scores(board, board[None])).all()
    return result


def labels(data: bytes) -> object:
    """Labelled positions."""
    from kibitz.games.backgammon.train.labelled_positions import read_labelled

    with np.errstate(all="raise", under="ignore"):
        return read_labelled(npz(data), "labels.npz")


def parquet(data: bytes) -> object:
    """Decisions in an uploaded Parquet file: one given as it is, or one of the rows that a text has."""
    from kibitz.rate.records import decision_columns, decision_files

    source = Document(name="d.parquet", data=data if data[:4] == b"PAR1" else packed_rows(data))
    before = decision_columns.require_sound
    decision_columns.require_sound = _CHECKS.require
    try:
        decision_columns.load_decision_columns(source)
        return decision_files.load_decisions(source)
    finally:
        decision_columns.require_sound = before


class _CheckProcess:
    """A process that checks one file after the other, so that 100,000 do not need a start each. As in kibitz, a file
    that ends the process is refused; there is a new process for the next."""

    pipe: Connection | None = None

    def require(self, data: bytes) -> None:
        if self.pipe is None:
            self._start()
        assert self.pipe is not None
        try:
            self.pipe.send(data)
            problem = self.pipe.recv()
        except (EOFError, OSError):
            self.pipe = None
            problem = "not a Parquet file (damaged)"
        if problem:
            raise InputError(problem)

    def _start(self) -> None:
        import os

        self.pipe, other = Pipe()
        if os.fork():
            other.close()
            return
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        self.pipe.close()
        try:
            self._serve(other)
        finally:
            os._exit(0)

    def _serve(self, pipe: Connection) -> None:
        from kibitz.rate.records.decision_columns import UPLOAD_LIMITS
        from kibitz.rate.records.parquet_check import check_file

        while True:
            try:
                check_file(pipe.recv(), UPLOAD_LIMITS)
                pipe.send("")
            except EOFError:
                return
            except Exception as error:
                pipe.send(f"not a Parquet file ({type(error).__name__})")


_CHECKS = _CheckProcess()


def packed_rows(data: bytes) -> bytes:
    """The Parquet file of the rows in a JSON list."""
    import pyarrow
    import pyarrow.parquet

    try:
        table = pyarrow.Table.from_pylist(json.loads(data))
        stream = io.BytesIO()
        pyarrow.parquet.write_table(table, stream, compression=CODECS[len(data) % len(CODECS)])
    except Exception:  # there is no such file
        raise InputError("no table") from None
    return stream.getvalue()


@cache
def packed() -> list[Parser]:
    """Parsers of files with parts."""
    return [
        Parser("weights of a player", player, [json.dumps(each).encode() for each in (BACKGAMMON, NEUROGAMMON)]),
        Parser("labelled positions", labels, [json.dumps(LABELS).encode()]),
    ]


@cache
def parquet_parser() -> Parser:
    """Uploaded Parquet files. Apart from the others, because pyarrow needs settings of its own."""
    import pyarrow

    pyarrow.set_memory_pool(pyarrow.system_memory_pool())  # others take gigabytes of address space at once
    pyarrow.set_cpu_count(1)
    pyarrow.set_io_thread_count(1)
    rows = json.dumps(DECISIONS).encode()
    examples = [rows, packed_rows(rows), packed_rows(rows + b" ")]
    return Parser("decisions in Parquet", parquet, examples, largest=60_000)
