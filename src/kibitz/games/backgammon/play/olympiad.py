"""A round robin of programs in matches, as at the Computer Olympiad of 1989, on the same dice from both seats.

Each match also gives what the players lost by their plays, by kibitz's evaluation without look-ahead, and how often
they slot, hit loose and keep anchors: the style that the paper describes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np

from kibitz.core import FloatArray
from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import Position
from kibitz.games.backgammon.match.record import MatchAction, MatchRecord, replay
from kibitz.games.backgammon.nets.probabilities import swap_sides, weighted_value
from kibitz.games.backgammon.play.duel import estimate_match_share
from kibitz.games.backgammon.play.entrants import Entrant
from kibitz.games.backgammon.play.game import play_match
from kibitz.games.backgammon.search.engine_arrays import new_workspace
from kibitz.games.backgammon.search.searcher import Searcher, shipped_searcher
from kibitz.simulate.executors import Progress, no_progress, run_all
from kibitz.simulate.intervals import Estimate

LOOSE_POINTS = slice(0, 6)
HOME_ANCHORS = slice(18, 24)
STYLE = ("decisions", "loss", "slots", "blitz hits", "anchors", "back games")
"""What is counted of each player: plays with a choice, their loss, and the plays or positions of each kind."""


@dataclass(frozen=True, slots=True)
class OlympiadResult:
    """Matches won and points by pair (row against column), share of matches won, and the counts of `STYLE`."""

    names: tuple[str, ...]
    matches: int
    wins: FloatArray
    points: FloatArray
    shares: tuple[Estimate, ...]
    style: FloatArray


@dataclass(frozen=True, slots=True)
class _Pairing:
    first: int
    second: int
    entrants: tuple[Entrant, Entrant]
    length: int
    seed: np.random.SeedSequence


def play_olympiad(
    entrants: Sequence[Entrant],
    matches: int,
    length: int,
    seed: int,
    executor: Executor | None = None,
    progress: Progress = no_progress,
    on_partial: Callable[[int, Callable[[], OlympiadResult]], None] | None = None,
) -> OlympiadResult:
    """Play ``matches`` (rounded up to pairs) to ``length`` points for each pair of entrants."""
    if len(set(entrants)) < len(entrants):
        raise InputError("players: name each program once")
    pairs = list(combinations(range(len(entrants)), 2))
    # Round by round, so that a partial result has all pairs.
    tasks = [
        _Pairing(i, j, (entrants[i], entrants[j]), length, np.random.SeedSequence(seed, spawn_key=(number, i, j)))
        for number in range(-(-matches // 2))
        for i, j in pairs
    ]
    names = tuple(entrant.player().name for entrant in entrants)

    def report(parts: Sequence[_PairResult]) -> None:
        if on_partial is not None and len(parts) >= len(pairs):
            on_partial(2 * len(parts), partial(_summarise, names, tuple(parts)))

    return _summarise(names, run_all(_play_pair, tasks, executor, progress, report))


@dataclass(frozen=True, slots=True)
class _PairResult:
    """Two matches on the same dice: who played, matches won by the first, points of both, and their style."""

    first: int
    second: int
    wins: int
    points: tuple[int, int]
    style: FloatArray


def _play_pair(task: _Pairing) -> _PairResult:
    players = task.entrants[0].player(), task.entrants[1].player()
    room, judge = new_workspace(memory=1 << 4), shipped_searcher()
    dice_seed = int(task.seed.generate_state(1)[0])
    wins, points, style = 0, [0, 0], np.zeros((2, len(STYLE)))
    for seat, chance in enumerate(task.seed.spawn(2)):
        order = players if seat == 0 else (players[1], players[0])
        winner, record = play_match(order, task.length, dice_seed, np.random.default_rng(chance), room)
        wins += (winner == 0) == (seat == 0)
        for game in record.games:
            points[game.winner ^ seat] += game.points
        counts = count_style(record, judge)
        style += counts if seat == 0 else counts[::-1]
    return _PairResult(task.first, task.second, wins, (points[0], points[1]), style)


def count_style(record: MatchRecord, judge: Searcher) -> FloatArray:
    """The counts of `STYLE` of both players of a match; losses are cubeless money equity at 0 plies."""
    counts = np.zeros((2, len(STYLE)))
    for moment in replay(record):
        if moment.event.act is not MatchAction.PLAY or moment.played is None or moment.event.dice is None:
            continue
        boards = judge.results(moment.position, moment.event.dice)
        if len(boards) < 2:
            continue
        values = weighted_value(swap_sides(judge.static(boards)))
        chosen = (boards == moment.played.after.to_array()).all(axis=(1, 2))
        mine = counts[moment.event.player]
        mine[0] += 1
        mine[1] += float(values.max() - values[chosen].max())
        mine[2:] += style_of_play(moment.position, moment.played.after.swap_sides())
    return counts


def style_of_play(before: Position, after: Position) -> FloatArray:
    """Whether a play slots, hits loose in the home board, keeps an anchor, and keeps a back game; 0 or 1 each.

    Both positions are the mover's. A slot is a new blot on an empty own point from 4 to 7 that a checker can hit. A
    back game holds two anchors in the opponent's home board and is at least 40 pips behind.
    """
    slots = after.has_contact and any(after.own[i] == 1 and before.own[i] == 0 for i in range(3, 7))
    hit = after.opponent[24] > before.opponent[24]
    blitz = hit and any(n == 1 for n in after.own[LOOSE_POINTS])
    anchors = sum(n >= 2 for n in after.own[HOME_ANCHORS])
    behind = after.pips[0] - after.pips[1] >= 40
    return np.array([slots and not hit, blitz, anchors > 0, anchors > 1 and behind], dtype=np.float64)


def _summarise(names: tuple[str, ...], parts: Sequence[_PairResult]) -> OlympiadResult:
    n = len(names)
    wins, points, style = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, len(STYLE)))
    shares: list[list[float]] = [[] for _ in names]
    for part in parts:
        i, j = part.first, part.second
        wins[i, j] += part.wins
        wins[j, i] += 2 - part.wins
        points[i, j] += part.points[0]
        points[j, i] += part.points[1]
        shares[i].append(part.wins / 2)
        shares[j].append(1 - part.wins / 2)
        style[i] += part.style[0]
        style[j] += part.style[1]
    played = 2 * len(parts) // max(1, n * (n - 1) // 2)
    return OlympiadResult(
        names, played, wins, points, tuple(estimate_match_share(np.array(share)) for share in shares), style
    )
