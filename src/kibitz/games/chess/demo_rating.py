"""A rating without an engine and without games: a simulated player on the reference positions of the shipped scale."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kibitz.core import Explanation
from kibitz.games.chess.elo_scales import load_shipped_scale
from kibitz.games.chess.people.simulated_player import TrialAnswer
from kibitz.rate import Rating, Sample, Scale, intrinsic_rating, project, simulate_choices
from kibitz.rate.report.ratings import format_interval, to_player_rating

MOVES_PER_GAME = 25
"""Positions that count as one game, so that ratings resample games as they do for people."""
REPEATS = 20
"""Number of further simulated players of the same strength."""


def rate_simulated_player(elo: float, decisions: int = 300, seed: int = 1) -> TrialAnswer:
    """Simulate a player of that Elo on some reference positions of the shipped scale, and rate the choices as those of
    anybody; then the same for `REPEATS` further players, to see how often the interval holds the truth."""
    scale = load_shipped_scale()
    s, c = scale.agent(elo)
    sample = _simulate_player(scale, s, c, decisions, np.random.default_rng(seed))
    rating = intrinsic_rating(sample, scale, seed=seed)
    others = [
        intrinsic_rating(_simulate_player(scale, s, c, decisions, rng), scale, seed=seed)
        for rng in np.random.default_rng(seed).spawn(REPEATS)
    ]
    held = sum(other.low <= elo <= other.high for other in others)
    return TrialAnswer(
        elo=elo,
        rated=to_player_rating("", rating),
        explanation=_explain(scale, sample, rating, elo, (s, c), held),
        repeats=tuple(other.value for other in others),
        intervals_that_hold=held,
    )


def _simulate_player(scale: Scale, s: float, c: float, decisions: int, rng: np.random.Generator) -> Sample:
    """The choices of a player (s, c) on reference positions drawn at random, dealt to games."""
    rows = np.sort(rng.permutation(len(scale.reference))[:decisions])
    games = np.arange(len(rows)) // MOVES_PER_GAME
    some = replace(
        scale.reference.take(rows), events=games, event_names=tuple(f"game {g + 1}" for g in range(games[-1] + 1))
    )
    return simulate_choices(some, s, c, rng)


def _explain(
    scale: Scale, sample: Sample, rating: Rating, elo: float, agent: tuple[float, float], held: int
) -> Explanation:
    """The rating in words, beside what players at both ends of the scale would have done, and how sure it is."""
    own = project(sample, *agent)
    reasons = [
        f"The player found the best move in {100 * own.best_rate_observed:.0f} % of {rating.n} positions and lost "
        f"{own.raw_error_observed:.2f} pawns per move."
    ]
    marks = sorted(scale.marks, key=lambda mark: mark.rating)
    for mark in (marks[0], marks[-1]):
        usual = project(sample, mark.s, mark.c)
        reasons.append(
            f"Players of {mark.rating:.0f} would find it in {100 * usual.best_rate:.0f} % and lose "
            f"{usual.raw_error:.2f} pawns per move in the same positions."
        )
    reasons.append(
        f"Of {REPEATS} further players simulated at {elo:.0f}, the 95 % interval held that rating for {held}."
    )
    if rating.value is None:
        headline = f"Bounds only, no Elo rating: {format_interval(to_player_rating('', rating), scale.name)}"
    else:
        headline = f"Elo {rating.value:.0f}, 95 % interval {rating.low:.0f} to {rating.high:.0f}"
    return Explanation(f"{headline}. The player was simulated at {elo:.0f}.", tuple(reasons))
