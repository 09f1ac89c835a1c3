"""Lists and losses as plain values, and their text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from kibitz.rules.language.decision_list import DecisionList
    from kibitz.rules.losses import RoleLoss


class ListText(Struct, frozen=True):
    """A decision list with its size: depth is its number of lines, width the most conditions of a line."""

    title: str
    roles: tuple[str, ...]
    depth: int
    width: int
    text: str


class LossSummary(Struct, frozen=True):
    """The loss of the list of a role, in payoff units; ``certified`` is a bound proved for the whole domain.

    ``undefined`` counts points without an answer. A list without loss has no worst point.
    """

    role: str
    worst: float
    mean: float
    mean_se: float | None
    p95: float
    worst_point: dict[str, float]
    undefined: int
    undefined_point: dict[str, float]
    certified: float | None


def format_rule_loss(value: float | None) -> str:
    """A loss with three digits; rounding errors are 0 and ``None`` is a dash."""
    if value is None:
        return "\N{EN DASH}"
    return "0" if value <= 1e-12 else f"{value:.3g}" if value >= 1e-4 else f"{value:.1e}"


def format_point(point: dict[str, float]) -> str:
    return ", ".join(
        f"{name} = {f'{value:,.0f}' if abs(value) >= 1e4 else f'{value:.4g}'}" for name, value in point.items()
    )


def to_list_text(decisions: DecisionList) -> ListText:
    from kibitz.rules.language.notation import format_list

    return ListText(decisions.title, decisions.roles, decisions.depth, decisions.width, format_list(decisions))


def to_loss_summary(loss: RoleLoss) -> LossSummary:
    return LossSummary(
        loss.role,
        float(loss.worst),
        float(loss.mean),
        loss.mean_se,
        loss.p95,
        {name: float(value) for name, value in loss.worst_point},
        loss.undefined,
        {name: float(value) for name, value in loss.undefined_point},
        None if loss.certified is None else float(loss.certified),
    )
