"""What each strategy module adds to the win chance, measured and saved part by part.

Run ``python benchmarks/bench_jeopardy_strategy.py PART ...`` (without PART, all parts). Differences are paired: both
sides have the same luck. Unless stated otherwise, the machine is the calibrated one, its opponents are Grand Champions
of 1996, and ties are shared.
"""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
from jeopardy_tables import DATA, GAMES, SEED, Figures, confidences, machine, mean, net, network_curve, table, whole
from results import run_parts, save_result

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import Level
from kibitz.games.jeopardy.people.population import fixed_seat
from kibitz.games.jeopardy.play.machine import load_machine
from kibitz.games.jeopardy.position import parse_position
from kibitz.games.jeopardy.rollout.category_learning import CategoryModel
from kibitz.games.jeopardy.rollout.endgame_wagers import replace_last_wagers
from kibitz.games.jeopardy.rollout.final_chances import chances_with_wagers, seat_chances
from kibitz.games.jeopardy.rollout.full_games import best_wagers, with_final_rule
from kibitz.games.jeopardy.rollout.rollout import KEEP_DOUBLES, play_from
from kibitz.games.jeopardy.rollout.seating import FinalRule, LateSelectRule, SelectRule, WagerRule
from kibitz.games.jeopardy.rollout.state_rows import opening_row, row_of_position
from kibitz.games.jeopardy.show import Era
from kibitz.games.jeopardy.value.players import players_of
from kibitz.games.jeopardy.value.state_value import wager_curve
from kibitz.games.jeopardy.value.wagers import Risk


def wagers() -> None:
    """Daily Double wagers in paired games: safe, calibrated, network, live; risk control; figure 6; speed."""
    figures: Figures = {"games": GAMES}
    worth = {bet: whole(table(bet=bet))[0] for bet in (WagerRule.SAFE, WagerRule.CALIBRATED, WagerRule.NETWORK)}
    begun = time.process_time()
    worth[WagerRule.LIVE], _ = whole(table())
    figures["games a second"] = round(GAMES / (time.process_time() - begun))
    figures["safe"] = mean(worth[WagerRule.SAFE])
    figures["network over safe"] = mean(worth[WagerRule.NETWORK] - worth[WagerRule.SAFE])
    figures["network over calibrated"] = mean(worth[WagerRule.NETWORK] - worth[WagerRule.CALIBRATED])
    figures["live over network"] = mean(worth[WagerRule.LIVE] - worth[WagerRule.NETWORK])
    figures["live over safe"] = mean(worth[WagerRule.LIVE] - worth[WagerRule.SAFE])
    print(figures, flush=True)
    figures["risk"] = {}
    for penalty in (0.1, 0.2, 0.25):
        cautious, _ = whole(table(risk=penalty))
        figures["risk"][str(penalty)] = {"cost": mean(worth[WagerRule.LIVE] - cautious), "risk": risk_of(penalty)}
    figures["risk"]["0"] = {"cost": [0.0, 0.0], "risk": risk_of(0.0)}
    figures["limit 0.3"] = {"cost": mean(worth[WagerRule.LIVE] - whole(table(limit=0.3))[0])}
    figures["figure 6"] = figure_6()
    print(figures, flush=True)
    save_result("jeopardy_wagers", figures, [net(Level.GRAND_CHAMPION)])


def risk_of(penalty: float, states: int = 600) -> float:
    """Mean downside of the machine's wagers: points lost when wrong, compared with the smallest wager."""
    place, players = table(), machine()
    _, stored = play_from(place, opening_row()[None], states, 77, keep=1.0, kind=KEEP_DOUBLES)
    total = []
    for row, p in zip(stored.rows[:states], confidences(place, stored.rows[:states]), strict=True):
        start = row.copy()
        start[20] = 0
        curve, _ = network_curve(start, players)
        chosen = int(curve.risk_adjusted(p, Risk(penalty)).argmax())
        total.append(curve.downside[chosen])
    return round(100 * float(np.mean(total)), 2)


def figure_6() -> Figures:
    """Wagers at five confidences with 11,000 against 4,200 and 4,200, on the first Daily Double of round 2 in the last
    square of the first category; and what a risk penalty saves and costs at 75 %."""
    row = row_of_position(parse_position("11000_4200_4200.1.2.0-12345-12345-12345-12345-12345.c1r5"))
    row[20] = 0
    curve, _ = wager_curve(row, machine(), 0)
    bets = {str(p): int(curve.wagers[curve.equities(p).argmax()]) for p in (0.45, 0.55, 0.65, 0.75, 0.85)}
    worth = curve.equities(0.75)
    best, cautious = int(worth.argmax()), int(curve.risk_adjusted(0.75, Risk(0.1)).argmax())
    saves, cost = float(curve.wrong[cautious] - curve.wrong[best]), float(worth[best] - worth[cautious])
    return {
        "bets": bets,
        "cautious": int(curve.wagers[cautious]),
        "saves": round(100 * saves, 2),
        "cost": round(100 * cost, 3),
        "ratio": round(saves / max(cost, 1e-9), 1),
    }


def squares() -> None:
    """Square selection of a machine with attempt rate .75, whose board control is about .52."""
    figures: Figures = {"games": GAMES}
    steps: dict[str, FloatArray] = {}
    model = CategoryModel(load_machine().daily_double)
    taught = {"category": model, "others_after": LateSelectRule.ANTI}
    for name, settings in {
        "left to right": {"select": SelectRule.LRTB, "after": LateSelectRule.LRTB},
        "rows": {"select": SelectRule.ROWS, "after": LateSelectRule.LRTB},
        "bayes": {"select": SelectRule.BAYES, "after": LateSelectRule.LRTB},
        "learning left to right": {"select": SelectRule.BAYES, "after": LateSelectRule.LRTB, **taught},
        "learning": {"select": SelectRule.BAYES, "after": LateSelectRule.LEARN, **taught},
        "learning, control": {"select": SelectRule.CONTROL, "after": LateSelectRule.LEARN, **taught},
    }.items():
        place = table(attempt=0.75, **settings)  # type: ignore[arg-type]
        steps[name], played = whole(place)
        result, picks = played.found.sum(axis=0), played.picks.sum(axis=0)
        figures[name] = {
            "win": mean(steps[name]),
            "found": round(float(result[0] / result.sum()), 4),
            "control": round(float(picks[0] / picks.sum()), 4),
        }
        print(name, figures[name], flush=True)
    for name, (high, low) in {
        "rows over left to right": ("rows", "left to right"),
        "bayes over rows": ("bayes", "rows"),
        "learning over left to right": ("learning", "learning left to right"),
        "control over none": ("learning, control", "learning"),
    }.items():
        figures[name] = mean(steps[high] - steps[low])
        print(name, figures[name], flush=True)
    save_result("jeopardy_squares", figures, [net(Level.GRAND_CHAMPION), f"{DATA}/placement.json"])


def knowing_confidence(games: int = 40_000) -> Figures:
    """What knowing the confidence in Final's category adds: best bets at that confidence against best bets at the mean.
    Accuracy varies between categories like a Beta variable of concentration 9.33."""
    place = table()
    played, _ = play_from(place, opening_row()[None], games, SEED)
    player = place.seats[0].model.contestants[0]
    usual_bets = best_wagers(place, 0, played.scores, played.types)
    rng = np.random.default_rng(3)
    levels = np.quantile(rng.beta(player.final * 9.33, (1 - player.final) * 9.33, 20_000), (0.1, 0.3, 0.5, 0.7, 0.9))
    known, blind = np.zeros(games), np.zeros(games)
    for chance in levels.tolist():
        seat = replace(place.seats[0], model=fixed_seat(replace(player, final=chance)))
        known_place = replace(place, seats=(seat, *place.seats[1:]))
        known += seat_chances(known_place, 0, played.scores, played.types) / len(levels)
        blind += chances_with_wagers(known_place, 0, played.scores, played.types, usual_bets.copy()) / len(levels)
    return {"levels": [round(level, 3) for level in levels.tolist()], "gain": mean(known - blind)}


def bench() -> None:
    """Best responses in Final compared with simple rules, by level; then the ablation: each module alone, and all."""
    figures: Figures = {"games": GAMES}
    early = {"attempt": 0.52, "precision": 0.82}
    for level in Level:
        # The early machine plays Average contestants: the later one mostly has a lock game before Final.
        own = early if level is Level.AVERAGE else {}
        place = table(level, select=SelectRule.LRTB, bet=WagerRule.SAFE, **own)  # type: ignore[arg-type]
        played, _ = play_from(place, opening_row()[None], GAMES, SEED)
        best, cover, rules = (
            seat_chances(with_final_rule(place, 0, module), 0, played.scores, played.types)
            for module in (FinalRule.BEST, FinalRule.COVER, FinalRule.RULES)
        )
        figures[f"final {level.value}"] = {"best over cover": mean(best - cover), "best over rules": mean(best - rules)}
        print(figures, flush=True)
    person = players_of(Era.PAPER, Era.PAPER.ties, 0, None, Level.AVERAGE).seating
    played, _ = play_from(person, opening_row()[None], GAMES // 3, SEED)
    figures["final, a person against average"] = {
        name: mean(
            seat_chances(person, 0, played.scores, played.types)
            - seat_chances(with_final_rule(person, 0, module), 0, played.scores, played.types)
        )
        for name, module in {
            "best over cover": FinalRule.COVER,
            "best over rules": FinalRule.RULES,
            "best over people": FinalRule.PEOPLE,
        }.items()
    }
    figures["knowing the confidence in Final"] = knowing_confidence()
    base = {"select": SelectRule.LRTB, "bet": WagerRule.SAFE, "final": FinalRule.COVER}
    full = {"select": SelectRule.BAYES, "bet": WagerRule.LIVE, "final": FinalRule.BEST}
    nothing, _ = whole(table(**base))  # type: ignore[arg-type]
    figures["baselines"] = mean(nothing)
    alone = 0.0
    for name in base:
        on = mean(whole(table(**{**base, name: full[name]}))[0] - nothing)  # type: ignore[arg-type]
        figures[f"{name} alone"] = on
        alone += on[0]
    everything, _ = whole(table(**full))  # type: ignore[arg-type]
    figures["all"] = mean(everything)
    figures["all over baselines"] = mean(everything - nothing)
    figures["sum of each alone"] = round(alone, 3)
    print(figures, flush=True)
    save_result("jeopardy_bench", figures, [net(level) for level in Level])


def alphas(games: int = GAMES) -> None:
    """The weight of keeping control against finding a Daily Double, for a machine that learns within categories."""
    model = CategoryModel(load_machine().daily_double)
    figures: Figures = {}
    worth = {}
    for alpha in (0.0, 0.01, 0.03, 0.05, 0.1, 0.2):
        place = table(
            attempt=0.75,
            select=SelectRule.CONTROL,
            after=LateSelectRule.LEARN,
            category=model,
            others_after=LateSelectRule.ANTI,
        )
        worth[alpha], _ = whole(replace(place, how=place.how._replace(alpha=alpha)), games)
        figures[str(alpha)] = mean(worth[alpha] - worth[0.0]) if alpha else mean(worth[alpha])
        print(alpha, figures[str(alpha)], flush=True)
    save_result("jeopardy_alpha", figures, [net(Level.GRAND_CHAMPION)])


def endgame(games: int = 6_000) -> None:
    """What exact wagers on last Daily Doubles add in whole games, with squares picked left to right or by Bayes."""
    figures: Figures = {"games": games}
    for name, select in {"left to right": SelectRule.LRTB, "bayes": SelectRule.BAYES}.items():
        place = table(select=select)
        played, stored = play_from(place, opening_row()[None], games, SEED, keep=1.0, kind=KEEP_DOUBLES)
        before = seat_chances(place, 0, played.scores, played.types)
        replace_last_wagers(place, played, stored)
        figures[name] = mean(seat_chances(place, 0, played.scores, played.types) - before)
        print(name, figures[name], flush=True)
    save_result("jeopardy_endgame_bets", figures, [net(Level.GRAND_CHAMPION)])


def today(games: int = 60_000) -> None:
    """The main differences in the recent era, against each level."""
    figures: Figures = {"games": games}
    for level in Level:
        worth = {
            name: whole(table(level, Era.RECENT, **settings), games)[0]  # type: ignore[arg-type]
            for name, settings in {
                "safe": {"bet": WagerRule.SAFE},
                "network": {"bet": WagerRule.NETWORK},
                "live": {},
                "baselines": {"select": SelectRule.LRTB, "bet": WagerRule.SAFE, "final": FinalRule.COVER},
            }.items()
        }
        figures[level.value] = {
            "network over safe": mean(worth["network"] - worth["safe"]),
            "live over network": mean(worth["live"] - worth["network"]),
            "all": mean(worth["live"]),
            "all over baselines": mean(worth["live"] - worth["baselines"]),
        }
        print(level.value, figures[level.value], flush=True)
    save_result("jeopardy_today", figures, [net(level, Era.RECENT) for level in Level])


if __name__ == "__main__":
    run_parts(wagers, squares, bench, endgame, today, alphas)
