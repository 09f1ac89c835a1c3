"""Search: read notations of every game, names and words of navigation, and link to the page that answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from urllib.parse import urlencode

from kibitz.app.catalogue import BY_PATH, ENTRIES, GROUPS, PLUGINS, request_type
from kibitz.app.entries import SearchHit as SearchHit
from kibitz.app.forms import MatrixForm
from kibitz.app.number_notation import parse_number, parse_share
from kibitz.app.sessions import SESSIONS
from kibitz.core.errors import InputError
from kibitz.core.units import format_money

MAX_QUERY_CHARACTERS = 1_000
"""Characters of a query that are read."""
MAX_HITS = 8
"""Most hits for one query."""
MAX_NUMBER = 10**9
MIN_SCORE = 200
"""Numbers all below this are no scores."""
MIN_NAME_CHARACTERS = 4
"""Letters of a query from which names of situations in Final are searched."""
OPENING_POSITION = "4HPwATDgc/ABMA"
PLACES = {"first": 0, "leading": 0, "leader": 0, "second": 1, "trailing": 1, "third": 2, "last": 2}
"""Words for the place of the player who asks, by score."""
SCORE_WORDS = frozenset(
    {*PLACES, *"i i'm am me my is player have has had with behind against and the of to at in final jeopardy".split()}
)
"""Words that may stand between scores."""
DRILL_WORDS = frozenset({"drill", "drills", "practise", "practice", "train"})
APP_PAGES: tuple[tuple[frozenset[str], str, str, str], ...] = (
    (DRILL_WORDS, "Drill", "positions to practise, missed ones return", "/drill"),
    (
        frozenset({"library", "saved", "history", "games", "import", "upload", "jobs"}),
        "Library",
        "your reviews, games and files",
        "/library",
    ),
    (frozenset({"help", "search", "notation", "notations"}), "Search", "all that the search box reads", "/find"),
    (frozenset({"api", "json", "openapi", "python"}), "API", "the questions for programs", "/api"),
    (frozenset({"home", "start"}), "Home", "one decision from each game", "/"),
)
"""Pages of the app: the words that lead there, title, what it is for, and address."""
EXAMPLES: tuple[tuple[str, str], ...] = (
    ("18400 14600 9000 me 2", "Final Jeopardy: three scores, and which player you are"),
    ("second with 14600 behind 18400", "the same in words"),
    ("6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4", "a Jeopardy! board: scores, who picks, round, open squares"),
    ("Stratton's dilemma", "a situation of Final by its name"),
    ("4HPwATDgc/ABMA 31", "backgammon: a Position ID and a roll"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "an XGID of a forum, with its dice"),
    ("opening 31", "an opening roll"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "chess: a FEN"),
    ("e4 e5 Nf3", "chess: the first moves"),
    ("EST + R", "sevens: your rack and the letter on offer"),
    ("5-3 p 70 40", "a two-player Final: scores, and chances to know the answer"),
    ("3,3 0,5; 5,0 1,1", "a matrix game, row by row"),
    ("prisoner's dilemma", "a classic game by its name"),
    ("drill", "a page of this app"),
)
"""What the search box reads, for its help."""


def search(text: str) -> list[SearchHit]:
    """Pages for a query, most likely first; empty if nothing matches."""
    text = " ".join(text.encode("utf-8", "replace").decode().split())[:MAX_QUERY_CHARACTERS]
    if not text:
        return []
    notations: tuple[Callable[[str], Iterable[SearchHit]], ...] = (
        _scores,
        _jeopardy_state,
        _backgammon,
        _opening_roll,
        _chess,
        _letters,
        _two_player_final,
        _matrix,
        _pages,
        _classic_games,
        _named_finals,
        *(notation for plugin in PLUGINS for notation in plugin.notations),
        _questions,
    )
    hits = (hit for notation in notations for hit in notation(text))
    return list({hit.link: hit for hit in reversed(list(hits))}.values())[::-1][:MAX_HITS]


def _link(path: str, **values: str) -> str:
    entry = BY_PATH[path]
    return f"/{entry.group}/{entry.name}?{urlencode(values, safe=',/:')}"


def _scores(text: str) -> list[SearchHit]:
    """Two or three scores in any notation; ``me 2``, ``second`` or ``with 14600`` say whose they are."""
    text, seat = _named_seat(text)
    parts = _split_scores(text)
    words = [part.lower() for part in parts if part[:1].isalpha()]
    if not all(word in SCORE_WORDS for word in words):
        return []
    values = [parse_number(part) for part in parts if not part[:1].isalpha()]
    scores = [int(v) for v in values if isinstance(v, int | float) and abs(v) < MAX_NUMBER and v == int(v)]
    if len(scores) != len(values) or len(scores) not in (2, 3) or max(scores) < MIN_SCORE:
        return []
    me = seat if seat <= len(scores) else 0
    if not me:
        order = sorted(range(len(scores)), key=lambda k: -scores[k])
        place = next((PLACES[word] for word in words if word in PLACES), 0 if words else -1)
        me = order[min(place, len(order) - 1)] + 1 if place >= 0 else 1
    whole = ",".join(map(str, scores))
    count = "three" if len(scores) == 3 else "two"
    shown = ", ".join(f"{format_money(score)}{' (you)' if k == me else ''}" for k, score in enumerate(scores, 1))
    return [
        SearchHit("Final Jeopardy", f"{count} scores: {shown}", _link("jeopardy.final", scores=whole, me=str(me))),
        SearchHit(
            "Last Daily Double",
            f"the same {count} scores, before the last clue",
            _link("jeopardy.daily-double", scores=whole, me=str(me), confidence="0.65"),
        ),
    ]


def _named_seat(text: str) -> tuple[str, int]:
    """The text without ``me 2`` or ``player 2``, and that number; 0 without it."""
    match = re.search(r"(?:--me|\bme|\bplayer|\bseat)[ =:]*([123])(?!\S)", text, re.IGNORECASE)
    return (text[: match.start()] + text[match.end() :], int(match[1])) if match else (text, 0)


def _split_scores(text: str) -> list[str]:
    """Words and numbers of a text; commas, points and blanks may group digits."""
    grouped = re.sub(r"(?<![\d.,])([+\-\N{MINUS SIGN}]?\$?\d{1,3})([.,])(\d{3})(?![\d])", r"\1\3", text)
    return [part for part in re.split(r"[\s;:,|/]+|(?<=\d)_(?=-?\d)", grouped) if part]


def _jeopardy_state(text: str) -> list[SearchHit]:
    """A state as kibitz writes it: scores, who picks, round, open squares by column, known Daily Doubles."""
    if not re.fullmatch(r"-?\d{1,7}(_-?\d{1,7}){2}\.[123]\.[12]\.[0-5]+(-[0-5]+){5}(\.[\w-]*){0,9}", text):
        return []
    scores = ", ".join(format_money(int(score)) for score in text.partition(".")[0].split("_"))
    pages = (
        ("Jeopardy! board", "jeopardy.board", f"scores {scores}: each square, and the wager of a Daily Double"),
        ("Which square to pick", "jeopardy.select", "the same board"),
        ("Win chances", "jeopardy.win", "the same board"),
    )
    return [SearchHit(what, words, _link(path, state=text)) for what, path, words in pages]


def _backgammon(text: str) -> list[SearchHit]:
    """A position in any notation, also inside pasted text; with a roll it is a question about the play."""
    if not re.search(r"[A-Za-z0-9+/]{14}|[-A-Pa-p]{26}(:[-0-9DBR]{1,5}){9}|board:| ?/ ?", text):
        return []
    from kibitz.games.backgammon.notation.situation import format_situation, parse_situation

    try:
        situation = parse_situation(text)
    except InputError:
        return []
    word = format_situation(replace(situation, dice=None))
    is_xgid = re.search(r"[-A-Pa-p]{26}:", text) is not None
    kind = "an XGID" if is_xgid else "a FIBS board" if "board:" in text else "a Position ID"
    pages = [("Backgammon position", "backgammon.evaluate"), ("Backgammon cube", "backgammon.cube")]
    doubled = ":D:" in text  # in an XGID: the other side has to answer
    hits = [SearchHit(what, kind, _link(path, position=word)) for what, path in pages[:: -1 if doubled else 1]]
    if situation.dice is not None:
        dice = f"{situation.dice[0]}{situation.dice[1]}"
        play = _link("backgammon.move", position=word, dice=dice)
        hits.insert(0, SearchHit("Backgammon play", f"{kind} with a roll of {dice}", play))
    return hits


def _opening_roll(text: str) -> list[SearchHit]:
    """``opening 31`` or ``31 opening``."""
    match = re.fullmatch(r"(?:opening|open|roll)(?: roll)?:? ?([1-6])[- ]?([1-6])", text, re.IGNORECASE)
    match = match or re.fullmatch(r"([1-6])[- ]?([1-6]) opening", text, re.IGNORECASE)
    if not match or match[1] == match[2]:
        return []
    dice = f"{match[1]}{match[2]}"
    return [
        SearchHit(
            "Backgammon play",
            f"the opening roll {match[1]}-{match[2]}",
            _link("backgammon.move", position=OPENING_POSITION, dice=dice),
        )
    ]


def _chess(text: str) -> list[SearchHit]:
    fen = re.match(r"(?:FEN:? ?|\[FEN \")?(([1-8pnbrqkPNBRQK]+/){7}[1-8pnbrqkPNBRQK]+( [wb]( \S+){0,4})?)", text)
    if fen:
        fields = fen[1].rstrip('"]').split()
        whole = " ".join([*fields, *("w", "-", "-", "0", "1")[len(fields) - 1 :]])
        return [
            SearchHit("Chess position", "a FEN: what players rated 2000 would play", _link("chess.position", fen=whole))
        ]
    if text.startswith("[Event "):
        return [SearchHit("Chess game", "a PGN: save it as a file and drop it on the page", "/chess/moves")]
    moves = re.sub(r"\d{1,3}\.+ ?", "", text).split()
    if not moves or not all(re.fullmatch(_SAN, move) for move in moves):
        return []
    return _chess_moves(moves)


_SAN = r"([KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?|O-O(-O)?)[+#]?[!?]{0,2}"


def _chess_moves(moves: Sequence[str]) -> list[SearchHit]:
    """The position after these moves; without python-chess, or after an illegal move, the page of games."""
    from kibitz.games.chess.pgn import python_chess

    whole = SearchHit("Chess game", "moves of a game: drop its PGN file on the page", "/chess/moves")
    try:
        board = python_chess().Board()
    except InputError:
        return [whole]
    numbered = []
    try:
        for move in moves:
            numbered.append(f"{board.fullmove_number}. {move}" if board.turn else move)
            board.push_san(move.rstrip("!?"))
    except ValueError:
        return [whole]
    shown = f"after {' '.join(numbered)}: what players rated 2000 would play"
    return [SearchHit("Chess position", shown, _link("chess.position", fen=board.fen())), whole]


def _letters(text: str) -> list[SearchHit]:
    """``EST + R``, or in capitals ``EST R``; a single word in capitals is a rack."""
    match = re.fullmatch(r"((?:[A-Za-z][ ,]?){0,6}?) ?\+ ?([A-Za-z])", text) or re.fullmatch(
        r"([A-Z]{2,6}|[A-Z](?:[ ,][A-Z]){1,5}) ([A-Z])", text
    )
    if match:
        rack, tile = re.sub(r"[ ,]", "", match[1]).upper(), match[2].upper()
        words = f"you hold {rack or 'no letters'}, {tile} is on offer, six players"
        return [SearchHit("Sevens bid", words, _link("sevens.bid", rack=rack, tile=tile, players="6"))]
    if re.fullmatch(r"[A-Z]{5,8}", text):
        return [SearchHit("Words of a rack", f"the letters {text}", _link("sevens.words", letters=text))]
    return []


def _two_player_final(text: str) -> list[SearchHit]:
    """``5-3 p 70 40``: scores, then the chances of the two players."""
    match = re.fullmatch(r"(\d{1,3})[-: ](\d{1,3})(?:,? ?p=?:?)? ([\d.,/]+ ?%?)[ ,;]+([\d.,/]+ ?%?)", text)
    if not match:
        return []
    chances = [parse_share(match[3].rstrip(",")), parse_share(match[4])]
    if any(isinstance(each, str) or not 0 <= each <= 1 for each in chances):
        return []
    shown = " and ".join(f"{100 * float(each):.3g} %" for each in chances)
    return [
        SearchHit(
            "Two-player Final",
            f"scores {match[1]} and {match[2]}, chances {shown} to know the answer",
            _link("parlour.final", scores=f"{match[1]},{match[2]}", p=",".join(f"{float(each):g}" for each in chances)),
        )
    ]


def _matrix(text: str) -> list[SearchHit]:
    """Payoffs row by row, one number or a pair in each cell."""
    rows = [row.strip() for row in re.split(r";| / |\]\s*,?\s*\[", text.replace("[[", "").replace("]]", ""))]
    if len(rows) < 2 or not all(re.fullmatch(r"[-+\d./,() \N{MINUS SIGN}]+", row) for row in rows):
        return []
    sizes = {len(re.split(r"\s+", row) if " " in row else row.split(",")) for row in rows}
    if len(sizes) > 1 or sizes <= {0, 1}:
        return []
    link = _link("theory.solve", text="; ".join(rows) if "[[" not in text else text)
    return _readable([SearchHit("Matrix game", f"{len(rows)} rows, {sizes.pop()} columns: its equilibria", link)])


def _readable(hits: list[SearchHit]) -> list[SearchHit]:
    """The hits that their questions can read."""
    from kibitz.app.request_parsing import from_query

    result = []
    for hit in hits:
        path, _, query = hit.link.partition("?")
        try:
            from_query(request_type(path.strip("/").replace("/", ".")), query)
        except InputError:
            continue
        result.append(hit)
    return result


def _pages(text: str) -> list[SearchHit]:
    """Pages of the app by their words: drill, library, help. ``drill cube`` is one drill."""
    from kibitz.app.drills import DRILLS

    words = _words(text)
    hits = [SearchHit(title, what, link) for known, title, what, link in APP_PAGES if known & set(words)]
    if len(words) > 1:
        hits = [hit for hit in hits if hit.link == "/drill"]
    if hits and hits[0].link == "/drill":
        others = [word for word in words if word not in DRILL_WORDS]
        chosen = [each for each in DRILLS.values() if _has_words(others, f"{each.name} {each.title} {each.path}")]
        drills = [SearchHit(f"Drill: {each.title}", "a drill", f"/drill/{each.name}") for each in chosen]
        return drills if others else [*hits, *drills]
    return hits


def _classic_games(text: str) -> list[SearchHit]:
    """Games of the textbooks by name, such as the prisoner's dilemma."""
    words = [word for word in _words(text) if word not in ("the", "of", "and")]
    return [
        SearchHit(name, "a classic game: its equilibria", _link(entry.path, text=game))
        for entry in ENTRIES
        if isinstance(entry.form, MatrixForm)
        for name, game in entry.form.classics
        if len("".join(words)) >= MIN_NAME_CHARACTERS and _has_words(words, name)
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


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower().replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", ""))


def _has_words(words: Sequence[str], text: str) -> bool:
    """Whether each word begins a word of the text."""
    known = _words(text)
    return all(any(each.startswith(word) for each in known) for word in words)


def _questions(text: str) -> list[SearchHit]:
    """Groups, questions and sessions whose names, tabs or titles have all words of the text, whole names first."""
    words = _words(text)
    if not words or len("".join(words)) < 2:
        return []
    groups = [
        SearchHit(group.title, group.line.partition(": ")[2].capitalize(), f"/{name}")
        for name, group in GROUPS.items()
        if _has_words(words, f"{name} {group.title}")
    ]
    ranked: tuple[list[SearchHit], list[SearchHit], list[SearchHit]] = ([], [], [])
    for entry in (*ENTRIES, *SESSIONS):
        label = f"{entry.group} {GROUPS[entry.group].title} {entry.name} {_tab(entry.group, entry.name)}"
        if _has_words(words, f"{label} {entry.title}"):
            what = f"{GROUPS[entry.group].title}, {_tab(entry.group, entry.name)}"
            hit = SearchHit(entry.title, what, f"/{entry.group}/{entry.name}")
            ranked[0 if set(words) <= set(_words(label)) else 1 if _has_words(words, label) else 2].append(hit)
    return [*groups, *(hit for hits in ranked for hit in hits)]


def _tab(group: str, name: str) -> str:
    return GROUPS[group].tabs.get(name, name.replace("-", " ").capitalize())
