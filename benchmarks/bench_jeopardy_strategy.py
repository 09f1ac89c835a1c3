"""What the evaluator and each strategy module are worth, measured part by part, each with its figures kept.

Run ``python benchmarks/bench_jeopardy_strategy.py PART ...`` (all parts without one). Differences are paired: both
sides play the same luck. Unless said, the machine is the calibrated one and its opponents are Grand Champions of 1996,
ties shared.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from typing import Any

import numpy as np
from results import keep

from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.people.contestant import Level, contestant
from kibitz.games.jeopardy.people.population import single
from kibitz.games.jeopardy.play.machine import calibrated_machine
from kibitz.games.jeopardy.position import parse_position
from kibitz.games.jeopardy.rollout.finals import chances_with, seat_chances
from kibitz.games.jeopardy.rollout.learning import CategoryModel
from kibitz.games.jeopardy.rollout.rollout import DOUBLES, STATES, Played, play_on
from kibitz.games.jeopardy.rollout.seating import NO_LIMIT, After, Bet, FinalBet, Seat, Seating, Select, seating
from kibitz.games.jeopardy.rollout.seating import usual_seat as usual
from kibitz.games.jeopardy.rollout.starts import left_after, opening, row_of_position
from kibitz.games.jeopardy.rollout.whole import best_wagers, with_final
from kibitz.games.jeopardy.show import Era, rules_of
from kibitz.games.jeopardy.value.advice import valued, wager_curve
from kibitz.games.jeopardy.value.confidence import live_confidence
from kibitz.games.jeopardy.value.endings import is_ending
from kibitz.games.jeopardy.value.matchups import Matchup, Role
from kibitz.games.jeopardy.value.players import Players, players_of
from kibitz.games.jeopardy.value.wagers import Risk
from kibitz.games.jeopardy.value.weights import shipped

DATA = "src/kibitz/games/jeopardy/data"
GAMES = 150_000
SEED = 20_11
Figures = dict[str, Any]


def net(level: Level, era: Era = Era.PAPER) -> str:
    """The file of a machine's evaluator."""
    return f"{DATA}/nets/{Matchup(era, Role.MACHINE, level).name}.npz"


def table(
    level: Level = Level.GRAND_CHAMPION, era: Era = Era.PAPER, *, bet: Bet = Bet.LIVE, select: Select = Select.BAYES,
    after: After = After.PEOPLE, final: FinalBet = FinalBet.BEST, attempt: float | None = None, risk: float = 0.0,
    limit: float = NO_LIMIT, category: CategoryModel | None = None, others_after: After = After.PEOPLE,
    precision: float | None = None, double: float | None = None,
) -> Seating:  # fmt: skip
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


def evaluator() -> None:
    """Mean absolute error of the network against rollouts: 240 states x 4,000 games."""
    figures: Figures = {}
    cases = [(era, Role.MACHINE, level) for era in Era for level in (Level.GRAND_CHAMPION, Level.AVERAGE)]
    cases += [(era, Role.PERSON, Level.AVERAGE) for era in Era]
    for era, role, level in cases:
        name = f"{int(era)} {level.value}" if role is Role.MACHINE else f"{int(era)} person, {level.value}"
        figures[name] = error_of(players_of(era, era.ties, 0, None, level, machine=role is Role.MACHINE))
        print(name, figures[name], flush=True)
    nets = [f"{DATA}/nets/{Matchup(era, role, level).name}.npz" for era, role, level in cases]
    keep("jeopardy_evaluator", figures, nets)


def error_of(players: Players, states: int = 240, rollouts: int = 4_000) -> Figures:
    """Network against rollouts on states of its own games."""
    place = players.seating
    _, kept = play_on(place, opening()[None], 600, 9_999, keep=0.12, kind=STATES)
    rows = kept.rows[np.random.default_rng(5).permutation(len(kept.rows))[:states]]
    played, _ = play_on(place, rows, states * rollouts, 4_321)
    values = seat_chances(place, 0, played.scores, played.types).reshape(rollouts, states)
    seen = players.evaluator.mine(rows, 0, players.known)
    error = np.abs(seen - values.mean(axis=0))
    left = np.array([sum(left_after(row).clues) for row in rows])
    first, late = rows[:, 4] == 0, (rows[:, 4] == 1) & (left <= 8)
    return {
        "mean absolute error": round(100 * float(error.mean()), 3),
        "round 1": round(100 * float(error[first].mean()), 3),
        "round 2": round(100 * float(error[~first & ~late].mean()), 3),
        "late": round(100 * float(error[late].mean()), 3),
        "bias": round(100 * float((seen - values.mean(axis=0)).mean()), 3),
        "noise of the rollouts": round(100 * float(values.std(axis=0).mean() / np.sqrt(rollouts) * 0.8), 3),
    }


def wagers() -> None:
    """Daily Double bets in paired games: safe, calibrated, network, live; risk control; figure 6; speed."""
    figures: Figures = {"games": GAMES}
    worth = {bet: whole(table(bet=bet))[0] for bet in (Bet.SAFE, Bet.CALIBRATED, Bet.NETWORK)}
    begun = time.process_time()
    worth[Bet.LIVE], _ = whole(table())
    figures["games a second"] = round(GAMES / (time.process_time() - begun))
    figures["safe"] = mean(worth[Bet.SAFE])
    figures["network over safe"] = mean(worth[Bet.NETWORK] - worth[Bet.SAFE])
    figures["network over calibrated"] = mean(worth[Bet.NETWORK] - worth[Bet.CALIBRATED])
    figures["live over network"] = mean(worth[Bet.LIVE] - worth[Bet.NETWORK])
    figures["live over safe"] = mean(worth[Bet.LIVE] - worth[Bet.SAFE])
    print(figures, flush=True)
    figures["risk"] = {}
    for penalty in (0.1, 0.2, 0.25):
        cautious, _ = whole(table(risk=penalty))
        figures["risk"][str(penalty)] = {"cost": mean(worth[Bet.LIVE] - cautious), "risk": risk_of(penalty)}
    figures["risk"]["0"] = {"cost": [0.0, 0.0], "risk": risk_of(0.0)}
    figures["limit 0.3"] = {"cost": mean(worth[Bet.LIVE] - whole(table(limit=0.3))[0])}
    figures["figure 6"] = figure_6()
    print(figures, flush=True)
    keep("jeopardy_wagers", figures, [net(Level.GRAND_CHAMPION)])


def machine(level: Level = Level.GRAND_CHAMPION, era: Era = Era.PAPER) -> Players:
    """The machine in seat 0 as a player who asks."""
    return players_of(era, era.ties, 0, None, level, machine=True)


def risk_of(penalty: float, states: int = 600) -> float:
    """Mean downside of the machine's bets: chance lost when wrong beside the smallest bet, in points."""
    place, players = table(), machine()
    _, kept = play_on(place, opening()[None], states, 77, keep=1.0, kind=DOUBLES)
    total = []
    for row, p in zip(kept.rows[:states], confidences(place, kept.rows[:states]), strict=True):
        start = row.copy()
        start[20] = 0
        curve, _ = network_curve(start, players)
        chosen = int(curve.cautious(p, Risk(penalty)).argmax())
        total.append(curve.downside[chosen])
    return round(100 * float(np.mean(total)), 2)


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


def figure_6() -> Figures:
    """Bets at five confidences, 11,000 against 4,200 and 4,200, first Daily Double of round 2 in the last square of the
    first category; and the protection that a penalty buys at 75 %."""
    row = row_of_position(parse_position("11000_4200_4200.1.2.0-12345-12345-12345-12345-12345.c1r5"))
    row[20] = 0
    curve, _ = wager_curve(row, machine(), 0)
    bets = {str(p): int(curve.wagers[curve.equities(p).argmax()]) for p in (0.45, 0.55, 0.65, 0.75, 0.85)}
    worth = curve.equities(0.75)
    best, cautious = int(worth.argmax()), int(curve.cautious(0.75, Risk(0.1)).argmax())
    saves, cost = float(curve.wrong[cautious] - curve.wrong[best]), float(worth[best] - worth[cautious])
    return {"bets": bets, "cautious": int(curve.wagers[cautious]), "saves": round(100 * saves, 2),
            "cost": round(100 * cost, 3), "ratio": round(saves / max(cost, 1e-9), 1)}  # fmt: skip


def losses(n: int = 500, games: int = 200) -> None:
    """Mean equity lost a bet on sampled Daily Doubles: best of a grid chosen on one half of the rollouts, priced on the
    other; in endings by the lattice, exactly."""
    place, players = table(), machine()
    _, kept = play_on(place, opening()[None], n, 177, keep=1.0, kind=DOUBLES)
    rows, sure = kept.rows[:n], confidences(place, kept.rows[:n])
    held_out, naive, ending_loss, mended = [], [], [], []
    for i, (found, p) in enumerate(zip(rows, sure, strict=True)):
        row = found.copy()
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
            mended.append(0.0)
            continue
        most = int(bets[-1])
        grid = sorted({chosen, 5, *(int(most * k / 8) // 100 * 100 or 5 for k in range(1, 9)), most})
        starts = np.tile(row, (2 * len(grid), 1))
        starts[:, 0] += np.array([bet if k == 0 else -bet for bet in grid for k in range(2)])
        values = np.empty((2 * games, len(starts)))
        for j in range(len(starts)):
            played, _ = play_on(place, starts[j : j + 1], 2 * games, 31 * i + 7)
            values[:, j] = seat_chances(place, 0, played.scores, played.types)
        worth = p * values[:, 0::2] + (1 - p) * values[:, 1::2]
        at = grid.index(chosen)
        halves = [worth[:games].mean(axis=0), worth[games:].mean(axis=0)]
        loss = float(np.mean([halves[1 - h][halves[h].argmax()] - halves[1 - h][at] for h in range(2)]))
        held_out.append(loss)
        mended.append(loss)
        naive.append(float(worth.mean(axis=0).max() - worth.mean(axis=0)[at]))
    figures = {
        "states": n, "endings": len(ending_loss), "network alone": mean(np.array(held_out)),
        "with endgames": mean(np.array(mended)), "naive upper bound": mean(np.array(naive)),
        "endings, network": mean(np.array(ending_loss)) if len(ending_loss) > 1 else None,
        "gain of endgames a bet": round(100 * float(np.sum(ending_loss)) / n, 3),
    }  # fmt: skip
    print(figures, flush=True)
    keep("jeopardy_losses", figures, [net(Level.GRAND_CHAMPION)])


def squares() -> None:
    """Square selection with a machine whose control is about .52: attempt rate .75."""
    figures: Figures = {"games": GAMES}
    steps: dict[str, FloatArray] = {}
    model = CategoryModel(calibrated_machine().daily_double)
    taught = {"category": model, "others_after": After.ANTI}
    for name, settings in {
        "left to right": {"select": Select.LRTB, "after": After.LRTB},
        "rows": {"select": Select.ROWS, "after": After.LRTB},
        "bayes": {"select": Select.BAYES, "after": After.LRTB},
        "learning left to right": {"select": Select.BAYES, "after": After.LRTB, **taught},
        "learning": {"select": Select.BAYES, "after": After.LEARN, **taught},
        "learning, control": {"select": Select.CONTROL, "after": After.LEARN, **taught},
    }.items():  # fmt: skip
        place = table(attempt=0.75, **settings)  # type: ignore[arg-type]
        steps[name], played = whole(place)
        found, picks = played.found.sum(axis=0), played.picks.sum(axis=0)
        figures[name] = {
            "win": mean(steps[name]), "found": round(float(found[0] / found.sum()), 4),
            "control": round(float(picks[0] / picks.sum()), 4),
        }  # fmt: skip
        print(name, figures[name], flush=True)
    for name, (high, low) in {
        "rows over left to right": ("rows", "left to right"), "bayes over rows": ("bayes", "rows"),
        "learning over left to right": ("learning", "learning left to right"),
        "control over none": ("learning, control", "learning"),
    }.items():  # fmt: skip
        figures[name] = mean(steps[high] - steps[low])
        print(name, figures[name], flush=True)
    keep("jeopardy_squares", figures, [net(Level.GRAND_CHAMPION), f"{DATA}/placement.json"])


def knowing_confidence(games: int = 40_000) -> Figures:
    """What it is worth to know one's confidence in Final's category, when accuracy varies between categories like a
    Beta variable of concentration 9.33: best bets at the confidence beside best bets at the mean."""
    place = table()
    played, _ = play_on(place, opening()[None], games, SEED)
    player = place.seats[0].model.contestants[0]
    usual_bets = best_wagers(place, 0, played.scores, played.types)
    rng = np.random.default_rng(3)
    levels = np.quantile(rng.beta(player.final * 9.33, (1 - player.final) * 9.33, 20_000), (0.1, 0.3, 0.5, 0.7, 0.9))
    known, blind = np.zeros(games), np.zeros(games)
    for chance in levels.tolist():
        seat = replace(place.seats[0], model=single(replace(player, final=chance)))
        sure = replace(place, seats=(seat, *place.seats[1:]))
        known += seat_chances(sure, 0, played.scores, played.types) / len(levels)
        blind += chances_with(sure, 0, played.scores, played.types, usual_bets.copy()) / len(levels)
    return {"levels": [round(level, 3) for level in levels.tolist()], "gain": mean(known - blind)}


def bench() -> None:
    """Final best response against simple rules by level, and the ablation: each module alone, and all."""
    figures: Figures = {"games": GAMES}
    early = {"attempt": 0.52, "precision": 0.82}
    for level in Level:
        # Against Average contestants the early machine of the first sparring games: the later one mostly has a lockout.
        own = early if level is Level.AVERAGE else {}
        place = table(level, select=Select.LRTB, bet=Bet.SAFE, **own)  # type: ignore[arg-type]
        played, _ = play_on(place, opening()[None], GAMES, SEED)
        best, cover, rules = (
            seat_chances(with_final(place, 0, module), 0, played.scores, played.types)
            for module in (FinalBet.BEST, FinalBet.COVER, FinalBet.RULES)
        )
        figures[f"final {level.value}"] = {"best over cover": mean(best - cover), "best over rules": mean(best - rules)}
        print(figures, flush=True)
    person = players_of(Era.PAPER, Era.PAPER.ties, 0, None, Level.AVERAGE).seating
    played, _ = play_on(person, opening()[None], GAMES // 3, SEED)
    figures["final, a person against average"] = {
        name: mean(
            seat_chances(person, 0, played.scores, played.types)
            - seat_chances(with_final(person, 0, module), 0, played.scores, played.types)
        )
        for name, module in {
            "best over cover": FinalBet.COVER,
            "best over rules": FinalBet.RULES,
            "best over people": FinalBet.PEOPLE,
        }.items()
    }
    figures["knowing the confidence in Final"] = knowing_confidence()
    base = {"select": Select.LRTB, "bet": Bet.SAFE, "final": FinalBet.COVER}
    full = {"select": Select.BAYES, "bet": Bet.LIVE, "final": FinalBet.BEST}
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
    keep("jeopardy_bench", figures, [net(level) for level in Level])


def endings(n: int = 50) -> None:
    """Network beside lattice in states that both can value, and the time of a Daily Double answer."""
    place, players = table(), machine()
    _, kept = play_on(place, opening()[None], 20 * n, 277, keep=0.1, kind=STATES)
    rows = np.array([row for row in kept.rows if is_ending(row)])[:n]
    exact = np.array([valued(row, players).chances[0] for row in rows])
    apart = players.evaluator.mine(rows, 0) - exact
    figures: Figures = {
        "states": len(rows), "mean difference": round(100 * float(np.abs(apart).mean()), 3),
        "bias": round(100 * float(apart.mean()), 3), "seconds": {},
    }  # fmt: skip
    for text in (
        "6200_4800_3000.1.1.345-2345-45-12345-5-0.c6r4", "16200_14800_8000.1.2.12345-2345-45-12345-5-0.c6r4",
        "16200_14800_8000.1.2.5-0-4-0-5-0.c6r4c1r3", "36200_14800_8000.1.2.345-45-45-0-5-0.c6r4c1r2",
    ):  # fmt: skip
        row = row_of_position(parse_position(text))
        row[20] = 0
        wager_curve(row, players, 0)
        begun = time.process_time()
        wager_curve(row, players, 0)
        figures["seconds"][text] = round(time.process_time() - begun, 3)
    print(figures, flush=True)
    keep("jeopardy_endings", figures, [net(Level.GRAND_CHAMPION)])


def alphas(games: int = GAMES) -> None:
    """The weight of keeping control beside a Daily Double, with a machine that learns within categories."""
    model = CategoryModel(calibrated_machine().daily_double)
    figures: Figures = {}
    worth = {}
    for alpha in (0.0, 0.01, 0.03, 0.05, 0.1, 0.2):
        place = table(attempt=0.75, select=Select.CONTROL, after=After.LEARN, category=model, others_after=After.ANTI)
        worth[alpha], _ = whole(replace(place, how=place.how._replace(alpha=alpha)), games)
        figures[str(alpha)] = mean(worth[alpha] - worth[0.0]) if alpha else mean(worth[alpha])
        print(alpha, figures[str(alpha)], flush=True)
    keep("jeopardy_alpha", figures, [net(Level.GRAND_CHAMPION)])


def temporal(games: int = 60_000, states: int = 120, rollouts: int = 1_500) -> None:
    """Supervised learning on outcomes beside the paper's temporal differences, about as many seconds each: it keeps few
    states of four times as many games."""
    from kibitz.games.jeopardy.train.td import learn_by_differences
    from kibitz.games.jeopardy.train.training import Course, learn

    matchup = Matchup(Era.PAPER, Role.MACHINE, Level.GRAND_CHAMPION)
    place = table()
    _, kept = play_on(place, opening()[None], 600, 9_999, keep=0.12, kind=STATES)
    rows = kept.rows[np.random.default_rng(5).permutation(len(kept.rows))[:states]]
    played, _ = play_on(place, rows, states * rollouts, 4_321)
    truth = seat_chances(place, 0, played.scores, played.types).reshape(rollouts, states).mean(axis=0)
    figures: Figures = {"games": games}
    for name, found in {
        "supervised": learn(matchup, Course((20_000, 20_000, 4 * games - 40_000), (1, 1, 5), 40)),
        "TD(0.7)": learn_by_differences(matchup, games, 0.7),
        "TD(0.95)": learn_by_differences(matchup, games, 0.95),
    }.items():
        error = found.mine(rows, 0) - truth
        figures[name] = {
            "mean absolute error": round(100 * float(np.abs(error).mean()), 3),
            "bias": round(100 * float(error.mean()), 3), "seconds": round(found.about["seconds"], 1),
        }  # fmt: skip
        print(name, figures[name], flush=True)
    keep("jeopardy_temporal", figures, ["src/kibitz/games/jeopardy/train/td.py"])


PARTS = {part.__name__: part for part in (wagers, squares, bench, evaluator, losses, endings, alphas, temporal)}


def main() -> None:
    """Run the parts named."""
    for name in sys.argv[1:] or list(PARTS):
        begun = time.process_time()
        PARTS[name]()
        print(f"{name}: {time.process_time() - begun:.0f} s of processor time", flush=True)


if __name__ == "__main__":
    main()
