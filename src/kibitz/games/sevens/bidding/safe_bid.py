"""Recommended bid against one opponent where the aim is the lead, not the points: the safe bid, and why."""

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
    """Guaranteed difference of each bid from 0 to ``top``, whatever the opponent bids."""
    bids = np.arange(top + 1)
    lost = np.minimum(stage.theirs + bids, stage.value)
    won = np.where(bids > 0, stage.mine - (bids - 1), np.inf)
    return np.asarray(np.minimum(lost, won), dtype=np.float64)


def advise_safe(lexicon: Lexicon, position: BidPosition, own: int = 0) -> BidAdvice:
    """The safe bid in this position of two seats; ``seen`` are all letters that the opponent bought this round.

    Equities are guaranteed differences of the scores of the round, the worst case of each bid.
    """
    if position.players != 2:
        raise InputError(f"aim: difference needs exactly 2 players, not {position.players}")
    theirs = RACK_SIZE - position.hidden - (position.left - position.open_places)
    if len(position.seen) != theirs:
        raise InputError(f"taken: give all of the {format_count(theirs, 'letter')} that your opponent bought")
    words, unseen = best_words(lexicon), position.unseen()
    rack, letter, other = position.rack, position.letter, position.seen
    own_gain = words.gain(rack, letter, unseen)
    alone = position.left == position.open_places
    their_gain = 0.0 if alone else words.gain(other, letter, unseen)
    if alone:  # the tile is ours whatever the bid
        sure = words.expected_best(rack, unseen) + own_gain - words.expected_best(other, unseen)
        stage = DifferenceAuction(sure, sure)
    else:
        stage = difference_stage(words, rack, other, letter, unseen)
    bid = 0 if alone else min(stage.safe_bid, position.score)
    top = min(position.score, max(MAX_BID_CELL, bid, own))
    values = np.full(top + 1, stage.mine) if alone else guaranteed_values(stage, top)
    source = Provenance("the safe bid", opponents="any bid", settings=lexicon.provenance)
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
    rule = "Bid the mean of what the letter adds to both racks. Then neither winning nor losing it can cost you."
    if alone:
        return Explanation(f"Bid 0: your opponent has no room, so you get {letter} for nothing.", (), rule)
    headline = f"Bid {bid}: {letter} adds {own:.1f} points to {rack} and {theirs:.1f} to your opponent's letters."
    reasons = [
        f"Both are averages over all ways to fill the racks. The safe bid is half of their sum, "
        f"{(own + theirs) / 2:.1f}, rounded up.",
        f"Whatever your opponent bids, your expected lead in the round is then at least {stage.value:+.1f} points.",
    ]
    if stage.safe_bid > bid:
        reasons[1] = (
            f"Your score is below the safe bid of {stage.safe_bid}, so your opponent can get {letter} for less than "
            "its value."
        )
    elif position.hidden:
        reasons[1] = "Hidden letters of your opponent count as tiles still to be drawn, so the bid is only an estimate."
    return Explanation(headline, tuple(reasons), rule)
