"""Learning small lists: sample, solve, find templates and guards, search for the shortest list, prove it.

Points that refute a list join the samples of the next round. The parametrized-games paper leaves this to future work
(section 8). The result has (depth, width, epsilon) and a proof of epsilon that
`kibitz.rules.proof.verification.verify_proof` verifies from scratch.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from math import inf

import numpy as np

from kibitz.core import InputError
from kibitz.rules.games.payoffs import PolynomialPayoffs
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.learning.role import MAX_ROUNDS, RoleLearner
from kibitz.rules.learning.sample_table import Effort
from kibitz.rules.proof.proof import Proof
from kibitz.simulate import Progress, no_progress, run_all

MAX_DEPTH = 8
MAX_LEARNT_PARAMETERS = 8
MAX_SAMPLES = 5_000


@dataclass(frozen=True, slots=True)
class LearnedRole:
    """A list for one role with its depth and width, the proved bound on its loss, and its loss on samples.

    ``epsilon`` is ``None`` if no bound was proved. ``mean`` has the standard error ``mean_se``; ``worst`` is the
    largest loss on ``n_measured`` fresh samples, of which the list has no answer at ``n_undefined``. ``is_shortest``:
    no exact list whose guards compare the parameter with numbers is shorter. ``breakpoints`` say what guards mean.
    """

    role: str
    decision_list: DecisionList
    proof: Proof | None
    mean: float
    mean_se: float
    worst: float
    n_measured: int
    n_samples: int
    n_templates: int
    n_guards: int
    cover: int
    rounds: int
    n_undefined: int = 0
    is_shortest: bool = False
    breakpoints: tuple[str, ...] = ()

    @property
    def depth(self) -> int:
        """Number of strategies of the list (Definition 4)."""
        return self.decision_list.depth

    @property
    def width(self) -> int:
        """Largest number of conditions of a rule (Definition 4)."""
        return self.decision_list.width

    @property
    def epsilon(self) -> Fraction | None:
        """The proved bound of the loss."""
        return None if self.proof is None else self.proof.epsilon

    @property
    def is_exact(self) -> bool:
        """Whether the list is proved to lose nothing anywhere it has a value."""
        return self.epsilon == 0

    @property
    def undefined(self) -> tuple[str, ...]:
        """Where the list has no value, as equations; empty for a list that always has one."""
        return () if self.proof is None else self.proof.undefined


@dataclass(frozen=True, slots=True)
class LearnedLists:
    """The learnt lists of a game, one for each role."""

    game: str
    roles: tuple[LearnedRole, ...]
    seed: int

    def __getitem__(self, role: str) -> LearnedRole:
        """The list of a role."""
        for learned in self.roles:
            if learned.role == role:
                return learned
        raise InputError(f"role: must be one of {', '.join(learned.role for learned in self.roles)}, not {role}")

    @property
    def lists(self) -> tuple[DecisionList, ...]:
        """The lists, in the order of the roles."""
        return tuple(learned.decision_list for learned in self.roles)

    @property
    def implementation(self) -> tuple[int, int, Fraction | None]:
        """(depth, width, epsilon): the largest of each over the roles; epsilon is ``None`` if one is not proved."""
        bounds = [learned.epsilon for learned in self.roles]
        known = [bound for bound in bounds if bound is not None]
        epsilon = max(known) if len(known) == len(bounds) else None
        return max(r.depth for r in self.roles), max(r.width for r in self.roles), epsilon


def learn(
    game: object,
    *,
    depth: int | None = None,
    width: int | None = None,
    epsilon: Fraction | float = 0,
    samples: int = 300,
    seed: int = 0,
    roles: tuple[str, ...] | None = None,
    max_cells: int = 400,
    seconds: float | None = None,
    progress: Progress = no_progress,
    executor: Executor | None = None,
) -> LearnedLists:
    """The shortest lists found for a game whose payoffs are polynomials of its parameters, with proofs.

    With one parameter the exact list is the shortest whose guards compare the parameter with numbers; with two it is
    made and proved by the cells of the certified partition. A zero-sum game gets a list for each role, a decision
    against given opponents one list. A general-sum game gets one list for both roles that plays an equilibrium, the one
    that makes the list shortest; its loss is the larger regret. A list may lose up to ``epsilon`` (payoff units). The
    search looks for the shallowest such list of at most ``depth`` strategies and ``width`` conditions per rule, or else
    for the one with the smallest loss. Without ``width`` it tries conjunctions of two conditions if single ones do not
    suffice. It learns from ``samples`` solved games; ``max_cells`` bounds the size of a proof. The same seed gives the
    same lists with any executor. ``seconds`` for a role stand for steps, so that the limit gives the same list on any
    computer: the best found by then.
    """
    payoffs = PolynomialPayoffs.of(game)
    wanted = _checked_roles(payoffs, roles)
    limits = {"depth": (depth, 1, MAX_DEPTH), "width": (width, 1, 3), "samples": (samples, 20, MAX_SAMPLES)}
    limits["max_cells"] = (max_cells, 1, 100_000)
    for name, (value, low, high) in limits.items():
        if value is not None and (isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high):
            raise InputError(f"{name}: must be a whole number from {low} to {high:,}, not {value}")
    if not isinstance(epsilon, Fraction | float | int) or not 0 <= epsilon < inf:
        raise InputError(f"epsilon: must be a number from 0 up, not {epsilon}")
    if seconds is not None and not 0 < seconds < inf:
        raise InputError(f"seconds: must be a number above 0, not {seconds}")
    effort = Effort(depth, width, Fraction(epsilon).limit_denominator(10**9), samples, max_cells, seconds)
    steps = MAX_ROUNDS * len(wanted)
    if executor is not None:
        tasks = [(game, role, effort, seed) for role in wanted]
        learned = run_all(_learn_role_task, tasks, executor, progress)
    else:
        progress(0, steps)
        learned = []
        for number, role in enumerate(wanted):
            start = number * MAX_ROUNDS

            def report_shifted(done: int, total: int, start: int = start) -> None:
                progress(start + done, steps)

            learned.append(_learn_role(game, role, effort, seed, report_shifted))
            progress(start + MAX_ROUNDS, steps)
    return LearnedLists(payoffs.game, tuple(learned), seed)


def _checked_roles(payoffs: PolynomialPayoffs, roles: tuple[str, ...] | None) -> tuple[str, ...]:
    if len(payoffs.names) > MAX_LEARNT_PARAMETERS:
        raise InputError(f"game {payoffs.game}: learning allows at most {MAX_LEARNT_PARAMETERS} parameters")
    if not payoffs.claims:
        if roles:
            raise InputError(f"role: leave out, since both roles of {payoffs.game} are learnt together")
        return (" and ".join(payoffs.roles),)
    for role in roles or ():
        if role not in payoffs.claims:
            raise InputError(f"role: must be one of {', '.join(payoffs.claims)}, not {role}")
    return roles or tuple(payoffs.claims)


def _learn_role_task(task: tuple[object, str, Effort, int]) -> LearnedRole:
    return _learn_role(*task, no_progress)


def _learn_role(game: object, role: str, effort: Effort, seed: int, progress: Progress) -> LearnedRole:
    learner = RoleLearner(game, role, effort, np.random.SeedSequence([seed, 7]))
    result = learner.learn(progress)
    losses = learner.fresh_losses(result.decision_list, 20_000)
    n_measured = len(losses)
    losses = losses[np.isfinite(losses)]
    return LearnedRole(
        role,
        result.decision_list,
        result.proof,
        float(losses.mean()) if len(losses) else inf,
        float(losses.std() / np.sqrt(max(len(losses), 1))) if len(losses) else inf,
        float(losses.max(initial=0.0)),
        n_measured,
        result.n_samples,
        result.n_templates,
        result.n_guards,
        result.cover,
        result.rounds,
        n_measured - len(losses),
        result.is_shortest,
        result.breakpoints,
    )
