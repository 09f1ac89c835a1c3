"""Classical statistics of items and of the whole exam, and how well the chosen model fits each item."""

from __future__ import annotations

import numpy as np

from kibitz.core import FloatArray
from kibitz.rate.exams.answers import AnswerOption
from kibitz.rate.exams.item_response import MISSING, NODES, ExamFit
from kibitz.rate.exams.response_table import ResponseTable

FIT_GROUPS = 4
MISFIT_P = 0.01
"""Chance below which an item is said not to fit, divided by the number of items."""


def rest_shares(table: ResponseTable) -> FloatArray:
    """Mean mark of each player on the items other than each (P, I); NaN where there is none."""
    seen = np.isfinite(table.marks)
    marks = np.where(seen, table.marks, 0.0)
    n = seen.sum(axis=1, keepdims=True) - seen
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((marks.sum(axis=1, keepdims=True) - marks) / np.where(n > 0, n, np.nan))


def correlate(a: FloatArray, b: FloatArray) -> float | None:
    """Pearson's correlation where both are known; ``None`` where either does not vary."""
    both = np.isfinite(a) & np.isfinite(b)
    if both.sum() < 3 or a[both].std() < 1e-12 or b[both].std() < 1e-12:
        return None
    return float(np.corrcoef(a[both], b[both])[0, 1])


def point_biserials(table: ResponseTable) -> list[float | None]:
    """Correlation of the mark of each item with the mean mark of the others."""
    rest = rest_shares(table)
    return [correlate(table.marks[:, i], rest[:, i]) for i in range(len(table.items))]


def distractors(table: ResponseTable) -> list[tuple[AnswerOption, ...]]:
    """The answers given to each item, where letters are known; an empty answer is listed too."""
    if table.letters is None:
        return [() for _ in table.items]
    rest, result = rest_shares(table), []
    for i, key in enumerate(table.key):
        right = {part.strip().upper() for part in key.split("/")}
        options = sorted({str(x) for x in table.letters[:, i]} | right)
        rows = []
        for option in options:
            own = (table.letters[:, i] == option).astype(float)
            known = rest[(own == 1) & np.isfinite(rest[:, i]), i]
            rows.append(
                AnswerOption(
                    option=option,
                    is_key=option in right,
                    n=int(own.sum()),
                    share=float(own.mean()),
                    rest=float(known.mean()) if len(known) else None,
                    point_biserial=correlate(own, rest[:, i]),
                )
            )
        result.append(tuple(rows))
    return result


def cronbach_alpha(table: ResponseTable) -> float | None:
    """Cronbach's alpha of the marks (KR-20 for right and wrong); ``None`` with answers missing or no variance."""
    if not np.isfinite(table.marks).all() or len(table.items) < 2:
        return None
    total = float(table.marks.sum(axis=1).var(ddof=1))
    n = len(table.items)
    return None if total <= 0 else n / (n - 1) * (1 - float(table.marks.var(axis=0, ddof=1).sum()) / total)


def item_misfit(fit: ExamFit) -> FloatArray:
    """Chance of an item fitting as badly as it does, NaN where it has no step.

    Players are put into groups by the credit that their other answers make the model expect; in each group the credit
    seen is compared with the expected one (chi-square on one degree less than there are groups).
    """
    from scipy.stats import chi2

    result = np.full(fit.n_items, np.nan)
    log_p = fit.parameters.log_chances(NODES)
    k = np.arange(log_p.shape[1])
    chances = np.exp(log_p)
    for row, item in enumerate(fit.items):
        given = fit.responses.credits[:, row]
        seen = np.flatnonzero(given != MISSING)
        groups = min(FIT_GROUPS, len(seen) // 10)
        if groups < 2:
            continue
        weights = fit.posterior[seen] / np.maximum(chances[row][given[seen]], 1e-300)
        weights /= weights.sum(axis=1, keepdims=True)
        credit = weights @ chances[row].T  # chance of each credit of each player
        mean, square = credit @ k, credit @ k**2
        statistic = 0.0
        for part in np.array_split(np.argsort(mean, kind="stable"), groups):
            off = given[seen][part].sum() - mean[part].sum()
            statistic += off**2 / max(float((square - mean**2)[part].sum()), 1e-12)
        result[item] = float(chi2.sf(statistic, groups - 1))
    return result
