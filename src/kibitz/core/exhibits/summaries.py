"""Summaries of reviews and ratings: the answer summary, errors one by one, luck and skill as waterfalls. They have text
without markup; a terminal shows the tables instead."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from kibitz.core.exhibits.charts import WaterfallStep


class Fact(Struct, frozen=True):
    """A fact under a summary: title, main text and more; a grade if something is judged."""

    title: str
    main: str
    more: str = ""
    grade: str = ""


class AnswerSummary(Struct, frozen=True, kw_only=True, tag="verdict"):
    """The answer summary: a headline with the main number, the reason, and facts; for answers without a recommendation.

    ``speaks`` if the number is advice; a rating is not. A terminal shows it only if it is ``alone``, without a note
    that says the same.
    """

    answer: str
    eyebrow: str = ""
    figure: str = ""
    figure_name: str = ""
    between: str = ""
    """The interval of the number, as text."""
    lead: str = ""
    reason: str = ""
    facts: tuple[Fact, ...] = ()
    limits: tuple[str, ...] = ()
    speaks: bool = True
    alone: bool = False
    link: str = ""
    """The link to the next question, and its label."""
    link_words: str = ""


class ErrorCase(Struct, frozen=True, kw_only=True):
    """One decision of a review: place, player (``seat`` from 1), loss, and the case for the best choice."""

    place: str
    who: str
    seat: int
    kind: str
    chosen: str
    best: str
    cost: str
    grade: str
    verdict: AnswerSummary
    link: str = ""
    """The link to a question about it."""


class ErrorList(Struct, frozen=True, tag="cases"):
    """Decisions by loss, largest first; a page shows one of them in detail."""

    title: str
    place: str
    """What a place is called: a clue, a move."""
    cases: tuple[ErrorCase, ...]
    remark: str = ""
    link_words: str = ""


class PlayerWaterfall(Struct, frozen=True):
    """One player's waterfall from the win chance at the start to the end; ``note`` is below the name."""

    name: str
    note: str
    start: float
    stairs: tuple[WaterfallStep, ...]

    @property
    def end(self) -> float:
        """The value after the last step."""
        return self.start + sum(stair.amount for stair in self.stairs)


class PlayerWaterfalls(Struct, frozen=True, tag="climbs"):
    """Luck and skill: one waterfall per player on one scale from 0 to 1; a sentence says how they add up."""

    title: str
    cases: tuple[PlayerWaterfall, ...]
    remark: str = ""
    sentence: str = ""


class ReadingGuide(Struct, frozen=True, tag="meanings"):
    """Reading guide: what the numbers mean. Each fact has its subject as ``main`` and the sentence as ``more``."""

    title: str
    facts: tuple[Fact, ...]


class CardExhibit(Struct, frozen=True, tag="index-card"):
    """A printable card of one list: numbered rules with their conditions and actions, and what following them costs. A
    rule map after it shows where each rule fires."""

    title: str
    given: str
    mark: str
    seat: int
    rules: tuple[tuple[str, str], ...]
    foot: tuple[str, ...] = ()


class RuleOfThumb(Struct, frozen=True, tag="remember"):
    """A rule of thumb for a recommendation: its name, its formula, what it says here and its loss."""

    title: str
    formula: str
    words: str


class RecommendationFact(Struct, frozen=True, tag="beside"):
    """A fact inside the recommendation."""

    fact: Fact


SummaryExhibit: TypeAlias = (
    AnswerSummary | ErrorList | PlayerWaterfalls | ReadingGuide | CardExhibit | RuleOfThumb | RecommendationFact
)
