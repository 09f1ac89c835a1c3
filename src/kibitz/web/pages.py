"""The pages: home, and a page for every question. All words come from the list of questions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple, cast
from urllib.parse import parse_qsl

import msgspec
from markupsafe import Markup

from kibitz.app.cards import PATH as CARDS
from kibitz.app.catalogue import BY_PATH, ENTRIES, question
from kibitz.app.drills import standing
from kibitz.app.finding import find
from kibitz.app.reading import MAX_QUERY, example, fields, read
from kibitz.app.sessions import SESSIONS
from kibitz.core.errors import InputError
from kibitz.core.exhibits.findings import IndexCard
from kibitz.core.question import Cost, Request
from kibitz.web.desk import Form, form_of
from kibitz.web.forms import arguments, controls
from kibitz.web.panels.layout import AT_LEFT, Row, rows
from kibitz.web.panels.parts import Pictured, Shown
from kibitz.web.panels.showing import part_of
from kibitz.web.rendering import TEMPLATES
from kibitz.web.rendering import render as render
from kibitz.web.wording import on_a_page
from kibitz.web.workers import Asked, Busy, TooLong

if TYPE_CHECKING:
    from kibitz.web.server import Bench

NAMES = {
    "jeopardy": "Jeopardy!",
    "backgammon": "Backgammon",
    "chess": "Chess",
    "sevens": "Sevens",
    "parlour": "Parlour",
    "rules": "Rules",
    "rate": "Ratings",
}
"""The groups in the order of the header."""

FIRST = {
    "jeopardy": {
        "final": "Final",
        "daily-double": "Daily Double",
        "board": "Board",
        "buzz": "Buzz",
        "live": "Live",
        "review": "Review",
        "final-card": "Cards",
        "select": "Square",
        "win": "Win chances",
    },
    "backgammon": {"move": "Position", "cube": "Cube", "play": "Play", "review": "Review", "rollout": "Rollout"},
    "chess": {"rate": "Rate", "moves": "Game", "position": "Position", "play": "Play", "solitaire": "Solitaire"},
    "sevens": {"bid": "Bid", "play": "Play", "tournament": "Tournament", "replay": "Replay"},
    "parlour": {"final": "Final for two", "kuhn": "Kuhn poker", "vote": "Weakest Link", "solve": "Any matrix"},
    "rules": {"apply": "What the list says", "map": "Map", "card": "Card", "check": "Check", "learn": "Learn"},
}
"""The pages that stand side by side under a game's name, with their names there; the others are under "More"."""


class Problem(Exception):  # noqa: N818
    """A page that says what is wrong, with its status."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words


TEMPLATES.globals["names"] = NAMES


def page_name(path: str) -> str:
    """What the page of a question or session is called on its tab."""
    group, _, name = path.partition(".")
    return FIRST.get(group, {}).get(name, name.replace("-", " ").capitalize())


TEMPLATES.filters["page_name"] = page_name


def tabs(group: str) -> list[tuple[str, str]]:
    """The questions and sessions of a group: name in links, and in words; those of `FIRST` first."""
    known = [entry.name for entry in ENTRIES if entry.group == group]
    known += [session.name for session in SESSIONS if session.group == group]
    first = FIRST.get(group, {})
    return [*first.items(), *((name, page_name(f"{group}.{name}")) for name in known if name not in first)]


class Tabs(NamedTuple):
    """The tabs under a game's name, and those under "More"."""

    first: list[tuple[str, str]]
    others: list[tuple[str, str]]


def tabs_of(group: str, name: str) -> Tabs:
    """The tabs of a page; its own always stands among the first."""
    chosen = FIRST.get(group)
    first = [tab for tab in tabs(group) if chosen is None or tab[0] in chosen or tab[0] == name]
    return Tabs(first, [tab for tab in tabs(group) if tab not in first])


def kind_of(group: str, name: str) -> type[Request]:
    """The request of a page; unknown ones are not found."""
    path = f"{group}.{name}"
    if path not in BY_PATH:
        raise Problem(404, f"There is no question {path[:60]!r}.")
    return question(path)


def pairs(query: str) -> list[tuple[str, str]]:
    """What a link carries, bounded."""
    if len(query) > MAX_QUERY:
        raise Problem(414, f"A link of at most {MAX_QUERY:,} characters is accepted.")
    return parse_qsl(query, keep_blank_values=True)


async def question_page(bench: Bench, group: str, name: str, query: str, part: str | None) -> tuple[int, str, str]:
    """The page of a question, or only its answer: status, HTML, and the link that lasts.

    ``part`` is ``None`` for the page; else only the answer is wanted, with pictures for a screen that is ``wide`` or
    ``narrow``, or for both.
    """
    kind = kind_of(group, name)
    path = f"{group}.{name}"
    given = arguments(kind, pairs(query))
    needs_file = any(control.kind in ("file", "files") and control.required for control in controls(kind, {}))
    values: dict[str, object] = given or example(kind)
    if "format" not in given and any(each.name == "format" and "svg" in each.choices for each in controls(kind, {})):
        values = {**values, "format": "svg"}  # what can be had as a picture is shown as one
    shown: Shown | None = None
    wrong, status = "", 200
    ready = False
    cost = Cost.JOB
    try:
        if not needs_file:
            asked = read(kind, values)
            held = {field.option: msgspec.to_builtins(getattr(asked, field.name)) for field in fields(kind).values()}
            values = {name: value for name, value in held.items() if value not in ((), [])}  # nothing given is no list
            cost = asked.cost()
            ready = cost is Cost.INSTANT or (cost is Cost.SECONDS and bool(given))
        if ready:
            shown = await answered(bench, path, values, part if part in ("wide", "narrow") else "")
    except InputError as error:
        wrong, status = str(error), 422
    except Problem as problem:
        wrong, status = problem.words, problem.status
    waits = not ready and not wrong
    drawn = fragment(shown, path, wrong=wrong, waits=waits, upload=needs_file, seconds=cost is Cost.SECONDS)
    link = f"/{group}/{name}?{shown.link}" if shown else f"/{group}/{name}" + (f"?{query}" if query else "")
    if part is not None:
        return status, drawn, link
    asked_by = asking(bench, path, {} if needs_file else values)
    page = render(
        "question.html",
        fragment=drawn,
        upload=needs_file,
        job=needs_file or (cost is Cost.JOB and not wrong),
        live=not needs_file,
        hints=None if shown is None else shown.hints,
        **asked_by,
        **_looks(cast(Form, asked_by["form"]), shown),
    )
    return status, page, link


def asking(bench: Bench, path: str, values: dict[str, object]) -> dict[str, object]:
    """What the form of a question needs, and the tabs above it."""
    group, _, name = path.partition(".")
    kind = kind_of(group, name)
    all_controls = controls(kind, values)
    return {
        "group": group,
        "name": name,
        "entry": BY_PATH[path],
        "tabs": tabs_of(group, name),
        "help": on_a_page((kind.__doc__ or "").strip().split("\n\n")[0], kind),
        "by": {control.name: control for control in all_controls},
        "form": form_of(path, values, all_controls),
        "under_way": next((id for id, asked in bench.jobs.under_way.items() if asked == path), ""),
    }


def _looks(form: Form, shown: Shown | None) -> dict[str, object]:
    """The classes of a question's page, and its scripts."""
    parts = () if shown is None else shown.parts
    boards = not form.template and any(isinstance(part, Pictured) and part.board for part in parts)
    carded = any(isinstance(part, IndexCard) for part in parts)
    left = shown is not None and any(isinstance(row, Row) and row.look == AT_LEFT for row in rows(shown))
    looks = ("boards" * boards, "state-desk" * form.pressed, "boards" * carded, "boarded" * left)
    scripts = ("ask", "chart", "boards" * boards, form.script)
    return {"looks": " ".join(filter(None, ("desk", *looks))), "scripts": list(filter(None, scripts))}


def fragment(
    shown: Shown | None,
    path: str,
    *,
    wrong: str = "",
    waits: bool = False,
    upload: bool = False,
    seconds: bool = False,
    kept: str = "",
    at: int = 0,
) -> Markup:
    """An answer as a piece of a page; ``kept`` is its name in the library, if it is there."""
    group, _, name = path.partition(".")
    page = TEMPLATES.get_template("answer.html").render(
        shown=shown,
        rows=() if shown is None else rows(shown, at, bool(kept)),
        group=group,
        name=name,
        wrong=wrong,
        waits=waits,
        upload=upload,
        seconds=seconds,
        kept=kept,
    )
    return Markup(page)


async def answered(bench: Bench, path: str, values: dict[str, object], screen: str = "") -> Shown:
    """The parts of the page of an answer, for one kind of screen or for both; what cannot be had is a `Problem`."""
    found = await ask(bench, Asked(path, values, f"page:{screen}" if screen else "page"))
    assert isinstance(found, Shown)
    return found


async def ask(bench: Bench, asked: Asked) -> object:
    """What a worker makes of a question."""
    try:
        reply = await bench.pool.ask(asked)
    except TooLong:
        raise Problem(422, "This takes longer than a page may wait; ask it as a job.") from None
    except Busy:
        raise Problem(429, "All workers are busy; try again in a moment.") from None
    if reply.kind == "done":
        return reply.value
    if reply.kind == "wrong":
        raise InputError(str(reply.value))
    raise Problem(500, "kibitz failed here; the server's log says how.")


def home_page(bench: Bench) -> str:
    """The first page: find anything, one decision from each game, recent work."""
    drill = standing(bench.library)
    picture = None if drill.whiskers is None else part_of(drill.whiskers)
    return render("home.html", cards=cards(), recent=bench.library.items(most=5), drill=drill, picture=picture)


def cards() -> list[dict[str, str]]:
    """One decision from each game, as made when the package was built."""
    found: list[dict[str, str]] = json.loads(CARDS.read_text("utf-8"))
    return found


def find_page(text: str, part: bool) -> str:
    """What a notation may mean, as links."""
    found = find(text[:2_000])
    if part:
        return TEMPLATES.get_template("found.html").render(found=found)
    return render("find.html", found=found, text=text[:2_000])
