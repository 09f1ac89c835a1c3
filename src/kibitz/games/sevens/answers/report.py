"""The tournaments of the report, played again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.exhibits import Exhibit, Note
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import format_count
from kibitz.core.work import Work
from kibitz.games.sevens.contest.report import (
    FIELD,
    PARTS,
    Claim,
    Part,
    Printed,
    claims,
    claims_table,
    line_ups,
    printed_beside_ours,
    printed_table,
    ranks_table,
    report_page,
)
from kibitz.games.sevens.contest.tables import standings_table

if TYPE_CHECKING:
    from kibitz.games.sevens.questions import report as questions
    from kibitz.simulate.executors import Crew
    from kibitz.simulate.tournament import Results


class ReportAnswer(Answer, frozen=True, kw_only=True, tag="sevens.report/2"):
    """The tables of all tournaments, the printed figures of every group beside ours, and the report's claims."""

    files: ClassVar = {"page": "Write every table and chart to this HTML file."}

    description: str
    parts: tuple[Part, ...]
    printed: tuple[Printed, ...]
    claims: tuple[Claim, ...]

    def told(self) -> Explanation:
        first = self.printed[0]
        return Explanation(
            f"G1 makes a seven in {100 * first.ours:.1f} % of rounds (report {100 * first.printed:.1f} %)."
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.description)
        yield printed_table(self.printed)
        yield claims_table(self.claims)
        yield ranks_table(self.parts)
        for part in self.parts:
            yield Note(f"{PARTS[part.name]}:")
            yield standings_table(part.tables.standings)

    def file(self, kind: str) -> File:
        page = report_page(self.parts, self.printed, self.description)
        return File("report.html", "text/html", page.encode())


def answer_report(asked: questions.Report, work: Work) -> ReportAnswer:
    """The answer to `questions.Report`."""
    from kibitz.games.sevens.contest.kept import packed, together, unpacked
    from kibitz.games.sevens.contest.standings import tables
    from kibitz.games.sevens.words.lexicon import load_lexicon
    from kibitz.simulate.executors import workers_of
    from kibitz.version import __version__

    # Players may change with the version, and with them the figures.
    key = f"sevens report {__version__} {load_lexicon(asked.words).digest} {asked.rounds} {asked.hidden} {asked.seed}"
    parts = []
    with workers_of(work) as crew:
        for name in PARTS:
            results = []
            for place, (label, seats) in enumerate(line_ups(name).items()):
                kept = work.store.load(f"{key} {name} {label}")
                if kept is None:
                    kept = packed(_played(asked, place, label, seats, work, crew))
                    work.store.save(f"{key} {name} {label}", kept)
                results.append(unpacked(kept))
            parts.append(Part(name, tables(together(results))))
    found = tuple(parts)
    return ReportAnswer(
        description=f"{', '.join(FIELD)}: {format_count(asked.rounds, 'round')} a game, hidden letters "
        f"{asked.hidden}, seats rotated, seed {asked.seed}.",
        parts=found,
        printed=printed_beside_ours(found),
        claims=claims(found),
    )


def _played(asked: questions.Report, place: int, label: str, seats: tuple[str, ...], work: Work, crew: Crew) -> Results:
    from kibitz.games.sevens.contest.match import sevens_match
    from kibitz.simulate.tournament import LineUp, play_tournament

    # Two deals where one game would be a single block, which has no error.
    deals = 2 if asked.rounds == 1 else 1
    matches = [
        sevens_match(
            LineUp(seats), n, asked.rounds, deals, asked.words, ", ".join(filter(None, [label, f"{n} hidden"]))
        )
        for n in range(int(asked.hidden[0]), int(asked.hidden[-1]) + 1)
    ]
    return play_tournament(matches, asked.seed + 1009 * place, crew, work.noting(label or "all players"))
