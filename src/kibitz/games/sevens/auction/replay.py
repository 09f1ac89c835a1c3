"""Replay of finished games: the view of a seat at every auction, and its bids as decisions for rating."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from kibitz.core import Advice, Decision, Equities, EventId, GameId, InputError, PlayerId, judge
from kibitz.core.ids import ChoiceIndex, DecisionId
from kibitz.games.sevens.answers.play import BidReview
from kibitz.games.sevens.auction.player import SeatView
from kibitz.games.sevens.auction.position import format_position, position_of
from kibitz.games.sevens.auction.record import GameLog
from kibitz.games.sevens.auction.referee import GameRecord
from kibitz.games.sevens.auction.rules import Rules
from kibitz.games.sevens.bidding.advice import BID_GRADES
from kibitz.games.sevens.players.marginal import MarginalPlayer
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tile_sets import TILE_SETS
from kibitz.games.sevens.words.tiles import RACK_SIZE, SCRABBLE, TileSet, counts_of, with_letter


def record_of(log: GameLog) -> GameRecord:
    """The record behind a log; faults are not part of it."""
    rules = Rules(players=len(log.players), hidden=log.hidden, rounds=len(log.rounds), tiles=tiles_of(log))
    for number, played in enumerate(log.rounds, start=1):
        if (rules.tiles.bag() < counts_of("".join(played.racks))).any():
            raise InputError(f"round {number}: the bag does not have these letters")
    gains = np.sum([played.gains for played in log.rounds], axis=0)
    return GameRecord(rules, log.rounds, tuple(int(rules.start + gain) for gain in gains), ())


def tiles_of(log: GameLog) -> TileSet:
    """The tiles that a game was played with."""
    if log.tiles not in TILE_SETS:
        raise InputError(f"tiles: must be one of {', '.join(TILE_SETS)}, not {log.tiles[:20]!r}")
    return TILE_SETS[log.tiles]


def log_of(record: GameRecord, names: Sequence[str], seed: int, lexicon: Lexicon) -> GameLog:
    """The log of a game between players of these names."""
    return GameLog(
        players=tuple(names),
        hidden=record.rules.hidden,
        seed=seed,
        word_list=lexicon.source[:60],
        digest=lexicon.digest,
        rounds=record.rounds,
        tiles=next((name for name, tiles in TILE_SETS.items() if tiles == record.rules.tiles), "english"),
    )


def views(record: GameRecord, seat: int) -> Iterator[tuple[SeatView, int]]:
    """Every view of one seat in order, and the bid it made there."""
    rules = record.rules
    if not 0 <= seat < rules.players:
        raise InputError(f"seat: must be from 0 to {rules.players - 1}, not {seat}")
    scores = [rules.start] * rules.players
    past = tuple(played.sales for played in record.rounds)
    for number, played in enumerate(record.rounds):
        rack, paid = played.hidden[seat], 0
        room = [RACK_SIZE - len(hidden) for hidden in played.hidden]
        unseen = rules.tiles.bag() - counts_of(rack)
        for auction, sale in enumerate(played.sales):
            unseen[ord(sale.letter) - 65] -= 1
            bid = sale.bids[seat]
            if bid is not None:
                mine = unseen.copy()
                mine.setflags(write=False)
                yield (
                    SeatView(
                        rules,
                        seat,
                        number,
                        sale.letter,
                        rack,
                        mine,
                        rules.auctions - auction,
                        scores[seat],
                        paid,
                        tuple(room),
                        played.sales[:auction],
                        past[:number],
                        tuple(scores) if rules.scores_public else None,
                    ),
                    bid,
                )
            room[sale.winner] -= 1
            scores[sale.winner] -= sale.price
            if sale.winner == seat:
                rack, paid = with_letter(rack, sale.letter), paid + sale.price
        scores = [score + earned for score, earned in zip(scores, played.earned, strict=True)]


def judged_bids(record: GameRecord, seat: int, lexicon: Lexicon) -> Iterator[tuple[SeatView, int, Equities]]:
    """The bids of one seat with the equities of all bids, by marginal values and the prices known at the time.

    Auctions in which nobody else had room are skipped, since every bid wins for nothing.
    """
    teacher = MarginalPlayer(lexicon)
    teacher.start(record.rules, seat, np.random.default_rng(0))
    for view, bid in views(record, seat):
        if view.left > view.open_places:
            yield view, bid, teacher.equities(view)


def decisions(
    record: GameRecord, seat: int, lexicon: Lexicon, player: str = "", event: str = "game"
) -> Iterator[Decision]:
    """The bids of one seat as decisions, see `judged_bids`."""
    for view, bid, equities in judged_bids(record, seat, lexicon):
        yield Decision(
            tuple(equities.values.tolist()),
            ChoiceIndex(min(bid, len(equities) - 1)),
            equities.unit,
            DecisionId(f"{event}-{view.round_number}-{len(view.sales)}"),
            GameId("sevens"),
            PlayerId(player),
            EventId(event),
            format_position(position_of(view)),
            equities.choices,
            provenance=equities.provenance,
        )


def review_bids(record: GameRecord, seat: int, lexicon: Lexicon, player: str, limit: int) -> Iterator[BidReview]:
    """The first bids of one seat, judged and graded, see `judged_bids`."""
    for view, bid, equities in islice(judged_bids(record, seat, lexicon), limit):
        judgement = judge(Advice(equities), ChoiceIndex(min(bid, len(equities) - 1)), BID_GRADES)
        position = format_position(position_of(view)) if record.rules.tiles == SCRABBLE else ""
        yield BidReview(
            player,
            view.round_number + 1,
            len(view.sales) + 1,
            view.letter,
            bid,
            int(equities.best),
            judgement.loss,
            judgement.grade.word,
            position,
        )
