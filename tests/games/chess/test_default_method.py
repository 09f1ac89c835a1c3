"""The default rating earns its place: kept results on championship matches, and on samples of known rating."""

from __future__ import annotations

import numpy as np
from results import load_result


def players() -> list[dict[str, dict[str, float]]]:
    """The players of the championship table, without the rows for both together."""
    return [row for row in load_result("chess_championship")["figures"]["rows"] if row["player"]]


def ratings(method: str) -> np.ndarray:
    return np.array([row[method]["ipr"] for row in players()], dtype=float)


def known(name: str) -> np.ndarray:
    return np.array([row[name] for row in players()], dtype=float)


def test_the_default_is_as_close_to_elo_as_the_method_of_the_paper_on_championship_matches() -> None:
    elo = known("elo")
    worse = (ratings("adjusted") - elo) ** 2 - (ratings("ff") - elo) ** 2
    assert worse.mean() < worse.std(ddof=1) / np.sqrt(len(worse))


def test_its_correlation_with_the_paper_is_within_two_errors_of_the_best() -> None:
    paper, default, ff = known("paper"), ratings("adjusted"), ratings("ff")
    rng = np.random.default_rng(1)

    def gap(rows: np.ndarray) -> float:
        return float(np.corrcoef(ff[rows], paper[rows])[0, 1] - np.corrcoef(default[rows], paper[rows])[0, 1])

    draws = [gap(rng.integers(0, len(paper), len(paper))) for _ in range(500)]
    assert gap(np.arange(len(paper))) < 2 * np.std(draws)


def test_it_has_the_least_error_on_samples_of_three_and_nine_games() -> None:
    figures = load_result("chess_adjusted")["figures"]["depths"]
    for games in ("3 games", "9 games"):
        assert figures[games]["rms_same_splits"] < figures[games]["rms_ff"]
