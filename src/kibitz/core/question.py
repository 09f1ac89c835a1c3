"""Questions: a frozen request knows how it is answered, and its answer knows what to show.

msgspec does parsing, validation, JSON and JSON schema. Modules with requests import no NumPy, so that help is instant;
`answer` imports what it needs. `kibitz.app.catalogue` lists all requests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import ClassVar, NamedTuple, Self, get_type_hints

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit
from kibitz.core.explanation import Explanation
from kibitz.core.recommendation import Recommendation
from kibitz.core.work import WorkContext

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
