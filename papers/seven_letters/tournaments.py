"""The report's tournaments (section 4): line-ups, published results, and the page that compares them.

    python -m papers.seven_letters.tournaments --rounds 50 --page report.html

One and two of each player, all pairs 1 v 1 and 5 v 5, and six of the same, for all numbers of hidden letters. Stand-ins
fitted to the report's results play for the other groups. Finished tables are saved, so that a stopped run continues.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from pathlib import Path

import numpy as np
from msgspec import Struct

from kibitz.core.document import Document
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.units import format_count
from kibitz.core.work import WorkContext
from kibitz.files import FileCheckpointStore
from kibitz.games.sevens.contest.exhibits import head_to_head_matrix, standings_plot
from kibitz.games.sevens.contest.html_page import html_page
from kibitz.games.sevens.contest.match import match_label, sevens_match
from kibitz.games.sevens.contest.tables import (
    PlayerStanding,
    TournamentTables,
    letters_table,
    make_tables,
    standings_table,
)
from kibitz.games.sevens.words.lexicon import load_lexicon
from kibitz.simulate.blocks import ratio_estimate
from kibitz.simulate.executors import TaskExecutor, open_executor
from kibitz.simulate.intervals import Estimate
from kibitz.simulate.tournament import LineUp, TournamentResults, play_tournament
from kibitz.version import __version__

ROUNDS = 1050
"""Rounds of each group in both tournaments: 50 rounds, 0 to 6 hidden letters, one and two of each."""


class PublishedGroup(Struct, frozen=True):
    """One group in both tournaments: seven-letter words, points paid per letter and points gained, with and without."""

    sevens: int
    seven_paid: float
    seven_total: int
    other_gain: float
    other_paid: float

    @property
    def seven_gain(self) -> float:
        """Gain per round with a seven-letter word."""
        return self.seven_total / self.sevens

    @property
    def gain(self) -> float:
        """Gain per round, from both tables."""
        return (self.seven_total + (ROUNDS - self.sevens) * self.other_gain) / ROUNDS


PUBLISHED_GROUPS = {
    "g1": PublishedGroup(696, 3.52, 31_239, 6.38, 1.36),
    "g2": PublishedGroup(745, 5.06, 29_101, 4.23, 1.68),
    "g3": PublishedGroup(466, 3.57, 21_960, 5.31, 1.55),
    "g4back": PublishedGroup(413, 3.87, 18_738, 6.53, 1.35),
    "g4forward": PublishedGroup(621, 3.95, 28_151, 7.88, 0.96),
    "g5": PublishedGroup(513, 3.93, 20_734, 5.52, 1.40),
}
"""The two tables of section 4.3."""

FIVES_SEVENS = {
    "g1": (181, 154, 130, 126, 93, 57),
    "g2": (149, 176, 187, 174, 130, 83),
}
"""Seven-letter words of 250 in the match of five G1 against five G2, 1 to 6 hidden letters (chart of section 4.4.2)."""

FIVES_GAINS = {
    "g1": (159, 169, 168, 180, 164, 132),
    "g4forward": (107, 137, 163, 172, 172, 136),
}
"""Points a round of all five G1 and all five G4Forward, 1 to 6 hidden letters, read off the chart of section 4.4.2."""

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


class ReportAnswer(Struct, frozen=True):
    """The tables of all tournaments, the published and replayed results of every group, and the report's claims."""

    description: str
    parts: tuple[ReportPart, ...]
    printed: tuple[PublishedFigure, ...]
    claims: tuple[ReportClaim, ...]

    def exhibits(self) -> Iterator[Exhibit]:
        """Everything: published results, claims, ranks, and each tournament."""
        note = "G1 plays as the report says. The others are stand-ins: loss-based bidders fitted to these results."
        yield with_title(published_table(self.printed), "Results of every group in the report and here (4.3)")
        yield Note(f"{note} Errors are standard errors over blocks of rounds.")
        yield with_title(claims_table(self.claims), "Claims of the report, checked")
        yield with_title(ranks_table(self.parts), "Rank by size of the table")
        for part in self.parts:
            yield from part_exhibits(part, self.parts)

    def page(self) -> str:
        """One page with every table and chart."""
        return html_page("Sevens: the report's tournaments", self.description, tuple(self.exhibits()))


def with_title(table: Table, title: str) -> Table:
    """The same table under a title."""
    return Table(table.columns, table.rows, title, left=table.left)


def part_exhibits(part: ReportPart, parts: tuple[ReportPart, ...]) -> Iterator[Exhibit]:
    """The tables and charts of one tournament."""
    rows: tuple[PlayerStanding, ...] = part.tables.standings
    yield with_title(standings_table(rows), PARTS[part.name])
    yield standings_plot(rows)
    if part.tables.comparisons:
        yield head_to_head_matrix(rows, part.tables.comparisons)
    if part.name == "5 v 5":
        yield from (with_title(table, title) for title, table in fives_tables(part))
    if part.name == "alike":
        yield with_title(alike_table(parts), "Mean price by letter, minus that in tournament 1")
    names = [row.player for row in rows]
    for title, name, digits in (("Gain per round by table", "gain", 1), ("Rounds with a seven by table", "sevens", 2)):
        cells = {
            each.match: {
                row.player: f"{getattr(row, name):.{digits}f} ± {getattr(row, f'{name}_se'):.{digits}f}"
                for row in each.standings
            }
            for each in part.tables.matches
        }
        body = tuple((label, *(cell.get(player, "") for player in names)) for label, cell in cells.items())
        yield Table(("table", *names), body, title)
    yield with_title(letters_table(part.tables.letters, "bid"), "Mean bid by letter")
    yield with_title(letters_table(part.tables.letters, "price"), "Mean price by letter bought")


def play_report(
    rounds: int,
    hidden: Sequence[int] = range(7),
    seed: int = 1,
    words: Document | None = None,
    work: WorkContext | None = None,
) -> ReportAnswer:
    """All tournaments of the report; finished tables come from the store of ``work``."""
    work = work or WorkContext()
    # Players may change with the version, and with them the results.
    key = f"sevens report {__version__} {load_lexicon(words).digest} {rounds} {list(hidden)} {seed}"
    parts = []
    with open_executor(work) as crew:
        for name in PARTS:
            results = []
            for place, (label, seats) in enumerate(part_line_ups(name).items()):
                stored = work.store.load(f"{key} {name} {label}")
                if stored is None:
                    played = _play_table(label, seats, (rounds, hidden, seed + 1009 * place, words), work, crew)
                    stored = pack_results(played)
                    work.store.save(f"{key} {name} {label}", stored)
                results.append(unpack_results(stored))
            parts.append(ReportPart(name, make_tables(merge_results(results))))
    result = tuple(parts)
    description = (
        f"{', '.join(FIELD)}: {format_count(rounds, 'round')} per game, hidden letters {hidden[0]}..{hidden[-1]}, "
        f"seats rotated, seed {seed}."
    )
    return ReportAnswer(description, result, compare_with_published(result), check_claims(result))


def _play_table(
    label: str,
    seats: tuple[str, ...],
    size: tuple[int, Sequence[int], int, Document | None],
    work: WorkContext,
    crew: TaskExecutor,
) -> TournamentResults:
    rounds, hidden, seed, words = size
    # Two deals where one game would be a single block, which has no standard error.
    deals = 2 if rounds == 1 else 1
    matches = [sevens_match(LineUp(seats), n, rounds, deals, words, match_label(label, n)) for n in hidden]
    return play_tournament(matches, seed, crew, work.progress_with_note(label or "all players"))


def calibration(results: TournamentResults, player: str) -> Estimate:
    """Actual minus predicted gain in points per round, of a player that predicts."""
    place = results.entrants.index(player)
    error = results.column("gain")[:, place] - results.column("predicted")[:, place]
    return ratio_estimate(error, results.column("predictions")[:, place])


def pack_results(results: TournamentResults) -> bytes:
    """The results in a file of arrays."""
    stream = io.BytesIO()
    np.savez_compressed(
        stream,
        allow_pickle=False,
        entrants=np.array(results.entrants),
        measures=np.array(results.measures),
        labels=np.array(results.labels),
        totals=results.totals,
        seats=results.seats,
        seed=np.array(results.seed),
    )
    return stream.getvalue()


def unpack_results(data: bytes) -> TournamentResults:
    """The results from the bytes of `pack_results`."""
    with np.load(io.BytesIO(data), allow_pickle=False) as held:
        entrants, measures, labels = (tuple(held[name].tolist()) for name in ("entrants", "measures", "labels"))
        return TournamentResults(entrants, measures, labels, held["totals"], held["seats"], int(held["seed"]))


def merge_results(results: Sequence[TournamentResults]) -> TournamentResults:
    """Several tournaments with the same measures as one; a player who is missing in one has no seats there."""
    entrants = tuple(dict.fromkeys(name for part in results for name in part.entrants))
    totals, seats = [], []
    for part in results:
        places = [entrants.index(name) for name in part.entrants]
        total = np.zeros((len(part.labels), len(entrants), len(part.measures)))
        sat = np.zeros((len(part.labels), len(entrants)))
        total[:, places], sat[:, places] = part.totals, part.seats
        totals.append(total)
        seats.append(sat)
    labels = tuple(label for part in results for label in part.labels)
    return TournamentResults(
        entrants, results[0].measures, labels, np.concatenate(totals), np.concatenate(seats), results[0].seed
    )


def main() -> None:
    """Play the tournaments, print what the report says and what happens here, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--words", type=Path, help="your own word list")
    parser.add_argument("--page", type=Path, help="write every table and chart to this HTML file")
    options = parser.parse_args()
    words = options.words and Document(name=options.words.name, data=options.words.read_bytes())
    work = WorkContext(on_progress=lambda done, total, note: print(note, file=sys.stderr), store=FileCheckpointStore())
    answer = play_report(options.rounds, words=words, work=work)
    if options.page:
        options.page.write_text(answer.page(), "utf-8")
    for row in answer.printed:
        print(f"{row.player:<10} {row.figure:<36} {row.printed:7.3f} {row.ours:7.3f} ± {row.se:.3f}")
    for claim in answer.claims:
        print(f"{'yes' if claim.holds else 'no ':<4} {claim.claim}: {claim.here}")


if __name__ == "__main__":
    main()
