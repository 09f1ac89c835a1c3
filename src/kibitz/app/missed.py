"""Positions of a person's own games for the drills: what was asked as work, and what reviews found to be an error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import cast

import msgspec
from msgspec import Struct

from kibitz.app.catalogue import question
from kibitz.app.drills import Arguments, Drill
from kibitz.app.library import Item, Library
from kibitz.app.reading import fields, read
from kibitz.core.errors import InputError
from kibitz.core.grades import GOOD

MOST = 200
"""Pieces of work that are looked through, the newest first."""


class _Review(Struct):
    """What of a review is looked at here."""

    decisions: tuple[object, ...] = ()


def missed(library: Library, drill: Drill) -> list[Arguments]:
    """Positions of a drill from the library, the newest first, each once; what cannot be asked is left out."""
    return chosen_positions(library, drill, library.items(drill.path.partition(".")[0], most=MOST))


def chosen_positions(library: Library, drill: Drill, items: Iterable[Item]) -> list[Arguments]:
    """The positions that these pieces of work have for a drill, each once; what cannot be asked is left out."""
    found: dict[str, Arguments] = {}
    for item in items:
        if item.kind != "job" or item.state != "done":
            continue
        for position in _positions(library, item, drill):
            try:
                asked = _settled(drill, position)
                drill.words(asked)
            except (InputError, KeyError, ValueError):
                continue
            found.setdefault(json.dumps(asked, sort_keys=True), asked)
    return list(found.values())


def _positions(library: Library, item: Item, drill: Drill) -> Iterator[Arguments]:
    """What a piece of work has for a drill: the position it asked about, or the errors that a review found."""
    if item.path == drill.path:
        yield {name: value for name, value in json.loads(item.request).items() if name != drill.own}
    elif item.path.endswith(".review"):
        whole = library.item(item.id)  # lists of items come without results
        for each in [] if whole is None or whole.result is None else _errors(whole.result):
            with suppress(KeyError, ValueError):
                if (position := drill.reviewed(each)) is not None:
                    yield position


def _settled(drill: Drill, given: Arguments) -> Arguments:
    """Arguments as the question reads them: ``$19,900`` is 19900."""
    kind = question(drill.path)
    request = read(kind, given)
    known = [field for field in fields(kind).values() if {field.name, field.option} & set(given)]
    held = {field.option: msgspec.to_builtins(getattr(request, field.name)) for field in known}
    return cast(Arguments, json.loads(json.dumps(held)))  # as the library keeps it: lists, not tuples


def _errors(result: bytes) -> list[dict[str, object]]:
    """The decisions of a review that were no good."""
    try:
        decisions = msgspec.json.decode(result, type=_Review).decisions
    except (msgspec.DecodeError, RecursionError):
        return []
    return [each for each in decisions if isinstance(each, dict) and str(each.get("grade")) not in GOOD]
