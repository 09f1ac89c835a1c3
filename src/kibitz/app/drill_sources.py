"""Drill positions from the user's library: positions of single questions, and errors of reviews."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import cast

import msgspec
from msgspec import Struct

from kibitz.app.catalogue import request_type
from kibitz.app.drills import Arguments, Drill
from kibitz.app.library import Library, LibraryItem
from kibitz.app.request_parsing import parse_request, request_fields
from kibitz.core.grades import GOOD_GRADES

MAX_ITEMS_SEARCHED = 200
"""Most items that are searched, newest first."""


class _Review(Struct):
    """The fields of a review that are used here."""

    decisions: tuple[object, ...] = ()


def drill_positions(library: Library, drill: Drill) -> list[Arguments]:
    """Positions of a drill from the library, newest first and without duplicates; invalid ones are skipped."""
    return positions_from_items(library, drill, library.items(drill.path.partition(".")[0], most=MAX_ITEMS_SEARCHED))


def positions_from_items(library: Library, drill: Drill, items: Iterable[LibraryItem]) -> list[Arguments]:
    """Positions of a drill from these items without duplicates; invalid ones are skipped."""
    result: dict[str, Arguments] = {}
    for item in items:
        if item.kind not in ("job", "play") or item.state != "done":
            continue
        for position in _positions(library, item, drill):
            try:
                request = _normalise_arguments(drill, position)
                drill.words(request)
            except Exception:  # the item may come from any library; it has no position then
                continue
            result.setdefault(json.dumps(request, sort_keys=True), request)
    return list(result.values())


def _positions(library: Library, item: LibraryItem, drill: Drill) -> Iterator[Arguments]:
    """Drill positions of an item: its own position, or the errors of a review or of a game that was played."""
    if item.path == drill.path:
        yield {name: value for name, value in json.loads(item.request).items() if name != drill.own}
    elif item.kind == "play" or item.path.endswith(".review"):
        whole = library.item(item.id)  # lists of items come without results
        stored = None if whole is None else whole.answer if item.kind == "play" else whole.result
        for each in [] if stored is None else _decisions_with_errors(stored):
            with suppress(KeyError, ValueError):
                if (position := drill.reviewed(each)) is not None:
                    yield position


def _normalise_arguments(drill: Drill, given: Arguments) -> Arguments:
    """Arguments as parsed by the question: ``$19,900`` is 19900."""
    kind = request_type(drill.path)
    request = parse_request(kind, given)
    known = [field for field in request_fields(kind).values() if {field.name, field.option} & set(given)]
    held = {field.option: msgspec.to_builtins(getattr(request, field.name)) for field in known}
    return cast(Arguments, json.loads(json.dumps(held)))  # as the library keeps it: lists, not tuples


def _decisions_with_errors(result: bytes) -> list[dict[str, object]]:
    """The decisions of a review that were errors."""
    try:
        decisions = msgspec.json.decode(result, type=_Review).decisions
    except (msgspec.DecodeError, RecursionError):
        return []
    return [each for each in decisions if isinstance(each, dict) and str(each.get("grade")) not in GOOD_GRADES]
