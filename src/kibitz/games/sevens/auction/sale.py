"""One sealed second-price (Vickrey) auction: valid bids, winner and price."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class SoleBidderPrice(StrEnum):
    """What the only player with room on the rack pays."""

    NOTHING = "nothing"
    OWN_BID = "own bid"


class Fault(StrEnum):
    """What was wrong with a bid or a word, and how the referee counted it."""

    LATE = "late, counted as 0"
    NEGATIVE = "negative, counted as 0"
    NOT_WHOLE = "not a whole number, counted as 0"
    ABOVE_SCORE = "above the score, reduced to it"
    ERROR = "raised an error, counted as 0"
    BAD_WORD = "not a word from this rack, scores 0"


@dataclass(frozen=True, slots=True)
class Sale:
    """One auction as everybody sees it. ``bids`` go by seat, ``None`` for players whose rack was full."""

    letter: str
    bids: tuple[int | None, ...]
    winner: int
    price: int


def check_bid(bid: object, score: int) -> tuple[int, Fault | None]:
    """What a bid counts for, and what was wrong with it."""
    if isinstance(bid, bool):
        return 0, Fault.NOT_WHOLE
    try:
        amount = operator.index(bid)  # type: ignore[arg-type]
    except TypeError:
        return 0, Fault.NOT_WHOLE
    if amount < 0:
        return 0, Fault.NEGATIVE
    if amount > score:
        return score, Fault.ABOVE_SCORE
    return amount, None


def settle_sale(
    letter: str, bids: Sequence[int | None], tie: float, alone_pays: SoleBidderPrice = SoleBidderPrice.NOTHING
) -> Sale:
    """The sale that follows from checked bids; ``tie`` in [0, 1) picks among equal highest bids.

    The price is the second-highest bid of the open players, so it never exceeds the winner's. With all bids at zero the
    tile still goes, for nothing, to a random open player.
    """
    open_seats = [seat for seat, bid in enumerate(bids) if bid is not None]
    amounts = [bid for bid in bids if bid is not None]
    highest = max(amounts)
    tied = [seat for seat in open_seats if bids[seat] == highest]
    winner = tied[int(tie * len(tied))]
    if len(amounts) == 1:
        price = 0 if alone_pays is SoleBidderPrice.NOTHING else highest
    elif len(tied) > 1:
        price = highest
    else:
        price = max(amount for amount in amounts if amount != highest)
    return Sale(letter, tuple(bids), winner, price)
