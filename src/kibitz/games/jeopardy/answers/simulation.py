"""Answer with the statistics of many simulated games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance, format_count, format_money
from kibitz.core.work import WorkContext
from kibitz.games.jeopardy.fields import ReturningChampion, describe_champion
from kibitz.games.jeopardy.show import Era, Ties

if TYPE_CHECKING:
    from kibitz.games.jeopardy.questions import simulation as questions

LABELS = {
    "win_rates": ("wins", "chance"),
    "lockouts": ("has a lock game", "chance"),
    "final_leads": ("leads before Final", "chance"),
    "mean_scores": ("final score", "money"),
    "scores_entering_final": ("score before Final", "money"),
    "daily_doubles_found": ("share of Daily Doubles", "chance"),
    "board_control": ("share of picks", "chance"),
}
"""Numbers by seat, their labels and units."""
STANDINGS = ("first", "second", "third")


class MeanFigure(Struct, frozen=True):
    """A mean over games and its standard error, which is ``None`` for a single game."""

    mean: float
    se: float | None


class SimulateAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.simulate/2"):
    """Numbers by seat (left to right), by place before Final (first to third), and for all games."""

    games: int
    seats: tuple[str, ...]
    era: Era
    ties: Ties
    ability: str
    seed: int
    win_rates: tuple[MeanFigure, ...]
    lockouts: tuple[MeanFigure, ...]
    final_leads: tuple[MeanFigure, ...]
    mean_scores: tuple[MeanFigure, ...]
    scores_entering_final: tuple[MeanFigure, ...]
    daily_doubles_found: tuple[MeanFigure, ...]
    board_control: tuple[MeanFigure, ...]
    scores_by_standing: tuple[MeanFigure, ...]
    locked_games: MeanFigure
    winning_scores: MeanFigure
    broke_before_final: MeanFigure
    champion: ReturningChampion | None = None
    """The returning champion of the prior; none where abilities come from no prior."""

    def explain(self) -> Explanation:
        best = max(range(len(self.seats)), key=lambda seat: self.win_rates[seat].mean)
        wins = _chance(self.win_rates[best])
        return Explanation(
            f"{self.seats[best].capitalize()} in seat {best + 1} wins {wins} of {format_count(self.games, 'game')}.",
            (f"Lock games: {_chance(self.locked_games)}",),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        rows = []
        for field, (label, unit) in LABELS.items():
            figures: tuple[MeanFigure, ...] = getattr(self, field)
            rows.append((label, *(_money(each) if unit == "money" else _chance(each) for each in figures)))
        columns = ("", *(f"{seat}: {name}" for seat, name in enumerate(self.seats, start=1)))
        champion = describe_champion(self.champion)
        title = f"{format_count(self.games, 'game')}, contestants {self.era.words}, ties {self.ties.value}"
        title += champion and f", {champion}"
        yield Table(columns, tuple(rows), title)
        means = ", ".join(
            f"{name} {_money(each)}" for name, each in zip(STANDINGS, self.scores_by_standing, strict=True)
        )
        yield Note(f"Mean scores before Final by place: {means}")
        yield Note(f"Lock games: {_chance(self.locked_games)}")


def _money(figure: MeanFigure) -> str:
    error = "" if figure.se is None else f" ± {format_money(round(figure.se))}"
    return format_money(round(figure.mean)) + error


def _chance(figure: MeanFigure) -> str:
    error = "" if figure.se is None else f" ± {format_chance(figure.se, 2)}"
    return format_chance(figure.mean) + error


def answer_simulate(request: questions.SimulateRequest, work: WorkContext) -> SimulateAnswer:
    """The answer to `questions.SimulateRequest`."""
    from kibitz.games.jeopardy.play.game_tables import game_tables
    from kibitz.games.jeopardy.play.machine import load_machine
    from kibitz.games.jeopardy.play.statistics import GameTally, simulate_games
    from kibitz.games.jeopardy.show import era_of, rules_of
    from kibitz.simulate.executors import open_executor

    rules = rules_of(era_of(request.era), request.ties)
    models = tuple(request._seat(seat) for seat in range(3))
    modules = zip(request.select, request.double, request.final, request.buzz, strict=True)
    tables = game_tables(models, rules, load_machine().bets)
    note = work.progress_with_note("games, in batches")
    seats = tuple(
        " ".join([model.name, *(name for name in names if name != "usual")])
        for model, names in zip(models, modules, strict=True)
    )

    def make_answer(tally: GameTally) -> SimulateAnswer:
        def figures(field: str) -> tuple[MeanFigure, ...]:
            return tuple(MeanFigure(each.mean, each.se if tally.n > 1 else None) for each in tally.estimates(field))

        return SimulateAnswer(
            games=tally.n,
            seats=seats,
            era=rules.era,
            ties=rules.ties,
            ability=request.ability,
            seed=request.seed,
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
            champion=request.prior_champion,
        )

    def on_partial(games: int, tally: Callable[[], GameTally]) -> None:
        work.report_partial(f"{format_count(games, 'game')} of {request.games:,}", lambda: make_answer(tally()))

    with open_executor(work) as executor:
        if request.modular:
            from kibitz.games.jeopardy.position import parse_position
            from kibitz.games.jeopardy.rollout.full_games import simulate_full_games
            from kibitz.games.jeopardy.rollout.state_rows import row_of_position

            start = None if request.start is None else row_of_position(parse_position(request.start))
            return make_answer(
                simulate_full_games(request._seating(), request.games, request.seed, executor, note, start, on_partial)
            )
        return make_answer(simulate_games(tables, request.games, request.seed, rules, executor, note, on_partial))
