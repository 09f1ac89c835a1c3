"""A rule map with explanations at one point: why each line fires or not, formulas with values, and contour lines.

Contours are lines of equal probability where a line of the list plays a mixed strategy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

import numpy as np
from msgspec.structs import replace

from kibitz.core import FloatArray
from kibitz.draw.rule_map import ActionWeight, Contour, RoleStrategy, RuleMap, RuleRegion, with_subscripts
from kibitz.rules.cards.card import NO_BREAK, pretty
from kibitz.rules.cards.region_map import RegionMap
from kibitz.rules.language.decision_list import DecisionList, Mix
from kibitz.rules.language.evaluation import point_value
from kibitz.rules.language.explanation import format_value
from kibitz.rules.language.syntax_tree import Binary, Expression

LEVELS = (0.1, 0.25, 0.5, 0.75)
"""Probabilities of the contour lines."""
CONTOUR_COLUMNS, CONTOUR_STEPS_PER_COLUMN = 60, 200
"""Columns of the search for contour lines, and steps along each column."""


def annotated_map(
    made: RegionMap, point: Mapping[str, Fraction], role: str, verb: str, names: tuple[str, str], cost: str = ""
) -> RuleMap:
    """The map of a list with the user's point and role.

    ``verb`` is the role's kind of action, ``names`` are the meanings of the two parameters, ``cost`` is the proved loss
    of the list.
    """
    decisions = made.decisions
    fires = decisions.fired_rule(point)
    here = float(point[made.across.name]), float(point[made.up.name])
    drawn = made.exhibit(here, fires)
    own = decisions.role_index(role)
    regions = tuple(
        RuleRegion(
            with_subscripts("otherwise" if region.when == "else" else region.when),
            region.plays,
            _explain_line(decisions, point, number, fires),
            tuple(_play(decisions, number, k, point, number == fires) for k in range(len(decisions.roles))),
            _short(decisions.outcomes[number][own], verb),
        )
        for number, region in enumerate(drawn.regions)
    )
    contours = tuple(_contours(made, own))
    size = f"depth {decisions.depth}, width {decisions.width}"
    return replace(drawn, regions=regions, names=names, contours=contours, size=size, cost=cost)


def _explain_line(decisions: DecisionList, point: Mapping[str, Fraction], number: int, fires: int) -> str:
    """Whether a line fires, with the numbers if it does not."""
    if number == fires:
        return "fires here"
    begins = f"rule {number + 1} does not apply: "
    reason = next((reason for reason in decisions.explain(point).reasons if reason.startswith(begins)), "")
    numbers = re.search(r"\(([^()]*)\)$", reason)
    return f"not met, {numbers[1]}" if numbers else ""


def _play(decisions: DecisionList, number: int, role: int, point: Mapping[str, Fraction], fires: bool) -> RoleStrategy:
    mix = decisions.outcomes[number][role]
    values = decisions.values_at(point)
    weights = tuple(
        ActionWeight(label, *_parts(weight), format_value(point_value(weight, values, True)) if fires else "")
        for label, weight in mix.weights
    )
    return RoleStrategy(decisions.roles[role], role + 1, weights, mix.rest or "")


def _parts(weight: Expression) -> tuple[str, str]:
    """Numerator and denominator of a fraction; the denominator is empty for other formulas."""
    parts = (weight.left, weight.right) if isinstance(weight, Binary) and weight.op == "/" else (weight,)
    top, *foot = (with_subscripts(pretty(part).replace(NO_BREAK, " ")) for part in parts)
    return top, foot[0] if foot else ""


def _short(mix: Mix, verb: str) -> str:
    return f"{verb} {mix.labels[0]}" if len(mix.labels) == 1 else f"{' or '.join(mix.labels)}, mixed"


def _contours(made: RegionMap, role: int) -> Iterator[Contour]:
    """Contour lines of the probability of the first action, for each line of the list that plays a mixed strategy."""
    t, u = np.linspace(0, 1, CONTOUR_COLUMNS + 1), np.linspace(0, 1, CONTOUR_STEPS_PER_COLUMN + 1)
    across, up = ((float(p.low), float(p.high)) for p in (made.across, made.up))
    x = across[0] + (across[1] - across[0]) * (1 - np.cos(np.pi * t)) / 2  # denser at both ends
    y = up[0] + (up[1] - up[0]) * u
    points = {made.across.name: np.repeat(x, len(y)), made.up.name: np.tile(y, len(x))}
    points |= {name: np.full(len(x) * len(y), float(value)) for name, value in made.fixed}
    fired = np.asarray(made.decisions.fired_rules(points)).reshape(len(x), len(y))
    for number, outcome in enumerate(made.decisions.outcomes):
        mix = outcome[role]
        if not mix.weights or made.decisions.definitions:
            continue
        with np.errstate(all="ignore"):
            chances = mix.at_many(points, len(x) * len(y), mix.labels)[:, 0].reshape(len(x), len(y))
        chances[fired != number] = np.nan
        for level in LEVELS:
            places = tuple(_places(x, y, chances, level))
            if len(places) > 1:
                yield Contour(f"{mix.labels[0]} with {100 * level:.0f} %", places)


def _places(x: FloatArray, y: FloatArray, chances: FloatArray, level: float) -> Iterator[tuple[float, float]]:
    """The first crossing of a probability in each column, from below, by linear interpolation."""
    for place, column in zip(x.tolist(), chances - level, strict=True):
        met = np.flatnonzero(column[:-1] * column[1:] <= 0)
        if len(met):
            k = int(met[0])
            before, after = float(column[k]), float(column[k + 1])
            share = before / (before - after) if before != after else 0.0
            yield place, float(y[k] + share * (y[k + 1] - y[k]))
