"""The map of a list over two parameters: which line fires where, for the terminal and as a stand-alone SVG."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.draw.rule_map import RuleMap, RuleRegion
from kibitz.rules.cards.card import pretty_guard, pretty_mix
from kibitz.rules.games.game import ParametrizedGame
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.domain import Parameter

PAGE_CELLS = 80
"""Cells along each side of the map on a page."""
SVG_CELLS = 160
"""Cells along each side of the SVG."""
COLUMNS, ROWS = 48, 20
SIDE = 320
RULE_LETTERS = "abcdefghijklmnopqrstuvwxyz"
COLOURS = ("#c9d8ef", "#f3d3b6", "#cfe6c4", "#e9c9e2", "#f2e6a8", "#c4e4e2", "#e6c0bd", "#d8d3c8")
NO_RULE_SIGN = "."


@dataclass(frozen=True, slots=True)
class RegionMap:
    """A list with the two parameters of its map, the first to the right, the second upwards; others are fixed."""

    title: str
    decisions: DecisionList
    across: Parameter
    up: Parameter
    fixed: tuple[tuple[str, Fraction], ...]
    game: ParametrizedGame

    def fired_rules(self, columns: int, rows: int) -> NDArray[np.int64]:
        """Which line fires in the middle of each cell, top row first; -1 outside the domain or without an answer."""
        x, y = _middles(self.across, columns), _middles(self.up, rows)[::-1]
        points = {self.across.name: np.tile(x, rows), self.up.name: np.repeat(y, columns)}
        for name, value in self.fixed:
            points[name] = np.full(rows * columns, float(value))
        result = np.asarray(self.decisions.fired_rules(points))
        outside = ~np.logical_and.reduce(
            [constraint.holds_many(points) for constraint in self.game.domain.constraints]
            or [np.ones(rows * columns, dtype=bool)]
        )
        return np.where(outside, -1, result).reshape(rows, columns)

    @property
    def legend(self) -> tuple[tuple[str, str, str], ...]:
        """For each line its letter, guard and strategy."""
        result = []
        for number, outcome in enumerate(self.decisions.outcomes):
            when = pretty_guard(self.decisions.rules[number].guard) if number < len(self.decisions.rules) else ""
            plays = "; ".join(pretty_mix(mix) for mix in outcome).replace("\N{NO-BREAK SPACE}", " ")
            words = (
                f"if {when}" if when and number == 0 else f"else if {when}" if when else "else" if number else "always"
            )
            result.append((RULE_LETTERS[number % 26], words.replace("\N{NO-BREAK SPACE}", " "), plays))
        return tuple(result)

    @property
    def caption(self) -> str:
        """The axes and the fixed parameters."""
        fixed = "".join(f", {name} = {value}" for name, value in self.fixed)
        across, up = (f"{p.name} from {p.low} to {p.high}" for p in (self.across, self.up))
        return f"right: {across}; up: {up}{fixed}"

    def exhibit(self, here: tuple[float, float] | None = None, fires: int | None = None) -> RuleMap:
        """The map as a page draws it; ``here`` is a point of one's own, ``fires`` the line that fires at it."""
        axes = [(p.name, float(p.low), float(p.high)) for p in (self.across, self.up)]
        cells = tuple(map(tuple, self.fired_rules(PAGE_CELLS, PAGE_CELLS).tolist()))
        regions = tuple(RuleRegion(when, plays) for _, when, plays in self.legend)
        return RuleMap(self.title, axes[0], axes[1], cells, regions, "", here, fires)

    def text(self) -> str:
        """The map in letters with its legend."""
        lines = [
            "".join(NO_RULE_SIGN if k < 0 else RULE_LETTERS[k % 26] for k in row)
            for row in self.fired_rules(COLUMNS, ROWS).tolist()
        ]
        frame = ["  +" + "-" * COLUMNS + "+", *(f"  |{line}|" for line in lines), "  +" + "-" * COLUMNS + "+"]
        words = [f"  {letter}  {when}: {plays}" for letter, when, plays in self.legend]
        return "\n".join([self.title, *frame, f"  {self.caption}", *words])

    def svg(self) -> str:
        """The map as SVG; regions have a letter as well as a colour."""
        fired = self.fired_rules(SVG_CELLS, SVG_CELLS)
        cell = SIDE / SVG_CELLS
        left, top = 46, 34
        height = top + SIDE + 54 + 18 * len(self.legend)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE + 2 * left + 200} {height}" '
            f'font-family="sans-serif" font-size="12" role="img"><title>{escape(self.title)}</title>',
            f'<text x="{left}" y="20" font-size="14">{escape(self.title)}</text>',
        ]
        for row, line in enumerate(fired.tolist()):
            at = 0
            for number, group in groupby(line):
                length = len(list(group))
                if number >= 0:
                    parts.append(
                        f'<rect x="{left + at * cell:g}" y="{top + row * cell:g}" width="{length * cell:g}" '
                        f'height="{cell + 0.2:g}" fill="{COLOURS[number % len(COLOURS)]}"/>'
                    )
                at += length
        for number in np.unique(fired[fired >= 0]).tolist():
            rows, columns = np.nonzero(fired == number)
            # The cell nearest to the mean, so that the letter lies inside a region of any shape.
            middle = int(np.argmin((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2))
            x, y = left + (columns[middle] + 0.5) * cell, top + (rows[middle] + 0.5) * cell + 4
            parts.append(f'<text x="{x:g}" y="{y:g}" text-anchor="middle">{RULE_LETTERS[number % 26]}</text>')
        parts.append(f'<rect x="{left}" y="{top}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#333"/>')
        bottom = top + SIDE + 16
        parts += [
            f'<text x="{left}" y="{bottom}">{self.across.low}</text>',
            f'<text x="{left + SIDE}" y="{bottom}" text-anchor="end">{self.across.high}</text>',
            f'<text x="{left + SIDE / 2}" y="{bottom}" text-anchor="middle">{escape(self.across.name)}</text>',
            f'<text x="{left - 6}" y="{top + SIDE}" text-anchor="end">{self.up.low}</text>',
            f'<text x="{left - 6}" y="{top + 12}" text-anchor="end">{self.up.high}</text>',
            f'<text x="{left - 6}" y="{top + SIDE / 2}" text-anchor="end">{escape(self.up.name)}</text>',
        ]
        words = [f"{letter}  {when}: {plays}" for letter, when, plays in self.legend]
        for number, line in enumerate([*(f"{name} = {value}" for name, value in self.fixed), *words]):
            parts.append(f'<text x="{left}" y="{bottom + 20 + 18 * number}">{escape(line)}</text>')
        return "\n".join([*parts, "</svg>\n"])


def _middles(parameter: Parameter, n: int) -> NDArray[np.float64]:
    low, high = float(parameter.low), float(parameter.high)
    if parameter.integer:
        return np.round(np.linspace(low, high, n))
    return low + (high - low) * (np.arange(n) + 0.5) / n


def region_map(game: ParametrizedGame, decisions: DecisionList, fixed: Mapping[str, Fraction]) -> RegionMap:
    """The map of a list over the two parameters that are not fixed."""
    if unknown := set(fixed) - set(game.domain.names):
        raise InputError(f"at: {min(unknown)!r} is not one of {', '.join(game.domain.names)}")
    free = [parameter for parameter in game.domain.parameters if parameter.name not in fixed]
    if len(free) != 2:
        names = ", ".join(parameter.name for parameter in free)
        raise InputError(f"at: a map shows two parameters; give numbers for all but two of {names}")
    for name, value in fixed.items():
        parameter = next(p for p in game.domain.parameters if p.name == name)
        if not parameter.low <= value <= parameter.high:
            raise InputError(f"at: {name} must be from {parameter.low} to {parameter.high}, not {value}")
    title = f"{game.title}: {' and '.join(decisions.roles)}"
    return RegionMap(title, decisions, free[0], free[1], tuple(fixed.items()), game)
