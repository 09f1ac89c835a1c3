"""Plays as players write them: ``8/5 6/5*``, ``bar/20``, ``6/off``, ``13/11(3)``, ``6/5*/2``, from the mover's side."""

from __future__ import annotations

import itertools
import re
from collections import Counter

from kibitz.core.errors import InputError
from kibitz.games.backgammon.board.position import BAR, POINTS, Position
from kibitz.games.backgammon.moves.dice import Dice, format_dice
from kibitz.games.backgammon.moves.legal import CheckerMove, Play, legal_plays

NO_MOVE = "no move"
_PART = re.compile(r"((?:bar|\d{1,2})(?:/(?:off|bar|\d{1,2})\*?)+)(?:\((\d)\))?", re.IGNORECASE)


def format_play(steps: tuple[CheckerMove, ...]) -> str:
    """The notation of a play's steps; stops on the way are shown only where they hit."""
    chains: list[list[CheckerMove]] = []
    for step in steps:
        for chain in chains:
            if chain[-1].target == step.source:
                chain.append(step)
                break
        else:
            chains.append([step])
    parts = Counter(_chain(chain) for chain in sorted(chains, key=lambda c: (-c[0].source, -c[-1].target)))
    return " ".join(part if n == 1 else f"{part}({n})" for part, n in parts.items()) or NO_MOVE


def _chain(chain: list[CheckerMove]) -> str:
    text = "bar" if chain[0].source == BAR else str(chain[0].source + 1)
    for i, step in enumerate(chain):
        if step.hit or i == len(chain) - 1:
            text += "/" + ("off" if step.target < 0 else str(step.target + 1)) + "*" * step.hit
    return text


def parse_play(text: str, position: Position, dice: Dice) -> Play:
    """The legal play that a text means in this position; marks of hits may be missing."""
    plays = legal_plays(position, dice)
    moved = parse_trips(text)
    fits = [play for play in plays if _same(position, moved, play)]
    if not fits:
        raise InputError(f"play: {text.strip()[:60]!r} is not a legal play of {format_dice(dice)} here")
    # Plays that differ only in what is hit on the way: blots on places that the text names are hit, others are not.
    named = {slot for trip in moved for slot in trip[1:]}
    return min(fits, key=lambda play: len(_hit_slots(play) ^ (named & _blots(position))))


def _hit_slots(play: Play) -> set[int]:
    return {step.target for step in play.steps if step.hit}


def _blots(position: Position) -> set[int]:
    """The opponent's blots, by the mover's slots."""
    return {POINTS - 1 - slot for slot in range(POINTS) if position.opponent[slot] == 1}


def apply_literally(text: str, position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Checkers of mover and opponent after a text taken literally; blots on named places are hit. Checks nothing."""
    mine, his = list(position.own), list(position.opponent)
    for trip in parse_trips(text):
        mine[trip[0]] -= 1
        if trip[-1] >= 0:
            mine[trip[-1]] += 1
        for slot in trip[1:]:
            if slot >= 0 and his[POINTS - 1 - slot] == 1:
                his[POINTS - 1 - slot] = 0
                his[BAR] += 1
    return tuple(mine), tuple(his)


def parse_trips(text: str) -> list[tuple[int, ...]]:
    """Slots that each checker of a written play touches, source first; -1 is off. Checks nothing else."""
    words = text.replace(",", " ").split()
    if not words or text.strip().lower() in {NO_MOVE, "cannot move", "-", "(no play)", "dance"}:
        return []
    result = []
    for word in words:
        match = _PART.fullmatch(word)
        if match is None:
            raise InputError(f"play: cannot read {word[:40]!r}; write a play such as 8/5 6/5*")
        slots = tuple(_slot(part, first=i == 0) for i, part in enumerate(match[1].split("/")))
        if any(a <= b for a, b in itertools.pairwise(slots)):
            raise InputError(f"play: {word[:40]!r} does not move forward; points count down, such as 8/5")
        result += [slots] * int(match[2] or 1)
    if len(result) > 4:
        raise InputError("play: at most four checkers can move")
    return result


def _slot(text: str, first: bool) -> int:
    word = text.rstrip("*").lower()
    if word == "bar" or (first and word == "25"):
        return BAR
    if word in {"off", "0"}:
        return -1
    number = int(word)
    if not 1 <= number <= POINTS:
        raise InputError(f"play: points must be from 1 to 24, not {number}")
    return number - 1


def _same(position: Position, trips: list[tuple[int, ...]], play: Play) -> bool:
    """Whether the trips move the same checkers to the same places as the play."""
    men = list(position.own)
    for trip in trips:
        men[trip[0]] -= 1
        if trip[-1] >= 0:
            men[trip[-1]] += 1
    return tuple(men) == play.after.opponent
