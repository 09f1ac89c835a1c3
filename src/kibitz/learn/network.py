"""A feed-forward network: layers of weights, logistic hidden units, logistic or linear outputs. NumPy, float32."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import InputError

Floats: TypeAlias = NDArray[np.float32]


def sigmoid(v: Floats) -> Floats:
    """The logistic function without overflow."""
    return np.asarray(0.5 * np.tanh(0.5 * v) + 0.5, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """Weights ``(inputs, units)`` and biases of each layer, first layer first; every array float32.

    Hidden units are logistic; outputs are too unless ``linear``.
    """

    weights: tuple[Floats, ...]
    biases: tuple[Floats, ...]
    linear: bool = False

    def __post_init__(self) -> None:
        if not self.weights or len(self.weights) != len(self.biases):
            raise InputError("network: each layer must have weights and biases")
        for i, (w, b) in enumerate(zip(self.weights, self.biases, strict=True)):
            if w.ndim != 2 or b.shape != (w.shape[1],):
                raise InputError(f"network: layer {i + 1} has weights {w.shape} but biases {b.shape}")
            if i and w.shape[0] != self.weights[i - 1].shape[1]:
                raise InputError(f"network: layer {i + 1} does not fit the layer before it")

    @property
    def sizes(self) -> tuple[int, ...]:
        """Inputs, hidden units of each layer, outputs: ``(278, 256, 5)``."""
        return (self.weights[0].shape[0], *(w.shape[1] for w in self.weights))

    @property
    def n_parameters(self) -> int:
        """Weights and biases together."""
        return sum(w.size for w in self.weights) + sum(b.size for b in self.biases)

    def parameters(self) -> list[Floats]:
        """All arrays in a fixed order, layer by layer; shared, not copied."""
        return [array for pair in zip(self.weights, self.biases, strict=True) for array in pair]

    @classmethod
    def from_parameters(cls, arrays: list[Floats], linear: bool = False) -> Network:
        """The inverse of `parameters`."""
        return cls(tuple(arrays[0::2]), tuple(arrays[1::2]), linear)

    def activations(self, x: Floats) -> list[Floats]:
        """Outputs of each layer for inputs ``(n, inputs)``, the inputs themselves first."""
        layers = [np.asarray(x, dtype=np.float32)]
        for i, (w, b) in enumerate(zip(self.weights, self.biases, strict=True)):
            v = layers[-1] @ w + b
            layers.append(v if self.linear and i == len(self.weights) - 1 else sigmoid(v))
        return layers

    def outputs(self, x: Floats) -> Floats:
        """Outputs ``(n, outputs)`` for inputs ``(n, inputs)``."""
        return self.activations(x)[-1]

    def backward(self, x: Floats) -> tuple[Floats, Callable[[Floats], list[Floats]]]:
        """Outputs, and a function from gradients at the last layer's sums to gradients at the parameters."""
        from kibitz.learn.gradients import gradients

        layers = self.activations(x)
        return layers[-1], lambda slope: gradients(self, layers, slope)

    def copy(self) -> Network:
        """A copy with separate arrays."""
        return Network(tuple(w.copy() for w in self.weights), tuple(b.copy() for b in self.biases), self.linear)


def random_network(sizes: tuple[int, ...], rng: np.random.Generator, linear: bool = False) -> Network:
    """A network with normal weights of variance 1/inputs and zero biases; ``sizes`` as in `Network.sizes`."""
    if len(sizes) < 2 or min(sizes) < 1:
        raise InputError("sizes: give inputs, hidden units and outputs, each at least 1")
    weights = tuple((rng.standard_normal((a, b)) / np.sqrt(a)).astype(np.float32) for a, b in itertools.pairwise(sizes))
    return Network(weights, tuple(np.zeros(b, dtype=np.float32) for b in sizes[1:]), linear)
