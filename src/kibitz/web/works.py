"""The pages of work: one piece of it, running or done, and the library of all."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, cast

import msgspec

from kibitz.app.library import Item
from kibitz.core.errors import InputError
from kibitz.web.desk import TOURNAMENTS
from kibitz.web.jobs import Figures
from kibitz.web.pages import NAMES, Problem, ask, asking, fragment, render, tabs_of
from kibitz.web.panels.parts import Shown
from kibitz.web.workers import Asked

if TYPE_CHECKING:
    from kibitz.web.server import Bench


async def work_page(bench: Bench, id: str, at: int = 0, part: bool = False) -> str:
    """One piece of work: how far it is and its figures so far, or what came of it; only these figures as a ``part``.

    ``at`` is the place of a game that is gone through.
    """
    figures = bench.jobs.figures.get(id, Figures()).number  # before the page: one that comes meanwhile is fetched again
    item = await asyncio.to_thread(bench.library.item, id)
    if item is None or item.kind != "job":
        raise Problem(404, "There is no such work in the library; perhaps it was deleted.")
    shown = msgspec.json.decode(item.shown, type=Shown) if item.shown else None
    if shown is None and item.result is not None:  # imported: the page is drawn here, from the result alone
        held: dict[str, object] = {"request": json.loads(item.request), "result": item.result.decode()}
        try:
            shown = cast(Shown, await ask(bench, Asked(item.path, held, "kept")))
            await asyncio.to_thread(bench.library.change, id, shown=msgspec.json.encode(shown))
        except InputError:
            if item.state == "done":
                raise  # what was not done can still be resumed
    drawn = "" if shown is None else fragment(shown, item.path, kept=item.id, at=at)
    if part:
        return drawn
    return render(
        "work.html",
        item=item,
        after="" if shown is None else shown.after,
        figures=figures,
        left=bench.jobs.left(id),
        fragment=drawn,
        **_beside(bench, item),
    )


def _beside(bench: Bench, item: Item) -> dict[str, object]:
    """What stands beside a piece of work: the tabs of its game, and the form of a tournament."""
    group, _, name = item.path.partition(".")
    if item.path not in TOURNAMENTS:
        return {"group": group, "name": name, "tabs": tabs_of(group, name), "beside": False}
    form = asking(bench, item.path, json.loads(item.request))
    return {**form, "beside": True, "upload": False, "job": True, "live": False}


def library_page(bench: Bench, group: str, words: str) -> str:
    """All work, newest first."""
    counts = bench.library.counts()
    kinds = [
        ("", "All", sum(counts.values())),
        *((key, name, counts[key]) for key, name in NAMES.items() if key in counts),
    ]
    items = bench.library.items(group, words)
    gone = bench.library.deleted()
    return render("library.html", page="library", items=items, only=group, words=words, kinds=kinds, gone=gone)
