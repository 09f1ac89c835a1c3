"""The games that an evaluator learns from: who plays, which states are kept, and what became of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kibitz.games.jeopardy.people.ability import ability_of
from kibitz.games.jeopardy.people.contestant import Contestant, Level, contestant, final_standing
from kibitz.games.jeopardy.people.population import SeatModel, drawn_seats, of_ability, population, single
from kibitz.games.jeopardy.play.machine import calibrated_machine
from kibitz.games.jeopardy.rollout.finals import final_chances
from kibitz.games.jeopardy.rollout.rollout import STATES, play_on
from kibitz.games.jeopardy.rollout.seating import Bet, FinalBet, Seat, Seating, seating, usual_seat
from kibitz.games.jeopardy.rollout.starts import BOARD, CONTROL, FOUND, FOUND_COLUMN, ROUND, opening
from kibitz.games.jeopardy.show import COLUMNS, SEATS, Era, Rules
from kibitz.games.jeopardy.value.features import INPUTS
from kibitz.games.jeopardy.value.matchups import Matchup, Role
from kibitz.learn.network import Floats, Network
from kibitz.learn.supervised import Examples

IntArray = NDArray[np.int64]

OWN = tuple(np.linspace(-1.0, 2.5, 8).tolist())
"""Abilities of "me" that an evaluator for a person learns from."""
OTHERS = (-0.8, -0.4, 0.0, 0.0, 0.0, 0.4, 0.8, 1.2)
"""Abilities of Average opponents where they are known; 0 more often, since it stands for the level itself."""
KEEP = 0.08
"""Share of states kept."""
LUCKY_KEEP = 0.16
"""The same where luck is taken out: fewer games are needed then."""
EXPLORE = 0.3
"""Share of games whose bets are random up to a clue chosen beforehand."""
OTHERS_LUCK = (-0.6, -0.4)
"""What a piece of my luck takes from the better placed opponent and from the other, roughly: any figures that sum to -1
leave the means as they are, good ones the smallest spread."""
SCATTERED = 0.25
"""Share of a person's games that start from scattered states, where all abilities are known: people ask about states
that their own play would seldom reach."""
BLOCK = 20_000
"""Games played at a time, which bounds the memory."""


@dataclass(frozen=True, slots=True, eq=False)
class States:
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

        out = np.zeros((len(picked), INPUTS), dtype=np.float32)
        kernels.describe_rows(
            self.rows[picked], self.seats[picked], self.abilities[picked], self.known[picked], self.values, out
        )
        return out

    def examples(self) -> Examples:
        """As `kibitz.learn` wants them."""
        return Examples(self.inputs, self.targets, np.arange(len(self), dtype=np.int64))

    def split(self, share: float = 0.03) -> tuple[States, States]:
        """To learn from, and the last ones, held out."""
        cut = int(len(self) * (1 - share))
        return self.part(np.arange(cut)), self.part(np.arange(cut, len(self)))

    def part(self, which: IntArray) -> States:
        """Some of them."""
        return States(
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
    if matchup.role is Role.PEOPLE:
        one, two, three = (replace(seat, network=network) for seat in _drawn(matchup.era))
        looking = range(SEATS)
        return [
            (seating((one, two, three), rules, me=me, spread=0.0, known=(0.0, 0.0, 0)), 1 / SEATS) for me in looking
        ]
    bet = None if network is None else Bet.LIVE
    if matchup.role is Role.MACHINE:
        mine = usual_seat(single(calibrated_machine().contestant), FinalBet.BEST)
        other = usual_seat(single(contestant(matchup.opponents, matchup.era)))
        steps = final_standing(matchup.era)
        return [(seating((_with(mine, bet, network), other, other), rules, standing=steps), 1.0)]
    crowd = population(matchup.era)
    players = (me,) if me is not None else tuple(of_ability(ability, matchup.era, crowd) for ability in OWN)
    abilities = tuple(ability_of(player, matchup.era) for player in players)
    model = SeatModel(players, (1 / len(players),) * len(players))
    mine = _with(usual_seat(model, FinalBet.BEST, abilities), bet or Bet.CALIBRATED, network)
    if matchup.opponents is not Level.AVERAGE:
        level = contestant(matchup.opponents, matchup.era)
        other = usual_seat(single(level), abilities=(ability_of(level, matchup.era),))
        steps = final_standing(matchup.era)
        return [(seating((mine, other, other), rules, known=(1.0, 1.0, -1), standing=steps), 1.0)]
    champion, newcomer, _ = _drawn(matchup.era)
    named = tuple(of_ability(ability, matchup.era, crowd) for ability in OTHERS)
    theirs = tuple(ability_of(player, matchup.era) for player in named)
    other = usual_seat(SeatModel(named, (1 / len(named),) * len(named)), abilities=theirs)
    return [
        (seating((mine, newcomer, newcomer), rules, known=(1.0, 0.0, 0)), 0.2),
        (seating((mine, champion, newcomer), rules, known=(1.0, 0.0, 1)), 0.3),
        (seating((mine, other, other), rules, known=(1.0, 1.0, -1)), 0.5),
    ]


def _with(seat: Seat, bet: Bet | None, network: Network | None) -> Seat:
    return replace(seat, bet=bet or seat.bet, network=network)


def _drawn(era: Era) -> tuple[Seat, Seat, Seat]:
    models = drawn_seats(era)
    abilities = tuple(ability_of(player, era) for player in models[0].contestants)
    first, second, third = (usual_seat(model, abilities=abilities) for model in models)
    return first, second, third


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Games ``first`` to ``first + n`` of a seating: one task."""

    place: Seating
    matchup: Matchup
    seed: int
    first: int
    n: int


def blocks(place: Seating, matchup: Matchup, games: int, seed: int) -> list[Block]:
    """``games`` games as tasks."""
    return [Block(place, matchup, seed, first, min(BLOCK, games - first)) for first in range(0, games, BLOCK)]


def played_block(block: Block) -> States:
    """States of its games as one seat sees them, with the exact chances in Final that each game came to, less the luck
    that followed where the seat has a network to tell it by."""
    place, n, me = block.place, block.n, block.place.how.me
    first_pick = 0 if block.matchup.role is Role.PEOPLE else -1
    scatter = SCATTERED if block.matchup.role is Role.PERSON and place.how.known[0, 1] else 0.0
    lucky = place.seats[me].network is not None
    starts = np.tile(opening(first_pick), (n, 1))
    some = int(n * scatter)
    starts[:some] = scattered(some, np.random.default_rng([block.seed, block.first]))
    played, kept = play_on(
        place,
        starts,
        n,
        block.seed,
        first=block.first,
        keep=LUCKY_KEEP if lucky else KEEP,
        kind=STATES,
        explore=EXPLORE,
        lucky=lucky,
    )
    owners = kept.games - block.first
    chances = final_chances(place, played.scores, played.types)[owners]
    types = played.types[owners]
    abilities = np.stack([place.how.abilities[seat][types[:, seat]] for seat in range(SEATS)], axis=1)
    return States(
        kept.rows,
        np.full(len(owners), me, dtype=np.int64),
        abilities,
        np.tile(place.how.known[me], (len(owners), 1)),
        targets(chances, kept.luck, kept.rows, me),
        place.tables.values,
    )


def scattered(n: int, rng: np.random.Generator) -> IntArray:
    """Rows of states with boards and scores at random: columns played from the top, scores up to what was to be won."""
    rows = np.tile(opening(0), (n, 1))
    rows[:, ROUND] = rng.integers(0, 2, n)
    gone = rng.integers(0, 6, (n, COLUMNS))
    rows[:, BOARD] = 31 & ~((1 << gone) - 1)
    clues = gone.sum(axis=1) * (1 + rows[:, ROUND]) + 15 * rows[:, ROUND]
    rows[:, :SEATS] = 100 * (rng.uniform(-0.1, 1.0, (n, SEATS)) * (4 * clues + 10)[:, None]).astype(np.int64)
    rows[:, CONTROL] = rng.integers(0, SEATS, n)
    found = np.minimum(rng.integers(0, 3, n), 1 + rows[:, ROUND])
    columns = gone.argmax(axis=1)
    rows[:, FOUND] = np.where(gone.max(axis=1) >= 2, found, 0)
    rows[:, FOUND_COLUMN] = np.where(rows[:, FOUND] > 0, columns, -1)
    return rows


def targets(chances: NDArray[np.float64], luck: NDArray[np.float64], rows: IntArray, me: int) -> Floats:
    """Chances of ``me``, of the better placed opponent and of the other, in the order of `features`, without luck."""
    n = np.arange(len(rows))
    first, second = (seat for seat in range(SEATS) if seat != me)
    behind = rows[:, second] > rows[:, first]
    high, low = np.where(behind, second, first), np.where(behind, first, second)
    found = np.stack([chances[:, me], chances[n, high], chances[n, low]], axis=1)
    return np.asarray(found - luck[:, None] * np.array([1.0, *OTHERS_LUCK]), dtype=np.float32)


def joined(parts: list[States]) -> States:
    """Several sets of states as one, in random order."""
    arrays = [
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("rows", "seats", "abilities", "known", "targets")
    ]
    order = np.random.default_rng(len(arrays[0])).permutation(len(arrays[0]))
    rows, seats, abilities, known, targets = (array[order] for array in arrays)
    return States(rows, seats, abilities, known, targets, parts[0].values)
