"""Screening of a chess event: every player's moves against the player's own Elo tag. Never a verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from kibitz.core.csv_text import format_csv
from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import MINUS, Unit, format_chance, format_count, format_loss
from kibitz.core.work import WorkContext
from kibitz.games.chess.answers import Source
from kibitz.games.chess.people.peer_comparison import ComparedDecision
from kibitz.rate.ratings.screened_player import ScreenedPlayer, UnscreenedPlayer

if TYPE_CHECKING:
    from kibitz.core.decision import Decision
    from kibitz.games.chess import questions
    from kibitz.rate.ratings.scale import Scale
    from kibitz.rate.records.sample import Sample

FALSE_DISCOVERY_RATE = 0.05
"""Players are called unusual up to this rate."""
N_TELLING_MOVES = 10
"""Moves that are shown for one player."""
READING = (
    "An unusual player is a reason to look at other evidence. It does not prove help and is not a verdict.",
    "A rating that lags behind the player's strength looks like help, and so does good preparation.",
    "Standard errors are widened by fixed factors, because the moves of one game depend on each other.",
)


class ScreenAnswer(Answer, frozen=True, kw_only=True, tag="chess.screen/1"):
    """Every player of an event against the own Elo tag, those most unlike it first.

    ``moves`` are the ten moves of one player that carry the share of help: of ``player``, or of the first.
    """

    files: ClassVar = {"csv": "Write one row for each player to this CSV file."}

    players: tuple[ScreenedPlayer, ...]
    skipped: tuple[UnscreenedPlayer, ...]
    scale: str
    source: Source | None
    moves: tuple[ComparedDecision, ...] = ()

    def explain(self) -> Explanation:
        count = format_count(len(self.players), "player")
        if not self.players:
            return Explanation("Nobody can be screened.", READING)
        out = [row.player for row in self.players if row.q <= FALSE_DISCOVERY_RATE]
        rate = f"at a false-discovery rate of {format_chance(FALSE_DISCOVERY_RATE)}"
        if not out:
            return Explanation(
                f"Nobody is unusual for the own rating among {count}, {rate}.", (self.power_sentence(), *READING)
            )
        verb = "is" if len(out) == 1 else "are"
        headline = f"{', '.join(out)} {verb} unusual for the own rating among {count}, {rate}."
        return Explanation(headline, (self.power_sentence(), *READING))

    def power_sentence(self) -> str:
        """What this screening could find."""
        middle = sorted(self.players, key=lambda row: row.n)[len(self.players) // 2]
        hundred = round(100 * middle.power)
        return (
            f"A player rated {middle.claimed:.0f} made {middle.n:,} moves. Help in a tenth of them would be found in "
            f"about {hundred} of 100 cases, with 1 false alarm in 100 honest players."
        )

    def exhibits(self) -> Iterator[Exhibit]:
        explanation = self.explain()
        yield Headline(explanation.headline)
        if self.source is not None:
            yield Note(self.source.explain().headline)
            yield from self.source.warnings()
        if self.players:
            yield self._players_table()
        yield from (Note(reason) for reason in explanation.reasons)
        if self.moves:
            yield self._moves_table()
        for row in self.skipped:
            yield Note(f"Not screened: {row.player}, {format_count(row.n, 'move')}: {row.reason}", "quiet")
        if any(row.extrapolated for row in self.players):
            yield Note("Ratings outside the marks of the scale are extrapolated.", "quiet")
        yield Note(f"Scale: {self.scale}", "quiet")

    def _players_table(self) -> Table:
        rows = tuple(
            (
                row.player,
                f"{row.claimed:.0f}",
                f"{row.n:,}",
                _format_z(row.z_best),
                _format_z(row.z_equal),
                _format_z(row.z_error),
                f"{format_chance(row.share)} ({format_chance(row.share_low)} to {format_chance(row.share_high)})",
                _format_z(row.z_help),
                f"{row.p:.2g}",
                f"{row.q:.2g}",
                format_chance(row.power),
            )
            for row in self.players
        )
        scores = ("z best", "z equal", "z error", "share of help", "z help", "p", "q", "power")
        return Table(("player", "Elo", "moves", *scores), rows, "Players", left=(0,), few=(0, 2, 6, 7, 9))

    def _moves_table(self) -> Table:
        rows = tuple(
            (row.name, row.decision, row.best, format_chance(row.chance), format_loss(row.expected_loss, Unit.PAWNS))
            for row in self.moves
        )
        return Table(
            ("move", "decision", "best", "found by", "expected loss"),
            rows,
            f"{self.moves[0].player}: the moves that carry the share of help",
            left=(0, 1, 2),
            remark="for players of the same rating",
        )

    def file(self, kind: str) -> File:
        names = ScreenedPlayer.__struct_fields__
        rows = ([getattr(row, name) for name in names] for row in self.players)
        return File("screening.csv", "text/csv", format_csv(names, rows))


def _format_z(z: float) -> str:
    return f"{z:+.2f}".replace("-", MINUS)


def _telling_moves(
    decisions: list[Decision], sample: Sample, scale: Scale, row: ScreenedPlayer
) -> tuple[ComparedDecision, ...]:
    """The moves that carry the share of help of a player, with what players of the same rating play."""
    import numpy as np

    from kibitz.games.chess.people.peer_comparison import compare_with_peers, opponents_by_game, peer_chances
    from kibitz.rate.ratings.field_screening import telling_decisions

    own = np.flatnonzero(sample.players == row.player)
    telling = telling_decisions(sample.take(own), scale, row, N_TELLING_MOVES)
    peers = {each.place: each for each in peer_chances(decisions, sample, scale, {row.player: row.claimed})}
    across = opponents_by_game(decisions)
    result = []
    for place in (int(own[k]) for k in telling):
        decision = decisions[place]
        opponent = across.get((str(decision.event), str(decision.player)), "")
        result.append(compare_with_peers(decision, peers[place], opponent))
    return tuple(result)


def answer_screen(request: questions.ScreenRequest, work: WorkContext) -> ScreenAnswer:
    """The answer to `questions.ScreenRequest`."""
    from kibitz.games.chess.elo_scales import describe_scale, no_scale_message, sample_of, scale_for
    from kibitz.games.chess.people.rating_answer import load_or_analyse
    from kibitz.games.chess.rating import find_player
    from kibitz.rate.ratings.field_screening import screen_field

    decisions, source, _ = load_or_analyse(request, work)
    scale = scale_for(decisions[0].provenance, request.scale)
    if scale is None:
        reason = no_scale_message(decisions[0].provenance)
        moves = Counter(str(decision.player) for decision in decisions)
        skipped = tuple(UnscreenedPlayer(name, n, reason) for name, n in moves.items())
        return ScreenAnswer(players=(), skipped=skipped, scale="none", source=source)
    sample = sample_of(decisions, scale)
    work.progress(0, 0, "screening")
    result = screen_field(sample, scale, request.seed)
    wanted = find_player(decisions, request.player) if request.player is not None else None
    rows = [row for row in result.players if wanted in (None, row.player)]
    return ScreenAnswer(
        players=result.players,
        skipped=result.skipped,
        scale=describe_scale(scale),
        source=source,
        moves=_telling_moves(decisions, sample, scale, rows[0]) if rows else (),
    )
