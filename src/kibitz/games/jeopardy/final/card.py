"""Shipped decision lists for Final Jeopardy: loaded, applied to scores, and laid out as a card.

`fit.final_cards` learns them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from kibitz.games.jeopardy.final.card_rules import load_shipped_loss
from kibitz.games.jeopardy.final.people_wagers import ROLES
from kibitz.games.jeopardy.people.contestant import load_table
from kibitz.games.jeopardy.show import Era
from kibitz.rules.cards.card import Card, CardRule, Section, pretty, pretty_guard
from kibitz.rules.language.condition import parse_guard
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.evaluation import point_value
from kibitz.rules.language.expression import parse_expression
from kibitz.rules.language.notation import parse_list
from kibitz.version import __version__

PLACES = ("first place", "second place", "third place")
SYMBOLS = (
    "A, B, C: scores of first, second and third place",
    "all-in: your whole score",
    "2·B − A + 1: a bet in dollars, here a dollar above the second's doubled score",
)
RUNAWAY_RULES = (
    "at most A − 2B − 1: you have won",
    "all-in: only A's mistake helps",
    "all-in: only A's mistake helps",
)
"""What each place bets in a lock game; the lists are learnt from all other positions."""
BET_NAMES = {"everything": "all-in", "nothing": "$0"}
"""Labels of the lists, as people read them."""


def list_wager(decisions: DecisionList, scores: tuple[int, int, int], role: int) -> int:
    """The wager of a list for scores of A, B and C, cut to what is legal."""
    return label_wager(str(decisions.outcomes[fired_rule_index(decisions, scores)][0].rest), scores, role)


def fired_rule_index(decisions: DecisionList, scores: tuple[int, int, int]) -> int:
    """Which line of a list fires for scores of A, B and C, from 0."""
    return decisions.fired_rule(_point(scores))


def label_wager(label: str, scores: tuple[int, int, int], role: int) -> int:
    """Wager of a label such as ``2*B - A`` or ``everything``, in dollars, cut to what is legal."""
    own = max(scores[role], 0)
    if label in ("everything", "nothing"):
        return own if label == "everything" else 0
    return int(min(max(point_value(parse_expression(label), _point(scores), True), 0), own))


def _point(scores: tuple[int, int, int]) -> dict[str, Fraction]:
    return {name: Fraction(max(score, 0)) for name, score in zip(ROLES, scores, strict=True)}


@cache
def load_shipped_list(era: Era, role: int) -> DecisionList:
    """The shipped list of a role, learnt from the best response to people of an era."""
    return parse_list("\n".join(load_table("final_cards")["lists"][str(int(era))][ROLES[role]]))


def final_card(era: Era, roles: Sequence[int] = (0, 1, 2)) -> Card:
    """The card of an era: one section for each role, the rules and what they cost."""
    sections = tuple(_section(era, role) for role in roles)
    given = "scores A ≥ B ≥ C before Final Jeopardy. If a bet is negative, bet $0. If it exceeds your score, go all-in"
    origin = f"kibitz {__version__} · best response to people {era.words}, ties {era.ties.value} · average confidence"
    return Card(f"Final Jeopardy, {era.words}", given, sections, origin, SYMBOLS)


def _section(era: Era, role: int) -> Section:
    decisions = load_shipped_list(era, role)
    lines = [CardRule("if " + pretty_guard(parse_guard("A > 2*B")), (RUNAWAY_RULES[role],))]
    lines += [
        CardRule("if " + pretty_guard(rule.guard), (format_bet(str(rule.outcome[0].rest)),)) for rule in decisions.rules
    ]
    lines.append(CardRule("", (format_bet(str(decisions.default[0].rest)),)))
    size = f"depth {decisions.depth}, width {decisions.width}"
    return Section(f"{ROLES[role]}, {PLACES[role]}", tuple(lines), 0, (), size, (str(load_shipped_loss(era, role)),))


def format_bet(label: str) -> str:
    """A bet as a card shows it: a name, dollars, or a formula with typographic signs."""
    if label in BET_NAMES:
        return BET_NAMES[label]
    return f"${label}" if label.isdecimal() else pretty(parse_expression(label))
