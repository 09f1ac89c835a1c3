"""Answer of a review without an engine: rating, accuracy and losses by game, phase and time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct

from kibitz.core.csv_text import format_csv
from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.exhibits.summaries import AnswerSummary, Fact, ReadingGuide
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import MINUS, format_count
from kibitz.draw.forest_plot import ForestPlot, ForestRow

READING = (
    ("Accuracy", "is computed as lichess does, from the fall of the win percentage with each move. 100 is perfect."),
    (
        "ACPL",
        "is the average centipawn loss. Accuracy and ACPL depend on the positions; a rating also has an interval.",
    ),
    (
        "The rating",
        "is the one of lichess players at this speed who lose as much. It is no FIDE Elo, and not comparable across "
        "speeds.",
    ),
    ("The interval", "contains the player's rating 95 times in 100. One game tells little; ten tell more."),
    ("Loss", "is the mean fall of the win percentage with a move, in points, in positions that are not decided."),
    ("Time trouble", "is less than a tenth of the base time left, plus five increments."),
)


class OnlineRating(Struct, frozen=True, kw_only=True):
    """A rating on the scale of a pool, such as ``lichess rapid``, with its 95 % interval; an end is ``null`` where the
    games do not bound it."""

    pool: str
    rating: float
    low: float | None
    high: float | None

    def format_interval(self) -> str:
        """The interval as text."""
        if self.low is None:
            return "any rating" if self.high is None else f"up to {self.high:.0f}"
        return f"{self.low:.0f} or more" if self.high is None else f"{self.low:.0f} to {self.high:.0f}"

    def format(self) -> str:
        """The rating with its interval as text."""
        return f"{self.rating:.0f} ({self.format_interval()})"


class ReviewedPlayer(Struct, frozen=True, kw_only=True):
    """One player at one speed: games with evaluations, moves, mean accuracy, ACPL over all moves, the mean rating in
    the tags, and the rating by the moves (``null`` at a speed without a scale)."""

    player: str
    speed: str
    n_games: int
    n_moves: int
    accuracy: float
    acpl: float
    tag_rating: float | None
    rating: OnlineRating | None


class ReviewedGame(Struct, frozen=True, kw_only=True):
    """One game of the player: its number in the files from 1, side, opponent, result, accuracy, ACPL and rating."""

    number: int
    date: str
    side: str
    opponent: str
    result: str
    speed: str
    n_moves: int
    accuracy: float
    acpl: int
    tag_rating: int | None
    rating: OnlineRating | None


class MoveGroup(Struct, frozen=True, kw_only=True):
    """Moves of one kind: mean fall of the win percentage in points, its standard error with games as units, and the
    rating that these moves alone give."""

    kind: str
    n_moves: int
    n_games: int
    loss: float
    loss_se: float | None
    rating: OnlineRating | None = None


class TimeCost(Struct, frozen=True, kw_only=True):
    """How much more win percentage, in points, a move loses with half the time left, compared within games."""

    loss: float
    loss_se: float
    n_moves: int


class ReviewAnswer(Answer, frozen=True, kw_only=True, tag="chess.review/1"):
    """Review of games with evaluations. ``players`` are all players by speed; ``player`` is the one reviewed, at
    ``speed``; ``kinds`` are that player's phases and time trouble, ``seconds_left`` and ``seconds_spent`` losses by the
    clock, ``trouble_cost`` the points of accuracy that moves in time trouble cost."""

    files: ClassVar = {"csv": "Write the reviewed games as a CSV table."}

    n_games: int
    n_without_evaluations: int
    player: str
    speed: str
    players: tuple[ReviewedPlayer, ...]
    more_players: int
    games: tuple[ReviewedGame, ...]
    more_games: int
    kinds: tuple[MoveGroup, ...]
    seconds_left: tuple[MoveGroup, ...]
    seconds_spent: tuple[MoveGroup, ...]
    halving: TimeCost | None
    trouble_cost: float | None

    @property
    def reviewed(self) -> ReviewedPlayer:
        """The row of the player and speed that are reviewed."""
        return next(row for row in self.players if (row.player, row.speed) == (self.player, self.speed))

    def explain(self) -> Explanation:
        row = self.reviewed
        rating = "no rating" if row.rating is None else f"{row.rating.pool} {row.rating.format()}"
        headline = f"{row.player}: {rating}, accuracy {row.accuracy:.1f}, ACPL {row.acpl:.0f}."
        return Explanation(headline, tuple(self._reasons()))

    def _reasons(self) -> Iterator[str]:
        row = self.reviewed
        tag = "" if row.tag_rating is None else f"; the tags say {row.tag_rating:.0f}"
        yield f"{format_count(row.n_games, 'game')} and {format_count(row.n_moves, 'move')} count{tag}"
        phases = [group for group in self.kinds[:3] if group.loss_se is not None]
        if len(phases) > 1:
            worst = max(phases, key=lambda group: group.loss)
            yield f"the {worst.kind} costs most: {worst.loss:.1f} points of win percentage a move"
        if self.trouble_cost is not None:
            cost = self.trouble_cost
            verb = f"cost about {cost:.1f} points of accuracy" if cost >= 0.05 else "cost no accuracy"
            yield f"moves in time trouble {verb}"
        if self.halving is not None:
            each = self.halving
            low, high = each.loss - 1.96 * each.loss_se, each.loss + 1.96 * each.loss_se
            text = f"half the time left costs {each.loss:.2f} points a move ({low:.2f} to {high:.2f})"
            yield text.replace("-", MINUS)

    def exhibits(self) -> Iterator[Exhibit]:
        row = self.reviewed
        if row.rating is None:
            answer, figure, name = f"Accuracy {row.accuracy:.1f}", f"{row.acpl:.0f}", "average centipawn loss"
        else:
            answer = f"{row.rating.pool[0].upper()}{row.rating.pool[1:]} {row.rating.rating:.0f}"
            figure, name = row.rating.format_interval(), "95 % interval"
        explanation = self.explain()
        yield AnswerSummary(
            answer=answer,
            figure=figure,
            figure_name=name,
            eyebrow=f"{row.player}, {format_count(row.n_games, 'game')}",
            speaks=False,
            facts=tuple(self._facts()),
            text="\n".join((explanation.headline, *(f"· {reason}." for reason in explanation.reasons))),
        )
        if self.n_without_evaluations:
            yield Note(
                f"{format_count(self.n_without_evaluations, 'game')} without evaluations left out. On lichess, request "
                "a computer analysis before you export.",
                "warning",
            )
        if row.rating is None:
            yield Note(f"The scale has blitz, rapid and classical; {self.speed} games get no rating.", "warning")
        yield from self._kind_exhibits()
        yield self._game_table()
        if self.more_games:
            yield Note(f"{self.more_games:,} more games are not listed; raise top to list them.", "quiet")
        yield from self._time_tables()
        if len(self.players) > 1:
            yield self._player_table()
            if self.more_players:
                yield Note(f"{self.more_players:,} more players are not listed; raise top to list them.", "quiet")
        yield ReadingGuide("How to read this", tuple(Fact("", main, more) for main, more in READING))

    def _facts(self) -> Iterator[Fact]:
        row = self.reviewed
        yield Fact("accuracy", f"{row.accuracy:.1f}", "as on lichess, mean of the games")
        yield Fact("ACPL", f"{row.acpl:.0f}", "centipawns lost a move")
        if row.tag_rating is not None:
            yield Fact("rating in the tags", f"{row.tag_rating:.0f}", "mean of the games")
        if self.trouble_cost is not None:
            yield Fact("time trouble", f"{max(self.trouble_cost, 0.0):.1f}", "points of accuracy lost")

    def _kind_exhibits(self) -> Iterator[Exhibit]:
        rated = [group for group in self.kinds if group.rating is not None]
        if len(rated) > 1:
            yield ForestPlot(
                "Rating by phase and time",
                tuple(
                    ForestRow(
                        group.kind,
                        each.rating,
                        each.low,
                        each.high,
                        format_count(group.n_moves, "move"),
                        (f"{group.loss:.1f}",),
                    )
                    for group in rated
                    if (each := group.rating) is not None
                ),
                ("loss a move",),
                listing=_group_table("Rating by phase and time", "moves", self.kinds, rated=True),
                remark=self.reviewed.rating.pool if self.reviewed.rating is not None else "",
            )
        elif self.kinds:
            yield _group_table("Loss by phase and time", "moves", self.kinds)

    def _game_table(self) -> Table:
        rows = tuple(
            (
                f"{game.opponent} ({game.side})",
                f"{game.accuracy:.1f}",
                f"{game.acpl}",
                "-" if game.rating is None else game.rating.format(),
                game.result,
                game.speed,
                game.date,
                f"{game.number}",
            )
            for game in self.games
        )
        columns = ("opponent", "accuracy", "ACPL", "rating (95 %)", "result", "speed", "date", "game")
        return Table(columns, rows, "Games", left=(0, 4, 5, 6))

    def _time_tables(self) -> Iterator[Exhibit]:
        if self.seconds_left:
            yield _group_table("Loss by time left", "left", self.seconds_left)
        if self.seconds_spent:
            yield _group_table("Loss by time spent on the move", "spent", self.seconds_spent)

    def _player_table(self) -> Table:
        rows = tuple(
            (
                row.player,
                f"{row.accuracy:.1f}",
                f"{row.acpl:.0f}",
                "-" if row.rating is None else row.rating.format(),
                "-" if row.tag_rating is None else f"{row.tag_rating:.0f}",
                row.speed,
                f"{row.n_games}",
            )
            for row in self.players
        )
        columns = ("player", "accuracy", "ACPL", "rating (95 %)", "tag", "speed", "games")
        return Table(columns, rows, "Players", left=(0, 5))

    def file(self, kind: str) -> File:
        names = ("number", "date", "side", "opponent", "result", "speed", "n_moves", "accuracy", "acpl", "tag_rating")
        rows = []
        for game in self.games:
            rated = game.rating
            cells = ("", "", "", "") if rated is None else (rated.pool, rated.rating, rated.low, rated.high)
            rows.append([*("" if (x := getattr(game, name)) is None else x for name in names), *cells])
        return File("review.csv", "text/csv", format_csv((*names, "pool", "rating", "low", "high"), rows))


def _group_table(title: str, name: str, groups: tuple[MoveGroup, ...], rated: bool = False) -> Table:
    rows = tuple(
        (
            group.kind,
            f"{group.n_moves:,}",
            f"{group.loss:.1f}" + (f" ± {1.96 * group.loss_se:.1f}" if group.loss_se is not None else ""),
            *(("-" if group.rating is None else group.rating.format(),) if rated else ()),
        )
        for group in groups
    )
    columns = (name, "number", "loss (points)", *(("rating (95 %)",) if rated else ()))
    return Table(columns, rows, title)
