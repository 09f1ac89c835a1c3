"""The exhibit of a recommendation: the advice, the rule of thumb, facts of the game, and a slider."""

from __future__ import annotations

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Tone
from kibitz.core.exhibits.summaries import Fact
from kibitz.core.recommendation import Recommendation
from kibitz.core.units import format_amount


class RuleOfThumb(Struct, frozen=True):
    """The rule of a card that fires here: its name, its formula, what it says here and its loss."""

    title: str
    formula: str
    words: str


class Slider(Struct, frozen=True, kw_only=True):
    """A chance of the question that a page sets inside the recommendation.

    ``field`` is the argument, ``value`` its current value, ``mark`` the default and ``note`` says whose default it is.
    ``about`` is the subject of the recommendation, and ``own`` the argument of the user's own choice.
    """

    field: str
    words: str
    value: float
    mark: float
    note: str
    about: str = ""
    own: str = ""
    own_words: str = ""


class AdviceExhibit(Exhibit, frozen=True):
    """A recommendation with its reasons, and what belongs to it."""

    counsel: Recommendation
    rule: RuleOfThumb | None = None
    facts: tuple[Fact, ...] = ()
    slider: Slider | None = None
    worth_name: str = ""
    """What the values are called, where it is not the name of their unit: ``match equity``."""

    def sentence(self) -> str:
        said = self.counsel.explanation
        lines = [said.headline if said.headline.endswith((".", "!", "?")) else said.headline + "."]
        lines += [f"· {reason}" for reason in said.reasons]
        if said.rule:
            lines.append(f"rule: {said.rule}")
        mine = self.counsel.judgement
        if mine is not None:
            worth = "" if mine.worth is None else f"{format_amount(mine.worth, self.counsel.unit)}, "
            lines.append(f"Your {self.counsel.label(mine.choice)}: {worth}{mine.words}.")
        if self.rule is not None:
            named = f"{self.rule.title}, {self.rule.formula}" if self.rule.formula else self.rule.title
            lines.append(f"Rule of thumb: {named}: {self.rule.words}.")
        lines += [f"{fact.title}: {fact.main} ({fact.more})." for fact in self.facts]
        if self.slider is not None:
            lines.append(f"{self.slider.note}.")
        return "\n".join(lines)

    @property
    def style(self) -> Tone:
        return "strong"
