"""The tables of a tournament: standings, head to head, and the accuracy of predicted gains (report, section 4)."""

from __future__ import annotations

from dataclasses import replace

from kibitz.core import InputError
from kibitz.games.sevens.contest.tables import HeadToHead, LetterFigures, MatchTable, PlayerStanding, TournamentTables
from kibitz.games.sevens.words.tiles import LETTERS
from kibitz.simulate.blocks import ratio_estimate
from kibitz.simulate.intervals import Estimate
from kibitz.simulate.tournament import TournamentResults


def clip_interval(estimate: Estimate, low: float, high: float = float("inf")) -> Estimate:
    """An estimate with its interval clipped to possible values: a share between 0 and 1, a price from 0 up."""
    return replace(estimate, low=max(low, estimate.low), high=min(high, estimate.high))


def compute_standings(results: TournamentResults) -> tuple[PlayerStanding, ...]:
    """All players, the largest gain per round first."""
    rows = []
    for player in results.entrants:

        def mean(measure: str, per: str, player: str = player) -> float:
            count = results.total(player, per)
            return results.total(player, measure) / count if count else 0.0

        gain = results.estimate(player, "gain", per="rounds")
        sevens = clip_interval(results.estimate(player, "sevens", per="rounds"), 0.0, 1.0)
        paid = clip_interval(results.estimate(player, "paid", per="bought"), 0.0)
        halves = {
            f"{half}_{kind}": results.estimate(player, f"{half}_{kind}", per)
            for half, kind, per in (
                ("seven", "gain", "sevens"),
                ("seven", "paid", "seven_bought"),
                ("other", "gain", "others"),
                ("other", "paid", "other_bought"),
            )
        }
        rows.append(
            PlayerStanding(
                player=player,
                gain=gain.value,
                gain_se=gain.se,
                gain_low=gain.low,
                gain_high=gain.high,
                sevens=sevens.value,
                sevens_se=sevens.se,
                sevens_low=sevens.low,
                sevens_high=sevens.high,
                paid=paid.value,
                paid_se=paid.se,
                paid_low=paid.low,
                paid_high=paid.high,
                seven_gain=halves["seven_gain"].value,
                seven_gain_se=halves["seven_gain"].se,
                seven_paid=halves["seven_paid"].value,
                seven_paid_se=halves["seven_paid"].se,
                other_gain=halves["other_gain"].value,
                other_gain_se=halves["other_gain"].se,
                other_paid=halves["other_paid"].value,
                other_paid_se=halves["other_paid"].se,
                bid=mean("bid", "bids"),
                seven_bid=mean("seven_bid", "seven_bids"),
                other_bid=_mean_without(results, player),
                wins=mean("wins", "games"),
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
