"""Decision records as JSON lines: the options, the value of each option, and the choice.

Only ``utilities`` and ``chosen`` are required, so that decisions analysed elsewhere can be rated. Minus infinity is
written as ``"-inf"``, because JSON has no such number.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.core.choices import MAX_CHOICES, ChoiceSet, format_choices, parse_choices
from kibitz.core.errors import InputError, quote_value
from kibitz.core.ids import ChoiceIndex, DecisionId, EventId, GameId, PlayerId
from kibitz.core.provenance import Provenance
from kibitz.core.units import Unit

MAX_LINE_CHARACTERS = 8_000_000
"""Longest record in characters; longer lines raise an error before they are parsed."""

MAX_DEPTHS = 100
"""Most search depths with values."""

_TEXTS = ("id", "game", "player", "event", "position")


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice by one player.

    ``utilities`` are equities of the options for the player who decided, in ``unit``, in any order, the
    authoritative values on which losses are counted. ``perceived`` optionally holds what the options look like
    to a person (for instance engine values blended over depths); choice models explain choices with it.
    ``rating`` is the player's known rating, ``weight`` the weight of the decision in fits. ``by_depth`` optionally
    holds the values at each depth of a search, shallowest first, ``None`` where an option was not seen.
    """

    utilities: tuple[float, ...]
    chosen: ChoiceIndex
    unit: Unit = Unit.PAYOFF
    id: DecisionId = DecisionId("")
    game: GameId = GameId("")
    player: PlayerId = PlayerId("")
    event: EventId = EventId("")
    position: str = ""
    choices: ChoiceSet | None = None
    perceived: tuple[float, ...] | None = None
    rating: float | None = None
    weight: float = 1.0
    provenance: Provenance | None = None
    by_depth: tuple[tuple[float | None, ...], ...] | None = None

    def __post_init__(self) -> None:
        n = len(self.utilities)
        if not 1 <= n <= MAX_CHOICES:
            raise InputError(f"utilities: give 1 to {MAX_CHOICES:,} numbers, not {n}")
        for name, values in (("utilities", self.utilities), ("perceived", self.perceived)):
            if values is None:
                continue
            if len(values) != n:
                raise InputError(f"{name}: give {n} numbers, one per option, not {len(values)}")
            if any(math.isnan(value) or value == math.inf for value in values):
                raise InputError(f'{name}: must be numbers or "-inf"')
            if all(value == -math.inf for value in values):
                raise InputError(f"{name}: at least one number must be finite")
        for row in self.by_depth or ():
            if len(row) != n or not all(value is None or math.isfinite(value) for value in row):
                raise InputError(f"by_depth: give {n} numbers or nulls at each depth, one per option")
        if not 0 <= self.chosen < n:
            raise InputError(f"chosen: must be an index from 0 to {n - 1}, not {quote_value(self.chosen)}")
        if self.choices is not None and len(self.choices) != n:
            raise InputError(f"choices: give {n}, one per utility, not {len(self.choices)}")
        if not (math.isfinite(self.weight) and self.weight >= 0):
            raise InputError(f"weight: must be a number from 0 up, not {self.weight}")
        if self.rating is not None and not math.isfinite(self.rating):
            raise InputError("rating: must be a finite number")

    @property
    def loss(self) -> float:
        """The loss of the choice in ``unit``; never negative."""
        return max(self.utilities) - self.utilities[self.chosen]


def format_decision(decision: Decision) -> str:
    """One JSON line without the newline; fields with default values are omitted."""
    record: dict[str, Any] = {name: getattr(decision, name) for name in _TEXTS if getattr(decision, name)}
    record["unit"] = decision.unit.value
    if decision.choices is not None:
        record["choices"] = format_choices(decision.choices)
    record["utilities"] = [_to_json_number(value) for value in decision.utilities]
    if decision.perceived is not None:
        record["perceived"] = [_to_json_number(value) for value in decision.perceived]
    if decision.by_depth is not None:
        record["by_depth"] = decision.by_depth
    record["chosen"] = int(decision.chosen)
    if decision.rating is not None:
        record["rating"] = decision.rating
    if decision.weight != 1.0:
        record["weight"] = decision.weight
    if decision.provenance is not None:
        record["provenance"] = decision.provenance.to_json()
    return json.dumps(record, ensure_ascii=False, allow_nan=False)


def parse_decision(line: str) -> Decision:
    """Parse one JSON line. Unknown fields are ignored; invalid ones raise an `InputError` with their name."""
    if len(line) > MAX_LINE_CHARACTERS:
        raise InputError(f"the record is too long: at most {MAX_LINE_CHARACTERS:,} characters")
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not a JSON object: {error}") from None
    return decision_from_json(record)


def decision_from_json(record: object) -> Decision:
    """The decision of a parsed JSON object or of a table row."""
    if not isinstance(record, Mapping):
        raise InputError("a decision must be a JSON object")
    for name in ("utilities", "chosen"):
        if record.get(name) is None:
            raise InputError(f"{name}: missing; a decision needs utilities and chosen")
    fields: dict[str, Any] = {name: _text(record, name) for name in _TEXTS if record.get(name) is not None}
    if record.get("unit") is not None:
        try:
            fields["unit"] = Unit(str(record["unit"]))
        except ValueError:
            accepted = ", ".join(unit.value for unit in Unit)
            raise InputError(f"unit: must be one of {accepted}, not {quote_value(record['unit'])}") from None
    if record.get("choices") is not None:
        fields["choices"] = parse_choices(_text(record, "choices"))
    if record.get("perceived") is not None:
        fields["perceived"] = _numbers(record, "perceived")
    if record.get("by_depth") is not None:
        fields["by_depth"] = _table(record["by_depth"])
    for name in ("rating", "weight"):
        if record.get(name) is not None:
            fields[name] = _number(record[name], name)
    if record.get("provenance") is not None:
        fields["provenance"] = Provenance.from_json(record["provenance"])
    chosen = record["chosen"]
    if isinstance(chosen, bool) or not isinstance(chosen, int):
        raise InputError(f"chosen: must be a whole number, not {quote_value(chosen)}")
    return Decision(utilities=_numbers(record, "utilities"), chosen=ChoiceIndex(chosen), **fields)


def read_decisions(lines: Iterable[str]) -> Iterator[Decision]:
    """Parse decisions from JSON lines. Blank lines are skipped; an error names its line."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield parse_decision(line)
            except InputError as error:
                raise InputError(f"line {number}: {error}") from None


def _to_json_number(value: float) -> float | str:
    return "-inf" if value == -math.inf else value


def _number(value: object, name: str) -> float:
    if value == "-inf":
        return -math.inf
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{name}: must be a number, not {quote_value(value)}")
    try:
        return float(value)
    except OverflowError:
        raise InputError(f"{name}: the number is too large") from None


def _numbers(record: Mapping[str, Any], name: str) -> tuple[float, ...]:
    values = record[name]
    if not isinstance(values, list | tuple):
        raise InputError(f"{name}: must be a list of numbers")
    return tuple(_number(value, name) for value in values)


def _table(rows: object) -> tuple[tuple[float | None, ...], ...]:
    if not isinstance(rows, list) or len(rows) > MAX_DEPTHS or not all(isinstance(row, list) for row in rows):
        raise InputError(f"by_depth: must be a list of at most {MAX_DEPTHS} lists of numbers")
    return tuple(tuple(None if value is None else _number(value, "by_depth") for value in row) for row in rows)


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record[name]
    if not isinstance(value, str):
        raise InputError(f"{name}: must be text, not {quote_value(value)}")
    return value.encode("utf-8", "replace").decode()  # half a character, as JSON can write it, would fail in print
