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
from kibitz.games.sevens.fields import Hidden, Letters, Seat, TilesFile, TilesName, WordList
from kibitz.games.sevens.roster import MAX_SEATS

MAX_RACK_TEXT = 40
"""Characters of a rack as typed, with spaces or commas between the letters."""


class BidRequest(Request, frozen=True, kw_only=True):
    """What to bid for the letter on offer, what winning it is worth, and why."""

    tile: Annotated[
        Letters,
        Meta(
            min_length=1,
            max_length=1,
            description="The letter on offer.",
            examples=["R"],
            extra={"label": "Letter on offer", "accepts": "one letter from A to Z"},
        ),
    ]
    players: Annotated[int, Meta(ge=1, le=MAX_SEATS, description="Number of players at the table.", examples=[6])]
    rack: Annotated[
        Letters,
        Meta(
            max_length=MAX_RACK_TEXT,
            description="Letters on your rack, including hidden ones, such as EST.",
            extra={"accepts": "at most 7 letters from A to Z"},
        ),
    ] = ""
    left: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=98,
                description="Auctions left in this round, including this one (if not given, all of them).",
                extra={"label": "Auctions left"},
            ),
        ]
        | None
    ) = None
    hidden: Hidden = 0
    score: Annotated[int, Meta(ge=0, le=MAX_BID, description="Your score, which limits the bid.")] = 100
    taken: Annotated[
        Letters,
        Meta(
            max_length=3 * 98,
            description="Letters that other players won this round, as far as you know.",
            extra={"label": "Letters taken", "accepts": "at most 98 letters from A to Z", "formerly": "seen"},
        ),
    ] = ""
    history: (
        Annotated[
            Document,
            Meta(description="Earlier auctions, one JSON object per line. kibitz estimates prices from them."),
        ]
        | None
    ) = None
    seat: Annotated[Seat, Meta(description="Your seat in the history, from 0.")] = 0
    bid: (
        Annotated[int, Meta(ge=0, le=999, description="Your own bid, to be judged.", extra={"label": "Your own bid"})]
        | None
    ) = None
    aim: Annotated[
        Aim,
        Meta(
            description="Maximize your points, or your lead over one opponent (then give all its letters as --taken).",
            extra={
                "page_help": "Maximize your points, or your lead over one opponent. For the lead, give all letters of "
                "the opponent."
            },
        ),
    ] = "points"
    tiles: TilesName = "english"
    tiles_file: TilesFile | None = None
    words: WordList | None = None

    def __post_init__(self) -> None:
        if (n := sum(map(str.isalpha, self.rack))) >= RACK_SIZE:
            raise InputError(f"rack: must have room for the letter: at most 6 letters, not the {n} of {self.rack!r}")
        if self.seat >= self.players:
            raise InputError(f"seat: must be from 0 to {self.players - 1}, not {self.seat}")
        if self.aim == "difference" and self.history is not None:
            raise InputError("history: cannot be combined with aim difference, because the safe bid needs no prices")
        if self.bid is not None and self.bid > self.score:
            raise InputError(f"bid: must be at most your score of {self.score}, not {self.bid}")

    def with_defaults(self) -> Self:
        if self.left is not None:
            return self
        # Each letter on a rack that was not hidden took one auction of the round.
        rack, taken = (sum(map(str.isalpha, text)) for text in (self.rack, self.taken))
        gone = max(0, rack - self.hidden) + taken
        return replace(self, left=max(1, self.players * (RACK_SIZE - self.hidden) - gone))

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> BidAnswer:
        return answer_bid(self, work)
