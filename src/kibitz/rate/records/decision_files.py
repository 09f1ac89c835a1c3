"""Decisions from documents: JSON lines, CSV, or parquet where its reader is installed.

Two columns are required, ``utilities`` and ``chosen``; the others are those of `kibitz.core.Decision`. In CSV, the
utilities of a row are in one cell, separated by spaces or semicolons, or as a JSON list. Or each option has a column
(``utility 1``, ``utility 2``, ...; an empty cell is no option). ``-inf`` is a number. Capitals and spaces in headers do
not matter, and cells may be separated by commas, semicolons or tabs.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from kibitz.core import Decision, Document, InputError, decision_from_json, parse_decision
from kibitz.core.decision import MAX_LINE_CHARACTERS
from kibitz.core.exhibits import join_truncated
from kibitz.files import MAX_FILE_BYTES, read_bytes
from kibitz.rate.records.decision_columns import check_win_chances, decision_from_record, is_parquet, record_batches
from kibitz.rate.records.sample import MAX_DECISIONS

_NUMBERS = ("utilities", "perceived")
_KNOWN = {
    "utilities",
    "chosen",
    "unit",
    "id",
    "game",
    "player",
    "event",
    "position",
    "choices",
    "perceived",
    "rating",
    "weight",
    "provenance",
}
_TABLES = {".csv", ".tsv"}
_OPTION = re.compile(r"(?:utility|utilities|option|value|u) ?([0-9]{1,4})")


def load_decisions(source: Document | Path | str) -> list[Decision]:
    """All decisions of a document or a file, by its ending (``.csv``, ``.tsv``, ``.parquet``); any other means JSON
    lines.

    Raises `InputError` naming the document, the line and what is wrong.
    """
    if not isinstance(source, Document):
        path = Path(source)
        source = Document(name=path.name, data=read_bytes(path, MAX_FILE_BYTES))
    try:
        if is_parquet(source):
            return _limit_rows(_parquet(source))
        table = source.suffix in _TABLES
        with _open_text(source, table) as stream:
            return _limit_rows(_csv(stream) if table else _json_lines(stream))
    except InputError as error:
        raise error if str(error).startswith(source.name) else InputError(f"{source.name}: {error}") from None


@contextmanager
def _open_text(source: Document, table: bool) -> Iterator[TextIO]:
    """The lines of a document; a local file is read line by line."""
    ends = "" if table else None
    if not source.local_path:
        yield io.StringIO(source.read_text(), newline=ends)
        return
    try:
        with open(source.local_path, encoding="utf-8-sig", newline=ends) as stream:
            yield stream
    except UnicodeDecodeError:
        raise InputError(f"{source.name}: not a text file in UTF-8") from None
    except OSError as error:
        raise InputError(f"{source.local_path}: cannot be read ({error.strerror})") from None


def unread_columns(source: Document) -> list[str]:
    """The columns of a CSV document that kibitz ignores, as they are written."""
    if source.suffix not in _TABLES:
        return []
    stream = io.StringIO(source.read_text(), newline="")
    header = next(iter(csv.reader([stream.readline()], delimiter=_delimiter(stream))), [])
    return [
        name for name in header if name.strip() and not (_column(name) in _KNOWN or _OPTION.fullmatch(_column(name)))
    ]


def reading_notes(source: Document) -> list[str]:
    """Notes on how a document was read, such as ignored columns."""
    unread = unread_columns(source)
    return [f"{source.name}: kibitz ignored the columns {join_truncated(unread)}"] if unread else []


def _limit_rows(rows: Iterator[Decision]) -> list[Decision]:
    decisions: list[Decision] = []
    for decision in rows:
        decisions.append(decision)
        if len(decisions) > MAX_DECISIONS:
            raise InputError(f"more than {MAX_DECISIONS:,} decisions; split the file")
    if not decisions:
        raise InputError("it has no decisions")
    return decisions


def _json_lines(stream: TextIO) -> Iterator[Decision]:
    number = 0
    while line := stream.readline(MAX_LINE_CHARACTERS + 1):
        number += 1
        if len(line) > MAX_LINE_CHARACTERS:
            raise InputError(f"line {number}: a record may have at most {MAX_LINE_CHARACTERS:,} characters")
        if not line.strip():
            continue
        try:
            yield check_win_chances(parse_decision(line))
        except InputError as error:
            raise InputError(f"line {number}: {error}") from None


def _delimiter(stream: TextIO) -> str:
    """The delimiter of the cells: the most frequent one in the header."""
    at = stream.tell()
    stream.seek(0)
    header = stream.readline(MAX_LINE_CHARACTERS)
    stream.seek(at)
    return max(",;\t", key=header.count)


def _column(name: str) -> str:
    return " ".join(name.strip().strip("\ufeff").lower().replace("_", " ").split())


def _csv(stream: TextIO) -> Iterator[Decision]:
    csv.field_size_limit(MAX_LINE_CHARACTERS)
    reader = csv.reader(stream, strict=True, delimiter=_delimiter(stream))
    try:
        columns = [_column(name) for name in next(reader, [])]
        options = sorted((int(m[1]), k) for k, name in enumerate(columns) if (m := _OPTION.fullmatch(name)))
        if "utilities" not in columns and not options:
            raise InputError("line 1: add a column named utilities, or columns utility 1, utility 2 and so on")
        if "chosen" not in columns:
            raise InputError("line 1: add a column named chosen")
        for name in columns:
            if name in _KNOWN and columns.count(name) > 1:
                raise InputError(f"line 1: there are two columns named {name}")
        for row in reader:
            if not row:
                continue
            if len(row) > len(columns):
                raise InputError(f"line {reader.line_num}: {len(row)} cells where the header has {len(columns)}")
            cells = {name: cell for name, cell in zip(columns, row, strict=False) if name in _KNOWN and cell.strip()}
            if options and "utilities" not in cells:
                cells["utilities"] = _options([row[k] if k < len(row) else "" for _, k in options])
            yield _row(cells, reader.line_num)
    except csv.Error as error:
        raise InputError(f"line {reader.line_num}: not CSV ({error})") from None


def _options(cells: list[str]) -> str:
    """The option columns as a list: empty cells at the end are no options, others can never be chosen."""
    while cells and not cells[-1].strip():
        cells = cells[:-1]
    return " ".join(cell.strip() or "-inf" for cell in cells)


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
                raise InputError(f"chosen: must be a whole number, not {cells['chosen'][:40]!r}") from None
        if "provenance" in cells:
            record["provenance"] = _json(cells["provenance"], "provenance")
        return check_win_chances(decision_from_json(record))
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
        raise InputError(f"{name}: must be a number, not {word[:40]!r}") from None


def _json(cell: str, name: str) -> Any:
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        raise InputError(f"{name}: not valid JSON") from None


def _parquet(source: Document) -> Iterator[Decision]:
    """The rows of a Parquet file or of all parts of a folder as records."""
    number = 0
    for batch in record_batches(source, [name.replace(" ", "_") for name in sorted(_KNOWN)] + ["by_depth"]):
        for record in batch.to_pylist():
            number += 1
            try:
                yield decision_from_record(record)
            except InputError as error:
                raise InputError(f"row {number}: {error}") from None
