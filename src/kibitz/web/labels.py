"""How a page words what a question says of itself: names of fields, and the help that was written for a command."""

from __future__ import annotations

import re

from kibitz.app.request_parsing import RequestField, request_fields
from kibitz.core.question import Request

LABELS = {
    "a": "First player",
    "comparison-group": "Comparison group",
    "b": "Second player",
    "bid": "Your own bid",
    "c": "Consistency",
    "choice": "Your own choice",
    "confidence": "How sure you are",
    "data-dir": "Recorded games",
    "elo": "Elo",
    "fen": "FEN",
    "k": "Games",
    "left": "Clues left",
    "me": "Who you are",
    "multipv": "Lines",
    "game-file": "Your own game",
    "p1": "You beat P1",
    "p2": "You beat P2",
    "play": "Your own play",
    "s": "Sensitivity",
    "observed1": "Observed votes of P1",
    "observed2": "Observed votes of P2",
    "together": "All as one player",
    "wager": "Your own wager",
    "y1": "P1 votes for you",
    "y2": "P2 votes for you",
}
"""Fields whose names say little to people, and what a form calls them; others are called by their names."""
DETERMINERS = {"a", "an", "any", "each", "every", "the", "this"}
"""Words after which a noun needs no article."""


def page_label(field: RequestField) -> str:
    """The label of a field: its own, or that of `LABELS`."""
    return field.label if "label" in field.extra else field_label(field.option)


def page_help(field: RequestField, kind: type[Request]) -> str:
    """The help of a field: its own for pages, or the command's in other words."""
    return field.page_help if "page_help" in field.extra else help_for_page(field.help, kind)


def field_label(option: str) -> str:
    """What a form calls a field."""
    plain = option.replace("-", " ")
    return LABELS.get(option, plain[:1].upper() + plain[1:])


def file_label(kind: str) -> str:
    """What the link to a file that an answer makes is called."""
    return "Save" if kind == "out" else kind.capitalize()


def help_for_page(help: str, kind: type[Request]) -> str:
    """The words of a command's help as a page says them: fields by their labels, and nothing of standard input.

    ``Rate each player in FILE (- for standard input)`` becomes *Rate each player in the file*, ``on --scale`` *on
    “Scale”*; what is quoted as a command stays one.
    """
    known = {field.option for field in request_fields(kind).values()}

    def option(result: re.Match[str]) -> str:
        return f"“{field_label(result[1]) if result[1] in known else file_label(result[1])}”"

    def argument(result: re.Match[str]) -> str:
        before, word = result[1], result[2].lower()
        if word not in known:
            return result[0]
        article = "" if word.endswith("s") or before.strip().lower() in DETERMINERS else "the "
        begins = not before or before.endswith(". ")
        return before + ((article + word).capitalize() if begins else article + word)

    said = re.sub(r" ?\(- for [^)]*\)", "", help)
    parts = re.split(r"(`[^`]*`|kibitz [a-z-]+ [a-z-]+(?: --[a-z-]+)*)", said)
    for place in range(0, len(parts), 2):
        parts[place] = re.sub(r"--([a-z][a-z-]*)", option, parts[place])
        parts[place] = re.sub(r"(\S*\s|^)([A-Z]{3,})\b", argument, parts[place])
    return "".join(parts)
