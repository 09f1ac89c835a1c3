"""Rules of thumb for early clues: Max-Delta thresholds in closed form (appendix B.3) and the gains of section 4.3.

Far from the end a clue is worth about 2x - y - z, my change less the opponents'. The paper's closed forms keep prior
odds after a buzz was won; the exact ones condition on it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.buzz.opponent_chances import Joint
from kibitz.games.jeopardy.buzz.tree import END_STATES, ClueTree
from kibitz.games.jeopardy.play.clue import CHANGES

MAX_DELTA: FloatArray = (2 * CHANGES[:, 0] - CHANGES[:, 1] - CHANGES[:, 2]).astype(np.float64)
"""Worth of the 20 end states early in the game, in clue values."""
MAX_DELTA.setflags(write=False)
DOUBLE_REBOUND = 0.5
"""After both opponents were wrong, where nothing else is at stake."""


@dataclass(frozen=True, slots=True)
class MaxDelta:
    """Two opponents with attempt rate ``b`` and precision ``p``, uncorrelated; I win a contested buzz with chance
    ``z1`` against one of them and ``z2`` against both."""

    b: float
    p: float
    z1: float = 1 / 2
    z2: float = 1 / 3

    def wrong_first(self, *, printed: bool = False) -> float:
        """V(IS0), what is left when I was wrong first (equation 16; its last term is printed twice too large)."""
        b, p = self.b, self.p
        last = (4 if printed else 2) * p * (1 - p) * b**2
        return -2 * (1 - b) ** 2 - 6 * b * p * (1 - b / 2) - 2 * (1 - p) * b * (1 - b) - last

    def rebound_as_published(self) -> float:
        """theta 1 and theta 2 by equation 17."""
        b, p, z1 = self.b, self.p, self.z1
        above = 2 + b**2 * (1 - z1) * (1 - 2 * p) + b * (2 * p - 3) * (1 - z1)
        return above / ((b * (z1 - 1) + 1) * (b * (2 * p - 1) + 4))

    def first_as_published(self, *, printed: bool = True) -> float:
        """theta 0 by equation 18, with equation 16 as printed or corrected."""
        b, p = self.b, self.p
        m = -2 * p + 2 * (1 - p) * (1 + b - 2 * b * p)
        w = b * (1 - b) * self.z1 + 0.5 * b**2 * self.z2
        wrong, alone = self.wrong_first(printed=printed), (1 - b) ** 2
        return (w * m + 2 * alone - 2 * w * wrong) / (4 * alone + 4 * w - 2 * w * wrong)

    def first(self) -> float:
        """theta 0 of the exact tree, no rebound being tried at such a confidence."""
        b, p = self.b, self.p
        u, v, w = (1 - b) ** 2, 2 * b * (1 - b) * self.z1, b**2 * self.z2
        return 2 * (u + v + w) / (4 * u + (3 + 2 * p) * v + (2 + 5 * p - 2 * p**2) * w)

    def rebound(self, *, buzzed: bool) -> float:
        """theta 1 and theta 2 of the exact tree, when I was silent first or buzzed and lost."""
        b, p, z1 = self.b, self.p, self.z1
        both, one = (b * (1 - self.z2) / 2, (1 - b) * (1 - z1)) if buzzed else (b / 2, 1 - b)
        q = both / (both + one)
        return 2 * (1 - q + q * z1) / (4 * (1 - q) + (3 + 2 * p) * q * z1)


@dataclass(frozen=True, slots=True)
class EarlyGains:
    """Section 4.3: what silence costs (N, below nothing), what a right answer gains (G), and the threshold by eq. 6."""

    silence: float
    gain: float

    @property
    def threshold(self) -> float:
        """G / (2G - N)."""
        return self.gain / (2 * self.gain - self.silence)


def early_gains(tree: ClueTree, joint: Joint, equities: FloatArray, confidence: float) -> EarlyGains:
    """N and G from the equities of the end states, opponents being as my confidence suggests."""
    level = float(equities[END_STATES[0, 0, 0]])
    never = tree.end_state_chances(joint(np.array([confidence]))).policies()[0, 0]
    return EarlyGains(float(never @ equities) - level, float(equities[END_STATES[1, 0, 0]]) - level)
