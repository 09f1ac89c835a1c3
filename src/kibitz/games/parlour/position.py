"""Positions of the parlour games: what the player to act knows. Each has a notation that `parse_position` reads.

    final:5-3:0.7,0.4:1              scores, chances to be right, who decides (1 or 2)
    kuhn:13:4:check-bet              cards in the deck, own card, history (start, bet, check, check-bet)
    vote:0.6,0.4:0.3,0.5             chances to beat P1 and P2, chances that P1 and P2 vote for you (:P1 the strongest)
    two-by-two:3,3,0,5,5,0,1,1:row   payoffs a to h of equation (1), who decides (row or column)

Chances and payoffs are exact fractions (``0.7`` is 7/10, ``1/3`` works too), so that ties are exact.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from kibitz.core import ChoiceGrid, ChoiceList, InputError, PlayerId
from kibitz.games.parlour.limits import HISTORIES, MAX_CARDS, MAX_SCORE, MIN_CARDS, TIES
from kibitz.rules.language.expression import Number, format_number, parse_expression
from kibitz.rules.language.syntax_tree import MAX_DIGITS


def parse_number(text: str, name: str) -> Fraction:
    """The number written in ``text`` as a fraction, exactly: ``0.7``, ``2``, ``-1/3``, ``1e-3``."""
    try:
        expression = parse_expression(text)
    except InputError:
        expression = None
    if not isinstance(expression, Number):
        raise InputError(
            f"{name}: must be a number of at most {MAX_DIGITS} digits, such as 0.7 or 1/3, not {text[:40]!r}"
        )
    return expression.value


def check_chance(value: Fraction, name: str) -> None:
    """Raise an `InputError` unless ``value`` is a probability."""
    if not 0 <= value <= 1:
        raise InputError(f"{name}: must be a probability from 0 to 1, not {format_number(value)}")


def check_cards(cards: int) -> None:
    """Raise an `InputError` unless kibitz supports this number of cards."""
    if not MIN_CARDS <= cards <= MAX_CARDS:
        raise InputError(f"cards: must be a whole number from {MIN_CARDS} to {MAX_CARDS:,}, not {cards}")


@dataclass(frozen=True, slots=True)
class FinalPosition:
    """Two players before the Final clue: both know the scores and both chances to be right."""

    scores: tuple[int, int]
    p: tuple[Fraction, Fraction]
    player: Literal[1, 2] = 1

    def __post_init__(self) -> None:
        for score in self.scores:
            if not 0 <= score <= MAX_SCORE:
                raise InputError(
                    f"scores: must be whole numbers from 0 to {MAX_SCORE}, not {score}; divide dollars by a common unit"
                )
        for name, chance in zip(("p1", "p2"), self.p, strict=True):
            check_chance(chance, name)

    @property
    def choices(self) -> ChoiceGrid:
        """Wagers from nothing to the whole score."""
        return ChoiceGrid(0, self.scores[self.player - 1])

    @property
    def decider(self) -> PlayerId:
        return PlayerId(f"player {self.player}")


@dataclass(frozen=True, slots=True)
class KuhnHand:
    """A hand of Kuhn poker: a card of 1..cards, and the actions before the player to act."""

    cards: int
    card: int
    history: str = "start"

    def __post_init__(self) -> None:
        check_cards(self.cards)
        if not 1 <= self.card <= self.cards:
            raise InputError(f"card: must be a whole number from 1 to {self.cards}, not {self.card}")
        if self.history not in HISTORIES:
            raise InputError(f"history: must be one of {', '.join(HISTORIES)}, not {self.history!r}")

    @property
    def choices(self) -> ChoiceList:
        """Bet or check, or after a bet call or fold; the bolder first."""
        return ChoiceList(("call", "fold") if self.history.endswith("bet") else ("bet", "check"))

    @property
    def decider(self) -> PlayerId:
        return PlayerId("A" if self.history in ("start", "check-bet") else "B")


@dataclass(frozen=True, slots=True)
class VotePosition:
    """The last vote at the Weakest Link: three players are left and you vote for P1 or P2.

    ``p1`` and ``p2`` are your chances to beat each in the last round, ``y1`` and ``y2`` the chances that each votes for
    you; otherwise they vote for each other. ``tie`` says who leaves if each has one vote: one at random, or the player
    that the strongest link (you, P1 or P2) voted for.
    """

    p1: Fraction
    p2: Fraction
    y1: Fraction
    y2: Fraction
    tie: str = "random"

    def __post_init__(self) -> None:
        for name in ("p1", "p2", "y1", "y2"):
            check_chance(getattr(self, name), name)
        if self.tie not in TIES:
            raise InputError(f"tie: must be one of {', '.join(TIES)}, not {self.tie[:40]!r}")

    @property
    def choices(self) -> ChoiceList:
        return ChoiceList(("P1", "P2"))

    @property
    def decider(self) -> PlayerId:
        return PlayerId("you")


@dataclass(frozen=True, slots=True)
class TwoByTwoPosition:
    """A 2x2 game: payoffs a, b (top left), c, d (top right), e, f (bottom left), g, h (bottom right), row's first."""

    payoffs: tuple[Fraction, ...]
    player: Literal["row", "column"] = "row"

    def __post_init__(self) -> None:
        if len(self.payoffs) != 8:
            raise InputError(f"payoffs: must be eight numbers a to h, not {len(self.payoffs)}")

    @property
    def choices(self) -> ChoiceList:
        return ChoiceList(("top", "bottom") if self.player == "row" else ("left", "right"))

    @property
    def decider(self) -> PlayerId:
        return PlayerId(self.player)


Position: TypeAlias = FinalPosition | KuhnHand | VotePosition | TwoByTwoPosition


def format_position(position: Position) -> str:
    """The notation of a position; ``parse_position`` reads it back."""
    match position:
        case FinalPosition(scores, p, player):
            return f"final:{scores[0]}-{scores[1]}:{_numbers(*p)}:{player}"
        case KuhnHand(cards, card, history):
            return f"kuhn:{cards}:{card}:{history}"
        case VotePosition(p1, p2, y1, y2, tie):
            return f"vote:{_numbers(p1, p2)}:{_numbers(y1, y2)}" + ("" if tie == "random" else f":{tie}")
        case TwoByTwoPosition(payoffs, player):
            return f"two-by-two:{_numbers(*payoffs)}:{player}"


def parse_position(text: str) -> Position:
    """Read a notation such as ``vote:0.6,0.4:0.3,0.5``; raises `InputError` on anything else."""
    game, _, rest = text.partition(":")
    if game not in _NOTATIONS:
        raise InputError(f"position: must start with one of {', '.join(_NOTATIONS)}, not {text[:40]!r}")
    pattern, example, build = _NOTATIONS[game]
    match = re.fullmatch(pattern, rest)
    if match is None:
        raise InputError(f"position: must be a notation such as {example}, not {text[:80]!r}")
    return build(*match.groups())


def _numbers(*values: Fraction) -> str:
    return ",".join(format_number(value) for value in values)


def _parse_numbers(text: str, name: str) -> tuple[Fraction, ...]:
    return tuple(parse_number(part, name) for part in text.split(","))


def _final(first: str, second: str, p: str, player: str) -> FinalPosition:
    p1, p2 = _parse_numbers(p, "p")
    return FinalPosition((int(first), int(second)), (p1, p2), 1 if player == "1" else 2)


def _hand(cards: str, card: str, history: str) -> KuhnHand:
    return KuhnHand(int(cards), int(card), history)


def _vote(p: str, y: str, tie: str | None) -> VotePosition:
    (p1, p2), (y1, y2) = _parse_numbers(p, "p"), _parse_numbers(y, "y")
    return VotePosition(p1, p2, y1, y2, tie or "random")


def _two_by_two(payoffs: str, player: str) -> TwoByTwoPosition:
    return TwoByTwoPosition(_parse_numbers(payoffs, "payoffs"), "row" if player == "row" else "column")


_PAIR = "([^:,]{1,220},[^:,]{1,220})"
_NOTATIONS: dict[str, tuple[str, str, Callable[..., Position]]] = {
    "final": (rf"(\d{{1,9}})-(\d{{1,9}}):{_PAIR}:([12])", "final:5-3:0.7,0.4:1", _final),
    "kuhn": (r"(\d{1,9}):(\d{1,9}):([a-z-]{1,20})", "kuhn:13:4:check-bet", _hand),
    "vote": (rf"{_PAIR}:{_PAIR}(?::(you|P1|P2))?", "vote:0.6,0.4:0.3,0.5", _vote),
    "two-by-two": (r"([^:]{1,2000}):(row|column)", "two-by-two:3,3,0,5,5,0,1,1:row", _two_by_two),
}
"""Each game: the pattern of what follows its name, an example, and what builds the position."""
