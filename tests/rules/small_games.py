"""Small zero-sum games with parameters, as tests of learning and proofs use them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.language.domain import Domain, Parameter
from kibitz.rules.language.expression import parse_expression

CYCLIC = (
    ("0", "2*p1 + 2*p2", "0"),
    ("-1 - 2*p1 + 3*p2", "1 + p1", "1"),
    ("1 + 2*p1 - 3*p2", "-1 + p2", "-2*p1 + 3*p2"),
)
"""Three actions and two parameters: the shortest exact list has more lines than were once searched."""
DOMINANT = (("-2 - 2*p3", "3 + 2*p2"), ("-3 + 2*p1 - 2*p2", "-2*p2"))
"""The column's first action strictly dominates, but its best reply changes across a slanted plane."""
FOUR_LINES = (
    ("0", "2*p1", "-1 + 2*p1", "0"),
    ("-1 - p1", "-1 + 3*p1", "1 + p1", "0"),
    ("1", "1 + 2*p1", "-1 - 2*p1", "-1 + p1"),
    ("-2*p1", "1 - p1", "-3*p1", "0"),
)
"""Four actions and one parameter, with irrational breakpoints."""
SLOW_TO_SHORTEN = (
    ("3*p1 + 3*p2", "1 - 2*p1", "1 + 2*p1"),
    ("-2*p1", "1 - p1 - 2*p2", "1 + 2*p1 + p2"),
    ("3*p1 + p2 - 1", "1 + 2*p1", "2*p2 - 1 - 2*p1"),
)
"""Three actions and two parameters: a list is proved in a tenth of a second, the search for a shorter one goes on."""


def zero_sum(rows: tuple[tuple[str, ...], ...], n_parameters: int) -> PolynomialGame:
    domain = Domain(tuple(Parameter(f"p{k + 1}", Fraction(0), Fraction(1)) for k in range(n_parameters)))
    return PolynomialGame(
        "own",
        "Own game",
        ("row", "column"),
        domain,
        Objective.EXPLOITABILITY,
        tuple("abcdefgh"[: len(rows)]),
        tuple("ABCDEFGH"[: len(rows[0])]),
        tuple(tuple(parse_expression(entry) for entry in row) for row in rows),
    )


def random_game(seed: int, actions: int, n_parameters: int) -> PolynomialGame:
    rng = np.random.default_rng(seed)

    def entry() -> str:
        slopes = (f"{rng.integers(-3, 4)}*p{k + 1}" for k in range(n_parameters))
        return " + ".join((str(rng.integers(-1, 2)), *(f"({slope})" for slope in slopes)))

    return zero_sum(tuple(tuple(entry() for _ in range(actions)) for _ in range(actions)), n_parameters)
