"""One decision from each game for the home page, answered in advance so that the page loads at once.

``python -m kibitz.app.home_cards`` updates ``web/data/cards.json``; a test compares it with current answers.
"""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlencode

from kibitz.app.ask import answer_question
from kibitz.app.boards import board_svg, letter_points
from kibitz.app.catalogue import BY_PATH, SampleDecision
from kibitz.core.exhibits.grids import TileTable
from kibitz.core.exhibits.replay import BoardDiagram
from kibitz.core.question import Answer
from kibitz.draw.curve import Curve
from kibitz.draw.rule_map import RuleMap

CARDS_FILE = Path(__file__).resolve().parents[1] / "web" / "data" / "cards.json"


CARDS = (
    SampleDecision(
        "Final Jeopardy",
        "Second with $14,600 behind $18,400. What do you bet?",
        "jeopardy.final",
        {"scores": (18_400, 14_600, 9_000), "me": 2, "era": 2015},
    ),
    SampleDecision(
        "Daily Doubles",
        "Double Jeopardy begins and you pick first. Where are they?",
        "jeopardy.placement",
        {"round": 2, "era": 2015},
    ),
    SampleDecision(
        "Backgammon",
        "You open the game with a 3 and a 1. Which play?",
        "backgammon.move",
        {"position": "4HPwATDgc/ABMA", "dice": "31"},
    ),
    SampleDecision(
        "Chess rating", "You see 300 moves of one player. How strong is the player?", "chess.trial", {"moves": 300}
    ),
    SampleDecision(
        "Sevens",
        "You hold EST, R is on offer, 30 auctions are left. What do you bid?",
        "sevens.bid",
        {"rack": "EST", "tile": "R", "players": 6, "left": 30},
    ),
    SampleDecision(
        "Parlour games",
        "You lead 5 to 3 in a two-player Final. What do you wager?",
        "parlour.final",
        {"scores": (5, 3), "p": ("0.7", "0.4")},
    ),
)


def split_headline(headline: str) -> tuple[str, str]:
    """The answer in a few words, and the rest of the first sentence: ``Bet $3,801`` and ``38.7 % to win``."""
    sentence = headline.partition(". ")[0].rstrip(".")
    for mark in ("; ", ": ", ", with ", ", 95 %"):
        short, found, more = sentence.partition(mark)
        if found:
            # A remark in brackets is dropped before a colon; before a semicolon these are the chances of a mix.
            short = short if mark == "; " else short.partition(" (")[0]
            return short, f"95 %{more}" if mark == ", 95 %" else more
    return sentence, ""


def render_card(card: SampleDecision) -> dict[str, str]:
    """The fields of a card on the page."""
    answer = answer_question(card.path, card.arguments)
    short, more = split_headline(answer.explain().headline)
    plain = {
        name: ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
        for name, value in card.arguments.items()
    }
    entry = BY_PATH[card.path]
    return {
        "game": card.game,
        "question": card.words,
        "answer": short,
        "more": more,
        "link": f"/{entry.group}/{entry.name}?{urlencode(plain, safe=',/')}",
        "picture": card_picture(card, answer),
    }


def card_picture(card: SampleDecision, answer: Answer) -> str:
    """The picture of a card: the board, curve or map of the answer, or a thumbnail."""
    from kibitz.draw import thumbnails
    from kibitz.draw.curve_plot import CARD, curve_svg
    from kibitz.draw.heat_map import heat_map_svg
    from kibitz.draw.rule_map_plot import rule_map_card_svg

    exhibits = list(answer.exhibits())
    if card.path == "sevens.bid":
        reach = next(each.rows[:3] for each in exhibits if isinstance(each, TileTable))
        words = ["".join(tile.letter for tile in row.tiles) for row in reach]
        return thumbnails.tiles_svg(str(card.arguments["rack"]), str(card.arguments["tile"]), letter_points(), words)
    rows = getattr(answer, "squares", None)
    if rows is not None:
        board: list[list[float | None]] = [[None] * 6 for _ in range(5)]
        for square in rows:
            board[square.row - 1][square.column - 1] = square.chance
        return heat_map_svg(board, answer.explain().headline, (rows[0].row - 1, rows[0].column - 1), tall=24)
    for exhibit in exhibits:
        if isinstance(exhibit, BoardDiagram):
            return board_svg(exhibit)
        if isinstance(exhibit, Curve):
            return curve_svg(exhibit, CARD)
        if isinstance(exhibit, RuleMap):
            return rule_map_card_svg(exhibit)
    rated = getattr(answer, "rated", None)
    assert rated is not None, "there is no picture for such an answer"
    return thumbnails.interval_svg(rated.low, rated.rating, rated.high)


def main() -> None:
    """Write the cards of the home page."""
    from kibitz.files import write_text

    write_text(CARDS_FILE, json.dumps([render_card(card) for card in CARDS], ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
