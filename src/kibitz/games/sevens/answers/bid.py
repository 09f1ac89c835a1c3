"""What to bid for the letter on offer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Table, options_table
from kibitz.core.exhibits.advice import AdviceExhibit
from kibitz.core.exhibits.grids import Tile, TileRow, TileTable
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.recommendation import Recommendation, recommend
from kibitz.core.units import format_chance, format_count
from kibitz.core.work import WorkContext
from kibitz.draw.curve import Curve, CurveMark, recommendation_curve
from kibitz.games.sevens.auction.record import RACK_SIZE
from kibitz.games.sevens.bidding.word_in_reach import WordInReach
from kibitz.games.sevens.fields import GAME

if TYPE_CHECKING:
    from kibitz.games.sevens.questions import bid as questions

MIN_CURVE_BIDS = 9
"""Smallest highest bid that the curve shows."""
MAX_WORDS_IN_TILES = 6
"""Words shown as tiles."""
Aim = Literal["points", "difference"]


class Outcome(Struct, frozen=True):
    """A way the round may continue, with its chance; the chances of all outcomes sum to 1."""

    outcome: str
    chance: float


class BidAnswer(Answer, frozen=True, kw_only=True, tag="sevens.bid/1"):
    """A bid. ``value`` is what the letter adds, in points of the round: ``gain_with`` it less ``gain_without`` it.

    ``win_chance`` and ``mean_price`` are those of the recommended bid. Where ``aim`` is the difference, they and the
    outcomes are missing, since the bid is safe whatever the opponent bids, and ``rival_value`` is what the letter adds
    to the opponent's rack.
    """

    files: ClassVar = {"chart": "Write the curve of all bids to this SVG file."}

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
    counsel: Recommendation

    def exhibits(self) -> Iterator[Exhibit]:
        yield AdviceExhibit(self.counsel)
        if self.outcomes:
            rows = tuple((row.outcome, format_chance(row.chance)) for row in self.outcomes)
            yield Table(("outcome", "chance"), rows, "How the round may end")
        if self.words:
            yield self._tiles()
        yield options_table(self.counsel, "bid", "Bids")
        yield self.chart()

    def _tiles(self) -> TileTable:
        """The words as tiles: letters on the rack, the one on offer, and those still to be won."""
        rack, letter, *_ = self.counsel.position.split(".")
        rows = tuple(
            TileRow(_word_tiles(word, rack, letter), (format_chance(word.chance), str(word.points)))
            for word in self.words[:MAX_WORDS_IN_TILES]
        )
        words = tuple((w.word, w.missing or "-", format_chance(w.chance), str(w.points)) for w in self.words)
        table = Table(("reachable word", "missing", "chance", "points"), words, "Reachable words", left=(0, 1))
        return TileTable(table.title, ("word", "chance", "points"), rows, table, remark="dashed: still to be won")

    def chart(self) -> Curve:
        """Curve of the round's value over the sensible bids."""
        rack, letter, *_ = self.counsel.position.split(".")
        title = f"Sevens: what should {'an empty rack' if rack == '-' else rack} bid for {letter}?"
        marks = (CurveMark(self.bid, "recommended"),)
        note = f"Assumes {self.counsel.provenance.opponents}."
        axis = "points in the round" if self.aim == "points" else "guaranteed lead in points"
        whole = recommendation_curve(self.counsel, title, "bid", axis, marks, None, note)
        own = 0 if whole.own is None else whole.own.choice
        # Bids far above the value of the letter all lose and would only stretch the chart.
        highest = max(MIN_CURVE_BIDS, 3 * max(whole.plateau or (0, 0)), own + 1)
        n_shown = sum(choice <= highest for choice in whole.choices)
        return replace(whole, choices=whole.choices[:n_shown], worth=whole.worth[:n_shown])

    def file(self, kind: str) -> File:
        from kibitz.draw.curve_plot import curve_svg

        return File("bid.svg", "image/svg+xml", curve_svg(self.chart()).encode())


def _word_tiles(word: WordInReach, rack: str, letter: str) -> tuple[Tile, ...]:
    """The tiles of a word: on the rack, on offer or missing. The letter on offer is used before one on the rack."""
    offered = word.uses_tile
    held = list(rack) if rack != "-" else []
    kinds: list[Literal["held", "offer", "missing"]] = []
    for each in word.word:
        if each == letter and offered:
            offered = False
            kinds.append("offer")
        elif each in held:
            held.remove(each)
            kinds.append("held")
        else:
            kinds.append("missing")
    return tuple(Tile(each, kind) for each, kind in zip(word.word, kinds, strict=True))


def answer_bid(request: questions.BidRequest, work: WorkContext) -> BidAnswer:
    """The answer to `questions.BidRequest`."""
    from kibitz.core.ids import ChoiceIndex
    from kibitz.games.sevens.auction.history import parse_history
    from kibitz.games.sevens.auction.position import BidPosition, format_position
    from kibitz.games.sevens.bidding.advice import BID_GRADES, advise
    from kibitz.games.sevens.bidding.safe_bid import advise_safe
    from kibitz.games.sevens.words.lexicon import load_lexicon
    from kibitz.games.sevens.words.tile_sets import find_tiles
    from kibitz.games.sevens.words.tiles import parse_rack

    auctions = request.players * (RACK_SIZE - request.hidden)
    tiles = find_tiles(request.tiles, request.tiles_file)
    position = BidPosition(
        parse_rack(request.rack),
        parse_rack(request.tile, "letter on offer", 1),
        request.players,
        request.with_defaults().left or auctions,
        request.hidden,
        request.score,
        parse_rack(request.taken, "taken", 98),
        tiles,
    )
    past = () if request.history is None else parse_history(request.history.read_text(), request.players, tiles)
    if any(len(sales) > auctions for sales in past):
        table = format_count(request.players, "player")
        raise InputError(
            f"history: a round of {table} has at most {format_count(auctions, 'auction')}; give the rounds separately"
        )
    work.progress(0, 0, "reading the word list")
    lexicon = load_lexicon(request.words, tiles)
    if request.aim == "difference":
        result = advise_safe(lexicon, position, request.bid or 0)
    else:
        result = advise(lexicon, position, past, request.seat, request.bid or 0)
    counsel = recommend(
        GAME,
        format_position(position),
        result.advice,
        Explanation(result.reason.headline, (*result.reason.reasons, *lexicon.notes), result.reason.rule),
        choice=ChoiceIndex(result.bid),
        chosen=None if request.bid is None else ChoiceIndex(request.bid),
        thresholds=BID_GRADES,
    )
    return BidAnswer(
        aim=request.aim,
        bid=result.bid,
        value=result.worth.gain,
        gain_with=result.worth.with_letter,
        gain_without=result.worth.without,
        win_chance=result.win_chance,
        mean_price=result.mean_price,
        rival_value=result.rival_gain,
        outcomes=tuple(Outcome(name, chance) for name, chance in result.outcomes.items()),
        words=result.words,
        auctions_seen=result.n_seen,
        counsel=counsel,
    )
