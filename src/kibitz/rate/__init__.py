"""How good is this decision-maker? Choice probabilities from utilities, fits, ratings, fallible agents.

The model knows no game: it sees `kibitz.core.Decision` records, that is utilities and the option chosen. In short::

    sample = Sample.from_decisions(decisions)          # arrays, options best first, utilities scaled by unit
    player = fit(sample)                               # s and c by first-choice-and-falloff, with goodness of fit
    rating = intrinsic_rating(sample, scale)           # on a calibrated scale, with interval and n

From bottom to top: `law` (how utilities are bent), `sample` (arrays), `choice` (equations 6-7), `moments` (what
the model says of each decision), `projections` (equations 1-5), `fits` and its methods (`means`, `likelihood`,
`percentiles`, `ranks`), `holdout` and `resampling` (how far to trust them), `scale`, `rating`, `comparison`,
`screening`, `difficulty`, `fallible`, `reading`, `questions`.

Names are imported when first used, so that reading a question loads no NumPy.
"""

from typing import TYPE_CHECKING

from kibitz.lazy import lazily

if TYPE_CHECKING:
    from kibitz.rate.fallible import FallibleAgent, fallible_probabilities, played_by
    from kibitz.rate.fitting.fits import METHODS, Fit, fit
    from kibitz.rate.fitting.holdout import HoldOut, hold_out_nats
    from kibitz.rate.fitting.means import NoSolutionError
    from kibitz.rate.fitting.projections import BEST_WIDENING, ERROR_WIDENING, Projection, projection
    from kibitz.rate.model.choice import choice_log_probabilities
    from kibitz.rate.model.difficulty import difficulties, perceived_values, swing
    from kibitz.rate.model.law import Law, Scaling, default_scaling
    from kibitz.rate.model.moments import BestRule, probabilities
    from kibitz.rate.ratings.comparison import Comparison, Trend, compare, in_parts, trend
    from kibitz.rate.ratings.population import Population, simulated_population
    from kibitz.rate.ratings.rating import intrinsic_rating
    from kibitz.rate.ratings.resampling import mean_loss
    from kibitz.rate.ratings.scale import Mark, Scale, calibrate, loss_scale
    from kibitz.rate.ratings.screening import Screening, screen, screen_against
    from kibitz.rate.ratings.storage import format_scale, load_scale
    from kibitz.rate.ratings.value import Rating
    from kibitz.rate.records.reading import load_decisions
    from kibitz.rate.records.sample import Sample

__getattr__, __dir__ = lazily(
    __name__,
    {
        "fallible": "FallibleAgent fallible_probabilities played_by",
        "fitting.fits": "METHODS Fit fit",
        "fitting.holdout": "HoldOut hold_out_nats",
        "fitting.means": "NoSolutionError",
        "fitting.projections": "BEST_WIDENING ERROR_WIDENING Projection projection",
        "model.choice": "choice_log_probabilities",
        "model.difficulty": "difficulties perceived_values swing",
        "model.law": "Law Scaling default_scaling",
        "model.moments": "BestRule probabilities",
        "ratings.comparison": "Comparison Trend compare in_parts trend",
        "ratings.population": "Population simulated_population",
        "ratings.rating": "intrinsic_rating",
        "ratings.resampling": "mean_loss",
        "ratings.scale": "Mark Scale calibrate loss_scale",
        "ratings.screening": "Screening screen screen_against",
        "ratings.storage": "format_scale load_scale",
        "ratings.value": "Rating",
        "records.reading": "load_decisions",
        "records.sample": "Sample",
    },
)

__all__ = [
    "BEST_WIDENING",
    "ERROR_WIDENING",
    "METHODS",
    "BestRule",
    "Comparison",
    "FallibleAgent",
    "Fit",
    "HoldOut",
    "Law",
    "Mark",
    "NoSolutionError",
    "Population",
    "Projection",
    "Rating",
    "Sample",
    "Scale",
    "Scaling",
    "Screening",
    "Trend",
    "calibrate",
    "choice_log_probabilities",
    "compare",
    "default_scaling",
    "difficulties",
    "fallible_probabilities",
    "fit",
    "format_scale",
    "hold_out_nats",
    "in_parts",
    "intrinsic_rating",
    "load_decisions",
    "load_scale",
    "loss_scale",
    "mean_loss",
    "perceived_values",
    "played_by",
    "probabilities",
    "projection",
    "screen",
    "screen_against",
    "simulated_population",
    "swing",
    "trend",
]
