"""Nim: players take counters from one heap in turn, and whoever takes the last one wins."""

from __future__ import annotations

from functools import reduce
from operator import xor

from kibitz.core import Advice, ChoiceIndex, ChoiceList, Equities, Explanation, InputError, PlayerId, Provenance, Unit
from kibitz.core.recommendation import Recommendation, recommend

Heaps = tuple[int, ...]


def nim_sum(heaps: Heaps) -> int:
    """The exclusive or of the heaps. The player to move loses against best play exactly if it is 0 (Bouton 1901)."""
    return reduce(xor, heaps, 0)


def legal_moves(heaps: Heaps) -> dict[str, Heaps]:
    """The heaps after each move; ``2 from 5`` takes two counters from a heap of five."""
    return {
        f"{taken} from {heap}": tuple(sorted((*heaps[:place], heap - taken, *heaps[place + 1 :])))
        for place, heap in enumerate(heaps)
        for taken in range(1, heap + 1)
    }


def advise(heaps: Heaps, own: str | None = None) -> Recommendation:
    """Every move with its chance to win against best play, 0 or 1, and a judgement of the own move."""
    import numpy as np

    moves = legal_moves(heaps)
    if not moves:
        raise InputError("heaps: no counters are left; give at least one heap above 0")
    if own is not None and own not in moves:
        raise InputError(f"move: must be a legal move such as {next(iter(moves))!r}, not {own[:40]!r}")
    choices = ChoiceList(tuple(moves))
    values = np.array([0.0 if nim_sum(after) else 1.0 for after in moves.values()])
    advice = Advice(Equities(choices, values, Unit.WIN, PlayerId("you"), Provenance("exact")))
    best = choices[advice.best]
    if nim_sum(heaps):
        reason = f"It leaves {' '.join(map(str, moves[best]))}, whose nim-sum is 0."
        explanation = Explanation(f"Take {best}: you win against best play", (reason,), "leave a nim-sum of 0")
    else:
        explanation = Explanation(f"Take {best}: every move loses against best play", ("The nim-sum is 0 already.",))
    chosen = None if own is None else ChoiceIndex(list(moves).index(own))
    return recommend("nim", ",".join(map(str, heaps)), advice, explanation, chosen=chosen)
