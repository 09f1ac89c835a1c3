"""Back-propagation: from the gradient of a loss at the last layer's sums to the gradients at every weight."""

from __future__ import annotations

import numpy as np

from kibitz.learn.network import Floats, Network


def gradients(network: Network, layers: list[Floats], slope: Floats) -> list[Floats]:
    """Gradients at `Network.parameters`, in that order.

    ``layers`` are `Network.activations` of the inputs, ``slope`` ``(n, outputs)`` the gradient of the loss at the
    sums of the last layer, before its logistic function.
    """
    result: list[Floats] = []
    for i in range(len(network.weights) - 1, -1, -1):
        result += [slope.sum(axis=0), layers[i].T @ slope]
        if i:
            slope = (slope @ network.weights[i].T) * layers[i] * (1 - layers[i])
    return [np.asarray(array, dtype=np.float32) for array in reversed(result)]
