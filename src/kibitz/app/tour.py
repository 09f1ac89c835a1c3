"""The tour: real decisions from each game, as questions of the catalogue."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator

from msgspec import Struct

from kibitz.app.catalogue import BY_PATH, PLUGINS, SampleDecision, request_type
from kibitz.app.request_parsing import command_line, parse_request
from kibitz.core.errors import InputError
from kibitz.core.work import WorkContext


class TourStop(Struct, frozen=True):
    """A stop of the tour with its answer and its command."""

    game: str
    question: str
    answer: str
    reasons: tuple[str, ...]
    command: str


PENALTY = {"row": [[0.6, 0.95], [0.9, 0.7]], "rows": ["left", "right"], "columns": ["left", "right"]}
CHOSEN = [0] * 26 + [1] * 11 + [2] * 3
FORTY_DECISIONS = "\n".join(
    json.dumps({"utilities": [0.60, 0.55, 0.40], "chosen": chosen, "unit": "win", "player": "you", "event": f"e{i}"})
    for i, chosen in enumerate(CHOSEN)
)

ITEMS = (
    SampleDecision(
        "Two-player Final",
        "You lead 5 to 3. You know the answer with 70 %, your opponent with 40 %. What do you wager?",
        "parlour.final",
        {"scores": (5, 3), "p": ("0.7", "0.4")},
    ),
    SampleDecision(
        "Kuhn poker, 13 cards",
        "You hold the second-lowest of 13 cards and act first. Do you bluff?",
        "parlour.kuhn",
        {"cards": 13, "card": 2},
    ),
    SampleDecision(
        "The Weakest Link",
        "Three players are left. You beat P1 with 70 % and P2 with 50 %. P1 votes for you with 30 %, P2 with 10 %. "
        "Whom do you vote off?",
        "parlour.vote",
        {"p1": "0.7", "p2": "0.5", "y1": "0.3", "y2": "0.1"},
    ),
    SampleDecision(
        "A 2x2 game",
        "You take a penalty. Left scores with 60 % if the keeper dives left, else 95 %. Right scores with 70 % if the "
        "keeper dives right, else 90 %. Where do you shoot?",
        "theory.solve",
        {"text": json.dumps(PENALTY)},
    ),
    SampleDecision(
        "Jeopardy!",
        "Double Jeopardy begins and you pick first. Where are the Daily Doubles?",
        "jeopardy.placement",
        {"round": 2},
    ),
    SampleDecision(
        "Final Jeopardy!",
        "You are second with $14,000 behind $20,000, and third has $8,000. What do you bet?",
        "jeopardy.final",
        {"scores": (20_000, 14_000, 8_000), "me": 2},
    ),
    SampleDecision(
        "Last Daily Double",
        "The last clue is a Daily Double, and you found it. You have $7,100, the others $9,000 and $1,000. You are "
        "65 % confident. What do you wager?",
        "jeopardy.daily-double",
        {"scores": (7_100, 9_000, 1_000), "me": 1, "confidence": 0.65},
    ),
    SampleDecision(
        "Backgammon",
        "You open the game with a 3 and a 1. What do you play?",
        "backgammon.move",
        {"position": "4HPwATDgc/ABMA", "dice": "31"},
    ),
    SampleDecision(
        "Sevens",
        "Six players bid for letters; you hold EST, 30 auctions are left, R is on offer. What do you bid?",
        "sevens.bid",
        {"rack": "EST", "tile": "R", "players": 6, "left": 30},
    ),
    SampleDecision(
        "Chess",
        "You see 300 moves of one player and what each legal move was worth. How strong is the player?",
        "chess.trial",
        {"moves": 300},
    ),
    SampleDecision(
        "Any game",
        "In 40 decisions you had options with win chances of 60 %, 55 % and 40 %. You took the best 26 times, the "
        "second 11 times, the worst 3 times. How good is that?",
        "rate.players",
        {"file": {"name": "DECISIONS.jsonl", "text": FORTY_DECISIONS}},
    ),
)


def run_tour(work: WorkContext | None = None) -> Iterator[TourStop]:
    """All stops of the tour, computed now; what a machine lacks is said in place of the answer."""
    for item in (*ITEMS, *(sample for plugin in PLUGINS for sample in plugin.samples)):
        request = parse_request(request_type(item.path), item.arguments)
        entry = BY_PATH[item.path]
        command = shlex.join(["kibitz", entry.group, entry.name, *command_line(request)])
        try:
            explanation = request.answer(work or WorkContext()).explain()
        except InputError as error:
            yield TourStop(item.game, item.words, f"Not available on this computer: {error}.", (), command)
            continue
        headline = (
            explanation.headline if explanation.headline.endswith((".", "!", "?")) else explanation.headline + "."
        )
        rule = (f"rule: {explanation.rule}",) if explanation.rule else ()
        yield TourStop(item.game, item.words, headline, (*explanation.reasons, *rule), command)
