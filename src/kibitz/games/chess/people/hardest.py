"""The hardest decisions of a file: where people of the mover's rating are expected to lose most, and what they play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Exhibit, Note, Table
from kibitz.core.units import Unit, format_chance, format_loss

if TYPE_CHECKING:
    from kibitz.core.decision import Decision
    from kibitz.core.ids import ChoiceIndex
    from kibitz.rate.ratings.scale import Scale
    from kibitz.rate.records.sample import Sample

LIKELY = 3
"""Moves named beside the one played."""


class HardDecision(Struct, frozen=True, kw_only=True):
    """One decision: ``elo`` is the rating of the people compared with, ``likely`` what they play most often with the
    chance of each, ``best_rate`` the chance of a best move; losses are pawns, ``expected_loss`` on average."""

    decision: str
    player: str
    position: str
    elo: float
    played: str
    best: str
    chance: float
    best_rate: float
    expected_loss: float
    loss: float
    likely: tuple[tuple[str, float], ...]


def hardest_decisions(
    decisions: Sequence[Decision],
    everything: Sample,
    scale: Scale | None,
    ratings: Mapping[str, float | None],
    most: int,
) -> tuple[HardDecision, ...]:
    """The decisions in which people of the mover's rating are expected to give up the most win chance, hardest first.

    ``ratings`` are those found for the players; who has none, or is outside what the scale can tell, is left out.
    """
    import numpy as np

    from kibitz.core.errors import InputError
    from kibitz.games.chess.review import win_chance
    from kibitz.rate.agents import rated_agent

    if scale is None or not most:
        return ()
    rows: list[tuple[float, int, float, list[float]]] = []
    for player, rating in ratings.items():
        own = np.flatnonzero(everything.players == player)
        if rating is None or not len(own):
            continue
        sample = everything.take(own)
        try:
            chances = rated_agent(sample, scale, rating).chances(sample)
        except InputError:
            continue
        for row, place in enumerate(own):
            known = decisions[int(place)]
            p = np.zeros(len(known.utilities))
            n = int(sample.counts[row])
            p[sample.order[row, :n]] = chances[row, :n]
            worth = np.array(known.utilities)
            wins = win_chance(worth)
            rows.append((float(p @ (wins.max() - wins)), int(place), rating, p.tolist()))
    rows.sort(key=lambda each: -each[0])
    return tuple(_hard(decisions[place], rating, p) for _, place, rating, p in rows[:most])


def _hard(decision: Decision, rating: float, p: Sequence[float]) -> HardDecision:
    worth = decision.utilities
    expected = sum(x * (max(worth) - v) for x, v in zip(p, worth, strict=True))
    order = sorted(range(len(p)), key=lambda k: -p[k])[:LIKELY]
    best = max(range(len(worth)), key=lambda k: worth[k])
    return HardDecision(
        decision=str(decision.id or decision.event), player=str(decision.player), position=decision.position,
        elo=rating, played=_move(decision, decision.chosen), best=_move(decision, best),
        chance=p[decision.chosen], best_rate=sum(x for x, v in zip(p, worth, strict=True) if v == worth[best]),
        expected_loss=expected, loss=decision.loss, likely=tuple((_move(decision, k), p[k]) for k in order),
    )  # fmt: skip


def _move(decision: Decision, index: int | ChoiceIndex) -> str:
    """A move in the notation of the game where the record tells the position, else as it stands."""
    from kibitz.core.errors import InputError
    from kibitz.games.chess.pgn import python_chess

    if decision.choices is None:
        return f"option {int(index) + 1}"
    move = str(decision.choices[index])
    if not decision.position:
        return move
    try:
        board = python_chess().Board(decision.position)
        return str(board.san(board.parse_uci(move)))
    except (ValueError, InputError):
        return move


def hardest_exhibits(found: Sequence[HardDecision]) -> Iterator[Exhibit]:
    """The hardest decisions as a table."""
    if not found:
        return
    yield Note("The hardest decisions, and what people of the mover's rating would have played:", "strong")
    yield Table(
        ("decision", "player", "played", "cost", "best", "found by", "expected", "most often played"),
        tuple((row.decision, f"{row.player} ({row.elo:.0f})", row.played, format_loss(row.loss, Unit.PAWNS), row.best,
               format_chance(row.best_rate), format_loss(row.expected_loss, Unit.PAWNS),
               ", ".join(f"{move} {format_chance(chance)}" for move, chance in row.likely)) for row in found),
        left=(0, 1, 2, 4, 7),
    )  # fmt: skip
