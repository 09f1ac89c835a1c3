"""Decisions compared with peers, players of the mover's rating: what they play and lose in the same positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from kibitz.core.exhibits import Table
from kibitz.core.exhibits.grids import ChoiceBar, ChoiceFrequencies
from kibitz.core.grades import GradeWord
from kibitz.core.units import Unit, format_chance, format_loss
from kibitz.rate.report.calibration import DifficultyGroup, group_by_difficulty

if TYPE_CHECKING:
    from kibitz.core.decision import Decision
    from kibitz.core.equities import FloatArray
    from kibitz.rate.ratings.scale import Scale
    from kibitz.rate.records.sample import Sample

MAX_MOVE_NUMBER_DIGITS = 4
"""Maximum number of digits of a half-move number."""
MAX_LIKELY_MOVES = 4
"""Number of likely moves to name, in addition to the best one and the one played."""


class PeerChoice(Struct, frozen=True):
    """A move with the chance that players of a rating play it, its loss in pawns, and its grade."""

    move: str
    chance: float
    loss: float
    grade: GradeWord


class ComparedDecision(Struct, frozen=True, kw_only=True):
    """One decision: ``elo`` is the rating of the peers, ``choices`` what they play, the likeliest first,
    ``best_rate`` the chance of a best move, ``expected_loss`` what they lose on average. Values and losses are pawns;
    moves in coordinates are empty where the record has none."""

    decision: str
    player: str
    opponent: str
    position: str
    elo: float
    played: str
    best: str
    played_uci: str
    best_uci: str
    value: float
    chance: float
    best_rate: float
    expected_loss: float
    loss: float
    grade: GradeWord
    choices: tuple[PeerChoice, ...]

    @property
    def is_white(self) -> bool:
        """Whether White is to move."""
        return " w " in self.position

    @property
    def number(self) -> int | None:
        """The number of the move in its game, where the record has it."""
        ply = self.decision.rpartition(":")[2]
        known = ply.isdecimal() and len(ply) <= MAX_MOVE_NUMBER_DIGITS and int(ply) % 2 == self.is_white
        return (int(ply) + 1) // 2 if known else None

    @property
    def name(self) -> str:
        """The move with its number where that is known: ``12... Nf6``."""
        return self.played if self.number is None else f"{self.number}{'.' if self.is_white else '...'} {self.played}"

    @property
    def fen_with_number(self) -> str:
        """The position with the number of the move, which records leave out."""
        return self.position if self.number is None else f"{self.position.rpartition(' ')[0]} {self.number}"


class PeerChances(Struct, frozen=True):
    """A decision's place in the file, the rating of the peers, the chance of each move, and the win chance that they
    lose on average."""

    place: int
    elo: float
    p: tuple[float, ...]
    given_up: float


def peer_chances(
    decisions: Sequence[Decision], everything: Sample, scale: Scale | None, ratings: Mapping[str, float | None]
) -> tuple[PeerChances, ...]:
    """What the peers of each player choose in the player's decisions, in the order of the file.

    ``ratings`` are those of the players; a player without one, or outside the range of the scale, is skipped.
    """
    import numpy as np

    from kibitz.core.errors import InputError
    from kibitz.games.chess.review import win_chance
    from kibitz.rate.agents import agent_of_rating

    rows = []
    for player, rating in ratings.items():
        own = np.flatnonzero(everything.players == player)
        if scale is None or rating is None or not len(own):
            continue
        sample = everything.take(own)
        try:
            chances = agent_of_rating(sample, scale, rating).chances(sample)
        except InputError:
            continue
        for row, place in enumerate(own):
            values = np.array(decisions[int(place)].utilities)
            p = to_record_order(sample, chances, row, len(values))
            wins = win_chance(values)
            rows.append(PeerChances(int(place), rating, tuple(p.tolist()), float(p @ (wins.max() - wins))))
    return tuple(sorted(rows, key=lambda row: row.place))


def to_record_order(sample: Sample, chances: FloatArray, row: int, options: int) -> FloatArray:
    """The chances of one decision's options in the order of its record."""
    import numpy as np

    p = np.zeros(options)
    n = int(sample.counts[row])
    p[sample.order[row, :n]] = chances[row, :n]
    return p


def expected_loss(decision: Decision, result: PeerChances, power: int = 1) -> float:
    """The mean loss of the peers in a decision, in pawns; with ``power`` 2 the mean of its square."""
    top = max(decision.utilities)
    return sum(p * (top - value) ** power for p, value in zip(result.p, decision.utilities, strict=True))


def difficulty_groups(
    player: str, decisions: Sequence[Decision], result: Sequence[PeerChances]
) -> tuple[DifficultyGroup, ...]:
    """One player's expected and actual losses in pawns, from easy decisions to hard ones."""
    own = [each for each in result if decisions[each.place].player == player]
    expected = [expected_loss(decisions[each.place], each) for each in own]
    squares = [expected_loss(decisions[each.place], each, 2) for each in own]
    spread = [max(square - mean**2, 0.0) for square, mean in zip(squares, expected, strict=True)]
    return group_by_difficulty(expected, spread, [decisions[each.place].loss for each in own])


def opponents_by_game(decisions: Sequence[Decision]) -> dict[tuple[str, str], str]:
    """The opponent by game and player, for games with exactly two players."""
    players: dict[str, set[str]] = {}
    for decision in decisions:
        players.setdefault(str(decision.event), set()).add(str(decision.player))
    return {(event, a): b for event, both in players.items() if len(both) == 2 for a in both for b in both if a != b}


def compare_with_peers(decision: Decision, result: PeerChances, opponent: str = "") -> ComparedDecision:
    """A decision with what the peers choose in it."""
    values, p = decision.utilities, result.p
    top = max(values)
    best = values.index(top)
    named = choices_to_name(p, best, int(decision.chosen))
    moves, coordinates = _moves(decision, [best, int(decision.chosen), *named])
    grades = grade_moves(values)
    return ComparedDecision(
        decision=str(decision.id or decision.event),
        player=str(decision.player),
        opponent=opponent,
        position=decision.position,
        elo=result.elo,
        played=moves[1],
        best=moves[0],
        played_uci=coordinates[1],
        best_uci=coordinates[0],
        value=top,
        chance=p[decision.chosen],
        best_rate=sum(x for x, v in zip(p, values, strict=True) if v == top),
        expected_loss=expected_loss(decision, result),
        loss=decision.loss,
        grade=grades[decision.chosen],
        choices=tuple(
            PeerChoice(move, p[k], top - values[k], grades[k]) for move, k in zip(moves[2:], named, strict=True)
        ),
    )


def choices_to_name(p: Sequence[float], best: int, chosen: int) -> list[int]:
    """The likeliest moves, the best one and the one played, the likeliest first."""
    likely = sorted(range(len(p)), key=lambda k: -p[k])[:MAX_LIKELY_MOVES]
    return sorted({*likely, best, chosen}, key=lambda k: -p[k])


def grade_moves(pawns: Sequence[float]) -> list[GradeWord]:
    """The grade of each move of a position, by its loss of win chance."""
    import numpy as np

    from kibitz.core.judgement import THRESHOLDS
    from kibitz.games.chess.review import win_chance

    wins = win_chance(np.array(pawns))
    lost = (wins.max() - wins).tolist()
    return [
        "best" if value == max(pawns) else THRESHOLDS[Unit.WIN].grade(loss).word
        for value, loss in zip(pawns, lost, strict=True)
    ]


def _moves(decision: Decision, places: Sequence[int]) -> tuple[list[str], list[str]]:
    """Moves in algebraic notation where the record has the position, else as recorded; and in coordinates."""
    from kibitz.core.errors import InputError
    from kibitz.games.chess.pgn import python_chess

    if decision.choices is None:
        return [f"option {k + 1}" for k in places], [""] * len(places)
    moves = [str(decision.choices[k]) for k in places]
    if not decision.position:
        return moves, [""] * len(moves)
    try:
        board = python_chess().Board(decision.position)
        return [str(board.san(board.parse_uci(move))) for move in moves], moves
    except (ValueError, InputError):
        return moves, [""] * len(moves)


def choice_frequencies(elo: float, choices: Sequence[PeerChoice]) -> ChoiceFrequencies:
    """What players of a rating choose, with the loss of each move; unnamed moves are one bar."""
    bars = [ChoiceBar(each.move, each.chance, format_loss(each.loss, Unit.PAWNS), each.grade) for each in choices]
    rest = 1.0 - sum(each.chance for each in choices)
    if rest >= 0.0005:
        bars.append(ChoiceBar("other", rest))
    rows = tuple((bar.name, format_chance(bar.chance), bar.cost) for bar in bars)
    return ChoiceFrequencies(
        f"What players of {elo:.0f} choose here", tuple(bars), Table(("move", "chance", "loss"), rows)
    )
