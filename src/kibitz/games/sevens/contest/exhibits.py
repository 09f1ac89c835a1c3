"""Charts of a tournament: standings with intervals, head to head, gains by match, prices by letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.core.exhibits import Table, join_truncated
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
    leads = _leads(comparisons)
    significant = {pair for pair, (_, p) in leads.items() if p < SIGNIFICANCE_LEVEL}
    texts = {pair: format_signed_points(points) for pair, (points, _) in leads.items()}
    texts = {pair: text if pair in significant else f"({text})" for pair, text in texts.items()}
    remark = "row minus column, points per round; in brackets: not significant at 5 %"
    values = {pair: points for pair, (points, _) in leads.items()}
    result = _matrix("Head to head", names, names, values, remark, texts)
    cells = tuple((name, *words) for name, words in zip(names, result.words, strict=True))
    title = "Head to head, points per round (in brackets: not significant at 5 % after Holm's correction)"
    return Matrix(
        result.title,
        names,
        names,
        result.values,
        result.words,
        Table(("ahead of", *names), cells, title),
        remark=remark,
    )


def _leads(comparisons: tuple[HeadToHead, ...]) -> dict[tuple[str, str], tuple[float, float]]:
    """Lead and Holm's p-value of every ordered pair that met."""
    pairs = {(pair.left, pair.right): (pair.difference, pair.p_holm) for pair in comparisons}
    return pairs | {(right, left): (-points, p) for (left, right), (points, p) in pairs.items()}


def _matrix(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Mapping[tuple[str, str], float],
    remark: str,
    texts: Mapping[tuple[str, str], str] | None = None,
) -> Matrix:
    """Numbers by row and column, with empty cells where there are none."""
    texts = {pair: f"{value:.1f}" for pair, value in values.items()} if texts is None else texts
    numbers = tuple(tuple(values.get((row, column)) for column in columns) for row in rows)
    words = tuple(tuple(texts.get((row, column), "") for column in columns) for row in rows)
    return Matrix(title, tuple(rows), tuple(columns), numbers, words, remark=remark)


def match_matrix(rows: tuple[PlayerStanding, ...], matches: tuple[MatchTable, ...]) -> Matrix:
    """Points per round in each match: by hidden letters, in self-play, or pair by pair."""
    gains = {(row.player, each.match): row.gain for each in matches for row in each.standings}
    names, columns = [row.player for row in rows], [each.match for each in matches]
    return _matrix("Gain by match", names, columns, gains, "points per round")


def tournament_summary(
    rows: tuple[PlayerStanding, ...], comparisons: tuple[HeadToHead, ...], limits: tuple[str, ...]
) -> AnswerSummary:
    """The leader with its interval, its significant leads, and those not significant after Holm's correction."""
    first = rows[0]
    eyebrow = f"{format_count(first.rounds, 'round')} each"
    if is_level(rows):
        return AnswerSummary(
            answer="Nothing decided",
            figure=_signed(first.gain),
            figure_name="points per round for every player",
            eyebrow=eyebrow,
            reason="Play more rounds or deals.",
            limits=limits,
        )
    second = max((row.sevens for row in rows[1:]), default=0.0)
    lead, reason = "Gains most:", f"it spells seven letters in {format_chance(first.sevens)} of rounds"
    if first.sevens > second and len(rows) > 1:
        lead, reason = "Most sevens:", f"{reason}, the next player in {format_chance(second)},"
    return AnswerSummary(
        answer=f"{first.player} leads",
        figure=_signed(first.gain),
        figure_name="points per round",
        between="" if first.gain_low is None else f"{_signed(first.gain_low)} to {_signed(first.gain_high or 0.0)}",
        eyebrow=eyebrow,
        lead=lead,
        reason=f"{reason} and pays {first.paid:.1f} points per letter.{undecided_remark(rows, comparisons)}",
        facts=_summary_facts(first.player, comparisons, len(rows)),
        limits=limits,
    )


def _summary_facts(leader: str, comparisons: tuple[HeadToHead, ...], n_players: int) -> tuple[Fact, ...]:
    """Whom the leader is ahead of, significantly and not, and the closest pair."""
    ahead = {right: lead for (left, right), lead in _leads(comparisons).items() if left == leader}
    open_still = {name: points for name, (points, p) in ahead.items() if p >= SIGNIFICANCE_LEVEL}
    corrected = f"after Holm's correction for {format_count(len(comparisons), 'pair')}"
    facts = []
    for title, sign in (("Clearly ahead of", 1), ("Clearly behind", -1)):  # the leader may still lose to one player
        if names := [name for name, (points, _) in ahead.items() if name not in open_still and sign * points > 0]:
            facts.append(Fact(title, join_truncated(names), corrected))
    if open_still:
        gaps = join_truncated(list(map(_signed, open_still.values())), 3)
        more = f"ahead by {gaps}; play more deals to decide"
        facts.append(Fact("Not significant", join_truncated(list(open_still), 4), more))
    alike = min(comparisons, key=lambda pair: abs(pair.difference), default=None)
    if alike is not None and alike.p_holm >= SIGNIFICANCE_LEVEL and n_players > 2:
        gap = f"{abs(alike.difference):.1f} points per round apart"
        facts.append(Fact("Closest pair", f"{alike.left} and {alike.right}", gap))
    return tuple(facts)


def _signed(points: float) -> str:
    return f"{points:.1f}".replace("-", MINUS)


def letter_price_exhibits(letters: tuple[LetterFigures, ...]) -> tuple[LetterChart, Matrix]:
    """Mean price of each letter, the highest first: over all players with the range, and by player."""
    prices = {(row.player, letter): price for row in letters for letter, price in row.price.items()}
    bought = {each: [price for (_, letter), price in prices.items() if letter == each] for _, each in sorted(prices)}
    means = {letter: sum(each) / len(each) for letter, each in bought.items()}
    order = tuple(sorted(sorted(means), key=lambda letter: -means[letter]))
    chart = LetterChart(
        "Price by letter",
        order,
        tuple(means[letter] for letter in order),
        tuple(min(bought[letter]) for letter in order),
        tuple(max(bought[letter]) for letter in order),
        remark="mean price, highest first",
        note="The lines span the means of the players, from lowest to highest.",
    )
    names = [row.player for row in letters]
    return chart, _matrix("Price by letter and player", names, order, prices, "mean price, highest first")
