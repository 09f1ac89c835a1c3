"""The page of one library item, running or done."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING, cast

import msgspec
from markupsafe import Markup

from kibitz.app.catalogue import BY_PATH, request_type
from kibitz.app.forms import TournamentForm
from kibitz.app.library import LibraryItem
from kibitz.app.request_parsing import request_fields
from kibitz.core.errors import InputError
from kibitz.web import csv_tables
from kibitz.web.answer_page import AnswerPage
from kibitz.web.pages import PageError, ask_worker, form_context, render, tabs_of
from kibitz.web.rendering import TEMPLATES
from kibitz.web.workers import WorkerTask

if TYPE_CHECKING:
    from kibitz.web.server import ServerState


MAX_COMPARED_ITEMS = 3
"""Items compared side by side."""
MAX_VALUE_CHARACTERS = 80
"""Characters of a value in the comparison."""


async def item_page(bench: ServerState, id: str, at: int = 0, part: bool = False) -> tuple[int, str]:
    """The page of an item: progress and partial result, or the result. With ``part``, only the result.

    ``at`` is the step of a replay. If the result cannot be read, for instance because another version wrote it, the
    page says so and offers to run the job again.
    """
    figures = bench.jobs.partial(id).number  # read before the page, so that a newer result is fetched again
    item = await asyncio.to_thread(bench.library.item, id)
    if item is None or item.kind != "job":
        raise PageError(404, "This item is not in the library. It may have been deleted.")
    shown, status = None, 200
    try:
        shown = await stored_answer_page(bench, item, at=at)
    except (InputError, PageError) as error:  # also a worker that ran out of time or memory
        if isinstance(error, PageError) and error.status == 429:
            raise
        if item.state == "done":  # unfinished jobs can be resumed anyway
            reason = str(error).rstrip(".")
            item = msgspec.structs.replace(item, state="wrong", note=f"{reason}; press Resume to run it again.")
            status = 422
    drawn = Markup("" if shown is None else shown.html)
    if part:
        return status, drawn
    page = render(
        "work.html",
        item=item,
        after="" if shown is None else item.partial,
        figures=figures,
        left=bench.jobs.time_left(id),
        fragment=drawn,
        **_item_sidebar(bench, item),
    )
    return status, page


async def stored_answer_page(
    bench: ServerState, item: LibraryItem, at: int = 0, brief: bool = False
) -> AnswerPage | None:
    """The page of the result of an item, drawn by a worker; ``brief`` is for a comparison."""
    if item.result is None:
        return None
    values = json.loads(item.request)
    if not isinstance(values, dict):
        raise InputError("this item cannot be read")
    task = WorkerTask(
        item.path,
        values,
        "stored:brief" if brief else "stored",
        result=item.result,
        item=item.id,
        at=at,
        partial=item.partial,
    )
    return cast(AnswerPage, await ask_worker(bench, task))


async def stored_csv(bench: ServerState, item: LibraryItem, pairs: csv_tables.Pairs) -> str:
    """A table of the result of an item as CSV."""
    if item.kind != "job":
        raise PageError(404, "This item has no tables.")
    task = WorkerTask(item.path, want=f"csv:{csv_tables.table_title(pairs)}", result=item.result or b"")
    return cast(str, await ask_worker(bench, task))


async def compare_page(bench: ServerState, ids: list[str]) -> str:
    """Finished items side by side: their different settings and their results."""
    result = [await asyncio.to_thread(bench.library.item, id) for id in dict.fromkeys(ids[: MAX_COMPARED_ITEMS + 1])]
    items = [item for item in result if item is not None and item.kind == "job" and item.state == "done"]
    if not 2 <= len(items) == len(result) <= MAX_COMPARED_ITEMS:
        raise InputError(f"Select 2 to {MAX_COMPARED_ITEMS} finished items to compare")
    columns: list[tuple[LibraryItem, Markup]] = []
    for item in items:
        try:
            shown = await stored_answer_page(bench, item, brief=True)
            drawn = "" if shown is None else shown.html
        except InputError as error:  # the others are shown all the same
            drawn = TEMPLATES.get_template("no_answer.html").render(wrong=str(error), wrong_field="", waits=False)
        # The accessible names of panels must be unique on a page.
        named = re.sub('(<section [^>]*aria-label=")', rf"\g<1>{len(columns) + 1}: ", drawn)
        columns.append((item, Markup(named)))
    settings = await asyncio.to_thread(_settings, items)  # a request may hold a whole file
    return render("compare.html", page="library", columns=columns, settings=settings)


def _settings(items: list[LibraryItem]) -> list[tuple[str, list[str]]]:
    """Settings that differ between items of the same question: the label of each field and its values."""
    request = [json.loads(item.request) for item in items]
    if len({item.path for item in items}) > 1 or not all(isinstance(each, dict) for each in request):
        return []
    path = items[0].path
    fields = request_fields(request_type(path)).values() if path in BY_PATH else ()
    labels = {name: field.label for field in fields for name in (field.name, field.option, field.old_option)}
    result = []
    for name in dict.fromkeys(name for each in request for name in each):
        values = [each.get(name) for each in request]
        if any(value != values[0] for value in values):
            result.append((labels.get(name, name.capitalize()), [_format_value(value) for value in values]))
    return result


def _format_value(value: object) -> str:
    """A value of a request as text: files by name, long texts shortened."""
    if isinstance(value, dict):
        return str(value.get("name", "a file"))
    text = "default" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= MAX_VALUE_CHARACTERS else f"{text[:MAX_VALUE_CHARACTERS]} …"


def _item_sidebar(bench: ServerState, item: LibraryItem) -> dict[str, object]:
    """What stands beside a piece of work: the tabs of its game, and the form of a tournament."""
    entry = BY_PATH.get(item.path)
    group, _, name = (entry.path if entry else item.path).partition(".")
    if entry is None or not isinstance(entry.form, TournamentForm):
        return {"group": group, "name": name, "tabs": tabs_of(group, name), "beside": False}
    try:
        form = form_context(bench, item.path, json.loads(item.request))
    except (ValueError, TypeError, AttributeError):  # arguments that do not fit the form
        form = form_context(bench, item.path, {})
    return {**form, "beside": True, "upload": False, "job": True, "live": False}
