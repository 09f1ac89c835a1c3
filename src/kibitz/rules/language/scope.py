"""Values of names while a list is applied: the parameters, and definitions computed on first use.

Definitions are lazy, because one that no rule uses may divide by zero. They are computed one by one in order, because a
chain of definitions must not exhaust the stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.rules.language.evaluation import Column, Real, column_value, point_value
from kibitz.rules.language.expression import Expression, names_in

Definitions: TypeAlias = tuple[tuple[str, Expression], ...]


def definition_order(name: str, definitions: Mapping[str, Expression], known: Mapping[str, object]) -> list[str]:
    """The definitions to compute before ``name`` is known, itself included, in an order that works."""
    result: set[str] = set()
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current in definitions and current not in known and current not in result:
            result.add(current)
            waiting += names_in(definitions[current])
    return [each for each in definitions if each in result]


def check_free(given: Mapping[str, object], definitions: Mapping[str, Expression]) -> None:
    """Raise `InputError` if a value is given for a name that the list defines."""
    clash = given.keys() & definitions.keys()
    if clash:
        raise InputError(f"{min(clash)} is defined by the list and cannot be given a value")


class Scope(Mapping[str, Real]):
    """Values at one point."""

    def __init__(self, point: Mapping[str, Real], definitions: Definitions, exact: bool) -> None:
        self.known = dict(point)
        self.definitions = dict(definitions)
        self.exact = exact
        check_free(self.known, self.definitions)

    def __getitem__(self, name: str) -> Real:
        if name not in self.known:
            for each in definition_order(name, self.definitions, self.known):
                self.known[each] = point_value(self.definitions[each], self.known, self.exact)
        return self.known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


class ColumnScope(Mapping[str, Column]):
    """Values at many points."""

    def __init__(self, columns: Mapping[str, Column], definitions: Mapping[str, Expression]) -> None:
        self.known: dict[str, Column] = {name: np.asarray(column, np.float64) for name, column in columns.items()}
        self.definitions = definitions
        check_free(columns, definitions)
        shapes = {column.shape for column in self.known.values()}
        if len(shapes) != 1 or len(shape := shapes.pop()) != 1:
            raise InputError("columns: must be one or more columns of numbers, all of the same length")
        self.n: int = shape[0]

    def __getitem__(self, name: str) -> Column:
        if name not in self.known:
            for each in definition_order(name, self.definitions, self.known):
                value = column_value(self.definitions[each], self.known)
                self.known[each] = np.array(np.broadcast_to(value, (self.n,)))
        return self.known[name]

    def __contains__(self, name: object) -> bool:
        return name in self.known or name in self.definitions

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)

    def rows(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> ColumnScope:
        """The same at some of the points; what is known stays known."""
        part = ColumnScope.__new__(ColumnScope)
        part.known = {name: column[chosen] for name, column in self.known.items()}
        part.definitions = self.definitions
        part.n = len(next(iter(part.known.values())))
        return part
