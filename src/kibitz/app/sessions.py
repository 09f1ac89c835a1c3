"""The list of sessions: games to play, live scoring, solitaire chess. And the list of protocols for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kibitz.app.catalogue import QuestionEntry

if TYPE_CHECKING:
    from kibitz.core.session import SessionRequest


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

BY_PATH = {session.path: session for session in SESSIONS}
