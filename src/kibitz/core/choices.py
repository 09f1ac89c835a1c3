"""Choice sets: a list of named options, a grid of whole numbers, or rising whole numbers.

All are hashable sequences of labels with a notation for URLs and files: ``0..12400/100`` is a grid, ``5,100,200`` are
numbers, ``hit|stand|double`` is a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from kibitz.core.errors import InputError
from kibitz.core.ids import ChoiceIndex

MAX_CHOICES = 1_000_000
"""Largest choice set. Larger ones raise an error before they are built."""

_GRID = re.compile(r"(-?\d{1,12})\.\.(-?\d{1,12})(?:/(\d{1,12}))?")
_NUMBERS = re.compile(r"-?\d{1,12}(?:,-?\d{1,12})+")
_ESCAPES = {"\\": "\\\\", "|": "\\p", "\n": "\\n"}
_UNESCAPES = {escape: plain for plain, escape in _ESCAPES.items()}


@dataclass(frozen=True, slots=True)
class ChoiceList:
    """Options in a fixed order, each with its own label."""

    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.labels:
            raise InputError("choices: give at least one option")
        if len(self.labels) > MAX_CHOICES:
            raise InputError(f"choices: give at most {MAX_CHOICES:,} options")
        if len(set(self.labels)) != len(self.labels):
            raise InputError("choices: two options have the same label")
        if not all(self.labels):
            raise InputError("choices: an option has an empty label")

    def __len__(self) -> int:
        return len(self.labels)

    def __iter__(self) -> Iterator[str]:
        return iter(self.labels)

    def __getitem__(self, index: int) -> str:
        return self.labels[index]

    def index(self, label: str) -> ChoiceIndex:
        """Index of ``label``, from 0."""
        try:
            return ChoiceIndex(self.labels.index(label))
        except ValueError:
            raise InputError(f"choice {label!r} is not one of the {len(self)} options") from None


class _NumberChoices:
    """Base of choice sets of whole numbers: labels and indices."""

    __slots__ = ()

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers in rising order."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[str]:
        return (str(number) for number in self.numbers)

    def __getitem__(self, index: int) -> str:
        return str(self.numbers[index])

    def index(self, label: str | int) -> ChoiceIndex:
        """Index of the number ``label``, from 0."""
        try:
            return ChoiceIndex(self.numbers.index(int(label)))
        except ValueError:
            raise InputError(f"choice {label} is not one of the {len(self.numbers):,} numbers") from None


@dataclass(frozen=True, slots=True)
class ChoiceGrid(_NumberChoices):
    """Whole numbers from ``first`` to ``last`` inclusive, ``step`` apart: wagers, bids, thresholds."""

    first: int
    last: int
    step: int = 1

    def __post_init__(self) -> None:
        if self.step < 1:
            raise InputError(f"choices: the step of a grid must be at least 1, not {self.step}")
        if self.last < self.first:
            raise InputError(f"choices: the grid {self.first}..{self.last} is empty")
        if (self.last - self.first) % self.step:
            raise InputError(
                f"choices: the last number, {self.last}, must be a multiple of {self.step} above {self.first}"
            )
        if len(self) > MAX_CHOICES:
            raise InputError(f"choices: give at most {MAX_CHOICES:,} options")

    @property
    def values(self) -> range:
        """The numbers in order."""
        return range(self.first, self.last + 1, self.step)

    @property
    def numbers(self) -> range:
        return self.values

    def __len__(self) -> int:
        return (self.last - self.first) // self.step + 1


@dataclass(frozen=True, slots=True)
class ChoiceNumbers(_NumberChoices):
    """Two or more rising whole numbers, not evenly spaced: for instance round wagers with the smallest and the
    largest."""

    values: tuple[int, ...]

    def __post_init__(self) -> None:
        if not 2 <= len(self.values) <= MAX_CHOICES:
            raise InputError(f"choices: give 2 to {MAX_CHOICES:,} numbers, not {len(self.values)}")
        if any(a >= b for a, b in pairwise(self.values)):
            raise InputError("choices: numbers must be rising")

    @property
    def numbers(self) -> tuple[int, ...]:
        return self.values

    def __len__(self) -> int:
        return len(self.values)


ChoiceSet: TypeAlias = ChoiceList | ChoiceGrid | ChoiceNumbers


def format_choices(choices: ChoiceSet) -> str:
    """The notation of a choice set, the inverse of `parse_choices`."""
    if isinstance(choices, ChoiceGrid):
        step = f"/{choices.step}" if choices.step != 1 else ""
        return f"{choices.first}..{choices.last}{step}"
    if isinstance(choices, ChoiceNumbers):
        return ",".join(choices)
    text = "|".join(re.sub(r"[\\|\n]", lambda m: _ESCAPES[m[0]], label) for label in choices.labels)
    # A trailing bar marks a single option that looks like numbers.
    return text + "|" if _looks_like_numbers(text) else text


def parse_choices(text: str) -> ChoiceSet:
    """Parse ``0..12400/100``, ``5,100,200`` or ``hit|stand``; raises `InputError` for anything else."""
    if match := _GRID.fullmatch(text):
        first, last, step = match.groups()
        return ChoiceGrid(int(first), int(last), int(step or 1))
    if _NUMBERS.fullmatch(text):
        return ChoiceNumbers(tuple(int(number) for number in text.split(",")))
    parts = text.removesuffix("|").split("|") if _looks_like_numbers(text.removesuffix("|")) else text.split("|")
    return ChoiceList(tuple(re.sub(r"\\.", lambda m: _UNESCAPES.get(m[0], m[0]), part) for part in parts))


def _looks_like_numbers(text: str) -> bool:
    return bool(_GRID.fullmatch(text) or _NUMBERS.fullmatch(text))
