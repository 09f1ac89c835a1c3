"""What the lists of a game play at one point, which rule fires and why."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from kibitz.app.families import find_game
from kibitz.app.lists import Edition, GameName, Lists, edition_of, loss_words, named_edition, refuse_edition_of_files
from kibitz.core.budget import budget
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, Request
from kibitz.core.work import Work

if TYPE_CHECKING:
    from kibitz.rules.games.game import ParametrizedGame
    from kibitz.rules.language.decision_list import DecisionList

APPLY_STEPS = 3_000_000
"""Budget of lists that are decided in fractions: some seconds."""
LARGEST = 10**300
"""Parameters stay below this, so that all of them are also floats."""


class Played(Struct, frozen=True):
    """What one list plays at a point, by role and action, and why; ``fired`` is the line, from 1."""

    roles: tuple[str, ...]
    strategies: dict[str, dict[str, float]]
    fired: int
    rule: str
    headline: str
    reasons: tuple[str, ...]


class ApplyAnswer(Answer, frozen=True, kw_only=True, tag="rules.apply/1"):
    """What the lists play at one point; losses by role, where the point has all parameters of the game and no more."""

    game: str
    edition: str
    point: dict[str, float]
    lists: tuple[Played, ...]
    losses: dict[str, float] | None

    def told(self) -> Explanation:
        reasons = tuple(reason for each in self.lists for reason in each.reasons)
        return Explanation("; ".join(each.headline for each in self.lists), reasons)

    def exhibits(self) -> Iterator[Exhibit]:
        for each in self.lists:
            yield Note(each.headline, "strong")
            for reason in each.reasons:
                yield Note(f"  · {reason}")
            yield Note(f"  {each.rule}", "quiet")
        if self.losses is not None:
            words = ", ".join(f"{role} {loss_words(loss)}" for role, loss in self.losses.items())
            yield Note(f"loses here: {words}")


class Apply(Request, frozen=True, kw_only=True):
    """What the lists of GAME play at one point, which rule fires, why, and what it loses there."""

    game: GameName
    at: Annotated[
        tuple[Annotated[str, Meta(max_length=120, pattern=r"^\s*[A-Za-z_]\w*\s*=[^,]+$")], ...],
        Meta(min_length=1, max_length=64, description="A parameter, such as p1=0.7.", examples=[["p1=0.7", "p2=2/5"]],
             extra={"metavar": "NAME=NUMBER", "accepts": "NAME=NUMBER, such as p1=0.7 or p1=2/3,"}),
    ]  # fmt: skip
    lists: Lists = ()
    edition: Edition | None = None

    def __post_init__(self) -> None:
        refuse_edition_of_files(self.lists, self.edition)

    def resolved(self) -> Self:
        return replace(self, edition=named_edition(self.game, self.lists, self.edition))

    def answer(self, work: Work) -> ApplyAnswer:
        game = find_game(self.game)
        point = self.point()
        edition, lists = edition_of(game, self.lists, self.edition)
        known = {*game.domain.names, *(name for decisions in lists for name in decisions.parameters)}
        if unknown := point.keys() - known:
            raise InputError(f"at: {min(unknown)!r} is not one of {', '.join(sorted(known))}")
        game.domain.check({name: value for name, value in point.items() if name in game.domain.names})
        with budget("lists", APPLY_STEPS):
            return self._applied(game, edition, lists, point)

    def _applied(
        self, game: ParametrizedGame, edition: str, lists: tuple[DecisionList, ...], point: dict[str, Fraction]
    ) -> ApplyAnswer:
        from kibitz.rules.games.game import MeasuredFamily, strategies_at

        played = []
        for decisions in lists:
            told = decisions.explain(point)
            mixes = dict(zip(decisions.roles, decisions.apply(point), strict=True))
            words = [
                game.in_words(role, label, point) for role, mix in mixes.items() for label in mix
            ] if isinstance(game, MeasuredFamily) else []  # fmt: skip
            strategies = {role: {label: float(often) for label, often in mix.items()} for role, mix in mixes.items()}
            played.append(Played(decisions.roles, strategies, decisions.fired(point) + 1, told.rule, told.headline,
                                 (*told.reasons, *words)))  # fmt: skip
        losses = None
        if set(point) == set(game.domain.names):
            losses = {role: float(loss) for role, loss in game.losses(strategies_at(lists, point), point).items()}
        return ApplyAnswer(
            game=game.name,
            edition=edition,
            point={name: float(value) for name, value in point.items()},
            lists=tuple(played),
            losses=losses,
        )

    def point(self) -> dict[str, Fraction]:
        """The parameters as exact numbers."""
        from kibitz.rules.language.expression import evaluate, parse_expression

        point: dict[str, Fraction] = {}
        for text in self.at:
            name, _, number = text.partition("=")
            try:
                value = evaluate(parse_expression(number), {})
            except InputError:
                value = None
            if not isinstance(value, Fraction) or abs(value) >= LARGEST or name.strip() in point:
                raise InputError(
                    f"at: NAME=NUMBER, such as p1=0.7 or p1=2/3, is accepted once a name, not {text[:60]!r}"
                )
            point[name.strip()] = value
        return point
