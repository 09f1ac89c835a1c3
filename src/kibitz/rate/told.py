"""A rating in a sentence with its interval opposite, what it rests on, and what all of it means in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.core.exhibits import Whisker, Whiskers
from kibitz.core.exhibits.findings import Fact, Finding, Meanings, Verdict
from kibitz.core.units import Unit, format_chance, format_count

if TYPE_CHECKING:
    from kibitz.rate.rated import Rated, RatingsAnswer

ALWAYS = (
    ("The interval", "holds the true value 95 times in 100. Players whose intervals overlap may be equally good."),
    ("The count", "matters more than the number: with few decisions the interval is wide, and says so."),
    (
        "The fit",
        "is a question of its own (Fits): where one skill does not explain all choices, the average hides two.",
    ),
)
FEW = 30
"""Decisions below which the interval is told before the rating."""


def findings(answer: RatingsAnswer) -> Iterator[Finding]:
    """The verdict on the best player of an answer, or the only one, and what it means."""
    known = [row for row in answer.players if row.rating is not None]
    if known:
        yield _verdict(answer, known)
        yield meanings(answer)


def _verdict(answer: RatingsAnswer, known: list[Rated]) -> Verdict:
    from kibitz.rate.rated import LOSS

    first = (min if answer.scale == LOSS else max)(known, key=lambda row: row.rating or 0.0)
    value, low, high = (_worth(answer, x) for x in (first.rating, first.low, first.high))
    ends = between(low, high)
    lost = f"{value} lost a decision" if answer.scale == LOSS else f"{answer.scale} {value}"
    if answer.scale == LOSS and _points(answer):
        lost = f"{value} points lost a decision"
    few = first.n < FEW and bool(low and high)
    who = first.player or "all decisions"
    eyebrow = f"Rating · {who}, {format_count(first.n, 'decision')} in {format_count(first.events, answer.events[:-1])}"
    cost = f"{100 * first.average_error:.1f} points" if _points(answer) else f"{first.average_error:.4f}"
    reason = f"of decisions, and a choice costs {cost} on average."
    if first.percentile is not None:
        reason += f" {first.percentile:.0f} % of {answer.among} lose more."
    facts = []
    if len(known) > 1:
        surely = [row.player for row in known if row is not first and _apart(answer, first, row)]
        rest = [row.player for row in known if row is not first and row.player not in surely]
        facts.append(Fact("Clearly behind", ", ".join(surely) or "nobody", "their intervals do not reach this one"))
        facts.append(Fact("Not told apart", ", ".join(rest) or "nobody", "intervals overlap"))
    if first.fit is not None:
        shape = f"sensitivity {first.fit.s:.3f}" if first.fit.s >= 0.0005 else "sensitivity below 0.001"
        facts.append(Fact("The player of the model", shape, f"consistency {first.fit.c:.2g}"))
        if first.fit.lapse:
            more = "no player who always looks makes these errors"
            facts.append(Fact("Blind choices", format_chance(first.fit.lapse), more))
    limits = ("Fitted", f"{answer.reference_decisions:,} reference decisions", f"{answer.unit.value}, {answer.scaling}")
    return Verdict(
        answer=f"Between {ends}" if few else lost, eyebrow=eyebrow, figure=value if few else ends,
        figure_name="estimate" if few else "95 % interval", lead=f"Finds the best in {format_chance(first.best_rate)}",
        reason=reason, facts=tuple(facts), limits=limits, speaks=False,
    )  # fmt: skip


def pictured(answer: RatingsAnswer) -> Whiskers | None:
    """The ratings with their intervals as a picture; nothing where nobody has one."""
    from kibitz.rate.rated import LOSS, digits_of, interval

    points = answer.scale == LOSS and _points(answer)
    size = 100.0 if points else 1.0
    rows = []
    for row in answer.players:
        if row.rating is None:
            continue
        low, high = (None if end is None else size * end for end in (row.low, row.high))
        ends = between(_worth(answer, row.low), _worth(answer, row.high)) if points else interval(row, answer.scale)
        rows.append(Whisker(row.player or "(all)", size * row.rating, low, high, format_count(row.n, "decision"),
                            (format_chance(row.best_rate), ends)))  # fmt: skip
    if not rows:
        return None
    title = "Loss per decision, smaller is better" if answer.scale == LOSS else answer.scale
    title = "Points lost a decision, smaller is better" if points else title
    digits = 1 if points else max(digits_of(row.value, answer.scale) for row in rows)
    best = 0 if len(rows) == 1 else None
    return Whiskers(title, tuple(rows), answer.table(), ("best choices", "95 %"), best, digits)


def between(low: str, high: str) -> str:
    """Both ends of an interval in words."""
    if low and high:
        return f"{low} to {high}"
    return f"up to {high}" if high else f"{low} or more" if low else "unknown"


def _points(answer: RatingsAnswer) -> bool:
    """Whether losses are plain chances to win, which people read in points."""
    return answer.unit is Unit.WIN and answer.scaling == "linear:1.0"


def _worth(answer: RatingsAnswer, value: float | None) -> str:
    from kibitz.rate.rated import LOSS, figure

    if value is None:
        return ""
    return f"{100 * value:.1f}" if answer.scale == LOSS and _points(answer) else figure(value, answer.scale)


def _apart(answer: RatingsAnswer, first: Rated, other: Rated) -> bool:
    """Whether the intervals of two ratings do not meet, the first being the better."""
    from kibitz.rate.rated import LOSS

    if answer.scale == LOSS:
        return first.high is not None and other.low is not None and first.high < other.low
    return first.low is not None and other.high is not None and first.low > other.high


def meanings(answer: RatingsAnswer) -> Meanings:
    """What a rating means, in four plain sentences."""
    from kibitz.rate.rated import LOSS

    number = "is the rating whose players lose as much on the same decisions."
    if answer.scale == LOSS:
        number = "is what a choice costs on average, on the same decisions for everybody. 0 is perfect."
    return Meanings("What does this mean?", tuple(Fact("", *words) for words in (("The number", number), *ALWAYS)))
