"""Answer with fitted tables, compared with the shipped ones."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct, field

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import fits as questions

MAX_SHOWN_CHANGES = 60


class ChangedFigure(Struct, frozen=True):
    """One number of a table such as ``eras.1996.spread``, as shipped and as fitted; empty where there is none."""

    figure: str
    old: str
    new: str


class FittedTable(Struct, frozen=True):
    """One table: how many numbers it has, which of them changed, and its text."""

    figures: int
    changed: tuple[ChangedFigure, ...]
    text: str


class FitAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.fit/1"):
    """The fitted tables by name."""

    files: ClassVar = {"write": "Write the new tables to this file, a tar archive."}

    fitted_tables: dict[str, FittedTable] = field(name="tables")

    def explain(self) -> Explanation:
        changed = sum(len(table.changed) for table in self.fitted_tables.values())
        return Explanation(f"{len(self.fitted_tables)} tables fitted; {changed} numbers differ from those shipped.")

    def exhibits(self) -> Iterator[Exhibit]:
        for name, table in self.fitted_tables.items():
            yield Note(f"{name}: {table.figures} numbers, {len(table.changed)} changed", "strong")
            if table.changed:
                rows = tuple((row.figure, row.old, row.new) for row in table.changed[:MAX_SHOWN_CHANGES])
                yield Table(("number", "old", "new"), rows)
            if len(table.changed) > MAX_SHOWN_CHANGES:
                yield Note(f"... and {len(table.changed) - MAX_SHOWN_CHANGES} more; --json prints all", "quiet")

    def file(self, kind: str) -> File:
        data = io.BytesIO()
        with tarfile.open(fileobj=data, mode="w") as archive:
            for name, table in self.fitted_tables.items():
                content = table.text.encode()
                member = tarfile.TarInfo(f"{name}.json")
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
        return File("tables.tar", "application/x-tar", data.getvalue())


def table_figures(table: object, path: str = "") -> Iterator[tuple[str, str]]:
    """All numbers of a table with their path, such as ``eras.1996.spread``, without provenance."""
    if isinstance(table, dict):
        for key, value in table.items():
            if key != "provenance":
                yield from table_figures(value, f"{path}.{key}" if path else str(key))
    elif isinstance(table, list):
        for index, value in enumerate(table):
            yield from table_figures(value, f"{path}[{index}]")
    else:
        yield path, str(table)


def compare_tables(old: object, new: object, text: str) -> FittedTable:
    """How many numbers a table has and which of them changed."""
    before, after = dict(table_figures(old)), dict(table_figures(new))
    changed = tuple(
        ChangedFigure(name, before.get(name, ""), after.get(name, ""))
        for name in before | after
        if before.get(name) != after.get(name)
    )
    return FittedTable(len(after), changed, text)


def answer_fit(request: questions.FitRequest, work: WorkContext) -> FitAnswer:
    """The answer to `questions.FitRequest`."""
    from kibitz.games.jeopardy.datasets.games import DatasetFolder
    from kibitz.games.jeopardy.fit.tables import fit_tables, format_table
    from kibitz.games.jeopardy.people.contestant import load_table

    folder = DatasetFolder({document.name: document.content for document in request.data_dir})
    try:
        tables = fit_tables(folder, request.simulated, lambda line: work.progress(0, 0, line))
    except (ValueError, KeyError, IndexError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("data-dir: a table there does not contain recorded games") from None
    if request.cards:
        from kibitz.games.jeopardy.fit.final_cards import learn_cards

        tables |= learn_cards(work.progress_with_note("cards"))
    return FitAnswer(
        fitted_tables={
            name: compare_tables(load_table(name), table, format_table(table)) for name, table in tables.items()
        }
    )
