"""Fields that the questions about decision lists share: the game, its lists, points and seeds."""

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
"""The edition to use where the request names none and the game has this one."""
OLD_EDITIONS = {"printed": "published"}
"""Earlier names of editions that still work."""
DEFAULT_CELLS = 20
MAX_PARAMETER = 10**300
"""Bound on the absolute value of a parameter, so that every parameter is also a float."""
MAX_PAYOFFS_QUICK_TO_LEARN = 16
"""Number of payoffs up to which kibitz learns a list on the spot if the game has none."""
MAX_SETS_QUICK_TO_LEARN = 16
"""Information sets of both players up to which kibitz learns the lists of a tree on the spot."""
GameName = Annotated[
    str,
    Meta(
        max_length=60,
        pattern=r"^[a-z0-9-]+$",
        description="Name of the game.",
        examples=["final-5-3"],
        extra=POSITIONAL_ARGUMENT
        | {"accepts": "the name of a game, such as final-5-3 or kuhn", "or_file": ("game_file", (".toml", ".efg"))},
    ),
]
GameFile = Annotated[
    Document,
    Meta(
        description="Your own game as a TOML file. You can also give this file as GAME.",
        extra={"formerly": "own", "label": "Your own game", "page_help": "Your own game as a TOML file."},
    ),
]
Lists = Annotated[
    tuple[Document, ...],
    Meta(
        max_length=20,
        description="A decision list to use instead of the known ones, as text (- for standard input).",
        extra={
            "option": "list",
            "label": "Your own list",
            "page_help": "A decision list to use instead of the known ones, as a text file.",
        },
    ),
]
Edition = Annotated[
    str,
    Meta(
        max_length=40,
        pattern="^[a-z]+$",
        description="Edition of the known lists: published (as in the paper) or corrected.  [default: corrected]",
    ),
]
Grid = Annotated[
    int,
    Meta(
        ge=1,
        le=2_000_000,
        description="Number of grid values of each parameter.",
        extra={"label": "Grid values per parameter"},
    ),
]
Sample = Annotated[
    int,
    Meta(
        ge=2,
        le=10_000_000,
        description="Number of random points to measure at, instead of a grid.",
        extra={"label": "Random points"},
    ),
]
Proving = Annotated[
    bool,
    Meta(description="Search for a proof of the loss. By default kibitz does so where it takes seconds."),
]
Cells = Annotated[
    int,
    Meta(ge=1, le=100_000, description="Maximum number of cells of a proof.", extra={"label": "Cells of a proof"}),
]
_Numbers = tuple[Annotated[str, Meta(max_length=120, pattern=r"^\s*[A-Za-z_]\w*\s*=[^,]+$")], ...]
_NAMED = {"metavar": "NAME=NUMBER", "accepts": "NAME=NUMBER, such as p1=0.7 or p1=2/3"}
At = Annotated[
    _Numbers,
    Meta(
        max_length=64,
        description="Value of a parameter, such as p1=0.7.",
        examples=[["p1=0.7", "p2=2/5"]],
        extra=_NAMED | {"label": "Parameters", "page_help": "Values of the parameters, such as p1=0.7 p2=2/5."},
    ),
]
Fixed = Annotated[
    _Numbers,
    Meta(
        max_length=64,
        description="Value of a parameter that is not on an axis, such as y1=1/4.",
        extra=_NAMED
        | {
            "option": "at",
            "label": "Fixed parameters",
            "page_help": "Values of the parameters that are not on an axis, such as y1=1/4.",
        },
    ),
]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="Seed of the random numbers.")]


class GameRequest(Request, frozen=True, kw_only=True):
    """Base of the questions about decision lists: a game by name, or your own game as a file."""

    game: GameName | None = None
    game_file: GameFile | None = None

    def __post_init__(self) -> None:
        if (self.game is None) == (self.game_file is None):
            raise InputError("game: give either the name of a game, such as final-5-3, or a file, such as game.toml")

    def family(self) -> ParametrizedGame:
        """The game that the request names or defines."""
        from kibitz.app.rule_questions.game_families import find_game

        if self.game_file is None:
            return find_game(self.game or "")
        from kibitz.rules.games.game_file import parse_game
        from kibitz.rules.games.tree_file import parse_parametric_efg
        from kibitz.solve.gambit import is_gambit_text

        text, name = self.game_file.read_text(), self.game_file.name
        return parse_parametric_efg(text, name) if is_gambit_text(text) else parse_game(text, name)


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
                raise InputError(
                    f"{document.name}: the list is for {role!r}, but the roles of the game are {', '.join(game.roles)}"
                )
    return tuple(lists)


def editions(game: ParametrizedGame, documents: tuple[Document, ...]) -> dict[str, tuple[DecisionList, ...]]:
    """Lists by edition: those of the files, or those known for the game, or learnt ones if the game is small."""
    result = {"given": _given_lists(documents, game)} if documents else dict(game.lists())
    if not result and is_quick_to_learn(game):
        from kibitz.rules.games.tree_family import TreeFamily
        from kibitz.rules.learning.lists import learn
        from kibitz.simulate.executors import no_progress

        result = {"learnt": game.learn(no_progress) if isinstance(game, TreeFamily) else learn(game, seed=1).lists}
    if not result:
        raise InputError(f"{game.name}: no list is known; give your own list or learn one with kibitz theory learn")
    return result


def choose_edition(
    game: ParametrizedGame, documents: tuple[Document, ...], edition: str | None
) -> tuple[str, tuple[DecisionList, ...]]:
    """The edition of the request with its lists; by default the corrected one, or else the only one."""
    known = editions(game, documents)
    default = DEFAULT_EDITION if DEFAULT_EDITION in known else next(reversed(known))
    chosen = OLD_EDITIONS.get(edition, edition) if edition else default
    if chosen not in known:
        raise InputError(f"edition: must be one of {', '.join(known)}, not {chosen!r}")
    return chosen, known[chosen]


def is_quick_to_learn(game: ParametrizedGame) -> bool:
    """Whether kibitz learns a list for the game in seconds: the game has few actions."""
    from kibitz.rules.games.game import PolynomialGame
    from kibitz.rules.games.tree_family import TreeFamily

    if isinstance(game, TreeFamily):
        return len(game.roles) <= MAX_SETS_QUICK_TO_LEARN and len(game.domain.names) == 1
    return isinstance(game, PolynomialGame) and len(game.rows) * len(game.columns) <= MAX_PAYOFFS_QUICK_TO_LEARN


def edition_for_link(game: ParametrizedGame, documents: tuple[Document, ...], edition: str | None) -> str | None:
    """The edition by name, so that links keep their meaning; ``None`` for lists from files and learnt lists."""
    return None if documents or not game.lists() else choose_edition(game, (), edition)[0]


def refuse_edition_of_files(documents: tuple[Document, ...], edition: str | None) -> None:
    if documents and edition:
        raise InputError("edition: cannot be combined with your own list")


def parse_point(at: tuple[str, ...]) -> dict[str, Fraction]:
    """Parameters from texts of the form NAME=NUMBER, as exact fractions."""
    from kibitz.rules.language.expression import evaluate, parse_expression

    point: dict[str, Fraction] = {}
    for text in at:
        name, _, number = text.partition("=")
        try:
            value = evaluate(parse_expression(number), {})
        except InputError:
            value = None
        if not isinstance(value, Fraction) or abs(value) >= MAX_PARAMETER or name.strip() in point:
            raise InputError(
                f"at: give each parameter once as NAME=NUMBER, such as p1=0.7 or p1=2/3, not {text[:60]!r}"
            )
        point[name.strip()] = value
    return point
