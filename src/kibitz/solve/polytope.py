"""Vertices of a best-response polytope, by the double description method in integers.

Reference: T. Motzkin, H. Raiffa, G. Thompson, R. Thrall, "The double description method" (1953); the adjacency test is
the combinatorial one of K. Fukuda and A. Prodon, "Double description method revisited" (1996), which is right for
degenerate polytopes, where more constraints than needed meet in a vertex.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from kibitz.core.step_limit import count_steps


@dataclass(frozen=True, slots=True)
class Vertex:
    """A vertex as whole numbers on a common scale, and the constraints that hold there with equality, as bits.

    Bit i stands for ``weights[i] == 0``, bit ``len(weights) + j`` for equality in row j.
    """

    weights: tuple[int, ...]
    tight: int


def nonzero_vertices(rows: list[list[int]]) -> list[Vertex]:
    """The vertices other than 0 of {x >= 0, rows x <= 1}, for rows of positive whole numbers.

    Works on the cone of all (x, t) with x >= 0 and rows x <= t, whose extreme rays are the vertices.
    """
    n = len(rows[0])
    everything = (1 << n) - 1
    rays = [((0,) * n + (1,), everything)]
    for i in range(n):
        # The cone of the first row alone has these n + 1 rays.
        weights = tuple(int(i == j) for j in range(n))
        rays.append(((*weights, rows[0][i]), everything ^ (1 << i) | (1 << n)))
    for index, row in enumerate(rows[1:], start=n + 1):
        rays = _intersect_halfspace(rays, [*(-entry for entry in row), 1], 1 << index)
    return [Vertex(ray[:-1], tight) for ray, tight in rays if any(ray[:-1])]


def _intersect_halfspace(
    rays: list[tuple[tuple[int, ...], int]], normal: list[int], bit: int
) -> list[tuple[tuple[int, ...], int]]:
    """The extreme rays of the part of the cone on which ``normal`` is not negative."""
    slacks = [sum(a * b for a, b in zip(normal, ray, strict=True)) for ray, _ in rays]
    stored = [
        (ray, tight | bit if slack == 0 else tight)
        for (ray, tight), slack in zip(rays, slacks, strict=True)
        if slack >= 0
    ]
    inside = [i for i, slack in enumerate(slacks) if slack > 0]
    outside = [i for i, slack in enumerate(slacks) if slack < 0]
    all_tight = [tight for _, tight in rays]
    needed = len(normal) - 2
    for i in inside:
        count_steps(len(outside))
        for j in outside:
            common = all_tight[i] & all_tight[j]
            if common.bit_count() < needed or not _adjacent(all_tight, common):
                continue
            between = [slacks[i] * b - slacks[j] * a for a, b in zip(rays[i][0], rays[j][0], strict=True)]
            divisor = gcd(*between)
            count_steps(len(between) * (1 + (divisor.bit_length() // 64) ** 2 // 700))
            stored.append((tuple(entry // divisor for entry in between), common | bit))
    return stored


def _adjacent(all_tight: list[int], common: int) -> bool:
    """Whether the two rays that share these constraints are the only ones to do so."""
    count_steps(len(all_tight) // 10)
    sharing = 0
    for tight in all_tight:
        if tight & common == common:
            sharing += 1
            if sharing > 2:
                return False
    return True
