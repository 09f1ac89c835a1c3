"""Learnt lists as an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, counted
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.rules.answers.lists import loss_words

if TYPE_CHECKING:
    pass


class LearntList(Struct, frozen=True):
    """A list for a role (or for all roles together), its size, and what it is proved to lose at most.

    Where it was measured: mean loss with its standard error and worst loss on ``n`` fresh points. ``cells`` are those
    of its proof. ``bounds`` of a list of boxes are those with 1, 2, 3, ... boxes on the way.
    """

    role: str
    list: str
    depth: int
    width: int
    epsilon: float | None
    exact: bool
    undefined: tuple[str, ...]
    cells: int | None
    mean: float | None = None
    mean_se: float | None = None
    worst: float | None = None
    n: int | None = None
    samples: int | None = None
    templates: int | None = None
    guards: int | None = None
    bounds: tuple[float, ...] | None = None

    def told(self) -> str:
        """Size and cost in one line."""
        proved = "not proved" if self.epsilon is None else f"proved to lose at most {loss_words(self.epsilon)}"
        parts = [f"depth {self.depth}, width {self.width}", "proved exact" if self.exact else proved]
        if self.cells:
            parts.append(counted(self.cells, "cell"))
        if self.mean is not None:
            mean = f"mean {loss_words(self.mean)} ± {loss_words(self.mean_se)}"
            parts.append(f"{mean}, worst {loss_words(self.worst)} on {counted(self.n or 0, 'fresh point')}")
        return "; ".join([*parts, *(f"no answer where {equation}" for equation in self.undefined)])


class LearnAnswer(Answer, frozen=True, kw_only=True, tag="rules.learn/1"):
    """What was learnt; depth, width and epsilon are the largest of all roles. ``proofs`` are JSON, one object each."""

    files: ClassVar = {
        "out": "Write the lists to this file (with several roles: FILE, FILE.2, ...).",
        "proof": "Write the proofs to this file, for kibitz rules check --proof.",
    }

    game: str
    title: str
    kind: Literal["templates", "constants", "sampling", "grid"]
    seed: int
    depth: int
    width: int
    epsilon: float | None
    roles: tuple[LearntList, ...]
    proofs: tuple[str, ...]

    def told(self) -> Explanation:
        size = f"depth {self.depth}, width {self.width}"
        cost = "not proved" if self.epsilon is None else f"proved to lose at most {loss_words(self.epsilon)}"
        return Explanation(f"{self.title}: {size}, {cost}", tuple(f"{each.role}: {each.told()}" for each in self.roles))

    def exhibits(self) -> Iterator[Exhibit]:
        for each in self.roles:
            yield Note(each.list.rstrip(), "fixed")
            yield Note(f"# {each.told()}\n", "quiet")

    def file(self, kind: str) -> File:
        if kind == "out":
            return self.all_files(kind)[0]
        if not self.proofs:
            raise InputError("proof: no proof was found, so there is nothing to write")
        return File(f"{self.game}.jsonl", "application/jsonl", "".join(self.proofs).encode())

    def all_files(self, kind: str) -> tuple[File, ...]:
        if kind != "out":
            return (self.file(kind),)
        return tuple(
            File(f"{self.game}-{i}.txt", "text/plain", each.list.encode()) for i, each in enumerate(self.roles, 1)
        )
