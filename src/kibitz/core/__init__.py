"""What a decision is: choices, equities, advice, judgement, questions and records. No game, no numba, no I/O.

Names are imported when first used, so that reading a question loads no NumPy.
"""

from typing import TYPE_CHECKING

from kibitz.lazy import lazily

if TYPE_CHECKING:
    from kibitz.core.advice import Advice
    from kibitz.core.choices import ChoiceGrid, ChoiceList, ChoiceNumbers, ChoiceSet, format_choices, parse_choices
    from kibitz.core.counsel import Counsel, counsel_on
    from kibitz.core.decision import Decision, decision_from_json, format_decision, parse_decision, read_decisions
    from kibitz.core.document import Document
    from kibitz.core.equities import Equities, FloatArray, frozen_array
    from kibitz.core.errors import InputError
    from kibitz.core.exhibits import Board, Curve, Exhibit, Mark, Note, Table, curve_of, options_table
    from kibitz.core.explanation import Explanation
    from kibitz.core.ids import ChoiceIndex, DecisionId, EventId, GameId, PlayerId
    from kibitz.core.judgement import THRESHOLDS, Grade, Judgement, Thresholds, judge
    from kibitz.core.provenance import Provenance
    from kibitz.core.question import ARGUMENT, Answer, Cost, File, Request
    from kibitz.core.seams import Evaluator, Policy
    from kibitz.core.units import Unit, format_amount, format_chance, format_loss, format_money
    from kibitz.core.work import Cancelled, Store, Work

__getattr__, __dir__ = lazily(
    __name__,
    {
        "advice": "Advice",
        "choices": "ChoiceGrid ChoiceList ChoiceNumbers ChoiceSet format_choices parse_choices",
        "counsel": "Counsel counsel_on",
        "decision": "Decision decision_from_json format_decision parse_decision read_decisions",
        "document": "Document",
        "equities": "Equities FloatArray frozen_array",
        "errors": "InputError",
        "exhibits": "Board Curve Exhibit Mark Note Table curve_of options_table",
        "explanation": "Explanation",
        "ids": "ChoiceIndex DecisionId EventId GameId PlayerId",
        "judgement": "THRESHOLDS Grade Judgement Thresholds judge",
        "provenance": "Provenance",
        "question": "ARGUMENT Answer Cost File Request",
        "seams": "Evaluator Policy",
        "units": "Unit format_amount format_chance format_loss format_money",
        "work": "Cancelled Store Work",
    },
)

__all__ = [
    "ARGUMENT",
    "THRESHOLDS",
    "Advice",
    "Answer",
    "Board",
    "Cancelled",
    "ChoiceGrid",
    "ChoiceIndex",
    "ChoiceList",
    "ChoiceNumbers",
    "ChoiceSet",
    "Cost",
    "Counsel",
    "Curve",
    "Decision",
    "DecisionId",
    "Document",
    "Equities",
    "Evaluator",
    "EventId",
    "Exhibit",
    "Explanation",
    "File",
    "FloatArray",
    "GameId",
    "Grade",
    "InputError",
    "Judgement",
    "Mark",
    "Note",
    "PlayerId",
    "Policy",
    "Provenance",
    "Request",
    "Store",
    "Table",
    "Thresholds",
    "Unit",
    "Work",
    "counsel_on",
    "curve_of",
    "decision_from_json",
    "format_amount",
    "format_chance",
    "format_choices",
    "format_decision",
    "format_loss",
    "format_money",
    "frozen_array",
    "judge",
    "options_table",
    "parse_choices",
    "parse_decision",
    "read_decisions",
]
