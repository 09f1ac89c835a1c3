"""The cheat sheets for Final Jeopardy, Daily Doubles and the buzzer as answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Region, Regions
from kibitz.core.exhibits.findings import IndexCard
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.work import Work
from kibitz.games.jeopardy.show import Era, era_of

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import cards as questions
    from kibitz.rules.cards.card import Card

MEDIA = {"text": "text/plain", "markdown": "text/markdown", "svg": "image/svg+xml"}
CELLS = 100
"""Cells along each side of a map."""
LEADER = 20_000.0
"""Dollars of A on the map; only shares matter."""
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
        yield Note(self.card, "drawing" if self.format == "svg" else "fixed")

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

    def exhibits(self) -> Iterator[Exhibit]:
        yield from super().exhibits()
        if self.format == "svg":  # a picture is wanted
            for role, text in self.lists.items():
                yield from _index_card(self, role, text)


def _index_card(answer: FinalCardAnswer, role: str, text: str) -> Iterator[Exhibit]:
    """The list of one role as an index card, and the map of where its rules fire, over the shares of A."""
    import numpy as np

    from kibitz.games.jeopardy.final.card import PLACES, RUNAWAY
    from kibitz.games.jeopardy.final.wagers import ROLES
    from kibitz.rules.cards.card import pretty_guard
    from kibitz.rules.language.notation import parse_list

    decisions, place = parse_list(text), ROLES.index(role)
    bets = [bet_words(str(outcome[0].rest)) for outcome in decisions.outcomes]
    guards = [f"if {pretty_guard(rule.guard)}" for rule in decisions.rules]
    lost = answer.losses[role]
    mean, error, p95, worst = (f"{100 * x:.2f}" for x in (lost.mean, lost.mean_se, lost.p95, lost.worst))
    costs = (
        f"Costs {mean} points of win chance on average (± {error}), {p95} at the 95th percentile of "
        f"{lost.positions:,} fresh positions, {worst} at worst."
    )
    origin = f"Best response to people {answer.era.words}, ties {answer.era.ties.value}, average confidence."
    given = f"scores A ≥ B ≥ C before Final, A at most 2·B; beyond that {RUNAWAY[place]}"
    rules = tuple(zip((*guards, "otherwise"), bets, strict=True))
    yield IndexCard(f"Final Jeopardy, {PLACES[place]}", given, role, place + 1, rules, (costs, origin))
    second, third = np.meshgrid((np.arange(CELLS) + 0.5) / CELLS / 2 + 0.5, (np.arange(CELLS) + 0.5)[::-1] / CELLS)
    scores = {"A": np.full(CELLS**2, LEADER), "B": LEADER * second.ravel(), "C": LEADER * third.ravel()}
    fired = np.where(scores["C"] > scores["B"], -1, np.asarray(decisions.fired_many(scores))).reshape(CELLS, CELLS)
    regions = tuple(Region(when, bet) for when, bet in rules)
    yield Regions(
        f"{role}, {PLACES[place]}",
        ("B ÷ A, second's share of first", 0.5, 1.0),
        ("C ÷ A", 0.0, 1.0),
        tuple(map(tuple, fired.tolist())),
        regions,
    )


def bet_words(label: str) -> str:
    """A bet as a card has it: a word, dollars, or a formula with typographic signs."""
    from kibitz.rules.cards.card import pretty
    from kibitz.rules.language.expression import parse_expression

    if label in ("everything", "nothing"):
        return label
    return f"${label}" if label.isdecimal() else pretty(parse_expression(label))


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
