"""The spread of ability among contestants, fitted to recorded scores by simulation."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import Level, buzzer_weight, contestant
from kibitz.games.jeopardy.people.latent import quantile
from kibitz.games.jeopardy.people.population import TYPES, Population, SeatModel, carried_over, drawn_seats
from kibitz.games.jeopardy.play.clue import seven_chances
from kibitz.games.jeopardy.play.game_tables import game_tables, outcome_chances
from kibitz.games.jeopardy.play.placement import placement
from kibitz.games.jeopardy.play.simulator import Games, play
from kibitz.games.jeopardy.recorded.games import IntArray
from kibitz.games.jeopardy.show import ROUNDS, Era, rules_of

GAMES = 100_000
STEPS = 5


@dataclass(frozen=True, slots=True)
class Targets:
    """What recorded games of an era say."""

    locked: float
    """Share of games with a lockout before Final Jeopardy."""
    champion_wins: float
    """Share of games won by the returning champion."""
    final_gap: float
    """Final accuracy of the player in first place minus that of the third."""


def mixed_outcomes(seats: tuple[SeatModel, ...]) -> FloatArray:
    """Chances of the seven clue outcomes by round and row (2 x 5 x 7), averaged over who may sit in the seats."""
    weights = np.einsum("a,b,c->abc", *(np.array(seat.weights) for seat in seats))
    return seven_chances(np.einsum("abc,abcrsk->rsk", weights, outcome_chances(seats)))


def centred(model: Population, counts: IntArray, era: Era) -> Population:
    """The population moved so that its mix meets the recorded share of silence and first-answer precision."""
    share = counts.sum(axis=2, keepdims=True) / counts.sum()
    recorded = counts.sum(axis=(0, 1)) / counts.sum()
    for _ in range(STEPS):
        seven = (mixed_outcomes(drawn_seats(era, model)) * share).sum(axis=(0, 1))
        silence = recorded[0] - seven[0]
        precision = recorded[4] / (1 - recorded[0]) - seven[4] / (1 - seven[0])
        # Newton steps with rough slopes of silence and precision in the shifts.
        attempt, right, doubles, final = model.centre
        shifts = (attempt - float(silence) / 0.28, right + float(precision) / 0.2, doubles, final)
        model = replace(model, centre=shifts)
    return model


def settled(
    model: Population, counts: IntArray, era: Era, games: int = GAMES, seed: int = 1
) -> tuple[Population, Games]:
    """The population with the champions that its own winners become, centred, and the games of the last step."""
    rules = rules_of(era)
    for step in range(STEPS):
        model = centred(model, counts, era)
        tables = game_tables(drawn_seats(era, model), rules)
        played = play(np.random.default_rng(seed), tables, games if step == STEPS - 1 else games // 3, rules)
        if step < STEPS - 1:
            model = answering(model, played, era)
            winners = np.bincount(played.types[played.finals.winners], minlength=TYPES).astype(float)
            weights = carried_over(winners / winners.sum(), model.persistence)
            model = replace(model, champion_weights=tuple(weights.tolist()))
    return model, played


def answering(model: Population, games: Games, era: Era) -> Population:
    """The population moved so that Daily Doubles and Final are answered as well as by the Average Contestant."""
    average, hidden = contestant(Level.AVERAGE, era), placement(era)
    made = games.wagers > 0
    by_round = [sum(chance * average.daily_double_accuracy(r, row) for row, chance in
                    enumerate(hidden.row_chances(r), start=1)) for r in ROUNDS]  # fmt: skip
    expected = float((made * np.array([by_round[0], by_round[1], by_round[1]])).sum() / made.sum())
    attempt, precision, doubles, final = model.centre
    doubles += quantile(expected) - quantile(float(games.right[made].mean()))
    final += quantile(average.final) - quantile(float(games.finals.right[games.scores > 0].mean()))
    return replace(model, centre=(attempt, precision, doubles, final))


def measured(games: Games) -> Targets:
    """The targets as simulated."""
    order = np.argsort(-games.scores, axis=1, kind="stable")
    ranked = np.take_along_axis(games.scores, order, axis=1)
    right = np.take_along_axis(games.finals.right, order, axis=1)[ranked[:, 2] > 0]
    return Targets(
        locked=float((ranked[:, 0] > 2 * np.maximum(ranked[:, 1], 0)).mean()),
        champion_wins=float(games.finals.winners[:, 0].mean()),
        final_gap=float(right[:, 0].mean() - right[:, 2].mean()),
    )


def fitted_population(targets: Targets, counts: IntArray, era: Era, report: Callable[[str], None]) -> Population:
    """The population whose games meet the targets: spread for lockouts, persistence for champions, step for Final.

    Each target answers mainly to its own parameter, so a few rounds of one-dimensional corrections do. The buzzer
    parameter is not free: it is the Champion's weight in the paper.
    """
    uniform = (1 / TYPES,) * TYPES
    model = Population(0.55, math.log(buzzer_weight(Level.CHAMPION)), 0.8, 0.12, (0.0, 0.0, 0.0, 0.0), uniform)
    for step in range(2 * STEPS):
        model, games = settled(model, counts, era, seed=1 + step)
        now = measured(games)
        report(
            f"{int(era)}: spread {model.spread:.3f} gives locks {now.locked:.3f}, persistence {model.persistence:.3f} "
            f"champion wins {now.champion_wins:.3f}, Final step {model.final_step:.3f} gap {now.final_gap:.3f}"
        )
        model = replace(
            model,
            spread=float(np.clip(model.spread + (targets.locked - now.locked) / 0.5, 0.05, 2)),
            persistence=float(np.clip(model.persistence + (targets.champion_wins - now.champion_wins) / 0.3, 0, 1)),
            final_step=float(np.clip(model.final_step + (targets.final_gap - now.final_gap) / 0.35, 0, 1)),
        )
    model, _ = settled(model, counts, era, seed=99)
    return model
