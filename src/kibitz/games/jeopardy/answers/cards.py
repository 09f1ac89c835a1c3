"""The cheat sheets for Final Jeopardy and Daily Doubles as answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.work import Work
from kibitz.games.jeopardy.show import Era, era_of

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import cards as questions

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
        return Explanation(f"Final Jeopardy, {self.era.words}, on a card", tuple(self.lists.values()))

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.card, "fixed")

    def file(self, kind: str) -> File:
        return File(f"final-{int(self.era)}.{ENDINGS[self.format]}", MEDIA[self.format], self.card.encode())


def answer_final_card(asked: questions.FinalCard, work: Work) -> FinalCardAnswer:
    """The answer to `questions.FinalCard`."""
    from kibitz.games.jeopardy.final.card import final_card, shipped, shipped_loss
    from kibitz.games.jeopardy.final.wagers import ROLES
    from kibitz.rules.cards.card import card_markdown, card_text
    from kibitz.rules.cards.svg import card_svg
    from kibitz.rules.language.notation import format_list

    era = era_of(asked.era)
    roles = [ROLES.index(name) for name in dict.fromkeys(asked.role)] or [0, 1, 2]
    made = {"text": card_text, "markdown": card_markdown, "svg": card_svg}[asked.format]
    losses = {ROLES[role]: shipped_loss(era, role) for role in roles}
    return FinalCardAnswer(
        era=era,
        format=asked.format,
        card=made(final_card(era, roles)),
        lists={ROLES[role]: format_list(shipped(era, role)) for role in roles},
        losses={name: Loss(x.mean, x.mean_se, x.p95, x.worst, x.n) for name, x in losses.items()},
    )


class DoubleLine(Struct, frozen=True):
    """One line of the card: part of the game, standing, how sure; the share of the score to bet, what it loses on fresh
    states in chance to win with its standard error, and what $2,000 every time loses there."""

    part: str
    behind: bool
    sure: float
    share: float
    loss: float
    loss_se: float
    usual_loss: float
    states: int


class DoubleCardAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.double-card/1"):
    """A card for Daily Doubles and its lines."""

    files: ClassVar = {"out": "Write the card to this file instead of the screen."}
    instead: ClassVar = frozenset({"out"})

    era: Era
    format: Literal["text", "markdown", "svg"]
    card: str
    lines: tuple[DoubleLine, ...]

    def told(self) -> Explanation:
        bold = sum(line.share >= 0.5 for line in self.lines)
        return Explanation(f"Daily Doubles, {self.era.words}: half or more in {bold} of {len(self.lines)} cases", ())

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.card, "fixed")

    def file(self, kind: str) -> File:
        return File(f"daily-doubles-{int(self.era)}.{ENDINGS[self.format]}", MEDIA[self.format], self.card.encode())


def answer_double_card(asked: questions.DoubleCard, work: Work) -> DoubleCardAnswer:
    """The answer to `questions.DoubleCard`."""
    from kibitz.games.jeopardy.value.double_card import PARTS, advised_shares, double_card
    from kibitz.rules.cards.card import card_markdown, card_text
    from kibitz.rules.cards.svg import card_svg

    era = era_of(asked.era)
    work.progress(0, 1, "states")
    made = {"text": card_text, "markdown": card_markdown, "svg": card_svg}[asked.format]
    lines = (
        DoubleLine(PARTS[x.part], x.behind, x.sure, x.share, x.loss, x.error, x.usual_loss, x.states)
        for x in advised_shares(era)
    )
    return DoubleCardAnswer(era=era, format=asked.format, card=made(double_card(era)), lines=tuple(lines))
