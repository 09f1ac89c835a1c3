"""Intrinsic grades: the mark that a player is expected to get on a reference exam, whatever exam was taken.

Abilities of two exams are put on one scale by the items that they share. Then the grade does not depend on how hard
the own exam was, and no curve is needed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.exams.item_response import ExamFit
from kibitz.rate.records.sample import IntArray

MIN_COMMON_ITEMS = 3


@dataclass(frozen=True, slots=True, eq=False)
class IntrinsicGrades:
    """Expected share of the marks of the reference exam of each player, with the ends of its 95 % interval; ``shift``
    is what was added to abilities, in logits, with its standard error, and ``n_common`` the items it rests on."""

    values: FloatArray
    low: FloatArray
    high: FloatArray
    shift: float
    shift_se: float
    n_common: int


def intrinsic_grades(
    fit: ExamFit,
    reference: ExamFit,
    names: tuple[str, ...] = (),
    reference_names: tuple[str, ...] = (),
    rng: np.random.Generator | None = None,
) -> IntrinsicGrades:
    """Grades of the players of one exam on the items of another (or the same) one.

    The exams are linked by items of the same name: the mean difference of their difficulties, in logits, weighted by
    its inverse variance. Every draw of the abilities meets a draw of the reference items and of the shift.
    """
    rng = np.random.default_rng(1) if rng is None else rng
    shift, error, n_common = (
        (0.0, 0.0, len(fit.items)) if reference is fit else link(fit, reference, names, reference_names)
    )
    shares = []
    for abilities, drawn, spread in zip(fit.ability_draws, reference.draws, reference.draw_spreads, strict=True):
        logits = abilities + shift + error * rng.normal()
        shares.append(drawn.expected_credits(logits / spread).mean(axis=0))
    low, high = np.quantile(shares, [0.025, 0.975], axis=0)
    return IntrinsicGrades(np.mean(shares, axis=0), low, high, shift, error, n_common)


def with_equal_grades(grades: IntrinsicGrades, credits: IntArray) -> IntrinsicGrades:
    """The grades with those of players with the same marks averaged, so that the noise of draws ranks nobody."""
    _, group = np.unique(credits, axis=0, return_inverse=True)
    group = group.reshape(-1)
    sizes = np.bincount(group)

    def average(values: FloatArray) -> FloatArray:
        return np.asarray((np.bincount(group, values) / sizes)[group])

    return replace(grades, values=average(grades.values), low=average(grades.low), high=average(grades.high))


def link(
    fit: ExamFit, reference: ExamFit, names: tuple[str, ...], reference_names: tuple[str, ...]
) -> tuple[float, float, int]:
    """What to add to abilities of an exam to compare them with those of another one, its standard error, and the number
    of common items."""
    places = {name: i for i, name in enumerate(reference_names)}
    pairs = [(i, places[name]) for i, name in enumerate(names) if name in places]
    pairs = [(i, j) for i, j in pairs if np.isfinite(fit.difficulties[i]) and np.isfinite(reference.difficulties[j])]
    if len(pairs) < MIN_COMMON_ITEMS:
        raise InputError(f"reference: the exams share {len(pairs)} items; at least {MIN_COMMON_ITEMS} are needed")
    own, theirs = (np.array(column) for column in zip(*pairs, strict=True))
    differences = reference.difficulties[theirs] - fit.difficulties[own]
    variances = reference.difficulties_se[theirs] ** 2 + fit.difficulties_se[own] ** 2
    weights = 1 / variances
    shift = float(weights @ differences / weights.sum())
    scatter = float(weights @ (differences - shift) ** 2) / (len(pairs) - 1)
    return shift, float(np.sqrt(max(scatter, 1.0) / weights.sum())), len(pairs)
