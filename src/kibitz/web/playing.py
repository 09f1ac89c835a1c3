"""Sessions on the page: play against a level order by order; the state is kept in the library after every order."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, cast

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from kibitz.app.library import Item, new_id
from kibitz.app.reading import example, read
from kibitz.app.sessions import BY_PATH
from kibitz.core.offers import Orders
from kibitz.core.session import State
from kibitz.web import pages
from kibitz.web.forms import SAMPLE, controls, plain, sent
from kibitz.web.pages import Problem
from kibitz.web.panels.layout import at_the_table, panel_of
from kibitz.web.panels.parts import Pictured, Shown
from kibitz.web.rendering import render
from kibitz.web.workers import Asked

if TYPE_CHECKING:
    from kibitz.web.server import Bench

MAX_ORDER = 500


def _bench(request: Request) -> Bench:  # type: ignore[type-arg]
    return cast("Bench", request.app.state.bench)


def table(group: str, name: str) -> str:
    """The form that begins a session."""
    session = BY_PATH[f"{group}.{name}"]
    kind = session.sitting()
    fields = controls(kind, {})
    upload = any(each.kind == "file" and each.required for each in fields)
    help = (kind.__doc__ or "").strip()
    return render(
        "play.html",
        group=group,
        name=name,
        tabs=pages.tabs_of(group, name),
        title=session.title,
        help=help,
        controls=fields,
        state=None,
        upload=upload,
        wrong="",
    )


async def begin(request: Request, path: str) -> Redirect:  # type: ignore[type-arg]
    """Begin a session and keep it."""
    kind, form = BY_PATH[path].sitting(), await request.form()
    if SAMPLE in form:
        values = {name: plain(value) for name, value in example(kind).items()}
    else:
        values, _ = await sent(kind, form)
    read(kind, values)
    state, shown = cast(tuple[State, Shown], await pages.ask(_bench(request), Asked(path, values, "begin")))
    item = Item(
        id=new_id(),
        kind="play",
        path=path,
        title=BY_PATH[path].title,
        request=json.dumps(values),
        state="playing",
        result=msgspec.json.encode(state),
        shown=msgspec.json.encode(shown),
        began=time.time(),
    )
    await asyncio.to_thread(_bench(request).library.add, item)
    return Redirect(f"/play/{item.id}", status_code=303)


async def _found(request: Request, id: str) -> tuple[Item, State]:  # type: ignore[type-arg]
    item = await asyncio.to_thread(_bench(request).library.item, id)
    if item is None or item.kind != "play" or item.result is None:
        raise Problem(404, "There is no such session; perhaps it was deleted.")
    return item, msgspec.json.decode(item.result, type=State)


@get("/play/{id:str}")
async def seat(request: Request, id: FromPath[str]) -> Response[str]:  # type: ignore[type-arg]
    """A session as it stands."""
    item, state = await _found(request, id)
    return Response(_page(item, state), media_type="text/html")


def _page(item: Item, state: State, wrong: str = "") -> str:
    group, _, name = item.path.partition(".")
    shown = msgspec.json.decode(item.shown, type=Shown) if item.shown else None
    parts = () if shown is None else shown.parts
    seated = any(map(at_the_table, parts))
    going = not state.over and item.state == "playing"
    if shown is not None:
        shown = msgspec.structs.replace(shown, parts=tuple(part for part in parts if not at_the_table(part)))
    return render(
        "play.html",
        group=group,
        name=name,
        tabs=pages.tabs_of(group, name),
        title=item.title,
        item=item,
        state=state,
        wrong=wrong,
        going=going,
        seated=seated,
        typed=not seated or (going and any(isinstance(part, Pictured) and part.board for part in parts)),
        table=[panel_of(part) for part in parts if at_the_table(part) and not isinstance(part, Orders)],
        offers=[panel_of(part) for part in parts if isinstance(part, Orders)],
        said=[line for line in state.said if not (seated and "\n" in line)],
        last=pages.fragment(shown, item.path, kept=item.id),
    )


@post("/play/{id:str}")
async def order(request: Request, id: FromPath[str]) -> Response[str] | Redirect:  # type: ignore[type-arg]
    """One order, or the end."""
    from kibitz.core.errors import InputError

    item, state = await _found(request, id)
    form = await request.form()
    said = str(form.get("order", ""))[:MAX_ORDER].replace("{}", str(form.get("with", ""))[:100]).strip()
    values = json.loads(item.request)
    bench = _bench(request)
    if not state.over and "leave" not in form:
        try:
            made = await pages.ask(bench, Asked(item.path, values, "step", state, said))
        except InputError as error:
            return Response(_page(item, state, str(error)), status_code=422, media_type="text/html")
        state, seen = cast(tuple[State, Shown], made)
        await asyncio.to_thread(
            bench.library.change, id, result=msgspec.json.encode(state), shown=msgspec.json.encode(seen)
        )
    if state.over or "leave" in form:
        shown = cast(Shown, await pages.ask(bench, Asked(item.path, values, "finish", state)))
        await asyncio.to_thread(
            bench.library.change,
            id,
            state="done",
            shown=msgspec.json.encode(shown),
            headline=shown.headline,
            ended=time.time(),
        )
    return Redirect(f"/play/{id}" + ("#now" if state.draft else ""), status_code=303)


HANDLERS = [seat, order]
