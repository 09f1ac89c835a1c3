"""What a review or a rating found, in pieces larger than a table: a sentence with its figure, errors one by one, luck
and skill as stairs. Words, not markup; a terminal has the tables beside them."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from kibitz.core.exhibits.charts import WaterfallStep


class Fact(Struct, frozen=True):
    """A cell under a sentence: what it is about, what holds, and a word more; a grade where something is judged."""

    title: str
    main: str
    more: str = ""
    grade: str = ""


class AnswerSummary(Struct, frozen=True, kw_only=True, tag="verdict"):
    """The answer as a sentence with its figure opposite, why in plain words, and facts; where there is no counsel.

    ``speaks`` where the figure is advice; a rating is none. A terminal shows it where it stands ``alone``, without a
    note that says the same.
    """

    answer: str
    eyebrow: str = ""
    figure: str = ""
    figure_name: str = ""
    between: str = ""
    """Where the figure lies, in words."""
    lead: str = ""
    reason: str = ""
    facts: tuple[Fact, ...] = ()
    limits: tuple[str, ...] = ()
    speaks: bool = True
    alone: bool = False
    link: str = ""
    """The page of what comes next, and what it is called."""
    link_words: str = ""


class ErrorCase(Struct, frozen=True, kw_only=True):
    """One decision of a review: where, by whom (``seat`` from 1), what it cost, and the case for what was best."""

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
    """The page of a question about it."""


class ErrorList(Struct, frozen=True, tag="cases"):
    """Decisions by cost, the costliest first, one of them told at length; the others are a press away."""

    title: str
    place: str
    """What a place is called: a clue, a move."""
    cases: tuple[ErrorCase, ...]
    remark: str = ""
    link_words: str = ""


class PlayerWaterfall(Struct, frozen=True):
    """One player's way from the chance at the start to the end, step by step; ``note`` stands under the name."""

    name: str
    note: str
    start: float
    stairs: tuple[WaterfallStep, ...]

    @property
    def end(self) -> float:
        """Where the steps lead."""
        return self.start + sum(stair.amount for stair in self.stairs)


class PlayerWaterfalls(Struct, frozen=True, tag="climbs"):
    """Luck and skill apart, a staircase a player on one scale from 0 to 1; one sentence says how they add up."""

    title: str
    cases: tuple[PlayerWaterfall, ...]
    remark: str = ""
    sentence: str = ""


class ReadingGuide(Struct, frozen=True, tag="meanings"):
    """What figures mean, in plain sentences: each a fact whose ``main`` is its subject and ``more`` the rest."""

    title: str
    facts: tuple[Fact, ...]


class CardExhibit(Struct, frozen=True, tag="index-card"):
    """A cheat sheet of one list, to print: numbered rules, when and what to do, and what following them costs.

    A map that follows it shows where each of its rules fires.
    """

    title: str
    given: str
    mark: str
    seat: int
    rules: tuple[tuple[str, str], ...]
    foot: tuple[str, ...] = ()


class RuleOfThumb(Struct, frozen=True, tag="remember"):
    """A rule to remember beside a counsel: what it is called, its formula, what it says here and what that costs."""

    title: str
    formula: str
    words: str


class RecommendationFact(Struct, frozen=True, tag="beside"):
    """A fact that stands in the counsel, beside its own."""

    fact: Fact


SummaryExhibit: TypeAlias = (
    AnswerSummary | ErrorList | PlayerWaterfalls | ReadingGuide | CardExhibit | RuleOfThumb | RecommendationFact
)
