"""What to bid for the letter on offer."""

from __future__ import annotations

from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import WorkContext
from kibitz.games.sevens.answers.bid import Aim, BidAnswer, answer_bid
from kibitz.games.sevens.auction.record import MAX_BID, RACK_SIZE
from kibitz.games.sevens.fields import Hidden, Letters, Seat, WordList
from kibitz.games.sevens.roster import MAX_SEATS


class BidRequest(Request, frozen=True, kw_only=True):
    """What to bid for the letter on offer, what winning it is worth, and why."""

    tile: Annotated[
        Letters,
        Meta(
            min_length=1,
            max_length=1,
            description="The letter on offer.",
            examples=["R"],
            extra={"accepts": "one letter from A to Z"},
        ),
    ]
    players: Annotated[int, Meta(ge=1, le=MAX_SEATS, description="Players at the table.", examples=[6])]
    rack: Annotated[
        Letters,
        Meta(
            max_length=RACK_SIZE,
            description="Your letters so far, hidden ones included, such as EST.",
            extra={"accepts": "at most 7 letters from A to Z"},
        ),
    ] = ""
    left: (
        Annotated[
            int,
            Meta(ge=1, le=98, description="Auctions left this round, this one included (all of them if not given)."),
        ]
        | None
    ) = None
    hidden: Hidden = 0
    score: Annotated[int, Meta(ge=0, le=MAX_BID, description="Your score, which limits the bid.")] = 100
    taken: Annotated[
        Letters,
        Meta(
            max_length=98,
            description="Letters that others took this round, where known.",
            extra={"accepts": "at most 98 letters from A to Z", "formerly": "seen"},
        ),
    ] = ""
    history: (
        Annotated[
            Document,
            Meta(description="File of earlier auctions, one JSON object a line; prices are learnt from it."),
        ]
        | None
    ) = None
    seat: Annotated[Seat, Meta(description="Your seat in the history.")] = 0
    bid: Annotated[int, Meta(ge=0, le=999, description="A bid of your own to judge.")] | None = None
    aim: Annotated[
        Aim,
        Meta(description="Most points for yourself, or to beat the other of two; --taken are then all its letters."),
    ] = "points"
    words: WordList | None = None

    def __post_init__(self) -> None:
        if self.seat >= self.players:
            raise InputError(f"seat: 0 to {self.players - 1} are accepted, not {self.seat}")
        if self.aim == "difference" and self.history is not None:
            raise InputError("history: the safe bid needs no prices; only one of history and aim is accepted")
        if self.bid is not None and self.bid > self.score:
            raise InputError(f"bid: at most the score, {self.score}, is accepted, not {self.bid}")

    def with_defaults(self) -> Self:
        if self.left is not None:
            return self
        # All auctions of the round but those in which the letters on the racks went.
        gone = max(0, len(self.rack) - self.hidden) + len(self.taken)
        return replace(self, left=max(1, self.players * (RACK_SIZE - self.hidden) - gone))

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> BidAnswer:
        return answer_bid(self, work)
