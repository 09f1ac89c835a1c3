"""Constant strategies on boxes: the domain is cut into cells, each with the best constant pair of strategies.

For constant x and y the gap max_i (M y)_i - min_j (x' M)_j is bounded on a box by the Bernstein coefficients of the
payoffs (the corners, where every payoff is of degree 1 in each parameter). The pair with the least bound is the
solution of one zero-sum game: one side names a coefficient v and actions i, j, the other actions a, b, and pays
M_v[i, b] - M_v[a, j]; since that is a sum, only the two marginals of a mixture of pairs (a, b) matter.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rules.algebra.bernstein import Box, common_degrees, float_coefficients, halves, power_tensor
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.slacks import Claim
from kibitz.rules.language.condition import Condition, Guard
from kibitz.rules.language.decision_list import DecisionList, Mix, Rule
from kibitz.rules.language.expression import Name, Number
from kibitz.rules.proof.proof import Proof, ProofCell, ProofEntry
from kibitz.rules.proof.verification import ExactLosses
from kibitz.rules.proof.witnesses import constant_mix
from kibitz.simulate import Progress, no_progress

CUT_FRACTIONS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
"""Where a side may be cut."""
MAX_LEAVES = 4_096
MAX_ENTRIES = 40_000_000
"""Numbers in one batch of games to solve."""
DENOMINATOR = 10_000
"""Probabilities are multiples of one over this, so that the list can be read and the proof is exact."""


@dataclass(frozen=True, slots=True)
class Partition:
    """A list whose guards are boxes and whose strategies are constants, with the proof of its bound.

    ``bounds`` are the bounds with 1, 2, 3, ... cells on the way, before probabilities were rounded; for a zero-sum game
    they bound the sum of both roles' losses.
    """

    decision_list: DecisionList
    proof: Proof
    bounds: tuple[float, ...]
    n_programs: int

    @property
    def epsilon(self) -> Fraction:
        """The proved bound."""
        return self.proof.epsilon


@dataclass(slots=True)
class _Node:
    box: Box
    bound: float
    strategies: tuple[FloatArray, ...]
    cut: tuple[int, Fraction] | None = None
    children: list[_Node] = field(default_factory=list)


def partition(game: object, *, leaves: int = 64, progress: Progress = no_progress) -> Partition:
    """Cut the domain into ``leaves`` cells, always the worst one where the parts become best, and prove the bound."""
    payoffs = PolynomialPayoffs.of(game).without_quotients()
    if payoffs.column is not None:
        raise InputError(f"game {payoffs.game}: must be zero-sum or against given opponents")
    if not 1 <= leaves <= MAX_LEAVES:
        raise InputError(f"leaves: must be a number from 1 to {MAX_LEAVES:,}, not {leaves}")
    programs = CellPrograms(payoffs)
    root = programs.nodes([payoffs.box])[0]
    heap = [(-root.bound, 0, root)]
    bounds = [root.bound]
    count = 0
    while len(heap) < leaves and -heap[0][0] > 1e-12:
        _, _, worst = heapq.heappop(heap)
        _split_node(worst, programs)
        for child in worst.children:
            count += 1
            heapq.heappush(heap, (-child.bound, count, child))
        bounds.append(-heap[0][0])
        progress(len(heap), leaves)
    decision_list, cells = _list_of(root, payoffs)
    return Partition(decision_list, _proof(payoffs, decision_list, cells), tuple(bounds), programs.n_solved)


def _split_node(node: _Node, programs: CellPrograms) -> None:
    """Give a node the two children whose bounds have the least max + 0.1 min, among all cuts of all sides."""
    cuts = [
        (axis, low + (high - low) * share)
        for axis, (low, high) in enumerate(node.box)
        if low < high
        for share in CUT_FRACTIONS
    ]
    parts = [part for axis, at in cuts for part in halves(node.box, axis, at)]
    nodes = programs.nodes(parts)
    pairs = list(zip(nodes[::2], nodes[1::2], strict=True))

    def worth(number: int) -> float:
        first, second = pairs[number]
        return max(first.bound, second.bound) + 0.1 * min(first.bound, second.bound)

    best = min(range(len(cuts)), key=worth)
    node.cut, node.children = cuts[best], list(pairs[best])


class CellPrograms:
    """The best constant strategies of boxes, many at once."""

    def __init__(self, payoffs: PolynomialPayoffs) -> None:
        self.m, self.k = len(payoffs.row), len(payoffs.row[0])
        self.is_alone = len(payoffs.actions) == 1
        polynomials = [entry for line in payoffs.row for entry in line]
        self.tensor = power_tensor(polynomials, common_degrees(polynomials)).astype(np.float64)
        n_vertices = int(np.prod(self.tensor.shape[1:]))
        size = n_vertices * (self.m * self.k) ** 2
        if size > MAX_ENTRIES:
            raise InputError(f"game {payoffs.game}: has too many actions and parameters to be cut into cells")
        self.batch = max(1, MAX_ENTRIES // size)
        self.n_solved = 0

    def nodes(self, boxes: list[Box]) -> list[_Node]:
        """A node for each box, with the bound and the strategies of its linear program."""
        from kibitz.solve.zero_sum import solve_zero_sum_batch

        result = []
        for start in range(0, len(boxes), self.batch):
            some = boxes[start : start + self.batch]
            values, _, pairs = solve_zero_sum_batch(np.stack([self._game(box) for box in some]))
            self.n_solved += len(some)
            for box, bound, mixture in zip(some, values, pairs, strict=True):
                result.append(_Node(box, max(float(bound), 0.0), self._marginals(mixture)))
        return result

    def _marginals(self, mixture: FloatArray) -> tuple[FloatArray, ...]:
        if self.is_alone:
            return (mixture,)
        table = mixture.reshape(self.m, self.k)
        return table.sum(axis=1), table.sum(axis=0)

    def _game(self, box: Box) -> FloatArray:
        flat = float_coefficients(self.tensor, box).reshape(self.m, self.k, -1)
        vertices = np.moveaxis(flat, -1, 0)
        if self.is_alone:
            worth = vertices[:, :, 0]
            return np.asarray((worth[:, :, np.newaxis] - worth[:, np.newaxis, :]).reshape(-1, self.m))
        gained = vertices[:, :, np.newaxis, np.newaxis, :]
        secured = np.moveaxis(vertices, 1, 2)[:, np.newaxis, :, :, np.newaxis]
        return np.asarray((gained - secured).reshape(-1, self.m * self.k))


def _list_of(root: _Node, payoffs: PolynomialPayoffs) -> tuple[DecisionList, tuple[Box, ...]]:
    """The list that reads the cells from below: what lies above a cut need not say so, the rest is taken already."""
    rules: list[Rule] = []
    cells: list[Box] = []
    outcomes: list[tuple[Mix, ...]] = []
    pending: list[tuple[_Node, dict[int, Fraction]]] = [(root, {})]
    while pending:
        node, limits = pending.pop()
        if node.cut is not None:
            axis, at = node.cut
            pending.append((node.children[1], limits))
            pending.append((node.children[0], limits | {axis: at}))
            continue
        cells.append(node.box)
        outcome = tuple(
            constant_mix(strategy, actions, DENOMINATOR)
            for strategy, actions in zip(node.strategies, payoffs.actions, strict=True)
        )
        outcomes.append(outcome)
        conditions = tuple(
            Condition(Name(payoffs.names[axis]), "<=", Number(at)) for axis, at in sorted(limits.items())
        )
        if conditions:
            rules.append(Rule(Guard(conditions), outcome))
    title = f"{payoffs.game}, constant strategies on {'one box' if len(cells) == 1 else f'{len(cells)} boxes'}"
    return DecisionList(title, payoffs.roles, (), tuple(rules), outcomes[-1]), tuple(cells)


def _proof(payoffs: PolynomialPayoffs, decision_list: DecisionList, boxes: tuple[Box, ...]) -> Proof:
    """Every cell with one plain entry for each rule that fires on it or on its border."""
    claim = Claim.PAYOFF if len(payoffs.actions) == 1 else Claim.GAP
    exact = ExactLosses(payoffs, decision_list, claim)
    epsilon = Fraction(0)
    cells = []
    for box in boxes:
        entries = []
        for rule in range(exact.regions.count_reachable_rules(box)):
            for number, (case, part) in enumerate(exact.regions.cases(rule, box)):
                entry = ProofEntry(rule, number)
                epsilon = max(epsilon, exact.bound(entry, case, part)[0])
                entries.append(entry)
        cells.append(ProofCell(box, tuple(entries)))
    return Proof(payoffs.game, claim, decision_list, epsilon, (), tuple(cells))
