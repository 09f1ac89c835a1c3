"""One game or match between two players, with given dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from kibitz.games.backgammon.board.position import START, Boards, Position
from kibitz.games.backgammon.cube.state import CubeState, Owner
from kibitz.games.backgammon.match.record import Event, MatchAction, MatchRecord, RecordedGame
from kibitz.games.backgammon.moves.dice import Dice
from kibitz.games.backgammon.moves.legal import legal_plays
from kibitz.games.backgammon.notation.play import format_play
from kibitz.games.backgammon.play.players import Player
from kibitz.games.backgammon.search.engine_arrays import SearchWorkspace

MAX_TURNS = 2000
"""A game longer than this counts as a draw with no points; it does not happen between players who move forward."""


@dataclass(slots=True)
class Turn:
    """One turn: the mover, the board before it, the roll, and the board after it with the opponent on roll."""

    player: int
    board: Boards
    dice: Dice
    after: Boards


@dataclass(slots=True)
class FinishedGame:
    """A finished game: points won by player 0 (below 0: by player 1), its turns and all events."""

    points: int
    turns: list[Turn] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


def dice_stream(rng: np.random.Generator) -> Iterator[Dice]:
    """Endless rolls; the first one is never a double, since it decides who starts."""
    first = rng.permutation(6)[:2] + 1
    yield int(first.max()), int(first.min())
    while True:
        for a, b in rng.integers(1, 7, size=(64, 2)).tolist():
            yield max(a, b), min(a, b)


def play_game(
    players: tuple[Player, Player],
    starter: int,
    dice: Iterator[Dice],
    rng: np.random.Generator,
    room: SearchWorkspace,
    state: CubeState | None = None,
    keep: bool = True,
) -> FinishedGame:
    """Play one game; ``state`` is the score seen by player 0 (``None``: money without a cube).

    ``keep`` records the turns, for luck and reviews.
    """
    from kibitz.games.backgammon.moves.kernels import legal_results

    board, player = START.to_array(), starter
    played = FinishedGame(0)
    seen = state if state is None or player == 0 else state.swap_sides()
    for number in range(MAX_TURNS):
        cubeless = seen if seen is not None else CubeState()
        if seen is not None and number and seen.may_double and players[player].doubles(board, seen, rng):
            played.events.append(Event(player, MatchAction.DOUBLE, cube=2 * seen.cube))
            if not players[1 - player].takes(board, seen, rng):
                played.events.append(Event(1 - player, MatchAction.DROP))
                played.points = seen.cube * (1 if player == 0 else -1)
                return played
            played.events.append(Event(1 - player, MatchAction.TAKE))
            seen = cubeless = seen.after_double()
        high, low = next(dice)
        n = legal_results(board, high, low, room.results[0], room.hashes[0])
        results = room.results[0, :n].copy() if n else np.ascontiguousarray(board[::-1])[None]
        pick = players[player].choose(board, results, cubeless, rng) if n > 1 else 0
        after = results[pick]
        if keep:
            played.turns.append(Turn(player, board, (high, low), after))
            played.events.append(Event(player, MatchAction.PLAY, (high, low)))
        if not after[1].any():
            cube = 1 if seen is None else seen.cube
            points = cube * -Position.from_array(after).winner_points
            if seen is not None and seen.jacoby and seen.owner is Owner.CENTRED and not seen.length:
                points = cube
            played.points = points if player == 0 else -points
            return played
        board, player = after, 1 - player
        seen = None if seen is None else seen.swap_sides()
    return played


def play_match(
    players: tuple[Player, Player], length: int, dice_seed: int, rng: np.random.Generator, room: SearchWorkspace
) -> tuple[int, MatchRecord]:
    """Play a match to ``length`` points; returns the winner and the record.

    The dice of game g depend on ``dice_seed`` and g alone, so that a second match with seats exchanged sees the same.
    """
    scores, crawford_done = [0, 0], False
    games: list[RecordedGame] = []
    while max(scores) < length:
        crawford = length > 1 and not crawford_done and length - 1 in scores
        crawford_done |= crawford
        state = CubeState(length, scores[0], scores[1], crawford=crawford)
        game_rng = np.random.default_rng(np.random.SeedSequence(dice_seed, spawn_key=(len(games),)))
        starter = int(game_rng.integers(2))
        played = play_game(players, starter, dice_stream(game_rng), rng, room, state)
        winner = 0 if played.points > 0 else 1
        points = abs(played.points)
        games.append(RecordedGame((scores[0], scores[1]), tuple(recorded_events(played)), winner, points))
        scores[winner] += points
    return int(scores[1] > scores[0]), MatchRecord(length, (players[0].name, players[1].name), tuple(games))


def recorded_events(played: FinishedGame) -> list[Event]:
    """All events in order, plays with their notation."""
    turns = iter(played.turns)
    events = []
    for event in played.events:
        if event.act is MatchAction.PLAY:
            turn = next(turns)
            key = (tuple(turn.after[0].tolist()), tuple(turn.after[1].tolist()))
            plays = legal_plays(Position.from_array(turn.board), turn.dice)
            steps = next(play.steps for play in plays if (play.after.own, play.after.opponent) == key)
            event = replace(event, play=format_play(steps))
        events.append(event)
    return events
