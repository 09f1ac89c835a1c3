"""Mixtures of Final Jeopardy wagers fitted to recorded games: each bet is counted for the first kind that holds it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.datasets.finals import RecordedFinals, recorded_finals
from kibitz.games.jeopardy.datasets.games import DatasetFolder
from kibitz.games.jeopardy.final.people_wagers import ROLES, IntArray, ScoreGroup, score_groups
from kibitz.games.jeopardy.show import SEATS, Era

Form = tuple[float, float, float, float]
"""Coefficients of A, B, C and 1."""

Row = dict[str, Any]
"""A kind of wager as its table has it."""

BREAKPOINT_TOLERANCE_DOLLARS = 200
"""Distance from a break point, in dollars, within which a bet is assumed to aim at it."""
SLICES = 4
"""Number of equally full ranges for bets without a name."""
MIN_BETS_TO_SLICE = 12
"""Unnamed bets too few to be cut into slices."""
ROUND = 100
PRIOR = 20
PASSES = 200
"""Of proportional fitting; shares are then met to five digits."""
NEARLY_ALL_SHARE = 0.95


@dataclass(frozen=True, slots=True)
class WagerKind:
    """A named kind of wager: its range, and the ends between which unnamed bets are sliced (``sliced``)."""

    name: str
    low: Form
    high: Form
    sliced: bool = False


def _near(name: str, a: float, b: float, c: float, above: bool = True) -> list[WagerKind]:
    """Bets at a break point, a dollar from it, and a little further on the same side."""
    if above:
        return [
            WagerKind(f"{name} exactly", (a, b, c, 0), (a, b, c, 0)),
            WagerKind(f"{name} by a dollar", (a, b, c, 1), (a, b, c, 1)),
            WagerKind(f"{name} by a little", (a, b, c, 2), (a, b, c, BREAKPOINT_TOLERANCE_DOLLARS)),
        ]
    return [
        WagerKind(f"{name} to the dollar", (a, b, c, -1), (a, b, c, 0)),
        WagerKind(f"{name} with a margin", (a, b, c, -BREAKPOINT_TOLERANCE_DOLLARS), (a, b, c, -2)),
    ]


def _own(role: int, share: float, plus: float = 0) -> Form:
    a, b, c = (share * (role == r) for r in range(SEATS))
    return (a, b, c, plus)


def wager_kinds(role: int, group: ScoreGroup) -> list[WagerKind]:
    """Kinds of wager looked for in a role and group, in the order in which a bet is matched."""
    nothing = (0.0, 0.0, 0.0, 0.0)
    everything = [
        WagerKind("everything", _own(role, 1), _own(role, 1)),
        WagerKind("nothing", nothing, nothing),
    ]
    nearly = [WagerKind("nearly everything", _own(role, NEARLY_ALL_SHARE), _own(role, 1, -1))]
    rest = [WagerKind("something else", (0, 0, 0, 1), _own(role, NEARLY_ALL_SHARE), sliced=True)]
    if group is ScoreGroup.TIED:
        if role == 2:
            return [*everything, *_near("overtake A", 1, 0, -1), *nearly, *rest]
        against_c = [*_near("cover C", -1, 0, 2), *_near("keep out C", 1, 0, -2, above=False)]
        return [*everything, *against_c, *nearly, *rest]
    if group in (ScoreGroup.LOCKED, ScoreGroup.LOCK_TIE):
        if role == 0:
            lead = (1.0, -2.0, 0.0, -1.0) if group is ScoreGroup.LOCKED else (0.0, 0.0, 0.0, 1.0)
            spend = [WagerKind("what the lead can spare", (0, 0, 0, 1), lead, sliced=group is ScoreGroup.LOCKED)]
            return [everything[1], *spend, everything[0], *rest]
        return [*everything, *nearly, *rest]
    chased = group in (
        ScoreGroup.BELOW_TWO_THIRDS_CHASED,
        ScoreGroup.TWO_THIRDS_CHASED,
        ScoreGroup.THREE_QUARTERS_CHASED,
    )
    if role == 0:
        return [
            *_near("cover", -1, 2, 0),
            *everything,
            WagerKind("less than cover", (0, 0, 0, 1), (-1, 2, 0, -1), sliced=True),
            WagerKind("more than cover", (-1, 2, 0, BREAKPOINT_TOLERANCE_DOLLARS), (1, 0, 0, -1), sliced=True),
        ]
    named: list[WagerKind] = []
    if role == 1:
        named += _near("cover C", 0, -1, 2) if chased else _near("keep out C", 0, 1, -2, above=False)
        named += _near("overtake A", 1, -1, 0)
        if group >= ScoreGroup.TWO_THIRDS_CHASED:
            named += _near("two-thirds limit", -2, 3, 0, above=False)
    else:
        named += _near("least that can catch A", 2, -2, -1)
        named += _near("stay above A's fall", -2, 2, 1, above=False)
        named += _near("overtake B", 0, 1, -1)
        named += _near("overtake A", 1, 0, -1)
    return [*everything, *named, *nearly, *rest]


def fit_final_wagers(folder: DatasetFolder) -> dict[str, Any]:
    """The table ``final_wagers``: kinds of wager with their counts by era, role and group, with its provenance."""
    eras, games = {}, {}
    tied = fit_tied_leaders(folder)
    for era in Era:
        finals = recorded_finals(folder, era)
        group = score_groups(finals.scores)
        eras[str(int(era))] = fit_roles(finals, tied)
        games[f"games of {int(era)}"] = ", ".join(f"{g.name.lower()} {(group == g).sum()}" for g in ScoreGroup)
    provenance = {
        "source": "recorded regular games, fan records of the broadcasts (mainly J! Archive)",
        "fitted": "Share of bets by named kind, in dollars as aired. Unnamed bets are in equally full ranges. Share of "
        f"right answers by kind over all groups, with {PRIOR} answers at the role's mean added. Tied leaders are few, "
        "so they come from all years, first and second place together.",
    }
    windows = {str(int(era)): "..".join(era.window) for era in Era}
    return {"provenance": provenance | windows | games, "eras": eras}


def fit_roles(finals: RecordedFinals, tied: Sequence[dict[str, list[Row]]]) -> dict[str, dict[str, list[Row]]]:
    """Kinds of wager by role and group of these games; those of tied leaders are given."""
    group = score_groups(finals.scores)
    return {name: _role(finals, group, role) | tied[role] for role, name in enumerate(ROLES)}


def fit_tied_leaders(folder: DatasetFolder) -> tuple[dict[str, list[Row]], ...]:
    """Kinds of wager by role where A and B are level, of all years; both leaders have the same."""
    finals = recorded_finals(folder)
    tied = score_groups(finals.scores) == ScoreGroup.TIED
    if not tied.any():
        nobody: dict[str, list[Row]] = {ScoreGroup.TIED.name.lower(): []}
        return (nobody,) * SEATS
    swapped = [1, 0, 2]
    scores, wagers, right, after = (
        np.concatenate([column[tied], column[tied][:, swapped]])
        for column in (finals.scores, finals.wagers, finals.right, finals.after)
    )
    both = RecordedFinals(scores, wagers, right, after)
    leaders = _role(both, score_groups(both.scores), 0, (ScoreGroup.TIED,))
    return leaders, leaders, _role(finals, score_groups(finals.scores), 2, (ScoreGroup.TIED,))


def _role(
    finals: RecordedFinals,
    group: IntArray,
    role: int,
    which: Sequence[ScoreGroup] = tuple(ScoreGroup)[: ScoreGroup.TIED],
) -> dict[str, list[Row]]:
    """Kinds of wager of one role by group, each with its weight and share of right answers."""
    result = {g: list(_fit_group(finals, group == g, role, g)) for g in which}
    known: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for rows in result.values():
        for row in rows:
            for i, n in enumerate(row.pop("answers")):
                known[row["name"]][i] += n
    total = np.sum(list(known.values()), axis=0)
    mean = float(total[1] / total.sum())
    for rows in result.values():
        for row in rows:
            wrong, right = known[row["name"]]
            row["right"] = round((right + PRIOR * mean) / (wrong + right + PRIOR), 4)
    return {g.name.lower(): _fit_weights(rows, finals, group == g, role) for g, rows in result.items()}


def _fit_group(finals: RecordedFinals, chosen: NDArray[np.bool_], role: int, group: ScoreGroup) -> Iterator[Row]:
    """Kinds of wager of one role and group with counts above zero."""
    playing = chosen & (finals.wagers[:, role] >= 0)
    scores = np.maximum(finals.scores[playing], 0)
    terms = np.concatenate([scores, np.ones((len(scores), 1), dtype=np.int64)], axis=1)
    wagers, right = finals.wagers[playing, role], finals.right[playing, role]
    left = np.ones(len(wagers), dtype=bool)
    for kind in wager_kinds(role, group):
        low, high = terms @ np.array(kind.low), terms @ np.array(kind.high)
        inside = left & (wagers >= np.maximum(low, 0) - 1e-6) & (wagers <= high + 1e-6)
        if kind.sliced and kind.name == "something else":
            inside = left.copy()
        left &= ~inside
        if not inside.any():
            continue
        if not kind.sliced:
            yield _row(kind.name, kind.low, kind.high, 1, right[inside])
            continue
        share = (wagers[inside] - low[inside]) / np.maximum(high[inside] - low[inside], 1)
        step = ROUND if np.mean(wagers[inside] % ROUND == 0) >= 0.5 else 1
        yield from _slices(kind, np.clip(share, 0, 1), step, right[inside])


def _fit_weights(rows: list[Row], finals: RecordedFinals, chosen: NDArray[np.bool_], role: int) -> list[Row]:
    """The kinds with weights that give the counted shares once kinds impossible in a game are left out there."""
    scores = np.maximum(finals.scores[chosen & (finals.wagers[:, role] >= 0)], 0)
    terms = np.concatenate([scores, np.ones((len(scores), 1), dtype=np.int64)], axis=1)
    low = np.maximum(terms @ np.array([row["low"] for row in rows]).T, 0)
    high = np.minimum(terms @ np.array([row["high"] for row in rows]).T, scores[:, role, None])
    possible = (high >= low - 1e-6).astype(float)
    counts = np.array([row["count"] for row in rows], dtype=float)
    weights = counts / counts.sum()
    for _ in range(PASSES):
        shares = possible * weights
        expected = (shares / shares.sum(axis=1, keepdims=True)).sum(axis=0)
        weights *= counts / np.maximum(expected, 1e-9)
        weights /= weights.sum()
    return [row | {"weight": round(float(weight), 5)} for row, weight in zip(rows, weights, strict=True)]


def _slices(kind: WagerKind, share: FloatArray, step: int, right: IntArray) -> Iterator[Row]:
    """Unnamed bets as equally full ranges between the ends of their kind."""
    n = SLICES if len(share) >= MIN_BETS_TO_SLICE else 1
    cuts = np.quantile(share, np.linspace(0, 1, n + 1))
    cuts[0], cuts[-1] = 0.0, 1.0
    low, high = np.array(kind.low), np.array(kind.high)
    bounds = [tuple((low + cut * (high - low)).tolist()) for cut in cuts]
    for i, members in enumerate(np.array_split(np.argsort(share, kind="stable"), n)):
        name = kind.name if n == 1 else f"{kind.name} ({i + 1} of {n})"
        yield _row(name, bounds[i], bounds[i + 1], step, right[members])


def _row(name: str, low: Form | tuple[float, ...], high: Form | tuple[float, ...], step: int, right: IntArray) -> Row:
    def round_all(form: Form | tuple[float, ...]) -> list[float]:
        return [int(x) if float(x).is_integer() else round(float(x), 4) for x in form]

    return {
        "name": name,
        "low": round_all(low),
        "high": round_all(high),
        "step": step,
        "count": len(right),
        "answers": [int((right == 0).sum()), int((right == 1).sum())],
    }
