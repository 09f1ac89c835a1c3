"""Cards: decision lists with their losses, as text and as Markdown; `card_svg` makes an index card to print."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kibitz.core import InputError
from kibitz.core.units import format_count
from kibitz.rules.games.game import ParametrizedGame
from kibitz.rules.language.condition import Guard, format_condition
from kibitz.rules.language.decision_list import DecisionList, Mix
from kibitz.rules.language.domain import Domain
from kibitz.rules.language.evaluation import Real
from kibitz.rules.language.explanation import format_value
from kibitz.rules.language.expression import Expression, format_expression
from kibitz.rules.language.notation import format_list
from kibitz.rules.losses import ROUNDING_LOSS, LossCheck, MeasuredOn, RoleLoss
from kibitz.version import __version__

TEXT_WIDTH = 72
MAX_SHOWN = 40
"""Maximum number of rules of one list on a card; the card says how many it omits."""

NO_BREAK = "\N{NO-BREAK SPACE}"
MAX_UNBROKEN = 50
"""Formulas up to this many characters stay on one line."""

FUNCTION_WORDS = {
    "floor": ("z", "z rounded down"),
    "ceil": ("z", "z rounded up"),
    "abs": ("z", "absolute value of z"),
    "min": ("y, z", "the smaller of y and z"),
    "max": ("y, z", "the larger of y and z"),
    "mod": ("y, z", "remainder of y divided by z"),
}
SIZE_WORDS = (("depth", "number of lines"), ("width", "most conditions in a line"))

_PRETTY = str.maketrans({"-": "\N{MINUS SIGN}", "*": "\N{MIDDLE DOT}"})


@dataclass(frozen=True, slots=True)
class CardRule:
    """One rule on a card: its guard, and the strategy of each role; ``when`` is empty in the last rule."""

    when: str
    plays: tuple[str, ...]

    @property
    def play(self) -> str:
        """The strategies of all roles in one line."""
        return "; ".join(self.plays)


@dataclass(frozen=True, slots=True)
class Section:
    """One list on the card: its roles, rules, definitions, size and loss."""

    heading: str
    lines: tuple[CardRule, ...]
    left_out: int
    where: tuple[str, ...]
    size: str
    costs: tuple[str, ...]
    """The loss of the list, and remarks on the game."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card: title, ranges of the parameters, a section for each list, and the provenance of the losses."""

    title: str
    given: str
    sections: tuple[Section, ...]
    provenance: str
    symbols: tuple[str, ...] = ()
    """Meanings of names, functions and terms on the card: ``p1: your chance to beat P1``."""


def game_card(game: ParametrizedGame, lists: Sequence[DecisionList], check: LossCheck | None, source: str = "") -> Card:
    """The card of ``lists`` for ``game``; ``source`` says where the lists come from, such as ``corrected``."""
    if not lists:
        raise InputError(f"lists: the game {game.name} has none for a card")
    origin = [f"kibitz {__version__}", f"{source} list" if source else "", _describe_measurement(check)]
    remarks: tuple[str, ...] = getattr(game, "remarks", ())
    sections = tuple(_section(decisions, check, remarks) for decisions in lists)
    provenance = " · ".join(part for part in origin if part)
    return Card(game.title, _describe_domain(game.domain), sections, provenance, symbols_of(game.symbols, lists))


def symbols_of(names: Sequence[tuple[str, str]], lists: Sequence[DecisionList]) -> tuple[str, ...]:
    """Meanings of the names, of the functions in the lists, and of the terms for their size."""
    text = "\n".join(map(format_list, lists))
    used = [
        (f"{name}({arguments})", meaning)
        for name, (arguments, meaning) in FUNCTION_WORDS.items()
        if re.search(rf"\b{name}\(", text)
    ]
    return tuple(f"{name}: {meaning}" for name, meaning in (*names, *used, *SIZE_WORDS))


def pretty(expression: Expression) -> str:
    """An expression with typographic signs, ``1 − 2·p2``, and no break inside unless it is long."""
    return _join_unbroken(format_expression(expression).translate(_PRETTY))


def pretty_guard(guard: Guard) -> str:
    """A guard with typographic signs: ``p1 ≥ 1/2 and p2 ≠ 0``."""
    return " and ".join(_join_unbroken(_signs(format_condition(condition))) for condition in guard.conditions)


def pretty_mix(mix: Mix) -> str:
    """A strategy as text: ``2``, or ``1 with (1 − p1)/2, otherwise 2``."""
    if not mix.weights:
        return str(mix.rest)
    parts = [f"{_join_unbroken(label)} with {pretty(weight)}" for label, weight in mix.weights]
    return ", ".join(parts if mix.rest is None else [*parts, _join_unbroken(f"otherwise {mix.rest}")])


def _signs(text: str) -> str:
    return text.replace(">=", "≥").replace("<=", "≤").replace("!=", "≠").translate(_PRETTY)


def _join_unbroken(text: str) -> str:
    return text.replace(" ", NO_BREAK) if len(text) <= MAX_UNBROKEN else text


def _describe_domain(domain: Domain) -> str:
    parts = [*(str(parameter) for parameter in domain.parameters), *(str(each) for each in domain.constraints)]
    return ", ".join(_join_unbroken(_signs(part)) for part in parts)


def _section(decisions: DecisionList, check: LossCheck | None, remarks: Sequence[str]) -> Section:
    guards = ["if " + pretty_guard(rule.guard) for rule in decisions.rules[:MAX_SHOWN]]
    lines = [CardRule(guard, _plays(decisions, i)) for i, guard in enumerate(guards)]
    lines.append(CardRule("", _plays(decisions, len(decisions.rules))))
    return Section(
        heading=" and ".join(decisions.roles),
        lines=tuple(lines),
        left_out=max(len(decisions.rules) - MAX_SHOWN, 0),
        where=tuple(_join_unbroken(f"{name} = {pretty(each)}") for name, each in decisions.definitions[:MAX_SHOWN]),
        size=f"depth {decisions.depth:,}, width {decisions.width:,}",
        costs=(*(() if check is None else _costs(decisions.roles, check)), *map(_signs, remarks)),
    )


def _plays(decisions: DecisionList, index: int) -> tuple[str, ...]:
    mixes = decisions.outcomes[index]
    if len(mixes) == 1:
        return (pretty_mix(mixes[0]),)
    named = zip(decisions.roles, mixes, strict=True)
    return tuple(f"{_join_unbroken(role)}: {pretty_mix(mix)}" for role, mix in named)


def _costs(roles: tuple[str, ...], check: LossCheck) -> tuple[str, ...]:
    texts = [describe_cost(check.for_role(role), check) for role in roles]
    if len(set(texts)) == 1:
        return (texts[0],)
    return tuple(f"{role}: {text}" for role, text in zip(roles, texts, strict=True))


def describe_cost(loss: RoleLoss, check: LossCheck) -> str:
    """The loss of the list and the evidence for it."""
    undefined = ""
    if loss.undefined:
        where = describe_point(loss.undefined_point)
        undefined = f"; no answer at {loss.undefined:,} of {format_count(check.n, 'point')}, such as {where}"
    mean = f"{format_card_loss(loss.mean)} on average"
    if loss.mean_se is not None and loss.mean > ROUNDING_LOSS:
        mean += f" (± {format_card_loss(loss.mean_se)})"
    if loss.certified is not None:
        if loss.certified == 0:
            scope = check.proved_for or "every point"
            return f"no loss: proved for {scope}{' where it has an answer' if loss.undefined else ''}{undefined}"
        return f"loss at most {format_card_loss(loss.certified, up=True)} (proved), {mean}{undefined}"
    if loss.worst <= ROUNDING_LOSS and check.complete:
        return f"no loss: checked at all {format_count(check.n, 'point')}{undefined}"
    if loss.worst <= ROUNDING_LOSS:
        return f"no loss at {format_count(check.n - loss.undefined, 'point')}{undefined}"
    return f"loss up to {format_card_loss(loss.worst)}, at {describe_point(loss.worst_point)}; {mean}{undefined}"


def format_card_loss(loss: Real, up: bool = False) -> str:
    """A loss with three digits, rounded up if ``up``."""
    value = float(loss)
    if value == 0 or (isinstance(loss, Fraction) and loss.denominator <= 60):
        return format_value(loss) if isinstance(loss, Fraction) else "0"
    text = f"{value:.3g}"
    if up and float(text) < value:
        text = f"{value + 10.0 ** (_exponent(value) - 2):.3g}"
    return f"{float(text):.10f}".rstrip("0") if 1e-7 < value < 1 else text


def _exponent(value: float) -> int:
    return int(f"{value:e}".partition("e")[2])


def describe_point(point: tuple[tuple[str, Real], ...]) -> str:
    """``p1 = 0.73, p2 = 0.22``."""
    return ", ".join(f"{name} = {format_value(value)}" for name, value in point[:12])


def _describe_measurement(check: LossCheck | None) -> str:
    if check is None:
        return "loss not measured"
    where = {
        MeasuredOn.GRID: f"all {format_count(check.n, 'point')}"
        if check.complete
        else f"a grid of {format_count(check.n, 'point')}",
        MeasuredOn.SAMPLE: f"{format_count(check.n, 'random point')} (seed {check.seed})",
        MeasuredOn.POINTS: f"{format_count(check.n, 'point')}, exactly",
    }
    return f"{check.objective} on {where[check.how]}"


def card_text(card: Card, width: int = TEXT_WIDTH) -> str:
    """The card as plain text of at most ``width`` columns."""
    lines = [*textwrap.wrap(card.title, width), *textwrap.wrap(card.given, width)]
    lines += textwrap.wrap("; ".join(map(_join_unbroken, card.symbols)), width)
    lines.append("=" * width)
    for section in card.sections:
        room = width - len(section.size) - 2
        heading = section.heading if len(section.heading) <= room else section.heading[: room - 1] + "…"
        lines.append(f"{heading:<{room}}  {section.size}")
        for number, line in enumerate(section.lines, 1):
            last = number == len(section.lines)
            if last and section.left_out:
                lines += _wrap_text(f"… {format_count(section.left_out, 'more rule')} …", "     ", width)
                number += section.left_out
            guard = "otherwise" if last and len(section.lines) > 1 else line.when or "always"
            lines += _wrap_text(f"{number:>3}. {guard}: {line.play}", "     ", width)
        if section.where:
            lines += _wrap_text(f"     where {', '.join(section.where)}", "       ", width)
        for cost in section.costs:
            lines += _wrap_text(f"     {cost}", "     ", width)
        lines.append("-" * width)
    lines += textwrap.wrap(card.provenance, width)
    return "\n".join(lines).replace(NO_BREAK, " ") + "\n"


def _wrap_text(text: str, indent: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def card_markdown(card: Card) -> str:
    """The card as Markdown: a heading for the game, one for each list, numbered rules."""
    lines = [f"# {_plain(card.title)}", "", f"{_plain(card.given)}", ""]
    if card.symbols:
        lines += [_plain("; ".join(card.symbols)), ""]
    for section in card.sections:
        lines += [f"## {_plain(section.heading)}", ""]
        for number, line in enumerate(section.lines, 1):
            last = number == len(section.lines)
            guard = "otherwise" if last and len(section.lines) > 1 else line.when or "always"
            if last and section.left_out:
                lines += ["", f"*{format_count(section.left_out, 'more rule')} omitted*", ""]
            lines.append(f"{number + (section.left_out if last else 0)}. {_plain(guard)}: **{_plain(line.play)}**")
        if section.where:
            lines += ["", "where " + _plain(", ".join(section.where))]
        lines += ["", f"*{_plain(section.size)}*"]
        lines += [f"· *{_plain(cost)}*" for cost in section.costs]
        lines.append("")
    return "\n".join([*lines, f"<small>{_plain(card.provenance)}</small>", ""])


def _plain(text: str) -> str:
    """Text with Markdown characters escaped."""
    return re.sub(r"([\\`*_{}\[\]<>#|&!~])", r"\\\1", text.replace(NO_BREAK, " "))
