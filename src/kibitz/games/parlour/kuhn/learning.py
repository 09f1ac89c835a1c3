"""Learn the lists of Kuhn poker over the number of cards n and the card x from solved decks.

For each training deck the optimal strategies of a player are the solutions of a linear program. The total numbers of
cards that call, bluff and bet for value, the *masses*, then lie in intervals. The search looks for each mass as a short
quotient (p n + q)/d, or one with the number beta of cards that may bluff, that lies in the interval of every deck. It
fixes each mass in the programs before it looks for the next. Masses become lists with thresholds: the lowest cards
bluff, the highest bet and call. Lists pass if no deck from 3 to 60 has a duality gap, in fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import numpy as np

from kibitz.core import FloatArray, InputError
from kibitz.games.parlour.kuhn import lists, strategies
from kibitz.rules.language.decision_list import DecisionList
from kibitz.rules.language.notation import parse_list
from kibitz.simulate.executors import Progress, no_progress

TRAINING_DECKS = range(3, 22)
"""Numbers of cards of the decks to learn from."""
TEST_DECKS = range(3, 61)
MAX_DENOMINATOR, MAX_NUMBER, MAX_BETA = 12, 12, 2
TOLERANCE = 1e-7
ROLES = {"A": ("A first", "A facing a bet"), "B": ("B facing a bet", "B facing a check")}
MASS_NAMES = {"B": ("call", "bluff", "value"), "A": ("bluff", "value", "call")}
"""The masses of each player in the order of the search."""


@dataclass(frozen=True, slots=True)
class AffineForm:
    """(p n + q + s beta)/d, a mass or threshold as a function of the deck."""

    p: int
    q: int
    s: int
    d: int

    def at(self, n: int, beta: int) -> Fraction:
        """The value for a deck."""
        return Fraction(self.p * n + self.q + self.s * beta, self.d)

    def to_text(self, from_top: bool = False) -> str:
        """The form as an expression; with ``from_top``, n + 1 minus it, the threshold from which cards act."""
        p, q, s = (self.p, self.q, self.s) if not from_top else (self.d - self.p, self.d - self.q, -self.s)
        terms = [(p, "n"), (q, ""), (s, "beta")]
        text = " + ".join(f"{c}*{name}" if name else str(c) for c, name in terms if c) or "0"
        return f"({text})/{self.d}".replace("+ -", "- ").replace("1*", "" if "1*" in text else "1*")


class OptimalMasses:
    """Possible masses of the optimal strategies of one player in one deck: intervals by linear programming."""

    def __init__(self, player: str, n: int) -> None:
        self.player, self.n = player, n
        self.program = _a_program(n) if player == "A" else _b_program(n)
        self.fixed: list[tuple[FloatArray, float]] = []
        rows, limits, _ = self.program
        limits[-1] = self._extreme(rows[-1]) + TOLERANCE

    def weights(self, mass: str) -> FloatArray:
        """Weights of the variables in a mass: bets of the lower half are bluffs, those of the upper half value bets.

        A's cards that bet for value would also call, so they count as calling from the same threshold up.
        """
        cards = np.arange(1, self.n + 1)
        low = cards <= (self.n + 1) // 2
        result = np.zeros(self.program[0].shape[1])
        where = {"call": slice(self.n, 2 * self.n), "bluff": slice(0, self.n), "value": slice(0, self.n)}[mass]
        result[where] = 1.0 if mass == "call" else low if mass == "bluff" else ~low
        return result + self.weights("value") if (self.player, mass) == ("A", "call") else result

    def interval(self, mass: str) -> tuple[float, float]:
        """The smallest and the largest mass of optimal strategies with the fixed masses."""
        return self._extreme(self.weights(mass)), -self._extreme(-self.weights(mass))

    def fix(self, mass: str, value: float) -> None:
        """Restrict the strategies to those with this mass."""
        self.fixed.append((self.weights(mass), value))

    def _extreme(self, weights: FloatArray) -> float:
        from scipy.optimize import linprog

        rows, limits, bounds = self.program
        rows, limits = (rows, limits) if np.isfinite(limits[-1]) else (rows[:-1], limits[:-1])
        equations = np.array([w for w, _ in self.fixed]) if self.fixed else None
        values = [v for _, v in self.fixed] if self.fixed else None
        answer = linprog(weights, A_ub=rows, b_ub=limits, A_eq=equations, b_eq=values, bounds=bounds)
        if answer.x is None or answer.fun is None:
            raise InputError(f"cards: no optimal strategy of {self.player} with {self.n} cards has the fixed masses")
        return float(answer.fun)


Program = tuple[FloatArray, FloatArray, list[tuple[float | None, float | None]]]


def _signs(n: int) -> tuple[FloatArray, FloatArray]:
    """won[x, y] = 1 where card x beats y, -1 where it loses; other[x, y] = 1 for different cards."""
    cards = np.arange(n)
    won = np.sign(cards[:, np.newaxis] - cards[np.newaxis, :]).astype(np.float64)
    return won, 1.0 - np.eye(n)


def _b_program(n: int) -> Program:
    """Linear program over B's bets, B's calls and the maximum winnings of each card of A, which the last row sums."""
    won, other = _signs(n)
    zero, each = np.zeros((n, n)), np.eye(n)
    ones = np.ones(n)
    # A's winnings with card x: by a bet; by checking and calling; by checking and folding.
    bet = np.hstack([zero, -other + 2 * won, -each])
    call = np.hstack([-won + 2 * won, zero, -each])
    fold = np.hstack([-won - other, zero, -each])
    total = np.concatenate([np.zeros(2 * n), ones])[np.newaxis]
    limits = np.concatenate([-(n - 1) * ones, -won.sum(axis=1), -won.sum(axis=1)])
    bounds: list[tuple[float | None, float | None]] = [(0.0, 1.0)] * (2 * n) + [(None, None)] * n
    return np.vstack([bet, call, fold, total]), np.append(limits, np.inf), bounds


def _a_program(n: int) -> Program:
    """Linear program over A's bets, A's calls after a check and A's minimum winnings against each card of B.

    Bets and calls are shares of all hands. The last row sums the winnings, with a minus sign.
    """
    won, other = _signs(n)
    zero, each = np.zeros((n, n)), np.eye(n)
    ones = np.ones(n)
    # A's winnings, seen from B's card y: w[y, x] = 1 where A's x beats y.
    w = won.T
    called = np.hstack([-2 * w, zero, each, zero])
    folded = np.hstack([-other, zero, each, zero])
    # After a check: B bets (A calls with c, folds with 1 - bet - c) or checks.
    bets = np.hstack([-other, -2 * w - other, zero, each])
    checks = np.hstack([w, zero, zero, each])
    room = np.hstack([each, each, zero, zero])
    total = -np.concatenate([np.zeros(2 * n), ones, ones])[np.newaxis]
    limits = np.concatenate([0 * ones, 0 * ones, -other.sum(axis=1), w.sum(axis=1), ones])
    bounds: list[tuple[float | None, float | None]] = [(0.0, 1.0)] * (2 * n) + [(None, None)] * (2 * n)
    return np.vstack([called, folded, bets, checks, room, total]), np.append(limits, np.inf), bounds


def fitting_forms(intervals: dict[int, tuple[float, float]], betas: dict[int, int]) -> Iterator[AffineForm]:
    """Forms within the intervals of all decks, shortest first, those without beta before those with it."""
    decks = np.array(list(intervals))
    low, high = (np.array(ends) for ends in zip(*intervals.values(), strict=True))
    beta = np.array([betas[n] for n in decks.tolist()])
    result = []
    for d in range(1, MAX_DENOMINATOR + 1):
        for p in range(d + 1):
            for s in range(-MAX_BETA, MAX_BETA + 1) if any(betas.values()) else (0,):
                part = p * decks + s * beta
                smallest, largest = (low * d - part).max() - 1e-4, (high * d - part).min() + 1e-4
                result += [
                    AffineForm(p, q, s, d)
                    for q in range(ceil(smallest), int(np.floor(largest)) + 1)
                    if abs(q) <= MAX_NUMBER
                ]
    distinct = {form.at(3, 1) * 10**6 + form.at(5, 2) * 10**3 + form.at(8, 5): form for form in reversed(result)}
    yield from sorted(distinct.values(), key=lambda f: (f.s != 0, f.d, abs(f.p) + abs(f.q) + abs(f.s)))


def learn_player(player: str, beta_form: AffineForm | None, progress: Progress = no_progress) -> dict[str, AffineForm]:
    """The masses of one player as functions of the deck; ``beta_form`` is B's bluffing mass, if known."""
    betas = {n: 0 if beta_form is None else ceil(beta_form.at(n, 0)) for n in TEST_DECKS}
    programs = {n: OptimalMasses(player, n) for n in TRAINING_DECKS}
    is_accepted = _make_acceptance_test(player, betas)

    def complete(chosen: dict[str, AffineForm]) -> dict[str, AffineForm] | None:
        if len(chosen) == len(MASS_NAMES[player]):
            return chosen if is_accepted(chosen) else None
        mass = MASS_NAMES[player][len(chosen)]
        progress(len(chosen), len(MASS_NAMES[player]))
        try:
            intervals = {n: program.interval(mass) for n, program in programs.items()}
        except InputError:
            return None
        for form in fitting_forms(intervals, betas):
            for n, program in programs.items():
                program.fix(mass, float(form.at(n, betas[n])))
            result = complete({**chosen, mass: form})
            if result is not None:
                return result
            for program in programs.values():
                program.fixed.pop()
        return None

    result = complete({})
    if result is None:
        raise InputError(f"game: no short lists of Kuhn poker fit the solved decks for player {player}")
    return result


def _make_acceptance_test(player: str, betas: dict[int, int]) -> Callable[[dict[str, AffineForm]], bool]:
    def is_accepted(forms: dict[str, AffineForm]) -> bool:
        for n in TEST_DECKS:
            masses = {mass: form.at(n, betas[n]) for mass, form in forms.items()}
            if min(masses.values()) < 0 or masses["bluff"] + masses["value"] > n or masses["call"] > n:
                return False
            bet = lists.bet_ends(n, masses["bluff"], n + 1 - masses["value"])
            call = lists.act_high(n, n + 1 - masses["call"])
            bound = (
                strategies.lower_value_bound(strategies.AStrategy(bet, call))
                if player == "A"
                else strategies.upper_value_bound(strategies.BStrategy(call, bet))
            )
            if bound != strategies.value(n):
                return False
        return True

    return is_accepted


def learn_lists(progress: Progress = no_progress) -> tuple[DecisionList, ...]:
    """Four lists, one per information set, that lose nothing with 3 to 60 cards."""
    b = learn_player("B", None, progress)
    a = learn_player("A", b["bluff"], progress)
    beta = f"let beta = ceil({b['bluff'].to_text()})\n"
    texts = []
    for player, forms in (("A", a), ("B", b)):
        for role in ROLES[player]:
            used = ("call",) if role.endswith("a bet") else ("bluff", "value")
            lets = beta if any(forms[mass].s for mass in used) else ""
            if "bluff" in used:
                lets += f"let m = {forms['bluff'].to_text()}\n"
            lets += f"let t = {forms[used[-1]].to_text(from_top=True)}\n"
            texts.append(lists.list_text(role, ", learnt", lets))
    return tuple(map(parse_list, texts))
