"""What a decision is: choices, equities, advice, judgement and the record. No game, no numba, no I/O."""

from kibitz.core.advice import Advice
from kibitz.core.choices import ChoiceGrid, ChoiceList, ChoiceSet, format_choices, parse_choices
from kibitz.core.decision import Decision, decision_from_json, format_decision, parse_decision, read_decisions
from kibitz.core.equities import Equities, FloatArray, Provenance, frozen_array
from kibitz.core.errors import InputError
from kibitz.core.explanation import Explanation
from kibitz.core.ids import ChoiceIndex, DecisionId, EventId, GameId, PlayerId
from kibitz.core.judgement import THRESHOLDS, Grade, Judgement, Thresholds, judge
from kibitz.core.seams import Evaluator, Policy
from kibitz.core.units import Unit, format_amount, format_chance, format_loss, format_money

__all__ = [
    "THRESHOLDS",
    "Advice",
    "ChoiceGrid",
    "ChoiceIndex",
    "ChoiceList",
    "ChoiceSet",
    "Decision",
    "DecisionId",
    "Equities",
    "Evaluator",
    "EventId",
    "Explanation",
    "FloatArray",
    "GameId",
    "Grade",
    "InputError",
    "Judgement",
    "PlayerId",
    "Policy",
    "Provenance",
    "Thresholds",
    "Unit",
    "decision_from_json",
    "format_amount",
    "format_chance",
    "format_choices",
    "format_decision",
    "format_loss",
    "format_money",
    "frozen_array",
    "judge",
    "parse_choices",
    "parse_decision",
    "read_decisions",
]
