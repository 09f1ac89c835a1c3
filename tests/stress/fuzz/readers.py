"""Readers of text and of documents as readers of bytes, which is what the harness gives them."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.core.document import Document


def text_of(data: bytes) -> str:
    """Bytes as a terminal gives them to a program: what is no UTF-8 becomes half characters."""
    return data.decode("utf-8", "surrogateescape")


def texts(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """A reader of text as a reader of bytes."""
    return lambda data: read(text_of(data))


def files(read: Callable[[Document], object], name: str) -> Callable[[bytes], object]:
    """A reader of documents as a reader of bytes."""
    return lambda data: read(Document(name=name, data=data))


def again(read: Callable[[str], object], write: Callable[..., str]) -> Callable[[bytes], object]:
    """A reader whose values are written and read back: the notation of what was understood is understood."""

    def both(data: bytes) -> object:
        value = read(text_of(data))
        assert read(write(value)) == value, f"{write(value)!r} is read to something else"
        return value

    return both
