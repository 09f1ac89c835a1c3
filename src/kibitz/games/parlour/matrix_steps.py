"""Step by step to the equilibria of a small matrix game: dominance, best responses, indifference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from kibitz.core.units import MINUS

MAX_DERIVED_CHOICES = 4
"""Maximum choices of a player for which kibitz derives the equilibria step by step."""
MAX_DENOMINATOR = 10_000
"""Payoffs are shown as fractions with denominators up to this."""

Cells = Sequence[Sequence[tuple[Fraction, Fraction]]]


@dataclass(frozen=True, slots=True)
class DerivationStep:
    """One step: what it is, and its sentence."""

    name: str
    sentence: str


def to_fractions(payoffs: Sequence[Sequence[tuple[float, float]]]) -> Cells:
    """Both payoffs of each cell as simple fractions."""
    return [[(_simple(a), _simple(b)) for a, b in line] for line in payoffs]


def _simple(number: float) -> Fraction:
    near = Fraction(number).limit_denominator(MAX_DENOMINATOR)
    return near if float(near) == number else Fraction(number)


def format_fraction(number: Fraction) -> str:
    """A fraction with a typographic minus sign, or a decimal if the fraction is long."""
    text = str(number) if number.denominator <= MAX_DENOMINATOR else f"{float(number):.4g}"
    return text.replace("-", MINUS)


def derive(rows: Sequence[str], columns: Sequence[str], cells: Cells) -> list[DerivationStep]:
    """The steps for a game with these choices: strict dominance by single choices, best responses, pure equilibria, and
    for two choices each the chances that make the other indifferent."""
    left, kept = list(range(len(rows))), list(range(len(columns)))
    steps = list(_dominance(rows, columns, cells, left, kept))
    steps += _best_responses(rows, columns, cells, left, kept)
    if len(left) == len(kept) == 2:
        steps += _indifference(rows, columns, cells, left, kept)
    return steps


def _dominance(
    rows: Sequence[str], columns: Sequence[str], cells: Cells, left: list[int], kept: list[int]
) -> Iterator[DerivationStep]:
    """Delete choices that another one strictly dominates, again and again; ``left`` and ``kept`` shrink."""
    while True:
        for names, own, others, side in ((rows, left, kept, 0), (columns, kept, left, 1)):

            def worth(choice: int, other: int, side: int = side) -> Fraction:
                return cells[other][choice][1] if side else cells[choice][other][0]

            found = next(
                (
                    (worse, better)
                    for worse in own
                    for better in own
                    if all(worth(better, other) > worth(worse, other) for other in others)
                ),
                None,
            )
            if found is not None:
                worse, better = found
                own.remove(worse)
                yield DerivationStep(
                    f"Dominance, {'column' if side else 'row'}",
                    f"{names[better]} is always better than {names[worse]}, so delete {names[worse]}.",
                )
                break
        else:
            return


def _best_responses(
    rows: Sequence[str], columns: Sequence[str], cells: Cells, left: list[int], kept: list[int]
) -> Iterator[DerivationStep]:
    best_rows = {j: _best([(cells[i][j][0], i) for i in left]) for j in kept}
    best_columns = {i: _best([(cells[i][j][1], j) for j in kept]) for i in left}
    if len(left) > 1:
        text = "; ".join(f"against {columns[j]}: {_names(rows, best)}" for j, best in best_rows.items())
        yield DerivationStep("Best for row", f"{text}.")
    if len(kept) > 1:
        text = "; ".join(f"against {rows[i]}: {_names(columns, best)}" for i, best in best_columns.items())
        yield DerivationStep("Best for column", f"{text}.")
    pure = [f"({rows[i]}, {columns[j]})" for i in left for j in kept if i in best_rows[j] and j in best_columns[i]]
    several = "cell" if len(pure) == 1 else "cells"
    yield DerivationStep(
        "Pure equilibria",
        f"both choices are best against each other in the {several} {', '.join(pure)}."
        if pure
        else "in no cell are both choices best against each other, so players mix.",
    )


def _best(worth: list[tuple[Fraction, int]]) -> list[int]:
    most = max(value for value, _ in worth)
    return [choice for value, choice in worth if value == most]


def _names(names: Sequence[str], chosen: Sequence[int]) -> str:
    return " or ".join(names[k] for k in chosen)


def _indifference(
    rows: Sequence[str], columns: Sequence[str], cells: Cells, left: list[int], kept: list[int]
) -> Iterator[DerivationStep]:
    """The equations for an equilibrium in which both players mix both choices, if there is one."""
    (i, k), (j, m) = left, kept
    own = (cells[i][j][1], cells[k][j][1], cells[i][m][1], cells[k][m][1])
    other = (cells[i][j][0], cells[i][m][0], cells[k][j][0], cells[k][m][0])
    chances = [_solve(*own), _solve(*other)]
    if any(chance is None or not 0 < chance < 1 for chance in chances):
        return
    for letter, names, first, watched, numbers, chance in (
        ("p", rows, i, "column", own, chances[0]),
        ("q", columns, j, "row", other, chances[1]),
    ):
        a, b, c, d = (f"({text})" if number < 0 else text for number in numbers for text in [format_fraction(number)])
        assert chance is not None
        yield DerivationStep(
            f"Mix, {letter}",
            f"with the chance {letter} of {names[first]}, {watched} is indifferent if {a}·{letter} + {b}·(1 {MINUS} "
            f"{letter}) = {c}·{letter} + {d}·(1 {MINUS} {letter}), so {letter} = {format_fraction(chance)}.",
        )


def _solve(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> Fraction | None:
    """The chance t with a t + b (1 - t) = c t + d (1 - t); ``None`` if there is none or every one."""
    slope = a - b - c + d
    return None if slope == 0 else (d - b) / slope
