"""Structure of the set of equilibria, from the extreme ones: maximal Nash subsets and connected components.

Every equilibrium is a mixture of extreme ones, but not every mixture is an equilibrium. The row strategies and the
column strategies of some extreme equilibria mix freely if every pair of them is an equilibrium. The largest such sets
are the maximal Nash subsets; subsets that share a strategy form a component.

Reference: D. Avis, G. D. Rosenberg, R. Savani, B. von Stengel, "Enumeration of Nash equilibria for two-player games",
Economic Theory 42 (2010), section 2.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from kibitz.core.step_limit import count_steps

Pair = tuple[Hashable, Hashable]
"""A row strategy and a column strategy."""


def nash_subsets(pairs: Sequence[Pair]) -> tuple[tuple[int, ...], ...]:
    """The maximal Nash subsets: sets of extreme equilibria, by index, whose strategies mix freely.

    They are the maximal complete bipartite subgraphs of the graph that joins row and column strategies.
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
    """Connected components: indices of the extreme equilibria of subsets that share an equilibrium."""
    joined: list[set[int]] = []
    for subset in subsets:
        touching = [each for each in joined if each & set(subset)]
        joined = [each for each in joined if not each & set(subset)]
        joined.append(set(subset).union(*touching))
    return tuple(sorted(tuple(sorted(each)) for each in joined))
