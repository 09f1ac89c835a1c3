"""Games in which one seat buzzes optimally on the last clues: played by habit first, then the end of each again.

Once no Daily Double is hidden, all players pick by habit, whatever the score, so the squares of the last clues stay the
same. On each of them the outcome is drawn again from the chances under the best policy, with the same random numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise, product

import numpy as np

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.buzz.ending import end_equities
from kibitz.games.jeopardy.buzz.final_prices import Price, final_price, seats_from_me
from kibitz.games.jeopardy.buzz.max_delta import MAX_DELTA
from kibitz.games.jeopardy.buzz.player import Buzzer
from kibitz.games.jeopardy.endgame.before_final import OwnFinalRule
from kibitz.games.jeopardy.people.contestant import Contestant, Correlations
from kibitz.games.jeopardy.people.latent import chance_given_factor
from kibitz.games.jeopardy.play.clue import CHANGES
from kibitz.games.jeopardy.play.game_tables import BOARD_FACTORS, cumulative
from kibitz.games.jeopardy.rollout.final_chances import final_setup_of
from kibitz.games.jeopardy.rollout.random_streams import Purpose, game_key, uniform_number
from kibitz.games.jeopardy.rollout.rollout import KEEP_STATES, GameBatch, IntArray, SampledStates, play_from
from kibitz.games.jeopardy.rollout.seating import BuzzRule, Seating
from kibitz.games.jeopardy.rollout.state_rows import BOARD, CONTROL, FOUND, ROUND
from kibitz.games.jeopardy.show import COLUMNS, DAILY_DOUBLES, ROUNDS, ROWS, SEATS

N_LAST_CLUES = 3
"""Clues at the end that are buzzed well."""
GAMES_PER_BATCH = 500
"""Number of games whose states are stored at a time."""


@dataclass
class EndgameBuzzing:
    """Solver of last clues for the seat that buzzes well; what it prepared for one game serves the next."""

    seating: Seating
    me: int
    buzzers: dict[tuple[int, ...], Buzzer] = field(default_factory=dict)
    prices: dict[tuple[int, ...], Price] = field(default_factory=dict)

    def chances(
        self, scores: tuple[int, int, int], types: tuple[int, int, int], ease: int, value: int, left: list[int]
    ) -> FloatArray:
        """Chances of the 20 changes, mine first, when a clue is buzzed as well as can be with clues ``left`` after it.

        How easy the board is counts as known by then.
        """
        if types not in self.prices:
            standing = final_setup_of(self.seating, self.me, types)
            best = standing.own is OwnFinalRule.BEST or self.seating.seats[self.me].final != "people"
            own = OwnFinalRule.BEST if best else OwnFinalRule.PEOPLE
            self.prices[types] = final_price(replace(standing, own=own), few=0)
        buzzer = self.buzzer(types, ease)
        row = self.seating.rules.values(2).index(value) + 1
        lines, masses = buzzer.end_state_chances(2, row)
        policies = lines.policies()
        worth = policies @ end_equities(scores, buzzer, value, left, self.prices[types])
        chosen = policies[worth.argmax(axis=0), np.arange(len(masses))]
        return np.asarray(masses @ chosen)

    def buzzer(self, types: tuple[int, int, int], ease: int) -> Buzzer:
        """Who buzzes on a board of this ease."""
        key = (*types, ease)
        if key not in self.buzzers:
            seats = self.seating.seats
            a, b, c = (
                contestant_on_board(seat.model.contestants[t], BOARD_FACTORS[ease])
                for seat, t in zip(seats, types, strict=True)
            )
            self.buzzers[key] = Buzzer((a, b, c), self.me, (a, b, c)[self.me].correlations.precision == 0)
        return self.buzzers[key]


def with_threshold_buzzing(seating: Seating, me: int) -> Seating:
    """The same seats, of which one buzzes every clue by Max-Delta thresholds."""
    tables, endings = seating.tables, EndgameBuzzing(seating, me)
    if max(tables.outcomes.shape[:SEATS]) > 1:
        raise InputError("buzz: delta needs contestants of known ability; add --ability equal")
    outcomes, order = tables.outcomes.copy(), seat_order(tables.changes, me)
    for ease, round_, row in product(range(len(BOARD_FACTORS)), ROUNDS, range(1, ROWS + 1)):
        lines, masses = endings.buzzer((0, 0, 0), ease).end_state_chances(round_, row)
        policies = lines.policies()
        chances = masses @ policies[(policies @ MAX_DELTA).argmax(axis=0), np.arange(len(masses))]
        outcomes[0, 0, 0, ease, round_ - 1, row - 1] = cumulative(chances[order])
    return replace(seating, tables=tables._replace(outcomes=outcomes))


def contestant_on_board(player: Contestant, factor: float) -> Contestant:
    """A contestant on a board with this common factor, which is all that makes attempts correlate."""
    rho = player.correlations.attempt
    first, second = (
        tuple(chance_given_factor(player.attempt_rate(r, row + 1), rho, factor) for row in range(ROWS)) for r in ROUNDS
    )
    return replace(
        player,
        attempt=(first, second),
        correlations=Correlations(0.0, player.correlations.precision, player.correlations.final),
    )


def play_with_buzzing(seating: Seating, start: IntArray, n: int, seed: int, first: int = 0) -> GameBatch:
    """``n`` games from a state, numbered from ``first``, with the last clues buzzed well where a seat does."""
    special = [seat for seat in range(SEATS) if seating.seats[seat].buzz is not BuzzRule.DEFAULT]
    if not special:
        return play_from(seating, start[None], n, seed, first=first)[0]
    if len(special) > 1 or len({seat.after for seat in seating.seats}) > 1:
        raise InputError("buzz: use exact or delta for one seat only, and let all seats pick the last clues alike")
    if seating.seats[special[0]].buzz is BuzzRule.DELTA:
        seating = with_threshold_buzzing(seating, special[0])
    endings = EndgameBuzzing(seating, special[0])
    parts = []
    for begin in range(first, first + n, GAMES_PER_BATCH):
        games = min(GAMES_PER_BATCH, first + n - begin)
        played, stored = play_from(seating, start[None], games, seed, first=begin, keep=1.0, kind=KEEP_STATES)
        for game in range(games):
            replay_ending(endings, played, stored, game, seed, begin)
        parts.append(played)
    return GameBatch(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def replay_ending(
    endings: EndgameBuzzing, played: GameBatch, stored: SampledStates, game: int, seed: int, first: int
) -> None:
    """Play the last clues of one game of a batch once more, and put what comes of them in its place."""
    rows = stored.rows[stored.games == first + game]
    late = rows[(rows[:, ROUND] == 1) & (rows[:, FOUND] == DAILY_DOUBLES[2])]
    opened = [sum(int(mask).bit_count() for mask in row[BOARD]) for row in late]
    late = late[[count <= N_LAST_CLUES for count in opened]]
    tables, me = endings.seating.tables, endings.me
    if len(late) < 2 or is_decided(late[0], me, tables.values[1]):
        return
    key = game_key(seed, first + game)
    ease = int(np.searchsorted(tables.board_steps, uniform_number(key, Purpose.EASE, 1, 0), side="right"))
    a, b, c = (int(t) for t in played.types[game])
    order = seat_order(tables.changes, me)
    scores, control = late[0, :SEATS].copy(), int(late[0, CONTROL])
    for row, after in pairwise(late):
        place = square_between(row, after)
        left = [int(tables.values[1, r]) for mask in after[BOARD] for r in range(ROWS) if int(mask) >> r & 1]
        value = int(tables.values[1, place // COLUMNS])
        played.picks[game, int(row[CONTROL])] -= 1
        played.picks[game, control] += 1
        x, y, z = (int(score) for score in scores)
        chances = endings.chances((x, y, z), (a, b, c), ease, value, left)[order]
        drawn = np.searchsorted(np.cumsum(chances), uniform_number(key, Purpose.OUTCOME, 1, place), side="right")
        outcome = min(int(drawn), len(chances) - 1)
        scores += tables.changes[outcome] * value
        if tables.control[outcome] >= 0:
            control = int(tables.control[outcome])
    played.scores[game] = played.ends[game, :SEATS] = scores
    played.ends[game, CONTROL] = control


def is_decided(row: IntArray, me: int, values: IntArray) -> bool:
    """Whether the clues left can neither end my lock game nor another player's."""
    left = sum(int(values[r]) for mask in row[BOARD] for r in range(ROWS) if int(mask) >> r & 1)
    own, best = int(row[me]), max(*(int(row[seat]) for seat in range(SEATS) if seat != me), 0)
    return own - left > 2 * (best + left) or best - left > 2 * max(own + left, 0)


def square_between(row: IntArray, after: IntArray) -> int:
    """The square played between two states."""
    column = int(np.flatnonzero(row[BOARD] != after[BOARD])[0])
    return (int(row[BOARD][column] ^ after[BOARD][column]).bit_length() - 1) * COLUMNS + column


def seat_order(changes: IntArray, me: int) -> IntArray:
    """Index of each change by seat among the changes with mine first."""
    turned = changes[:, list(seats_from_me(me))].tolist()
    listed = CHANGES.tolist()
    return np.array([listed.index(change) for change in turned], dtype=np.int64)
