"""Answer of the replayed tournaments of the report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.exhibits import Exhibit, Note
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import format_count
from kibitz.core.work import WorkContext
from kibitz.games.sevens.contest.report import (
    FIELD,
    PARTS,
    PublishedFigure,
    ReportClaim,
    ReportPart,
    check_claims,
    claims_table,
    compare_with_published,
    part_line_ups,
    published_table,
    ranks_table,
    report_page,
)
from kibitz.games.sevens.contest.tables import standings_table

if TYPE_CHECKING:
    from kibitz.games.sevens.questions import report as questions
    from kibitz.simulate.executors import TaskExecutor
    from kibitz.simulate.tournament import TournamentResults


class ReportAnswer(Answer, frozen=True, kw_only=True, tag="sevens.report/3"):
    """The tables of all tournaments, the published and replayed results of every group, and the report's claims."""

    files: ClassVar = {"page": "Write every table and chart to this HTML file."}

    description: str
    parts: tuple[ReportPart, ...]
    printed: tuple[PublishedFigure, ...]
    claims: tuple[ReportClaim, ...]

    def explain(self) -> Explanation:
        first = self.printed[0]
        return Explanation(
            f"G1 spells a seven-letter word in {100 * first.ours:.1f} % of rounds "
            f"({100 * first.printed:.1f} % in the report)."
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.description)
        yield published_table(self.printed)
        yield claims_table(self.claims)
        yield ranks_table(self.parts)
        for part in self.parts:
            yield Note(f"{PARTS[part.name]}:")
            yield standings_table(part.tables.standings)

    def file(self, kind: str) -> File:
        page = report_page(self.parts, self.printed, self.description)
        return File("report.html", "text/html", page.encode())


def answer_report(request: questions.ReportRequest, work: WorkContext) -> ReportAnswer:
    """The answer to `questions.ReportRequest`."""
    from kibitz.games.sevens.contest.results_file import merge_results, pack_results, unpack_results
    from kibitz.games.sevens.contest.standings import make_tables
    from kibitz.games.sevens.words.lexicon import load_lexicon
    from kibitz.simulate.executors import open_executor
    from kibitz.version import __version__

    # Players may change with the version, and with them the results.
    digest = load_lexicon(request.words).digest
    key = f"sevens report {__version__} {digest} {request.rounds} {request.hidden} {request.seed}"
    parts = []
    with open_executor(work) as crew:
        for name in PARTS:
            results = []
            for place, (label, seats) in enumerate(part_line_ups(name).items()):
                stored = work.store.load(f"{key} {name} {label}")
                if stored is None:
                    stored = pack_results(_play_match(request, place, label, seats, work, crew))
                    work.store.save(f"{key} {name} {label}", stored)
                results.append(unpack_results(stored))
            parts.append(ReportPart(name, make_tables(merge_results(results))))
    result = tuple(parts)
    return ReportAnswer(
        description=f"{', '.join(FIELD)}: {format_count(request.rounds, 'round')} per game, hidden letters "
        f"{request.hidden}, seats rotated, seed {request.seed}.",
        parts=result,
        printed=compare_with_published(result),
        claims=check_claims(result),
    )


def _play_match(
    request: questions.ReportRequest,
    place: int,
    label: str,
    seats: tuple[str, ...],
    work: WorkContext,
    crew: TaskExecutor,
) -> TournamentResults:
    from kibitz.games.sevens.contest.match import match_label, sevens_match
    from kibitz.simulate.tournament import LineUp, play_tournament

    # Two deals where one game would be a single block, which has no standard error.
    deals = 2 if request.rounds == 1 else 1
    matches = [
        sevens_match(LineUp(seats), n, request.rounds, deals, request.words, match_label(label, n))
        for n in range(int(request.hidden[0]), int(request.hidden[-1]) + 1)
    ]
    return play_tournament(matches, request.seed + 1009 * place, crew, work.progress_with_note(label or "all players"))
