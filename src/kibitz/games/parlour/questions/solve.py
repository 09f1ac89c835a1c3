"""Equilibria of any two-player matrix game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, Struct

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, some
from kibitz.core.explanation import Explanation
from kibitz.core.question import ARGUMENT, Answer, Request
from kibitz.core.units import Unit, format_amount, format_chance
from kibitz.core.work import Work

MAX_SHOWN = 20
"""Equilibria and choices of a strategy shown; JSON has them all."""
MAX_TEXT = 1_000_000
"""Characters of a matrix game written on the command line or in a link."""


class Equilibrium(Struct, frozen=True):
    """Both players' strategies by the names of the choices, their payoffs, and what either could still gain."""

    row: dict[str, float]
    column: dict[str, float]
    payoffs: tuple[float, float]
    regrets: tuple[float, float]


class SolveAnswer(Answer, frozen=True, kw_only=True, tag="parlour.solve/1"):
    """Equilibria of a matrix game; ``complete`` says that every equilibrium is a mixture of those listed."""

    zero_sum: bool
    value: float | None
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    complete: bool
    equilibria: tuple[Equilibrium, ...]
    rule: str | None

    def told(self) -> Explanation:
        kind = "Zero-sum game" if self.zero_sum else "General-sum game"
        listed = "one equilibrium"
        if self.complete:
            found = len(self.equilibria)
            listed = f"{found} extreme equilibria, and no others" if found > 1 else "the only equilibrium"
        headline = f"{kind}, {len(self.rows)} x {len(self.columns)}; {listed}"
        return Explanation(headline, tuple(each for one in self.equilibria[:MAX_SHOWN] for each in _told(one)))

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.told().headline + "\n", "strong")
        for each in self.equilibria[:MAX_SHOWN]:
            for line in _told(each):
                yield Note(f"  {line}")
            yield Note("")
        if len(self.equilibria) > MAX_SHOWN:
            yield Note(f"and {len(self.equilibria) - MAX_SHOWN} more; --json has them all", "quiet")
        if self.rule:
            yield Note("An equilibrium by the 2x2 list, payoffs a to h from top left to bottom right, row's first:")
            yield Note(f"  {self.rule}")


def _told(each: Equilibrium) -> Iterator[str]:
    yield f"row: {_strategy(each.row)}"
    yield f"column: {_strategy(each.column)}"
    payoffs = ", ".join(format_amount(payoff, Unit.PAYOFF) for payoff in each.payoffs)
    yield f"payoffs {payoffs}; either could still gain {max(each.regrets):.1e}"


def _strategy(mix: dict[str, float]) -> str:
    played = [(label, often) for label, often in mix.items() if often > 0]
    if len(played) == 1:
        return played[0][0]
    return some([f"{label} {format_chance(often)}" for label, often in played], MAX_SHOWN)


class Solve(Request, frozen=True, kw_only=True):
    """Equilibria of any two-player matrix game: all of them if it is small, one if it is large, with their regrets.

    FILE (- for standard input) is JSON, {"row": [[3, 0], [5, 1]], "column": [[3, 5], [0, 1]]}, or one matrix, which is
    then zero-sum; or CSV with numbers, pairs such as "3,5", or two tables with a blank line between. Fractions such as
    1/3 are exact; choices may be named in the first line and column.
    """

    file: Annotated[Document, Meta(description="The game, as JSON or CSV.", extra=ARGUMENT)] | None = None
    text: (
        Annotated[
            str,
            Meta(
                max_length=MAX_TEXT,
                pattern=r"^[^\x00]+$",
                description="The game itself instead of a file, in the same notation.",
                examples=["[[1, -1], [-1, 1]]"],
                extra={"shown": True},
            ),
        ]
        | None
    ) = None

    def __post_init__(self) -> None:
        if (self.file is None) == (self.text is None):
            raise InputError("FILE: either the name of a file or --text with the game itself is needed")

    def answer(self, work: Work) -> SolveAnswer:
        from kibitz.games.parlour.matrix import parse_game
        from kibitz.games.parlour.matrix_solution import solved

        solution = solved(parse_game(self.text if self.file is None else self.file.read_text()))  # type: ignore[arg-type]
        game = solution.game
        return SolveAnswer(
            zero_sum=game.is_zero_sum,
            value=solution.profiles[0].payoffs[0] if game.is_zero_sum else None,
            rows=game.row_labels,
            columns=game.column_labels,
            complete=solution.complete,
            equilibria=tuple(
                Equilibrium(
                    dict(zip(game.row_labels, profile.row, strict=True)),
                    dict(zip(game.column_labels, profile.column, strict=True)),
                    profile.payoffs,
                    profile.regrets,
                )
                for profile in solution.profiles
            ),
            rule=solution.rule or None,
        )
