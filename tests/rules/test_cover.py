"""The shortest list on samples: against trying everything on small tables."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from kibitz.rules.learning.cover import ListPlan, ListSearch, minimum_cover

Table = NDArray[np.bool_]


def tables(rows: int, columns: int) -> st.SearchStrategy[Table]:
    bits = st.lists(st.booleans(), min_size=rows * columns, max_size=rows * columns)
    return bits.map(lambda result: np.array(result, dtype=bool).reshape(rows, columns))


@given(tables(5, 6))
def test_a_minimum_cover_is_as_small_as_trying_all_finds(good: Table) -> None:
    result = minimum_cover(good)
    sizes = [
        size for size in range(1, 6) if any(good[list(some)].any(axis=0).all() for some in combinations(range(5), size))
    ]
    if not sizes:
        assert result is None
        return
    assert result is not None
    assert good[list(result)].any(axis=0).all()
    if sizes[0] <= 4:
        assert len(result) == sizes[0]


def is_good(plan: ListPlan, good: Table, held: Table) -> bool:
    left = np.ones(good.shape[1], dtype=bool)
    for guard, template in plan.rules:
        captured = left & held[guard]
        if not good[template][captured].all():
            return False
        left &= ~held[guard]
    return bool(good[plan.rest][left].all())


@given(tables(4, 7), tables(5, 7))
def test_a_list_of_depth_two_is_found_exactly_where_one_exists(good: Table, held: Table) -> None:
    plans = ListSearch(good, held, [1] * 5, [1] * 4).plans(2)
    exists = any(is_good(ListPlan(((g, a),), b, 0), good, held) for g in range(5) for a in range(4) for b in range(4))
    exists = exists or any(good[t].all() for t in range(4))
    assert bool(plans) == exists
    assert all(is_good(plan, good, held) for plan in plans)


@given(tables(4, 8), tables(6, 8))
def test_deeper_lists_are_good_on_every_sample(good: Table, held: Table) -> None:
    for plan in ListSearch(good, held, range(1, 7), [1] * 4).plans(4):
        assert is_good(plan, good, held)
        assert len(plan.rules) <= 3


def test_of_two_guards_that_do_the_shorter_is_taken() -> None:
    good = np.array([[1, 1, 0, 0], [0, 0, 1, 1]], dtype=bool)
    held = np.array([[1, 1, 0, 0], [0, 0, 1, 1]], dtype=bool)
    [first, *_] = ListSearch(good, held, [5, 2], [1, 1]).plans(2)
    assert first.rules == ((1, 1),)
    assert first.rest == 0
