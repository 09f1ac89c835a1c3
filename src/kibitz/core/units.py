"""Units of equities, and the format of amounts in text."""

from __future__ import annotations

import math
from enum import StrEnum

MINUS = "\N{MINUS SIGN}"


class Unit(StrEnum):
    """The unit of an equity, always for the player who decides."""

    WIN = "win"
    """Chance to win, 0 to 1 (a shared win counts by its share)."""
    EQUITY = "equity"
    """Expected points of a game, cube at 1, as in backgammon money play."""
    POINTS = "points"
    """Points on a scoreboard."""
    DOLLARS = "dollars"
    """Money."""
    PAWNS = "pawns"
    """An engine's evaluation."""
    PAYOFF = "payoff"
    """Payoff of a matrix game, in the unit of the matrix."""


def format_money(dollars: float) -> str:
    """Dollars as ``$12,400``, negative ones as ``−$200``; cents only where there are any."""
    sign = MINUS if dollars < 0 else ""
    amount = abs(dollars)
    return f"{sign}${amount:,.0f}" if math.isclose(amount, round(amount)) else f"{sign}${amount:,.2f}"


def format_chance(probability: float, digits: int = 1) -> str:
    """A probability as ``43.6 %``."""
    return f"{100 * probability:.{digits}f} %".replace("-", MINUS)


def format_count(number: int, word: str) -> str:
    """A count with its noun: ``1 auction``, ``2 auctions``, ``12,000 words``."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def format_amount(amount: float, unit: Unit) -> str:
    """An equity in its unit: ``43.6 %``, ``$12,400``, ``+0.312``, ``12.5 points``."""
    if math.isinf(amount):
        return "never" if amount < 0 else "always"
    match unit:
        case Unit.WIN:
            return format_chance(amount)
        case Unit.DOLLARS:
            return format_money(amount)
        case Unit.EQUITY:
            return f"{amount:+.3f}".replace("-", MINUS)
        case Unit.PAWNS:
            return f"{amount:+.2f}".replace("-", MINUS)
        case Unit.POINTS:
            return f"{amount:.1f} points".replace("-", MINUS)
        case Unit.PAYOFF:
            return f"{amount:.4f}".replace("-", MINUS)


def format_loss(loss: float, unit: Unit) -> str:
    """What a choice costs against the best one, never negative: ``1.3 points`` of win chance, ``0.021``, ``$200``.

    A difference of chances is in points (hundredths), so that nobody reads it as a share of the chance. A loss too
    small for the usual digits gets three; nothing lost is ``0``.
    """
    if loss == 0:
        return "0"
    match unit:
        case Unit.WIN:
            return f"{100 * loss:.{1 if loss >= 0.0005 else 3}f} points"
        case Unit.DOLLARS:
            return format_money(loss)
        case Unit.POINTS:
            return f"{loss:.1f} points"
        case Unit.PAWNS:
            return f"{loss:.2f}"
        case Unit.EQUITY | Unit.PAYOFF:
            return f"{loss:.{3 if unit is Unit.EQUITY else 4}f}"
