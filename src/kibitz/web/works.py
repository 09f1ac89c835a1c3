"""The page of one piece of work, running or done."""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING, cast

import msgspec
from markupsafe import Markup

from kibitz.app.library import Item
from kibitz.core.errors import InputError
from kibitz.core.exhibits.findings import Verdict
from kibitz.web.desk import TOURNAMENTS
from kibitz.web.jobs import Figures
from kibitz.web.pages import Problem, ask, asking, fragment, render, tabs_of
from kibitz.web.panels.parts import Advised, Drawn, Part, Pictured, Shown
from kibitz.web.wording import label_of
from kibitz.web.workers import Asked

if TYPE_CHECKING:
    from kibitz.web.server import Bench


MOST_COMPARED = 3
"""Pieces of work that stand side by side."""
LONGEST = 80
"""Letters of a value that is told beside another."""


async def work_page(bench: Bench, id: str, at: int = 0, part: bool = False) -> tuple[int, str]:
    """One piece of work: how far it is and its figures so far, or what came of it; only these figures as a ``part``.

    ``at`` is the place of a game that is gone through. A result that cannot be read, as one of another version's, is
    told as such and can be asked for again.
    """
    figures = bench.jobs.figures.get(id, Figures()).number  # before the page: one that comes meanwhile is fetched again
    item = await asyncio.to_thread(bench.library.item, id)
    if item is None or item.kind != "job":
        raise Problem(404, "There is no such work in the library; perhaps it was deleted.")
    shown, status = None, 200
    try:
        shown = await shown_of(bench, item)
    except InputError as error:
        if item.state == "done":  # what was not done is resumed in any case
            item = msgspec.structs.replace(item, state="wrong", note=f"{error}; it can be asked again.")
            status = 422
    drawn = "" if shown is None else fragment(shown, item.path, kept=item.id, at=at)
    if part:
        return status, drawn
    page = render(
        "work.html",
        item=item,
        after="" if shown is None else shown.after,
        figures=figures,
        left=bench.jobs.left(id),
        fragment=drawn,
        **_beside(bench, item),
    )
    return status, page


async def shown_of(bench: Bench, item: Item) -> Shown | None:
    """The page of a piece of work as far as it got; of an imported one it is drawn here, from the result alone."""
    if item.shown:
        return msgspec.json.decode(item.shown, type=Shown)
    if item.result is None:
        return None
    held: dict[str, object] = {"request": json.loads(item.request), "result": item.result.decode()}
    shown = cast(Shown, await ask(bench, Asked(item.path, held, "kept")))
    await asyncio.to_thread(bench.library.change, item.id, shown=msgspec.json.encode(shown))
    return shown


async def compare_page(bench: Bench, ids: list[str]) -> str:
    """Two or three pieces of finished work side by side: what was asked, where they differ, what came of each."""
    found = [await asyncio.to_thread(bench.library.item, id) for id in dict.fromkeys(ids[: MOST_COMPARED + 1])]
    items = [item for item in found if item is not None and item.kind == "job" and item.state == "done"]
    if not 2 <= len(items) == len(found) <= MOST_COMPARED:
        raise InputError(f"Choose two to {MOST_COMPARED} pieces of finished work to compare")
    columns: list[tuple[Item, Markup]] = []
    for item in items:
        shown = await shown_of(bench, item)
        short = None if shown is None else msgspec.structs.replace(shown, parts=_main(shown.parts), command="")
        drawn = "" if short is None else fragment(short, item.path, kept=item.id)
        # Panels are told by their names, and each stands once on a page.
        named = re.sub('(<section [^>]*aria-label=")', rf"\g<1>{len(columns) + 1}: ", str(drawn))
        columns.append((item, Markup(named)))
    settings = await asyncio.to_thread(_settings, items)  # a request may hold a whole file
    return render("compare.html", page="library", columns=columns, settings=settings)


def _main(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """What an answer says, and its first picture."""
    spoken = [part for part in parts if isinstance(part, Advised | Verdict)][:1]
    drawn = [part for part in parts if isinstance(part, Drawn | Pictured)][:1]
    return (*spoken, *drawn)


def _settings(items: list[Item]) -> list[tuple[str, list[str]]]:
    """What was asked otherwise, where all were asked the same question: the name of each field, and its values."""
    asked = [json.loads(item.request) for item in items]
    if len({item.path for item in items}) > 1 or not all(isinstance(each, dict) for each in asked):
        return []
    found = []
    for name in dict.fromkeys(name for each in asked for name in each):
        values = [each.get(name) for each in asked]
        if any(value != values[0] for value in values):
            found.append((label_of(name), [_words(value) for value in values]))
    return found


def _words(value: object) -> str:
    """A value of a request in a cell: of files their names, of long texts how they begin."""
    if isinstance(value, dict):
        return str(value.get("name", "a file"))
    text = "default" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"


def _beside(bench: Bench, item: Item) -> dict[str, object]:
    """What stands beside a piece of work: the tabs of its game, and the form of a tournament."""
    group, _, name = item.path.partition(".")
    if item.path not in TOURNAMENTS:
        return {"group": group, "name": name, "tabs": tabs_of(group, name), "beside": False}
    form = asking(bench, item.path, json.loads(item.request))
    return {**form, "beside": True, "upload": False, "job": True, "live": False}
