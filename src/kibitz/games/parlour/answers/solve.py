"""Equilibria of any two-player matrix game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Matrix, Note, join_truncated
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import MINUS, Unit, format_amount, format_chance, format_count
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from kibitz.games.parlour.matrix import MatrixGame
    from kibitz.games.parlour.matrix_solution import Profile
    from kibitz.games.parlour.questions import solve as questions

MAX_SHOWN = 20
"""Equilibria and choices of a strategy shown; JSON has them all."""
MAX_MATRIX_CHOICES = 12
"""Choices of a player up to which the payoffs are shown as a matrix."""
MAX_FRACTION_CHARACTERS = 12
"""Characters of a fraction up to which people are shown it; longer ones are shown as decimals."""


class ExactEquilibrium(Struct, frozen=True):
    """An equilibrium in fractions, ``1/3``."""

    row: dict[str, str]
    column: dict[str, str]
    payoffs: tuple[str, str]


class Equilibrium(Struct, frozen=True):
    """Both players' strategies by the names of the choices, their payoffs, and what either could still gain.

    ``exactly`` is the same in fractions, unless the game was solved in floating point.
    """

    row: dict[str, float]
    column: dict[str, float]
    payoffs: tuple[float, float]
    regrets: tuple[float, float]
    exactly: ExactEquilibrium | None


class EquilibriumComponent(Struct, frozen=True):
    """Equilibria that hang together, by number from 1, and the sets of them whose strategies may be mixed freely."""

    equilibria: tuple[int, ...]
    mixtures: tuple[tuple[int, ...], ...]


class SolveAnswer(Answer, frozen=True, kw_only=True, tag="parlour.solve/2"):
    """Equilibria of a matrix game; ``complete`` says that every equilibrium is a mixture of those listed.

    Any mixture of the row strategies of a set of ``mixtures`` with any mixture of their column strategies is an
    equilibrium, and there are no others. ``constant_sum`` is what both get together, where that never changes; then
    ``value`` is what the row player gets. ``payoffs`` are row's and column's in every cell, none where there are many.
    """

    headline: str
    zero_sum: bool
    constant_sum: float | None
    value: float | None
    value_exact: str | None
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    complete: bool
    equilibria: tuple[Equilibrium, ...]
    components: tuple[EquilibriumComponent, ...]
    rule: str | None
    payoffs: tuple[tuple[tuple[float, float], ...], ...] = ()

    def explain(self) -> Explanation:
        return Explanation(self.headline, (self.kind(), *self.mixtures()), self.rule or "")

    def kind(self) -> str:
        """Zero-sum or not, how large, and how many equilibria are known."""
        kind = "zero-sum game" if self.zero_sum else "general-sum game"
        if self.constant_sum:
            kind = f"constant-sum game (always {self.constant_sum:g} together)"
        return f"{kind}, {len(self.rows)} x {len(self.columns)}; {self._count_text()}"

    def _count_text(self) -> str:
        result, parts = len(self.equilibria), len(self.components)
        if not self.complete:
            return "one equilibrium"
        if result == parts:
            return f"{result} equilibria, and no others" if result > 1 else "the only equilibrium"
        within = "" if parts == 1 else f" in {parts} components"
        return f"{result} extreme equilibria{within}, and their mixtures"

    def exhibits(self) -> Iterator[Exhibit]:
        kind = self.kind()
        yield Note(kind[0].upper() + kind[1:] + "\n", "strong")
        for number, each in enumerate(self.equilibria[:MAX_SHOWN], 1):
            start = f"{number}. " if len(self.equilibria) > 1 else "  "
            for i, line in enumerate(_describe_equilibrium(each)):
                yield Note((start if i == 0 else " " * len(start)) + line)
            yield Note("")
        if len(self.equilibria) > MAX_SHOWN:
            yield Note(f"and {len(self.equilibria) - MAX_SHOWN} more; --json has them all", "quiet")
        yield from map(Note, some_lines(self.mixtures()))
        if self.payoffs:
            yield self.matrix()
        if self.rule:
            yield Note("An equilibrium by the 2x2 list, payoffs a to h from top left to bottom right, row's first:")
            yield Note(f"  {self.rule}")

    def matrix(self) -> Matrix:
        """The payoffs with the first equilibrium at the edges; what is really played in it is ringed."""
        first = self.equilibria[0]
        words = tuple(tuple(_cell(cell, self.zero_sum) for cell in line) for line in self.payoffs)
        ringed = tuple(
            (r, c)
            for r, row in enumerate(self.rows)
            for c, column in enumerate(self.columns)
            if first.row[row] > 0 and first.column[column] > 0
        )
        return Matrix(
            "Payoffs",
            tuple(_edge(row, first.row[row]) for row in self.rows),
            tuple(_edge(column, first.column[column]) for column in self.columns),
            tuple(tuple(cell[0] for cell in line) for line in self.payoffs),
            words,
            ringed=ringed,
            remark=f"{'of the row player' if self.zero_sum else 'row, column'}; ringed: what is played",
        )

    def mixtures(self) -> Iterator[str]:
        """Which equilibria may be mixed, a line for each set."""
        for component in self.components:
            for numbers in component.mixtures:
                if len(numbers) > 1:
                    which = " and ".join([join_truncated([str(n) for n in numbers[:-1]], MAX_SHOWN), str(numbers[-1])])
                    yield (
                        f"Equilibria {which}: any mixture of their row strategies, with any mixture of their column "
                        "strategies, is one too."
                    )


def some_lines(lines: Iterator[str]) -> Iterator[str]:
    """The first lines, and how many are left out."""
    stored = list(lines)
    yield from stored[:MAX_SHOWN]
    if len(stored) > MAX_SHOWN:
        yield f"and {len(stored) - MAX_SHOWN} more such sets; --json has them all"


def _describe_equilibrium(each: Equilibrium) -> Iterator[str]:
    exactly = each.exactly
    yield f"row: {_strategy(each.row, exactly.row if exactly else {})}"
    yield f"column: {_strategy(each.column, exactly.column if exactly else {})}"
    known = exactly.payoffs if exactly else ("", "")
    payoffs = ", ".join(
        _short_fraction(text) or _amount(payoff) for payoff, text in zip(each.payoffs, known, strict=True)
    )
    gain = max(each.regrets)
    yield f"payoffs {payoffs}; " + (f"either could still gain {gain:.1e}" if gain else "nobody gains by another choice")


def _edge(label: str, often: float) -> str:
    """The name of a choice with how often it is played, where it is."""
    return f"{label} ({format_chance(often)})" if often > 0 else label


def _cell(payoffs: tuple[float, float], zero_sum: bool) -> str:
    """Both payoffs of a cell, or row's where column's is its negative."""
    words = [f"{payoff:.4g}".replace("-", MINUS) for payoff in payoffs]
    return words[0] if zero_sum else ", ".join(words)


def _amount(payoff: float) -> str:
    """A payoff with four decimals, very large and very small ones with their power of ten."""
    plain = payoff == 0 or 1e-3 <= abs(payoff) < 1e9
    return format_amount(payoff, Unit.PAYOFF) if plain else f"{payoff:.4e}".replace("-", MINUS)


def _short_fraction(text: str) -> str:
    """A fraction that is still easy to read, with a minus sign proper; otherwise nothing."""
    return text.replace("-", MINUS) if len(text) <= MAX_FRACTION_CHARACTERS else ""


def _strategy(mix: dict[str, float], exactly: dict[str, str]) -> str:
    played = [(label, often) for label, often in mix.items() if often > 0]
    if len(played) == 1:
        return played[0][0]
    words = [f"{label} {_short_fraction(exactly.get(label, '')) or format_chance(often)}" for label, often in played]
    return join_truncated(words, MAX_SHOWN)


def headline(result: tuple[Equilibrium, ...]) -> str:
    """What to play, from the first equilibrium, and how many others there are to agree on."""
    row, column, payoffs = _describe_equilibrium(result[0])
    others = format_count(len(result) - 1, "more extreme equilibrium").replace("equilibriums", "equilibria")
    more = "" if len(result) == 1 else f"; there {'is' if len(result) == 2 else 'are'} {others}"
    return f"Play {row}; {column}; {payoffs.partition(';')[0]}{more}"


def equilibrium(profile: Profile, game: MatrixGame) -> Equilibrium:
    exactly = None
    if profile.exact is not None:
        exactly = ExactEquilibrium(
            dict(zip(game.row_labels, map(str, profile.exact.row), strict=True)),
            dict(zip(game.column_labels, map(str, profile.exact.column), strict=True)),
            (str(profile.exact.payoffs[0]), str(profile.exact.payoffs[1])),
        )
    return Equilibrium(
        dict(zip(game.row_labels, profile.row, strict=True)),
        dict(zip(game.column_labels, profile.column, strict=True)),
        profile.payoffs,
        profile.regrets,
        exactly,
    )


def answer_solve(request: questions.SolveRequest, work: WorkContext) -> SolveAnswer:
    """The answer to `questions.Solve`."""
    from kibitz.games.parlour.matrix import parse_game
    from kibitz.games.parlour.matrix_solution import solve_matrix_game

    solution = solve_matrix_game(parse_game(request.text if request.file is None else request.file.read_text()))  # type: ignore[arg-type]
    game, first = solution.game, solution.profiles[0]
    constant = game.constant_sum
    result = tuple(equilibrium(profile, game) for profile in solution.profiles)
    return SolveAnswer(
        headline=headline(result),
        zero_sum=game.is_zero_sum,
        constant_sum=None if constant is None else float(constant),
        value=None if constant is None else first.payoffs[0],
        value_exact=None if constant is None or first.exact is None else str(first.exact.payoffs[0]),
        rows=game.row_labels,
        columns=game.column_labels,
        complete=solution.complete,
        equilibria=result,
        components=tuple(
            EquilibriumComponent(
                tuple(i + 1 for i in members),
                tuple(tuple(i + 1 for i in subset) for subset in solution.subsets if set(subset) <= set(members)),
            )
            for members in solution.components
        ),
        rule=solution.rule or None,
        payoffs=_payoffs(game) if max(len(game.row_labels), len(game.column_labels)) <= MAX_MATRIX_CHOICES else (),
    )


def _payoffs(game: MatrixGame) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Both payoffs by row and column."""
    return tuple(
        tuple((float(a), float(b)) for a, b in zip(ours, theirs, strict=True))
        for ours, theirs in zip(game.row, game.column, strict=True)
    )
