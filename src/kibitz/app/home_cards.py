"""One decision from each game for the first page, answered ahead so that the page waits for nothing.

``python -m kibitz.app.home_cards`` writes ``web/data/cards.json`` again; a test compares it with today's answers.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from kibitz.app.ask import answer_question
from kibitz.app.boards import board_svg, letter_points
from kibitz.app.catalogue import BY_PATH
from kibitz.core.exhibits import BoardDiagram, Curve, RuleMap
from kibitz.core.exhibits.charts import TileTable
from kibitz.core.question import Answer

CARDS_FILE = Path(__file__).resolve().parents[1] / "web" / "data" / "cards.json"


class HomeCard(NamedTuple):
    """A decision: its game and question in words, and the question of the list with its arguments."""

    game: str
    words: str
    path: str
    arguments: dict[str, object]


CARDS = (
    HomeCard(
        "Final Jeopardy",
        "Second with $14,600 behind $18,400. What do you bet?",
        "jeopardy.final",
        {"scores": (18_400, 14_600, 9_000), "me": 2, "era": 2015},
    ),
    HomeCard(
        "Daily Doubles",
        "Double Jeopardy begins and you pick first. Where do they hide?",
        "jeopardy.placement",
        {"round": 2, "era": 2015},
    ),
    HomeCard(
        "Backgammon",
        "You open the game with a 3 and a 1. Which play?",
        "backgammon.move",
        {"position": "4HPwATDgc/ABMA", "dice": "31"},
    ),
    HomeCard("Chess rating", "300 moves of one player. How strong?", "chess.trial", {"moves": 300}),
    HomeCard(
        "Sevens",
        "You hold EST, R is on offer, 30 auctions are left. What do you bid?",
        "sevens.bid",
        {"rack": "EST", "tile": "R", "players": 6, "left": 30},
    ),
    HomeCard(
        "Parlour games",
        "You lead 5 to 3, know 70 %, they know 40 %. Wager?",
        "parlour.final",
        {"scores": (5, 3), "p": ("0.7", "0.4")},
    ),
)


def render_card(card: HomeCard) -> dict[str, str]:
    """A card as the page shows it."""
    answer = answer_question(card.path, card.arguments)
    headline = answer.explain().headline
    loud, more = headline, ""
    for mark in (" (", ": ", "; ", ", with "):
        if mark in loud:
            loud, _, after = loud.partition(mark)
            more = after if mark != " (" else headline.partition("): ")[2]
    plain = {
        name: ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
        for name, value in card.arguments.items()
    }
    entry = BY_PATH[card.path]
    return {
        "game": card.game,
        "question": card.words,
        "answer": loud.rstrip("."),
        "more": more.rstrip(".")[:60],
        "link": f"/{entry.group}/{entry.name}?{urlencode(plain, safe=',/')}",
        "picture": card_picture(card, answer),
    }


def card_picture(card: HomeCard, answer: Answer) -> str:
    """The picture of a card: the answer's board, curve or map, or a small one of its own."""
    from kibitz.draw import thumbnails
    from kibitz.draw.curve import CARD, curve_svg
    from kibitz.draw.heat_map import heat_map_svg
    from kibitz.draw.rule_map import rule_map_card_svg

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
    assert rated is not None, "no picture is known of such an answer"
    return thumbnails.interval_svg(rated.low, rated.rating, rated.high)


def main() -> None:
    """Write the cards of the first page."""
    from kibitz.files import write_text

    write_text(CARDS_FILE, json.dumps([render_card(card) for card in CARDS], ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
