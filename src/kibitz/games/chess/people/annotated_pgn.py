"""Annotated PGN: the value of each move, its loss, and the glyph of its grade."""

from __future__ import annotations

from kibitz.games.chess.answers import MoveRow, MovesAnswer

NAGS = {"inaccuracy": "$6", "mistake": "$2", "blunder": "$4"}
"""Numeric annotation glyphs of ?!, ? and ??."""
WIDTH = 100


def annotated_pgn(game: MovesAnswer) -> str:
    """The game as PGN: ``[%eval]`` in pawns for White after each analysed move, and its loss if any."""
    tags = {
        "White": game.white,
        "Black": game.black,
        "Result": game.result,
        "Date": game.date or "????.??.??",
        "Annotator": f"kibitz, {game.engine} {game.budget}",
    }
    if game.start:
        tags |= {"SetUp": "1", "FEN": game.start}
    head = "\n".join(f'[{name} "{_quote_tag(value)}"]' for name, value in tags.items())
    words: list[str] = []
    for place, row in enumerate(game.moves):
        dots = "." if row.side == "white" else "..."
        commented = bool(place) and game.moves[place - 1].value is not None
        if row.side == "white" or place == 0 or commented:
            words.append(f"{row.move}{dots}")
        words.append(row.played)
        if row.judgement in NAGS:
            words.append(NAGS[row.judgement])
        words += _comment(row).split()
    words.append(game.result if game.result in ("1-0", "0-1", "1/2-1/2") else "*")
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return f"{head}\n\n" + "\n".join([*lines, line]) + "\n"


def _comment(row: MoveRow) -> str:
    if row.value is None:
        return ""
    sign = 1 if row.side == "white" else -1
    value = f"#{sign * row.mate}" if row.mate is not None else f"{sign * row.value:.2f}"
    loss = f" loss {row.loss:.2f}, best {row.best}" if row.loss else ""
    return f"{{ [%eval {value}]{loss} }}"


def _quote_tag(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
