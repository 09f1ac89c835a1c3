"""Robustness of the advice: draws of the parameters from their uncertainty, and the loss of the wager in each draw.

The second-order trials that section 2.3 thought too costly: accuracies are drawn from the beta distribution of the
recorded answers, shares of the kinds of wager from the Dirichlet distribution of their counts, and the correlation
from its standard error.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final.equities import FinalModel, FinalPosition, final_advice
from kibitz.games.jeopardy.final.people_wagers import WagerMixture
from kibitz.games.jeopardy.people.contestant import MAX_CORRELATION

CORRELATION_SE = 0.02
"""Of the latent correlation in Final Jeopardy, fitted to some 1,900 games."""
MAX_DRAWS = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class WagerSensitivity:
    """What a wager is worth over draws of the parameters."""

    wager: int
    equities: FloatArray
    """Chance to win with the wager, by draw."""
    losses: FloatArray
    """Loss against the best wager of the draw, in win chance."""
    best: tuple[int, ...]
    """The best wager of each draw."""

    @property
    def interval(self) -> tuple[float, float]:
        """Middle 95 % of the chance to win."""
        low, high = np.quantile(self.equities, [0.025, 0.975])
        return float(low), float(high)

    @property
    def holds(self) -> float:
        """Share of draws in which the wager is within half a point of the best."""
        return float((self.losses <= 0.005).mean())


def draw_mixture(rng: np.random.Generator, mixture: WagerMixture) -> WagerMixture:
    """A mixture with its shares drawn from the Dirichlet distribution of the recorded counts."""
    counts = mixture.counts
    factors = np.where(counts > 0, rng.gamma(np.maximum(counts, 1)) / np.maximum(counts, 1), 0.0)
    chance = mixture.chance * factors
    return replace(mixture, chance=chance / chance.sum(axis=1, keepdims=True))


def draw_model(rng: np.random.Generator, model: FinalModel, me: int, answers: int) -> FinalModel:
    """A model with opponents' accuracies, correlation and mixtures drawn; my own chance stays as given.

    ``answers`` is the number of recorded answers behind each accuracy.
    """
    chances = []
    for seat, chance in enumerate(model.accuracies):
        certain = seat == me or chance in (0, 1)
        chances.append(chance if certain else float(rng.beta(answers * chance, answers * (1 - chance))))
    shift = CORRELATION_SE * float(rng.standard_normal())
    rhos = [float(np.clip(rho + shift, 0, MAX_CORRELATION)) if rho > 0 else rho for rho in model.correlations]
    first, second, third = (draw_mixture(rng, mixture) for mixture in model.mixtures)
    return replace(
        model,
        accuracies=(chances[0], chances[1], chances[2]),
        correlations=(rhos[0], rhos[1], rhos[2]),
        mixtures=(first, second, third),
        name=f"{model.name}, drawn",
    )


def sensitivity(
    rng: np.random.Generator, position: FinalPosition, model: FinalModel, wager: int, draws: int = 100
) -> WagerSensitivity:
    """What ``wager`` is worth, and whether it stays best, over draws of the fitted parameters."""
    if not 1 <= draws <= MAX_DRAWS:
        raise InputError(f"draws: must be from 1 to {MAX_DRAWS:,}, not {draws}")
    if not 0 <= wager <= position.scores[position.me]:
        raise InputError(f"wager: must be from 0 to {position.scores[position.me]:,}, not {wager:,}")
    answers = int(model.mixtures[0].counts.sum())
    equities, losses, best = np.empty(draws), np.empty(draws), []
    for i in range(draws):
        values = final_advice(position, draw_model(rng, model, position.me, answers)).equities.values
        equities[i] = values[wager]
        losses[i] = values.max() - values[wager]
        best.append(int(values.argmax()))
    return WagerSensitivity(wager, equities, losses, tuple(best))
