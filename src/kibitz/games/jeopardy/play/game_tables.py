"""Everything a simulated game needs, as arrays: built once from the models, read by kernel and reference alike."""

from __future__ import annotations

import math
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import Selection, Wagering
from kibitz.games.jeopardy.people.latent import (
    PATTERNS,
    chance_given_factor,
    chances_at_nodes,
    pattern_chances,
    quadrature_nodes,
)
from kibitz.games.jeopardy.people.population import SeatModel
from kibitz.games.jeopardy.play.clue import CHANGES, CONTROL, OUTCOMES, outcome_given_buzzes
from kibitz.games.jeopardy.play.daily_double_bets import bet_model, confidence_levels
from kibitz.games.jeopardy.play.placement import PAIRS, load_placement
from kibitz.games.jeopardy.play.selection import load_habits
from kibitz.games.jeopardy.show import ROUNDS, ROWS, SEATS, Rules

IntArray = NDArray[np.int64]

SELECTIONS = list(Selection)
WAGERINGS = list(Wagering)

DRAWS_PER_GAME = 336
"""Random numbers on the tape of one game; a clue takes at most five, a Daily Double seven, the rest eleven."""

BOARD_FACTORS = (math.sqrt(3), 0.0, -math.sqrt(3))
BOARD_CHANCES = (1 / 6, 2 / 3, 1 / 6)
"""Levels of a round's board, hard to easy: the common part of all attempts (Gauss-Hermite, three nodes). What makes
attempts correlate is the board: silence varies from round to round more than single clues would have it."""

OUTCOME_ORDER = np.argsort([-(3 * (change == 1) - (change == -1)).sum() for change in CHANGES], kind="stable")
"""Outcomes with the frequent ones first, so that a scan of cumulative chances ends early."""


class GameTables(NamedTuple):
    """Arrays of one match-up. Cumulative chances end at exactly 1; seats first, then types of contestant."""

    seat_types: FloatArray
    """Cumulative chances of each seat's types: 3 x most types."""
    outcomes: FloatArray
    """Cumulative chances of clue outcomes by types of the seats, board, round, row: t0 x t1 x t2 x 3 x 2 x 5 x 20."""
    board_steps: FloatArray
    """Cumulative chances of the `BOARD_FACTORS`."""
    changes: IntArray
    """Score changes of the outcomes in the same order: 20 x 3."""
    control: IntArray
    """Seat that picks next: 20, -1 for no change."""
    triples: FloatArray
    """Cumulative chances of Final triples by types: t0 x t1 x t2 x 8, in the order of `final_outcomes.TRIPLES`."""
    values: IntArray
    """Dollar values: 2 x 5."""
    clues_played: FloatArray
    """Cumulative chances of 0 to 30 clues in a round: 2 x 31."""
    first_round: FloatArray
    """Cumulative chances of the 30 squares for the Daily Double of round 1."""
    rows: FloatArray
    """Chances of Daily Double rows by round: 2 x 5."""
    columns: FloatArray
    """Chances of Daily Double columns in round 1: 6."""
    row_steps: FloatArray
    """Cumulative chances of rows in round 2: 5."""
    pair_steps: FloatArray
    """Cumulative chances of the 15 column pairs of round 2."""
    pair_columns: IntArray
    """The columns of those pairs: 15 x 2."""
    pairs: FloatArray
    """Chances of column pairs, symmetric: 6 x 6."""
    selection: IntArray
    """Style of each seat, index into `SELECTIONS`."""
    wagering: IntArray
    """Style of each seat, index into `WAGERINGS`."""
    stay: float
    topmost: FloatArray
    """Habits of people: chance to stay in the category, and to take its top square by round."""
    hunt: IntArray
    """Clues played in a round from which people too look for a Daily Double not yet found, by round: 2."""
    bet_amounts: FloatArray
    """Amount in mind by round, standing, confidence level: 2 x 3 x levels."""
    bet_shape: FloatArray
    """Elasticity, reference bankroll, caution of the leader, chance of round thousands, by round: 2 x 4."""
    boldness: FloatArray
    """What multiplies that amount, by seat and type."""
    right: FloatArray
    """Chance to be right on a Daily Double by seat, type, round, row, confidence level."""
    machine: FloatArray
    """How a machine bets: the last three arguments of `daily_double_bets.machine_bet`."""


def cumulative(chances: FloatArray) -> FloatArray:
    """Cumulative chances along the last axis, ending at exactly 1."""
    steps = np.cumsum(chances, axis=-1)
    steps /= steps[..., -1:]
    steps[..., -1] = 1.0
    return steps


def game_tables(
    seats: tuple[SeatModel, ...], rules: Rules | None = None, machine: tuple[float, float, float] = (1.0, 1.0, 1.0)
) -> GameTables:
    """The arrays for three seats under some rules; ``machine`` says how seats with a machine's wagering bet."""
    rules = rules or Rules()
    if len(seats) != SEATS:
        raise InputError(f"seats: give three players, not {len(seats)}")
    where, bets, custom = load_placement(rules.era), bet_model(rules.era), load_habits(rules.era)
    most = max(len(seat.contestants) for seat in seats)
    types = np.ones((SEATS, most))
    for i, seat in enumerate(seats):
        types[i, : len(seat.weights)] = cumulative(np.array(seat.weights))
    levels = np.array(confidence_levels())
    amounts = np.array(
        [[[bets.amount(r, s, 0.5, int(bets.bankroll[r - 1]), z) for z in levels] for s in range(SEATS)] for r in ROUNDS]
    )
    leaders = [seat.contestants[0] for seat in seats]
    tables = GameTables(
        seat_types=types,
        outcomes=_outcomes(seats),
        board_steps=cumulative(np.array(BOARD_CHANCES)),
        changes=CHANGES[OUTCOME_ORDER].copy(),
        control=CONTROL[OUTCOME_ORDER].copy(),
        triples=_triples(seats),
        values=np.array([rules.values(r) for r in ROUNDS], dtype=np.int64),
        clues_played=cumulative(np.array(custom.clues_played)),
        first_round=cumulative(where.first_round.ravel()),
        rows=np.stack([where.row_chances(r) for r in ROUNDS]),
        columns=where.first_round.sum(axis=0),
        row_steps=cumulative(where.rows),
        pair_steps=cumulative(np.array([where.pairs[pair] for pair in PAIRS])),
        pair_columns=np.array(PAIRS, dtype=np.int64),
        pairs=where.pairs.copy(),
        selection=np.array([SELECTIONS.index(player.selection) for player in leaders], dtype=np.int64),
        wagering=np.array([WAGERINGS.index(player.wagering) for player in leaders], dtype=np.int64),
        stay=custom.stay,
        topmost=np.array(custom.topmost),
        hunt=np.array(custom.hunt, dtype=np.int64),
        bet_amounts=amounts,
        bet_shape=np.stack([bets.elasticity, bets.bankroll, bets.caution, bets.thousands], axis=1),
        boldness=_boldness(seats, most),
        right=_right(seats, most, rules),
        machine=np.array(machine, dtype=float),
    )
    # One memory layout for all, so that the kernel is compiled once and workers find it in the cache.
    plain: dict[str, Any] = {k: np.ascontiguousarray(x) for k, x in tables._asdict().items() if k != "stay"}
    return tables._replace(**plain)


def _outcomes(seats: tuple[SeatModel, ...]) -> FloatArray:
    """Cumulative chances of all clue outcomes, for every combination of types."""
    return cumulative(outcome_chances(seats)[..., OUTCOME_ORDER])


def outcome_chances(seats: tuple[SeatModel, ...]) -> FloatArray:
    """Chances of the 20 outcomes by types of the seats, board, round and row: t0 x t1 x t2 x 3 x 2 x 5 x 20."""
    counts = [len(seat.contestants) for seat in seats]
    grid = np.meshgrid(*([player.buzzability for player in seat.contestants] for seat in seats), indexing="ij")
    race = outcome_given_buzzes(np.stack(grid, axis=-1))
    table = np.zeros((*counts, len(BOARD_FACTORS), len(ROUNDS), ROWS, OUTCOMES))
    for r, row in product(range(len(ROUNDS)), range(ROWS)):
        know = _patterns([_precisions(seat, r + 1, row + 1) for seat in seats], quadrature_nodes()[1])
        answers = np.einsum("abcj,abcijk->abcik", know, race, optimize=True)
        for board, factor in enumerate(BOARD_FACTORS):
            want = _patterns([_attempts(seat, r + 1, row + 1, factor) for seat in seats], np.ones(1))
            table[..., board, r, row, :] = np.einsum("abci,abcik->abck", want, answers, optimize=True)
    return table


def _patterns(yes: list[FloatArray], weights: FloatArray) -> FloatArray:
    """Chances of the eight patterns for every combination of types, from chances at the nodes (types x nodes)."""
    sides = [(1 - chances, chances) for chances in yes]
    return np.stack(
        [
            np.einsum(
                "an,bn,cn,n->abc",
                *(sides[seat][int(says)] for seat, says in enumerate(pattern)),
                weights,
                optimize=True,
            )
            for pattern in PATTERNS
        ],
        axis=-1,
    )


def _precisions(seat: SeatModel, round_: int, row: int) -> FloatArray:
    """Chances to know the answer at each value of the common factor: types x nodes."""
    return np.stack(
        [
            chances_at_nodes(player.precision_rate(round_, row), player.correlations.precision)
            for player in seat.contestants
        ]
    )


def _attempts(seat: SeatModel, round_: int, row: int, factor: float) -> FloatArray:
    """Chances to try for the buzzer on a board with this common factor: types x 1."""
    return np.array(
        [
            [chance_given_factor(player.attempt_rate(round_, row), player.correlations.attempt, factor)]
            for player in seat.contestants
        ]
    )


def _triples(seats: tuple[SeatModel, ...]) -> FloatArray:
    counts = [len(seat.contestants) for seat in seats]
    table = np.zeros((*counts, 8))
    for types in product(*(range(n) for n in counts)):
        players = [seat.contestants[t] for seat, t in zip(seats, types, strict=True)]
        chances = pattern_chances(
            tuple(player.final for player in players), tuple(player.correlations.final for player in players)
        )
        table[types] = chances[::-1]
    return cumulative(table)


def _boldness(seats: tuple[SeatModel, ...], most: int) -> FloatArray:
    table = np.ones((SEATS, most))
    for i, seat in enumerate(seats):
        table[i, : len(seat.contestants)] = [player.boldness for player in seat.contestants]
    return table


def _right(seats: tuple[SeatModel, ...], most: int, rules: Rules) -> FloatArray:
    bets, levels = bet_model(rules.era), confidence_levels()
    table = np.zeros((SEATS, most, len(ROUNDS), ROWS, len(levels)))
    for i, seat in enumerate(seats):
        for t, player in enumerate(seat.contestants):
            for r, row in product(ROUNDS, range(ROWS)):
                accuracy = player.daily_double_accuracy(r, row + 1)
                if player.wagering is Wagering.PEOPLE:
                    table[i, t, r - 1, row] = [bets.accuracy(accuracy, z) for z in levels]
                else:
                    table[i, t, r - 1, row] = accuracy
    return table
