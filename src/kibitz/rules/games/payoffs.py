"""The payoffs of a parametrized game as polynomials of its parameters, ready for proofs and for learning.

Payoffs may be quotients if the denominator is positive on the whole box, as in contests. All payoffs of a role then get
a common denominator, which changes no best response, and losses are divided by it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rules.algebra.bernstein import Box, bounds, halves
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.ratio import Ratio, over_common_denominator
from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.games.slacks import Claim, Formula, Matrix, Slacks, payoff_slacks, regret_slacks, zero_sum_slacks
from kibitz.rules.language.condition import Condition
from kibitz.rules.language.expression import Expression

MAX_PARAMETERS = 8
MAX_ACTIONS = 40


@dataclass(frozen=True, slots=True)
class PolynomialPayoffs:
    """Names, box and constraints of the parameters, actions of each role, and payoffs as polynomials.

    ``row`` is an m x k matrix; against given opponents k = 1. ``column`` is ``None`` unless the game is general-sum.
    ``below`` are the denominators of the payoffs of the row and the column role, ``None`` for none.
    """

    game: str
    names: tuple[str, ...]
    box: Box
    constraints: tuple[Condition, ...]
    roles: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]
    row: Matrix
    column: Matrix | None
    below: tuple[Polynomial | None, Polynomial | None] = (None, None)

    @staticmethod
    def of(game: object) -> PolynomialPayoffs:
        """The payoffs of a game. Raises `InputError` if they are not polynomials or too many."""
        if not isinstance(game, PolynomialGame):
            name = getattr(game, "name", type(game).__name__)
            raise InputError(f"game {name}: payoffs must be polynomials of the parameters")
        names = game.domain.names
        if len(names) > MAX_PARAMETERS:
            raise InputError(f"game {game.name}: must have at most {MAX_PARAMETERS} parameters, not {len(names)}")
        if max(len(game.rows), len(game.columns)) > MAX_ACTIONS:
            raise InputError(f"game {game.name}: must have at most {MAX_ACTIONS} actions of a role")
        box = tuple((parameter.low, parameter.high) for parameter in game.domain.parameters)
        row, row_below = _over_one_denominator(game.row_payoffs, names, box, game.name)
        column, column_below = None, None
        if game.column_payoffs is not None:
            column, column_below = _over_one_denominator(game.column_payoffs, names, box, game.name)
        actions = (game.rows,) if game.objective is Objective.PAYOFF else (game.rows, game.columns)
        below = (row_below, column_below)
        return PolynomialPayoffs(
            game.name, names, box, game.domain.constraints, tuple(game.roles), actions, row, column, below
        )

    def without_quotients(self) -> PolynomialPayoffs:
        """The same payoffs, for methods that need polynomials. Raises `InputError` for quotients."""
        if self.below != (None, None):
            raise InputError(f"game {self.game}: payoffs must be polynomials here, not quotients")
        return self

    @property
    def claims(self) -> dict[str, Claim]:
        """The claim to prove about a list for each single role."""
        if len(self.actions) == 1:
            return {self.roles[0]: Claim.PAYOFF}
        if self.column is not None:
            return {}
        return {self.roles[0]: Claim.ROW, self.roles[1]: Claim.COLUMN}

    def slacks(self, claim: Claim, own: tuple[Formula, ...], witness: Formula | None) -> Slacks:
        """The inequalities of a claim about the strategies of a list, in the order of the list's roles."""
        match claim, own, witness:
            case Claim.PAYOFF, (x,), None:
                return payoff_slacks(tuple(line[0] for line in self.row), x, self.below[0])
            case Claim.ROW, (x,), Formula():
                return zero_sum_slacks(self.row, x, witness, claim, self.below[0])
            case Claim.COLUMN, (y,), Formula():
                return zero_sum_slacks(self.row, witness, y, claim, self.below[0])
            case Claim.GAP, (x, y), None:
                return zero_sum_slacks(self.row, x, y, claim, self.below[0])
            case Claim.REGRET, (x, y), None if self.column is not None:
                return regret_slacks(self.row, self.column, x, y, self.below)
        raise InputError(
            f"proof: the claim {claim.value!r} does not fit the game {self.game} and the roles of the list"
        )

    def roles_of(self, claim: Claim) -> tuple[int, ...]:
        """Which roles of the game a list for this claim must name, in order."""
        return {Claim.COLUMN: (1,), Claim.GAP: (0, 1), Claim.REGRET: (0, 1)}.get(claim, (0,))

    def matrices(self, points: FloatArray) -> FloatArray:
        """The row role's payoffs at many points, (N, m, k)."""
        return self._values(self.row, points, self.below[0])

    def column_matrices(self, points: FloatArray) -> FloatArray:
        """The column role's payoffs at many points, (N, m, k)."""
        if self.column is None:
            return -self.matrices(points)
        return self._values(self.column, points, self.below[1])

    def _values(self, matrix: Matrix, points: FloatArray, below: Polynomial | None) -> FloatArray:
        columns = {name: points[:, i] for i, name in enumerate(self.names)}
        n = len(points)
        lines = [[np.broadcast_to(np.asarray(p.evaluate(columns), float), n) for p in line] for line in matrix]
        values = np.moveaxis(np.array(lines), -1, 0)
        if below is not None:
            values = values / np.asarray(below.evaluate(columns), float)[:, np.newaxis, np.newaxis]
        return np.ascontiguousarray(values)


def _over_one_denominator(
    table: tuple[tuple[Expression, ...], ...], names: tuple[str, ...], box: Box, game: str
) -> tuple[Matrix, Polynomial | None]:
    """The numerators of a table of payoffs over one denominator, and that denominator, shown to be positive."""
    ratios = [Ratio.from_expression(entry, names) for line in table for entry in line]
    below: Polynomial | None = None
    if all(ratio.denominator.is_constant for ratio in ratios):
        tops = tuple(ratio.numerator.scale(1 / ratio.denominator.number) for ratio in ratios)
    else:
        tops, below = over_common_denominator(ratios)
        if not is_positive(below, box):
            if not is_positive(-below, box):
                raise InputError(
                    f"game {game}: payoffs may divide only by what is positive for all parameters, not by {below}"
                )
            tops, below = tuple(-top for top in tops), -below
    width = len(table[0])
    return tuple(tops[start : start + width] for start in range(0, len(tops), width)), below


def is_positive(polynomial: Polynomial, box: Box, cuts: int = 64) -> bool:
    """Whether a polynomial is shown to be positive on a box, cut into halves up to ``cuts`` times."""
    pending = [box]
    while pending:
        part = pending.pop()
        low, high = bounds(polynomial, part)
        if low > 0:
            continue
        if high <= 0 or cuts == 0:
            return False
        cuts -= 1
        axis = max(range(len(part)), key=lambda k: part[k][1] - part[k][0])
        pending.extend(halves(part, axis, (part[axis][0] + part[axis][1]) / 2))
    return True
