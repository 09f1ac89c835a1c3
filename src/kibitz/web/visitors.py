"""Visitors of the server, told apart by their network addresses, and fair turns between them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from itertools import count

CURRENT_VISITOR: ContextVar[str] = ContextVar("current_visitor", default="")
"""The address that the current request comes from; `RequestGuard` sets it."""


class FairTurns:
    """A number of places. Each goes to a visitor who holds the fewest; among these, to the one served longest ago."""

    def __init__(self, places: int) -> None:
        self.free = places
        self._held: Counter[str] = Counter()
        self._served: dict[str, int] = {}
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._numbers = count(1)

    @property
    def locked(self) -> bool:
        """Whether no place is free."""
        return self.free == 0

    @asynccontextmanager
    async def take_turn(self, visitor: str, end: float) -> AsyncIterator[None]:
        """Hold a place; a `TimeoutError` if none becomes free until ``end``, a time of the event loop."""
        if self.free:
            self.free -= 1
            self._grant(visitor)
        else:
            await self._wait(visitor, end)
        try:
            yield
        finally:
            self._release(visitor)

    async def _wait(self, visitor: str, end: float) -> None:
        ticket: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((visitor, ticket))
        try:
            async with asyncio.timeout_at(end):
                await ticket
        except (TimeoutError, asyncio.CancelledError):
            if ticket.done() and not ticket.cancelled():  # the place came at the same moment
                self._release(visitor)
            else:
                self._waiting = [each for each in self._waiting if each[1] is not ticket]
            raise

    def _grant(self, visitor: str) -> None:
        self._held[visitor] += 1
        self._served[visitor] = next(self._numbers)

    def _release(self, visitor: str) -> None:
        """Give the place of a visitor to the next, or keep it free. Visitors who have gone are forgotten."""
        self._held[visitor] -= 1
        self._waiting = [each for each in self._waiting if not each[1].done()]  # without those that were cancelled
        if self._waiting:
            turn = min(self._waiting, key=lambda each: (self._held[each[0]], self._served.get(each[0], 0)))
            self._waiting.remove(turn)
            self._grant(turn[0])
            turn[1].set_result(None)
        else:
            self.free += 1
        known = {each for each, _ in self._waiting} | {each for each, number in self._held.items() if number > 0}
        self._served = {each: number for each, number in self._served.items() if each in known}
        self._held = Counter({each: number for each, number in self._held.items() if number > 0})
