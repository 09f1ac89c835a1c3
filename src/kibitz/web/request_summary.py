"""The subject of an item in one short line: its arguments in readable form, its files by name."""

from __future__ import annotations

import json

import msgspec

from kibitz.app.catalogue import BY_PATH, request_type
from kibitz.app.request_parsing import RequestField, parse_request, request_fields
from kibitz.app.sessions import BY_PATH as SESSIONS
from kibitz.core.document import Document
from kibitz.core.errors import InputError

MAX_SUMMARY_CHARACTERS = 90
"""Characters of a summary."""
MAX_REQUEST_CHARACTERS = 20_000
"""Longest request that is summarised. A longer one carries files, whose names are the title."""


def summarise_request(path: str, request: str) -> str:
    """The arguments of a question or session that are not defaults, in the order of its fields; empty if they cannot
    be read."""
    if (path not in BY_PATH and path not in SESSIONS) or len(request) > MAX_REQUEST_CHARACTERS:
        return ""
    kind = request_type(path) if path in BY_PATH else SESSIONS[path].request_type()
    try:
        parsed = parse_request(kind, json.loads(request))
    except (InputError, ValueError, TypeError, AttributeError, RecursionError):
        return ""
    held = [(field, getattr(parsed, field.name)) for field in request_fields(kind).values()]
    whole = ", ".join(
        _format_argument(field, value) for field, value in held if value not in (field.default, None, (), "")
    )
    return whole if len(whole) <= MAX_SUMMARY_CHARACTERS else f"{whole[: MAX_SUMMARY_CHARACTERS - 1]}…"


def _format_argument(field: RequestField, value: object) -> str:
    """One argument: its name and value, or only the value of a positional argument."""
    name = field.option.replace("-", " ")
    if value is True:
        return name
    alone = "argument" in field.extra or isinstance(value, tuple | Document)
    return _format_value(value) if alone else f"{name} {_format_value(value)}"


def _format_value(value: object) -> str:
    """A value in readable form; a file is shown by its name."""
    match value:
        case Document(name=name):
            return name
        case tuple() | list():
            return " · ".join(f"{each:,}" if isinstance(each, int) else _format_value(each) for each in value)
        case int():
            return f"{value:,}" if abs(value) >= 10_000 else str(value)
    return " ".join(str(msgspec.to_builtins(value)).split())
