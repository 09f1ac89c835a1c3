"""A parser with a mistake behind a word that nobody types by chance; a search led by coverage comes upon it."""

from __future__ import annotations

from fuzz.harness import Parser
from kibitz.core.errors import InputError


def parse(data: bytes) -> object:
    """Refuses everything but one beginning, letter by letter, on which it crashes."""
    if data[:1] != b"k":
        raise InputError("the first letter is wrong")
    if data[1:2] != b"i":
        raise InputError("the second letter is wrong")
    if data[2:3] != b"b":
        raise InputError("the third letter is wrong")
    if data[3:4] != b"!":
        raise InputError("the fourth letter is wrong")
    return [][len(data)]


PARSER = Parser("planted", parse, [b"x"])
