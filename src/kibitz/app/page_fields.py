"""Which fields of a question a page shows at once. Everything else stands under "More settings"."""

from __future__ import annotations

FIRST_FIELDS: dict[str, tuple[str, ...]] = {
    "backgammon.move": ("position", "dice", "score", "cube", "play"),
    "backgammon.cube": ("position", "score", "cube", "owner", "choice"),
    "backgammon.evaluate": ("position", "score", "cube", "owner"),
    "backgammon.review": ("match",),
    "backgammon.play": ("level", "match", "tutor"),
    "sevens.play": ("against", "people", "rounds", "tutor"),
    "jeopardy.live": ("me", "champion", "categories", "guess"),
    "jeopardy.simulate": ("games", "seats", "you", "era"),
    "chess.analyse": ("games",),
    "chess.rate": ("games", "player"),
    "chess.screen": ("games", "player"),
    "chess.calibrate": ("games", "marks"),
    "chess.moves": ("games", "game"),
    "chess.position": ("fen", "elo"),
    "chess.play": ("elo", "side"),
    "chess.solitaire": ("game", "number", "side"),
    "rate.players": ("file", "player", "together"),
    "rate.screen": ("file", "claimed", "player"),
    "theory.learn": ("game", "method", "depth", "width"),
}
"""The first fields of questions and sessions with many of them, in the order of the page."""
RARE_FIELDS = frozenset(
    {"depth", "nodes", "multipv", "seed", "scale", "scaling", "cells", "draws", "game-file", "words"}
)
"""Fields that are under "More settings" wherever no list above names them."""
MAX_FIRST_FIELDS = 5


def first_fields(path: str, names: list[str], required: set[str]) -> list[str]:
    """The names of the fields that a page shows at once, in their order; required ones always."""
    chosen = FIRST_FIELDS.get(path)
    if chosen is not None:
        return [name for name in chosen if name in names] + [
            name for name in names if name in required and name not in chosen
        ]
    usual = [name for name in names if name in required or name not in RARE_FIELDS]
    if len(names) <= MAX_FIRST_FIELDS and len(usual) < 2:
        return names
    usual.sort(key=lambda name: name not in required)
    return [name for number, name in enumerate(usual) if name in required or number < MAX_FIRST_FIELDS]
