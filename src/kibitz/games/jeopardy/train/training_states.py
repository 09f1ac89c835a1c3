"""Games that an evaluator learns from: who plays, which states are stored, and their results."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kibitz.games.jeopardy.people.ability import ability_of
from kibitz.games.jeopardy.people.contestant import Contestant, Level, contestant, final_standing
from kibitz.games.jeopardy.people.population import SeatModel, fixed_seat, load_population, of_ability, population_seats
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.rollout.final_chances import final_chances, seat_places
from kibitz.games.jeopardy.rollout.rollout import KEEP_STATES, play_from
from kibitz.games.jeopardy.rollout.seating import FinalRule, Seating, SeatStrategy, WagerRule, seating, usual_seat
from kibitz.games.jeopardy.rollout.state_rows import (
    BOARD,
    CONTROL,
    CONTROL_BY_LOT,
    FOUND,
    FOUND_COLUMN,
    ROUND,
    opening_row,
)
from kibitz.games.jeopardy.show import COLUMNS, LEFT_PODIUM, SEATS, Era, Rules
from kibitz.games.jeopardy.value.features import N_INPUTS
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from kibitz.learn.network import Floats, Network
from kibitz.learn.supervised import Examples

IntArray = NDArray[np.int64]

OWN_ABILITIES = tuple(np.linspace(-1.0, 2.5, 8).tolist())
"""Abilities of "me" that an evaluator for a person learns from."""
OPPONENT_ABILITIES = (-1.4, -0.8, -0.4, -0.1, 0.0, 0.1, 0.3, 0.6, 1.0, 1.6)
"""Abilities of Average opponents."""
KEPT_STATE_SHARE = 0.08
"""Share of states stored."""
KEPT_STATE_SHARE_LUCK_ADJUSTED = 0.16
"""The same for luck-adjusted results, which need fewer games."""
EXPLORED_GAME_SHARE = 0.3
"""Share of games whose bets are random up to a clue chosen beforehand."""
RANDOM_STATE_GAME_SHARE = 0.25
"""Share of games that start from scattered states, where all abilities are known: people ask about states that their
own play would seldom reach."""
LATE_STATE_SHARE = 0.5
"""Share of scattered states with few squares left, so that Daily Doubles hidden late are seen often enough."""
OWN_VIEW_SHARE = 0.6
"""Share of games seen by the player who bets well; an opponent sees the others."""
GAMES_PER_BLOCK = 20_000
"""Games played at a time, which bounds the memory."""


@dataclass(frozen=True, slots=True, eq=False)
class TrainingStates:
    """States with what became of them: rows, the seat that looks, abilities and what is known, and chances to finish
    first and second."""

    rows: IntArray
    seats: IntArray
    abilities: NDArray[np.float64]
    known: NDArray[np.float64]
    targets: Floats
    values: IntArray

    def __len__(self) -> int:
        return len(self.rows)

    def inputs(self, picked: IntArray) -> Floats:
        """Inputs of some of them."""
        from kibitz.games.jeopardy.value import kernels

        out = np.zeros((len(picked), N_INPUTS), dtype=np.float32)
        kernels.write_feature_rows(
            self.rows[picked], self.seats[picked], self.abilities[picked], self.known[picked], self.values, out
        )
        return out

    def examples(self) -> Examples:
        """As `kibitz.learn` wants them."""
        return Examples(self.inputs, self.targets, np.arange(len(self), dtype=np.int64))

    def split(self, share: float = 0.03) -> tuple[TrainingStates, TrainingStates]:
        """To learn from, and the last ones, held out."""
        cut = int(len(self) * (1 - share))
        return self.part(np.arange(cut)), self.part(np.arange(cut, len(self)))

    def part(self, which: IntArray) -> TrainingStates:
        """Some of them."""
        return TrainingStates(
            self.rows[which],
            self.seats[which],
            self.abilities[which],
            self.known[which],
            self.targets[which],
            self.values,
        )


def seatings(
    matchup: Matchup, network: Network | None = None, me: Contestant | None = None
) -> list[tuple[Seating, float]]:
    """Who plays, seen by which seat, and how often: with a network "me" (seat 0) bets by it, else as calibrated; ``me``
    is a person's own numbers in place of a spread of abilities. The two others may be exchanged, so one view serves."""
    if matchup.role is EvaluatorRole.PEOPLE:
        return _people_seatings(matchup.era, network)
    rules = Rules(matchup.era, matchup.era.ties)
    bet = None if network is None else WagerRule.LIVE
    steps, known = final_standing(matchup.era), 0.0
    if matchup.role is EvaluatorRole.MACHINE:
        mine = _with_module(usual_seat(fixed_seat(load_machine().contestant), FinalRule.BEST), bet, network)
        other = usual_seat(fixed_seat(contestant(matchup.opponents, matchup.era)))
    else:
        known, other = 1.0, _opponent_seat(matchup)
        mine = _with_module(_own_seat(matchup.era, me), bet or WagerRule.CALIBRATED, network)
        steps = (0.0, 0.0, 0.0) if matchup.opponents is Level.AVERAGE else steps
    other = replace(other, network=network)
    return [
        (seating((mine, other, other), rules, watched=view, known=(known, known, -1, 0), standing=steps), share)
        for view, share in ((0, OWN_VIEW_SHARE), (1, 1 - OWN_VIEW_SHARE))
    ]


def _people_seatings(era: Era, network: Network | None) -> list[tuple[Seating, float]]:
    """Three contestants of the show, seen by the returning champion, by another, and where no champion is named."""
    result = []
    for champion, view, share in ((LEFT_PODIUM, 0, 0.25), (LEFT_PODIUM, 1, 0.4), (None, 0, 0.35)):
        one, two, three = (
            replace(usual_seat(model), network=network) for model in population_seats(era, champion=champion)
        )
        known = (0.0, 0.0, -1 if champion is None else champion, -1)
        place = seating((one, two, three), Rules(era, era.ties), me=view, watched=view, spread=0.0, known=known)
        result.append((place, share))
    return result


def _own_seat(era: Era, me: Contestant | None) -> SeatStrategy:
    """A person of any ability who bets well in Final, or ``me``."""
    crowd = load_population(era)
    players = (me,) if me is not None else tuple(of_ability(ability, era, crowd) for ability in OWN_ABILITIES)
    abilities = tuple(ability_of(player, era) for player in players)
    return usual_seat(SeatModel(players, (1 / len(players),) * len(players)), FinalRule.BEST, abilities)


def _opponent_seat(matchup: Matchup) -> SeatStrategy:
    """An opponent of a level; average ones have any ability."""
    era = matchup.era
    if matchup.opponents is Level.AVERAGE:
        crowd = load_population(era)
        players = tuple(of_ability(ability, era, crowd) for ability in OPPONENT_ABILITIES)
    else:
        players = (contestant(matchup.opponents, era),)
    abilities = tuple(ability_of(player, era) for player in players)
    return usual_seat(SeatModel(players, (1 / len(players),) * len(players)), abilities=abilities)


def _with_module(seat: SeatStrategy, bet: WagerRule | None, network: Network | None) -> SeatStrategy:
    return replace(seat, bet=bet or seat.bet, network=network)


@dataclass(frozen=True, slots=True, eq=False)
class GameBlock:
    """Games ``first`` to ``first + n`` of a seating: one task."""

    place: Seating
    matchup: Matchup
    seed: int
    first: int
    n: int


def game_blocks(place: Seating, matchup: Matchup, games: int, seed: int) -> list[GameBlock]:
    """``games`` games as tasks."""
    return [
        GameBlock(place, matchup, seed, first, min(GAMES_PER_BLOCK, games - first))
        for first in range(0, games, GAMES_PER_BLOCK)
    ]


def play_block(block: GameBlock) -> TrainingStates:
    """States of its games as one seat sees them, with the exact chances in Final that each game came to, less the luck
    that followed where the seat has a network to tell it by."""
    place, n, view = block.place, block.n, block.place.how.watched
    people = block.matchup.role is EvaluatorRole.PEOPLE
    lucky = place.seats[view].network is not None
    # The returning champion picks first; of scattered states people's scores would say nothing about ability.
    first_pick = LEFT_PODIUM if people and place.how.known[view, 2] >= 0 else CONTROL_BY_LOT
    starts = np.tile(opening_row(first_pick), (n, 1))
    some = 0 if people else int(n * RANDOM_STATE_GAME_SHARE)
    starts[:some] = random_states(some, np.random.default_rng([block.seed, block.first]))
    played, stored = play_from(
        place,
        starts,
        n,
        block.seed,
        first=block.first,
        keep=KEPT_STATE_SHARE_LUCK_ADJUSTED if lucky else KEPT_STATE_SHARE,
        kind=KEEP_STATES,
        explore=EXPLORED_GAME_SHARE,
        lucky=lucky,
    )
    owners = stored.games - block.first
    places = seat_places(place, view, played.scores, played.types)
    # Who faces a player who bets well in Final wins less than against people: the three chances sum to one.
    places[:, 0] = final_chances(place, played.scores, played.types)[:, view]
    places[:, 1] = np.minimum(places[:, 1], 1 - places[:, 0])
    types = played.types[owners]
    abilities = np.stack([place.how.abilities[seat][types[:, seat]] for seat in range(SEATS)], axis=1)
    return TrainingStates(
        stored.rows,
        np.full(len(owners), view, dtype=np.int64),
        abilities,
        np.tile(place.how.known[view], (len(owners), 1)),
        (places[owners] - stored.luck).astype(np.float32),
        place.tables.values,
    )


def random_states(n: int, rng: np.random.Generator) -> IntArray:
    """Rows of states with boards and scores at random: columns played from the top, scores up to what was to be won."""
    rows = np.tile(opening_row(0), (n, 1))
    rows[:, ROUND] = rng.integers(0, 2, n)
    gone = rng.integers(0, 6, (n, COLUMNS))
    late = rng.random(n) < LATE_STATE_SHARE
    gone[late] = np.maximum(gone[late], rng.integers(2, 6, (int(late.sum()), COLUMNS)))
    rows[:, BOARD] = 31 & ~((1 << gone) - 1)
    clues = gone.sum(axis=1) * (1 + rows[:, ROUND]) + 15 * rows[:, ROUND]
    rows[:, :SEATS] = 100 * (rng.uniform(-0.1, 1.0, (n, SEATS)) * (4 * clues + 10)[:, None]).astype(np.int64)
    rows[:, CONTROL] = rng.integers(0, SEATS, n)
    result = np.minimum(rng.integers(0, 3, n), 1 + rows[:, ROUND])
    columns = gone.argmax(axis=1)
    rows[:, FOUND] = np.where(gone.max(axis=1) >= 2, result, 0)
    rows[:, FOUND_COLUMN] = np.where(rows[:, FOUND] > 0, columns, -1)
    return rows


def join_states(parts: list[TrainingStates]) -> TrainingStates:
    """Several sets of states as one, in random order."""
    arrays = [
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("rows", "seats", "abilities", "known", "targets")
    ]
    order = np.random.default_rng(len(arrays[0])).permutation(len(arrays[0]))
    rows, seats, abilities, known, targets = (array[order] for array in arrays)
    return TrainingStates(rows, seats, abilities, known, targets, parts[0].values)
