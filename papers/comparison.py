"""One published number next to ours, and what follows from the two.

A row is *reproduced* if ours is within the tolerance. Outside of it the row needs a reason. It is *explained* if the
paper's number rests on something else than ours, such as another machine or other data. It is *refuted* if the paper's
number is wrong for what the paper says it computed. A row outside its tolerance without a reason is *open*, and the
report fails.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    REPRODUCED = "reproduced"
    EXPLAINED = "explained"
    REFUTED = "refuted"
    OPEN = "open"
    SHOWN = "shown"
    """Ours, where the paper prints a picture without numbers."""
    NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class Row:
    """One number of a table, figure or experiment.

    ``ours`` and ``published`` have the same unit; ``tolerance`` is the largest difference that counts as agreement and
    ``se`` the standard error of a sampled number. ``saved_on`` is the date of a number that this run did not compute.
    """

    label: str
    ours: float | None
    published: float | None = None
    tolerance: float = 0.0
    digits: int = 3
    se: float | None = None
    explained: str = ""
    refuted: str = ""
    saved_on: str = ""
    missing: str = ""
    """Why the row could not be computed."""

    def __post_init__(self) -> None:
        if self.explained and self.refuted:
            raise ValueError(f"{self.label}: a row is explained or refuted, not both")
        if (self.ours is None) != bool(self.missing):
            raise ValueError(f"{self.label}: a row has a number or says why it has none")

    @property
    def difference(self) -> float | None:
        """Ours minus the published number."""
        return None if self.ours is None or self.published is None else self.ours - self.published

    @property
    def verdict(self) -> Verdict:
        if self.ours is None:
            return Verdict.NOT_RUN
        if self.difference is None:
            return Verdict.SHOWN
        # The last term is rounding: 0.65 - 0.64 is a little more than 0.01.
        if abs(self.difference) <= self.tolerance + 1e-9:
            return Verdict.REPRODUCED
        if self.refuted:
            return Verdict.REFUTED
        return Verdict.EXPLAINED if self.explained else Verdict.OPEN

    @property
    def reason(self) -> str:
        """Why ours differs, if it does."""
        if self.missing:
            return self.missing
        return {Verdict.EXPLAINED: self.explained, Verdict.REFUTED: self.refuted}.get(self.verdict, "")


@dataclass(frozen=True, slots=True)
class Comparison:
    """One table, figure or experiment of a paper with all its rows."""

    paper: str
    module: str
    place: str
    title: str
    rows: tuple[Row, ...]
    seconds: float
    note: str = ""

    def count(self, verdict: Verdict) -> int:
        return sum(row.verdict is verdict for row in self.rows)
