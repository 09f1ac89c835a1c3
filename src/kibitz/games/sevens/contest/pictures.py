"""A tournament as pictures: standings with intervals, who is ahead of whom, gains by match, prices by letter."""

from __future__ import annotations

from kibitz.core.exhibits import Matrix, Whisker, Whiskers
from kibitz.core.units import MINUS, format_count
from kibitz.games.sevens.contest.tables import (
    SIGNIFICANT,
    LetterFigures,
    MatchTable,
    Standing,
    Versus,
    head_to_head_table,
    standings_table,
)


def standings(rows: tuple[Standing, ...]) -> Whiskers:
    """Points a round with their intervals, the largest first."""
    whiskers = tuple(
        Whisker(row.player, row.gain, row.gain_low, row.gain_high, format_count(row.rounds, "round"),
                (f"{100 * row.sevens:.1f} %", f"{row.paid:.2f}", f"{100 * row.wins:.0f} %"))
        for row in rows
    )  # fmt: skip
    return Whiskers("Standings", whiskers, standings_table(rows), ("sevens", "paid a letter", "games won"), 0, 1,
                    "points a round, 95 % intervals")  # fmt: skip


def head_to_head(rows: tuple[Standing, ...], comparisons: tuple[Versus, ...]) -> Matrix:
    """How far each player is ahead of each other one; in brackets what is not settled after Holm's correction."""
    names = tuple(row.player for row in rows)
    ahead = {(pair.left, pair.right): (pair.difference, pair.p_holm) for pair in comparisons}
    ahead |= {(right, left): (-points, p) for (left, right), (points, p) in ahead.items()}
    values = tuple(tuple(ahead[a, b][0] if (a, b) in ahead else None for b in names) for a in names)
    words = tuple(tuple(_words(*ahead[a, b]) if (a, b) in ahead else "" for b in names) for a in names)
    return Matrix("Head to head", names, names, values, words, head_to_head_table(rows, comparisons),
                  remark="row minus column, points a round; in brackets: not settled at 5 %")  # fmt: skip


def _words(points: float, p: float) -> str:
    said = f"{points:+.1f}".replace("-", MINUS)
    return said if p < SIGNIFICANT else f"({said})"


def by_match(rows: tuple[Standing, ...], matches: tuple[MatchTable, ...]) -> Matrix:
    """Points a round in each match: by hidden letters, alone among their like, or pair by pair."""
    names = tuple(row.player for row in rows)
    found = {(each.match, row.player): row.gain for each in matches for row in each.standings}
    columns = tuple(each.match for each in matches)
    values = tuple(tuple(found.get((column, name)) for column in columns) for name in names)
    words = tuple(tuple("" if value is None else f"{value:.1f}" for value in row) for row in values)
    return Matrix("Match by match", names, columns, values, words, remark="points a round")


def prices(letters: tuple[LetterFigures, ...]) -> Matrix:
    """The mean price of each letter to each player who bought it, the dearest letter first."""
    bought = sorted({letter for row in letters for letter in row.price})
    means = {letter: [row.price[letter] for row in letters if letter in row.price] for letter in bought}
    columns = tuple(sorted(bought, key=lambda letter: -sum(means[letter]) / len(means[letter])))
    values = tuple(tuple(row.price.get(letter) for letter in columns) for row in letters)
    words = tuple(tuple("" if value is None else f"{value:.1f}" for value in row) for row in values)
    return Matrix("Price by letter", tuple(row.player for row in letters), columns, values, words,
                  remark="mean paid, dearest first")  # fmt: skip
