"""Summaries of reviews and ratings: the answer summary, errors one by one, the reading guide, and cards of rules."""

from __future__ import annotations

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Table, Tone


class Fact(Struct, frozen=True):
    """A fact under a summary: title, main text and more; a grade if something is judged."""

    title: str
    main: str
    more: str = ""
    grade: str = ""


class AnswerSummary(Exhibit, frozen=True, kw_only=True):
    """The answer summary: a headline with the main number, the reason, and facts; for answers without a recommendation.

    ``speaks`` if the number is advice; a rating is not. ``text`` is the sentence of a terminal, if it is not made of
    the parts.
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
    link: str = ""
    """The link to the next question, and its label."""
    link_words: str = ""
    text: str | None = None

    def sentence(self) -> str:
        if self.text is not None:
            return self.text
        between = f" ({self.between})" if self.between else ""
        lines = [f"{self.answer}: {self.figure} {self.figure_name}{between}."]
        if self.reason:
            lines.append(f"· {self.lead} {self.reason}".replace("·  ", "· "))
        lines += [f"· {fact.title}: {fact.main}" + (f" ({fact.more})" if fact.more else "") for fact in self.facts]
        return "\n".join(lines)

    @property
    def style(self) -> Tone:
        return "strong"


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


class ErrorList(Exhibit, frozen=True):
    """Decisions by loss, largest first; a page shows one of them in detail, and ``listing`` has all of them."""

    title: str
    place: str
    """What a place is called: a clue, a move."""
    cases: tuple[ErrorCase, ...]
    listing: Table
    link_words: str = ""

    def table(self) -> Table:
        return self.listing


class ReadingGuide(Exhibit, frozen=True):
    """Reading guide: what the numbers mean. Each fact has its subject as ``main`` and the sentence as ``more``."""

    title: str
    facts: tuple[Fact, ...]


class CardExhibit(Exhibit, frozen=True):
    """A printable card of one list: numbered rules with their conditions and actions, and what following them costs.
    ``map`` shows where each rule fires; ``text`` is the card in characters."""

    title: str
    given: str
    mark: str
    seat: int
    rules: tuple[tuple[str, str], ...]
    foot: tuple[str, ...] = ()
    map: Exhibit | None = None
    text: str = ""

    def sentence(self) -> str:
        return self.text

    @property
    def style(self) -> Tone:
        return "fixed"
