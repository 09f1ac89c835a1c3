"""The spread of ability among contestants, fitted to recorded scores by simulation."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.datasets.games import IntArray
from kibitz.games.jeopardy.people.contestant import Level, buzzer_weight, contestant
from kibitz.games.jeopardy.people.latent import normal_quantile
from kibitz.games.jeopardy.people.population import (
    SLICES,
    TYPES,
    AbilityPopulation,
    SeatModel,
    champion_ability_chances,
    population_seats,
)
from kibitz.games.jeopardy.play.clue import seven_chances
from kibitz.games.jeopardy.play.game_tables import BOARD_CHANCES, game_tables, outcome_chances
from kibitz.games.jeopardy.play.placement import load_placement
from kibitz.games.jeopardy.play.simulator import SimulatedGames, play_games
from kibitz.games.jeopardy.show import LEFT_PODIUM, ROUNDS, Era, rules_of

GAMES = 100_000
STEPS = 4
N_GENERATIONS = 300
"""Games in a row after which champions are what they will always be."""
ROUNDS_OF_FIT = 12
PRECISION_PER_DOLLAR = 0.36
"""Growth of first-answer precision that goes with a growth of all scores by as much again, roughly."""
CORRECTION_SHARE = 0.35
"""Share of each correction that is made, as parameters act on each other's targets too."""


PERSISTENCE = {Era.PAPER: 0.9, Era.RECENT: 0.95}
"""Correlation of a champion's ability from game to game; until 2003 champions left after five wins."""


@dataclass(frozen=True, slots=True)
class FitTargets:
    """What recorded games of an era say."""

    locked: float
    """Share of lock games."""
    champion_wins: float
    """Share of games won by the returning champion."""
    final_gap: float
    """Final accuracy of the player in first place minus that of the third, in games that are not locked."""
    leader_sd: float
    """Standard deviation of the leader's score before Final Jeopardy, dollars."""
    broke: float
    """Share of games in which a player has no money before Final Jeopardy."""
    wager_mean: float
    """Bets on Daily Doubles of round 2, dollars."""
    wager_sd: float
    total: float
    """Mean of the three scores together before Final Jeopardy, dollars."""


def mean_clue_outcomes(seats: tuple[SeatModel, ...]) -> FloatArray:
    """Chances of the seven clue outcomes by round and row (2 x 5 x 7), averaged over who may sit in the seats."""
    weights = np.einsum("a,b,c->abc", *(np.array(seat.weights) for seat in seats))
    return seven_chances(np.einsum("abc,d,abcdrsk->rsk", weights, np.array(BOARD_CHANCES), outcome_chances(seats)))


def centre_population(model: AbilityPopulation, counts: IntArray, era: Era, lift: float = 0.0) -> AbilityPopulation:
    """The population moved so that its mix meets the recorded share of silence and first-answer precision.

    ``lift`` is added to that precision, where the clues recorded are not those of the scores.
    """
    share = counts.sum(axis=2, keepdims=True) / counts.sum()
    recorded = counts.sum(axis=(0, 1)) / counts.sum()
    for _ in range(STEPS):
        seven = (mean_clue_outcomes(population_seats(era, model, champion=LEFT_PODIUM)) * share).sum(axis=(0, 1))
        silence = recorded[0] - seven[0]
        precision = recorded[4] / (1 - recorded[0]) + lift - seven[4] / (1 - seven[0])
        # Newton steps with rough slopes of silence and precision in the shifts.
        attempt, right, doubles, final = model.centre
        shifts = (attempt - float(silence) / 0.28, right + float(precision) / 0.2, doubles, final)
        model = replace(model, centre=shifts)
    return model


def settle_champions(
    model: AbilityPopulation, counts: IntArray, era: Era, games: int = GAMES, seed: int = 1, lift: float = 0.0
) -> tuple[AbilityPopulation, SimulatedGames]:
    """The population with the champions that its own winners become, centred, and the games of the last step."""
    rules = rules_of(era)
    for step in range(STEPS):
        model = centre_population(model, counts, era, lift)
        tables = game_tables(population_seats(era, model, champion=LEFT_PODIUM), rules)
        played = play_games(np.random.default_rng(seed), tables, games if step == STEPS - 1 else games // 3, rules)
        if step < STEPS - 1:
            model = match_answer_rates(model, played, era)
            weights = stationary_champions(played, model.persistence)
            model = replace(model, champion_weights=tuple(weights.tolist()))
    return model, played


def stationary_champions(games: SimulatedGames, persistence: float) -> FloatArray:
    """Chances of abilities in the champion's seat which the winners of games against such champions have again."""
    after = np.zeros((TYPES, TYPES))
    game, seat = np.nonzero(games.finals.winners)
    np.add.at(after, (games.types[game, 0], games.types[game, seat]), 1.0)
    seen = after.sum(axis=1, keepdims=True)
    after = np.where(seen > 0, after / np.maximum(seen, 1), np.array(SLICES))
    weights = np.array(SLICES)
    for _ in range(N_GENERATIONS):
        weights = champion_ability_chances(weights @ after, persistence)
    return weights


def match_answer_rates(model: AbilityPopulation, games: SimulatedGames, era: Era) -> AbilityPopulation:
    """The population moved so that Daily Doubles and Final are answered as well as by the Average Contestant."""
    average, hidden = contestant(Level.AVERAGE, era), load_placement(era)
    made = games.wagers > 0
    by_round = [
        sum(chance * average.daily_double_accuracy(r, row) for row, chance in enumerate(hidden.row_chances(r), start=1))
        for r in ROUNDS
    ]
    expected = float((made * np.array([by_round[0], by_round[1], by_round[1]])).sum() / made.sum())
    attempt, precision, doubles, final = model.centre
    doubles += normal_quantile(expected) - normal_quantile(float(games.right[made].mean()))
    final += normal_quantile(average.final) - normal_quantile(float(games.finals.right[games.scores > 0].mean()))
    return replace(model, centre=(attempt, precision, doubles, final))


def measure_targets(games: SimulatedGames) -> FitTargets:
    """The targets as simulated."""
    order = np.argsort(-games.scores, axis=1, kind="stable")
    ranked = np.take_along_axis(games.scores, order, axis=1)
    right = np.take_along_axis(games.finals.right, order, axis=1)
    locked = ranked[:, 0] > 2 * np.maximum(ranked[:, 1], 0)
    wagers = games.wagers[:, 1:][games.wagers[:, 1:] > 0]
    return FitTargets(
        locked=float(locked.mean()),
        champion_wins=float(games.finals.winners[:, 0].mean()),
        final_gap=float(right[~locked, 0].mean() - right[~locked & (ranked[:, 2] > 0), 2].mean()),
        leader_sd=float(ranked[:, 0].std()),
        broke=float((ranked[:, 2] <= 0).mean()),
        wager_mean=float(wagers.mean()),
        wager_sd=float(wagers.std()),
        total=float(ranked.sum(axis=1).mean()),
    )


def correct_population(model: AbilityPopulation, now: FitTargets, wanted: FitTargets) -> AbilityPopulation:
    """The population one step nearer to the targets; each target depends mainly on one parameter."""
    level, growth = model.boldness
    wins = wanted.champion_wins - now.champion_wins
    return replace(
        model,
        spread=float(np.clip(model.spread + CORRECTION_SHARE * (wanted.locked - now.locked) / 0.6, 0.05, 2)),
        champion_bonus=float(np.clip(model.champion_bonus + CORRECTION_SHARE * wins / 0.4, 0, 1)),
        final_step=float(
            np.clip(model.final_step + CORRECTION_SHARE * (wanted.final_gap - now.final_gap) / 0.35, 0, 1)
        ),
        tail=float(np.clip(model.tail + CORRECTION_SHARE * 0.7 * (wanted.leader_sd / now.leader_sd - 1), 0, 0.5)),
        nerve=float(np.clip(model.nerve + CORRECTION_SHARE * 5 * (wanted.broke - now.broke), 0, 0.5)),
        boldness=(
            level + CORRECTION_SHARE * math.log(wanted.wager_mean / now.wager_mean),
            float(np.clip(growth + CORRECTION_SHARE * 0.5 * (wanted.wager_sd / now.wager_sd - 1), 0, 1)),
        ),
    )


def fit_population(targets: FitTargets, counts: IntArray, era: Era, report: Callable[[str], None]) -> AbilityPopulation:
    """The population whose games meet the targets, by rounds of one-dimensional corrections.

    Spread is fitted to the lockouts, the champion's bonus to the wins of the left podium, the step to Final, the tails
    to the leader's standard deviation, nerve to players without money, boldness to the bets, precision as a whole
    to the mean score. The buzzer is not free: it is the Champion's weight in the paper.
    """
    buzzer = math.log(buzzer_weight(Level.CHAMPION))
    model = AbilityPopulation(
        0.4,
        buzzer,
        PERSISTENCE[era],
        0.4,
        (0.0, 0.0, 0.0, 0.0),
        SLICES,
        tail=0.3,
        champion_bonus=0.18,
        nerve=0.3,
        boldness=(-0.08, 0.25),
    )
    lift = 0.0
    for step in range(ROUNDS_OF_FIT):
        model, games = settle_champions(model, counts, era, seed=1 + step, lift=lift)
        now = measure_targets(games)
        report(f"{int(era)}, round {step + 1}: {now}")
        model = correct_population(model, now, targets)
        lift += CORRECTION_SHARE * PRECISION_PER_DOLLAR * (targets.total / now.total - 1)
    model, _ = settle_champions(model, counts, era, seed=99, lift=lift)
    return model
