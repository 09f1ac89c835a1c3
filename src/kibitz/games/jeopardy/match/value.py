"""Values of states and end scores of a match, for all questions about matches, including buzzing.

`places_of` values states by the network of their game, `places_after_final` scores before a Final: of game 2 exactly,
of game 1 by the game-2 network at its first state. Both give chances to finish first and second by seat; `match_equity`
weighs them. Seat ``players.me`` bets well from here on, the others like people (section 2.6).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kibitz.core import InputError
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.final.outcomes import TRIPLES, final_triples
from kibitz.games.jeopardy.match.evaluator import MatchEvaluator, known_flags, load_shipped_match_evaluator
from kibitz.games.jeopardy.match.final import (
    MATCH_EQUITY,
    MatchFinalRule,
    Weights,
    game_1_final,
    game_2_final,
    totals_after,
)
from kibitz.games.jeopardy.match.named_seats import MatchSeat, match_seating
from kibitz.games.jeopardy.match.play import MatchSeating, play_from_game_1, play_game_2
from kibitz.games.jeopardy.people.population import fixed_seat
from kibitz.games.jeopardy.rollout.seating import SelectRule, WagerRule, usual_seat
from kibitz.games.jeopardy.rollout.state_rows import ROUND, TOTALS
from kibitz.games.jeopardy.show import SEATS, Rules
from kibitz.games.jeopardy.value.endings import clues_left, ending_changes, is_ending
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from kibitz.games.jeopardy.value.players import Players
from kibitz.games.jeopardy.value.state_value import MIN_CHANGE_CHANCE, ValueMethod, legal_wagers
from kibitz.games.jeopardy.value.wagers import WagerOutcomes

IntArray = NDArray[np.int64]

MAX_PRICED_SCORES = 40_000
"""Scores before Final that an exact answer may price: half a second."""
EXACT_STEP = 100


@dataclass(frozen=True, slots=True)
class MatchContext:
    """Which game of a match is played, what first and second place are worth, and a confidence in Final if known."""

    game: int
    weights: Weights = MATCH_EQUITY
    confidence: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class MatchStateValue:
    """Chances of the seats to finish first and second (3 x 2), their method, and standard errors of rollouts."""

    places: FloatArray
    method: ValueMethod
    errors: FloatArray | None = None
    games: int = 0


def match_equity(places: FloatArray, weights: Weights = MATCH_EQUITY) -> FloatArray:
    """Match equity by seat: first place, and second by its weight."""
    return np.asarray(places @ np.array(weights))


def evaluator_of(players: Players, game: int) -> MatchEvaluator:
    """The network of a game of a match between these players."""
    if players.me is None:
        raise InputError("me: in a match, say which player you are")
    return load_shipped_match_evaluator(Matchup(players.era, players.role, players.level), game)


def places_of(rows: IntArray, players: Players, match: MatchContext) -> FloatArray:
    """Chances of the seats to finish first and second (n x 3 x 2) in states of a match, by network."""
    return evaluator_of(players, match.game).places(rows, players.viewpoint_seat, players.known)


def match_equity_function(players: Players, match: MatchContext) -> Callable[[IntArray], FloatArray]:
    """A function from states to the match equity of the one who looks."""
    return lambda rows: match_equity(places_of(rows, players, match)[:, players.viewpoint_seat], match.weights)


def final_answer_chances(players: Players, match: MatchContext) -> FloatArray:
    """Chances of the eight answers in Final."""
    accuracies = [player.final for player in players.contestants]
    if match.confidence is not None:
        accuracies[players.viewpoint_seat] = match.confidence
    return final_triples(accuracies, [player.correlations.final for player in players.contestants])


def styles_of(players: Players, mine: MatchFinalRule = MatchFinalRule.BEST) -> tuple[MatchFinalRule, ...]:
    """How the seats bet the Finals."""
    return tuple(mine if seat == players.me else MatchFinalRule.PEOPLE for seat in range(SEATS))


def places_after_final(scores: IntArray, totals: IntArray, players: Players, match: MatchContext) -> FloatArray:
    """Chances of the seats to finish first and second (n x 3 x 2) from scores before Final (n x 3), ``totals`` being
    those of game 1 (n x 3, ignored there)."""
    triples = final_answer_chances(players, match)
    if match.game == 2:
        return game_2_final(scores, totals, triples, styles_of(players), weights=match.weights)[0]
    following = evaluator_of(players, 2)
    me, known = players.viewpoint_seat, players.known
    abilities = np.array([0.0 if each is None else each for each in known.abilities])
    networks = tuple(following.network if seat == me else None for seat in range(SEATS))
    flags = np.tile(known_flags(known, me), (SEATS, 1))
    wagers, _ = game_1_final(
        scores,
        styles_of(players),
        networks,
        triples,
        abilities=np.tile(abilities, (len(scores), 1)),
        known=flags,
        weights=match.weights,
    )
    return places_after_bets(scores, wagers, players, match)


def places_after_bets(scores: IntArray, wagers: IntArray, players: Players, match: MatchContext) -> FloatArray:
    """The same for Final of game 1 with all bets given (n x 3)."""
    by_outcome = places_by_outcome(scores, wagers, players)
    return np.asarray(np.tensordot(final_answer_chances(players, match), by_outcome, axes=1))


def places_by_outcome(scores: IntArray, wagers: IntArray, players: Players) -> FloatArray:
    """Chances of places after Final of game 1 with all bets given, for each of the eight answers (8 x n x 3 x 2)."""
    following = evaluator_of(players, 2)
    return np.stack(
        [
            following.of_totals(
                totals_after(scores, wagers, np.broadcast_to(right, scores.shape)),
                players.viewpoint_seat,
                players.known,
            )
            for right in TRIPLES
        ]
    )


@cache
def match_seating_of(players: Players, weights: Weights) -> MatchSeating:
    """Seats for playing a match out: the one that looks bets by its networks and best in Final."""
    networks = (evaluator_of(players, 1).network, evaluator_of(players, 2).network)
    machine, seats = players.role is EvaluatorRole.MACHINE, []
    for seat, player in enumerate(players.contestants):
        known = players.known.abilities[seat]
        each = MatchSeat(fixed_seat(player), usual_seat(fixed_seat(player)).select, ability=known or 0.0)
        if seat == players.me:
            select = SelectRule.BAYES if machine else SelectRule.PEOPLE
            each = replace(each, select=select, bet=WagerRule.LIVE, final=MatchFinalRule.BEST, networks=networks)
        seats.append(replace(each, known=(0.0, 0.0, -1, -1) if machine else (1.0, 1.0, -1, -1)))
    first, second, third = seats
    return match_seating(
        (first, second, third), Rules(players.era, players.ties), me=players.viewpoint_seat, weights=weights
    )


def evaluate_in_match(
    row: IntArray, players: Players, match: MatchContext, games: int = 0, seed: int = 1
) -> MatchStateValue:
    """The chances of places in a state; ``games`` above 0 means that many rollouts of the match instead."""
    if games:
        play = play_game_2 if match.game == 2 else play_from_game_1
        result = play(match_seating_of(players, match.weights), row[None], games, seed)
        errors = result.std(axis=0, ddof=1) / np.sqrt(games) if games > 1 else np.zeros((SEATS, 2))
        return MatchStateValue(result.mean(axis=0), ValueMethod.ROLLOUT, errors, games)
    if row[ROUND] == 1 and clues_left(row) == 0:
        after = places_after_final(row[None, :SEATS], row[None, TOTALS], players, match)[0]
        return MatchStateValue(after, ValueMethod.EXACT if match.game == 2 else ValueMethod.NETWORK)
    if match.game == 2 and is_ending(row):
        exact = ending_places(row, players, match)
        if exact is not None:
            return MatchStateValue(exact, ValueMethod.EXACT)
    return MatchStateValue(places_of(row[None], players, match)[0], ValueMethod.NETWORK)


def ending_places(row: IntArray, players: Players, match: MatchContext) -> FloatArray | None:
    """Chances of places with few clues and no Daily Double left in game 2, over every change of the scores; none where
    there are too many to price."""
    changes = ending_changes(row, players)
    common = np.argwhere(changes.chances >= MIN_CHANGE_CHANCE)
    if len(common) > MAX_PRICED_SCORES:
        return None
    chances = changes.chances[tuple(common.T)]
    scores = row[:SEATS] + (common - changes.reach) * changes.unit
    totals = np.broadcast_to(row[TOTALS], scores.shape)
    after = places_after_final(scores, totals, players, match)
    return np.asarray(np.einsum("n,nsp->sp", chances / chances.sum(), after))


def match_wager_curve(
    row: IntArray, players: Players, me: int, match: MatchContext, also: tuple[int, ...] = ()
) -> tuple[WagerOutcomes, ValueMethod]:
    """My match equity after wagers on a Daily Double, right and wrong: by network, or in hundreds where Final follows
    at once, which is exact in game 2."""
    least, most = legal_wagers(row, me)
    for wager in also:
        if not least <= wager <= most:
            raise InputError(f"wager: must be from ${least:,} to ${most:,}, not ${wager:,}")
    last = bool(row[ROUND] == 1 and clues_left(row) == 0)
    if last:
        wagers = np.unique([least, most, *range(EXACT_STEP, most + 1, EXACT_STEP), *also])
    else:
        wagers = np.arange(least, most + 1, dtype=np.int64)
    rows = np.tile(row, (2 * len(wagers), 1))
    rows[:, me] += np.concatenate([wagers, -wagers])
    rows[:, 3] = me
    if last:
        places = places_after_final(rows[:, :SEATS], rows[:, TOTALS], players, match)
        method = ValueMethod.EXACT if match.game == 2 else ValueMethod.NETWORK
    else:
        places, method = places_of(rows, players, match), ValueMethod.NETWORK
    worth = match_equity(places[:, me], match.weights)
    return WagerOutcomes(wagers, worth[: len(wagers)], worth[len(wagers) :]), method


def rollout_wager_in_match(
    row: IntArray, players: Players, me: int, wager: int, confidence: float, games: int, seed: int, match: MatchContext
) -> tuple[float, float]:
    """My match equity with a wager on a Daily Double by playing the match out, and its standard error; right and wrong
    share the luck."""
    play, values = play_game_2 if match.game == 2 else play_from_game_1, []
    for change in (wager, -wager):
        start = row.copy()
        start[me] += change
        start[3] = me
        values.append(
            match_equity(play(match_seating_of(players, match.weights), start[None], games, seed)[:, me], match.weights)
        )
    each = confidence * values[0] + (1 - confidence) * values[1]
    return float(each.mean()), float(each.std(ddof=1) / np.sqrt(games))
