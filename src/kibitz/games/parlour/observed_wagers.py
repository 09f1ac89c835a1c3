"""An observed opponent at Final for two: posterior of their mix, best response, its gain and its risk.

The opponent plays an unknown mix of wagers. The prior is a Dirichlet distribution whose weights are ``prior`` games of
their equilibrium mix (a Beta distribution for two wagers); each observed game adds 1 to the weight of its wager. If
they have several equilibria, the prior follows the one of the list, or else that of the solver; if that one is pure, it
puts all weight on one wager. A wager without prior weight gets weight once it is observed. Payoffs are linear in the
mix, so the best response to the posterior is the best response to its mean (sections 2 and 3).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.games.parlour.final import FinalSolution, solve_position
from kibitz.games.parlour.position import FinalPosition

TIE_TOLERANCE = 1e-9
"""Chances to win that differ by less count as equal, since large games are solved in floats."""
TAILS = (0.025, 0.975)


@dataclass(frozen=True, slots=True, eq=False)
class WagerResponse:
    """The best response of the player to act, with that player's chances to win.

    ``wager`` is ``None`` if no wager improves on the equilibrium mix. ``gain`` is the advantage over equilibrium play
    against the same opponent, ``risk`` the loss of game value against a best response to the wager. ``slips`` are
    observed wagers that lose against equilibrium play, with their losses; no wager of an equilibrium does.
    """

    weights: dict[int, Any]
    wager: int | None
    win_chance: Any
    gain: Any
    risk: Any
    slips: dict[int, Any]

    @property
    def mean_frequencies(self) -> dict[int, Any]:
        """Posterior mean of the frequency of each wager."""
        total = sum(self.weights.values())
        return {wager: weight / total for wager, weight in self.weights.items()}


@dataclass(frozen=True, slots=True)
class ResponseLines:
    """Chances to win with two wagers if the opponent always (``top``) or never (``foot``) makes the wager ``first``.

    The opponent's other wagers have the proportions of the posterior; ``wagers`` are the player's own, the response
    first. The response is the best wager if the opponent makes ``first`` with a frequency from ``low`` to ``high``.
    """

    first: int
    wagers: tuple[int, int]
    top: tuple[float, float]
    foot: tuple[float, float]
    low: float
    high: float


def from_player_view(solved: FinalSolution, me: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], Any]:
    """Chances to win of player ``me`` by own and other wager, both equilibrium mixes (own first), and the value."""
    half = Fraction(1, 2)
    if me == 1:
        return solved.matrix + half, solved.row, solved.column, solved.value + half
    return half - solved.matrix.T, solved.column, solved.row, half - solved.value


def respond_to_wagers(position: FinalPosition, seen: Mapping[int, int], prior: Fraction) -> WagerResponse:
    """The best response of the player to act against an opponent with these observed wagers."""
    chances, own, theirs, value = from_player_view(solve_position(position), position.player)
    share = prior if chances.dtype == object else float(prior)
    weights = np.array([share * often + seen.get(wager, 0) for wager, often in enumerate(theirs)], chances.dtype)
    values = chances @ (weights / weights.sum())
    mixed, best = own @ values, values.max()
    keeps_mix = best - mixed <= TIE_TOLERANCE
    pure = np.flatnonzero(own > TIE_TOLERANCE)
    wager = _least_exposed(chances, values) if not keeps_mix else int(pure[0]) if len(pure) == 1 else None
    against = own @ chances
    return WagerResponse(
        {wager: weight for wager, weight in enumerate(weights) if theirs[wager] > TIE_TOLERANCE or seen.get(wager)},
        wager,
        mixed if keeps_mix else best,
        max(best - mixed, 0 * best) if not keeps_mix else 0 * best,
        0 * value if keeps_mix or wager is None else max(value - chances[wager].min(), 0 * value),
        {other: against[other] - value for other in sorted(seen) if against[other] - value > TIE_TOLERANCE},
    )


def _least_exposed(chances: NDArray[Any], values: NDArray[Any]) -> int:
    """Of the best responses, the one with the best worst case; of several, the smallest wager."""
    best = values.max()
    return min(
        (i for i in range(len(values)) if best - values[i] <= TIE_TOLERANCE), key=lambda i: (-chances[i].min(), i)
    )


def response_lines(position: FinalPosition, result: WagerResponse) -> ResponseLines | None:
    """The response and the wager that replaces it if the opponent plays differently; ``None`` if there is no choice.

    The axis is the frequency of the smallest wager of their equilibrium. Given that frequency, the other wagers of a
    Dirichlet distribution have means in proportion to their weights, so the lines are exact means.
    """
    chances, own, theirs, _ = from_player_view(solve_position(position), position.player)
    chances = chances.astype(np.float64)
    first = next(wager for wager, often in enumerate(theirs) if often > TIE_TOLERANCE)
    others = {wager: float(weight) for wager, weight in result.weights.items() if wager != first}
    if not others or len(chances) < 2:
        return None
    shares = np.array(list(others.values())) / sum(others.values())
    foot, top = chances[:, list(others)] @ shares, chances[:, first]
    mean = float(result.mean_frequencies[first])
    values = foot + mean * (top - foot)
    drawn = sorted(np.flatnonzero(own > TIE_TOLERANCE).tolist(), key=lambda i: -own[i])
    chosen = drawn[0] if result.wager is None else result.wager
    low, high = 0.0, 1.0
    ends: dict[str, int] = {}
    for i in (
        k for k in dict.fromkeys([*drawn, *range(len(chances))]) if k != chosen
    ):  # prefer a wager of the mix among equals
        ahead, slope = foot[chosen] - foot[i], (top[chosen] - top[i]) - (foot[chosen] - foot[i])
        if abs(slope) <= TIE_TOLERANCE:
            continue
        place = float(np.clip(-ahead / slope, 0, 1))
        if slope > 0 and place > low + TIE_TOLERANCE:
            low, ends["low"] = place, i
        if slope < 0 and place < high - TIE_TOLERANCE:
            high, ends["high"] = place, i
    sides = sorted(ends, key=lambda end: abs(mean - (low if end == "low" else high)))
    rest = [i for i in np.argsort(-values, kind="stable").tolist() if i != chosen]
    other = ends[sides[0]] if sides else next((i for i in drawn if i != chosen), rest[0])
    pick = [chosen, other]
    tops, foots = (tuple(map(float, values[pick])) for values in (top, foot))
    return ResponseLines(first, (chosen, other), (tops[0], tops[1]), (foots[0], foots[1]), low, high)


def belief_between(weights: Mapping[int, float], wager: int, low: float, high: float) -> float:
    """The posterior probability that they make ``wager`` with a frequency from ``low`` to ``high``."""
    from scipy.special import betainc

    a, b = _beta(weights, wager)
    if b <= 0:
        return float(low <= 1.0 <= high)
    return float(betainc(a, b, high) - betainc(a, b, low)) if high > low else 0.0


def credible_interval(weights: Mapping[int, float], wager: int) -> tuple[float, float]:
    """Central 95 % credible interval of the frequency of ``wager``."""
    from scipy.special import betaincinv

    a, b = _beta(weights, wager)
    if b <= 0:
        return 1.0, 1.0
    low, high = (float(betaincinv(a, b, tail)) for tail in TAILS)
    return low, high


def belief_density(weights: Mapping[int, float], wager: int, places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Posterior density of the frequency of ``wager`` at ``places`` between 0 and 1."""
    from scipy.special import betaln

    a, b = _beta(weights, wager)
    return np.asarray(np.exp((a - 1) * np.log(places) + (b - 1) * np.log1p(-places) - betaln(a, b)))


def _beta(weights: Mapping[int, float], wager: int) -> tuple[float, float]:
    """Parameters of the marginal Beta distribution of one wager: its weight, and the weight of all others."""
    own = float(weights[wager])
    return own, float(sum(map(float, weights.values()))) - own
