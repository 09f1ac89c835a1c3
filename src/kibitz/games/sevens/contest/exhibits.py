"""A tournament as pictures: standings with intervals, who is ahead of whom, gains by match, prices by letter."""

from __future__ import annotations

from kibitz.core.exhibits import ForestPlot, ForestRow, Matrix, join_truncated
from kibitz.core.exhibits.charts import LetterChart
from kibitz.core.exhibits.summaries import AnswerSummary, Fact
from kibitz.core.units import MINUS, format_chance, format_count
from kibitz.games.sevens.contest.tables import (
    SIGNIFICANCE_LEVEL,
    HeadToHead,
    LetterFigures,
    MatchTable,
    PlayerStanding,
    format_signed_points,
    head_to_head_table,
    standings_table,
)


def standings_plot(rows: tuple[PlayerStanding, ...]) -> ForestPlot:
    """Points a round with their intervals, the largest first; how many rounds only where they differ."""
    alike = len({row.rounds for row in rows}) == 1
    whiskers = tuple(
        ForestRow(
            row.player,
            row.gain,
            row.gain_low,
            row.gain_high,
            "" if alike else format_count(row.rounds, "round"),
            (f"{100 * row.sevens:.1f} %", f"{row.paid:.2f}", f"{100 * row.wins:.0f} %"),
        )
        for row in rows
    )
    columns = "Seven letters", "Paid a letter", "Games won"
    return ForestPlot("Standings", whiskers, standings_table(rows), columns, 0, 1, "points a round, 95 % intervals")


def head_to_head_matrix(rows: tuple[PlayerStanding, ...], comparisons: tuple[HeadToHead, ...]) -> Matrix:
    """How far each player is ahead of each other one; in brackets what is not settled after Holm's correction."""
    names = tuple(row.player for row in rows)
    ahead = {(pair.left, pair.right): (pair.difference, pair.p_holm) for pair in comparisons}
    ahead |= {(right, left): (-points, p) for (left, right), (points, p) in ahead.items()}
    values = tuple(tuple(ahead[a, b][0] if (a, b) in ahead else None for b in names) for a in names)
    words = tuple(tuple(_words(*ahead[a, b]) if (a, b) in ahead else "" for b in names) for a in names)
    return Matrix(
        "Head to head",
        names,
        names,
        values,
        words,
        head_to_head_table(rows, comparisons),
        remark="row minus column, points a round; in brackets: not settled at 5 %",
    )


def _words(points: float, p: float) -> str:
    said = format_signed_points(points)
    return said if p < SIGNIFICANCE_LEVEL else f"({said})"


def match_matrix(rows: tuple[PlayerStanding, ...], matches: tuple[MatchTable, ...]) -> Matrix:
    """Points a round in each match: by hidden letters, alone among their like, or pair by pair."""
    names = tuple(row.player for row in rows)
    result = {(each.match, row.player): row.gain for each in matches for row in each.standings}
    columns = tuple(each.match for each in matches)
    values = tuple(tuple(result.get((column, name)) for column in columns) for name in names)
    words = tuple(tuple("" if value is None else f"{value:.1f}" for value in row) for row in values)
    return Matrix("Match by match", names, columns, values, words, remark="points a round")


def tournament_summary(
    rows: tuple[PlayerStanding, ...], comparisons: tuple[HeadToHead, ...], limits: tuple[str, ...]
) -> AnswerSummary:
    """Who leads with its interval, whom it is surely ahead of, and what is not settled after Holm's correction."""
    first = rows[0]
    ahead = {pair.right: (pair.difference, pair.p_holm) for pair in comparisons if pair.left == first.player}
    ahead |= {pair.left: (-pair.difference, pair.p_holm) for pair in comparisons if pair.right == first.player}
    settled = [name for name, (_, p) in ahead.items() if p < SIGNIFICANCE_LEVEL]
    open_still = [name for name in ahead if name not in settled]
    facts = []
    corrected = f"after Holm's correction for {format_count(len(comparisons), 'pair')}"
    for title, sign in (("Surely ahead of", 1), ("Surely behind", -1)):  # one who gains most may lose to somebody
        if names := [name for name in settled if sign * ahead[name][0] > 0]:
            facts.append(Fact(title, join_truncated(names), corrected))
    if open_still:
        gaps = join_truncated([f"{ahead[name][0]:.1f}".replace("-", MINUS) for name in open_still], 3)
        facts.append(Fact("Not settled", join_truncated(open_still, 4), f"ahead by {gaps}; more deals will tell"))
    alike = min(comparisons, key=lambda pair: abs(pair.difference), default=None)
    if alike is not None and alike.p_holm >= SIGNIFICANCE_LEVEL and len(rows) > 2:
        words = f"{abs(alike.difference):.1f} points a round apart"
        facts.append(Fact("Hardest to tell apart", f"{alike.left} and {alike.right}", words))
    most = max(rows, key=lambda row: row.sevens)
    second = max((row.sevens for row in rows if row.player != first.player), default=0.0)
    lead, reason = "Gains most:", f"it spells seven letters in {format_chance(first.sevens)} of rounds"
    if most.player == first.player and len(rows) > 1:
        lead, reason = "Most sevens:", f"{reason}, the next in {format_chance(second)},"
    reason += f" and pays {first.paid:.1f} a letter."
    return AnswerSummary(
        answer=f"{first.player} leads",
        figure=f"{first.gain:.1f}".replace("-", MINUS),
        figure_name="points a round",
        between=f"{first.gain_low:.1f} to {first.gain_high:.1f}".replace("-", MINUS),
        eyebrow=f"{format_count(first.rounds, 'round')} each",
        lead=lead,
        reason=reason,
        facts=tuple(facts),
        limits=limits,
        alone=True,
    )


def letter_price_chart(letters: tuple[LetterFigures, ...]) -> LetterChart:
    """The mean price of each letter, the dearest first, from the player who paid least to the one who paid most."""
    bought: dict[str, list[float]] = {}
    for row in letters:
        for letter, price in row.price.items():
            bought.setdefault(letter, []).append(price)
    order = sorted(bought, key=lambda letter: -sum(bought[letter]) / len(bought[letter]))
    return LetterChart(
        "Price by letter",
        tuple(order),
        tuple(sum(bought[letter]) / len(bought[letter]) for letter in order),
        tuple(min(bought[letter]) for letter in order),
        tuple(max(bought[letter]) for letter in order),
        "mean paid, dearest first",
        "Lines reach from the player who paid least to the one who paid most.",
    )


def price_matrix(letters: tuple[LetterFigures, ...]) -> Matrix:
    """The mean price of each letter to each player who bought it, the dearest letter first."""
    bought = sorted({letter for row in letters for letter in row.price})
    means = {letter: [row.price[letter] for row in letters if letter in row.price] for letter in bought}
    columns = tuple(sorted(bought, key=lambda letter: -sum(means[letter]) / len(means[letter])))
    values = tuple(tuple(row.price.get(letter) for letter in columns) for row in letters)
    words = tuple(tuple("" if value is None else f"{value:.1f}" for value in row) for row in values)
    return Matrix(
        "Price by letter and player",
        tuple(row.player for row in letters),
        columns,
        values,
        words,
        remark="mean paid, dearest first",
    )
