"""Review of games with evaluations, without an engine: games are read twice, one by one, in bounded memory.

The first reading keeps a few numbers of every side of a game, the second the moves of the player reviewed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kibitz.core import Document, FloatArray, InputError
from kibitz.core.units import format_count
from kibitz.core.work import WorkContext
from kibitz.games.chess.accuracy import SideAccuracy, game_accuracy
from kibitz.games.chess.annotated_games import AnnotatedGame, stream_games
from kibitz.games.chess.kind_scale import KINDS, KindScale, load_kind_scale
from kibitz.games.chess.loss_breakdown import (
    LossGroup,
    SideMoves,
    group_by_kind,
    group_by_seconds,
    halving_cost,
    side_moves,
    trouble_cost,
)
from kibitz.games.chess.online_scale import (
    RATING_GRID,
    SPEEDS,
    EvaluationRating,
    EvaluationScale,
    load_evaluation_scale,
    side_features,
)
from kibitz.games.chess.people.annotated_answer import (
    MoveGroup,
    OnlineRating,
    ReviewAnswer,
    ReviewedGame,
    ReviewedPlayer,
    TimeCost,
)

if TYPE_CHECKING:
    from kibitz.games.chess import questions

MIN_PLIES = 4
"""Evaluated plies that a game needs to count."""
MAX_SIDES = 1_000_000
REPORT_EVERY = 200
UNKNOWN_SPEED = "unknown"
ANONYMOUS = frozenset({"", "?"})


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One side of one game: number of the game, player, speed, accuracy, rating in the tags, and features."""

    number: int
    white: bool
    player: str
    speed: str
    accuracy: SideAccuracy
    tag_rating: int | None
    features: FloatArray | None


def answer_review(request: questions.ReviewRequest, work: WorkContext) -> ReviewAnswer:
    """The answer to `questions.ReviewRequest`."""
    sides: list[_Side] = []
    n_games = n_without = 0
    for number, game in _number_games(request.games):
        n_games = number
        if number % REPORT_EVERY == 0:
            work.progress(0, 0, f"{number:,} games read")
        if game.n_evaluated < MIN_PLIES:
            n_without += 1
            continue
        sides += _sides_of(game, number)
        if len(sides) > MAX_SIDES:
            raise InputError(f"games: give at most {MAX_SIDES // 2:,} games with evaluations")
    if not sides:
        raise InputError(
            f"games: {format_count(n_games, 'game')}, none with [%eval] comments; request a computer analysis on "
            "lichess before you export, or use kibitz chess rate with an engine"
        )
    player = _choose_player(sides, request.player)
    own = [side for side in sides if side.player == player]
    speed = Counter(side.speed for side in own).most_common(1)[0][0]
    at_speed = {side.number: side for side in own if side.speed == speed}
    wanted = {side.number: side for side in own}
    scale, kinds = load_evaluation_scale(), load_kind_scale()
    moves: list[SideMoves] = []
    rows: list[ReviewedGame] = []
    for number, game in _number_games(request.games):
        if number in wanted:
            rows.append(_review_game(game, wanted[number], scale))
        if number in at_speed:
            moves.append(side_moves(game, at_speed[number].white))
    players = _rate_players(sides, scale)
    shown = _keep_reviewed(players, player, speed, request.top)
    halving = halving_cost(moves)
    return ReviewAnswer(
        n_games=n_games,
        n_without_evaluations=n_without,
        player=player,
        speed=speed,
        players=shown,
        more_players=len(players) - len(shown),
        games=tuple(rows[: request.top]),
        more_games=max(len(rows) - request.top, 0),
        kinds=tuple(_rate_kind(group, moves, speed, kinds, scale) for group in group_by_kind(moves)),
        seconds_left=tuple(map(_to_move_group, group_by_seconds(moves))),
        seconds_spent=tuple(map(_to_move_group, group_by_seconds(moves, spent=True))),
        halving=None
        if halving is None
        else TimeCost(loss=halving.drop, loss_se=halving.standard_error, n_moves=halving.n_moves),
        trouble_cost=trouble_cost(moves),
    )


def _number_games(sources: Sequence[Document]) -> Iterator[tuple[int, AnnotatedGame]]:
    number = 0
    for source in sources:
        try:
            for game in stream_games(source):
                number += 1
                yield number, game
        except InputError as error:
            text = str(error)
            raise InputError(text if text.startswith(source.name) else f"{source.name}: {text}") from None


def _name(game: AnnotatedGame, white: bool) -> str:
    return game.tags.get("White" if white else "Black", "").strip()


def _sides_of(game: AnnotatedGame, number: int) -> Iterator[_Side]:
    both = game_accuracy(game.centipawns[: game.n_evaluated], game.white_starts)
    for white, accuracy in zip((True, False), both, strict=True):
        name = _name(game, white)
        if accuracy.accuracy is None or name in ANONYMOUS:
            continue
        speed = game.speed or UNKNOWN_SPEED
        features = side_features(game, white) if speed in SPEEDS else None
        yield _Side(number, white, name, speed, accuracy, game.rating(white), features)


def _choose_player(sides: Sequence[_Side], wanted: str | None) -> str:
    """The player of that name, or of that part of a name; by default the one with most games."""
    count = Counter(side.player for side in sides)
    if wanted is None:
        return min(count, key=lambda name: (-count[name], name))
    low = wanted.lower()
    names = [name for name in count if name.lower() == low] or sorted(name for name in count if low in name.lower())
    if len(names) != 1:
        some = ", ".join(sorted(names or count)[:5])
        found = "nobody" if not names else "several players"
        raise InputError(f"player: {found} named {wanted!r} in these games; choose from {some}")
    return names[0]


def _rate(scale: EvaluationScale, sides: Sequence[_Side]) -> OnlineRating | None:
    features = [side.features for side in sides if side.features is not None]
    speed = next((name for name in SPEEDS if name == sides[0].speed), None)
    return None if speed is None or not features else _to_online_rating(scale.rate(np.array(features), speed))


def _to_online_rating(rated: EvaluationRating) -> OnlineRating:
    return OnlineRating(
        pool=rated.pool,
        rating=rated.value,
        low=rated.low if rated.low > RATING_GRID[0] else None,
        high=rated.high if rated.high < RATING_GRID[-1] else None,
    )


def _rate_players(sides: Sequence[_Side], scale: EvaluationScale) -> list[ReviewedPlayer]:
    """All players by speed, those with most games first."""
    groups: dict[tuple[str, str], list[_Side]] = {}
    for side in sides:
        groups.setdefault((side.player, side.speed), []).append(side)
    rows = []
    for (player, speed), own in groups.items():
        moves = np.array([side.accuracy.n_moves for side in own])
        tags = [side.tag_rating for side in own if side.tag_rating is not None]
        rows.append(
            ReviewedPlayer(
                player=player,
                speed=speed,
                n_games=len(own),
                n_moves=int(moves.sum()),
                accuracy=float(np.mean([side.accuracy.accuracy for side in own])),
                acpl=float(np.array([side.accuracy.acpl for side in own]) @ moves / moves.sum()),
                tag_rating=float(np.mean(tags)) if tags else None,
                rating=_rate(scale, own),
            )
        )
    return sorted(rows, key=lambda row: (-row.n_games, row.player, row.speed))


def _keep_reviewed(rows: list[ReviewedPlayer], player: str, speed: str, top: int) -> tuple[ReviewedPlayer, ...]:
    """The first rows, with that of the player reviewed in any case."""
    own = [row for row in rows if (row.player, row.speed) == (player, speed)]
    return tuple(own + [row for row in rows if row is not own[0]])[: max(top, 1)]


def _review_game(game: AnnotatedGame, side: _Side, scale: EvaluationScale) -> ReviewedGame:
    accuracy, acpl = side.accuracy.accuracy, side.accuracy.acpl
    assert accuracy is not None
    assert acpl is not None
    return ReviewedGame(
        number=side.number,
        date=game.tags.get("UTCDate", game.tags.get("Date", "")).replace(".", "-"),
        side="White" if side.white else "Black",
        opponent=_name(game, not side.white) or "?",
        result=game.tags.get("Result", "*"),
        speed=side.speed,
        n_moves=side.accuracy.n_moves,
        accuracy=accuracy,
        acpl=acpl,
        tag_rating=side.tag_rating,
        rating=_rate(scale, [side]),
    )


def _to_move_group(group: LossGroup, rating: OnlineRating | None = None) -> MoveGroup:
    return MoveGroup(
        kind=group.name,
        n_moves=group.n_moves,
        n_games=group.n_games,
        loss=group.mean_drop,
        loss_se=group.standard_error,
        rating=rating,
    )


def _rate_kind(
    group: LossGroup, moves: Sequence[SideMoves], speed: str, kinds: KindScale, pool: EvaluationScale
) -> MoveGroup:
    known = next((name for name in SPEEDS if name == speed), None)
    assert group.name in KINDS
    rated = None if known is None else kinds.rate(moves, group.name, known, pool)
    return _to_move_group(group, None if rated is None else _to_online_rating(rated))
