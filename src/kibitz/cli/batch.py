"""``--batch``: one JSON object of arguments per line in, one answer per line out, or an object with ``error``.

Arguments on the command line are defaults for every line. An ``id`` in a line is repeated in its answer. A line can
contain a file as ``{"name": ..., "text": ...}``, but not the path of one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import click
import msgspec

from kibitz.app.request_parsing import brief, parse_request
from kibitz.cli.commands import answer_with_progress
from kibitz.core.document import MAX_DOCUMENT_BYTES
from kibitz.core.errors import InputError
from kibitz.core.question import Request

MAX_LINE_BYTES = 2 * MAX_DOCUMENT_BYTES
SOME_FAILED = 1


def answer_lines(
    kind: type[Request], path: str, defaults: Mapping[str, object], resources: dict[str, Any], whole: bool
) -> int:
    """Answer every line of a file (- for standard input). Returns the exit status: 0, or 1 if a line had an error."""
    status = 0
    for number, line in _lines(path):
        label: dict[str, object] = {}
        try:
            request = _object(line)
            if "id" in request:
                label = {"id": request.pop("id")}
            json.dumps(label, ensure_ascii=False, allow_nan=False).encode()
            answer = answer_with_progress(parse_request(kind, {**defaults, **request}), resources)
            values = msgspec.to_builtins(answer if whole else brief(answer), str_keys=True)
        except (InputError, UnicodeEncodeError, ValueError) as error:
            if not isinstance(error, InputError):
                label, error = {}, InputError("id: must be text or a finite number")
            values, status = {"line": number, "error": f"{error}"}, SOME_FAILED
        click.echo(json.dumps({**label, **values}, ensure_ascii=False, allow_nan=False))
    return status


def _lines(path: str) -> Iterator[tuple[int, str]]:
    """Numbered lines that are not blank, each of at most `MAX_LINE_BYTES`."""
    try:
        with sys.stdin.buffer if path == "-" else open(path, "rb") as stream:
            number = 0
            while line := stream.readline(MAX_LINE_BYTES):
                number += 1
                if line.strip():
                    yield number, line.decode("utf-8", "replace")
    except (OSError, ValueError) as error:
        raise InputError(f"batch: {path} cannot be read ({getattr(error, 'strerror', None) or error})") from None


def _object(line: str) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not a JSON object: {error}") from None
    if not isinstance(request, dict):
        raise InputError("must be a JSON object of arguments")
    return request
