"""The records of the catalogue: groups, questions, sessions, drills, families, samples, and a plugin of all of them.

They import nothing of kibitz but the kinds of forms, so that a package with a game of its own can use them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kibitz.app.forms import FormKind

if TYPE_CHECKING:
    from random import Random

    from kibitz.core.controls import ClickBoard
    from kibitz.core.session import SessionRequest

Arguments = dict[str, object]


class QuestionGroup(NamedTuple):
    """A group of questions: its line in the list of groups, and the first part of its own help.

    For pages: its title, its main tabs by question or session (the others are under "More"), the key after G, and the
    path of its sign on a grid of 16.
    """

    line: str
    help: str
    title: str
    tabs: dict[str, str]
    sign: str
    key: str = ""
    default: str = ""
    """The question to run if none is named."""


class QuestionEntry(NamedTuple):
    """One question: its group and name, where its request is defined (``module:name``), and its title. ``form`` is its
    form on a page if that is not a list of fields. Sessions and protocols are entries too."""

    group: str
    name: str
    where: str
    title: str
    form: FormKind | None = None

    @property
    def path(self) -> str:
        """Its name in Python, links and schemas: ``jeopardy.final``."""
        return f"{self.group}.{self.name}"

    def load(self) -> Any:
        """What is defined there; imports its module."""
        module, _, name = self.where.partition(":")
        return getattr(import_module(module), name)


class SessionEntry(QuestionEntry):
    """One session."""

    __slots__ = ()

    def request_type(self) -> type[SessionRequest]:
        """The request type that starts it; imports its module."""
        kind: type[SessionRequest] = self.load()
        return kind


class ProtocolEntry(QuestionEntry):
    """A line protocol for programs on standard input and output."""

    __slots__ = ()

    def begin(self) -> LineProtocol:
        """Start a conversation; imports its module."""
        conversation: LineProtocol = self.load()()
        return conversation


class LineProtocol(Protocol):
    """Answers line by line until it is over."""

    over: bool

    def answer(self, line: str) -> list[str]:
        """The lines to send back."""
        ...


class SampleDecision(NamedTuple):
    """A decision to try: its game, the question in words, its path in the catalogue, and its arguments."""

    game: str
    words: str
    path: str
    arguments: Arguments


class GameFamilyEntry(NamedTuple):
    """A family of games: its name in messages, a pattern of its names, and the function that builds a game.

    The function gets the groups of the pattern as arguments.
    """

    name: str
    pattern: str
    where: str


class Drill(NamedTuple):
    """One drill: the question that judges, the argument of the user's own choice, and how positions are drawn."""

    name: str
    title: str
    path: str
    own: str
    wanted: str
    draw: Callable[[Random], Arguments]
    words: Callable[[Mapping[str, object]], str]
    choices: tuple[str, ...] = ()
    options: Callable[[Mapping[str, object]], tuple[str, ...]] | None = None
    """The choices of one position, if they are few and differ between positions."""
    reviewed: Callable[[Mapping[str, object]], Arguments | None] = lambda decision: None
    """The position of an error in a review, if it belongs to this drill."""

    board: Callable[[Mapping[str, object]], ClickBoard] | None = None
    """The choices as squares of a board to press, if they are."""
    name_choice: Callable[[str], str] = str
    """The choice in words: ``5000`` is $5,000."""

    def choice_buttons(self, request: Mapping[str, object]) -> tuple[str, ...]:
        """The choices shown as buttons; empty if the choice is typed."""
        return self.choices or (self.options(request) if self.options is not None else ())


class SearchHit(NamedTuple):
    """A search hit: its title, how the text was read, and the link."""

    what: str
    words: str
    link: str


class Plugin(NamedTuple):
    """What a package adds to kibitz. It is named in the entry-point group ``kibitz.plugins`` (docs/add-a-game.md).

    ``groups`` are new groups by name, each with its tab on pages. ``entries`` and ``sessions`` belong to them or to
    groups of kibitz. ``notations`` read the text of the search box and return hits, or none. ``samples`` are stops of
    the tour.
    """

    groups: Mapping[str, QuestionGroup] = {}
    entries: tuple[QuestionEntry, ...] = ()
    sessions: tuple[SessionEntry, ...] = ()
    drills: tuple[Drill, ...] = ()
    families: tuple[GameFamilyEntry, ...] = ()
    notations: tuple[Callable[[str], list[SearchHit]], ...] = ()
    samples: tuple[SampleDecision, ...] = ()
