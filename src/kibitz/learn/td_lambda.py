"""Temporal differences, TD(lambda) in its forward view: targets of a finished episode, and one step for each position.

Predictions are chances for the side to move. Sides alternate, so the prediction after a position is converted by a
*flip*. The target of a position mixes the predictions after it with weights (1 - lambda) lambda^k and, at the end,
the outcome.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kibitz.core.errors import InputError
from kibitz.learn.gradients import gradients
from kibitz.learn.network import Floats, Network


def lambda_returns(predictions: Floats, outcome: Floats, decay: float, flip: Callable[[Floats], Floats]) -> Floats:
    """Targets ``(n, outputs)`` of an episode's positions in order.

    ``outcome`` is the final truth as the side to move *after* the last position sees it.
    """
    if not 0 <= decay <= 1:
        raise InputError(f"lambda: must be a number from 0 to 1, not {decay}")
    targets = np.empty_like(predictions)
    following = np.asarray(outcome, dtype=np.float32)
    for t in range(len(predictions) - 1, -1, -1):
        seen = flip(following)
        targets[t] = seen
        following = (1 - decay) * predictions[t] + decay * seen
    return targets


def gradient_steps(network: Network, x: Floats, targets: Floats, rate: float) -> None:
    """One step of gradient descent on the cross-entropy for each row, in order, changing the network in place."""
    parameters = network.parameters()
    for row in range(len(x)):
        layers = network.activations(x[row : row + 1])
        slope = layers[-1] - targets[row : row + 1]
        for p, g in zip(parameters, gradients(network, layers, slope), strict=True):
            p -= rate * g
