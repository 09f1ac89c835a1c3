"""Files on the command line, read as documents of limited size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kibitz.app.request_parsing import RequestField
from kibitz.core.document import MAX_DOCUMENT_BYTES, Document
from kibitz.core.errors import InputError
from kibitz.files import read_bytes


def documents(field: RequestField, given: Any) -> Document | list[Document]:
    """Read the files of a field; a folder means all files in it with the suffixes of the field."""
    if not isinstance(given, tuple):
        return document(str(given))
    endings = field.extra.get("endings", ())
    return [document(path) for word in given for path in _files(str(word), tuple(endings))]  # type: ignore[arg-type]


def _files(word: str, endings: tuple[str, ...]) -> Iterator[str]:
    if endings and word != "-" and Path(word).is_dir():
        result = sorted(str(path) for path in Path(word).rglob("*") if path.name.lower().endswith(endings))
        if not result:
            raise InputError(f"{word}: the folder has no files ending in {' or '.join(endings)}")
        yield from result
    else:
        yield word


def document(path: str) -> Document:
    """A file, or standard input for ``-``, as a document."""
    name = re.sub(r"[/\\\x00-\x1f]", "_", "standard input" if path == "-" else Path(path).name)[-255:]
    return Document(name=name or "file", data=read_bytes(path, MAX_DOCUMENT_BYTES))
