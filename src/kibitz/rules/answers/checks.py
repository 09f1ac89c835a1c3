"""Answers about lists: losses, cards and strategies at a point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import format_count
from kibitz.rules.answers.lists import ListText, LossSummary, format_point, format_rule_loss

MEDIA_TYPES = {"text": "text/plain", "markdown": "text/markdown", "svg": "image/svg+xml"}
FILE_SUFFIXES = {"text": "txt", "markdown": "md", "svg": "svg"}


class EditionCheck(Struct, frozen=True):
    """One edition of a game's lists, measured at ``n`` points; ``complete`` if these are all points of the domain."""

    edition: str
    lists: tuple[ListText, ...]
    how: Literal["grid", "sample", "points"]
    n: int
    seed: int | None
    complete: bool
    losses: tuple[LossSummary, ...]
    unproved: str | None
    """Why the search for a proof failed."""
    proved_for: str | None = None
    """Scope of the proof, if that is more than the points of the domain."""


class CheckAnswer(Answer, frozen=True, kw_only=True, tag="rules.check/2"):
    """The loss of each edition of the lists."""

    game: str
    title: str
    objective: str
    domain: str
    checks: tuple[EditionCheck, ...]

    def explain(self) -> Explanation:
        return Explanation(f"{self.title}: {self._describe_measurement()}", tuple(self._notes()))

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.title, "strong")
        yield Note(self.domain)
        rows = []
        for check in self.checks:
            sizes = {role: each for each in check.lists for role in each.roles}
            for loss in check.losses:
                size = sizes[loss.role]
                mean = format_rule_loss(loss.mean) + (f" ± {format_rule_loss(loss.mean_se)}" if loss.mean_se else "")
                proved = format_rule_loss(None) if loss.certified is None else f"≤ {format_rule_loss(loss.certified)}"
                rows.append(
                    (
                        check.edition,
                        loss.role,
                        f"{size.depth:,}",
                        f"{size.width:,}",
                        format_rule_loss(loss.worst),
                        mean,
                        proved,
                    )
                )
        yield Table(("list", "for", "depth", "width", "worst loss", "mean loss", "proved"), tuple(rows), left=(0, 1))
        yield from map(Note, self._notes())
        yield Note(self._describe_measurement(), "quiet")

    def _notes(self) -> Iterator[str]:
        for check in self.checks:
            if check.unproved:
                yield f"{check.edition}: not proved ({check.unproved})"
            if check.proved_for:
                yield f"{check.edition}: proved for {check.proved_for}"
            for loss in check.losses:
                if loss.worst_point:
                    yield f"{check.edition}, {loss.role}: worst at {format_point(loss.worst_point)}"
                if loss.undefined:
                    where = f"{format_count(loss.undefined, 'point')}, such as {format_point(loss.undefined_point)}"
                    yield f"{check.edition}, {loss.role}: no answer at {where}"

    def _describe_measurement(self) -> str:
        first = self.checks[0]
        points = format_count(first.n, "point")
        points = f"all {points}" if first.complete else f"{points} of a grid"
        if first.how == "sample":
            points = f"{format_count(first.n, 'random point')} (seed {first.seed})"
        return f"{self.objective} at {points}"


class CardAnswer(Answer, frozen=True, kw_only=True, tag="rules.card/1"):
    """A card as text, Markdown or SVG, with its lists and their losses."""

    files: ClassVar = {"out": "Write the card to this file instead of the screen."}
    replaces_output: ClassVar = frozenset({"out"})

    game: str
    edition: str
    format: Literal["text", "markdown", "svg"]
    card: str
    lists: tuple[ListText, ...]
    losses: tuple[LossSummary, ...]
    provenance: str

    def explain(self) -> Explanation:
        return Explanation(f"{self.game}: card of the {self.edition} list", tuple(each.text for each in self.lists))

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.card, "drawing" if self.format == "svg" else "fixed")

    def file(self, kind: str) -> File:
        return File(f"{self.game}.{FILE_SUFFIXES[self.format]}", MEDIA_TYPES[self.format], self.card.encode())


class AppliedList(Struct, frozen=True):
    """The strategies of one list at a point, by role and action, and why; ``fired`` is the line, from 1."""

    roles: tuple[str, ...]
    strategies: dict[str, dict[str, float]]
    fired: int
    rule: str
    headline: str
    reasons: tuple[str, ...]


class ApplyAnswer(Answer, frozen=True, kw_only=True, tag="rules.apply/2"):
    """The strategies of the lists at one point; losses by role if the point has exactly the parameters of the game."""

    game: str
    edition: str
    point: dict[str, float]
    lists: tuple[AppliedList, ...]
    losses: dict[str, float] | None
    unmeasured: str | None = None
    """Why the losses could not be computed at this point."""

    def explain(self) -> Explanation:
        reasons = tuple(reason for each in self.lists for reason in each.reasons)
        return Explanation("; ".join(each.headline for each in self.lists), reasons)

    def exhibits(self) -> Iterator[Exhibit]:
        for each in self.lists:
            yield Headline(each.headline) if len(self.lists) == 1 else Note(each.headline, "strong")
            for reason in each.reasons:
                yield Note(f"  · {reason}")
            yield Note(f"  {each.rule}", "quiet")
        if self.losses is not None:
            losses = ", ".join(f"{role} {format_rule_loss(loss)}" for role, loss in self.losses.items())
            yield Note(f"loss here: {losses}")
        if self.unmeasured:
            yield Note(f"loss here not computed: {self.unmeasured}", "quiet")
