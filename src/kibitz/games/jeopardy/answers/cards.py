"""The cheat sheets for Final Jeopardy, Daily Doubles and the buzzer as answers."""

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
    from kibitz.rules.cards.card import Card

MEDIA = {"text": "text/plain", "markdown": "text/markdown", "svg": "image/svg+xml"}
ENDINGS = {"text": "txt", "markdown": "md", "svg": "svg"}


class CardAnswer(Answer, frozen=True, kw_only=True):
    """A card of an era as text, Markdown or picture; ``stem`` begins the name of its file."""

    files: ClassVar = {"out": "Write the card to this file instead of the screen."}
    instead: ClassVar = frozenset({"out"})
    stem: ClassVar[str]

    era: Era
    format: Literal["text", "markdown", "svg"]
    card: str

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.card, "fixed")

    def file(self, kind: str) -> File:
        return File(f"{self.stem}-{int(self.era)}.{ENDINGS[self.format]}", MEDIA[self.format], self.card.encode())


def printed(card: Card, format_: str) -> str:
    """A card in one of its forms."""
    from kibitz.rules.cards.card import card_markdown, card_text
    from kibitz.rules.cards.svg import card_svg

    return {"text": card_text, "markdown": card_markdown, "svg": card_svg}[format_](card)


class Loss(Struct, frozen=True):
    """What a list loses against the best response on fresh positions, in chance to win."""

    mean: float
    mean_se: float
    p95: float
    worst: float
    positions: int


class FinalCardAnswer(CardAnswer, frozen=True, kw_only=True, tag="jeopardy.final-card/1"):
    """A card; ``lists`` are its rules as decision lists, by role."""

    stem: ClassVar = "final"

    lists: dict[str, str]
    losses: dict[str, Loss]

    def told(self) -> Explanation:
        return Explanation(f"Final Jeopardy, {self.era.words}, on a card", tuple(self.lists.values()))


def answer_final_card(asked: questions.FinalCard, work: Work) -> FinalCardAnswer:
    """The answer to `questions.FinalCard`."""
    from kibitz.games.jeopardy.final.card import final_card, shipped, shipped_loss
    from kibitz.games.jeopardy.final.wagers import ROLES
    from kibitz.rules.language.notation import format_list

    era = era_of(asked.era)
    roles = [ROLES.index(name) for name in dict.fromkeys(asked.role)] or [0, 1, 2]
    losses = {ROLES[role]: shipped_loss(era, role) for role in roles}
    return FinalCardAnswer(
        era=era,
        format=asked.format,
        card=printed(final_card(era, roles), asked.format),
        lists={ROLES[role]: format_list(shipped(era, role)) for role in roles},
        losses={name: Loss(x.mean, x.mean_se, x.p95, x.worst, x.n) for name, x in losses.items()},
    )


class BuzzCardAnswer(CardAnswer, frozen=True, kw_only=True, tag="jeopardy.buzz-card/1"):
    """A card for the buzzer; ``lines`` are its rules, when and what to do."""

    stem: ClassVar = "buzz"

    lines: tuple[tuple[str, str], ...]

    def told(self) -> Explanation:
        return Explanation(f"The buzzer, {self.era.words}, on a card", tuple(f"{a}: {b}" for a, b in self.lines))


def answer_buzz_card(asked: questions.BuzzCard, work: Work) -> BuzzCardAnswer:
    """The answer to `questions.BuzzCard`."""
    from kibitz.games.jeopardy.buzz.card import buzz_card

    era = era_of(asked.era)
    card = buzz_card(era)
    lines = tuple((line.when, line.play) for section in card.sections for line in section.lines)
    return BuzzCardAnswer(era=era, format=asked.format, card=printed(card, asked.format), lines=lines)


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


class DoubleCardAnswer(CardAnswer, frozen=True, kw_only=True, tag="jeopardy.double-card/1"):
    """A card for Daily Doubles and its lines."""

    stem: ClassVar = "daily-doubles"

    lines: tuple[DoubleLine, ...]

    def told(self) -> Explanation:
        bold = sum(line.share >= 0.5 for line in self.lines)
        return Explanation(f"Daily Doubles, {self.era.words}: half or more in {bold} of {len(self.lines)} cases", ())


def answer_double_card(asked: questions.DoubleCard, work: Work) -> DoubleCardAnswer:
    """The answer to `questions.DoubleCard`."""
    from kibitz.games.jeopardy.value.double_card import PARTS, advised_shares, double_card

    era = era_of(asked.era)
    work.progress(0, 1, "states")
    lines = tuple(
        DoubleLine(PARTS[x.part], x.behind, x.sure, x.share, x.loss, x.error, x.usual_loss, x.states)
        for x in advised_shares(era)
    )
    return DoubleCardAnswer(
        era=era, format=asked.format, card=printed(double_card(era), asked.format), lines=tuple(lines)
    )
