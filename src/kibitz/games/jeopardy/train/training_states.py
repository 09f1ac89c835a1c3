"""Games that an evaluator learns from: who plays, which states are stored, and their results."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kibitz.games.jeopardy.people.ability import ability_of
from kibitz.games.jeopardy.people.contestant import Contestant, Level, contestant, final_standing
from kibitz.games.jeopardy.people.population import SeatModel, fixed_seat, load_population, of_ability, population_seats
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.rollout.final_chances import final_chances
from kibitz.games.jeopardy.rollout.rollout import KEEP_STATES, play_from
from kibitz.games.jeopardy.rollout.seating import FinalRule, Seating, SeatStrategy, WagerRule, seating, usual_seat
from kibitz.games.jeopardy.rollout.state_rows import BOARD, CONTROL, FOUND, FOUND_COLUMN, ROUND, opening_row
from kibitz.games.jeopardy.show import COLUMNS, SEATS, Era, Rules
from kibitz.games.jeopardy.value.features import N_INPUTS
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from kibitz.learn.network import Floats, Network
from kibitz.learn.supervised import Examples

IntArray = NDArray[np.int64]

OWN_ABILITIES = tuple(np.linspace(-1.0, 2.5, 8).tolist())
"""Abilities of "me" that an evaluator for a person learns from."""
OPPONENT_ABILITIES = (-0.8, -0.4, 0.0, 0.0, 0.0, 0.4, 0.8, 1.2)
"""Abilities of Average opponents where they are known; 0 more often, because it is the level itself."""
KEPT_STATE_SHARE = 0.08
"""Share of states stored."""
KEPT_STATE_SHARE_LUCK_ADJUSTED = 0.16
"""The same for luck-adjusted results, which need fewer games."""
EXPLORED_GAME_SHARE = 0.3
"""Share of games whose bets are random up to a clue chosen beforehand."""
OTHERS_LUCK = (-0.6, -0.4)
"""What one unit of my luck takes from the better placed opponent and from the other, roughly. Any numbers with sum -1
leave the means unchanged; good ones make the variance smallest."""
RANDOM_STATE_GAME_SHARE = 0.25
"""Share of a person's games that start from scattered states, where all abilities are known: people ask about states
that their own play would seldom reach."""
GAMES_PER_BLOCK = 20_000
"""Games played at a time, which bounds the memory."""


@dataclass(frozen=True, slots=True, eq=False)
class TrainingStates:
    """States with what became of them: rows, the seat that looks, abilities and what is known, and three chances."""

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
    """Who plays, and how often: with a network "me" (seat 0) bets by it, else as calibrated; ``me`` is a person's own
    numbers in place of a spread of abilities."""
    rules = Rules(matchup.era, matchup.era.ties)
    if matchup.role is EvaluatorRole.PEOPLE:
        one, two, three = (replace(seat, network=network) for seat in _population_seats(matchup.era))
        looking = range(SEATS)
        return [
            (seating((one, two, three), rules, me=me, spread=0.0, known=(0.0, 0.0, 0)), 1 / SEATS) for me in looking
        ]
    bet = None if network is None else WagerRule.LIVE
    if matchup.role is EvaluatorRole.MACHINE:
        mine = usual_seat(fixed_seat(load_machine().contestant), FinalRule.BEST)
        other = usual_seat(fixed_seat(contestant(matchup.opponents, matchup.era)))
        steps = final_standing(matchup.era)
        return [(seating((_with_module(mine, bet, network), other, other), rules, standing=steps), 1.0)]
    crowd = load_population(matchup.era)
    players = (me,) if me is not None else tuple(of_ability(ability, matchup.era, crowd) for ability in OWN_ABILITIES)
    abilities = tuple(ability_of(player, matchup.era) for player in players)
    model = SeatModel(players, (1 / len(players),) * len(players))
    mine = _with_module(usual_seat(model, FinalRule.BEST, abilities), bet or WagerRule.CALIBRATED, network)
    if matchup.opponents is not Level.AVERAGE:
        level = contestant(matchup.opponents, matchup.era)
        other = usual_seat(fixed_seat(level), abilities=(ability_of(level, matchup.era),))
        steps = final_standing(matchup.era)
        return [(seating((mine, other, other), rules, known=(1.0, 1.0, -1), standing=steps), 1.0)]
    champion, newcomer, _ = _population_seats(matchup.era)
    named = tuple(of_ability(ability, matchup.era, crowd) for ability in OPPONENT_ABILITIES)
    theirs = tuple(ability_of(player, matchup.era) for player in named)
    other = usual_seat(SeatModel(named, (1 / len(named),) * len(named)), abilities=theirs)
    return [
        (seating((mine, newcomer, newcomer), rules, known=(1.0, 0.0, 0)), 0.2),
        (seating((mine, champion, newcomer), rules, known=(1.0, 0.0, 1)), 0.3),
        (seating((mine, other, other), rules, known=(1.0, 1.0, -1)), 0.5),
    ]


def _with_module(seat: SeatStrategy, bet: WagerRule | None, network: Network | None) -> SeatStrategy:
    return replace(seat, bet=bet or seat.bet, network=network)


def _population_seats(era: Era) -> tuple[SeatStrategy, SeatStrategy, SeatStrategy]:
    models = population_seats(era)
    abilities = tuple(ability_of(player, era) for player in models[0].contestants)
    first, second, third = (usual_seat(model, abilities=abilities) for model in models)
    return first, second, third


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
    place, n, me = block.place, block.n, block.place.how.me
    first_pick = 0 if block.matchup.role is EvaluatorRole.PEOPLE else -1
    scatter = RANDOM_STATE_GAME_SHARE if block.matchup.role is EvaluatorRole.PERSON and place.how.known[0, 1] else 0.0
    lucky = place.seats[me].network is not None
    starts = np.tile(opening_row(first_pick), (n, 1))
    some = int(n * scatter)
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
    chances = final_chances(place, played.scores, played.types)[owners]
    types = played.types[owners]
    abilities = np.stack([place.how.abilities[seat][types[:, seat]] for seat in range(SEATS)], axis=1)
    return TrainingStates(
        stored.rows,
        np.full(len(owners), me, dtype=np.int64),
        abilities,
        np.tile(place.how.known[me], (len(owners), 1)),
        win_targets(chances, stored.luck, stored.rows, me),
        place.tables.values,
    )


def random_states(n: int, rng: np.random.Generator) -> IntArray:
    """Rows of states with boards and scores at random: columns played from the top, scores up to what was to be won."""
    rows = np.tile(opening_row(0), (n, 1))
    rows[:, ROUND] = rng.integers(0, 2, n)
    gone = rng.integers(0, 6, (n, COLUMNS))
    rows[:, BOARD] = 31 & ~((1 << gone) - 1)
    clues = gone.sum(axis=1) * (1 + rows[:, ROUND]) + 15 * rows[:, ROUND]
    rows[:, :SEATS] = 100 * (rng.uniform(-0.1, 1.0, (n, SEATS)) * (4 * clues + 10)[:, None]).astype(np.int64)
    rows[:, CONTROL] = rng.integers(0, SEATS, n)
    result = np.minimum(rng.integers(0, 3, n), 1 + rows[:, ROUND])
    columns = gone.argmax(axis=1)
    rows[:, FOUND] = np.where(gone.max(axis=1) >= 2, result, 0)
    rows[:, FOUND_COLUMN] = np.where(rows[:, FOUND] > 0, columns, -1)
    return rows


def win_targets(chances: NDArray[np.float64], luck: NDArray[np.float64], rows: IntArray, me: int) -> Floats:
    """Chances of ``me``, of the better placed opponent and of the other, in the order of `features`, without luck."""
    n = np.arange(len(rows))
    first, second = (seat for seat in range(SEATS) if seat != me)
    behind = rows[:, second] > rows[:, first]
    high, low = np.where(behind, second, first), np.where(behind, first, second)
    result = np.stack([chances[:, me], chances[n, high], chances[n, low]], axis=1)
    return np.asarray(result - luck[:, None] * np.array([1.0, *OTHERS_LUCK]), dtype=np.float32)


def join_states(parts: list[TrainingStates]) -> TrainingStates:
    """Several sets of states as one, in random order."""
    arrays = [
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("rows", "seats", "abilities", "known", "targets")
    ]
    order = np.random.default_rng(len(arrays[0])).permutation(len(arrays[0]))
    rows, seats, abilities, known, targets = (array[order] for array in arrays)
    return TrainingStates(rows, seats, abilities, known, targets, parts[0].values)
