"""Rows of the library: their types, their checksums, and the lines of an export.

An export is JSON lines. The first line names the format, then come items, drill answers and the drill schedule, each
with a checksum of its text, and the last line has the counts. So a line that was changed and a file that was cut are
both refused. Exports of earlier versions have neither header nor checksums and are still read.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

from kibitz.app.catalogue import BY_PATH, FORMER_PATHS, request_type
from kibitz.app.sessions import BY_PATH as SESSIONS
from kibitz.core import session
from kibitz.core.errors import InputError
from kibitz.core.grades import GradeWord

ItemState = Literal["ready", "waiting", "running", "done", "wrong", "cancelled", "interrupted", "playing"]
"""State of an item; ``ready`` is an upload that was not used yet."""
EXPORT_FORMAT = 2
"""Number of the format of an export; lines without a header are of format 1."""
MAX_LINE_CHARACTERS = 400_000_000
"""Longest line of an export: an item with several uploads of the largest size."""
MAX_NESTING = 50
"""Levels of nesting in the request and the result of an imported item."""
CHECKSUM_BYTES = 12

Count = Annotated[int, Meta(ge=0, le=2**53)]
Time = Annotated[float, Meta(ge=0, le=2**33)]
"""Seconds since 1970, before the year 2242."""
Text = Annotated[str, Meta(max_length=100_000)]


class LibraryItem(Struct, frozen=True, kw_only=True):
    """One library item; times are seconds since 1970, ``request`` has the arguments as JSON."""

    id: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    kind: Literal["job", "play"]
    path: str
    title: Text
    request: str
    state: ItemState
    done: Count = 0
    total: Count = 0
    note: Text = ""
    headline: Text = ""
    grade: Text = ""
    result: bytes | None = None
    """The answer of a job as JSON, or the state of a session."""
    answer: bytes | None = None
    """The answer of a finished session as JSON."""
    partial: Text = ""
    """What a partial result is based on: ``3 deals of 12``."""
    began: Time
    ended: Time | None = None


class DrillAnswer(Struct, frozen=True, kw_only=True):
    """One drill answer: the request of the position as JSON, the choice, its grade, its loss, and its decision
    record."""

    drill: Text
    request: Text
    choice: Text
    grade: GradeWord
    loss: Annotated[float, Meta(ge=-1e9, le=1e9)]
    decision: str
    at: Time


class ScheduledDrill(Struct, frozen=True, kw_only=True):
    """When a position of a drill is due again, and its Leitner box."""

    drill: Text
    request: Text
    box: Annotated[int, Meta(ge=0, le=1000)]
    at: Time


Row: TypeAlias = LibraryItem | DrillAnswer | ScheduledDrill
ROW_TYPES: dict[str, type[Row]] = {"item": LibraryItem, "drill": DrillAnswer, "due": ScheduledDrill}
"""The name of each kind of row in a line of an export."""


class ExportHeader(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of an export."""

    format: int


class ExportCounts(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of an export: how many rows of each kind it has."""

    item: int = 0
    drill: int = 0
    due: int = 0


class _Line(Struct, frozen=True, forbid_unknown_fields=True):
    """Any line of an export; exactly one of the first five fields is given."""

    library: ExportHeader | None = None
    end: ExportCounts | None = None
    item: Raw = Raw()
    drill: Raw = Raw()
    due: Raw = Raw()
    checksum: str = ""


class _SchemaName(Struct):
    """The schema of a stored answer."""

    schema: str = ""


def row_checksum(*values: object) -> str:
    """The checksum of the values of a row. Text may also be a pair of ``"text"`` and its bytes, so that text that is
    no UTF-8 has one too."""
    digest = blake2b(digest_size=CHECKSUM_BYTES)
    for value in values:
        match value:
            case str():
                tag, data = b"t", value.encode("utf-8", "surrogatepass")
            case (str(), bytes() as data):
                tag = b"t"
            case bytes():
                tag, data = b"b", value
            case int():
                tag, data = b"i", str(value).encode()
            case float():
                tag, data = b"f", struct.pack("<d", value)
            case _:
                tag, data = b"n", b""
        digest.update(tag + len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


def format_line(kind: str, row: Row) -> str:
    """A row as a line of an export, with its checksum."""
    text = json.dumps(msgspec.to_builtins(row), ensure_ascii=False)
    return f'{{"{kind}": {text}, "checksum": "{row_checksum(text)}"}}'


def format_header() -> str:
    """The first line of an export."""
    return json.dumps({"library": {"format": EXPORT_FORMAT}})


def format_counts(counts: dict[str, int]) -> str:
    """The last line of an export."""
    return json.dumps({"end": counts})


def parse_lines(lines: Iterable[str], skip: Callable[[str], None] | None = None) -> Iterator[tuple[str, Row]]:
    """The rows of an export with their kinds. A wrong line raises `InputError` with its number; with ``skip``, a wrong
    row is reported there and left out. A file without its last line is refused in any case."""
    header, end = False, False
    counts = dict.fromkeys(ROW_TYPES, 0)
    number = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            if end:
                raise ValueError
            parsed = msgspec.json.decode(line.encode(), type=_Line)
            rows = [name for name in ROW_TYPES if bytes(getattr(parsed, name))]
            if len(rows) + (parsed.library is not None) + (parsed.end is not None) != 1:
                raise ValueError
            if parsed.library is not None:
                _require_known_format(parsed.library)
                header = True
                continue
            if parsed.end is not None:
                end = True
                _require_counts(parsed.end, counts)
                continue
            kind = rows[0]
            counts[kind] += 1
            yield kind, _parse_row(kind, getattr(parsed, kind), parsed.checksum if header else None)
        except (ValueError, RecursionError, msgspec.DecodeError) as error:
            reason = str(error) if isinstance(error, InputError) else "not a line of an exported library"
            if skip is None or end:
                raise InputError(f"line {number}: {reason}") from None
            skip(f"line {number}: {reason}")
    if header and not end:
        raise InputError(f"line {number + 1}: the file ends too early; it is not a whole export")


def _require_known_format(header: ExportHeader) -> None:
    if header.format > EXPORT_FORMAT:
        raise InputError(f"written by a newer kibitz (format {header.format}); update kibitz to read it")


def _require_counts(end: ExportCounts, counts: dict[str, int]) -> None:
    if counts != {name: getattr(end, name) for name in counts}:
        raise InputError("lines are missing; it is not a whole export")


def _parse_row(kind: str, raw: Raw, checksum: str | None) -> Row:
    """A checked row; ``checksum`` is ``None`` in exports that have none."""
    text = bytes(raw)
    if checksum is not None and row_checksum(text.decode()) != checksum:
        raise InputError("changed since it was exported; its checksum is wrong")
    row: Row = msgspec.json.decode(text, type=ROW_TYPES[kind])
    if isinstance(row, LibraryItem):
        return _check_item(row)
    _require_object(row.request.encode())
    return row


def _check_item(item: LibraryItem) -> LibraryItem:
    """An item of another library, as far as it is trusted: a known question with its arguments, and a result that fits
    its schema. Jobs that were running there are not running here."""
    known = SESSIONS if item.kind == "play" else BY_PATH
    if item.path not in known or not re.fullmatch("[0-9a-f]{16}", item.id):
        raise ValueError
    _require_object(item.request.encode())
    if item.kind == "play":
        msgspec.json.decode(item.result or b"", type=session.SessionState)
        _require_answer(item.answer, SESSIONS[item.path].request_type().result_type)
    else:
        _require_answer(item.result, lambda: request_type(item.path).answer_type())
    return as_interrupted(msgspec.structs.replace(item, path=FORMER_PATHS.get(item.path, item.path)))


def as_interrupted(item: LibraryItem) -> LibraryItem:
    """The item as another library has it: a job that runs or waits here does not run there."""
    return msgspec.structs.replace(item, state="interrupted") if item.state in ("waiting", "running") else item


def _require_answer(data: bytes | None, answer_type: Callable[[], type[Struct]]) -> None:
    """Refuse a stored answer that is no JSON object, or that has today's schema but does not fit it. Answers of other
    versions are stored as they are; their page offers to run the question again."""
    if data is None:
        return
    _require_object(data)
    kind = answer_type()
    if msgspec.json.decode(data, type=_SchemaName).schema == kind.__struct_config__.tag:
        try:
            msgspec.json.decode(data, type=kind)
        except msgspec.DecodeError as error:
            raise InputError(f"the result does not fit its schema ({error})") from None


def _require_object(data: bytes) -> None:
    """Refuse what is no JSON object or is nested too deeply."""
    deepest = level = 0
    for match in re.finditer(rb'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', data):
        mark = match[0]
        level += mark in b"[{"
        level -= mark in b"]}"
        deepest = max(deepest, level)
        if deepest > MAX_NESTING:
            raise InputError("nested too deeply")
    if not isinstance(msgspec.json.decode(data), dict):
        raise ValueError
