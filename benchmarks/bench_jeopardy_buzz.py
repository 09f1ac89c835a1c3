"""Buzzing, measured and saved part by part: anchors, early clues, accuracy of approximations, speed, gain.

Run ``python benchmarks/bench_jeopardy_buzz.py PART ...`` (without PART, all parts). The machine is the calibrated one
in Watson's seat. Points are percentage points of win chance.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
from results import load_figures, save_result

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.buzz.clue_in_play import buzzer_of, clue_in_play, solve_clue
from kibitz.games.jeopardy.buzz.copula import PAPER_ANSWERS, PAPER_CONFIDENCE, copula_joint
from kibitz.games.jeopardy.buzz.densities import fit_confidence_density
from kibitz.games.jeopardy.buzz.ending import best_value, end_equities, row_of
from kibitz.games.jeopardy.buzz.final_prices import final_price
from kibitz.games.jeopardy.buzz.max_delta import MAX_DELTA, early_gains
from kibitz.games.jeopardy.buzz.one_clue_step import default_equities, network_equities, rollout_equities
from kibitz.games.jeopardy.buzz.player import Buzzer
from kibitz.games.jeopardy.buzz.thresholds import buzz_curves
from kibitz.games.jeopardy.buzz.tree import clue_tree
from kibitz.games.jeopardy.endgame.lattice import score_changes
from kibitz.games.jeopardy.people.contestant import contestant
from kibitz.games.jeopardy.people.population import fixed_seat
from kibitz.games.jeopardy.rollout.endgame_buzzing import with_threshold_buzzing
from kibitz.games.jeopardy.rollout.final_chances import seat_chances
from kibitz.games.jeopardy.rollout.rollout import KEEP_STATES, play_from
from kibitz.games.jeopardy.rollout.seating import seating, usual_seat
from kibitz.games.jeopardy.rollout.state_rows import BOARD, FOUND, ROUND, opening_row
from kibitz.games.jeopardy.show import ROWS, Era, Rules
from kibitz.games.jeopardy.value.players import Players, players_of

Figures = dict[str, Any]
DATA = "src/kibitz/games/jeopardy/data"
TABLES = [f"{DATA}/{name}.json" for name in ("contestants", "machine")]
EXACT = [*TABLES, f"{DATA}/final_wagers.json"]

ANCHORS = {
    "28000 v 13500, 12800, $800": ((28000, 13500, 12800), 0, 800, ()),
    "31600 v 13000, 6600, $1200 and $2000": ((31600, 13000, 6600), 0, 1200, (2000,)),
    "30400 v 14200, 6600, $2000": ((30400, 14200, 6600), 0, 2000, ()),
    "12800 v 25200, 2600, $2000": ((25200, 12800, 2600), 1, 2000, ()),
    "10000 v 18800, 7600, $1200": ((18800, 10000, 7600), 1, 1200, ()),
    "4000 v 10000, 2000, $1200": ((4000, 10000, 2000), 0, 1200, ()),
}
FIGURE_8 = (6200, 6400, 6600, 10200, 10400, 10600, 10800, 11000, 12800, 12900, 13100, 13200, 23000, 25000, 27000, 29000)


def anchors() -> Figures:
    """The paper's examples against two levels, in both eras, under both models of Final."""
    figures: Figures = {}
    for era in Era:
        for level in ("champion", "average"):
            for finals in ("all-in", "people"):
                found: Figures = {}
                for name, (scores, me, value, left) in ANCHORS.items():
                    clue = clue_in_play(None, scores, me, value, left, 2)
                    result = solve_clue(clue, players_of(era, era.ties, me, None, level, True), finals)
                    live = result.live_states(0.5)[1]
                    found[name] = {
                        "thresholds": [round(x, 3) for x in result.curves.thresholds()],
                        "after 1: right, wrong, silent": [round(x, 4) for x in (live.right, live.wrong, live.silent)],
                    }
                players = players_of(era, era.ties, 0, None, level, True)
                found["figure 8"] = {
                    str(score): round(
                        solve_clue(
                            clue_in_play(None, (score, 13000, 6600), 0, 2000, (), 2), players, finals
                        ).curves.thresholds()[0],
                        3,
                    )
                    for score in FIGURE_8
                }
                figures[f"{int(era)} {level} {finals}"] = found
    return figures


REFINED = {1: (0.797, 0.927), 5: (0.517, 0.826)}
"""b and p in round 1, by row: inside the ranges of the paper, with its correlations fixed at 0.2."""


def early(games: int = 40_000) -> Figures:
    """Table 6 and section 4.3: scores 1800, -600, 1000, first column played, Daily Double not yet found."""
    seat = usual_seat(fixed_seat(contestant("average")))
    table = seating((seat, seat, seat), Rules(), spread=0.0)
    tree, figures = clue_tree((1.0, 1.0, 1.0)), {}
    for row in (5, 1):
        value = 200 * row
        clue = clue_in_play("1800_-600_1000.1.1.0-12345-12345-12345-12345-12345", None, 0, value, (), 1)
        played = rollout_equities(clue.state, table, 0, value, games, seed=6)
        player = fit_confidence_density(*REFINED[row])
        for name, rho, answers in (("correlated", PAPER_CONFIDENCE, PAPER_ANSWERS), ("uncorrelated", 0.0, 0.0)):
            joint = copula_joint(player, player, player, rho, answers)
            curves = buzz_curves(tree, joint, played.equities)
            thresholds = curves.thresholds()
            gains = early_gains(tree, joint, played.equities, thresholds[0])
            figures[f"${value} {name}"] = {
                "thresholds": [round(x, 3) for x in thresholds],
                "N": round(100 * gains.silence, 2),
                "G": round(100 * gains.gain, 2),
                "G / (2G - N)": round(gains.threshold, 3),
            }
        change = played.equities - played.equities[0]
        figures[f"${value} right, wrong"] = [round(100 * float(change[k]), 2) for k in (8, 1)]
    figures["games"] = games
    return figures


def tip_off() -> Figures:
    """First thresholds of the machine and of a person on an early $1000 clue by tip-off, by Max-Delta (2x - y - z)."""
    figures: Figures = {}
    for machine in (True, False):
        players = players_of(Era.PAPER, Era.PAPER.ties, 0, None, "average", machine)
        for tip in (0.0, 0.1, 0.2, 0.4):
            buzzer = buzzer_of(players, 0, tip)
            result = buzz_curves(buzzer.tree(1, 5), buzzer.joint(1, 5), MAX_DELTA).thresholds()
            figures[f"{'machine' if machine else 'person'} {tip}"] = [round(x, 3) for x in result]
    return figures


def late_states(players: Players, games: int, limit: int, seed: int) -> list[tuple[tuple[int, int, int], list[int]]]:
    """One state per game with at most ``limit`` clues left and no Daily Double hidden: the scores, and the values of
    the clues in the order in which they were played."""
    _, stored = play_from(players.seating, opening_row()[None], games, seed, keep=1.0, kind=KEEP_STATES)
    result = []
    for game in range(games):
        rows = stored.rows[stored.games == game]
        rows = rows[rows[:, ROUND] == 1]
        late = [i for i in range(len(rows)) if rows[i, FOUND] == 2 and len(rows) - 1 - i <= limit]
        if not late or late[0] == len(rows) - 1:
            continue
        start = late[0]
        clues = []
        for i in range(start, len(rows) - 1):
            gone = rows[i, BOARD] & ~rows[i + 1, BOARD]
            clues.append(400 * (1 + next(r for mask in gone for r in range(ROWS) if int(mask) >> r & 1)))
        a, b, c = (int(score) for score in rows[start, :3])
        result.append(((a, b, c), clues))
    return result


def sides() -> dict[str, Players]:
    """The match-ups in which buzzing is measured."""
    era = Era.PAPER
    return {
        "machine v champion": players_of(era, era.ties, 0, None, "champion", True),
        "machine v grand-champion": players_of(era, era.ties, 0, None, "grand-champion", True),
        "average v average": players_of(era, era.ties, 0),
    }


def near(states: int = 25) -> Figures:
    """Distance from the exact thresholds of one exact step followed by habit, or by the network: 2 to 6 clues left."""
    figures = load_figures("jeopardy_buzz_near", EXACT)
    for name, players in sides().items():
        if name in figures:
            continue
        buzzer, price = buzzer_of(players, 0), final_price(players.final_setup(0), few=0)
        errors: dict[str, list[float]] = {"habit on the clues left": [], "network": []}
        for scores, clues in late_states(players, 2 * states, 6, 3)[:states]:
            value, left = clues[0], clues[1:]
            row = row_of(value)
            tree, joint = buzzer.tree(2, row), buzzer.joint(2, row)
            exact = end_equities(scores, buzzer, value, left, price)
            if np.ptp(exact) < 0.002:
                continue
            clue = clue_in_play(None, scores, 0, value, left, 2)
            habit = default_equities(scores, 0, value, score_changes(buzzer.contestants, left), price)
            theta = buzz_curves(tree, joint, exact).thresholds()[0]
            for way, ends in (
                ("habit on the clues left", habit),
                ("network", network_equities(clue.state, players, 0, value)),
            ):
                errors[way].append(abs(buzz_curves(tree, joint, ends).thresholds()[0] - theta))
        figures[name] = {
            way: {
                "states": len(gaps),
                "median": round(float(np.median(gaps)), 4),
                "within 0.05": round(float(np.mean(np.array(gaps) <= 0.05)), 3),
            }
            for way, gaps in errors.items()
        }
        print(name, figures[name], flush=True)
        save_result("jeopardy_buzz_near", figures, EXACT)
    return figures


BOARD_OF_EIGHT = (400, 800, 800, 1200, 1200, 1600, 1600, 2000)


def speed() -> Figures:
    """CPU seconds of the thresholds with eight more clues left, kernels loaded, best of five."""
    figures: Figures = {}
    for name, machine in (("machine", True), ("person", False)):
        players = players_of(Era.PAPER, Era.PAPER.ties, 0, None, "champion", machine)
        clue = clue_in_play(None, (14600, 13000, 6600), 0, 1200, BOARD_OF_EIGHT, 2)
        times = []
        for _ in range(6):
            start = time.process_time()
            solve_clue(clue, players)
            times.append(time.process_time() - start)
        figures[name] = round(min(times[1:]), 3)
    return figures


def worth() -> Figures:
    """What the best buzzing on the last clues adds to buzzing by habit in whole games: points, standard error, games.

    Each game is played once up to the last clues; from there both ways of buzzing are valued exactly.
    """
    figures = load_figures("jeopardy_buzz_worth", EXACT)
    for name, players in sides().items():
        buzzer, price = buzzer_of(players, 0), final_price(players.final_setup(0), few=0)
        for limit, games in ((1, 2000), (3, 250), (8, 25)):
            if f"{name}, last {limit}" in figures:
                continue
            gains = np.zeros(games)
            for k, (scores, clues) in enumerate(late_states(players, games, limit, 17)):
                gains[k] = gain_of(buzzer, price, scores, clues)
            figures[f"{name}, last {limit}"] = [
                round(100 * float(gains.mean()), 3),
                round(100 * float(gains.std(ddof=1) / np.sqrt(games)), 3),
                games,
            ]
            print(name, limit, figures[f"{name}, last {limit}"], flush=True)
            save_result("jeopardy_buzz_worth", figures, EXACT)
    return figures


def gain_of(buzzer: Buzzer, price: Any, scores: tuple[int, int, int], clues: list[int]) -> float:
    """Gain in win chance of the best buzzing over habit, from these scores, over clues in this order."""
    ordered = [clues[0], *sorted(clues[1:])]
    best = best_value(
        end_equities(scores, buzzer, ordered[0], ordered[1:], price), *buzzer.end_state_chances(2, row_of(ordered[0]))
    )
    changes = score_changes(buzzer.contestants, clues)
    places = np.argwhere(changes.chances > 0)
    weights: FloatArray = changes.chances[changes.chances > 0]
    return float(best) - float(price(np.array(scores) + changes.steps[places]) @ weights)


def everywhere(games: int = 60_000) -> Figures:
    """What Max-Delta thresholds on all clues add to habit, in points: paired whole games with the same luck."""
    figures: Figures = {}
    for name, players in sides().items():
        table = players.seating
        sharper = with_threshold_buzzing(table, 0)
        chances_by = []
        for each in (table, sharper):
            played, _ = play_from(each, opening_row()[None], games, 31)
            chances_by.append(seat_chances(each, 0, played.scores, played.types))
        gain = 100 * (chances_by[1] - chances_by[0])
        figures[name] = [round(float(gain.mean()), 3), round(float(gain.std(ddof=1) / np.sqrt(games)), 3), games]
        print(name, figures[name], flush=True)
    return figures


PARTS: dict[str, tuple[Any, list[str]]] = {
    "anchors": (anchors, EXACT),
    "early": (early, []),
    "tip_off": (tip_off, TABLES),
    "speed": (speed, []),
    "near": (near, EXACT),
    "worth": (worth, EXACT),
    "everywhere": (everywhere, TABLES),
}


def main() -> None:
    for name in sys.argv[1:] or list(PARTS):
        measure, data_files = PARTS[name]
        start = time.process_time()
        figures = measure()
        print(name, figures, f"{time.process_time() - start:.0f} s", flush=True)
        save_result(f"jeopardy_buzz_{name}", figures, data_files)


if __name__ == "__main__":
    main()
