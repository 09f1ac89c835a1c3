"""Lists of a game as questions name them: its editions, or those in files."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import POSITIONAL_ARGUMENT, Request

if TYPE_CHECKING:
    from kibitz.rules.games.game import ParametrizedGame
    from kibitz.rules.language.decision_list import DecisionList

DEFAULT_EDITION = "corrected"
OLD_EDITIONS = {"printed": "published"}
"""Earlier names of editions that still work."""
"""The edition that is used where a game has it and none is named."""
DEFAULT_CELLS = 20
MAX_PARAMETER = 10**300
"""Parameters stay below this, so that all of them are also floats."""
MAX_PAYOFFS_QUICK_TO_LEARN = 16
"""Payoffs of the largest game for which a list is learnt where none is known."""
GameName = Annotated[
    str,
    Meta(
        max_length=60,
        pattern=r"^[a-z0-9-]+$",
        description="The game, by name.",
        examples=["final-5-3"],
        extra=POSITIONAL_ARGUMENT
        | {"accepts": "the name of a game, such as final-5-3 or kuhn,", "or_file": ("game_file", ".toml")},
    ),
]
GameFile = Annotated[
    Document,
    Meta(description="Your own game (TOML); a GAME that ends in .toml is read as one.", extra={"formerly": "own"}),
]
Lists = Annotated[
    tuple[Document, ...],
    Meta(max_length=20, description="A list to use, as text (- for stdin).", extra={"option": "list"}),
]
Edition = Annotated[
    str,
    Meta(
        max_length=40,
        pattern="^[a-z]+$",
        description="Which known list: published (as in the paper) or corrected.  [default: corrected]",
    ),
]
Grid = Annotated[int, Meta(ge=1, le=2_000_000, description="Values of each parameter on the grid.")]
Sample = Annotated[int, Meta(ge=2, le=10_000_000, description="Measure on so many random points instead of a grid.")]
Proving = Annotated[bool, Meta(description="Seek a proof of the cost; by default where that takes seconds.")]
Cells = Annotated[int, Meta(ge=1, le=100_000, description="Largest number of cells of a proof.")]
_Numbers = tuple[Annotated[str, Meta(max_length=120, pattern=r"^\s*[A-Za-z_]\w*\s*=[^,]+$")], ...]
_NAMED = {"metavar": "NAME=NUMBER", "accepts": "NAME=NUMBER, such as p1=0.7 or p1=2/3,"}
At = Annotated[
    _Numbers,
    Meta(max_length=64, description="A parameter, such as p1=0.7.", examples=[["p1=0.7", "p2=2/5"]], extra=_NAMED),
]
Fixed = Annotated[
    _Numbers,
    Meta(max_length=64, description="A parameter that is fixed, such as y1=1/4.", extra=_NAMED | {"option": "at"}),
]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="Seed of the random numbers.")]


class GameRequest(Request, frozen=True, kw_only=True):
    """What every question about lists has: a game by name, or one of one's own."""

    game: GameName | None = None
    game_file: GameFile | None = None

    def __post_init__(self) -> None:
        if (self.game is None) == (self.game_file is None):
            raise InputError("game: the name of a game, such as final-5-3, or a file such as game.toml is needed")

    def family(self) -> ParametrizedGame:
        """The game."""
        from kibitz.app.rule_questions.game_families import find_game

        if self.game_file is None:
            return find_game(self.game or "")
        from kibitz.rules.games.game_file import parse_game

        return parse_game(self.game_file.read_text(), self.game_file.name)


def _given_lists(documents: tuple[Document, ...], game: ParametrizedGame) -> tuple[DecisionList, ...]:
    from kibitz.rules.language.notation import parse_list

    lists = []
    for document in documents:
        try:
            lists.append(parse_list(document.read_text()))
        except InputError as error:
            raise InputError(f"{document.name}: {error}") from None
        for role in lists[-1].roles:
            if role not in game.roles:
                raise InputError(f"{document.name}: the list is for {role!r}, but the game has {', '.join(game.roles)}")
    return tuple(lists)


def editions(game: ParametrizedGame, documents: tuple[Document, ...]) -> dict[str, tuple[DecisionList, ...]]:
    """The lists of the files, or those known for the game, by edition."""
    result = {"given": _given_lists(documents, game)} if documents else dict(game.lists())
    if not result and is_quick_to_learn(game):
        from kibitz.rules.learning.lists import learn

        result = {"learnt": learn(game, seed=1).lists}
    if not result:
        raise InputError(f"{game.name}: no list is known; give one with --list or learn one with kibitz rules learn")
    return result


def choose_edition(
    game: ParametrizedGame, documents: tuple[Document, ...], edition: str | None
) -> tuple[str, tuple[DecisionList, ...]]:
    """The edition asked for, or else the corrected one, or else the only one."""
    known = editions(game, documents)
    usual = DEFAULT_EDITION if DEFAULT_EDITION in known else next(reversed(known))
    chosen = OLD_EDITIONS.get(edition, edition) if edition else usual
    if chosen not in known:
        raise InputError(f"edition: one of {', '.join(known)} is accepted, not {chosen!r}")
    return chosen, known[chosen]


def is_quick_to_learn(game: ParametrizedGame) -> bool:
    """Whether a list is learnt in seconds where none is known: few actions."""
    from kibitz.rules.games.game import PolynomialGame

    return isinstance(game, PolynomialGame) and len(game.rows) * len(game.columns) <= MAX_PAYOFFS_QUICK_TO_LEARN


def edition_for_link(game: ParametrizedGame, documents: tuple[Document, ...], edition: str | None) -> str | None:
    """The edition that is meant, written out for links that last; none beside a list of one's own or learnt ones."""
    return None if documents or not game.lists() else choose_edition(game, (), edition)[0]


def refuse_edition_of_files(documents: tuple[Document, ...], edition: str | None) -> None:
    if documents and edition:
        raise InputError("edition: accepted for the known lists of a game, not beside a list of your own")


def parse_point(at: tuple[str, ...]) -> dict[str, Fraction]:
    """The parameters of NAME=NUMBER texts as exact numbers."""
    from kibitz.rules.language.expression import evaluate, parse_expression

    point: dict[str, Fraction] = {}
    for text in at:
        name, _, number = text.partition("=")
        try:
            value = evaluate(parse_expression(number), {})
        except InputError:
            value = None
        if not isinstance(value, Fraction) or abs(value) >= MAX_PARAMETER or name.strip() in point:
            raise InputError(f"at: NAME=NUMBER, such as p1=0.7 or p1=2/3, is accepted once a name, not {text[:60]!r}")
        point[name.strip()] = value
    return point
