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
from markupsafe import Markup

from kibitz.app.drill_sources import positions_from_items
from kibitz.app.drills import DRILLS
from kibitz.app.library import LibraryItem, new_id
from kibitz.app.request_parsing import example_arguments, parse_request
from kibitz.app.sessions import BY_PATH
from kibitz.core.errors import InputError
from kibitz.core.session import SessionState
from kibitz.web import pages
from kibitz.web.answer_page import SessionPage
from kibitz.web.form_layout import field_list
from kibitz.web.forms import SAMPLE_FIELD, controls, locate_error, parse_form, to_plain_json
from kibitz.web.pages import PageError
from kibitz.web.rendering import render
from kibitz.web.workers import WorkerTask

if TYPE_CHECKING:
    from kibitz.web.server import ServerState

MAX_ACTION_CHARACTERS = 500


def _server_state(request: Request) -> ServerState:  # type: ignore[type-arg]
    return cast("ServerState", request.app.state.bench)


def session_form(group: str, name: str, values: dict[str, object] | None = None, wrong: str = "") -> str:
    """The form that starts a session; after a refused start with its values and the error."""
    if lacking := pages.missing_page(group, name):
        return lacking
    session = BY_PATH[f"{group}.{name}"]
    kind = session.request_type()
    fields = controls(kind, values or {})
    wrong_field, wrong = locate_error(kind, wrong)
    upload = any(each.kind == "file" and each.required for each in fields)
    help = kind.page_help or (kind.__doc__ or "").strip()
    return render(
        "play.html",
        group=group,
        name=name,
        tabs=pages.tabs_of(group, name),
        title=session.title,
        help=help,
        form=field_list(f"{group}.{name}", fields),
        state=None,
        upload=upload,
        wrong=wrong,
        wrong_field=wrong_field,
    )


async def begin_session(request: Request, path: str) -> Response[str] | Redirect:  # type: ignore[type-arg]
    """Start a session and save it in the library."""
    kind, form = BY_PATH[path].request_type(), await request.form()
    values: dict[str, object] = {}
    try:
        if SAMPLE_FIELD in form:
            values = {name: to_plain_json(value) for name, value in example_arguments(kind).items()}
        else:
            values, _ = await parse_form(kind, form)
        parse_request(kind, values)
        state = cast(SessionState, await pages.ask_worker(_server_state(request), WorkerTask(path, values, "begin")))
    except InputError as error:
        group, _, name = path.partition(".")
        return Response(session_form(group, name, values, str(error)), status_code=422, media_type="text/html")
    item = LibraryItem(
        id=new_id(),
        kind="play",
        path=path,
        title=BY_PATH[path].title,
        request=json.dumps(values),
        state="playing",
        result=msgspec.json.encode(state),
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
async def show_session(request: Request, id: FromPath[str]) -> Response[str]:  # type: ignore[type-arg]
    """The page of a session."""
    item, state = await _load_session(request, id)
    return Response(await _page(_server_state(request), item, state), media_type="text/html")


async def _page(bench: ServerState, item: LibraryItem, state: SessionState, wrong: str = "") -> str:
    group, _, name = item.path.partition(".")
    going = not state.over and item.state == "playing"
    if not going and item.answer is None:
        item = await _finish(bench, item, state)
    task = WorkerTask(
        item.path, json.loads(item.request), "session", None, state, result=item.answer or b"", item=item.id
    )
    shown = cast(SessionPage, await pages.ask_worker(bench, task))
    seated = bool(shown.board or shown.actions)
    has_drill = not going and await asyncio.to_thread(_has_drill, bench, item)
    return render(
        "play.html",
        group=group,
        name=name,
        tabs=pages.tabs_of(group, name),
        title=item.title,
        item=item,
        state=state,
        wrong=wrong,
        wrong_field="",
        going=going,
        seated=seated,
        typed=not seated or (going and shown.has_board),
        board=Markup(shown.board),
        actions=Markup(shown.actions),
        said=[line for line in state.said if not (seated and "\n" in line)],
        last=Markup(shown.rest),
        takes_text=shown.takes_text,
        has_drill=has_drill,
    )


def _has_drill(bench: ServerState, item: LibraryItem) -> bool:
    """Whether a drill can ask for the errors of a session again."""
    return any(positions_from_items(bench.library, drill, [item]) for drill in DRILLS.values())


async def _finish(bench: ServerState, item: LibraryItem, state: SessionState) -> LibraryItem:
    """End a session and save its answer."""
    task = WorkerTask(item.path, json.loads(item.request), "finish", None, state)
    answer, headline = cast(tuple[str, str], await pages.ask_worker(bench, task))
    changes = {"state": "done", "answer": answer.encode(), "headline": headline, "ended": item.ended or time.time()}
    await asyncio.to_thread(bench.library.update, item.id, **changes)
    return msgspec.structs.replace(item, **changes)


@post("/play/{id:str}")
async def send_action(request: Request, id: FromPath[str]) -> Response[str] | Redirect:  # type: ignore[type-arg]
    """Apply one action to a session, or end it."""
    item, state = await _load_session(request, id)
    form = await request.form()
    said = str(form.get("order", ""))[:MAX_ACTION_CHARACTERS].replace("{}", str(form.get("with", ""))[:100]).strip()
    bench = _server_state(request)
    if not state.over and "leave" not in form:
        task = WorkerTask(item.path, json.loads(item.request), "step", None, state, said)
        try:
            state = cast(SessionState, await pages.ask_worker(bench, task))
        except InputError as error:
            page = await _page(bench, item, state, str(error))
            return Response(page, status_code=422, media_type="text/html")
        await asyncio.to_thread(bench.library.update, id, result=msgspec.json.encode(state))
    if state.over or "leave" in form:
        await _finish(bench, item, state)
    return Redirect(f"/play/{id}" + ("#now" if state.draft else ""), status_code=303)


HANDLERS = [show_session, send_action]
