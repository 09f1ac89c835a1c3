"""Typed answers about whole games and matches: sessions and duels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import format_chance, format_count
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.answers.review import ReviewAnswer, ReviewedDecision, review_record

if TYPE_CHECKING:
    from kibitz.games.backgammon import session
    from kibitz.games.backgammon.match.record import MatchRecord
    from kibitz.games.backgammon.questions import matches as questions
    from kibitz.games.backgammon.search.searcher import Searcher


class PlayAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.play/2"):
    """A finished or abandoned game or match against a level; points are yours minus the opponent's.

    ``review`` judges the decisions of both; ``decisions`` are your own, which a drill can ask again.
    """

    files: ClassVar = {"mat": "Write the match here, as a .mat file for review."}

    level: str
    length: int
    points: int
    games: int
    over: bool
    seed: int
    mat: str
    review: ReviewAnswer | None = None
    decisions: tuple[ReviewedDecision, ...] = ()

    def explain(self) -> Explanation:
        points, opponent = format_count(abs(self.points), "point"), describe_level(self.level)
        result = f"won {points} from" if self.points > 0 else f"lost {points} to" if self.points else "are level with"
        end = f"You {result} {opponent} in {format_count(self.games, 'game')}."
        if not self.over:
            lead = f"{points} {'ahead' if self.points > 0 else 'behind'}" if self.points else "level"
            end = f"You left the game against {opponent}, {lead}."
        if self.review is not None and self.decisions:
            own, other = (player.pr for player in self.review.players)
            end += f" Your PR is {own:.1f}, your opponent's {other:.1f}."
        return Explanation(end)

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        if self.review is not None and self.decisions:
            yield from (each for each in self.review.exhibits() if not isinstance(each, Headline))
        if self.mat:
            yield Note(self.mat, "fixed")

    def file(self, kind: str) -> File:
        return File("game.mat", "text/plain", self.mat.encode())


def describe_level(level: str) -> str:
    """The opponent in words: a level, or the name of a program."""
    programs = {"neurogammon": "Neurogammon 1.0", "hand-written": "the hand-written program"}
    return programs.get(level, f"{level} level")


def answer_play(request: session.PlaySession, match: MatchRecord, searcher: Searcher, over: bool) -> PlayAnswer:
    """The answer of a session, from the match played in it, with a review without look-ahead."""
    from kibitz.games.backgammon.notation.mat import format_mat

    done = [game for game in match.games if game.winner >= 0]
    scores = [sum(game.points for game in done if game.winner == who) for who in (0, 1)]
    review = review_record(match, searcher, 0) if match.games else None
    own = tuple(d for d in review.decisions if d.player == review.players[0].name) if review else ()
    return PlayAnswer(
        level=request.level,
        length=match.length,
        points=scores[0] - scores[1],
        games=len(done),
        over=over,
        seed=request.seed,
        mat=format_mat(match) if match.games else "",
        review=None if review is None else review.brief(),
        decisions=own,
    )


class DuelAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.duel/1"):
    """A duel on the same dice from both seats: points per game of the first player, or the share of matches won.

    ``adjusted`` is luck-adjusted; only money games without the cube have it. Intervals are 95 %.
    """

    first: str
    second: str
    length: int
    cube: bool
    games: int
    seed: int
    result: MeanWithInterval
    adjusted: MeanWithInterval | None = None

    def explain(self) -> Explanation:
        result = self.adjusted or self.result
        if self.length:
            return Explanation(
                f"{self.first} wins {format_chance(result.value)} ± {format_chance(result.se)} of {self.games} matches "
                f"to {self.length} against {self.second}."
            )
        adjusted = ", luck-adjusted" if self.adjusted else ""
        return Explanation(
            f"{self.first} against {self.second}: {result.value:+.3f} ± {result.se:.3f} points per game over "
            f"{format_count(self.games, 'game')}{adjusted}."
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        rows = [("unadjusted", self.result), *([("luck-adjusted", self.adjusted)] if self.adjusted else [])]
        sign = "" if self.length else "+"
        cells = tuple(
            (name, f"{m.value:{sign}.3f}", f"{m.se:.3f}", f"{m.low:{sign}.3f} to {m.high:{sign}.3f}")
            for name, m in rows
        )
        unit = "share of matches" if self.length else "points per game"
        yield Table(("", unit, "standard error", "95 % interval"), cells)


class MeanWithInterval(Struct, frozen=True):
    """A mean with its standard error and 95 % interval."""

    value: float
    se: float
    low: float
    high: float


def answer_duel(request: questions.DuelRequest, work: WorkContext) -> DuelAnswer:
    """The answer to `questions.DuelRequest`."""
    from kibitz.games.backgammon.cube.state import CubeState
    from kibitz.games.backgammon.play.duel import DuelResult, duel, match_duel
    from kibitz.games.backgammon.play.entrants import DuelPlayers, Entrant
    from kibitz.simulate.executors import open_executor
    from kibitz.simulate.intervals import Estimate

    if request.match and request.jacoby:
        raise InputError("jacoby: applies to money play only; turn it off for a match")
    pair = DuelPlayers(
        Entrant(request.first, request.plies, request.file), Entrant(request.second, request.other_plies, request.file)
    )
    pair()  # report a player that cannot be loaded before anything is played
    kind = "matches" if request.match else "games"
    note = work.progress_with_note(kind)

    def with_interval(estimate: Estimate) -> MeanWithInterval:
        return MeanWithInterval(estimate.value, estimate.se, estimate.low, estimate.high)

    def make_answer(result: DuelResult) -> DuelAnswer:
        return DuelAnswer(
            first=result.names[0],
            second=result.names[1],
            length=request.match,
            cube=bool(request.match) or request.cube,
            games=result.games,
            seed=request.seed,
            result=with_interval(result.raw),
            adjusted=None if result.adjusted is None else with_interval(result.adjusted),
        )

    def on_partial(games: int, result: Callable[[], DuelResult]) -> None:
        work.report_partial(f"{games:,} {kind} of {request.games:,}", lambda: make_answer(result()))

    with open_executor(work) as pool:
        if request.match:
            return make_answer(match_duel(pair, request.match, request.games, request.seed, pool, note, on_partial))
        cube = CubeState(jacoby=request.jacoby) if request.cube else None
        return make_answer(duel(pair, request.games, request.seed, cube, True, pool, note, on_partial))
