"""Parts of answers where something else than winning one game counts: a match, or another payoff."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.units import Unit, format_chance, format_loss, format_money
from kibitz.games.jeopardy.fields import match_game

if TYPE_CHECKING:
    from kibitz.games.jeopardy.match.value import MatchContext
    from kibitz.games.jeopardy.position import Position


class RuleBet(Struct, frozen=True):
    """A bet in Final of game 2 within a rule of section 3.2, its match equity and what the rule costs."""

    rule: str
    wager: int
    worth: float
    cost: float


class MatchSummary(Struct, frozen=True):
    """Game of a match, totals of game 1 (``None`` in game 1), and the value of second place, where first is worth 1.

    Where known, also each player's chances to finish first and second and match equity, left to right.
    """

    game: int
    totals: tuple[int, int, int] | None
    second: float
    firsts: tuple[float, ...] = ()
    seconds: tuple[float, ...] = ()
    equities: tuple[float, ...] = ()
    rules: tuple[RuleBet, ...] = ()

    @property
    def description(self) -> str:
        """What the values mean."""
        won = "" if self.totals is None else ", after " + ", ".join(format_money(total) for total in self.totals)
        return f"Game {self.game} of a match{won}: match equity, with second place worth {self.second:g} of first."

    def exhibits(self) -> Iterator[Exhibit]:
        """What the values mean, and what rules cost."""
        yield Note(self.description, "quiet")
        if self.rules:
            rows = tuple(
                (each.rule, format_money(each.wager), format_chance(each.worth), format_loss(each.cost, Unit.WIN))
                for each in self.rules
            )
            yield Table(("rule of section 3.2", "wager", "match equity", "costs"), rows)


class PayoffSummary(Struct, frozen=True):
    """What the values of an answer are, where something else than winning counts.

    ``verb`` follows a value, such as "to advance"; ``chances`` are those to finish first, second and third with the
    recommended wager, where they are known.
    """

    description: str
    verb: str
    chances: tuple[float, ...] = ()

    @property
    def title(self) -> str:
        """What a chart of the values shows: ``chance to advance``, ``share of first place's value``."""
        kind = {"to": "chance", "of": "share"}.get(self.verb.partition(" ")[0], "dollars")
        return f"{kind} {self.verb}"


class MatchFields(Protocol):
    """Fields of requests that may be about a match."""

    @property
    def game(self) -> int | None: ...
    @property
    def totals(self) -> tuple[int, int, int] | None: ...
    @property
    def second(self) -> float: ...


def position_in_match(request: MatchFields, text: str) -> tuple[Position, MatchContext | None]:
    """Position of a state with the totals of the request, and its match."""
    from kibitz.games.jeopardy.match.value import MatchContext
    from kibitz.games.jeopardy.position import parse_position

    position = parse_position(text)
    totals = request.totals if request.totals is not None else position.totals
    game = match_game(request.game, totals)
    position = replace(position, totals=totals)
    return position, None if game is None else MatchContext(game, (1.0, request.second))


def to_match_summary(match: MatchContext, totals: tuple[int, int, int] | None) -> MatchSummary:
    """The match of an answer."""
    return MatchSummary(match.game, totals, match.weights[1])
