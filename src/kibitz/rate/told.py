"""A rating in a sentence with its interval opposite, what it rests on, and what all of it means in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kibitz.core.exhibits import Whisker, Whiskers, some
from kibitz.core.exhibits.figures import Diagonal
from kibitz.core.exhibits.findings import Fact, Finding, Meanings, Verdict
from kibitz.core.units import Unit, format_chance, format_count
from kibitz.rate.matched import matched

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
NAMED = 4
"""Players named in a sentence."""


def findings(answer: RatingsAnswer) -> Iterator[Finding | Diagonal]:
    """The verdict on the best player of an answer, or the only one, and what it means; nothing about rows that are no
    players."""
    first = best_of(answer.whole(), answer.scale)
    if first is None:
        return
    yield _verdict(answer, first)
    points = in_points(answer)
    figure = matched(
        answer.difficulty,
        first.player or "all decisions",
        "points" if points else answer.lost_in,
        100.0 if points else 1.0,
        1 if points else 2,
    )
    if figure is not None:
        yield figure
    yield meanings(answer)


def best_of(rated: Sequence[Rated], scale: str) -> Rated | None:
    """The best rating of some; none where nobody has one."""
    from kibitz.rate.rated import LOSS

    known = [row for row in rated if row.rating is not None]
    return (min if scale == LOSS else max)(known, key=lambda row: row.rating or 0.0, default=None)


def _verdict(answer: RatingsAnswer, first: Rated) -> Verdict:
    from kibitz.rate.rated import LOSS

    value, low, high = (_worth(answer, x) for x in (first.rating, first.low, first.high))
    ends = between(low, high)
    few = first.n < FEW and bool(low and high)
    points = " points" if in_points(answer) else ""
    large = ends if few else value
    who = first.player or "all decisions"
    eyebrow = f"Rating · {who}, {format_count(first.n, 'decision')} in {format_count(first.events, answer.events[:-1])}"
    limits = ("Fitted", f"{answer.reference_decisions:,} reference decisions", f"{answer.unit.value}, {answer.scaling}")
    return Verdict(
        answer=f"{large}{points} lost a decision" if answer.scale == LOSS else f"{answer.scale} {large}",
        eyebrow=eyebrow,
        figure=value if few else ends,
        figure_name="estimate" if few else "95 % interval",
        lead=f"Finds the best in {format_chance(first.best_rate)}",
        reason=answer.costs(first),
        facts=(*_others(answer, first), *_shape(first)),
        limits=limits,
        speaks=False,
    )


def _others(answer: RatingsAnswer, first: Rated) -> Iterator[Fact]:
    """Who is surely behind the best player, and who is not told apart from it."""
    others = [row for row in answer.whole() if row.rating is not None and row is not first]
    if not others:
        return
    behind = [row.player for row in others if _apart(answer, first, row)]
    close = [row.player for row in others if not _apart(answer, first, row)]
    yield Fact("Clearly behind", some(behind, NAMED) or "nobody", "their intervals do not reach this one")
    yield Fact("Not told apart", some(close, NAMED) or "nobody", "intervals overlap")


def _shape(row: Rated) -> Iterator[Fact]:
    """The player of the model who chooses so, and what no such player explains."""
    if row.fit is None:
        return
    shape = f"sensitivity {row.fit.s:.3f}" if row.fit.s >= 0.0005 else "sensitivity below 0.001"
    yield Fact("The player of the model", shape, f"consistency {row.fit.c:.2g}")
    if row.fit.lapse:
        yield Fact("Blind choices", format_chance(row.fit.lapse), "no player who always looks makes these errors")


def pictured(answer: RatingsAnswer, rated: Sequence[Rated] | None = None, title: str = "") -> Whiskers | None:
    """The ratings with their intervals as a picture, all of them or some with a title; nothing where nobody has one."""
    from kibitz.rate.rated import LOSS, digits_of, interval

    points = answer.scale == LOSS and in_points(answer)
    size = 100.0 if points else 1.0
    shown = answer.players if rated is None else rated
    rows = []
    for row in shown:
        if row.rating is None:
            continue
        low, high = (None if end is None else size * end for end in (row.low, row.high))
        ends = between(_worth(answer, row.low), _worth(answer, row.high)) if points else interval(row, answer.scale)
        rows.append(
            Whisker(
                row.player or "(all)",
                size * row.rating,
                low,
                high,
                format_count(row.n, "decision"),
                (format_chance(row.best_rate), ends),
            )
        )
    if not rows:
        return None
    measured = "Loss per decision, smaller is better" if answer.scale == LOSS else answer.scale
    measured = "Points lost a decision, smaller is better" if points else measured
    digits = 1 if points else max(digits_of(row.value, answer.scale) for row in rows)
    best = 0 if len(rows) == 1 else None
    table = answer.table(shown, title)
    return Whiskers(title or measured, tuple(rows), table, ("best choices", "95 %"), best, digits)


def between(low: str, high: str) -> str:
    """Both ends of an interval in words."""
    if low and high:
        return f"{low} to {high}"
    return f"up to {high}" if high else f"{low} or more" if low else "unknown"


def in_points(answer: RatingsAnswer) -> bool:
    """Whether losses are plain chances to win, which people read in points."""
    return answer.unit is Unit.WIN and answer.scaling == "linear:1.0"


def _worth(answer: RatingsAnswer, value: float | None) -> str:
    from kibitz.rate.rated import LOSS, figure

    if value is None:
        return ""
    return f"{100 * value:.1f}" if answer.scale == LOSS and in_points(answer) else figure(value, answer.scale)


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
