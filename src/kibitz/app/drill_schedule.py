"""When a position of a drill returns: by FSRS, the scheduler of Anki, from the history of its answers.

Nothing but the answers is stored. The state of a position follows from them each time, so that libraries of earlier
versions, exports and imports need no change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta

from msgspec import Struct

from kibitz.core.grades import GOOD_GRADES

RETENTION = 0.9
"""Chance to know a position again when it returns."""
MAX_INTERVAL_DAYS = 365
RETURN_AFTER_MISS = timedelta(minutes=10)
MAX_REVIEWS = 200
"""Answers of a position that count, the latest ones."""
DAY_S = 86_400.0


class Review(Struct, frozen=True):
    """One answer to a position: when, in seconds, and its grade."""

    at: float
    grade: str

    @property
    def is_good(self) -> bool:
        """Whether the position was known."""
        return self.grade in GOOD_GRADES


def next_due(reviews: Sequence[Review]) -> float:
    """The time when a position is due again, in seconds, from its answers with the oldest first."""
    from fsrs import Card, Rating, Scheduler

    # No fuzz: the same answers give the same time on every computer.
    scheduler = Scheduler(
        desired_retention=RETENTION,
        learning_steps=(RETURN_AFTER_MISS,),
        relearning_steps=(RETURN_AFTER_MISS,),
        maximum_interval=MAX_INTERVAL_DAYS,
        enable_fuzzing=False,
    )
    card = Card(card_id=1)
    for review in sorted(reviews, key=lambda each: each.at)[-MAX_REVIEWS:]:
        rating = Rating.Good if review.is_good else Rating.Again
        card, _ = scheduler.review_card(card, rating, datetime.fromtimestamp(review.at, UTC))
    return card.due.timestamp()


def count_known(reviews: Sequence[Review]) -> int:
    """How often in a row a position was known, up to the last answer."""
    known = 0
    for review in reviews:
        known = known + 1 if review.is_good else 0
    return known


def count_days_in_row(times: Iterable[float], now: float) -> int:
    """Days in a row with an answer, up to today or yesterday, in local time."""
    days = {date.fromtimestamp(at) for at in times}
    day = date.fromtimestamp(now)
    if day not in days:
        day -= timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count


def make_calendar(due: Iterable[tuple[str, float]], now: float, address: str) -> str:
    """Due positions as an iCalendar file: a reminder for each day, with the number by drill. ``due`` are titles of
    drills with times."""
    by_day: dict[date, dict[str, int]] = {}
    for title, at in due:
        day = date.fromtimestamp(max(at, now))
        counts = by_day.setdefault(day, {})
        counts[title] = counts.get(title, 0) + 1
    stamp = datetime.fromtimestamp(now, UTC).strftime("%Y%m%dT%H%M%SZ")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//kibitz//drill//EN", "X-WR-CALNAME:kibitz drill"]
    for day, counts in sorted(by_day.items()):
        number = sum(counts.values())
        summary = f"kibitz: {number} position{'s' * (number != 1)} due"
        words = ", ".join(f"{title} {count}" for title, count in sorted(counts.items()))
        lines += [
            "BEGIN:VEVENT",
            f"UID:drill-{day:%Y%m%d}@kibitz",
            f"DTSTAMP:{stamp}",
            f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
            f"SUMMARY:{_escape(summary)}",
            f"DESCRIPTION:{_escape(words)}",
            f"URL:{address}",
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            "TRIGGER:PT18H",
            f"DESCRIPTION:{_escape(summary)}",
            "END:VALARM",
            "END:VEVENT",
        ]
    return "".join(f"{part}\r\n" for line in [*lines, "END:VCALENDAR"] for part in _fold(line))


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _fold(line: str) -> list[str]:
    """A line of at most 75 bytes, continued with a blank (RFC 5545)."""
    parts, rest = [], line
    while len(rest.encode()) > 73:
        cut = 73
        while len(rest[:cut].encode()) > 73:
            cut -= 1
        parts.append(rest[:cut])
        rest = " " + rest[cut:]
    return [*parts, rest]
