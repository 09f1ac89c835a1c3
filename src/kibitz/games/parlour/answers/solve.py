"""The answer to `questions.solve`: equilibria of any two-player matrix game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Table, join_truncated
from kibitz.core.exhibits.grids import Matrix
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import MINUS, Unit, format_amount, format_chance, format_count
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from kibitz.games.parlour.matrix import MatrixGame
    from kibitz.games.parlour.matrix_solution import Profile
    from kibitz.games.parlour.questions import solve as questions

MAX_SHOWN = 20
"""Maximum number of equilibria, and of choices of a strategy, shown as text; JSON has them all."""
MAX_MATRIX_CHOICES = 12
"""Maximum choices of a player for which kibitz shows the payoff matrix."""
MAX_FRACTION_CHARACTERS = 12
"""Maximum length of a fraction in texts; longer ones are shown as decimals."""


class ExactEquilibrium(Struct, frozen=True):
    """An equilibrium in fractions, ``1/3``."""

    row: dict[str, str]
    column: dict[str, str]
    payoffs: tuple[str, str]


class Equilibrium(Struct, frozen=True):
    """Both players' strategies by the names of the choices, their payoffs, and their regrets.

    ``exactly`` is the same in fractions; it is missing if the game was solved in floating point.
    """

    row: dict[str, float]
    column: dict[str, float]
    payoffs: tuple[float, float]
    regrets: tuple[float, float]
    exactly: ExactEquilibrium | None


class EquilibriumComponent(Struct, frozen=True):
    """A connected set of equilibria, by number from 1, and its Nash subsets, whose strategies mix freely."""

    equilibria: tuple[int, ...]
    mixtures: tuple[tuple[int, ...], ...]


class SolveAnswer(Answer, frozen=True, kw_only=True, tag="parlour.solve/2"):
    """Equilibria of a matrix game; if ``complete``, every equilibrium is a mixture of those listed.

    Any mixture of the row strategies of a set of ``mixtures`` with any mixture of its column strategies is an
    equilibrium, and there are no others. ``constant_sum`` is the sum of both payoffs if it is the same in every cell;
    ``value`` is then the row player's payoff. ``payoffs`` are row's and column's by cell, empty for a large game.
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
        """Kind and size of the game, and the number of known equilibria."""
        kind = "zero-sum game" if self.zero_sum else "general-sum game"
        if self.constant_sum:
            kind = f"constant-sum game (payoffs sum to {self.constant_sum:g})"
        return f"{kind}, {len(self.rows)} x {len(self.columns)}; {self._count_text()}"

    def _count_text(self) -> str:
        result, parts = len(self.equilibria), len(self.components)
        if not self.complete:
            return "one equilibrium"
        if result == parts:
            return f"{result} equilibria, and no others" if result > 1 else "unique equilibrium"
        within = "" if parts == 1 else f" in {parts} components"
        return f"{result} extreme equilibria{within}, and their mixtures"

    def exhibits(self) -> Iterator[Exhibit]:
        kind = self.kind()
        yield Note(kind[0].upper() + kind[1:] + "\n", "strong")
        for number, each in enumerate(self.equilibria[:MAX_SHOWN], 1):
            start = f"{number}. " if len(self.equilibria) > 1 else "  "
            row, column, payoffs = _describe_equilibrium(each)
            indent = " " * len(start)
            yield from map(Note, (start + row, indent + column, f"{indent}{payoffs}\n"))
        if len(self.equilibria) > MAX_SHOWN:
            yield Note(f"and {len(self.equilibria) - MAX_SHOWN} more; --json lists them all", "quiet")
        yield from map(Note, some_lines(self.mixtures()))
        if self.payoffs:
            yield self.matrix()
            yield from self.derivation()
        if self.rule:
            yield Note(
                "The rule of the 2x2 list for this game (payoffs a to h from top left to bottom right, row's first):"
            )
            yield Note(f"  {self.rule}")

    def matrix(self) -> Matrix:
        """The payoffs with the first equilibrium at the edges; cells that occur in it are ringed."""
        first = self.equilibria[0]
        texts = tuple(tuple(_cell(cell, self.zero_sum) for cell in line) for line in self.payoffs)
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
            texts,
            ringed=ringed,
            remark=f"{'of the row player' if self.zero_sum else 'row, column'}; ringed cells occur in equilibrium",
        )

    def derivation(self) -> Iterator[Exhibit]:
        """The best-response picture of a 2x2 game, and the steps to the equilibria of a small game."""
        from kibitz.draw.best_responses import BestResponseChart, response_line
        from kibitz.games.parlour.matrix_steps import MAX_DERIVED_CHOICES, derive, to_fractions

        n_rows, n_columns = len(self.rows), len(self.columns)
        if not 1 < max(n_rows, n_columns) <= MAX_DERIVED_CHOICES:
            return
        cells = to_fractions(self.payoffs)
        if (n_rows, n_columns) == (2, 2):
            gains = [float(cells[0][j][0] - cells[1][j][0]) for j in (1, 0)]
            other = [float(cells[i][0][1] - cells[i][1][1]) for i in (1, 0)]
            yield BestResponseChart(
                title="Best responses",
                first_row=self.rows[0],
                first_column=self.columns[0],
                row=tuple((own, chance) for chance, own in response_line(gains[0], gains[1])),
                column=response_line(other[0], other[1]),
                equilibria=tuple((each.row[self.rows[0]], each.column[self.columns[0]]) for each in self.equilibria),
                note="Solid: best for row. Dashed: best for column. The lines meet at the equilibria.",
            )
        steps = tuple((step.name, step.sentence) for step in derive(self.rows, self.columns, cells))
        yield Table(("step", "what follows"), steps, "Step by step", left=(0, 1))

    def mixtures(self) -> Iterator[str]:
        """Which equilibria mix freely, one sentence for each Nash subset."""
        for component in self.components:
            for numbers in component.mixtures:
                if len(numbers) > 1:
                    which = " and ".join([join_truncated([str(n) for n in numbers[:-1]], MAX_SHOWN), str(numbers[-1])])
                    yield (
                        f"Equilibria {which} mix freely: any mixture of their row strategies and any mixture of their "
                        "column strategies form an equilibrium."
                    )


def some_lines(lines: Iterator[str]) -> Iterator[str]:
    """The first lines, and the number of the others."""
    stored = list(lines)
    yield from stored[:MAX_SHOWN]
    if len(stored) > MAX_SHOWN:
        yield f"and {len(stored) - MAX_SHOWN} more such sets; --json lists them all"


def _describe_equilibrium(each: Equilibrium) -> Iterator[str]:
    exactly = each.exactly
    yield f"row: {_strategy(each.row, exactly.row if exactly else {})}"
    yield f"column: {_strategy(each.column, exactly.column if exactly else {})}"
    known = exactly.payoffs if exactly else ("", "")
    payoffs = ", ".join(
        _short_fraction(text) or _amount(payoff) for payoff, text in zip(each.payoffs, known, strict=True)
    )
    gain = max(each.regrets)
    yield f"payoffs {payoffs}; " + (f"largest regret {gain:.1e}" if gain else "no player gains by deviating")


def _edge(label: str, chance: float) -> str:
    """The name of a choice, with its probability if it is in the support."""
    return f"{label} ({format_chance(chance)})" if chance > 0 else label


def _cell(payoffs: tuple[float, float], zero_sum: bool) -> str:
    """Both payoffs of a cell, or only row's in a zero-sum game."""
    texts = [f"{payoff:.4g}".replace("-", MINUS) for payoff in payoffs]
    return texts[0] if zero_sum else ", ".join(texts)


def _amount(payoff: float) -> str:
    """A payoff with four decimals; very large and very small ones in scientific notation."""
    plain = payoff == 0 or 1e-3 <= abs(payoff) < 1e9
    return format_amount(payoff, Unit.PAYOFF) if plain else f"{payoff:.4e}".replace("-", MINUS)


def _short_fraction(text: str) -> str:
    """A short fraction with a typographic minus sign; empty if it is too long to read."""
    return text.replace("-", MINUS) if len(text) <= MAX_FRACTION_CHARACTERS else ""


def _strategy(mix: dict[str, float], exactly: dict[str, str]) -> str:
    """``row 2``, or for a mixed strategy ``1/2 row 1 + 1/2 row 2``."""
    support = [(label, chance) for label, chance in mix.items() if chance > 0]
    if len(support) == 1:
        return support[0][0]
    terms = [f"{_short_fraction(exactly.get(label, '')) or format_chance(chance)} {label}" for label, chance in support]
    rest = f" + {len(terms) - MAX_SHOWN} more" if len(terms) > MAX_SHOWN else ""
    return " + ".join(terms[:MAX_SHOWN]) + rest


def headline(result: tuple[Equilibrium, ...]) -> str:
    """The first equilibrium, and the number of other extreme equilibria."""
    row, column, payoffs = _describe_equilibrium(result[0])
    others = format_count(len(result) - 1, "more extreme equilibrium").replace("equilibriums", "equilibria")
    more = "" if len(result) == 1 else f"; {others}"
    return f"Equilibrium: {row}; {column}; {payoffs.partition(';')[0]}{more}"


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
    """The answer to `questions.SolveRequest`."""
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
