"""Recommended bid: what winning the letter is worth, how the round may end, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.core import Advice, Explanation, format_chance
from kibitz.core.judgement import Thresholds
from kibitz.core.units import format_count
from kibitz.games.sevens.auction.position import BidPosition
from kibitz.games.sevens.auction.sale import Sale
from kibitz.games.sevens.bidding.evaluator import BidEvaluator, LetterWorth, letter_worth, make_plan
from kibitz.games.sevens.bidding.plan import RackPlan
from kibitz.games.sevens.bidding.prices import MAX_BID_CELL, PriceModel, phase_of
from kibitz.games.sevens.bidding.word_in_reach import WordInReach
from kibitz.games.sevens.words.lexicon import Lexicon
from kibitz.games.sevens.words.reach import reach_chances
from kibitz.games.sevens.words.tiles import counts_of, rack_of, with_letter

MAX_WORDS = 8
NEAR_BEST = 0.1
"""Loss in points up to which a bid counts as near-best."""
BID_GRADES = Thresholds(0.5, 1.5, 2.5)
"""Losses in points that make a bid an inaccuracy, a mistake, a blunder: the losses of the worst quarter, tenth and
twentieth of the bids of the report's loss-based players (six seats, three hidden letters)."""


@dataclass(frozen=True, slots=True)
class BidAdvice:
    """What to bid. ``outcomes`` are chances that sum to 1: tile won or lost, seven-letter word made or not.

    Chances and prices are missing where the bid is safe against every bid of the opponent.
    """

    position: BidPosition
    bid: int
    worth: LetterWorth
    win_chance: float | None
    mean_price: float | None
    outcomes: dict[str, float]
    words: tuple[WordInReach, ...]
    advice: Advice
    reason: Explanation
    n_seen: int
    rival_gain: float | None = None
    """What the letter adds to the opponent's rack, where the aim is the difference."""


def advise(
    lexicon: Lexicon, position: BidPosition, history: Sequence[Sequence[Sale]] = (), seat: int = 0, own: int = 0
) -> BidAdvice:
    """Advice for this position; prices are estimated from the history, in which we sat at ``seat``.

    The last round of the history may be the current one. Without a history, prices follow the prior. Equities go up to
    ``own``, a bid to be judged, where that is higher than any sensible bid.
    """
    rules = position.rules()
    prices = PriceModel(rules, seat)
    for sales in history:
        prices.observe(sales, range(rules.auctions, rules.auctions - len(sales), -1))
    market = prices.market(rules.tiles.bag())
    plan = make_plan(lexicon, position, market, learnt=prices.n_seen > 0)
    worth = letter_worth(lexicon, plan, position.rack, position.letter, position.left)
    opponents = f"prices of {format_count(prices.n_seen, 'auction')}" if prices.n_seen else "prior prices"
    alone = position.left == position.open_places
    letter = ord(position.letter) - 65
    bid = (
        0
        if alone
        else min(market.best_bid(phase_of(position.left, rules.auctions), letter, worth.gain), position.score)
    )
    evaluator = BidEvaluator(lexicon, market, opponents)
    advice = Advice(evaluator.equities_of(position, worth, max(MAX_BID_CELL, bid, own)), NEAR_BEST)
    wins, pays = market.tables[phase_of(position.left, rules.auctions), letter, min(bid, MAX_BID_CELL)].astype(
        np.float64
    )
    if alone:
        wins, pays = 1.0, 0.0
    seven_with, seven_without = _seven_chances(plan, position)
    outcomes = {
        "tile won, seven-letter word": wins * seven_with,
        "tile won, no seven-letter word": wins * (1 - seven_with),
        "tile lost, seven-letter word": (1 - wins) * seven_without,
        "tile lost, no seven-letter word": (1 - wins) * (1 - seven_without),
    }
    words = reachable_words(lexicon, position, bid > 0 or alone)
    mean_price = float(pays / wins) if wins > 0 else 0.0
    reason = _explanation(
        position,
        bid,
        worth,
        float(wins),
        mean_price,
        seven_with,
        seven_without,
        words,
        prices.n_seen,
        hold_out(lexicon, position),
    )
    return BidAdvice(
        position,
        bid,
        worth,
        float(wins),
        mean_price,
        {k: float(v) for k, v in outcomes.items()},
        words,
        advice,
        reason,
        prices.n_seen,
    )


@dataclass(frozen=True, slots=True)
class HoldOutChoice:
    """A letter that adds points now but rules out seven letters: the increment against the value of holding out."""

    increment: int
    most_likely: float
    """Upper bound of the chance of a seven-letter word: the sum of the chances of all words."""
    hope: float
    """Upper bound of the expected points from holding out, bonus included, beyond the best word now."""


def hold_out(lexicon: Lexicon, position: BidPosition) -> HoldOutChoice | None:
    """The late choice between a profitable increment and an unlikely seven (report, section 5), where there is one."""
    rack, larger = position.rack, with_letter(position.rack, position.letter)
    increment = lexicon.increment(rack, position.letter)
    hopes = lexicon.containing(rack)
    if increment <= 0 or not len(hopes) or lexicon.lattice.find(larger) >= 0:
        return None
    chances = reach_chances(lexicon, rack, position.unseen(), position.left - 1, hopes)
    if not chances.any():
        return None
    extra = lexicon.points[lexicon.sevens + hopes] - lexicon.best_word(rack)[0]
    return HoldOutChoice(increment, min(1.0, float(chances.sum())), min(float(chances @ extra), float(extra.max())))


def _seven_chances(plan: RackPlan | None, position: BidPosition) -> tuple[float, float]:
    """Chance of a seven-letter word with and without the tile on offer."""
    if plan is None:
        return 0.0, 0.0
    left = position.left - 1
    without = plan.seven_chance(left) if left >= position.open_places else 0.0
    return plan.seven_chance(left, ord(position.letter) - 65), without


def reachable_words(
    lexicon: Lexicon, position: BidPosition, with_tile: bool, n: int = MAX_WORDS
) -> tuple[WordInReach, ...]:
    """The likeliest seven-letter words: with the tile if it is wanted and fits, otherwise from the rack alone."""
    larger = with_letter(position.rack, position.letter)
    uses = with_tile and len(lexicon.containing(larger)) > 0
    rack = larger if uses else position.rack
    classes = lexicon.containing(rack)
    chances = reach_chances(lexicon, rack, position.unseen(), position.left - 1, classes)
    best = np.argsort(-chances, kind="stable")[:n]
    words = []
    for place in best[chances[best] > 0]:
        spelling = lexicon.spell(int(classes[place]))[0]
        missing = rack_of(np.maximum(counts_of(spelling) - counts_of(rack), 0))
        words.append(WordInReach(spelling, missing, float(chances[place]), lexicon.score(spelling), uses))
    return tuple(words)


def _explanation(
    position: BidPosition,
    bid: int,
    worth: LetterWorth,
    wins: float,
    mean_price: float,
    seven_with: float,
    seven_without: float,
    words: Sequence[WordInReach],
    n_seen: int,
    choice: HoldOutChoice | None = None,
) -> Explanation:
    rack, letter = position.rack or "the empty rack", position.letter
    reasons = []
    if position.left == position.open_places:
        headline = f"Bid 0: nobody else has room, so you get {letter} for nothing."
    elif worth.hopeless:
        headline = f"Bid {bid}: no seven-letter word contains {rack}; {letter} is worth {worth.gain:.1f} points to it."
    elif worth.gain <= 0:
        headline = f"Bid 0: {letter} would lower the expected value of {rack} by {-worth.gain:.1f} points."
    else:
        headline = f"Bid {bid}: {letter} is worth {worth.gain:.1f} points to {rack}."
    if not worth.hopeless:
        reasons.append(
            f"The rest of the round is worth {worth.with_letter:.1f} points with {letter} and {worth.without:.1f} "
            f"without it. The chance of a seven-letter word is {format_chance(seven_with)} with it and "
            f"{format_chance(seven_without)} without it."
        )
    if choice is not None:
        reasons.append(
            f"{letter} adds {choice.increment} points to your best word now but rules out seven letters. Their chance "
            f"is at most {format_chance(choice.most_likely)}, worth at most {choice.hope:.1f} more points with the "
            f"bonus of {position.rules().bonus}."
        )
    if bid > 0:
        source = f"estimated from {format_count(n_seen, 'auction')}" if n_seen else "from the prior"
        reasons.append(
            f"A bid of {bid} wins with a chance of {format_chance(wins)} and then pays {mean_price:.1f} on average "
            f"(prices {source})."
        )
    if words:
        likeliest = ", ".join(f"{w.word} ({w.missing or 'complete'}, {format_chance(w.chance)})" for w in words[:3])
        reasons.append(f"Likeliest words{f' with {letter}' if words[0].uses_tile else ''}: {likeliest}.")
    rule = "Bid what the letter adds to the value of your rack. You pay the second-highest bid, not your own."
    return Explanation(headline, tuple(reasons), rule)
