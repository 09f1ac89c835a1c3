"""A document: a file from a path, from an upload, or inside a batch line."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from kibitz.core.errors import InputError

MAX_DOCUMENT_BYTES = 64_000_000
"""Largest document in bytes; larger ones raise an error before they are parsed."""

Name = Annotated[str, Meta(max_length=255, pattern=r"^[^/\\\x00-\x1f]+$")]


class Document(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A file with either ``text`` or ``data`` (bytes, base64 in JSON). ``name`` is only a label; kibitz opens no file
    by it."""

    name: Name
    text: Annotated[str, Meta(max_length=MAX_DOCUMENT_BYTES)] = ""
    data: Annotated[bytes, Meta(max_length=MAX_DOCUMENT_BYTES)] = b""

    def __post_init__(self) -> None:
        if self.text and self.data:
            raise InputError(f"{self.name}: give either text or data, not both")

    @property
    def suffix(self) -> str:
        """The suffix of the name in lower case, with its dot: ``.csv``."""
        _, dot, ending = self.name.rpartition(".")
        return f"{dot}{ending}".lower() if dot else ""

    @property
    def local_path(self) -> str:
        """The path of a local file that is read in parts, or an empty string if the document holds its content."""
        return str(getattr(self.data, "path", ""))

    @property
    def content(self) -> bytes:
        """The bytes of the document."""
        read = getattr(self.data, "read", None)  # a local file, `kibitz.files.FileBytes`
        if read is not None:
            return bytes(read())
        return self.data or self.text.encode("utf-8", "replace")

    def read_text(self) -> str:
        """The text, decoded as UTF-8 with or without a byte order mark; raises `InputError` for other encodings."""
        if not self.data and not self.local_path:
            return self.content.decode()
        try:
            return self.content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise InputError(f"{self.name}: not a text file in UTF-8") from None
