"""The tables of a tournament: standings, head to head, and how well predicted gains came true (report, section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core import InputError
from kibitz.simulate.bootstrap import ratio_estimate
from kibitz.simulate.intervals import Estimate
from kibitz.simulate.tournament import Comparison, Results


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's figures: points a round, share of rounds with a seven-letter word, points paid a bought letter.

    ``seven_gain`` and ``seven_paid`` are over rounds with a seven-letter word, ``other_gain`` and ``other_paid`` over
    the rest; ``wins`` is the share of games won by a seat of this player.
    """

    player: str
    gain: Estimate
    sevens: Estimate
    paid: Estimate
    seven_gain: float
    seven_paid: float
    other_gain: float
    other_paid: float
    wins: float
    rounds: int
    faults: int

    def to_json(self) -> dict[str, Any]:
        return {
            "player": self.player, "gain": self.gain.value, "gain_se": self.gain.se, "gain_low": self.gain.low,
            "gain_high": self.gain.high, "sevens": self.sevens.value, "sevens_se": self.sevens.se,
            "paid": self.paid.value, "paid_se": self.paid.se, "seven_gain": self.seven_gain,
            "seven_paid": self.seven_paid, "other_gain": self.other_gain, "other_paid": self.other_paid,
            "wins": self.wins, "rounds": self.rounds, "faults": self.faults,
        }  # fmt: skip


def standings(results: Results) -> tuple[Standing, ...]:
    """All players, the largest gain a round first."""
    rows = []
    for player in results.entrants:

        def mean(measure: str, per: str, player: str = player) -> float:
            count = results.total(player, per)
            return results.total(player, measure) / count if count else 0.0

        rows.append(
            Standing(
                player,
                results.estimate(player, "gain", per="rounds"),
                results.estimate(player, "sevens", per="rounds"),
                results.estimate(player, "paid", per="bought"),
                mean("seven_gain", "sevens"),
                mean("seven_paid", "seven_bought"),
                mean("other_gain", "others"),
                mean("other_paid", "other_bought"),
                mean("wins", "games"),
                int(results.total(player, "rounds")),
                int(results.total(player, "faults")),
            )
        )
    return tuple(sorted(rows, key=lambda row: -row.gain.value))


def comparisons(results: Results) -> tuple[Comparison, ...]:
    """Differences in points a round of all pairs that met."""
    return results.comparisons("gain", per="rounds")


def calibration(results: Results, player: str) -> Estimate:
    """Realised minus predicted gain, points a round, of a player that predicts."""
    place = results.entrants.index(player)
    predictions = results.column("predictions")[:, place]
    if not predictions.any():
        raise InputError(f"player: {player!r} makes no predictions")
    error = results.column("gain")[:, place] - results.column("predicted")[:, place]
    return ratio_estimate(error, predictions, np.random.default_rng(results.seed), resamples=results.resamples)


def results_json(results: Results) -> dict[str, Any]:
    """Standings and comparisons, over all matches and for each."""
    labels = tuple(dict.fromkeys(results.labels))
    answer: dict[str, Any] = {
        "standings": [row.to_json() for row in standings(results)],
        "comparisons": [row.to_json() for row in comparisons(results)],
    }
    if len(labels) > 1:
        answer["matches"] = [{"match": label, **results_json(results.only(label))} for label in labels]
    return answer
