"""The library on the page: all work, what is put away and brought back, exports, and files that people bring."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from typing import TYPE_CHECKING, Annotated, cast

from litestar import Request, Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import QueryParameter
from litestar.response import Redirect, Stream
from msgspec import Struct

from kibitz.app.brought import READ, Brought
from kibitz.app.drills import DRILLS
from kibitz.app.library import Item, Library
from kibitz.app.missed import MOST, chosen_positions
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.units import format_count
from kibitz.web import pages, works
from kibitz.web.forms import plain, uploaded
from kibitz.web.pages import Problem
from kibitz.web.rendering import render
from kibitz.web.workers import Asked

if TYPE_CHECKING:
    from kibitz.web.server import Bench

MOST_CHOSEN = 1_000
"""Pieces of work that can be chosen at once."""
MOST_FILES = 50
"""Files that are read at once."""
FEW = 50
"""Pieces of work shown without asking for all."""


class Told(Struct, frozen=True):
    """What became of a file: its name, what it is, and the piece of work that it is now."""

    name: str
    words: str
    item: Item | None = None
    wrong: bool = False


def _bench(request: Request) -> Bench:  # type: ignore[type-arg]
    return cast("Bench", request.app.state.bench)


def _page(library: Library, game: str = "", words: str = "", every: bool = False, told: tuple[Told, ...] = ()) -> str:
    counts = library.counts()
    kinds = [
        ("", "All", sum(counts.values())),
        *((key, name, counts[key]) for key, name in pages.NAMES.items() if key in counts),
    ]
    items = library.items(game, words, MOST_CHOSEN if every else FEW + 1)
    return render(
        "library.html",
        page="library",
        items=items if every else items[:FEW],
        more=not every and len(items) > FEW,
        only=game,
        words=words,
        kinds=kinds,
        gone=library.deleted(),
        told=told,
        read=READ,
        size=library.size(),
    )


@get("/library")
async def library(
    request: Request,  # type: ignore[type-arg]
    game: Annotated[str, QueryParameter(max_length=40)] = "",
    words: Annotated[str, QueryParameter(max_length=200)] = "",
    every: Annotated[bool, QueryParameter()] = False,
) -> Response[str]:
    """All work, newest first, or what a filter leaves of it."""
    page = await asyncio.to_thread(_page, _bench(request).library, game, words, every)
    return Response(page, media_type="text/html")


@get("/library/export")
async def export(request: Request) -> Stream:  # type: ignore[type-arg]
    """All work, or the chosen, as JSON lines."""
    lines = _bench(request).library.exported(request.query_params.getall("id", [])[:MOST_CHOSEN])
    name = {"content-disposition": 'attachment; filename="kibitz-library.jsonl"'}
    return Stream((f"{line}\n" for line in lines), media_type="application/x-ndjson", headers=name)


@get("/library/compare")
async def compare(request: Request) -> Response[str]:  # type: ignore[type-arg]
    """The chosen side by side."""
    ids = request.query_params.getall("id", [])
    return Response(await works.compare_page(_bench(request), ids), media_type="text/html")


@post("/library/import", status_code=200)
async def bring(request: Request) -> Response[str]:  # type: ignore[type-arg]
    """Files of any kind: libraries are taken in, games and decisions wait in the library for an order."""
    bench = _bench(request)
    data = await request.form()
    files = [value for key, value in data.multi_items() if key == "file" and isinstance(value, UploadFile)]
    if not files or len(files) > MOST_FILES:
        raise InputError(f"file: 1 to {MOST_FILES} files are accepted")
    told = tuple([await _told(bench, file) for file in files])
    status = 422 if all(each.wrong for each in told) else 200
    page = await asyncio.to_thread(_page, bench.library, told=told)
    return Response(page, status_code=status, media_type="text/html")


async def _told(bench: Bench, file: UploadFile) -> Told:
    """What one file is, and what became of it."""
    document = await uploaded(file)
    try:
        found = cast(Brought, await pages.ask(bench, Asked("", {"file": document}, "brought")))
        if found.wrong:
            return Told(found.name, found.words, wrong=True)
        if not found.path:
            new = await asyncio.to_thread(lambda: bench.library.imported(document.read_text().splitlines()))
            return Told(found.name, f"{found.words}; {format_count(new, 'line')} of it new here")
    except InputError as error:
        return Told(document.name, str(error), wrong=True)
    except Problem as problem:
        return Told(document.name, problem.words, wrong=True)
    return Told(found.name, found.words, await asyncio.to_thread(_kept, bench.library, found, document))


def _kept(library: Library, found: Brought, document: Document) -> Item | None:
    """A file in the library, named by what it holds, so that it is there once however often it is brought."""
    held = plain(document)
    values = {found.field: [held] if found.many else held}
    name = hashlib.sha256(f"{found.path} {found.name} ".encode() + document.content).hexdigest()[:16]
    item = Item(
        id=name,
        kind="job",
        path=found.path,
        title=found.name,
        request=json.dumps(values),
        state="ready",
        note=found.words,
        began=time.time(),
    )
    library.bring(item)
    return library.item(name)


async def _chosen(request: Request) -> list[str]:  # type: ignore[type-arg]
    """The pieces of work chosen in a form."""
    data = await request.form()
    return [str(value) for key, value in data.multi_items() if key == "id"][:MOST_CHOSEN]


@post("/library/delete")
async def forget(request: Request) -> Redirect:  # type: ignore[type-arg]
    """Put the chosen away."""
    if ids := await _chosen(request):
        await asyncio.to_thread(_bench(request).library.delete, ids)
    return Redirect("/library", status_code=303)


@post("/library/undo")
async def undo(request: Request) -> Redirect:  # type: ignore[type-arg]
    """Take up again what was put away."""
    if ids := await _chosen(request):
        await asyncio.to_thread(_bench(request).library.bring_back, ids)
    return Redirect("/library", status_code=303)


@post("/library/drill")
async def drill(request: Request) -> Redirect:  # type: ignore[type-arg]
    """Have the positions of the chosen come up in the drills, errors of reviews among them; the first drill opens."""
    ids = await _chosen(request)
    first = await asyncio.to_thread(_to_the_drill, _bench(request).library, ids)
    if first is None:
        raise Problem(
            422, "Nothing of what was chosen is a position of a drill; reviews with errors and single decisions are."
        )
    return Redirect(f"/drill/{first}", status_code=303)


def _to_the_drill(library: Library, ids: list[str]) -> str | None:
    """The first drill that has a position of these, all of which are due there now."""
    items = [item for id in ids[:MOST] if (item := library.item(id)) is not None]
    first = None
    for each in DRILLS.values():
        positions = chosen_positions(library, each, items)
        if positions:
            library.make_due(each.name, [json.dumps(position, sort_keys=True) for position in positions], time.time())
            first = first or each.name
    return first


HANDLERS = [library, export, compare, bring, forget, undo, drill]
