"""Checkpoints of long runs: finished tasks are saved, so that a stopped run can continue.

One checkpoint belongs to one list of tasks, one function and one state of the package. Another request has another
name, and a checkpoint from other code is ignored. Reading a checkpoint runs no code except constructors of the plain
values listed here.
"""

from __future__ import annotations

import functools
import io
import pickle
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, is_dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import Generic, TypeVar, cast

from msgspec import Struct

from kibitz.core.work import CheckpointStore

SAVE_INTERVAL_S = 10.0
"""Seconds between two checkpoints."""
MAX_CHECKPOINT_BYTES = 256_000_000
"""Largest size of a checkpoint; larger results are not saved."""

Result = TypeVar("Result")

_ALLOWED_GLOBALS = {
    ("numpy", "dtype"),
    ("numpy", "ndarray"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy._core.multiarray", "scalar"),
    ("numpy._core.numeric", "_frombuffer"),
    ("fractions", "Fraction"),
    ("builtins", "frozenset"),
    ("builtins", "set"),
}
"""Globals that a checkpoint may name, in addition to value types of this package."""


@functools.cache
def package_digest() -> str:
    """A short hash of every file of the package: packages with the same hash compute the same."""
    root = Path(__file__).resolve().parents[1]
    total = sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.suffix not in {".pyc", ".nbi", ".nbc"}:
            total.update(path.relative_to(root).as_posix().encode() + b"\0" + sha256(path.read_bytes()).digest())
    return total.hexdigest()[:24]


class _SafeUnpickler(pickle.Unpickler):
    """Reads plain values of this package and arrays, and rejects everything else."""

    def find_class(self, module: str, name: str) -> object:
        if (module, name) not in _ALLOWED_GLOBALS and module.partition(".")[0] != "kibitz":
            raise pickle.UnpicklingError(f"{module}.{name} is not a plain value")
        result = super().find_class(module, name)
        plain = isinstance(result, type) and (is_dataclass(result) or issubclass(result, Struct | Enum | tuple))
        if module.startswith("kibitz") and not plain:
            raise pickle.UnpicklingError(f"{module}.{name} is not a plain value")
        return result


def unpack_values(data: bytes) -> object:
    """The values in a checkpoint; `pickle.UnpicklingError` for anything else."""
    try:
        return _SafeUnpickler(io.BytesIO(data)).load()
    except pickle.UnpicklingError:
        raise
    except Exception as error:  # damaged bytes fail in many ways
        raise pickle.UnpicklingError(str(error)) from None


@dataclass(slots=True)
class TaskCheckpoint(Generic[Result]):
    """The finished tasks of one run by number, saved under ``name`` in ``store``."""

    store: CheckpointStore | None
    name: str
    total: int
    results: dict[int, Result] = field(default_factory=dict)
    _saved: float = field(default_factory=time.monotonic)
    _new: bool = False

    @classmethod
    def resume_or_start(
        cls, store: CheckpointStore | None, function: Callable[..., Result], tasks: Sequence[object]
    ) -> TaskCheckpoint[Result]:
        """The checkpoint of an earlier run of the same tasks, or an empty one; without a store nothing is saved."""
        if store is None:
            return cls(None, "", len(tasks))
        try:
            name = f"tasks {sha256(pickle.dumps((function, list(tasks)))).hexdigest()}"
        except (
            pickle.PicklingError,
            AttributeError,
            TypeError,
        ):  # a function that cannot leave this process
            return cls(None, "", len(tasks))
        stored = cls(store, name, len(tasks))
        data = store.load(name)
        if data is not None:
            stored._load(data)
        return stored

    def _load(self, data: bytes) -> None:
        mark = package_digest().encode()
        try:
            result = unpack_values(data[len(mark) :]) if data.startswith(mark) else {}
        except pickle.UnpicklingError:
            return
        if isinstance(result, dict) and all(type(key) is int and 0 <= key < self.total for key in result):
            self.results = cast(dict[int, Result], result)

    def add(self, number: int, result: Result) -> None:
        """Record the result of a task; saves at intervals."""
        self.results[number], self._new = result, True
        if self.store is not None and time.monotonic() - self._saved >= SAVE_INTERVAL_S:
            self.save()

    def save(self) -> None:
        """Save the finished tasks."""
        if self.store is not None and self._new:
            data = package_digest().encode() + pickle.dumps(self.results)
            if len(data) <= MAX_CHECKPOINT_BYTES:
                self.store.save(self.name, data)
        self._saved, self._new = time.monotonic(), False

    def take_results(self) -> list[Result]:
        """All results in the order of the tasks; drops the checkpoint."""
        if self.store is not None:
            self.store.drop(self.name)
        return [self.results[number] for number in range(self.total)]
