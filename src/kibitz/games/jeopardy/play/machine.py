"""A machine in Watson's place, whose few free parameters are calibrated to its results against Champions (Table 2).

Known from the paper: it wins 73 % of contested buzzes against two Champions, its answers do not correlate with
people's, it infers where Daily Doubles are, and bets them without people's caution. Free: attempt rate, precision,
Daily Double and Final accuracy, and three parameters of its Daily Double bets (`daily_double_bets.machine_bet`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import (
    WATSON_WEIGHT,
    Contestant,
    Correlations,
    Level,
    Selection,
    Wagering,
    contestant,
    load_table,
)
from kibitz.games.jeopardy.people.population import fixed_seat
from kibitz.games.jeopardy.play.game_tables import GameTables, game_tables
from kibitz.games.jeopardy.play.statistics import GameTally, MeanEstimate, simulate_games
from kibitz.games.jeopardy.show import Era

WATSON_RESULTS = {
    "win rate": (0.709, 0.061),
    "lockout": (0.545, 0.067),
    "lead before Final": (0.891, 0.042),
    "board control": (0.500, 0.009),
    "Daily Doubles found": (0.533, 0.039),
    "final score": (23_900.0, 1_900.0),
    "human final score": (12_400.0, 1_000.0),
    "human lockout": (0.018, 0.018),
}
"""Watson's actual results in 55 sparring games against Champions, with their standard errors."""

PRIOR_PARAMETERS = {
    "attempt": (0.70, 0.1),
    "precision": (0.88, 0.03),
    "daily_double": (0.70, 0.04),
    "final": (0.55, 0.07),
    "share_leading": (0.61, 0.25),
    "share_behind": (0.8, 0.25),
    "reach": (0.4, 0.3),
}
"""What is plausible for each free parameter, with a standard deviation: the paper puts the machine's confidence on
Daily Doubles at 45 to 75 % and tells of a bet of 6,700 out of 11,000 in the lead (sections 3.1, 3.1.1); eight noisy
statistics alone would ask for absurd accuracies."""

FREE_PARAMETERS = ("attempt", "precision", "daily_double", "final", "share_leading", "share_behind", "reach")


@dataclass(frozen=True, slots=True)
class Machine:
    """The free parameters of the machine, all chances or shares from 0 to 1."""

    attempt: float
    precision: float
    daily_double: float
    final: float
    share_leading: float
    share_behind: float
    reach: float

    @property
    def contestant(self) -> Contestant:
        """The player itself."""
        return Contestant(
            name="machine",
            attempt=self.attempt,
            precision=self.precision,
            daily_double=self.daily_double,
            final=self.final,
            buzzability=WATSON_WEIGHT,
            wagering=Wagering.MACHINE,
            selection=Selection.BAYESIAN,
            correlations=Correlations(),
        )

    @property
    def bets(self) -> tuple[float, float, float]:
        """How Daily Doubles are bet: shares of the bankroll in the lead and behind, and the opponent's reach."""
        return self.share_leading, self.share_behind, self.reach


@cache
def load_machine() -> Machine:
    """The machine with the shipped parameters."""
    table = load_table("machine")["parameters"]
    return Machine(**{name: table[name] for name in FREE_PARAMETERS})


def sparring_tables(machine: Machine) -> GameTables:
    """A machine in seat 0 against two Champions of the paper's time."""
    champion = fixed_seat(contestant(Level.CHAMPION, Era.PAPER))
    return game_tables((fixed_seat(machine.contestant), champion, champion), machine=machine.bets)


def sparring_statistics(tally: GameTally) -> dict[str, MeanEstimate]:
    """The eight statistics of Table 2 from games with the machine in seat 0."""
    first = {
        name: tally.estimates(name)[0]
        for name in ("win_rates", "lockouts", "final_leads", "board_control", "daily_doubles_found", "mean_scores")
    }
    humans = tally.estimates("mean_scores")[1:]
    locks = tally.estimates("lockouts")[1:]
    return {
        "win rate": first["win_rates"],
        "lockout": first["lockouts"],
        "lead before Final": first["final_leads"],
        "board control": first["board_control"],
        "Daily Doubles found": first["daily_doubles_found"],
        "final score": first["mean_scores"],
        # The two humans' errors are taken as fully dependent, which is on the safe side.
        "human final score": MeanEstimate(_mean(humans, "mean"), _mean(humans, "se")),
        "human lockout": MeanEstimate(2 * _mean(locks, "mean"), 2 * _mean(locks, "se")),
    }


def _mean(estimates: list[MeanEstimate], field: str) -> float:
    return float(np.mean([getattr(estimate, field) for estimate in estimates]))


def standardised_distances(statistics: dict[str, MeanEstimate]) -> dict[str, float]:
    """How far simulated statistics are from the actual ones, in standard errors of the actual ones."""
    return {name: (statistics[name].mean - actual) / se for name, (actual, se) in WATSON_RESULTS.items()}


def calibrate_machine(games: int = 20_000, rounds: int = 4, seed: int = 1) -> Machine:
    """Free parameters that bring the eight statistics near and stay plausible: least squares in standard errors.

    Every evaluation plays the same random numbers, so that differences between neighbours are mostly real.
    """
    from scipy.optimize import least_squares

    start, spread = np.array([PRIOR_PARAMETERS[name] for name in FREE_PARAMETERS]).T

    def residuals(x: FloatArray) -> FloatArray:
        statistics = sparring_statistics(simulate_games(sparring_tables(Machine(*x.tolist())), games, seed))
        return np.concatenate([list(standardised_distances(statistics).values()), (x - start) / spread])

    result = least_squares(
        residuals, start, bounds=(0.02, 0.98), diff_step=[0.04] * len(FREE_PARAMETERS), max_nfev=rounds
    )
    return Machine(*np.asarray(result.x).tolist())
