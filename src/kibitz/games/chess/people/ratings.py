"""Ratings of chess players: by player, game, phase or year, with the hardest decisions of the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Curve, Exhibit, Note
from kibitz.core.question import File
from kibitz.core.work import Work
from kibitz.games.chess.answers import RECORDS, Source, source_of
from kibitz.games.chess.people.hardest import HardDecision, hardest_decisions, hardest_exhibits
from kibitz.rate.charted import rating_chart
from kibitz.rate.rated import RatingsAnswer, chart_file

if TYPE_CHECKING:
    from kibitz.core.decision import Decision
    from kibitz.games.chess import questions


class RateAnswer(RatingsAnswer, frozen=True, kw_only=True, tag="chess.rate/3"):
    """Ratings of chess players; ``basis`` describes the Elo scale, or says why there is none. ``hardest`` are the
    decisions in which people of the mover's rating are expected to lose most. ``yearly`` says that a row is one year of
    a player."""

    files: ClassVar = RatingsAnswer.files | {"chart": "Draw the ratings over the years here, as SVG (--by year)."}
    events: ClassVar[str] = "games"

    basis: str
    more_players: int
    source: Source | None
    hardest: tuple[HardDecision, ...] = ()
    yearly: bool = False

    def exhibits(self) -> Iterator[Exhibit]:
        if self.source is not None:
            yield from self.source.exhibits()
        yield from super().exhibits()
        yield from self.charts()
        if self.more_players:
            yield Note(f"{self.more_players:,} more players; name one with --player, or raise --top", "quiet")
        yield from hardest_exhibits(self.hardest)
        yield Note(f"scale: {self.basis}", "quiet")

    def charts(self) -> Iterator[Curve]:
        """One curve over the years a player, for each method."""
        players: dict[tuple[str, bool], list[int]] = {}
        for k, row in enumerate(self.players if self.yearly else ()):
            players.setdefault((row.player.rpartition(", ")[0], row.method in ("ff", "ml-lapse")), []).append(k)
        for (player, _), rows in players.items():
            own = sorted((self.players[k] for k in rows), key=lambda row: row.player)
            years = [row.player.rpartition(", ")[2] for row in own]
            curve = rating_chart(own, years, self.scale, f"{player}: rating by year", "year")
            if curve is not None:
                yield curve

    def file(self, kind: str) -> File:
        return chart_file(next(self.charts(), None), kind) if kind == "chart" else super().file(kind)


def _decisions(asked: questions.Rate, work: Work) -> tuple[list[Decision], Source | None, dict[str, str]]:
    """The decisions of all documents, those of games valued now, and the dates of the games."""
    from dataclasses import replace as changed

    from kibitz.core.ids import PlayerId
    from kibitz.games.chess.pgn import load_collection
    from kibitz.rate.records.reading import load_decisions

    decisions = [d for source in asked.games if source.suffix in RECORDS for d in load_decisions(source)]
    told, dates = None, dict[str, str]()
    if games := [source for source in asked.games if source.suffix not in RECORDS]:
        collection = load_collection(games)
        found = asked.analysed(collection.games, work)
        decisions += found.decisions()
        told, dates = source_of(collection, found), {game.id: game.date for game in collection.games}
    if not decisions:
        raise InputError("games: no turn of them counts, so nobody can be rated")
    if asked.together:
        decisions = [changed(decision, player=PlayerId("all players")) for decision in decisions]
    return decisions, told, dates


def answer_rate(asked: questions.Rate, work: Work) -> RateAnswer:
    """The answer to `questions.Rate`."""
    from kibitz.games.chess.elo import describe_scale, no_scale, sample_of, scale_for
    from kibitz.games.chess.people.phases import parted
    from kibitz.games.chess.rating import match_player, players, rate_players, screening
    from kibitz.rate.answers import BOTH
    from kibitz.rate.rated import basis
    from kibitz.rate.ratings.scale import loss_scale
    from kibitz.rate.records.reading import reading_notes

    whole, source, dates = _decisions(asked, work)
    decisions = parted(whole, asked.by, dates)
    measure = scale_for(decisions[0].provenance, asked.scale)
    names = players(decisions)
    if asked.player is not None:
        wanted = match_player(whole, asked.player)
        own = {str(part.player) for part, d in zip(decisions, whole, strict=True) if d.player == wanted}
        names = [name for name in names if name in own]
    if asked.by == "year":
        names.sort()
    everything = sample_of(decisions, measure)
    methods = BOTH if asked.compare and measure is not None else (asked.method,)
    rows = []
    for done, name in enumerate(names[: asked.top]):
        work.progress(done, min(asked.top, len(names)), "rating players")
        rows += rate_players(everything, measure, [name], asked.interval, asked.draws, asked.seed, methods)
    ratings = {row.player: row.rating for row in reversed(rows)}
    hardest = hardest_decisions(decisions, everything, measure, ratings, asked.hardest)
    if asked.claimed is not None:
        rows = [
            replace(row, screening=screening(everything, row.player, measure, asked.claimed, asked.looks))
            for row in rows
        ]
    return RateAnswer(
        **basis(everything, measure or loss_scale(everything)),
        players=tuple(rows),
        more_players=max(len(names) - asked.top, 0),
        source=source,
        basis=no_scale(everything.provenance) if measure is None else describe_scale(measure),
        notes=tuple(note for source in asked.games if source.suffix in RECORDS for note in reading_notes(source)),
        hardest=hardest,
        yearly=asked.by == "year",
    )
