"""Two-game matches against Grand Champions of 1996: Table 5, networks against the safe heuristic, losses, tables.

Run ``python benchmarks/bench_jeopardy_matches.py PART ...`` (without PART, all parts). ``MATCHES=20000`` in front makes
a quick run that saves nothing. The ladder saves each block of matches to disk, so that a stopped run continues.
Differences are paired: both sides have the same luck.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from results import ROOT, run_parts, save_result

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.match.daily_double_losses import bet_losses
from kibitz.games.jeopardy.match.evaluator import load_shipped_match_evaluator
from kibitz.games.jeopardy.match.final import MatchFinalRule, game_2_final
from kibitz.games.jeopardy.match.named_seats import MatchSeat, match_seating, with_modules
from kibitz.games.jeopardy.match.play import MatchSeating, play_from_game_1, play_game_2, play_matches
from kibitz.games.jeopardy.people.contestant import Level, contestant
from kibitz.games.jeopardy.people.population import fixed_seat
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.rollout.category_learning import CategoryModel
from kibitz.games.jeopardy.rollout.rollout import KEEP_STATES, play_from
from kibitz.games.jeopardy.rollout.seating import LateSelectRule, SelectRule, WagerRule, usual_seat
from kibitz.games.jeopardy.rollout.state_rows import TOTALS, opening_row, remaining_after
from kibitz.games.jeopardy.show import Era, Rules
from kibitz.games.jeopardy.value.matchups import EvaluatorRole, Matchup
from papers.watson.experiments.equity_tables import equity_tables, interpolate_equity

MATCHES = int(os.environ.get("MATCHES", "500000"))
BLOCK = 20_000
SEED = 20_11
MATCHUP = Matchup(Era.PAPER, EvaluatorRole.MACHINE, Level.GRAND_CHAMPION)
NETS = [f"src/kibitz/games/jeopardy/data/match_nets/{MATCHUP.name}-game{game}.npz" for game in (1, 2)]
PEOPLE = "src/kibitz/games/jeopardy/match/people_bets.py"
WEIGHTS = np.array([1.0, 0.5])
LADDER_MACHINE = {"attempt": 0.76, "precision": 0.885, "daily_double": 0.65, "final": 0.50}
"""The machine closest to the paper's win rates and board control. The machine of Table 2 has less control."""
Figures = dict[str, Any]


def machine_seat(**changes: Any) -> MatchSeat:
    """The machine with its networks, best Finals and Bayesian square selection; ``changes`` replace its parameters."""
    player = replace(load_machine().contestant, **changes)
    networks = (load_shipped_match_evaluator(MATCHUP, 1).network, load_shipped_match_evaluator(MATCHUP, 2).network)
    return MatchSeat(
        fixed_seat(player), SelectRule.BAYES, bet=WagerRule.LIVE, final=MatchFinalRule.BEST, networks=networks
    )


def table(
    mine: MatchSeat, others_after: LateSelectRule = LateSelectRule.PEOPLE, category: CategoryModel | None = None
) -> MatchSeating:
    """The machine in seat 0 against two Grand Champions."""
    model = fixed_seat(contestant(Level.GRAND_CHAMPION, Era.PAPER))
    other = MatchSeat(model, usual_seat(model).select, others_after)
    return match_seating((mine, other, other), Rules(), category=category)


def blocks(name: str, place: MatchSeating, matches: int = MATCHES) -> tuple[FloatArray, FloatArray, FloatArray]:
    """First and second places of seat 0 in each match, its share of Daily Doubles and its share of picks. Blocks that
    were played before are read from disk."""
    version = hashlib.sha256(b"".join((ROOT / path).read_bytes() for path in [*NETS, PEOPLE])).hexdigest()[:10]
    folder = Path(tempfile.gettempdir()) / f"kibitz-matches-{version}"
    folder.mkdir(exist_ok=True)
    places, counts = [], np.zeros((2, 3))
    for first in range(0, matches, BLOCK):
        n = min(BLOCK, matches - first)
        stored = folder / f"{name.replace(' ', '-').replace(',', '')}-{first}-{n}.npz"
        if not stored.exists():
            played = play_matches(place, n, SEED, first)
            draft = stored.with_suffix(".draft.npz")
            np.savez(draft, places=played.places[:, 0], found=played.found.sum(axis=0), picks=played.picks.sum(axis=0))
            draft.replace(stored)
        with np.load(stored) as block:
            places.append(block["places"])
            counts += np.array([block["found"], block["picks"]])
    shares = counts[:, 0] / counts.sum(axis=1)
    return np.concatenate(places), shares[0], shares[1]


def mean(values: FloatArray) -> list[float]:
    """Mean and standard error, in points."""
    return [round(100 * float(values.mean()), 3), round(100 * float(values.std(ddof=1) / np.sqrt(len(values))), 3)]


def save_long_run(name: str, figures: Figures, data_files: list[str]) -> None:
    """Print the figures, and save those of a full run."""
    print(figures, flush=True)
    if MATCHES >= 500_000:
        save_result(name, figures, data_files)


def ladder() -> None:
    """Table 5: rules for picking squares before and after the Daily Doubles are found. The machine learns within
    categories, and its opponents pick squares that prevent this."""
    own = machine_seat(**LADDER_MACHINE)
    model = CategoryModel(LADDER_MACHINE["daily_double"])
    rows = {
        "left to right": (SelectRule.LRTB, LateSelectRule.LRTB),
        "rows": (SelectRule.ROWS, LateSelectRule.LRTB),
        "bayes": (SelectRule.BAYES, LateSelectRule.LRTB),
        "bayes, learning": (SelectRule.BAYES, LateSelectRule.LEARN),
        "control, learning": (SelectRule.CONTROL, LateSelectRule.LEARN),
    }
    figures: Figures = {"matches": MATCHES, "machine": LADDER_MACHINE}
    before: FloatArray | None = None
    first: FloatArray | None = None
    for name, (select, after) in rows.items():
        places, result, picks = blocks(
            f"ladder {name}", table(with_modules(own, select, after), LateSelectRule.ANTI, model)
        )
        figures[name] = {
            "first": mean(places[:, 0]),
            "equity": mean(places @ WEIGHTS),
            "found": round(float(result), 4),
            "control": round(float(picks), 4),
        }
        if before is not None and first is not None:
            figures[name]["step"] = mean(places[:, 0] - before)
            figures["total gain"] = mean(places[:, 0] - first)
        first, before = places[:, 0] if first is None else first, places[:, 0]
        print(name, figures[name], flush=True)
    save_long_run("jeopardy_match_ladder", figures, [*NETS, "src/kibitz/games/jeopardy/data/machine.json"])


def wagers() -> None:
    """Daily Double wagers by the networks compared with the safe heuristic and with people's bold bets, all with best
    Finals. Then best Finals compared with the rules of section 3.2, with covering and with people's bets."""
    own = machine_seat()
    matches = min(MATCHES, 60_000)
    live, _, _ = blocks("live", table(own), matches)
    figures: Figures = {"matches": matches, "networks": {"first": mean(live[:, 0]), "equity": mean(live @ WEIGHTS)}}
    for name, seat in {
        "safe heuristic": with_modules(own, bet=WagerRule.SAFE),
        "bold bets": with_modules(own, bet=WagerRule.BOLD),
        "finals by rules": with_modules(own, final=MatchFinalRule.RULES),
        "finals by cover": with_modules(own, final=MatchFinalRule.COVER),
        "finals as people": with_modules(own, final=MatchFinalRule.PEOPLE),
    }.items():
        places, _, _ = blocks(name, table(seat), matches)
        figures[f"over {name}"] = {"first": mean((live - places)[:, 0]), "equity": mean((live - places) @ WEIGHTS)}
        print(name, figures[f"over {name}"], flush=True)
    save_long_run("jeopardy_match_wagers", figures, NETS)


def losses() -> None:
    """Match equity lost per Daily Double wager in game 1 and in game 2, in points (paper: 0.3 and 0.55)."""
    place = table(machine_seat())
    n, games = (30, 100) if MATCHES >= 500_000 else (10, 50)
    figures: Figures = {"bets": n}
    for game in (1, 2):
        figures[f"game {game}"] = mean(bet_losses(place, game, n, games, SEED))
        print(game, figures[f"game {game}"], flush=True)
    save_long_run("jeopardy_match_losses", figures, NETS)


def tables() -> None:
    """The paper's three interpolation tables, computed from the network, compared with the network itself and with
    rollouts of game 2, at totals of simulated first games."""
    evaluator = load_shipped_match_evaluator(MATCHUP, 2)
    made = equity_tables(evaluator, 0)
    place = table(machine_seat())
    totals = play_matches(place, 4_000, SEED + 1).totals
    direct = evaluator.of_totals(totals, 0)[:, 0] @ WEIGHTS
    apart = interpolate_equity(made, totals, 0) - direct
    inside = (totals.max(axis=1) - totals.min(axis=1)) <= made.largest
    some = totals[:200]
    starts = np.tile(opening_row(), (len(some), 1))
    starts[:, TOTALS] = some
    rollouts = 600 if MATCHES >= 500_000 else 100
    worth = play_game_2(place, starts, rollouts * len(some), SEED)[:, 0] @ WEIGHTS
    truth = worth.reshape(rollouts, len(some))
    noise = truth.std(axis=0, ddof=1) / np.sqrt(rollouts)
    figures: Figures = {
        "steps": made.step,
        "largest": made.largest,
        "inside": round(float(inside.mean()), 4),
        "table and network, mean absolute": round(100 * float(np.abs(apart[inside]).mean()), 3),
        "table and network, largest": round(100 * float(np.abs(apart[inside]).max()), 3),
        "network and rollouts, mean absolute": round(100 * float(np.abs(direct[:200] - truth.mean(axis=0)).mean()), 3),
        "network and rollouts, bias": round(100 * float((direct[:200] - truth.mean(axis=0)).mean()), 3),
        "noise of the rollouts": round(100 * float(0.8 * noise.mean()), 3),
    }
    save_long_run("jeopardy_match_tables", figures, [NETS[1]])


def evaluators() -> None:
    """Mean absolute error of both networks against rollouts of matches, on 240 states each."""
    place = table(machine_seat())
    rollouts = 400 if MATCHES >= 500_000 else 100
    figures: Figures = {"rollouts": rollouts}
    for game in (1, 2):
        starts = np.tile(opening_row(), (600, 1))
        if game == 2:
            starts[:, TOTALS] = play_matches(place, 600, 5).totals
        _, stored = play_from(place.games[game - 1], starts, 600, 9_999, keep=0.12, kind=KEEP_STATES)
        rows = stored.rows[np.random.default_rng(5).permutation(len(stored.rows))[:240]]
        play = play_from_game_1 if game == 1 else play_game_2
        worth = (play(place, rows, rollouts * len(rows), 4_321)[:, 0] @ WEIGHTS).reshape(rollouts, len(rows))
        seen = load_shipped_match_evaluator(MATCHUP, game).places(rows, 0)[:, 0] @ WEIGHTS
        error = seen - worth.mean(axis=0)
        late = (rows[:, 4] == 1) & (np.array([sum(remaining_after(row).clues) for row in rows]) <= 8)
        figures[f"game {game}"] = {
            "mean absolute error": round(100 * float(np.abs(error).mean()), 3),
            "bias": round(100 * float(error.mean()), 3),
            "late": round(100 * float(np.abs(error[late]).mean()), 3),
            "noise of the rollouts": round(100 * float(0.8 * worth.std(axis=0).mean() / np.sqrt(rollouts)), 3),
        }
        print(game, figures[f"game {game}"], flush=True)
    save_long_run("jeopardy_match_evaluators", figures, NETS)


def rules() -> None:
    """What the rules for A and B of section 3.2 cost where they apply, in match equity and in matches won."""
    place = table(machine_seat())
    played = play_matches(place, min(MATCHES, 40_000), SEED)
    scores = played.before - played.totals
    figures: Figures = {"finals": len(scores)}
    doubles = played.totals + 2 * scores
    role = (doubles > doubles[:, :1]).sum(axis=1)
    for name, (place_, weights) in {
        "A": (0, (1.0, 0.5)),
        "B": (1, (1.0, 0.5)),
        "B, winning alone counts": (1, (1.0, 0.0)),
    }.items():
        mine = role == place_
        styles = {
            style: (style, MatchFinalRule.PEOPLE, MatchFinalRule.PEOPLE)
            for style in (MatchFinalRule.BEST, MatchFinalRule.RULES)
        }
        best, ruled = (
            game_2_final(scores[mine], played.totals[mine], place.triples, styles[style], weights=weights)[0][:, 0]
            @ np.array(weights)
            for style in styles
        )
        figures[name] = {"share": round(float(mine.mean()), 4), "costs": mean(best - ruled)}
        print(name, figures[name], flush=True)
    save_long_run("jeopardy_match_rules", figures, NETS)


if __name__ == "__main__":
    run_parts(ladder, wagers, losses, tables, evaluators, rules)
