"""Learning decision lists: the shortest found, constants on boxes, or what was right at the nearest solved game.

The last two, ``sampling`` and ``grid``, are the paper's own methods: section 4 with the list of Theorem 2, and Lemma 4,
which bounds what a strategy loses in games near by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, Self, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from kibitz.app.families import find_game
from kibitz.app.lists import GameName, Seed
from kibitz.core.errors import InputError
from kibitz.core.question import Cost, Request
from kibitz.core.work import Work

if TYPE_CHECKING:
    from fractions import Fraction

    from kibitz.rules.games.game import ParametrizedGame, PolynomialGame
    from kibitz.rules.learning.sampling import SolvedSamples
    from kibitz.rules.proof.proof import Proof
from kibitz.rules.answers.learning import LearnAnswer, LearntList

DIGITS = 3
"""Decimals of sampled parameters, so that a list of them can be read."""
Learnt: TypeAlias = "tuple[tuple[LearntList, ...], tuple[Proof, ...]]"
USES = {
    "templates": ("depth", "width", "epsilon", "roles", "samples", "cells", "seconds", "seed"),
    "sampling": ("samples", "distance", "seed"),
    "grid": ("samples", "seed"),
}
"""The fields that each way to learn looks at; others are refused, not ignored."""
USUAL_SAMPLES = {"templates": 300, "sampling": 20, "grid": 20}
"""The list of Theorem 2 compares every sample with every other, so its text grows with their square."""
FEWEST_SAMPLES = 20
MEASURED = 20_000
"""Fresh points on which sampled lists are measured."""


class Learn(Request, frozen=True, kw_only=True):
    """Learn the shortest lists for GAME and prove what they cost: (depth, width, epsilon) with a proof to check."""

    game: GameName
    method: Annotated[
        Literal["templates", "sampling", "grid"],
        Meta(
            description="How: formulas that are sought and proved; what was right at the nearest of some random games; "
            "or at the middle of the cell of a grid, whose loss Lemma 4 of the paper bounds."
        ),
    ] = "templates"
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
    samples: (
        Annotated[
            int,
            Meta(ge=1, le=5_000, description="Games solved to learn from.  [default: 300; 20 for sampling and grid]"),
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
        looked_at = () if self.leaves else USES[self.method]
        way = "constants on boxes (leaves)" if self.leaves else f"the method {self.method}"
        if self.leaves and self.method != "templates":
            raise InputError(f"method: not accepted beside {way}")
        names = self.__struct_fields__[-len(self.__struct_defaults__) :]
        defaults = dict(zip(names, self.__struct_defaults__, strict=True))
        for name, default in defaults.items():
            if name not in (*looked_at, "method", "leaves") and getattr(self, name) != default:
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

        game = find_game(self.game)
        ways = {"templates": self._templates, "sampling": self._sampling, "grid": self._grid}
        found, proofs = (self._boxes if self.leaves else ways[self.method])(game, work)
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

    def _templates(self, game: ParametrizedGame, work: Work) -> Learnt:
        """The shortest lists found, one a role, with the bounds that their proofs give when verified again."""
        from kibitz.rules.language.notation import format_list
        from kibitz.rules.learning.lists import learn
        from kibitz.rules.proof.proved import proved_bounds

        learned = learn(
            game,
            depth=self.depth,
            width=self.width,
            epsilon=self.epsilon,
            samples=self.samples or USUAL_SAMPLES["templates"],
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

    def _boxes(self, game: ParametrizedGame, work: Work) -> Learnt:
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

    def _sampling(self, game: ParametrizedGame, work: Work) -> Learnt:
        """The list that plays what is right at the nearest of some random games (section 4 and Theorem 2)."""
        import numpy as np

        from kibitz.rules.learning.distance import DISTANCES
        from kibitz.rules.learning.sampling import draw_samples

        family, settled = _polynomial(game), self.resolved()
        distance = DISTANCES[settled.distance or "l2"]
        work.progress(0, 1, "sampling")
        samples = draw_samples(family, settled.samples or 1, np.random.default_rng(self.seed), distance, DIGITS)
        return (self._nearest(samples, None),), ()

    def _grid(self, game: ParametrizedGame, work: Work) -> Learnt:
        """The list that plays what is right in the middle of the cell of a grid, with the bound of Lemma 4."""
        import numpy as np

        from kibitz.rules.learning.sampling import solve_samples
        from kibitz.rules.proof.lipschitz import grid_bound, grid_cells

        family = _polynomial(game)
        along = max(int((self.resolved().samples or 1) ** (1 / len(family.domain.names)) + 1e-9), 1)
        work.progress(0, 1, "sampling")
        bound = grid_bound(family, along)
        middles = [[float((low + high) / 2) for low, high in cell] for cell in grid_cells(family.domain.box, along)]
        return (self._nearest(solve_samples(family, np.array(middles)), bound.loss),), ()

    def _nearest(self, samples: SolvedSamples, bound: Fraction | None) -> LearntList:
        import numpy as np

        from kibitz.rules.language.notation import format_list
        from kibitz.rules.learning.sampling import nearest_sample_list

        decisions = nearest_sample_list(samples, lean=True)
        fresh = samples.game.domain.sample(np.random.default_rng([self.seed, 1]), MEASURED)
        losses = np.maximum.reduce(list(samples.losses(fresh).values()))
        return LearntList(
            role=" and ".join(decisions.roles),
            list=format_list(decisions),
            depth=decisions.depth,
            width=decisions.width,
            epsilon=None if bound is None else float(bound),
            exact=bound == 0,
            undefined=(),
            cells=None,
            mean=float(losses.mean()),
            mean_se=float(losses.std(ddof=1) / len(losses) ** 0.5),
            worst=float(losses.max()),
            n=len(losses),
            samples=len(samples),
        )


def _polynomial(game: ParametrizedGame) -> PolynomialGame:
    from kibitz.rules.games.game import PolynomialGame

    if not isinstance(game, PolynomialGame):
        raise InputError(f"game {game.name}: a game whose payoffs are polynomials of its parameters is needed")
    return game
