"""The list of sessions, beside the list of questions: play now, live scoring and drills later."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from kibitz.core.session import Sitting


class Session(NamedTuple):
    """One session: its group and name, where it lives, and its title."""

    group: str
    name: str
    where: str
    title: str

    def sitting(self) -> type[Sitting]:
        """The request that begins it, imported now."""
        module, _, name = self.where.partition(":")
        kind: type[Sitting] = getattr(import_module(module), name)
        return kind


class Talk(NamedTuple):
    """A protocol that programs speak line by line on standard input and output: where its conversations are made."""

    group: str
    name: str
    where: str
    title: str

    def begin(self) -> Conversation:
        """A conversation, imported now."""
        module, _, name = self.where.partition(":")
        made: Conversation = getattr(import_module(module), name)()
        return made


class Conversation(Protocol):
    """Answers line by line until it is over."""

    over: bool

    def answer(self, line: str) -> list[str]:
        """The lines to send back."""
        ...


TALKS = (
    Talk("backgammon", "ubgi", "kibitz.games.backgammon.ubgi:conversation", "Speak UBGI, the protocol of engines."),
)
SESSIONS = (
    Session("jeopardy", "live", "kibitz.games.jeopardy.live:Live", "Keep score of a game, with chances to win."),
    Session("backgammon", "play", "kibitz.games.backgammon.sitting:Play", "Play an opponent of a chosen level."),
    Session("sevens", "play", "kibitz.games.sevens.sitting:Play", "Take a seat yourself."),
    Session("chess", "solitaire", "kibitz.games.chess.people.solitaire:Solitaire", "Guess the moves of a game."),
    Session("chess", "play", "kibitz.games.chess.sitting:Play", "Play an opponent that errs like a person."),
)

BY_PATH = {f"{session.group}.{session.name}": session for session in SESSIONS}
