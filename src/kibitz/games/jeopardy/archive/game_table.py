"""A recorded game as your own table, for games without a page: CSV with one line per clue in the order played.

``round,row,column,wager,wrong,right`` with players 1 to 3 from the left, several wrong ones separated by spaces; then
``final,player,wager,right`` (or ``wrong``). Lines ``players``, ``date``, ``show``, ``after 1``, ``after 2``,
``after final`` (scores as noted) and ``tiebreaker`` may be left out.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import date
from io import StringIO

from kibitz.core.errors import InputError
from kibitz.games.jeopardy.archive.game import DOLLARS_DOUBLED_DATE, RecordedClue, RecordedGame, RecordedWager, Scores
from kibitz.games.jeopardy.show import MAX_SCORE, SEATS, Rules

HEADER = ("round", "row", "column", "wager", "wrong", "right")
MAX_LINES = 200
MAX_NAME = 40
NAMES = ("player 1", "player 2", "player 3")


def parse_table(text: str, source: str = "table") -> RecordedGame:
    """The game of a table; `InputError` names the line that is wrong."""
    table = _Table()
    try:
        rows = list(csv.reader(StringIO(text.replace("\x00", ""))))
    except csv.Error:
        raise InputError(f"{source}: must be a table of clues") from None
    if len(rows) > MAX_LINES:
        raise InputError(f"{source}: must have at most {MAX_LINES} lines, not {len(rows):,}")
    for number, row in enumerate(rows, start=1):
        cells = [cell.strip() for cell in row]
        if any(cells) and cells[0].lower() != HEADER[0]:
            try:
                table.take(cells[0].lower(), cells[1:])
            except InputError as error:
                raise InputError(f"{source}, line {number}: {error}") from None
    try:
        return table.game()
    except InputError as error:
        raise InputError(f"{source}: {error}") from None


def format_table(game: RecordedGame) -> str:
    """The table of a game; `parse_table` reads it back, but for remarks on what a page left open."""
    out = StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(HEADER)
    lines.writerow(["players", *game.players])
    if game.date:
        lines.writerow(["date", game.date])
    if game.show is not None:
        lines.writerow(["show", game.show])
    for round_, scores in ((1, game.round_1), (2, game.round_2)):
        for clue in game.clues_of_round(round_):
            wrong = " ".join(str(seat + 1) for seat in clue.wrong)
            right = "" if clue.right is None else clue.right + 1
            lines.writerow(
                [round_, clue.row or "", clue.column or "", "" if clue.wager is None else clue.wager, wrong, right]
            )
        lines.writerow([f"after {round_}", *scores])
    for seat, bet in enumerate(game.bets):
        if bet is not None:
            lines.writerow(["final", seat + 1, bet.wager, "right" if bet.right else "wrong"])
    lines.writerow(["after final", *game.final])
    if game.tiebreaker is not None:
        lines.writerow(["tiebreaker", game.tiebreaker + 1])
    return out.getvalue()


class _Table:
    """Contents of the lines read up to now."""

    def __init__(self) -> None:
        self.players: tuple[str, ...] = NAMES
        self.clues: list[RecordedClue] = []
        self.noted: dict[str, Scores] = {}
        self.bets: list[RecordedWager | None] = [None] * SEATS
        self.date = ""
        self.show: int | None = None
        self.tiebreaker: int | None = None

    def take(self, word: str, cells: Sequence[str]) -> None:
        """One line: its first cell and the others."""
        if word in ("1", "2"):
            self.clues.append(_clue(int(word), cells))
        elif word == "players":
            self.players = tuple(cells[:SEATS])
            if len(set(self.players)) != SEATS or not all(0 < len(name) <= MAX_NAME for name in self.players):
                raise InputError("players: give three different names")
        elif word == "date":
            self.date = _date(cells[0] if cells else "")
        elif word == "show":
            self.show = _number(cells, 0, "show", 999_999)
        elif word in ("after 1", "after 2", "after final"):
            first, second, third = (_number(cells, i, word, MAX_SCORE, negative=True) for i in range(SEATS))
            self.noted[word] = (first, second, third)
        elif word == "final":
            answer = cells[2].lower() if len(cells) > 2 else ""
            if answer not in ("right", "wrong"):
                raise InputError(f"final: give a player, a wager and right or wrong, not {answer[:20]!r}")
            self.bets[_seat(cells, 0)] = RecordedWager(_number(cells, 1, "wager", MAX_SCORE), answer == "right")
        elif word == "tiebreaker":
            self.tiebreaker = _seat(cells, 0)
        else:
            raise InputError(
                f"first column: must be 1, 2, final, players, date, show, after 1, after 2, after final or tiebreaker, "
                f"not {word[:20]!r}"
            )

    def game(self) -> RecordedGame:
        """The game; scores that are not noted are added up."""
        first = self.noted.get("after 1") or self._add_up_scores((0, 0, 0), 1)
        second = self.noted.get("after 2") or self._add_up_scores(first, 2)
        final = [
            score + (0 if bet is None else bet.wager if bet.right else -bet.wager)
            for score, bet in zip(second, self.bets, strict=True)
        ]
        a, b, c = self.players
        after = self.noted.get("after final") or (final[0], final[1], final[2])
        return RecordedGame(
            (a, b, c),
            tuple(self.clues),
            first,
            second,
            after,
            (self.bets[0], self.bets[1], self.bets[2]),
            self.date,
            self.show,
            self.tiebreaker,
        )

    def _add_up_scores(self, before: Scores, round_: int) -> Scores:
        scores = list(before)
        half = 2 if "" < self.date < DOLLARS_DOUBLED_DATE else 1
        for clue in self.clues:
            if clue.round_ == round_:
                if clue.wager is None and clue.row is None:
                    raise InputError("row: give the row of a clue where no scores are noted")
                value = clue.wager if clue.wager is not None else Rules().value(round_, clue.row or 1) // half
                for seat in clue.wrong:
                    scores[seat] -= value
                if clue.right is not None:
                    scores[clue.right] += value
        return scores[0], scores[1], scores[2]


def _clue(round_: int, cells: Sequence[str]) -> RecordedClue:
    filled = [*cells, "", "", "", "", ""][:5]
    row, column, wager = (
        None if not cell else _number([cell], 0, name, MAX_SCORE)
        for name, cell in zip(HEADER[1:4], filled, strict=False)
    )
    wrong = tuple(_seat([word], 0) for word in filled[3].split())
    return RecordedClue(round_, row, column, wager, wrong, _seat([filled[4]], 0) if filled[4] else None)


def _number(cells: Sequence[str], at: int, name: str, most: int, negative: bool = False) -> int:
    text = cells[at].replace(",", "").replace("$", "") if at < len(cells) else ""
    digits = text[1:] if negative and text[:1] == "-" else text
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 9 and int(digits) <= most):
        raise InputError(f"{name}: must be a whole number up to {most:,}, not {text[:20]!r}")
    return int(text)


def _seat(cells: Sequence[str], at: int) -> int:
    text = cells[at] if at < len(cells) else ""
    if text not in ("1", "2", "3"):
        raise InputError(f"player: must be 1, 2 or 3 from the left, not {text[:20]!r}")
    return int(text) - 1


def _date(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise InputError(f"date: must be a day such as 2018-01-16, not {text[:20]!r}") from None
