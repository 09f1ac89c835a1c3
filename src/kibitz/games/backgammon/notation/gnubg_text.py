"""One game as GNU Backgammon exports it as text: a board for each turn, and lines such as ``* ann moves 24/21``."""

from __future__ import annotations

import re

from kibitz.core.errors import InputError
from kibitz.games.backgammon.match.record import Event, MatchAction, MatchRecord, RecordedGame
from kibitz.games.backgammon.moves.dice import Dice, parse_dice
from kibitz.games.backgammon.notation.play import NO_MOVE

MAX_LINE_CHARACTERS = 1_000
_SCORE = re.compile(r"^The score \(after \d+ games?\) is: (.+) (\d{1,6}), (.+) (\d{1,6})( \(.*)?$")
_LENGTH = re.compile(r"match to (\d{1,6})")
_ROLL = re.compile(r"^Move number \d+:\s+.+ to play ([1-6][1-6])\s*$")
_ACTION = re.compile(r"^\* (\S.*?) (moves .+|cannot move|doubles|redoubles|accepts|rejects|drops|beavers)\s*$")
_WINNER = re.compile(r"^(.+) wins (\d{1,6}) points?")
_ANSWERS = {
    "accepts": MatchAction.TAKE,
    "rejects": MatchAction.DROP,
    "drops": MatchAction.DROP,
    "beavers": MatchAction.BEAVER,
}


def is_gnubg_text(text: str) -> bool:
    """Whether a text is a game that GNU Backgammon exported."""
    return bool(re.search(r"(?m)^The score \(after \d+ games?\) is: ", text[:1_000]))


def parse_gnubg_text(text: str) -> MatchRecord:
    """The game of such a file as a match with one game. A wrong line raises an `InputError` with its number."""
    head: re.Match[str] | None = None
    events: list[Event] = []
    roll: Dice | None = None
    cube, winner, points = 1, -1, 0
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > MAX_LINE_CHARACTERS:
            raise InputError(f"text file, line {number}: must have at most {MAX_LINE_CHARACTERS:,} characters")
        if head is None:
            head = _SCORE.match(line)
            continue
        names = (head[1], head[3])
        if match := _ROLL.match(line):
            roll = parse_dice(match[1])
        elif match := _ACTION.match(line):
            if match[1] not in names:
                raise InputError(f"text file, line {number}: {match[1][:40]!r} is not one of the two players")
            event = _event(names.index(match[1]), match[2], roll, cube, number)
            cube = event.cube or cube
            events.append(event)
        elif (match := _WINNER.match(line)) and match[1] in names:
            winner, points = names.index(match[1]), int(match[2])
    if head is None or not events:
        raise InputError("text file: no game found; it needs the score and lines such as '* ann moves 8/5 6/5'")
    rest = head[5] or ""
    length = _LENGTH.search(rest)
    game = RecordedGame((int(head[2]), int(head[4])), tuple(events), winner, points)
    return MatchRecord(
        int(length[1]) if length else 0, (head[1], head[3]), (game,), crawford_over="post-Crawford" in rest
    )


def _event(player: int, word: str, roll: Dice | None, cube: int, number: int) -> Event:
    if word in ("doubles", "redoubles"):
        return Event(player, MatchAction.DOUBLE, cube=2 * cube)
    if word in _ANSWERS:
        return Event(player, _ANSWERS[word], cube=2 * cube if word == "beavers" else 0)
    if roll is None:
        raise InputError(f"text file, line {number}: a play needs a roll before it")
    return Event(player, MatchAction.PLAY, roll, NO_MOVE if word == "cannot move" else word.partition(" ")[2])
