"""What many simulated games add up to, as an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance, format_count, format_money
from kibitz.core.work import Work
from kibitz.games.jeopardy.show import Era, Ties

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import simulation as questions

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
            f"{self.seats[best].capitalize()} in seat {best + 1} wins {wins} of {format_count(self.games, 'game')}.",
            (f"locked games: {_chance(self.locked_games)}",),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        rows = []
        for field, (label, unit) in LABELS.items():
            figures: tuple[Figure, ...] = getattr(self, field)
            rows.append((label, *(_money(each) if unit == "money" else _chance(each) for each in figures)))
        columns = ("", *(f"{seat}: {name}" for seat, name in enumerate(self.seats, start=1)))
        title = f"{format_count(self.games, 'game')}, contestants {self.era.words}, ties {self.ties.value}"
        yield Table(columns, tuple(rows), title)
        means = ", ".join(
            f"{name} {_money(each)}" for name, each in zip(STANDINGS, self.scores_by_standing, strict=True)
        )
        yield Note(f"Before Final by standing: {means}")
        yield Note(f"Locked games: {_chance(self.locked_games)}")


def _money(figure: Figure) -> str:
    error = "" if figure.se is None else f" ± {format_money(round(figure.se))}"
    return format_money(round(figure.mean)) + error


def _chance(figure: Figure) -> str:
    error = "" if figure.se is None else f" ± {format_chance(figure.se, 2)}"
    return format_chance(figure.mean) + error


def answer_simulate(asked: questions.Simulate, work: Work) -> SimulateAnswer:
    """The answer to `questions.Simulate`."""
    from kibitz.games.jeopardy.play.game_tables import game_tables
    from kibitz.games.jeopardy.play.machine import calibrated_machine
    from kibitz.games.jeopardy.play.statistics import Tally, simulate
    from kibitz.games.jeopardy.show import era_of, rules_of
    from kibitz.simulate.executors import workers_of

    rules = rules_of(era_of(asked.era), asked.ties)
    models = tuple(asked._seat(seat) for seat in range(3))
    modules = zip(asked.select, asked.double, asked.final, asked.buzz, strict=True)
    tables = game_tables(models, rules, calibrated_machine().bets)
    note = work.noting("games, in batches")
    seats = tuple(
        " ".join([model.name, *(name for name in names if name != "usual")])
        for model, names in zip(models, modules, strict=True)
    )

    def answered(tally: Tally) -> SimulateAnswer:
        def figures(field: str) -> tuple[Figure, ...]:
            return tuple(Figure(each.mean, each.se if tally.n > 1 else None) for each in tally.estimates(field))

        return SimulateAnswer(
            games=tally.n,
            seats=seats,
            era=rules.era,
            ties=rules.ties,
            ability=asked.ability,
            seed=asked.seed,
            win_rates=figures("win_rates"),
            lockouts=figures("lockouts"),
            final_leads=figures("final_leads"),
            mean_scores=figures("mean_scores"),
            scores_entering_final=figures("scores_entering_final"),
            daily_doubles_found=figures("daily_doubles_found"),
            board_control=figures("board_control"),
            scores_by_standing=figures("scores_by_standing"),
            locked_games=figures("locked_games")[0],
            winning_scores=figures("winning_scores")[0],
            broke_before_final=figures("broke_before_final")[0],
        )

    def so_far(games: int, tally: Callable[[], Tally]) -> None:
        work.so_far(f"{format_count(games, 'game')} of {asked.games:,}", lambda: answered(tally()))

    with workers_of(work) as executor:
        if asked.modular:
            from kibitz.games.jeopardy.position import parse_position
            from kibitz.games.jeopardy.rollout.starts import row_of_position
            from kibitz.games.jeopardy.rollout.whole import simulate_modules

            start = None if asked.start is None else row_of_position(parse_position(asked.start))
            return answered(simulate_modules(asked._seating(), asked.games, asked.seed, executor, note, start, so_far))
        return answered(simulate(tables, asked.games, asked.seed, rules, executor, note, so_far))
