"""The tables of a tournament: standings, head to head, and the accuracy of predicted gains (report, section 4)."""

from __future__ import annotations

from math import inf
from typing import Any

from kibitz.core import InputError
from kibitz.games.sevens.contest.tables import HeadToHead, LetterFigures, MatchTable, PlayerStanding, TournamentTables
from kibitz.games.sevens.words.tiles import LETTERS
from kibitz.simulate.blocks import ratio_estimate
from kibitz.simulate.intervals import Estimate
from kibitz.simulate.tournament import TournamentResults


def _estimate(
    results: TournamentResults, player: str, name: str, measure: str, per: str, limits: tuple[float, float]
) -> dict[str, float | None]:
    """A ratio with its error, and its interval within possible values; a single block has no error."""
    if len(results.labels) < 2:
        errors: tuple[float | None, ...] = (None, None, None)
        value = _mean(results, player, measure, per)
    else:
        estimate = results.estimate(player, measure, per)
        value = estimate.value
        errors = (estimate.se, max(limits[0], estimate.low), min(limits[1], estimate.high))
    return {name: value, **dict(zip((f"{name}_se", f"{name}_low", f"{name}_high"), errors, strict=True))}


def _mean(results: TournamentResults, player: str, measure: str, per: str) -> float:
    count = results.total(player, per)
    return results.total(player, measure) / count if count else 0.0


_ESTIMATES = (
    ("gain", "gain", "rounds", (-inf, inf)),
    ("sevens", "sevens", "rounds", (0.0, 1.0)),
    ("paid", "paid", "bought", (0.0, inf)),
    ("seven_gain", "seven_gain", "sevens", (-inf, inf)),
    ("seven_paid", "seven_paid", "seven_bought", (0.0, inf)),
    ("other_gain", "other_gain", "others", (-inf, inf)),
    ("other_paid", "other_paid", "other_bought", (0.0, inf)),
)
"""Fields of a standing that have an error: name, measure, what it is divided by, and its possible values."""


def compute_standings(results: TournamentResults) -> tuple[PlayerStanding, ...]:
    """All players, the largest gain per round first."""
    rows = []
    for player in results.entrants:
        fields: dict[str, Any] = {}
        for name, measure, per, limits in _ESTIMATES:
            fields |= _estimate(results, player, name, measure, per, limits)
        rows.append(
            PlayerStanding(
                player=player,
                **{name: value for name, value in fields.items() if name in PlayerStanding.__struct_fields__},
                bid=_mean(results, player, "bid", "bids"),
                seven_bid=_mean(results, player, "seven_bid", "seven_bids"),
                other_bid=_mean_without(results, player),
                wins=_mean(results, player, "wins", "games"),
                rounds=int(results.total(player, "rounds")),
                faults=int(results.total(player, "faults")),
            )
        )
    return tuple(sorted(rows, key=lambda row: -row.gain))


def _mean_without(results: TournamentResults, player: str) -> float:
    """The mean bid in rounds without a seven."""
    count = results.total(player, "bids") - results.total(player, "seven_bids")
    return (results.total(player, "bid") - results.total(player, "seven_bid")) / count if count else 0.0


def letter_figures(results: TournamentResults, player: str) -> LetterFigures:
    """Mean bids and prices of a player by letter, where there were any."""

    def means(value: str, count: str) -> dict[str, float]:
        totals = {letter: results.total(player, f"{count}_{letter}") for letter in LETTERS}
        return {name: results.total(player, f"{value}_{name}") / total for name, total in totals.items() if total}

    return LetterFigures(player, means("bid", "bids"), means("price", "sold"))


def compute_comparisons(results: TournamentResults) -> tuple[HeadToHead, ...]:
    """Differences in points per round of all pairs that met."""
    return tuple(
        HeadToHead(
            pair.left,
            pair.right,
            pair.difference.value,
            pair.difference.se,
            pair.difference.low,
            pair.difference.high,
            pair.p,
            pair.p_holm,
            pair.n_blocks,
        )
        for pair in results.comparisons("gain", per="rounds")
    )


def calibration(results: TournamentResults, player: str) -> Estimate:
    """Actual minus predicted gain in points per round, of a player that predicts."""
    place = results.entrants.index(player)
    predictions = results.column("predictions")[:, place]
    if not predictions.any():
        raise InputError(f"player: {player!r} makes no predictions")
    error = results.column("gain")[:, place] - results.column("predicted")[:, place]
    return ratio_estimate(error, predictions)


def make_tables(results: TournamentResults) -> TournamentTables:
    """Standings and comparisons, over all matches and for each match."""
    labels = tuple(dict.fromkeys(results.labels))
    parts = ((label, results.for_match(label)) for label in labels) if len(labels) > 1 else ()
    matches = tuple(MatchTable(label, compute_standings(part), compute_comparisons(part)) for label, part in parts)
    rows = compute_standings(results)
    return TournamentTables(
        rows, compute_comparisons(results), matches, tuple(letter_figures(results, row.player) for row in rows)
    )
