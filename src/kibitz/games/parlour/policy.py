"""Where the parlour games meet the rest of kibitz: an evaluator and a policy."""

from __future__ import annotations

import numpy as np

from kibitz.core import ChoiceIndex, Equities
from kibitz.games.parlour.advice import advise
from kibitz.games.parlour.position import Position


class ExactEvaluator:
    """Says what each choice is worth against best play (a vote: against the given chances); an `Evaluator`."""

    def equities(self, position: Position) -> Equities:
        """Exact equities of all choices."""
        return advise(position).advice.equities


class BestPlay:
    """Plays the optimal strategy, at random where it mixes; a `Policy`."""

    def choose(self, position: Position, rng: np.random.Generator) -> ChoiceIndex:
        """A choice drawn from the optimal mix."""
        advice = advise(position).advice
        return advice.best if advice.mix is None else ChoiceIndex(int(rng.choice(len(advice.mix), p=advice.mix)))
