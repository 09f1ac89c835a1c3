"""The tables of a tournament: standings, head to head, matches, letters (report, section 4)."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from kibitz.core.exhibits import Table
from kibitz.core.units import MINUS, format_chance

if TYPE_CHECKING:
    from kibitz.simulate.tournament import TournamentResults

SIGNIFICANCE_LEVEL = 0.05
"""Holm's p-value below which a difference gets its star."""


class PlayerStanding(Struct, frozen=True):
    """One player's results: points per round, share of rounds with a seven-letter word, points paid per letter bought.

    ``seven_gain`` and ``seven_paid`` are over rounds with a seven-letter word, ``other_gain`` and ``other_paid`` over
    the rest; ``bid`` is the mean of all bids, zeros included, and again with and without a seven; ``wins`` is the share
    of games won by a seat of this player. ``se`` is a standard error, ``low`` and ``high`` are the ends of a 95 %
    interval; a single round has none.
    """

    player: str
    gain: float
    gain_se: float | None
    gain_low: float | None
    gain_high: float | None
    sevens: float
    sevens_se: float | None
    sevens_low: float | None
    sevens_high: float | None
    paid: float
    paid_se: float | None
    paid_low: float | None
    paid_high: float | None
    seven_gain: float
    seven_gain_se: float | None
    seven_paid: float
    seven_paid_se: float | None
    other_gain: float
    other_gain_se: float | None
    other_paid: float
    other_paid_se: float | None
    bid: float
    seven_bid: float
    other_bid: float
    wins: float
    rounds: int
    faults: int


class HeadToHead(Struct, frozen=True):
    """Lead of ``left`` over ``right`` in points per round, paired by block; ``p_holm`` is corrected for all pairs."""

    left: str
    right: str
    difference: float
    se: float
    low: float
    high: float
    p: float
    p_holm: float
    blocks: int


class MatchTable(Struct, frozen=True):
    """The tables of one match among several."""

    match: str
    standings: tuple[PlayerStanding, ...]
    comparisons: tuple[HeadToHead, ...]


class LetterFigures(Struct, frozen=True):
    """One player by letter: the mean bid, zeros included, and the mean price where the letter was bought."""

    player: str
    bid: dict[str, float]
    price: dict[str, float]


class TournamentTables(Struct, frozen=True):
    """All tables of a tournament, the largest gain per round first; ``matches`` is empty where there was only one."""

    standings: tuple[PlayerStanding, ...]
    comparisons: tuple[HeadToHead, ...]
    matches: tuple[MatchTable, ...] = ()
    letters: tuple[LetterFigures, ...] = ()


_MEANS = {
    "gain": ("rounds", -inf, inf),
    "sevens": ("rounds", 0.0, 1.0),
    "paid": ("bought", 0.0, inf),
    "seven_gain": ("sevens", -inf, inf),
    "seven_paid": ("seven_bought", 0.0, inf),
    "other_gain": ("others", -inf, inf),
    "other_paid": ("other_bought", 0.0, inf),
    "bid": ("bids", 0.0, inf),
    "seven_bid": ("seven_bids", 0.0, inf),
    "other_bid": ("other_bids", 0.0, inf),
    "wins": ("games", 0.0, 1.0),
}
"""Means of a standing: the measure that they are divided by, and the least and largest value possible."""


def make_tables(results: TournamentResults) -> TournamentTables:
    """Standings and comparisons, over all matches and for each match, and bids and prices by letter."""
    labels = tuple(dict.fromkeys(results.labels))
    parts = ((label, results.for_match(label)) for label in labels) if len(labels) > 1 else ()
    matches = tuple(MatchTable(label, compute_standings(part), compute_comparisons(part)) for label, part in parts)
    rows = compute_standings(results)
    letters = tuple(compute_letters(results, row.player) for row in rows)
    return TournamentTables(rows, compute_comparisons(results), matches, letters)


def compute_standings(results: TournamentResults) -> tuple[PlayerStanding, ...]:
    """All players, the largest gain per round first."""
    rows = []
    for player in results.entrants:
        fields: dict[str, Any] = dict.fromkeys(PlayerStanding.__struct_fields__) | {"player": player}
        fields |= {name: _mean(results, player, name, per) for name, (per, _, _) in _MEANS.items()}
        fields |= {name: int(results.total(player, name)) for name in ("rounds", "faults")}
        for name, (per, low, high) in _MEANS.items() if len(results.labels) > 1 else ():  # a single block has no error
            e = results.estimate(player, name, per)
            ends = {
                name: e.value,
                f"{name}_se": e.se,
                f"{name}_low": max(low, e.low),
                f"{name}_high": min(high, e.high),
            }
            fields |= {key: value for key, value in ends.items() if key in fields}
        rows.append(PlayerStanding(**fields))
    return tuple(sorted(rows, key=lambda row: -row.gain))


def _mean(results: TournamentResults, player: str, measure: str, per: str) -> float:
    count = results.total(player, per)
    return results.total(player, measure) / count if count else 0.0


def compute_letters(results: TournamentResults, player: str) -> LetterFigures:
    """Mean bids and prices of a player by letter, where there were any."""

    def means(value: str, count: str) -> dict[str, float]:
        names = [name.removeprefix(count) for name in results.measures if name.startswith(count)]
        totals = {name: results.total(player, count + name) for name in names}
        return {name: results.total(player, value + name) / total for name, total in totals.items() if total}

    return LetterFigures(player, means("bid_", "bids_"), means("price_", "sold_"))


def compute_comparisons(results: TournamentResults) -> tuple[HeadToHead, ...]:
    """Differences in points per round of all pairs that met."""
    pairs = results.comparisons("gain", per="rounds")
    lead = [pair.difference for pair in pairs]
    return tuple(
        HeadToHead(pair.left, pair.right, by.value, by.se, by.low, by.high, pair.p, pair.p_holm, pair.n_blocks)
        for pair, by in zip(pairs, lead, strict=True)
    )


def standings_table(rows: tuple[PlayerStanding, ...]) -> Table:
    """The standings as a table."""
    cells = tuple(
        (
            row.player,
            format_gain(row),
            f"{100 * row.sevens:.1f} %",
            f"{row.paid:.2f}",
            f"{row.bid:.2f}",
            f"{row.seven_gain:.1f}",
            f"{row.other_gain:.1f}",
            f"{100 * row.wins:.0f} %",
        )
        for row in rows
    )
    return Table(
        ("player", "gain per round", "sevens", "paid per letter", "mean bid", "gain with", "without", "won"), cells
    )


def halves_table(rows: tuple[PlayerStanding, ...]) -> Table:
    """Gain, price and bid in rounds with a seven and without."""
    columns = ("player", "gain with", "paid per letter", "mean bid", "without", "paid per letter", "mean bid", "won")
    cells = tuple(
        (
            row.player,
            *(f"{row.seven_gain:.1f}", f"{row.seven_paid:.2f}", f"{row.seven_bid:.2f}"),
            *(f"{row.other_gain:.1f}", f"{row.other_paid:.2f}", f"{row.other_bid:.2f}"),
            format_chance(row.wins),
        )
        for row in rows
    )
    return Table(columns, cells, "With and without a seven")


def format_gain(row: PlayerStanding) -> str:
    """Points per round with their standard error, if there is one."""
    return f"{row.gain:.1f}" if row.gain_se is None else f"{row.gain:.1f} ± {row.gain_se:.1f}"


def format_signed_points(points: float) -> str:
    """Points with their sign; zero without one."""
    rounded = round(points, 1)
    return f"{rounded:+.1f}".replace("-", MINUS) if rounded else "0.0"


def letters_table(letters: tuple[LetterFigures, ...], kind: Literal["bid", "price"]) -> Table:
    """Mean bids or prices, one row per letter, one column per player."""
    figures = [row.bid if kind == "bid" else row.price for row in letters]
    rows = tuple(
        (name, *(f"{each[name]:.2f}" if name in each else "" for each in figures))
        for name in sorted(set().union(*figures))
    )
    title = "Mean bid by letter" if kind == "bid" else "Mean price by letter bought"
    return Table(("letter", *(row.player for row in letters)), rows, title)
