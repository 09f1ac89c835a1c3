"""Who sits where and how each decides: strategy modules by name, as arrays for kernel and reference.

Every module can be switched on and off for each seat, so that its worth can be measured (sections 3.1 to 3.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import Selection, Wagering
from kibitz.games.jeopardy.people.population import SeatModel
from kibitz.games.jeopardy.play.game_tables import GameTables, IntArray, game_tables, outcome_chances
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.rollout.category_learning import (
    CategoryModel,
    control_chances,
    cumulative_outcomes,
    mean_over_boards,
    outcomes_by_record,
)
from kibitz.games.jeopardy.show import ROUNDS, ROWS, SEATS, Rules
from kibitz.games.jeopardy.value.confidence import PRIOR_CLUES
from kibitz.games.jeopardy.value.features import N_INPUTS
from kibitz.learn.network import Network

Floats = NDArray[np.float32]


class SelectRule(StrEnum):
    """How squares are picked while a Daily Double is hidden."""

    PEOPLE = "people"
    ROWS = "rows"
    """Row-seeking by the known frequencies."""
    BAYES = "bayes"
    LRTB = "lrtb"
    """Left to right, top to bottom."""
    CONTROL = "bayes+control"
    """max(p_DD + alpha p_RC)."""


class LateSelectRule(StrEnum):
    """How squares are picked once all Daily Doubles of the round are found."""

    PEOPLE = "people"
    LRTB = "lrtb"
    LEARN = "learn"
    """The cheapest clue of the category with the most to learn."""
    ANTI = "anti-learn"
    """Its dearest one, to frustrate a player who learns."""


class WagerRule(StrEnum):
    """How Daily Doubles are bet."""

    PEOPLE = "people"
    AGGRESSIVE = "aggressive"
    BOLD = "bold"
    """Nearly everything, unless the lead in a match of two games is overwhelming (section 2.6)."""
    CALIBRATED = "calibrated"
    SAFE = "safe"
    NETWORK = "network"
    LIVE = "live"
    """The network with live confidence from the record in the category."""
    ENDGAME = "endgame"
    """The same, and exact once only an ending is left (`last_bets`)."""


class FinalRule(StrEnum):
    """How Final is bet."""

    PEOPLE = "people"
    COVER = "cover"
    """Cover when leading, everything when trailing."""
    RULES = "rules"
    """The rules that the machine's best response came to (section 3.2)."""
    BEST = "best"


class BuzzRule(StrEnum):
    """How clues are buzzed."""

    DEFAULT = "default"
    """By habit."""
    EXACT = "exact"
    """The last clues by the best thresholds (section 3.4)."""
    DELTA = "delta"
    """The same, and all clues before them by Max-Delta thresholds (appendix B.3)."""


SELECT_CODE = {SelectRule.PEOPLE: 0, SelectRule.ROWS: 1, SelectRule.BAYES: 2, SelectRule.LRTB: 3, SelectRule.CONTROL: 4}
AFTER_CODE = {LateSelectRule.PEOPLE: 0, LateSelectRule.LRTB: 3, LateSelectRule.LEARN: 5, LateSelectRule.ANTI: 6}
BET_CODE = {
    WagerRule.PEOPLE: 0,
    WagerRule.AGGRESSIVE: 1,
    WagerRule.CALIBRATED: 2,
    WagerRule.SAFE: 3,
    WagerRule.NETWORK: 4,
    WagerRule.LIVE: 5,
    WagerRule.BOLD: 6,
    WagerRule.ENDGAME: 5,
}
USUAL_SELECT = {
    Selection.PEOPLE: SelectRule.PEOPLE,
    Selection.SEEKING: SelectRule.ROWS,
    Selection.BAYESIAN: SelectRule.BAYES,
}
USUAL_BET = {
    Wagering.PEOPLE: WagerRule.PEOPLE,
    Wagering.AGGRESSIVE: WagerRule.AGGRESSIVE,
    Wagering.MACHINE: WagerRule.CALIBRATED,
}
CONTROL_WEIGHT = 0.03
"""Weight of keeping control: the paper's 0.1 (section 3.3) costs a little here, where control is worth less."""
NO_LIMIT = 9.0
Knowledge = tuple[float, float, int, int]
"""Knowledge inputs of a network: own ability known, opponents' known (0 or 1), and the seats of the returning champion
and of the one who bets well, or -1."""
NO_KNOWLEDGE: Knowledge = (0.0, 0.0, -1, -1)


@dataclass(frozen=True, slots=True, eq=False)
class SeatStrategy:
    """Who may sit in a seat, with the modules that decide there; ``network`` prices its wagers."""

    model: SeatModel
    select: SelectRule = SelectRule.PEOPLE
    after: LateSelectRule = LateSelectRule.PEOPLE
    bet: WagerRule = WagerRule.PEOPLE
    final: FinalRule = FinalRule.PEOPLE
    network: Network | None = None
    abilities: tuple[float, ...] = ()
    """Ability of each possible contestant, for the network; all 0 where left out."""
    known: Knowledge | None = None
    """Knowledge inputs of its network, where they differ from the others' (`How.known`)."""
    buzz: BuzzRule = BuzzRule.DEFAULT


def usual_seat(
    model: SeatModel, final: FinalRule = FinalRule.PEOPLE, abilities: tuple[float, ...] = ()
) -> SeatStrategy:
    """A seat that plays in its contestant's own style."""
    player = model.contestants[0]
    return SeatStrategy(
        model, USUAL_SELECT[player.selection], LateSelectRule.PEOPLE, USUAL_BET[player.wagering], final, None, abilities
    )


def _own_knowledge(seat: SeatStrategy, number: int) -> Knowledge:
    return NO_KNOWLEDGE if seat.network is None else (0.0, 0.0, -1, number)


class SeatArrays(NamedTuple):
    """How seats decide, as arrays."""

    select: IntArray
    after: IntArray
    wager: IntArray
    alpha: float
    spread: float
    """Concentration of ability by category of the seat with a record; 0 where records play no part."""
    risk: FloatArray
    """Penalty on the standard deviation of a wager, and the most that a wrong answer may cost."""
    me: int
    """The seat with a record."""
    watched: int
    """The seat whose luck is summed."""
    known: FloatArray
    """For the network of each seat, as `Knowledge`: 3 x 4."""
    abilities: FloatArray
    """By seat and type of contestant."""
    accuracy: FloatArray
    """On Daily Doubles, by seat, type, round and row."""
    steps: FloatArray
    """Cumulative chances of clue outcomes by record, board, round and row; one row where records do not matter."""
    keeps: FloatArray
    """p_RC by seat, record, round and row."""
    coming: float
    """Dollars on the boards of a game of the match that is still to come; 0 in the last game."""
    weights: FloatArray
    """What first and second place of a match are worth; used where a network speaks of places."""


class SeatNetworks(NamedTuple):
    """The networks of the three seats; zeros where a seat has none."""

    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats


@dataclass(frozen=True, eq=False)
class Seating:
    """Everything that a game between three seats needs."""

    seats: tuple[SeatStrategy, ...]
    rules: Rules
    tables: GameTables
    how: SeatArrays
    nets: SeatNetworks
    standing: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Steps of the opponents' Final accuracy by place, where it is not drawn with their ability."""


def seating(
    seats: tuple[SeatStrategy, SeatStrategy, SeatStrategy],
    rules: Rules | None = None,
    *,
    me: int = 0,
    watched: int | None = None,
    spread: float = PRIOR_CLUES,
    category: CategoryModel | None = None,
    risk: tuple[float, float] = (0.0, NO_LIMIT),
    known: Knowledge | None = None,
    alpha: float = CONTROL_WEIGHT,
    standing: tuple[float, float, float] = (0.0, 0.0, 0.0),
    coming: float = 0.0,
    weights: tuple[float, float] = (1.0, 0.5),
) -> Seating:
    """The arrays for three seats; ``category`` makes regular clues depend on the record of seat ``me``.

    Without ``known``, a seat with a network is the one who bets well, as its network was taught.
    """
    rules = rules or Rules()
    models = tuple(seat.model for seat in seats)
    tables = game_tables(models, rules, load_machine().bets)
    styles = [min(BET_CODE[seat.bet], 2) for seat in seats]
    most = max(len(model.contestants) for model in models)
    abilities = np.zeros((SEATS, most))
    accuracy = np.zeros((SEATS, most, len(ROUNDS), ROWS))
    for i, seat in enumerate(seats):
        abilities[i, : len(seat.abilities)] = seat.abilities
        for t, player in enumerate(seat.model.contestants):
            accuracy[i, t] = [[player.daily_double_accuracy(r, row + 1) for row in range(ROWS)] for r in ROUNDS]
    if category is None:
        chances = outcome_chances(tuple(SeatModel(m.contestants[:1], (1.0,)) for m in models))[0, 0, 0][None]
    else:
        chances = outcomes_by_record(tuple(model.contestants[0] for model in models), me, category)
    how = SeatArrays(
        select=np.array([SELECT_CODE[seat.select] for seat in seats], dtype=np.int64),
        after=np.array([AFTER_CODE[seat.after] for seat in seats], dtype=np.int64),
        wager=np.array([BET_CODE[seat.bet] for seat in seats], dtype=np.int64),
        alpha=alpha,
        spread=spread,
        risk=np.array(risk),
        me=me,
        watched=me if watched is None else watched,
        known=np.array([seat.known or known or _own_knowledge(seat, i) for i, seat in enumerate(seats)], dtype=float),
        abilities=abilities,
        accuracy=accuracy,
        steps=cumulative_outcomes(chances),
        keeps=np.ascontiguousarray(
            np.stack([mean_over_boards(control_chances(chances, seat)) for seat in range(SEATS)])
        ),
        coming=coming,
        weights=np.array(weights),
    )
    tables = tables._replace(wagering=np.array(styles, dtype=np.int64))
    return Seating(seats, rules, tables, how, nets_of(tuple(seat.network for seat in seats)), standing)


def nets_of(networks: tuple[Network | None, ...]) -> SeatNetworks:
    """Networks of one size side by side."""
    sizes = [network.sizes for network in networks if network is not None]
    inputs, hidden = sizes[0][0] if sizes else N_INPUTS, max((each[1] for each in sizes), default=1)
    outputs = max((each[2] for each in sizes), default=2)
    shapes = ((inputs, hidden), (hidden,), (outputs, hidden), (outputs,))
    arrays = [np.zeros((SEATS, *shape), dtype=np.float32) for shape in shapes]
    for seat, network in enumerate(networks):
        if network is not None:
            width = network.sizes[1]
            arrays[0][seat, :, :width], arrays[1][seat, :width] = network.weights[0], network.biases[0]
            arrays[2][seat, :, :width], arrays[3][seat] = network.weights[1].T, network.biases[1]
    return SeatNetworks(*arrays)
