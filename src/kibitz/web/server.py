"""The server: routes to pages and answers, static files, start and stop of workers."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, cast
from urllib.parse import quote

from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.config.response_cache import ResponseCacheConfig
from litestar.exceptions import HTTPException
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, ServerSentEvent
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp, ControllerRouterHandler

from kibitz.app.boards import board_svg
from kibitz.app.catalogue import BY_PATH, ENTRIES, FORMER_GROUPS, FORMER_PATHS
from kibitz.app.forms import BoardForm
from kibitz.app.library import Library
from kibitz.app.missing_programs import missing_programs
from kibitz.app.request_parsing import example_arguments, parse_request
from kibitz.app.sessions import BY_PATH as SESSIONS
from kibitz.core.errors import InputError
from kibitz.core.exhibits.replay import BoardDiagram
from kibitz.core.question import Cost
from kibitz.core.question import Request as QuestionRequest
from kibitz.draw.style import css_rules
from kibitz.web import api, csv_tables, drill_routes, item_pages, library_routes, limits, pages, session_routes
from kibitz.web.answer_page import AnswerPage
from kibitz.web.forms import SAMPLE_FIELD, parse_form, parse_pairs, to_plain_json
from kibitz.web.jobs import JobQueue, open_library
from kibitz.web.pages import PageError
from kibitz.web.security import RequestGuard
from kibitz.web.standalone import standalone_page
from kibitz.web.warming import Warming
from kibitz.web.workers import WorkerPool, WorkerTask

LOG = logging.getLogger(__name__)
SETUP_BOARDS = {entry.form.board for entry in ENTRIES if isinstance(entry.form, BoardForm)}
"""Boards on which positions are set up."""
STANDALONE_FILE = "page"
"""The kind of file that every answer has: its page as one HTML file."""
STATIC = Path(__file__).parent / "static"
Html = Response[str]


@dataclass(slots=True)
class ServerState:
    """What all requests share: the library, the worker pool and the job queue."""

    library: Library
    pool: WorkerPool
    jobs: JobQueue
    warming: Warming
    addresses: tuple[str, ...] = ()
    """Where other computers reach the server, with the token."""


def html(text: str, status: int = 200, headers: dict[str, str] | None = None) -> Html:
    return Response(text, status_code=status, media_type=MediaType.HTML, headers=headers)


def server_state(request: Request) -> ServerState:  # type: ignore[type-arg]
    return cast(ServerState, request.app.state.bench)


@get("/")
async def home(request: Request) -> Html:  # type: ignore[type-arg]
    return html(await asyncio.to_thread(pages.home_page, server_state(request)))


@get("/find")
async def find(request: Request, q: Annotated[str, QueryParameter(max_length=20_000)] = "") -> Html:  # type: ignore[type-arg]
    return html(pages.find_page(q, request.headers.get("kibitz-part") is not None))


@get("/{group:str}/{name:str}")
async def question(request: Request, group: FromPath[str], name: FromPath[str]) -> Html | Redirect:  # type: ignore[type-arg]
    if f"{group}.{name}" in SESSIONS:
        return html(session_routes.session_form(group, name))
    part = request.headers.get("kibitz-part")
    query = request.scope["query_string"].decode("latin-1")
    server_state(request).warming.prefer(group)
    if path := FORMER_PATHS.get(f"{group}.{name}"):
        return Redirect(f"/{path.replace('.', '/')}" + (f"?{query}" if query else ""), status_code=301)
    if csv_tables.wants_csv(pairs := pages.parse_query(query)):
        return await csv_tables.answer_csv(server_state(request), group, name, pairs)
    status, page, link = await pages.question_page(server_state(request), group, name, query, part)
    return html(page, status, {"kibitz-link": link.encode("ascii", "ignore").decode(), "vary": "kibitz-part"})


@get("/{group:str}")
async def group_page(group: FromPath[str]) -> Redirect:
    group = FORMER_GROUPS.get(group, group)
    if group not in pages.GAME_NAMES:
        raise PageError(404, "Page not found.")
    return Redirect(f"/{group}/{pages.tabs(group)[0][0]}", status_code=302)


@post("/{group:str}/{name:str}")
async def start_job_or_session(request: Request, group: FromPath[str], name: FromPath[str]) -> Html | Redirect:  # type: ignore[type-arg]
    """Start a question as a job, or a session; the form may carry files."""
    if missing_programs(f"{group}.{name}"):  # its page says what to do
        return Redirect(f"/{group}/{name}", status_code=303)
    if f"{group}.{name}" in SESSIONS:
        return await session_routes.begin_session(request, f"{group}.{name}")
    kind = pages.find_request_type(group, name)
    data = await request.form()
    if SAMPLE_FIELD in data:
        id = await server_state(request).jobs.add(
            f"{group}.{name}", {k: to_plain_json(v) for k, v in example_arguments(kind).items()}
        )
        return Redirect(f"/items/{id}", status_code=303)
    values: dict[str, object] = {}
    try:
        values, title = await parse_form(kind, data)
        await pages.check_files(server_state(request), f"{group}.{name}", parse_request(kind, values))
    except InputError as error:
        return html(pages.refused_page(server_state(request), group, name, values, error), 422)
    id = await server_state(request).jobs.add(f"{group}.{name}", values, title)
    return Redirect(f"/items/{id}", status_code=303)


@get("/{group:str}/{name:str}/file/{kind:str}")
async def file(request: Request, group: FromPath[str], name: FromPath[str], kind: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
    request_class = pages.find_request_type(group, name)
    values = parse_pairs(request_class, pages.parse_query(request.scope["query_string"].decode("latin-1")))
    asked = parse_request(request_class, values)
    if kind == STANDALONE_FILE:
        return await standalone_answer(request, f"{group}.{name}", asked)
    if asked.cost() is Cost.JOB:
        raise PageError(422, "This takes too long for a page. Press Save to compute it in the background.")
    task = WorkerTask(f"{group}.{name}", want=f"file:{kind}", request=asked)
    made = await pages.ask_worker(server_state(request), task, heavy=asked.cost() is not Cost.INSTANT)
    label, media, data = cast(tuple[str, str, bytes], made)
    return Response(data, media_type=media, headers={"content-disposition": f'attachment; filename="{label}"'})


async def standalone_answer(request: Request, path: str, asked: QuestionRequest) -> Response[bytes]:  # type: ignore[type-arg]
    """The page of an answer as one HTML file."""
    if asked.cost() is Cost.JOB:
        raise PageError(422, "This takes too long for a page. Press Save to compute it in the background.")
    task = WorkerTask(path, want="page", request=asked)
    heavy = asked.cost() is not Cost.INSTANT
    shown = cast(AnswerPage, await pages.ask_worker(server_state(request), task, heavy=heavy))
    link = f"/{path.replace('.', '/')}?{shown.link}"
    return html_file(path, standalone_page(shown.headline, shown.html, BY_PATH[path].title, link))


def html_file(path: str, text: str) -> Response[bytes]:
    """One HTML file to save; nothing in it may run or load anything."""
    headers = {
        "content-disposition": f'attachment; filename="kibitz-{path.replace(".", "-")}.html"',
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    }
    return Response(text.encode(), media_type="text/html; charset=utf-8", headers=headers)


@get("/items/{id:str}/page")
async def item_as_file(request: Request, id: FromPath[str]) -> Response[bytes]:  # type: ignore[type-arg]
    """The result of a library item as one HTML file."""
    item = await asyncio.to_thread(server_state(request).library.item, id)
    shown = None if item is None else await item_pages.stored_answer_page(server_state(request), item)
    if item is None or shown is None:
        raise PageError(404, "This item has no result.")
    return html_file(item.path, standalone_page(shown.headline, shown.html, item.title))


@get("/items/{id:str}")
async def show_item(
    request: Request,  # type: ignore[type-arg]
    id: FromPath[str],
    at: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
) -> Html:
    part = request.headers.get("kibitz-part") is not None
    status, page = await item_pages.item_page(server_state(request), id, at, part)
    return html(page, status, {"vary": "kibitz-part"})


@get("/work/{id:str}")
async def redirect_old_item(request: Request, id: FromPath[str]) -> Redirect:  # type: ignore[type-arg]
    """Links from before version 0.2."""
    query = request.scope["query_string"].decode("latin-1")
    return Redirect(f"/items/{quote(id, safe='')}" + (f"?{query}" if query else ""), status_code=301)


@get("/items/{id:str}/result")
async def result(request: Request, id: FromPath[str]) -> Response[bytes] | Html:  # type: ignore[type-arg]
    item = await asyncio.to_thread(server_state(request).library.item, id)
    if item is None or item.result is None:
        raise PageError(404, "This item has no result.")
    pairs = pages.parse_query(request.scope["query_string"].decode("latin-1"))
    if csv_tables.wants_csv(pairs):
        return csv_tables.csv_response(item.path, await item_pages.stored_csv(server_state(request), item, pairs))
    return Response(item.result, media_type="application/json")


@get("/items/{id:str}/events")
async def events(request: Request, id: FromPath[str]) -> ServerSentEvent:  # type: ignore[type-arg]
    jobs = server_state(request).jobs

    async def stream_updates() -> AsyncIterator[str]:
        async for item, (number, after, headline), left in jobs.watch(id):
            far = {"state": item.state, "done": item.done, "total": item.total, "note": item.note, "left": left}
            yield json.dumps(far | {"figures": number, "after": after, "headline": headline})

    return ServerSentEvent(stream_updates())


@post("/items/{id:str}/{order:str}")
async def item_action(request: Request, id: FromPath[str], order: FromPath[str]) -> Redirect:  # type: ignore[type-arg]
    bench = server_state(request)
    if order == "cancel":
        await bench.jobs.cancel(id)
    elif order in ("resume", "start"):
        path = str((await request.form()).get("path", ""))
        if missing_programs(path):
            return Redirect(f"/{path.replace('.', '/')}", status_code=303)
        await bench.jobs.resume(id, path)
    elif order == "delete":
        await asyncio.to_thread(bench.library.delete, [id])
        return Redirect("/library", status_code=303)
    else:
        raise PageError(404, "Unknown action.")
    return Redirect(f"/items/{id}", status_code=303)


@get("/warming")
async def warming_progress(request: Request) -> Response[str]:  # type: ignore[type-arg]
    """How far the kernels are compiled behind the page: questions done, questions in all, and the current one."""
    return Response(json.dumps(server_state(request).warming.progress()), media_type="application/json")


@get("/board/{name:str}")
async def board_picture(name: FromPath[str], position: Annotated[str, QueryParameter(max_length=200)]) -> Html:
    """The picture of a position, without an answer."""
    if name not in SETUP_BOARDS:
        raise PageError(404, "Page not found.")
    return html(await asyncio.to_thread(board_svg, BoardDiagram(name, position)))


@get("/phone")
async def phone(request: Request) -> Html:  # type: ignore[type-arg]
    """The addresses for other devices, with a QR code."""
    return html(pages.phone_page(server_state(request).addresses))


@get("/sw.js", media_type="text/javascript")
async def service_worker() -> str:
    """The offline shell; it must be at the root to see all pages."""
    return (STATIC / "sw.js").read_text("utf-8")


@get("/static/charts.css", media_type="text/css")
async def charts_css() -> str:
    return css_rules()


def _wants_json(request: Request) -> bool:  # type: ignore[type-arg]
    return request.url.path.startswith("/api/")


def error_response(request: Request, problem: Exception) -> Response[str]:  # type: ignore[type-arg]
    """The response to any error: one sentence and its status."""
    headers = None
    if isinstance(problem, PageError):
        status, words = problem.status, problem.words
        headers = {"retry-after": str(limits.RETRY_AFTER_S)} if status == 429 else None
    elif isinstance(problem, InputError):
        status, words = 422, str(problem)
    elif isinstance(problem, HTTPException):
        status = problem.status_code
        words = "Page not found." if status == 404 else problem.detail.split("\n")[0]
    else:
        LOG.error("a request failed", exc_info=problem)
        status, words = 500, "Internal error; see the server log."
    words = words if words.endswith((".", "!", "?")) else f"{words}."
    if _wants_json(request):
        return Response(
            json.dumps({"error": words}), status_code=status, media_type="application/json", headers=headers
        )
    return html(pages.render("error.html", words=words, status=status), status, headers)


LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost"})


def make_app(
    folder: Path,
    workers: int | None = None,
    hosts: frozenset[str] = LOCAL_HOSTS,
    patience: float = limits.ANSWER_TIMEOUT_S,
    token: str = "",
    read_only: bool = False,
    addresses: tuple[str, ...] = (),
    compiles: bool = False,
) -> ASGIApp:
    """The application with its library in a folder; ``hosts`` are its allowed host names, ``patience`` is the time
    limit for an answer in seconds. With a ``token``, every request must know it. With ``read_only``, there is only an
    empty library, which nothing changes. ``addresses`` are for other devices. With ``compiles``, all kernels are
    compiled behind the pages."""

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        with TemporaryDirectory() if read_only else nullcontext(str(folder)) as place:
            async with _life(app, Path(place)):
                yield

    @asynccontextmanager
    async def _life(app: Litestar, folder: Path) -> AsyncIterator[None]:
        stored = open_library(folder)
        pool = WorkerPool(workers or max(2, os.cpu_count() or 2), patience)
        bench = ServerState(stored, pool, JobQueue(stored), Warming(), addresses)
        app.state.bench = bench
        await pool.start()
        await bench.jobs.start()
        if compiles:
            bench.warming.start()
        try:
            yield
        finally:
            bench.warming.stop()
            await bench.jobs.stop()
            pool.stop()

    files = create_static_files_router(path="/static", directories=[STATIC])
    handlers: list[ControllerRouterHandler] = [
        home,
        find,
        question,
        group_page,
        start_job_or_session,
        file,
        show_item,
        item_as_file,
        redirect_old_item,
        result,
        events,
        item_action,
        charts_css,
        warming_progress,
        board_picture,
        phone,
        service_worker,
        *api.HANDLERS,
        *session_routes.HANDLERS,
        *drill_routes.HANDLERS,
        *library_routes.HANDLERS,
        files,
    ]
    app = Litestar(
        route_handlers=handlers,
        lifespan=[life],
        openapi_config=None,
        request_max_body_size=None,  # `RequestGuard` limits bodies; the default would be 10 MB
        exception_handlers={Exception: error_response, HTTPException: error_response},
        response_cache_config=ResponseCacheConfig(default_expiration=None),
    )
    return cast(ASGIApp, RequestGuard(app, hosts, token, read_only))
