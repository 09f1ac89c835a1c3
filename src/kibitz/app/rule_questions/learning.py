"""Learning decision lists: the shortest found, constants on boxes, or what was right at the nearest solved game.

The last two, ``sampling`` and ``grid``, are the paper's own methods: section 4 with the list of Theorem 2, and Lemma 4,
which bounds what a strategy loses in games near by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.app.rule_questions.fields import GameRequest, Seed
from kibitz.core.errors import InputError
from kibitz.core.question import Cost
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from kibitz.rules.games.game import ParametrizedGame
from kibitz.rules.answers.learning import (
    LearnAnswer,
    LearnResult,
    learn_baseline,
    learn_boxes,
    learn_by_game,
    learn_by_sampling,
    learn_on_grid,
    learn_templates,
)

FIELDS_BY_METHOD = {
    "templates": ("depth", "width", "epsilon", "roles", "samples", "cells", "seconds", "seed"),
    "sampling": ("samples", "distance", "seed"),
    "grid": ("samples", "seed"),
    "tree": ("samples", "depth", "seed"),
    "regression": ("samples", "seed"),
}
"""The fields that each way to learn looks at; others are refused, not ignored."""
DEFAULT_SAMPLES = {"templates": 300, "sampling": 20, "grid": 20, "tree": 1_000, "regression": 1_000}
"""The list of Theorem 2 compares every sample with every other, so its text grows with their square."""
MIN_SAMPLES = 20
DEFAULT_LEAVES = 4


class LearnRequest(GameRequest, frozen=True, kw_only=True):
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
        looked_at = () if self.leaves else FIELDS_BY_METHOD[self.method]
        way = "constants on boxes (leaves)" if self.leaves else f"the method {self.method}"
        if self.leaves and self.method != "templates":
            raise InputError(f"method: not accepted beside {way}")
        for name, default in default_fields(self).items():
            if name not in (*looked_at, "method", "leaves", "game", "game_file") and getattr(self, name) != default:
                raise InputError(f"{'role' if name == 'roles' else name}: not accepted for {way}")
        if self.method == "templates" and (self.samples or MIN_SAMPLES) < MIN_SAMPLES:
            raise InputError(f"samples: a whole number from {MIN_SAMPLES} to 5,000 is accepted, not {self.samples}")

    def cost(self) -> Cost:
        quick = self.method != "templates" or (self.leaves is not None and self.leaves <= 64)
        return Cost.SECONDS if quick else Cost.JOB

    def with_defaults(self) -> Self:
        if self.leaves:
            return self
        distance = self.distance or ("l2" if self.method == "sampling" else None)
        return replace(self, samples=self.samples or DEFAULT_SAMPLES[self.method], distance=distance)

    def answer(self, work: WorkContext) -> LearnAnswer:
        from kibitz.rules.proof.bounds import format_proofs

        game = self.family()
        result, proofs = self._learn_lists(game, work)
        bounds = [each.epsilon for each in result]
        known = [bound for bound in bounds if bound is not None]
        return LearnAnswer(
            game=game.name,
            title=game.title,
            kind="constants" if self.leaves else self.method,
            seed=self.seed,
            depth=max(each.depth for each in result),
            width=max(each.width for each in result),
            epsilon=max(known) if len(known) == len(bounds) else None,
            roles=result,
            proofs=tuple(format_proofs([proof]) for proof in proofs),
        )

    def _learn_lists(self, game: ParametrizedGame, work: WorkContext) -> LearnResult:
        from kibitz.rules.games.game import ProvingFamily

        settled = self.with_defaults()
        samples = settled.samples or DEFAULT_SAMPLES["templates"]
        if self.leaves:
            return learn_boxes(game, work, self.leaves)
        if self.method == "sampling":
            return learn_by_sampling(game, work, samples, settled.distance or "l2", self.seed)
        if self.method == "grid":
            return learn_on_grid(game, work, samples, self.seed)
        if self.method in ("tree", "regression"):
            return learn_baseline(game, work, self.method, samples, self.depth or DEFAULT_LEAVES, self.seed)
        if isinstance(game, ProvingFamily):
            for name in ("depth", "width", "epsilon", "samples", "cells", "seconds", "seed"):
                if getattr(self, name) != default_fields(self)[name]:
                    raise InputError(f"{name}: not accepted for {game.name}, which is learnt in a way of its own")
            return learn_by_game(game, self.roles, work)
        return learn_templates(
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


def default_fields(request: LearnRequest) -> dict[str, object]:
    """The fields that have a default, with it."""
    names = request.__struct_fields__[-len(request.__struct_defaults__) :]
    return dict(zip(names, request.__struct_defaults__, strict=True))
