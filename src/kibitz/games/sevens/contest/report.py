"""The report's tournaments (section 4): what is played, what was printed, and the page with both."""

from __future__ import annotations

from html import escape
from itertools import combinations

from msgspec import Struct

from kibitz.core.exhibits import Table
from kibitz.games.sevens.contest.tables import Standing, Tables, head_to_head_table, letters_table, standings_table

FIELD = ("g1", "loss", "plainloss", "escalate", "sequence", "increment")
"""One strategy from each section of the report; the other groups' players cannot be rebuilt from it."""

PARTS = {
    "one of each": "Tournament 1: one of each player (4.1 to 4.3)",
    "two of each": "Tournament 2: two of each player (4.1 to 4.3)",
    "1 v 1": "All pairs, 1 v 1 (4.4.1)",
    "5 v 5": "All pairs, 5 v 5 (4.4.2)",
    "alike": "Six of the same player (4.5)",
}


class Part(Struct, frozen=True):
    """One tournament of the report with its tables."""

    name: str
    tables: Tables


class Printed(Struct, frozen=True):
    """A figure of G1 that the report prints, beside ours over the same conditions."""

    figure: str
    printed: float
    ours: float


def line_ups(part: str, field: tuple[str, ...] = FIELD) -> dict[str, tuple[str, ...]]:
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


def printed_beside_ours(parts: tuple[Part, ...]) -> tuple[Printed, ...]:
    """The figures of G1 in both tournaments taken together (4.3), weighted by rounds."""
    rows = [r for part in parts[:2] for r in part.tables.standings if r.player == "g1"]
    rounds = sum(row.rounds for row in rows)
    sevens = sum(row.sevens * row.rounds for row in rows)

    def over(count: float, value: str, with_seven: bool) -> float:
        shares = [row.sevens if with_seven else 1 - row.sevens for row in rows]
        total = sum(getattr(row, value) * row.rounds * share for row, share in zip(rows, shares, strict=True))
        return total / count if count else 0.0

    others = rounds - sevens
    return (
        Printed("rounds with a seven", 0.663, sevens / rounds),
        Printed("paid a letter, rounds with a seven", 3.52, over(sevens, "seven_paid", True)),
        Printed("gain a round with a seven", 44.9, over(sevens, "seven_gain", True)),
        Printed("paid a letter, rounds without", 1.36, over(others, "other_paid", False)),
        Printed("gain a round without a seven", 6.38, over(others, "other_gain", False)),
        Printed("gain a round", 31.7, sum(row.gain * row.rounds for row in rows) / rounds),
    )


def printed_table(rows: tuple[Printed, ...]) -> Table:
    """What the report prints of G1, and what we find."""
    return Table(("G1", "report", "here"), tuple((r.figure, f"{r.printed:g}", f"{r.ours:.2f}") for r in rows))


def ranks_table(parts: tuple[Part, ...]) -> Table:
    """The rank of each player by gain a round, by size of the table: G1 is strong at large ones, weak in pairs."""
    shown = [part for part in parts if part.name != "alike"]
    ranks = [{row.player: place for place, row in enumerate(p.tables.standings, start=1)} for p in shown]
    names = sorted(ranks[0], key=ranks[0].__getitem__)
    rows = tuple((name, *(str(rank[name]) for rank in ranks)) for name in names)
    return Table(("rank of", *(part.name for part in shown)), rows)


def report_page(parts: tuple[Part, ...], printed: tuple[Printed, ...], description: str) -> str:
    """One page with every table and chart."""
    from kibitz.games.sevens.contest.charts import page, standing_charts, table

    sections = ["<h2>G1 in the report and here</h2>", table(printed_table(printed))]
    sections += ["<h2>Rank by size of the table</h2>", table(ranks_table(parts))]
    for part in parts:
        rows: tuple[Standing, ...] = part.tables.standings
        sections += [f"<h2>{escape(PARTS[part.name])}</h2>", table(standings_table(rows)), *standing_charts(rows)]
        if part.tables.comparisons:
            sections += ["<p>Head to head</p>", table(head_to_head_table(rows, part.tables.comparisons))]
        gains = {m.match: {row.player: f"{row.gain:.1f}" for row in m.standings} for m in part.tables.matches}
        names = [row.player for row in rows]
        body = tuple((label, *(cell.get(name, "") for name in names)) for label, cell in gains.items())
        sections += ["<p>Gain a round by table</p>", table(Table(("table", *names), body))]
        sections += ["<p>Mean bid by letter</p>", table(letters_table(part.tables.letters, "bid"))]
    return page("Sevens: the report's tournaments", description, sections)
