"""The small experiments of the paper: swing, personal depth, depth-limited play, the set S, rapid games, Table I.

nice python benchmarks/bench_rating_experiments.py [PART ...]      (saves results/rating_experiments.json)

Swing, depth and agents use the development positions. The set S, rapid games and Table I use the file of analyses that
`make_chess_analyses` fills, as far as it is filled; their figures include the number of positions.
"""

from __future__ import annotations

import math
import sys
from statistics import NormalDist
from typing import Any

import numpy as np
from chess_marks import analyses, listed_turns, of_games
from chess_pilot import MARKS, pilot, skills, usable_rows
from make_chess_analyses import SHALLOW, TABLE_I, TIEBREAKS, draw, games_of
from results import load_figures, save_result

from kibitz.core import FloatArray
from kibitz.games.chess.elo_scales import load_shipped_scale, sample_of
from kibitz.games.chess.turns import game_turns
from kibitz.rate import Sample, fit, mean_loss
from kibitz.rate.depth_model.depth_sample import depth_model_probabilities, depth_sample
from kibitz.rate.depth_model.fitting import fit_depth_parameters, hold_out_folds, likelihood
from kibitz.rate.depth_model.parameters import initial_parameters
from kibitz.rate.fitting.holdout import event_folds, hold_out_nats, mean_by_event
from kibitz.rate.fitting.personal_depth import fit_depth
from kibitz.rate.model.moments import probabilities
from kibitz.rate.ratings.scale import regression


def seen_expectations(sample: Sample) -> tuple[FloatArray, FloatArray]:
    """Expected loss of each decision and nats of its choice, by depth parameters that have not seen its game."""
    theta = skills(sample)
    fold = hold_out_folds(sample, sample.ratings, 0)
    expected, nats = np.empty(len(sample)), np.empty(len(sample))
    for f in range(int(fold.max()) + 1):
        train, test = np.flatnonzero(fold != f), np.flatnonzero(fold == f)
        shape = fit_depth_parameters(sample.take(train), theta[train], initial_parameters(tuple(range(1, 12)))).shape
        for mark in MARKS:
            rows = test[sample.ratings[test] == mark]
            some = sample.take(rows)
            p = depth_model_probabilities(some, shape, float(theta[rows[0]]))
            expected[rows] = (p * np.where(some.mask, some.deltas, 0)).sum(axis=1)
            nats[rows] = -likelihood(depth_sample(some, shape), shape, theta[rows])[0]
    return expected, nats


def ff_expectations(sample: Sample) -> FloatArray:
    """Expected loss of each decision by the FF fit to the other games of its mark."""
    expected = np.empty(len(sample))
    for mark in MARKS:
        rows = np.flatnonzero(sample.ratings == mark)
        own = sample.take(rows)
        fold = event_folds(own, None, 0)
        for f in range(int(fold.max()) + 1):
            player = fit(own.take(fold != f), "ff")
            some = own.take(fold == f)
            p = probabilities(some, player.s, player.c)
            expected[rows[fold == f]] = (p * np.where(some.mask, some.deltas, 0)).sum(axis=1)
    return expected


def swing_of(sample: Sample) -> FloatArray:
    """Swing of each decision: variance over depths of the scaled differences, averaged over the options."""
    assert sample.by_depth is not None
    spread = sample.by_depth.var(axis=1)
    return np.asarray(np.where(sample.mask, spread, 0).sum(axis=1) / sample.counts)


def beyond(sample: Sample, losses: FloatArray, expected: FloatArray, hard: FloatArray) -> dict[str, float]:
    """Whether the logarithm of difficulty predicts the loss beyond the projection: the slope of (loss - expected) /
    mean loss on the standardized logarithm, its standard error over whole games, both correlations with the loss."""
    z = np.log(hard + 1e-4)
    z = (z - z.mean()) / z.std()
    ratio = expected * losses.mean() / expected.mean()
    gap = (losses - ratio) / losses.mean()
    slope = float((z * gap).mean())
    _, error = mean_by_event(sample, z * gap - slope * z**2)
    return {
        "slope": round(slope, 3),
        "se": round(error, 3),
        "corr_swing": round(float(np.corrcoef(z, losses)[0, 1]), 3),
        "corr_expected": round(float(np.corrcoef(expected, losses)[0, 1]), 3),
    }


def swing_as_difficulty(sample: Sample, seen: FloatArray) -> dict[str, Any]:
    hard = swing_of(sample)
    return {
        "by_ff": beyond(sample, sample.losses, ff_expectations(sample), hard),
        "by_shape": beyond(sample, sample.losses, seen, hard),
        "decisions": len(sample),
    }


def personal_depth(sample: Sample) -> dict[str, Any]:
    """(s, c, d) at each mark, and how often samples of nine games identify d."""
    out: dict[str, Any] = {}
    rng = np.random.default_rng(1)
    for mark in MARKS:
        own = sample.take(sample.ratings == mark)
        result = fit_depth(own, hold_out=True)
        games = np.unique(own.events)
        identified, depths = 0, []
        for _ in range(5):
            part = own.take(np.isin(own.events, rng.permutation(games)[:9]))
            one = fit_depth(part)
            identified += one.is_identified
            depths.append(one.depth)
        out[str(mark)] = {
            "d": result.depth,
            "low": result.low,
            "high": result.high,
            "identified": result.is_identified,
            "s": round(result.s, 4),
            "c": round(result.c, 3),
            "nats": [round(x, 4) for x in result.nats],
            "held_out": [round(x, 4) for x in result.held_out],
            "nine_games_told_of_5": identified,
            "nine_games_d": depths,
        }
    return out


def limit_depth(sample: Sample) -> dict[str, Any]:
    """Nats of human moves by a depth-limited player, who picks the best move at depth d with a fitted chance and any
    other move otherwise; compared with the held-out model."""
    assert sample.by_depth is not None
    out: dict[str, Any] = {}
    for mark in MARKS:
        own = sample.take(sample.ratings == mark)
        assert own.by_depth is not None
        rows = np.arange(len(own))
        best: dict[int, dict[str, float]] = {}
        for d in range(1, 12):
            at = np.where(own.mask, own.by_depth[:, d - 1, :], np.inf)
            tops = at == at.min(axis=1, keepdims=True)
            hit = tops[rows, own.chosen]
            chance = float(np.clip((hit / 1.0).mean(), 1e-6, 1 - 1e-6))
            inside, outside = tops.sum(axis=1), np.maximum(own.counts - tops.sum(axis=1), 1)
            nats = np.where(hit, -np.log(chance / inside), -np.log((1 - chance) / outside))
            best[d] = {"match": round(float(hit.mean()), 3), "nats": round(float(nats.mean()), 4)}
        out[str(mark)] = {
            "by_depth": best,
            "ff_lapse_1": round(hold_out_nats(own, "ff", lapse=0.01).nats, 4),
            "ml_lapse": round(hold_out_nats(own, "ml-lapse").nats, 4),
        }
    return out


def solitaire_set() -> dict[str, Any]:
    """Expected error of the shipped marks' (s, c) on championship games (the paper's set S) and on the union of the
    marks' own positions, and the line through each."""
    scale = load_shipped_scale()
    known = listed_turns(
        [t for game in games_of("wch_matches_1972*.pgn") for t in game_turns(game) if t.skip is None], analyses()
    ).decisions()
    some = sample_of(known, scale)
    union = np.array([mark.expected_loss for mark in scale.marks])
    own = np.array([mean_loss(some, mark.s, mark.c) for mark in scale.marks])
    ratings = np.array([mark.rating for mark in scale.marks])
    lines = {}
    for name, losses in (("union", union), ("matches", own)):
        slope, intercept = np.polyfit(losses, ratings, 1)
        off = ratings - intercept - slope * losses
        lines[name] = {
            "intercept": round(float(intercept)),
            "slope": round(float(slope)),
            "residuals": [round(float(x)) for x in off],
            "r_squared": round(float(1 - (off**2).sum() / ((ratings - ratings.mean()) ** 2).sum()), 4),
            "losses": [round(float(x), 4) for x in losses],
        }
    return {"positions": len(some), "marks": ratings.tolist(), "lines": lines}


def table_one() -> dict[str, Any]:
    """Table I by the paper's rule: games of 2006-09 with both players within 10 points of 2200 to 2700, fitted by FF.
    Expected error on the union of their positions and on championship games (set S), and the line through each.

    Standard errors are those of the marks' own mean errors, over whole games.
    """
    groups = {}
    for mark in TABLE_I.marks:
        known = listed_turns(draw(mark, TABLE_I), analyses(), SHALLOW).decisions()[: TABLE_I.positions]
        groups[mark] = sample_of(known)
    matches = [t for game in games_of("wch_matches_1972*.pgn") for t in game_turns(game) if t.skip is None]
    sets = {
        "union": Sample.union(list(groups.values())),
        "matches": sample_of(listed_turns(matches, analyses(), SHALLOW).decisions()),
    }
    ratings = np.array(TABLE_I.marks, dtype=float)
    fits = [fit(group, "ff") for group in groups.values()]
    out: dict[str, Any] = {
        "marks": list(groups),
        "positions": [len(group) for group in groups.values()],
        "games": [group.n_events for group in groups.values()],
        "error": [round(float(group.losses.mean()), 4) for group in groups.values()],
        "error_se": [round(mean_by_event(g, g.losses)[1], 4) for g in groups.values()],
        "s": [round(f.s, 4) for f in fits],
        "c": [round(f.c, 3) for f in fits],
    }
    for name, some in sets.items():
        losses = np.array([mean_loss(some, result.s, result.c) for result in fits])
        intercept, slope, _ = regression(losses, ratings)
        out[name] = {
            "positions": len(some),
            "losses": [round(float(x), 4) for x in losses],
            "intercept": round(intercept),
            "slope": round(slope),
            "residuals": [round(float(x)) for x in ratings - intercept - slope * losses],
            "r_squared": round(float(np.corrcoef(losses, ratings)[0, 1] ** 2), 3),
        }
    return out


def rapid() -> dict[str, Any]:
    """Errors in rapid tiebreaks compared with those in the classical games of the same matches.

    The best move and the move played are searched alone. The ratio has a 95 % interval by bootstrap over whole games,
    and the line's slope turns the difference into rating points.
    """
    fast = of_games(games_of("wch_rapid_*.pgn"))[1]
    slow = of_games([game for game in games_of("wch_matches_*.pgn") if game.date[:4] in TIEBREAKS])[1]
    if not len(fast.errors) or not len(slow.errors):
        return {}
    rng = np.random.default_rng(3)

    def resample(errors: FloatArray, events: list[str]) -> FloatArray:
        _, codes = np.unique(events, return_inverse=True)
        sums, sizes = np.bincount(codes, weights=errors), np.bincount(codes)
        drawn = rng.multinomial(len(sums), np.full(len(sums), 1 / len(sums)), size=4_000)
        return np.asarray(drawn @ sums / (drawn @ sizes))

    means = [resample(each.errors, each.events) for each in (fast, slow)]
    line = load_shipped_scale().adjusted
    assert line is not None
    drop = -line.slope * (fast.errors.mean() - slow.errors.mean())
    drops = -line.slope * (means[0] - means[1])
    return {
        "rapid": {
            "games": len(set(fast.events)),
            "decisions": len(fast.errors),
            "error": round(float(fast.errors.mean()), 4),
        },
        "classical": {
            "games": len(set(slow.events)),
            "decisions": len(slow.errors),
            "error": round(float(slow.errors.mean()), 4),
        },
        "ratio": round(float(fast.errors.mean() / slow.errors.mean()), 2),
        "ratio_95": [round(float(x), 2) for x in np.percentile(means[0] / means[1], [2.5, 97.5])],
        "drop": round(float(drop)),
        "drop_95": [round(float(x)) for x in np.percentile(drops, [2.5, 97.5])],
    }


def ceiling() -> dict[str, float]:
    """The highest possible rating, from a player who draws one game in n against perfect play and so scores 1/2n: by
    Elo's normal curve (sd 200 root 2) and by the logistic curve in use (section VII, below equation 8)."""
    out = {}
    for name, rating, games in (("Carlsen 2870, one draw in 25", 2870, 25), ("Kramnik 2800, one in 50", 2800, 50)):
        score = 1 / (2 * games)
        out[f"{name}, normal"] = round(rating + 200 * math.sqrt(2) * NormalDist().inv_cdf(1 - score))
        out[f"{name}, logistic"] = round(rating + 400 * math.log10((1 - score) / score))
    return out


def agents(sample: Sample, nats: FloatArray) -> dict[str, Any]:
    """Nats of depth-limited play, of the choice model and of the depth model."""
    out = limit_depth(sample)
    for mark in MARKS:
        out[str(mark)]["shape"] = round(float(nats[sample.ratings == mark].mean()), 4)
    return out


def sequences(sample: Sample, seen: FloatArray) -> dict[str, Any]:
    """Section VIII: do moves in a row err together, beyond what skill and difficulty explain?

    The correlation of (loss - expected loss) of a move with that of the player's next moves and of the opponent's
    reply, over the pairs in which both count, with its standard error over whole games. Also the factor by which the
    variance of the mean loss of a side of a game exceeds that of independent moves.
    """
    rows = usable_rows()
    place = {(row["game"], row["ply"]): i for i, row in enumerate(rows)}
    scaled = seen * np.array([sample.losses[sample.ratings == mark].mean() for mark in sample.ratings])
    scaled /= np.array([seen[sample.ratings == mark].mean() for mark in sample.ratings])
    gap = (sample.losses - scaled) / np.sqrt(np.maximum(scaled, 1e-4) * scaled.mean())
    gap -= gap.mean()
    out: dict[str, Any] = {}
    for name, plies in (("reply", 1), ("next", 2), ("second next", 4), ("third next", 6)):
        pairs = [
            (i, place[row["game"], row["ply"] + plies])
            for i, row in enumerate(rows)
            if (row["game"], row["ply"] + plies) in place
        ]
        first, second = np.array(pairs).T
        products = gap[first] * gap[second] / gap.var()
        mean, error = mean_by_event(sample.take(first), products)
        out[name] = {"correlation": round(mean, 3), "se": round(error, 3), "pairs": len(pairs)}
    sides = np.unique([f"{row['game']} {row['ply'] % 2}" for row in rows], return_inverse=True)[1]
    sums, counts = np.bincount(sides, gap), np.bincount(sides)
    ratios = sums**2 / (counts * gap.var())
    rng = np.random.default_rng(1)
    draws = [(ratios[k] * counts[k]).sum() / counts[k].sum() for k in rng.integers(0, len(sums), (500, len(sums)))]
    out["variance of a side"] = {
        "factor": round(float((ratios * counts).sum() / counts.sum()), 3),
        "se": round(float(np.std(draws)), 3),
    }
    return out


def main(parts: list[str]) -> None:
    figures: dict[str, Any] = load_figures("rating_experiments") if parts else {}
    sample = pilot() if set(parts or ["swing"]) & {"swing", "sequences", "depth_limited", "personal_depth"} else None
    seen, nats = (
        seen_expectations(sample) if {"swing", "sequences", "depth_limited"} & set(parts or ["swing"]) else (None, None)
    )
    work = {
        "ceiling": ceiling,
        "swing": lambda: swing_as_difficulty(sample, seen),
        "sequences": lambda: sequences(sample, seen),
        "depth_limited": lambda: agents(sample, nats),
        "personal_depth": lambda: personal_depth(sample),
        "solitaire": solitaire_set,
        "rapid": rapid,
        "table_one": table_one,
    }
    for part in parts or list(work):
        figures[part] = work[part]()
        print(part, figures[part], flush=True)
    save_result("rating_experiments", figures)


if __name__ == "__main__":
    main(sys.argv[1:])
