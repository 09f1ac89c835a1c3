"""The tables of a tournament as plain values: standings, comparisons, matches, letters."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from kibitz.core.exhibits import Table
from kibitz.core.units import MINUS

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


def format_gain(row: PlayerStanding) -> str:
    """Points per round with their standard error, if there is one."""
    return f"{row.gain:.1f}" if row.gain_se is None else f"{row.gain:.1f} ± {row.gain_se:.1f}"


def head_to_head_table(standings: tuple[PlayerStanding, ...], comparisons: tuple[HeadToHead, ...]) -> Table:
    """One row per player: its lead over each other one, with a star where Holm's p-value is below 5 %."""
    names = [row.player for row in standings]
    ahead = {}
    for pair in comparisons:
        star = "*" if pair.p_holm < SIGNIFICANCE_LEVEL else ""
        ahead[pair.left, pair.right] = format_signed_points(pair.difference) + star
        ahead[pair.right, pair.left] = format_signed_points(-pair.difference) + star
    rows = tuple((left, *(ahead.get((left, right), "") for right in names)) for left in names)
    return Table(
        ("ahead of", *names), rows, "Head to head, points per round (* significant at 5 % after Holm's correction)"
    )


def format_signed_points(points: float) -> str:
    """Points with their sign; zero without one."""
    rounded = round(points, 1)
    return f"{rounded:+.1f}".replace("-", MINUS) if rounded else "0.0"


def letters_table(letters: tuple[LetterFigures, ...], kind: Literal["bid", "price"]) -> Table:
    """Mean bids or prices, one row per letter, one column per player."""
    figures = [row.bid if kind == "bid" else row.price for row in letters]
    names = sorted(set().union(*figures))
    rows = tuple((name, *(f"{each[name]:.2f}" if name in each else "" for each in figures)) for name in names)
    return Table(("letter", *(row.player for row in letters)), rows)
