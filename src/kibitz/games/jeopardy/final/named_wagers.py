"""Named wagers: cover, shut-out, two-thirds, keep out C ... (section 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.games.jeopardy.show import Ties

Scores = tuple[int, int, int]
"""Of A, B and C, first, second and third before Final Jeopardy."""


@dataclass(frozen=True, slots=True)
class NamedWager:
    """A wager with a name, in dollars, and what it is for."""

    name: str
    wager: int
    meaning: str


def named_wagers(scores: Scores, role: int, ties: Ties = Ties.SHARED) -> tuple[NamedWager, ...]:
    """Legal named wagers of a role (0 first, 1 second, 2 third), in dollars, the most telling first."""
    result = (_leader, _second, _third)[role](*scores, 0 if ties is Ties.SHARED else 1)
    own = scores[role]
    return tuple(wager for wager in result if 0 <= wager.wager <= own)


def _leader(a: int, b: int, c: int, extra: int) -> Iterator[NamedWager]:
    """``extra`` is the dollar by which a bet must pass, where a tie is not shared."""
    if a > 2 * b:
        yield NamedWager("zero bet", 0, "a lock game: nobody can catch you unless you bet too much")
        yield NamedWager("keep the lock", a - 2 * b - 1, "the largest bet that keeps you above B's doubled score")
        return
    if a == 2 * b:
        yield NamedWager("zero bet", 0, "a lock-tie: B can only tie you, by doubling")
        yield NamedWager("one dollar", 1, "wins outright if you are right, and loses the lock-tie if you are wrong")
        yield NamedWager("all-in", a, "your whole score")
        return
    cover = 2 * b - a
    yield NamedWager("cover", cover, "reaches B's doubled score, so B cannot pass you if you are right")
    yield NamedWager("shut-out", cover + 1, "passes B's doubled score by a dollar, so you win alone if you are right")
    if 3 * b >= 2 * a and 4 * b < 3 * a:
        yield NamedWager(
            "anti-two-thirds",
            3 * a - 4 * b - extra,
            "stays out of reach of a two-thirds bet, even after a wrong answer",
        )
    yield NamedWager("zero bet", 0, "keeps your score whatever happens")
    if a >= 2 * c > 0:
        yield NamedWager("keep out C", a - 2 * c - extra, "stays above C's doubled score if you are wrong")
    if 2 * c > a:
        yield NamedWager("cover C", 2 * c - a + extra, "reaches C's doubled score if you are right")
    yield NamedWager("stay level with B", a - b - extra, "does not fall below B's present score if you are wrong")
    if 4 * b >= 3 * a:
        yield NamedWager(
            "cover two-thirds", 4 * b - 3 * a + extra, "reaches B's score after a two-thirds bet, if you are both right"
        )
    if 2 * c >= b and b < a:
        yield NamedWager(
            "stay above B's missed cover",
            a - 2 * (b - c) - extra,
            "stays above B's score after B covers C and you are both wrong",
        )
    if 0 < 2 * c < b < a:
        yield NamedWager(
            "stay above B's keep-out bet",
            a - 2 * (b - c) - extra,
            "stays above B's score after B bets to keep C out, if you are wrong and B is right",
        )
    if b < a:
        yield NamedWager(
            "stay above B's missed overtake",
            2 * (a - b) - extra,
            "stays above B's score after B bets to pass you and you are both wrong",
        )
    yield NamedWager("all-in", a, "your whole score")


def _second(a: int, b: int, c: int, extra: int) -> Iterator[NamedWager]:
    if a == 2 * b:
        reason = "who has no reason to bet" if extra == 0 else "who may bet a dollar to avoid the tie"
        yield NamedWager("lock-tie", b, f"all-in: doubling ties A, {reason}")
    yield NamedWager("all-in", b, "your whole score")
    if a > 2 * b:
        yield NamedWager("zero bet", 0, "keeps your score; you win only if A makes the mistake of betting too much")
        return
    if 3 * b >= 2 * a:
        chased = b < 2 * c
        if chased and 2 * c - b + extra <= 3 * b - 2 * a - extra:
            yield NamedWager(
                "cover C within two-thirds",
                2 * c - b + extra,
                "covers C's doubled score, and still wins if A covers and is wrong",
            )
        yield NamedWager(
            "two-thirds", 3 * b - 2 * a - extra, "wins whenever A covers and is wrong, whether or not you are right"
        )
    if 2 * c <= b and c > 0:
        yield NamedWager("keep out C", b - 2 * c - extra, "stays above C's doubled score if you are wrong")
    if 3 * b < 2 * a:
        yield NamedWager(
            "reach A's missed cover",
            2 * a - 3 * b + extra,
            "the least that reaches A's score after a cover and a wrong answer",
        )
    yield NamedWager("overtake A", a - b + 1, "passes A's present score by a dollar if you are right")
    if c > 0:
        yield NamedWager("stay level with C", b - c - extra, "does not fall below C's present score if you are wrong")
    if b < 2 * c:
        yield NamedWager("cover C", 2 * c - b + extra, "reaches C's doubled score if you are right")
    yield NamedWager("zero bet", 0, "keeps your score and waits for A's mistake")


def _third(a: int, b: int, c: int, extra: int) -> Iterator[NamedWager]:
    yield NamedWager("all-in", c, "your whole score")
    fall = 2 * (a - b)
    if a <= 2 * b and c < fall <= 2 * c:
        yield NamedWager(
            "minimum rational bet",
            fall - c + extra,
            "the least that reaches A's score after a cover and a wrong answer",
        )
    if a <= 2 * b and c >= fall:
        yield NamedWager(
            "stay above A's missed cover",
            c - fall - extra,
            "stays above A's score after a cover and a wrong answer, whether or not you are right",
        )
    if 3 * c >= 2 * b:
        yield NamedWager(
            "two-thirds against B", 3 * c - 2 * b - extra, "stays above B's score after B covers you and is wrong"
        )
    if 3 * c < 2 * b:
        yield NamedWager(
            "reach B's missed cover",
            2 * b - 3 * c + extra,
            "the least that reaches B's score after B covers you and is wrong",
        )
    if 2 * b - a >= c:
        yield NamedWager(
            "reach B's missed overtake",
            2 * b - a - c + extra,
            "the least that reaches B's score after B bets to pass A and is wrong",
        )
    if 2 * c >= b:
        yield NamedWager("overtake B", b - c + 1, "passes B's present score by a dollar if you are right")
    if 2 * c >= a:
        yield NamedWager("overtake A", a - c + 1, "passes A's present score by a dollar if you are right")
    yield NamedWager("zero bet", 0, "keeps your score and waits for the others' mistakes")
