"""The tables at which Jeopardy! strategies are measured: a machine with some modules against two opponents."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import Level, contestant
from kibitz.games.jeopardy.people.population import single
from kibitz.games.jeopardy.play.machine import calibrated_machine
from kibitz.games.jeopardy.rollout.finals import seat_chances
from kibitz.games.jeopardy.rollout.learning import CategoryModel
from kibitz.games.jeopardy.rollout.rollout import Played, play_on
from kibitz.games.jeopardy.rollout.seating import NO_LIMIT, After, Bet, FinalBet, Seat, Seating, Select, seating
from kibitz.games.jeopardy.rollout.seating import usual_seat as usual
from kibitz.games.jeopardy.rollout.starts import opening
from kibitz.games.jeopardy.show import Era, rules_of
from kibitz.games.jeopardy.value.confidence import live_confidence
from kibitz.games.jeopardy.value.matchups import Matchup, Role
from kibitz.games.jeopardy.value.players import Players, players_of
from kibitz.games.jeopardy.value.weights import shipped

DATA = "src/kibitz/games/jeopardy/data"
GAMES = 150_000
SEED = 20_11
Figures = dict[str, Any]


def net(level: Level, era: Era = Era.PAPER) -> str:
    """The file of a machine's evaluator."""
    return f"{DATA}/nets/{Matchup(era, Role.MACHINE, level).name}.npz"


def table(
    level: Level = Level.GRAND_CHAMPION,
    era: Era = Era.PAPER,
    *,
    bet: Bet = Bet.LIVE,
    select: Select = Select.BAYES,
    after: After = After.PEOPLE,
    final: FinalBet = FinalBet.BEST,
    attempt: float | None = None,
    risk: float = 0.0,
    limit: float = NO_LIMIT,
    category: CategoryModel | None = None,
    others_after: After = After.PEOPLE,
    precision: float | None = None,
    double: float | None = None,
) -> Seating:
    """A machine with some modules in seat 0 and two opponents of a level."""
    player = calibrated_machine().contestant
    changes = {"attempt": attempt, "precision": precision, "daily_double": double}
    player = replace(player, **{name: value for name, value in changes.items() if value is not None})
    network = shipped(Matchup(era, Role.MACHINE, level)).network
    mine = Seat(single(player), select, after, bet, final, network)
    other = replace(usual(single(contestant(level, era))), after=others_after)
    return seating((mine, other, other), rules_of(era), risk=(risk, limit), category=category)


def whole(place: Seating, games: int = GAMES, seed: int = SEED) -> tuple[FloatArray, Played]:
    """The machine's chance in Final of each of many whole games."""
    played, _ = play_on(place, opening()[None], games, seed)
    return seat_chances(place, 0, played.scores, played.types), played


def mean(values: FloatArray) -> list[float]:
    """Mean and standard error, in points of win chance."""
    return [round(100 * float(values.mean()), 3), round(100 * float(values.std(ddof=1) / np.sqrt(len(values))), 3)]


def machine(level: Level = Level.GRAND_CHAMPION, era: Era = Era.PAPER) -> Players:
    """The machine in seat 0 as a player who asks."""
    return players_of(era, era.ties, 0, None, level, machine=True)


def network_curve(row: Any, players: Players) -> Any:
    """The network's curve at multiples of $100, even in endings."""
    from kibitz.games.jeopardy.value.advice import legal_wagers
    from kibitz.games.jeopardy.value.wagers import Curve, after_wagers

    least, most = legal_wagers(row, 0)
    bets = np.unique(np.concatenate([[least, most], np.arange(100, most + 1, 100)]))
    return Curve(bets, *after_wagers(players.evaluator, row, 0, players.known, bets)), bets


def confidences(place: Seating, rows: Any) -> list[float]:
    """The live confidence of each kept Daily Double; column 20 is its square."""
    result = []
    for row in rows:
        r, c = divmod(int(row[20]), 6)
        seen = 5 - int(row[6 + c]).bit_count() - 1
        result.append(live_confidence(float(place.how.accuracy[0, 0, int(row[4]), r]), int(row[14 + c]), seen))
    return result
