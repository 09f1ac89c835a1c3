"""Ratings of decision-makers: choice probabilities from utilities, fits, ratings, fallible agents.

The model knows no game: it reads `kibitz.core.Decision` records, that is utilities and the option chosen. In short::

    sample = Sample.from_decisions(decisions)          # arrays, options best first, utilities scaled by unit
    player = fit(sample)                               # s and c by first-choice-and-falloff, with goodness of fit
    rating = intrinsic_rating(sample, scale)           # on a calibrated scale, with interval and n

From bottom to top: `scaling` (of utilities), `sample` (arrays), `choice` (equations 6-7), `moments` (of each decision),
`projections` (equations 1-5), `fits` and its methods (`first_choice_falloff`, `likelihood`, `percentiles`, `ranks`),
`holdout` and `resampling` (their accuracy), `scale`, `intrinsic`, `comparison`, `screening`, `difficulty`, `fallible`,
`decision_files`, `questions`.

Names are imported when first used, so that reading a question loads no NumPy.
"""

from typing import TYPE_CHECKING

from kibitz.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kibitz.rate.fallible import FallibleAgent, fallible_probabilities, simulate_choices
    from kibitz.rate.fitting.first_choice_falloff import NoSolutionError
    from kibitz.rate.fitting.fits import METHODS, Fit, fit
    from kibitz.rate.fitting.holdout import HoldOut, hold_out_nats
    from kibitz.rate.fitting.projections import BEST_WIDENING, ERROR_WIDENING, Projection, project
    from kibitz.rate.model.choice import choice_log_probabilities
    from kibitz.rate.model.difficulty import depth_swing, difficulties, perceived_values
    from kibitz.rate.model.moments import BestRule, probabilities
    from kibitz.rate.model.scaling import Scaling, ScalingLaw, default_scaling
    from kibitz.rate.ratings.comparison import RatingComparison, Trend, compare, split_into_periods, trend
    from kibitz.rate.ratings.intrinsic import intrinsic_rating
    from kibitz.rate.ratings.population import LossPopulation, simulated_population
    from kibitz.rate.ratings.resampling import mean_loss
    from kibitz.rate.ratings.result import Rating
    from kibitz.rate.ratings.scale import CalibrationMark, Scale, calibrate, loss_scale
    from kibitz.rate.ratings.scale_file import format_scale, load_scale
    from kibitz.rate.ratings.screening import Screening, screen, screen_against
    from kibitz.rate.records.decision_files import load_decisions
    from kibitz.rate.records.sample import Sample

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "fallible": "FallibleAgent fallible_probabilities simulate_choices",
        "fitting.fits": "METHODS Fit fit",
        "fitting.holdout": "HoldOut hold_out_nats",
        "fitting.first_choice_falloff": "NoSolutionError",
        "fitting.projections": "BEST_WIDENING ERROR_WIDENING Projection project",
        "model.choice": "choice_log_probabilities",
        "model.difficulty": "difficulties perceived_values depth_swing",
        "model.scaling": "ScalingLaw Scaling default_scaling",
        "model.moments": "BestRule probabilities",
        "ratings.comparison": "RatingComparison Trend compare split_into_periods trend",
        "ratings.population": "LossPopulation simulated_population",
        "ratings.intrinsic": "intrinsic_rating",
        "ratings.resampling": "mean_loss",
        "ratings.scale": "CalibrationMark Scale calibrate loss_scale",
        "ratings.screening": "Screening screen screen_against",
        "ratings.scale_file": "format_scale load_scale",
        "ratings.result": "Rating",
        "records.decision_files": "load_decisions",
        "records.sample": "Sample",
    },
)

__all__ = [
    "BEST_WIDENING",
    "ERROR_WIDENING",
    "METHODS",
    "BestRule",
    "CalibrationMark",
    "FallibleAgent",
    "Fit",
    "HoldOut",
    "LossPopulation",
    "NoSolutionError",
    "Projection",
    "Rating",
    "RatingComparison",
    "Sample",
    "Scale",
    "Scaling",
    "ScalingLaw",
    "Screening",
    "Trend",
    "calibrate",
    "choice_log_probabilities",
    "compare",
    "default_scaling",
    "depth_swing",
    "difficulties",
    "fallible_probabilities",
    "fit",
    "format_scale",
    "hold_out_nats",
    "intrinsic_rating",
    "load_decisions",
    "load_scale",
    "loss_scale",
    "mean_loss",
    "perceived_values",
    "probabilities",
    "project",
    "screen",
    "screen_against",
    "simulate_choices",
    "simulated_population",
    "split_into_periods",
    "trend",
]
