"""Accuracy of the evaluators: against rollouts, on wagers, against the lattice, and against TD training.

Run ``python benchmarks/bench_jeopardy_evaluator.py PART ...`` (without PART, all parts). Unless stated otherwise, the
machine is the calibrated one, its opponents are Grand Champions of 1996, and ties are shared.
"""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
from jeopardy_tables import DATA, Figures, confidences, machine, mean, net, network_curve, table
from results import run_parts, save_result

from kibitz.games.jeopardy.people.contestant import Level
from kibitz.games.jeopardy.people.population import load_population, of_ability
from kibitz.games.jeopardy.position import parse_position
from kibitz.games.jeopardy.rollout.final_chances import final_chances, seat_chances
from kibitz.games.jeopardy.rollout.rollout import KEEP_DOUBLES, KEEP_STATES, play_from
from kibitz.games.jeopardy.rollout.state_rows import (
    BOARD,
    CURRENT,
    FOUND,
    FOUND_COLUMN,
    ROUND,
    IntArray,
    opening_row,
    remaining_after,
    row_of_position,
)
from kibitz.games.jeopardy.show import COLUMNS, ROWS, SEATS, Era
from kibitz.games.jeopardy.value.endings import is_ending
from kibitz.games.jeopardy.value.features import KnownAbilities
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from kibitz.games.jeopardy.value.players import Players, players_of
from kibitz.games.jeopardy.value.state_value import evaluate_state, wager_curve


def evaluator() -> None:
    """Mean absolute error of the network against rollouts: 240 states x 4,000 games."""
    figures: Figures = {}
    cases = [(era, EvaluatorRole.MACHINE, level) for era in Era for level in (Level.GRAND_CHAMPION, Level.AVERAGE)]
    cases += [(era, EvaluatorRole.PERSON, Level.AVERAGE) for era in Era]
    for era, role, level in cases:
        name = f"{int(era)} {level.value}" if role is EvaluatorRole.MACHINE else f"{int(era)} person, {level.value}"
        players = players_of(era, era.ties, 0, None, level, machine=role is EvaluatorRole.MACHINE)
        # People's networks know the abilities; adjusting them by standing as well would count the same effect twice.
        figures[name] = error_of(players if role is EvaluatorRole.MACHINE else replace(players, by_place=False))
        print(name, figures[name], flush=True)
    nets = [f"{DATA}/nets/{Matchup(era, role, level).name}.npz" for era, role, level in cases]
    save_result("jeopardy_evaluator", figures, nets)


CLASS_ABILITIES = (-0.4, -0.1, 0.1, 0.3, 0.6, 1.0)
CLASS_KINDS = ("played", "level opponents", "two hidden late")


def classes(states: int = 360, rollouts: int = 2_500) -> None:
    """Errors of a person's network by seat, standing, era, level opponents and Daily Doubles hidden late, in points.

    Every state has three players of their own abilities. A third are states that were played, a third have level
    opponents, a third have two Daily Doubles hidden among at most ten squares (which answers value by rollouts).
    """
    figures: Figures = {"states an era": states, "rollouts a state": rollouts}
    for era in Era:
        cells: dict[str, list[tuple[float, float]]] = {}
        for i in range(states):
            players, row = class_state(era, i)
            played, _ = play_from(players.seating, row[None], rollouts, 77)
            values = final_chances(players.seating, played.scores, played.types)
            noise = 100 * values.std(axis=0) / np.sqrt(rollouts) * 0.8
            errors = 100 * (np.array(players.evaluator.chances(row, players.known)) - values.mean(axis=0))
            me, kind = players.viewpoint_seat, CLASS_KINDS[i // SEATS % len(CLASS_KINDS)]
            place = "leading" if row[me] == row[:SEATS].max() else "trailing"
            names = [kind] if kind == "two hidden late" else [kind, f"seat {me + 1}", place]
            for name in names:
                cells.setdefault(name, []).append((errors[me], noise[me]))
            for other in range(SEATS):
                if other != me:
                    cells.setdefault(f"opponents, {kind}", []).append((errors[other], noise[other]))
        figures[str(int(era))] = {name: _cell(cells[name]) for name in sorted(cells)}
        print(int(era), figures[str(int(era))], flush=True)
    nets = [f"{DATA}/nets/{Matchup(era, EvaluatorRole.PERSON).name}.npz" for era in Era]
    save_result("jeopardy_evaluator_classes", figures, nets)


def _cell(errors: list[tuple[float, float]]) -> Figures:
    error, noise = np.array(errors).T
    return {
        "n": len(error),
        "mean error": round(float(np.abs(error).mean()), 2),
        "bias": round(float(error.mean()), 2),
        "bias error": round(float(error.std() / np.sqrt(len(error))), 2),
        "noise of the rollouts": round(float(noise.mean()), 2),
    }


def class_state(era: Era, number: int) -> tuple[Players, IntArray]:
    """Three players of drawn abilities and a state of the kind that the number stands for."""
    rng = np.random.default_rng([int(era), number])
    crowd = load_population(era)
    first, second, third = (of_ability(float(x), era, crowd) for x in rng.choice(CLASS_ABILITIES, SEATS))
    me = number % SEATS
    players = replace(players_of(era, era.ties, me), contestants=(first, second, third), by_place=False)
    _, stored = play_from(players.seating, opening_row()[None], 6, 1_000 + number, keep=0.3, kind=KEEP_STATES)
    row = stored.rows[rng.integers(len(stored.rows))].copy()
    kind = CLASS_KINDS[number // SEATS % len(CLASS_KINDS)]
    if kind == "level opponents":
        one, two = (seat for seat in range(SEATS) if seat != me)
        row[two] = row[one]
    if kind == "two hidden late":
        row[ROUND], row[FOUND], row[FOUND_COLUMN], row[CURRENT], row[BOARD] = 1, 0, -1, -1, 0
        for column, place in zip(rng.integers(0, COLUMNS, 10), rng.integers(0, ROWS, 10), strict=True):
            row[6 + column] |= 1 << int(place)
        row[:SEATS] = 200 * rng.integers(0, 90, SEATS)
    return players, row


def error_of(players: Players, states: int = 240, rollouts: int = 4_000) -> Figures:
    """Errors of the network against rollouts, on states of games that it plays, in points."""
    place = players.seating
    _, stored = play_from(place, opening_row()[None], 600, 9_999, keep=0.12, kind=KEEP_STATES)
    rows = stored.rows[np.random.default_rng(5).permutation(len(stored.rows))[:states]]
    played, _ = play_from(place, rows, states * rollouts, 4_321)
    values = seat_chances(place, 0, played.scores, played.types).reshape(rollouts, states)
    seen = players.evaluator.own_chances(rows, 0, players.known)
    error = np.abs(seen - values.mean(axis=0))
    left = np.array([sum(remaining_after(row).clues) for row in rows])
    first, late = rows[:, 4] == 0, (rows[:, 4] == 1) & (left <= 8)
    return {
        "mean absolute error": round(100 * float(error.mean()), 3),
        "round 1": round(100 * float(error[first].mean()), 3),
        "round 2": round(100 * float(error[~first & ~late].mean()), 3),
        "late": round(100 * float(error[late].mean()), 3),
        "bias": round(100 * float((seen - values.mean(axis=0)).mean()), 3),
        "noise of the rollouts": round(100 * float(values.std(axis=0).mean() / np.sqrt(rollouts) * 0.8), 3),
    }


def losses(n: int = 500, games: int = 200) -> None:
    """Mean loss per wager on sampled Daily Doubles, in points.

    The best wager of a grid is chosen on one half of the rollouts and valued on the other, so that noise does not
    count as loss. In endings the lattice gives the exact loss.
    """
    place, players = table(), machine()
    _, stored = play_from(place, opening_row()[None], n, 177, keep=1.0, kind=KEEP_DOUBLES)
    rows, chances = stored.rows[:n], confidences(place, stored.rows[:n])
    held_out, naive, ending_loss, with_endings = [], [], [], []
    for i, (result, p) in enumerate(zip(rows, chances, strict=True)):
        row = result.copy()
        row[20] = 0
        curve, bets = network_curve(row, players)
        chosen = int(bets[curve.equities(p).argmax()])
        if is_ending(row):
            exact, _ = wager_curve(row, players, 0, (chosen,))
            values = exact.equities(p)
            loss = float(values.max() - values[np.searchsorted(exact.wagers, chosen)])
            held_out.append(loss)
            naive.append(loss)
            ending_loss.append(loss)
            with_endings.append(0.0)
            continue
        largest = int(bets[-1])
        grid = sorted({chosen, 5, *(int(largest * k / 8) // 100 * 100 or 5 for k in range(1, 9)), largest})
        starts = np.tile(row, (2 * len(grid), 1))
        starts[:, 0] += np.array([bet if k == 0 else -bet for bet in grid for k in range(2)])
        values = np.empty((2 * games, len(starts)))
        for j in range(len(starts)):
            played, _ = play_from(place, starts[j : j + 1], 2 * games, 31 * i + 7)
            values[:, j] = seat_chances(place, 0, played.scores, played.types)
        worth = p * values[:, 0::2] + (1 - p) * values[:, 1::2]
        at = grid.index(chosen)
        halves = [worth[:games].mean(axis=0), worth[games:].mean(axis=0)]
        loss = float(np.mean([halves[1 - h][halves[h].argmax()] - halves[1 - h][at] for h in range(2)]))
        held_out.append(loss)
        with_endings.append(loss)
        naive.append(float(worth.mean(axis=0).max() - worth.mean(axis=0)[at]))
    figures = {
        "states": n,
        "endings": len(ending_loss),
        "network alone": mean(np.array(held_out)),
        "with endgames": mean(np.array(with_endings)),
        "naive upper bound": mean(np.array(naive)),
        "endings, network": mean(np.array(ending_loss)) if len(ending_loss) > 1 else None,
        "gain of endgames a bet": round(100 * float(np.sum(ending_loss)) / n, 3),
    }
    print(figures, flush=True)
    save_result("jeopardy_losses", figures, [net(Level.GRAND_CHAMPION)])


def endings(n: int = 50) -> None:
    """Difference between network and lattice in states that both can value, and the time of a Daily Double answer."""
    place, players = table(), machine()
    _, stored = play_from(place, opening_row()[None], 20 * n, 277, keep=0.1, kind=KEEP_STATES)
    rows = np.array([row for row in stored.rows if is_ending(row)])[:n]
    exact = np.array([evaluate_state(row, players).chances[0] for row in rows])
    apart = players.evaluator.own_chances(rows, 0, players.known) - exact
    figures: Figures = {
        "states": len(rows),
        "mean difference": round(100 * float(np.abs(apart).mean()), 3),
        "bias": round(100 * float(apart.mean()), 3),
        "seconds": {},
    }
    for text in (
        "6200_4800_3000.1.1.345-2345-45-12345-5-0.c6r4",
        "16200_14800_8000.1.2.12345-2345-45-12345-5-0.c6r4",
        "16200_14800_8000.1.2.5-0-4-0-5-0.c6r4c1r3",
        "36200_14800_8000.1.2.345-45-45-0-5-0.c6r4c1r2",
    ):
        row = row_of_position(parse_position(text))
        row[20] = 0
        wager_curve(row, players, 0)
        begun = time.process_time()
        wager_curve(row, players, 0)
        figures["seconds"][text] = round(time.process_time() - begun, 3)
    print(figures, flush=True)
    save_result("jeopardy_endings", figures, [net(Level.GRAND_CHAMPION)])


def temporal(games: int = 60_000, states: int = 120, rollouts: int = 1_500) -> None:
    """Supervised training on luck-adjusted outcomes compared with the paper's temporal differences, in about the same
    time: half as many games, since the adjustment takes time."""
    from kibitz.games.jeopardy.train.evaluator_training import GenerationPlan, train_evaluator
    from papers.watson.experiments.td_training import train_by_td

    matchup = Matchup(Era.PAPER, EvaluatorRole.MACHINE, Level.GRAND_CHAMPION)
    place = table()
    _, stored = play_from(place, opening_row()[None], 600, 9_999, keep=0.12, kind=KEEP_STATES)
    rows = stored.rows[np.random.default_rng(5).permutation(len(stored.rows))[:states]]
    played, _ = play_from(place, rows, states * rollouts, 4_321)
    truth = seat_chances(place, 0, played.scores, played.types).reshape(rollouts, states).mean(axis=0)
    figures: Figures = {"games": games}
    for name, result in {
        "supervised": train_evaluator(matchup, GenerationPlan((20_000, 5_000, games // 2), (2, 2, 8), 40)),
        "TD(0.7)": train_by_td(matchup, games, 0.7),
        "TD(0.95)": train_by_td(matchup, games, 0.95),
    }.items():
        error = result.own_chances(rows, 0, KnownAbilities(expert=0)) - truth
        figures[name] = {
            "mean absolute error": round(100 * float(np.abs(error).mean()), 3),
            "bias": round(100 * float(error.mean()), 3),
            "seconds": round(result.about["seconds"], 1),
        }
        print(name, figures[name], flush=True)
    save_result("jeopardy_temporal", figures)


if __name__ == "__main__":
    run_parts(evaluator, classes, losses, endings, temporal)
