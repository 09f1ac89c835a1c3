"""Charts of a tournament: standings with intervals, head to head, gains by match, prices by letter."""

from __future__ import annotations

from kibitz.core.exhibits import join_truncated
from kibitz.core.exhibits.grids import Matrix
from kibitz.core.exhibits.summaries import AnswerSummary, Fact
from kibitz.core.units import MINUS, format_chance, format_count
from kibitz.draw.forest_plot import ForestPlot, ForestRow
from kibitz.draw.letter_chart import LetterChart
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


def is_level(rows: tuple[PlayerStanding, ...]) -> bool:
    """Whether all of several players gained the same."""
    return len(rows) > 1 and rows[0].gain == rows[-1].gain


def undecided_remark(rows: tuple[PlayerStanding, ...], comparisons: tuple[HeadToHead, ...]) -> str:
    """The sentence for a tournament that settles nothing."""
    met = bool(comparisons) or rows[0].gain_se is None  # in self-play nobody meets another player
    if len(rows) < 2 or not met or any(pair.p_holm < SIGNIFICANCE_LEVEL for pair in comparisons):
        return ""
    return " No difference between two players is significant."


def standings_plot(rows: tuple[PlayerStanding, ...]) -> ForestPlot:
    """Points per round with their intervals, the largest first; numbers of rounds only where they differ."""
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
    columns = "Seven letters", "Paid per letter", "Games won"
    remark = "points per round, 95 % intervals"
    return ForestPlot("Standings", whiskers, columns, 0, 1, remark=remark, listing=standings_table(rows))


def head_to_head_matrix(rows: tuple[PlayerStanding, ...], comparisons: tuple[HeadToHead, ...]) -> Matrix:
    """Lead of each player over each other one; in brackets where not significant after Holm's correction."""
    names = tuple(row.player for row in rows)
    ahead = {(pair.left, pair.right): (pair.difference, pair.p_holm) for pair in comparisons}
    ahead |= {(right, left): (-points, p) for (left, right), (points, p) in ahead.items()}
    values = tuple(tuple(ahead[a, b][0] if (a, b) in ahead else None for b in names) for a in names)
    cells = tuple(tuple(_format_lead(*ahead[a, b]) if (a, b) in ahead else "" for b in names) for a in names)
    return Matrix(
        "Head to head",
        names,
        names,
        values,
        cells,
        head_to_head_table(rows, comparisons),
        remark="row minus column, points per round; in brackets: not significant at 5 %",
    )


def _format_lead(points: float, p: float) -> str:
    text = format_signed_points(points)
    return text if p < SIGNIFICANCE_LEVEL else f"({text})"


def match_matrix(rows: tuple[PlayerStanding, ...], matches: tuple[MatchTable, ...]) -> Matrix:
    """Points per round in each match: by hidden letters, in self-play, or pair by pair."""
    names = tuple(row.player for row in rows)
    result = {(each.match, row.player): row.gain for each in matches for row in each.standings}
    columns = tuple(each.match for each in matches)
    values = tuple(tuple(result.get((column, name)) for column in columns) for name in names)
    cells = tuple(tuple("" if value is None else f"{value:.1f}" for value in row) for row in values)
    return Matrix("Gain by match", names, columns, values, cells, remark="points per round")


def tournament_summary(
    rows: tuple[PlayerStanding, ...], comparisons: tuple[HeadToHead, ...], limits: tuple[str, ...]
) -> AnswerSummary:
    """The leader with its interval, its significant leads, and those not significant after Holm's correction."""
    first = rows[0]
    if is_level(rows):
        return AnswerSummary(
            answer="Nothing decided",
            figure=f"{first.gain:.1f}".replace("-", MINUS),
            figure_name="points per round for every player",
            eyebrow=f"{format_count(first.rounds, 'round')} each",
            reason="Play more rounds or deals.",
            limits=limits,
        )
    ahead = {pair.right: (pair.difference, pair.p_holm) for pair in comparisons if pair.left == first.player}
    ahead |= {pair.left: (-pair.difference, pair.p_holm) for pair in comparisons if pair.right == first.player}
    settled = [name for name, (_, p) in ahead.items() if p < SIGNIFICANCE_LEVEL]
    open_still = [name for name in ahead if name not in settled]
    facts = []
    corrected = f"after Holm's correction for {format_count(len(comparisons), 'pair')}"
    for title, sign in (("Clearly ahead of", 1), ("Clearly behind", -1)):  # the leader may still lose to one player
        if names := [name for name in settled if sign * ahead[name][0] > 0]:
            facts.append(Fact(title, join_truncated(names), corrected))
    if open_still:
        gaps = join_truncated([f"{ahead[name][0]:.1f}".replace("-", MINUS) for name in open_still], 3)
        facts.append(
            Fact("Not significant", join_truncated(open_still, 4), f"ahead by {gaps}; play more deals to decide")
        )
    alike = min(comparisons, key=lambda pair: abs(pair.difference), default=None)
    if alike is not None and alike.p_holm >= SIGNIFICANCE_LEVEL and len(rows) > 2:
        gap = f"{abs(alike.difference):.1f} points per round apart"
        facts.append(Fact("Closest pair", f"{alike.left} and {alike.right}", gap))
    most = max(rows, key=lambda row: row.sevens)
    second = max((row.sevens for row in rows if row.player != first.player), default=0.0)
    lead, reason = "Gains most:", f"it spells seven letters in {format_chance(first.sevens)} of rounds"
    if most.player == first.player and first.sevens > second and len(rows) > 1:
        lead, reason = "Most sevens:", f"{reason}, the next player in {format_chance(second)},"
    reason += f" and pays {first.paid:.1f} points per letter.{undecided_remark(rows, comparisons)}"
    return AnswerSummary(
        answer=f"{first.player} leads",
        figure=f"{first.gain:.1f}".replace("-", MINUS),
        figure_name="points per round",
        between="" if first.gain_low is None else f"{first.gain_low:.1f} to {first.gain_high:.1f}".replace("-", MINUS),
        eyebrow=f"{format_count(first.rounds, 'round')} each",
        lead=lead,
        reason=reason,
        facts=tuple(facts),
        limits=limits,
    )


def letter_price_chart(letters: tuple[LetterFigures, ...]) -> LetterChart:
    """Mean price of each letter, the highest first, with the range over players."""
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
        remark="mean price, highest first",
        note="The lines span the means of the players, from lowest to highest.",
    )


def price_matrix(letters: tuple[LetterFigures, ...]) -> Matrix:
    """Mean price of each letter to each player who bought it, the highest first."""
    bought = sorted({letter for row in letters for letter in row.price})
    means = {letter: [row.price[letter] for row in letters if letter in row.price] for letter in bought}
    columns = tuple(sorted(bought, key=lambda letter: -sum(means[letter]) / len(means[letter])))
    values = tuple(tuple(row.price.get(letter) for letter in columns) for row in letters)
    cells = tuple(tuple("" if value is None else f"{value:.1f}" for value in row) for row in values)
    return Matrix(
        "Price by letter and player",
        tuple(row.player for row in letters),
        columns,
        values,
        cells,
        remark="mean price, highest first",
    )
