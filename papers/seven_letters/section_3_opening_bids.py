"""Section 3.3.1: the loss bid on an empty rack."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from kibitz.core.errors import InputError
from kibitz.games.sevens.bidding.prospects import loss_worths
from kibitz.games.sevens.words.lexicon import load_lexicon
from kibitz.games.sevens.words.tiles import SCRABBLE
from papers.comparison import Row
from papers.runs import Run

PLACE, TITLE = "Section 3.3.1", "The loss bid on an empty rack"


def compute(run: Run) -> Iterator[Row]:
    label = "mean over the tiles; the report paid 3.52 a letter (section 4.3)"
    try:
        lexicon = load_lexicon()
    except InputError:
        yield Row(label, None, 3.52, missing="needs a word list")
        return
    bids = loss_worths(lexicon, "", SCRABBLE.bag())
    yield Row(label, float(np.average(bids, weights=SCRABBLE.counts)), 3.52, 0.06, 2)
