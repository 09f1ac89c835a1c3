"""Learning the list of one role: rounds of samples, templates, guards and a search, until a proof is found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.core.step_limit import StepLimitError, step_limit
from kibitz.rules.games.game import PolynomialGame
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.slacks import Claim
from kibitz.rules.language.decision_list import DecisionList, Mix
from kibitz.rules.language.domain import Domain
from kibitz.rules.learning.certified_partition import CertifiedPartition, partition_parameters, sample_partition
from kibitz.rules.learning.cover import ListPlan
from kibitz.rules.learning.exact_lists import (
    ExactList,
    GreedyList,
    RefutedError,
    build_shortest_list,
    prove_with_partition,
    prove_without_witness,
)
from kibitz.rules.learning.sample_table import Effort, SampleTable
from kibitz.rules.learning.templates import OPTIMALITY_TOLERANCE
from kibitz.rules.proof.cells import CellProofError
from kibitz.rules.proof.proof import Proof
from kibitz.rules.proof.search import ProofSearch
from kibitz.rules.proof.witnesses import Witnesses
from kibitz.simulate import Progress, no_progress

GREEDY_FROM_DEPTH = 8
"""Proved lists deeper than this are compared with the one that captures most cells line by line."""
MAX_ROUNDS = 6
MAX_EXACT_ROUNDS = 4
"""Rounds in which a short list is sought over a certified partition."""
N_PARTITION_POINTS = 500
"""Cells of a certified partition whose samples a list is learnt from at first."""
N_CELL_POINTS = 20_000
"""Points whose cells are told apart for three and more parameters."""
BOX_PROOF_STEPS = 2_000_000
"""What a search for a proof of a list over sampled cells may take."""
DEPTH_FOR_BOXES = 4
"""The depth up to which a list that cells do not prove is tried with boxes too."""
N_VARIANTS = 6
"""Lists over one partition that are tried in turn until one is proved without gaps."""
N_FRESH = 6_000
N_PROVED = 6
"""Lists of one round for which a proof is tried."""
MAX_EXACT_CELLS = 48
"""A list that loses nothing needs few cells; one that needs more is more likely not exact."""
MAX_CORNERS = 100
"""Corners of the domain that are all looked at; of more, as many at random."""
EXACT_SHARE = 0.7
"""Share of the step limit for exact lists; samples have the rest, so that a limit never leaves only a constant."""
GREEDY_SHARE = 0.25
"""Part of that share for the proof of the list that captures most cells line by line."""
STEPS_PER_SECOND = 700_000
"""Steps that stand for a second, so that a limit gives the same list on every computer."""


@dataclass(frozen=True, slots=True)
class ListCandidate:
    """A list with its proof, what it was chosen from, and its loss on fresh points.

    ``n_holes`` counts the points inside the domain at which the list has no answer.
    """

    decision_list: DecisionList
    proof: Proof | None
    n_samples: int
    n_templates: int
    n_guards: int
    cover: int
    rounds: int
    worst: float = 0.0
    n_holes: int = 0
    is_shortest: bool = False
    breakpoints: tuple[str, ...] = ()

    @property
    def rank(self) -> tuple[bool, bool, float, int, int, int]:
        """Smaller is better: no holes, a proof of no loss, a small loss on fresh points, then depth and width."""
        is_exact = self.proof is not None and self.proof.epsilon == 0
        gaps = 0 if self.proof is None else len(self.proof.undefined)
        worst = 0.0 if is_exact or self.worst <= OPTIMALITY_TOLERANCE else self.worst
        return (self.n_holes > 0, not is_exact, worst, gaps, self.decision_list.depth, self.decision_list.width)

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
        self.roles = self.payoffs.roles if self.claim is Claim.REGRET else (role,)
        self.title = f"{game.title}, {role}, learnt"
        sample_seed, fresh_seed, proof_seed = seed.spawn(3)
        self.sample_seed = sample_seed
        self.rng = np.random.default_rng(sample_seed)
        self.fresh_rng = np.random.default_rng(fresh_seed)
        self.proof_seed = int(proof_seed.generate_state(1)[0])
        self.witnesses = Witnesses(self.payoffs, self.claim, (), self.rng)
        self.greedy: tuple[CertifiedPartition, ListCandidate] | None = None
        """The partition of two parameters, and the list that captures most of its cells line by line."""

    def learn(self, progress: Progress = no_progress) -> ListCandidate:
        """The best list of a few rounds; samples that refute a list join those it was learnt from.

        At the step limit it is the best list by then, and a constant strategy if there is none yet.
        """
        best: ListCandidate | None = None
        for candidates, share in self._stages(progress):
            best = self._best_of(candidates, share, best)
            if best is not None and best.is_proved(self.effort.epsilon) and not (best.proof and best.proof.undefined):
                break
        return self._constant() if best is None else best

    def _stages(self, progress: Progress) -> Iterator[tuple[Iterator[ListCandidate], float]]:
        """Ways to find a list, each with its share of the step limit; the next is tried where a list has gaps."""
        is_exact = self.effort.epsilon == 0 and self.effort.width is None
        if is_exact and len(self.payoffs.names) <= 2:
            yield self._from_partition(progress), EXACT_SHARE - GREEDY_SHARE
            yield self._prove_greedy(), GREEDY_SHARE
            yield self._rounds(progress), 1 - EXACT_SHARE
        elif is_exact and self.claim in (Claim.ROW, Claim.COLUMN):
            yield self._rounds(progress), 1 - EXACT_SHARE
            yield self._from_sampled_cells(), EXACT_SHARE
        else:
            yield self._rounds(progress), 1.0

    def _best_of(
        self, candidates: Iterator[ListCandidate], share: float, best: ListCandidate | None
    ) -> ListCandidate | None:
        """The best of some lists and of ``best``, within a share of the step limit."""
        seconds = self.effort.seconds
        steps = None if seconds is None else int(share * seconds * STEPS_PER_SECOND)
        try:
            with nullcontext() if steps is None else step_limit("learning", steps):
                for result in candidates:
                    if best is None or result.rank < best.rank:
                        best = result
        except StepLimitError:
            pass
        return best

    def _from_sampled_cells(self) -> Iterator[ListCandidate]:
        """Lists over the cells that samples fall into; where fresh points show a loss or a hole, they join."""
        points = np.concatenate([self._draw_points(N_CELL_POINTS), border_points(self.game.domain, self.rng)])
        for number in range(1, MAX_ROUNDS + 1):
            try:
                partition = sample_partition(self.payoffs, self.claim, points)
            except StepLimitError:
                raise
            except InputError:
                return
            decision_list = GreedyList(self.payoffs, partition).build(self.title, self.roles)
            if decision_list is None or (self.effort.depth is not None and decision_list.depth > self.effort.depth):
                return
            fresh = self._draw_points(N_CELL_POINTS)
            losses = self.witnesses.losses(decision_list, fresh)
            holes = np.isnan(losses)
            refuting = fresh[holes | (losses > OPTIMALITY_TOLERANCE)]
            worst = float(np.nanmax(losses, initial=0.0))
            sizes = (len(partition.samples), len(partition.outcomes), len(partition.forms), len(partition.outcomes))
            found = ListCandidate(decision_list, None, *sizes, number, worst, int(holes.sum()))
            yield found
            if not len(refuting):
                yield replace(found, proof=self._box_proof([mix for mix, _ in partition.witnesses], decision_list))
                return
            points = np.concatenate([refuting[:200], points])

    def _box_proof(self, witnesses: list[Mix], decision_list: DecisionList) -> Proof | None:
        """A proof of no loss on few boxes, if one is found."""
        search = ProofSearch(self.payoffs, decision_list, self.claim, witnesses, self.proof_seed)
        try:
            with step_limit("proof", BOX_PROOF_STEPS):
                return search.best_proof(Fraction(0), min(self.effort.max_cells, MAX_EXACT_CELLS), no_progress)
        except InputError:
            return None

    def _from_partition(self, progress: Progress) -> Iterator[ListCandidate]:
        """Exact lists over the certified partition of one or two parameters."""
        try:
            partition = partition_parameters(self.payoffs, self.claim)
            if len(self.payoffs.names) == 1:
                exact = build_shortest_list(self.payoffs, partition, self.claim, self.roles, self.title)
                if self.effort.depth is None or exact.decision_list.depth <= self.effort.depth:
                    yield self._exact_candidate(exact, partition)
                return
        except StepLimitError:
            raise
        except (InputError, RefutedError):
            return
        yield from self._greedy_list(partition)
        shortest: int | None = None
        for exact in self._short_lists(partition, progress):
            shortest = min(exact.decision_list.depth, shortest or exact.decision_list.depth)
            yield self._exact_candidate(exact, partition)
        if shortest is not None and shortest > GREEDY_FROM_DEPTH:
            yield from self._prove_greedy()

    def _exact_candidate(self, exact: ExactList, partition: CertifiedPartition) -> ListCandidate:
        sizes = (len(partition.samples), len(partition.outcomes), len(partition.forms), len(partition.outcomes))
        return ListCandidate(
            exact.decision_list,
            exact.proof,
            *sizes,
            1,
            is_shortest=exact.is_shortest,
            breakpoints=exact.breakpoints,
        )

    def _greedy_list(self, partition: CertifiedPartition) -> Iterator[ListCandidate]:
        """The list that captures most cells line by line. It takes milliseconds, and its proof comes last."""
        decision_list = GreedyList(self.payoffs, partition).build(self.title, self.roles)
        if decision_list is None or (self.effort.depth is not None and decision_list.depth > self.effort.depth):
            return
        losses = self.witnesses.losses(decision_list, self._fresh())
        sizes = (len(partition.samples), len(partition.outcomes), len(partition.forms), len(partition.outcomes))
        worst, holes = float(np.nanmax(losses, initial=0.0)), int(np.isnan(losses).sum())
        found = ListCandidate(decision_list, None, *sizes, 1, worst, holes)
        self.greedy = (partition, found)
        yield found

    def _prove_greedy(self) -> Iterator[ListCandidate]:
        """The same list with a proof; where none is found, or the list has gaps, similar lists until one has none."""
        if self.greedy is None:
            return
        partition, found = self.greedy
        for variant in range(N_VARIANTS):
            decision_list: DecisionList | None = found.decision_list
            if variant:
                decision_list = GreedyList(self.payoffs, partition, variant).build(self.title, self.roles)
            if decision_list is None or (self.effort.depth is not None and decision_list.depth > self.effort.depth):
                continue
            try:
                proof = self._proof_over(partition, decision_list)
            except RefutedError:
                continue
            if proof is not None:
                yield replace(found, decision_list=decision_list, proof=proof)
                if not proof.undefined:
                    return

    def _proof_over(self, partition: CertifiedPartition, decision_list: DecisionList) -> Proof | None:
        """A proof by exact cells, if one is found; `RefutedError` if the list loses somewhere."""
        try:
            return prove_with_partition(self.payoffs, decision_list, self.claim, partition)
        except StepLimitError:
            raise
        except InputError:
            return None

    def _short_lists(self, partition: CertifiedPartition, progress: Progress) -> Iterator[ExactList]:
        """Lists that lose nothing on samples of the cells, each proved; points that refute one join the samples."""
        samples = np.array([[float(v) for v in sample] for sample in partition.samples])
        if len(samples) > N_PARTITION_POINTS:
            samples = self.rng.permutation(samples)[:N_PARTITION_POINTS]
        more = self._draw_points(self.effort.samples)
        points = np.concatenate([samples, border_points(self.game.domain, self.rng), more])
        for number in range(MAX_EXACT_ROUNDS):
            progress(number, MAX_ROUNDS)
            table = SampleTable(self.payoffs, self.role, self.effort, points)
            refuting: list[FloatArray] = []
            for plan in table.shortest_plans(None)[:N_PROVED]:
                decision_list = table.list_of(plan, self.title)
                try:
                    proof = self._proof_over(partition, decision_list)
                except RefutedError as error:
                    refuting.append(error.points[:20])
                    continue
                if proof is None and decision_list.depth <= DEPTH_FOR_BOXES:
                    proof = self._find_proof(table, decision_list, 0.0, 0.0)
                if proof is not None and proof.epsilon == 0:
                    yield ExactList(decision_list, proof)
                    if not proof.undefined:
                        return
            if not refuting:
                return
            points = np.concatenate([*refuting, points])

    def _rounds(self, progress: Progress) -> Iterator[ListCandidate]:
        """What each round found: first with pure strategies alone, then with formulas, until one is proved."""
        self.rng = np.random.default_rng(self.sample_seed)  # the same samples, whatever was tried before
        points = np.concatenate([border_points(self.game.domain, self.rng), self._draw_points(self.effort.samples)])
        pure = SampleTable(self.payoffs, self.role, self.effort, points, False)
        if plans := pure.shortest_plans(depth=1):
            result = self._prove_plans(pure, plans, float(self.effort.epsilon), 1)[0]
            if result is not None:
                yield result
                if result.is_proved(self.effort.epsilon):
                    return
        for number in range(1, MAX_ROUNDS + 1):
            progress(number - 1, MAX_ROUNDS)
            table = SampleTable(self.payoffs, self.role, self.effort, points, True)
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
        """What a list loses at points it was not learnt from; nan where it has no answer."""
        return self.witnesses.losses(decision_list, self.game.domain.sample(self.fresh_rng, n))

    def _constant(self) -> ListCandidate:
        """The pure strategies that lose least at worst on a few samples: a list for want of time."""
        points = self._draw_points(50)
        matrices = self.payoffs.matrices(points)
        if self.claim is Claim.REGRET:
            other = self.payoffs.column_matrices(points)
            gains = (matrices.max(axis=1, keepdims=True) - matrices) + (other.max(axis=2, keepdims=True) - other)
            best = np.unravel_index(int(gains.max(axis=0).argmin()), gains.shape[1:])
            mixes = tuple(Mix((), labels[int(k)]) for labels, k in zip(self.payoffs.actions, best, strict=True))
        else:
            role = self.payoffs.roles_of(self.claim)[0]
            ends = matrices.max(axis=1) if role else -matrices.min(axis=2)
            mixes = (Mix((), self.payoffs.actions[role][int(ends.max(axis=0).argmin())]),)
        return ListCandidate(DecisionList(self.title, self.roles, (), (), mixes), None, len(points), 0, 0, 1, 0, np.inf)

    def _draw_points(self, n: int) -> FloatArray:
        return self.game.domain.sample(self.rng, n)

    def _prove_plans(
        self, table: SampleTable, plans: list[ListPlan], level: float, number: int
    ) -> tuple[ListCandidate | None, FloatArray]:
        """The best of some plans with its proof, and points that refute what was learnt: losses and holes."""
        points = table.points
        border = border_points(self.game.domain, self.fresh_rng)
        fresh = np.concatenate([border, self._fresh()])
        best: ListCandidate | None = None
        refuting: list[FloatArray] = []
        allowed = max(level * 1.05, OPTIMALITY_TOLERANCE)
        for plan in plans[:N_PROVED]:
            decision_list = table.list_of(plan, self.title)
            losses = self.witnesses.losses(decision_list, fresh)
            # On the border a formula may divide by zero, which a proof reports; inside a hole is a region.
            holes = np.flatnonzero(np.isnan(losses) & (np.arange(len(fresh)) >= len(border)))
            worst = float(np.nanmax(losses, initial=0.0))
            if worst > allowed or len(holes):
                order = np.argsort(-np.nan_to_num(losses, nan=-1.0))[:12]
                refuting += [fresh[order[losses[order] > allowed]], fresh[holes[:12]]]
                if level <= OPTIMALITY_TOLERANCE and number < MAX_ROUNDS:
                    continue
            proof = self._find_proof(table, decision_list, worst, level) if not len(holes) else None
            sizes = (len(points), len(table.outcomes), len(table.guards), table.cover)
            result = ListCandidate(decision_list, proof, *sizes, number, worst, len(holes))
            if best is None or result.rank < best.rank:
                best = result
            if result.is_proved(self.effort.epsilon) or level > OPTIMALITY_TOLERANCE:
                break
        nothing: FloatArray = np.empty((0, points.shape[1]))
        return best, np.concatenate(refuting) if refuting else nothing

    def _find_proof(self, table: SampleTable, decision_list: DecisionList, worst: float, level: float) -> Proof | None:
        """A proof of the loss, by exact cells where possible; ``None`` also where a proof would be too large."""
        target = self.effort.epsilon
        if worst > max(float(target), OPTIMALITY_TOLERANCE):
            target = Fraction(max(worst * 1.1, level)).limit_denominator(10**6)
        try:
            if not target and len(self.payoffs.names) <= 2 and self.claim in (Claim.REGRET, Claim.PAYOFF):
                try:
                    return prove_without_witness(self.payoffs, decision_list, self.claim)
                except CellProofError:
                    pass
            search = ProofSearch(self.payoffs, decision_list, self.claim, table.other_mixes, self.proof_seed)
            n_cells = self.effort.max_cells if target else min(self.effort.max_cells, MAX_EXACT_CELLS)
            return search.best_proof(target, n_cells, no_progress)
        except StepLimitError:
            raise
        except InputError:
            return None

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
