"""The tour: real decisions from each game, with the answer, the reason and the command that gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Stop:
    """One question of the tour and its answer, in the game's own words."""

    game: str
    question: str
    answer: str
    reasons: tuple[str, ...]
    command: str

    def to_json(self) -> dict[str, Any]:
        return {"game": self.game, "question": self.question, "answer": self.answer, "reasons": list(self.reasons),
                "command": self.command}  # fmt: skip


GAMES: tuple[Callable[[], Iterator[Stop]], ...] = ()
"""The games in the order of the tour; each yields its stops and imports what it needs itself."""


def stops() -> Iterator[Stop]:
    """All stops of the tour, computed now."""
    for game in GAMES:
        yield from game()
