"""Typed answers about backgammon: a position's worth, plays, the cube, rollouts and a match reviewed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.counsel import Counsel
from kibitz.core.exhibits import SHOWN, Board, Exhibit, Note, Table, loss_words
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import Unit, format_amount, format_chance


class Chances(Struct, frozen=True):
    """Chances of the player on roll; wins include gammons, those include backgammons."""

    win: float
    win_g: float
    win_bg: float
    lose_g: float
    lose_bg: float

    def words(self) -> tuple[str, ...]:
        """The five as people read them."""
        return tuple(format_chance(x) for x in (self.win, self.win_g, self.win_bg, self.lose_g, self.lose_bg))


HEADINGS = ("win", "gammon", "backgammon", "lose gammon", "lose bg")


class EvaluateAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.evaluate/1"):
    """A position before the roll: chances and equities of the player on roll, in points a unit of cube."""

    position: str
    plies: int
    win: float
    win_g: float
    win_bg: float
    lose_g: float
    lose_bg: float
    equity: float
    cubeful: float
    action: str

    def chances(self) -> Chances:
        """The five chances."""
        return Chances(self.win, self.win_g, self.win_bg, self.lose_g, self.lose_bg)

    def told(self) -> Explanation:
        worth = format_amount(self.equity, Unit.EQUITY)
        return Explanation(
            f"The player on roll wins {format_chance(self.win)}: {worth} without the cube, "
            f"{format_amount(self.cubeful, Unit.EQUITY)} with it.",
            (f"the cube: {self.action}",),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        yield Board("backgammon", self.position)
        yield Note(self.told().headline, "strong")
        yield Table(HEADINGS, (self.chances().words(),), left=())
        yield Note(f"The cube: {self.action}.")


class Move(Struct, frozen=True):
    """One play: the mover's equity and loss, his chances, and the Position ID after it with the opponent on roll."""

    notation: str
    equity: float
    loss: float
    probabilities: Chances
    position_id: str
    plies: int


class MoveAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.move/1"):
    """All plays of a roll, best first."""

    position: str
    dice: str
    best: str
    counsel: Counsel
    moves: tuple[Move, ...]

    def exhibits(self) -> Iterator[Exhibit]:
        yield Board("backgammon", self.position)
        yield self.counsel
        rows = tuple(
            (move.notation, format_amount(move.equity, Unit.EQUITY), loss_words(move.loss, Unit.EQUITY),
             *move.probabilities.words(), str(move.plies))
            for move in self.moves[:SHOWN]
        )  # fmt: skip
        yield Table(("play", "equity", "loss", *HEADINGS, "plies"), rows, strong=(0,))
        if len(self.moves) > SHOWN:
            yield Note(f"and {len(self.moves) - SHOWN} more plays", "quiet")


class CubePoint(Struct, frozen=True):
    """Winning chances at which decisions change, gammon rates held fixed; none where there is no such point."""

    take: float
    double: float | None
    cash: float | None
    too_good: float | None


class CubeAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.cube/1"):
    """The doubling decision, equities a unit of cube for the player on roll; ``take`` counsels the player doubled."""

    position: str
    plies: int
    action: str
    no_double: float
    double_take: float
    double_pass: float
    probabilities: Chances
    points: CubePoint
    counsel: Counsel
    take: Counsel

    def exhibits(self) -> Iterator[Exhibit]:
        yield Board("backgammon", self.position)
        yield self.counsel
        options = (
            ("no double", self.no_double),
            ("double, take", self.double_take),
            ("double, pass", self.double_pass),
        )
        yield Table(("", "equity"), tuple((name, format_amount(worth, Unit.EQUITY)) for name, worth in options))
        yield Table(HEADINGS, (self.probabilities.words(),), left=())
        known = {"take": self.points.take, "double": self.points.double, "cash": self.points.cash,
                 "too good": self.points.too_good}  # fmt: skip
        words = ", ".join(f"{name} from {format_chance(p)}" for name, p in known.items() if p is not None)
        yield Note(f"Points: {words}.", "quiet")


class RolloutAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.rollout/1"):
    """A position played out: mean chances and worth of the player on roll, with standard errors."""

    position: str
    trials: int
    seed: int
    probabilities: Chances
    errors: Chances
    worth: float
    worth_se: float

    def told(self) -> Explanation:
        worth = format_amount(self.worth, Unit.EQUITY)
        return Explanation(f"{worth} ± {self.worth_se:.3f} over {self.trials:,} games, luck taken off.")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Board("backgammon", self.position)
        yield Note(self.told().headline, "strong")
        pairs = zip(self.probabilities.words(), self.errors.words(), strict=True)
        yield Table(HEADINGS, (tuple(f"{mean} ± {error}" for mean, error in pairs),), left=())


class Reviewed(Struct, frozen=True):
    """One decision of a match with its loss, in points or normalised match equity."""

    game: int
    number: int
    player: str
    kind: str
    position: str
    chosen: str
    best: str
    loss: float
    grade: Literal["best", "fine", "inaccuracy", "mistake", "blunder"]


class PlayerReviewed(Struct, frozen=True):
    """One player: decisions that count, errors by plays and cube, PR (500 times the mean error), and luck apart."""

    name: str
    decisions: int
    play_error: float
    cube_error: float
    pr: float
    luck: float
    blunders: int


class ReviewAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.review/1"):
    """A match reviewed; ``records`` are decisions for ``kibitz rate``, in JSON only on request."""

    files: ClassVar = {"decisions": "Write the decisions here, as JSON lines for kibitz rate."}

    plies: int
    players: tuple[PlayerReviewed, ...]
    decisions: tuple[Reviewed, ...]
    records: tuple[str, ...] = ()

    def brief(self) -> Self:
        """Without the records."""
        return replace(self, records=())

    def told(self) -> Explanation:
        best = min(self.players, key=lambda player: player.pr)
        words = tuple(f"{p.name}: PR {p.pr:.2f}, luck {format_amount(p.luck, Unit.EQUITY)}" for p in self.players)
        return Explanation(f"{best.name} played better: PR {best.pr:.2f}.", words)

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.told().headline, "strong")
        rows = tuple(
            (p.name, f"{p.decisions:,}", f"{p.play_error:.3f}", f"{p.cube_error:.3f}", f"{p.pr:.2f}",
             format_amount(p.luck, Unit.EQUITY), str(p.blunders))
            for p in self.players
        )  # fmt: skip
        yield Table(("player", "decisions", "play errors", "cube errors", "PR", "luck", "blunders"), rows)
        worst = sorted((d for d in self.decisions if d.grade in ("mistake", "blunder")), key=lambda d: -d.loss)[:SHOWN]
        if worst:
            lines = tuple(
                (f"{d.game}.{d.number}", d.player, d.chosen, d.best, loss_words(d.loss, Unit.EQUITY)) for d in worst
            )
            yield Table(("turn", "player", "played", "best was", "loss"), lines, left=(0, 1, 2, 3))

    def file(self, kind: str) -> File:
        return File("decisions.jsonl", "application/jsonl", "".join(f"{line}\n" for line in self.records).encode())
