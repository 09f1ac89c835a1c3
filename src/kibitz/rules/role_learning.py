"""Learning the list of one role: rounds of samples, templates, guards and a search, until a proof is found."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray, InputError
from kibitz.rules.certify import Search
from kibitz.rules.cover import MAX_NODES, ListSearch, Plan, minimum_cover
from kibitz.rules.decision_list import DecisionList, Mix, Rule
from kibitz.rules.domain import Domain
from kibitz.rules.expression import Expression
from kibitz.rules.game import PolynomialGame
from kibitz.rules.guards import Candidate, candidates, conjunctions, deciding_factors
from kibitz.rules.payoffs import PolynomialPayoffs
from kibitz.rules.polynomial import Polynomial
from kibitz.rules.proof import Proof
from kibitz.rules.slacks import Claim
from kibitz.rules.templates import (
    OPTIMAL,
    Template,
    constant_templates,
    kernel_templates,
    losses_of,
    minimax_strategies,
    pure_templates,
)
from kibitz.rules.witnesses import Witnesses
from kibitz.simulate import Progress, no_progress

MAX_ROUNDS = 6
DEFAULT_DEPTH = 4
"""How deep lists are sought where no depth is given."""
N_FRESH = 6_000
N_PROVED = 6
"""Lists of one round for which a proof is tried."""
MAX_EXACT_CELLS = 48
"""A list that loses nothing needs few cells; one that needs more is more likely not exact."""
NODES_PER_ROUND = 1_200
"""What all searches of one round may look at together, so that a hard game ends in minutes."""
CONSTANT_PARTS = 12
"""Constant strategies are offered in twelfths: halves, thirds, quarters and sixths are among them."""
SAFEST_PARTS = 60
"""Constants with the least largest loss are offered in sixtieths."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What is sought and how hard."""

    depth: int | None
    width: int
    epsilon: Fraction
    samples: int
    max_cells: int


@dataclass(frozen=True, slots=True)
class Found:
    """A list with its proof, and what it was chosen from."""

    decision_list: DecisionList
    proof: Proof | None
    n_samples: int
    n_templates: int
    n_guards: int
    cover: int
    rounds: int

    @property
    def rank(self) -> tuple[float, int, int]:
        """Smaller is better: the proved bound, then holes, then depth."""
        if self.proof is None:
            return (np.inf, 0, self.decision_list.depth)
        return (float(self.proof.epsilon), len(self.proof.undefined), self.decision_list.depth)


class RoleLearner:
    """Learns a list for one role of a game."""

    def __init__(self, game: object, role: str, effort: Effort, seed: np.random.SeedSequence) -> None:
        self.payoffs = PolynomialPayoffs.of(game)
        assert isinstance(game, PolynomialGame)
        self.game, self.role, self.effort = game, role, effort
        self.claim = self.payoffs.claims[role]
        self.index = self.payoffs.roles.index(role)
        self.actions = self.payoffs.actions[self.index]
        sample_seed, fresh_seed, proof_seed = seed.spawn(3)
        self.rng = np.random.default_rng(sample_seed)
        self.fresh_rng = np.random.default_rng(fresh_seed)
        self.proof_seed = int(proof_seed.generate_state(1)[0])
        self.witnesses = Witnesses(self.payoffs, self.claim, (), self.rng)

    def best(self, progress: Progress = no_progress) -> Found:
        """The best list of a few rounds; samples that refute a list join those it was learnt from."""
        points = np.concatenate([border_points(self.game.domain, self.rng), self._drawn(self.effort.samples)])
        best: Found | None = None
        for number in range(1, MAX_ROUNDS + 1):
            progress(number - 1, MAX_ROUNDS)
            found, refuting = self._round(points, number)
            if found is not None and (best is None or found.rank < best.rank):
                best = found
            is_done = found is not None and found.proof is not None and found.proof.epsilon <= self.effort.epsilon
            if is_done or not len(refuting):
                break
            points = np.concatenate([refuting, points])
        if best is None:
            raise InputError(
                f"game {self.payoffs.game}: no list was found for {self.role}; allow more depth or epsilon"
            )
        return best

    def fresh_losses(self, decision_list: DecisionList, n: int) -> FloatArray:
        """What a list loses at points it was not learnt from."""
        return self.witnesses.losses(decision_list, self.game.domain.sample(self.fresh_rng, n))

    def _drawn(self, n: int) -> FloatArray:
        return self.game.domain.sample(self.rng, n)

    def _round(self, points: FloatArray, number: int) -> tuple[Found | None, FloatArray]:
        """One round: a list learnt from the points with its proof, and points that refute what was learnt."""
        table = _Table(self, points)
        plans, level = table.plans()
        fresh = np.concatenate([border_points(self.game.domain, self.fresh_rng), self._fresh()])
        best: Found | None = None
        refuting: list[FloatArray] = []
        for plan in plans[:N_PROVED]:
            decision_list = table.list_of(plan)
            losses = self.witnesses.losses(decision_list, fresh)
            worst = float(np.nanmax(losses, initial=0.0))
            allowed = max(level * 1.05, OPTIMAL)
            if worst > allowed:
                order = np.argsort(-np.nan_to_num(losses, nan=-1.0))[:12]
                refuting.append(fresh[order[losses[order] > allowed]])
                if level <= OPTIMAL:
                    continue
            target = (
                self.effort.epsilon if worst <= OPTIMAL else Fraction(max(worst * 1.1, level)).limit_denominator(10**6)
            )
            search = Search(self.payoffs, decision_list, self.claim, table.other_mixes, self.proof_seed)
            n_cells = self.effort.max_cells if target else min(self.effort.max_cells, MAX_EXACT_CELLS)
            proof = search.proof(target, n_cells, no_progress)
            sizes = (len(points), len(table.templates), len(table.guards), table.cover)
            found = Found(decision_list, proof, *sizes, number)
            if best is None or found.rank < best.rank:
                best = found
            if proof is not None and proof.epsilon <= target and not proof.undefined:
                break
            if level > OPTIMAL:
                break
        return best, np.concatenate(refuting) if refuting else np.empty((0, points.shape[1]))

    def _fresh(self) -> FloatArray:
        return self.game.domain.sample(self.fresh_rng, N_FRESH)


class _Table:
    """What one round works with: samples, templates with their losses, guards."""

    def __init__(self, learner: RoleLearner, points: FloatArray) -> None:
        self.learner, self.points = learner, points
        payoffs, index = learner.payoffs, learner.index
        self.matrices = payoffs.matrices(points)
        if learner.claim is Claim.PAYOFF:
            self.templates = pure_templates(learner.actions, payoffs.names)
            worth = self.matrices[:, :, 0]
            self.losses = (worth.max(axis=1, keepdims=True) - worth).T
            self.is_hole = np.zeros_like(self.losses, dtype=bool)
            self.other_mixes: list[Mix] = []
            by_role: list[list[Template]] = [[]]
        else:
            by_role = self._zero_sum_templates()
            self.templates = by_role[index]
            self.other_mixes = [template.mix() for template in by_role[1 - index]]
        deciding = deciding_factors(payoffs, [templates[:6] for templates in by_role], learner.claim)
        self.guards, self.held = candidates(payoffs, deciding, points)
        self.cover = 0
        self.nodes_left = NODES_PER_ROUND

    def _zero_sum_templates(self) -> list[list[Template]]:
        """Templates of both roles, those of our role with their losses, most often optimal first."""
        from kibitz.solve.zero_sum import solve_zero_sum_batch

        learner, payoffs = self.learner, self.learner.payoffs
        values, rows, columns = solve_zero_sum_batch(self.matrices)
        by_role: list[list[Template]] = []
        for role, solutions in enumerate((rows, columns)):
            found = pure_templates(payoffs.actions[role], payoffs.names)
            # On the border many formulas happen to be optimal; the ones worth having are so inside too.
            inside = self._inside()
            solved = (rows[inside], columns[inside])
            found += kernel_templates(payoffs, role, self.matrices[inside], values[inside], solved)
            if role == learner.index:
                safest = minimax_strategies(self.matrices, values, role, self._groups())
                found += constant_templates(safest, payoffs.actions[role], payoffs.names, SAFEST_PARTS, len(safest))
            if role == learner.index and learner.effort.epsilon > 0:
                found += constant_templates(solutions, payoffs.actions[role], payoffs.names, CONSTANT_PARTS, 60)
            distinct = list({template.formula: template for template in reversed(found)}.values())[::-1]
            table, holes = self._losses(distinct, values, role)
            order = sorted(range(len(distinct)), key=lambda t: (-int((table[t] <= OPTIMAL).sum()), distinct[t].size))
            by_role.append([distinct[t] for t in order])
            if role == learner.index:
                self.losses, self.is_hole = table[order], holes[order]
        return by_role

    def _groups(self) -> list[NDArray[np.bool_]]:
        """All samples, those below and above the middle of each parameter, and the quarters of the first two."""
        middle = np.array([float(low + high) / 2 for low, high in self.learner.payoffs.box])
        below = self.points <= middle
        halves = [side for axis in range(below.shape[1]) for side in (below[:, axis], ~below[:, axis])]
        quarters = [a & b for a in halves[:2] for b in halves[2:4]]
        groups = [np.ones(len(self.points), dtype=bool), *halves, *quarters]
        return [np.asarray(group) for group in groups if group.any()]

    def _inside(self) -> NDArray[np.bool_]:
        low = np.array([float(side[0]) for side in self.learner.payoffs.box])
        high = np.array([float(side[1]) for side in self.learner.payoffs.box])
        inside = np.asarray(((self.points > low) & (self.points < high)).all(axis=1))
        return np.asarray(inside if inside.any() else np.ones(len(self.points), dtype=bool))

    def _losses(self, templates: list[Template], values: FloatArray, role: int) -> tuple[FloatArray, FloatArray]:
        table, holes = [], []
        columns = {name: self.points[:, i] for i, name in enumerate(self.learner.payoffs.names)}
        for template in templates:
            strategies = template.strategies(self.points, self.learner.payoffs.names)
            table.append(losses_of(self.matrices, values, strategies, role))
            bottom = np.asarray(template.formula.denominator.evaluate(columns), dtype=np.float64)
            holes.append(np.broadcast_to(np.abs(bottom) <= 1e-12, len(self.points)))
        return np.array(table), np.array(holes)

    def plans(self) -> tuple[list[Plan], float]:
        """The shortest plans within epsilon, or else those with the least loss on the samples, and that loss."""
        epsilon = float(self.learner.effort.epsilon)
        plans = self._within(epsilon)
        if plans:
            return plans, epsilon
        low, high = max(epsilon, 1e-5), float(np.min(np.max(np.minimum(self.losses, 1e9), axis=1)))
        best: tuple[list[Plan], float] = (self._within(high), high)
        for _ in range(7):
            if high <= low * 1.08:
                break
            middle = float(np.sqrt(low * high))
            plans = self._within(middle)
            if plans:
                best, high = (plans, middle), middle
            else:
                low = middle
        return best

    def _within(self, level: float) -> list[Plan]:
        """Plans of the least depth whose losses on the samples are within the level; total lists are preferred."""
        effort = self.learner.effort
        good = self.losses <= level + OPTIMAL
        sizes = [template.size for template in self.templates]
        searches = []
        for with_holes in (False, True):
            table = good | self.is_hole if with_holes else good
            if with_holes and not self.is_hole.any():
                break
            some = minimum_cover(table)
            if some is not None:
                self.cover = len(some)
                searches.append((len(some), table))
        deepest = effort.depth or DEFAULT_DEPTH
        for depth in range(1, deepest + 1):
            for width in range(1, effort.width + 1):
                for cover, table in searches:
                    if cover > depth:
                        continue
                    guards, held = self._guards(width)
                    search = ListSearch(table, held, [g.size for g in guards], sizes)
                    plans = search.plans(depth, max_nodes=max(1, min(MAX_NODES, self.nodes_left)))
                    self.nodes_left -= search.nodes if depth > 2 else 0
                    if plans:
                        return plans
        return []

    def _guards(self, width: int) -> tuple[list[Candidate], NDArray[np.bool_]]:
        if width > 1 and all(len(guard.conditions) == 1 for guard in self.guards):
            least = max(2, len(self.points) // 100)
            more, held = conjunctions(self.guards, self.held, least)
            if more:
                self.guards = [*self.guards, *more]
                self.held = np.concatenate([self.held, held])
        if width == 1:
            n = sum(len(guard.conditions) == 1 for guard in self.guards)
            return self.guards[:n], self.held[:n]
        return self.guards, self.held

    def list_of(self, plan: Plan) -> DecisionList:
        """The plan as a list, with names for long denominators."""
        learner = self.learner
        used = [self.templates[t] for _, t in plan.rules] + [self.templates[plan.rest]]
        bottoms = dict.fromkeys(t.formula.denominator for t in used if len(t.formula.denominator.terms) > 1)
        names = _free_names(len(bottoms), learner.payoffs.names)
        named = dict(zip(bottoms, names, strict=True))
        definitions: tuple[tuple[str, Expression], ...] = tuple((n, b.to_expression()) for b, n in named.items())
        rules = tuple(
            Rule(self.guards[guard].guard(), (self._mix(self.templates[template], named),))
            for guard, template in plan.rules
        )
        title = f"{learner.game.title}, {learner.role}, learnt"
        return DecisionList(title, (learner.role,), definitions, rules, (self._mix(used[-1], named),))

    def _mix(self, template: Template, named: dict[Polynomial, str]) -> Mix:
        return template.mix(named.get(template.formula.denominator))


def _free_names(n: int, taken: tuple[str, ...]) -> list[str]:
    names = (f"D{number}" if number else "D" for number in range(n + len(taken) + 1))
    return [name for name in names if name not in taken][:n]


def border_points(domain: Domain, rng: np.random.Generator, each: int = 8) -> FloatArray:
    """Corners of the domain and random points of its faces, where formulas are most likely to have no value."""
    low = np.array([float(side[0]) for side in domain.box])
    high = np.array([float(side[1]) for side in domain.box])
    corners = np.array(list(product(*zip(low, high, strict=True)))) if len(low) <= 6 else np.empty((0, len(low)))
    faces = []
    for axis in range(len(low)):
        for end in (low[axis], high[axis]):
            points = low + (high - low) * rng.random((each, len(low)))
            points[:, axis] = end
            faces.append(points)
    integer = [k for k, parameter in enumerate(domain.parameters) if parameter.integer]
    points = np.concatenate([np.unique(corners, axis=0), *faces])
    points[:, integer] = np.round(points[:, integer])
    return domain.allowed(points)
