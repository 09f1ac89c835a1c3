"""Pages of drills: a position, your choice, what it costs and why. Missed positions return."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from typing import TYPE_CHECKING, Annotated, cast

from litestar import Request, Response, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect
from markupsafe import Markup

from kibitz.app.drill_schedule import make_calendar
from kibitz.app.drill_sources import drill_positions
from kibitz.app.drills import (
    DRILLS,
    RATING_QUESTION,
    SESSION_DRILLS,
    Drill,
    DrillResult,
    describe_days,
    drill_statistics,
    mean_loss_curve,
    record_answer,
    summarise_answers,
)
from kibitz.app.library import Library
from kibitz.core.errors import InputError
from kibitz.web import pages
from kibitz.web.answer_page import AnswerPage
from kibitz.web.pages import PageError
from kibitz.web.rendering import render
from kibitz.web.workers import WorkerTask

if TYPE_CHECKING:
    from kibitz.web.server import ServerState

MIN_ANSWERS_FOR_MEAN = 30
"""Fewest answers for which the page calls the mean loss reliable."""
MAX_DUE_TRIES = 20
"""Most due positions that are tried before a random one is drawn."""


def _server_state(request: Request) -> ServerState:  # type: ignore[type-arg]
    return cast("ServerState", request.app.state.bench)


def _drill(name: str) -> Drill:
    if name not in DRILLS:
        raise PageError(404, "Unknown drill.")
    return DRILLS[name]


@get("/drill")
async def drills(request: Request) -> Response[str]:  # type: ignore[type-arg]
    """All drills with their results and the number of due positions."""
    page = await asyncio.to_thread(_overview, _server_state(request).library)
    return Response(page, media_type="text/html")


def _overview(library: Library) -> str:
    now = time.time()
    rows = []
    for drill in DRILLS.values():
        answers = library.drill_answers(drill.name)
        grades = [answer.grade for answer in reversed(answers[:20])]
        rows.append((drill, summarise_answers(answers), len(library.due_requests(drill.name, now)), grades))
    scheduled = len(library.drill_schedule())
    days = describe_days(library.drill_answers(), now)
    return render("drills.html", page="drill", rows=rows, guessing=SESSION_DRILLS, scheduled=scheduled, days=days)


async def _position(bench: ServerState, drill: Drill, own: bool) -> tuple[dict[str, object], str, str]:
    """A position that is due; else one from the user's games with ``own``; else a random one."""
    due = await asyncio.to_thread(bench.library.due_requests, drill.name, time.time())
    for request in due[:MAX_DUE_TRIES]:
        try:
            return await _draw_position(bench, drill, {"arguments": json.loads(request)})
        except InputError:  # from another library or version: it can never be asked
            await asyncio.to_thread(bench.library.remove_from_schedule, drill.name, request)
    values: dict[str, object] = {"seed": secrets.token_hex(8)}
    if own:
        mine = await asyncio.to_thread(drill_positions, bench.library, drill)
        if not mine:
            raise PageError(404, "Your library has no positions for this drill. Review a game first.")
        values = {"arguments": secrets.choice(mine)}
    return await _draw_position(bench, drill, values)


async def _draw_position(
    bench: ServerState, drill: Drill, values: dict[str, object]
) -> tuple[dict[str, object], str, str]:
    """The arguments, text and board of a position."""
    result = await pages.ask_worker(bench, WorkerTask(drill.path, values, f"position:{drill.name}"))
    return cast(tuple[dict[str, object], str, str], result)


@get("/drill/calendar.ics", media_type="text/calendar")
async def calendar(request: Request) -> Response[str]:  # type: ignore[type-arg]
    """Due positions as reminders of a calendar."""
    rows = await asyncio.to_thread(_server_state(request).library.drill_schedule)
    due = [(DRILLS[name].title, at) for name, at in rows if name in DRILLS]
    text = make_calendar(due, time.time(), str(request.base_url) + "drill")
    name = {"content-disposition": 'attachment; filename="kibitz-drill.ics"'}
    return Response(text, media_type="text/calendar", headers=name)


@get("/drill/{name:str}")
async def ask(
    request: Request,  # type: ignore[type-arg]
    name: FromPath[str],
    own: Annotated[bool, QueryParameter()] = False,
) -> Response[str]:
    """The next position; with ``own`` from the user's games."""
    drill = _drill(name)
    held, words, picture = await _position(_server_state(request), drill, own)
    return Response(
        await asyncio.to_thread(_page, _server_state(request), drill, held, words, picture), media_type="text/html"
    )


def _page(
    bench: ServerState, drill: Drill, held: dict[str, object], words: str, picture: str, wrong: str = "", **more: object
) -> str:
    answers = bench.library.drill_answers(drill.name)
    grades = [answer.grade for answer in reversed(answers[:20])]
    course = mean_loss_curve(answers[::-1])
    picture_of = None if course is None else course.svg()
    context = {"judged": None, "fragment": "", "back": "", "choice": ""} | more
    scores, me = held.get("scores"), held.get("me")
    seats = (
        isinstance(scores, list)
        and len(scores) == 3
        and isinstance(me, int)
        and all(isinstance(x, int) for x in scores)
    )
    position = {
        "podiums": scores if seats else None,
        "me": me,
        "due": [
            (each, n) for each in DRILLS.values() if (n := len(bench.library.due_requests(each.name, time.time())))
        ],
        "drill": drill,
        "held": json.dumps(held),
        "words": words,
        "picture": picture,
        "board": None if drill.board is None or not words else drill.board(held),
        "offered": drill.choice_buttons(held),
        "days": describe_days(bench.library.drill_answers(), time.time()),
        "course": picture_of,
        "tally": drill_statistics(answers[::-1]),
        "own": len(drill_positions(bench.library, drill)),
        "drills": list(DRILLS.values()),
    }
    return render(
        "drill.html",
        page="drill",
        wrong=wrong,
        grades=grades,
        summary=summarise_answers(answers),
        known=len(answers) >= MIN_ANSWERS_FOR_MEAN,
        **position,
        **context,
    )


@post("/drill/{name:str}")
async def answer(request: Request, name: FromPath[str]) -> Response[str]:  # type: ignore[type-arg]
    """Judge the user's choice and save it."""
    drill, bench = _drill(name), _server_state(request)
    form = await request.form()
    choice = str(form.get("choice", "")).strip()[:200]
    try:
        held = json.loads(str(form.get("held", ""))[:10_000])
    except (ValueError, RecursionError):
        held = None
    if not isinstance(held, dict) or drill.own in held:
        raise PageError(400, "The position was lost. Go to the next one.")
    words, picture = "", ""
    try:
        _, words, picture = cast(
            tuple[object, str, str],
            await pages.ask_worker(bench, WorkerTask(drill.path, {"arguments": held}, f"position:{name}")),
        )
        task = WorkerTask(drill.path, {**held, drill.own: choice or None}, f"drill:{name}")
        result, shown = cast(tuple[DrillResult, AnswerPage], await pages.ask_worker(bench, task))
    except InputError as error:
        page = await asyncio.to_thread(_page, bench, drill, held, words, picture, str(error), choice=choice)
        return Response(page, status_code=422, media_type="text/html")
    due = await asyncio.to_thread(record_answer, bench.library, name, held, result)
    days = (due - time.time()) / 86_400
    back = "in ten minutes" if days < 0.5 else "tomorrow" if days < 1.5 else f"in {days:.0f} days"
    drawn = Markup(shown.html)
    page = await asyncio.to_thread(
        _page,
        bench,
        drill,
        held,
        words,
        picture,
        judged=result,
        fragment=drawn,
        back=back,
        choice=choice,
    )
    return Response(page, media_type="text/html")


@post("/drill/{name:str}/rating")
async def rating(request: Request, name: FromPath[str]) -> Redirect:  # type: ignore[type-arg]
    """Rate the user by the answers of a drill, like any file of decisions."""
    drill, bench = _drill(name), _server_state(request)
    answers = await asyncio.to_thread(bench.library.drill_answers, drill.name)
    if not answers:
        raise PageError(422, "There are no answers to rate yet.")
    text = "\n".join(answer.decision for answer in answers)
    file = {"name": f"{name}.jsonl", "text": text}
    id = await bench.jobs.add(RATING_QUESTION, {"file": file}, f"Your rating: {drill.title}")
    return Redirect(f"/items/{id}", status_code=303)


HANDLERS = [drills, calendar, ask, answer, rating]
