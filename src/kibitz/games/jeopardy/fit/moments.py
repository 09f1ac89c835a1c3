"""The last step of the population's fit: scores by standing after both rounds, and what depends on them, all at once.

The rounds of corrections before meet one target with one parameter each; what is left, such as third place some
three per cent too rich, is spread over all parameters by least squares, with slopes from simulated games.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.datasets.games import IntArray
from kibitz.games.jeopardy.people.population import AbilityPopulation, population_seats
from kibitz.games.jeopardy.play.game_tables import game_tables
from kibitz.games.jeopardy.play.simulator import SimulatedGames, play_games
from kibitz.games.jeopardy.show import LEFT_PODIUM, Era, rules_of

GAMES = 200_000
STEPS = 2
SEED = 5

TOLERANCES = np.array(
    [
        0.005,
        0.005,
        0.005,
        0.03,
        0.03,
        0.03,  # means and standard deviations of A, B and C after round 1
        0.005,
        0.005,
        0.005,
        0.03,
        0.03,
        0.03,  # and before Final
        0.02,
        0.012,
        0.08,
        0.04,
        0.06,
    ]  # lock games, champion's wins, a player without money, bets of round 2
)
"""How far each moment may be off, as a share of it, to count as much as the others."""

PARAMETER_STEPS = {
    "spread": (0.05, 0.06),
    "tail": (0.08, 0.15),
    "nerve": (0.08, 0.05),
    "champion_bonus": (0.08, 0.05),
    "bold": (0.15, 0.08),
    "bolder": (0.15, 0.10),
    "attempt": (0.05, 0.015),
    "precision": (0.05, 0.025),
}
"""By parameter: the step that its slope is measured over, and how far it may move in all. Attempts and precision move
least, since recorded clues tell them."""


def score_moments(first: IntArray, second: IntArray, champion_won: NDArray[np.bool_], wagers: IntArray) -> FloatArray:
    """What is to be met: see `TOLERANCES`. Scores are games x 3, in any order; wagers those of round 2."""
    result: list[float] = []
    for scores in (first, second):
        ranked = -np.sort(-scores, axis=1)
        result += [*ranked.mean(axis=0), *ranked.std(axis=0)]
    locked = ranked[:, 0] > 2 * np.maximum(ranked[:, 1], 0)
    result += [locked.mean(), champion_won.mean(), (ranked[:, 2] <= 0).mean(), wagers.mean(), wagers.std()]
    return np.array(result)


def simulated_moments(games: SimulatedGames) -> FloatArray:
    """The moments of simulated games."""
    wagers = games.wagers[:, 1:]
    return score_moments(games.first_round, games.scores, games.finals.winners[:, 0], wagers[wagers > 0])


def shift_parameters(model: AbilityPopulation, by: FloatArray) -> AbilityPopulation:
    """The population with its parameters moved, in the order of `PARAMETER_STEPS`."""
    spread, tail, nerve, bonus, bold, bolder, attempt, precision = by.tolist()
    centre = (model.centre[0] + attempt, model.centre[1] + precision, *model.centre[2:])
    return replace(
        model,
        spread=model.spread + spread,
        tail=max(model.tail + tail, 0.0),
        nerve=model.nerve + nerve,
        champion_bonus=max(model.champion_bonus + bonus, 0.0),
        boldness=(model.boldness[0] + bold, model.boldness[1] + bolder),
        centre=centre,
    )


def refine_population(model: AbilityPopulation, wanted: FloatArray, era: Era, games: int = GAMES) -> AbilityPopulation:
    """The population nearest to the moments wanted, in units of `TOLERANCES`, within the bounds of
    `PARAMETER_STEPS`."""
    from scipy.optimize import lsq_linear

    rules = rules_of(era)
    steps, bounds = np.array(list(PARAMETER_STEPS.values())).T

    def off(by: FloatArray) -> FloatArray:
        """Log ratios to what is wanted; the same luck every time."""
        tables = game_tables(population_seats(era, shift_parameters(model, by), champion=LEFT_PODIUM), rules)
        drawn = simulated_moments(play_games(np.random.default_rng(SEED), tables, games, rules))
        return np.asarray(np.log(drawn / wanted) / TOLERANCES)

    by = np.zeros(len(PARAMETER_STEPS))
    for _ in range(STEPS):
        now = off(by)
        slopes = np.stack([off(by + step) - now for step in np.diag(steps)], axis=1) / steps
        by = by + lsq_linear(slopes, -now, bounds=(-bounds - by - 1e-12, bounds - by + 1e-12)).x
    return shift_parameters(model, by)
