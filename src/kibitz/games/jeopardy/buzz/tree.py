"""The tree of one clue from the first buzz to its 20 end states, as one player decides (section 3.4, appendix B.1).

What the two opponents want and know is drawn once and persists through the rebounds, so given it and whether I know the
answer each of my 16 policies leads to fixed chances of the end states. A policy says whether to buzz in the four live
states: first, after opponent 1 was wrong, after opponent 2 was wrong, after both. Equations 7 to 15 follow from this
tree, but that it conditions on who won the buzz where they keep prior odds (docs/errata.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.play.clue import CHANGES, OUTCOMES

SILENT, RIGHT, WRONG = 0, 1, 2
"""What an opponent does once it gets the buzz; the silent one never wants it."""
CASES: tuple[tuple[int, int, int], ...] = tuple(product((SILENT, RIGHT, WRONG), (SILENT, RIGHT, WRONG), (0, 1)))
"""Opponent 1, opponent 2, and whether I know the answer: the 18 ways in which a clue may lie."""
N_LIVE_STATES = 4
POLICIES: tuple[tuple[int, int, int, int], ...] = tuple(product((0, 1), repeat=N_LIVE_STATES))  # type: ignore[arg-type]
"""Whether to buzz in each live state; policy i is the binary digits of i, the first buzz first."""
END_STATES: dict[tuple[int, int, int], int] = {(x, y, z): i for i, (x, y, z) in enumerate(CHANGES.tolist())}
"""Index of each end state by its changes of my score, opponent 1's and opponent 2's."""
ME = 0


@dataclass(frozen=True, slots=True, eq=False)
class ClueTree:
    """Chances of the 20 end states given each of the 18 `CASES`, split by the rebound that the clue went through.

    ``first`` (2 x 18 x 20, by whether I buzz first) holds what ends without an opponent being wrong before me;
    ``rebounds`` (2 x 2 x 2 x 2 x 18 x 20) what goes on after opponent 1 or 2 was wrong first, by opponent, by whether I
    buzzed first, whether I buzz on this rebound, and whether I buzz after both were wrong.
    """

    first: FloatArray
    rebounds: FloatArray

    def end_state_chances(self, joint: FloatArray) -> EndStateChances:
        """Chances of the end states given chances of the cases, an array of n x 18."""
        return EndStateChances(
            np.ascontiguousarray(np.einsum("nj,bjk->bnk", joint, self.first)),
            np.ascontiguousarray(np.einsum("nj,obdejk->obdenk", joint, self.rebounds)),
        )


@dataclass(frozen=True, slots=True, eq=False)
class EndStateChances:
    """Chances of the 20 end states at n confidences, split as in `ClueTree`: 2 x n x 20 and 2 x 2 x 2 x 2 x n x 20."""

    first: FloatArray
    rebounds: FloatArray

    def policies(self) -> FloatArray:
        """Chances of the end states for all 16 policies: 16 x n x 20."""
        return np.stack(
            [
                self.first[b0] + self.rebounds[0, b0, b1, b3] + self.rebounds[1, b0, b2, b3]
                for b0, b1, b2, b3 in POLICIES
            ]
        )


@lru_cache(maxsize=256)
def clue_tree(weights: tuple[float, float, float], tip: float = 0.0, hears: bool = True) -> ClueTree:
    """The tree for buzzer weights of mine and of the opponents.

    ``tip`` is the chance that a wrong answer tells the right one to a player who would have been wrong; it does not
    help me unless I can hear.
    """
    first = np.zeros((2, len(CASES), OUTCOMES))
    rebounds = np.zeros((2, 2, 2, 2, len(CASES), OUTCOMES))
    for j, case in enumerate(CASES):
        for b0, b, b3 in product((0, 1), repeat=3):
            # Both rebounds are given the same answer here; each is looked at only where the clue went through it.
            for path, end, chance in _paths_through_clue((b0, b, b, b3), case, weights, tip, hears):
                if path:
                    rebounds[path - 1, b0, b, b3, j, end] += chance
                elif b == b3 == 0:
                    first[b0, j, end] += chance
    return ClueTree(first, rebounds)


def _paths_through_clue(
    policy: tuple[int, int, int, int],
    case: tuple[int, int, int],
    weights: tuple[float, float, float],
    tip: float,
    hears: bool,
) -> Iterator[tuple[int, int, float]]:
    """Ways through the clue: the opponent who was wrong first and before me (0 for none), the end state, its chance."""
    start = (case[2] == 1, case[0] == RIGHT, case[1] == RIGHT)
    wanting = (True, case[0] != SILENT, case[1] != SILENT)

    def from_here(knows: tuple[bool, ...], out: tuple[int, ...], chance: float) -> Iterator[tuple[int, int, float]]:
        path = out[0] if out else 0
        live = sum(out)  # opponents 1 and 2 are told apart by 1, 2 and 3 for both
        racing = [seat for seat in range(3) if seat not in out and wanting[seat] and (seat != ME or policy[live])]
        if not racing:
            yield path, _end(out, None), chance
        total = sum(weights[seat] for seat in racing)
        for seat in racing:
            won = chance * weights[seat] / total
            if knows[seat]:
                yield path, _end(out, seat), won
            else:
                for after, share in _spread_knowledge(knows, (*out, seat), tip, hears):
                    yield from from_here(after, (*out, seat), won * share)

    yield from from_here(start, (), 1.0)


def _end(out: tuple[int, ...], right: int | None) -> int:
    change = [-1 if seat in out else 1 if seat == right else 0 for seat in range(3)]
    return END_STATES[change[0], change[1], change[2]]


def _spread_knowledge(
    knows: tuple[bool, ...], out: tuple[int, ...], tip: float, hears: bool
) -> Iterator[tuple[tuple[bool, ...], float]]:
    """Who knows the answer after a wrong one was heard, with chances."""
    open_to = [seat for seat in range(3) if seat not in out and not knows[seat] and (hears or seat != ME)]
    if tip == 0.0 or not open_to:
        yield knows, 1.0
        return
    for learnt in product((False, True), repeat=len(open_to)):
        now = list(knows)
        for seat, yes in zip(open_to, learnt, strict=True):
            now[seat] = yes
        yield tuple(now), float(np.prod([tip if yes else 1 - tip for yes in learnt]))
