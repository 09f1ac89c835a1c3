"""The shipped card for Final as numbers: which rule fires and what it bets, without parsing a decision list.

Every comparison of a learnt list is linear in the scores A, B and C. `fit.final_cards` therefore ships each rule a
second time as whole-number weights. A Final answer cites one rule, and reading weights is all it needs.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.games.jeopardy.final.people_wagers import ROLES
from kibitz.games.jeopardy.people.contestant import load_table
from kibitz.games.jeopardy.show import Era


@dataclass(frozen=True, slots=True)
class CardLoss:
    """Loss of a list against the best response on held-out positions, in win chance."""

    n: int
    mean: float
    mean_se: float
    p95: float
    worst: float
    worst_scores: tuple[int, int, int]
    breakpoints: int = 0
    """Break points of the scores among which the worst loss was looked for as well."""

    def __str__(self) -> str:
        mean, error, p95, worst = (f"{100 * x:.2f}" for x in (self.mean, self.mean_se, self.p95, self.worst))
        a, b, c = (f"${x:,}" for x in self.worst_scores)
        return (
            f"costs {mean} points of win chance on average (± {error}) over {self.n:,} new positions, {p95} at the "
            f"95th percentile. With {self.breakpoints} break points at worst {worst} (at {a}, {b}, {c})"
        )


@dataclass(frozen=True, slots=True)
class LinearRule:
    """One rule: it fires if every weighted sum of A, B and C is positive, or not negative unless ``strict``."""

    conditions: tuple[tuple[int, int, int, bool], ...]
    """Weights of A, B and C, and whether the sum must be strictly positive."""
    bet: tuple[int, int, int, int] | None
    """Weights of A, B and C, and dollars to add; ``None`` bets everything."""
    label: str
    """The bet as the card prints it."""

    def fires(self, scores: tuple[int, int, int]) -> bool:
        """Whether the rule applies to scores of A, B and C."""
        return all(
            total > 0 if strict else total >= 0
            for *weights, strict in self.conditions
            for total in [sum(w * max(score, 0) for w, score in zip(weights, scores, strict=True))]
        )

    def wager(self, scores: tuple[int, int, int], role: int) -> int:
        """Dollars that a role bets, cut to what is legal."""
        own = max(scores[role], 0)
        if self.bet is None:
            return own
        *weights, dollars = self.bet
        total = dollars + sum(w * max(score, 0) for w, score in zip(weights, scores, strict=True))
        return min(max(total, 0), own)


def load_shipped_rules(era: Era, role: int) -> tuple[LinearRule, ...]:
    """The rules of a role in order; the last one always fires."""
    return tuple(
        LinearRule(
            tuple((a, b, c, bool(strict)) for a, b, c, strict in rule["if"]),
            None if rule["bet"] is None else tuple(rule["bet"]),
            rule["label"],
        )
        for rule in load_table("final_cards")["rules"][str(int(era))][ROLES[role]]
    )


def fired_rule(era: Era, role: int, scores: tuple[int, int, int]) -> tuple[int, LinearRule]:
    """The first rule that fires for scores of A, B and C, and its place from 0."""
    return next((i, rule) for i, rule in enumerate(load_shipped_rules(era, role)) if rule.fires(scores))


def load_shipped_loss(era: Era, role: int) -> CardLoss:
    """Measured loss of the shipped list."""
    table = dict(load_table("final_cards")["losses"][str(int(era))][ROLES[role]])
    a, b, c = table.pop("worst_scores")
    return CardLoss(**table, worst_scores=(a, b, c))
