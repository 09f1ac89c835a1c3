"""Answer one question for every row of a table, and return one table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from kibitz.app.ask import python_request
from kibitz.app.catalogue import request_type
from kibitz.core.errors import InputError
from kibitz.core.question import Answer
from kibitz.core.recommendation import Recommendation
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from kibitz.core.data_table import DataTable

Cells = dict[str, Any]

ROWS_PER_TASK = 50
"""Rows that a worker answers at a time."""


def ask_many(question: str, rows: Any, *, workers: int = 1, scheduler: str = "", **common: object) -> DataTable:
    """The answers to a question for many rows, as one table with a row for each.

    ``rows`` are mappings from arguments to values, or a data frame of pandas, Polars or pyarrow; ``common`` are
    arguments that all rows share. The table has the arguments, then the single values of each answer: numbers and
    texts by field, and of a recommendation its choice, value, headline and the judgement of the own choice. A row that
    cannot be answered has its sentence in the column ``error`` instead. Rows run on ``workers`` processes, or on the
    Dask cluster at the address ``scheduler``; the table is the same.
    """
    request_type(question)  # an unknown question is an error, not a column of errors
    listed: list[dict[str, object]] = [{**row, **common} for row in _list_rows(rows)]
    tasks = [(question, listed[start : start + ROWS_PER_TASK]) for start in range(0, len(listed), ROWS_PER_TASK)]
    if workers <= 1 and not scheduler:
        parts: Iterable[list[Cells]] = map(answer_rows, tasks)
    else:
        from kibitz.simulate.executors import open_executor, run_all

        with open_executor(WorkContext(workers=workers, scheduler=scheduler)) as executor:
            parts = run_all(answer_rows, tasks, executor)
    return _join_rows(listed, [answer for part in parts for answer in part])


def _list_rows(rows: Any) -> list[Mapping[str, object]]:
    """The rows of a data frame of any kind, or of an iterable of mappings."""
    if hasattr(rows, "to_dicts"):  # Polars
        return list(rows.to_dicts())
    if hasattr(rows, "to_pylist"):  # pyarrow
        return list(rows.to_pylist())
    if hasattr(rows, "rows") and callable(rows.rows):  # a table of kibitz
        return list(rows.rows())
    if hasattr(rows, "to_dict"):  # pandas
        return list(rows.to_dict("records"))
    listed = list(rows)
    if not all(isinstance(row, Mapping) for row in listed):
        raise InputError("rows: must be a data frame, or mappings from arguments to values")
    return listed


def answer_rows(task: tuple[str, list[dict[str, object]]]) -> list[Cells]:
    """The cells of each row of a task; of a row that is refused, its sentence."""
    question, rows = task
    kind, work = request_type(question), WorkContext(values_only=True)
    result: list[Cells] = []
    for row in rows:
        given = {name: value for name, value in row.items() if not _is_missing(value)}
        try:
            result.append(answer_cells(python_request(kind, given).answer(work)))
        except InputError as error:
            result.append({"error": str(error)})
    return result


def _is_missing(value: object) -> bool:
    """Whether a cell of a data frame is empty: ``None`` or NaN."""
    return value is None or (isinstance(value, float) and value != value)


def answer_cells(answer: Answer) -> Cells:
    """The single values of an answer: its numbers and texts, and those of its recommendation."""
    cells: Cells = {}
    for name in answer.__struct_fields__:
        value = getattr(answer, name)
        if isinstance(value, bool | int | float | str):
            cells[name] = value
        elif isinstance(value, Recommendation) and "choice" not in cells:
            cells |= {"choice": value.choice, "worth": value.worth, "unit": value.unit.value}
            if value.judgement is not None:
                judged = value.judgement
                cells |= {"own_choice": judged.choice, "own_loss": judged.loss, "own_grade": judged.grade}
    return cells | {"headline": answer.explain().headline}


def _join_rows(rows: list[dict[str, object]], answers: list[Cells]) -> DataTable:
    """Arguments and answers side by side; a name that both use is prefixed in the answer."""
    from kibitz.core.data_table import DataTable

    asked = list(dict.fromkeys(name for row in rows for name in row))
    made = list(dict.fromkeys(name for answer in answers for name in answer if name != "error"))
    columns = {name: [_cell(row.get(name)) for row in rows] for name in asked}
    for name in made:
        columns[name if name not in columns else f"answer_{name}"] = [answer.get(name) for answer in answers]
    return DataTable({**columns, "error": [answer.get("error") for answer in answers]})


def _cell(value: Any) -> Any:
    """An argument as a cell: lists as text with commas, as on the command line."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if hasattr(value, "tolist"):
        return _cell(value.tolist())
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
