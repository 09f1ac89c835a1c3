"""Files on the command line, read as documents of limited size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.app.request_parsing import RequestField
from kibitz.core.document import MAX_DOCUMENT_BYTES, Document
from kibitz.core.errors import InputError
from kibitz.files import FileBytes, read_bytes


def documents(field: RequestField, given: Any) -> Document | list[Document]:
    """Read the files of a field; a folder means all files in it with the suffixes of the field."""
    in_parts = bool(field.extra.get("in_parts"))
    if not isinstance(given, tuple):
        return document(str(given), in_parts)
    endings = field.extra.get("endings", ())
    return [document(path, in_parts) for word in given for path in _files(str(word), tuple(endings))]  # type: ignore[arg-type]


def _files(word: str, endings: tuple[str, ...]) -> Iterator[str]:
    if endings and word != "-" and Path(word).is_dir():
        result = sorted(str(path) for path in Path(word).rglob("*") if path.name.lower().endswith(endings))
        if not result:
            raise InputError(f"{word}: the folder has no files ending in {' or '.join(endings)}")
        yield from result
    else:
        yield word


def document(path: str, in_parts: bool = False) -> Document:
    """A file, or standard input for ``-``, as a document. One that is read ``in_parts`` may have any size."""
    name = re.sub(r"[/\\\x00-\x1f]", "_", "standard input" if path == "-" else Path(path).name)[-255:]
    if in_parts and (Path(path).is_dir() or Path(path).is_file()):
        return Document(name=name or "file", data=FileBytes(path))
    return Document(name=name or "file", data=read_bytes(path, MAX_DOCUMENT_BYTES))
