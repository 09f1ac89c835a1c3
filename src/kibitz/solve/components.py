"""What extreme equilibria say about all equilibria: which of them hang together, and which may be mixed.

Every equilibrium is a mixture of extreme ones, but not every mixture is an equilibrium: the row strategies of some
extreme equilibria and the column strategies of the same ones may be mixed freely where every pair of them is an
equilibrium. The largest such sets are the maximal Nash subsets; those that share a strategy form a component.

Reference: D. Avis, G. D. Rosenberg, R. Savani, B. von Stengel, "Enumeration of Nash equilibria for two-player games",
Economic Theory 42 (2010), section 2.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from kibitz.core.step_limit import count_steps

Pair = tuple[Hashable, Hashable]
"""A row strategy and a column strategy."""


def nash_subsets(pairs: Sequence[Pair]) -> tuple[tuple[int, ...], ...]:
    """The largest sets of extreme equilibria, by index, whose strategies may be mixed freely; in order of the first.

    These are the maximal complete parts of the graph that joins row and column strategies.
    """
    partners: dict[Hashable, set[Hashable]] = {}
    for row, column in pairs:
        partners.setdefault(row, set()).add(column)
    # What some rows share, for any choice of rows, is exactly what a set that cannot grow has as its columns.
    shared: set[frozenset[Hashable]] = set()
    for columns in partners.values():
        count_steps(len(shared) + 1)
        shared |= {frozenset(columns), *(frozenset(columns & known) for known in shared)}
    result = []
    for wanted in shared - {frozenset()}:
        rows = {row for row, theirs in partners.items() if wanted <= theirs}
        result.append(tuple(i for i, (row, column) in enumerate(pairs) if row in rows and column in wanted))
    return tuple(sorted(result))


def components(subsets: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """The sets that share an equilibrium, joined: indices of the extreme equilibria of each component."""
    joined: list[set[int]] = []
    for subset in subsets:
        touching = [each for each in joined if each & set(subset)]
        joined = [each for each in joined if not each & set(subset)]
        joined.append(set(subset).union(*touching))
    return tuple(sorted(tuple(sorted(each)) for each in joined))
