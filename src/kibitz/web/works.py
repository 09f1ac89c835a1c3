"""The page of one piece of work, running or done."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, cast

import msgspec

from kibitz.app.library import Item
from kibitz.core.errors import InputError
from kibitz.web.desk import TOURNAMENTS
from kibitz.web.jobs import Figures
from kibitz.web.pages import Problem, ask, asking, fragment, render, tabs_of
from kibitz.web.panels.parts import Shown
from kibitz.web.workers import Asked

if TYPE_CHECKING:
    from kibitz.web.server import Bench


async def work_page(bench: Bench, id: str, at: int = 0, part: bool = False) -> tuple[int, str]:
    """One piece of work: how far it is and its figures so far, or what came of it; only these figures as a ``part``.

    ``at`` is the place of a game that is gone through. A result that cannot be read, as one of another version's, is
    told as such and can be asked for again.
    """
    figures = bench.jobs.figures.get(id, Figures()).number  # before the page: one that comes meanwhile is fetched again
    item = await asyncio.to_thread(bench.library.item, id)
    if item is None or item.kind != "job":
        raise Problem(404, "There is no such work in the library; perhaps it was deleted.")
    shown = msgspec.json.decode(item.shown, type=Shown) if item.shown else None
    status = 200
    if shown is None and item.result is not None:  # imported: the page is drawn here, from the result alone
        held: dict[str, object] = {"request": json.loads(item.request), "result": item.result.decode()}
        try:
            shown = cast(Shown, await ask(bench, Asked(item.path, held, "kept")))
            await asyncio.to_thread(bench.library.change, id, shown=msgspec.json.encode(shown))
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


def _beside(bench: Bench, item: Item) -> dict[str, object]:
    """What stands beside a piece of work: the tabs of its game, and the form of a tournament."""
    group, _, name = item.path.partition(".")
    if item.path not in TOURNAMENTS:
        return {"group": group, "name": name, "tabs": tabs_of(group, name), "beside": False}
    form = asking(bench, item.path, json.loads(item.request))
    return {**form, "beside": True, "upload": False, "job": True, "live": False}
