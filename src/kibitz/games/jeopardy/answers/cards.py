"""The cheat sheets for Final Jeopardy as an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.games.jeopardy.show import Era

MEDIA = {"text": "text/plain", "markdown": "text/markdown", "svg": "image/svg+xml"}
ENDINGS = {"text": "txt", "markdown": "md", "svg": "svg"}


class Loss(Struct, frozen=True):
    """What a list loses against the best response on fresh positions, in chance to win."""

    mean: float
    mean_se: float
    p95: float
    worst: float
    positions: int


class FinalCardAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.final-card/1"):
    """A card; ``lists`` are its rules as decision lists, by role."""

    files: ClassVar = {"out": "Write the card to this file instead of the screen."}
    instead: ClassVar = frozenset({"out"})

    era: Era
    format: Literal["text", "markdown", "svg"]
    card: str
    lists: dict[str, str]
    losses: dict[str, Loss]

    def told(self) -> Explanation:
        return Explanation(f"Final Jeopardy since {int(self.era)}, on a card", tuple(self.lists.values()))

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.card, "fixed")

    def file(self, kind: str) -> File:
        return File(f"final-{int(self.era)}.{ENDINGS[self.format]}", MEDIA[self.format], self.card.encode())
