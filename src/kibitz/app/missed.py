"""Positions of a person's own games for the drills: what was asked as work, and what reviews found to be an error."""

from __future__ import annotations

import json
from typing import cast

import msgspec

from kibitz.app.catalogue import question
from kibitz.app.drills import GOOD, Arguments, Drill
from kibitz.app.library import Library
from kibitz.app.reading import fields, read
from kibitz.core.errors import InputError

MOST = 200
"""Pieces of work that are looked through, the newest first."""


def missed(library: Library, drill: Drill) -> list[Arguments]:
    """Positions of a drill from the library, the newest first, each once; what cannot be asked is left out."""
    found: dict[str, Arguments] = {}
    for light in library.items(drill.path.partition(".")[0], most=MOST):
        item = library.item(light.id) if light.kind == "job" and light.state == "done" else None
        if item is None:
            continue
        held: list[Arguments] = []
        if item.path == drill.path:
            held = [{name: value for name, value in json.loads(item.request).items() if name != drill.own}]
        elif item.path.endswith(".review") and item.result is not None:
            held = _errors(item.result)
        for each in held:
            try:
                position = each if item.path == drill.path else drill.reviewed(each)
                if position is None:
                    continue
                asked = _settled(drill, position)
                drill.words(asked)
            except (InputError, KeyError, ValueError):
                continue
            found.setdefault(json.dumps(asked, sort_keys=True), asked)
    return list(found.values())


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
        decisions = json.loads(result).get("decisions", [])
    except (ValueError, AttributeError, RecursionError):
        return []
    return [each for each in decisions if isinstance(each, dict) and each.get("grade") not in GOOD]
