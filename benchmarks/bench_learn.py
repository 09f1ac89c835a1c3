"""Learning and proving small lists, compared with optimal axis trees of constant strategies.

Run with ``python benchmarks/bench_learn.py [--short]``. The peer is the best decision tree of a depth on the same
samples, found by trying all cuts at multiples of 0.05, as optimal-tree solvers such as pystreed do. It minimises the
mean loss and proves nothing. Times are CPU seconds. Exit status 1 if a bar is missed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
from benchmark_table import Line, run

from kibitz.games.parlour import final, weakest_link
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.learning.lists import learn
from kibitz.rules.learning.partition import partition
from kibitz.rules.learning.templates import constant_templates, role_losses
from kibitz.rules.proof.verification import verify_proof
from kibitz.solve.zero_sum import solve_zero_sum_batch

GAME = final.game(5, 3)
SECONDS_BAR = 5.0
N_TRAIN, N_TEST = 1_000, 20_000


class AxisTrees:
    """Trees of least mean loss over cuts at multiples of 0.05, with constant strategies of player 1 as leaves."""

    def __init__(self, rng: np.random.Generator) -> None:
        payoffs = PolynomialPayoffs.of(GAME)
        self.train, self.test = rng.random((N_TRAIN, 2)), rng.random((N_TEST, 2))
        solved = solve_zero_sum_batch(payoffs.matrices(self.train))
        names, actions = payoffs.names, payoffs.actions[0]
        self.labels = constant_templates(solved[1], actions, names, 20, 40)
        self.costs, self.test_costs = self._costs(payoffs, self.train), self._costs(payoffs, self.test)
        self.cuts = [(axis, k / 20) for axis in range(2) for k in range(1, 20)]
        self.below = np.array([self.train[:, axis] < at for axis, at in self.cuts])

    def _costs(self, payoffs: PolynomialPayoffs, points: np.ndarray) -> np.ndarray:
        matrices = payoffs.matrices(points)
        values = solve_zero_sum_batch(matrices)[0]
        strategies = [label.strategies(points, payoffs.names) for label in self.labels]
        return np.array([role_losses(matrices, values, strategy, 0) for strategy in strategies]).T

    def tree(self, rows: np.ndarray, depth: int) -> tuple[float, object]:
        """The least total cost on the samples, and the tree: a label, or (cut, below, above)."""
        totals = self.costs[rows].sum(axis=0)
        best: tuple[float, object] = (float(totals.min()), int(totals.argmin()))
        if depth == 1:
            left = self.below[:, rows].astype(float) @ self.costs[rows]
            right = totals - left
            sums = left.min(axis=1) + right.min(axis=1)
            cut = int(sums.argmin())
            if sums[cut] < best[0]:
                best = (float(sums[cut]), (cut, int(left[cut].argmin()), int(right[cut].argmin())))
        elif depth > 1:
            for cut in range(len(self.cuts)):
                is_below = self.below[cut, rows]
                first, second = self.tree(rows[is_below], depth - 1), self.tree(rows[~is_below], depth - 1)
                if first[0] + second[0] < best[0]:
                    best = (first[0] + second[0], (cut, first[1], second[1]))
        return best

    def losses(self, tree: object) -> np.ndarray:
        """Loss of a tree at each test sample."""
        result = np.empty(N_TEST)
        pending = [(tree, np.arange(N_TEST))]
        while pending:
            node, rows = pending.pop()
            if isinstance(node, tuple):
                axis, at = self.cuts[node[0]]
                is_below = self.test[rows, axis] < at
                pending += [(node[1], rows[is_below]), (node[2], rows[~is_below])]
            else:
                result[rows] = self.test_costs[rows, node]
        return result


def lines(short: bool) -> Iterator[Line]:
    """Boxes and lists with their bars, and the worst loss of boxes compared with the best tree of as many leaves."""
    partition(GAME, leaves=2)  # load the compiled kernels before the clock starts
    trees = AxisTrees(np.random.default_rng(0))
    for leaves, bar in ((8, 0.046),) if short else ((8, 0.046), (64, 0.015)):
        begun = time.process_time()
        boxes = partition(GAME, leaves=leaves)
        proved = float(verify_proof(boxes.proof, GAME, boxes.decision_list).epsilon)
        spent = time.process_time() - begun
        yield Line(f"constants, {leaves} leaves: proved sum of losses", proved, "", "at most", bar, 1)
        yield Line(f"constants, {leaves} leaves: time to find and check", spent, "s", "at most", SECONDS_BAR, 1)
    for depth in (1,) if short else (1, 2, 3):
        tree = trees.losses(trees.tree(np.arange(N_TRAIN), depth)[1])
        boxes = partition(GAME, leaves=2**depth)
        own = float(GAME.check_losses([boxes.decision_list], trees.test)["player 1"].max())
        yield Line(f"worst loss, {2**depth} certified boxes", own, "", "the best axis tree", float(tree.max()))
    games = ((GAME, 2), (weakest_link.game(), 2), (final.game(7, 4), 1), (final.game(10, 6), 1))
    for game, depth in games[2:3] if short else games:
        learned = learn(game)
        proofs = [
            None if role.proof is None else verify_proof(role.proof, game, role.decision_list) for role in learned.roles
        ]
        exact = sum(proof is not None and proof.epsilon == 0 for proof in proofs)
        yield Line(f"{game.name}: roles with proved loss 0", exact, "", "of", len(proofs), 1, more=True)
        yield Line(
            f"{game.name}: depth of the learned lists",
            max(role.depth for role in learned.roles),
            "",
            "at most",
            depth,
            1,
        )


if __name__ == "__main__":
    run(lines)
