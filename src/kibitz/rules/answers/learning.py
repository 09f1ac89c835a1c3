"""Learnt lists as an answer, and the methods: formulas, constants on boxes, nearest samples, grid, baselines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.step_limit import StepLimitError
from kibitz.core.units import format_count
from kibitz.core.work import WorkContext
from kibitz.rules.answers.lists import format_rule_loss

if TYPE_CHECKING:
    from fractions import Fraction

    from kibitz.core.work import CheckpointStore, Progress
    from kibitz.rules.games.game import ParametrizedGame, PolynomialGame, ProvingFamily
    from kibitz.rules.language.decision_list import DecisionList
    from kibitz.rules.learning.lists import LearnedRole
    from kibitz.rules.learning.sampling import SolvedSamples
    from kibitz.rules.proof.proof import Proof

SAMPLE_DECIMALS = 3
"""Decimals of sampled parameters, so that their list is readable."""
N_FEW_TEST_POINTS = 2_000
"""Fresh points for lists of trees, whose loss takes a linear program at each where it is not 0."""
N_TEST_POINTS = 20_000
"""Fresh points on which sampled lists are measured."""
LearnResult: TypeAlias = "tuple[tuple[LearnedList, ...], tuple[Proof, ...]]"


class LearnedList(Struct, frozen=True):
    """A list for a role (or for all roles together), its size, and the proved bound on its loss.

    If measured, also the mean loss with its standard error and the worst loss on ``n`` fresh points. ``cells`` counts
    the cells of its proof. ``bounds`` of a list of boxes are the bounds with 1, 2, 3, ... boxes.
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
    proved_for: str | None = None
    """Scope of the proof, if that is more than the points of the domain."""
    n_undefined: int = 0
    """At how many of the ``n`` points the list has no answer."""
    shortest: bool = False
    """Whether no exact list whose guards compare the one parameter with numbers is shorter."""
    breakpoints: tuple[str, ...] = ()
    """What guards with powers of one parameter mean: ``5*p + 4*p^2 <= 2 means p <= (sqrt(57) - 5)/8``."""

    def describe(self) -> str:
        """Size and loss in one line."""
        proved = "not proved" if self.epsilon is None else f"loss proved to be at most {format_rule_loss(self.epsilon)}"
        parts = [f"depth {self.depth}, width {self.width}", "proved to have no loss" if self.exact else proved]
        if self.proved_for:
            parts.append(f"for {self.proved_for}")
        if self.cells:
            parts.append(format_count(self.cells, "cell"))
        if self.mean is not None:
            mean = f"mean {format_rule_loss(self.mean)} ± {format_rule_loss(self.mean_se)}"
            parts.append(f"{mean}, worst {format_rule_loss(self.worst)} on {format_count(self.n or 0, 'fresh point')}")
        if self.n_undefined:
            parts.append(f"no answer at {self.n_undefined:,} of {self.n or 0:,} points")
        if self.shortest:
            parts.append("no exact list that compares the parameter with numbers is shorter")
        parts.extend(self.breakpoints)
        return "; ".join([*parts, *(f"no answer where {equation}" for equation in self.undefined)])


class LearnAnswer(Answer, frozen=True, kw_only=True, tag="rules.learn/3"):
    """Learnt lists; depth, width and epsilon are the largest of all roles. ``proofs`` are JSON, one object each."""

    files: ClassVar = {
        "out": "Write the lists to this file (with several roles: FILE, FILE.2, ...).",
        "proof": "Write the proofs to this file, for kibitz theory check --proof.",
    }

    game: str
    title: str
    kind: Literal["templates", "constants", "sampling", "grid", "tree", "regression"]
    seed: int
    depth: int
    width: int
    epsilon: float | None
    roles: tuple[LearnedList, ...]
    proofs: tuple[str, ...]

    def explain(self) -> Explanation:
        size = f"depth {self.depth}, width {self.width}"
        loss = "not proved" if self.epsilon is None else f"loss proved to be at most {format_rule_loss(self.epsilon)}"
        return Explanation(
            f"{self.title}: {size}, {loss}", tuple(f"{each.role}: {each.describe()}" for each in self.roles)
        )

    def exhibits(self) -> Iterator[Exhibit]:
        for each in self.roles:
            yield Note(each.list.rstrip(), "fixed")
            yield Note(f"# {each.describe()}\n", "quiet")

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


def learn_templates(
    game: ParametrizedGame,
    work: WorkContext,
    *,
    depth: int | None,
    width: int | None,
    epsilon: float,
    samples: int,
    cells: int,
    seconds: float,
    roles: tuple[str, ...],
    seed: int,
) -> LearnResult:
    """The shortest lists found, one per role, with bounds from proofs that are verified again."""
    from kibitz.rules.language.notation import format_list
    from kibitz.rules.learning.lists import learn
    from kibitz.rules.learning.pieces import has_functions
    from kibitz.simulate.executors import open_executor, runs_in_other_processes

    effort: dict[str, Any] = {
        "depth": depth,
        "width": width,
        "epsilon": epsilon,
        "samples": samples,
        "max_cells": cells,
        "seconds": seconds,
        "seed": seed,
    }
    progress = work.progress_with_note("learning")
    if has_functions(game):
        return _learn_pieces(cast("PolynomialGame", game), effort | {"roles": roles or None, "progress": progress})
    with open_executor(work) as executor:
        if runs_in_other_processes(executor):
            learned = learn(game, roles=roles or None, progress=progress, executor=executor, **effort).roles
        else:
            learned = _role_by_role(game, roles, progress, work.store, effort)
    proofs, bounds = _verified_proofs([each.proof for each in learned if each.proof is not None], game)
    known = {each.role: [bounds[role] for role in each.decision_list.roles if role in bounds] for each in learned}
    return tuple(
        LearnedList(
            role=each.role,
            list=format_list(each.decision_list),
            depth=each.depth,
            width=each.width,
            epsilon=float(max(known[each.role])) if known[each.role] else None,
            exact=bool(known[each.role]) and max(known[each.role]) == 0,
            undefined=tuple(each.undefined),
            cells=None if each.proof is None else each.proof.n_cells,
            mean=each.mean,
            mean_se=each.mean_se,
            worst=each.worst,
            n=each.n_measured,
            samples=each.n_samples,
            templates=each.n_templates,
            guards=each.n_guards,
            n_undefined=each.n_undefined,
            shortest=each.is_shortest,
            breakpoints=each.breakpoints,
        )
        for each in learned
    ), proofs


def _verified_proofs(proofs: Sequence[Proof], game: ParametrizedGame) -> tuple[tuple[Proof, ...], dict[str, Fraction]]:
    """The proofs that can be verified within the step limit, with their bounds. A list needs no proof."""
    from kibitz.rules.proof.bounds import verify_bounds

    verified: list[Proof] = []
    bounds: dict[str, Fraction] = {}
    for proof in proofs:
        try:
            bounds |= verify_bounds([proof], game)
        except StepLimitError:
            continue
        verified.append(proof)
    return tuple(verified), bounds


def _learn_pieces(game: PolynomialGame, effort: dict[str, Any]) -> LearnResult:
    """Lists of a game with min, max or abs, learnt and proved on the pieces of its parameters."""
    import numpy as np

    from kibitz.rules.language.notation import format_list
    from kibitz.rules.learning.pieces import learn_pieces

    result = []
    points = game.domain.sample(np.random.default_rng([effort["seed"], 1]), N_TEST_POINTS)
    for each in learn_pieces(game, effort):
        measured = game.check_losses([each.decision_list], points)
        losses = np.maximum.reduce([measured[role] for role in each.decision_list.roles])
        known = losses[np.isfinite(losses)]
        learned = LearnedList(
            role=each.role,
            list=format_list(each.decision_list),
            depth=each.decision_list.depth,
            width=each.decision_list.width,
            epsilon=None if each.epsilon is None else float(each.epsilon),
            exact=each.epsilon == 0,
            undefined=tuple(dict.fromkeys(equation for role in each.pieces for equation in role.undefined)),
            cells=None,
            mean=float(known.mean()),
            mean_se=float(known.std(ddof=1) / len(known) ** 0.5),
            worst=float(known.max()),
            n=len(losses),
            n_undefined=len(losses) - len(known),
            proved_for=f"each of {format_count(len(each.pieces), 'piece')}" if each.epsilon is not None else None,
        )
        result.append(learned)
    return tuple(result), ()


def _role_by_role(
    game: ParametrizedGame, roles: tuple[str, ...], progress: Progress, store: CheckpointStore, effort: dict[str, Any]
) -> tuple[LearnedRole, ...]:
    """Learn one role after the other and report each step; a checkpoint stores finished roles."""
    from kibitz.rules.games.payoffs import PolynomialPayoffs
    from kibitz.rules.learning.lists import learn
    from kibitz.simulate.task_checkpoint import TaskCheckpoint

    # Roles that are learnt together, since regret depends on both, are one part.
    claims = PolynomialPayoffs.of(game).claims
    parts: list[tuple[str, ...] | None] = [(role,) for role in roles or claims] or [None]
    stored = TaskCheckpoint.resume_or_start(store, learn, [(game, part, effort) for part in parts])
    try:
        for number, part in enumerate(parts):
            if number not in stored.results:

                def report_shifted(done: int, total: int, before: int = number) -> None:
                    progress(before * total + done, len(parts) * total)

                stored.add(number, learn(game, roles=part, progress=report_shifted, **effort))
    except BaseException:
        stored.save()
        raise
    return tuple(role for learned in stored.take_results() for role in learned.roles)


def learn_by_game(game: ProvingFamily, roles: tuple[str, ...], work: WorkContext) -> LearnResult:
    """Lists by the game's own method of learning, with the bounds that it proves."""
    from kibitz.rules.language.notation import format_list

    lists = tuple(
        each for each in game.learn(work.progress_with_note("learning")) if not roles or set(each.roles) & set(roles)
    )
    if not lists:
        raise InputError(f"role: must be a role of the game, not {', '.join(roles)}")
    try:
        bounds = game.prove(lists, work.progress_with_note("proving"))
    except StepLimitError:
        raise
    except InputError:
        bounds = {}
    losses = {} if bounds else _measure_on_fresh_points(game, lists)
    result = []
    for each in lists:
        bound = max((bounds[role] for role in each.roles), default=None) if bounds else None
        learned = LearnedList(
            role=" and ".join(each.roles),
            list=format_list(each),
            depth=each.depth,
            width=each.width,
            epsilon=None if bound is None else float(bound),
            exact=bound == 0,
            undefined=(),
            cells=None,
            proved_for=game.proved_for if bounds else None,
        )
        result.append(replace(learned, **losses[each]) if losses else learned)
    return tuple(result), ()


def _measure_on_fresh_points(
    game: ProvingFamily, lists: tuple[DecisionList, ...]
) -> dict[DecisionList, dict[str, float | int]]:
    """Losses of lists that are not proved, at random points, with the points without an answer."""
    import numpy as np

    family = cast("ParametrizedGame", game)
    points = family.domain.sample(np.random.default_rng(2), N_FEW_TEST_POINTS)
    measured = family.check_losses(lists, points)
    result: dict[DecisionList, dict[str, float | int]] = {}
    for each in lists:
        losses = measured[each.roles[0]]
        known = losses[np.isfinite(losses)]
        result[each] = {
            "mean": float(known.mean()),
            "mean_se": float(known.std(ddof=1) / len(known) ** 0.5),
            "worst": float(known.max()),
            "n": len(losses),
            "n_undefined": len(losses) - len(known),
        }
    return result


def learn_boxes(game: ParametrizedGame, work: WorkContext, leaves: int) -> LearnResult:
    """One list of constant strategies on boxes, with the bound on the sum of the roles' losses."""
    from kibitz.rules.language.notation import format_list
    from kibitz.rules.learning.partition import partition
    from kibitz.rules.proof.bounds import verify_bounds

    cut = partition(game, leaves=leaves, progress=work.progress_with_note("cutting"))
    decisions = cut.decision_list
    bound = max(verify_bounds((cut.proof,), game).values())
    result = LearnedList(
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
    return (result,), (cut.proof,)


def learn_by_sampling(game: ParametrizedGame, work: WorkContext, samples: int, distance: str, seed: int) -> LearnResult:
    """The list that plays the optimal strategy of the nearest of some random games (section 4 and Theorem 2)."""
    import numpy as np

    from kibitz.rules.learning.distance import DISTANCES
    from kibitz.rules.learning.sampling import draw_samples

    family = _polynomial(game)
    work.progress(0, 1, "sampling")
    drawn = draw_samples(family, samples, np.random.default_rng(seed), DISTANCES[distance], SAMPLE_DECIMALS)
    return (_nearest(drawn, None, seed),), ()


def learn_on_grid(game: ParametrizedGame, work: WorkContext, samples: int, seed: int) -> LearnResult:
    """The list that plays the optimal strategy in the middle of each grid cell, with the bound of Lemma 4."""
    import numpy as np

    from kibitz.rules.learning.sampling import solve_samples
    from kibitz.rules.proof.lipschitz import grid_bound, grid_cells

    family = _polynomial(game)
    along = max(int(samples ** (1 / len(family.domain.names)) + 1e-9), 1)
    work.progress(0, 1, "sampling")
    bound = grid_bound(family, along)
    middles = [[float((low + high) / 2) for low, high in cell] for cell in grid_cells(family.domain.box, along)]
    return (_nearest(solve_samples(family, np.array(middles)), bound.loss, seed),), ()


def _nearest(samples: SolvedSamples, bound: Fraction | None, seed: int) -> LearnedList:
    import numpy as np

    from kibitz.rules.language.notation import format_list
    from kibitz.rules.learning.sampling import nearest_sample_list

    decisions = nearest_sample_list(samples, lean=True)
    fresh = samples.game.domain.sample(np.random.default_rng([seed, 1]), N_TEST_POINTS)
    losses = np.maximum.reduce(list(samples.losses(fresh).values()))
    return LearnedList(
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


def learn_baseline(
    game: ParametrizedGame, work: WorkContext, method: str, samples: int, leaves: int, seed: int
) -> LearnResult:
    """A baseline, a tree of constants or a linear regression, measured on fresh points and not proved."""
    import numpy as np

    from kibitz.rules.language.notation import format_list
    from kibitz.rules.learning.baselines import regression_lists, tree_lists

    family = _polynomial(game)
    work.progress(0, 1, "learning")
    points = family.domain.sample(np.random.default_rng(seed), samples)
    lists = tree_lists(family, points, leaves) if method == "tree" else regression_lists(family, points)
    fresh = family.domain.sample(np.random.default_rng([seed, 1]), N_TEST_POINTS)
    losses = family.check_losses(lists, fresh)
    result = []
    for each in lists:
        worst = np.maximum.reduce([losses[role] for role in each.roles])
        result.append(
            LearnedList(
                role=" and ".join(each.roles),
                list=format_list(each),
                depth=each.depth,
                width=each.width,
                epsilon=None,
                exact=False,
                undefined=(),
                cells=None,
                mean=float(worst.mean()),
                mean_se=float(worst.std(ddof=1) / len(worst) ** 0.5),
                worst=float(worst.max()),
                n=len(worst),
                samples=samples,
            )
        )
    return tuple(result), ()


def _polynomial(game: ParametrizedGame) -> PolynomialGame:
    from kibitz.rules.games.game import PolynomialGame

    if not isinstance(game, PolynomialGame):
        raise InputError(f"game {game.name}: payoffs must be polynomials of the parameters")
    return game
