"""Search: recognise scores, a Position ID, a FEN, or a rack and a letter, and link to the page that answers."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from kibitz.app.catalogue import BY_PATH, ENTRIES, PLUGINS
from kibitz.app.entries import SearchHit as SearchHit
from kibitz.app.number_notation import parse_number

MAX_QUERY_CHARACTERS = 1_000
"""Characters of a query that are read."""
MAX_HITS = 8
"""Most hits for one query."""


MAX_NUMBER = 10**9
MIN_NAME_CHARACTERS = 4
"""Letters of a query from which names of situations in Final are searched."""


def search(text: str) -> list[SearchHit]:
    """Pages for a query, most likely first; empty if nothing matches."""
    text = " ".join(text.encode("utf-8", "replace").decode().split())[:MAX_QUERY_CHARACTERS]
    if not text:
        return []
    result = [
        *_scores(text),
        *_backgammon(text),
        *_chess(text),
        *_letters(text),
        *_two_player_final(text),
        *_named_finals(text),
        *(hit for plugin in PLUGINS for notation in plugin.notations for hit in notation(text)),
        *_questions(text),
    ]
    return result[:MAX_HITS]


def _link(path: str, **values: str) -> str:
    entry = BY_PATH[path]
    return f"/{entry.group}/{entry.name}?{urlencode(values, safe=',/:')}"


def _scores(text: str) -> list[SearchHit]:
    parts = re.sub(r"(\d),(\d{3})\b", r"\1\2", text).replace(",", " ").split()
    values = [parse_number(part.rstrip("kK")) for part in parts]
    scores = [
        int(v * 1000) if p[-1] in "kK" else v
        for v, p in zip(values, parts, strict=True)
        if isinstance(v, int | float) and abs(v) < MAX_NUMBER
    ]
    if len(scores) != len(parts) or len(scores) not in (2, 3) or not all(float(s).is_integer() for s in scores):
        return []
    if max(scores) < 200:
        return []
    whole = ",".join(str(int(score)) for score in scores)
    text_of_scores = ", ".join(f"${int(score):,}" for score in scores)
    count = "three" if len(scores) == 3 else "two"
    return [
        SearchHit("Final Jeopardy", f"{count} scores: {text_of_scores}", _link("jeopardy.final", scores=whole, me="1")),
        SearchHit(
            "Last Daily Double",
            f"the same {count} scores, before the last clue",
            _link("jeopardy.daily-double", scores=whole, me="1", confidence="0.65"),
        ),
    ]


def _backgammon(text: str) -> list[SearchHit]:
    word, _, rest = text.partition(" ")
    plain = re.fullmatch(r"[A-Za-z0-9+/]{14}(:[A-Za-z0-9+/]{12})?", word)
    xgid = re.fullmatch(r"(XGID=)?[-A-Pa-p]{26}(:[-0-9DBR]{1,5}){9}", word)
    if not plain and not xgid:
        return []
    kind = "an XGID" if xgid else "a Position ID"
    dice = rest if re.fullmatch(r"[1-6][- ]?[1-6]", rest) else ""
    if dice:
        return [SearchHit("Backgammon play", f"{kind} with {dice}", _link("backgammon.move", position=word, dice=dice))]
    pages = [("Backgammon position", "backgammon.evaluate"), ("Backgammon cube", "backgammon.cube")]
    return [SearchHit(what, kind, _link(path, position=word)) for what, path in pages]


def _chess(text: str) -> list[SearchHit]:
    if re.match(r"([1-8pnbrqkPNBRQK]+/){7}[1-8pnbrqkPNBRQK]+( |$)", text):
        return [SearchHit("Chess position", "what players rated 2000 would play", _link("chess.position", fen=text))]
    if text.startswith("[Event ") or re.match(r"1\. ?[a-hNBRQKO]", text):
        return [SearchHit("Chess game", "drop the PGN file on the page", "/chess/moves")]
    return []


def _letters(text: str) -> list[SearchHit]:
    match = re.fullmatch(r"([A-Za-z]{0,6}) ?\+ ?([A-Za-z])", text)
    if not match:
        return []
    rack, tile = match[1].upper(), match[2].upper()
    return [
        SearchHit(
            "Sevens bid",
            f"you hold {rack or 'no letters'}, {tile} is on offer",
            _link("sevens.bid", rack=rack, tile=tile),
        )
    ]


def _two_player_final(text: str) -> list[SearchHit]:
    match = re.fullmatch(r"(\d{1,3})[-: ](\d{1,3})(?: p)? (0?\.\d+|\d+%) (0?\.\d+|\d+%)", text)
    if not match:
        return []
    scores, chances = f"{match[1]},{match[2]}", f"{match[3]},{match[4]}"
    return [
        SearchHit(
            "Two-player Final",
            f"scores {match[1]} and {match[2]}, chances {match[3]} and {match[4]} to know the answer",
            _link("parlour.final", scores=scores, p=chances),
        )
    ]


def _named_finals(text: str) -> list[SearchHit]:
    """A Final to which a name of the trade applies, such as Stratton's dilemma or two-thirds."""
    from kibitz.games.jeopardy.final.situations import SITUATIONS

    words = re.sub(r"[^a-z ]", "", text.lower().replace("-", " ")).split()
    if len("".join(words)) < MIN_NAME_CHARACTERS:
        return []
    hits = []
    for each in SITUATIONS:
        name = re.sub(r"[^a-z ]", "", each.name.lower().replace("-", " "))
        if each.name and all(word.rstrip("s") in name for word in words):
            scores = ", ".join(f"${score:,}" for score in each.example)
            link = _link("jeopardy.final", scores=",".join(map(str, each.example)), me="2")
            hits.append(SearchHit(each.name, f"a Final of this kind: {scores}", link))
    return hits


def _questions(text: str) -> list[SearchHit]:
    """Questions whose names or titles contain all words of the text."""
    words = text.lower().split()
    return [
        SearchHit(entry.title, f"{entry.group}, {entry.name}", f"/{entry.group}/{entry.name}")
        for entry in ENTRIES
        if all(word in f"{entry.group} {entry.name} {entry.title}".lower() for word in words)
    ]
