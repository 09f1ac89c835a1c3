"""Charts of a buzz decision: where the clue can leave you, and the two choices over your confidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from kibitz.core.units import format_chance, format_money
from kibitz.draw.crossover import CrossoverChart
from kibitz.draw.number_line import NumberLine, NumberLineChart
from kibitz.games.jeopardy.fields import seat_name

if TYPE_CHECKING:
    from kibitz.games.jeopardy.answers.buzz import BuzzAnswer

MIN_GAIN_SHOWN = 0.001
"""Gain of silence in win chance from which the note mentions it."""
Kind = Literal["bad", "plain", "good"]
SCORE_LINES = ((1, 2, "half"), (2, 3, "two-thirds"), (1, 1, "level"), (3, 2, "three halves"), (2, 1, "twice"))
"""Shares of the other's score at which Final changes, as a fraction, and what they are called."""
ZONE_MEANINGS: tuple[tuple[Kind, str], ...] = (
    ("bad", "locked out"),
    ("plain", "you must be right, and they must be wrong"),
    ("good", "past two-thirds: a small bet wins if they miss"),
    ("plain", "ahead: they can pass you"),
    ("plain", "ahead: they are below two-thirds of you"),
    ("good", "they are locked out"),
)
"""What holds below the first line, between the lines, and above the last."""


def score_after_clue_chart(answer: BuzzAnswer) -> NumberLineChart | None:
    """My score after the clue against the best other's as it is, right and wrong; only lines that can be crossed.

    ``None`` where no line can be crossed, or a player has no money.
    """
    own, value = answer.scores[answer.me - 1], answer.value
    rivals = [seat for seat in range(len(answer.scores)) if seat != answer.me - 1]
    rival = max(rivals, key=lambda seat: answer.scores[seat])
    theirs, name = answer.scores[rival], seat_name(answer.names, rival)
    name = name[:1].upper() + name[1:]
    mine = {"missed": own - value, "now": own, "right": own + value}
    low, high = mine["missed"] - value // 2, mine["right"] + value // 2
    if own <= 0 or theirs - value <= 0:
        return None
    cases = (
        (theirs, f"{name} as now", "you answer, or no one", ("missed", "now", "right")),
        (theirs + value, f"{name} right", "they take the clue", ("missed", "now")),
        (theirs - value, f"{name} wrong", "they miss the clue", ("missed", "now", "right")),
    )
    spans: list[NumberLine] = []
    met: set[tuple[Kind, str]] = set()
    for score, title, note, ends in cases:
        lines = [(-(-score * up // down), words) for up, down, words in SCORE_LINES]
        first = sum(amount <= low for amount, _ in lines)
        shown = [(amount, words) for amount, words in lines if low < amount < high]
        between = ZONE_MEANINGS[first : first + len(shown) + 1]
        met.update(between)
        places = tuple((mine[end], end, _kind(end)) for end in ends)
        spans.append(
            NumberLine(
                f"{title}, {format_money(score)}", note, tuple(shown), tuple(kind for kind, _ in between), places
            )
        )
    if not any(span.lines for span in spans):
        return None
    keys = tuple(each for each in ZONE_MEANINGS if each in met)
    remark = f"your score against {seat_name(answer.names, rival)}'s"
    return NumberLineChart("Why: where the clue can leave you", low, high, tuple(spans), keys, remark=remark)


def _kind(end: str) -> Kind:
    return "bad" if end == "missed" else "good" if end == "right" else "plain"


def buzz_or_wait_chart(answer: BuzzAnswer) -> CrossoverChart:
    """My chance to win when I buzz first and when I stay silent, over how sure I am."""
    buzz = tuple(silent + gain for silent, gain in zip(answer.silent, answer.gains, strict=True))
    cross = answer.thresholds[0] if 0 < answer.thresholds[0] < 1 else None
    mine = format_chance(answer.confidence, 0)
    gain, miss = (100 * abs(answer.live[0].silent - end) for end in (answer.live[0].right, answer.live[0].wrong))
    note = f"At {mine} sure, a right answer gains {gain:.1f} points over silence, and a miss costs {miss:.1f} points."
    if answer.silent[-1] > answer.silent[0] + MIN_GAIN_SHOWN:
        note += " Silence gains too as you get surer, because you may still answer after an opponent's miss."
    return CrossoverChart(
        f"{_worth_title(answer)} by how sure you are",
        ("buzz", "silent"),
        buzz,
        answer.silent,
        cross,
        f"{format_chance(cross, 0)} buzz" if cross is not None else "",
        answer.confidence,
        f"you, {mine}",
        note=note,
    )


def _worth_title(answer: BuzzAnswer) -> str:
    """What the chart shows: chances to win, match equity, or the value of what you play for."""
    if answer.payoff is not None:
        title = answer.payoff.title
        return f"{title[0].upper()}{title[1:]}"
    return "Chance to win" if answer.match is None else "Match equity"
