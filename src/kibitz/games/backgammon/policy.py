"""The `Evaluator` and `Policy` protocols for backgammon: an evaluator of plays, and a policy that plays the best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import ChoiceIndex, ChoiceList, Equities, Unit
from kibitz.core.errors import InputError
from kibitz.games.backgammon.advice import ON_ROLL, distinct_labels, move_advice, provenance
from kibitz.games.backgammon.moves.legal import legal_plays
from kibitz.games.backgammon.notation.situation import Situation
from kibitz.games.backgammon.search.searcher import Searcher


@dataclass(slots=True)
class PlayEvaluator:
    """An `Evaluator`: equities of the plays of a situation with dice, in the order of `legal_plays`."""

    searcher: Searcher
    plies: int = 0

    def equities(self, position: Situation) -> Equities:
        """Equities of all plays."""
        if position.dice is None:
            raise InputError("position: give the dice to rank plays")
        advice = move_advice(self.searcher, position.position, position.dice, position.state, self.plies)
        by_after = {line.play.after: line for line in advice.moves}
        lines = [by_after[play.after] for play in legal_plays(position.position, position.dice)]
        return Equities(
            ChoiceList(distinct_labels([line.notation for line in lines])),
            np.array([line.equity for line in lines]),
            Unit.EQUITY,
            ON_ROLL,
            provenance(self.searcher, self.plies),
        )


@dataclass(slots=True)
class BestPolicy:
    """A `Policy`: always the play of highest equity."""

    evaluator: PlayEvaluator

    def choose(self, position: Situation, rng: np.random.Generator) -> ChoiceIndex:
        """Index of the best play in the order of `legal_plays`."""
        return self.evaluator.equities(position).best
