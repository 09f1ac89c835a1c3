"""What one round of learning works with: samples, templates with their losses, guards, and the lists they allow."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.slacks import Claim
from kibitz.rules.language.decision_list import DecisionList, Mix, Rule
from kibitz.rules.learning.cover import MAX_NODES, ListPlan, ListSearch, minimum_cover
from kibitz.rules.learning.guards import (
    MAX_FACTORS,
    Candidate,
    candidates,
    conjunctions,
    deciding_factors,
    shortest_factors,
)
from kibitz.rules.learning.profiles import equilibrium_profiles, profile_losses, regret_sources
from kibitz.rules.learning.templates import (
    OPTIMALITY_TOLERANCE,
    Template,
    constant_templates,
    kernel_templates,
    minimax_strategies,
    name_denominators,
    pure_templates,
    role_losses,
)

DEFAULT_DEPTH = 4
"""How deep lists of single conditions are sought where no depth is given."""
DEEPEST_BY_DEFAULT = 6
"""How deep lists with conjunctions are sought where no depth is given."""
DEEPEST_ON_A_LINE = 8
"""How deep lists are sought for games of one parameter, whose regions are intervals."""
MAX_REGARDED = 8
"""Profiles of a general-sum game whose formulas and regrets give guards."""
NODES_PER_ROUND = 400
"""What all searches of one round may look at together, so that a hard game ends in minutes."""
NODES_PER_LEVEL = 100
"""What the search for one tolerated loss may look at, where no list within epsilon was found."""
CONSTANT_PARTS = 12
"""Constant strategies are offered in twelfths: halves, thirds, quarters and sixths are among them."""
MARGIN = 0.95
"""The share of epsilon that a list may lose on the samples it is learnt from."""
SAFEST_PARTS = 60
"""Constants with the least largest loss are offered in sixtieths."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What is sought and how hard; without a width, conjunctions are tried where single conditions do not do."""

    depth: int | None
    width: int | None
    epsilon: Fraction
    samples: int
    max_cells: int
    seconds: float | None = None


class SampleTable:
    """The samples of one round with the loss of every template on each, and the guards over them.

    Without ``formulas`` only pure strategies are offered, which is quick and often enough.
    """

    def __init__(
        self,
        payoffs: PolynomialPayoffs,
        role: str,
        effort: Effort,
        points: FloatArray,
        formulas: bool = True,
    ) -> None:
        self.payoffs, self.role, self.effort, self.points = payoffs, role, effort, points
        self.claim = payoffs.claims.get(role, Claim.REGRET)
        self.roles = payoffs.roles if self.claim is Claim.REGRET else (role,)
        self.formulas = formulas
        self.matrices = payoffs.matrices(points)
        self.other_mixes: list[Mix] = []
        self.outcomes: list[tuple[Template, ...]] = []
        """What a line of the list may play: a template of each of its roles."""
        if self.claim is Claim.PAYOFF:
            self.outcomes = [(template,) for template in pure_templates(payoffs.actions[0], payoffs.names)]
            worth = self.matrices[:, :, 0]
            self.losses = (worth.max(axis=1, keepdims=True) - worth).T
            self.is_hole = np.zeros_like(self.losses, dtype=bool)
            self.by_role: list[list[Template]] = [[]]
        elif self.claim is Claim.REGRET:
            self.outcomes = self._profiles()
        else:
            self.index = payoffs.roles.index(role)
            self.by_role = self._zero_sum_templates()
            self.outcomes = [(template,) for template in self.by_role[self.index]]
            self.other_mixes = [template.mix() for template in self.by_role[1 - self.index]]
        self.guards: list[Candidate] = []
        self.held: NDArray[np.bool_] = np.empty((0, len(points)), dtype=bool)
        self.deciding: list[Polynomial] = []
        self.is_wide = False
        self.cover = 0
        self.nodes_left = NODES_PER_ROUND

    def _profiles(self) -> list[tuple[Template, ...]]:
        """Pairs of formulas of a general-sum game, most often an equilibrium first; sets their losses."""
        result = equilibrium_profiles(self.payoffs, self.points[self._inside()])
        if not self.formulas:
            result = [pair for pair in result if all(t.formula.denominator.is_constant for t in pair)]
        table, holes = profile_losses(self.payoffs, result, self.points)
        sizes = [sum(template.size for template in pair) for pair in result]
        order = sorted(range(len(result)), key=lambda t: (-int((table[t] <= OPTIMALITY_TOLERANCE).sum()), sizes[t]))
        self.losses, self.is_hole = table[order], holes[order]
        return [result[t] for t in order]

    def _zero_sum_templates(self) -> list[list[Template]]:
        """Templates of both roles, those of our role with their losses, most often optimal first."""
        from kibitz.solve.zero_sum import solve_zero_sum_batch

        payoffs = self.payoffs
        values, rows, columns = solve_zero_sum_batch(self.matrices)
        by_role: list[list[Template]] = []
        for role, solutions in enumerate((rows, columns)):
            result = pure_templates(payoffs.actions[role], payoffs.names)
            # On the border many formulas happen to be optimal; the ones worth having are so inside too.
            inside = self._inside()
            solved = (rows[inside], columns[inside])
            if self.formulas:
                result += kernel_templates(payoffs, role, self.matrices[inside], values[inside], solved)
            if role == self.index and self.formulas:
                safest = minimax_strategies(self.matrices, values, role, self._groups())
                result += constant_templates(safest, payoffs.actions[role], payoffs.names, SAFEST_PARTS, len(safest))
            if role == self.index and self.formulas and self.effort.epsilon > 0:
                result += constant_templates(solutions, payoffs.actions[role], payoffs.names, CONSTANT_PARTS, 60)
            distinct = list({template.formula: template for template in reversed(result)}.values())[::-1]
            table, holes = self._losses(distinct, values, role)
            order = sorted(
                range(len(distinct)), key=lambda t: (-int((table[t] <= OPTIMALITY_TOLERANCE).sum()), distinct[t].size)
            )
            by_role.append([distinct[t] for t in order])
            if role == self.index:
                self.losses, self.is_hole = table[order], holes[order]
        return by_role

    def _groups(self) -> list[NDArray[np.bool_]]:
        """All samples, those below and above the middle of each parameter, and the quarters of the first two."""
        middle = np.array([float(low + high) / 2 for low, high in self.payoffs.box])
        below = self.points <= middle
        halves = [side for axis in range(below.shape[1]) for side in (below[:, axis], ~below[:, axis])]
        quarters = [a & b for a in halves[:2] for b in halves[2:4]]
        groups = [np.ones(len(self.points), dtype=bool), *halves, *quarters]
        return [np.asarray(group) for group in groups if group.any()]

    def _inside(self) -> NDArray[np.bool_]:
        low = np.array([float(side[0]) for side in self.payoffs.box])
        high = np.array([float(side[1]) for side in self.payoffs.box])
        inside = np.asarray(((self.points > low) & (self.points < high)).all(axis=1))
        return np.asarray(inside if inside.any() else np.ones(len(self.points), dtype=bool))

    def _losses(self, templates: list[Template], values: FloatArray, role: int) -> tuple[FloatArray, FloatArray]:
        table, holes = [], []
        columns = {name: self.points[:, i] for i, name in enumerate(self.payoffs.names)}
        for template in templates:
            strategies = template.strategies(self.points, self.payoffs.names)
            table.append(role_losses(self.matrices, values, strategies, role))
            bottom = np.asarray(template.formula.denominator.evaluate(columns), dtype=np.float64)
            holes.append(np.broadcast_to(np.abs(bottom) <= 1e-12, len(self.points)))
        return np.array(table), np.array(holes)

    def shortest_plans(self, depth: int | None) -> list[ListPlan]:
        """Plans of at most this depth, if given, within epsilon."""
        return self._within(float(self.effort.epsilon), depth)

    def attempts(self) -> list[tuple[list[ListPlan], float]]:
        """What to try in turn: plans, and the loss on the samples that they were allowed."""
        plans, level = self.plans()
        epsilon = float(self.effort.epsilon)
        depth = len(plans[0].rules) if plans else 0
        if 0 < level < epsilon and depth and (bolder := self._within(epsilon, depth)):
            return [(bolder, epsilon), (plans, level)]
        return [(plans, level)]

    def plans(self) -> tuple[list[ListPlan], float]:
        """The shortest plans within epsilon, or else those with the least loss on the samples, and that loss."""
        # Between samples a list loses a little more, and a proof has to allow for a little more again.
        epsilon = MARGIN * float(self.effort.epsilon)
        plans = self._within(epsilon)
        if not plans and len(self.payoffs.names) == 1 and not self.is_wide:
            # On a line regions are intervals, of which a list may need many, and their ends are cheap.
            self.is_wide, self.guards, self.nodes_left = True, [], NODES_PER_ROUND
            plans = self._within(epsilon)
        if plans:
            return plans, epsilon
        low, high = max(epsilon, 1e-5), float(np.min(np.max(np.minimum(self.losses, 1e9), axis=1)))
        self.nodes_left = NODES_PER_LEVEL
        best: tuple[list[ListPlan], float] = (self._within(high), high)
        for _ in range(7):
            if high <= low * 1.08:
                break
            middle = float(np.sqrt(low * high))
            # A level that was searched in vain must not use up what the others may look at.
            self.nodes_left = NODES_PER_LEVEL
            plans = self._within(middle)
            if plans:
                best, high = (plans, middle), middle
            else:
                low = middle
        return best

    def _within(self, level: float, deepest: int | None = None) -> list[ListPlan]:
        """Plans of the least depth whose losses on the samples are within the level; total lists are preferred."""
        good = self.losses <= level + OPTIMALITY_TOLERANCE
        sizes = [sum(template.size for template in outcome) for outcome in self.outcomes]
        searches = []
        for with_holes in (False, True):
            table = good | self.is_hole if with_holes else good
            if with_holes and not self.is_hole.any():
                break
            some = minimum_cover(table)
            if some is not None:
                self.cover = len(some)
                searches.append((len(some), table))
        for depth, width in self._sizes(deepest):
            for cover, table in searches:
                if cover > depth:
                    continue
                guards, held = self._guards(width) if depth > 1 else ([], self.held[:0])
                search = ListSearch(table, held, [g.size for g in guards], sizes)
                plans = search.plans(depth, max_nodes=max(1, min(MAX_NODES, self.nodes_left)))
                self.nodes_left -= search.nodes if depth > 2 else 0
                if plans:
                    return plans
        return []

    def _sizes(self, depth: int | None) -> list[tuple[int, int]]:
        """Depths and widths in the order in which they are tried.

        Unless a width is asked for, single conditions are tried at every depth before conjunctions are.
        """
        request = depth or self.effort.depth
        if self.effort.width is not None:
            depths = range(1, (request or DEFAULT_DEPTH) + 1)
            return [(some, width) for some in depths for width in range(1, self.effort.width + 1)]
        if self.claim is Claim.REGRET:
            depths = range(1, (request or DEEPEST_BY_DEFAULT) + 1)
            return [(some, width) for some in depths for width in (1, 2)]
        deepest = DEEPEST_ON_A_LINE if self.is_wide else DEFAULT_DEPTH
        single = [(some, 1) for some in range(1, (request or deepest) + 1)]
        if depth is not None or len(self.payoffs.names) == 1:
            return single
        return single + [(some, 2) for some in range(2, (request or DEEPEST_BY_DEFAULT) + 1)]

    def _guards(self, width: int) -> tuple[list[Candidate], NDArray[np.bool_]]:
        if not self.guards:
            regarded, most = (24, 400) if self.is_wide else (6, MAX_FACTORS)
            self.deciding = (
                shortest_factors(regret_sources(self.payoffs, self.outcomes[:MAX_REGARDED]))
                if self.claim is Claim.REGRET
                else deciding_factors(self.payoffs, [some[:regarded] for some in self.by_role], self.claim, most)
            )
            self.guards, self.held = candidates(self.payoffs, self.deciding, self.points)
        if width > 1 and all(len(guard.conditions) == 1 for guard in self.guards):
            least = max(2, len(self.points) // 100)
            more, held = conjunctions(self.deciding, self.payoffs.names, self.points, self.held, least)
            if more:
                self.guards = [*self.guards, *more]
                self.held = np.concatenate([self.held, held])
        if width == 1:
            n = sum(len(guard.conditions) == 1 for guard in self.guards)
            return self.guards[:n], self.held[:n]
        return self.guards, self.held

    def list_of(self, plan: ListPlan, title: str) -> DecisionList:
        """The plan as a list, with names for long denominators."""
        used = [self.outcomes[t] for t in (*(t for _, t in plan.rules), plan.rest)]
        definitions, mixes = name_denominators(used, self.payoffs.names)
        rules = tuple(Rule(self.guards[g].guard(), mix) for (g, _), mix in zip(plan.rules, mixes, strict=False))
        return DecisionList(title, self.roles, definitions, rules, mixes[-1])
