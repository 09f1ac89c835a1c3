"""The pages: home, a page for every question, long work, the library. All words come from the list of questions."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, cast
from urllib.parse import parse_qsl

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from kibitz.app.boards import board_sides, board_svg
from kibitz.app.cards import PATH as CARDS
from kibitz.app.catalogue import BY_PATH, ENTRIES, question
from kibitz.app.drills import standing
from kibitz.app.finding import find
from kibitz.app.reading import MAX_QUERY, example, fields, read
from kibitz.app.sessions import SESSIONS
from kibitz.core.errors import InputError
from kibitz.core.exhibits import GLYPHS, Note, Table
from kibitz.core.exhibits.figures import Tiles
from kibitz.core.exhibits.findings import IndexCard, Meanings, Verdict
from kibitz.core.offers import Orders, Shares, Squares
from kibitz.core.question import Cost, Request
from kibitz.version import __version__
from kibitz.web.forms import arguments, controls
from kibitz.web.found import Cased, Climbed, Heated
from kibitz.web.parts import Advised, Barred, Drawn, Gridded, Mapped, Pictured, Shown, Stepped, part_of
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
    "jeopardy": {"final": "Final", "daily-double": "Daily Double", "board": "Board", "buzz": "Buzz", "live": "Live",
                 "review": "Review", "final-card": "Cards", "select": "Square", "win": "Win chances"},
    "backgammon": {"move": "Position", "cube": "Cube", "play": "Play", "review": "Review", "rollout": "Rollout"},
    "chess": {"rate": "Rate", "moves": "Game", "position": "Position", "play": "Play", "solitaire": "Solitaire"},
    "sevens": {"bid": "Bid", "play": "Play", "tournament": "Tournament", "replay": "Replay"},
    "parlour": {"final": "Final for two", "kuhn": "Kuhn poker", "vote": "Weakest Link", "solve": "Any matrix"},
    "rules": {"apply": "What the list says", "map": "Map", "card": "Card", "check": "Check", "learn": "Learn"},
}  # fmt: skip
"""The pages that stand side by side under a game's name, with their names there; the others are under "More"."""

PODIUMS = {
    "jeopardy.final": ("confidence", "opponents", "era", "ties", "wager"),
    "jeopardy.daily-double": ("left", "confidence", "opponents", "era", "wager"),
    "jeopardy.buzz": ("value", "left", "confidence", "opponents", "era", "choice"),
}
"""Questions whose scores stand on podiums (``templates/forms/podiums.html``), and the fields that stand beside them."""
DUELS = {"parlour.final": ("p", "wager")}
"""Questions of two players whose scores are counted up and down (``templates/forms/duel.html``)."""
SHOWN_FIRST = 5
"""Fields of a form that are shown without asking for more."""

STATES = {"jeopardy.win", "jeopardy.select", "jeopardy.board"}
"""Questions whose state is a board to click (``templates/forms/state.html``)."""

RACKS = {"sevens.bid": ("rack", "tile", "left", "players", "score", "seen", "bid")}
"""Questions whose letters stand on a shelf (``templates/forms/rack.html``), and the fields that stand beside it."""

TEMPLATES = Environment(
    loader=PackageLoader("kibitz.web"),
    autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def is_board(part: object) -> bool:
    """Whether a part is a board, which stands at the left of its page."""
    return isinstance(part, Pictured) and not part.title


class Problem(Exception):  # noqa: N818
    """A page that says what is wrong, with its status."""

    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.words = words


def ago(then: float | None, now: float | None = None) -> str:
    """How long ago something was, as people say it."""
    passed = (time.time() if now is None else now) - (then or 0.0)
    for limit, size, word in ((3600, 60, "min"), (86_400, 3600, "h"), (86_400 * 60, 86_400, "d")):
        if passed < limit:
            return f"{int(passed // size)} {word} ago" if passed >= 60 else "just now"
    return time.strftime("%-d %b %Y", time.localtime(then))


def loss_of(words: str) -> str:
    """The loss in the words of a judgement: ``−0.7 %`` of ``fine (−0.7 %)``, whose grade stands beside it."""
    _, bracket, loss = words.partition("(")
    return loss.removesuffix(")") if bracket else words


TEMPLATES.filters["ago"] = ago
TEMPLATES.filters["loss"] = loss_of
TEMPLATES.filters["board"] = board_svg
TEMPLATES.filters["sides"] = board_sides
TEMPLATES.filters["svg"] = Markup  # drawn by kibitz.draw, which escapes every word
TEMPLATES.tests["advised"] = lambda part: isinstance(part, Advised)
TEMPLATES.tests["drawn"] = lambda part: isinstance(part, Drawn)
TEMPLATES.tests["pictured"] = lambda part: isinstance(part, Pictured)
TEMPLATES.tests["barred"] = lambda part: isinstance(part, Barred)
TEMPLATES.tests["gridded"] = lambda part: isinstance(part, Gridded)
TEMPLATES.tests["mapped"] = lambda part: isinstance(part, Mapped)
TEMPLATES.tests["stepped"] = lambda part: isinstance(part, Stepped)
TEMPLATES.tests["tiled"] = lambda part: isinstance(part, Tiles)
TEMPLATES.tests["heated"] = lambda part: isinstance(part, Heated)
TEMPLATES.tests["cased"] = lambda part: isinstance(part, Cased)
TEMPLATES.tests["climbed"] = lambda part: isinstance(part, Climbed)
TEMPLATES.tests["verdict"] = lambda part: isinstance(part, Verdict)
TEMPLATES.tests["meanings"] = lambda part: isinstance(part, Meanings)
TEMPLATES.tests["index_card"] = lambda part: isinstance(part, IndexCard)
TEMPLATES.tests["orders"] = lambda part: isinstance(part, Orders)
TEMPLATES.tests["shares"] = lambda part: isinstance(part, Shares)
TEMPLATES.tests["squares"] = lambda part: isinstance(part, Squares)
TEMPLATES.tests["note"] = lambda part: isinstance(part, Note)
TEMPLATES.tests["grid"] = lambda part: isinstance(part, Table)
TEMPLATES.globals.update(version=__version__, names=NAMES, glyphs=GLYPHS, first_tabs=FIRST,
                         signs={glyph: grade for grade, glyph in GLYPHS.items()})  # fmt: skip


def render(template: str, **context: object) -> str:
    """A page from its template."""
    return TEMPLATES.get_template(template).render({"group": "", "page": "", **context})


def tabs(group: str) -> list[tuple[str, str]]:
    """The questions and sessions of a group: name in links, and in words; those of `FIRST` first."""
    known = [entry.name for entry in ENTRIES if entry.group == group]
    known += [session.name for session in SESSIONS if session.group == group]
    first = FIRST.get(group, {})
    return [*first.items(), *((name, name.replace("-", " ").capitalize()) for name in known if name not in first)]


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
    if not given and any(each.name == "format" and "svg" in each.choices for each in controls(kind, {})):
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
    all_controls = controls(kind, {} if needs_file else values)
    beside = PODIUMS.get(path, ())
    if values.get("state") and not needs_file and "state" in {control.name for control in all_controls}:
        beside = ()  # a state says the scores by itself
    pressed = path in STATES or (path in PODIUMS and not beside)
    own = "forms/podiums.html" if beside else "forms/state.html" if pressed else ""
    own = "forms/rack.html" if path in RACKS else own
    if path in DUELS:
        own, beside = "forms/duel.html", DUELS[path]
    first = [control for number, control in enumerate(all_controls) if control.required or number < SHOWN_FIRST]
    more = [control for control in all_controls if control not in first]
    if own:
        first = []
        shown_already = {*(["scores", "me", *beside] if beside else RACKS.get(path, ("scores", "state")))}
        more = [control for control in all_controls if control.name not in shown_already]
    page = render(
        "question.html",
        group=group,
        name=name,
        path=path,
        entry=BY_PATH[path],
        tabs=tabs(group),
        help=(kind.__doc__ or "").strip(),
        by={control.name: control for control in all_controls},
        first=first,
        more=more,
        own=own,
        beside=beside,
        fragment=drawn,
        upload=needs_file,
        boards=not own and shown is not None and any(map(is_board, shown.parts)),
        pressed=pressed,
        carded=shown is not None and any(isinstance(part, IndexCard) for part in shown.parts),
        job=needs_file or (cost is Cost.JOB and not wrong),
        live=not needs_file,
    )
    return status, page, link


def fragment(shown: Shown | None, path: str, wrong: str = "", **more: object) -> Markup:
    """An answer as a piece of a page; ``kept`` is its name in the library, if it is there."""
    group, _, name = path.partition(".")
    context = {"waits": False, "upload": False, "at": 0, **more}
    page = TEMPLATES.get_template("answer.html").render(
        shown=shown, wrong=wrong, path=path, group=group, name=name, **context
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


async def work_page(bench: Bench, id: str, at: int = 0) -> str:
    """One piece of work: how far it is, or what came of it; ``at`` is the place of a game that is gone through."""
    item = await asyncio.to_thread(bench.library.item, id)
    if item is None or item.kind != "job":
        raise Problem(404, "There is no such work in the library; perhaps it was deleted.")
    group, _, name = item.path.partition(".")
    shown = msgspec.json.decode(item.shown, type=Shown) if item.shown else None
    if shown is None and item.result is not None:  # imported: the page is drawn here, from the result alone
        held: dict[str, object] = {"request": json.loads(item.request), "result": item.result.decode()}
        shown = cast(Shown, await ask(bench, Asked(item.path, held, "kept")))
        await asyncio.to_thread(bench.library.change, id, shown=msgspec.json.encode(shown))
    drawn = "" if shown is None else fragment(shown, item.path, kept=item.id, at=at)
    return render("work.html", group=group, name=name, tabs=tabs(group), item=item, fragment=drawn)


def library_page(bench: Bench, group: str, words: str) -> str:
    """All work, newest first."""
    counts = bench.library.counts()
    kinds = [
        ("", "All", sum(counts.values())),
        *((key, name, counts[key]) for key, name in NAMES.items() if key in counts),
    ]
    items = bench.library.items(group, words)
    return render("library.html", page="library", items=items, only=group, words=words, kinds=kinds)
