"""The report's tournaments (section 4): line-ups, published results, and the page that compares them."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import combinations
from math import sqrt

from msgspec import Struct

from kibitz.core.exhibits import Table
from kibitz.games.sevens.contest.published import FIVES_GAINS, FIVES_SEVENS, PUBLISHED_GROUPS
from kibitz.games.sevens.contest.tables import (
    PlayerStanding,
    TournamentTables,
    head_to_head_table,
    letters_table,
    standings_table,
)

FIELD = tuple(PUBLISHED_GROUPS)
"""G1 as the report describes it; stand-ins for the others, whose players the report does not describe."""

PARTS = {
    "one of each": "Tournament 1: one of each player (4.1 to 4.3)",
    "two of each": "Tournament 2: two of each player (4.1 to 4.3)",
    "1 v 1": "All pairs, 1 v 1 (4.4.1)",
    "5 v 5": "All pairs, 5 v 5 (4.4.2)",
    "alike": "Six of the same player (4.5)",
}


class ReportPart(Struct, frozen=True):
    """One tournament of the report with its tables."""

    name: str
    tables: TournamentTables


class PublishedFigure(Struct, frozen=True):
    """A published result of a group, and ours under the same conditions with its standard error."""

    player: str
    figure: str
    printed: float
    ours: float
    se: float


class ReportClaim(Struct, frozen=True):
    """A sentence of the report about its results, whether it holds here, and the order of players behind that."""

    section: str
    claim: str
    holds: bool
    here: str


def part_line_ups(part: str, field: tuple[str, ...] = FIELD) -> dict[str, tuple[str, ...]]:
    """The seats of the tables of a part, by name."""
    match part:
        case "one of each":
            return {"": field}
        case "two of each":
            return {"": field * 2}
        case "alike":
            return {f"{name} alone": (name,) * 6 for name in field}
    copies = 5 if part == "5 v 5" else 1
    return {f"{a} v {b}": (a, b) * copies for a, b in combinations(field, 2)}


def compare_with_published(parts: tuple[ReportPart, ...]) -> tuple[PublishedFigure, ...]:
    """The results of every group over both tournaments (4.3), weighted by the numbers of rounds behind them."""
    result = []
    for player, group in PUBLISHED_GROUPS.items():
        rows = [row for part in parts[:2] for row in part.tables.standings if row.player == player]
        with_, without = ([r.rounds * r.sevens for r in rows], [r.rounds * (1 - r.sevens) for r in rows])
        for figure, printed, name, weights in (
            ("rounds with a seven", group.sevens / 1050, "sevens", [float(r.rounds) for r in rows]),
            ("paid per letter, rounds with a seven", group.seven_paid, "seven_paid", with_),
            ("gain per round with a seven", group.seven_gain, "seven_gain", with_),
            ("paid per letter, rounds without", group.other_paid, "other_paid", without),
            ("gain per round without a seven", group.other_gain, "other_gain", without),
            ("gain per round", group.gain, "gain", [float(r.rounds) for r in rows]),
        ):
            total = sum(weights) or 1.0
            ours = sum(w * getattr(r, name) for w, r in zip(weights, rows, strict=True)) / total
            se = sqrt(sum((w * getattr(r, f"{name}_se")) ** 2 for w, r in zip(weights, rows, strict=True))) / total
            result.append(PublishedFigure(player, figure, printed, ours, se))
    return tuple(result)


def published_table(rows: tuple[PublishedFigure, ...]) -> Table:
    """Published and replayed results of every group."""
    names = list(dict.fromkeys(row.player for row in rows))
    figures = list(dict.fromkeys(row.figure for row in rows))
    cells = {(r.figure, r.player): f"{r.printed:.3g} / {r.ours:.3g} ± {r.se:.2g}" for r in rows}
    body = tuple((figure, *(cells[figure, name] for name in names)) for figure in figures)
    return Table(("report / here", *names), body)


def ranks_table(parts: tuple[ReportPart, ...]) -> Table:
    """Rank of each player by gain per round and size of the table: G1 is strong at large ones, weak in pairs."""
    shown = [part for part in parts if part.name != "alike"]
    ranks = [{row.player: place for place, row in enumerate(p.tables.standings, start=1)} for p in shown]
    names = sorted(ranks[0], key=ranks[0].__getitem__)
    rows = tuple((name, *(str(rank[name]) for rank in ranks)) for name in names)
    return Table(("rank of", *(part.name for part in shown)), rows)


def _by_hidden(part: ReportPart, pair: str, player: str) -> dict[int, PlayerStanding]:
    """One player of a pair, by hidden letters."""
    result: dict[int, PlayerStanding] = {}
    for match in part.tables.matches:
        label, _, hidden = match.match.rpartition(", ")
        if label == pair:
            result |= {int(hidden[0]): row for row in match.standings if row.player == player}
    return result


def fives_tables(part: ReportPart) -> Iterator[tuple[str, Table]]:
    """The two charts of 4.4.2 as tables: the values read from them, and ours."""
    for title, printed, seats, name in (
        ("Seven-letter words in 250, five G1 against five G2", FIVES_SEVENS, 250, "sevens"),
        ("Points per round of all five, G1 against G4Forward", FIVES_GAINS, 5, "gain"),
    ):
        left, right = printed
        rows = []
        for player, figures in printed.items():
            ours = _by_hidden(part, f"{left} v {right}", player)
            rows.append((f"{player}, report", *map(str, figures)))
            cells = [ours.get(hidden) for hidden in range(1, 7)]
            texts = [
                "" if r is None else f"{seats * getattr(r, name):.0f} ± {seats * getattr(r, f'{name}_se'):.0f}"
                for r in cells
            ]
            rows.append((f"{player}, here", *texts))
        yield title, Table(("hidden letters", *map(str, range(1, 7))), tuple(rows))


def check_claims(parts: tuple[ReportPart, ...]) -> tuple[ReportClaim, ...]:
    """The claims of section 4, checked against our tables."""
    rows = {part.name: {row.player: row for row in part.tables.standings} for part in parts}
    order = {name: list(result) for name, result in rows.items()}
    both = compare_with_published(parts)
    ours = {(row.figure, row.player): row.ours for row in both}

    def rank_by(figure: str) -> list[str]:
        return sorted(FIELD, key=lambda name: -ours[figure, name])

    sevens, paid = rank_by("rounds with a seven"), rank_by("paid per letter, rounds with a seven")
    least, dearest = rank_by("gain per round without a seven"), rank_by("paid per letter, rounds without")
    ahead = {
        name: {(v.left, v.right): v.difference for v in part.tables.comparisons}
        for name, part in zip(rows, parts, strict=True)
    }

    def beaten(part: str) -> list[str]:
        return [name for name in FIELD[1:] if ahead[part].get(("g1", name), 0.0) > 0]

    dearer = [name for name in FIELD if rows["alike"][name].paid > rows["one of each"][name].paid]
    first, second, same = order["one of each"], order["two of each"], order["alike"]
    pairs, fives = beaten("1 v 1"), beaten("5 v 5")
    result = (
        ("4.1", "G1, G2 and G4Forward lead tournament 1", set(first[:3]) == {"g1", "g2", "g4forward"}, first),
        ("4.1", "G1 outperforms all in tournament 2", second[0] == "g1", second),
        ("4.2", "G2 makes the most sevens, G1 the second most", sevens[:2] == ["g2", "g1"], sevens),
        ("4.3", "with a seven, G2 pays most and G1 least per letter", (paid[0], paid[-1]) == ("g2", "g1"), paid),
        ("4.3", "without a seven, G2 gains least", least[-1] == "g2", least),
        ("4.3", "without a seven, G2 pays most per letter", dearest[0] == "g2", dearest),
        ("4.4.1", "1 v 1, G1 beats only G3", pairs == ["g3"], pairs),
        ("4.4.2", "5 v 5, G1 beats all but perhaps G2 and G4Forward", {"g3", "g4back", "g5"} <= set(fives), fives),
        ("4.5", "among six of the same player, G1 gains most", same[0] == "g1", same),
        ("4.5", "most players pay more per letter among six of the same", len(dearer) > len(FIELD) // 2, dearer),
    )
    return tuple(
        ReportClaim(section, claim, holds, ", ".join(names) or "none") for section, claim, holds, names in result
    )


def claims_table(rows: tuple[ReportClaim, ...]) -> Table:
    """The claims of the report, and whether they hold here."""
    cells = tuple((row.section, row.claim, "yes" if row.holds else "no", row.here) for row in rows)
    return Table(("section", "the report says", "holds here", "players here, in order"), cells, left=(0, 1, 2, 3))


def alike_table(parts: tuple[ReportPart, ...]) -> Table:
    """Mean price by letter among six of the same player minus that in tournament 1 (figure of 4.5)."""
    general, same = ({row.player: row.price for row in parts[place].tables.letters} for place in (0, 4))
    letters = sorted(set().union(*general.values()))
    rows = tuple(
        (
            letter,
            *(
                f"{same[n][letter] - general[n][letter]:+.2f}" if letter in same[n] and letter in general[n] else ""
                for n in FIELD
            ),
        )
        for letter in letters
    )
    return Table(("letter", *FIELD), rows)


def report_page(parts: tuple[ReportPart, ...], printed: tuple[PublishedFigure, ...], description: str) -> str:
    """One page with every table and chart."""
    from kibitz.games.sevens.contest.html_charts import html_page, html_table, standing_charts

    sections = ["<h2>Results of every group in the report and here (4.3)</h2>", html_table(published_table(printed))]
    note = "G1 plays as the report says. The others are stand-ins: loss-based bidders fitted to these results."
    sections += [f'<p class="note">{note} Errors are standard errors over blocks of rounds.</p>']
    sections += ["<h2>Claims of the report, checked</h2>", html_table(claims_table(check_claims(parts)))]
    sections += ["<h2>Rank by size of the table</h2>", html_table(ranks_table(parts))]
    for part in parts:
        rows: tuple[PlayerStanding, ...] = part.tables.standings
        sections += [f"<h2>{escape(PARTS[part.name])}</h2>", html_table(standings_table(rows)), *standing_charts(rows)]
        if part.tables.comparisons:
            sections += ["<p>Head to head</p>", html_table(head_to_head_table(rows, part.tables.comparisons))]
        if part.name == "5 v 5":
            for title, shown in fives_tables(part):
                sections += [f"<h3>{escape(title)}</h3>", html_table(shown)]
        if part.name == "alike":
            sections += ["<h3>Mean price by letter, minus that in tournament 1</h3>", html_table(alike_table(parts))]
        names = [row.player for row in rows]
        for title, name, digits in (
            ("Gain per round by table", "gain", 1),
            ("Rounds with a seven by table", "sevens", 2),
        ):
            cells = {
                m.match: {
                    r.player: f"{getattr(r, name):.{digits}f} ± {getattr(r, f'{name}_se'):.{digits}f}"
                    for r in m.standings
                }
                for m in part.tables.matches
            }
            body = tuple((label, *(cell.get(player, "") for player in names)) for label, cell in cells.items())
            sections += [f"<p>{title}</p>", html_table(Table(("table", *names), body))]
        sections += ["<p>Mean bid by letter</p>", html_table(letters_table(part.tables.letters, "bid"))]
        sections += ["<p>Mean price by letter bought</p>", html_table(letters_table(part.tables.letters, "price"))]
    return html_page("Sevens: the report's tournaments", description, sections)
