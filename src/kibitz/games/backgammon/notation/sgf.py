"""Match files in SGF (game type 6), as GNU Backgammon writes them: one tree per game, one node per action.

``W[43xumi]`` is a roll and pairs of points. White's points run from ``a`` (the ace point) to ``x``, Black's the other
way round; ``y`` is the bar and ``z`` is off. ``W`` is the first player.
"""

from __future__ import annotations

import re

from kibitz.core.errors import InputError
from kibitz.games.backgammon.match.record import Event, MatchAction, MatchRecord, RecordedGame
from kibitz.games.backgammon.moves.dice import parse_dice
from kibitz.games.backgammon.notation.play import NO_MOVE

MAX_NODES = 100_000
BLACK, WHITE = "B", "W"
SEATS = {WHITE: 0, BLACK: 1}
_NAME = re.compile(r"[A-Z]{1,8}")
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]\s*", re.DOTALL)
_PLAY = re.compile(r"([1-6][1-6])((?:[a-z]{2}){0,4})")
_RESULT = re.compile(r"([WB])\+(\d{1,6})")
_ACTIONS = {"take": MatchAction.TAKE, "drop": MatchAction.DROP, "beaver": MatchAction.BEAVER}

Node = dict[str, list[str]]


def parse_sgf(text: str) -> MatchRecord:
    """The match of an SGF file. What cannot be read raises an `InputError` with its game."""
    trees = _trees(text)
    if not trees:
        raise InputError("SGF file: no game found; it needs a tree such as (;GM[6]...)")
    root = trees[0][0]
    if _first(root, "GM", "6").strip() != "6":
        raise InputError("SGF file: GM must be 6, which is backgammon")
    names = _first(root, "PW").strip() or "White", _first(root, "PB").strip() or "Black"
    games = []
    for number, tree in enumerate(trees, start=1):
        try:
            games.append(_game(tree))
        except InputError as error:
            raise InputError(f"SGF file, game {number}: {error}") from None
    return MatchRecord(_match_info(root).get("length", 0), names, tuple(games))


def _trees(text: str) -> list[list[Node]]:
    """The nodes of each tree, without variations; brackets inside values do not count."""
    trees: list[list[Node]] = []
    place, depth, nodes, values = 0, 0, 0, []
    while place < len(text):
        letter = text[place]
        if letter == "[":
            value = _VALUE.match(text, place)
            if value is None:  # looking for the end again and again would take for ever
                raise InputError("SGF file: cut off inside a value; export the match again")
            values.append(re.sub(r"\\(.)", r"\1", value[1]))
            place = value.end()
            continue
        if name := _NAME.match(text, place):
            values = []
            if depth == 1 and trees and trees[-1]:
                trees[-1][-1][name[0]] = values
            place = name.end()
            continue
        place += 1
        if letter == "(":
            depth += 1
            if depth == 1:
                trees.append([])
        elif letter == ")":
            depth -= 1
        elif letter == ";" and depth == 1:
            nodes += 1
            trees[-1].append({})
        if nodes > MAX_NODES:
            raise InputError(f"SGF file: must have at most {MAX_NODES:,} nodes")
    return [tree for tree in trees if tree]


def _first(node: Node, name: str, default: str = "") -> str:
    """The first value of a property."""
    return (node.get(name) or [default])[0]


def _match_info(root: Node) -> dict[str, int]:
    """The numbers of ``MI[length:3][game:0][ws:0][bs:1]``."""
    pairs = (value.partition(":") for value in root.get("MI", ()))
    return {name.strip(): int(number) for name, _, number in pairs if re.fullmatch(r"\s*\d{1,6}\s*", number)}


def _game(tree: list[Node]) -> RecordedGame:
    root = tree[0]
    if any(name in root for name in ("AB", "AW", "AE")):
        raise InputError("must begin in the starting position")
    info = _match_info(root)
    events: list[Event] = []
    cube = 1
    for node in tree[1:]:
        for color in (WHITE, BLACK):
            if node.get(color):
                event = _event(color, node[color][0].strip(), cube, events)
                cube = event.cube if event.act in (MatchAction.DOUBLE, MatchAction.BEAVER) else cube
                events.append(event)
    result = _RESULT.match(_first(root, "RE"))
    winner, points = (SEATS[result[1]], int(result[2])) if result else (-1, 0)
    return RecordedGame((info.get("ws", 0), info.get("bs", 0)), tuple(events), winner, points)


def _event(color: str, word: str, cube: int, before: list[Event]) -> Event:
    player = SEATS[color]
    if word == "double":
        answers = bool(before) and before[-1].act is MatchAction.DOUBLE and before[-1].player != player
        return Event(player, MatchAction.BEAVER if answers else MatchAction.DOUBLE, cube=2 * cube)
    if word in _ACTIONS:
        return Event(player, _ACTIONS[word], cube=2 * cube if word == "beaver" else 0)
    match = _PLAY.fullmatch(word)
    if match is None:
        raise InputError(f"cannot read the action {word[:20]!r}")
    pairs = [match[2][i : i + 2] for i in range(0, len(match[2]), 2)]
    play = " ".join(f"{_point(pair[0], color)}/{_point(pair[1], color)}" for pair in pairs)
    return Event(player, MatchAction.PLAY, parse_dice(match[1]), play or NO_MOVE)


def _point(letter: str, color: str) -> str:
    """A point, counted by the player who moves."""
    if letter in "yz":
        return "bar" if letter == "y" else "off"
    number = ord(letter) - ord("a") + 1
    return str(number if color == WHITE else 25 - number)
