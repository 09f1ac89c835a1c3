"""What a person can ask: a frozen request that says how it is answered, and an answer that skins show.

Reading, checking, JSON and JSON schema are msgspec's. Modules with requests import no NumPy, so that help is instant;
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
"""``extra`` of a field that stands on the command line without its name."""


class Cost(StrEnum):
    """How long a request will take, so that a skin knows whether to wait, to show a bar, or to make a job of it."""

    INSTANT = "instant"
    SECONDS = "seconds"
    JOB = "job"


class File(NamedTuple):
    """A file made from an answer; only a skin saves it."""

    name: str
    media_type: str
    data: bytes


class Answer(Struct, frozen=True, kw_only=True, tag_field="schema", tag=""):
    """A typed answer. Each kind is declared with its schema:

    ``class VoteAnswer(Answer, frozen=True, kw_only=True, tag="parlour.vote/1")``.
    """

    files: ClassVar[Mapping[str, str]] = {}
    """Files that can be made from it: the command's option, and its line of help."""
    replaces_output: ClassVar[frozenset[str]] = frozenset()
    """Those of them that, once saved, are not shown as well."""

    def explain(self) -> Explanation:
        """The answer in words: a headline and its reasons."""
        counsel = getattr(self, "counsel", None)
        if isinstance(counsel, Recommendation):
            return counsel.explanation
        raise NotImplementedError

    def exhibits(self) -> Iterable[Exhibit]:
        """What to show, top to bottom."""
        raise NotImplementedError

    def file(self, kind: str) -> File:
        """The file of that kind, one of ``files``."""
        raise InputError(f"{kind}: no such file is made of this answer")

    def all_files(self, kind: str) -> tuple[File, ...]:
        """All files of that kind: one, unless the answer has several, a list for each role for instance."""
        return (self.file(kind),)


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question with its arguments; subclasses add fields with bounds and help, and answer:

    ``class Vote(Request, frozen=True, kw_only=True)``. The docstring of a subclass is the help of its command.
    """

    uses: ClassVar[frozenset[str]] = frozenset()
    """What of `WorkContext` it may use: ``workers`` (or a cluster), ``engine``, ``engines`` (a worker each) and
    ``cache``."""

    page_help: ClassVar[str] = ""
    """What its page says of it, where the docstring speaks of files and options."""

    def answer(self, work: WorkContext) -> Answer:
        """The answer; long work reports to ``work`` and can be cancelled there."""
        raise NotImplementedError

    def cost(self) -> Cost:
        """How long it will take."""
        return Cost.INSTANT

    def with_defaults(self) -> Self:
        """The same question with every default written out that depends on other fields, for links that last."""
        return self

    @classmethod
    def answer_type(cls) -> type[Answer]:
        """The type of its answers."""
        kind: type[Answer] = get_type_hints(cls.answer)["return"]
        return kind
