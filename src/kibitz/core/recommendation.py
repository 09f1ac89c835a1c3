"""A recommendation: the position, the best choice, the value of each choice, the explanation, and a judgement.

It has plain values only, so that it can be written as JSON. `recommend` makes it from an `Advice`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.choices import ChoiceList, parse_choices
from kibitz.core.decision import Decision
from kibitz.core.errors import InputError
from kibitz.core.explanation import Explanation
from kibitz.core.grades import GradeWord
from kibitz.core.ids import ChoiceIndex, DecisionId, EventId, GameId, PlayerId
from kibitz.core.provenance import Provenance
from kibitz.core.units import Unit, format_amount

if TYPE_CHECKING:
    from kibitz.core.advice import Advice
    from kibitz.core.judgement import Thresholds

MAX_LISTED_OPTIONS = 10
"""Most choices that a recommendation lists; the curve has all of them."""


class Option(Struct, frozen=True, omit_defaults=True):
    """One choice: its value for the player, its loss, and whether it is near-best."""

    choice: str
    worth: float
    loss: float
    good: bool
    standard_error: float | None = None
    probability: float | None = None
    """Probability of the choice in a mixed strategy."""


class ChoiceColumns(Struct, frozen=True, omit_defaults=True):
    """All choices in order, in the notation of `kibitz.core.choices`, with their values."""

    choices: str
    worth: tuple[float | Literal["-inf"], ...]
    """``-inf`` for a choice that is ruled out."""
    standard_errors: tuple[float, ...] | None = None
    mix: tuple[float, ...] | None = None
    more: dict[str, tuple[float, ...]] = {}
    """More columns of the game, for instance the win chance after a right and a wrong response."""


class ChoiceJudgement(Struct, frozen=True):
    """The user's own choice, judged; value and loss are ``null`` if it is ruled out."""

    choice: str
    worth: float | None
    loss: float | None
    grade: GradeWord
    words: str


class Recommendation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Advice on one decision, from the point of view of ``player``, in ``unit``.

    ``plateau`` has the first and last choice of the run of near-best choices, if choices are numbers. ``curve`` is left
    out of JSON unless requested.
    """

    game: str
    position: str
    choice: str
    worth: float
    unit: Unit
    player: str
    options: int
    best: tuple[Option, ...]
    explanation: Explanation
    provenance: Provenance
    plateau: tuple[str, str] | None = None
    choice_unit: Unit | None = None
    """Format of choices that are numbers: wagers as dollars."""
    judgement: ChoiceJudgement | None = None
    curve: ChoiceColumns | None = None

    def label(self, choice: str) -> str:
        """The label of a choice, such as ``$8,001``."""
        return choice if self.choice_unit is None else format_amount(float(choice), self.choice_unit)

    def brief(self) -> Recommendation:
        """The same without the curve."""
        return replace(self, curve=None)

    def to_decision(self, event: str = "", id: str = "") -> Decision:
        """The decision record of the judged choice, or else of the recommended one, for `kibitz.rate`. Needs the
        curve."""
        if self.curve is None:
            raise InputError("a decision record needs the value of every choice, but this recommendation has no curve")
        choices = parse_choices(self.curve.choices)
        chosen = choices.index(self.choice if self.judgement is None else self.judgement.choice)
        return Decision(
            utilities=tuple(float(worth) for worth in self.curve.worth),
            chosen=ChoiceIndex(chosen),
            unit=self.unit,
            id=DecisionId(id),
            game=GameId(self.game),
            player=PlayerId(self.player),
            event=EventId(event),
            position=self.position,
            choices=choices,
            provenance=self.provenance,
        )


def recommend(
    game: str,
    position: str,
    advice: Advice,
    explanation: Explanation,
    *,
    choice_unit: Unit | None = None,
    choice: ChoiceIndex | None = None,
    chosen: ChoiceIndex | None = None,
    thresholds: Thresholds | None = None,
    more: dict[str, tuple[float, ...]] | None = None,
    values_only: bool = False,
) -> Recommendation:
    """The recommendation from an advice.

    ``choice`` is the choice to make, if it is not simply the best one (in a tie, the one with a name). ``chosen`` is
    the user's own choice to judge, with ``thresholds`` if the unit has none. ``more`` are further columns of the curve.
    With ``values_only``, neither the curve nor the best choices are listed.
    """
    from kibitz.core.choices import format_choices

    equities = advice.equities
    labels, errors, mix = equities.choices, equities.standard_errors, advice.mix
    values = [] if values_only else equities.values.tolist()
    good, losses = advice.good, advice.losses
    listed = () if values_only else advice.ranking[:MAX_LISTED_OPTIONS]
    ranked = [int(i) for i in listed if values[i] > -float("inf")]
    best = tuple(
        Option(
            labels[i],
            values[i],
            float(losses[i]),
            bool(good[i]),
            None if errors is None else float(errors[i]),
            None if mix is None else float(mix[i]),
        )
        for i in ranked
    )
    made = int(advice.best if choice is None else choice)
    first, last = advice.plateau
    return Recommendation(
        game=game,
        position=position,
        choice=labels[made],
        worth=float(equities.values[made]),
        unit=equities.unit,
        player=equities.player,
        options=len(labels),
        best=best,
        explanation=explanation,
        provenance=equities.provenance,
        plateau=None if isinstance(labels, ChoiceList) else (labels[first], labels[last]),
        choice_unit=choice_unit,
        judgement=None if chosen is None else _judge_choice(advice, chosen, thresholds),
        curve=None
        if values_only
        else ChoiceColumns(
            format_choices(labels),
            tuple(values)
            if equities.values.min() > -float("inf")
            else tuple(_to_json_number(value) for value in values),
            None if errors is None else tuple(errors.tolist()),
            None if mix is None else tuple(mix.tolist()),
            more or {},
        ),
    )


def _to_json_number(value: float) -> float | Literal["-inf"]:
    return "-inf" if value == -float("inf") else value


def _judge_choice(advice: Advice, chosen: ChoiceIndex, thresholds: Thresholds | None) -> ChoiceJudgement:
    from kibitz.core.judgement import judge

    result = judge(advice, chosen, thresholds)
    worth = float(advice.equities.values[chosen])
    ruled_out = worth == -float("inf")
    return ChoiceJudgement(
        choice=advice.equities.choices[chosen],
        worth=None if ruled_out else worth,
        loss=None if ruled_out else result.loss,
        grade=result.grade.word,
        words="ruled out" if ruled_out else str(result),
    )
