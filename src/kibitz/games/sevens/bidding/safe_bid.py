"""Advice for whoever wants to beat the other, not to collect most points: the safe bid at two seats, and why."""

from __future__ import annotations

import numpy as np

from kibitz.core import Advice, ChoiceGrid, Equities, Explanation, FloatArray, InputError, PlayerId, Provenance, Unit
from kibitz.core.units import format_count
from kibitz.games.sevens.auction.position import BidPosition
from kibitz.games.sevens.bidding.advice import NEAR_BEST, BidAdvice, reachable_words
from kibitz.games.sevens.bidding.difference_game import DifferenceAuction, difference_stage
from kibitz.games.sevens.bidding.evaluator import LetterWorth
from kibitz.games.sevens.bidding.prices import MAX_BID_CELL
from kibitz.games.sevens.words.best_words import best_words
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.tiles import RACK_SIZE


def guaranteed_values(stage: DifferenceAuction, top: int) -> FloatArray:
    """What each bid from 0 to ``top`` brings at the very least, whatever the other bids."""
    bids = np.arange(top + 1)
    lost = np.minimum(stage.theirs + bids, stage.value)
    won = np.where(bids > 0, stage.mine - (bids - 1), np.inf)
    return np.asarray(np.minimum(lost, won), dtype=np.float64)


def advise_safe(lexicon: Lexicon, position: BidPosition, own: int = 0) -> BidAdvice:
    """The safe bid in this position of two seats; ``seen`` are all letters that the other bought this round.

    Equities are differences of the scores of the round, the least that each bid brings.
    """
    if position.players != 2:
        raise InputError(f"aim: the difference is answered for 2 players, not {position.players}")
    theirs = RACK_SIZE - position.hidden - (position.left - position.open_places)
    if len(position.seen) != theirs:
        raise InputError(f"taken: the other bought {format_count(theirs, 'letter')}, and all of them are needed here")
    words, unseen = best_words(lexicon), position.unseen()
    rack, letter, other = position.rack, position.letter, position.seen
    own_gain = words.gain(rack, letter, unseen)
    alone = position.left == position.open_places
    their_gain = 0.0 if alone else words.gain(other, letter, unseen)
    if alone:  # the tile is ours whatever anybody bids
        sure = words.expected_best(rack, unseen) + own_gain - words.expected_best(other, unseen)
        stage = DifferenceAuction(sure, sure)
    else:
        stage = difference_stage(words, rack, other, letter, unseen)
    bid = 0 if alone else min(stage.safe_bid, position.score)
    top = min(position.score, max(MAX_BID_CELL, bid, own))
    values = np.full(top + 1, stage.mine) if alone else guaranteed_values(stage, top)
    source = Provenance("the safe bid", opponents="any bid", settings=(("words", lexicon.source),))
    equities = Equities(ChoiceGrid(0, top), values, Unit.POINTS, PlayerId("bidder"), source)
    before = words.expected_best(rack, unseen)
    return BidAdvice(
        position,
        bid,
        LetterWorth(before, before + own_gain),
        None,
        None,
        {},
        reachable_words(lexicon, position, True),
        Advice(equities, NEAR_BEST),
        _explanation(position, stage, bid, own_gain, their_gain, alone),
        0,
        their_gain,
    )


def _explanation(
    position: BidPosition, stage: DifferenceAuction, bid: int, own: float, theirs: float, alone: bool
) -> Explanation:
    rack, letter = position.rack or "your empty rack", position.letter
    rule = "Bid the mean of what the letter adds to both racks: neither winning nor leaving it can then cost you."
    if alone:
        return Explanation(f"Bid 0: the other has no room, so {letter} is yours for nothing.", (), rule)
    headline = f"Bid {bid}: {letter} adds {own:.1f} points to {rack} and {theirs:.1f} to the other's letters."
    reasons = [
        f"On average over all ways to fill both racks; half of their sum is {(own + theirs) / 2:.1f}, rounded up.",
        f"Whatever the other bids, the round then brings you at least {stage.value:+.1f} points more than the other.",
    ]
    if stage.safe_bid > bid:
        reasons[1] = (
            f"Your score cuts the safe bid of {stage.safe_bid}: the other can take {letter} for less than it is worth."
        )
    elif position.hidden:
        reasons[1] = "Letters that the other hides count as tiles still to be drawn; the bid is then a fair guess."
    return Explanation(headline, tuple(reasons), rule)
