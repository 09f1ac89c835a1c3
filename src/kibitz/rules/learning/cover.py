"""The shortest list on samples: which template behind which guard, by search over what is left to capture.

A rule may be placed where its template is good enough on everything it captures. One product (guards x samples) times
(samples x templates) says for every guard which templates are good inside it and outside it, so lists of depth 2 are
found for certain; deeper ones by following the guards that capture most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray
from kibitz.core.step_limit import count_steps

BEAM = 10
"""Guards followed at each level of a list of depth 3 and more."""
MAX_NODES = 150
"""Sets of samples left to capture that one search looks at."""
MAX_EXHAUSTIVE = 4
"""Covers up to this size are found by trying all; larger ones greedily."""


@dataclass(frozen=True, slots=True)
class ListPlan:
    """A list by numbers: (guard, template) rules, the template of the rest, and its length for a reader."""

    rules: tuple[tuple[int, int], ...]
    rest: int
    size: int


def minimum_cover(good: NDArray[np.bool_]) -> tuple[int, ...] | None:
    """Fewest templates of which one is good on every sample, from a (T, N) table; ``None`` where there are none.

    Proven least up to four templates; beyond that greedy.
    """
    if not good.any(axis=0).all():
        return None
    # A template that is good only where another one is can be left out.
    order = sorted(range(len(good)), key=lambda t: -int(good[t].sum()))
    stored: list[int] = []
    for t in order:
        if not any((good[t] <= good[other]).all() for other in stored):
            stored.append(t)
    for size in range(1, MAX_EXHAUSTIVE + 1):
        if len(stored) > 60 and size > 2:
            break
        for some in combinations(stored, size):
            if np.logical_or.reduce(good[list(some)]).all():
                return some
    missing = np.ones(good.shape[1], dtype=bool)
    chosen: list[int] = []
    while missing.any():
        best = max(stored, key=lambda t: int((good[t] & missing).sum()))
        chosen.append(best)
        missing &= ~good[best]
    return tuple(chosen)


class ListSearch:
    """Searches lists over one table of guards; the samples and templates stay the same."""

    def __init__(
        self,
        good: NDArray[np.bool_],
        held: NDArray[np.bool_],
        guard_sizes: Sequence[int],
        sizes: Sequence[int],
    ) -> None:
        self.good = good
        self.bad = (~good).astype(np.float32)
        self.held = held
        self.held_float = held.astype(np.float32)
        self.guard_sizes = np.array(guard_sizes, dtype=np.int64)
        self.sizes = np.array(sizes, dtype=np.int64)
        self.nodes, self.max_nodes = 0, MAX_NODES
        self.memo: dict[tuple[bytes, int], list[ListPlan]] = {}

    def plans(self, depth: int, limit: int = 8, max_nodes: int = MAX_NODES) -> list[ListPlan]:
        """Lists of at most this depth that are good on every sample, shortest first."""
        self.nodes, self.max_nodes = 0, max_nodes
        self.memo.clear()
        return self._plans(np.ones(self.good.shape[1], dtype=bool), depth, limit)

    def _plans(self, left: NDArray[np.bool_], depth: int, limit: int) -> list[ListPlan]:
        key = (np.packbits(left).tobytes(), depth)
        if key in self.memo:
            return self.memo[key]
        count_steps(1 + self.held.size * len(self.good) // 4_000)
        self.nodes += 1
        total_bad = self.bad[:, left].sum(axis=1)
        plans = [ListPlan((), int(t), int(self.sizes[t])) for t in np.flatnonzero(total_bad == 0)]
        if not plans and depth > 1 and self.nodes <= self.max_nodes and len(self.held):
            plans = self._with_rule(left, total_bad, depth, limit)
        plans = sorted(plans, key=lambda plan: plan.size)[:limit]
        self.memo[key] = plans
        return plans

    def _with_rule(self, left: NDArray[np.bool_], total_bad: FloatArray, depth: int, limit: int) -> list[ListPlan]:
        remaining = left.astype(np.float32)
        inside = self.held_float @ (self.bad * remaining).T
        outside = total_bad[np.newaxis, :] - inside
        captured = np.asarray(self.held_float @ remaining, dtype=np.float64)
        is_useful = (captured > 0) & (captured < left.sum())
        can_open = (inside == 0).any(axis=1) & is_useful
        can_close = (outside == 0).any(axis=1)
        plans: list[ListPlan] = []
        for guard in np.flatnonzero(can_open & can_close).tolist():
            first, last = self._shortest(inside[guard] == 0), self._shortest(outside[guard] == 0)
            size = int(self.guard_sizes[guard] + self.sizes[first] + self.sizes[last])
            plans.append(ListPlan(((guard, first),), last, size))
        if plans or depth == 2:
            return plans
        for guard in self._widest(np.flatnonzero(can_open), captured, left):
            first = self._shortest(inside[guard] == 0)
            for rest in self._plans(left & ~self.held[guard], depth - 1, limit):
                size = int(self.guard_sizes[guard] + self.sizes[first]) + rest.size
                plans.append(ListPlan(((guard, first), *rest.rules), rest.rest, size))
            if self.nodes > self.max_nodes:
                break
        return plans

    def _shortest(self, allowed: NDArray[np.bool_]) -> int:
        choices = np.flatnonzero(allowed)
        return int(choices[np.argmin(self.sizes[choices])])

    def _widest(self, guards: NDArray[np.int64], captured: FloatArray, left: NDArray[np.bool_]) -> list[int]:
        """Guards that capture most, no two of which capture the same or less than another one kept."""
        ranked = guards[np.lexsort((self.guard_sizes[guards], -captured[guards]))]
        stored: list[int] = []
        for guard in ranked[:400]:
            taken = self.held[guard] & left
            if not any((taken <= self.held[other]).all() for other in stored):
                stored.append(int(guard))
            if len(stored) >= BEAM:
                break
        return stored
