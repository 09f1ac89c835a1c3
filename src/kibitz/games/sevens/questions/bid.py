"""What to bid for the letter on offer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from kibitz.core.counsel import Counsel, counsel_on
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Curve, Exhibit, Mark, Table, curve_of, options_table
from kibitz.core.question import Answer, Cost, File, Request
from kibitz.core.units import format_chance, format_count
from kibitz.core.work import Work
from kibitz.games.sevens.auction.record import MAX_BID, RACK_SIZE
from kibitz.games.sevens.questions.fields import GAME, Hidden, Letters, Seat, WordList
from kibitz.games.sevens.roster import MAX_SEATS

Aim = Literal["points", "difference"]


class Outcome(Struct, frozen=True):
    """How the round may go on, with its chance; the chances of all outcomes sum to 1."""

    outcome: str
    chance: float


class WordInReach(Struct, frozen=True):
    """A seven-letter word, the letters it still needs, and the chance that all of them come up."""

    word: str
    missing: str
    chance: float
    points: int
    uses_tile: bool


class BidAnswer(Answer, frozen=True, kw_only=True, tag="sevens.bid/1"):
    """A bid. ``value`` is what the letter adds, in points of the round: ``gain_with`` it less ``gain_without`` it.

    ``win_chance`` and ``mean_price`` are those of the bid advised. Where ``aim`` is the difference, they and the
    outcomes are missing, since the bid is safe whatever the other bids, and ``rival_value`` is what the letter adds to
    the other's rack.
    """

    files: ClassVar = {"chart": "Also draw the curve to this SVG file."}

    aim: Aim
    bid: int
    value: float
    gain_with: float
    gain_without: float
    win_chance: float | None
    mean_price: float | None
    rival_value: float | None
    outcomes: tuple[Outcome, ...]
    words: tuple[WordInReach, ...]
    auctions_seen: int
    counsel: Counsel

    def exhibits(self) -> Iterator[Exhibit]:
        yield self.counsel
        if self.outcomes:
            yield Table(("outcome", "chance"), tuple((row.outcome, format_chance(row.chance)) for row in self.outcomes))
        if self.words:
            words = tuple((w.word, w.missing or "-", format_chance(w.chance), str(w.points)) for w in self.words)
            yield Table(("word in reach", "missing", "chance", "points"), words, left=(0, 1))
        yield options_table(self.counsel, "bid")
        yield self.chart()

    def chart(self) -> Curve:
        """What the round is worth over all bids."""
        rack, letter, *_ = self.counsel.position.split(".")
        title = f"Sevens: what should {'an empty rack' if rack == '-' else rack} bid for {letter}?"
        marks = (Mark(self.bid, "advised"),)
        axis = "points of the round" if self.aim == "points" else "points ahead of the other, at least"
        return curve_of(self.counsel, title, "bid", axis, marks, None, self.counsel.provenance.opponents)

    def file(self, kind: str) -> File:
        from kibitz.draw.curve import curve_svg

        return File("bid.svg", "image/svg+xml", curve_svg(self.chart()).encode())


class Bid(Request, frozen=True, kw_only=True):
    """What to bid for the letter on offer, what winning it is worth, and why."""

    tile: Annotated[Letters, Meta(min_length=1, max_length=1, description="The letter on offer.", examples=["R"],
                                  extra={"accepts": "one letter from A to Z"})]  # fmt: skip
    players: Annotated[int, Meta(ge=1, le=MAX_SEATS, description="Players at the table.", examples=[6])]
    rack: Annotated[Letters, Meta(max_length=RACK_SIZE, description="Your letters so far, hidden ones included, "
                                  "such as EST.", extra={"accepts": "at most 7 letters from A to Z"})] = ""  # fmt: skip
    left: (
        Annotated[
            int,
            Meta(ge=1, le=98, description="Auctions left this round, this one included (all of them if not given)."),
        ]
        | None
    ) = None
    hidden: Hidden = 0
    score: Annotated[int, Meta(ge=0, le=MAX_BID, description="Your score, which limits the bid.")] = 100
    seen: Annotated[Letters, Meta(max_length=98, description="Letters that others took this round, where known.",
                                  extra={"accepts": "at most 98 letters from A to Z"})] = ""  # fmt: skip
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
        Meta(description="Most points for yourself, or to beat the other of two; --seen are then all its letters."),
    ] = "points"
    words: WordList | None = None

    def __post_init__(self) -> None:
        if self.seat >= self.players:
            raise InputError(f"seat: 0 to {self.players - 1} are accepted, not {self.seat}")
        if self.aim == "difference" and self.history is not None:
            raise InputError("history: the safe bid needs no prices; only one of history and aim is accepted")
        if self.bid is not None and self.bid > self.score:
            raise InputError(f"bid: at most the score, {self.score}, is accepted, not {self.bid}")

    def resolved(self) -> Self:
        if self.left is not None:
            return self
        # All auctions of the round but those in which the letters on the racks went.
        gone = max(0, len(self.rack) - self.hidden) + len(self.seen)
        return replace(self, left=max(1, self.players * (RACK_SIZE - self.hidden) - gone))

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: Work) -> BidAnswer:
        from kibitz.core.ids import ChoiceIndex
        from kibitz.games.sevens.auction.history import parse_history
        from kibitz.games.sevens.auction.position import BidPosition, format_position
        from kibitz.games.sevens.bidding.advice import GRADES, advise
        from kibitz.games.sevens.bidding.safe import advise_safe
        from kibitz.games.sevens.words.lexicon import load_lexicon
        from kibitz.games.sevens.words.tiles import parse_rack

        auctions = self.players * (RACK_SIZE - self.hidden)
        position = BidPosition(
            parse_rack(self.rack), parse_rack(self.tile, "tile", 1), self.players, self.resolved().left or auctions,
            self.hidden, self.score, parse_rack(self.seen, "seen", 98),
        )  # fmt: skip
        past = () if self.history is None else parse_history(self.history.read_text(), self.players)
        if any(len(sales) > auctions for sales in past):
            table = format_count(self.players, "player")
            raise InputError(f"history: a round of {table} has at most {format_count(auctions, 'auction')}")
        work.progress(0, 0, "reading the word list")
        lexicon = load_lexicon(self.words)
        if self.aim == "difference":
            found = advise_safe(lexicon, position, self.bid or 0)
        else:
            found = advise(lexicon, position, past, self.seat, self.bid or 0)
        counsel = counsel_on(
            GAME,
            format_position(position),
            found.advice,
            found.reason,
            choice=ChoiceIndex(found.bid),
            chosen=None if self.bid is None else ChoiceIndex(self.bid),
            thresholds=GRADES,
        )
        return BidAnswer(
            aim=self.aim,
            bid=found.bid,
            value=found.worth.gain,
            gain_with=found.worth.with_letter,
            gain_without=found.worth.without,
            win_chance=found.win_chance,
            mean_price=found.mean_price,
            rival_value=found.rival_gain,
            outcomes=tuple(Outcome(name, chance) for name, chance in found.outcomes.items()),
            words=tuple(WordInReach(w.word, w.missing, w.chance, w.points, w.uses_tile) for w in found.words),
            auctions_seen=found.n_seen,
            counsel=counsel,
        )
