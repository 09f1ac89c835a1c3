"""Final Jeopardy: the chance to win with every legal wager, exact over the opponents' mixtures and the eight outcomes.

For each opponent the distribution of the final score after a right and after a wrong answer is a histogram over whole
dollars; cumulated, it says with which chance I end above or level with them at any score, so that one look-up at each
of my own final scores prices all wagers at once (section 3.2, without its sampling).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kibitz.core import Advice, ChoiceGrid, Equities, InputError, PlayerId, Provenance, Unit, format_money
from kibitz.core.equities import FloatArray
from kibitz.core.judgement import Thresholds
from kibitz.games.jeopardy.final.outcomes import TRIPLES, final_triples
from kibitz.games.jeopardy.final.people_wagers import (
    ROLES,
    WagerMixture,
    dollar_chances,
    people_mixtures,
    with_covering_leader,
)
from kibitz.games.jeopardy.people.contestant import Level, contestant, final_standing
from kibitz.games.jeopardy.people.latent import normal_cdf, normal_quantile
from kibitz.games.jeopardy.people.profile import two_profiles
from kibitz.games.jeopardy.show import SEATS, Era, Ties, check_scores

MAX_FINAL_SCORE = 500_000
"""Dollars before Final Jeopardy; the highest recorded score is a quarter of it."""
NEAR_BEST_LOSS = 1e-3
"""A tenth of a point of win chance: wagers this near the best count as equally good."""
FINAL_GRADES = Thresholds(0.005, 0.035, 0.095)
"""Losses that make an inaccuracy, a mistake and a blunder: what a quarter, a half and three quarters of recorded wagers
that were not best lost at most, in either era."""


@dataclass(frozen=True, slots=True)
class FinalPosition:
    """Scores by seat before Final Jeopardy, the seat that decides (0 to 2) and the tie rule."""

    scores: tuple[int, int, int]
    me: int
    ties: Ties = Ties.SHARED

    def __post_init__(self) -> None:
        check_scores(self.scores)
        if max(self.scores) > MAX_FINAL_SCORE:
            raise InputError(f"scores: must be at most ${MAX_FINAL_SCORE:,} before Final Jeopardy")
        if self.me not in range(SEATS):
            raise InputError(f"me: must be player 1, 2 or 3, not {self.me + 1}")
        if self.scores[self.me] <= 0:
            has = format_money(self.scores[self.me])
            raise InputError(
                f"me: a player with {has} takes no part in Final Jeopardy; choose one with a score above zero"
            )

    @property
    def order(self) -> tuple[int, int, int]:
        """Seats in order of standing; among equals I come first, so that tied players get the same advice."""
        first, second, third = sorted(range(SEATS), key=lambda seat: (-self.scores[seat], seat != self.me))
        return first, second, third

    @property
    def role(self) -> int:
        """My standing: 0 first (A), 1 second (B), 2 third (C)."""
        return self.order.index(self.me)

    @property
    def ranked_scores(self) -> tuple[int, int, int]:
        """Scores of A, B and C; players without money, who take no part, count as zero."""
        a, b, c = (max(self.scores[seat], 0) for seat in self.order)
        return a, b, c

    @property
    def tie_dollar(self) -> int:
        """The dollar by which a bet must pass a score to win alone, 0 where ties are shared."""
        return 0 if self.ties is Ties.SHARED else 1

    @property
    def opponents(self) -> tuple[int, ...]:
        """Seats that play against me: those with money."""
        return tuple(seat for seat in range(SEATS) if seat != self.me and self.scores[seat] > 0)


def format_final(position: FinalPosition) -> str:
    """``20000_14000_8000.2.shared``: scores by seat, the player who decides, the tie rule; fits a URL."""
    return f"{'_'.join(map(str, position.scores))}.{position.me + 1}.{position.ties.value}"


def parse_final(text: str) -> FinalPosition:
    """Read what `format_final` writes."""
    parts = text.split(".") if len(text) <= 80 else []
    numbers = parts[0].split("_") if len(parts) == 3 else []
    if len(numbers) != SEATS or parts[2] not in list(Ties):
        raise InputError(f"final: write a position such as 20000_14000_8000.2.shared, not {text[:40]!r}")
    try:
        first, second, third = (int(number) for number in numbers)
        me = int(parts[1]) - 1
    except ValueError:
        raise InputError(f"final: must contain whole numbers, not {text[:40]!r}") from None
    return FinalPosition((first, second, third), me, Ties(parts[2]))


@dataclass(frozen=True, slots=True, eq=False)
class FinalModel:
    """Model of the opponents: accuracies and latent correlations by seat, and how people bet."""

    accuracies: tuple[float, float, float]
    """By seat, whatever the standing."""
    correlations: tuple[float, float, float]
    mixtures: tuple[WagerMixture, WagerMixture, WagerMixture]
    """Bets of first, second and third place."""
    name: str
    standing: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Steps of accuracy in first, second and third place, on the normal scale."""
    sure: tuple[int, ...] = ()
    """Seats whose accuracy is known, such as a confidence; no standing changes it."""

    def __post_init__(self) -> None:
        if not all(0 <= chance <= 1 for chance in self.accuracies):
            raise InputError("accuracies: must be numbers from 0 to 1")

    def accuracy(self, seat: int, place: int) -> float:
        """Chance of a seat to be right in first (0), second or third place."""
        chance, step = self.accuracies[seat], self.standing[place]
        return chance if seat in self.sure or step == 0 else normal_cdf(normal_quantile(chance) + step)

    def accuracies_at(self, scores: Sequence[int]) -> tuple[float, float, float]:
        """Chances to be right by seat at these scores by seat; of equals all have the better place."""
        first, second, third = (
            self.accuracy(seat, sum(score > scores[seat] for score in scores)) for seat in range(SEATS)
        )
        return first, second, third

    def triples(self, scores: Sequence[int]) -> FloatArray:
        """Chances of the eight `TRIPLES` at these scores by seat."""
        return final_triples(self.accuracies_at(scores), self.correlations)

    def with_confidence(self, seat: int, confidence: float) -> FinalModel:
        """The same with a seat's own confidence."""
        return replace(self.with_accuracy(seat, confidence), sure=(*self.sure, seat))

    def with_accuracy(self, seat: int, accuracy: float) -> FinalModel:
        """The same with another accuracy of a seat, still moved by its standing."""
        first, second, third = (accuracy if s == seat else chance for s, chance in enumerate(self.accuracies))
        return replace(self, accuracies=(first, second, third))

    def without_correlation(self, seat: int) -> FinalModel:
        """The same with a seat whose answers correlate with nobody's."""
        first, second, third = (0.0 if s == seat else rho for s, rho in enumerate(self.correlations))
        return replace(self, correlations=(first, second, third))

    def with_leader_covering(self, ties: Ties) -> FinalModel:
        """The same with a leader who covers the second's doubled score, by a dollar where ties are not shared."""
        covering = with_covering_leader(self.mixtures, 0 if ties is Ties.SHARED else 1)
        return replace(self, mixtures=covering, name=f"{self.name}, A covers")


def final_model(
    me: int, opponents: str | Sequence[str] = Level.AVERAGE, era: Era = Era.PAPER, confidence: float | None = None
) -> FinalModel:
    """Two opponents by their profiles, one for both or one each, who bet as people of an era did.

    My own chance is ``confidence``, or the average one in my standing. The correlation of answers does not depend on
    my confidence: a clue that is hard for me is hard for them too.
    """
    if confidence is not None and not 0 <= confidence <= 1:
        raise InputError(f"confidence: must be a number from 0 to 1, not {confidence}")
    profiles = two_profiles(opponents)
    average = contestant(Level.AVERAGE, era)
    others = dict(zip((seat for seat in range(SEATS) if seat != me), profiles, strict=True))
    first, second, third = (
        others[seat].contestant(era).final if seat in others else average.final for seat in range(SEATS)
    )
    rho = average.correlations.final
    name = f"{' and '.join(dict.fromkeys(each.name for each in profiles))} of {int(era)}"
    sure = tuple(seat for seat, each in others.items() if each.level is None)
    model = FinalModel((first, second, third), (rho, rho, rho), people_mixtures(era), name, final_standing(era), sure)
    return model if confidence is None else model.with_confidence(me, float(confidence))


@dataclass(frozen=True, slots=True, eq=False)
class FinalTables:
    """Tables that price my wagers in one position: chances of the eight outcomes and the opponents' final scores."""

    position: FinalPosition
    triples: FloatArray
    """Chances of the eight `TRIPLES`, by seat."""
    below: FloatArray
    """Chance that an opponent ends below a score: opponent x answer (wrong, right) x dollars from 0 to my double."""
    level: FloatArray
    """Chance that an opponent ends at exactly this score, in the same order."""

    def shares(self, right: Sequence[bool]) -> FloatArray:
        """My share of the win at every final score from 0, given who among the seats is right."""
        seats = self.position.opponents
        below = [self.below[i, int(right[seat])] for i, seat in enumerate(seats)]
        level = [self.level[i, int(right[seat])] for i, seat in enumerate(seats)]
        if not seats:
            share = np.ones(self.below.shape[-1])
        elif self.position.ties is Ties.SHARED:
            share = below[0] + level[0]
            for b, e in zip(below[1:], level[1:], strict=True):
                share *= b + e
        elif len(seats) == 1:
            share = below[0] + level[0] / 2
        else:
            (b1, b2), (e1, e2) = below, level
            share = b1 * b2 + (e1 * b2 + b1 * e2) / 2 + e1 * e2 / 3
        # Nobody wins with nothing: then all three leave and new players come.
        share[0] = 0.0
        return np.asarray(share)

    def by_outcome(self) -> FloatArray:
        """My chance to win by outcome (8) and wager ($0 up), given the outcome."""
        score, me = self.position.scores[self.position.me], self.position.me
        table = np.empty((len(TRIPLES), score + 1))
        known: dict[tuple[bool, ...], FloatArray] = {}
        for i, right in enumerate(TRIPLES):
            others = tuple(bool(right[seat]) for seat in self.position.opponents)
            if others not in known:
                known[others] = self.shares(right)
            table[i] = known[others][score:] if right[me] else known[others][score::-1]
        return table

    def win_chances(self, by_outcome: FloatArray | None = None) -> FloatArray:
        """My chance to win with every wager from $0 to my whole score; ``by_outcome`` where it is at hand."""
        # Chances of the outcomes sum to 1 only up to rounding, and nobody wins more than always.
        return np.clip(self.triples @ (self.by_outcome() if by_outcome is None else by_outcome), 0.0, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class OpponentBets:
    """An opponent's chances of every wager from $0 to the whole score, given a right and a wrong answer."""

    seat: int
    role: int
    if_right: FloatArray
    if_wrong: FloatArray


def opponent_wagers(position: FinalPosition, model: FinalModel) -> tuple[OpponentBets, ...]:
    """The wagers of the opponents in a position, by seat."""
    ranked = np.array([position.ranked_scores])
    # Level opponents are placed by accuracy, so that the order of the seats changes nothing.
    order = sorted(
        position.order,
        key=lambda seat: (
            -position.scores[seat],
            seat != position.me,
            -model.accuracies[seat],
            model.correlations[seat],
        ),
    )
    result = []
    for seat in position.opponents:
        role, score = order.index(seat), position.scores[seat]
        bets = model.mixtures[role].bets(ranked, role)
        right, wrong = (dollar_chances(bets, 0, score, chance) for chance in (bets.if_right, bets.if_wrong))
        result.append(OpponentBets(seat, role, right, wrong))
    return tuple(result)


def final_tables(position: FinalPosition, model: FinalModel) -> FinalTables:
    """The opponents' final scores in a position, as chances over whole dollars."""
    triples = model.triples(position.scores)
    size = 2 * position.scores[position.me] + 1
    final = np.zeros((len(position.opponents), 2, size))
    for i, each in enumerate(opponent_wagers(position, model)):
        score = position.scores[each.seat]
        # What lies above all I can reach is of no interest.
        final[i, 1, score : 2 * score + 1] = each.if_right[: max(size - score, 0)]
        final[i, 0, : score + 1] = each.if_wrong[::-1][:size]
    below = np.zeros_like(final)
    np.cumsum(final[:, :, :-1], axis=2, out=below[:, :, 1:])
    return FinalTables(position, triples, below, final)


def compiled_advice(position: FinalPosition, model: FinalModel, *, cover: bool = False) -> Advice:
    """The same as `final_advice`, by a compiled kernel: three times faster for many positions, after it is loaded."""
    from kibitz.games.jeopardy.final.kernels import win_chances

    score, bets = position.scores[position.me], opponent_wagers(position, model)
    reach = 2 * score + 1
    final = np.zeros((max(len(bets), 1), 2, reach))
    for i, each in enumerate(bets):
        other = position.scores[each.seat]
        final[i, 1, other : 2 * other + 1] = each.if_right[: max(reach - other, 0)]
        final[i, 0, : other + 1] = each.if_wrong[::-1][:reach]
    weights = np.zeros((2, 2, 2))
    for right, chance in zip(TRIPLES, model.triples(position.scores), strict=True):
        answers = [int(right[seat]) for seat in position.opponents]
        weights[(int(right[position.me]), *answers, 0, 0)[:3]] += chance
    values = win_chances(final, weights, score, len(bets), position.ties is Ties.SHARED)
    return _advice_from_values(position, values, model.name, cover)


def final_advice(position: FinalPosition, model: FinalModel, *, cover: bool = False) -> Advice:
    """My chance to win with every $1 wager, best response to ``model``.

    ``cover`` keeps A to bets that cover B's doubled score, the constrained variant of Table 4.
    """
    return advice_from_tables(final_tables(position, model), model.name, cover=cover)


def advice_from_tables(
    tables: FinalTables, opponents: str, *, cover: bool = False, by_outcome: FloatArray | None = None
) -> Advice:
    """Advice from tables already at hand; see `final_advice`."""
    return _advice_from_values(tables.position, tables.win_chances(by_outcome), opponents, cover)


def _advice_from_values(position: FinalPosition, values: FloatArray, opponents: str, cover: bool) -> Advice:
    """Advice from the chance to win with every wager from $0."""
    a, b, _ = position.ranked_scores
    if cover and position.role == 0:
        values[: max(2 * b - a, 0)] = -np.inf
    provenance = Provenance("exact", opponents=opponents, settings=(("ties", position.ties.value),))
    choices = ChoiceGrid(0, position.scores[position.me])
    return Advice(
        Equities(choices, values, Unit.WIN, PlayerId(ROLES[position.role]), provenance),
        tolerance=NEAR_BEST_LOSS,
    )


def with_near_best_mix(advice: Advice, tolerance: float) -> Advice:
    """The same advice with a mix: all wagers that lose at most ``tolerance`` equally often, so that nobody can read
    my wager from the scores (section 3.2).
    """
    spread = replace(advice, tolerance=tolerance, mix=None)
    return replace(spread, mix=spread.good / spread.good.sum())
