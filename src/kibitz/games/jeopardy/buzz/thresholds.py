"""Buzz thresholds from the equities of the 20 end states: four numbers, and the win chances in each live state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.buzz.opponent_chances import Joint
from kibitz.games.jeopardy.buzz.tree import END_STATES, POLICIES, ClueTree
from kibitz.games.jeopardy.play.clue import CHANGES

N_CONFIDENCES = 401
"""Confidences at which policies are compared; between two of them a threshold is found by a straight line."""
NEAR_BEST_LOSS = 2e-5
"""Chance to win, given the live state, by which buzzing may be worse and still count as free: prices of Final are that
exact."""
ALWAYS_THRESHOLD, NEVER_THRESHOLD = 0.0, 1.0


@dataclass(frozen=True, slots=True, eq=False)
class BuzzCurves:
    """What the 16 policies are worth over confidence, from given end states."""

    confidences: FloatArray
    values: FloatArray
    """Policies x confidences."""
    reach: FloatArray
    """Chance to come to each live state (4 x confidences) with the best policy there."""

    @property
    def best(self) -> FloatArray:
        """Value of the best policy at each confidence."""
        return np.asarray(self.values.max(axis=0))

    def gains(self) -> FloatArray:
        """What buzzing in each live state adds to my chance to win, given that state: 4 x confidences.

        The other three decisions are the best ones in either case.
        """
        chosen = np.array(POLICIES, dtype=bool)
        gain = [self.values[buzz].max(axis=0) - self.values[~buzz].max(axis=0) for buzz in chosen.T]
        return np.asarray(np.stack(gain) / np.maximum(self.reach, 1e-12))

    def thresholds(self) -> tuple[float, float, float, float]:
        """Confidence from which on buzzing is right in each live state: 0 always, 1 never."""
        a, b, c, d = (find_threshold(self.confidences, gain) for gain in self.gains())
        return a, b, c, d


def find_threshold(confidences: FloatArray, gain: FloatArray) -> float:
    """Where a gain from buzzing turns for good from below nothing."""
    losing = np.flatnonzero(gain < -NEAR_BEST_LOSS)
    if len(losing) == 0:
        return ALWAYS_THRESHOLD
    last = int(losing[-1])
    if last == len(gain) - 1:
        return NEVER_THRESHOLD
    low, high = gain[last], max(gain[last + 1], 0.0)
    share = 1.0 if high == low else -low / (high - low)
    return float(confidences[last] + min(share, 1.0) * (confidences[last + 1] - confidences[last]))


def buzz_curves(
    tree: ClueTree, joint: Joint, equities: FloatArray, confidences: FloatArray | None = None
) -> BuzzCurves:
    """The policies over a grid of confidences, given the equities of the 20 end states (my chance to win)."""
    grid = np.linspace(0.0, 1.0, N_CONFIDENCES) if confidences is None else np.asarray(confidences, dtype=np.float64)
    lines = tree.end_state_chances(joint(grid))
    values = lines.policies() @ equities
    chosen = np.array(POLICIES)[values.argmax(axis=0)]
    n = np.arange(len(grid))
    masses = lines.rebounds.sum(axis=-1)
    one, two = (masses[o, chosen[:, 0], chosen[:, 1 + o], chosen[:, 3], n] for o in range(2))
    both = np.array([y == z == -1 for _, y, z in CHANGES.tolist()])
    # Both were wrong before me where I stay silent on every rebound.
    double = lines.rebounds[:, chosen[:, 0], 0, 0, n][..., both].sum(axis=(0, -1))
    return BuzzCurves(grid, np.asarray(values), np.stack([np.ones(len(grid)), one, two, double]))


@dataclass(frozen=True, slots=True)
class LiveStateValues:
    """One live state at one confidence: chance to win when my answer is right, when it is wrong, and in silence.

    All are given that the clue has come to this state; silence is followed by the best play of later rebounds.
    """

    right: float
    wrong: float
    silent: float
    reached: float
    """Chance that the clue comes to this state."""


def live_states(tree: ClueTree, joint: Joint, equities: FloatArray, confidence: float) -> tuple[LiveStateValues, ...]:
    """The four live states at a confidence, the other decisions being the best ones."""
    lines = tree.end_state_chances(joint(np.array([confidence])))
    values = (lines.policies() @ equities)[:, 0]
    b0, b1, b2, b3 = POLICIES[int(values.argmax())]
    mine = CHANGES[:, 0]
    result = [
        LiveStateValues(
            float(equities[END_STATES[1, 0, 0]]),
            _mean(np.where(mine == -1, lines.first[1, 0], 0.0), equities),
            float(max(values[i] for i, policy in enumerate(POLICIES) if not policy[0])),
            1.0,
        )
    ]
    for o, key in ((0, (1, -1, 0)), (1, (1, 0, -1))):
        after = lines.rebounds[o, b0]
        silent = after[0, b3, 0]
        reached = float(silent.sum())
        result.append(
            LiveStateValues(
                float(equities[END_STATES[key]]),
                _mean(np.where(mine == -1, after[1, 0, 0], 0.0), equities),
                float(silent @ equities) / max(reached, 1e-300),
                reached,
            )
        )
    double = lines.rebounds[0, b0, b1, 0, 0] + lines.rebounds[1, b0, b2, 0, 0]
    right, wrong, level = (float(equities[END_STATES[x, -1, -1]]) for x in (1, -1, 0))
    result.append(LiveStateValues(right, wrong, level, float(double[END_STATES[0, -1, -1]])))
    return tuple(result)


def _mean(chances: FloatArray, equities: FloatArray) -> float:
    total = float(chances.sum())
    return float(chances @ equities) / total if total > 0 else 0.0
