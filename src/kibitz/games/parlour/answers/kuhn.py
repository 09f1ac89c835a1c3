"""Kuhn poker with any number of cards, and what to do with a hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from kibitz.core.counsel import Counsel
from kibitz.core.exhibits import Exhibit, Note, Table, options_table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance
from kibitz.core.work import Work

if TYPE_CHECKING:
    from kibitz.games.parlour.questions import kuhn as questions


class KuhnAnswer(Answer, frozen=True, kw_only=True, tag="parlour.kuhn/1"):
    """Values in antes a hand, to A; strategies are the chance of the bolder action with each card, card 1 first."""

    cards: int
    value: float
    value_exact: str
    strategies: dict[str, dict[str, tuple[float, ...]]]
    exploitability: dict[str, dict[str, float]]
    exploitability_exact: dict[str, dict[str, str]]
    counsel: Counsel | None = None
    """Advice for the hand, where a card was given."""

    def told(self) -> Explanation:
        if self.counsel is not None:
            return self.counsel.explanation
        return Explanation(f"Kuhn poker with {self.cards} cards; worth {self.value_exact} antes to A a hand")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(f"Kuhn poker with {self.cards} cards; worth {self.value_exact} antes to A a hand\n", "strong")
        a, b = self.strategies["A"], self.strategies["B"]
        acts = (("A bets", a["bet"]), ("A calls after checking", a["call"]),
                ("B calls a bet", b["call"]), ("B bets after a check", b["bet"]))  # fmt: skip
        yield Table(("", "cards"), tuple((label, card_ranges(chances)) for label, chances in acts), left=(0, 1))
        for edition, losses in self.exploitability_exact.items():
            yield Note(f"The {edition} lists give away: A {losses['A']}, B {losses['B']} antes a hand")
        if self.counsel is not None:
            yield options_table(self.counsel, "action", f"\nYour hand: {self.counsel.position}")
            yield self.counsel


def card_ranges(chances: tuple[float, ...]) -> str:
    """Cards that act, as ranges: ``1, 2 (41.7 %), 11-13``."""
    parts = []
    for often, group in groupby(enumerate(chances, 1), key=lambda entry: entry[1]):
        cards = [card for card, _ in group]
        if often:
            span = str(cards[0]) if len(cards) == 1 else f"{cards[0]}-{cards[-1]}"
            parts.append(span if often == 1 else f"{span} ({format_chance(often)})")
    return ", ".join(parts) or "none"


def answer_kuhn(asked: questions.Kuhn, work: Work) -> KuhnAnswer:
    """The answer to `questions.Kuhn`."""
    from kibitz.games.parlour import kuhn_lists
    from kibitz.games.parlour.advice import counsel
    from kibitz.games.parlour.kuhn import exploitabilities, value
    from kibitz.games.parlour.position import KuhnHand

    played = {edition: kuhn_lists.strategies(each, asked.cards) for edition, each in kuhn_lists.lists().items()}
    a, b = played["corrected"]
    losses = {edition: exploitabilities(*each) for edition, each in played.items()}
    return KuhnAnswer(
        cards=asked.cards,
        value=float(value(asked.cards)),
        value_exact=str(value(asked.cards)),
        strategies={
            "A": {"bet": tuple(map(float, a.bet)), "call": tuple(map(float, a.call))},
            "B": {"call": tuple(map(float, b.call)), "bet": tuple(map(float, b.bet))},
        },
        exploitability={
            edition: {player: float(loss) for player, loss in each.items()} | {"gap": float(sum(each.values()))}
            for edition, each in losses.items()
        },
        exploitability_exact={
            edition: {player: str(loss) for player, loss in each.items()} for edition, each in losses.items()
        },
        counsel=None if asked.card is None else counsel(KuhnHand(asked.cards, asked.card, asked.after), asked.action),
    )
