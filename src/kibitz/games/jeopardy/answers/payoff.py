"""What a contestant plays for, from the fields of a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from kibitz.core.errors import InputError
from kibitz.games.jeopardy.show import SEATS, Era

if TYPE_CHECKING:
    from kibitz.core.equities import FloatArray
    from kibitz.core.judgement import Thresholds
    from kibitz.games.jeopardy.final.payoffs import Payoff


class PayoffFields(Protocol):
    """Fields of requests that say what you play for."""

    @property
    def places(self) -> tuple[float, ...] | None: ...
    @property
    def wild_card(self) -> str | None: ...
    @property
    def series(self) -> tuple[int, ...] | None: ...
    @property
    def prizes(self) -> tuple[int, int] | None: ...
    @property
    def comeback(self) -> int | None: ...
    @property
    def aversion(self) -> float: ...


def payoff_of(request: PayoffFields, me: int, era: Era, *, in_match: bool = False) -> Payoff | None:
    """What seat ``me`` plays for; ``None`` where only winning the game counts."""
    given = [
        name
        for name, value in (
            ("places", request.places),
            ("wild-card", request.wild_card),
            ("series", request.series),
            ("prizes", request.prizes),
        )
        if value is not None
    ]
    if request.prizes is None:
        for name, value in (("comeback", request.comeback), ("aversion", request.aversion or None)):
            if value is not None:
                raise InputError(f"{name}: use it only together with prizes")
    if not given:
        return None
    if in_match:
        raise InputError(f"{given[0]}: leave it out in a match of two games, where second counts")
    if len(given) > 1:
        raise InputError(f"{given[1]}: cannot be combined with {given[0]}; play for one of them")
    return _payoff(request, me, era)


def grades_of(payoff: Payoff | None) -> Thresholds:
    """Losses that make an inaccuracy, a mistake and a blunder, in the unit of what you play for."""
    from kibitz.games.jeopardy.final.equities import FINAL_GRADES

    if payoff is None:
        return FINAL_GRADES
    from kibitz.games.jeopardy.final.payoff_explanation import payoff_grades

    return payoff_grades(payoff)


def values_of(payoff: Payoff | None, utilities: FloatArray) -> FloatArray:
    """Values as shown: chances, or dollars."""
    return utilities if payoff is None else payoff.values(utilities)


def _payoff(request: PayoffFields, me: int, era: Era) -> Payoff:
    from kibitz.games.jeopardy.final import payoffs

    if request.places is not None:
        return payoffs.payoff_for_places(request.places)
    if request.wild_card is not None:
        low, _, high = request.wild_card.partition("-")
        return payoffs.payoff_for_wild_card(int(low), int(high or low))
    if request.series is not None:
        if len(request.series) != SEATS:
            raise InputError("series: give the games won by each of the three players, such as 2,1,0")
        return payoffs.payoff_for_series(request.series, me)
    assert request.prizes is not None
    from kibitz.games.jeopardy.final.payoff_explanation import COMEBACK_DOLLARS

    comeback = COMEBACK_DOLLARS[era] if request.comeback is None else request.comeback
    return payoffs.payoff_for_money(request.prizes, comeback, request.aversion)
