"""Short figures of ratings, rule learning, sevens, solvers and jobs. `short_figures` compares them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from bench_rules_learning import learn_game
from bench_solve import final_games, random_games
from match_safe_bidder import MATCHES
from results import ROOT

from kibitz import ask
from kibitz.app.position_pools import load_test
from kibitz.core import Document, Unit
from kibitz.games.chess.elo_scales import load_shipped_scale
from kibitz.games.parlour.kuhn import lists as kuhn_lists
from kibitz.games.parlour.kuhn import strategies
from kibitz.games.parlour.kuhn.family import KuhnGame
from kibitz.games.sevens.contest.match import sevens_match
from kibitz.rate import (
    Sample,
    fit,
    hold_out_nats,
    intrinsic_rating,
    load_decisions,
    loss_scale,
    mean_loss,
    simulate_choices,
)
from kibitz.rate.agents import agent_of_rating, draw_choices
from kibitz.rate.depth_model.adjusted_error import adjusted_errors, event_table, sharpness_cuts
from kibitz.rate.depth_model.depth_sample import simulate_at_skill, skill_table
from kibitz.rate.depth_model.fitting import depth_model_hold_out, fit_depth_parameters
from kibitz.rate.depth_model.parameters import DepthParameters, initial_parameters
from kibitz.rate.fitting.personal_depth import fit_depth
from kibitz.rate.ratings.field_screening import screen_one
from kibitz.rate.ratings.mixture import best_option_chances
from kibitz.rate.records.simulated import simulated_positions
from kibitz.simulate import no_progress
from kibitz.simulate.tournament import head_to_head, invasion, one_of_each, play_tournament
from kibitz.solve import solve_zero_sum_batch

Short = dict[str, float]
DEPTHS = (1, 2, 3, 4)
SHAPE = DepthParameters(-1.5, 1.2, 1.5, 0.3, 0.5, 0.8, -2.9, -0.5, DEPTHS, 0.3)
"""The player behind the simulated depth sample."""


def example_decisions() -> Sample:
    """The 160 decisions of the tests' example file."""
    path = ROOT / "tests" / "golden" / "decisions.jsonl"
    return Sample.from_decisions(load_decisions(Document(name=path.name, data=path.read_bytes())))


def rating_fits() -> Short:
    """s, c, lapse and expected loss of the example decisions, by first-choice-and-falloff and by likelihood."""
    sample, figures = example_decisions(), Short()
    for method in ("ff", "ml-lapse"):
        player = fit(sample, method)
        values = {"s": player.s, "c": player.c, "loss": mean_loss(sample, player.s, player.c, player.lapse)}
        figures |= {f"{method}, {name}": float(value) for name, value in values.items()}
    return figures | {"hold-out nats": float(hold_out_nats(sample, "ml-lapse", folds=3).nats)}


def depth_sample(n: int = 300) -> Sample:
    """Simulated choices of a player who sees values with less noise the deeper the search."""
    rng = np.random.default_rng(3)
    plain = simulated_positions(n, 12, rng, events=20)
    noise = rng.normal(0, 1, (n, len(DEPTHS), plain.values.shape[1])) * np.array([0.6, 0.4, 0.2, 0.0])[:, None]
    by_depth = np.where(plain.mask[:, None, :], plain.values[:, None, :] + noise, np.nan)
    events = [plain.event_names[event] for event in plain.events]
    positions = Sample.from_arrays(plain.values, plain.chosen, by_depth=by_depth, events=events)
    return simulate_at_skill(positions, SHAPE, 0.0, np.random.default_rng(4))


def depth_model() -> Short:
    """Nats of a small depth sample: with the true parameters, fitted, held out, and with one depth."""
    sample = depth_sample()
    theta = np.zeros(len(sample))
    zero = np.abs(np.linspace(-6, 6, skill_table(sample, SHAPE).log_chosen.shape[1])).argmin()
    return {
        "true parameters": float(-skill_table(sample, SHAPE).log_chosen[:, zero].mean()),
        "fitted": float(fit_depth_parameters(sample, theta, SHAPE).nats),
        "held out": float(depth_model_hold_out(sample, theta, SHAPE)[0].nats),
        "one depth": float(fit_depth_parameters(sample, theta, initial_parameters()).nats),
    }


def adjusted_error() -> Short:
    """Adjusted errors of a small depth sample, in two groups of events."""
    sample = depth_sample()
    table = event_table(sample, SHAPE, sharpness_cuts(sample))
    expected = skill_table(sample, SHAPE).expected.mean(axis=0)
    groups = np.zeros((2, sample.n_events))
    groups[0, ::2], groups[1, 1::2] = 1, 1
    first, second = adjusted_errors(table, groups, expected).adjusted
    return {"even events": float(first), "odd events": float(second)}


def chess_ratings() -> Short:
    """Ratings on the shipped scale of a simulated player of 2300, by both methods."""
    scale, rng = load_shipped_scale(), np.random.default_rng(1)
    some = scale.reference.take(rng.integers(0, len(scale.reference), 300))
    played = some.with_choices(draw_choices(agent_of_rating(some, scale, 2300.0).chances(some), some, rng))
    played = replace(played, events=np.arange(300) // 30, event_names=tuple(str(k) for k in range(10)))
    figures: Short = {}
    for method in ("adjusted", "ff"):
        rating = intrinsic_rating(played, scale, method=method, draws=50)
        assert rating.value is not None
        figures |= {f"{method} rating": rating.value, f"{method} low": rating.low, f"{method} high": rating.high}
    return figures


def event_screening() -> Short:
    """The screening of a simulated player of 2300 with help in a fifth of 300 decisions."""
    scale, rng = load_shipped_scale(), np.random.default_rng(2)
    some = scale.reference.take(rng.integers(0, len(scale.reference), 300))
    chances = 0.8 * agent_of_rating(some, scale, 2300.0).chances(some) + 0.2 * best_option_chances(some)
    row = screen_one(some.with_choices(draw_choices(chances, some, rng)), scale, 2300.0)
    return {"share": row.share, "low": row.share_low, "high": row.share_high, "z": row.z_help, "z equal": row.z_equal}


def personal_depth() -> Short:
    """The depth, s and c of the small depth sample."""
    result = fit_depth(depth_sample())
    return {"depth": float(result.depth), "s": result.s, "c": result.c}


def parametric_depths() -> Short:
    """Depths of the shortest lists of some random games of one parameter."""
    from bench_parametric import random_game

    from kibitz.rules.learning.lists import learn

    depths = {}
    for actions in (3, 4):
        for seed in range(3):
            learned = learn(random_game(seed, actions, 1), seed=1, roles=("row",))["row"]
            depths[f"{actions}x{actions}, seed {seed}"] = float(learned.depth if learned.is_exact else -1)
    return depths


def learned_lists() -> Short:
    """Depth, width and proved loss of the lists for two games, and the gap of Kuhn poker's lists in five decks."""
    figures: Short = {}
    for game in ("final-5-3", "weakest-link"):
        result: Any = learn_game(game)
        for k, role in enumerate(result["roles"]):
            for label, column in (("depth", "depths"), ("width", "widths"), ("proved loss", "epsilons")):
                figures[f"{game}, {role}, {label}"] = float(result[column][k])
    lists = KuhnGame().learn(no_progress)
    gap = max(strategies.duality_gap(*kuhn_lists.strategies(lists, n)) for n in range(3, 8))
    return figures | {"Kuhn poker, gap": float(gap)}


def sevens_bids() -> Short:
    """Three bids, and their expected gain."""
    figures: Short = {}
    for rack, players in (("", 6), ("EST", 6), ("EINST", 2)):
        answer: Any = ask("sevens.bid", rack=rack, tile="R", players=players)
        figures |= {f"{rack or 'empty'}, bid": float(answer.bid), f"{rack or 'empty'}, worth": answer.counsel.worth}
    return figures


def sevens_games() -> Short:
    """Mean gain of every player of a report's table in two rounds."""
    names = ("g1", "loss", "plainloss", "escalate", "sequence", "increment")
    results = play_tournament([sevens_match(one_of_each(names), 3, 2, 1)], 530)
    return {name: results.estimate(name, "gain", per="rounds").value for name in names}


def safe_bids() -> Short:
    """How far the safe bidder is ahead in two rounds, at a table of two and at one of six."""
    left, right = MATCHES["saddle v reserve"]
    two = play_tournament([sevens_match(head_to_head(left, right), 0, 2, 1)], 902)
    six = play_tournament([sevens_match(invasion("guarded", "loss", 5), 3, 2, 1)], 501)
    return {
        "saddle v reserve": two.compare(left, right, "gain", per="rounds")[0].value,
        "guarded v 5 loss": six.compare("guarded", "loss", "gain", per="rounds")[0].value,
    }


def solved_games() -> Short:
    """Mean value of 1,000 random games and of 1,000 Finals for two."""
    figures: Short = {}
    for name, make in (("random 6 x 4", random_games), ("Final, 5 against 3", final_games)):
        values, _, _ = solve_zero_sum_batch(make(np.random.default_rng(1)))
        figures |= {f"{name}, mean": float(np.mean(values)), f"{name}, sd": float(np.std(values))}
    return figures


def job_answers() -> Short:
    """Small answers of four of the jobs whose cost is measured."""
    rollout: Any = ask("backgammon.rollout", position="4HPwATDgc/ABMA", trials=36)
    match: Any = ask("jeopardy.match", count=200)
    games: Any = ask("jeopardy.simulate", games=1_000)
    auction: Any = ask("sevens.tournament", players="g1,loss,streak,sequence", rounds=2, deals=1)
    return {
        "rollout": rollout.worth,
        "matches": match.firsts[0].mean,
        "games": games.win_rates[0].mean,
        "auction": auction.standings[0].gain,
    }


def growing_answers() -> Short:
    """The smallest answers of those whose cost grows with the work."""
    double: Any = ask("jeopardy.daily-double", scores=[10400, 11400, 9400], me=1, left=[400, 800], confidence=0.6)
    rng = np.random.default_rng(4)
    sample = simulate_choices(simulated_positions(200, 30, rng, events=10), 0.15, 0.5, rng, lapse=0.01)
    player = fit(sample, "ml-lapse")
    return {"wager": float(double.wager), "win chance": double.counsel.worth, "s": player.s, "c": player.c}


def page_answers() -> Short:
    """The answers that the visitors of the web app wait for: a Final and a last Daily Double."""
    final: Any = ask("jeopardy.final", scores=[20000, 14000, 8000], me=2)
    return {"Final, wager": float(final.wager), "Final, win chance": final.counsel.worth} | growing_answers()


def exam_fits() -> Short:
    """Log likelihood, spread and an ability of small simulated exams."""
    from bench_exams import simulate_exam

    from kibitz.rate.exams.item_response import fit_exam

    rng, figures = np.random.default_rng(3), {}
    for model, people, items in (("rasch", 20, 6), ("partial credit", 20, 6), ("2pl guessing", 210, 8)):
        result = fit_exam(simulate_exam(model, people, items, rng)[2])
        figures[f"{model}: log likelihood"] = result.log_likelihood
        figures[f"{model}: spread"] = result.spread
        figures[f"{model}: first ability"] = float(result.abilities[0])
    return figures


def online_rating() -> Short:
    """The shipped scale of evaluations on features at and off its centre."""
    from kibitz.games.chess.online_scale import load_evaluation_scale

    scale = load_evaluation_scale()
    centre, width = np.array(scale.centres), np.array(scale.widths)
    usual, weak = scale.rate(centre[None, :], "rapid"), scale.rate((centre + 0.3 * width)[None, :], "blitz")
    return {"usual": usual.value, "usual low": usual.low, "weak": weak.value, "weak high": weak.high}


def adaptive_estimates() -> Short:
    """The estimate of two tests after always the best of the first five random positions, and their information."""
    result: Short = {}
    for name in ("vote", "square"):
        test = load_test(name)
        estimate = test.estimate(test.posterior([test.likelihood_of_loss(row, 0.0) for row in range(5)]))
        result |= {f"{name}, value": estimate.value, f"{name}, high": estimate.high}
        result[f"{name}, bits"] = float(test.information(test.prior)[: test.reference].mean())
    return result


def field_ratings() -> Short:
    """Loss and interval by formula of one of some simulated players."""
    rng = np.random.default_rng(1)
    values = np.clip(rng.normal(0.5, 0.1, size=(300, 6)), 0, 1)
    sample = Sample.from_arrays(values, [0] * 300, events=[f"{k // 20}" for k in range(300)], unit=Unit.WIN)
    rating = intrinsic_rating(simulate_choices(sample, 0.03, 0.5, rng), loss_scale(sample), interval="auto")
    return {"loss": float(rating.value or 0.0), "low": rating.low, "high": rating.high}
