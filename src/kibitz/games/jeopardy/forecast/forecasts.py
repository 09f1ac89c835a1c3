"""Forecasts by simulation: who wins a game, how long a champion stays, who wins a tournament.

What is known of a player is a posterior. Each of many draws takes one ability from every posterior and plays many runs
with it; the form of the day changes it from game to game. Means over draws are the chances, and their spread, less the
noise of the runs, is what the records leave open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.forecast.game_bank import GameBank, form_spread
from kibitz.games.jeopardy.people.ability import ability_of
from kibitz.games.jeopardy.people.contestant import Level
from kibitz.games.jeopardy.people.population import load_population, stretched_ability
from kibitz.games.jeopardy.people.profile import Profile
from kibitz.games.jeopardy.show import SEATS, Era

IntArray = NDArray[np.int64]

SEMIFINALISTS = 9
SIZES = (1, SEATS, SEMIFINALISTS, 12, 15, 18, 21, 24, 27)
"""Numbers of players: a champion, one game, and tournaments with up to nine quarter-finals."""
Z_OF_INTERVAL = 1.2816
"""Standard deviations on each side of an 80 % interval."""
SHRINKAGE = 0.3
"""Share of the differences of ability that is left in a tournament. Champions' records are selected: all won, and some
had to leave undefeated. In 24 tournaments of champions the log score of the winner is best from 0.15 to 0.3
(`benchmarks/bench_jeopardy_forecast.py`)."""
MAX_STREAK = 100
LINEAGE_GAMES = 60
"""Games after which a champion no longer depends on who came first; the second half is used."""


@dataclass(frozen=True, slots=True)
class ChanceEstimate:
    """A chance with its 80 % interval from what is not known of the players, and the simulation's standard error."""

    mean: float
    low: float
    high: float
    error: float


def newcomer_ability(z: FloatArray, era: Era) -> FloatArray:
    """Abilities of newcomers at ``z`` on the normal scale, no further out than the levels of the population."""
    crowd = load_population(era)
    grid = np.linspace(-4, 4, 401)
    stretched = np.array([stretched_ability(float(each), crowd.spread, crowd.tail) for each in grid])
    return np.asarray(np.clip(np.interp(z, grid, stretched), crowd.abilities[0], crowd.abilities[-1]))


def draw_abilities(rng: np.random.Generator, profile: Profile, era: Era, n: int) -> FloatArray:
    """Abilities of one player from what is known: the posterior of a record, the newcomers of a level, else a point."""
    if profile.record is not None:
        posterior = profile.posterior(era)
        return np.asarray(posterior.abilities[rng.choice(len(posterior.weights), size=n, p=posterior.weights)])
    if profile.level is Level.AVERAGE:
        # What lasts; the form of the day is added game by game.
        return newcomer_ability(np.sqrt(load_population(era).persistence) * rng.standard_normal(n), era)
    return np.full(n, ability_of(profile.contestant(era), era))


@dataclass(eq=False)
class ChampionLine:
    """Champions of many chains of shows, each against two newcomers; whoever wins stays.

    A champion's ability on the normal scale drifts from game to game, as the population was fitted.
    """

    bank: GameBank
    era: Era
    rng: np.random.Generator
    z: FloatArray
    """The champions' last games, on the normal scale."""
    wins: IntArray
    """Games in a row that each has won; 0 before the first."""

    def play(self) -> None:
        """One game in each chain."""
        crowd, n = load_population(self.era), len(self.z)
        z = self.rng.standard_normal((n, SEATS))
        kept = crowd.persistence
        z[:, 0] = np.where(self.wins > 0, kept * self.z + np.sqrt(1 - kept**2) * z[:, 0], z[:, 0])
        abilities = newcomer_ability(z, self.era)
        abilities[:, 0] += crowd.champion_bonus * (self.wins > 0)
        _, winners = self.bank.play(self.rng, abilities)
        self.z = z[np.arange(n), winners]
        self.wins = np.where(winners == 0, self.wins + 1, 1)


def champion_line(bank: GameBank, era: Era, rng: np.random.Generator, chains: int) -> ChampionLine:
    """Chains after so many shows that it does not matter who came first."""
    line = ChampionLine(bank, era, rng, np.zeros(chains), np.zeros(chains, dtype=np.int64))
    for _ in range(LINEAGE_GAMES):
        line.play()
    return line


def estimate_chances(wins: NDArray[np.bool_] | FloatArray) -> ChanceEstimate:
    """The chance of an event from draws x runs."""
    by_draw = np.asarray(wins, dtype=np.float64).mean(axis=1)
    draws, runs = wins.shape
    mean = float(by_draw.mean())
    error = float(by_draw.std(ddof=1) / np.sqrt(draws)) if draws > 1 else 0.0
    noise = float(np.asarray(wins, dtype=np.float64).var(axis=1).mean()) / max(runs - 1, 1)
    total = float(by_draw.var(ddof=1)) if draws > 1 else 0.0
    # Quantiles of the draws, pulled in by the share of their spread that is noise of the runs.
    if runs == 1:
        return ChanceEstimate(mean, mean, mean, error)
    shrink = np.sqrt(max(total - noise, 0.0) / total) if total > 0 else 0.0
    low, high = (mean + shrink * (float(np.quantile(by_draw, q)) - mean) for q in (0.1, 0.9))
    return ChanceEstimate(mean, float(low), float(high), error)


class Field:
    """Players of a forecast: abilities by draw, and games between any three of them with the form of the day."""

    def __init__(
        self, bank: GameBank, profiles: Sequence[Profile], era: Era, draws: int, runs: int, rng: np.random.Generator
    ):
        self.bank, self.era, self.draws, self.runs, self.rng = bank, era, draws, runs, rng
        abilities = np.stack([draw_abilities(rng, profile, era, draws) for profile in profiles], axis=1)
        self.abilities = np.repeat(abilities, runs, axis=0)
        self.form = form_spread(era)

    def play(self, players: IntArray) -> tuple[IntArray, IntArray]:
        """Final scores and winning players of one game in each run, ``players`` (runs x 3) by number."""
        rows = np.arange(len(players))[:, None]
        abilities = self.abilities[rows, players] + self.form * self.rng.standard_normal(players.shape)
        finals, winners = self.bank.play(self.rng, abilities)
        return finals, players[np.arange(len(players)), winners]

    def by_draw(self, values: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Values of all runs as draws x runs."""
        return values.reshape(self.draws, self.runs)


def forecast_game(field: Field) -> tuple[ChanceEstimate, ...]:
    """Chances of three players to win one game."""
    players = np.tile(np.arange(SEATS), (len(field.abilities), 1))
    _, winners = field.play(players)
    return tuple(estimate_chances(field.by_draw(winners == player)) for player in range(SEATS))


@dataclass(frozen=True, slots=True)
class StreakForecast:
    """Games that a champion still wins: chances of exactly 0, 1, 2, ... and the mean."""

    chances: tuple[float, ...]
    next_game: ChanceEstimate
    mean: float
    interval: tuple[float, float]
    """Of the mean, 80 %, from what is not known of the player."""


def forecast_streak(field: Field) -> StreakForecast:
    """Games that the first player, a champion, still wins against two newcomers each."""
    n = len(field.abilities)
    bonus = load_population(field.era).champion_bonus
    wins, alive = np.zeros(n, dtype=np.int64), np.ones(n, dtype=bool)
    for _ in range(MAX_STREAK):
        rows = np.flatnonzero(alive)
        abilities = newcomer_ability(field.rng.standard_normal((len(rows), SEATS)), field.era)
        abilities[:, 0] = field.abilities[rows, 0] + bonus + field.form * field.rng.standard_normal(len(rows))
        _, winners = field.bank.play(field.rng, abilities)
        wins[rows] += winners == 0
        alive[rows[winners != 0]] = False
        if not alive.any():
            break
    return _summarise_streak(wins.reshape(field.draws, field.runs))


def forecast_unknown_champion(
    bank: GameBank, era: Era, rng: np.random.Generator, runs: int, won: int
) -> StreakForecast:
    """Games that a champion still wins of whom only the number of games won is known."""
    line = champion_line(bank, era, rng, max(runs, 100))
    counts: list[int] = []
    for _ in range(MAX_STREAK):
        # Chains in which the champion has just won this many; each is followed to its end.
        at = np.flatnonzero(line.wins == won)
        follower = ChampionLine(bank, era, rng, line.z[at].copy(), line.wins[at].copy())
        more, alive = np.zeros(len(at), dtype=np.int64), np.ones(len(at), dtype=bool)
        for _ in range(MAX_STREAK):
            before = follower.wins
            follower.play()
            alive &= follower.wins == before + 1
            more += alive
            if not alive.any():
                break
        counts += more.tolist()
        if len(counts) >= runs:
            break
        line.play()
    if not counts:
        raise InputError(f"won: too many for a forecast without a record; give the champion's record, not {won} wins")
    return _summarise_streak(np.array(counts)[:, None])


def _summarise_streak(wins: IntArray) -> StreakForecast:
    """The forecast from games still won, draws x runs."""
    counts = np.bincount(wins.ravel()) / wins.size
    means = wins.mean(axis=1)
    low, high = (float(np.quantile(means, q)) for q in (0.1, 0.9))
    return StreakForecast(tuple(counts.tolist()), estimate_chances(wins > 0), float(wins.mean()), (low, high))


@dataclass(frozen=True, slots=True)
class TournamentForecast:
    """Chances of every player to reach the semi-finals and the final, and to win."""

    semifinal: tuple[ChanceEstimate, ...]
    final: tuple[ChanceEstimate, ...]
    win: tuple[ChanceEstimate, ...]


def forecast_tournament(field: Field, final: str = "two-day") -> TournamentForecast:
    """A tournament of champions: quarter-finals with wild cards, three semi-finals, and a final.

    In each run the players are drawn into games by lot. The wild cards go to the highest scores of those who lost.
    """
    n, size = field.abilities.shape
    mean = field.abilities.mean(axis=1, keepdims=True)
    field.abilities = mean + SHRINKAGE * (field.abilities - mean)
    if size not in SIZES[2:]:
        raise InputError(f"players: a tournament has {', '.join(map(str, SIZES[2:]))} players, not {size}")
    order = field.rng.permuted(np.tile(np.arange(size), (n, 1)), axis=1)
    semifinalists = order if size == SEMIFINALISTS else _quarter_finals(field, order)
    finalists = np.stack(
        [field.play(semifinalists[:, i : i + SEATS])[1] for i in range(0, SEMIFINALISTS, SEATS)], axis=1
    )
    winners = play_final(field, finalists, final)

    def chances(reached: IntArray) -> tuple[ChanceEstimate, ...]:
        return tuple(estimate_chances(field.by_draw((reached == player).any(axis=1))) for player in range(size))

    return TournamentForecast(chances(semifinalists), chances(finalists), chances(winners[:, None]))


def _quarter_finals(field: Field, order: IntArray) -> IntArray:
    """The nine semi-finalists of each run, in random order."""
    n, size = order.shape
    scores, winners = np.empty((n, size)), []
    for i in range(0, size, SEATS):
        finals, won = field.play(order[:, i : i + SEATS])
        scores[:, i : i + SEATS] = finals + field.rng.random(finals.shape)
        scores[:, i : i + SEATS][order[:, i : i + SEATS] == won[:, None]] = -np.inf
        winners.append(won)
    wild = SEMIFINALISTS - size // SEATS
    best = np.argsort(-scores, axis=1)[:, :wild]
    through = np.concatenate([np.stack(winners, axis=1), np.take_along_axis(order, best, axis=1)], axis=1)
    return np.asarray(field.rng.permuted(through, axis=1))


def play_final(field: Field, finalists: IntArray, final: str) -> IntArray:
    """Winners of the final: by the totals of two days, by three wins, or of one game."""
    n = len(finalists)
    if final == "game":
        return field.play(finalists)[1]
    if final == "two-day":
        total = sum((field.play(finalists)[0] for _ in range(2)), np.zeros((n, SEATS)))
        return np.asarray(finalists[np.arange(n), (total + field.rng.random(total.shape)).argmax(axis=1)])
    wins, champions = np.zeros((n, SEATS), dtype=np.int64), np.full(n, -1)
    while (open_ := champions < 0).any():
        won = field.play(finalists)[1]
        wins += (finalists == won[:, None]) & open_[:, None]
        champions = np.where(open_ & (wins.max(axis=1) >= SEATS), won, champions)
    return champions
