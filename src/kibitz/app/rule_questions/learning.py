"""Learning decision lists: the shortest list found, constants on boxes, nearest samples, or baselines.

The methods ``sampling`` and ``grid`` are those of the paper: section 4 with the list of Theorem 2, and Lemma 4, which
bounds the loss of a strategy in games near the one it is optimal for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from kibitz.app.rule_questions.fields import Cells, GameRequest, Seed
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
"""Fields that each method uses. A field that the method does not use is an error."""
DEFAULT_SAMPLES = {"templates": 300, "sampling": 20, "grid": 20, "tree": 1_000, "regression": 1_000}
"""Few for ``sampling``: the list of Theorem 2 compares every sample with every other, so it grows quadratically."""
MIN_SAMPLES = 20
DEFAULT_LEAVES = 4


class LearnRequest(GameRequest, frozen=True, kw_only=True):
    """Learn the shortest decision lists for GAME and prove a bound on their loss: (depth, width, epsilon).

    The proofs can be saved and checked.
    """

    page_help: ClassVar[str] = (
        "Learn the shortest decision lists for a game and prove a bound on their loss: (depth, width, epsilon)."
    )
    uses: ClassVar = frozenset({"workers"})

    method: Annotated[
        Literal["templates", "sampling", "grid", "tree", "regression"],
        Meta(
            description="Search for formulas and prove them (templates). Or play the optimal strategy of the nearest "
            "random game (sampling) or of the grid cell (grid, with the bound of Lemma 4). As baselines, fit a tree of "
            "constants (tree) or a linear regression (regression)."
        ),
    ] = "templates"
    depth: Annotated[int, Meta(ge=1, le=8, description="Maximum number of lines of a list.")] | None = None
    width: (
        Annotated[int, Meta(ge=1, le=3, description="Maximum conditions of a rule.  [default: 1, 2 if needed]")] | None
    ) = None
    epsilon: Annotated[float, Meta(ge=0, description="Tolerated loss, in payoff units.")] = 0.0
    leaves: (
        Annotated[int, Meta(ge=1, le=4_096, description="Learn constant strategies on this many boxes instead.")] | None
    ) = None
    roles: Annotated[
        tuple[Annotated[str, Meta(max_length=60, pattern=r"^[\w ]+$")], ...],
        Meta(max_length=20, description="Learn only for this role; may be repeated.", extra={"option": "role"}),
    ] = ()
    samples: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=5_000,
                description="Games to solve and learn from.  [default: 300; 20 for sampling and grid, 1,000 for tree]",
            ),
        ]
        | None
    ) = None
    distance: (
        Annotated[
            Literal["l1", "l2", "linf"],
            Meta(description="Distance that defines the nearest sampled game.  [default: l2]"),
        ]
        | None
    ) = None
    cells: Cells = 400
    seconds: Annotated[
        float,
        Meta(gt=0, description="Time limit per role, in seconds. The answer is then the best list found by that time."),
    ] = 300.0
    seed: Seed = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        used = () if self.leaves else FIELDS_BY_METHOD[self.method]
        method = "constants on boxes (leaves)" if self.leaves else f"the method {self.method}"
        if self.leaves and self.method != "templates":
            raise InputError(f"method: cannot be combined with {method}")
        for name, default in default_fields(self).items():
            if name not in (*used, "method", "leaves", "game", "game_file") and getattr(self, name) != default:
                raise InputError(f"{'role' if name == 'roles' else name}: does not apply to {method}")
        if self.method == "templates" and (self.samples or MIN_SAMPLES) < MIN_SAMPLES:
            raise InputError(f"samples: must be a whole number from {MIN_SAMPLES} to 5,000, not {self.samples}")

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

        filled = self.with_defaults()
        samples = filled.samples or DEFAULT_SAMPLES["templates"]
        if self.leaves:
            return learn_boxes(game, work, self.leaves)
        if self.method == "sampling":
            return learn_by_sampling(game, work, samples, filled.distance or "l2", self.seed)
        if self.method == "grid":
            return learn_on_grid(game, work, samples, self.seed)
        if self.method in ("tree", "regression"):
            return learn_baseline(game, work, self.method, samples, self.depth or DEFAULT_LEAVES, self.seed)
        if isinstance(game, ProvingFamily):
            for name in ("depth", "width", "epsilon", "samples", "cells", "seconds", "seed"):
                if getattr(self, name) != default_fields(self)[name]:
                    raise InputError(f"{name}: does not apply to {game.name}, which has its own method of learning")
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
    """Default values by field, for the fields that have one."""
    names = request.__struct_fields__[-len(request.__struct_defaults__) :]
    return dict(zip(names, request.__struct_defaults__, strict=True))
