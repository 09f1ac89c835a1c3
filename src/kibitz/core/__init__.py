"""Core values: choices, equities, advice, judgement, questions and decision records. No game, no numba, no I/O.

Names are imported when first used, so that parsing a question loads no NumPy.
"""

from typing import TYPE_CHECKING

from kibitz.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kibitz.core.advice import Advice
    from kibitz.core.choices import ChoiceGrid, ChoiceList, ChoiceNumbers, ChoiceSet, format_choices, parse_choices
    from kibitz.core.decision import Decision, decision_from_json, format_decision, parse_decision, read_decisions
    from kibitz.core.document import Document
    from kibitz.core.equities import Equities, FloatArray, frozen_array
    from kibitz.core.errors import InputError
    from kibitz.core.exhibits import Exhibit, Note, Table, options_table
    from kibitz.core.explanation import Explanation
    from kibitz.core.ids import ChoiceIndex, DecisionId, EventId, GameId, PlayerId
    from kibitz.core.judgement import THRESHOLDS, Grade, Judgement, Thresholds, judge
    from kibitz.core.protocols import Evaluator, Policy
    from kibitz.core.provenance import Provenance
    from kibitz.core.question import POSITIONAL_ARGUMENT, Answer, Cost, File, Request
    from kibitz.core.recommendation import Recommendation, recommend
    from kibitz.core.units import Unit, format_amount, format_chance, format_loss, format_money
    from kibitz.core.work import CheckpointStore, WorkCancelled, WorkContext

__getattr__, __dir__ = lazy_exports(
    __name__,
    {
        "advice": "Advice",
        "choices": "ChoiceGrid ChoiceList ChoiceNumbers ChoiceSet format_choices parse_choices",
        "recommendation": "Recommendation recommend",
        "decision": "Decision decision_from_json format_decision parse_decision read_decisions",
        "document": "Document",
        "equities": "Equities FloatArray frozen_array",
        "errors": "InputError",
        "exhibits": "Exhibit Note Table options_table",
        "explanation": "Explanation",
        "ids": "ChoiceIndex DecisionId EventId GameId PlayerId",
        "judgement": "THRESHOLDS Grade Judgement Thresholds judge",
        "provenance": "Provenance",
        "question": "POSITIONAL_ARGUMENT Answer Cost File Request",
        "protocols": "Evaluator Policy",
        "units": "Unit format_amount format_chance format_loss format_money",
        "work": "WorkCancelled CheckpointStore WorkContext",
    },
)

__all__ = [
    "POSITIONAL_ARGUMENT",
    "THRESHOLDS",
    "Advice",
    "Answer",
    "CheckpointStore",
    "ChoiceGrid",
    "ChoiceIndex",
    "ChoiceList",
    "ChoiceNumbers",
    "ChoiceSet",
    "Cost",
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
    "Note",
    "PlayerId",
    "Policy",
    "Provenance",
    "Recommendation",
    "Request",
    "Table",
    "Thresholds",
    "Unit",
    "WorkCancelled",
    "WorkContext",
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
    "recommend",
]
