"""Answers for programs: every question at ``/api/GAME/QUESTION``, described by OpenAPI from the list's own types.

Litestar could read the requests by itself; they are read by `kibitz.app.request_parsing` instead, so that a program
may write numbers as people do and gets the same sentence for the same mistake as command and page.
"""

from __future__ import annotations

import asyncio
import json
from functools import cache
from typing import TYPE_CHECKING, cast

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath

from kibitz.app.catalogue import ENTRIES, request_type
from kibitz.app.request_parsing import example_arguments, parse_request, request_fields, to_query
from kibitz.core.question import Cost
from kibitz.web import csv_tables, pages
from kibitz.web.forms import parse_pairs
from kibitz.web.openapi import openapi_document
from kibitz.web.pages import PageError
from kibitz.web.workers import WorkerTask

if TYPE_CHECKING:
    from kibitz.web.server import ServerState

MAX_DEPTH = 20
"""Levels of nesting in a body."""
MAX_EXAMPLE_CHARACTERS = 300
"""Characters of an example shown on the API page."""


async def _answer(request: Request, group: str, name: str, values: dict[str, object]) -> Response[str]:  # type: ignore[type-arg]
    bench = cast("ServerState", request.app.state.bench)
    whole = bool(values.pop("all_choices", values.pop("curve", False)))
    asked = await asyncio.to_thread(parse_request, request_type(f"{group}.{name}"), values)
    cost = asked.cost()
    if cost is Cost.JOB:
        where = f"post it as a form to /{group}/{name}, which leads to the job; its result is at /items/ID/result"
        raise PageError(422, f"This question is too long for an answer at once; {where}.")
    task = WorkerTask(f"{group}.{name}", want="whole" if whole else "json", request=asked)
    result = await pages.ask_worker(bench, task, heavy=cost is not Cost.INSTANT)
    return Response(cast(str, result), media_type="application/json")


@get("/api/{group:str}/{name:str}")
async def ask_by_link(request: Request, group: FromPath[str], name: FromPath[str]) -> Response[str]:  # type: ignore[type-arg]
    """The answer to a question whose arguments are in the link."""
    kind = pages.find_request_type(group, name)
    pairs = pages.parse_query(request.scope["query_string"].decode("latin-1"))
    if csv_tables.wants_csv(pairs):
        return await csv_tables.answer_csv(cast("ServerState", request.app.state.bench), group, name, pairs)
    values = parse_pairs(kind, pairs)
    return await _answer(request, group, name, values)


@post("/api/{group:str}/{name:str}", status_code=200)
async def ask_by_body(request: Request, group: FromPath[str], name: FromPath[str]) -> Response[str]:  # type: ignore[type-arg]
    """The answer to a question whose arguments are a JSON object."""
    kind = pages.find_request_type(group, name)
    values = parse_body(await request.body())
    if values.get("format") == "csv":
        title = "" if "table" in request_fields(kind) else str(values.pop("table", ""))
        values.pop("format")
        bench = cast("ServerState", request.app.state.bench)
        asked = await asyncio.to_thread(parse_request, kind, values)
        return await csv_tables.request_csv(bench, f"{group}.{name}", asked, title)
    return await _answer(request, group, name, values)


def parse_body(data: bytes) -> dict[str, object]:
    """The arguments in the body of a request: a JSON object of bounded depth, without NaN."""
    try:
        values = json.loads(data or b"{}", parse_constant=_reject_constant)
    except (ValueError, RecursionError):
        raise PageError(400, "Send a JSON object with the arguments of the question.") from None
    if not isinstance(values, dict) or _nesting_depth(values) > MAX_DEPTH:
        raise PageError(400, "Send a JSON object with the arguments of the question.")
    return values


def _reject_constant(word: str) -> float:
    raise ValueError(word)


def _nesting_depth(value: object) -> int:
    """Levels of nesting, without recursion, so that no body can exhaust the stack."""
    deepest, todo = 0, [(value, 1)]
    while todo:
        each, level = todo.pop()
        deepest = max(deepest, level)
        if level > MAX_DEPTH:
            break
        if isinstance(each, dict):
            todo += [(inner, level + 1) for inner in each.values()]
        elif isinstance(each, list):
            todo += [(inner, level + 1) for inner in each]
    return deepest


@get("/api/openapi.json")
async def openapi_json() -> Response[str]:
    """The description of all questions."""
    return Response(openapi_document(), media_type="application/json")


@get("/api")
async def reference_page() -> Response[str]:
    """The description as a page."""
    return Response(_render_reference(), media_type="text/html")


@cache
def _render_reference() -> str:
    """All questions by game with an example each, and a link to the answer where it is instant."""
    groups = []
    for group, name in pages.GAME_NAMES.items():
        rows = []
        for entry in ENTRIES:
            if entry.group != group:
                continue
            kind = request_type(entry.path)
            text = json.dumps(example_arguments(kind), default=msgspec.to_builtins)
            request = parse_request(kind, example_arguments(kind))
            at_once = request.cost() is Cost.INSTANT and len(text) < MAX_EXAMPLE_CHARACTERS
            link = f"/api/{entry.group}/{entry.name}?{to_query(request)}" if at_once else ""
            rows.append(
                (entry, text if len(text) < MAX_EXAMPLE_CHARACTERS else f"{text[:MAX_EXAMPLE_CHARACTERS]} …", link)
            )
        groups.append((name, rows))
    return pages.render("api.html", games=groups)


HANDLERS = [ask_by_link, ask_by_body, openapi_json, reference_page]
