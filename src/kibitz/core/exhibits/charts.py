"""Charts: sides of a board, outcome bars, waterfalls, words in letter tiles, calibration plots, number lines and
crossover charts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from kibitz.core.units import MINUS


class Side(Struct, frozen=True):
    """The player at one edge of a board: colour of the pieces, name, task, note and count."""

    men: Literal["white", "black"]
    name: str
    task: str = ""
    note: str = ""
    count: str = ""


class OutcomeBar(Struct, frozen=True, tag="ends"):
    """Outcome chances: to win plainly, with a gammon, with a backgammon, and to lose likewise; they sum to 1."""

    title: str
    wins: tuple[float, float, float]
    losses: tuple[float, float, float]


class WaterfallStep(Struct, frozen=True):
    """One step of a waterfall: its name, its amount and its kind."""

    name: str
    amount: float
    kind: Literal["own", "other", "luck"] = "luck"


class Waterfall(Struct, frozen=True, tag="staircase"):
    """Waterfall from the first value to the last in named steps: own errors, the opponent's errors, luck. In chances or
    points."""

    title: str
    start: float
    stairs: tuple[WaterfallStep, ...]
    remark: str = ""
    note: str = ""
    percent: bool = True

    @property
    def end(self) -> float:
        """The value after the last step."""
        return self.start + sum(stair.amount for stair in self.stairs)

    def format_value(self, value: float, signed: bool = False) -> str:
        """A value as text."""
        shown = f"{100 * value:{'+' if signed else ''}.1f}" if self.percent else f"{value:+.2f}"
        return shown.replace("-", MINUS) + (" %" if self.percent and not signed else "")


class Tile(Struct, frozen=True):
    """A letter tile: held, on offer, or still missing."""

    letter: str
    kind: Literal["held", "offer", "missing"]


class TileRow(Struct, frozen=True):
    """A word in tiles, and its numbers."""

    tiles: tuple[Tile, ...]
    cells: tuple[str, ...]


class TileTable(Struct, frozen=True, tag="tiles"):
    """Words in letter tiles with numbers; a terminal shows a table instead."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[TileRow, ...]
    remark: str = ""


class LetterChart(Struct, frozen=True, tag="letters"):
    """A value with its interval for each letter; ``None`` for no interval."""

    title: str
    letters: tuple[str, ...]
    values: tuple[float, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    remark: str = ""
    note: str = ""


class CalibrationPoint(Struct, frozen=True):
    """Expected and actual value of a group of decisions, with the interval of the actual one."""

    expected: float
    actual: float
    low: float
    high: float

    @property
    def as_expected(self) -> bool:
        """Whether the interval contains the expected value."""
        return self.low <= self.expected <= self.high


class CalibrationPlot(Struct, frozen=True, tag="diagonal"):
    """Calibration plot: expected against actual values of groups of decisions from easy to hard."""

    title: str
    dots: tuple[CalibrationPoint, ...]
    remark: str = ""
    note: str = ""
    digits: int = 2


class NumberLine(Struct, frozen=True):
    """One row of a number line: its name and note, thresholds (amount and name), the kind of zone between them from the
    lowest amount up, and the possible outcomes (amount, text, and whether it is good, bad or neither)."""

    name: str
    note: str
    lines: tuple[tuple[int, str], ...]
    between: tuple[Literal["bad", "plain", "good"], ...]
    places: tuple[tuple[int, str, Literal["bad", "plain", "good"]], ...]


class NumberLineChart(Struct, frozen=True, tag="spans"):
    """Number line: possible outcomes against thresholds, on one scale of dollars."""

    title: str
    low: int
    high: int
    spans: tuple[NumberLine, ...]
    keys: tuple[tuple[Literal["bad", "plain", "good"], str], ...]
    """The meaning of each kind of zone."""
    remark: str = ""


class BeliefDensity(Struct, frozen=True):
    """Belief about a chance from 0 to 1: its density at even steps, its mean, its interval and a note on the evidence;
    ``usual`` is the chance of optimal play, with its label."""

    density: tuple[float, ...]
    mean: float
    low: float
    high: float
    words: str
    usual: float
    usual_words: str


class CrossoverChart(Struct, frozen=True, tag="crossing"):
    """Crossover chart: the values of two actions over a chance from 0 to 1 at even steps. The first is better from
    ``cross`` on, or ``until`` it. The belief about the chance is below the same axis."""

    title: str
    acts: tuple[str, str]
    first: tuple[float, ...]
    second: tuple[float, ...]
    cross: float | None
    cross_words: str = ""
    at: float | None = None
    """The user's own chance."""
    at_words: str = ""
    note: str = ""
    lead: str = ""
    """The highlighted first words of the note."""
    until: bool = False
    axis: str = "sure"
    """The name of the chance in the heading of a table."""
    belief: BeliefDensity | None = None
    remark: str = ""
    limits: tuple[str, ...] = ()
    """How exact it is."""
