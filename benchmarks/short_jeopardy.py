"""Short figures of Jeopardy!: states, clues and games small enough for seconds. `short_figures` compares them."""

from __future__ import annotations

from functools import cache
from typing import Any

import bench_jeopardy_buzz as buzz
import bench_jeopardy_lessons as lessons
import bench_jeopardy_matches as matches
import bench_jeopardy_recorded as recorded
import check_jeopardy_models as models
import numpy as np
from bench_jeopardy_strategy import figure_6, knowing_confidence
from jeopardy_tables import machine, network_curve, table, whole

from kibitz import ask
from kibitz.core.equities import FloatArray
from kibitz.games.jeopardy.archive.game_table import parse_table
from kibitz.games.jeopardy.buzz.clue_in_play import buzzer_of, clue_in_play, solve_clue
from kibitz.games.jeopardy.buzz.final_prices import final_price
from kibitz.games.jeopardy.buzz.one_clue_step import network_equities, rollout_equities
from kibitz.games.jeopardy.buzz.thresholds import buzz_curves
from kibitz.games.jeopardy.datasets.final_decisions import recorded_decisions
from kibitz.games.jeopardy.datasets.finals import RecordedFinals
from kibitz.games.jeopardy.endgame.before_final import FinalSetup, OwnFinalRule, win_chances
from kibitz.games.jeopardy.final.equities import FinalPosition, final_model, final_tables
from kibitz.games.jeopardy.match.daily_double_losses import bet_losses
from kibitz.games.jeopardy.match.evaluator import load_shipped_match_evaluator
from kibitz.games.jeopardy.match.final import MatchFinalRule, game_2_final
from kibitz.games.jeopardy.match.play import play_matches
from kibitz.games.jeopardy.people.contestant import Level
from kibitz.games.jeopardy.people.population import population_seats
from kibitz.games.jeopardy.people.posterior import GameRecord, posterior_contestants
from kibitz.games.jeopardy.play.game_tables import game_tables
from kibitz.games.jeopardy.play.simulator import play_games
from kibitz.games.jeopardy.position import parse_position
from kibitz.games.jeopardy.rollout.category_learning import CategoryModel
from kibitz.games.jeopardy.rollout.endgame_buzzing import with_threshold_buzzing
from kibitz.games.jeopardy.rollout.endgame_wagers import replace_last_wagers
from kibitz.games.jeopardy.rollout.final_chances import seat_chances
from kibitz.games.jeopardy.rollout.rollout import KEEP_DOUBLES, KEEP_STATES, play_from
from kibitz.games.jeopardy.rollout.seating import FinalRule, LateSelectRule, SelectRule, WagerRule
from kibitz.games.jeopardy.rollout.state_rows import opening_row, row_of_position
from kibitz.games.jeopardy.show import LEFT_PODIUM, Era, rules_of
from kibitz.games.jeopardy.train.evaluator_training import GenerationPlan, train_evaluator
from kibitz.games.jeopardy.value.confidence import live_confidence
from kibitz.games.jeopardy.value.evaluator import load_shipped_evaluator
from kibitz.games.jeopardy.value.features import KnownAbilities
from kibitz.games.jeopardy.value.matchups import MATCHUPS, EvaluatorRole, Matchup
from kibitz.games.jeopardy.value.players import players_of
from kibitz.games.jeopardy.value.state_value import evaluate_state, wager_curve
from papers.watson.experiments.equity_tables import equity_tables, interpolate_equity
from papers.watson.experiments.forecast_calibration import brier_score, collect_forecasts
from papers.watson.experiments.last_double_losses import last_double_losses
from papers.watson.experiments.match_training import MatchGenerationPlan, train_match_evaluator
from papers.watson.experiments.td_training import train_by_td

Short = dict[str, float]
EXPERT = KnownAbilities(expert=0)
GAMES = 200
MATCHUP = Matchup(Era.PAPER, EvaluatorRole.MACHINE, Level.GRAND_CHAMPION)


def spread(name: str, values: FloatArray) -> Short:
    """The mean and the standard deviation of some values."""
    return {f"{name}, mean": float(np.mean(values)), f"{name}, sd": float(np.std(values))}


@cache
def states() -> Any:
    """Twenty states of simulated games."""
    _, stored = play_from(table(), opening_row()[None], 40, 9_999, keep=0.12, kind=KEEP_STATES)
    return stored.rows[np.random.default_rng(5).permutation(len(stored.rows))[:20]]


def network_values() -> Short:
    """Win chances of twenty states by each shipped network."""
    figures: Short = {}
    for matchup in MATCHUPS:
        figures |= spread(matchup.name, load_shipped_evaluator(matchup).own_chances(states(), 0, EXPERT))
    return figures


def evaluator_training() -> Short:
    """What a network trained on very few games makes of twenty states."""
    trained = train_evaluator(MATCHUP, GenerationPlan((200, 100), (1, 1), 8))
    return spread("trained on 300 games", trained.own_chances(states(), 0, EXPERT))


def td_training() -> Short:
    """The same by temporal differences."""
    return spread("TD(0.7) on 200 games", train_by_td(MATCHUP, GAMES, 0.7, 8).own_chances(states(), 0, EXPERT))


def ending_values() -> Short:
    """A last Daily Double and a state near the end by the lattice, and the network's curve of the same wager."""
    row = row_of_position(parse_position("16200_14800_8000.1.2.5-0-4-0-5-0.c6r4c1r3"))
    row[20] = 0
    exact, _ = wager_curve(row, machine(), 0)
    curve, bets = network_curve(row, machine())
    late = row_of_position(parse_position("16200_14800_8000.1.2.5-0-4-0-0-0.c6r4c1r3"))
    late[20] = 2
    return {
        "best wager at 70 %": float(exact.wagers[exact.equities(0.7).argmax()]),
        "its win chance": float(exact.equities(0.7).max()),
        "the network's wager": float(bets[curve.equities(0.7).argmax()]),
        "its win chance by the network": float(curve.equities(0.7).max()),
        "win chance near the end": float(evaluate_state(late, machine()).chances[0]),
    }


def strategy_games() -> Short:
    """Mean win chance of a machine with some of its modules, in 200 games each."""
    settings: dict[str, dict[str, Any]] = {
        "all modules": {},
        "safe wagers": {"bet": WagerRule.SAFE},
        "network's wagers": {"bet": WagerRule.NETWORK},
        "cautious wagers": {"risk": 0.2},
        "left to right": {"select": SelectRule.LRTB, "after": LateSelectRule.LRTB},
        "keeping control": {"select": SelectRule.CONTROL, "attempt": 0.75},
        "learning in categories": {"after": LateSelectRule.LEARN, "category": CategoryModel(0.65)},
        "cover in Final": {"final": FinalRule.COVER},
    }
    return {name: float(whole(table(**each), GAMES)[0].mean()) for name, each in settings.items()}


def figure_6_wagers() -> Short:
    """The wagers of figure 6 of the paper."""
    return {f"best wager at {p}": float(bet) for p, bet in figure_6()["bets"].items()}


def known_confidence() -> Short:
    """What knowing the confidence in Final adds, in 200 games."""
    return {"gain": knowing_confidence(GAMES)["gain"][0]}


def recent_games() -> Short:
    """Mean win chance against each level in the recent era, in 200 games."""
    return {level.value: float(whole(table(level, Era.RECENT), GAMES)[0].mean()) for level in Level}


def last_wagers() -> Short:
    """Win chance with exact wagers on last Daily Doubles, in 200 games."""
    place = table(select=SelectRule.LRTB)
    played, stored = play_from(place, opening_row()[None], GAMES, 3, keep=1.0, kind=KEEP_DOUBLES)
    replace_last_wagers(place, played, stored)
    return spread("exact last wagers", seat_chances(place, 0, played.scores, played.types))


def anchor_thresholds() -> Short:
    """Buzz thresholds and win chances at two states of the paper, under both models of Final."""
    figures: Short = {}
    for name in ("30400 v 14200, 6600, $2000", "4000 v 10000, 2000, $1200"):
        scores, me, value, left = buzz.ANCHORS[name]
        for finals in ("all-in", "people"):
            players = players_of(Era.PAPER, Era.PAPER.ties, me, None, "champion", True)
            result = solve_clue(clue_in_play(None, scores, me, value, left, 2), players, finals)
            state = result.live_states(0.5)[0]
            figures |= {
                f"{name}, {finals}, first threshold": float(result.curves.thresholds()[0]),
                f"{name}, {finals}, right": state.right,
                f"{name}, {finals}, wrong": state.wrong,
                f"{name}, {finals}, silent": state.silent,
            }
    return figures


def early_thresholds() -> Short:
    """Buzz thresholds early in a game: by 100 rollouts, by Max-Delta, and by the network."""
    players = players_of(Era.PAPER, Era.PAPER.ties, 0, None, "champion", True)
    buzzer = buzzer_of(players, 0)
    tree, joint = buzzer.tree(1, 5), buzzer.joint(1, 5)
    clue = clue_in_play("1800_-600_1000.1.1.0-12345-12345-12345-12345-12345", None, 0, 1000, (), 1)
    played = rollout_equities(clue.state, players.seating, 0, 1000, 100, seed=6).equities
    by_network = network_equities(clue.state, players, 0, 1000)
    figures: Short = {}
    for name, equities in (("rollouts", played), ("Max-Delta", buzz.MAX_DELTA), ("network", by_network)):
        for k, threshold in enumerate(buzz_curves(tree, joint, equities).thresholds()):
            figures[f"{name}, {k}"] = float(threshold)
    return figures


def buzzing_gains() -> Short:
    """What the best buzzing on the last two clues adds to buzzing by habit, and Max-Delta thresholds in 200 games."""
    players = buzz.sides()["machine v champion"]
    buzzer, price = buzzer_of(players, 0), final_price(players.final_setup(0), few=0)
    place = with_threshold_buzzing(players.seating, 0)
    played, _ = play_from(place, opening_row()[None], GAMES, 31)
    return {
        "gain on two clues": buzz.gain_of(buzzer, price, (14600, 13000, 6600), [1200, 2000]),
        **spread("threshold buzzing", seat_chances(place, 0, played.scores, played.types)),
    }


def match_figures() -> Short:
    """Twenty matches with the networks, and the value of some totals by network and by table."""
    place = matches.table(matches.machine_seat())
    played = play_matches(place, 20, 5)
    figures = spread("equity of 20 matches", played.places[:, 0] @ matches.WEIGHTS)
    for game in (1, 2):
        evaluator = load_shipped_match_evaluator(MATCHUP, game)
        figures |= spread(f"network of game {game}", evaluator.places(states(), 0)[:, 0] @ matches.WEIGHTS)
    made = equity_tables(load_shipped_match_evaluator(MATCHUP, 2), 0)
    return figures | spread("equity tables", interpolate_equity(made, played.totals, 0))


def match_losses() -> Short:
    """Loss of four wagers in each game of a match, by ten rollouts each."""
    place = matches.table(matches.machine_seat())
    return {f"game {game}": float(bet_losses(place, game, 4, 10, 3).mean()) for game in (1, 2)}


def match_finals() -> Short:
    """Equity of the second Final with best bets and with the rules of section 3.2."""
    place = matches.table(matches.machine_seat())
    scores, totals = np.array([[20000, 14000, 6000], [9000, 15000, 8000]]), np.array([[8000, 9000, 2000]] * 2)
    figures: Short = {}
    for rule in (MatchFinalRule.BEST, MatchFinalRule.RULES):
        styles = (rule, MatchFinalRule.PEOPLE, MatchFinalRule.PEOPLE)
        chances = game_2_final(scores, totals, place.triples, styles, weights=(1.0, 0.5))[0][:, 0]
        figures |= spread(f"Final by {rule.name.lower()}", chances @ matches.WEIGHTS)
    return figures


def match_training() -> Short:
    """What a match network trained on very few games makes of twenty states."""
    trained = train_match_evaluator(MATCHUP, 2, None, MatchGenerationPlan((200,), (1,), 8), lambda note: None)
    return spread("trained on 200 games", trained.places(states(), 0)[:, 0] @ matches.WEIGHTS)


FINALS = RecordedFinals(
    np.array([[20000, 14000, 8000], [15000, 12000, 9000], [18000, 10000, 4000]]),
    np.array([[8001, 14000, 0], [9001, 11000, 6000], [2001, 10000, 4000]]),
    np.array([[True, False, True], [False, True, True], [True, True, False]]),
    np.array([[28001, 0, 8000], [5999, 23000, 15000], [20001, 20000, 0]]),
)
"""Made up; the recorded ones are not shipped."""


def final_losses() -> Short:
    """Loss of nine wagers in Final, in each era."""
    figures: Short = {}
    for era in Era:
        decisions = list(recorded_decisions(FINALS, era, 3, 0.9))
        losses = [max(each.utilities) - each.utilities[each.chosen] for each in decisions]
        figures |= spread(f"{int(era)} loss", np.array(losses))
    return figures


def model_figures() -> Short:
    """Final between people, abilities after a game's record, and 500 whole games, in each era."""
    figures: Short = {}
    scores = np.array([[20000, 14000, 8000], [15000, 12000, 9000], [18000, 8000, 4000]])
    record = GameRecord((9000, 6000, 2000), ((6,) * 5, (3,) * 5), (12, 8, 5), (1, 2, 3))
    for era in Era:
        for seat in range(3):
            setup = FinalSetup(models.people_in_final(era), seat, era.ties, OwnFinalRule.PEOPLE)
            figures[f"{int(era)} Final, seat {seat + 1}"] = float(win_chances(scores, setup).mean())
        figures[f"{int(era)} attempt"] = float(np.mean(posterior_contestants(record, era)[0].attempt))
        tables = game_tables(population_seats(era, champion=LEFT_PODIUM), rules_of(era))
        figures |= spread(f"{int(era)} games", play_games(np.random.default_rng(2), tables, 500, rules_of(era)).scores)
    return figures


def recorded_figures() -> Short:
    """Win chances after each round, by the networks for three people and exactly."""
    scores = np.array([[4000, 2600, 1200], [6000, 5800, -400], [3000, 3000, 3000]])
    figures: Short = {}
    for era in Era:
        figures |= spread(f"{int(era)} after round 1", recorded.after_first(scores, era)[:, 0])
        figures |= spread(f"{int(era)} after round 2", recorded.before_final(3 * scores, era)[:, 0])
    return figures


def live_confidences() -> Short:
    """Confidence on a Daily Double after some answers in its category."""
    return {f"{right} of {n}": live_confidence(0.65, right, n) for n in range(4) for right in range(n + 1)}


def series_figures() -> Short:
    """Watson's machine against Champions: win chance in 200 games and places in 200 others."""
    place = table(Level.CHAMPION)
    first, second, third = recorded.places(place, GAMES)
    return {**spread("win chance", whole(place, GAMES)[0]), "first": first, "second": second, "third": third}


GAME = """date,2018-10-10
1,1,1,,,1
1,3,2,,2,3
after 1,5200,4200,3500
2,1,1,,1,2
2,4,1,1000,,1
2,5,6,2000,,1
2,3,6,,3,2
after 2,8200,11200,2500
final,1,8000,right
final,2,5201,wrong
final,3,0,wrong
"""
"""Made up, in the format of `kibitz.games.jeopardy.archive.game_table`."""


def review_figures() -> Short:
    """The win chart of a game, its Brier score, and the loss of its last Daily Double."""
    game = parse_table(GAME)
    forecasts = collect_forecasts([game])
    (bet,) = last_double_losses([game])
    return {
        **spread("win chance of the left seat", forecasts.chances[:, 0]),
        "Brier score": brier_score(forecasts),
        "loss of the last wager": bet.mean,
        "best last wager": float(bet.advised),
    }


def lesson_figures() -> Short:
    """Chances of the wagers that the lessons on Final compare, and the best wager on a last Daily Double."""
    figures: Short = {}
    for era in Era:
        for role in range(3):
            values = final_tables(
                FinalPosition((15000, 12000, 7000), role, era.ties), final_model(role, era=era)
            ).win_chances()
            figures |= spread(f"{int(era)} Final, seat {role + 1}", values)
    scores, left, confidence, _ = lessons.DOUBLES["7100 v 9000, 1000, last clue"]
    answer: Any = ask("jeopardy.daily-double", scores=scores, me=1, left=left, confidence=confidence)
    return figures | {"best wager": float(answer.wager), "its win chance": answer.counsel.worth}
