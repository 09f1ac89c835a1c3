"""Exact lists from a certified partition, each with a proof by cells: shortest for one parameter, short for two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from kibitz.core import FloatArray
from kibitz.rules.algebra.arrangement import Sample
from kibitz.rules.algebra.factors import factors
from kibitz.rules.algebra.polynomial import Polynomial
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.games.slacks import Claim
from kibitz.rules.language.condition import Condition, Guard
from kibitz.rules.language.decision_list import DecisionList, Rule
from kibitz.rules.learning.certified_partition import CertifiedPartition
from kibitz.rules.learning.guards import to_condition
from kibitz.rules.learning.shortest_list import ShortestListBuilder, describe_breakpoints
from kibitz.rules.learning.templates import name_denominators
from kibitz.rules.proof.cells import CellProof, CellProofError, Pair
from kibitz.rules.proof.proof import Proof

MAX_REPAIRS = 12
"""How often pairs are added to a proof whose cells are not all shown."""
MAX_GREEDY_RULES = 60
AVOIDED = 10.0
"""What a condition loses in weight if a variant of a list avoids it."""


@dataclass(frozen=True, slots=True)
class ExactList:
    """A list proved to lose nothing; ``is_shortest`` among lists whose guards compare one parameter with numbers."""

    decision_list: DecisionList
    proof: Proof
    is_shortest: bool = False
    breakpoints: tuple[str, ...] = ()


class RefutedError(Exception):
    """A list that loses at some points."""

    def __init__(self, points: FloatArray) -> None:
        super().__init__("the list loses at some points")
        self.points = points


def build_shortest_list(
    payoffs: PolynomialPayoffs, partition: CertifiedPartition, claim: Claim, roles: tuple[str, ...], title: str
) -> ExactList:
    """The shortest exact list of a game of one parameter, with its proof."""
    shortest = ShortestListBuilder(payoffs, partition, roles).build(title)
    proof = prove_with_partition(payoffs, shortest.decision_list, claim, partition)
    is_shortest = not payoffs.constraints
    breakpoints = describe_breakpoints(shortest.breakpoints, payoffs.names[0])
    return ExactList(shortest.decision_list, proof, is_shortest, breakpoints)


def prove_with_partition(
    payoffs: PolynomialPayoffs, decision_list: DecisionList, claim: Claim, partition: CertifiedPartition
) -> Proof:
    """A proof by cells that the list loses nothing; raises `RefutedError` or `CellProofError` where there is none.

    In each cell the witness of the partition bounds the value. Where the list cuts a cell into smaller ones, pairs are
    added until every one is shown.
    """
    cells = CellProof(payoffs, decision_list, claim, Fraction(0), partition.witnesses)
    numbers: Sequence[int | None] = partition.witness or [None] * len(partition.samples)
    pairs: dict[Pair, None] = {}
    for sample, number in zip(partition.samples, numbers, strict=True):
        if _is_allowed(sample, payoffs):
            pairs[_fired_rule(decision_list, sample, payoffs), number] = None
    for _ in range(MAX_REPAIRS):
        try:
            bound = cells.check(list(pairs))
        except CellProofError as error:
            if not error.points:
                raise
            _add_pairs(cells, pairs, error.points)
            continue
        used = sorted({number for _, number in pairs if number is not None})
        kept = tuple((rule, None if number is None else used.index(number)) for rule, number in pairs)
        witnesses = tuple(partition.witnesses[number] for number in used)
        nothing: tuple[()] = ()
        return Proof(
            payoffs.game,
            claim,
            decision_list,
            Fraction(0),
            bound.undefined,
            nothing,
            None,
            witnesses,
            kept,
            bound.n_cells,
        )
    raise CellProofError("proof: too many pairs of a rule and a witness are needed")


def prove_without_witness(payoffs: PolynomialPayoffs, decision_list: DecisionList, claim: Claim) -> Proof:
    """A proof by cells that a list has no regret or no better response; `CellProofError` if there is none."""
    pairs: tuple[Pair, ...] = tuple((rule, None) for rule in range(decision_list.depth))
    bound = CellProof(payoffs, decision_list, claim, Fraction(0)).check(pairs)
    return Proof(payoffs.game, claim, decision_list, Fraction(0), bound.undefined, (), None, (), pairs, bound.n_cells)


def _is_allowed(sample: Sample, payoffs: PolynomialPayoffs) -> bool:
    point = dict(zip(payoffs.names, sample, strict=True))
    return all(constraint.holds(point) for constraint in payoffs.constraints)


def _fired_rule(decision_list: DecisionList, sample: Sample, payoffs: PolynomialPayoffs) -> int:
    return decision_list.fired_rule(dict(zip(payoffs.names, sample, strict=True)))


def _add_pairs(cells: CellProof, pairs: dict[Pair, None], points: Sequence[Sample]) -> None:
    """Add pairs that hold at the points; `RefutedError` has those at which no witness shows the rule optimal."""
    refuting: list[list[float]] = []
    for sample in points:
        point = dict(zip(cells.payoffs.names, sample, strict=True))
        rule = cells.list.fired_rule(point)
        choices: list[Pair] = [(rule, number) for number in range(len(cells.witnesses))] or [(rule, None)]
        fitting = [pair for pair in choices if cells.holds_at(pair, point)]
        if not fitting:
            refuting.append([float(v) for v in sample])
        elif not any(pair in pairs for pair in fitting):
            pairs[fitting[0]] = None
    if refuting:
        raise RefutedError(np.array(refuting))


class GreedyList:
    """An exact list of two parameters from the signs that tell cells apart, line by line what captures most cells.

    A ``variant`` avoids a fifth of the conditions, at random: another number gives another list that is as exact.
    """

    def __init__(self, payoffs: PolynomialPayoffs, partition: CertifiedPartition, variant: int = 0) -> None:
        assert partition.signs is not None
        self.payoffs, self.partition = payoffs, partition
        forms: dict[Polynomial, NDArray[np.int8]] = {}
        for form, column in zip(partition.forms, partition.signs.T, strict=True):
            if not form.is_constant and len(np.unique(column)) > 1:
                forms.setdefault(form.monic_sign(), column if form.terms[-1][1] > 0 else -column)
        ranked = sorted(forms, key=lambda f: (f.total_degree, len(f.terms)))
        self.literals = [(form, way) for form in ranked for way in (1, -1)]
        self.held = np.array([forms[form] == way for form, way in self.literals])
        self.weights = np.array([1.0 / (1 + form.total_degree + len(form.terms)) for form, _ in self.literals])
        if variant:
            self.weights = self.weights - AVOIDED * (np.random.default_rng(variant).random(len(self.weights)) < 0.2)

    def build(self, title: str, roles: tuple[str, ...]) -> DecisionList | None:
        """The list, or ``None`` where it would get too long."""
        left = np.array([_is_allowed(sample, self.payoffs) for sample in self.partition.samples])
        optimal = self.partition.optimal
        rules: list[tuple[Guard, int]] = []
        while len(rules) < MAX_GREEDY_RULES:
            done = np.flatnonzero((optimal | ~left).all(axis=1))
            if len(done):
                sizes = [self.partition.outcomes[t][0].size for t in done]
                return self._list(rules, int(done[int(np.argmin(sizes))]), title, roles)
            best = max((self._capture(t, left) for t in range(len(optimal))), key=lambda found: found[0])
            _, chosen, outcome, captured = best
            if not captured.any():
                return None
            rules.append((Guard(tuple(self._condition(k) for k in chosen)), outcome))
            left &= ~captured
        return None

    def _capture(self, outcome: int, left: NDArray[np.bool_]) -> tuple[float, list[int], int, NDArray[np.bool_]]:
        """Conditions that exclude all cells in which an outcome is not optimal and keep many in which it is."""
        good, bad = self.partition.optimal[outcome] & left, ~self.partition.optimal[outcome] & left
        chosen: list[int] = []
        while bad.any():
            excluded = (bad & ~self.held).sum(axis=1)
            lost = (good & ~self.held).sum(axis=1)
            score = excluded / bad.sum() - lost / max(int(good.sum()), 1) + 0.05 * self.weights
            score[(excluded == 0) | (lost == good.sum())] = -np.inf
            best = int(score.argmax())
            if score[best] == -np.inf:
                return -1.0, [], outcome, np.zeros_like(left)
            chosen.append(best)
            good, bad = good & self.held[best], bad & self.held[best]
        for literal in list(chosen):
            rest = [k for k in chosen if k != literal]
            captured = left & self.held[rest].all(axis=0)
            if rest and not (captured & ~self.partition.optimal[outcome]).any():
                chosen, good = rest, captured
        return float(good.sum()) / (1 + 0.3 * (len(chosen) - 1)), chosen, outcome, good

    def _condition(self, literal: int) -> Condition:
        form, way = self.literals[literal]
        number, pieces = factors(form)
        if len(pieces) == 1:
            form = pieces[0] if number > 0 else -pieces[0]
        return to_condition(form, ">=" if way > 0 else "<=")

    def _list(self, rules: list[tuple[Guard, int]], default: int, title: str, roles: tuple[str, ...]) -> DecisionList:
        outcomes = self.partition.outcomes
        definitions, mixes = name_denominators(
            [outcomes[t] for _, t in rules] + [outcomes[default]], self.payoffs.names
        )
        lines = tuple(Rule(guard, mix) for (guard, _), mix in zip(rules, mixes, strict=False))
        return DecisionList(title, roles, definitions, lines, mixes[-1])
