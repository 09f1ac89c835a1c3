"""Candidates for guards: small-integer linear forms and factors of what decides in the game, as sets of samples.

Candidates that hold on the same samples are one candidate, the one that is shortest to write.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray
from kibitz.rules.algebra.factors import factored_expression, factors, largest_coefficient, linear_forms
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.slacks import Claim
from kibitz.rules.language.condition import Condition, Guard
from kibitz.rules.language.expression import Number
from kibitz.rules.learning.templates import Template

MAX_FACTORS = 48
"""Shortest factors that are kept, unless told otherwise."""
MAX_MULTIPLIED = 16
"""Shortest factors whose products are tried: one condition can say that one of two is 0 or that they differ in sign."""
MAX_GUARDS = 4_000
ZERO_TOLERANCE = 1e-12
"""Values of a form up to this size count as 0 on a sample."""
MAX_PAIRED = 96
"""Shortest conditions whose conjunctions are tried."""
MAX_PAIRED_PRODUCTS = 8
"""Shortest factors whose products are among them."""

Samples = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A guard with the samples on which it holds and its length for a reader."""

    conditions: tuple[tuple[Polynomial, str], ...]
    size: int

    def guard(self) -> Guard:
        """The guard as a list writes it."""
        return Guard(tuple(to_condition(polynomial, operator) for polynomial, operator in self.conditions))


def to_condition(polynomial: Polynomial, operator: str) -> Condition:
    """``polynomial operator 0`` as a person writes it: ``p2 >= 1/2``, ``p1 + p2 < 1``, ``(1 - p1)*(1 - 2*p2) <= 0``."""
    flipped = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}
    _, pieces = factors(polynomial)
    if len(pieces) > 1:
        return Condition(factored_expression(polynomial), operator, Number(Fraction(0)))
    slopes = [(e, c) for e, c in polynomial.terms if any(e)]
    if len(slopes) == 1:
        sign = 1 if slopes[0][1] > 0 else -1
        scale = slopes[0][1]
        power = Polynomial(polynomial.names, ((slopes[0][0], Fraction(1)),)).to_expression()
        return Condition(power, operator if sign > 0 else flipped[operator], Number(-polynomial.number / scale))
    left_terms = {e: c for e, c in polynomial.terms if c > 0}
    right_terms = {e: -c for e, c in polynomial.terms if c < 0}
    names = polynomial.names
    left = Polynomial.from_terms(names, left_terms)
    right = Polynomial.from_terms(names, right_terms)
    if left.is_constant and not right.is_constant:
        left, right, operator = right, left, flipped[operator]
    return Condition(left.to_expression(), operator, right.to_expression())


def form_size(polynomial: Polynomial) -> int:
    """How long a form is for a reader: its terms, degrees and coefficients."""
    _, pieces = factors(polynomial) if polynomial.total_degree > 1 else (1, (polynomial,))
    total = 0
    for piece in pieces:
        numbers = [abs(c) for _, c in piece.terms]
        total += 2 * len(piece.terms) + piece.total_degree + int(sum(numbers) > 4)
    return total + len(pieces)


def deciding_factors(
    payoffs: PolynomialPayoffs, templates: Sequence[Sequence[Template]], claim: Claim, most: int = MAX_FACTORS
) -> list[Polynomial]:
    """Factors whose signs decide: of payoff differences, of the formulas, and of the slacks of pairs of formulas.

    ``templates`` holds those of each role that are worth a look, best first.
    """
    sources: list[Polynomial] = []
    for role_templates in templates:
        for template in role_templates:
            sources.extend(n for n in (*template.formula.numerators, template.formula.denominator))
    if claim in (Claim.ROW, Claim.COLUMN):
        for x in templates[0][:3]:
            for y in templates[1][:3]:
                slacks = payoffs.slacks(Claim.GAP, (x.formula, y.formula), None)
                if max(p.total_degree for p in slacks.all_blocks) <= 8:
                    for gains, secured in slacks.blocks:
                        sources.extend(gain - secure for gain in gains for secure in secured)
    lines = list(payoffs.row) if len(payoffs.actions) == 2 else []
    for line in (*lines, *zip(*payoffs.row, strict=True)):
        sources.extend(a - b for a, b in combinations(line, 2))
    return shortest_factors(sources, most)


def shortest_factors(sources: Iterable[Polynomial], most: int = MAX_FACTORS) -> list[Polynomial]:
    """The distinct factors of some polynomials, shortest to read first."""
    result: dict[Polynomial, None] = {}
    for source in dict.fromkeys(s.monic_sign() for s in sources if not s.is_constant):
        if source.total_degree <= 8:
            result.update(dict.fromkeys(factors(source)[1]))
    return sorted(result, key=form_size)[:most]


def candidates(
    payoffs: PolynomialPayoffs, deciding: Iterable[Polynomial], points: FloatArray
) -> tuple[list[Candidate], Samples]:
    """Guards of one condition, shortest first, and on which samples each holds, (G, N)."""
    names = payoffs.names
    single = list(deciding)
    sizes = {form: form_size(form) for form in single}
    for a, b in combinations(single[:MAX_MULTIPLIED], 2):
        sizes.setdefault(a * b, sizes[a] + sizes[b] + 1)
    largest = largest_coefficient(len(names))
    for form in linear_forms(names, largest) if largest else ():
        sizes.setdefault(form, form_size(form))
    return _conditions_that_differ(sizes, names, points)


def _conditions_that_differ(
    sizes: dict[Polynomial, int], names: tuple[str, ...], points: FloatArray
) -> tuple[list[Candidate], Samples]:
    """The four conditions of each form that differ on the samples, shortest first."""
    columns = {name: points[:, i] for i, name in enumerate(names)}
    weights = {form: sum(abs(c) for _, c in form.terms) for form in sizes} if len(names) == 1 else {}
    ranked = sorted(
        ((size, weights.get(form, 0), number, form) for number, (form, size) in enumerate(sizes.items())),
        key=lambda item: item[:3],
    )
    stored: dict[bytes, tuple[Candidate, Samples]] = {}
    for size, _, _, form in ranked:
        values = np.broadcast_to(np.asarray(form.evaluate(columns), dtype=np.float64), len(points))
        zero = np.abs(values) <= ZERO_TOLERANCE
        above, below = (values > 0) & ~zero, (values < 0) & ~zero
        for operator, holds in ((">=", ~below), ("<=", ~above), (">", above), ("<", below)):
            _keep_shortest(stored, Candidate(((form, operator),), size), holds)
        if len(stored) >= MAX_GUARDS:
            break
    return [candidate for candidate, _ in stored.values()], np.array([holds for _, holds in stored.values()])


def _keep_shortest(stored: dict[bytes, tuple[Candidate, Samples]], candidate: Candidate, holds: Samples) -> None:
    if holds.any() and not holds.all():
        stored.setdefault(np.packbits(holds).tobytes(), (candidate, holds))


def conjunctions(
    deciding: Sequence[Polynomial], names: tuple[str, ...], points: FloatArray, known: Samples, least: int
) -> tuple[list[Candidate], Samples]:
    """Pairs of conditions on what decides that hold together on at least ``least`` samples, on fewer than either alone.

    The conditions are signs of the deciding factors and of products of the shortest of them; ``known`` are the sets of
    samples that single guards hold on already.
    """
    sizes = {form: form_size(form) for form in deciding}
    for a, b in combinations(deciding[:MAX_PAIRED_PRODUCTS], 2):
        sizes.setdefault(a * b, sizes[a] + sizes[b] + 1)
    singles, held = _conditions_that_differ(sizes, names, points)
    counts = held.sum(axis=1)
    seen = {np.packbits(row).tobytes() for row in known}
    stored: dict[bytes, tuple[Candidate, Samples]] = {}
    for first, second in combinations(range(min(len(singles), MAX_PAIRED)), 2):
        both = held[first] & held[second]
        count = int(both.sum())
        if count < least or count in (counts[first], counts[second]):
            continue
        key = np.packbits(both).tobytes()
        if key not in seen:
            pair = (*singles[first].conditions, *singles[second].conditions)
            stored.setdefault(key, (Candidate(pair, singles[first].size + singles[second].size + 1), both))
        if len(stored) >= MAX_GUARDS:
            break
    return [candidate for candidate, _ in stored.values()], np.array([holds for _, holds in stored.values()])
