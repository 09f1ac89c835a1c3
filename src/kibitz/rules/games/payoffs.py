"""The payoffs of a parametrized game as polynomials of its parameters, ready for proofs and for learning."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rules.algebra.bernstein import Box
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.games.game import Objective, PolynomialGame
from kibitz.rules.games.slacks import Claim, Formula, Matrix, Slacks, payoff_slacks, regret_slacks, zero_sum_slacks
from kibitz.rules.language.condition import Condition

MAX_PARAMETERS = 8
MAX_ACTIONS = 40


@dataclass(frozen=True, slots=True)
class PolynomialPayoffs:
    """Names, box and constraints of the parameters, actions of each role, and payoffs as polynomials.

    ``row`` is an m x k matrix; against given opponents k = 1. ``column`` is ``None`` unless the game is general-sum.
    """

    game: str
    names: tuple[str, ...]
    box: Box
    constraints: tuple[Condition, ...]
    roles: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]
    row: Matrix
    column: Matrix | None

    @staticmethod
    def of(game: object) -> PolynomialPayoffs:
        """The payoffs of a game; refuses games whose payoffs are no polynomials, and ones that are too large."""
        if not isinstance(game, PolynomialGame):
            name = getattr(game, "name", type(game).__name__)
            raise InputError(f"game {name}: a game whose payoffs are polynomials of its parameters is needed")
        names = game.domain.names
        if len(names) > MAX_PARAMETERS:
            raise InputError(f"game {game.name}: at most {MAX_PARAMETERS} parameters are accepted, not {len(names)}")
        if max(len(game.rows), len(game.columns)) > MAX_ACTIONS:
            raise InputError(f"game {game.name}: at most {MAX_ACTIONS} actions of a role are accepted")
        row = tuple(tuple(Polynomial.from_expression(e, names) for e in line) for line in game.row_payoffs)
        column = None
        if game.column_payoffs is not None:
            column = tuple(tuple(Polynomial.from_expression(e, names) for e in line) for line in game.column_payoffs)
        actions = (game.rows,) if game.objective is Objective.PAYOFF else (game.rows, game.columns)
        box = tuple((parameter.low, parameter.high) for parameter in game.domain.parameters)
        return PolynomialPayoffs(
            game.name, names, box, game.domain.constraints, tuple(game.roles), actions, row, column
        )

    @property
    def claims(self) -> dict[str, Claim]:
        """What is to be proved about a list for each single role."""
        if len(self.actions) == 1:
            return {self.roles[0]: Claim.PAYOFF}
        if self.column is not None:
            return {}
        return {self.roles[0]: Claim.ROW, self.roles[1]: Claim.COLUMN}

    def slacks(self, claim: Claim, own: tuple[Formula, ...], witness: Formula | None) -> Slacks:
        """The inequalities of a claim about the strategies of a list, in the order of the list's roles."""
        match claim, own, witness:
            case Claim.PAYOFF, (x,), None:
                return payoff_slacks(tuple(line[0] for line in self.row), x)
            case Claim.ROW, (x,), Formula():
                return zero_sum_slacks(self.row, x, witness, claim)
            case Claim.COLUMN, (y,), Formula():
                return zero_sum_slacks(self.row, witness, y, claim)
            case Claim.GAP, (x, y), None:
                return zero_sum_slacks(self.row, x, y, claim)
            case Claim.REGRET, (x, y), None if self.column is not None:
                return regret_slacks(self.row, self.column, x, y)
        raise InputError(
            f"proof: the claim {claim.value!r} does not fit the game {self.game} and the roles of the list"
        )

    def roles_of(self, claim: Claim) -> tuple[int, ...]:
        """Which roles of the game a list for this claim must name, in order."""
        return {Claim.COLUMN: (1,), Claim.GAP: (0, 1), Claim.REGRET: (0, 1)}.get(claim, (0,))

    def matrices(self, points: FloatArray) -> FloatArray:
        """The row role's payoffs at many points, (N, m, k)."""
        return self._values(self.row, points)

    def column_matrices(self, points: FloatArray) -> FloatArray:
        """The column role's payoffs at many points, (N, m, k)."""
        return -self.matrices(points) if self.column is None else self._values(self.column, points)

    def _values(self, matrix: Matrix, points: FloatArray) -> FloatArray:
        columns = {name: points[:, i] for i, name in enumerate(self.names)}
        n = len(points)
        lines = [[np.broadcast_to(np.asarray(p.evaluate(columns), float), n) for p in line] for line in matrix]
        return np.ascontiguousarray(np.moveaxis(np.array(lines), -1, 0))
