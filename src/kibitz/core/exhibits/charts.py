"""Figures drawn by hand: who sits where at a board, how a game ends, luck and skill apart, words in letter tiles,
expected and actual losses."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from kibitz.core.units import MINUS


class Side(Struct, frozen=True):
    """Who sits at one edge of a board: the colour of the men, the name, what is to be done, a note, and a count."""

    men: Literal["white", "black"]
    name: str
    task: str = ""
    note: str = ""
    count: str = ""


class OutcomeBar(Struct, frozen=True, tag="ends"):
    """How a game ends: chances to win plainly, with a gammon, with a backgammon, and to lose so; they sum to 1."""

    title: str
    wins: tuple[float, float, float]
    losses: tuple[float, float, float]


class WaterfallStep(Struct, frozen=True):
    """One step between the beginning and the end: what it is called, by how much it goes, and what it is."""

    name: str
    amount: float
    kind: Literal["own", "other", "luck"] = "luck"


class Waterfall(Struct, frozen=True, tag="staircase"):
    """From the first value to the last in named steps: own errors, the other's, luck. Chances or points."""

    title: str
    start: float
    stairs: tuple[WaterfallStep, ...]
    remark: str = ""
    note: str = ""
    percent: bool = True

    @property
    def end(self) -> float:
        """Where the last step leads."""
        return self.start + sum(stair.amount for stair in self.stairs)

    def format_value(self, value: float, signed: bool = False) -> str:
        """A value as people read it."""
        shown = f"{100 * value:{'+' if signed else ''}.1f}" if self.percent else f"{value:+.2f}"
        return shown.replace("-", MINUS) + (" %" if self.percent and not signed else "")


class Tile(Struct, frozen=True):
    """A letter: held, the one on offer, or still to be won."""

    letter: str
    kind: Literal["held", "offer", "missing"]


class TileRow(Struct, frozen=True):
    """A word in tiles, and its figures."""

    tiles: tuple[Tile, ...]
    cells: tuple[str, ...]


class TileTable(Struct, frozen=True, tag="tiles"):
    """Words in letter tiles with figures beside them; a terminal has a table of the same."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[TileRow, ...]
    remark: str = ""


class LetterChart(Struct, frozen=True, tag="letters"):
    """A figure with its interval for each letter, the letters being the axis; ``None`` for no interval."""

    title: str
    letters: tuple[str, ...]
    values: tuple[float, ...]
    low: tuple[float | None, ...]
    high: tuple[float | None, ...]
    remark: str = ""
    note: str = ""


class CalibrationPoint(Struct, frozen=True):
    """What was expected of some decisions and what came, with the ends of its interval."""

    expected: float
    actual: float
    low: float
    high: float

    @property
    def as_expected(self) -> bool:
        """Whether the interval holds what was expected."""
        return self.low <= self.expected <= self.high


class CalibrationPlot(Struct, frozen=True, tag="diagonal"):
    """Expected and actual figures of groups of decisions from easy to hard, as dots about a diagonal."""

    title: str
    dots: tuple[CalibrationPoint, ...]
    remark: str = ""
    note: str = ""
    digits: int = 2


class NumberLine(Struct, frozen=True):
    """One case: its name and a note, lines that part the amounts (amount and name), what holds between them from the
    least amount up, and the amounts where one can end up (amount, words, and whether it is good, bad or neither)."""

    name: str
    note: str
    lines: tuple[tuple[int, str], ...]
    between: tuple[Literal["bad", "plain", "good"], ...]
    places: tuple[tuple[int, str, Literal["bad", "plain", "good"]], ...]


class NumberLineChart(Struct, frozen=True, tag="spans"):
    """Cases under each other on one scale of dollars: where one can end up, and which lines part what that means."""

    title: str
    low: int
    high: int
    spans: tuple[NumberLine, ...]
    keys: tuple[tuple[Literal["bad", "plain", "good"], str], ...]
    """What each kind of place between lines means."""
    remark: str = ""


class BeliefDensity(Struct, frozen=True):
    """What is believed of a chance from 0 to 1: its density at even steps, its mean, the ends of its interval, and in
    words what it rests on; ``usual`` is the chance that best play has, with its words."""

    density: tuple[float, ...]
    mean: float
    low: float
    high: float
    words: str
    usual: float
    usual_words: str


class CrossoverChart(Struct, frozen=True, tag="crossing"):
    """Two acts over a chance from 0 to 1, a value for each at even steps: the first is better from ``cross`` on, or
    ``until`` it. What is believed of the chance lies under the same axis."""

    title: str
    acts: tuple[str, str]
    first: tuple[float, ...]
    second: tuple[float, ...]
    cross: float | None
    cross_words: str = ""
    at: float | None = None
    """One's own place."""
    at_words: str = ""
    note: str = ""
    lead: str = ""
    """The words at the beginning of the note that matter most."""
    until: bool = False
    axis: str = "sure"
    """What the chance is called at the head of a table."""
    belief: BeliefDensity | None = None
    remark: str = ""
    limits: tuple[str, ...] = ()
    """How it is known."""
