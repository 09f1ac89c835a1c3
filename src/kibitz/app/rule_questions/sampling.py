"""Parameter sampling (sections 4 and 5 of the parametrized-games paper) as a question."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from kibitz.app.rule_questions.fields import At, GameRequest, Seed, parse_point
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.question import Cost
from kibitz.core.work import WorkContext
from kibitz.rules.answers.samples import SampleAnswer, answer_sample


class SampleRequest(GameRequest, frozen=True, kw_only=True):
    """Loss of parameter sampling: solve GAME at k random points and play the solution of the nearest one.

    The answer also suggests k. The solution of a general-sum game is its first pure equilibrium, or else a mixed one.
    """

    page_help: ClassVar[str] = (
        "Loss of parameter sampling: solve a game at k random points and play the solution of the nearest one."
    )

    k: Annotated[
        int, Meta(ge=1, le=100_000, description="Number of games to solve.", extra={"label": "Games to solve"})
    ] = 100
    distance: Annotated[
        Literal["l1", "l2", "linf", "invariant"],
        Meta(description="Distance between games; invariant: by payoffs up to shift and scale (matrix games)."),
    ] = "l2"
    clusters: Annotated[bool, Meta(description="Solve at the centres of k clusters of more points (k-means).")] = False
    prior: (
        Annotated[
            Document,
            Meta(description="Points to draw from instead of the uniform distribution: CSV, one column per parameter."),
        ]
        | None
    ) = None
    at: At = ()
    epsilon: (
        Annotated[
            float,
            Meta(gt=0, description="Compute how many samples guarantee a mean loss below this (Theorem 1)."),
        ]
        | None
    ) = None
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def answer(self, work: WorkContext) -> SampleAnswer:
        from kibitz.app.rule_questions.fields import choose_edition
        from kibitz.rules.games.game import PolynomialGame

        game = self.family()
        game = getattr(game, "plans", None) or game  # a game with types is sampled by its plans
        if not isinstance(game, PolynomialGame):
            raise InputError(f"game: must have payoffs that are formulas of its parameters, which {game.name} has not")
        known = choose_edition(game, (), None)[1] if game.lists() else ()
        prior = None if self.prior is None else (self.prior.name, self.prior.read_text())
        return answer_sample(
            game,
            known,
            work,
            k=self.k,
            distance=self.distance,
            clusters=self.clusters,
            prior=prior,
            at=parse_point(self.at),
            epsilon=self.epsilon,
            seed=self.seed,
        )
