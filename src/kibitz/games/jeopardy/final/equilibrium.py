"""An equilibrium of the three-player wager game, where all know the chances to be right but not each other's bets.

The players choose among relevant wagers: named ones and a dollar either side. Regret matching finds a profile; then
every player's best whole-dollar answer to it is added and the game is solved again, so that the exploitability
reported at the end is against *all* legal wagers. Three-player games need not converge; it
measures how near the profile is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final.equities import FinalPosition, FinalTables
from kibitz.games.jeopardy.final.named_wagers import named_wagers
from kibitz.games.jeopardy.final.outcomes import TRIPLES, final_triples
from kibitz.games.jeopardy.final.people_wagers import IntArray
from kibitz.games.jeopardy.show import SEATS, Ties

ITERATIONS = 2_000
ROUNDS = 6
"""Times that best whole-dollar answers are added."""
TARGET_EXPLOITABILITY = 1e-3
"""Exploitability, in chance to win, at which the search stops."""
MIN_SHOWN_FREQUENCY = 5e-3
"""Wagers bet less often than this are left out of the profile shown, which is then measured as shown."""


@dataclass(frozen=True, slots=True, eq=False)
class WagerEquilibrium:
    """Mixed wagers by seat, the chances to win with them, and what each player could still gain."""

    wagers: tuple[IntArray, ...]
    mixes: tuple[FloatArray, ...]
    win_chances: tuple[float, ...]
    gains: tuple[float, ...]
    """Most that each seat gains by its best whole-dollar wager against the other two."""

    @property
    def exploitability(self) -> float:
        """The largest of the gains; 0 in an exact equilibrium."""
        return max(self.gains)


def payoffs(scores: tuple[int, ...], wagers: list[IntArray], triples: FloatArray, ties: Ties) -> FloatArray:
    """Each seat's share of the win by wagers of the three seats: seats x n0 x n1 x n2."""
    result = np.zeros((SEATS, *(len(w) for w in wagers)))
    for chance, right in zip(triples, TRIPLES, strict=True):
        final = np.broadcast_arrays(
            *(
                (scores[s] + (wagers[s] if right[s] else -wagers[s])).reshape(
                    [-1 if s == t else 1 for t in range(SEATS)]
                )
                for s in range(SEATS)
            )
        )
        best = np.maximum(np.maximum(final[0], final[1]), final[2])
        wins = [(f == best) & (best > 0) & (scores[s] > 0) for s, f in enumerate(final)]
        share = 1.0 if ties is Ties.SHARED else 1 / np.maximum(wins[0].astype(int) + wins[1] + wins[2], 1)
        for s in range(SEATS):
            result[s] += chance * wins[s] * share
    return result


def equilibrium(
    scores: tuple[int, int, int],
    accuracies: tuple[float, float, float],
    correlation: float = 0.3,
    ties: Ties = Ties.SHARED,
) -> WagerEquilibrium:
    """An approximate equilibrium for scores by seat; chances to be right are common knowledge.

    A player without money takes no part: one wager, $0, and no chance.
    """
    if max(scores) <= 0:
        raise InputError("scores: give at least one player a score above zero")
    positions = [FinalPosition(scores, seat, ties) if scores[seat] > 0 else None for seat in range(SEATS)]
    if not all(0 <= chance <= 1 for chance in accuracies):
        raise InputError("accuracies: must be numbers from 0 to 1")
    triples = final_triples(accuracies, correlation)
    wagers = [_candidate_wagers(position) if position else np.zeros(1, dtype=np.int64) for position in positions]
    best: WagerEquilibrium | None = None
    for _ in range(ROUNDS):
        mixes = _regret_matching(payoffs(scores, wagers, triples, ties))
        result, answers = _evaluate_profile(positions, wagers, mixes, triples)
        if best is None or result.exploitability < best.exploitability:
            best = result
        if result.exploitability <= TARGET_EXPLOITABILITY:
            break
        wagers = [np.union1d(w, [answer]) for w, answer in zip(wagers, answers, strict=True)]
    assert best is not None
    return best


def _candidate_wagers(position: FinalPosition) -> IntArray:
    """Named wagers of a seat, a dollar either side of each, all-in and $0."""
    own = position.scores[position.me]
    named = [name.wager for name in named_wagers(position.ranked_scores, position.role, position.ties)]
    near = {wager + d for wager in named for d in (-1, 0, 1)} | {0, own}
    return np.array(sorted(wager for wager in near if 0 <= wager <= own), dtype=np.int64)


def _regret_matching(utility: FloatArray) -> list[FloatArray]:
    """Mean strategies of regret matching with linear weights and regrets clipped at zero."""
    shapes = utility.shape[1:]
    regrets = [np.zeros(n) for n in shapes]
    sums = [np.zeros(n) for n in shapes]
    mixes = [np.full(n, 1 / n) for n in shapes]
    axes = ("ijk,j,k->i", "ijk,i,k->j", "ijk,i,j->k")
    for t in range(1, ITERATIONS + 1):
        for s in range(SEATS):
            others = [mixes[o] for o in range(SEATS) if o != s]
            values = np.einsum(axes[s], utility[s], *others)
            regrets[s] = np.maximum(regrets[s] + values - mixes[s] @ values, 0)
            total = regrets[s].sum()
            mixes[s] = regrets[s] / total if total > 0 else np.full(shapes[s], 1 / shapes[s])
            sums[s] += t * mixes[s]
    return [_without_rare(total / total.sum()) for total in sums]


def _without_rare(mix: FloatArray) -> FloatArray:
    stored = np.where(mix >= MIN_SHOWN_FREQUENCY, mix, 0.0)
    return np.asarray(stored / stored.sum()) if stored.sum() > 0 else mix


def _evaluate_profile(
    positions: list[FinalPosition | None], wagers: list[IntArray], mixes: list[FloatArray], triples: FloatArray
) -> tuple[WagerEquilibrium, list[int]]:
    """The profile with its win chances and gains, and each seat's best whole-dollar wager against the others."""
    chances, gains, answers = [], [], []
    for seat, position in enumerate(positions):
        if position is None:
            chances.append(0.0)
            gains.append(0.0)
            answers.append(0)
            continue
        values = _tables(position, wagers, mixes, triples).win_chances()
        chances.append(float(mixes[seat] @ values[wagers[seat]]))
        gains.append(max(float(values.max()) - chances[-1], 0.0))
        answers.append(int(values.argmax()))
    return WagerEquilibrium(tuple(wagers), tuple(mixes), tuple(chances), tuple(gains)), answers


def _tables(
    position: FinalPosition, wagers: list[IntArray], mixes: list[FloatArray], triples: FloatArray
) -> FinalTables:
    """Final scores of the other two when they bet by these mixes."""
    size = 2 * position.scores[position.me] + 1
    level = np.zeros((len(position.opponents), 2, size))
    for i, seat in enumerate(position.opponents):
        for answer, sign in enumerate((-1, 1)):
            final = position.scores[seat] + sign * wagers[seat]
            reachable = final < size
            np.add.at(level[i, answer], final[reachable], mixes[seat][reachable])
    below = np.zeros_like(level)
    np.cumsum(level[:, :, :-1], axis=2, out=below[:, :, 1:])
    return FinalTables(position, triples, below, level)
