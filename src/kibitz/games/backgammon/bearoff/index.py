"""One side's checkers on its six home points as a number, so that every roll leads to a smaller one.

With T_p checkers on point p or higher, T_6 <= T_5 <= ... <= T_1, the number is the sum over k = 1..6 of
C(T_(7-k) + k - 1, k): the combinatorial number system. Moving or bearing off a checker lowers some T and raises none.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

HOME = 6


def position_count(men: int) -> int:
    """Number of ways to place up to ``men`` checkers on six points."""
    return comb(men + HOME, HOME)


def men_index(men: tuple[int, ...]) -> int:
    """The number of a side's checkers on points 1 to 6."""
    total, index = 0, 0
    for k in range(1, HOME + 1):
        total += men[HOME - k]
        index += comb(total + k - 1, k)
    return index


@cache
def binomials() -> NDArray[np.int64]:
    """``[k, n]`` = C(n, k) for the compiled loops."""
    return np.array([[comb(n, k) for n in range(HOME + 16)] for k in range(HOME + 1)], dtype=np.int64)


def men_indices(men: NDArray[np.int8]) -> NDArray[np.int64]:
    """Numbers of many sides' checkers ``(n, 6)``."""
    totals = np.cumsum(men[:, ::-1].astype(np.int64), axis=1)
    table = binomials()
    return np.asarray(sum(table[k, totals[:, k - 1] + k - 1] for k in range(1, HOME + 1)))


@cache
def all_men(men: int) -> NDArray[np.int8]:
    """Checkers by number: row i has the counts on points 1 to 6 of number i."""
    rows = np.zeros((position_count(men), HOME), dtype=np.int8)
    # Falling totals T_1 >= ... >= T_6 are multisets of 0..men.
    totals = np.array(list(combinations_with_replacement(range(men + 1), HOME)), dtype=np.int8)[:, ::-1]
    rows[:, :] = totals
    rows[:, :-1] -= totals[:, 1:]
    ordered = np.empty_like(rows)
    ordered[men_indices(rows)] = rows
    return ordered
