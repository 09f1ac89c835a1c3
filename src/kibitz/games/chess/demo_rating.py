"""A rating without an engine and without games: a simulated player on the reference positions of the shipped scale."""

from __future__ import annotations

import numpy as np

from kibitz.core import Explanation
from kibitz.games.chess.elo_scales import load_shipped_scale
from kibitz.games.chess.people.simulated_player import TrialAnswer
from kibitz.rate import intrinsic_rating, project, simulate_choices
from kibitz.rate.report.ratings import format_interval, to_player_rating


def rate_simulated_player(elo: float, decisions: int = 300, seed: int = 1) -> TrialAnswer:
    """Simulate a player of that Elo on some reference positions of the shipped scale, and rate the choices."""
    scale = load_shipped_scale()
    marks = sorted(scale.marks, key=lambda mark: mark.rating)
    known = next((mark for mark in marks if mark.rating == elo), None)
    s, c = scale.agent(elo) if known is None else (known.s, known.c)
    rng = np.random.default_rng(seed)
    rows = rng.permutation(len(scale.reference))[:decisions]
    sample = simulate_choices(scale.reference.take(np.sort(rows)), s, c, rng)
    rating = intrinsic_rating(sample, scale, interval="formula")
    own = project(sample, s, c)
    reasons = [
        f"The player found the best move in {100 * own.best_rate_observed:.0f} % of {rating.n} positions and lost "
        f"{own.raw_error_observed:.2f} pawns per move."
    ]
    for mark in (marks[0], marks[-1]):
        usual = project(sample, mark.s, mark.c)
        reasons.append(
            f"Players of {mark.rating:.0f} would find it in {100 * usual.best_rate:.0f} % and lose "
            f"{usual.raw_error:.2f} pawns per move in the same positions."
        )
    row = to_player_rating("", rating)
    if rating.value is None:
        headline = f"Bounds only, no Elo rating: {format_interval(row, scale.name)}"
    else:
        headline = f"Elo {rating.value:.0f}, 95 % interval {rating.low:.0f} to {rating.high:.0f}"
    explanation = Explanation(f"{headline}. The player was simulated at {elo:.0f}.", tuple(reasons))
    return TrialAnswer(elo=elo, rated=row, explanation=explanation)
