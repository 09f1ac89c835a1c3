"""Ratings from evaluations alone on online games: the shipped scale, and its coverage on players it has not seen.

nice python benchmarks/bench_online_scale.py      (about a minute of one core; saves results/online_scale.json)

Folds are by player. Groups of five games are disjoint games of one player at one speed. A few accounts have most of
them, so coverage is also given with every player counted as the root of the number of groups.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from chess_pilot import FOLDER
from results import save_result

from kibitz.core import FloatArray
from kibitz.games.chess.annotated_games import AnnotatedGame, stream_games
from kibitz.games.chess.kind_scale import KINDS, RatedMoves, fit_kind_scale
from kibitz.games.chess.kind_scale import SHIPPED_FILE as KINDS_FILE
from kibitz.games.chess.loss_breakdown import halving_cost, side_moves
from kibitz.games.chess.online_scale import (
    FEATURES,
    SHIPPED_FILE,
    SPEEDS,
    EvaluationScale,
    RatedSides,
    collect_sides,
    fit_evaluation_scale,
)

DATA = FOLDER / "lichess" / "games_dev.pgn.gz"
FOLDS = 10
BANDS = {"below 1600": (0, 1600), "1600 to 1999": (1600, 2000), "2000 and more": (2000, 4000)}
ALONE = {"accuracy alone": "log inaccuracy", "ACPL alone": "log centipawn loss"}
SOURCE = "1,451 rated games with evaluations by lichess, 2020-2026"


class Result(NamedTuple):
    speed: int
    rating: float
    value: float
    held: bool
    width: float
    weight: float
    player: int


def groups_of(sides: RatedSides, n: int) -> Iterator[tuple[int, list[int], float]]:
    """Disjoint groups of n games of one player and speed: speed, rows, and the weight of the group."""
    players = np.array(sides.players)
    for speed in range(len(SPEEDS)):
        for player in np.unique(players[sides.speeds == speed]):
            rows = np.flatnonzero((players == player) & (sides.speeds == speed))
            rows = np.random.default_rng(1).permutation(rows)
            count = len(rows) // n
            for i in range(count):
                yield speed, rows[i * n : (i + 1) * n].tolist(), count**-0.5


def folds_of(sides: RatedSides) -> FloatArray:
    names, player = np.unique(np.array(sides.players), return_inverse=True)
    return (np.random.default_rng(0).permutation(len(names)) % FOLDS)[player]


def cross_validate(sides: RatedSides, n: int) -> list[Result]:
    fold, results = folds_of(sides), []
    _, code = np.unique(np.array(sides.players), return_inverse=True)
    for f in range(FOLDS):
        scale = fit_evaluation_scale(sides.take(np.flatnonzero(fold != f)))
        rows = np.flatnonzero(fold == f)
        test = sides.take(rows)
        for speed, group, weight in groups_of(test, n):
            rated = scale.rate(test.features[group], SPEEDS[speed])
            truth = float(test.ratings[group].mean())
            results.append(
                Result(
                    speed,
                    truth,
                    rated.value,
                    rated.low <= truth <= rated.high,
                    (rated.high - rated.low) / 2,
                    weight,
                    int(code[rows[group[0]]]),
                )
            )
    return results


def median_error_alone(sides: RatedSides, feature: str, n: int) -> float:
    """Median error of a straight line through one feature and the speeds, in the same folds."""
    x = sides.features[:, FEATURES.index(feature)]
    table = np.concatenate([sides.speeds[:, None] == np.arange(len(SPEEDS)), x[:, None]], axis=1).astype(float)
    fold, errors = folds_of(sides), []
    for f in range(FOLDS):
        train, rows = fold != f, np.flatnonzero(fold == f)
        line, *_ = np.linalg.lstsq(table[train], sides.ratings[train], rcond=None)
        test = sides.take(rows)
        for _, group, _ in groups_of(test, n):
            errors.append(abs(float((table[rows[group]] @ line).mean() - test.ratings[group].mean())))
    return float(np.median(errors))


def summarise(results: list[Result]) -> dict[str, Any]:
    if not results:
        return {"groups": 0}
    held, weight = np.array([r.held for r in results]), np.array([r.weight for r in results])
    off = np.array([r.value - r.rating for r in results])
    return {
        "groups": len(results),
        "players": len({r.player for r in results}),
        "cover": round(float(held.mean()), 3),
        "cover_by_player": round(float(np.average(held, weights=weight)), 3),
        "median_error": round(float(np.median(np.abs(off)))),
        "half_width": round(float(np.median([r.width for r in results]))),
    }


def measure(sides: RatedSides) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for n in (1, 5):
        results = cross_validate(sides, n)
        row: dict[str, Any] = {"all": summarise(results)}
        row |= {speed: summarise([r for r in results if r.speed == s]) for s, speed in enumerate(SPEEDS)}
        row |= {band: summarise([r for r in results if a <= r.rating < b]) for band, (a, b) in BANDS.items()}
        row |= {f"median error, {name}": round(median_error_alone(sides, x, n)) for name, x in ALONE.items()}
        figures[f"{n} games"] = row
        print(n, row, flush=True)
    return figures


def rated_moves(games: list[AnnotatedGame]) -> RatedMoves:
    """The moves of all sides of known rating at a speed of the scale."""
    sides, ratings, speeds, players = [], [], [], []
    for game in games:
        for white in (True, False):
            rating, speed = game.rating(white), game.speed
            if rating is None or speed not in SPEEDS:
                continue
            sides.append(side_moves(game, white))
            ratings.append(float(rating))
            speeds.append(SPEEDS.index(speed))
            players.append(game.tags.get("White" if white else "Black", ""))
    return RatedMoves(sides, np.array(ratings), np.array(speeds), players)


def measure_kinds(rated: RatedMoves, pool: EvaluationScale) -> dict[str, Any]:
    """Coverage of ratings from one kind of moves, for one game and for five, on players left out."""
    _, player = np.unique(np.array(rated.players), return_inverse=True)
    fold = (np.random.default_rng(0).permutation(player.max() + 1) % FOLDS)[player]
    held: dict[str, list[list[bool]]] = {kind: [[], []] for kind in KINDS}
    errors: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for f in range(FOLDS):
        scale = fit_kind_scale(rated.take(np.flatnonzero(fold != f)))
        test = np.flatnonzero(fold == f)
        for place, n in enumerate((1, 5)):
            for code in np.unique(player[test]):
                for speed in range(len(SPEEDS)):
                    rows = np.flatnonzero((player == code) & (rated.speeds == speed))
                    for i in range(len(rows) // n):
                        group = rows[i * n : (i + 1) * n]
                        truth = float(rated.ratings[group].mean())
                        for kind in KINDS:
                            found = scale.rate([rated.sides[int(j)] for j in group], kind, SPEEDS[speed], pool)
                            if found is not None:
                                held[kind][place].append(found.low <= truth <= found.high)
                                if n == 5:
                                    errors[kind].append(abs(found.value - truth))
    return {
        kind: {
            "one game": [len(held[kind][0]), round(float(np.mean(held[kind][0])), 3)],
            "five games": [len(held[kind][1]), round(float(np.mean(held[kind][1])), 3)],
            "median error of five": round(float(np.median(errors[kind]))),
        }
        for kind in KINDS
    }


def measure_halving(games: list[AnnotatedGame]) -> dict[str, Any]:
    """What half the time left costs by band of rating; league clocks are reconstructed and kept apart."""
    figures: dict[str, Any] = {}
    for clocks in ("true", "reconstructed"):
        some = [g for g in games if (g.time_control == (2700.0, 45.0)) == (clocks == "reconstructed")]
        row = {}
        for band, (low, high) in BANDS.items():
            sides = [
                side_moves(game, white)
                for game in some
                for white in (True, False)
                if low <= (game.rating(white) or -1) < high
            ]
            found = halving_cost(sides)
            row[band] = None if found is None else [round(found.drop, 3), round(found.standard_error, 3), found.n_moves]
        figures[f"{clocks} clocks"] = row
    return figures


def main() -> None:
    start = time.process_time()
    games = list(stream_games(DATA))
    seconds = time.process_time() - start
    sides = collect_sides(games)
    scale = fit_evaluation_scale(sides, source=SOURCE)
    SHIPPED_FILE.write_text(scale.to_json(), encoding="utf-8")
    figures = {
        "games": len(games),
        "sides": len(sides.ratings),
        "games_read_per_second": round(len(games) / seconds),
        "player_share": round(scale.player_share, 3),
    } | measure(sides)
    rated = rated_moves(games)
    KINDS_FILE.write_text(fit_kind_scale(rated).to_json(), encoding="utf-8")
    figures["kinds of moves"] = measure_kinds(rated, scale)
    figures["halving the time left"] = measure_halving(games)
    data = "src/kibitz/games/chess/data"
    save_result("online_scale", figures, [f"{data}/lichess-evaluations.json", f"{data}/lichess-kinds.json"])


if __name__ == "__main__":
    main()
