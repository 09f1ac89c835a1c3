"""The tournaments of the report, played again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta

from kibitz.core.exhibits import Exhibit, Note
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, Cost, File, Request
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
from kibitz.games.sevens.fields import HiddenRange, Rounds, Seed, WordList

if TYPE_CHECKING:
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


class Report(Request, frozen=True, kw_only=True):
    """The report's tournaments played again: one and two of each player, all pairs 1 v 1 and 5 v 5, and self-play.

    Stand-ins, fitted to the report's figures, take the places of the other groups. Tables that are finished are kept,
    so that a run that was stopped goes on where it was.
    """

    uses: ClassVar = frozenset({"workers"})

    rounds: Annotated[Rounds, Meta(description="Rounds a game; the report's have 50.", examples=[1])]
    hidden: HiddenRange = "0..6"
    seed: Seed = 1
    words: WordList | None = None

    def cost(self) -> Cost:
        return Cost.JOB

    def answer(self, work: Work) -> ReportAnswer:
        from contextlib import nullcontext

        from kibitz.games.sevens.contest.kept import packed, together, unpacked
        from kibitz.games.sevens.contest.standings import tables
        from kibitz.games.sevens.words.lexicon import load_lexicon
        from kibitz.simulate.executors import process_pool
        from kibitz.version import __version__

        # Players may change with the version, and with them the figures.
        key = f"sevens report {__version__} {load_lexicon(self.words).digest} {self.rounds} {self.hidden} {self.seed}"
        parts = []
        with process_pool(work.workers) if work.workers > 1 else nullcontext() as pool:
            for name in PARTS:
                results = []
                for place, (label, seats) in enumerate(line_ups(name).items()):
                    kept = work.store.load(f"{key} {name} {label}")
                    if kept is None:
                        kept = packed(self._played(place, label, seats, work, pool))
                        work.store.save(f"{key} {name} {label}", kept)
                    results.append(unpacked(kept))
                parts.append(Part(name, tables(together(results))))
        found = tuple(parts)
        return ReportAnswer(
            description=f"{', '.join(FIELD)}: {format_count(self.rounds, 'round')} a game, hidden letters "
            f"{self.hidden}, seats rotated, seed {self.seed}.",
            parts=found,
            printed=printed_beside_ours(found),
            claims=claims(found),
        )

    def _played(self, place: int, label: str, seats: tuple[str, ...], work: Work, pool: object) -> Results:
        from concurrent.futures import Executor

        from kibitz.games.sevens.contest.match import sevens_match
        from kibitz.simulate.tournament import LineUp, play_tournament

        # Two deals where one game would be a single block, which has no error.
        deals = 2 if self.rounds == 1 else 1
        matches = [
            sevens_match(
                LineUp(seats), n, self.rounds, deals, self.words, ", ".join(filter(None, [label, f"{n} hidden"]))
            )
            for n in range(int(self.hidden[0]), int(self.hidden[-1]) + 1)
        ]
        executor = pool if isinstance(pool, Executor) else None
        return play_tournament(matches, self.seed + 1009 * place, executor, work.noting(label or "all players"))
