"""How good is this decision-maker? Choice probabilities from utilities, fits, ratings, fallible agents.

The model knows no game: it sees `kibitz.core.Decision` records, that is utilities and the option chosen. In short::

    sample = Sample.from_decisions(decisions)          # arrays, options best first, utilities scaled by unit
    player = fit(sample)                               # s and c by first-choice-and-falloff, with goodness of fit
    rating = intrinsic_rating(sample, scale)           # on a calibrated scale, with interval and n

From bottom to top: `scaling` (how utilities are bent), `sample` (arrays), `choice` (equations 6-7), `moments` (what
the model says of each decision), `projections` (equations 1-5), `fits` and its methods (`means`, `likelihood`,
`percentiles`, `ranks`), `holdout` and `bootstrap` (how far to trust them), `scale`, `rating`, `comparison`,
`screening`, `difficulty`, `fallible`, `reading`.
"""

from kibitz.rate.choice import choice_log_probabilities
from kibitz.rate.fits import METHODS, Fit, fit
from kibitz.rate.means import NoSolutionError
from kibitz.rate.moments import BestRule, moments, probabilities
from kibitz.rate.projections import BEST_WIDENING, ERROR_WIDENING, Projection, projection
from kibitz.rate.sample import Sample
from kibitz.rate.scaling import Law, Scaling, default_scaling

__all__ = [
    "BEST_WIDENING",
    "ERROR_WIDENING",
    "METHODS",
    "BestRule",
    "Fit",
    "Law",
    "NoSolutionError",
    "Projection",
    "Sample",
    "Scaling",
    "choice_log_probabilities",
    "default_scaling",
    "fit",
    "moments",
    "probabilities",
    "projection",
]
