"""What a contestant plays for: a value for each place and final score, or for whoever wins the game.

In a regular game only winning counts. Masters gives points for places, a quarter-final lets the best losers advance,
a final goes to the first with three wins, and a player may bet for money. All of these are one utility: a number for my
place and my final score, or for who wins. Final is then priced as for winning, outcome by outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kibitz.core import (
    Advice,
    ChoiceGrid,
    Equities,
    InputError,
    PlayerId,
    Provenance,
    Unit,
    format_amount,
    format_money,
)
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final.equities import NEAR_BEST_LOSS, FinalModel, FinalPosition, FinalTables, opponent_wagers
from kibitz.games.jeopardy.final.outcomes import TRIPLES
from kibitz.games.jeopardy.final.people_wagers import ROLES
from kibitz.games.jeopardy.show import SEATS, Ties

IntArray = NDArray[np.int64]

WINS_NEEDED = 3
"""Games that win a final played to the first with so many wins."""
WEALTH_DOLLARS = 50_000
"""Wealth before the show, which a risk-averse player adds to the winnings."""
NEAR_BEST_DOLLARS = 5.0
"""Dollars: wagers this near the best count as equally good."""


@dataclass(frozen=True, slots=True)
class Money:
    """Dollars of a single game: the winner keeps the score and returns, second and third place win prizes.

    ``aversion`` is constant relative risk aversion: 0 for expected dollars, 1 for the logarithm of wealth.
    """

    comeback: int
    prizes: tuple[int, int]
    aversion: float = 0.0

    def utility(self, dollars: FloatArray) -> FloatArray:
        """Utility of winnings, in shares of wealth where there is no risk aversion."""
        if self.aversion == 0:
            return np.asarray(dollars, dtype=np.float64) / WEALTH_DOLLARS
        wealth = np.asarray(dollars, dtype=np.float64) / WEALTH_DOLLARS + 1
        if self.aversion == 1:
            return np.log(wealth)
        return np.asarray(wealth ** (1 - self.aversion) / (1 - self.aversion))

    def certain(self, utility: FloatArray) -> FloatArray:
        """Sure winnings that are worth as much, the inverse of `utility`."""
        if self.aversion == 0:
            return np.asarray(utility) * WEALTH_DOLLARS
        power = 1 - self.aversion
        wealth = np.exp(utility) if self.aversion == 1 else (np.asarray(utility) * power) ** (1 / power)
        return np.asarray((wealth - 1) * WEALTH_DOLLARS)


@dataclass(frozen=True, slots=True)
class Payoff:
    """A utility of the end of a game, with its words.

    Without ``money`` values are chances or shares, from 0 to 1. ``winners`` are the values of a win by seat; it then
    counts who wins, not one's place.
    """

    description: str
    verb: str
    """After a value: ``to win``, ``to advance``."""
    places: tuple[float, float, float] = (1.0, 0.0, 0.0)
    wild_card: tuple[int, int] | None = None
    """A loser with the higher final score advances, with less than the lower one not; between them the chance rises."""
    winners: tuple[float, float, float] | None = None
    no_winner: float = 0.0
    """Value where all three end with nothing and nobody wins, for payoffs that count who wins."""
    money: Money | None = None

    @property
    def unit(self) -> Unit:
        """Dollars for money, else chances."""
        return Unit.WIN if self.money is None else Unit.DOLLARS

    @property
    def tolerance(self) -> float:
        """Loss up to which bets count as equally good."""
        return NEAR_BEST_LOSS if self.money is None else NEAR_BEST_DOLLARS

    @property
    def marks(self) -> IntArray:
        """Final scores at which the utility of a place bends."""
        return np.array(sorted(set(self.wild_card or ())), dtype=np.int64)

    def utilities(self, most: int) -> FloatArray:
        """Utility by place (rows) and final score from $0 to ``most``."""
        final = np.arange(most + 1, dtype=np.float64)
        if self.money is not None:
            second, third = (np.full(most + 1, float(prize)) for prize in self.money.prizes)
            return np.stack([self.money.utility(x) for x in (final + self.money.comeback, second, third)])
        table = np.tile(np.array(self.places)[:, None], (1, most + 1))
        if self.wild_card is not None:
            low, high = self.wild_card
            table[1:] = np.clip((final - low + 1) / (high - low + 1), 0.0, 1.0)
        return table

    def values(self, utility: FloatArray) -> FloatArray:
        """Values as shown: dollars for certain where money is the utility, else the utility itself."""
        return np.asarray(utility) if self.money is None else self.money.certain(utility)

    def round(self, value: float) -> float:
        """Dollars without cents; other values as they are."""
        return value if self.money is None else round(value)

    def describe(self, value: float) -> str:
        """A value with its words: ``61.2 % to advance``, ``$14,300 on average``."""
        return f"{format_amount(self.round(value), self.unit)} {self.verb}"

    def with_opponents_exchanged(self, me: int) -> Payoff:
        """The same with the two opponents of a seat in each other's seats."""
        if self.winners is None:
            return self
        i, j = (seat for seat in range(SEATS) if seat != me)
        swapped = list(self.winners)
        swapped[i], swapped[j] = swapped[j], swapped[i]
        first, second, third = swapped
        return replace(self, winners=(first, second, third))


def payoff_for_places(places: Sequence[float]) -> Payoff:
    """Points for first, second and third place, as shares of first place's points."""
    first, second, third = (float(each) for each in places)
    if not first > 0 or not first >= second >= third >= 0:
        raise InputError("places: give three numbers that do not rise, the first above 0, such as 1,0.33,0")
    shares = (1.0, second / first, third / first)
    words = f"second place counts {shares[1]:.3g} of first, third place {shares[2]:.3g}"
    return Payoff(f"Values are shares of first place's value: {words}.", "of first place's value", shares)


def payoff_for_wild_card(low: int, high: int) -> Payoff:
    """The chance to advance: the winner does, and a loser whose final score is high enough."""
    if high < low:
        raise InputError(f"wild-card: give the lower score first, such as {high}-{low}")
    text = f"Values are chances to advance: the winner does, and a loser with {format_money(low)} or more."
    if low < high:
        text = (
            "Values are chances to advance: the winner does, and a loser with enough. What is enough is taken to lie "
            f"anywhere from {format_money(low)} to {format_money(high)}."
        )
    return Payoff(text, "to advance", wild_card=(low, high))


def payoff_for_series(wins: Sequence[int], me: int) -> Payoff:
    """The chance to be the first with three wins, all players equally likely to win each later game."""
    if len(wins) != SEATS or max(wins) >= WINS_NEEDED:
        raise InputError(f"series: give the games won by each player, three numbers below {WINS_NEEDED}")
    after = [tuple(w + (seat == winner) for seat, w in enumerate(wins)) for winner in range(SEATS)]
    first, second, third = (series_chances(each)[me] for each in after)
    listed = ", ".join(map(str, wins))
    text = (
        f"Values are chances to be first with {WINS_NEEDED} wins, after {listed} wins. "
        "In later games all three are taken to win equally often."
    )
    return Payoff(text, "to win the final", winners=(first, second, third), no_winner=series_chances(tuple(wins))[me])


@cache
def series_chances(wins: tuple[int, ...]) -> tuple[float, ...]:
    """Each player's chance to be the first with `WINS_NEEDED` wins, all equally likely to win each game."""
    if WINS_NEEDED in wins:
        return tuple(float(each == WINS_NEEDED) for each in wins)
    games = [series_chances(tuple(w + (s == winner) for s, w in enumerate(wins))) for winner in range(len(wins))]
    return tuple(sum(chances) / len(wins) for chances in zip(*games, strict=True))


def payoff_for_money(prizes: tuple[int, int], comeback: int, aversion: float = 0.0) -> Payoff:
    """Dollars: the winner keeps the score and returns, which is worth ``comeback``."""
    second, third = (format_money(prize) for prize in prizes)
    text = (
        f"Prizes: {second} for second place, {third} for third. Returning as champion is worth "
        f"{format_money(comeback)}."
    )
    if aversion:
        text += (
            f" Risk aversion {aversion:g} on wealth of {format_money(WEALTH_DOLLARS)} and winnings: values are sure "
            "dollars that are worth as much as the bet."
        )
    return Payoff(text, "on average" if aversion == 0 else "for certain", money=Money(comeback, prizes, aversion))


def place_shares(
    one: tuple[FloatArray, FloatArray], two: tuple[FloatArray, FloatArray], ties: Ties
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Shares of first, second and third place, given the chances that each opponent ends below me and level with me."""
    (below, level), (below2, level2) = one, two
    above, above2 = 1 - below - level, 1 - below2 - level2
    third = above * above2 + (above * level2 + above2 * level) / 2
    if ties is Ties.SHARED:
        first = (below + level) * (below2 + level2)
        return first, np.maximum(1 - first - third, 0.0), third
    first = below * below2 + (level * below2 + below * level2) / 2 + level * level2 / 3
    third = third + level * level2 / 3
    return first, np.maximum(1 - first - third, 0.0), third


def places_by_score(tables: FinalTables, right: Sequence[bool]) -> tuple[FloatArray, FloatArray, FloatArray]:
    """My shares of the three places at every final score from $0, given who among the seats is right."""
    size = tables.below.shape[-1]
    out = np.ones(size), np.zeros(size)
    seats = tables.position.opponents
    known = [(tables.below[i, int(right[seat])], tables.level[i, int(right[seat])]) for i, seat in enumerate(seats)]
    one, two = [*known, out, out][:2]
    first, second, third = place_shares(one, two, tables.position.ties)
    # Nobody wins with nothing, so that the best that $0 comes to is second place.
    second[0] += first[0]
    first[0] = 0.0
    return first, second, third


def payoff_by_outcome(tables: FinalTables, model: FinalModel, payoff: Payoff) -> FloatArray:
    """My expected utility by outcome (8) and wager ($0 up), given the outcome."""
    position = tables.position
    score, me = position.scores[position.me], position.me
    utilities = payoff.utilities(2 * score)
    wins = None if payoff.winners is None else _WinnerTables(position, model, 2 * score)
    table = np.empty((len(TRIPLES), score + 1))
    for i, right in enumerate(TRIPLES):
        shares = places_by_score(tables, right)
        if payoff.winners is None or wins is None:
            worth = sum(share * value for share, value in zip(shares, utilities, strict=True))
        else:
            others, value = wins.worth(right, payoff.winners)
            worth = shares[0] * payoff.winners[me] + value + (1 - shares[0] - others) * payoff.no_winner
        worth = np.asarray(worth)
        table[i] = worth[score:] if right[me] else worth[score::-1]
    return table


class _WinnerTables:
    """Which opponent wins at each final score of mine, exactly over whole dollars."""

    def __init__(self, position: FinalPosition, model: FinalModel, most: int):
        self.most = most
        self.seats = position.opponents
        top = max([2 * position.scores[seat] for seat in self.seats] + [most])
        self.finals = np.zeros((len(self.seats), 2, top + 1))
        for i, each in enumerate(opponent_wagers(position, model)):
            held = position.scores[each.seat]
            self.finals[i, 1, held : 2 * held + 1] = each.if_right
            self.finals[i, 0, : held + 1] = each.if_wrong[::-1]

    def worth(self, right: Sequence[bool], winners: tuple[float, float, float]) -> tuple[FloatArray, FloatArray]:
        """Chance that an opponent wins, and the value of these wins, at every final score of mine from $0."""
        finals = [self.finals[i, int(right[seat])] for i, seat in enumerate(self.seats)]
        chance, total = np.zeros(self.most + 1), np.zeros(self.most + 1)
        for i, seat in enumerate(self.seats):
            own, others = finals[i], finals[:i] + finals[i + 1 :]
            ahead, level = np.ones(len(own)), np.zeros(len(own))
            if others:
                ahead, level = np.cumsum(others[0]) - others[0], others[0]
            alone = own * (ahead + level / 2)
            alone[0] = 0.0  # Nobody wins with nothing.
            beats_me = np.cumsum(alone[::-1])[::-1] - alone
            shared = own * (ahead / 2 + level / 3)
            shared[0] = 0.0
            won = (beats_me + shared)[: self.most + 1]
            chance += won
            total += winners[seat] * won
        return chance, total


def payoff_advice(tables: FinalTables, opponents: str, payoff: Payoff, by_outcome: FloatArray) -> Advice:
    """Advice by a payoff, from the utilities by outcome of `payoff_by_outcome`."""
    position = tables.position
    values = payoff.values(tables.triples @ by_outcome)
    provenance = Provenance("exact", opponents=opponents, settings=(("ties", position.ties.value), *_settings(payoff)))
    choices = ChoiceGrid(0, position.scores[position.me])
    return Advice(Equities(choices, values, payoff.unit, PlayerId(ROLES[position.role]), provenance), payoff.tolerance)


def _settings(payoff: Payoff) -> tuple[tuple[str, str], ...]:
    """The payoff for the provenance of an answer."""
    if payoff.money is not None:
        money = payoff.money
        aversion = (("aversion", f"{money.aversion:g}"),) if money.aversion else ()
        return ("prizes", f"{money.prizes[0]} and {money.prizes[1]}"), ("comeback", str(money.comeback)), *aversion
    if payoff.wild_card is not None:
        return (("wild-card", "-".join(map(str, payoff.wild_card))),)
    values = payoff.places if payoff.winners is None else payoff.winners
    return (("places" if payoff.winners is None else "winners", ",".join(f"{each:.4g}" for each in values)),)
