"""A recorded match: its games, and in each the events in order; replaying gives every decision with its position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import START, Position
from kibitz.games.backgammon.cube.state import CubeState, Owner
from kibitz.games.backgammon.moves.dice import Dice
from kibitz.games.backgammon.moves.legal import Play
from kibitz.games.backgammon.notation.play import parse_play

NOT_PLAYED = "????"
"""The play of a roll after which a player resigned; the game ends there."""


class MatchAction(Enum):
    """An action of a player."""

    PLAY = "play"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"


@dataclass(frozen=True, slots=True)
class Event:
    """One action of player 0 or 1: a play has dice and text, doubles and beavers have the new cube."""

    player: int
    act: MatchAction
    dice: Dice | None = None
    play: str = ""
    cube: int = 0


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """One game: the score before it, the events, who won how many points (``winner`` -1 if it was not finished)."""

    scores: tuple[int, int]
    events: tuple[Event, ...]
    winner: int = -1
    points: int = 0


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match to ``length`` points (0: money) between two named players, with the tags of its file.

    ``crawford_over`` says that the Crawford game came before the first game of the record.
    """

    length: int
    players: tuple[str, str]
    games: tuple[RecordedGame, ...]
    tags: tuple[tuple[str, str], ...] = ()
    crawford_over: bool = False


@dataclass(frozen=True, slots=True)
class ReplayedEvent:
    """One event with position and state from the player's side (for take or drop: from the doubler's)."""

    game: int
    number: int
    event: Event
    position: Position
    state: CubeState
    played: Play | None = None


def is_crawford_game(match: MatchRecord, index: int) -> bool:
    """Whether a game is the Crawford game: the first with a player one point from winning."""
    if match.length < 2 or match.crawford_over:
        return False
    at = [match.length - 1 in game.scores for game in match.games]
    return at[index] and not any(at[:index])


def replay(match: MatchRecord, only: int | None = None) -> Iterator[ReplayedEvent]:
    """Every event of a match, or ``only`` of one game, with its position; an illegal one raises `InputError`."""
    for index, game in enumerate(match.games):
        if only is not None and index != only:
            continue
        try:
            yield from _replay_game(match, index)
        except InputError as error:
            raise InputError(f"game {index + 1} at {game.scores[0]}-{game.scores[1]}: {error}") from None


def _replay_game(match: MatchRecord, index: int) -> Iterator[ReplayedEvent]:
    game = match.games[index]
    position, on_roll, cube, owner = START, -1, 1, -1
    doubling = False
    beavers = any(event.act is MatchAction.BEAVER for event in game.events)
    for number, event in enumerate(game.events):
        player = event.player
        if event.act in (MatchAction.PLAY, MatchAction.DOUBLE) and on_roll >= 0 and player != on_roll:
            # Records leave out the turn of a player who cannot move; only then may the other one go on.
            position = position.swap_sides()
        on_roll = player if event.act in (MatchAction.PLAY, MatchAction.DOUBLE) else on_roll
        if on_roll < 0:
            raise InputError(f"event {number + 1}: an answer needs a double before it")
        view = Owner.CENTRED if owner < 0 else Owner.OWN if owner == on_roll else Owner.OPPONENT
        own, other = (game.scores[on_roll], game.scores[1 - on_roll]) if match.length else (0, 0)
        state = CubeState(
            match.length,
            own,
            other,
            cube,
            view,
            is_crawford_game(match, index),
            beavers=beavers,
        )
        try:
            if event.act is MatchAction.PLAY:
                if doubling or event.dice is None:
                    raise InputError("a double must be answered before the next play")
                if event.play == NOT_PLAYED:
                    return
                played = parse_play(event.play, position, event.dice)
                yield ReplayedEvent(index, number, event, position, state, played)
                position, on_roll = played.after, 1 - player
                continue
            if event.act is MatchAction.DOUBLE:
                if not state.may_double:
                    raise InputError("the rules do not allow this double")
            elif not doubling or player == on_roll:
                raise InputError("an answer needs a double before it")
            elif event.act is MatchAction.BEAVER and match.length:
                raise InputError("matches do not allow beavers")
        except InputError as error:
            raise InputError(f"event {number + 1}: {error}") from None
        yield ReplayedEvent(index, number, event, position, state)
        doubling = event.act is MatchAction.DOUBLE
        if event.act in (MatchAction.TAKE, MatchAction.BEAVER):
            cube, owner = (2 if event.act is MatchAction.TAKE else 4) * cube, player
