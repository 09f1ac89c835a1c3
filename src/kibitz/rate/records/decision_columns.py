"""Decisions as columns: compact arrays of any number of decisions, read from Parquet without a Python object per row.

A file, or a folder of parts, has the columns of `SCHEMA`; only ``utilities`` and ``chosen`` are required. A row that is
refused is refused with the sentence of `kibitz.core.decision`, because it is then read as a record.
"""

from __future__ import annotations

import io
import json
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core import Decision, Document, FloatArray, InputError, Provenance, Unit, decision_from_json
from kibitz.core.choices import MAX_CHOICES
from kibitz.rate.model.scaling import Scaling
from kibitz.rate.records import parquet_check
from kibitz.rate.records.sample import UNNAMED_EVENT, Sample, engine_key, format_engine

BATCH_ROWS = 65_536
"""Rows that are read at a time."""
PART_ROWS = 100_000
"""Decisions in one part of a folder."""
ROUNDING = 1e-6
"""Tolerance for chances outside 0 to 1, because values from other programs are rounded and summed."""
NAMES = ("player", "event", "unit", "provenance")
"""Columns of texts that repeat."""
SCHEMA = {
    "utilities": "list<double>",
    "chosen": "int32",
    "player": "string",
    "event": "string",
    "unit": "string",
    "rating": "double",
    "weight": "double",
    "perceived": "list<double>",
    "id": "string",
    "game": "string",
    "position": "string",
    "choices": "string",
    "provenance": "string",
}
"""The columns of Parquet files that kibitz writes, with their Arrow types; ``provenance`` is JSON."""
IntArray = NDArray[np.int32]
UPLOAD_LIMITS = parquet_check.Limits(
    columns=(*SCHEMA, "by_depth"),
    rows=5_000_000,
    options=MAX_CHOICES,
    values=200_000_000,
    unpacked_bytes=2_000_000_000,
    batch_rows=BATCH_ROWS,
    memory_bytes=4_000_000_000,
)
"""What an uploaded Parquet file may have, so that a small one cannot fill the memory."""
_SOUND: set[bytes] = set()
"""Hashes of uploads that were checked."""


@dataclass(frozen=True, slots=True, eq=False)
class DecisionColumns:
    """N decisions as flat arrays: the options of decision i are ``values[starts[i] : starts[i + 1]]``.

    ``players`` and ``events`` are codes into their names; an event of -1 is one of its own. ``ratings`` are NaN where
    unknown. All decisions have one unit, and their values come from one engine.
    """

    values: FloatArray
    starts: NDArray[np.int64]
    chosen: IntArray
    perceived: FloatArray | None
    players: IntArray
    player_names: tuple[str, ...]
    events: IntArray
    event_names: tuple[str, ...]
    ratings: FloatArray | None
    weights: FloatArray | None
    unit: Unit
    provenance: Provenance | None

    def __len__(self) -> int:
        return len(self.chosen)

    def take(self, rows: NDArray[np.bool_]) -> DecisionColumns:
        """The decisions of a mask."""
        options = np.repeat(rows, np.diff(self.starts))
        sizes = np.diff(self.starts)[rows]
        return DecisionColumns(
            values=self.values[options],
            starts=np.concatenate([[0], np.cumsum(sizes)]),
            chosen=self.chosen[rows],
            perceived=None if self.perceived is None else self.perceived[options],
            players=self.players[rows],
            player_names=self.player_names,
            events=self.events[rows],
            event_names=self.event_names,
            ratings=None if self.ratings is None else self.ratings[rows],
            weights=None if self.weights is None else self.weights[rows],
            unit=self.unit,
            provenance=self.provenance,
        )

    def to_sample(self, scaling: Scaling | None = None, tie_tolerance: float = 0.0) -> Sample:
        """The decisions as a `Sample`, the same as of their records."""
        sizes = np.diff(self.starts)
        inside = np.arange(int(sizes.max())) < sizes[:, None]

        def matrix(flat: FloatArray) -> FloatArray:
            result = np.full(inside.shape, -np.inf)
            result[inside] = flat
            return result

        names = np.array(self.event_names, dtype=object)
        alone = np.flatnonzero(self.events < 0)
        own = np.array([f"{UNNAMED_EVENT}{row}" for row in alone], dtype=object)
        codes = self.events.astype(np.intp)
        codes[alone] = len(names) + np.arange(len(alone))
        used, codes = np.unique(codes, return_inverse=True)
        all_names = np.concatenate([names, own])[used]
        order = np.argsort(all_names, kind="stable")
        place = np.empty(len(order), dtype=np.intp)
        place[order] = np.arange(len(order))
        return Sample.from_arrays(
            matrix(self.values),
            self.chosen,
            perceived=None if self.perceived is None else matrix(self.perceived),
            weights=self.weights,
            events=(place[codes], tuple(all_names[order])),
            players=np.array(self.player_names, dtype=object)[self.players],
            ratings=self.ratings,
            unit=self.unit,
            scaling=scaling,
            provenance=self.provenance,
            tie_tolerance=tie_tolerance,
        )


def is_parquet(source: Document) -> bool:
    """Whether a document is a Parquet file, or a folder of parts."""
    return source.suffix == ".parquet" or (bool(source.local_path) and Path(source.local_path).is_dir())


def load_decision_columns(source: Document | Path | str) -> DecisionColumns:
    """The decisions of a Parquet file, or of all parts of a folder in the order of their names."""
    if not isinstance(source, Document):
        from kibitz.files import FileBytes

        source = Document(name=Path(source).name or "folder", data=FileBytes(str(source)))
    try:
        with _parquet_errors():
            return _read(_open_parts(source))
    except InputError as error:
        raise error if str(error).startswith(source.name) else InputError(f"{source.name}: {error}") from None


def has_depths(source: Document) -> bool:
    """Whether a Parquet document has values by depth, which only records hold."""
    with _parquet_errors():
        return any("by_depth" in part.schema_arrow.names for part in _open_parts(source)[:1])


def record_batches(source: Document, columns: Sequence[str]) -> Iterator[Any]:
    """The batches of a Parquet document with these of its columns."""
    with _parquet_errors():
        for part in _open_parts(source):
            yield from part.iter_batches(columns=[name for name in part.schema_arrow.names if name in columns])


@contextmanager
def _parquet_errors() -> Iterator[None]:
    """Errors of the reader as one sentence."""
    try:
        import pyarrow
    except ImportError:
        raise InputError("install pyarrow to read Parquet files: pip install 'kibitz[data]'") from None
    try:
        yield
    except (pyarrow.ArrowException, OSError) as error:
        raise InputError(f"not a Parquet file ({str(error).splitlines()[0][:200]})") from None


def _open_parts(source: Document) -> list[Any]:
    from pyarrow.parquet import ParquetFile

    path = source.local_path
    if path and Path(path).is_dir():
        parts = sorted(Path(path).rglob("*.parquet"))
        if not parts:
            raise InputError("the folder has no files ending in .parquet")
        return [_open(ParquetFile, str(part)) for part in parts]
    if not path:
        require_sound(source.content)
    return [_open(ParquetFile, path or io.BytesIO(source.content))]


def require_sound(data: bytes) -> None:
    """Refuse a damaged or absurd file of a stranger before this process reads it (`kibitz.rate.records.parquet_check`).
    Files of this computer are read at once."""
    import hashlib
    import subprocess

    digest = hashlib.sha256(data).digest()
    if digest in _SOUND:  # a rating opens a file several times
        return
    command = [sys.executable, "-P", parquet_check.__file__, json.dumps(UPLOAD_LIMITS)]
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace") if done.returncode == 1 else "not a Parquet file (damaged)"
        raise InputError(reason)
    if len(_SOUND) >= 100:
        _SOUND.clear()
    _SOUND.add(digest)


def _open(opener: Any, where: Any) -> Any:
    """A Parquet file whose texts are read as dictionaries, which makes one Python object per name and not per row."""
    schema = opener(where).schema_arrow
    texts = [name for name in NAMES if name in schema.names and str(schema.field(name).type) == "string"]
    return opener(where, read_dictionary=texts, memory_map=isinstance(where, str))


class _Names:
    """Codes of the texts of one column over all parts."""

    def __init__(self) -> None:
        self.codes: dict[str, int] = {}

    def encode(self, column: Any, missing: int) -> IntArray:
        """The code of each text; ``missing`` where there is none."""
        if not hasattr(column, "dictionary"):
            column = column.dictionary_encode()
        known = [
            missing if not text else self.codes.setdefault(text, len(self.codes))
            for text in column.dictionary.to_pylist()
        ]
        table = np.array([*known, missing], dtype=np.int32)
        return np.asarray(table[column.indices.fill_null(len(known)).to_numpy(zero_copy_only=False)], dtype=np.int32)


def _read(parts: Sequence[Any]) -> DecisionColumns:
    """The columns of all parts. Arrays are allocated once, from the counts in the files."""
    n = sum(part.metadata.num_rows for part in parts)
    if not n:
        raise InputError("it has no decisions")
    names = {name for part in parts for name in part.schema_arrow.names}
    for needed in ("utilities", "chosen"):
        if needed not in names:
            raise InputError(f"{needed}: missing; a decision needs utilities and chosen")
    flat = np.empty(_count_values(parts))
    seen = np.empty(len(flat)) if "perceived" in names else None
    starts, chosen = np.zeros(n + 1, dtype=np.int64), np.empty(n, dtype=np.int32)
    codes = {name: np.full(n, -1, dtype=np.int32) for name in ("player", "event") if name in names}
    numbers = {name: np.full(n, fill) for name, fill in (("rating", np.nan), ("weight", 1.0)) if name in names}
    texts = {name: _Names() for name in NAMES}
    wanted = [name for name in (*NAMES, "utilities", "chosen", "perceived", "rating", "weight") if name in names]
    row, value, has_perceived = 0, 0, False
    for part in parts:
        for batch in part.iter_batches(
            BATCH_ROWS, columns=[each for each in wanted if each in part.schema_arrow.names]
        ):
            try:
                block = _Block(batch, texts)
            except _RowError as error:
                raise InputError(f"row {row + error.row + 1}: {error}") from None
            here = slice(row, row + len(block.chosen))
            there = slice(value, value + len(block.values))
            flat[there], chosen[here] = block.values, block.chosen
            starts[row + 1 : here.stop + 1] = value + block.starts[1:]
            if seen is not None:
                seen[there] = block.values if block.perceived is None else block.perceived
                has_perceived = has_perceived or block.perceived is not None
            for name, array in codes.items():
                array[here] = block.codes.get(name, -1)
            for name, array in numbers.items():
                if name in block.numbers:
                    array[here] = block.numbers[name]
            row, value = here.stop, there.stop
    return DecisionColumns(
        values=flat[:value],
        starts=starts,
        chosen=chosen,
        perceived=seen[:value] if seen is not None and has_perceived else None,
        **_with_names("player", codes, texts, n),
        **_with_names("event", codes, texts, n),
        ratings=numbers.get("rating"),
        weights=numbers.get("weight"),
        unit=_one_unit(texts["unit"]),
        provenance=_one_engine(texts["provenance"]),
    )


def _count_values(parts: Iterable[Any]) -> int:
    """At least the number of options of all decisions, from the counts of the files."""
    total = 0
    for part in parts:
        metadata = part.metadata
        for index in range(metadata.num_columns):
            if metadata.schema.column(index).path.split(".")[0] == "utilities":
                total += sum(metadata.row_group(g).column(index).num_values for g in range(metadata.num_row_groups))
    return total


def _with_names(name: str, codes: dict[str, IntArray], texts: dict[str, _Names], n: int) -> dict[str, Any]:
    """The codes and names of players or events. A player without a name has the empty one."""
    own, known = codes.get(name), list(texts[name].codes)
    if own is None:
        own = np.full(n, -1, dtype=np.int32)
    if name == "player" and (own < 0).any():
        own = np.where(own < 0, len(known), own).astype(np.int32)
        known.append("")
    return {f"{name}s": own, f"{name}_names": tuple(known)}


def _one_unit(units: _Names) -> Unit:
    known = [Unit(text) for text in units.codes] or [Unit.PAYOFF]
    if len(known) > 1:
        raise InputError(f"unit: decisions in {' and '.join(sorted(known))} cannot be rated together")
    return known[0]


def _one_engine(texts: _Names) -> Provenance | None:
    origins: dict[tuple[str, ...], Provenance] = {}
    for text in texts.codes:
        origin = Provenance.from_json(json.loads(text))
        origins.setdefault(engine_key(origin), origin)
    if len(origins) > 1:
        first, second = sorted(origins)[:2]
        raise InputError(f"provenance: values of {format_engine(first)} and {format_engine(second)} cannot be mixed")
    return next(iter(origins.values()), None)


class _RowError(InputError):
    """The first row of a batch that is refused."""

    def __init__(self, row: int, sentence: str) -> None:
        super().__init__(sentence)
        self.row = row


class _Block:
    """One batch as checked arrays."""

    def __init__(self, batch: Any, texts: dict[str, _Names]) -> None:
        self.batch = batch
        self.names = batch.schema.names
        self.starts, self.values = self._list("utilities")
        self.sizes = np.diff(self.starts)
        self.chosen = self._integers("chosen")
        self._refuse((self.chosen < 0) | (self.chosen >= self.sizes))
        self.perceived: FloatArray | None = None
        if "perceived" in self.names and batch.column("perceived").null_count < len(batch):
            self.perceived = self._perceived_values()
        self.codes = {name: texts[name].encode(self._texts(name), -1) for name in NAMES if name in self.names}
        self._check_unit(texts["unit"])
        if "provenance" in self.names:
            self._check_provenance(texts["provenance"])
        self.numbers = {
            name: self._numbers(name, fill)
            for name, fill in (("rating", np.nan), ("weight", 1.0))
            if name in self.names
        }

    def _texts(self, name: str) -> Any:
        """A column of texts."""
        column = self.batch.column(name)
        kind = getattr(column.type, "value_type", column.type)
        if str(kind) not in ("string", "large_string", "null"):
            self._refuse(column.is_valid().to_numpy(zero_copy_only=False))
        return column.cast("string") if str(kind) == "null" else column

    def _list(self, name: str) -> tuple[NDArray[np.int64], FloatArray]:
        """Starts and values of a column of lists, checked."""
        column = self.batch.column(name)
        self._refuse(column.is_null().to_numpy(zero_copy_only=False))
        starts = np.asarray(column.offsets.to_numpy(), dtype=np.int64)
        inner = column.values.slice(int(starts[0]), int(starts[-1] - starts[0]))
        starts = starts - starts[0]
        sizes = np.diff(starts)
        self._refuse((sizes < 1) | (sizes > MAX_CHOICES))
        if inner.null_count:
            self._refuse_options(inner.is_null().to_numpy(zero_copy_only=False), starts)
        values = np.asarray(inner.cast("double").to_numpy(zero_copy_only=False))
        finite = np.isfinite(values)
        if not finite.all():
            self._refuse_options(np.isnan(values) | np.isposinf(values), starts)
            self._refuse(~np.logical_or.reduceat(finite, starts[:-1]))
        return starts, values

    def _perceived_values(self) -> FloatArray:
        """What players see, or the utilities where a row says nothing."""
        column = self.batch.column("perceived")
        given = column.is_valid().to_numpy(zero_copy_only=False)
        sizes = np.zeros(len(given), dtype=np.int64)
        lengths = column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
        sizes[given] = lengths[given]
        self._refuse(given & (sizes != self.sizes))
        result = self.values.copy()
        result[np.repeat(given, self.sizes)] = np.asarray(
            column.flatten().cast("double").fill_null(np.nan).to_numpy(zero_copy_only=False)
        )
        finite = np.isfinite(result)
        if not finite.all():
            self._refuse_options(np.isnan(result) | np.isposinf(result), self.starts)
            self._refuse(~np.logical_or.reduceat(finite, self.starts[:-1]))
        return result

    def _integers(self, name: str) -> IntArray:
        column = self.batch.column(name)
        self._refuse(column.is_null().to_numpy(zero_copy_only=False))
        values = column.to_numpy(zero_copy_only=False)
        if values.dtype.kind not in "iu":
            self._refuse(np.ones(len(values), dtype=bool))
        self._refuse(np.abs(values.astype(np.int64)) > MAX_CHOICES)
        return np.asarray(values, dtype=np.int32)

    def _numbers(self, name: str, missing: float) -> FloatArray:
        column = self.batch.column(name)
        given = column.is_valid().to_numpy(zero_copy_only=False)
        values = np.asarray(column.cast("double").fill_null(missing).to_numpy(zero_copy_only=False))
        wrong = given & ~np.isfinite(values)
        self._refuse(wrong | (values < 0) if name == "weight" else wrong)
        return values

    def _check_unit(self, units: _Names) -> None:
        known = {unit.value for unit in Unit}
        unknown = [code for text, code in units.codes.items() if text not in known]
        if unknown:
            self._refuse(np.isin(self.codes["unit"], unknown))
        chance = units.codes.get(Unit.WIN.value, -2)
        if "unit" in self.codes and (self.codes["unit"] == chance).any():
            options = np.repeat(self.codes["unit"] == chance, self.sizes)
            for values in (self.values, self.perceived):
                if values is not None:
                    wrong = (values != -math.inf) & ((values < -ROUNDING) | (values > 1 + ROUNDING))
                    self._refuse_options(options & wrong, self.starts)

    def _check_provenance(self, texts: _Names) -> None:
        for text, code in texts.codes.items():
            try:
                Provenance.from_json(json.loads(text))
            except (ValueError, RecursionError):
                self._refuse(self.codes["provenance"] == code)

    def _refuse_options(self, wrong: NDArray[np.bool_], starts: NDArray[np.int64]) -> None:
        if wrong.any():
            option = int(np.flatnonzero(wrong)[0])
            self._refuse_row(int(np.searchsorted(starts, option, side="right")) - 1)

    def _refuse(self, wrong: NDArray[np.bool_]) -> None:
        if wrong.any():
            self._refuse_row(int(np.flatnonzero(wrong)[0]))

    def _refuse_row(self, row: int) -> None:
        """Raise with the sentence that the row has as a record."""
        record = self.batch.slice(row, 1).to_pylist()[0]
        try:
            decision_from_record(record)
        except InputError as error:
            raise _RowError(row, str(error)) from None
        raise _RowError(row, "this decision cannot be read")


def decision_from_record(record: dict[str, Any]) -> Decision:
    """The decision of a row of a table, whose provenance may be JSON."""
    if isinstance(record.get("provenance"), str):
        try:
            record["provenance"] = json.loads(record["provenance"])
        except (ValueError, RecursionError):
            raise InputError("provenance: not valid JSON") from None
    return check_win_chances(decision_from_json(record))


def check_win_chances(decision: Decision) -> Decision:
    """Raise for win chances outside 0 to 1, such as percentages or another unit."""
    if decision.unit is Unit.WIN:
        for name, values in (("utilities", decision.utilities), ("perceived", decision.perceived or ())):
            wrong = [value for value in values if value != -math.inf and not -ROUNDING <= value <= 1 + ROUNDING]
            if wrong:
                raise InputError(f"{name}: with unit win they must be chances from 0 to 1, not {wrong[0]:g}")
    return decision


def save_decision_parts(path: Path | str, decisions: Iterable[Decision]) -> int:
    """Write decisions as Parquet and return their number: to one file, or to parts of a folder if the path is one.

    A folder exists, or its path ends in a slash. Parts have `PART_ROWS` decisions and are written one by one.
    """
    from kibitz.files import write_bytes

    folder = str(path).endswith("/") or Path(path).is_dir()
    if folder:
        Path(path).mkdir(parents=True, exist_ok=True)
    n, rows, parts = 0, [], 0
    for decision in decisions:
        rows.append(_to_record(decision))
        n += 1
        if folder and len(rows) == PART_ROWS:
            write_bytes(Path(path) / f"part-{parts:05}.parquet", _to_parquet(rows))
            rows, parts = [], parts + 1
    if rows or not folder:
        target = Path(path) / f"part-{parts:05}.parquet" if folder else Path(path)
        write_bytes(target, _to_parquet(rows))
    return n


def _to_record(decision: Decision) -> dict[str, Any]:
    from kibitz.core.choices import format_choices

    return {
        "utilities": decision.utilities,
        "chosen": int(decision.chosen),
        "player": decision.player or None,
        "event": decision.event or None,
        "unit": decision.unit.value,
        "rating": decision.rating,
        "weight": decision.weight,
        "perceived": decision.perceived,
        "id": decision.id or None,
        "game": decision.game or None,
        "position": decision.position or None,
        "choices": None if decision.choices is None else format_choices(decision.choices),
        "provenance": None if decision.provenance is None else json.dumps(decision.provenance.to_json()),
    }


def _to_parquet(rows: list[dict[str, Any]]) -> bytes:
    with _parquet_errors():
        import pyarrow
        from pyarrow import parquet

        types = {"list<double>": pyarrow.list_(pyarrow.float64()), "double": pyarrow.float64()}
        types |= {"int32": pyarrow.int32(), "string": pyarrow.string()}
        schema = pyarrow.schema([(name, types[kind]) for name, kind in SCHEMA.items()])
        stream = io.BytesIO()
        parquet.write_table(pyarrow.Table.from_pylist(rows, schema), stream, compression="zstd")
    return stream.getvalue()
