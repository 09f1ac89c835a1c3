"""Drills: positions to decide, judged at once, with what was missed coming back.

A drill is a question of the list that judges a choice of one's own; its positions are drawn at random, so that nobody
learns them by heart, and those missed come back after a while.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import NamedTuple

from msgspec import Struct

from kibitz.app.asking import ask
from kibitz.app.library import Drilled, Library
from kibitz.core.choices import ChoiceList
from kibitz.core.counsel import Counsel
from kibitz.core.decision import Decision, format_decision
from kibitz.core.errors import InputError
from kibitz.core.question import Answer
from kibitz.core.units import format_money

DAYS = (10 / 1440, 1, 3, 7, 21, 60)
"""Days until a position comes back, by how often in a row it was answered well."""
GOOD = frozenset({"best", "fine"})
KEPT_CHOICES = 60
"""Choices kept in the record of a decision with more of them: evenly spread, with the best and the one made."""

Arguments = dict[str, object]


class Drill(NamedTuple):
    """One drill: the question that judges, the argument that holds one's own choice, and how positions are drawn."""

    name: str
    title: str
    path: str
    own: str
    wanted: str
    draw: Callable[[Random], Arguments]
    words: Callable[[Mapping[str, object]], str]
    choices: tuple[str, ...] = ()


class Judged(Struct, frozen=True):
    """An answer judged: its grade and loss, and its record for ratings as a JSON line."""

    choice: str
    grade: str
    loss: float
    words: str
    decision: str


def _final(draw: Random) -> Arguments:
    leader = draw.randrange(8_000, 30_000, 200)
    second = draw.randrange(leader // 2 + 200, leader, 200)
    third = draw.randrange(200, second + 1, 200)
    scores = [leader, second, third]
    draw.shuffle(scores)
    me = draw.choice([place + 1 for place, score in enumerate(scores) if score in (leader, second)])
    return {"scores": scores, "me": me}


def _final_words(asked: Mapping[str, object]) -> str:
    scores, me = _scores(asked)
    others = " and ".join(format_money(score) for place, score in enumerate(scores, 1) if place != me)
    return f"Final Jeopardy. You have {format_money(scores[me - 1])}, the others {others}. What do you bet?"


def _daily_double(draw: Random) -> Arguments:
    scores = [draw.randrange(2_000, 20_000, 200) for _ in range(3)]
    return {"scores": scores, "me": draw.randint(1, 3), "confidence": draw.choice([0.5, 0.6, 0.7, 0.8])}


def _daily_double_words(asked: Mapping[str, object]) -> str:
    scores, me = _scores(asked)
    others = " and ".join(format_money(score) for place, score in enumerate(scores, 1) if place != me)
    sure = f"{100 * float(str(asked['confidence'])):.0f} %"
    return (f"The last clue is a Daily Double and yours. You have {format_money(scores[me - 1])}, the others {others}; "
            f"you are {sure} sure. How much?")  # fmt: skip


def _buzz(draw: Random) -> Arguments:
    leader = draw.randrange(8_000, 26_000, 200)
    scores = [leader, draw.randrange(leader // 3 // 200 * 200, leader, 200), draw.randrange(1_000, leader // 2, 200)]
    draw.shuffle(scores)
    return {"scores": scores, "me": draw.randint(1, 3), "value": draw.choice([800, 1200, 1600, 2000]),
            "confidence": draw.choice([0.2, 0.35, 0.5, 0.65, 0.8])}  # fmt: skip


def _buzz_words(asked: Mapping[str, object]) -> str:
    scores, me = _scores(asked)
    others = " and ".join(format_money(score) for place, score in enumerate(scores, 1) if place != me)
    sure = f"{100 * float(str(asked['confidence'])):.0f} %"
    return (f"The last clue, {format_money(int(str(asked['value'])))}. You have {format_money(scores[me - 1])}, the "
            f"others {others}; you are {sure} sure. Buzz first, or wait?")  # fmt: skip


def _scores(asked: Mapping[str, object]) -> tuple[list[int], int]:
    held = asked["scores"]
    assert isinstance(held, list | tuple)
    return [int(score) for score in held], int(str(asked["me"]))


def _checker_play(draw: Random) -> Arguments:
    """A position some moves into a game, both sides playing well."""
    position = "4HPwATDgc/ABMA"
    for _ in range(draw.randrange(0, 16)):
        dice = f"{draw.randint(1, 6)}{draw.randint(1, 6)}"
        moves = getattr(ask("backgammon.move", position=position, dice=dice), "moves", ())
        if not moves:
            break
        following = moves[0].position_id
        try:
            ask("backgammon.evaluate", position=following)
        except InputError:  # the game is over
            break
        position = following
    return {"position": position, "dice": f"{draw.randint(1, 6)}{draw.randint(1, 6)}"}


def _bid(draw: Random) -> Arguments:
    rack = "".join(draw.sample("AAAEEEIIOURRSSTTNNLLDDGBCMP", draw.randrange(0, 6)))
    return {"rack": rack, "tile": draw.choice("EARSTINLODGHM"), "players": draw.randint(2, 6),
            "left": draw.randrange(6, 40)}  # fmt: skip


def _vote(draw: Random) -> Arguments:
    return {name: f"{draw.randrange(5, 100, 5) / 100:g}" for name in ("p1", "p2", "y1", "y2")}


def _vote_words(asked: Mapping[str, object]) -> str:
    p1, p2, y1, y2 = (f"{100 * float(str(asked[name])):.0f} %" for name in ("p1", "p2", "y1", "y2"))
    return (f"Three are left at the Weakest Link. You beat P1 in {p1} and P2 in {p2}; they vote for you in {y1} and "
            f"{y2}. Whom do you vote off?")  # fmt: skip


DRILLS = {
    drill.name: drill
    for drill in (
        Drill("final", "Final Jeopardy", "jeopardy.final", "wager", "Your bet", _final, _final_words),
        Drill("daily-double", "The last Daily Double", "jeopardy.daily-double", "wager", "Your wager", _daily_double,
              _daily_double_words),
        Drill("buzz", "Buzz or wait", "jeopardy.buzz", "choice", "Buzz or wait", _buzz, _buzz_words, ("buzz", "wait")),
        Drill("checker-play", "Checker play", "backgammon.move", "play", "Your play, such as 8/5 6/5", _checker_play,
              lambda asked: f"You are white and roll {asked['dice']}. What do you play?"),
        Drill("bid", "A bid in Sevens", "sevens.bid", "bid", "Your bid", _bid,
              lambda asked: f"{asked['players']} players; you hold {asked['rack'] or 'nothing'}, {asked['tile']} is on "
              f"offer, {asked['left']} auctions are left. What do you bid?"),
        Drill("vote", "The last vote", "parlour.vote", "vote", "Your vote", _vote, _vote_words, ("P1", "P2")),
    )
}  # fmt: skip


def judged(drill: Drill, answer: Answer) -> Judged:
    """What an answer of the drill's question says of the choice made."""
    counsel = getattr(answer, "counsel", None)
    if not isinstance(counsel, Counsel) or counsel.judgement is None:
        raise InputError(f"{drill.own}: a choice of your own is needed")
    mine = counsel.judgement
    record = thinned(counsel.decision(event=time.strftime("%Y-%m-%d")))
    return Judged(mine.choice, mine.grade, mine.loss or 0.0, mine.words,
                  format_decision(record))  # fmt: skip


def thinned(decision: Decision) -> Decision:
    """The decision with at most some sixty of its choices, so that a curve of 20,000 wagers is no burden."""
    count = len(decision.utilities)
    if count <= KEPT_CHOICES:
        return decision
    best = max(range(count), key=lambda i: decision.utilities[i])
    spread = {round(i * (count - 1) / (KEPT_CHOICES - 3)) for i in range(KEPT_CHOICES - 2)}
    kept = sorted(spread | {best, int(decision.chosen)})
    choices = decision.choices
    return replace(
        decision,
        utilities=tuple(decision.utilities[i] for i in kept),
        chosen=type(decision.chosen)(kept.index(int(decision.chosen))),
        choices=None if choices is None else ChoiceList(tuple(choices[i] for i in kept)),
    )


def keep(library: Library, name: str, asked: Arguments, result: Judged) -> float:
    """Keep an answer; returns when its position comes back."""
    request = json.dumps(asked, sort_keys=True)
    box = min(library.box(name, request) + 1, len(DAYS) - 1) if result.grade in GOOD else 0
    now = time.time()
    due = now + 86_400 * DAYS[box]
    answer = Drilled(drill=name, request=request, choice=result.choice, grade=result.grade, loss=result.loss,
                     decision=result.decision, at=now)  # fmt: skip
    library.drilled(answer, box, due)
    return due
