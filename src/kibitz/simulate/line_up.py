"""Line-ups: the entrants by seat, and the usual ways to seat them against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core import InputError

MAX_SEATS = 64


@dataclass(frozen=True, slots=True)
class LineUp:
    """The entrants by seat; an entrant may have several seats."""

    seats: tuple[str, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.seats) <= MAX_SEATS:
            raise InputError(f"line-up: must have 1 to {MAX_SEATS} seats, not {len(self.seats)}")
        if not all(self.seats):
            raise InputError("line-up: an entrant has no name")

    @property
    def entrants(self) -> tuple[str, ...]:
        """The different entrants, in the order of their first seats."""
        return tuple(dict.fromkeys(self.seats))

    def rotations(self) -> tuple[LineUp, ...]:
        """The distinct rotations of the seats; a single one when all entrants are the same."""
        turned = (self.seats[shift:] + self.seats[:shift] for shift in range(len(self.seats)))
        return tuple(LineUp(seats) for seats in dict.fromkeys(turned))


def one_of_each(entrants: Sequence[str], copies: int = 1) -> LineUp:
    """Each entrant ``copies`` times, in turn around the table."""
    return LineUp(tuple(entrants) * copies)


def head_to_head(left: str, right: str, copies: int = 1) -> LineUp:
    """``copies`` of each of two, seated alternately."""
    return LineUp((left, right) * copies)


def invasion(newcomer: str, field: str, others: int) -> LineUp:
    """One newcomer among ``others`` copies of somebody else."""
    return LineUp((newcomer, *(field,) * others))
