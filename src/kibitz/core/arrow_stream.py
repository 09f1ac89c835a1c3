"""Tables for other programs by the Arrow C data interface, without a dependency on Arrow.

`stream_capsule` makes the capsule that ``__arrow_c_stream__`` returns, so that pandas, Polars, DuckDB and pyarrow take
a table as it is. The layout of the structs is that of https://arrow.apache.org/docs/format/CDataInterface.html and
CStreamInterface.html. A stream has one batch; a column holds whole numbers, floats, booleans or text, with nulls.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Cell: TypeAlias = bool | int | float | str | None
"""A value of a table; ``None`` is a missing value."""

NULLABLE = 2
"""ARROW_FLAG_NULLABLE."""
NO_ERROR = 0
CAPSULE_NAME = b"arrow_array_stream"
"""The name that the interface prescribes; a constant, because a capsule does not copy it."""


class ArrowSchema(ctypes.Structure):
    """The type of a column, or of a table as a struct of columns."""


class ArrowArray(ctypes.Structure):
    """The buffers of a column, or the columns of a table."""


class ArrowArrayStream(ctypes.Structure):
    """The schema and the batches of a table, one after the other."""


_release_schema_type = ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowSchema))
_release_array_type = ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowArray))
_release_stream_type = ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowArrayStream))
_get_schema_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ArrowArrayStream), ctypes.POINTER(ArrowSchema))
_get_next_type = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ArrowArrayStream), ctypes.POINTER(ArrowArray))
_get_error_type = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(ArrowArrayStream))
_destroy_type = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

ArrowSchema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowSchema))),
    ("dictionary", ctypes.POINTER(ArrowSchema)),
    ("release", _release_schema_type),
    ("private_data", ctypes.c_void_p),
]
ArrowArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowArray))),
    ("dictionary", ctypes.POINTER(ArrowArray)),
    ("release", _release_array_type),
    ("private_data", ctypes.c_void_p),
]
ArrowArrayStream._fields_ = [
    ("get_schema", _get_schema_type),
    ("get_next", _get_next_type),
    ("get_last_error", _get_error_type),
    ("release", _release_stream_type),
    ("private_data", ctypes.c_void_p),
]

_alive: dict[int, Any] = {}
"""What a consumer still uses, by the number in ``private_data``: Python would free it otherwise."""
_streams: dict[int, ArrowArrayStream] = {}
"""The struct of each capsule, by its address."""
_next_key = [1]


def _keep(value: Any) -> int:
    """Keep a value until its struct is released, and return its number."""
    key = _next_key[0]
    _next_key[0] += 1
    _alive[key] = value
    return key


@_release_schema_type
def _release_schema(pointer: Any) -> None:
    """Free a schema and those of its columns that were not moved away."""
    schema = pointer.contents
    for index in range(schema.n_children):
        child = schema.children[index].contents
        if child.release:
            child.release(schema.children[index])
    _alive.pop(schema.private_data, None)
    schema.release = _release_schema_type()


@_release_array_type
def _release_array(pointer: Any) -> None:
    """Free an array and those of its columns that were not moved away."""
    values = pointer.contents
    for index in range(values.n_children):
        child = values.children[index].contents
        if child.release:
            child.release(values.children[index])
    _alive.pop(values.private_data, None)
    values.release = _release_array_type()


def arrow_format(values: Sequence[Cell]) -> str:
    """The Arrow format of a column: ``b`` booleans, ``l`` whole numbers, ``g`` floats, ``u`` text."""
    kinds = {type(value) for value in values if value is not None}
    if kinds == {bool}:
        return "b"
    if kinds == {int} and all(value is None or -(2**63) <= int(value) < 2**63 for value in values):
        return "l"
    return "g" if kinds and kinds <= {int, float} else "u"


def _bits(flags: Sequence[bool]) -> array[int]:
    result = array("B", bytes((len(flags) + 7) // 8))
    for index, flag in enumerate(flags):
        if flag:
            result[index // 8] |= 1 << index % 8
    return result


def _buffers(values: Sequence[Cell]) -> list[array[Any] | None]:
    """The buffers of a column: which values are there, then offsets and characters, or the numbers."""
    known = _bits([value is not None for value in values]) if None in values else None
    match arrow_format(values):
        case "b":
            return [known, _bits([bool(value) for value in values])]
        case "l":
            return [known, array("q", [int(value or 0) for value in values])]
        case "g":
            return [known, array("d", [float(value or 0) for value in values])]
    texts = [b"" if value is None else str(value).encode("utf-8", "replace") for value in values]
    offsets = array("i", [0])
    for text in texts:
        offsets.append(offsets[-1] + len(text))
    return [known, offsets, array("B", b"".join(texts))]


def _fill_schema(schema: Any, name: str, form: str, children: Sequence[Any] = ()) -> None:
    pointers = (ctypes.POINTER(ArrowSchema) * len(children))(*map(ctypes.pointer, children))
    texts = form.encode(), name.encode("utf-8", "replace")
    schema.format, schema.name, schema.metadata = *texts, None
    schema.flags, schema.n_children = NULLABLE if not children else 0, len(children)
    schema.children = ctypes.cast(pointers, ctypes.POINTER(ctypes.POINTER(ArrowSchema)))
    schema.dictionary = ctypes.POINTER(ArrowSchema)()
    schema.release = _release_schema
    schema.private_data = _keep((pointers, list(children), texts))


def _fill_array(values: Any, length: int, buffers: Sequence[array[Any] | None], children: Sequence[Any] = ()) -> None:
    pointers = (ctypes.POINTER(ArrowArray) * len(children))(*map(ctypes.pointer, children))
    addresses = (ctypes.c_void_p * len(buffers))(*(b.buffer_info()[0] if b else None for b in buffers))
    values.length, values.null_count, values.offset = length, -1 if buffers[0] else 0, 0
    values.n_buffers, values.n_children = len(buffers), len(children)
    values.buffers = ctypes.cast(addresses, ctypes.POINTER(ctypes.c_void_p))
    values.children = ctypes.cast(pointers, ctypes.POINTER(ctypes.POINTER(ArrowArray)))
    values.dictionary = ctypes.POINTER(ArrowArray)()
    values.release = _release_array
    values.private_data = _keep((pointers, list(children), addresses, list(buffers)))


def stream_capsule(columns: Mapping[str, Sequence[Cell]]) -> object:
    """A capsule named ``arrow_array_stream`` with one batch of these columns, all of the same length."""
    length = len(next(iter(columns.values()), ()))
    sent: list[bool] = []

    @_get_schema_type
    def get_schema(_stream: Any, out: Any) -> int:
        children = [ArrowSchema() for _ in columns]
        for child, (name, values) in zip(children, columns.items(), strict=True):
            _fill_schema(child, name, arrow_format(values))
        _fill_schema(out.contents, "", "+s", children)
        return NO_ERROR

    @_get_next_type
    def get_next(_stream: Any, out: Any) -> int:
        if sent:
            out.contents.release = _release_array_type()  # the end of the stream
            return NO_ERROR
        sent.append(True)
        children = [ArrowArray() for _ in columns]
        for child, values in zip(children, columns.values(), strict=True):
            _fill_array(child, length, _buffers(values))
        _fill_array(out.contents, length, [None], children)
        return NO_ERROR

    @_get_error_type
    def get_last_error(_stream: Any) -> None:
        return None

    stream = ArrowArrayStream(get_schema, get_next, get_last_error, _release_stream)
    stream.private_data = _keep((get_schema, get_next, get_last_error))
    address = ctypes.addressof(stream)
    _streams[address] = stream
    make_capsule = ctypes.pythonapi.PyCapsule_New
    make_capsule.restype, make_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, _destroy_type]
    capsule: object = make_capsule(address, CAPSULE_NAME, _destroy_capsule)
    return capsule


@_release_stream_type
def _release_stream(pointer: Any) -> None:
    """End a stream; a consumer calls this on its own copy of the struct."""
    stream = pointer.contents
    _alive.pop(stream.private_data, None)
    stream.release = _release_stream_type()


@_destroy_type
def _destroy_capsule(capsule: int) -> None:
    """Free the struct of a capsule, and the stream as well if no one has read it."""
    get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
    get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
    stream = _streams.pop(get_pointer(capsule, CAPSULE_NAME))
    if stream.release:
        stream.release(ctypes.pointer(stream))
