"""A score whose hidden units are shared along a line of places: the same weights look through a window at each place.

Section 5 of the Neurogammon paper asks for approximate translation invariance in the network. Here it is built in:
f(x) = sum over places p and units h of V[p, h] logistic(window_p W + b)[h], plus a linear part on all inputs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import InputError
from kibitz.learn.network import Floats, sigmoid


@dataclass(frozen=True, slots=True, eq=False)
class SharedNetwork:
    """``windows`` (places, width): input columns seen at each place, -1 where the line has ended."""

    windows: NDArray[np.int64]
    filters: Floats
    bias: Floats
    readout: Floats
    direct: Floats
    constant: Floats

    def __post_init__(self) -> None:
        places, width = self.windows.shape
        if self.filters.shape[0] != width or self.readout.shape != (places, self.filters.shape[1]):
            raise InputError("shared network: filters must fit the windows, and the read-out must fit the places")

    linear = True

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Inputs, shared units, outputs (always one)."""
        return len(self.direct), self.filters.shape[1], 1

    @property
    def n_parameters(self) -> int:
        """Number of trainable parameters."""
        return sum(array.size for array in self.parameters())

    def parameters(self) -> list[Floats]:
        """All arrays in a fixed order; shared, not copied."""
        return [self.filters, self.bias, self.readout, self.direct, self.constant]

    def copy(self) -> SharedNetwork:
        """A copy with separate arrays."""
        return SharedNetwork(self.windows, *(array.copy() for array in self.parameters()))

    def _windows_of(self, x: Floats) -> Floats:
        padded = np.concatenate([x, np.zeros((len(x), 1), dtype=np.float32)], axis=1)
        return np.asarray(padded[:, self.windows], dtype=np.float32)

    def outputs(self, x: Floats) -> Floats:
        """Scores ``(n, 1)``, a thousand rows at a time."""
        parts = [self.backward(x[i : i + 1000])[0] for i in range(0, len(x), 1000)]
        return np.concatenate(parts) if parts else np.zeros((0, 1), dtype=np.float32)

    def backward(self, x: Floats) -> tuple[Floats, Callable[[Floats], list[Floats]]]:
        """Scores, and a function from gradients at the scores to gradients at the parameters."""
        seen = self._windows_of(np.asarray(x, dtype=np.float32))
        hidden = sigmoid(seen @ self.filters + self.bias)
        scores = np.einsum("nph,ph->n", hidden, self.readout) + x @ self.direct + self.constant[0]

        def slopes(slope: Floats) -> list[Floats]:
            flat = slope[:, 0]
            inner = flat[:, None, None] * self.readout * hidden * (1 - hidden)
            width = self.filters.shape[0]
            result = (
                seen.reshape(-1, width).T @ inner.reshape(-1, inner.shape[2]),
                inner.sum(axis=(0, 1)),
                np.einsum("n,nph->ph", flat, hidden),
                x.T @ flat,
                np.array([flat.sum()]),
            )
            return [np.asarray(array, dtype=np.float32) for array in result]

        return np.asarray(scores[:, None], dtype=np.float32), slopes


def random_shared_network(
    windows: NDArray[np.int64], inputs: int, units: int, rng: np.random.Generator
) -> SharedNetwork:
    """Small random weights; no linear part to begin with."""
    places, width = windows.shape
    filters = (rng.standard_normal((width, units)) / np.sqrt(width)).astype(np.float32)
    readout = (rng.standard_normal((places, units)) / np.sqrt(places * units)).astype(np.float32)
    zero = [np.zeros(n, dtype=np.float32) for n in (units, inputs, 1)]
    return SharedNetwork(windows, filters, zero[0], readout, zero[1], zero[2])
