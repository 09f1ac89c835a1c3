"""The answer to `questions.kuhn`: Kuhn poker with any number of cards, and advice for one hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Table, options_table
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.recommendation import Recommendation
from kibitz.core.units import format_chance
from kibitz.core.work import WorkContext
from kibitz.games.parlour.fields import parse_chance

if TYPE_CHECKING:
    from kibitz.games.parlour.kuhn.strategies import AStrategy, BStrategy
    from kibitz.games.parlour.questions import kuhn as questions


ALL_OF_THREE = (
    "All equilibria: A bets the king with probability alpha and the jack with alpha/3. A calls with the queen with "
    "probability alpha/3 + 1/3. Any alpha from 0 to 1 will do. B has only this strategy. No equilibrium is pure."
)


class ObservedPlay(Struct, frozen=True):
    """The best response to an observed opponent: chances of the bolder action with each card, card 1 first.

    ``payoff`` is yours against the mean of the posterior, in antes per hand, ``gain`` its advantage over equilibrium
    play, ``exploitability`` the loss against a best response.
    """

    me: str
    hands: int
    opponent: dict[str, tuple[float, ...]]
    response: dict[str, tuple[float, ...]]
    payoff: float
    gain: float
    exploitability: float


class KuhnAnswer(Answer, frozen=True, kw_only=True, tag="parlour.kuhn/2"):
    """Values are A's, in antes per hand; strategies are chances of the bolder action with each card, card 1 first."""

    cards: int
    value: float
    value_exact: str
    strategies: dict[str, dict[str, tuple[float, ...]]]
    exploitability: dict[str, dict[str, float]]
    exploitability_exact: dict[str, dict[str, str]]
    plays: dict[str, tuple[float, ...]]
    """Bluffs and traps: the chance of each with every card."""
    seen: ObservedPlay | None = None
    alpha: str | None = None
    counsel: Recommendation | None = None
    """Advice for the hand, if the request has a card."""

    def explain(self) -> Explanation:
        if self.counsel is not None:
            return self.counsel.explanation
        return Explanation(f"Kuhn poker with {self.cards} cards; value to A {self.value_exact} antes per hand")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(f"Kuhn poker with {self.cards} cards; value to A {self.value_exact} antes per hand\n", "strong")
        a, b = self.strategies["A"], self.strategies["B"]
        actions = (
            ("A bets", a["bet"]),
            ("A calls after checking", a["call"]),
            ("B calls a bet", b["call"]),
            ("B bets after a check", b["bet"]),
        )
        yield Table(
            ("", "cards"), tuple((label, format_card_ranges(chances)) for label, chances in actions), left=(0, 1)
        )
        yield Note("; ".join(f"{name}: {format_card_ranges(chances)}" for name, chances in self.plays.items()))
        if self.cards == 3:
            yield Note(ALL_OF_THREE)
        if self.seen is not None:
            yield from _observed_play_exhibits(self.seen)
        for edition, losses in self.exploitability_exact.items():
            yield Note(f"Loss of the {edition} lists: A {losses['A']}, B {losses['B']} antes per hand")
        if self.counsel is not None:
            yield options_table(self.counsel, "action", f"\nYour hand: {self.counsel.position}")
            yield AdviceExhibit(self.counsel)


def _observed_play_exhibits(seen: ObservedPlay) -> Iterator[Exhibit]:
    rows = []
    for who, strategy in (
        (f"{'B' if seen.me == 'A' else 'A'} as observed", seen.opponent),
        ("you", seen.response),
    ):
        rows += [(f"{who}: {verb}", format_card_ranges(chances)) for verb, chances in strategy.items()]
    yield Table(
        ("", "cards"), tuple(rows), left=(0, 1), title=f"\nAgainst {seen.hands:,} observed hands, you as {seen.me}"
    )
    yield Note(
        f"Value {seen.payoff:+.4f} antes per hand, {seen.gain:.4f} more than equilibrium play. "
        f"Exploitability: {seen.exploitability:.4f} antes per hand"
    )


def format_card_ranges(chances: tuple[float, ...]) -> str:
    """Cards that act, as ranges: ``1, 2 (41.7 %), 11-13``."""
    parts = []
    for chance, group in groupby(enumerate(chances, 1), key=lambda entry: entry[1]):
        cards = [card for card, _ in group]
        if chance:
            span = str(cards[0]) if len(cards) == 1 else f"{cards[0]}-{cards[-1]}"
            parts.append(span if chance == 1 else f"{span} ({format_chance(chance)})")
    return ", ".join(parts) or "none"


def answer_kuhn(request: questions.KuhnRequest, work: WorkContext) -> KuhnAnswer:
    """The answer to `questions.KuhnRequest`."""
    from kibitz.games.parlour.advice import recommend_in_position
    from kibitz.games.parlour.kuhn import lists
    from kibitz.games.parlour.kuhn.observed_opponent import named_plays, three_card_equilibrium
    from kibitz.games.parlour.kuhn.strategies import exploitabilities, value
    from kibitz.games.parlour.position import KuhnHand

    played = {edition: lists.strategies(each, request.cards) for edition, each in lists.lists().items()}
    if request.alpha is not None:
        played["corrected"] = three_card_equilibrium(parse_chance(request.alpha, "alpha"))
    a, b = played["corrected"]
    losses = {edition: exploitabilities(*each) for edition, each in played.items()}
    return KuhnAnswer(
        cards=request.cards,
        value=float(value(request.cards)),
        value_exact=str(value(request.cards)),
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
        plays={name: tuple(map(float, chances)) for name, chances in named_plays(a, b).items()},
        seen=_observed_play(request),
        alpha=request.alpha,
        counsel=None
        if request.card is None
        else recommend_in_position(KuhnHand(request.cards, request.card, request.after), request.action),
    )


def _observed_play(request: questions.KuhnRequest) -> ObservedPlay | None:
    from fractions import Fraction

    from kibitz.games.parlour.kuhn.observed_opponent import parse_hands, respond_to_hands

    if request.hands is None:
        return None
    opponent = "B" if request.me == "A" else "A"
    hands = parse_hands(request.hands.read_text(), request.cards, opponent, request.hands.name)
    result = respond_to_hands(request.cards, request.me, hands, Fraction(request.prior))

    def strategy_columns(strategy: AStrategy | BStrategy) -> dict[str, tuple[float, ...]]:
        return {"bet": tuple(map(float, strategy.bet)), "call": tuple(map(float, strategy.call))}

    figures = (float(result.payoff), float(result.gain), float(result.exploitability))
    return ObservedPlay(
        request.me, hands.total(), strategy_columns(result.opponent), strategy_columns(result.strategy), *figures
    )
