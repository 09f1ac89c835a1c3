"""Typed answers about whole games and matches: games played, duels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import format_chance, format_count
from kibitz.core.work import Work

if TYPE_CHECKING:
    from kibitz.games.backgammon import sitting
    from kibitz.games.backgammon.match.record import Match
    from kibitz.games.backgammon.questions import matches as questions


class PlayAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.play/1"):
    """A game or match against a level, as far as it was played; points are yours less the opponent's."""

    files: ClassVar = {"mat": "Write what was played here, a match file that review reads."}

    level: str
    length: int
    points: int
    games: int
    over: bool
    seed: int
    mat: str

    def told(self) -> Explanation:
        result = "won" if self.points > 0 else "lost" if self.points < 0 else "stand even"
        end = f"You {result} against {self.level} level: {self.points:+d} points in {format_count(self.games, 'game')}."
        return Explanation(end if self.over else f"You left against {self.level} level at {self.points:+d} points.")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.told().headline, "strong")
        if self.mat:
            yield Note(self.mat, "fixed")

    def file(self, kind: str) -> File:
        return File("game.mat", "text/plain", self.mat.encode())


def answer_play(asked: sitting.Play, match: Match) -> PlayAnswer:
    """What came of a session, from all that was played in it."""
    from kibitz.games.backgammon.notation.mat import format_mat

    done = [game for game in match.games if game.winner >= 0]
    scores = [sum(game.points for game in done if game.winner == who) for who in (0, 1)]
    finished = bool(done) and len(done) == len(match.games) and (not match.length or max(scores) >= match.length)
    return PlayAnswer(
        level=asked.level,
        length=match.length,
        points=scores[0] - scores[1],
        games=len(done),
        over=finished,
        seed=asked.seed,
        mat=format_mat(match) if match.games else "",
    )


class DuelAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.duel/1"):
    """A duel on the same dice from both seats: points a game of the first player, or the share of matches won.

    ``adjusted`` has the luck of the dice taken off; only money games without the cube have it. Intervals hold 95 %.
    """

    first: str
    second: str
    length: int
    cube: bool
    games: int
    seed: int
    result: Measured
    adjusted: Measured | None = None

    def told(self) -> Explanation:
        found = self.adjusted or self.result
        if self.length:
            return Explanation(
                f"{self.first} wins {format_chance(found.value)} ± {format_chance(found.se)} of {self.games} matches "
                f"to {self.length} against {self.second}."
            )
        luck = ", luck taken off" if self.adjusted else ""
        return Explanation(
            f"{self.first} against {self.second}: {found.value:+.3f} ± {found.se:.3f} points a game over "
            f"{format_count(self.games, 'game')}{luck}."
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.told().headline, "strong")
        rows = [("as it fell", self.result), *([("luck taken off", self.adjusted)] if self.adjusted else [])]
        cells = tuple((name, f"{m.value:+.3f}", f"{m.se:.3f}", f"{m.low:+.3f} to {m.high:+.3f}") for name, m in rows)
        unit = "share of matches" if self.length else "points a game"
        yield Table(("", unit, "standard error", "95 % interval"), cells)


class Measured(Struct, frozen=True):
    """A mean with its standard error and 95 % interval."""

    value: float
    se: float
    low: float
    high: float


def answer_duel(asked: questions.Duel, work: Work) -> DuelAnswer:
    """The answer to `questions.Duel`."""
    from kibitz.games.backgammon.cube.state import CubeState
    from kibitz.games.backgammon.play.duel import DuelResult, duel, match_duel
    from kibitz.games.backgammon.play.entrants import Entrant, Pair
    from kibitz.simulate.executors import workers_of
    from kibitz.simulate.intervals import Estimate

    if asked.match and asked.jacoby:
        raise InputError("jacoby: the rule belongs to money play, not to a match")
    pair = Pair(Entrant(asked.first, asked.plies, asked.file), Entrant(asked.second, asked.other_plies, asked.file))
    pair()  # a player that cannot be had is said before anything is played
    kind = "matches" if asked.match else "games"
    note = work.noting(kind)

    def measured(estimate: Estimate) -> Measured:
        return Measured(estimate.value, estimate.se, estimate.low, estimate.high)

    def answered(found: DuelResult) -> DuelAnswer:
        return DuelAnswer(
            first=found.names[0],
            second=found.names[1],
            length=asked.match,
            cube=bool(asked.match) or asked.cube,
            games=found.games,
            seed=asked.seed,
            result=measured(found.raw),
            adjusted=None if found.adjusted is None else measured(found.adjusted),
        )

    def so_far(games: int, found: Callable[[], DuelResult]) -> None:
        work.so_far(f"{games:,} {kind} of {asked.games:,}", lambda: answered(found()))

    with workers_of(work) as pool:
        if asked.match:
            return answered(match_duel(pair, asked.match, asked.games, asked.seed, pool, note, so_far))
        cube = CubeState(jacoby=asked.jacoby) if asked.cube else None
        return answered(duel(pair, asked.games, asked.seed, cube, True, pool, note, so_far))
