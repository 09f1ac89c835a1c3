"""Decisions from documents: JSON lines, CSV, or parquet where its reader is installed.

Two columns are required, ``utilities`` and ``chosen``; the others are those of `kibitz.core.Decision`. In CSV the
utilities of a row stand in one cell, divided by spaces or semicolons, or as a JSON list; ``-inf`` is a number.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any, TextIO

from kibitz.core import Decision, Document, InputError, decision_from_json, parse_decision
from kibitz.core.decision import MAX_LINE
from kibitz.rate.records.sample import MAX_DECISIONS

_NUMBERS = ("utilities", "perceived")


def load_decisions(source: Document) -> list[Decision]:
    """All decisions of a document, by its ending (``.csv``, ``.parquet``); any other ending means JSON lines.

    Raises `InputError` naming the document, the line and what is wrong.
    """
    try:
        if source.suffix == ".parquet":
            return _bounded(_parquet(source.content))
        stream = io.StringIO(source.read_text(), newline="" if source.suffix == ".csv" else None)
        return _bounded(_csv(stream) if source.suffix == ".csv" else _json_lines(stream))
    except InputError as error:
        raise error if str(error).startswith(source.name) else InputError(f"{source.name}: {error}") from None


def _bounded(rows: Iterator[Decision]) -> list[Decision]:
    decisions: list[Decision] = []
    for decision in rows:
        decisions.append(decision)
        if len(decisions) > MAX_DECISIONS:
            raise InputError(f"at most {MAX_DECISIONS:,} decisions are accepted")
    if not decisions:
        raise InputError("no decisions in it")
    return decisions


def _json_lines(stream: TextIO) -> Iterator[Decision]:
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            raise InputError(f"line {number}: a record of at most {MAX_LINE:,} characters is accepted")
        if not line.strip():
            continue
        try:
            yield parse_decision(line)
        except InputError as error:
            raise InputError(f"line {number}: {error}") from None


def _csv(stream: TextIO) -> Iterator[Decision]:
    csv.field_size_limit(MAX_LINE)
    reader = csv.DictReader(stream, strict=True)
    try:
        columns = reader.fieldnames or []
        for name in ("utilities", "chosen"):
            if name not in columns:
                raise InputError(f"line 1: a column named {name} is needed")
        for row in reader:
            yield _row({key: value for key, value in row.items() if key and value not in (None, "")}, reader.line_num)
    except csv.Error as error:
        raise InputError(f"line {reader.line_num}: not CSV ({error})") from None


def _row(cells: dict[str, str], number: int) -> Decision:
    try:
        record: dict[str, Any] = dict(cells)
        for name in _NUMBERS:
            if name in cells:
                record[name] = _numbers(cells[name], name)
        for name in ("rating", "weight"):
            if name in cells:
                record[name] = _number(cells[name], name)
        if "chosen" in cells:
            try:
                record["chosen"] = int(cells["chosen"])
            except ValueError:
                raise InputError(f"chosen: a whole number is accepted, not {cells['chosen']!r}") from None
        if "provenance" in cells:
            record["provenance"] = _json(cells["provenance"], "provenance")
        return decision_from_json(record)
    except InputError as error:
        raise InputError(f"line {number}: {error}") from None


def _numbers(cell: str, name: str) -> list[Any]:
    if cell.lstrip().startswith("["):
        value = _json(cell, name)
        return value if isinstance(value, list) else [value]
    return [_number(word, name) for word in cell.replace(";", " ").split()]


def _number(word: str, name: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise InputError(f"{name}: a number is accepted, not {word!r}") from None


def _json(cell: str, name: str) -> Any:
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        raise InputError(f"{name}: not valid JSON") from None


def _parquet(data: bytes) -> Iterator[Decision]:
    try:
        import pyarrow.parquet as parquet
    except ImportError:
        raise InputError("parquet files need the package pyarrow; JSON lines and CSV need nothing") from None
    import pyarrow

    try:
        table = parquet.ParquetFile(io.BytesIO(data))
        known = {"utilities", "chosen", "unit", "id", "game", "player", "event", "position", "choices", "perceived",
                 "rating", "weight", "provenance"}  # fmt: skip
        columns = [name for name in table.schema_arrow.names if name in known]
        number = 0
        for batch in table.iter_batches(columns=columns):
            for record in batch.to_pylist():
                number += 1
                try:
                    if isinstance(record.get("provenance"), str):
                        record["provenance"] = _json(record["provenance"], "provenance")
                    yield decision_from_json(record)
                except InputError as error:
                    raise InputError(f"row {number}: {error}") from None
    except pyarrow.ArrowException as error:
        raise InputError(f"not a parquet file ({str(error).splitlines()[0]})") from None
