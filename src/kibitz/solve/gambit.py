"""Gambit's file formats: .nfg (payoff and outcome version) and .efg, read and written.

Reference: the chapter "Game representation formats" of the documentation of Gambit (gambitproject.readthedocs.io).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod
from typing import NoReturn

from kibitz.core import InputError
from kibitz.core.errors import shorten
from kibitz.solve.extensive_game import MAX_PROFILES, ExtensiveGame, Payoffs, TableGame, TreeNode

MAX_TEXT = 20_000_000
MAX_PLAYERS = 50
MAX_TREE_NODES = 200_000
MAX_DIGITS = 60

_TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([{}])|,|([^\s{},"]+))', re.DOTALL)
_NUMBER = re.compile(r"([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?(?:/(\d+))?", re.ASCII)


class _Words:
    """The words of a file: texts in quotes, braces and bare words, with the line of each for messages."""

    def __init__(self, text: str, read_expression: Callable[[str], Fraction] | None = None) -> None:
        self.read_expression = read_expression
        if len(text) > MAX_TEXT:
            raise InputError(f"game: must have at most {MAX_TEXT:,} characters, not {len(text):,}")
        self.words: list[tuple[str, str, int]] = []
        at = 0
        end = len(text.rstrip())
        while at < end:
            match = _TOKEN.match(text, at)
            if match is None:
                raise InputError(f"game, line {text.count(chr(10), 0, at) + 1}: a quote is not closed")
            at = match.end()
            if match[1] is not None:
                self.words.append(("text", re.sub(r"\\(.)", r"\1", match[1]), match.start(1)))
            elif match[2]:
                self.words.append(("brace", match[2], match.start(2)))
            elif match[3]:
                self.words.append(("word", match[3], match.start(3)))
        self.text, self.at = text, 0

    def fail(self, expected: str) -> NoReturn:
        """Raise an error that names the line and what was expected there."""
        if self.at >= len(self.words):
            raise InputError(f"game: the file ends where {expected} is expected")
        _, word, start = self.words[self.at]
        line = self.text.count("\n", 0, start) + 1
        raise InputError(f"game, line {line}: {expected} is expected, not {shorten(word, 40)!r}")

    @property
    def kind(self) -> str:
        """The kind of the next word: text, brace, word, or empty at the end."""
        return self.words[self.at][0] if self.at < len(self.words) else ""

    def is_next(self, brace: str) -> bool:
        """Whether the next word is this brace."""
        return self.at < len(self.words) and self.words[self.at][:2] == ("brace", brace)

    def take(self, kind: str, expected: str) -> str:
        """The next word, which must be of this kind."""
        if self.kind != kind:
            self.fail(expected)
        self.at += 1
        return self.words[self.at - 1][1]

    def expect(self, brace: str) -> None:
        """Read a brace."""
        if not self.is_next(brace):
            self.fail(f"{brace!r}")
        self.at += 1

    def number(self, expected: str = "a number") -> Fraction:
        """Read a number: 3, -1/2, 0.25 or 1e-3."""
        word = self.words[self.at][1] if self.kind in ("word", "text" if self.read_expression else "word") else ""
        match = _NUMBER.fullmatch(word)
        if match is None and word and self.read_expression:
            self.at += 1
            return self.read_expression(word)
        if match is None or not (match[2] or match[3]) or len(word) > MAX_DIGITS:
            self.fail(expected)
        if match[5] is not None and (int(match[5]) == 0 or match[3] is not None or match[4] is not None):
            self.fail(expected)
        self.at += 1
        return Fraction(word)

    def whole(self, low: int, high: int, expected: str) -> int:
        """Read a whole number within bounds."""
        word = self.words[self.at][1] if self.kind == "word" else ""
        if not re.fullmatch(r"\d{1,9}", word, re.ASCII) or not low <= int(word) <= high:
            self.fail(f"{expected} from {low} to {high:,}")
        self.at += 1
        return int(word)

    def texts(self, expected: str) -> tuple[str, ...]:
        """Read texts in braces."""
        self.expect("{")
        result = []
        while not self.is_next("}"):
            result.append(self.take("text", expected))
        self.expect("}")
        return tuple(result)

    def end(self) -> None:
        """Read the end of the file."""
        if self.kind:
            self.fail("the end of the file")


def _header(words: _Words, kind: str, version: str) -> tuple[str, tuple[str, ...]]:
    """The title and the players."""
    if words.take("word", kind) != kind or words.take("word", f"version {version}") != version:
        raise InputError(f"game: must start with {kind} {version} R")
    if words.take("word", "R or D") not in ("R", "D"):
        raise InputError(f"game: must start with {kind} {version} R")
    title = words.take("text", "the title in quotes")
    players = words.texts("the name of a player in quotes")
    if not 1 <= len(players) <= MAX_PLAYERS:
        raise InputError(f"game: must have 1 to {MAX_PLAYERS} players, not {len(players)}")
    return title, players


def parse_nfg(text: str) -> TableGame:
    """The strategic form of a .nfg file, in the payoff or the outcome version; `InputError` names the line."""
    words = _Words(text)
    title, players = _header(words, "NFG", "1")
    actions = _strategies(words, len(players))
    comment = words.take("text", "a comment") if words.kind == "text" else ""
    n = prod(len(labels) for labels in actions)
    if n > MAX_PROFILES:
        raise InputError(f"game: must have at most {MAX_PROFILES:,} profiles, not {n:,}")
    payoffs: list[Payoffs] = []
    if words.is_next("{"):
        outcomes: list[Payoffs] = [(Fraction(0),) * len(players)]
        words.expect("{")
        while not words.is_next("}"):
            words.expect("{")
            words.take("text", "the name of an outcome in quotes")
            outcomes.append(tuple(words.number("a payoff") for _ in players))
            words.expect("}")
        words.expect("}")
        payoffs = [outcomes[words.whole(0, len(outcomes) - 1, "the number of an outcome")] for _ in range(n)]
    else:
        payoffs = [tuple(words.number("a payoff") for _ in players) for _ in range(n)]
    words.end()
    return TableGame(title, players, actions, tuple(payoffs), comment)


def _strategies(words: _Words, n_players: int) -> tuple[tuple[str, ...], ...]:
    """The strategies of each player, given by name or by number."""
    words.expect("{")
    result: list[tuple[str, ...]] = []
    for _ in range(n_players):
        if words.is_next("{"):
            labels = words.texts("the name of a strategy in quotes")
        else:
            labels = tuple(str(k + 1) for k in range(words.whole(1, MAX_PROFILES, "the number of strategies")))
        if not labels:
            words.fail("the name of a strategy in quotes")
        result.append(labels)
    words.expect("}")
    return tuple(result)


def format_nfg(game: TableGame) -> str:
    """The game in the payoff version of .nfg, with the names of the strategies."""
    lines = [
        f"NFG 1 R {_quote(game.title)} {{ {' '.join(map(_quote, game.players))} }}",
        "",
        f"{{ {' '.join('{ ' + ' '.join(map(_quote, labels)) + ' }' for labels in game.actions)} }}",
        _quote(game.comment),
        "",
        *(" ".join(map(str, each)) for each in game.payoffs),
    ]
    return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


class _TreeReader:
    """Reads the nodes of a .efg file; information sets and outcomes are defined where they first occur."""

    def __init__(self, words: _Words, n_players: int) -> None:
        self.words, self.n_players = words, n_players
        self.sets: dict[tuple[int, int], tuple[str, tuple[str, ...], Payoffs]] = {}
        self.outcomes: dict[int, tuple[str, Payoffs]] = {}

    def nodes(self) -> tuple[TreeNode, ...]:
        """All nodes, in the order of the file."""
        result: list[TreeNode] = []
        missing = 1
        while missing:
            result.append(self._node())
            missing += len(result[-1].actions) - 1
            if len(result) > MAX_TREE_NODES:
                raise InputError(f"game: a tree must have at most {MAX_TREE_NODES:,} nodes")
        return tuple(result)

    def _node(self) -> TreeNode:
        words = self.words
        kind = words.take("word", "a node: c, p or t")
        if kind not in ("c", "p", "t"):
            words.at -= 1
            words.fail("a node: c, p or t")
        name = words.take("text", "the name of the node in quotes") if words.kind == "text" else ""
        if kind == "t":
            return TreeNode(name, -1, 0, "", (), (), *self._outcome())
        player = 0 if kind == "c" else words.whole(1, self.n_players, "the number of a player")
        number = words.whole(1, 10**9 - 1, "the number of an information set")
        set_name = words.take("text", "a name") if words.kind == "text" else None
        known = self.sets.get((player, number))
        if words.is_next("{"):
            actions, chances = self._actions(player == 0)
            if known is not None and known[1:] != (actions, chances):
                words.fail(f"the actions of information set {number} as before")
            known = (known[0] if known is not None else set_name or "", actions, chances)
            self.sets[player, number] = known
        if known is None:
            words.fail(f"the actions of information set {number} in braces")
        outcome = self._outcome()
        return TreeNode(name, player, number, *known, *outcome)

    def _actions(self, is_chance: bool) -> tuple[tuple[str, ...], Payoffs]:
        words = self.words
        words.expect("{")
        actions: list[str] = []
        chances: list[Fraction] = []
        while not words.is_next("}"):
            actions.append(words.take("text", "the name of an action in quotes"))
            if is_chance:
                chances.append(words.number("the probability of the action"))
        words.expect("}")
        if not actions:
            words.fail("an action before the brace")
        if is_chance and not words.read_expression and (min(chances) < 0 or sum(chances) != 1):
            raise InputError(f"game: probabilities of chance must sum to 1, not {', '.join(map(str, chances))}"[:200])
        return tuple(actions), tuple(chances)

    def _outcome(self) -> tuple[int, str, Payoffs]:
        """Number, name and payoffs; payoffs only once, where the outcome occurs first."""
        words = self.words
        number = words.whole(0, 10**9 - 1, "the number of an outcome")
        name = words.take("text", "a name") if words.kind == "text" else ""
        if number and words.is_next("{"):
            words.expect("{")
            payoffs = tuple(words.number("a payoff") for _ in range(self.n_players))
            words.expect("}")
            if number in self.outcomes and self.outcomes[number][1] != payoffs:
                raise InputError(f"game: outcome {number} has two different payoffs")
            self.outcomes.setdefault(number, (name, payoffs))
        if not number:
            return 0, "", ()
        if number not in self.outcomes:
            words.fail(f"the payoffs of outcome {number} in braces")
        return number, *self.outcomes[number]


def parse_efg(text: str, read_expression: Callable[[str], Fraction] | None = None) -> ExtensiveGame:
    """The tree of a .efg file; `InputError` names the line.

    ``read_expression`` gives a number for a payoff or chance that is none, such as ``b+1`` or ``"b + 1"``; chances are
    then not checked.
    """
    words = _Words(text, read_expression)
    title, players = _header(words, "EFG", "2")
    comment = words.take("text", "a comment") if words.kind == "text" else ""
    nodes = _TreeReader(words, len(players)).nodes()
    words.end()
    return ExtensiveGame(title, players, nodes, comment)


def format_efg(game: ExtensiveGame) -> str:
    """The tree as a .efg file."""
    lines = [f"EFG 2 R {_quote(game.title)} {{ {' '.join(map(_quote, game.players))} }}", _quote(game.comment), ""]
    for node in game.nodes:
        outcome = f"{node.outcome} {_quote(node.outcome_name)} {{ {', '.join(map(str, node.payoffs))} }}"
        outcome = outcome if node.outcome else "0"
        if node.player < 0:
            lines.append(f"t {_quote(node.name)} {outcome}")
            continue
        kind = f"c {_quote(node.name)}" if node.player == 0 else f"p {_quote(node.name)} {node.player}"
        lines.append(f"{kind} {node.information_set} {_quote(node.set_name)} {{ {_format_actions(node)} }} {outcome}")
    return "\n".join(lines) + "\n"


def _format_actions(node: TreeNode) -> str:
    if not node.probabilities:
        return " ".join(map(_quote, node.actions))
    pairs: Sequence[tuple[str, Fraction]] = list(zip(node.actions, node.probabilities, strict=True))
    return " ".join(f"{_quote(action)} {chance}" for action, chance in pairs)


def is_gambit_text(text: str) -> bool:
    """Whether a text starts like a file of Gambit."""
    return re.match(r"\s*(NFG|EFG)\s+\d", text) is not None


def parse_gambit(text: str) -> TableGame:
    """The strategic form of a .nfg file, or the reduced strategic form of a .efg file."""
    return parse_efg(text).to_table() if text.lstrip().startswith("EFG") else parse_nfg(text)
