"""Questions: a frozen request knows how it is answered, and its answer knows what to show.

msgspec does parsing, validation, JSON and JSON schema. Modules with requests import no NumPy, so that help is instant;
`answer` imports what it needs. `kibitz.app.catalogue` lists all requests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self, get_type_hints

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit
from kibitz.core.explanation import Explanation
from kibitz.core.recommendation import Recommendation
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from os import PathLike

    from kibitz.core.data_table import DataTable

MAX_REPR_LINES, MAX_REPR_WIDTH = 5, 110
"""Most lines, and most characters per line, of an answer in an interactive session."""
NOTEBOOK_VIEW = "kibitz.web.notebook"
"""The module that draws an answer for a notebook. Imported by name: imports point down, and pages are above."""
POSITIONAL_ARGUMENT = {"argument": True}
"""``extra`` of a field that is a positional argument of its command."""


class Cost(StrEnum):
    """How long a request takes: whether a page answers at once, waits, or starts a job."""

    INSTANT = "instant"
    SECONDS = "seconds"
    JOB = "job"


class File(NamedTuple):
    """A file made from an answer; the command or the page saves it."""

    name: str
    media_type: str
    data: bytes


class Answer(Struct, frozen=True, kw_only=True, tag_field="schema", tag=""):
    """A typed answer. Each kind is declared with its schema:

    ``class VoteAnswer(Answer, frozen=True, kw_only=True, tag="parlour.vote/1")``.
    """

    files: ClassVar[Mapping[str, str]] = {}
    """Files that it can produce: the option of the command, and its line of help."""
    replaces_output: ClassVar[frozenset[str]] = frozenset()
    """Files that replace the output of the command when they are saved."""

    def explain(self) -> Explanation:
        """The explanation: a headline and its reasons."""
        counsel = getattr(self, "counsel", None)
        if isinstance(counsel, Recommendation):
            return counsel.explanation
        raise NotImplementedError

    def exhibits(self) -> Iterable[Exhibit]:
        """The exhibits, from top to bottom."""
        raise NotImplementedError

    def file(self, kind: str) -> File:
        """The file of that kind, one of ``files``."""
        raise InputError(f"{kind}: this answer has no such file")

    def all_files(self, kind: str) -> tuple[File, ...]:
        """All files of that kind: usually one, but for instance one list per role."""
        return (self.file(kind),)

    def tables(self) -> dict[str, DataTable]:
        """What the answer shows as tables of plain values, by title, in the order of a page.

        A recommendation has every choice with its value and loss, unrounded. Other tables are those of the page.
        """
        from kibitz.core.data_table import from_exhibit, from_recommendation
        from kibitz.core.exhibits.advice import AdviceExhibit

        result: dict[str, DataTable] = {}
        for title, exhibit in self._titled_tables().items():
            if isinstance(exhibit, AdviceExhibit):
                result[title] = from_recommendation(exhibit.counsel)
            elif (table := exhibit.table()) is not None:
                result[title] = from_exhibit(table)
        return result

    def table_titles(self) -> list[str]:
        """The titles of `tables`, without making them."""
        return list(self._titled_tables())

    def _titled_tables(self) -> dict[str, Exhibit]:
        """The exhibits that have a table, by its title."""
        from kibitz.core.exhibits.advice import AdviceExhibit

        result: dict[str, Exhibit] = {}
        for number, exhibit in enumerate(self.exhibits(), 1):
            table = None if isinstance(exhibit, AdviceExhibit) else exhibit.table()
            if isinstance(exhibit, AdviceExhibit):
                title = "choices"
            elif table is not None and table.columns:
                title = exhibit.title or table.title or f"table {number}"
            else:
                continue
            result[title if title not in result else f"{title} {number}"] = exhibit
        return result

    def table(self, title: str = "") -> DataTable:
        """One table of the answer: the first, or the one with this title. See `tables`."""
        tables = self.tables()
        if not tables:
            raise InputError(f"{type(self).__struct_config__.tag}: this answer has no table")
        if title and title not in tables:
            raise InputError(f"{title}: no such table; use one of {', '.join(tables)}")
        return tables[title or next(iter(tables))]

    def to_csv(self, path: str | PathLike[str] | None = None, title: str = "") -> str:
        """One table of the answer as CSV, also written to ``path`` if one is given. See `table`."""
        return self.table(title).to_csv(path)

    def __repr__(self) -> str:
        """The schema, the headline and the first reasons; at most five lines."""
        said = self.explain()
        lines = [f"<{type(self).__name__} {type(self).__struct_config__.tag}>", said.headline]
        lines += [f"· {reason}" for reason in said.reasons]
        short = (line if len(line) <= MAX_REPR_WIDTH else f"{line[: MAX_REPR_WIDTH - 1]}…" for line in lines)
        return "\n".join(" ".join(line.split()) for line in list(short)[:MAX_REPR_LINES])

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The answer in a notebook: as on its page, light or dark, and as plain text."""
        bundle: dict[str, str] = import_module(NOTEBOOK_VIEW).mime_bundle(self)
        return bundle


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question with its arguments. Subclasses add fields with bounds and help, and the method `answer`:

    ``class Vote(Request, frozen=True, kw_only=True)``. The docstring of a subclass is the help of its command.
    """

    uses: ClassVar[frozenset[str]] = frozenset()
    """Parts of `WorkContext` that it may use: ``workers`` (or a cluster), ``engine``, ``engines`` (one per worker) and
    ``cache``."""

    page_help: ClassVar[str] = ""
    """The help on its page, if the docstring mentions files and options."""

    def answer(self, work: WorkContext) -> Answer:
        """The answer. Long computations report progress to ``work`` and can be cancelled there."""
        raise NotImplementedError

    def cost(self) -> Cost:
        """How long it takes."""
        return Cost.INSTANT

    def with_defaults(self) -> Self:
        """The same question with explicit values for defaults that depend on other fields, for permanent links."""
        return self

    @classmethod
    def answer_type(cls) -> type[Answer]:
        """The type of its answers."""
        kind: type[Answer] = get_type_hints(cls.answer)["return"]
        return kind
