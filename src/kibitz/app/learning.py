"""Learning decision lists: the shortest found, constants on boxes, or what was right at the nearest solved game.

The last two, ``sampling`` and ``grid``, are the paper's own methods: section 4 with the list of Theorem 2, and Lemma 4,
which bounds what a strategy loses in games near by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.app.lists import AboutGame, Seed
from kibitz.core.errors import InputError
from kibitz.core.question import Cost
from kibitz.core.work import Work

if TYPE_CHECKING:
    from kibitz.rules.games.game import ParametrizedGame
from kibitz.rules.answers.learning import LearnAnswer, Learnt, baseline, boxes, grid, own_way, sampling, templates

USES = {
    "templates": ("depth", "width", "epsilon", "roles", "samples", "cells", "seconds", "seed"),
    "sampling": ("samples", "distance", "seed"),
    "grid": ("samples", "seed"),
    "tree": ("samples", "depth", "seed"),
    "regression": ("samples", "seed"),
}
"""The fields that each way to learn looks at; others are refused, not ignored."""
USUAL_SAMPLES = {"templates": 300, "sampling": 20, "grid": 20, "tree": 1_000, "regression": 1_000}
"""The list of Theorem 2 compares every sample with every other, so its text grows with their square."""
FEWEST_SAMPLES = 20
USUAL_LEAVES = 4


class Learn(AboutGame, frozen=True, kw_only=True):
    """Learn the shortest lists for GAME and prove what they cost: (depth, width, epsilon) with a proof to check."""

    uses: ClassVar = frozenset({"workers"})

    method: Annotated[
        Literal["templates", "sampling", "grid", "tree", "regression"],
        Meta(
            description="How: formulas that are sought and proved; what was right at the nearest of some random games; "
            "at the middle of the cell of a grid, whose loss Lemma 4 of the paper bounds; or, to compare with, a tree "
            "of constants or a linear regression."
        ),
    ] = "templates"
    depth: Annotated[int, Meta(ge=1, le=8, description="Most strategies of a list, counting the last line.")] | None = (
        None
    )
    width: (
        Annotated[int, Meta(ge=1, le=3, description="Most conditions of a rule.  [default: 1, 2 if needed]")] | None
    ) = None
    epsilon: Annotated[float, Meta(ge=0, description="Loss that is accepted, in payoff units.")] = 0.0
    leaves: (
        Annotated[int, Meta(ge=1, le=4_096, description="Learn constant strategies on so many boxes instead.")] | None
    ) = None
    roles: Annotated[
        tuple[Annotated[str, Meta(max_length=60, pattern=r"^[\w ]+$")], ...],
        Meta(max_length=20, description="Only for this role; may be repeated.", extra={"option": "role"}),
    ] = ()
    samples: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=5_000,
                description="Games solved to learn from.  [default: 300; 20 for sampling and grid, 1,000 for tree]",
            ),
        ]
        | None
    ) = None
    distance: (
        Annotated[
            Literal["l1", "l2", "linf"],
            Meta(description="Which of the sampled games is the nearest.  [default: l2]"),
        ]
        | None
    ) = None
    cells: Annotated[int, Meta(ge=1, le=100_000, description="Largest number of cells of a proof.")] = 400
    seconds: Annotated[
        float,
        Meta(gt=0, description="Longest time for a role; then the best list found so far is given."),
    ] = 300.0
    seed: Seed = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        looked_at = () if self.leaves else USES[self.method]
        way = "constants on boxes (leaves)" if self.leaves else f"the method {self.method}"
        if self.leaves and self.method != "templates":
            raise InputError(f"method: not accepted beside {way}")
        for name, default in fields_of(self).items():
            if name not in (*looked_at, "method", "leaves", "game", "own") and getattr(self, name) != default:
                raise InputError(f"{'role' if name == 'roles' else name}: not accepted for {way}")
        if self.method == "templates" and (self.samples or FEWEST_SAMPLES) < FEWEST_SAMPLES:
            raise InputError(f"samples: a whole number from {FEWEST_SAMPLES} to 5,000 is accepted, not {self.samples}")

    def cost(self) -> Cost:
        quick = self.method != "templates" or (self.leaves is not None and self.leaves <= 64)
        return Cost.SECONDS if quick else Cost.JOB

    def resolved(self) -> Self:
        if self.leaves:
            return self
        distance = self.distance or ("l2" if self.method == "sampling" else None)
        return replace(self, samples=self.samples or USUAL_SAMPLES[self.method], distance=distance)

    def answer(self, work: Work) -> LearnAnswer:
        from kibitz.rules.proof.proved import format_proofs

        game = self.family()
        found, proofs = self._found(game, work)
        bounds = [each.epsilon for each in found]
        known = [bound for bound in bounds if bound is not None]
        return LearnAnswer(
            game=game.name,
            title=game.title,
            kind="constants" if self.leaves else self.method,
            seed=self.seed,
            depth=max(each.depth for each in found),
            width=max(each.width for each in found),
            epsilon=max(known) if len(known) == len(bounds) else None,
            roles=found,
            proofs=tuple(format_proofs([proof]) for proof in proofs),
        )

    def _found(self, game: ParametrizedGame, work: Work) -> Learnt:
        from kibitz.rules.games.game import ProvingFamily

        settled = self.resolved()
        samples = settled.samples or USUAL_SAMPLES["templates"]
        if self.leaves:
            return boxes(game, work, self.leaves)
        if self.method == "sampling":
            return sampling(game, work, samples, settled.distance or "l2", self.seed)
        if self.method == "grid":
            return grid(game, work, samples, self.seed)
        if self.method in ("tree", "regression"):
            return baseline(game, work, self.method, samples, self.depth or USUAL_LEAVES, self.seed)
        if isinstance(game, ProvingFamily):
            for name in ("depth", "width", "epsilon", "samples", "cells", "seconds", "seed"):
                if getattr(self, name) != fields_of(self)[name]:
                    raise InputError(f"{name}: not accepted for {game.name}, which is learnt in a way of its own")
            return own_way(game, self.roles, work)
        return templates(
            game,
            work,
            depth=self.depth,
            width=self.width,
            epsilon=self.epsilon,
            samples=samples,
            cells=self.cells,
            seconds=self.seconds,
            roles=self.roles,
            seed=self.seed,
        )


def fields_of(asked: Learn) -> dict[str, object]:
    """The fields that have a default, with it."""
    names = asked.__struct_fields__[-len(asked.__struct_defaults__) :]
    return dict(zip(names, asked.__struct_defaults__, strict=True))
