"""Search for a proof of a bound on the loss of a decision list: branch and bound on boxes, in floats.

On a cell every rule that may fire is bounded by Bernstein coefficients, with a strategy of the other role as witness
for the game's value, and with multipliers where the guards are needed. The cell with the largest bound is cut until the
target is reached. The reported bound comes from the exact verification, not from this search.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, inf

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.core.step_limit import count_steps, step_limit
from kibitz.rules.algebra.bernstein import Box, bounds, common_degrees, float_coefficients, halves, power_tensor
from kibitz.rules.algebra.factors import factors
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.signs import Case, Inequality
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.slacks import Claim, Slacks
from kibitz.rules.language.decision_list import DecisionList, Mix
from kibitz.rules.language.expression import Expression
from kibitz.rules.proof.multipliers import find_multipliers
from kibitz.rules.proof.proof import Multiplier, Proof, ProofCell, ProofEntry
from kibitz.rules.proof.verification import (
    ExactLosses,
    ProofError,
    can_only_vanish_with,
    first_divisor,
    is_proven_nonnegative,
)
from kibitz.rules.proof.witnesses import Witnesses
from kibitz.simulate import Progress, no_progress

NEGLIGIBLE = 1e-11
"""Rounding error of a bound that is exactly 0."""
FEW_CELLS = 4
"""Cells of a proof whose cases are told apart by signs: those hardly need any."""
MAX_PAYOFF_SIGNS = 6
MAX_CUTS = 40
NEARLY_ZERO_BOUND = Fraction(1, 10**6)
"""A bound below this that should be 0 may be one of cells that only close in on where a strategy changes."""
MAX_INEQUALITIES_WITH_MULTIPLIERS = 200
"""Inequalities of one entry for which multipliers are sought."""
ENTRY_STEPS = 4_000
"""What it takes to look at one case of a cell."""
SEARCH_STEPS, CELL_STEPS = 1_000_000, 100_000
"""Budget of a search, in all and for each cell it may cut: a few seconds for the usual 20 cells."""


@dataclass(frozen=True, slots=True)
class _Leaf:
    box: Box
    bound: float
    entries: tuple[ProofEntry, ...]
    parts: tuple[tuple[Case, Box], ...]


@dataclass(frozen=True, slots=True)
class _Arrays:
    """The inequalities of a rule and witness as power tensors."""

    slacks: Slacks
    blocks: FloatArray
    signs: FloatArray | None
    witness: FloatArray | None
    """The denominator of a witness that must not be 0 where the list has a value."""


def certify(
    game: object,
    decision_list: DecisionList,
    *,
    epsilon: Fraction | float | None = None,
    max_cells: int = 400,
    witnesses: Sequence[Mix] = (),
    seed: int = 0,
    progress: Progress = no_progress,
) -> Proof | None:
    """A proof of a bound on the loss of the list, cut until ``epsilon`` or ``max_cells`` is reached.

    A list for one role of a zero-sum game is proved against the game's value, one for both roles by the duality gap
    (the sum of both losses), one for both roles of a general-sum game by the larger regret. The result is
    ``None`` if no bound at all was found, as for a list whose formulas are not probabilities. Without ``epsilon`` the
    target is the loss on samples and a little more. The search has a step limit that grows with ``max_cells``, and
    raises `StepLimitError` at the limit.
    """
    if not 1 <= max_cells <= 100_000:
        raise InputError(f"max_cells: must be a number from 1 to 100,000, not {max_cells}")
    if epsilon is not None and not 0 <= epsilon < inf:
        raise InputError(f"epsilon: must be a number from 0 up, not {epsilon}")
    with step_limit("proof", SEARCH_STEPS + CELL_STEPS * max_cells):
        payoffs = PolynomialPayoffs.of(game)
        search = ProofSearch(payoffs, decision_list, list_claim(payoffs, decision_list), witnesses, seed)
        target = search.measured_target() if epsilon is None else Fraction(epsilon)
        return search.best_proof(target, max_cells, progress)


def list_claim(payoffs: PolynomialPayoffs, decision_list: DecisionList) -> Claim:
    """The claim that can be proved about a list, by its roles."""
    if len(decision_list.roles) == 2:
        return Claim.GAP if payoffs.column is None else Claim.REGRET
    claims = payoffs.claims
    if decision_list.roles[0] not in claims:
        expected = ", ".join(claims) or " and ".join(payoffs.roles)
        raise InputError(f"list: must be for {expected}, not for {', '.join(decision_list.roles)}")
    return claims[decision_list.roles[0]]


class ProofSearch:
    """One search for a proof; tensors of rules and witnesses are cached between cells."""

    def __init__(
        self,
        payoffs: PolynomialPayoffs,
        decision_list: DecisionList,
        claim: Claim,
        witnesses: Sequence[Mix],
        seed: int,
        splits: tuple[Expression, ...] | None = None,
    ) -> None:
        self.payoffs, self.list, self.claim, self.splits = payoffs, decision_list, claim, splits
        self.seed, self.given = seed, witnesses
        self.exact = ExactLosses(payoffs, decision_list, claim, splits)
        self.rng = np.random.default_rng(seed)
        self.witnesses = Witnesses(payoffs, claim, witnesses, self.rng)
        self.arrays: dict[tuple[int, Mix | None, tuple[int, int]], _Arrays] = {}
        self.cuts = natural_cuts(self.exact)
        self.target = Fraction(0)

    def measured_target(self) -> Fraction:
        """The worst loss on samples and a twentieth more, rounded up."""
        points = self.witnesses.points(self.payoffs.box, self.exact.regions.constraints, 2_000)
        worst = float(np.nanmax(self.witnesses.losses(self.list, points), initial=0.0))
        return Fraction(0) if worst < NEGLIGIBLE else Fraction(ceil(worst * 1.05e6), 10**6)

    def best_proof(self, target: Fraction, max_cells: int, progress: Progress) -> Proof | None:
        """A proof with guards as they are written, or with cases told apart by signs where that is called for."""
        for splits in self._ways_to_split():
            split = ProofSearch(self.payoffs, self.list, self.claim, self.given, self.seed, splits)
            result = split.proof(target, min(max_cells, FEW_CELLS), progress)
            if result is not None and result.epsilon <= target:
                return result
            if splits:
                max_cells = min(max_cells, FEW_CELLS)  # a case of many parameters takes long
        result = self.proof(target, max_cells, progress)
        if result is not None and target == 0 < result.epsilon < NEARLY_ZERO_BOUND:
            # Halving closes in on a point where the other role's best strategy changes, and never reaches it.
            more = ProofSearch(self.payoffs, self.list, self.claim, self.given, self.seed, self.splits)
            edges = (Inequality(form, False).edge for form in payoff_signs(self.payoffs, MAX_CUTS))
            more.cuts = (*more.cuts, *((edge[0], edge[1]) for edge in edges if edge is not None))
            better = more.proof(target, max_cells, progress)
            result = better if better is not None and better.epsilon < result.epsilon else result
        return result

    def _ways_to_split(self) -> list[tuple[Expression, ...]]:
        """By factors of guards where a denominator may change its sign; by payoff differences for many parameters.

        A list for one role is proved by what the other plays, which changes with signs that its guards need not name.
        """
        ways: list[tuple[Expression, ...]] = []
        guards = [i for rule in self.exact.regions.holding for ways in rule for way in ways for i in way]
        if any(len(set(factors(inequality.polynomial)[1])) > 1 for inequality in guards):
            denominators = {formula.denominator for outcome in self.exact.formulas for formula in outcome}
            if any(low < 0 < high for low, high in (bounds(d, self.payoffs.box) for d in denominators)):
                ways.append(())
        if self.witnesses.are_needed and len(self.payoffs.names) > 2:
            ways.insert(0, tuple(form.to_expression() for form in payoff_signs(self.payoffs)))
        return ways

    def proof(self, target: Fraction, max_cells: int, progress: Progress) -> Proof | None:
        """Cut the worst cell until the target is reached or there are enough cells, then bound exactly."""
        self.target = target
        first = self.leaf(self.payoffs.box)
        count = 0
        heap = [(-first.bound, count, first)]
        while -heap[0][0] > float(target) + NEGLIGIBLE and len(heap) < max_cells:
            _, _, worst = heapq.heappop(heap)
            for child in self.children(worst):
                count += 1
                heapq.heappush(heap, (-child.bound, count, child))
            if count % 20 == 0:
                progress(len(heap), max_cells)
        return self._exact_proof([leaf for _, _, leaf in heap])

    def _exact_proof(self, leaves: list[_Leaf]) -> Proof | None:
        epsilon = Fraction(0)
        undefined: dict[str, None] = {}
        cells: list[ProofCell] = []
        for leaf in sorted(leaves, key=lambda leaf: leaf.box):
            if leaf.bound == inf:
                return None
            entries: list[ProofEntry] = []
            for entry, (case, part) in zip(leaf.entries, leaf.parts, strict=True):
                complete = self._with_strictness(entry, case, part)
                try:
                    bound, gaps = self.exact.bound(complete, case, part)
                except ProofError:
                    return None
                entries.append(complete)
                epsilon = max(epsilon, bound)
                undefined.update(dict.fromkeys(gaps))
            cells.append(ProofCell(leaf.box, tuple(entries)))
        claimed = (self.payoffs.game, self.claim, self.list, epsilon)
        return Proof(*claimed, tuple(undefined), tuple(cells), self.splits)

    def children(self, leaf: _Leaf) -> tuple[_Leaf, _Leaf]:
        """The two parts of a cell, cut where a guard says so, or else where the bounds of the parts are least."""
        box = leaf.box
        for axis, at in self.cuts:
            if box[axis][0] < at < box[axis][1]:
                below, above = halves(box, axis, at)
                return self.leaf(below), self.leaf(above)
        lengths = [
            (high - low) / (wide[1] - wide[0] or 1) for (low, high), wide in zip(box, self.payoffs.box, strict=True)
        ]
        longest = max(range(len(box)), key=lambda k: lengths[k])
        # Long thin cells seldom pay, so only sides near the longest are tried.
        axes = [k for k, length in enumerate(lengths) if length and 4 * length >= lengths[longest]]
        best: tuple[float, tuple[_Leaf, _Leaf]] | None = None
        for axis in axes if len(box) <= 3 else [longest]:
            middle = (box[axis][0] + box[axis][1]) / 2
            first, second = (self.leaf(part) for part in halves(box, axis, middle))
            worth = max(first.bound, second.bound) + 0.1 * min(first.bound, second.bound)
            if best is None or worth < best[0]:
                best = (worth, (first, second))
        assert best is not None, "a box of the domain has a side that can be cut"
        return best[1]

    def leaf(self, box: Box) -> _Leaf:
        """A cell with the best entry found for every case, and the largest of their bounds."""
        bound = 0.0
        entries: list[ProofEntry] = []
        parts: list[tuple[Case, Box]] = []
        for rule in range(self.exact.regions.count_reachable_rules(box)):
            for number, (case, part) in enumerate(self.exact.regions.cases(rule, box)):
                entry, loss = self.entry(rule, number, case, part)
                entries.append(entry)
                parts.append((case, part))
                bound = max(bound, loss)
        return _Leaf(box, bound, tuple(entries), tuple(parts))

    def entry(self, rule: int, number: int, case: Case, part: Box) -> tuple[ProofEntry, float]:
        """The best entry for a case, by direct bounds first, then with multipliers."""
        count_steps(ENTRY_STEPS)
        wanted = float(self.target) + NEGLIGIBLE
        best: tuple[float, ProofEntry] = (inf, ProofEntry(rule, number))
        points = self.witnesses.points(part, case, 24)
        by_signs = self.splits is not None
        candidates = self.witnesses.rank_candidates(points, by_signs) if self.witnesses.are_needed else [None]
        tried = [(witness, signs) for witness in candidates[:4] for signs in self._signs(rule, witness, points)]
        for witness, signs in tried:
            loss = self._direct(rule, witness, signs, part)
            if loss < best[0]:
                best = (loss, ProofEntry(rule, number, signs, witness))
            if loss <= wanted:
                return best[1], loss
        if case and len(points) and not (self.witnesses.rule_losses(self.exact, rule, points) > wanted + 1e-9).any():
            for witness, signs in tried[: 4 if by_signs else 2]:
                helped = self._with_multipliers(ProofEntry(rule, number, signs, witness, self.target), case, part)
                if helped is not None and (not by_signs or self._is_accepted(helped, case, part)):
                    return helped, float(self.target)
        if case and not len(points):
            zero = Polynomial.constant(self.payoffs.names, 0)
            result = find_multipliers(zero, case, part, 0, strictly=True)
            if result is not None:
                return ProofEntry(rule, number, multipliers=result, empty=True), 0.0
        return best[1], best[0]

    def _is_accepted(self, entry: ProofEntry, case: Case, part: Box) -> bool:
        """Whether the exact check accepts an entry; a witness that may divide by zero is found out here."""
        try:
            self.exact.bound(self._with_strictness(entry, case, part), case, part)
        except ProofError:
            return False
        return True

    def _signs(self, rule: int, witness: Mix | None, points: FloatArray) -> list[tuple[int, int]]:
        """The signs of the two denominators, read off the points."""
        columns = {name: points[:, i] for i, name in enumerate(self.payoffs.names)}
        formulas = list(self.exact.formulas[rule])
        if witness is not None:
            formulas.append(self.witnesses.formula(witness))
        signs = []
        for formula in formulas:
            values = np.asarray(formula.denominator.evaluate(columns), dtype=np.float64)
            signs.append(-1 if len(points) and np.mean(values) < 0 else 1)
        first, second = ([*signs, 1])[:2]
        # A witness of the first role stands second in an entry, whatever the order of the roles.
        return [(first, second)]

    def _tensors(self, rule: int, witness: Mix | None, signs: tuple[int, int]) -> _Arrays:
        key = (rule, witness, signs)
        if key not in self.arrays:
            slacks = self.exact.slacks(rule, witness, signs)
            blocks = slacks.all_blocks
            tensor = power_tensor(blocks, common_degrees(blocks)).astype(np.float64)
            sign_tensor = None
            if slacks.signs:
                sign_tensor = power_tensor(slacks.signs, common_degrees(slacks.signs)).astype(np.float64)
            below, witness_tensor = slacks.witness_denominator, None
            if below is not None and not can_only_vanish_with(below, list(slacks.divisors)):
                witness_tensor = power_tensor([below], below.degrees).astype(np.float64)
            self.arrays[key] = _Arrays(slacks, tensor, sign_tensor, witness_tensor)
        return self.arrays[key]

    def _direct(self, rule: int, witness: Mix | None, signs: tuple[int, int], box: Box) -> float:
        """A bound of the loss on a box by coefficients alone; infinite where the strategies are not shown valid."""
        arrays = self._tensors(rule, witness, signs)
        if arrays.signs is not None and float_coefficients(arrays.signs, box).min() < -1e-13:
            return inf
        if arrays.witness is not None and float_coefficients(arrays.witness, box).min() <= 1e-13:
            return inf
        flat = float_coefficients(arrays.blocks, box).reshape(len(arrays.blocks), -1)
        scale, start, worst = flat[0], 1, 0.0
        for gains, secured in arrays.slacks.blocks:
            middle, end = start + len(gains), start + len(gains) + len(secured)
            rise = flat[start:middle].max(axis=0) - flat[middle:end].min(axis=0)
            start = end
            losing = rise > 1e-14
            if (losing & (scale <= 1e-14)).any():
                return inf
            worst = max(worst, float((rise[losing] / scale[losing]).max(initial=0.0)))
        return worst

    def _with_multipliers(self, entry: ProofEntry, case: Case, part: Box) -> ProofEntry | None:
        """The entry with multipliers for every inequality that coefficients alone do not show at the target."""
        slacks = self.exact.slacks(entry.rule, entry.witness, entry.signs)
        assert entry.level is not None
        wanted = list(slacks.signs)
        for gains, secured in slacks.blocks:
            wanted.extend(slacks.scale.scale(entry.level) - gain + secure for gain in gains for secure in secured)
        degrees = common_degrees(wanted)
        least = float_coefficients(power_tensor(wanted, degrees).astype(np.float64), part)
        low = least.reshape(len(wanted), -1).min(axis=1)
        doubtful = np.flatnonzero(low < -1e-13).tolist()
        if len(doubtful) > MAX_INEQUALITIES_WITH_MULTIPLIERS:
            return None
        result: list[Multiplier] = []
        for index in doubtful:
            help_ = find_multipliers(wanted[index], case, part, index)
            if help_ is None:
                return None
            result.extend(help_)
        return ProofEntry(entry.rule, entry.case, entry.signs, entry.witness, entry.level, tuple(result))

    def _with_strictness(self, entry: ProofEntry, case: Case, part: Box) -> ProofEntry:
        """The entry with multipliers that show its divisors different from 0, where some are found."""
        if entry.empty:
            return entry
        slacks = self.exact.slacks(entry.rule, entry.witness, entry.signs)
        result: list[Multiplier] = []
        number = first_divisor(slacks)
        for divisor in (*slacks.divisors, *([slacks.witness_denominator] if slacks.witness_denominator else [])):
            signed = (divisor, -divisor)
            if (
                case
                and not divisor.is_constant
                and not any(is_proven_nonnegative(d, [], case, part, strictly=True) for d in signed)
            ):
                tries = ((d, (with_basis,)) for with_basis in (False, True) for d in signed)
                shown = (find_multipliers(d, case, part, number, strictly=True, kinds=kinds) for d, kinds in tries)
                result.extend(next((m for m in shown if m), ()))
            number += 1
        if not result:
            return entry
        return ProofEntry(
            entry.rule, entry.case, entry.signs, entry.witness, entry.level, (*entry.multipliers, *result)
        )


def payoff_signs(payoffs: PolynomialPayoffs, most: int = MAX_PAYOFF_SIGNS) -> list[Polynomial]:
    """The shortest factors of differences of payoffs that may have both signs: who prefers what to what."""
    lines = [*payoffs.row, *zip(*payoffs.row, strict=True)]
    sources = dict.fromkeys(a - b for line in lines for a, b in combinations(line, 2))
    result = dict.fromkeys(f for source in sources if not source.is_constant for f in factors(source)[1])
    changing = [f for f in result if (low_high := bounds(f, payoffs.box))[0] < 0 < low_high[1]]
    return sorted(changing, key=lambda f: (f.total_degree, len(f.terms)))[:most]


def natural_cuts(exact: ExactLosses) -> tuple[tuple[int, Fraction], ...]:
    """Where guards, factors of guards, or factors of denominators cut a single parameter."""
    regions = exact.regions
    inequalities: list[Inequality] = [
        inequality for rule in regions.holding for ways in rule for way in ways for inequality in way
    ]
    cuts: dict[tuple[int, Fraction], None] = {}
    polynomials = [inequality.polynomial for inequality in inequalities]
    polynomials += [formula.denominator for outcome in exact.formulas for formula in outcome]
    for polynomial in dict.fromkeys(polynomials):
        for factor in factors(polynomial)[1]:
            edge = Inequality(factor, False).edge
            if edge is not None:
                cuts[edge[0], edge[1]] = None
    return tuple(cuts)
