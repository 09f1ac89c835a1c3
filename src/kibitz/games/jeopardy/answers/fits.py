"""Fitted tables beside the shipped ones, as an answer."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.work import Work

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import fits as questions

MAX_SHOWN = 60


class Changed(Struct, frozen=True):
    """One figure of a table, ``eras.1996.spread``, as it ships and as it was fitted; empty where there is none."""

    figure: str
    old: str
    new: str


class Fitted(Struct, frozen=True):
    """One table: how many figures it holds, which of them changed, and its text."""

    figures: int
    changed: tuple[Changed, ...]
    text: str


class FitAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.fit/1"):
    """The fitted tables by name."""

    files: ClassVar = {"write": "Write the new tables to this file, a tar archive."}

    tables: dict[str, Fitted]

    def told(self) -> Explanation:
        changed = sum(len(table.changed) for table in self.tables.values())
        return Explanation(f"{len(self.tables)} tables fitted; {changed} figures differ from those shipped.")

    def exhibits(self) -> Iterator[Exhibit]:
        for name, table in self.tables.items():
            yield Note(f"{name}: {table.figures} figures, {len(table.changed)} changed", "strong")
            if table.changed:
                rows = tuple((row.figure, row.old, row.new) for row in table.changed[:MAX_SHOWN])
                yield Table(("figure", "old", "new"), rows)
            if len(table.changed) > MAX_SHOWN:
                yield Note(f"... and {len(table.changed) - MAX_SHOWN} more; --json prints all", "quiet")

    def file(self, kind: str) -> File:
        data = io.BytesIO()
        with tarfile.open(fileobj=data, mode="w") as archive:
            for name, table in self.tables.items():
                content = table.text.encode()
                member = tarfile.TarInfo(f"{name}.json")
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
        return File("tables.tar", "application/x-tar", data.getvalue())


def figures(table: object, path: str = "") -> Iterator[tuple[str, str]]:
    """All figures of a table with their path, such as ``eras.1996.spread``; provenance is left out."""
    if isinstance(table, dict):
        for key, value in table.items():
            if key != "provenance":
                yield from figures(value, f"{path}.{key}" if path else str(key))
    elif isinstance(table, list):
        for index, value in enumerate(table):
            yield from figures(value, f"{path}[{index}]")
    else:
        yield path, str(table)


def compared(old: object, new: object, text: str) -> Fitted:
    """How many figures a table holds and which of them changed."""
    before, after = dict(figures(old)), dict(figures(new))
    changed = tuple(
        Changed(name, before.get(name, ""), after.get(name, ""))
        for name in before | after
        if before.get(name) != after.get(name)
    )
    return Fitted(len(after), changed, text)


def answer_fit(asked: questions.Fit, work: Work) -> FitAnswer:
    """The answer to `questions.Fit`."""
    from kibitz.games.jeopardy.fit.tables import fitted_tables, format_table
    from kibitz.games.jeopardy.people.contestant import load_table
    from kibitz.games.jeopardy.recorded.games import Folder

    folder = Folder({document.name: document.content for document in asked.data_dir})
    try:
        tables = fitted_tables(folder, asked.simulated, lambda line: work.progress(0, 0, line))
    except (ValueError, KeyError, IndexError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("data-dir: a table there holds something else than recorded games") from None
    if asked.cards:
        from kibitz.games.jeopardy.fit.final_cards import learnt_cards

        tables |= learnt_cards(work.noting("cheat sheets"))
    return FitAnswer(
        tables={name: compared(load_table(name), table, format_table(table)) for name, table in tables.items()}
    )
