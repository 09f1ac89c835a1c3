"""Learning decision lists: the shortest found, or constants on boxes, with proofs of what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from kibitz.app.families import find_game
from kibitz.app.lists import GameName, Seed, loss_words
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, Cost, File, Request
from kibitz.core.work import Work

if TYPE_CHECKING:
    from kibitz.rules.games.game import ParametrizedGame
    from kibitz.rules.proof.proof import Proof


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
            parts.append(f"{self.cells:,} cell{'s' * (self.cells > 1)}")
        if self.mean is not None:
            mean = f"mean {loss_words(self.mean)} ± {loss_words(self.mean_se)}"
            parts.append(f"{mean}, worst {loss_words(self.worst)} on {self.n:,} fresh points")
        return "; ".join([*parts, *(f"no answer where {equation}" for equation in self.undefined)])


class LearnAnswer(Answer, frozen=True, kw_only=True, tag="rules.learn/1"):
    """What was learnt; depth, width and epsilon are the largest of all roles. ``proofs`` are JSON, one object each."""

    files: ClassVar = {
        "out": "Write the lists to this file (with several roles: FILE, FILE.2, ...).",
        "proof": "Write the proofs to this file, for kibitz rules check --proof.",
    }

    game: str
    title: str
    kind: Literal["templates", "constants"]
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


class Learn(Request, frozen=True, kw_only=True):
    """Learn the shortest lists for GAME and prove what they cost: (depth, width, epsilon) with a proof to check."""

    game: GameName
    depth: Annotated[int, Meta(ge=1, le=8, description="Most strategies of a list, counting the last line.")] | None = (
        None
    )
    width: Annotated[int, Meta(ge=1, le=3, description="Most conditions of a rule.")] = 1
    epsilon: Annotated[float, Meta(ge=0, description="Loss that is accepted, in payoff units.")] = 0.0
    leaves: (
        Annotated[int, Meta(ge=1, le=4_096, description="Learn constant strategies on so many boxes instead.")] | None
    ) = None
    roles: Annotated[
        tuple[Annotated[str, Meta(max_length=60, pattern=r"^[\w ]+$")], ...],
        Meta(max_length=20, description="Only for this role; may be repeated.", extra={"option": "role"}),
    ] = ()
    samples: Annotated[int, Meta(ge=20, le=5_000, description="Games solved to learn from.")] = 300
    cells: Annotated[int, Meta(ge=1, le=100_000, description="Largest number of cells of a proof.")] = 400
    seconds: Annotated[
        float, Meta(gt=0, description="Longest time for a role; then the best list found so far is given.")
    ] = 300.0
    seed: Seed = 1

    def __post_init__(self) -> None:
        if self.leaves is None:
            return
        usual = Learn(game=self.game)
        for name in ("depth", "width", "epsilon", "roles", "samples", "cells", "seconds", "seed"):
            if getattr(self, name) != getattr(usual, name):
                raise InputError(f"{name.removesuffix('s') if name == 'roles' else name}: "
                                 "accepted for lists with formulas, not for constants on boxes (leaves)")  # fmt: skip

    def cost(self) -> Cost:
        return Cost.SECONDS if self.leaves is not None and self.leaves <= 64 else Cost.JOB

    def answer(self, work: Work) -> LearnAnswer:
        from kibitz.rules.proof.proved import format_proofs

        game = find_game(self.game)
        found, proofs = self._boxes(game, work) if self.leaves else self._templates(game, work)
        bounds = [each.epsilon for each in found]
        known = [bound for bound in bounds if bound is not None]
        return LearnAnswer(
            game=game.name,
            title=game.title,
            kind="constants" if self.leaves else "templates",
            seed=self.seed,
            depth=max(each.depth for each in found),
            width=max(each.width for each in found),
            epsilon=max(known) if len(known) == len(bounds) else None,
            roles=found,
            proofs=tuple(format_proofs([proof]) for proof in proofs),
        )

    def _templates(self, game: ParametrizedGame, work: Work) -> tuple[tuple[LearntList, ...], tuple[Proof, ...]]:
        """The shortest lists found, one a role, with the bounds that their proofs give when verified again."""
        from kibitz.rules.language.notation import format_list
        from kibitz.rules.learning.lists import learn
        from kibitz.rules.proof.proved import proved_bounds

        learned = learn(
            game,
            depth=self.depth,
            width=self.width,
            epsilon=self.epsilon,
            samples=self.samples,
            max_cells=self.cells,
            seconds=self.seconds,
            roles=self.roles or None,
            seed=self.seed,
            progress=work.noting("learning"),
        )
        proofs = tuple(each.proof for each in learned.roles if each.proof is not None)
        bounds = proved_bounds(proofs, game)
        return tuple(
            LearntList(
                role=each.role,
                list=format_list(each.decision_list),
                depth=each.depth,
                width=each.width,
                epsilon=None if each.role not in bounds else float(bounds[each.role]),
                exact=bounds.get(each.role) == 0,
                undefined=tuple(each.undefined),
                cells=None if each.proof is None else len(each.proof.cells),
                mean=each.mean,
                mean_se=each.mean_se,
                worst=each.worst,
                n=each.n_measured,
                samples=each.n_samples,
                templates=each.n_templates,
                guards=each.n_guards,
            )
            for each in learned.roles
        ), proofs

    def _boxes(self, game: ParametrizedGame, work: Work) -> tuple[tuple[LearntList, ...], tuple[Proof, ...]]:
        """One list of constant strategies on boxes, with the bound on the sum of the roles' losses."""
        from kibitz.rules.language.notation import format_list
        from kibitz.rules.learning.partition import partition
        from kibitz.rules.proof.proved import proved_bounds

        cut = partition(game, leaves=self.leaves or 1, progress=work.noting("cutting"))
        decisions = cut.decision_list
        bound = max(proved_bounds((cut.proof,), game).values())
        found = LearntList(
            role=" and ".join(decisions.roles),
            list=format_list(decisions),
            depth=decisions.depth,
            width=decisions.width,
            epsilon=float(bound),
            exact=bound == 0,
            undefined=tuple(cut.proof.undefined),
            cells=len(cut.proof.cells),
            bounds=tuple(cut.bounds),
        )
        return (found,), (cut.proof,)
