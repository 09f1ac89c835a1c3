"""Forecasts of games, streaks and tournaments against exact chances and other simulations."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import numpy as np
import pytest

from kibitz import ask
from kibitz.core.errors import InputError
from kibitz.games.jeopardy.answers.forecast import ForecastAnswer
from kibitz.games.jeopardy.forecast.forecasts import (
    Field,
    champion_line,
    estimate_chances,
    forecast_game,
    forecast_streak,
    forecast_tournament,
    play_final,
)
from kibitz.games.jeopardy.forecast.game_bank import LEVELS, GameBank, game_bank
from kibitz.games.jeopardy.people.population import fixed_seat, load_population, of_ability
from kibitz.games.jeopardy.people.profile import parse_profile
from kibitz.games.jeopardy.play.game_tables import game_tables
from kibitz.games.jeopardy.play.statistics import simulate_games
from kibitz.games.jeopardy.show import Era, rules_of


class LoadedDice:
    """A bank in which players win with chances that are their abilities, whoever they meet."""

    def play(self, rng: np.random.Generator, abilities: Any) -> tuple[Any, Any]:
        steps = np.cumsum(abilities, axis=1) / abilities.sum(axis=1, keepdims=True)
        winners = (steps < rng.random((len(abilities), 1))).sum(axis=1)
        return (np.arange(3) == winners[:, None]) * 1000, winners


def field(chances: list[float], runs: int = 4_000) -> Field:
    """Players of a field of `LoadedDice`."""
    rng = np.random.default_rng(3)
    result = Field(cast(GameBank, LoadedDice()), [parse_profile("champion")] * len(chances), Era.RECENT, 5, runs, rng)
    result.abilities, result.form = np.tile(np.array(chances), (5 * runs, 1)), 0.0
    return result


@pytest.fixture(scope="module")
def bank() -> GameBank:
    return game_bank(Era.RECENT)


@cache
def first_to_three(wins: tuple[int, int, int], chances: tuple[float, float, float]) -> tuple[float, float, float]:
    if 3 in wins:
        a, b, c = (float(each == 3) for each in wins)
        return a, b, c
    total = np.zeros(3)
    for winner, chance in enumerate(chances):
        a, b, c = (each + (seat == winner) for seat, each in enumerate(wins))
        total += chance * np.array(first_to_three((a, b, c), chances))
    return float(total[0]), float(total[1]), float(total[2])


def test_a_game_is_won_with_the_chances_of_the_players() -> None:
    forecast = forecast_game(field([0.5, 0.3, 0.2]))
    assert [each.mean for each in forecast] == pytest.approx([0.5, 0.3, 0.2], abs=0.02)
    # Nothing is unknown of these players.
    assert all(each.high - each.low < 0.03 for each in forecast)


def test_a_final_to_three_wins_agrees_with_the_exact_chances() -> None:
    chances = (0.5, 0.3, 0.2)
    even = field([*chances, *chances, *chances])
    even.abilities[:, 3:] = 1e-9
    # Six players who never win a game against the first three, but for semi-finals among themselves.
    winners = forecast_tournament(even, "three-wins").win
    assert sum(each.mean for each in winners) == pytest.approx(1)
    three = field(list(chances), 8_000)
    won = play_final(three, np.tile(np.arange(3), (len(three.abilities), 1)), "three-wins")
    shares = np.bincount(won, minlength=3) / len(won)
    assert shares == pytest.approx(first_to_three((0, 0, 0), chances), abs=0.012)


def test_a_streak_against_equal_dice_is_geometric() -> None:
    class Coin(LoadedDice):
        def play(self, rng: np.random.Generator, abilities: Any) -> tuple[Any, Any]:
            return super().play(rng, np.tile([0.6, 0.2, 0.2], (len(abilities), 1)))

    one = field([1.0], 4_000)
    one.bank = cast(GameBank, Coin())
    streak = forecast_streak(one)
    assert streak.chances[:3] == pytest.approx([0.4, 0.24, 0.144], abs=0.01)
    assert streak.mean == pytest.approx(1.5, abs=0.05)


@pytest.mark.slow
def test_games_of_the_bank_are_those_of_the_simulator(bank: GameBank) -> None:
    """Players on the grid, so that no levels are mixed; the seat of a player does not matter."""
    abilities = (float(LEVELS[3]), float(LEVELS[6]), float(LEVELS[12]))
    era, rules = Era.RECENT, rules_of(Era.RECENT, None)
    seats = tuple(fixed_seat(of_ability(each, era, load_population(era))) for each in abilities)
    exact = [each.mean for each in simulate_games(game_tables(seats, rules), 40_000, 5, rules).estimates("win_rates")]
    rng = np.random.default_rng(1)
    _, winners = bank.play(rng, np.tile(abilities, (20_000, 1)))
    _, exchanged = bank.play(rng, np.tile(abilities[::-1], (20_000, 1)))
    # A combination has some two hundred games of its own in the bank.
    assert np.bincount(winners, minlength=3) / 20_000 == pytest.approx(exact, abs=0.09)
    assert np.bincount(exchanged, minlength=3)[::-1] / 20_000 == pytest.approx(exact, abs=0.09)


@pytest.mark.slow
def test_champions_stay_as_often_as_recorded(bank: GameBank) -> None:
    """From 2015 on champions won 54 % of their games, and half of all streaks ended after one win."""
    line = champion_line(bank, Era.RECENT, np.random.default_rng(2), 3_000)
    stayed, last = [], []
    for _ in range(60):
        before = line.wins
        line.play()
        stayed.append(line.wins > 1)
        last += before[line.wins == 1].tolist()
    assert np.mean(stayed) == pytest.approx(0.54, abs=0.025)
    assert np.mean(np.array(last) == 1) == pytest.approx(0.546, abs=0.05)


@pytest.mark.slow
def test_equal_players_have_equal_chances_in_a_tournament(bank: GameBank) -> None:
    rng = np.random.default_rng(4)
    one = Field(bank, [parse_profile("champion")] * 15, Era.RECENT, 4, 1_500, rng)
    result = forecast_tournament(one)
    assert sum(each.mean for each in result.win) == pytest.approx(1)
    assert sum(each.mean for each in result.final) == pytest.approx(3)
    assert sum(each.mean for each in result.semifinal) == pytest.approx(9)
    assert all(each.mean == pytest.approx(1 / 15, abs=0.015) for each in result.win)


def test_the_interval_leaves_out_the_noise_of_the_runs() -> None:
    rng = np.random.default_rng(0)
    same = estimate_chances(rng.random((200, 50)) < 0.4)
    assert same.high - same.low < 0.06
    apart = np.where(np.arange(200)[:, None] % 2 == 0, 0.2, 0.6)
    spread = estimate_chances(rng.random((200, 50)) < apart)
    assert spread.low == pytest.approx(0.2, abs=0.07)
    assert spread.high == pytest.approx(0.6, abs=0.07)


@pytest.mark.slow
def test_a_longer_record_leaves_less_open() -> None:
    widths = []
    for games in (2, 40):
        answer = ask("jeopardy.forecast", players=(f"score:15000:{games}", "champion", "champion"), runs=100)
        assert isinstance(answer, ForecastAnswer)
        widths.append(answer.players[0].win.high - answer.players[0].win.low)
    assert widths[1] < widths[0]


@pytest.mark.slow
def test_a_champion_with_more_wins_stays_longer() -> None:
    means = []
    for won in (1, 6):
        answer = ask("jeopardy.forecast", players=("average",), won=won, runs=50)
        assert isinstance(answer, ForecastAnswer)
        assert answer.streak is not None
        means.append(answer.streak.mean)
    assert means[0] < means[1]


def test_wrong_fields_are_refused_in_words() -> None:
    refused: tuple[tuple[dict[str, Any], str], ...] = (
        ({"players": ("average", "champion")}, "players: give 1, 3"),
        ({"players": ("champion",), "won": 2}, "won"),
        ({"players": ("champion",) * 3, "final": "game"}, "final"),
        ({"players": ("champion",) * 3, "names": ("Ann",)}, "names"),
        ({"players": ("nobody",)}, "players"),
    )
    for arguments, text in refused:
        with pytest.raises(InputError, match=text):
            ask("jeopardy.forecast", **arguments)
