"""Pages of sessions. The library stores the state after every action."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, cast

import msgspec
from litestar import Request, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from kibitz.app.library import LibraryItem, new_id
from kibitz.app.request_parsing import example_arguments, parse_request
from kibitz.app.sessions import BY_PATH
from kibitz.core.controls import ActionPanel
from kibitz.core.session import SessionState
from kibitz.web import pages
from kibitz.web.forms import SAMPLE_FIELD, controls, parse_form, to_plain_json
from kibitz.web.pages import PageError
from kibitz.web.panels.layout import is_session_part, make_panel
from kibitz.web.panels.parts import AnswerPage, PicturePart
from kibitz.web.rendering import render
from kibitz.web.workers import WorkerTask

if TYPE_CHECKING:
    from kibitz.web.server import ServerState

MAX_ACTION_CHARACTERS = 500


def _server_state(request: Request) -> ServerState:  # type: ignore[type-arg]
    return cast("ServerState", request.app.state.bench)


def session_form(group: str, name: str) -> str:
    """The form that starts a session."""
    session = BY_PATH[f"{group}.{name}"]
    kind = session.request_type()
    fields = controls(kind, {})
    upload = any(each.kind == "file" and each.required for each in fields)
    help = kind.page_help or (kind.__doc__ or "").strip()
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


async def begin_session(request: Request, path: str) -> Redirect:  # type: ignore[type-arg]
    """Start a session and save it in the library."""
    kind, form = BY_PATH[path].request_type(), await request.form()
    if SAMPLE_FIELD in form:
        values = {name: to_plain_json(value) for name, value in example_arguments(kind).items()}
    else:
        values, _ = await parse_form(kind, form)
    parse_request(kind, values)
    state, shown = cast(
        tuple[SessionState, AnswerPage],
        await pages.ask_worker(_server_state(request), WorkerTask(path, values, "begin")),
    )
    item = LibraryItem(
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
    await asyncio.to_thread(_server_state(request).library.add, item)
    return Redirect(f"/play/{item.id}", status_code=303)


async def _load_session(request: Request, id: str) -> tuple[LibraryItem, SessionState]:  # type: ignore[type-arg]
    item = await asyncio.to_thread(_server_state(request).library.item, id)
    if item is None or item.kind != "play" or item.result is None:
        raise PageError(404, "Session not found. It may have been deleted.")
    return item, msgspec.json.decode(item.result, type=SessionState)


@get("/play/{id:str}")
async def session_page(request: Request, id: FromPath[str]) -> Response[str]:  # type: ignore[type-arg]
    """The page of a session."""
    item, state = await _load_session(request, id)
    return Response(_page(item, state), media_type="text/html")


def _page(item: LibraryItem, state: SessionState, wrong: str = "") -> str:
    group, _, name = item.path.partition(".")
    shown = msgspec.json.decode(item.shown, type=AnswerPage) if item.shown else None
    parts = () if shown is None else shown.parts
    seated = any(map(is_session_part, parts))
    going = not state.over and item.state == "playing"
    if shown is not None:
        shown = msgspec.structs.replace(shown, parts=tuple(part for part in parts if not is_session_part(part)))
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
        typed=not seated or (going and any(isinstance(part, PicturePart) and part.is_board for part in parts)),
        table=[make_panel(part) for part in parts if is_session_part(part) and not isinstance(part, ActionPanel)],
        offers=[make_panel(part) for part in parts if isinstance(part, ActionPanel)],
        said=[line for line in state.said if not (seated and "\n" in line)],
        last=pages.render_answer_fragment(shown, item.path, stored=item.id),
    )


@post("/play/{id:str}")
async def send_action(request: Request, id: FromPath[str]) -> Response[str] | Redirect:  # type: ignore[type-arg]
    """Apply one action to a session, or end it."""
    from kibitz.core.errors import InputError

    item, state = await _load_session(request, id)
    form = await request.form()
    said = str(form.get("order", ""))[:MAX_ACTION_CHARACTERS].replace("{}", str(form.get("with", ""))[:100]).strip()
    values = json.loads(item.request)
    bench = _server_state(request)
    if not state.over and "leave" not in form:
        try:
            made = await pages.ask_worker(bench, WorkerTask(item.path, values, "step", state, said))
        except InputError as error:
            return Response(_page(item, state, str(error)), status_code=422, media_type="text/html")
        state, seen = cast(tuple[SessionState, AnswerPage], made)
        await asyncio.to_thread(
            bench.library.update, id, result=msgspec.json.encode(state), shown=msgspec.json.encode(seen)
        )
    if state.over or "leave" in form:
        shown = cast(AnswerPage, await pages.ask_worker(bench, WorkerTask(item.path, values, "finish", state)))
        await asyncio.to_thread(
            bench.library.update,
            id,
            state="done",
            shown=msgspec.json.encode(shown),
            headline=shown.headline,
            ended=time.time(),
        )
    return Redirect(f"/play/{id}" + ("#now" if state.draft else ""), status_code=303)


HANDLERS = [session_page, send_action]
