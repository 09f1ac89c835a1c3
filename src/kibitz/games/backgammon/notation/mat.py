"""Match files (.mat): the text format that servers export and programs import, in and out.

Two columns, one per player; each line has a number and up to one event of each: ``31: 8/5 6/5``, ``Doubles => 2``,
``Beavers => 4``, ``Takes``, ``Drops``, ``Wins 1 point``, ``52: Cannot Move``. The bar may be written 25 and off 0.
"""

from __future__ import annotations

import re

from kibitz.core.errors import InputError
from kibitz.games.backgammon.match.record import NOT_PLAYED, Event, MatchAction, MatchRecord, RecordedGame
from kibitz.games.backgammon.moves.dice import format_dice, parse_dice
from kibitz.games.backgammon.notation.play import NO_MOVE

MAX_LINES = 200_000
MAX_LINE = 1_000
"""Maximum number of characters of a line; lines of real files have about eighty."""
COLUMN = 34
"""Width of the first player's column when writing."""
_TAG = re.compile(r'^\s*;\s*\[(.+?)\s+"(.*)"\]\s*$')
_LENGTH = re.compile(r"^\s*(\d{1,6})\s+point\s+match", re.IGNORECASE)
_GAME = re.compile(r"^\s*Game\s+(\d+)\s*$", re.IGNORECASE)
_SCORES = re.compile(r"^\s*(.+?)\s*:\s*(\d{1,6})\s{2,}(.+?)\s*:\s*(\d{1,6})\s*$")
_LINE = re.compile(r"^\s*\d+\)")
_MOVES = (
    r"[1-6][1-6]:(?:\s*(?:Cannot Move|\(no play\)|\?+|(?:(?:bar|\d{1,2})(?:/(?:off|bar|\d{1,2})\*?)+(?:\(\d\))?)))*"
)
_EVENT = re.compile(
    rf"Losses\s+\d{{1,6}}\s+points?|(?:Doubles|Beavers)\s*=>\s*\d{{1,9}}|Takes|Drops|"
    rf"Wins\s+\d{{1,6}}\s+points?(?:\s+and the match)?|{_MOVES}",
    re.IGNORECASE,
)


def decode_mat(content: bytes) -> str:
    """The text of a match file in UTF-8, with or without a byte order mark, or else in Windows-1252 or Latin-1."""
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")


def parse_readable_mat(text: str) -> tuple[MatchRecord, str]:
    """The games of a .mat file before the first line that cannot be read, and the reason; empty if all can.

    Raises `InputError` if the first game cannot be read.
    """
    try:
        return parse_mat(text), ""
    except InputError as error:
        number = re.search(r"line (\d+)", str(error))
        before = text.splitlines()[: int(number[1]) - 1 if number else 0]
        starts = [i for i, line in enumerate(before) if _GAME.match(line)]
        if len(starts) < 2:
            raise
        return parse_mat("\n".join(before[: starts[-1]])), str(error)


def parse_mat(text: str) -> MatchRecord:
    """Parse a .mat file. A line that cannot be read raises an `InputError` with its number."""
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise InputError(f"match file: must have at most {MAX_LINES:,} lines")
    parser = _MatParser()
    for number, line in enumerate(lines, start=1):
        if len(line) > MAX_LINE and line.strip():
            raise InputError(f"match file, line {number}: must have at most {MAX_LINE:,} characters")
        if line.strip():
            parser.add_line(number, line)
    return parser.finish()


class _MatParser:
    """Collects a match line by line."""

    def __init__(self) -> None:
        self.tags: list[tuple[str, str]] = []
        self.length = -1
        self.names: tuple[str, str] | None = None
        self.games: list[RecordedGame] = []
        self._start_game()

    def _start_game(self) -> None:
        self.events: list[Event] = []
        self.scores: tuple[int, int] | None = None
        self.outcome = (-1, 0)

    def _end_game(self) -> None:
        if self.scores is not None:
            self.games.append(RecordedGame(self.scores, tuple(self.events), *self.outcome))
        self._start_game()

    def add_line(self, number: int, line: str) -> None:
        if match := _TAG.match(line):
            self.tags.append((match[1], match[2]))
        elif match := _LENGTH.match(line):
            self.length = int(match[1])
        elif _GAME.match(line):
            self._end_game()
        elif _LINE.match(line) or (self.scores is not None and _EVENT.search(line)):
            self._add_events(number, line)
        elif match := _SCORES.match(line):
            self.names = self.names or (match[1], match[3])
            self.scores = (int(match[2]), int(match[4]))
        elif not line.lstrip().startswith(";"):
            raise InputError(f"match file, line {number}: cannot read {line.strip()[:40]!r}")

    def _add_events(self, number: int, line: str) -> None:
        if self.scores is None:
            raise InputError(f"match file, line {number}: the names of the players must come before the moves")
        for player, word in _columns(line, number):
            if word.lower().startswith("wins"):
                self.outcome = (player, int(re.findall(r"\d+", word)[0]))
            elif not word.lower().startswith("losses"):
                self.events.append(_event(player, word))

    def finish(self) -> MatchRecord:
        self._end_game()
        if self.length < 0 or self.names is None or not self.games:
            raise InputError("match file: no match found; it needs a line such as '7 point match', and games")
        return MatchRecord(self.length, self.names, tuple(self.games), tuple(self.tags))


def _columns(line: str, number: int) -> list[tuple[int, str]]:
    """The events of a line with their player, by column."""
    body = _LINE.sub(lambda m: " " * len(m[0]), line)
    result = list(_EVENT.finditer(body))
    left = body
    for match in result:
        left = left[: match.start()] + " " * len(match[0]) + left[match.end() :]
    if left.strip() or len(result) > 2:
        raise InputError(f"match file, line {number}: cannot read {left.strip()[:40]!r}")
    if len(result) == 2:
        return [(0, result[0][0]), (1, result[1][0])]
    # A lone event belongs to the column that it starts in.
    return [(0 if match.start() < COLUMN // 2 + 3 else 1, match[0]) for match in result]


def _event(player: int, word: str) -> Event:
    lower = word.lower()
    if lower.startswith(("doubles", "beavers")):
        return Event(
            player, MatchAction.DOUBLE if lower[0] == "d" else MatchAction.BEAVER, cube=int(word.split("=>")[1])
        )
    if lower in ("takes", "drops"):
        return Event(player, MatchAction.TAKE if lower == "takes" else MatchAction.DROP)
    dice, _, play = word.partition(":")
    play = " ".join(play.split())
    if play.startswith("?"):
        play = NOT_PLAYED
    return Event(
        player,
        MatchAction.PLAY,
        parse_dice(dice),
        NO_MOVE if play.lower() in ("cannot move", "(no play)", "") else play,
    )


def format_mat(match: MatchRecord) -> str:
    """A .mat file; `parse_mat` reads it back."""
    lines = [f'; [{name} "{value}"]' for name, value in match.tags]
    lines += ["", f"{match.length} point match"] if lines else [f"{match.length} point match"]
    for index, game in enumerate(match.games):
        head = f" {match.players[0]} : {game.scores[0]}"
        lines += ["", "", f" Game {index + 1}", f"{head:<{COLUMN + 5}} {match.players[1]} : {game.scores[1]}"]
        lines += _game_lines(game)
    return "\n".join(lines) + "\n"


def _game_lines(game: RecordedGame) -> list[str]:
    words = [(event.player, _word(event)) for event in game.events]
    if game.winner >= 0:
        words.append((game.winner, f" Wins {game.points} point{'s' * (game.points != 1)}"))
    rows: list[list[str]] = []
    for player, word in words:
        if player == 0 or not rows or rows[-1][1]:
            rows.append(["", ""])
        rows[-1][player] = word
    return [f"{number:>3}) {left:<{COLUMN}} {right}".rstrip() for number, (left, right) in enumerate(rows, start=1)]


def _word(event: Event) -> str:
    match event.act:
        case MatchAction.DOUBLE:
            return f" Doubles => {event.cube}"
        case MatchAction.BEAVER:
            return f" Beavers => {event.cube}"
        case MatchAction.TAKE:
            return " Takes"
        case MatchAction.DROP:
            return " Drops"
        case MatchAction.PLAY:
            assert event.dice is not None
            play = "Cannot Move" if event.play == NO_MOVE else event.play
            return f"{format_dice(event.dice)}: {play}"
