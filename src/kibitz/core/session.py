"""What keeps state between a person's orders: play, live scoring, drills. The same for terminal and page.

The state is plain and JSON-able, so that whoever shows it can keep it, send it and go on from it later.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from kibitz.core.exhibits import Exhibit
from kibitz.core.question import Answer, Request
from kibitz.core.work import WorkContext


class SessionState(Struct, frozen=True, kw_only=True):
    """Where a session stands.

    ``orders`` are what the person ordered so far and was accepted; ``memory`` is what else the game must remember, in
    its own notation, and ``draft`` an order begun, where a page gives it in pieces. ``said`` is what the last order
    brought, line by line; ``prompt`` what is wanted next.
    """

    orders: tuple[str, ...] = ()
    memory: str = ""
    draft: str = ""
    said: tuple[str, ...] = ()
    prompt: str = ""
    over: bool = False


class SessionRequest(Request, frozen=True, kw_only=True):
    """A request that is answered order by order."""

    def begin(self, work: WorkContext) -> SessionState:
        """The state before the first order."""
        raise NotImplementedError

    def step(self, state: SessionState, order: str, work: WorkContext) -> SessionState:
        """The state after an order; an order that cannot be followed is an `InputError` and changes nothing."""
        raise NotImplementedError

    def exhibits(self, state: SessionState) -> Iterable[Exhibit]:
        """What a page draws of a state beside its words: a board, chances so far. A terminal has the words alone."""
        return ()

    def finish(self, state: SessionState, work: WorkContext) -> Answer:
        """What came of it, also of a session that was left early."""
        raise NotImplementedError

    @classmethod
    def result_type(cls) -> type[Answer]:
        """The type of what `finish` returns."""
        from typing import get_type_hints

        kind: type[Answer] = get_type_hints(cls.finish)["return"]
        return kind
