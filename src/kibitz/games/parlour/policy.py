"""The parlour games for the rest of kibitz: an evaluator and a policy."""

from __future__ import annotations

import numpy as np

from kibitz.core import ChoiceIndex, Equities
from kibitz.games.parlour.advice import advise
from kibitz.games.parlour.position import Position


class ExactEvaluator:
    """An `Evaluator`: exact value of each choice against optimal play (a vote: against the given chances)."""

    def equities(self, position: Position) -> Equities:
        """Exact equities of all choices."""
        return advise(position).advice.equities


class BestPlay:
    """A `Policy` that plays the optimal strategy, at random where it is mixed."""

    def choose(self, position: Position, rng: np.random.Generator) -> ChoiceIndex:
        """A choice drawn from the optimal mixed strategy."""
        advice = advise(position).advice
        return advice.best if advice.mix is None else ChoiceIndex(int(rng.choice(len(advice.mix), p=advice.mix)))
