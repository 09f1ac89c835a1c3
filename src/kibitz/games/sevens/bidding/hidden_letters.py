"""Inference about the hidden letters of another seat from its bids.

To us its hidden letters H are a uniform choice of the unseen tiles (they and the bag are exchangeable). Every bid it
made this round is evidence about them: a high bidder wants the letter. With the rack of H and the letters bought by
then, the letter would have added v to the average of the best word (`words.best_words`). Bids and gains are put on one
scale, the inverse hyperbolic sine (like a logarithm, but defined at zero): z is the bid in deviations from this seat's
mean, y is max(v, 0) in deviations from the mean of all letters. The bid has the likelihood

    exp(-(z - r y)^2 / (2 (1 - r^2))),   r = `BID_GAIN_CORRELATION`,

so a seat that always bids the same reveals nothing. `N_DRAWS` choices are drawn at random and weighted with the product
over the bids. The unweighted mean over all choices is known exactly, so only the difference that the weights make is
estimated.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz.core import FloatArray
from kibitz.games.sevens.auction.sale import Sale
from kibitz.games.sevens.words.best_words import BestWords
from kibitz.games.sevens.words.tiles import IntArray, counts_of, rack_of, with_letter

N_DRAWS = 64
"""Number of random choices of hidden letters."""
BID_GAIN_CORRELATION = 0.35
"""Assumed correlation of bids and gains on their scales: safe and loss-based bidders have 0.4 to 0.8, and a smaller
value reduces the noise of few draws."""
PRIOR_GAIN_MEAN, PRIOR_GAIN_SD = 0.7, 1.0
"""Mean and deviation of asinh max(v, 0) over the auctions of two seats with three hidden letters."""
PRIOR_BID_MEAN, PRIOR_BID_SD, PRIOR_BID_WEIGHT = 0.9, 0.9, 10
"""The same for asinh b, and its weight as a prior in bids."""


def bid_statistics(rounds: Sequence[Sequence[Sale]], seat: int) -> tuple[float, float]:
    """Mean and deviation of a seat's earlier bids, on the scale of the likelihood."""
    made = [bid for sales in rounds for sale in sales if (bid := sale.bids[seat]) is not None]
    scaled = np.arcsinh(np.array(made, dtype=np.float64))
    weight = len(made) + PRIOR_BID_WEIGHT
    mean = (scaled.sum() + PRIOR_BID_WEIGHT * PRIOR_BID_MEAN) / weight
    square = (((scaled - mean) ** 2).sum() + PRIOR_BID_WEIGHT * PRIOR_BID_SD**2) / weight
    return float(mean), float(np.sqrt(square))


def rough_gain(words: BestWords, rack: str, letter: str) -> float:
    """What a letter adds to a rack when all other tiles of the bag are still to come (cached)."""
    return words.gain(rack, letter, words.tiles.bag() - counts_of(rack + letter))


def hidden_letter_weights(
    words: BestWords, racks: Sequence[str], sales: Sequence[Sale], seat: int, usual: tuple[float, float]
) -> FloatArray:
    """The weight of each choice of hidden letters after the bids of a seat this round; they sum to 1."""
    mean, spread = usual
    logs = np.zeros(len(racks))
    for place, rack in enumerate(racks):
        for sale in sales:
            bid = sale.bids[seat]
            if (words.tiles.bag() < counts_of(rack + sale.letter)).any():
                logs[place] = -np.inf
                break
            if bid is not None:
                z = (np.arcsinh(bid) - mean) / spread
                y = (np.arcsinh(max(rough_gain(words, rack, sale.letter), 0.0)) - PRIOR_GAIN_MEAN) / PRIOR_GAIN_SD
                logs[place] -= (z - BID_GAIN_CORRELATION * y) ** 2 / (2 * (1 - BID_GAIN_CORRELATION**2))
            if sale.winner == seat:
                rack = with_letter(rack, sale.letter)
    if not np.isfinite(logs).any():
        return np.full(len(racks), 1 / len(racks))
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())


def expected_gain_with_hidden(
    words: BestWords,
    known: str,
    hidden: int,
    letter: str,
    unseen: IntArray,
    rounds: Sequence[Sequence[Sale]],
    seat: int,
    rng: np.random.Generator,
) -> float:
    """Estimate, from the bids of its owner, of what the letter adds to a rack of known and hidden letters.

    ``rounds`` are the sales of the game, the current round last; ``unseen`` excludes the letter.
    """
    plain = words.gain(known, letter, unseen)
    if not hidden or not any(sale.bids[seat] is not None for sale in rounds[-1]):
        return plain
    drawn = rng.multivariate_hypergeometric(unseen, hidden, size=N_DRAWS)
    racks = [rack_of(row) for row in drawn]
    weights = hidden_letter_weights(words, racks, rounds[-1], seat, bid_statistics(rounds, seat))
    gains = [rough_gain(words, "".join(sorted(known + rack)), letter) for rack in racks]
    return plain + float((weights - 1 / len(racks)) @ gains)
