"""Rating summary: headline with interval, evidence, reading guide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kibitz.core.exhibits import Exhibit, join_truncated
from kibitz.core.exhibits.summaries import AnswerSummary, Fact, ReadingGuide
from kibitz.core.units import Unit, format_chance, format_count
from kibitz.draw.forest_plot import ForestPlot, ForestRow
from kibitz.rate.report.calibration import calibration_plot

if TYPE_CHECKING:
    from kibitz.rate.report.ratings import PlayerRating, RatingsAnswer

GENERAL_READING_NOTES = (
    ("The interval", "contains the true value 95 times in 100. Players whose intervals overlap may be equally good."),
    ("The number of decisions", "sets the width of the interval: with few decisions it is wide."),
    (
        "The fit",
        "shows whether one skill explains all choices; the question “Fits” tests this.",
    ),
)
MIN_DECISIONS_TO_LEAD_WITH_RATING = 30
"""Number of decisions below which the headline shows the interval instead of the rating."""
MAX_NAMED_PLAYERS = 4
"""Players named in a sentence."""


def findings(answer: RatingsAnswer) -> Iterator[Exhibit]:
    """Summary of the best or only player, calibration plot and reading guide; nothing where no row is a player."""
    first = best_rating(answer.player_rows(), answer.scale)
    if first is None:
        return
    yield _summarize_best(answer, first)
    points = uses_win_chance_points(answer)
    figure = calibration_plot(
        answer.difficulty,
        first.player or "all decisions",
        "points" if points else answer.lost_in,
        100.0 if points else 1.0,
        1 if points else 2,
    )
    if figure is not None:
        yield figure
    yield reading_guide(answer)


def best_rating(rated: Sequence[PlayerRating], scale: str) -> PlayerRating | None:
    """The best rating, ``None`` where nobody has one."""
    from kibitz.rate.report.ratings import LOSS_SCALE_NAME

    known = [row for row in rated if row.rating is not None]
    return (min if scale == LOSS_SCALE_NAME else max)(known, key=lambda row: row.rating or 0.0, default=None)


def _summarize_best(answer: RatingsAnswer, first: PlayerRating) -> AnswerSummary:
    from kibitz.rate.report.ratings import LOSS_SCALE_NAME

    value, low, high = (_format_loss(answer, x) for x in (first.rating, first.low, first.high))
    ends = format_range(low, high)
    few = first.n < MIN_DECISIONS_TO_LEAD_WITH_RATING and bool(low and high)
    points = " points" if uses_win_chance_points(answer) else ""
    large = ends if few else value
    who = first.player or "all decisions"
    eyebrow = f"Rating · {who}, {format_count(first.n, 'decision')} in {format_count(first.events, answer.events[:-1])}"
    limits = ("Fitted", f"{answer.reference_decisions:,} reference decisions", f"{answer.unit.value}, {answer.scaling}")
    return AnswerSummary(
        answer=f"{large}{points} lost per decision" if answer.scale == LOSS_SCALE_NAME else f"{answer.scale} {large}",
        eyebrow=eyebrow,
        figure=value if few else ends,
        figure_name="estimate" if few else "95 % interval",
        lead=f"Makes the best choice in {format_chance(first.best_rate)}",
        reason=answer.describe_costs(first),
        facts=(*_other_players(answer, first), *_model_facts(first)),
        limits=limits,
        speaks=False,
    )


def _other_players(answer: RatingsAnswer, first: PlayerRating) -> Iterator[Fact]:
    """Players whose intervals lie below that of the best player, and those whose intervals overlap it."""
    others = [row for row in answer.player_rows() if row.rating is not None and row is not first]
    if not others:
        return
    behind = [row.player for row in others if _intervals_are_disjoint(answer, first, row)]
    close = [row.player for row in others if not _intervals_are_disjoint(answer, first, row)]
    yield Fact(
        "Clearly behind",
        join_truncated(behind, MAX_NAMED_PLAYERS) or "nobody",
        "their intervals do not overlap this one",
    )
    yield Fact("May be equally good", join_truncated(close, MAX_NAMED_PLAYERS) or "nobody", "intervals overlap")


def _model_facts(row: PlayerRating) -> Iterator[Fact]:
    """Fitted sensitivity and consistency, and the lapse where one was fitted."""
    if row.fit is None:
        return
    sensitivity = f"sensitivity {row.fit.s:.3f}" if row.fit.s >= 0.0005 else "sensitivity below 0.001"
    yield Fact("Fitted model", sensitivity, f"consistency {row.fit.c:.2g}")
    if row.fit.lapse:
        yield Fact(
            "Lapses", format_chance(row.fit.lapse), "random choices that sensitivity and consistency do not explain"
        )


def ratings_plot(
    answer: RatingsAnswer, rated: Sequence[PlayerRating] | None = None, title: str = ""
) -> ForestPlot | None:
    """Forest plot of all or some ratings with their intervals; ``None`` where nobody has one."""
    from kibitz.rate.report.ratings import LOSS_SCALE_NAME, format_interval, rating_digits

    points = answer.scale == LOSS_SCALE_NAME and uses_win_chance_points(answer)
    size = 100.0 if points else 1.0
    shown = answer.players if rated is None else rated
    rows = []
    for row in shown:
        if row.rating is None:
            continue
        low, high = (None if end is None else size * end for end in (row.low, row.high))
        ends = (
            format_range(_format_loss(answer, row.low), _format_loss(answer, row.high))
            if points
            else format_interval(row, answer.scale)
        )
        rows.append(
            ForestRow(
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
    measured = "Loss per decision, smaller is better" if answer.scale == LOSS_SCALE_NAME else answer.scale
    measured = "Points lost per decision, smaller is better" if points else measured
    digits = 1 if points else max(rating_digits(row.value, answer.scale) for row in rows)
    best = 0 if len(rows) == 1 else None
    table = answer.ratings_table(shown, title)
    return ForestPlot(title or measured, tuple(rows), ("best choices", "95 %"), best, digits, listing=table)


def format_range(low: str, high: str) -> str:
    """Both ends of an interval as a phrase."""
    if low and high:
        return f"{low} to {high}"
    return f"up to {high}" if high else f"{low} or more" if low else "unknown"


def uses_win_chance_points(answer: RatingsAnswer) -> bool:
    """Whether losses are differences of win chances, which are shown in points."""
    return answer.unit is Unit.WIN and answer.scaling == "linear:1.0"


def _format_loss(answer: RatingsAnswer, value: float | None) -> str:
    from kibitz.rate.report.ratings import LOSS_SCALE_NAME, format_rating

    if value is None:
        return ""
    return (
        f"{100 * value:.1f}"
        if answer.scale == LOSS_SCALE_NAME and uses_win_chance_points(answer)
        else format_rating(value, answer.scale)
    )


def _intervals_are_disjoint(answer: RatingsAnswer, first: PlayerRating, other: PlayerRating) -> bool:
    """Whether the intervals of two ratings do not overlap and the first is better."""
    from kibitz.rate.report.ratings import LOSS_SCALE_NAME

    if answer.scale == LOSS_SCALE_NAME:
        return first.high is not None and other.low is not None and first.high < other.low
    return first.low is not None and other.high is not None and first.low > other.high


def reading_guide(answer: RatingsAnswer) -> ReadingGuide:
    """What a rating means, in four sentences."""
    from kibitz.rate.report.ratings import LOSS_SCALE_NAME

    number = "is the rating of players who lose as much on the same decisions."
    if answer.scale == LOSS_SCALE_NAME:
        number = "is the mean loss per decision, on the same decisions for everybody. 0 is perfect."
    return ReadingGuide(
        "What does this mean?", tuple(Fact("", *note) for note in (("The number", number), *GENERAL_READING_NOTES))
    )
