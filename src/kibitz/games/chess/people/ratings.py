"""Ratings of chess players: by player, game, phase or year, with what was expected of them and the decisions behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Curve, Exhibit, Note
from kibitz.core.question import File
from kibitz.core.work import Work
from kibitz.games.chess.answers import RECORDS, Source, source_of
from kibitz.games.chess.people.hardest import costliest_table, gone_through, hardest_decisions, hardest_table
from kibitz.games.chess.people.peers import Peers, peers_of, peers_table
from kibitz.games.chess.people.weighed import Weighed, difficulty_of, people_chances
from kibitz.rate.charted import chart_file, rating_chart
from kibitz.rate.rated import Rated, RatingsAnswer
from kibitz.rate.told import best_of, pictured

if TYPE_CHECKING:
    from kibitz.core.decision import Decision
    from kibitz.games.chess import questions

PARTED = 4
"""Players whose phases and years are rated besides, at most."""


class RateAnswer(RatingsAnswer, frozen=True, kw_only=True, tag="chess.rate/4"):
    """Ratings of chess players; ``basis`` describes the Elo scale, or says why there is none. ``by`` says what a row is
    of: a player, or one game, phase or year of a player. ``phases`` and ``years`` are those of the first players, where
    there are enough decisions. ``hardest`` are the decisions in which people of the mover's rating are expected to lose
    most, ``moves`` those to go through."""

    files: ClassVar = RatingsAnswer.files | {"chart": "Draw the ratings over the years here, as SVG."}
    events: ClassVar[str] = "games"
    lost_in: ClassVar[str] = "pawns"

    basis: str
    more_players: int
    source: Source | None
    by: Literal["player", "game", "phase", "year"] = "player"
    peers: tuple[Peers, ...] = ()
    phases: tuple[Rated, ...] = ()
    years: tuple[Rated, ...] = ()
    hardest: tuple[Weighed, ...] = ()
    moves: tuple[Weighed, ...] = ()

    def exhibits(self) -> Iterator[Exhibit]:
        from kibitz.games.chess.people.steps import rated_steps

        if self.source is not None:
            yield from self.source.exhibits()
        yield from super().exhibits()
        if (table := peers_table(self.peers)) is not None:
            yield table
        if (phases := pictured(self, self.phases, "By phase")) is not None:
            yield phases
        yield from self.charts()
        if self.more_players:
            yield Note(f"{self.more_players:,} more players; name one with --player, or raise --top", "quiet")
        yield from filter(None, (costliest_table(self.moves), hardest_table(self.hardest, self.moves)))
        yield from rated_steps(self.moves)
        yield Note(f"scale: {self.basis}", "quiet")

    def whole(self) -> tuple[Rated, ...]:
        return super().whole() if self.by == "player" else ()

    def costs(self, row: Rated) -> str:
        own = next((each for each in self.peers if each.player == row.player), None)
        return super().costs(row) if own is None else own.words(row.rating)

    def charts(self) -> Iterator[Curve]:
        """One curve over the years a player, for each method."""
        rated = self.players if self.by == "year" else self.years
        players: dict[tuple[str, bool], list[Rated]] = {}
        for row in rated:
            players.setdefault((row.player.rpartition(", ")[0], row.method in ("ff", "ml-lapse")), []).append(row)
        for (player, _), rows in players.items():
            own = sorted(rows, key=lambda row: row.player)
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


def _names(asked: questions.Rate, whole: Sequence[Decision], decisions: Sequence[Decision]) -> list[str]:
    """The rows to rate, the most frequent first, years in their order."""
    from kibitz.games.chess.rating import match_player, players

    names = players(decisions)
    if asked.player is not None:
        wanted = match_player(whole, asked.player)
        own = {str(part.player) for part, d in zip(decisions, whole, strict=True) if d.player == wanted}
        names = [name for name in names if name in own]
    return sorted(names) if asked.by == "year" else names


def answer_rate(asked: questions.Rate, work: Work) -> RateAnswer:
    """The answer to `questions.Rate`."""
    from kibitz.games.chess.elo import describe_scale, no_scale, sample_of, scale_for
    from kibitz.games.chess.people.phases import parted, phases_of, rated_parts, years_of
    from kibitz.games.chess.rating import rate_players, screening
    from kibitz.rate.answers import BOTH
    from kibitz.rate.rated import basis
    from kibitz.rate.ratings.scale import loss_scale
    from kibitz.rate.records.reading import reading_notes

    whole, source, dates = _decisions(asked, work)
    decisions = parted(whole, asked.by, dates)
    measure = scale_for(decisions[0].provenance, asked.scale)
    names = _names(asked, whole, decisions)
    everything = sample_of(decisions, measure)
    methods = BOTH if asked.compare and measure is not None else (asked.method,)
    rows = []
    for done, name in enumerate(names[: asked.top]):
        work.progress(done, min(asked.top, len(names)), "rating players")
        rows += rate_players(everything, measure, [name], asked.interval, asked.draws, asked.seed, methods)
    ratings = {row.player: row.rating for row in reversed(rows)}
    found = people_chances(decisions, everything, measure, ratings)
    if asked.claimed is not None:
        rows = [
            replace(row, screening=screening(everything, row.player, measure, asked.claimed, asked.looks))
            for row in rows
        ]
    parts = [
        ()
        if asked.by != "player"
        else rated_parts(
            everything,
            each,
            names[:PARTED],
            measure or loss_scale(everything),
            asked.interval,
            asked.draws,
            asked.seed,
            asked.method,
        )
        for each in (phases_of(decisions), years_of(decisions, dates))
    ]
    answer = RateAnswer(
        **basis(everything, measure or loss_scale(everything)),
        players=tuple(rows),
        more_players=max(len(names) - asked.top, 0),
        source=source,
        basis=no_scale(everything.provenance) if measure is None else describe_scale(measure),
        notes=tuple(note for source in asked.games if source.suffix in RECORDS for note in reading_notes(source)),
        by=asked.by,
        peers=peers_of(decisions, everything, measure, ratings, found) if asked.by == "player" else (),
        phases=parts[0],
        years=parts[1],
        hardest=hardest_decisions(decisions, found, asked.hardest),
        moves=gone_through(decisions, found, asked.hardest),
    )
    best = best_of(answer.whole(), answer.scale)
    return answer if best is None else replace(answer, difficulty=difficulty_of(best.player, decisions, found))
