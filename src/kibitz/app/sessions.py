"""The list of sessions: games to play, live scoring, solitaire chess. And the list of protocols for programs."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from kibitz.core.session import SessionRequest


class SessionEntry(NamedTuple):
    """One session: its group and name, the location of its request, and its title."""

    group: str
    name: str
    where: str
    title: str

    def request_type(self) -> type[SessionRequest]:
        """The request type that starts it; imports its module."""
        module, _, name = self.where.partition(":")
        kind: type[SessionRequest] = getattr(import_module(module), name)
        return kind


class ProtocolEntry(NamedTuple):
    """A line protocol for programs on standard input and output, and the location of its implementation."""

    group: str
    name: str
    where: str
    title: str

    def begin(self) -> LineProtocol:
        """Start a conversation; imports its module."""
        module, _, name = self.where.partition(":")
        conversation: LineProtocol = getattr(import_module(module), name)()
        return conversation


class LineProtocol(Protocol):
    """Answers line by line until it is over."""

    over: bool

    def answer(self, line: str) -> list[str]:
        """The lines to send back."""
        ...


PROTOCOLS = (
    ProtocolEntry(
        "backgammon",
        "ubgi",
        "kibitz.games.backgammon.ubgi:start_conversation",
        "Run as an engine that speaks the UBGI protocol.",
    ),
)
SESSIONS = (
    SessionEntry(
        "jeopardy", "live", "kibitz.games.jeopardy.live:LiveSession", "Keep score of a game and see the win chances."
    ),
    SessionEntry(
        "backgammon",
        "play",
        "kibitz.games.backgammon.session:PlaySession",
        "Play against an opponent of a chosen level.",
    ),
    SessionEntry("sevens", "play", "kibitz.games.sevens.session:PlaySession", "Play against other bidders."),
    SessionEntry(
        "chess", "solitaire", "kibitz.games.chess.people.solitaire:SolitaireSession", "Guess the moves of a game."
    ),
    SessionEntry(
        "chess", "play", "kibitz.games.chess.session:PlaySession", "Play against an opponent who errs like a human."
    ),
)

BY_PATH = {f"{session.group}.{session.name}": session for session in SESSIONS}
