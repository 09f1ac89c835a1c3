"""The list of sessions, beside the list of questions: play now, live scoring and drills later."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from kibitz.core.session import SessionRequest


class SessionEntry(NamedTuple):
    """One session: its group and name, where it lives, and its title."""

    group: str
    name: str
    where: str
    title: str

    def request_type(self) -> type[SessionRequest]:
        """The request that begins it, imported now."""
        module, _, name = self.where.partition(":")
        kind: type[SessionRequest] = getattr(import_module(module), name)
        return kind


class ProtocolEntry(NamedTuple):
    """A protocol that programs speak line by line on standard input and output: where its conversations are made."""

    group: str
    name: str
    where: str
    title: str

    def begin(self) -> LineProtocol:
        """A conversation, imported now."""
        module, _, name = self.where.partition(":")
        made: LineProtocol = getattr(import_module(module), name)()
        return made


class LineProtocol(Protocol):
    """Answers line by line until it is over."""

    over: bool

    def answer(self, line: str) -> list[str]:
        """The lines to send back."""
        ...


PROTOCOLS = (
    ProtocolEntry(
        "backgammon", "ubgi", "kibitz.games.backgammon.ubgi:start_conversation", "Speak UBGI, the protocol of engines."
    ),
)
SESSIONS = (
    SessionEntry(
        "jeopardy", "live", "kibitz.games.jeopardy.live:LiveSession", "Keep score of a game, with chances to win."
    ),
    SessionEntry(
        "backgammon", "play", "kibitz.games.backgammon.session:PlaySession", "Play an opponent of a chosen level."
    ),
    SessionEntry("sevens", "play", "kibitz.games.sevens.session:PlaySession", "Take a seat yourself."),
    SessionEntry(
        "chess", "solitaire", "kibitz.games.chess.people.solitaire:SolitaireSession", "Guess the moves of a game."
    ),
    SessionEntry(
        "chess", "play", "kibitz.games.chess.session:PlaySession", "Play an opponent that errs like a person."
    ),
)

BY_PATH = {f"{session.group}.{session.name}": session for session in SESSIONS}
