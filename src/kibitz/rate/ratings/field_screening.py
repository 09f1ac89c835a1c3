"""Screening of a whole field: every player against the rating in the records, with one correction for all of them.

Each player is compared with typical players of the same rating in the same decisions, by the choice model that predicts
best (`kibitz.rate.agents`). Three averages have z-scores: agreement with the engine's first option, with any option of
equal value, and the error. The mixture test (`kibitz.rate.ratings.mixture`) finds help in a part of the decisions,
which averages dilute. Nothing here is a verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from kibitz.core import FloatArray, InputError
from kibitz.rate.agents import agent_of_rating, draw_choices
from kibitz.rate.fitting.projections import BEST_WIDENING, ERROR_WIDENING, project_chances
from kibitz.rate.ratings.mixture import best_option_chances, estimate_share, share_deviates
from kibitz.rate.ratings.scale import Scale
from kibitz.rate.ratings.screened_player import ScreenedPlayer, UnscreenedPlayer
from kibitz.rate.ratings.screening import upper_tail
from kibitz.rate.records.sample import IntArray, Sample

MIN_SCREENED_DECISIONS = 30
"""With fewer decisions the normal approximation fails, and nothing can be found."""
POWER_SHARE = 0.1
"""Share of decisions with help whose discovery the power describes."""
POWER_RUNS = 200
"""Simulated players per power: its standard error is at most .035."""
ALARM_Z = 2.326348
"""Deviate that luck exceeds in 1 % of cases."""


@dataclass(frozen=True, slots=True, eq=False)
class FieldScreening:
    """The players screened, those most unlike their rating first, and the players who cannot be screened."""

    players: tuple[ScreenedPlayer, ...]
    skipped: tuple[UnscreenedPlayer, ...]


def screen_field(sample: Sample, scale: Scale, seed: int = 0) -> FieldScreening:
    """Screen each player of a sample against the mean of the ratings in the player's records."""
    if not scale.marks:
        raise InputError("scale: give a scale that was calibrated with players of known rating")
    screened, skipped = [], []
    for name in dict.fromkeys(str(player) for player in sample.players):
        own = sample.take(sample.players == name)
        known = own.ratings[np.isfinite(own.ratings)]
        if len(own) < MIN_SCREENED_DECISIONS:
            skipped.append(UnscreenedPlayer(name, len(own), f"fewer than {MIN_SCREENED_DECISIONS} decisions"))
        elif not len(known):
            skipped.append(UnscreenedPlayer(name, len(own), "no rating in the records"))
        else:
            try:
                screened.append(screen_one(own, scale, float(known.mean()), name, seed))
            except InputError as error:
                skipped.append(UnscreenedPlayer(name, len(own), str(error).partition(": ")[2]))
    rates = false_discovery_rates([row.p for row in screened])
    rows = [replace(row, q=q) for row, q in zip(screened, rates, strict=True)]
    return FieldScreening(tuple(sorted(rows, key=lambda row: (-row.z_help, row.player))), tuple(skipped))


def screen_one(own: Sample, scale: Scale, claimed: float, name: str = "", seed: int = 0) -> ScreenedPlayer:
    """One player against a claimed rating; ``q`` is ``p``, as for a field of one."""
    chances = agent_of_rating(own, scale, claimed).chances(own)
    first, equal = (project_chances(own, chances, rule) for rule in ("first", "any"))
    result = estimate_share(*_chances_of(own.chosen, chances, best_option_chances(own)))
    p = upper_tail(result.z)
    return ScreenedPlayer(
        player=name,
        claimed=claimed,
        n=len(own),
        events=own.n_events,
        z_best=first.z_best / BEST_WIDENING,
        z_equal=equal.z_best / BEST_WIDENING,
        z_error=equal.z_error / ERROR_WIDENING,
        share=result.share,
        share_low=result.low,
        share_high=result.high,
        z_help=result.z,
        p=p,
        q=p,
        power=power_of_test(own, chances, POWER_SHARE, np.random.default_rng(seed)),
        extrapolated=scale.extrapolates(claimed),
    )


def power_of_test(own: Sample, chances: FloatArray, share: float, rng: np.random.Generator) -> float:
    """Chance that help in a share of these decisions gives a ``p`` of at most 1 %, from simulated players."""
    best = best_option_chances(own)
    mixed = (1 - share) * chances + share * best
    runs = [_chances_of(draw_choices(mixed, own, rng), chances, best) for _ in range(POWER_RUNS)]
    z = share_deviates(np.stack([a for a, _ in runs]), np.stack([b for _, b in runs]))
    return float((z > ALARM_Z).mean())


def telling_decisions(own: Sample, scale: Scale, row: ScreenedPlayer, limit: int = 10) -> list[int]:
    """The decisions of a player that carry the share: where following the engine explains the choice most, by row."""
    chances = agent_of_rating(own, scale, row.claimed).chances(own)
    by_person, by_best = _chances_of(own.chosen, chances, best_option_chances(own))
    gain = np.log1p(row.share * (by_best / by_person - 1))
    order = np.argsort(-gain, kind="stable")[:limit]
    return [int(place) for place in order if gain[place] > 0]


def false_discovery_rates(p: Sequence[float]) -> list[float]:
    """For each p-value the expected share of false alarms among all as small (Benjamini and Hochberg, 1995)."""
    from scipy.stats import false_discovery_control

    return [float(q) for q in false_discovery_control(p)] if p else []


def _chances_of(chosen: IntArray, chances: FloatArray, best: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The chances of the choices made, by the person and by a best option."""
    rows = np.arange(len(chosen))
    return np.maximum(chances[rows, chosen], np.finfo(float).tiny), best[rows, chosen]
