"""The loss of a strategy formula as polynomials: what must not be negative for a claim to be true.

For strategies x and y of a zero-sum game with payoffs M, the gap max_i (M y)_i - min_j (x' M)_j bounds the loss of
each, whatever the game's value is. Over the common denominator L of x and y every (M y)_i and (x' M)_j is a
polynomial, so "the loss is at most t" is the set of inequalities t L - R_i + C_j >= 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kibitz.core import InputError
from kibitz.rules.algebra.polynomial import Polynomial, common_divisor, exact_quotient
from kibitz.rules.algebra.ratio import Ratio, over_common_denominator
from kibitz.rules.algebra.regions import substitute
from kibitz.rules.language.decision_list import DecisionList, Mix
from kibitz.rules.language.expression import Binary, Call, Expression, Name, Negate

Matrix = tuple[tuple[Polynomial, ...], ...]

MAX_DEFINITION = 2_000
"""Maximum operations and names of a definition with the definitions that it uses expanded."""


class Claim(StrEnum):
    """What a proof bounds."""

    ROW = "row"
    """The loss of the first role of a zero-sum game against its best guarantee."""
    COLUMN = "column"
    """The loss of the second role."""
    GAP = "gap"
    """The sum of both losses, for a list for both roles."""
    PAYOFF = "payoff"
    """The loss against the best response to given opponents."""
    REGRET = "regret"
    """The larger regret of the two roles of a general-sum game, for a list for both roles."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A strategy: probability of each action as numerator over one denominator, and what its text divides by."""

    numerators: tuple[Polynomial, ...]
    denominator: Polynomial
    divisors: tuple[Polynomial, ...] = ()

    @staticmethod
    def of(mix: Mix, actions: tuple[str, ...], definitions: dict[str, Expression], names: tuple[str, ...]) -> Formula:
        """The formula that a mix denotes."""
        unknown = [label for label in mix.labels if label not in actions]
        if unknown:
            raise InputError(f"action {unknown[0]!r} is not one of {', '.join(actions)}")
        weights = {label: substitute(weight, definitions) for label, weight in mix.weights}
        ratios = {label: Ratio.from_expression(weight, names) for label, weight in weights.items()}
        one = Polynomial.constant(names, 1)
        tops, bottom = over_common_denominator([Ratio(one, one), *ratios.values()])
        result = dict(zip(ratios, tops[1:], strict=True))
        left = bottom
        for top in tops[1:]:
            left = left - top
        if mix.rest is not None:
            result[mix.rest] = left
        elif not left.is_zero:
            raise InputError(f"the probabilities of {', '.join(mix.labels)} do not sum to 1 for all parameters")
        zero = Polynomial.constant(names, 0)
        divisors = dict.fromkeys(d for weight in weights.values() for d in written_divisors(weight, names))
        return Formula(tuple(result.get(action, zero) for action in actions), bottom, tuple(divisors))

    def with_sign(self, sign: int) -> Formula:
        """The same formula with numerators and denominator times 1 or -1."""
        if sign > 0:
            return self
        return Formula(tuple(-n for n in self.numerators), -self.denominator, self.divisors)


def written_divisors(expression: Expression, names: tuple[str, ...]) -> tuple[Polynomial, ...]:
    """What the expression, as written, divides by: where one of these is 0 it has no value."""
    match expression:
        case Binary(op, left, right):
            inner = written_divisors(left, names) + written_divisors(right, names)
            if op != "/":
                return inner
            divisor = Ratio.from_expression(right, names).numerator
            return inner if divisor.is_constant else (*inner, divisor.monic_sign())
        case Negate(operand):
            return written_divisors(operand, names)
        case Call(_, arguments):
            return tuple(d for argument in arguments for d in written_divisors(argument, names))
    return ()


@dataclass(frozen=True, slots=True)
class Slacks:
    """The inequalities of "the loss is at most t": t * scale - gains[i] + secured[j] >= 0 in each block."""

    scale: Polynomial
    blocks: tuple[tuple[tuple[Polynomial, ...], tuple[Polynomial, ...]], ...]
    """For each block the gains R_i of the deviations and what is secured, C_j."""
    signs: tuple[Polynomial, ...]
    """Other polynomials that must not be negative: numerators, denominators and the scale."""
    divisors: tuple[Polynomial, ...]
    """Where one of these is 0, the list has no value."""
    witness_denominator: Polynomial | None
    """Must not be 0 where the list has a value."""

    @property
    def all_blocks(self) -> tuple[Polynomial, ...]:
        """Scale, then gains and secured payoffs of every block."""
        return (self.scale, *(p for gains, secured in self.blocks for p in (*gains, *secured)))


def _sum(polynomials: list[Polynomial]) -> Polynomial:
    total = polynomials[0]
    for polynomial in polynomials[1:]:
        total = total + polynomial
    return total


def multiply(matrix: Matrix, column: tuple[Polynomial, ...]) -> tuple[Polynomial, ...]:
    """The matrix times a column of polynomials."""
    return tuple(_sum([a * b for a, b in zip(row, column, strict=True)]) for row in matrix)


def _transpose(matrix: Matrix) -> Matrix:
    return tuple(zip(*matrix, strict=True))


def zero_sum_slacks(payoffs: Matrix, x: Formula, y: Formula, claim: Claim, below: Polynomial | None = None) -> Slacks:
    """The slacks of a pair of strategies in a zero-sum game; for one role the other's strategy is only a witness.

    ``below`` is the positive denominator of all payoffs, if they have one.
    """
    x_factor, y_factor = _cofactors(x.denominator, y.denominator)
    gains = tuple(p * y_factor for p in multiply(payoffs, y.numerators))
    secured = tuple(p * x_factor for p in multiply(_transpose(payoffs), x.numerators))
    scale = _over(x.denominator * x_factor, below)
    signs = (*x.numerators, x.denominator, *y.numerators, y.denominator, scale)
    own = {Claim.ROW: (x,), Claim.COLUMN: (y,)}.get(claim, (x, y))
    witness = {Claim.ROW: y.denominator, Claim.COLUMN: x.denominator}.get(claim)
    divisors = tuple(dict.fromkeys(d for formula in own for d in formula.divisors))
    return Slacks(scale, ((gains, secured),), _open(signs), divisors, witness)


def _cofactors(first: Polynomial, second: Polynomial) -> tuple[Polynomial, Polynomial]:
    """What to multiply two positive denominators by to make them equal and positive.

    A common factor is used only where one divides the other: otherwise its sign would be one more thing to prove.
    """
    common = common_divisor(first, second)
    to_first, to_second = exact_quotient(second, common), exact_quotient(first, common)
    for factor in (to_first, to_second):
        if factor.is_constant:
            return (to_first, to_second) if factor.number > 0 else (-to_first, -to_second)
    return second, first


def payoff_slacks(payoffs: tuple[Polynomial, ...], x: Formula, below: Polynomial | None = None) -> Slacks:
    """The slacks of a strategy against given opponents: every action's payoff against the mix's."""
    gains = tuple(p * x.denominator for p in payoffs)
    secured = _sum([p * n for p, n in zip(payoffs, x.numerators, strict=True)])
    scale = _over(x.denominator, below)
    return Slacks(scale, ((gains, (secured,)),), _open((*x.numerators, x.denominator)), x.divisors, None)


def regret_slacks(
    row_payoffs: Matrix,
    column_payoffs: Matrix,
    x: Formula,
    y: Formula,
    below: tuple[Polynomial | None, Polynomial | None] = (None, None),
) -> Slacks:
    """The slacks of a pair of strategies in a general-sum game: no role gains more than t by deviating.

    ``below`` are the positive denominators of the payoffs of each role, if they have one.
    """
    blocks = []
    roles = ((row_payoffs, x, y, below[1]), (_transpose(column_payoffs), y, x, below[0]))
    for matrix, own, other, other_below in roles:
        deviations = tuple(_over(d, other_below) for d in multiply(matrix, other.numerators))
        played = _sum([d * n for d, n in zip(deviations, own.numerators, strict=True)])
        blocks.append((tuple(d * own.denominator for d in deviations), (played,)))
    scale = x.denominator * y.denominator
    signs = (*x.numerators, x.denominator, *y.numerators, y.denominator, scale)
    scale = _over(_over(scale, below[0]), below[1])
    divisors = tuple(dict.fromkeys(x.divisors + y.divisors))
    return Slacks(scale, tuple(blocks), _open(signs), divisors, None)


def _over(polynomial: Polynomial, below: Polynomial | None) -> Polynomial:
    return polynomial if below is None else polynomial * below


def _open(signs: tuple[Polynomial, ...]) -> tuple[Polynomial, ...]:
    """Without repetitions and positive constants, which need no proof."""
    return tuple(dict.fromkeys(p for p in signs if not (p.is_constant and p.number >= 0)))


def list_definitions(decision_list: DecisionList) -> dict[str, Expression]:
    """The definitions of a list, each in terms of the parameters alone.

    A definition that uses another twice doubles it, so their size is counted before they are put in.
    """
    known: dict[str, Expression] = {}
    sizes: dict[str, int] = {}
    for name, expression in decision_list.definitions:
        sizes[name] = size_of(expression, sizes)
        if sizes[name] > MAX_DEFINITION:
            raise InputError(
                f"let {name}: a proof allows at most {MAX_DEFINITION:,} operations with the other definitions expanded"
            )
        known[name] = substitute(expression, known)
    return known


def size_of(expression: Expression, sizes: dict[str, int]) -> int:
    """Operations, numbers and names of an expression, a defined name counting as what it stands for."""
    match expression:
        case Name(name):
            return sizes.get(name, 1)
        case Binary(_, left, right):
            return 1 + size_of(left, sizes) + size_of(right, sizes)
        case Negate(operand):
            return 1 + size_of(operand, sizes)
        case Call(_, arguments):
            return 1 + sum(size_of(argument, sizes) for argument in arguments)
    return 1
