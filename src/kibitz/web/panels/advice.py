"""The panel of a recommendation: the answer, the reason, facts, the rule of thumb, and the slider."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kibitz.core.choices import parse_choices
from kibitz.core.exhibits import ROUNDING_LOSS, format_option_loss
from kibitz.core.exhibits.advice import AdviceExhibit, Slider
from kibitz.core.exhibits.summaries import Fact
from kibitz.core.question import Request
from kibitz.core.recommendation import Recommendation
from kibitz.core.units import Unit, format_amount

UNIT_NAMES = {
    Unit.WIN: "to win",
    Unit.EQUITY: "equity",
    Unit.POINTS: "points",
    Unit.DOLLARS: "expected",
    Unit.PAWNS: "value",
    Unit.PAYOFF: "value",
}
"""The label above the value of a choice, by its unit."""
MAX_SHORT_MIX = 2
"""Number of choices of a mix that fits the headline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvicePanel:
    """A recommendation as its panel shows it; the reason is split into a lead and the rest."""

    answer: str
    eyebrow: str = ""
    worth: str = ""
    unit: str = ""
    lead: str = ""
    reason: str = ""
    reasons: tuple[str, ...] = ()
    rule: str = ""
    rule_cost: str = ""
    """The loss of not following the rule."""
    formula: str = ""
    second: str = ""
    second_grade: str = ""
    second_loss: str = ""
    """The next best choice, if choices are not numbers."""
    plateau: str = ""
    own: str = ""
    grade: str = ""
    judgement: str = ""
    own_worth: str = ""
    limits: tuple[str, ...] = ()
    mix: tuple[tuple[str, float], ...] = ()
    """The choices of a mixed strategy with their chances."""
    dial: Slider | None = None
    """The slider inside the panel; ``typed`` are the values of its two fields."""
    typed: tuple[str, str] = ("", "")
    facts: tuple[Fact, ...] = ()

    @property
    def is_for_seat(self) -> bool:
        """Whether it is for a player known by number."""
        return self.eyebrow[7:].isdigit()

    def eyebrow_text(self, alone: bool) -> str:
        """The line above the answer; a single recommendation is for the user."""
        mine = "you are " if alone and (len(self.eyebrow) == 1 or self.is_for_seat) else ""
        return f"Advice · {mine}{self.eyebrow}" if self.eyebrow else "Advice"


def _panel(counsel: Recommendation) -> AdvicePanel:
    """The panel without what the exhibit adds."""
    said = counsel.explanation
    answer = said.headline
    for mark in (" (", ":", ";"):
        answer = answer.partition(mark)[0]
    lead, reason, rest = "", said.reasons[0] if said.reasons else "", said.reasons[1:]
    first, colon, after = reason.partition(": ")
    if said.headline.startswith(f"{answer}: it "):  # what the choice does stands in the headline
        lead = f"It {said.headline.removeprefix(f'{answer}: it ')}"
    elif colon and len(first) <= 40:
        lead, reason = f"{first}:", after
    plateau = ""
    if counsel.plateau is not None:
        low, high = (counsel.label(each) for each in counsel.plateau)
        plateau = low if low == high else f"{low} to {high}"
    mine = counsel.judgement
    made_by = counsel.provenance
    limits = [made_by.evaluator, made_by.opponents, *(f"{name} {value}" for name, value in made_by.settings)]
    worth = format_amount(counsel.worth, counsel.unit)
    mix = _mix(counsel)
    if len(mix) == MAX_SHORT_MIX:
        answer = f"{mix[0][0].capitalize()} with {format_amount(mix[0][1], Unit.WIN)}, else {mix[1][0]}"
    judged: dict[str, Any] = (
        {}
        if mine is None
        else {
            "own": counsel.label(mine.choice),
            "grade": mine.grade,
            "judgement": mine.words,
            "own_worth": "" if mine.worth is None else format_amount(mine.worth, counsel.unit),
        }
    )
    rule, _, rule_cost = said.rule.partition("; ")
    return AdvicePanel(
        eyebrow=_player_name(counsel.player),
        answer=answer.rstrip("."),
        worth=worth.removesuffix(" points"),
        unit=UNIT_NAMES[counsel.unit],
        lead=lead,
        reason=reason,
        reasons=rest,
        rule=rule,
        rule_cost=rule_cost,
        **_runner_up(counsel, bool(mix)),
        plateau=plateau,
        limits=tuple(each for each in limits if each),
        mix=mix if len(mix) > 1 else (),
        **judged,
    )


def _mix(counsel: Recommendation) -> tuple[tuple[str, float], ...]:
    """The choices of a mixed strategy with their chances, most likely first."""
    if counsel.curve is not None and counsel.curve.mix is not None:
        drawn = list(zip(parse_choices(counsel.curve.choices), counsel.curve.mix, strict=True))
    else:
        drawn = [(each.choice, each.probability or 0.0) for each in counsel.best]
    return tuple(
        sorted(((counsel.label(choice), often) for choice, often in drawn if often), key=lambda each: -each[1])
    )


def _runner_up(counsel: Recommendation, mixed: bool) -> dict[str, Any]:
    """The next best choice with its loss and grade; empty for numbers and mixed strategies."""
    from kibitz.core.judgement import THRESHOLDS

    if mixed or counsel.plateau is not None or len(counsel.best) < 2 or counsel.unit not in THRESHOLDS:
        return {}
    second, mine = counsel.best[1], counsel.judgement
    if mine is not None and mine.choice == second.choice:
        return {}  # it is judged already
    grade = "best" if second.loss < ROUNDING_LOSS else THRESHOLDS[counsel.unit].grade(second.loss).word
    loss = format_option_loss(second.loss, counsel.unit)
    return {"second": counsel.label(second.choice), "second_grade": grade, "second_loss": loss}


def _player_name(player: str) -> str:
    """The player of the recommendation, unless it is the user."""
    return "" if player in ("you", "me") else f"player {player}" if player.isdigit() else player


def advice_panel(exhibit: AdviceExhibit, request: Request | None) -> AdvicePanel:
    """The panel of an exhibit; ``request`` has the values of the fields that its slider sets."""
    panel = replace(_panel(exhibit.counsel), facts=exhibit.facts)
    if exhibit.worth_name:
        panel = replace(panel, unit=exhibit.worth_name)
    rule, slider = exhibit.rule, exhibit.slider
    if rule is not None:
        panel = replace(panel, rule=rule.title, formula=rule.formula, rule_cost=rule.words)
    if slider is None:
        return panel
    held, own = (getattr(request, name, None) for name in (slider.field, slider.own))
    typed = "" if held is None else str(held), "" if own is None else str(own)
    reason = " ".join([panel.reason, *panel.reasons[:1]])  # what being right and being wrong leads to
    return replace(
        panel,
        reason=reason,
        reasons=panel.reasons[1:],
        eyebrow=slider.about or panel.eyebrow,
        dial=slider,
        typed=typed,
    )
