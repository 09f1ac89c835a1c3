"""A recorded game: clues in the order played, who answered, wagers, and the scores that were noted.

Money is as aired. Before 26 November 2001 clues were worth half as much; models use today's dollars, so `scale`
is the factor between the two.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.core.errors import InputError
from kibitz.games.jeopardy.board import ALL_SQUARES, Square, row_of
from kibitz.games.jeopardy.position import DecisionKind, Position
from kibitz.games.jeopardy.show import (
    COLUMNS,
    DAILY_DOUBLES,
    ROUNDS,
    ROWS,
    SEATS,
    Dollars,
    Era,
    Rules,
    Seat,
    Ties,
    check_scores,
    era_of,
)

DOLLARS_DOUBLED_DATE = "2001-11-26"
TIEBREAKER_DATE = "2014-11-24"
"""Air dates from which clues were worth twice as much, and ties were broken by one more clue."""

Scores = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class RecordedClue:
    """One clue: where it lay, what was wagered on it if it hid a Daily Double, and who answered, seats from 0.

    ``row`` alone is known where only running scores were noted, and neither where nobody answered there.
    """

    round_: int
    row: int | None
    column: int | None
    wager: int | None = None
    wrong: tuple[int, ...] = ()
    right: int | None = None

    def __post_init__(self) -> None:
        if self.round_ not in ROUNDS:
            raise InputError(f"round: must be 1 or 2, not {self.round_}")
        if not (self.row is None or 1 <= self.row <= ROWS) or not (self.column is None or 1 <= self.column <= COLUMNS):
            raise InputError(
                f"clue: must be in row 1 to {ROWS} and column 1 to {COLUMNS}, not {self.row}, {self.column}"
            )
        seats = [*self.wrong, *([] if self.right is None else [self.right])]
        if len(set(seats)) != len(seats) or not all(0 <= seat < SEATS for seat in seats):
            raise InputError("clue: each of the three players may answer at most once")
        if self.wager is not None and (len(seats) != 1 or self.wager < 0):
            raise InputError("Daily Double: give one player who answers, and a wager of at least $0")

    @property
    def is_daily_double(self) -> bool:
        """Whether it hid a Daily Double."""
        return self.wager is not None

    @property
    def finder(self) -> int:
        """Who answered a Daily Double."""
        return self.wrong[0] if self.right is None else self.right


@dataclass(frozen=True, slots=True)
class RecordedWager:
    """A wager in Final Jeopardy, and whether the answer was right."""

    wager: int
    right: bool


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """Three players from the left, the clues in the order played, and the scores noted after each round and at the
    end. ``bets`` are those of Final, ``None`` for a player who took no part; ``tiebreaker`` is who answered it."""

    players: tuple[str, str, str]
    clues: tuple[RecordedClue, ...]
    round_1: Scores
    round_2: Scores
    final: Scores
    bets: tuple[RecordedWager | None, RecordedWager | None, RecordedWager | None]
    date: str = ""
    show: int | None = None
    tiebreaker: int | None = None
    notes: tuple[str, ...] = ()
    champion: Seat | None = field(default=None, compare=False)
    """The returning champion, where the source says who it is; tables do not."""

    def __post_init__(self) -> None:
        for scores in (self.round_1, self.round_2, self.final):
            check_scores(scores)
        for round_ in ROUNDS:
            known = [(clue.row, clue.column) for clue in self.clues_of_round(round_) if clue.column is not None]
            if len(set(known)) != len(known) or len(self.clues_of_round(round_)) > ROWS * COLUMNS:
                raise InputError(f"round {round_}: each of its {ROWS * COLUMNS} squares may be played at most once")
            if sum(clue.is_daily_double for clue in self.clues_of_round(round_)) > DAILY_DOUBLES[round_]:
                raise InputError(f"round {round_}: has at most {DAILY_DOUBLES[round_]} Daily Doubles")
        if [clue.round_ for clue in self.clues] != sorted(clue.round_ for clue in self.clues):
            raise InputError("clues: put those of round 1 before those of round 2")
        for seat, bet in enumerate(self.bets):
            if bet is not None and not 0 <= bet.wager <= max(self.round_2[seat], 0):
                raise InputError(f"Final: {self.players[seat]} may wager up to ${max(self.round_2[seat], 0):,}")

    def clues_of_round(self, round_: int) -> tuple[RecordedClue, ...]:
        """The clues of a round."""
        return tuple(clue for clue in self.clues if clue.round_ == round_)

    @property
    def rules(self) -> Rules:
        """Dollar values, tie rule and era of the day it aired; of today where that is not known."""
        old = self.date != "" and self.date < DOLLARS_DOUBLED_DATE
        ties = Ties.SHARED if self.date != "" and self.date < TIEBREAKER_DATE else Ties.TIEBREAKER
        era = era_of(int(self.date[:4])) if self.date else Era.RECENT
        return Rules(era, ties, Dollars.BEFORE_2001 if old else Dollars.SINCE_2001)

    @property
    def scale(self) -> int:
        """Today's dollars for one dollar as aired: 2 before November 2001, else 1."""
        return Dollars.SINCE_2001.value[0] // self.rules.dollars.value[0]

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that won: the best score above nothing, and of equals the one who answered the tiebreaker."""
        best = max(self.final)
        first = tuple(seat for seat in range(SEATS) if self.final[seat] == best and best > 0)
        return (self.tiebreaker,) if self.tiebreaker in first and self.tiebreaker is not None else first


@dataclass(frozen=True, slots=True)
class ReplayedState:
    """A state of a recorded game in today's dollars, and the clue that led to it.

    ``clue`` counts from 1, 0 before the first; ``move`` is the clue, ``placed`` its square (assumed where the record
    does not give it). At Daily Doubles ``wagering`` is the state in which the wager was made. ``counts`` are right and
    wrong answers of each seat on regular clues up to now.
    """

    clue: int
    position: Position
    move: RecordedClue | None = None
    placed: Square | None = None
    wagering: Position | None = None
    counts: tuple[tuple[int, int], ...] = ((0, 0),) * SEATS


def replay(game: RecordedGame) -> tuple[ReplayedState, ...]:
    """All states of a game: before the first clue, and after each one.

    The state after the last clue of a round is the full board of round 2, or Final. Differences between the clues and
    the scores noted at the end of a round (a ruling changed later, clues not recorded) are corrected there.
    """
    scale = game.scale
    position = Position((0, 0, 0))
    moments = [ReplayedState(0, position)]
    counts = [[0, 0] for _ in range(SEATS)]
    for round_, noted in zip(ROUNDS, (game.round_1, game.round_2), strict=True):
        clues = game.clues_of_round(round_)
        places = _place_clues(clues)
        for number, (clue, place) in enumerate(zip(clues, places, strict=True), start=1):
            wagering = _wagering(position, clue, place) if clue.is_daily_double else None
            position = _after(position, clue, place, game)
            if not clue.is_daily_double:
                for seat in clue.wrong:
                    counts[seat][1] += 1
                if clue.right is not None:
                    counts[clue.right][0] += 1
            if number == len(clues):
                position = _round_over(position, _scale_scores(noted, scale))
            right_wrong = tuple((right, wrong) for right, wrong in counts)
            moments.append(ReplayedState(len(moments), position, clue, place, wagering, right_wrong))
        if not clues:
            position = _round_over(position, _scale_scores(noted, scale))
    if not game.clues:
        raise InputError("clues: give a game with at least one clue")
    return tuple(moments)


def _scale_scores(scores: Scores, scale: int) -> Scores:
    first, second, third = (scale * score for score in scores)
    return first, second, third


def _place_clues(clues: tuple[RecordedClue, ...]) -> tuple[Square, ...]:
    """A square for each clue: its own, or a free one of its row, the lowest free one where the row is not known either.

    Daily Doubles come first, since two are never in one column.
    """
    places: dict[int, Square] = {}
    free = set(range(ROWS * COLUMNS))

    def put(index: int, square: int) -> None:
        places[index] = Square(square)
        free.discard(square)

    for index, clue in enumerate(clues):
        if clue.row is not None and clue.column is not None:
            put(index, (clue.row - 1) * COLUMNS + clue.column - 1)
    taken = {places[i] % COLUMNS for i, clue in enumerate(clues) if clue.is_daily_double and i in places}
    for index, clue in sorted(enumerate(clues), key=lambda each: (not each[1].is_daily_double, each[1].row is None)):
        if index in places:
            continue
        result = [square for square in free if clue.row is None or row_of(Square(square)) == clue.row] or list(free)
        if clue.is_daily_double:
            usual = [square for square in result if row_of(Square(square)) == ROWS - 1] or result
            result = [square for square in usual if square % COLUMNS not in taken] or usual
            taken.add(result[0] % COLUMNS)
        put(index, max(result) if clue.row is None and not clue.is_daily_double else min(result))
    return tuple(places[index] for index in range(len(clues)))


def _wagering(position: Position, clue: RecordedClue, place: Square) -> Position:
    """The state in which a Daily Double was wagered on."""
    return Position(
        position.scores,
        clue.finder,
        position.round_,
        position.open_squares,
        (*position.daily_doubles, place),
        decider=clue.finder,
        choosing=DecisionKind.DAILY_DOUBLE,
    )


def _after(position: Position, clue: RecordedClue, place: Square, game: RecordedGame) -> Position:
    value = Rules().value(clue.round_, row_of(place)) if clue.wager is None else clue.wager * game.scale
    scores = list(position.scores)
    for seat in clue.wrong:
        scores[seat] -= value
    if clue.right is not None:
        scores[clue.right] += value
    control = clue.finder if clue.is_daily_double else position.control if clue.right is None else clue.right
    doubles = (*position.daily_doubles, place) if clue.is_daily_double else position.daily_doubles
    left = position.open_squares & ~(1 << place)
    return Position(
        check_scores(tuple(scores)),
        control,
        position.round_,
        left,
        doubles,
        decider=control,
        choosing=DecisionKind.SQUARE if left else DecisionKind.NOTHING,
    )


def _round_over(position: Position, scores: Scores) -> Position:
    """Round 2 begins, the last in score picking; or all is played and Final comes."""
    if position.round_ == 1:
        last = min(range(SEATS), key=lambda seat: scores[seat])
        return Position(scores, last, 2, ALL_SQUARES, decider=last)
    return Position(
        scores, position.control, 2, 0, position.daily_doubles, decider=position.control, choosing=DecisionKind.FINAL
    )
