"""Reasons for a Final wager in a match: right and wrong answers, break points of totals, and outcomes that pay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kibitz.core import Explanation, FloatArray, Unit, format_chance, format_loss, format_money
from kibitz.games.jeopardy.final.explain import CLEARLY_WORSE, EQUAL, MAX_OUTCOMES, PricedWager
from kibitz.games.jeopardy.final.outcomes import TRIPLES


@dataclass(frozen=True, eq=False)
class MatchWagers:
    """My wagers in a Final of a match, priced by who is right.

    ``places`` (8 x wagers x columns) has my chances to finish first and second in its first two columns, given each of
    the eight `TRIPLES`; ``triples`` are their chances and ``weights`` the values of first and second place. ``playing``
    are the seats with money, A first.
    """

    wagers: tuple[int, ...]
    places: FloatArray
    triples: FloatArray
    weights: tuple[float, float]
    me: int
    playing: tuple[tuple[str, int], ...]

    @cached_property
    def equities(self) -> FloatArray:
        """My match equity by outcome and wager."""
        return np.asarray(self.places[:, :, :2] @ np.array(self.weights))

    @cached_property
    def columns(self) -> FloatArray:
        """My places by wager, over all outcomes."""
        return np.asarray(np.tensordot(self.triples, self.places, axes=1))

    def given(self, right: bool, at: int) -> FloatArray:
        """My places after one wager, given that I am right or wrong; zeros where that cannot happen."""
        mine = self.triples * (TRIPLES[:, self.me] == right)
        chance = float(mine.sum())
        return np.asarray(mine @ self.places[:, at] / chance) if chance > 0 else np.zeros(self.places.shape[2])

    def outcome_gains(self, wager: int, other: int) -> dict[tuple[bool, ...], float]:
        """Match equity that a wager gains on another one, by who is right among those who play."""
        at, rival = self.wagers.index(wager), self.wagers.index(other)
        result: dict[tuple[bool, ...], float] = {}
        for right, gain in zip(TRIPLES, self.triples * (self.equities[:, at] - self.equities[:, rival]), strict=True):
            outcome = tuple(bool(right[seat]) for _, seat in self.playing)
            result[outcome] = result.get(outcome, 0.0) + float(gain)
        return result


def explain_match_wager(
    priced: MatchWagers,
    at: int,
    own_total: int,
    confidence: float,
    names: Sequence[PricedWager],
    breaks: Sequence[str],
) -> Explanation:
    """The wager at index ``at`` with its reasons; ``own_total`` is my total before Final, with game 1.

    ``confidence`` is my chance to be right, and ``breaks`` are sentences of `match_breakpoints`.
    """
    wager, columns = priced.wagers[at], priced.columns
    worth = float(priced.triples @ priced.equities[:, at])
    called = [name for name in names if name.wager == wager]
    label = f" ({', '.join(name.name for name in called)})" if called else ""
    reasons = [f"{name.name[0].upper()}{name.name[1:]}: {name.meaning}." for name in called[:2]]
    for word, right, chance in (("Right", True, confidence), ("Wrong", False, 1 - confidence)):
        first, second = (format_chance(float(each)) for each in priced.given(right, at)[:2])
        total = format_money(own_total + (wager if right else -wager))
        reasons.append(f"{word} ({format_chance(chance)}): {total} in all, first {first}, second {second}.")
    first, second = (format_chance(float(each)) for each in columns[at, :2])
    reasons.append(f"Chance to finish first {first}, second {second}.")
    reasons += [*breaks, *_outcomes_that_pay(priced, wager, names)]
    headline = f"Bet {format_money(wager)}{label}: {format_chance(worth)} of match equity."
    return Explanation(headline, tuple(reasons), called[0].name if called else "")


def match_breakpoints(scores: Sequence[int], totals: Sequence[int], order: Sequence[int], me: int) -> Iterator[str]:
    """Sentences that place the totals among the break points of the last Final; ``order`` is A, B, C by G1 + 2 G2.

    A single game has them at a half, two-thirds and three-quarters of A's score. With totals of game 1 no ratio of
    scores says it, so each sentence has the dollars.
    """
    played = [max(score, 0) for score in scores]
    total = [totals[seat] + played[seat] for seat in order]
    double = [total[role] + played[seat] for role, seat in enumerate(order)]
    reach = ", ".join(f"{role} can reach {format_money(most)}" for role, most in zip("ABC", double, strict=True))
    yield f"You are {'ABC'[order.index(me)]} by G1 + 2 G2: {reach}."
    (a, b, _), (_, b2, c2) = total, double
    money = [played[seat] for seat in order]
    if a > b2:
        yield f"Lock game: A's {format_money(a)} in all is more than B can reach."
    elif a == b2 == b:
        yield f"Lock-tie: B is level with A's {format_money(a)} in all and has nothing to bet."
    elif a == b2:
        yield f"Lock-tie: B can reach A's {format_money(a)} exactly, with an all-in bet."
    else:
        yield from _open_match_breakpoints(a, b, b2, money[0])
    if money[2] <= 0:
        return
    if b > c2:
        yield f"B keeps C out with a bet of up to {format_money(min(b - c2 - 1, money[1]))}."
    elif c2 - b + 1 <= money[1]:
        yield f"C can pass B: B needs {format_money(c2 - b + 1)} to cover C's doubled score."
    else:
        yield "C can pass B, and no bet of B covers C's doubled score."


def _open_match_breakpoints(a: int, b: int, b2: int, largest: int) -> Iterator[str]:
    """Where B can catch A: what A needs to cover, and what B may bet below an A who covers and misses."""
    cover = b2 - a + 1
    if cover > largest:
        yield f"A needs {format_money(cover)} to cover B's doubled score, more than A can bet."
        return
    yield f"A covers B's doubled score with {format_money(cover)}."
    fall = a - cover
    if b > fall:
        yield f"If A covers and misses, B stays ahead with bets of up to {format_money(min(b - fall - 1, b2 - b))}."
    else:
        yield f"If A covers and misses, B needs a right answer and {format_money(fall - b + 1)} to pass A."


def _outcomes_that_pay(priced: MatchWagers, wager: int, names: Sequence[PricedWager]) -> list[str]:
    """Where the difference to the best other named wager comes from, outcome by outcome."""
    others = [name for name in names if name.loss >= CLEARLY_WORSE and np.isfinite(name.loss) and name.wager != wager]
    if not others:
        return []
    rival = min(others, key=lambda name: name.loss)
    gains = priced.outcome_gains(wager, rival.wager)
    largest = sorted(gains.items(), key=lambda item: -abs(item[1]))[:MAX_OUTCOMES]
    parts = [
        f"{'gains' if gain > 0 else 'loses'} {format_loss(abs(gain), Unit.WIN)} where {_outcome(priced, right)}"
        for right, gain in largest
        if abs(gain) >= EQUAL
    ]
    loss = format_loss(rival.loss, Unit.WIN)
    against = f"{rival.name} ({format_money(rival.wager)}, {format_chance(rival.equity)}, costs {loss})"
    return [f"Against {against}: it {'; '.join(parts)}."] if parts else []


def _outcome(priced: MatchWagers, right: tuple[bool, ...]) -> str:
    answers = [
        f"{'you are' if seat == priced.me else f'{role} is'} {'right' if is_right else 'wrong'}"
        for (role, seat), is_right in zip(priced.playing, right, strict=True)
    ]
    return " and ".join([", ".join(answers[:-1]), answers[-1]] if len(answers) > 1 else answers)
