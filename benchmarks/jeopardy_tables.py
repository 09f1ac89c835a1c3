"""Seatings for measuring Jeopardy! strategies: a machine with some modules against two opponents."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import Level, contestant
from kibitz.games.jeopardy.people.population import fixed_seat
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.rollout.category_learning import CategoryModel
from kibitz.games.jeopardy.rollout.final_chances import seat_chances
from kibitz.games.jeopardy.rollout.rollout import GameBatch, play_from
from kibitz.games.jeopardy.rollout.seating import (
    NO_LIMIT,
    FinalRule,
    LateSelectRule,
    Seating,
    SeatStrategy,
    SelectRule,
    WagerRule,
    seating,
)
from kibitz.games.jeopardy.rollout.seating import usual_seat as usual
from kibitz.games.jeopardy.rollout.state_rows import opening_row
from kibitz.games.jeopardy.show import Era, rules_of
from kibitz.games.jeopardy.value.confidence import live_confidence
from kibitz.games.jeopardy.value.evaluator import load_shipped_evaluator
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from kibitz.games.jeopardy.value.players import Players, players_of

DATA = "src/kibitz/games/jeopardy/data"
GAMES = 150_000
SEED = 20_11
Figures = dict[str, Any]


def net(level: Level, era: Era = Era.PAPER) -> str:
    """The file of a machine's evaluator."""
    return f"{DATA}/nets/{Matchup(era, EvaluatorRole.MACHINE, level).name}.npz"


def table(
    level: Level = Level.GRAND_CHAMPION,
    era: Era = Era.PAPER,
    *,
    bet: WagerRule = WagerRule.LIVE,
    select: SelectRule = SelectRule.BAYES,
    after: LateSelectRule = LateSelectRule.PEOPLE,
    final: FinalRule = FinalRule.BEST,
    attempt: float | None = None,
    risk: float = 0.0,
    limit: float = NO_LIMIT,
    category: CategoryModel | None = None,
    others_after: LateSelectRule = LateSelectRule.PEOPLE,
    precision: float | None = None,
    double: float | None = None,
) -> Seating:
    """A machine with some modules in seat 0 and two opponents of a level."""
    player = load_machine().contestant
    changes = {"attempt": attempt, "precision": precision, "daily_double": double}
    player = replace(player, **{name: value for name, value in changes.items() if value is not None})
    network = load_shipped_evaluator(Matchup(era, EvaluatorRole.MACHINE, level)).network
    mine = SeatStrategy(fixed_seat(player), select, after, bet, final, network)
    other = replace(usual(fixed_seat(contestant(level, era))), after=others_after)
    return seating((mine, other, other), rules_of(era), risk=(risk, limit), category=category)


def whole(place: Seating, games: int = GAMES, seed: int = SEED) -> tuple[FloatArray, GameBatch]:
    """Play whole games: the machine's win chance before each Final, and the games."""
    played, _ = play_from(place, opening_row()[None], games, seed)
    return seat_chances(place, 0, played.scores, played.types), played


def mean(values: FloatArray) -> list[float]:
    """Mean and standard error, in points of win chance."""
    return [round(100 * float(values.mean()), 3), round(100 * float(values.std(ddof=1) / np.sqrt(len(values))), 3)]


def machine(level: Level = Level.GRAND_CHAMPION, era: Era = Era.PAPER) -> Players:
    """The players of a question, with the machine in seat 0."""
    return players_of(era, era.ties, 0, None, level, machine=True)


def network_curve(row: Any, players: Players) -> Any:
    """The network's curve at multiples of $100, even in endings."""
    from kibitz.games.jeopardy.value.state_value import legal_wagers
    from kibitz.games.jeopardy.value.wagers import WagerOutcomes, after_wagers

    smallest, largest = legal_wagers(row, 0)
    bets = np.unique(np.concatenate([[smallest, largest], np.arange(100, largest + 1, 100)]))
    return WagerOutcomes(bets, *after_wagers(players.evaluator, row, 0, players.known, bets)), bets


def confidences(place: Seating, rows: Any) -> list[float]:
    """The live confidence on each stored Daily Double; column 20 is its square."""
    result = []
    for row in rows:
        r, c = divmod(int(row[20]), 6)
        seen = 5 - int(row[6 + c]).bit_count() - 1
        result.append(live_confidence(float(place.how.accuracy[0, 0, int(row[4]), r]), int(row[14 + c]), seen))
    return result
