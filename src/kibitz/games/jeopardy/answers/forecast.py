"""Answer with a forecast: a game, a champion's streak or a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance, format_count
from kibitz.core.work import WorkContext
from kibitz.draw.forest_plot import ForestPlot, ForestRow
from kibitz.games.jeopardy.show import SEATS, Era

if TYPE_CHECKING:
    from kibitz.games.jeopardy.forecast.forecasts import ChanceEstimate, StreakForecast
    from kibitz.games.jeopardy.questions import forecast as questions

MAX_SHOWN_STREAK = 10
SEMIFINALISTS = 9
FINAL_WORDS = {"two-day": "by the totals of two days", "three-wins": "by three wins", "game": "in one game"}


class ForecastChance(Struct, frozen=True):
    """A chance with the 80 % interval from what is not known of the players, and the simulation's standard error."""

    mean: float
    low: float
    high: float
    error: float


class PlayerForecast(Struct, frozen=True):
    """A player's chances to win, and in a tournament to reach the semi-finals and the final."""

    name: str
    profile: str
    win: ForecastChance
    semifinal: ForecastChance | None = None
    final: ForecastChance | None = None


class StreakSummary(Struct, frozen=True):
    """Games that a champion still wins: chances of exactly 0, 1, 2, ..., their mean, and its 80 % interval."""

    chances: tuple[float, ...]
    mean: float
    interval: tuple[float, float]


class ForecastAnswer(Answer, frozen=True, kw_only=True, tag="jeopardy.forecast/1"):
    """Forecast of one game, of a champion's streak, or of a tournament; ``players`` are in the order given."""

    kind: Literal["game", "streak", "tournament"]
    players: tuple[PlayerForecast, ...]
    streak: StreakSummary | None = None
    decided: str = ""
    """How the final of a tournament is decided."""
    won: int | None = None
    draws: int
    runs: int
    era: Era
    seed: int

    def explain(self) -> Explanation:
        best = max(self.players, key=lambda player: player.win.mean)
        if self.streak is not None:
            return Explanation(
                f"{best.name} wins the next game with {format_chance(best.win.mean)}, and {self.streak.mean:.1f} more "
                "games on average.",
                (f"Mean of games still won: {self.streak.interval[0]:.1f} to {self.streak.interval[1]:.1f} (80 %).",),
            )
        what = "the tournament" if self.kind == "tournament" else "the game"
        return Explanation(
            f"{best.name} has the best chance to win {what}: {format_chance(best.win.mean)} "
            f"(80 % interval {_interval(best.win)})."
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        if self.streak is not None:
            yield from self._streak_exhibits(self.streak)
        else:
            yield self._table()
            yield ForestPlot(
                "Chance to win, in per cent, with 80 % intervals",
                tuple(
                    ForestRow(player.name, 100 * player.win.mean, 100 * player.win.low, 100 * player.win.high)
                    for player in self._order()
                ),
            )
        yield Note(self._describe_assumptions(), "quiet")

    def _order(self) -> list[PlayerForecast]:
        return sorted(self.players, key=lambda player: -player.win.mean)

    def _table(self) -> Table:
        # Of nine players all start in a semi-final, and three only meet once.
        stages = tuple(
            name for name, least in (("semifinal", SEMIFINALISTS), ("final", SEATS)) if len(self.players) > least
        )
        rows = tuple(
            (
                player.name,
                player.profile,
                *(format_chance(getattr(player, stage).mean) for stage in stages),
                f"{format_chance(player.win.mean)} ± {format_chance(player.win.error, 1)}",
                _interval(player.win),
            )
            for player in self._order()
        )
        return Table(("player", "record", *stages, "wins", "80 % interval"), rows, left=(0, 1), strong=(0,))

    def _streak_exhibits(self, streak: StreakSummary) -> Iterator[Exhibit]:
        rows = []
        for games in range(1, min(len(streak.chances), MAX_SHOWN_STREAK + 1)):
            rows.append((str(games), format_chance(sum(streak.chances[games:])), format_chance(streak.chances[games])))
        rows.insert(0, ("0", format_chance(1.0), format_chance(streak.chances[0])))
        yield Table(("more wins", "at least", "exactly"), tuple(rows), "Games still won", left=())
        low, high = streak.interval
        if high > low and self.won is None and self.draws > 1:
            yield Note(
                f"Mean of games still won: {streak.mean:.1f}. What the record leaves open: {low:.1f} to {high:.1f}."
            )

    def _describe_assumptions(self) -> str:
        text = f"Assumes shows {self.era.words}. Everybody plays and bets like people on the show. "
        if self.kind == "streak":
            text += "The champion meets two newcomers in each game. "
            if self.won is not None:
                text += f"Known of the champion: {format_count(self.won, 'win')}. "
        if self.kind == "tournament":
            text += (
                "Players meet by lot, wild cards go to the highest scores of those who lost, and the final is decided "
                f"{self.decided}. Nobody plays for the wild card or the totals. Records of champions say little about "
                "tournaments: only a part of the differences counts. "
            )
        if self.won is None:
            text += f"By {self.draws} draws of the abilities from the records, {self.runs:,} runs each."
        else:
            text += f"By {self.draws * self.runs:,} champions."
        return text


def _interval(chance: ForecastChance) -> str:
    return f"{format_chance(max(chance.low, 0.0), 0)} to {format_chance(min(chance.high, 1.0), 0)}"


def answer_forecast(request: questions.ForecastRequest, work: WorkContext) -> ForecastAnswer:
    """Answer to `questions.ForecastRequest`."""
    import numpy as np

    from kibitz.games.jeopardy.forecast import forecasts
    from kibitz.games.jeopardy.forecast.game_bank import game_bank
    from kibitz.games.jeopardy.people.contestant import Level
    from kibitz.games.jeopardy.people.profile import parse_profile
    from kibitz.games.jeopardy.show import era_of

    era = era_of(request.era)
    profiles = [parse_profile(text, "players") for text in request.players]
    names = request.names or tuple(f"Player {i}" for i in range(1, len(profiles) + 1))
    work.progress(0, 2, "games between players of all abilities")
    bank, rng = game_bank(era), np.random.default_rng(request.seed)
    work.progress(1, 2, "runs")
    kind: Literal["game", "streak", "tournament"] = "tournament"
    streak, won, reached = None, None, None
    if len(profiles) == 1 and profiles[0].level is Level.AVERAGE:
        won = request.won or 1
        streak = forecasts.forecast_unknown_champion(bank, era, rng, request.draws * request.runs, won)
    else:
        field = forecasts.Field(bank, profiles, era, request.draws, request.runs, rng)
        if len(profiles) == 1:
            streak = forecasts.forecast_streak(field)
        elif len(profiles) > SEATS:
            reached = forecasts.forecast_tournament(field, request.final)
    wins: tuple[ChanceEstimate, ...]
    if streak is not None:
        kind, wins = "streak", (streak.next_game,)
        names = request.names or ("The champion",)
    elif reached is not None:
        wins = reached.win
    else:
        kind, wins = "game", forecasts.forecast_game(field)
    return ForecastAnswer(
        kind=kind,
        players=tuple(
            PlayerForecast(
                names[i],
                request.players[i],
                _to_chance(win),
                None if reached is None else _to_chance(reached.semifinal[i]),
                None if reached is None else _to_chance(reached.final[i]),
            )
            for i, win in enumerate(wins)
        ),
        streak=None if streak is None else _to_summary(streak),
        decided=FINAL_WORDS[request.final] if kind == "tournament" else "",
        won=won,
        draws=request.draws,
        runs=request.runs,
        era=era,
        seed=request.seed,
    )


def _to_chance(estimate: ChanceEstimate) -> ForecastChance:
    return ForecastChance(estimate.mean, estimate.low, estimate.high, estimate.error)


def _to_summary(streak: StreakForecast) -> StreakSummary:
    return StreakSummary(streak.chances, streak.mean, streak.interval)
