"""Parameter sampling as an answer: the loss with k samples, the suggested k, and the list of Theorem 2."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.work import WorkContext
from kibitz.rules.answers.lists import format_rule_loss

if TYPE_CHECKING:
    from fractions import Fraction

    from kibitz.core import FloatArray
    from kibitz.rules.games.game import PolynomialGame
    from kibitz.rules.language.decision_list import DecisionList

N_TEST_POINTS = 20_000
POINTS_PER_CLUSTER = 20
"""Points per cluster."""
MIN_SAVING_SHARE = 0.1
"""k is enough if twice as many samples save less than this share of the loss with one sample."""


class KLoss(Struct, frozen=True):
    """Loss with k samples at fresh points: mean with its standard error, and worst; the larger loss of the roles."""

    k: int
    mean: float
    mean_se: float
    worst: float


class SampleAnswer(Answer, frozen=True, kw_only=True, tag="rules.sample/1"):
    """Losses by k, the loss of the known or learnt list, the suggested k, and the strategies at a point.

    ``needed`` is the number of samples by the corrected Theorem 1, if the request has an epsilon.
    """

    files: ClassVar = {"out": "Write the list of Theorem 2, which plays the optimal strategy of the nearest sample."}

    game: str
    title: str
    distance: str
    clusters: bool
    prior: str | None
    seed: int
    losses: tuple[KLoss, ...]
    learnt: KLoss | None
    suggested: int
    needed: int | None
    played: dict[str, dict[str, float]] | None
    list: str | None

    def explain(self) -> Explanation:
        last = self.losses[-1]
        return Explanation(
            f"{self.title}: mean loss {format_rule_loss(last.mean)} with {last.k:,} samples; "
            f"more than {self.suggested:,} gain slowly"
        )

    def exhibits(self) -> Iterator[Exhibit]:
        from kibitz.rules.language.explanation import format_strategy

        yield Note(self.title, "strong")
        rows = [(f"{each.k:,}", *_loss_texts(each)) for each in self.losses]
        if self.learnt is not None:
            rows.append((f"list, {self.learnt.k} lines", *_loss_texts(self.learnt)))
        yield Table(("samples", "mean loss", "worst loss"), tuple(rows))
        yield Note(self.describe_gain())
        if self.needed is not None:
            yield Note(f"Theorem 1 (corrected): {self.needed:,} samples guarantee the mean loss")
        for role, mix in (self.played or {}).items():
            yield Note(f"{role} plays {format_strategy(mix)}")

    def describe_gain(self) -> str:
        """How much more samples help: whose loss it is, and from where on doubling saves little."""
        last, here = self.losses[-1], next(each for each in self.losses if each.k == self.suggested)
        gain = f"More than {self.suggested:,} samples gain slowly"
        gain = f"{gain}: twice as many save less than a tenth of the loss with one"
        halved = next((each.k for each in self.losses if each.mean <= here.mean / 2), None)
        if here is last:
            more = ""
        elif halved is None:
            more = f" Even {last.k:,} samples do not halve the loss with {here.k:,}."
        else:
            more = f" To halve the loss with {here.k:,} takes {halved:,} samples."
        return f"{gain}.{more} The loss is the larger one of the roles."

    def file(self, kind: str) -> File:
        if self.list is None:
            raise InputError("out: a list can be written only for up to 300 samples and the distances l1, l2 and linf")
        return File(f"{self.game}-samples.txt", "text/plain", self.list.encode())


def _loss_texts(each: KLoss) -> tuple[str, str]:
    return f"{format_rule_loss(each.mean)} ± {format_rule_loss(each.mean_se)}", format_rule_loss(each.worst)


def answer_sample(
    game: PolynomialGame,
    known: tuple[DecisionList, ...],
    work: WorkContext,
    *,
    k: int,
    distance: str,
    clusters: bool,
    prior: tuple[str, str] | None,
    at: dict[str, Fraction],
    epsilon: float | None,
    seed: int,
) -> SampleAnswer:
    """Draw, solve and measure samples, and compare with known lists; ``prior`` is name and text of a file of points."""
    import numpy as np

    from kibitz.rules.language.notation import format_list
    from kibitz.rules.learning.distance import DISTANCES, Distance, shift_scale_invariant
    from kibitz.rules.learning.sampling import (
        MAX_LISTED,
        cluster_samples,
        nearest_sample_list,
        points_of_prior,
        samples_needed,
        solve_samples,
    )

    rng = np.random.default_rng(seed)
    points = None if prior is None else points_of_prior(prior[1], game, prior[0])
    chosen: Distance = (
        shift_scale_invariant(len(game.rows), len(game.columns)) if distance == "invariant" else (DISTANCES[distance])
    )

    def draw_points(n: int, rng: np.random.Generator) -> FloatArray:
        return game.domain.sample(rng, n) if points is None else rng.choice(points, n)

    fresh = draw_points(N_TEST_POINTS, np.random.default_rng([seed, 1]))
    sizes = sorted({*(size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000) if size < k), k})
    work.progress(0, len(sizes), "sampling")
    everything = None if clusters else solve_samples(game, np.round(draw_points(k, rng), 3), chosen)
    losses = []
    solved = everything
    for number, size in enumerate(sizes, 1):
        solved = (
            cluster_samples(
                game, size, POINTS_PER_CLUSTER * size, np.random.default_rng([seed, 2, size]), chosen, points
            )
            if everything is None
            else everything.first(size)
        )
        losses.append(_summarise_losses(size, np.maximum.reduce(list(solved.losses(fresh).values()))))
        work.progress(number, len(sizes), "sampling")
    assert solved is not None
    learnt = None
    if known:
        result = game.check_losses(known, fresh)
        worst = np.maximum.reduce(list(result.values()))
        learnt = _summarise_losses(max(each.depth for each in known), worst[np.isfinite(worst)])
    listed = len(solved) <= MAX_LISTED and distance != "invariant" and k <= MAX_LISTED
    return SampleAnswer(
        game=game.name,
        title=game.title,
        distance=distance,
        clusters=clusters,
        prior=None if prior is None else prior[0],
        seed=seed,
        losses=tuple(losses),
        learnt=learnt,
        suggested=_suggest_k(losses),
        needed=None if epsilon is None else samples_needed(game, epsilon),
        played=solved.apply(at) if at else None,
        list=format_list(nearest_sample_list(solved, lean=True)) if listed else None,
    )


def _summarise_losses(k: int, losses: FloatArray) -> KLoss:
    mean_se = float(losses.std(ddof=1) / len(losses) ** 0.5)
    return KLoss(k, float(losses.mean()), mean_se, float(losses.max(initial=0.0)))


def _suggest_k(losses: list[KLoss]) -> int:
    """The smallest k after which each doubling saves less than a tenth of the loss with one sample."""
    for number, each in enumerate(losses):
        later = losses[number + 1 :]
        saved = [(each.mean - other.mean) / log2(other.k / each.k) for other in later]
        if all(saving < MIN_SAVING_SHARE * losses[0].mean for saving in saved):
            return each.k
    return losses[-1].k
