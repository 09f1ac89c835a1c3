"""What many simulated games add up to, as an answer."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance, format_money
from kibitz.games.jeopardy.show import Era, Ties

LABELS = {
    "win_rates": ("wins", "chance"),
    "lockouts": ("has a lockout", "chance"),
    "final_leads": ("leads before Final", "chance"),
    "mean_scores": ("final score", "money"),
    "scores_entering_final": ("score before Final", "money"),
    "daily_doubles_found": ("share of Daily Doubles", "chance"),
    "board_control": ("share of picks", "chance"),
}
"""Figures by seat, how they are called for people, and their unit."""
STANDINGS = ("first", "second", "third")


class Figure(Struct, frozen=True):
    """A mean over games and its standard error; none where one game cannot give one."""

    mean: float
    se: float | None


class SimulateAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.simulate/1"):
    """Figures by seat (left to right), by standing before Final (first to third), and of whole games."""

    games: int
    seats: tuple[str, ...]
    era: Era
    ties: Ties
    ability: str
    seed: int
    win_rates: tuple[Figure, ...]
    lockouts: tuple[Figure, ...]
    final_leads: tuple[Figure, ...]
    mean_scores: tuple[Figure, ...]
    scores_entering_final: tuple[Figure, ...]
    daily_doubles_found: tuple[Figure, ...]
    board_control: tuple[Figure, ...]
    scores_by_standing: tuple[Figure, ...]
    locked_games: Figure
    winning_scores: Figure
    broke_before_final: Figure

    def told(self) -> Explanation:
        best = max(range(len(self.seats)), key=lambda seat: self.win_rates[seat].mean)
        wins = _chance(self.win_rates[best])
        return Explanation(
            f"{self.seats[best].capitalize()} in seat {best + 1} wins {wins} of {_games(self.games)}.",
            (f"locked games: {_chance(self.locked_games)}",),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        rows = []
        for field, (label, unit) in LABELS.items():
            figures: tuple[Figure, ...] = getattr(self, field)
            rows.append((label, *(_money(each) if unit == "money" else _chance(each) for each in figures)))
        columns = ("", *(f"{seat}: {name}" for seat, name in enumerate(self.seats, start=1)))
        title = f"{_games(self.games)}, contestants of {int(self.era)}, ties {self.ties.value}"
        yield Table(columns, tuple(rows), title)
        means = ", ".join(
            f"{name} {_money(each)}" for name, each in zip(STANDINGS, self.scores_by_standing, strict=True)
        )
        yield Note(f"Before Final by standing: {means}")
        yield Note(f"Locked games: {_chance(self.locked_games)}")


def _games(n: int) -> str:
    return "1 game" if n == 1 else f"{n:,} games"


def _money(figure: Figure) -> str:
    error = "" if figure.se is None else f" ± {format_money(round(figure.se))}"
    return format_money(round(figure.mean)) + error


def _chance(figure: Figure) -> str:
    error = "" if figure.se is None else f" ± {format_chance(figure.se, 2)}"
    return format_chance(figure.mean) + error
