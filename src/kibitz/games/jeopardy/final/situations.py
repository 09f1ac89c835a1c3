"""Names of the trade for the scores before Final Jeopardy: lock game, crush, Stratton's dilemma, Shore's conjecture ...

Each situation is a name, a predicate over the scores of A, B and C, and a sentence. None depends on the others, so that
each can be checked by itself (Figure 9 of the paper, and the glossaries of contestants).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kibitz.core.units import format_money
from kibitz.games.jeopardy.final.named_wagers import Scores

Predicate = Callable[[int, int, int], bool]
Sentence = Callable[[int, int, int, int], str]


@dataclass(frozen=True, slots=True)
class Situation:
    """A named relation of the scores of A, B and C: whether it holds, and what it means for the bets."""

    name: str
    holds: Predicate
    describe: Sentence
    """What it means, given the scores and the dollar by which A must pass B's double, 0 where ties are shared."""

    example: Scores = (0, 0, 0)
    """Scores of A, B and C to which a name of the trade applies."""

    def sentence(self, scores: Scores, past: int = 0) -> str:
        """The name, if it has one, and its meaning for these scores."""
        meaning = self.describe(*scores, past)
        return f"{self.name}: {meaning}" if self.name else meaning


EQUALITIES: tuple[tuple[str, Predicate], ...] = (
    ("A = 2B", lambda a, b, c: a == 2 * b),
    ("2A = 3B", lambda a, b, c: 2 * a == 3 * b),
    ("3A = 4B", lambda a, b, c: 3 * a == 4 * b),
    ("B = 2C", lambda a, b, c: b == 2 * c > 0),
    ("2B = A + C", lambda a, b, c: 2 * b == a + c and c > 0),
    ("C = A − B", lambda a, b, c: c == a - b > 0),
    ("C = 2(A − B)", lambda a, b, c: c == 2 * (a - b) > 0),
)
"""The break points of Figure 9, at which a dollar more or less changes the bets."""


def _is_open(a: int, b: int, c: int) -> bool:
    return a <= 2 * b


def _is_two_thirds(a: int, b: int, c: int) -> bool:
    return 3 * b >= 2 * a


def _can_reach_break_point(a: int, b: int, c: int) -> bool:
    return _is_open(a, b, c) and any(holds(a, b, c) for _, holds in EQUALITIES)


def _describe_break_point(a: int, b: int, c: int, past: int) -> str:
    equal = " and ".join(words for words, holds in EQUALITIES if holds(a, b, c))
    return f"{equal} exactly, so that a dollar decides which bets win."


def _describe_rational_range(a: int, b: int, c: int, past: int) -> str:
    ranges = []
    for role, name in enumerate("ABC"):
        if (a, b, c)[role] <= 0:
            continue
        limits = rational_range((a, b, c), role, past)
        bets = "no bet" if limits is None else f"{format_money(limits[0])} to {format_money(limits[1])}"
        ranges.append(f"{name} {bets}")
    return f"{', '.join(ranges)}. Other bets cannot gain if A bets at most the cover."


def rational_range(scores: Scores, role: int, past: int = 0) -> tuple[int, int] | None:
    """Least and most bet of a role (0 first) that can gain; ``None`` where no bet can win.

    A gains nothing above the cover. An A who covers and misses has 2(A − B) left, which B and C must reach. ``past`` is
    the dollar by which A must pass B's double, where a tie is not shared. A tie counts as a chance to win.
    """
    a, b, c = scores
    cover = 2 * b - a + past
    if a > 2 * b:
        return (0, a - 2 * b - past) if role == 0 else None
    if role == 0:
        return 0, min(cover, a)
    own = (b, c)[role - 1]
    least = max(a - cover - own, 0)
    return (least, own) if least <= own else None


SITUATIONS: tuple[Situation, ...] = (
    Situation(
        "Lock game",
        lambda a, b, c: a > 2 * b,
        lambda a, b, c, past: f"A has more than twice B's {format_money(b)}.",
        (20_000, 8_000, 3_000),
    ),
    Situation(
        "Lock-tie",
        lambda a, b, c: a == 2 * b,
        lambda a, b, c, past: f"B's {format_money(b)} is exactly half of A's {format_money(a)}.",
        (20_000, 10_000, 3_000),
    ),
    Situation(
        "Crush",
        lambda a, b, c: 3 * b < 2 * a < 4 * b,
        lambda a, b, c, past: (
            f"B has less than two-thirds of A ({b / a:.3f}). A small bet does not put B above an A who covers and "
            "misses."
        ),
        (20_000, 12_000, 3_000),
    ),
    Situation(
        "Two-thirds game",
        lambda a, b, c: 3 * b >= 2 * a and 4 * b < 3 * a,
        lambda a, b, c, past: (
            f"B has between two-thirds and three-quarters of A ({b / a:.3f}). A can answer a two-thirds bet with an "
            f"anti-two-thirds bet of up to {format_money(3 * a - 4 * b)}."
        ),
        (20_000, 14_000, 3_000),
    ),
    Situation(
        "Three-quarters game",
        lambda a, b, c: 4 * b >= 3 * a,
        lambda a, b, c, past: (
            f"B has at least three-quarters of A ({b / a:.3f}). Even a two-thirds bet can pass A, so A has no "
            "anti-two-thirds bet."
        ),
        (20_000, 16_000, 3_000),
    ),
    Situation(
        "Two-thirds rule",
        _is_two_thirds,
        lambda a, b, c, past: (
            f"with a bet of up to {format_money(3 * b - 2 * a)}, right or wrong, B stays above an A who covers and "
            "misses."
        ),
        (21_000, 14_000, 3_200),
    ),
    Situation("Break point", _can_reach_break_point, _describe_break_point, (21_000, 14_000, 3_200)),
    Situation(
        "",
        lambda a, b, c: _is_open(a, b, c) and 0 < 2 * c <= b,
        lambda a, b, c, past: f"C has at most half of B: B keeps C out with a bet of up to {format_money(b - 2 * c)}.",
    ),
    Situation(
        "",
        lambda a, b, c: _is_open(a, b, c) and 2 * c > b,
        lambda a, b, c, past: (
            f"C has more than half of B: B needs {format_money(2 * c - b)} to cover C's doubled score."
        ),
    ),
    Situation(
        "Equal spacing",
        lambda a, b, c: _is_two_thirds(a, b, c) and 2 * c > b and 2 * b == a + c,
        lambda a, b, c, past: "with 2B = A + C, covering C takes exactly the largest two-thirds bet.",
        (20_000, 16_000, 12_000),
    ),
    Situation(
        "Stratton's dilemma",
        lambda a, b, c: _is_two_thirds(a, b, c) and 2 * c > b and 2 * b < a + c,
        lambda a, b, c, past: "with 2B < A + C, B cannot both cover C and stay within the two-thirds bet.",
        (14_800, 11_000, 10_400),
    ),
    Situation(
        "Shore's conjecture",
        lambda a, b, c: c > 0 and b < a <= 2 * b and a - b < b - 2 * c,
        lambda a, b, c, past: (
            f"a bet between {format_money(a - b)} and {format_money(b - 2 * c)} passes a zero bet by A if B is right, "
            "and keeps C out if B is wrong."
        ),
        (16_200, 13_400, 4_400),
    ),
    Situation(
        "",
        lambda a, b, c: _is_open(a, b, c) and 0 < c < a - b,
        lambda a, b, c, past: "C has less than A − B and cannot win if A covers B's double.",
    ),
    Situation(
        "",
        lambda a, b, c: _is_open(a, b, c) and a - b <= c < 2 * (a - b),
        lambda a, b, c, past: (
            f"C is between A − B and 2(A − B), and the minimum rational bet is {format_money(2 * (a - b) - c)}."
        ),
    ),
    Situation(
        "",
        lambda a, b, c: _is_open(a, b, c) and c > 0 and c >= 2 * (a - b),
        lambda a, b, c, past: (
            f"C has at least 2(A − B). With bets of up to {format_money(c - 2 * (a - b))}, C stays above an A who "
            "covers and misses."
        ),
    ),
    Situation("Rational range", _is_open, _describe_rational_range, (20_000, 14_000, 3_000)),
)
"""All situations, the most important first."""


def situations(scores: Scores) -> tuple[Situation, ...]:
    """The situations that hold for the scores of A, B and C."""
    return tuple(each for each in SITUATIONS if each.holds(*scores))


def describe_situations(scores: Scores, past: int = 0) -> Iterator[str]:
    """Sentences that place the scores among the break points of Figure 9, the most important first."""
    yield from (each.sentence(scores, past) for each in situations(scores))
