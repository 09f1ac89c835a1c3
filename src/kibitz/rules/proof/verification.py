"""Checking a proof from scratch: every number is computed again, in whole numbers, from the game and the list.

Nothing of the search that found the proof is used. The cells must tile the domain; on each cell, in every case in
which a rule fires, the strategy must be one, and its loss bounded by Bernstein coefficients.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kibitz.core import InputError
from kibitz.core.step_limit import step_limit
from kibitz.rules.algebra.bernstein import Box, common_degrees, exact_coefficients, power_tensor
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.algebra.regions import RuleRegions
from kibitz.rules.algebra.signs import Case
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.slacks import Claim, Formula, Slacks, list_definitions
from kibitz.rules.language.decision_list import DecisionList, Mix
from kibitz.rules.language.expression import Expression
from kibitz.rules.proof.cells import CellProof, CellProofError
from kibitz.rules.proof.proof import Multiplier, Proof, ProofEntry

CHECK_STEPS, CELL_STEPS = 1_000_000, 100_000
"""Step limits of a verification, in all and for each cell; the same as those of the search."""
EXACT_CELLS = 500
"""Cells that a proof by exact cells counts as."""
MAX_STEPS = 300_000_000
"""Step limit for a proof of any number of cells."""


@dataclass(frozen=True, slots=True)
class VerifiedBound:
    """Result of a verification: the loss is at most ``epsilon``, except where the list is ``undefined``."""

    epsilon: Fraction
    undefined: tuple[str, ...]
    n_cells: int
    n_entries: int


class ProofError(InputError):
    """A proof that does not prove what it claims."""


def verify_proof(proof: Proof, game: object, decision_list: DecisionList | None = None) -> VerifiedBound:
    """Verify a proof about a game, and that it is about ``decision_list`` if given; `ProofError` says why it fails.

    The epsilon returned is the one recomputed here; it is never above the one the proof claims.
    """
    cells = EXACT_CELLS if proof.pairs else len(proof.cells)
    with step_limit("proof", min(CHECK_STEPS + CELL_STEPS * cells, MAX_STEPS)):
        return _verify(proof, PolynomialPayoffs.of(game), decision_list)


def _verify(proof: Proof, payoffs: PolynomialPayoffs, decision_list: DecisionList | None) -> VerifiedBound:
    if proof.game != payoffs.game:
        raise ProofError(f"proof: it is about the game {proof.game}, not {payoffs.game}")
    if decision_list is not None and decision_list != proof.decision_list:
        raise ProofError("proof: it is about another decision list")
    if proof.pairs:
        return _verify_cells(proof, payoffs)
    _check_tiling(payoffs.box, [cell.box for cell in proof.cells])
    exact = ExactLosses(payoffs, proof.decision_list, proof.claim, proof.splits)
    epsilon = Fraction(0)
    undefined: dict[str, None] = {}
    n_entries = 0
    for cell in proof.cells:
        entries = {(entry.rule, entry.case): entry for entry in cell.entries}
        for rule in range(exact.regions.count_reachable_rules(cell.box)):
            for number, (case, part) in enumerate(exact.regions.cases(rule, cell.box)):
                entry = entries.get((rule, number))
                if entry is None:
                    raise ProofError(f"proof: rule {rule + 1} fires in a cell without an entry for it")
                bound, gaps = exact.bound(entry, case, part)
                n_entries += 1
                epsilon = max(epsilon, bound)
                undefined.update(dict.fromkeys(gaps))
    if epsilon > proof.epsilon:
        raise ProofError(f"proof: it claims a loss of at most {proof.epsilon}, but shows only {float(epsilon):.6g}")
    missing = [equation for equation in undefined if equation not in proof.undefined]
    if missing:
        raise ProofError(f"proof: it does not mention {missing[0]}, where the list divides by zero")
    return VerifiedBound(epsilon, tuple(undefined), len(proof.cells), n_entries)


def _verify_cells(proof: Proof, payoffs: PolynomialPayoffs) -> VerifiedBound:
    """Verify a proof by exact cells: the cells are found again from the rules and witnesses alone."""
    n_rules = len(proof.decision_list.outcomes)
    cells = CellProof(payoffs, proof.decision_list, proof.claim, proof.epsilon, proof.witnesses)
    for rule, witness in proof.pairs:
        is_known = witness is None if not cells.needs_witness else witness in range(len(proof.witnesses))
        if not 0 <= rule < n_rules or not is_known:
            raise ProofError("proof: a pair must name a rule and a witness of the proof")
    if proof.epsilon < 0:
        raise ProofError("proof: a loss is never negative")
    try:
        bound = cells.check(proof.pairs)
    except CellProofError as error:
        raise ProofError(str(error)) from None
    missing = [equation for equation in bound.undefined if equation not in proof.undefined]
    if missing:
        raise ProofError(f"proof: it does not mention {missing[0]}, where the list divides by zero")
    return VerifiedBound(proof.epsilon, bound.undefined, bound.n_cells, len(proof.pairs))


def _check_tiling(box: Box, cells: list[Box]) -> None:
    """Accept only cells that come from cutting the box, parts again and again."""
    if any(len(cell) != len(box) for cell in cells):
        raise ProofError(f"proof: a cell has an interval for each of the {len(box)} parameters")
    pending = [(box, cells)]
    while pending:
        whole, parts = pending.pop()
        if not parts:
            raise ProofError("proof: the cells do not cover the domain")
        if len(parts) == 1:
            if parts[0] != whole:
                raise ProofError("proof: the cells do not cover the domain")
            continue
        for axis, (low, high) in enumerate(whole):
            cut = _find_cut(sorted(part[axis] for part in parts), low, high)
            if cut is not None:
                below = [part for part in parts if part[axis][1] <= cut]
                above = [part for part in parts if part[axis][1] > cut]
                pending.append(((*whole[:axis], (low, cut), *whole[axis + 1 :]), below))
                pending.append(((*whole[:axis], (cut, high), *whole[axis + 1 :]), above))
                break
        else:
            raise ProofError("proof: the cells do not come from cutting the domain")


def _find_cut(sides: list[tuple[Fraction, Fraction]], low: Fraction, high: Fraction) -> Fraction | None:
    """Where no side crosses, strictly inside the interval."""
    reach = low
    for start, end in sides:
        if low < start < high and reach <= start:
            return start
        reach = max(reach, end)
    return None


class ExactLosses:
    """Exact bounds of the loss of each rule of a list; inequalities of rules and witnesses are set up once."""

    def __init__(
        self,
        payoffs: PolynomialPayoffs,
        decision_list: DecisionList,
        claim: Claim,
        splits: tuple[Expression, ...] | None = None,
    ) -> None:
        self.payoffs = payoffs
        self.claim = claim
        roles = payoffs.roles_of(claim)
        if max(roles) >= len(payoffs.roles):
            raise InputError(f"proof: the claim {claim.value!r} does not fit the game {payoffs.game}")
        wanted = tuple(payoffs.roles[role] for role in roles)
        if decision_list.roles != wanted:
            raise InputError(f"list: must be for {', '.join(wanted)}, not for {', '.join(decision_list.roles)}")
        definitions = list_definitions(decision_list)
        guards = tuple(rule.guard for rule in decision_list.rules)
        told_apart = None if splits is None else tuple(Polynomial.from_expression(e, payoffs.names) for e in splits)
        self.regions = RuleRegions.of(guards, payoffs.constraints, definitions, payoffs.names, told_apart)
        self.formulas = tuple(
            tuple(
                Formula.of(mix, payoffs.actions[role], definitions, payoffs.names)
                for mix, role in zip(outcome, roles, strict=True)
            )
            for outcome in decision_list.outcomes
        )
        self._slacks: dict[tuple[int, Mix | None, tuple[int, int]], Slacks] = {}

    def slacks(self, rule: int, witness: Mix | None, signs: tuple[int, int]) -> Slacks:
        """The inequalities for a rule with a witness of the other role; ``signs`` are of their denominators."""
        key = (rule, witness, signs)
        if key not in self._slacks:
            own = self.formulas[rule]
            other = None
            if witness is not None:
                role = 1 if self.claim is Claim.ROW else 0
                other = Formula.of(witness, self.payoffs.actions[role], {}, self.payoffs.names).with_sign(signs[1])
            second = own[1:] if witness is not None else tuple(formula.with_sign(signs[1]) for formula in own[1:])
            self._slacks[key] = self.payoffs.slacks(self.claim, (own[0].with_sign(signs[0]), *second), other)
        return self._slacks[key]

    def bound(self, entry: ProofEntry, case: Case, box: Box) -> tuple[Fraction, tuple[str, ...]]:
        """A bound of the loss in a case, and the equations where the rule has no value; `ProofError` if not shown."""
        if not all(abs(sign) == 1 for sign in entry.signs):
            raise ProofError("proof: a sign must be 1 or -1")
        if entry.empty:
            return self._empty_bound(entry, case, box)
        slacks = self.slacks(entry.rule, entry.witness, entry.signs)
        helped: dict[int, list[Multiplier]] = {}
        for multiplier in entry.multipliers:
            helped.setdefault(multiplier.inequality, []).append(multiplier)
        for number, polynomial in enumerate(slacks.signs):
            if not is_proven_nonnegative(polynomial, helped.pop(number, []), case, box):
                raise ProofError(f"proof: that {polynomial} is not negative is not shown in a cell")
        bound = self._loss_bound(slacks, entry, helped, case, box)
        gaps = self._gaps(slacks, helped, case, box)
        if helped:
            raise ProofError("proof: a multiplier belongs to no inequality")
        return bound, gaps

    def _loss_bound(
        self, slacks: Slacks, entry: ProofEntry, helped: dict[int, list[Multiplier]], case: Case, box: Box
    ) -> Fraction:
        polynomials = slacks.all_blocks
        whole, _ = exact_coefficients(power_tensor(polynomials, common_degrees(polynomials)), box)
        flat = whole.reshape(len(polynomials), -1).tolist()
        bound = Fraction(0)
        number, start = len(slacks.signs), 1
        for gains, secured in slacks.blocks:
            for i, gain in enumerate(gains):
                for j, secure in enumerate(secured):
                    hints = helped.pop(number, None)
                    number += 1
                    if hints is not None:
                        if entry.level is None:
                            raise ProofError("proof: multipliers without a level prove nothing")
                        claimed = slacks.scale.scale(entry.level) - gain + secure
                        if not is_proven_nonnegative(claimed, hints, case, box):
                            raise ProofError("proof: the multipliers of a cell do not show its level")
                        bound = max(bound, entry.level)
                        continue
                    rows = (flat[0], flat[start + i], flat[start + len(gains) + j])
                    bound = max(bound, _coefficient_bound(*rows, entry.level))
            start += len(gains) + len(secured)
        return bound

    def _gaps(self, slacks: Slacks, helped: dict[int, list[Multiplier]], case: Case, box: Box) -> tuple[str, ...]:
        """The divisors that may be 0 here; refuses a witness that may divide by zero where the list does not."""
        number = first_divisor(slacks)
        doubtful = []
        for divisor in slacks.divisors:
            hints = helped.pop(number, [])
            if not any(is_proven_nonnegative(d, hints, case, box, strictly=True) for d in (divisor, -divisor)):
                doubtful.append(divisor)
            number += 1
        witness = slacks.witness_denominator
        hints = helped.pop(number, [])
        if (
            witness is not None
            and not can_only_vanish_with(witness, doubtful)
            and not is_proven_nonnegative(witness, hints, case, box, strictly=True)
        ):
            raise ProofError("proof: a witness may divide by zero in a cell")
        return tuple(f"{divisor} = 0" for divisor in doubtful)

    def _empty_bound(self, entry: ProofEntry, case: Case, box: Box) -> tuple[Fraction, tuple[str, ...]]:
        zero = Polynomial.constant(self.payoffs.names, 0)
        if not is_proven_nonnegative(zero, list(entry.multipliers), case, box, strictly=True):
            raise ProofError("proof: it does not show that a rule cannot fire in a cell")
        return Fraction(0), ()


def _coefficient_bound(scales: list[int], gains: list[int], secured: list[int], level: Fraction | None) -> Fraction:
    """The least t, or else the level, for which t * scale - gain + secured has no negative coefficient."""
    bound = Fraction(0)
    rises = [(gain - secure, scale) for gain, secure, scale in zip(gains, secured, scales, strict=True)]
    if all(scale > 0 or rise <= 0 for rise, scale in rises):
        bound = max((Fraction(rise, scale) for rise, scale in rises if rise > 0), default=bound)
        if all(scale >= 0 or bound * scale >= rise for rise, scale in rises):
            return bound
    if level is not None and level >= 0 and all(level * scale >= rise for rise, scale in rises):
        return level
    raise ProofError("proof: the loss is not bounded in a cell")


def first_divisor(slacks: Slacks) -> int:
    """The number of the first inequality that says a divisor is not 0: after the signs and the slacks."""
    return len(slacks.signs) + sum(len(gains) * len(secured) for gains, secured in slacks.blocks)


def can_only_vanish_with(denominator: Polynomial, divisors: list[Polynomial]) -> bool:
    """Whether the denominator can be 0 only where one of the divisors is."""
    if denominator.is_constant or not divisors:
        return denominator.is_constant and denominator.number != 0
    product = divisors[0]
    for divisor in divisors[1:]:
        product = product * divisor
    return (
        product.divide_exactly(denominator) is not None or (product * product).divide_exactly(denominator) is not None
    )


def is_proven_nonnegative(
    polynomial: Polynomial, multipliers: list[Multiplier], case: Case, box: Box, strictly: bool = False
) -> bool:
    """Whether the polynomial is not negative (strictly: is positive) wherever the case holds on the box.

    Each multiplier must be of one sign on the box; what is left of the polynomial after taking the products of
    multipliers and inequalities away must be of that sign too.
    """
    is_positive = not strictly
    rest = polynomial
    for multiplier in multipliers:
        if not all(0 <= index < len(case) for index in multiplier.product) or not multiplier.product:
            return False
        if multiplier.polynomial.names != polynomial.names or _least(multiplier.polynomial, box) < 0:
            return False
        term = multiplier.polynomial
        for index in multiplier.product:
            term = term * case[index].polynomial
        if all(case[index].strict for index in multiplier.product) and _least(multiplier.polynomial, box) > 0:
            is_positive = True
        rest = rest - term
    least = _least(rest, box)
    return least > 0 or (least == 0 and is_positive)


def _least(polynomial: Polynomial, box: Box) -> int:
    """The sign of the least Bernstein coefficient."""
    whole, _ = exact_coefficients(power_tensor([polynomial], polynomial.degrees), box)
    least: int = min(whole.ravel().tolist())
    return (least > 0) - (least < 0)
