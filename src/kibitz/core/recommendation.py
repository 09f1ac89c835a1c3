"""What every advising answer holds: the position, the choice to make, what choices are worth, why, and a judgement.

Plain values, so that it reads and writes as JSON; made from an `Advice` by `recommend`.
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
"""Choices that a counsel lists; the curve holds all of them."""


class Option(Struct, frozen=True, omit_defaults=True):
    """One choice: its worth to the player, its loss against the best, and whether it is as good as the best."""

    choice: str
    worth: float
    loss: float
    good: bool
    standard_error: float | None = None
    probability: float | None = None
    """How often to play it, where theory mixes."""


class ChoiceColumns(Struct, frozen=True, omit_defaults=True):
    """All choices in their order, as a notation (`kibitz.core.choices`), with columns of figures beside it."""

    choices: str
    worth: tuple[float | Literal["-inf"], ...]
    """``-inf`` for a choice that never comes into question."""
    standard_errors: tuple[float, ...] | None = None
    mix: tuple[float, ...] | None = None
    more: dict[str, tuple[float, ...]] = {}
    """Columns of the game's own: the chance to win when right and when wrong, for instance."""


class ChoiceJudgement(Struct, frozen=True):
    """A choice of the person's own, judged; worth and loss are ``null`` where it never comes into question."""

    choice: str
    worth: float | None
    loss: float | None
    grade: GradeWord
    words: str


class Recommendation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Advice on one decision, from the point of view of ``player``, in ``unit``.

    ``plateau`` is the unbroken run of choices as good as the best, first and last, where choices are numbers.
    ``curve`` is left out of JSON unless asked for.
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
    """How choices that are numbers are written: wagers as dollars."""
    judgement: ChoiceJudgement | None = None
    curve: ChoiceColumns | None = None

    def label(self, choice: str) -> str:
        """A choice as people write it: ``$8,001``."""
        return choice if self.choice_unit is None else format_amount(float(choice), self.choice_unit)

    def brief(self) -> Recommendation:
        """Without the curve."""
        return replace(self, curve=None)

    def to_decision(self, event: str = "", id: str = "") -> Decision:
        """The record of the choice judged, or else of the choice advised, for `kibitz.rate`; needs the curve."""
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
) -> Recommendation:
    """The counsel that an advice amounts to.

    ``choice`` is what to do, where it is not simply the best (of equals, the one with a name); ``chosen`` is a choice
    of the person's own to judge, by ``thresholds`` where the unit has none; ``more`` are further columns of the curve.
    """
    from kibitz.core.choices import format_choices

    equities = advice.equities
    labels, values, errors, mix = equities.choices, equities.values.tolist(), equities.standard_errors, advice.mix
    good, losses = advice.good, advice.losses
    ranked = [int(i) for i in advice.ranking[:MAX_LISTED_OPTIONS] if values[i] > -float("inf")]
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
        worth=values[made],
        unit=equities.unit,
        player=equities.player,
        options=len(labels),
        best=best,
        explanation=explanation,
        provenance=equities.provenance,
        plateau=None if isinstance(labels, ChoiceList) else (labels[first], labels[last]),
        choice_unit=choice_unit,
        judgement=None if chosen is None else _judge_choice(advice, chosen, thresholds),
        curve=ChoiceColumns(
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
