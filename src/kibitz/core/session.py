"""Sessions: they keep state between the actions of the user, as in play, live scoring and solitaire.

Terminal and page use the same sessions. The state is plain and can be written as JSON, so that it can be stored, sent
and continued later.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from kibitz.core.exhibits import Exhibit
from kibitz.core.question import Answer, Request
from kibitz.core.work import WorkContext


class SessionState(Struct, frozen=True, kw_only=True):
    """The state of a session.

    ``orders`` are the accepted actions. ``memory`` is other state in the notation of the game, and ``draft`` an action
    that a page gives in steps. ``said`` has the lines of output of the last action; ``prompt`` asks for the next.
    """

    orders: tuple[str, ...] = ()
    memory: str = ""
    draft: str = ""
    said: tuple[str, ...] = ()
    prompt: str = ""
    over: bool = False


class SessionRequest(Request, frozen=True, kw_only=True):
    """A request that starts a session and advances it action by action."""

    def begin(self, work: WorkContext) -> SessionState:
        """The state before the first action."""
        raise NotImplementedError

    def step(self, state: SessionState, order: str, work: WorkContext) -> SessionState:
        """The state after an action. An invalid action raises an `InputError` and changes nothing."""
        raise NotImplementedError

    def exhibits(self, state: SessionState) -> Iterable[Exhibit]:
        """Exhibits of a state for a page: a board, win chances. A terminal shows only the text."""
        return ()

    def finish(self, state: SessionState, work: WorkContext) -> Answer:
        """The result, also of a session that was left early."""
        raise NotImplementedError

    @classmethod
    def result_type(cls) -> type[Answer]:
        """The return type of `finish`."""
        from typing import get_type_hints

        kind: type[Answer] = get_type_hints(cls.finish)["return"]
        return kind
