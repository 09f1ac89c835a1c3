"""A saved page of the J! Archive, read: game pages of both markups, pages of responses, and pages of running scores.

Only who answered which clue, wagers, scores, names and dates are read; clue texts are not stored.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from kibitz.core.errors import InputError
from kibitz.games.jeopardy.archive.game import DOLLARS_DOUBLED_DATE, RecordedClue, RecordedGame, RecordedWager, Scores
from kibitz.games.jeopardy.archive.markup import PagePiece, iter_pieces
from kibitz.games.jeopardy.show import MAX_SCORE, SEATS, Seat

_CLUE = re.compile(r"clue_(J|DJ|TJ|FJ|TB)(?:_([1-9])_([1-9]))?(?![A-Za-z0-9])")
_MONEY = re.compile(r"(?:DD: ?)?(-?)\$?(-?)([\d,]{1,12})")
_WAGER = re.compile(r"\$[\d,]{1,12}")
_DATE = re.compile(r"(?:aired |, )(\d{4}-\d\d-\d\d|[A-Z][a-z]+ \d{1,2}, \d{4})")
_SHOW = re.compile(r"[Ss]how #(\d{1,6})")
_ROUNDS = {"jeopardy_round": 1, "double_jeopardy_round": 2, "final_jeopardy_round": 3}
_UNUSUAL = {"triple_jeopardy_round": "three rounds", "first_jeopardy_round": "three rounds"}
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_CONTESTANT = re.compile(r'<p class="contestants">(.{0,2000}?)</p>', re.DOTALL)
MAX_NAME = 40


@dataclass(slots=True)
class _ClueEntry:
    """A clue as the page tells it, before names are known."""

    round_: int
    row: int = 0
    column: int = 0
    wager: int | None = None
    order: int | None = None
    answers: list[tuple[str, bool]] = field(default_factory=list)


@dataclass(slots=True)
class _FinalEntry:
    """A player's Final as the page tells it; the wager is -1 until it comes."""

    name: str
    right: bool
    wager: int = -1


@dataclass(slots=True)
class _PageContents:
    """What was found on a page."""

    clues: list[_ClueEntry] = field(default_factory=list)
    tables: list[tuple[int, str, list[str], list[int]]] = field(default_factory=list)
    """Score tables: round, heading, nicknames, scores."""
    running: dict[int, list[tuple[bool, list[int]]]] = field(default_factory=dict)
    """Running scores by round: whether a Daily Double, scores by seat."""
    final: list[_FinalEntry] = field(default_factory=list)
    tiebreaker: list[tuple[str, bool]] = field(default_factory=list)
    title: str = ""
    unusual: str = ""
    seen: set[int] = field(default_factory=set)


def parse_page(page: str, source: str = "page") -> RecordedGame:
    """The game on a saved page; raises `InputError` if there is none."""
    result = _scan_page(page)
    if not result.seen or not (result.clues or result.running):
        raise InputError(f"{source}: contains no game of Jeopardy!; save a game page of the J! Archive")
    if result.unusual:
        raise InputError(f"{source}: must be a game of three players with two rounds and Final, not {result.unusual}")
    players = _players(result, source)
    round_1, round_2, final = _scores(result, source)
    seats = {name: seat for seat, name in enumerate(players)}
    notes: list[str] = []
    aired = _date(result.title)
    clues = _running_clues(result, round_1, aired) if result.running else _clues(result, seats, notes)
    show = _SHOW.search(result.title)
    return RecordedGame(
        players=players,
        clues=clues,
        round_1=round_1,
        round_2=round_2,
        final=final,
        bets=_bets(result, seats, round_2, final, notes),
        date=aired,
        show=int(show[1]) if show else None,
        tiebreaker=next((seats[name] for name, right in result.tiebreaker if right and name in seats), None),
        notes=tuple(notes),
        champion=_champion(page),
    )


def _champion(page: str) -> Seat | None:
    """The returning champion, whose winnings the page names; it lists the players from the right."""
    listed = _CONTESTANT.findall(page)
    winners = [place for place, text in enumerate(listed) if "-day cash winnings total" in text]
    return Seat(SEATS - 1 - winners[0]) if len(listed) == SEATS and len(winners) == 1 else None


def _scan_page(page: str) -> _PageContents:
    result = _PageContents()
    round_, heading, tied, row = 0, "", False, _Row()
    clue: _ClueEntry | None = None
    for piece in iter_pieces(page):
        named = _CLUE.search(piece.id or piece.hint)
        if named is not None:
            tied = tied or named[1] == "TB"
            result.unusual = result.unusual or ("three rounds" if named[1] == "TJ" else "")
            if clue is not None and named[2] is not None:
                clue.column, clue.row = int(named[2]), int(named[3])
        if piece.kind in ("div", "h2", "h3"):
            row.end(result, round_, heading)
            row.names = []
        if piece.kind == "div":
            result.unusual = result.unusual or _UNUSUAL.get(piece.id, "")
            if piece.id in _ROUNDS:
                round_, clue = _ROUNDS[piece.id], None
                result.seen.add(round_)
        elif piece.kind in ("h1", "title"):
            result.title = f"{result.title} {piece.text}"
        elif piece.kind in ("h2", "h3"):
            heading, clue = piece.text, None
            result.unusual = result.unusual or ("a game of a match" if "cumulative" in heading.lower() else "")
        elif piece.kind == "clue":
            clue = _ClueEntry(round_) if round_ in (1, 2) else None
            if clue is not None:
                result.clues.append(clue)
        elif piece.kind == "cell":
            row.take(piece, result, round_, heading)
            if round_ == 3:
                _read_final_piece(result, piece, tied)
            elif clue is not None:
                _read_clue_piece(clue, piece)
    row.end(result, round_, heading)
    return result


@dataclass(slots=True)
class _Row:
    """Cells of a score table as they come."""

    names: list[str] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    double: bool = False

    def take(self, piece: PagePiece, result: _PageContents, round_: int, heading: str) -> None:
        """One more cell."""
        if piece.name == "score_player_nickname":
            self.end(result, round_, heading)
            self.names.append(piece.text[:MAX_NAME])
        elif piece.name in ("score_positive", "score_negative"):
            amount = _dollars(piece.text)
            self.scores.append(-abs(amount) if piece.name == "score_negative" else amount)
        elif piece.name == "score_remarks":
            self.end(result, round_, heading)
            self.names = []
        else:
            if self.scores and len(self.scores) == len(self.names) == SEATS:
                result.running.setdefault(round_, []).append((self.double, self.scores))
            self.scores, self.double = [], piece.name == "ddred"

    def end(self, result: _PageContents, round_: int, heading: str) -> None:
        """The table is over; what it held is a table of scores."""
        if self.scores and self.names:
            result.tables.append((round_, heading, self.names, self.scores))
            self.names = []
        self.scores = []


def _read_clue_piece(clue: _ClueEntry, piece: PagePiece) -> None:
    if piece.name in ("right", "wrong"):
        clue.answers.append((piece.text, piece.name == "right"))
    elif piece.name == "clue_value_daily_double":
        clue.wager = _dollars(piece.text)
    elif piece.name == "clue_order_number" and piece.text.isdecimal() and len(piece.text) < 4:
        clue.order = int(piece.text)


def _read_final_piece(result: _PageContents, piece: PagePiece, tied: bool) -> None:
    if piece.name in ("right", "wrong"):
        if tied:
            result.tiebreaker.append((piece.text, piece.name == "right"))
        else:
            result.final.append(_FinalEntry(piece.text, piece.name == "right"))
    elif not piece.name and result.final and result.final[-1].wager < 0 and _WAGER.fullmatch(piece.text):
        result.final[-1].wager = _dollars(piece.text)


def _dollars(text: str) -> int:
    match = _MONEY.fullmatch(text.strip())
    digits = match[3].replace(",", "") if match else ""
    if match is None or not 0 < len(digits) < 10 or int(digits) > MAX_SCORE:
        raise InputError(f"page: must have dollars such as $1,200, not {text[:20]!r}")
    return -int(digits) if match[1] or match[2] else int(digits)


def _players(result: _PageContents, source: str) -> tuple[str, str, str]:
    names = result.tables[0][2] if result.tables else []
    if len(names) > SEATS:
        raise InputError(f"{source}: must have three players, not {len(names)}")
    if len(names) != SEATS or len(set(names)) != SEATS or not all(names):
        raise InputError(f"{source}: must have scores of three players with different names, not {len(names)}")
    return names[0], names[1], names[2]


def _scores(result: _PageContents, source: str) -> tuple[Scores, Scores, Scores]:
    by_round: dict[int, list[int]] = {}
    for round_, heading, _, scores in result.tables:
        low = heading.lower()
        if "coryat" in low or "commercial" in low or "cumulative" in low or len(scores) != SEATS:
            continue
        by_round.setdefault(round_, scores)
    for round_, rows in result.running.items():
        by_round.setdefault(round_, rows[-1][1])
    missing = [name for key, name in ((1, "round 1"), (2, "round 2"), (3, "Final")) if key not in by_round]
    if missing:
        lacking = " and ".join(missing)
        raise InputError(f"{source}: the scores after {lacking} are missing; save the whole page of a finished game")
    first, second, third = (_three(by_round[key]) for key in (1, 2, 3))
    return first, second, third


def _three(scores: Sequence[int]) -> Scores:
    return scores[0], scores[1], scores[2]


def _clues(result: _PageContents, seats: dict[str, int], notes: list[str]) -> tuple[RecordedClue, ...]:
    made: list[tuple[tuple[int, int], RecordedClue]] = []
    strangers: set[str] = set()
    for at, clue in enumerate(result.clues):
        if not clue.row:
            continue  # an empty cell: never shown, or not recorded
        wrong = [seats[name] for name, right in clue.answers if not right and name in seats]
        right = [seats[name] for name, right in clue.answers if right and name in seats]
        strangers |= {name for name, _ in clue.answers if name not in seats and "stumper" not in name.lower()}
        wager = clue.wager
        if wager is not None and len(set(wrong + right)) != 1:
            notes.append(f"a Daily Double of round {clue.round_} names no single player and is left out")
            wager, wrong, right = None, [], []
        order = clue.order if clue.order is not None else 100 + at
        once = tuple(seat for seat in dict.fromkeys(wrong) if seat not in right[:1])
        made.append(
            (
                (clue.round_, order),
                RecordedClue(clue.round_, clue.row, clue.column, wager, once, right[0] if right else None),
            )
        )
    if strangers:
        notes.append(f"answers of {', '.join(sorted(strangers))[:80]} are left out, because no player has that name")
    return tuple(clue for _, clue in sorted(made, key=lambda each: each[0]))


def _running_clues(result: _PageContents, round_1: Scores, aired: str) -> tuple[RecordedClue, ...]:
    """Clues from running scores: who won or lost how much; columns are unknown, and rows where nobody answered."""
    top = 100 if "" < aired < DOLLARS_DOUBLED_DATE else 200
    clues = []
    before: Scores
    for round_, before in ((1, (0, 0, 0)), (2, round_1)):
        value = top * round_
        for double, after in result.running.get(round_, []):
            changes = [now - then for now, then in zip(after, before, strict=True)]
            moved = [seat for seat in range(SEATS) if changes[seat]]
            before = _three(after)
            if double and len(moved) == 1:
                seat = moved[0]
                right = changes[seat] > 0
                clues.append(
                    RecordedClue(
                        round_, None, None, abs(changes[seat]), () if right else (seat,), seat if right else None
                    )
                )
                continue
            up = [seat for seat in moved if changes[seat] > 0]
            sizes = {abs(changes[seat]) for seat in moved}
            row = next(iter(sizes)) // value if len(sizes) == 1 else 0
            down = tuple(seat for seat in moved if changes[seat] < 0)
            clues.append(RecordedClue(round_, row if 1 <= row <= 5 else None, None, None, down, up[0] if up else None))
    return tuple(clues)


def _bets(
    result: _PageContents, seats: dict[str, int], before: Scores, after: Scores, notes: list[str]
) -> tuple[RecordedWager | None, RecordedWager | None, RecordedWager | None]:
    """Final wagers as given, and from the scores where the page gives none; a score that did not move means
    nothing was wagered."""
    given = {seats[each.name]: (each.right, each.wager) for each in result.final if each.name in seats}
    bets: list[RecordedWager | None] = []
    for seat in range(SEATS):
        change = after[seat] - before[seat]
        right, wager = given.get(seat, (change > 0, -1))
        if before[seat] <= 0:
            bets.append(None)
            continue
        if wager < 0 or wager > before[seat] or (wager if right else -wager) != change:
            if wager >= 0:
                notes.append(
                    f"the Final wager given for {list(seats)[seat]} does not fit the scores; kibitz uses the scores"
                )
            wager, right = abs(change), right if change == 0 else change > 0
        bets.append(RecordedWager(wager, right))
    return bets[0], bets[1], bets[2]


def _date(title: str) -> str:
    """The air date as ISO, from the title; empty where there is none."""
    match = _DATE.search(title)
    if match is None:
        return ""
    try:
        if match[1][0].isdecimal():
            return date.fromisoformat(match[1]).isoformat()
        month, day, year = match[1].replace(",", "").split()
        return date(int(year), _MONTHS.index(month) + 1, int(day)).isoformat()
    except ValueError:
        return ""
