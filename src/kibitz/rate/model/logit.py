"""The multinomial logit ``p_i ~ exp(-delta_i/temperature)``: the baseline that the model has to beat."""

from __future__ import annotations

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.rate.fitting.starting_points import typical_difference
from kibitz.rate.model.choice import logit_log_probabilities
from kibitz.rate.records.sample import Sample

_STEPS = 200


def temperature_fit(sample: Sample) -> float:
    """The temperature of greatest likelihood, in scaled units.

    The log likelihood is concave in 1/temperature, so bisection on its derivative finds it; a player who never errs
    gets the smallest temperature considered.
    """
    if (sample.counts == 1).all():
        raise InputError("every decision has only one option, so the choices say nothing about skill")
    deltas = sample.deltas if sample.perceived is None else sample.perceived
    losses = np.where(sample.mask, deltas, 0.0)
    observed = float(sample.weights @ losses[np.arange(len(sample)), sample.chosen])
    middle = -np.log(typical_difference(sample))
    low, high = middle - 20.0, middle + 20.0
    for _ in range(_STEPS):
        log_beta = 0.5 * (low + high)
        p = np.exp(logit_log_probabilities(losses, sample.mask, float(np.exp(-log_beta))))
        if float(sample.weights @ (p * losses).sum(axis=1)) > observed:
            low = log_beta
        else:
            high = log_beta
        if high - low < 1e-10:
            break
    return float(np.exp(-0.5 * (low + high)))


def logit_nats(sample: Sample, temperature: float) -> FloatArray:
    """Log loss of each choice made under the logit."""
    deltas = sample.deltas if sample.perceived is None else sample.perceived
    log_p = logit_log_probabilities(deltas, sample.mask, temperature)
    return np.asarray(-log_p[np.arange(len(sample)), sample.chosen])
