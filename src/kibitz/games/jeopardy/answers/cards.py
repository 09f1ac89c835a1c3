"""Answers with the cards for Final Jeopardy, Daily Doubles and the buzzer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.exhibits import Exhibit, Note
from kibitz.core.exhibits.summaries import CardExhibit
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.work import WorkContext
from kibitz.draw.rule_map import RuleMap, RuleRegion
from kibitz.games.jeopardy.show import Era, era_of

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import cards as questions
    from kibitz.rules.cards.card import Card

MEDIA_TYPES = {"text": "text/plain", "markdown": "text/markdown", "svg": "image/svg+xml"}
MAP_CELLS = 100
"""Cells along each side of a map."""
LEADER_DOLLARS = 20_000.0
"""Dollars of A on the map; only shares matter."""
FILE_SUFFIXES = {"text": "txt", "markdown": "md", "svg": "svg"}


class CardAnswer(Answer, frozen=True, kw_only=True):
    """A card of an era as text, Markdown or picture; ``stem`` begins the name of its file."""

    files: ClassVar = {"out": "Write the card to this file instead of the screen."}
    replaces_output: ClassVar = frozenset({"out"})
    stem: ClassVar[str]

    era: Era
    format: Literal["text", "markdown", "svg"]
    card: str

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.card, "drawing" if self.format == "svg" else "fixed")

    def file(self, kind: str) -> File:
        return File(
            f"{self.stem}-{int(self.era)}.{FILE_SUFFIXES[self.format]}", MEDIA_TYPES[self.format], self.card.encode()
        )


def render_card(card: Card, format_: str) -> str:
    """A card in one of its forms."""
    from kibitz.rules.cards.card import card_markdown, card_text
    from kibitz.rules.cards.svg import card_svg

    return {"text": card_text, "markdown": card_markdown, "svg": card_svg}[format_](card)


class CardLossSummary(Struct, frozen=True):
    """Loss of a list against the best response on held-out positions, in win chance."""

    mean: float
    mean_se: float
    p95: float
    worst: float
    positions: int


class FinalCardAnswer(CardAnswer, frozen=True, kw_only=True, tag="jeopardy.final-card/1"):
    """A card; ``lists`` are its rules as decision lists, by role."""

    stem: ClassVar = "final"

    lists: dict[str, str]
    losses: dict[str, CardLossSummary]

    def explain(self) -> Explanation:
        return Explanation(f"Card for Final Jeopardy, shows {self.era.words}", tuple(self.lists.values()))

    def exhibits(self) -> Iterator[Exhibit]:
        if self.format != "svg":
            yield from super().exhibits()
            return
        first, *rest = (_index_card(self, role, text) for role, text in self.lists.items())
        yield replace(first, text=self.card)
        yield from rest


def _index_card(answer: FinalCardAnswer, role: str, text: str) -> CardExhibit:
    """The list of one role as an index card, with the map of where its rules fire, over the shares of A."""
    import numpy as np

    from kibitz.games.jeopardy.final.card import PLACES, RUNAWAY_RULES, format_bet
    from kibitz.games.jeopardy.final.people_wagers import ROLES
    from kibitz.rules.cards.card import pretty_guard
    from kibitz.rules.language.notation import parse_list

    decisions, place = parse_list(text), ROLES.index(role)
    bets = [format_bet(str(outcome[0].rest)) for outcome in decisions.outcomes]
    guards = [f"if {pretty_guard(rule.guard)}" for rule in decisions.rules]
    lost = answer.losses[role]
    mean, error, p95, worst = (f"{100 * x:.2f}" for x in (lost.mean, lost.mean_se, lost.p95, lost.worst))
    costs = (
        f"Costs {mean} points of win chance on average (± {error}) over {lost.positions:,} new positions, "
        f"{p95} at the 95th percentile, {worst} at worst, break points included."
    )
    origin = f"Best response to people {answer.era.words}, ties {answer.era.ties.value}, average confidence."
    given = f"scores A ≥ B ≥ C before Final, A at most 2·B; in a lock game {RUNAWAY_RULES[place]}"
    rules = tuple(zip((*guards, "otherwise"), bets, strict=True))
    second, third = np.meshgrid(
        (np.arange(MAP_CELLS) + 0.5) / MAP_CELLS / 2 + 0.5, (np.arange(MAP_CELLS) + 0.5)[::-1] / MAP_CELLS
    )
    scores = {
        "A": np.full(MAP_CELLS**2, LEADER_DOLLARS),
        "B": LEADER_DOLLARS * second.ravel(),
        "C": LEADER_DOLLARS * third.ravel(),
    }
    fired = np.where(scores["C"] > scores["B"], -1, np.asarray(decisions.fired_rules(scores))).reshape(
        MAP_CELLS, MAP_CELLS
    )
    regions = tuple(RuleRegion(when, bet) for when, bet in rules)
    where = RuleMap(
        f"{role}, {PLACES[place]}",
        ("B ÷ A", 0.5, 1.0),
        ("C ÷ A", 0.0, 1.0),
        tuple(map(tuple, fired.tolist())),
        regions,
    )
    return CardExhibit(f"Final Jeopardy, {PLACES[place]}", given, role, place + 1, rules, (costs, origin), where)


def answer_final_card(request: questions.FinalCardRequest, work: WorkContext) -> FinalCardAnswer:
    """The answer to `questions.FinalCardRequest`."""
    from kibitz.games.jeopardy.final.card import final_card, load_shipped_list
    from kibitz.games.jeopardy.final.card_rules import load_shipped_loss
    from kibitz.games.jeopardy.final.people_wagers import ROLES
    from kibitz.rules.language.notation import format_list

    era = era_of(request.era)
    roles = [ROLES.index(name) for name in dict.fromkeys(request.role)] or [0, 1, 2]
    losses = {ROLES[role]: load_shipped_loss(era, role) for role in roles}
    return FinalCardAnswer(
        era=era,
        format=request.format,
        card=render_card(final_card(era, roles), request.format),
        lists={ROLES[role]: format_list(load_shipped_list(era, role)) for role in roles},
        losses={name: CardLossSummary(x.mean, x.mean_se, x.p95, x.worst, x.n) for name, x in losses.items()},
    )


class BuzzCardAnswer(CardAnswer, frozen=True, kw_only=True, tag="jeopardy.buzz-card/1"):
    """A card for the buzzer; ``lines`` are its rules, when and what to do."""

    stem: ClassVar = "buzz"

    lines: tuple[tuple[str, str], ...]

    def explain(self) -> Explanation:
        return Explanation(f"Card for the buzzer, shows {self.era.words}", tuple(f"{a}: {b}" for a, b in self.lines))


def answer_buzz_card(request: questions.BuzzCardRequest, work: WorkContext) -> BuzzCardAnswer:
    """The answer to `questions.BuzzCardRequest`."""
    from kibitz.games.jeopardy.buzz.card import buzz_card

    era = era_of(request.era)
    card = buzz_card(era)
    lines = tuple((line.when, line.play) for section in card.sections for line in section.lines)
    return BuzzCardAnswer(era=era, format=request.format, card=render_card(card, request.format), lines=lines)


class DailyDoubleCardLine(Struct, frozen=True):
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

    lines: tuple[DailyDoubleCardLine, ...]

    def explain(self) -> Explanation:
        bold = sum(line.share >= 0.5 for line in self.lines)
        return Explanation(
            f"Daily Doubles, shows {self.era.words}: wager half or more in {bold} of {len(self.lines)} cases", ()
        )


def answer_double_card(request: questions.DoubleCardRequest, work: WorkContext) -> DoubleCardAnswer:
    """The answer to `questions.DoubleCardRequest`."""
    from kibitz.games.jeopardy.value.double_card import PARTS, compute_shares, double_card

    era = era_of(request.era)
    work.progress(0, 1, "states")
    lines = tuple(
        DailyDoubleCardLine(PARTS[x.part], x.behind, x.sure, x.share, x.loss, x.error, x.usual_loss, x.states)
        for x in compute_shares(era)
    )
    return DoubleCardAnswer(
        era=era, format=request.format, card=render_card(double_card(era), request.format), lines=tuple(lines)
    )
