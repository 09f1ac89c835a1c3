"""Learning the list of one role: rounds of samples, templates, guards and a search, until a proof is found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rules.deadline import Deadline, DeadlineExceeded
from kibitz.rules.games.game import PolynomialGame
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.slacks import Claim
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.domain import Domain
from kibitz.rules.learning.cover import ListPlan
from kibitz.rules.learning.sample_table import Effort, SampleTable
from kibitz.rules.learning.templates import OPTIMALITY_TOLERANCE
from kibitz.rules.proof.proof import Proof
from kibitz.rules.proof.search import ProofSearch
from kibitz.rules.proof.witnesses import Witnesses
from kibitz.simulate import Progress, no_progress

MAX_ROUNDS = 6
N_FRESH = 6_000
N_PROVED = 6
"""Lists of one round for which a proof is tried."""
MAX_EXACT_CELLS = 48
"""A list that loses nothing needs few cells; one that needs more is more likely not exact."""
MAX_CORNERS = 100
"""Corners of the domain that are all looked at; of more, as many at random."""


@dataclass(frozen=True, slots=True)
class ListCandidate:
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

    def is_proved(self, epsilon: Fraction) -> bool:
        """Whether the list is proved to lose at most this."""
        return self.proof is not None and self.proof.epsilon <= epsilon


class RoleLearner:
    """Learns a list for one role of a game."""

    def __init__(self, game: object, role: str, effort: Effort, seed: np.random.SeedSequence) -> None:
        self.payoffs = PolynomialPayoffs.of(game)
        assert isinstance(game, PolynomialGame)
        self.game, self.role, self.effort = game, role, effort
        self.claim = self.payoffs.claims.get(role, Claim.REGRET)
        sample_seed, fresh_seed, proof_seed = seed.spawn(3)
        self.rng = np.random.default_rng(sample_seed)
        self.fresh_rng = np.random.default_rng(fresh_seed)
        self.proof_seed = int(proof_seed.generate_state(1)[0])
        self.witnesses = Witnesses(self.payoffs, self.claim, (), self.rng)
        self.deadline = Deadline(effort.seconds)

    def learn(self, progress: Progress = no_progress) -> ListCandidate:
        """The best list of a few rounds; samples that refute a list join those it was learnt from."""
        best: ListCandidate | None = None
        try:
            for result in self._rounds(progress):
                if best is None or result.rank < best.rank:
                    best = result
        except DeadlineExceeded:
            if best is None:
                raise InputError(
                    f"game {self.payoffs.game}: no list was found for {self.role} in {self.effort.seconds:g} seconds; "
                    "allow more time, depth or epsilon"
                ) from None
        if best is None:
            raise InputError(
                f"game {self.payoffs.game}: no list was found for {self.role}; allow more depth or epsilon"
            )
        return best

    def _rounds(self, progress: Progress) -> Iterator[ListCandidate]:
        """What each round found: first with pure strategies alone, then with formulas, until one is proved."""
        points = np.concatenate([border_points(self.game.domain, self.rng), self._draw_points(self.effort.samples)])
        pure = SampleTable(self.payoffs, self.role, self.effort, points, False, self.deadline)
        if plans := pure.shortest_plans(depth=1):
            result = self._prove_plans(pure, plans, float(self.effort.epsilon), 1)[0]
            if result is not None:
                yield result
                if result.is_proved(self.effort.epsilon):
                    return
        for number in range(1, MAX_ROUNDS + 1):
            progress(number - 1, MAX_ROUNDS)
            table = SampleTable(self.payoffs, self.role, self.effort, points, True, self.deadline)
            refuting = points[:0]
            for plans, level in table.attempts():
                result, refuting = self._prove_plans(table, plans, level, number)
                if result is not None:
                    yield result
                    if result.is_proved(self.effort.epsilon):
                        return
            if not len(refuting):
                return
            points = np.concatenate([refuting, points])

    def fresh_losses(self, decision_list: DecisionList, n: int) -> FloatArray:
        """What a list loses at points it was not learnt from."""
        return self.witnesses.losses(decision_list, self.game.domain.sample(self.fresh_rng, n))

    def _draw_points(self, n: int) -> FloatArray:
        return self.game.domain.sample(self.rng, n)

    def _prove_plans(
        self, table: SampleTable, plans: list[ListPlan], level: float, number: int
    ) -> tuple[ListCandidate | None, FloatArray]:
        """The best of some plans with its proof, and points that refute what was learnt."""
        points = table.points
        fresh = np.concatenate([border_points(self.game.domain, self.fresh_rng), self._fresh()])
        best: ListCandidate | None = None
        refuting: list[FloatArray] = []
        for plan in plans[:N_PROVED]:
            decision_list = table.list_of(plan, f"{self.game.title}, {self.role}, learnt")
            losses = self.witnesses.losses(decision_list, fresh)
            worst = float(np.nanmax(losses, initial=0.0))
            allowed = max(level * 1.05, OPTIMALITY_TOLERANCE)
            if worst > allowed:
                order = np.argsort(-np.nan_to_num(losses, nan=-1.0))[:12]
                refuting.append(fresh[order[losses[order] > allowed]])
                if level <= OPTIMALITY_TOLERANCE:
                    continue
            target = self.effort.epsilon
            if worst > max(float(target), OPTIMALITY_TOLERANCE):
                target = Fraction(max(worst * 1.1, level)).limit_denominator(10**6)
            search = ProofSearch(
                self.payoffs, decision_list, self.claim, table.other_mixes, self.proof_seed, self.deadline
            )
            n_cells = self.effort.max_cells if target else min(self.effort.max_cells, MAX_EXACT_CELLS)
            try:
                proof = search.best_proof(target, n_cells, no_progress)
            except DeadlineExceeded:
                proof = None
            sizes = (len(points), len(table.outcomes), len(table.guards), table.cover)
            result = ListCandidate(decision_list, proof, *sizes, number)
            if best is None or result.rank < best.rank:
                best = result
            if proof is not None and proof.epsilon <= target and not proof.undefined:
                break
            if level > OPTIMALITY_TOLERANCE:
                break
        nothing: FloatArray = np.empty((0, points.shape[1]))
        return best, np.concatenate(refuting) if refuting else nothing

    def _fresh(self) -> FloatArray:
        return self.game.domain.sample(self.fresh_rng, N_FRESH)


def border_points(domain: Domain, rng: np.random.Generator, each: int = 8) -> FloatArray:
    """Corners of the domain and random points of its faces, where formulas are most likely to have no value.

    Where parameters may have both signs, 0 counts as an end too: ties and quotients 0/0 are there.
    """
    low = np.array([float(side[0]) for side in domain.box])
    high = np.array([float(side[1]) for side in domain.box])
    ends = [(a, 0.0, b) if a < 0 < b else (a, b) for a, b in zip(low, high, strict=True)]
    n_corners = prod(map(len, ends))
    if n_corners <= MAX_CORNERS:
        corners = np.array(list(product(*ends)))
    elif n_corners == 2 ** len(ends):
        corners = np.empty((0, len(low)))
    else:
        corners = np.stack([rng.choice(some, MAX_CORNERS) for some in ends], axis=1)
    faces = []
    for axis in range(len(low)):
        for end in ends[axis]:
            points = low + (high - low) * rng.random((each, len(low)))
            points[:, axis] = end
            faces.append(points)
    integer = [k for k, parameter in enumerate(domain.parameters) if parameter.integer]
    points = np.concatenate([np.unique(corners, axis=0), *faces])
    points[:, integer] = np.round(points[:, integer])
    return domain.filter_allowed(points)
