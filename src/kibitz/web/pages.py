"""The pages: home, and a page for every question. All words come from the list of questions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, cast
from urllib.parse import parse_qsl

import msgspec
from markupsafe import Markup

from kibitz.app.catalogue import BY_PATH, ENTRIES, FIRST_QUESTION, FIRST_SAMPLE, GROUPS, PAGE_ORDER, request_type
from kibitz.app.drills import RATING_QUESTION, drill_overview
from kibitz.app.home_cards import CARDS_FILE as CARDS
from kibitz.app.missing_programs import REVIEW_WITHOUT_ENGINE, missing_programs
from kibitz.app.request_parsing import MAX_QUERY, example_arguments, parse_request, request_fields
from kibitz.app.search import EXAMPLES, search
from kibitz.app.sessions import SESSIONS
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.web.answer_page import AnswerPage
from kibitz.web.form_layout import FormLayout, layout_for
from kibitz.web.forms import controls, locate_error, parse_pairs
from kibitz.web.rendering import TEMPLATES
from kibitz.web.rendering import render as render
from kibitz.web.workers import AnswerTimeout, NoFreeWorker, WorkerTask

if TYPE_CHECKING:
    from kibitz.web.server import ServerState

GAME_NAMES = {name: GROUPS[name].title for name in PAGE_ORDER}
"""The titles of the groups, in the order of the header."""


class PageError(Exception):
    """An error page: a sentence and an HTTP status."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words


TEMPLATES.globals.update(
    names=GAME_NAMES,
    groups=GROUPS,
    first_question=FIRST_QUESTION,
    first_sample=FIRST_SAMPLE,
    rating_question=RATING_QUESTION,
)


def page_name(path: str) -> str:
    """The label of the tab of a question or session."""
    group, _, name = path.partition(".")
    if path in BY_PATH:
        group = BY_PATH[path].group
    tabs = GROUPS[group].tabs if group in GROUPS else {}
    return tabs.get(name, name.replace("-", " ").capitalize())


TEMPLATES.filters["page_name"] = page_name


def tabs(group: str) -> list[tuple[str, str]]:
    """The questions and sessions of a group as pairs of name and label; the main ones come first."""
    known = [entry.name for entry in ENTRIES if entry.group == group]
    known += [session.name for session in SESSIONS if session.group == group]
    first = GROUPS[group].tabs
    return [*first.items(), *((name, page_name(f"{group}.{name}")) for name in known if name not in first)]


class Tabs(NamedTuple):
    """The tabs under a game's name, and those under "More"."""

    first: list[tuple[str, str]]
    others: list[tuple[str, str]]


def tabs_of(group: str, name: str) -> Tabs:
    """The tabs of a page. The current one is always among the first."""
    chosen = GROUPS[group].tabs
    first = [tab for tab in tabs(group) if not chosen or tab[0] in chosen or tab[0] == name]
    return Tabs(first, [tab for tab in tabs(group) if tab not in first])


def find_request_type(group: str, name: str) -> type[Request]:
    """The request type of a page; an unknown one is a 404 error."""
    path = f"{group}.{name}"
    if path not in BY_PATH:
        raise PageError(404, f"Unknown question {path[:60]!r}.")
    return request_type(path)


def parse_query(query: str) -> list[tuple[str, str]]:
    """The name-value pairs of a link of limited length."""
    if len(query) > MAX_QUERY:
        raise PageError(414, f"The link is too long: at most {MAX_QUERY:,} characters.")
    return parse_qsl(query, keep_blank_values=True)


async def question_page(
    bench: ServerState, group: str, name: str, query: str, part: str | None
) -> tuple[int, str, str]:
    """The page of a question, or only its answer: status, HTML, and the permanent link.

    ``part`` is ``None`` for the whole page. Otherwise only the answer is rendered, with charts for a ``wide`` or
    ``narrow`` screen, or for both.
    """
    kind = find_request_type(group, name)
    path = f"{group}.{name}"
    if part is None and (lacking := missing_page(group, name)):
        return 200, lacking, f"/{group}/{name}"
    given = parse_pairs(kind, parse_query(query))
    fields = controls(kind, {})
    needs_file = any(control.kind in ("file", "files") and control.required for control in fields)
    values: dict[str, object] = given or example_arguments(kind)
    if "format" not in given and any(each.name == "format" and "svg" in each.choices for each in fields):
        values = {**values, "format": "svg"}  # show it as a picture where possible
    shown: AnswerPage | None = None
    wrong, wrong_field, status = "", "", 200
    ready = False
    cost = Cost.JOB
    try:
        if not needs_file:
            request = parse_request(kind, values)
            held = {
                field.option: msgspec.to_builtins(getattr(request, field.name))
                for field in request_fields(kind).values()
            }
            values = {name: value for name, value in held.items() if value not in ((), [])}  # without empty lists
            cost = request.cost()
            ready = cost is Cost.INSTANT or (cost is Cost.SECONDS and bool(given))
            if ready:
                want = f"page:{part}" if part in ("wide", "narrow") else "page"
                shown = cast(
                    AnswerPage,
                    await ask_worker(
                        bench, WorkerTask(path, want=want, request=request), heavy=cost is not Cost.INSTANT
                    ),
                )
    except InputError as error:
        (wrong_field, wrong), status = locate_error(kind, str(error)), 422
    except PageError as problem:
        wrong, status = problem.words, problem.status
    waits = not ready and not wrong
    drawn = Markup(
        TEMPLATES.get_template("no_answer.html").render(
            group=group,
            name=name,
            wrong=wrong,
            wrong_field=wrong_field,
            waits=waits,
            upload=needs_file,
            seconds=cost is Cost.SECONDS,
        )
        if shown is None
        else shown.html
    )
    link = f"/{group}/{name}?{shown.link}" if shown else f"/{group}/{name}" + (f"?{query}" if query else "")
    if part is not None:
        return status, drawn, link
    asked_by = form_context(bench, path, {} if needs_file else values)
    page = render(
        "question.html",
        fragment=drawn,
        upload=needs_file,
        job=needs_file or (cost is Cost.JOB and not wrong),
        live=not needs_file,
        hints=None if shown is None else shown.hints,
        headline="" if shown is None else shown.headline,
        **asked_by,
        **_page_classes(cast(FormLayout, asked_by["form"]), shown),
    )
    return status, page, link


async def check_files(bench: ServerState, path: str, request: Request) -> None:
    """Refuse a file that belongs elsewhere before a job is started with it."""
    for field in request_fields(type(request)).values():
        value = getattr(request, field.name)
        for document in value if isinstance(value, tuple) else (value,):
            if isinstance(document, Document):
                task = WorkerTask(path, {"file": document}, "misplaced")
                if wrong := await ask_worker(bench, task, heavy=True):
                    raise InputError(f"{field.option}: {wrong}")


def refused_page(bench: ServerState, group: str, name: str, values: dict[str, object], error: InputError) -> str:
    """The page of a question whose form was refused, with the error at its field."""
    wrong_field, wrong = locate_error(find_request_type(group, name), str(error))
    context = form_context(bench, f"{group}.{name}", values)
    upload = any(each.kind in ("file", "files") and each.required for each in context["by"].values())  # type: ignore[attr-defined]
    drawn = TEMPLATES.get_template("no_answer.html").render(
        group=group, name=name, wrong=wrong, wrong_field=wrong_field, waits=False, upload=upload
    )
    looks = _page_classes(cast(FormLayout, context["form"]), None)
    return render(
        "question.html",
        fragment=Markup(drawn),
        upload=upload,
        job=True,
        live=not upload,
        hints=None,
        headline="",
        **context,
        **looks,
    )


def missing_page(group: str, name: str) -> str:
    """The page in place of a question or session that this computer cannot run; empty if it can."""
    missing = missing_programs(f"{group}.{name}")
    if not missing:
        return ""
    known = {**BY_PATH, **{each.path: each for each in SESSIONS}}
    return render(
        "missing.html",
        group=group,
        name=name,
        title=page_name(f"{group}.{name}"),
        tabs=tabs_of(group, name),
        about=known[f"{group}.{name}"].title,
        missing=missing,
        without=REVIEW_WITHOUT_ENGINE,
    )


def form_context(bench: ServerState, path: str, values: dict[str, object]) -> dict[str, object]:
    """Template context of the form of a question, and of the tabs above it."""
    group, name = BY_PATH[path].group, BY_PATH[path].name
    kind = find_request_type(group, name)
    all_controls = controls(kind, values)
    return {
        "group": group,
        "name": name,
        "entry": BY_PATH[path],
        "tabs": tabs_of(group, name),
        "help": kind.page_help or (kind.__doc__ or "").strip().split("\n\n")[0],
        "by": {control.name: control for control in all_controls},
        "form": layout_for(path, values, all_controls),
        "under_way": bench.jobs.find_question(path),
    }


def _page_classes(form: FormLayout, shown: AnswerPage | None) -> dict[str, object]:
    """CSS classes and scripts of the page of a question."""
    answer = () if shown is None else shown.looks
    boards = "boards" if "boards" in answer and not form.template else ""
    looks = (boards, "state-desk" * form.has_click_board, "boarded" * ("boarded" in answer))
    scripts = ("ask", "chart", boards, form.script)
    return {"looks": " ".join(filter(None, ("desk", *looks))), "scripts": list(filter(None, scripts))}


async def ask_worker(bench: ServerState, request: WorkerTask, heavy: bool = False) -> object:
    """Send a task to a free worker and return its value. ``heavy`` tasks leave one worker to the others."""
    try:
        reply = await bench.pool.ask(request, heavy=heavy)
    except AnswerTimeout:
        raise PageError(422, "This takes too long for a page. Press Save to compute it in the background.") from None
    except NoFreeWorker:
        raise PageError(429, "All workers are busy; try again in a moment.") from None
    if reply.kind == "done":
        return reply.value
    if reply.kind == "wrong":
        raise InputError(str(reply.value))
    raise PageError(500, "Internal error; see the server log.")


def home_page(bench: ServerState) -> str:
    """The home page: search, one decision from each game, recent items."""
    drill = drill_overview(bench.library)
    picture = None if drill.whiskers is None else drill.whiskers.svg(narrow=True)
    return render(
        "home.html", cards=load_home_cards(), recent=bench.library.items(most=5), drill=drill, picture=picture
    )


def phone_page(addresses: Sequence[str]) -> str:
    """How to open the app on a phone: addresses and a QR code, or how to start the server for that."""
    picture = ""
    if addresses:
        import segno

        picture = segno.make(addresses[0], micro=False).svg_inline(scale=6, border=4, dark="#000", light="#fff")
    return render("phone.html", addresses=addresses, picture=picture)


def load_home_cards() -> list[dict[str, str]]:
    """One decision from each game, generated when the package was built."""
    result: list[dict[str, str]] = json.loads(CARDS.read_text("utf-8"))
    return result


def find_page(text: str, part: bool) -> str:
    """Search results for a notation, as links."""
    result = search(text[:2_000])
    if part:
        return TEMPLATES.get_template("search_hits.html").render(found=result)
    return render("find.html", found=result, text=text[:2_000], examples=EXAMPLES)
