"""Typed answer about a round robin of programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer
from kibitz.core.units import format_chance
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from kibitz.games.backgammon.play.olympiad import OlympiadResult
    from kibitz.games.backgammon.questions import matches as questions


class OlympiadStanding(Struct, frozen=True):
    """One program: matches won with an interval of their share, points, and mean loss of its plays.

    ``won_against`` are matches won against each program, in the order of the standings. ``slots``, ``blitz_hits``,
    ``anchors`` and ``back_games`` are shares of its decisions.
    """

    name: str
    won: int
    played: int
    share_low: float
    share_high: float
    points_for: int
    points_against: int
    won_against: tuple[int, ...]
    decisions: int
    loss: float
    slots: float
    blitz_hits: float
    anchors: float
    back_games: float


class OlympiadAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.olympiad/1"):
    """A round robin of programs in matches on the same dice from both seats, best program first."""

    length: int
    matches: int
    seed: int
    standings: tuple[OlympiadStanding, ...]

    def explain(self) -> Explanation:
        first, second = self.standings[:2]
        share = f"{first.won} of {first.played} matches"
        close = first.share_low < second.share_high
        return Explanation(
            f"{first.name} wins {share} to {self.length} points"
            f"{'. Its lead over ' + second.name + ' is within chance.' if close else '.'}"
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        rows = tuple(
            (
                str(place),
                s.name,
                *("-" if other == place else str(n) for other, n in enumerate(s.won_against, start=1)),
                f"{s.won} of {s.played}",
                f"{format_chance(s.share_low)} to {format_chance(s.share_high)}",
                f"{s.points_for}–{s.points_against}",
            )
            for place, s in enumerate(self.standings, start=1)
        )
        places = tuple(str(place) for place in range(1, len(rows) + 1))
        columns = ("place", "program", *places, "won", "95 % interval", "points")
        yield Table(columns, rows, "Cross table of matches won", left=(1,), strong=(0,))
        style = tuple(
            (
                s.name,
                f"{s.decisions:,}",
                f"{1000 * s.loss:.1f}",
                *(format_chance(share) for share in (s.slots, s.blitz_hits, s.anchors, s.back_games)),
            )
            for s in self.standings
        )
        columns = ("program", "decisions", "loss", "slots", "blitz hits", "anchors", "back games")
        yield Table(columns, style, "Errors and style of plays", left=(0,))
        yield Note(
            "Loss is in thousandths of a point per decision, by kibitz without look-ahead and without the cube. "
            "A slot is a new blot on an empty point from 4 to 7. A blitz hit leaves a blot in the home board. "
            "An anchor is held in the opponent's home board. A back game holds two of them, 40 pips behind.",
            "quiet",
        )


def answer_olympiad(request: questions.OlympiadRequest, work: WorkContext) -> OlympiadAnswer:
    """The answer to `questions.OlympiadRequest`."""
    from kibitz.games.backgammon.play.entrants import Entrant
    from kibitz.games.backgammon.play.olympiad import play_olympiad
    from kibitz.simulate.executors import open_executor

    entrants = [Entrant(name, file=request.file) for name in request.players]

    def make_answer(result: OlympiadResult) -> OlympiadAnswer:
        return OlympiadAnswer(
            length=request.match, matches=result.matches, seed=request.seed, standings=_standings(result)
        )

    def on_partial(matches: int, result: Callable[[], OlympiadResult]) -> None:
        work.report_partial(f"{matches:,} matches", lambda: make_answer(result()))

    with open_executor(work) as pool:
        note = work.progress_with_note("pairs of matches")
        return make_answer(
            play_olympiad(entrants, request.per_pair, request.match, request.seed, pool, note, on_partial)
        )


def _standings(result: OlympiadResult) -> tuple[OlympiadStanding, ...]:
    """The programs by matches won, then by points won more than lost."""
    won, lead = result.wins.sum(axis=1), result.points.sum(axis=1) - result.points.sum(axis=0)
    order = sorted(range(len(won)), key=lambda i: (-won[i], -lead[i]))
    standings = []
    for i in order:
        decisions, loss, *kinds = (float(count) for count in result.style[i])
        slots, blitz_hits, anchors, back_games = (count / max(1.0, decisions) for count in kinds)
        standings.append(
            OlympiadStanding(
                name=result.names[i],
                won=int(won[i]),
                played=result.matches * (len(won) - 1),
                share_low=result.shares[i].low,
                share_high=result.shares[i].high,
                points_for=int(result.points[i].sum()),
                points_against=int(result.points[:, i].sum()),
                won_against=tuple(int(result.wins[i, j]) for j in order),
                decisions=int(decisions),
                loss=loss / max(1.0, decisions),
                slots=slots,
                blitz_hits=blitz_hits,
                anchors=anchors,
                back_games=back_games,
            )
        )
    return tuple(standings)
