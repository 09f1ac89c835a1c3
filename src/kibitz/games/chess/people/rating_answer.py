"""Ratings of chess players: by player, game, phase or year, with the expected loss and the decisions behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note
from kibitz.core.question import File
from kibitz.core.work import WorkContext
from kibitz.draw.curve import Curve
from kibitz.games.chess.answers import RECORD_SUFFIXES, Source, describe_source
from kibitz.games.chess.people.hardest_decisions import (
    costliest_table,
    decisions_to_replay,
    hardest_decisions,
    hardest_table,
)
from kibitz.games.chess.people.peer_comparison import ComparedDecision, difficulty_groups, peer_chances
from kibitz.games.chess.people.peer_expectations import PeerExpectation, peer_expectations, peer_expectations_table
from kibitz.rate.report.rating_chart import chart_file, rating_chart
from kibitz.rate.report.rating_summary import best_rating, ratings_plot
from kibitz.rate.report.ratings import PlayerRating, RatingsAnswer

if TYPE_CHECKING:
    from kibitz.core.decision import Decision
    from kibitz.games.chess import questions

MAX_PLAYERS_RATED_BY_PART = 4
"""Maximum number of players whose phases and years are also rated."""


class RateAnswer(RatingsAnswer, frozen=True, kw_only=True, tag="chess.rate/4"):
    """Ratings of chess players; ``basis`` describes the Elo scale, or says why there is none.

    ``by`` says what a row rates: a player, or one game, phase or year of a player. ``phases`` and ``years`` are those
    of the first players, where there are enough decisions. ``hardest`` are the decisions in which players of the
    mover's rating are expected to lose most, ``moves`` those to replay.
    """

    files: ClassVar = RatingsAnswer.files | {"chart": "Draw the ratings over the years here, as SVG."}
    events: ClassVar[str] = "games"
    lost_in: ClassVar[str] = "pawns"

    basis: str
    more_players: int
    source: Source | None
    by: Literal["player", "game", "phase", "year"] = "player"
    peers: tuple[PeerExpectation, ...] = ()
    phases: tuple[PlayerRating, ...] = ()
    years: tuple[PlayerRating, ...] = ()
    hardest: tuple[ComparedDecision, ...] = ()
    moves: tuple[ComparedDecision, ...] = ()

    def exhibits(self) -> Iterator[Exhibit]:
        from kibitz.games.chess.people.replay import decisions_replay

        if self.source is not None:
            yield Note(self.source.explain().headline)
            yield from self.source.warnings()
        yield from super().exhibits()
        if (table := peer_expectations_table(self.peers)) is not None:
            yield table
        if (phases := ratings_plot(self, self.phases, "By phase")) is not None:
            yield phases
        yield from self.charts()
        if self.more_players:
            yield Note(
                f"{self.more_players:,} more players are not shown; set player to rate one of them, or raise top",
                "quiet",
            )
        yield from filter(None, (costliest_table(self.moves), hardest_table(self.hardest, self.moves)))
        yield from decisions_replay(self.moves)
        yield Note(f"Scale: {self.basis}", "quiet")

    def player_rows(self) -> tuple[PlayerRating, ...]:
        return super().player_rows() if self.by == "player" else ()

    def describe_costs(self, row: PlayerRating) -> str:
        own = next((each for each in self.peers if each.player == row.player), None)
        return super().describe_costs(row) if own is None else own.describe(row.rating)

    def charts(self) -> Iterator[Curve]:
        """One curve over the years for each player and method."""
        rated = self.players if self.by == "year" else self.years
        players: dict[tuple[str, bool], list[PlayerRating]] = {}
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


def load_or_analyse(
    request: questions.RateRequest | questions.ScreenRequest, work: WorkContext
) -> tuple[list[Decision], Source | None, dict[str, str]]:
    """The decisions of all documents, with games analysed now, what was read, and the dates of the games."""
    from kibitz.games.chess.pgn import load_collection
    from kibitz.rate.records.decision_files import load_decisions

    decisions = [d for source in request.games if source.suffix in RECORD_SUFFIXES for d in load_decisions(source)]
    description, dates = None, dict[str, str]()
    if games := [source for source in request.games if source.suffix not in RECORD_SUFFIXES]:
        collection = load_collection(games)
        result = request.analyse_games(collection.games, work)
        decisions += result.decisions()
        description, dates = describe_source(collection, result), {game.id: game.date for game in collection.games}
    if not decisions:
        raise InputError("games: no turn counts, so nobody can be rated; give other games")
    return decisions, description, dates


def _names(request: questions.RateRequest, whole: Sequence[Decision], decisions: Sequence[Decision]) -> list[str]:
    """The rows to rate, the most frequent first, years in their order."""
    from kibitz.games.chess.rating import find_player, player_names

    names = player_names(decisions)
    if request.player is not None:
        wanted = find_player(whole, request.player)
        own = {str(part.player) for part, d in zip(decisions, whole, strict=True) if d.player == wanted}
        names = [name for name in names if name in own]
    return sorted(names) if request.by == "year" else names


def answer_rate(request: questions.RateRequest, work: WorkContext) -> RateAnswer:
    """The answer to `questions.RateRequest`."""
    from dataclasses import replace as changed

    from kibitz.core.ids import PlayerId
    from kibitz.games.chess.elo_scales import describe_scale, no_scale_message, sample_of, scale_for
    from kibitz.games.chess.people.phases import phases_of, rate_parts, split_players_by, years_of
    from kibitz.games.chess.rating import rate_players, screen_player
    from kibitz.rate.ratings.scale import loss_scale
    from kibitz.rate.records.decision_files import reading_notes
    from kibitz.rate.report.answers import COMPARED_METHODS
    from kibitz.rate.report.ratings import scale_basis

    whole, source, dates = load_or_analyse(request, work)
    if request.together:
        whole = [changed(decision, player=PlayerId("all players")) for decision in whole]
    decisions = split_players_by(whole, request.by, dates)
    measure = scale_for(decisions[0].provenance, request.scale)
    names = _names(request, whole, decisions)
    everything = sample_of(decisions, measure)
    methods = COMPARED_METHODS if request.compare and measure is not None else (request.method,)
    rows = []
    for done, name in enumerate(names[: request.top]):
        work.progress(done, min(request.top, len(names)), "rating players")
        rows += rate_players(everything, measure, [name], request.interval, request.draws, request.seed, methods)
    ratings = {row.player: row.rating for row in reversed(rows)}
    result = peer_chances(decisions, everything, measure, ratings)
    if request.claimed is not None:
        rows = [
            replace(row, screening=screen_player(everything, row.player, measure, request.claimed, request.looks))
            for row in rows
        ]
    parts = [
        ()
        if request.by != "player"
        else rate_parts(
            everything,
            each,
            names[:MAX_PLAYERS_RATED_BY_PART],
            measure or loss_scale(everything),
            request.interval,
            request.draws,
            request.seed,
            request.method,
        )
        for each in (phases_of(decisions), years_of(decisions, dates))
    ]
    answer = RateAnswer(
        **scale_basis(everything, measure or loss_scale(everything)),
        players=tuple(rows),
        more_players=max(len(names) - request.top, 0),
        source=source,
        basis=no_scale_message(everything.provenance) if measure is None else describe_scale(measure),
        notes=tuple(
            note for source in request.games if source.suffix in RECORD_SUFFIXES for note in reading_notes(source)
        ),
        by=request.by,
        peers=peer_expectations(decisions, everything, measure, ratings, result) if request.by == "player" else (),
        phases=parts[0],
        years=parts[1],
        hardest=hardest_decisions(decisions, result, request.hardest),
        moves=decisions_to_replay(decisions, result, request.hardest),
    )
    best = best_rating(answer.player_rows(), answer.scale)
    return answer if best is None else replace(answer, difficulty=difficulty_groups(best.player, decisions, result))
